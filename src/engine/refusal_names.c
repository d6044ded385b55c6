/* refusal_names.c -- the names of refusals, and the types of their arguments. */
#include "legal.h"

static const char *const names[CN_REFUSAL_COUNT] = {"LEGAL",
#define X(id, arguments, article) #id,
                                                    CN_REFUSALS(X)
#undef X
};

static const char *const argument_types[CN_REFUSAL_COUNT] = {"",
#define X(id, arguments, article) arguments,
                                                             CN_REFUSALS(X)
#undef X
};

const char *cn_refusal_name(enum cn_refusal_id id)
{
    return names[id];
}

const char *cn_refusal_arguments(enum cn_refusal_id id)
{
    return argument_types[id];
}
