/* refereed_line.h -- applies the lines that only a refereed deal has; internal to a replica, see
 * hidden_cards.h.
 */
#ifndef CLIENT_REFEREED_LINE_H
#define CLIENT_REFEREED_LINE_H

#include "replica.h"

/* Applies a line of a refereed deal in play. REPLICA_NOT_GAME: it is applied as in any other. */
enum replica_line replica_apply_refereed(struct replica *replica, const char *type,
                                         const json_t *line);

#endif
