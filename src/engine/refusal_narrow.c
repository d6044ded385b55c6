#define CN_NARROW_HANDS
#include "refusal.c"
