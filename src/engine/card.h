/* card.h -- canasta/card.h, and the names of kinds read back. The rules work on counts of kinds
 * (hand.h). */
#ifndef CN_ENGINE_CARD_H
#define CN_ENGINE_CARD_H

#include "canasta/card.h"

/* Kind of the first 'length' characters of text; CN_NO_KIND if they name none. */
int cn_kind_parse(const char *text, size_t length);

#endif
