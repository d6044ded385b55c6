/* value.c -- the trained net, compiled in. A build for browsers leaves this file out, and its weights are loaded. */
#include "value_net.h"

static const struct cn_net trained = {
#include "value_net.weights"
};

const struct cn_net *cn_net_trained(void)
{
    return &trained;
}
