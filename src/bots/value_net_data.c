/* value.c -- the trained net, compiled in. A build for browsers leaves this file out, and its
 * weights are loaded. */
#include "value_net.h"

static const struct cn_value_net trained = {
#include "value_net.weights"
};

const struct cn_value_net *cn_value_net_default(void)
{
    return &trained;
}
