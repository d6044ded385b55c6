#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* ---- connecting ---- */

/* Returns whether the token has held a seat that was given up or freed. Then the request that
 * brought it was carried out, although its answer may have been lost. */
static bool is_spent(const struct table *table, const struct message *wish)
{
    uint8_t hash[HASH_BYTES];
    if (!message_has(wish, FIELD_TOKEN) || table_seat_of_token(table, wish->token) != CN_NO_SEAT)
        return false;
    crypto_generichash(hash, sizeof hash, wish->token, TOKEN_BYTES, NULL, 0);
    for (int i = 0; i < table->spent_count && i < SPENT_MOST; i++)
        if (sodium_memcmp(hash, table->spent[i], sizeof hash) == 0)
            return true;
    return false;
}

/* The connection becomes that of the seat's holder, or a spectator's. */
static void attach(struct table *table, uint32_t client, int seat, const struct message *hello)
{
    const bool alone = table_connected_people(table) == 0;
    if (seat != CN_NO_SEAT) {
        const uint32_t old = table->seats[seat].client;
        if (old != 0 && old != client)
            table_close_connection(table, old, CLOSE_TAKEN, "taken");
    }
    if (table_add_connection(table, client, seat, hello) == NULL)
        return;
    if (seat != CN_NO_SEAT) {
        struct seat *entry = &table->seats[seat];
        const bool was_here = entry->client != 0;
        entry->client = client;
        entry->away_ms = NO_TIME;
        entry->no_show = false;
        if (entry->bot_substitutes)
            table_return_seat(table, seat);
        else if (!was_here)
            table_send_presence(table, seat);
    }
    if (seat == CN_NO_SEAT)
        return;
    if (alone) /* nobody waited for the others until now */
        for (int other = 0; other < table->players; other++)
            table->seats[other].away_ms = NO_TIME;
    table_expire_absent(table);
}

static const char *may_sit(const struct table *table, int seat, const char *name)
{
    if (name[0] == '\0')
        return "name";
    if (seat == CN_NO_SEAT)
        return "full";
    if (table_delayed_hands_were_shown(table))
        return "hand";
    if (table_has_host(table) && table->join == JOIN_NONE)
        return "join";
    if (table_has_host(table) && table->join == JOIN_ASK)
        return "ask";
    return NULL;
}

/* A guest who wants a seat and may only watch, or not even that. */
static void watch_instead(struct table *table, uint32_t client, int seat, const char *why,
                          const struct message *hello)
{
    const bool asks = strcmp(why, "ask") == 0 && table->proposals[PROPOSAL_SIT].on == 0;
    table_send_refusal(table, client, 0, why);
    if (!table->watch && !asks) {
        table_close_connection(table, client, CLOSE_REFUSED, why);
        return;
    }
    attach(table, client, CN_NO_SEAT, hello);
    struct connection *guest = table_find_connection(table, client);
    if (guest != NULL)
        guest->waiting = !table->watch;
    table_send_welcome(table, client, CN_NO_SEAT, NULL, -1);
    table_send_watchers(table);
    if (asks)
        table_request_seat(table, seat, client, hello);
}

static void hello_new(struct table *table, uint32_t client, const struct message *hello)
{
    uint8_t token[TOKEN_BYTES];
    const int seat = table_find_free_seat(table, hello);
    const char *why = may_sit(table, seat, hello->name);
    if (why != NULL) {
        watch_instead(table, client, seat, why, hello);
        return;
    }
    table_occupy_seat(table, seat, hello->name, hello, token);
    attach(table, client, seat, hello);
    table_send_welcome(table, client, seat, token, -1);
}

static void hello_watcher(struct table *table, uint32_t client, const struct message *hello)
{
    if (!table->watch) {
        table_send_refusal(table, client, 0, "watch");
        table_close_connection(table, client, CLOSE_REFUSED, "watch");
        return;
    }
    attach(table, client, CN_NO_SEAT, hello);
    table_send_welcome(table, client, CN_NO_SEAT, NULL,
                       message_has(hello, FIELD_LAST) ? hello->last : -1);
    table_send_watchers(table);
}

static void hello_holder(struct table *table, uint32_t client, int seat,
                         const struct message *hello)
{
    attach(table, client, seat, hello);
    table_send_welcome(table, client, seat, NULL,
                       message_has(hello, FIELD_LAST) ? hello->last : -1);
}

/* The seat of a client that says hello, returned in *seat: its token's, or the one it has. Returns
 * false if the token is wrong. */
static bool recognise(const struct table *table, const struct message *hello, int *seat)
{
    if (!message_has(hello, FIELD_TOKEN))
        return true;
    const int held = table_seat_of_token(table, hello->token);
    if (held == CN_NO_SEAT ? *seat != CN_NO_SEAT || !hello->is_new
                           : *seat != CN_NO_SEAT && *seat != held)
        return false;
    *seat = held;
    return true;
}

/* A client says hello again to get a snapshot; its identity does not change. */
static void hello_again(struct table *table, struct connection *guest, const struct message *hello)
{
    const struct connection was = *guest;
    table_remove_connection(table, guest);
    if (was.seat != CN_NO_SEAT)
        hello_holder(table, was.client, was.seat, hello);
    else if (table->watch || was.waiting)
        attach(table, was.client, CN_NO_SEAT, hello);
    guest = table_find_connection(table, was.client);
    if (guest == NULL)
        return;
    guest->waiting = was.waiting;
    guest->left = was.left;
    guest->left_deal = was.left_deal;
    if (was.seat == CN_NO_SEAT)
        table_send_welcome(table, was.client, CN_NO_SEAT, NULL,
                           message_has(hello, FIELD_LAST) ? hello->last : -1);
}

/* Only durable lines are sent, so a client that knows more lines than the log has shows that some
 * were lost. If a holder reports that, it is recorded: once the log is as long again, its lines are
 * not the ones that other clients know. */
static bool knows_lost(struct table *table, int seat, const struct message *hello)
{
    if (!message_has(hello, FIELD_LAST) || hello->last <= table->number)
        return false;
    if (seat != CN_NO_SEAT && hello->last > table->ahead)
        table->ahead = hello->last;
    return true;
}

static void say_lost(struct table *table, uint32_t client)
{
    const struct connection *guest = table_find_connection(table, client);
    if (guest != NULL && !guest->waiting)
        table_send_refusal(table, client, 0, "lost");
}

void table_on_hello(struct table *table, uint32_t client, const struct message *hello)
{
    struct connection *guest = table_find_connection(table, client);
    const int was = guest != NULL ? guest->seat : CN_NO_SEAT;
    int seat = was;
    const bool known = recognise(table, hello, &seat);
    const bool lost = knows_lost(table, known ? seat : CN_NO_SEAT, hello);
    table->contradicts = lost || !known;
    if (!known) {
        if (lost) /* and with it the seat */
            table_send_refusal(table, client, 0, "lost");
        table_send_refusal(table, client, 0, "token");
        table_on_disconnect(table, client);
        table_close_connection(table, client, CLOSE_TOKEN, "token");
    } else if (guest != NULL && seat == was) {
        hello_again(table, guest, hello);
    } else if (seat != CN_NO_SEAT) {
        table_on_disconnect(table, client);
        hello_holder(table, client, seat, hello);
    } else if (table_count_watchers(table) >= WATCHERS_MOST) {
        table_send_refusal(table, client, 0, "crowd");
        table_close_connection(table, client, CLOSE_REFUSED, "crowd");
    } else if (hello->watching && (table->watch || !hello->is_new || is_spent(table, hello))) {
        hello_watcher(table, client, hello);
    } else {
        hello_new(table, client, hello);
    }
    if (lost)
        say_lost(table, client);
}

/* ---- disconnecting ---- */

void table_on_disconnect(struct table *table, uint32_t client)
{
    struct connection *guest = table_find_connection(table, client);
    if (guest == NULL)
        return;
    const int seat = guest->seat;
    table_remove_connection(table, guest);
    if (table->proposals[PROPOSAL_SIT].on != 0 && table->proposals[PROPOSAL_SIT].client == client)
        table_resolve_vote(table, PROPOSAL_SIT, false);
    if (seat == CN_NO_SEAT) {
        table_send_watchers(table);
        return;
    }
    struct seat *entry = &table->seats[seat];
    entry->client = 0;
    entry->away_ms = entry->bot_substitutes ? NO_TIME : table->now + table_absence_limit(table);
    table_send_presence(table, seat);
}

void table_take_seat(struct table *table, struct connection *guest, int64_t id,
                     const struct message *wish)
{
    uint8_t token[TOKEN_BYTES];
    const uint32_t client = guest->client;
    if (message_has(wish, FIELD_NAME))
        snprintf(guest->name, sizeof guest->name, "%s", wish->name);
    const int seat = table_find_free_seat(table, wish);
    const char *why = is_spent(table, wish) ? "token"
                      : table_has_seen_other(table, guest, seat)
                          ? "hand"
                          : may_sit(table, seat, guest->name);
    if (why != NULL && strcmp(why, "ask") == 0 && table->proposals[PROPOSAL_SIT].on == 0) {
        table_request_seat(table, seat, client, wish);
        table_send_ok(table, client, id);
        return;
    }
    if (why != NULL) {
        table_send_refusal(table, client, id, why);
        return;
    }
    if (table->proposals[PROPOSAL_SIT].on != 0 && table->proposals[PROPOSAL_SIT].client == client)
        table_resolve_vote(table, PROPOSAL_SIT, true);
    table_occupy_seat(table, seat, guest->name, wish, token);
    guest->waiting = false;
    guest->seat = (uint8_t)seat;
    table->seats[seat].client = client;
    table_send_ok(table, client, id);
    table_send_welcome(table, client, seat, token, -1);
    table_send_presence(table, seat);
    table_send_watchers(table);
}
