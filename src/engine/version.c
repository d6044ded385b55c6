/* version.c -- the version of the library. */
#include "canasta/version.h"

#define TEXT(number)                 #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *cn_version(void)
{
    return VERSION(CN_VERSION_MAJOR, CN_VERSION_MINOR, CN_VERSION_PATCH);
}
