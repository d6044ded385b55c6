/* load_value_net.c -- the weights of the value nets, once a page has loaded "value.net". */
#include <stddef.h>
#include <string.h>

#include "bots/bots.h"
#include "words/data.h"

const struct cn_value_net *cn_value_net_default(void)
{
    static const struct cn_value_net *net;
    const struct cn_data *file;
    for (int i = 0; net == NULL && (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, "value.net") == 0 && file->size == CN_VALUE_NETS * sizeof *net)
            net = (const void *)file->text; /* aligned, since it is from malloc */
    return net;
}
