#define CN_NARROW_HANDS
#include "expert_view.c"
