#define CN_NARROW_HANDS
#include "value_net_inputs.c"
