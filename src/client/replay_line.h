/* follow.h -- the lines of a deal in play, each followed by the same engine that the server has;
 * inside a world, see imagine.h.
 *
 * Each looks for itself whether its line may come now. REPLICA_APPLIED: it was played, and the sink
 * has heard it. REPLICA_CONFLICT: it cannot be so, and nothing after it can be trusted.
 */
#ifndef CLIENT_REPLAY_LINE_H
#define CLIENT_REPLAY_LINE_H

#include "replica.h"

/* Is this the type of a line that tells a decision? */
bool replica_line_is_decision(const char *type);

enum replica_line replica_apply_deal(struct replica *world, const json_t *line);
/* A line of such a type. The deal as it was before is kept for follow_undo, undo_limit of them. */
enum replica_line replica_apply_decision(struct replica *world, const char *type,
                                         const json_t *line);
/* Red threes shown as a turn begins, which no decision brought. */
enum replica_line replica_apply_face(struct replica *world, const json_t *line);
/* Goes back by what was kept; wrong if it goes back further. */
enum replica_line replica_apply_undo(struct replica *world, const json_t *line);

/* The deal ends by the last red three (L44), if it may have been that: the turn's player, of
 * whom only the number of cards is known, has emptied the stock. Nobody hears of it; the line
 * "end" tells it. */
void replica_apply_last_red_three(struct replica *world);

/* A whole number of the line from low to high, both within an int; false leaves *value. */
bool replica_line_number(const json_t *line, const char *key, int64_t low, int64_t high,
                         int *value);

#endif
