#define CN_NARROW_HANDS
#include "board.c"
