/* version.h -- the version of the library, and the macro that marks public functions.
 *
 * While the major version is 0, a new minor version may change anything and has a soname of its
 * own (libcanasta.so.0.4). Patch versions of one minor version are compatible both ways.
 */
#ifndef CANASTA_VERSION_H
#define CANASTA_VERSION_H

#define CN_VERSION_MAJOR 0
#define CN_VERSION_MINOR 6
#define CN_VERSION_PATCH 0

#define CN_VERSION_TEXT(number) #number
#define CN_VERSION_JOIN(major, minor, patch) \
    CN_VERSION_TEXT(major) "." CN_VERSION_TEXT(minor) "." CN_VERSION_TEXT(patch)
/* The three as a string: "0.4.0". */
#define CN_VERSION CN_VERSION_JOIN(CN_VERSION_MAJOR, CN_VERSION_MINOR, CN_VERSION_PATCH)

/* Public: visible in the shared library, where everything else is hidden. */
#if defined(__GNUC__)
#define CN_API __attribute__((visibility("default")))
#else
#define CN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the library that is linked: a static string. CN_VERSION is that of the
 * headers. Never fails. */
CN_API const char *cn_version(void);

#ifdef __cplusplus
}
#endif

#endif
