#define CN_NARROW_HANDS
#include "belief.c"
