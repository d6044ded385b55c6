#define CN_NARROW_HANDS
#include "legal_plan.c"
