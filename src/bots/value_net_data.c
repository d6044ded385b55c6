/* value_net_data.c -- the trained nets, compiled in. Builds for browsers leave this file out and
 * load the weights.
 */
#include "value_net.h"

static const struct cn_value_net trained[CN_VALUE_NETS] = {
    [CN_VALUE_NET_CLASSIC] =
        {
#include "value_net.weights"
        },
    [CN_VALUE_NET_BY_CANASTAS] =
        {
#include "value_net_by_canastas.weights"
        },
    [CN_VALUE_NET_WILD_MELDS] =
        {
#include "value_net_wild_melds.weights"
        },
    [CN_VALUE_NET_TWO_HANDS] =
        {
#include "value_net_two_hands.weights"
        },
    [CN_VALUE_NET_SIX_SEATS] =
        {
#include "value_net_six_seats.weights"
        },
    [CN_VALUE_NET_TWO] =
        {
#include "value_net_two.weights"
        },
    [CN_VALUE_NET_SIX] =
        {
#include "value_net_six.weights"
        },
    [CN_VALUE_NET_THREE] =
        {
#include "value_net_three.weights"
        },
};

const struct cn_value_net *cn_value_net_default(void)
{
    return trained;
}
