/* audit.h -- the fair deals of a whole record, checked one by one. */
#ifndef PROTOCOL_AUDIT_H
#define PROTOCOL_AUDIT_H

#include "fair.h"

struct audit {
    int64_t line; /* of the deal */
    int deal;     /* its number */
    bool is_fair; /* a fair line stands before it */
    bool ended;   /* … and its reveal came */
    enum fair_verdict verdict;
    uint8_t players, given; /* bit s: seat s gave a part */
};
typedef void audit_to(void *context, const struct audit *audit);

/* Tells of every deal of the text, in order. False, and *line, if it is no whole record: a
 * seat's has no decks. */
bool fair_audit(const char *text, size_t length, audit_to *tell, void *context, int64_t *line);

/* "HOLDS": the sentence is the catalogue's fair.HOLDS. */
const char *fair_verdict_name(enum fair_verdict verdict);

#endif
