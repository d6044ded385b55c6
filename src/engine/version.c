/* version.c -- the version of the library. */
#include "canasta/version.h"

const char *cn_version(void)
{
    return CN_VERSION;
}
