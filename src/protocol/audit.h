/* audit.h -- the fair deals of a whole record, checked one by one. */
#ifndef PROTOCOL_AUDIT_H
#define PROTOCOL_AUDIT_H

#include "fair.h"

struct audit {
    int64_t line; /* of the deal */
    int deal;     /* its number */
    bool is_fair; /* a fair line precedes it */
    bool ended;   /* and its reveal followed, or it was void */
    enum fair_verdict verdict;
    uint8_t version;        /* FAIR_OLD or FAIR_PLEDGED */
    uint8_t players, given; /* bit s: seat s contributed */
    uint8_t by;             /* of a void deal: the seats that withheld their parts */
};
typedef void audit_to(void *context, const struct audit *audit);

/* Reports every deal of the text in order, and void ones. Returns false and sets *line if it is not
 * a complete record; a seat's record has no decks. */
bool fair_audit(const char *text, size_t length, audit_to *tell, void *context, int64_t *line);

/* "HOLDS": the catalogue's fair.HOLDS is the sentence. */
const char *fair_verdict_name(enum fair_verdict verdict);

#endif
