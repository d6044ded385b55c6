#define CN_NARROW_HANDS
#include "turn_plan.c"
