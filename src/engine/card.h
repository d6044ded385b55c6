/* card.h -- canasta/card.h, and parsing the names of kinds. The rules work on counts of kinds
 * (hand.h).
 */
#ifndef CN_ENGINE_CARD_H
#define CN_ENGINE_CARD_H

#include "canasta/card.h"

/* Returns the kind that the first 'length' characters of text name, or CN_NO_KIND. */
int cn_kind_parse(const char *text, size_t length);

#endif
