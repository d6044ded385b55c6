/* recognise_data.c -- the fitted table, compiled in. Builds for browsers leave this file out and
 * load the table with the weights of the nets.
 */
#include "recognise.h"

static const struct cn_recognise_table fitted =
#include "recognise.table"
    ;

const struct cn_recognise_table *cn_recognise_default(void)
{
    return &fitted;
}
