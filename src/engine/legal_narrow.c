#define CN_NARROW_HANDS
#include "legal.c"
