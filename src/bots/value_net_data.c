/* value_net_data.c -- the trained net, compiled in. Builds for browsers leave this file out and
 * load the weights.
 */
#include "value_net.h"

static const struct cn_value_net trained = {
#include "value_net.weights"
};

const struct cn_value_net *cn_value_net_default(void)
{
    return &trained;
}
