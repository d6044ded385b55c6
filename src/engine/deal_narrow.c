#define CN_NARROW_HANDS
#include "deal.c"
