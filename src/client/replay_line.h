/* follow.h -- the lines of a deal in play, each followed by the same engine that the server has; inside a world, see
 * imagine.h.
 *
 * Each looks for itself whether its line may come now. CN_WORLD_OK: it was played, and the sink has heard it.
 * CN_WORLD_WRONG: it cannot be so, and nothing after it can be trusted.
 */
#ifndef CN_NET_FOLLOW_H
#define CN_NET_FOLLOW_H

#include "replica.h"

/* Is this the type of a line that tells a decision? */
bool follow_is_decision(const char *type);

enum cn_world_line follow_deal(struct cn_world *world, const json_t *line);
/* A line of such a type. The deal as it was before is kept for follow_undo, past_most of them. */
enum cn_world_line follow_decision(struct cn_world *world, const char *type, const json_t *line);
/* Red threes shown as a turn begins, which no decision brought. */
enum cn_world_line follow_face(struct cn_world *world, const json_t *line);
/* Goes back by what was kept; wrong if it goes back further. */
enum cn_world_line follow_undo(struct cn_world *world, const json_t *line);

/* The deal ends by the last red three (L44), if it may have been that: the turn's player, of whom only the number of cards
 * is known, has emptied the stock. Nobody hears of it; the line "end" tells it. */
void follow_last_red(struct cn_world *world);

/* A whole number of the line from low to high, both within an int; false leaves *value. */
bool number_in_line(const json_t *line, const char *key, int64_t low, int64_t high, int *value);

#endif
