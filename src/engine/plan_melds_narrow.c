#define CN_NARROW_HANDS
#include "plan_melds.c"
