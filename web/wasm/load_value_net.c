/* load_value_net.c -- the weights of the value nets, and the table by which styles of play are
 * recognised, once a page has loaded "value.net". That has one after the other (cmake/web.cmake).
 */
#include <stddef.h>
#include <string.h>

#include "bots/bots.h"
#include "words/data.h"

struct trained {
    struct cn_value_net nets[CN_VALUE_NETS];
    struct cn_recognise_table styles;
};

static const struct trained *trained(void)
{
    static const struct trained *found;
    const struct cn_data *file;
    for (int i = 0; found == NULL && (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, "value.net") == 0 && file->size == sizeof *found)
            found = (const void *)file->text; /* aligned, since it is from malloc */
    return found;
}

const struct cn_value_net *cn_value_net_default(void)
{
    return trained() != NULL ? trained()->nets : NULL;
}

const struct cn_recognise_table *cn_recognise_default(void)
{
    return trained() != NULL ? &trained()->styles : NULL;
}
