#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* ---- guests ---- */

enum {
    WATCHERS_MOST = CLIENTS_MAX - CN_SEATS_MAX /* so that nobody keeps a holder out */
};

struct guest *table_find_connection(const struct table *table, uint32_t client)
{
    for (int i = 0; i < table->guest_count; i++)
        if (table->guests[i].client == client)
            return &table->guests[i];
    return NULL;
}

int table_count_watchers(const struct table *table)
{
    int count = 0;
    for (int i = 0; i < table->guest_count; i++)
        count += table->guests[i].seat == CN_NO_SEAT;
    return count;
}

static struct guest *add_guest(struct table *table, uint32_t client, int seat,
                               const struct message *hello)
{
    if (!cn__array_grow(&table->guests, &table->guest_capacity, (size_t)table->guest_count + 1,
                        sizeof *table->guests)) {
        table->failed = true;
        return NULL;
    }
    struct guest *guest = &table->guests[table->guest_count++];
    memset(guest, 0, sizeof *guest);
    guest->client = client;
    guest->seat = (uint8_t)seat;
    guest->actions = hello->actions;
    snprintf(guest->name, sizeof guest->name, "%s", hello->name);
    table->brief = true;
    return guest;
}

static void remove_guest(struct table *table, struct guest *guest)
{
    *guest = table->guests[--table->guest_count];
    table->brief = true;
}

void table_close_connection(struct table *table, uint32_t client, int code, const char *why)
{
    struct message bye;
    struct guest *guest = table_find_connection(table, client);
    assert(is_reason_code(why));
    message_init(&bye, MESSAGE_BYE);
    message_set_text(&bye, FIELD_WHY, why);
    message_set_number(&bye, FIELD_CODE, code);
    table_send_message(table, client, &bye);
    if (guest != NULL)
        remove_guest(table, guest);
    if (table->closing_count < CLIENTS_MAX)
        table->closing[table->closing_count++] = (struct closing){client, code};
}

/* ---- coming ---- */

static int seat_of_token(const struct table *table, const uint8_t token[TOKEN_BYTES])
{
    uint8_t hash[HASH_BYTES];
    int found = CN_NO_SEAT;
    crypto_generichash(hash, sizeof hash, token, TOKEN_BYTES, NULL, 0);
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].held &&
            sodium_memcmp(hash, table->chairs[seat].hash, sizeof hash) == 0)
            found = seat;
    return found;
}

void table_expire_absent(struct table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        struct chair *chair = &table->chairs[seat];
        if (chair->held && chair->client == 0 && !chair->stands_in && chair->away_ms == NO_TIME)
            chair->away_ms = table->now + table_absence_limit(table);
    }
}

/* The connection is that of the seat's holder, or a watcher's. */
static void attach(struct table *table, uint32_t client, int seat, const struct message *hello)
{
    const bool alone = table_connected_people(table) == 0;
    if (seat != CN_NO_SEAT) {
        const uint32_t old = table->chairs[seat].client;
        if (old != 0 && old != client)
            table_close_connection(table, old, CLOSE_TAKEN, "taken");
    }
    if (add_guest(table, client, seat, hello) == NULL)
        return;
    if (seat != CN_NO_SEAT) {
        struct chair *chair = &table->chairs[seat];
        const bool was_here = chair->client != 0;
        chair->client = client;
        chair->away_ms = NO_TIME;
        chair->missed = false;
        if (chair->stands_in)
            table_return_seat(table, seat);
        else if (!was_here)
            table_send_presence(table, seat);
    }
    if (seat == CN_NO_SEAT)
        return;
    if (alone) /* nobody waited for the others until now */
        for (int other = 0; other < table->players; other++)
            table->chairs[other].away_ms = NO_TIME;
    table_expire_absent(table);
}

static bool has_host(const struct table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].host)
            return true;
    return false;
}

void table_take_seat(struct table *table, int seat, const char *name, const struct message *wish,
                     uint8_t token[TOKEN_BYTES])
{
    struct message line;
    char what[16];
    snprintf(what, sizeof what, "token %d", seat);
    table_derive_random(table, what, token, TOKEN_BYTES);
    if (wish != NULL && message_has(wish, FIELD_TOKEN))
        memcpy(token, wish->token, TOKEN_BYTES);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    message_set_text(&line, FIELD_NAME, name);
    if (!has_host(table))
        message_set_number(&line, FIELD_HOST, true);
    crypto_generichash(line.hash, sizeof line.hash, token, TOKEN_BYTES, NULL, 0);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
}

int table_vacate_seat(const struct table *table, const struct message *wish)
{
    if (message_has(wish, FIELD_SEAT))
        return wish->seat < table->players && !table->chairs[wish->seat].held ? wish->seat
                                                                              : CN_NO_SEAT;
    int found = CN_NO_SEAT;
    for (int seat = table->players - 1; seat >= 0; seat--) {
        const struct chair *chair = &table->chairs[seat];
        if (!chair->held && (found == CN_NO_SEAT || chair->level[0] == '\0' ||
                             table->chairs[found].level[0] != '\0'))
            found = seat;
    }
    return found;
}

static const char *may_sit(const struct table *table, int seat, const char *name)
{
    if (name[0] == '\0')
        return "name";
    if (seat == CN_NO_SEAT)
        return "full";
    if (table_delayed_hands_were_shown(table))
        return "hand";
    if (has_host(table) && table->join == JOIN_NONE)
        return "join";
    if (has_host(table) && table->join == JOIN_ASK)
        return "ask";
    return NULL;
}

/* A guest who wants a chair and may only watch, if that. */
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
    struct guest *guest = table_find_connection(table, client);
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
    const int seat = table_vacate_seat(table, hello);
    const char *why = may_sit(table, seat, hello->name);
    if (why != NULL) {
        watch_instead(table, client, seat, why, hello);
        return;
    }
    table_take_seat(table, seat, hello->name, hello, token);
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

/* Who says hello, now at 'seat': the chair of its token, or its own. False if the token is wrong. */
static bool recognise(const struct table *table, const struct message *hello, int *seat)
{
    if (!message_has(hello, FIELD_TOKEN))
        return true;
    const int held = seat_of_token(table, hello->token);
    if (held == CN_NO_SEAT ? *seat != CN_NO_SEAT || !hello->is_new
                           : *seat != CN_NO_SEAT && *seat != held)
        return false;
    *seat = held;
    return true;
}

/* Says hello again, for a snapshot: it is who it was. */
static void hello_again(struct table *table, struct guest *guest, const struct message *hello)
{
    const struct guest was = *guest;
    remove_guest(table, guest);
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

/* Nobody is told of a line that is not durable: who knows later ones than there are says that some were lost. A holder's word is
 * kept, because others may come when there are as many lines again, which are not those that they know. */
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
    const struct guest *guest = table_find_connection(table, client);
    if (guest != NULL && !guest->waiting)
        table_send_refusal(table, client, 0, "lost");
}

void table_on_hello(struct table *table, uint32_t client, const struct message *hello)
{
    struct guest *guest = table_find_connection(table, client);
    const int was = guest != NULL ? guest->seat : CN_NO_SEAT;
    int seat = was;
    const bool known = recognise(table, hello, &seat);
    const bool lost = knows_lost(table, known ? seat : CN_NO_SEAT, hello);
    if (!known) {
        if (lost) /* and the chair with it */
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
    } else if (hello->watching) {
        hello_watcher(table, client, hello);
    } else {
        hello_new(table, client, hello);
    }
    if (lost)
        say_lost(table, client);
}

/* ---- going ---- */

void table_on_disconnect(struct table *table, uint32_t client)
{
    struct guest *guest = table_find_connection(table, client);
    if (guest == NULL)
        return;
    const int seat = guest->seat;
    remove_guest(table, guest);
    if (table->proposals[PROPOSAL_SIT].on != 0 && table->proposals[PROPOSAL_SIT].client == client)
        table_resolve_vote(table, PROPOSAL_SIT, false);
    if (seat == CN_NO_SEAT) {
        table_send_watchers(table);
        return;
    }
    struct chair *chair = &table->chairs[seat];
    chair->client = 0;
    chair->away_ms = chair->stands_in ? NO_TIME : table->now + table_absence_limit(table);
    table_send_presence(table, seat);
}

static void make_host(struct table *table, int seat, bool host)
{
    struct message line;
    table_seat_message(table, seat, &line);
    line.has &= ~(UINT64_C(1) << FIELD_HOST);
    line.host = false;
    if (host)
        message_set_number(&line, FIELD_HOST, true);
    memcpy(line.hash, table->chairs[seat].hash, sizeof line.hash);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
}

/* The next holder in turn after a seat: one who is there, or with 'any' one who is away; CN_NO_SEAT: none. */
static int next_holder(const struct table *table, int after, bool any)
{
    for (int step = 1; step < table->players; step++) {
        const int seat = (after + step) % table->players;
        if (any ? table->chairs[seat].held : table_is_connected(table, seat))
            return seat;
    }
    return CN_NO_SEAT;
}

static void pass_host(struct table *table, int from)
{
    int seat = next_holder(table, from, false);
    if (seat == CN_NO_SEAT)
        seat = next_holder(table, from, true);
    if (seat != CN_NO_SEAT)
        make_host(table, seat, true);
}

void table_pass_host(struct table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (!chair->host || !chair->missed)
            continue;
        const int next = next_holder(table, seat, false);
        if (next == CN_NO_SEAT)
            return;
        make_host(table, seat, false);
        make_host(table, next, true);
        return;
    }
}

void table_find_free_seat(struct table *table, int seat)
{
    struct message line;
    const bool was_host = table->chairs[seat].host;
    const uint32_t client = table->chairs[seat].client;
    struct guest *guest = table_find_connection(table, client);
    if (guest != NULL)
        memcpy(guest->name, table->chairs[seat].name, sizeof guest->name);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    if (table->stage != STAGE_LOBBY)
        message_set_text(&line, FIELD_LEVEL, table_level(table, seat)->name);
    table_log_seat(table, &line);
    if (was_host)
        pass_host(table, seat);
    if (guest == NULL)
        return;
    guest->seat = CN_NO_SEAT;
    guest->left = (uint8_t)seat;
    guest->left_deal = table->stage == STAGE_PLAY ? table->game.deals : 0;
    if (table->watch && table_count_watchers(table) <= WATCHERS_MOST) {
        table_send_welcome(table, client, CN_NO_SEAT, NULL, -1);
        table_send_watchers(table);
    } else {
        table_close_connection(table, client, CLOSE_REFUSED, "watch");
    }
}

bool table_has_seen_other(const struct table *table, const struct guest *guest, int seat)
{
    return seat != CN_NO_SEAT && table->stage == STAGE_PLAY &&
           guest->left_deal == table->game.deals && guest->left != seat;
}

/* The line of a chair that nobody holds; the bot that plays there, if 'level' says one. */
static void happen_empty(struct table *table, int seat, const char *level)
{
    struct message line;
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    if (level[0] != '\0')
        message_set_text(&line, FIELD_LEVEL, level);
    table_log_seat(table, &line);
}

const char *table_change_seat(struct table *table, int from, int64_t id, const struct message *wish)
{
    const struct chair chair = table->chairs[from];
    const int to = wish->seat;
    struct guest *guest = table_find_connection(table, chair.client);
    struct message line;
    char level[sizeof chair.level];
    if (table->stage != STAGE_LOBBY)
        return "seated";
    if (to >= table->players || table->chairs[to].held)
        return "seat";
    memcpy(level, table->chairs[to].level, sizeof level);
    table_seat_message(table, from, &line);
    line.seat = to;
    memcpy(line.hash, chair.hash, sizeof line.hash);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
    happen_empty(table, from, level);
    table->chairs[to].client = chair.client;
    table_log_acknowledgement(table, to, id);
    if (guest != NULL) {
        guest->seat = (uint8_t)to;
        table_send_ok(table, guest->client, id);
        table_send_welcome(table, guest->client, to, NULL, -1);
    }
    table_send_presence(table, to);
    return NULL;
}

const char *table_draw_for_seats(struct table *table, int seat, int64_t id)
{
    struct cn_seating drawing;
    struct cn_rng rng;
    uint64_t chance[2]; /* random_for makes 16 bytes at least */
    struct proposal *ask = &table->proposals[PROPOSAL_SIT];
    if (table->stage != STAGE_LOBBY)
        return "playing";
    for (int other = 0; other < table->players; other++)
        if (!table->chairs[other].held && table->chairs[other].level[0] == '\0')
            return "chairs";
    table_derive_random(table, "seats", (uint8_t *)chance, sizeof chance);
    cn_rng_init(&rng, chance[0]);
    cn_seating_draw(&table->game.law->rules, table->players, &rng, &drawing);
    table_log_acknowledgement(table, seat, id);
    for (int other = 0; other < table->players; other++) {
        struct message line;
        message_init(&line, MESSAGE_DRAWN);
        message_set_number(&line, FIELD_SEAT, other);
        message_set_number(&line, FIELD_TO, drawing.seat_of_player[other]);
        line.card_count = drawing.count[other];
        memcpy(line.cards, drawing.drawn[other], drawing.count[other]);
        message_set_flag(&line, FIELD_CARDS);
        table_log_drawn(table, &line);
    }
    ask->seat = drawing.seat_of_player[ask->seat]; /* the chair that is asked for went elsewhere */
    for (int i = 0; i < table->guest_count; i++) {
        struct guest *guest = &table->guests[i];
        table_send_welcome(table, guest->client, guest->seat, NULL, -1);
        guest->from = 0; /* what was drawn is told before */
    }
    return NULL;
}

void table_occupy_seat(struct table *table, struct guest *guest, int64_t id,
                       const struct message *wish)
{
    uint8_t token[TOKEN_BYTES];
    const uint32_t client = guest->client;
    if (message_has(wish, FIELD_NAME))
        snprintf(guest->name, sizeof guest->name, "%s", wish->name);
    const int seat = table_vacate_seat(table, wish);
    const char *why =
        table_has_seen_other(table, guest, seat) ? "hand" : may_sit(table, seat, guest->name);
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
    table_take_seat(table, seat, guest->name, wish, token);
    guest->waiting = false;
    guest->seat = (uint8_t)seat;
    table->chairs[seat].client = client;
    table_send_ok(table, client, id);
    table_send_welcome(table, client, seat, token, -1);
    table_send_presence(table, seat);
    table_send_watchers(table);
}
