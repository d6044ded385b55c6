#define CN_NARROW_HANDS
#include "expert_lay.c"
