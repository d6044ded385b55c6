/* table_queries.c -- queries of the other files; nothing here changes a table. */
#include <sodium.h>
#include <string.h>

#include "table_internal.h"

/* How many milliseconds a holder may be away, by timer: none, relaxed, brisk; where a turn takes
 * days, for ever. */
#define EVER (INT64_C(1) << 40)
static const int64_t away_times[TURN_TIMERS] = {120000, 45000, 15000, EVER, EVER, EVER};

/* ---- randomness ---- */

void table_derive_random(const struct table *table, const char *what, uint8_t *bytes, size_t count)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, count);
    crypto_generichash_update(&state, table->random, RANDOM_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)what, strlen(what));
    crypto_generichash_final(&state, bytes, count);
}

/* ---- presence ---- */

bool table_is_connected(const struct table *table, int seat)
{
    return table->seats[seat].held && table->seats[seat].client != 0;
}

bool table_bot_plays(const struct table *table, int seat)
{
    const struct seat *entry = &table->seats[seat];
    return !entry->held || entry->bot_substitutes;
}

bool table_allows(const struct table *table, int seat, struct cn_action action,
                  struct cn_refusal *why)
{
    const struct cn_game *game = &table->game;
    struct cn_noted noted;
    if (cn_law_is_refereed(game->law))
        return cn_referee_check(game, seat, action, &noted, why);
    return cn_board_legal_check(game->law, &game->deal.board, seat, game->deal.hands[seat], action,
                                why);
}

bool table_is_playing(const struct table *table)
{
    return table->stage != STAGE_LOBBY && table->stage != STAGE_OVER;
}

int table_connected_people(const struct table *table)
{
    int count = 0;
    for (int seat = 0; seat < table->players; seat++)
        count += table_is_connected(table, seat);
    return count;
}

bool table_takes_days(const struct table *table)
{
    return table->timer >= TURN_TIMER_DAY;
}

/* A deal whose turns take days goes on as long as one of its people takes part, there or not. */
static bool goes_on_for_days(const struct table *table)
{
    if (!table_takes_days(table) || table->stage != STAGE_PLAY)
        return false;
    for (int seat = 0; seat < table->players; seat++)
        if (!table_bot_plays(table, seat))
            return true;
    return false;
}

bool table_has_audience(const struct table *table)
{
    if (goes_on_for_days(table))
        return true;
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].held)
            return table_connected_people(table) > 0;
    return table->connection_count > 0;
}

const struct cn_level *table_level(const struct table *table, int seat)
{
    const struct cn_level *level = cn_level_find(table->seats[seat].level);
    if (level == NULL)
        level = cn_level_find("club");
    return level != NULL ? level : cn_level_at(0);
}

int64_t table_absence_limit(const struct table *table)
{
    return away_times[table->timer];
}

bool table_has_host(const struct table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].host)
            return true;
    return false;
}

bool table_has_others(const struct table *table, int seat)
{
    for (int other = 0; other < table->players; other++)
        if (other != seat && table->seats[other].held)
            return true;
    return false;
}

struct connection *table_find_connection(const struct table *table, uint32_t client)
{
    for (int i = 0; i < table->connection_count; i++)
        if (table->connections[i].client == client)
            return &table->connections[i];
    return NULL;
}

int table_count_watchers(const struct table *table)
{
    int count = 0;
    for (int i = 0; i < table->connection_count; i++)
        count += table->connections[i].seat == CN_NO_SEAT;
    return count;
}

bool table_has_seen_other(const struct table *table, const struct connection *guest, int seat)
{
    return seat != CN_NO_SEAT && table->stage == STAGE_PLAY &&
           guest->left_deal == table->game.deal_number && guest->left != seat;
}

int table_find_free_seat(const struct table *table, const struct message *wish)
{
    if (message_has(wish, FIELD_SEAT))
        return wish->seat < table->players && !table->seats[wish->seat].held ? wish->seat
                                                                             : CN_NO_SEAT;
    int found = CN_NO_SEAT;
    for (int seat = table->players - 1; seat >= 0; seat--) {
        const struct seat *entry = &table->seats[seat];
        if (!entry->held && (found == CN_NO_SEAT || entry->level[0] == '\0' ||
                             table->seats[found].level[0] != '\0'))
            found = seat;
    }
    return found;
}

int table_seat_of_token(const struct table *table, const uint8_t token[TOKEN_BYTES])
{
    uint8_t hash[HASH_BYTES];
    int found = CN_NO_SEAT;
    crypto_generichash(hash, sizeof hash, token, TOKEN_BYTES, NULL, 0);
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].held &&
            sodium_memcmp(hash, table->seats[seat].hash, sizeof hash) == 0)
            found = seat;
    return found;
}

const char *table_house(const struct table *table)
{
    return table->house;
}

void table_get_turn(const struct table *table, const uint8_t *token, int64_t wall_ms,
                    struct table_turn *turn)
{
    const int own = token != NULL ? table_seat_of_token(table, token) : CN_NO_SEAT;
    *turn = (struct table_turn){.timer = table->timer, .seat = CN_NO_SEAT, .left_ms = -1};
    if (table->stage == STAGE_PLAY && !table->paused) {
        turn->seat = cn_game_actor(&table->game);
        turn->own = own != CN_NO_SEAT && own == turn->seat;
        if (table_takes_days(table) && table->until_seat == turn->seat)
            turn->left_ms = table->until > wall_ms ? table->until - wall_ms : 0;
    } else if (table->stage == STAGE_LOBBY || table->stage == STAGE_BETWEEN) {
        turn->own = own != CN_NO_SEAT && !table->seats[own].ready;
    }
}
