/* libc.c -- system functions that jansson and libsodium need, so that the module has no imports.
 *
 * No question or answer has fractions: jansson's numbers with fractions are read as zeros, which no
 * reader takes for a whole number.
 */
#ifdef __wasm__

#include <jansson_private.h>
#include <sodium.h>
#include <string.h>

volatile uint32_t hashtable_seed = 1950;

void json_object_seed(size_t seed)
{
    (void)seed;
}

int jsonp_strtod(strbuffer_t *text, double *out)
{
    (void)text;
    *out = 0;
    return 0;
}

int jsonp_dtostr(char *text, size_t size, double value, int precision)
{
    (void)value;
    (void)precision;
    if (size < sizeof "0.0")
        return -1;
    memcpy(text, "0.0", sizeof "0.0");
    return (int)(sizeof "0.0" - 1);
}

void sodium_misuse(void)
{
    __builtin_trap();
}

void sodium_memzero(void *const bytes, const size_t length)
{
    volatile unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        at[i] = 0;
}

int sodium_memcmp(const void *const a, const void *const b, size_t length)
{
    const volatile unsigned char *x = a;
    const volatile unsigned char *y = b;
    unsigned char differ = 0;
    for (size_t i = 0; i < length; i++)
        differ |= x[i] ^ y[i];
    return differ != 0 ? -1 : 0;
}

#else
typedef int web_has_a_system;
#endif
