/* hand_narrow_test.c -- the tests of hands, for files in which no kind has more than 15 cards. */
#define CN_NARROW_HANDS
#include "hand_test.c"
