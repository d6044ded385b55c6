#define CN_NARROW_HANDS
#include "expert.c"
