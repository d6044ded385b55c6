#define CN_NARROW_HANDS
#include "greedy.c"
