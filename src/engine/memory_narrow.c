#define CN_NARROW_HANDS
#include "memory.c"
