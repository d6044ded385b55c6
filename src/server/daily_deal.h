/* daily_deal.h -- the deal of the day: one numbered deal, the same for everybody (PROTOCOL.md, "The
 * daily deal"). Knows no server: only what a player's actions come to.
 */
#ifndef SERVER_DAILY_DEAL_H
#define SERVER_DAILY_DEAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DAILY_DAYS = 31 /* a result is taken for the latest deals only */
};

/* Returns the number of the deal at this time, in microseconds since 1970: 1 for 1 January 2026. */
int32_t daily_number(int64_t wall_us);

struct daily_result {
    int32_t made, theirs; /* points of the player's side, and of the other */
};

/* Plays a deal: the player's actions in order, with ";" between them, and those of bots for all
 * other seats. Returns false if they are not those of a whole deal. */
bool daily_play(int32_t number, const char *actions, struct daily_result *result);

#endif
