#define CN_NARROW_HANDS
#include "moves.c"
