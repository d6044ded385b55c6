#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

/* ---- answers ---- */

static void refuse(struct cn_server_table *table, uint32_t client, int64_t id, const char *why)
{
    struct cn_message no;
    cn_message_init(&no, CN_MESSAGE_NO);
    if (id > 0)
        cn_message_number(&no, CN_FIELD_ID, id);
    cn_message_number(&no, CN_FIELD_AT, table->number);
    cn_message_text(&no, CN_FIELD_WHY, why);
    say_to(table, client, &no);
}

static void refuse_by_law(struct cn_server_table *table, uint32_t client, int64_t id,
                          const struct cn_refusal *refusal)
{
    struct cn_message no;
    const char *names[CN_SEATS_MAX];
    char text[300];
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        names[seat] =
            table->chairs[seat].held ? table->chairs[seat].name : table->chairs[seat].level;
    cn_words_refusal(&table->words, refusal, names, text, sizeof text);
    cn_message_init(&no, CN_MESSAGE_NO);
    cn_message_number(&no, CN_FIELD_ID, id);
    cn_message_number(&no, CN_FIELD_AT, table->number);
    cn_message_text(&no, CN_FIELD_TEXT, text);
    cn_message_text(&no, CN_FIELD_WHY, cn_refusal_name(refusal->id));
    cn_message_text(&no, CN_FIELD_LAW, refusal->article);
    say_to(table, client, &no);
}

static void confirm(struct cn_server_table *table, uint32_t client, int64_t id)
{
    struct cn_message ok;
    if (id == 0)
        return;
    cn_message_init(&ok, CN_MESSAGE_OK);
    cn_message_number(&ok, CN_FIELD_ID, id);
    cn_message_number(&ok, CN_FIELD_AT, table->number);
    say_to(table, client, &ok);
}

/* ---- guests ---- */

enum {
    WATCHERS_MOST = CN_CLIENTS_MAX - CN_SEATS_MAX /* so that nobody keeps a holder out */
};

struct guest *find_guest(const struct cn_server_table *table, uint32_t client)
{
    for (int i = 0; i < table->guest_count; i++)
        if (table->guests[i].client == client)
            return &table->guests[i];
    return NULL;
}

static int count_watchers(const struct cn_server_table *table)
{
    int count = 0;
    for (int i = 0; i < table->guest_count; i++)
        count += table->guests[i].seat == CN_NO_SEAT;
    return count;
}

static struct guest *add_guest(struct cn_server_table *table, uint32_t client, int seat,
                               const struct cn_message *hello)
{
    if (table->guest_count == table->guest_size) {
        const int size = table->guest_size < 4 ? 4 : table->guest_size * 2;
        void *more = realloc(table->guests, (size_t)size * sizeof *table->guests);
        if (more == NULL) {
            table->failed = true;
            return NULL;
        }
        table->guests = more;
        table->guest_size = size;
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

static void remove_guest(struct cn_server_table *table, struct guest *guest)
{
    *guest = table->guests[--table->guest_count];
    table->brief = true;
}

void close_guest(struct cn_server_table *table, uint32_t client, int code, const char *why)
{
    struct cn_message bye;
    struct guest *guest = find_guest(table, client);
    cn_message_init(&bye, CN_MESSAGE_BYE);
    cn_message_text(&bye, CN_FIELD_WHY, why);
    cn_message_number(&bye, CN_FIELD_CODE, code);
    say_to(table, client, &bye);
    if (guest != NULL)
        remove_guest(table, guest);
    if (table->closing_count < CN_CLIENTS_MAX)
        table->closing[table->closing_count++] = (struct closing){client, code};
}

/* ---- how things stand ---- */

static void presence_message(const struct cn_server_table *table, int seat,
                             struct cn_message *message)
{
    const struct chair *chair = &table->chairs[seat];
    const int here = chair->stands_in       ? CN_HERE_BOT
                     : is_here(table, seat) ? CN_HERE_YES
                                            : CN_HERE_AWAY;
    cn_message_init(message, CN_MESSAGE_HERE);
    cn_message_number(message, CN_FIELD_SEAT, seat);
    cn_message_number(message, CN_FIELD_HERE, here);
    if (table->stage == CN_TABLE_LOBBY || table->stage == CN_TABLE_BETWEEN)
        cn_message_number(message, CN_FIELD_READY, chair->ready);
}

void say_presence(struct cn_server_table *table, int seat)
{
    struct cn_message message;
    presence_message(table, seat, &message);
    say_all(table, &message);
}

static void say_watchers(struct cn_server_table *table)
{
    struct cn_message message;
    cn_message_init(&message, CN_MESSAGE_HERE);
    cn_message_number(&message, CN_FIELD_WATCHERS, count_watchers(table));
    say_all(table, &message);
}

void seat_message(const struct cn_server_table *table, int seat, struct cn_message *message)
{
    const struct chair *chair = &table->chairs[seat];
    cn_message_init(message, CN_MESSAGE_SEAT);
    cn_message_number(message, CN_FIELD_SEAT, seat);
    if (chair->held)
        cn_message_text(message, CN_FIELD_NAME, chair->name);
    if (chair->host)
        cn_message_number(message, CN_FIELD_HOST, true);
    if (chair->level[0] != '\0')
        cn_message_text(message, CN_FIELD_LEVEL, chair->level);
}

void table_message(const struct cn_server_table *table, struct cn_message *message)
{
    cn_message_init(message, CN_MESSAGE_TABLE);
    cn_message_text(message, CN_FIELD_RULES, table->rules);
    if (table->house != NULL)
        cn_message_text(message, CN_FIELD_HOUSE, table->house);
    cn_message_number(message, CN_FIELD_PLAYERS, table->players);
    if (table->title[0] != '\0')
        cn_message_text(message, CN_FIELD_TITLE, table->title);
    cn_message_number(message, CN_FIELD_TIMER, table->timer);
    cn_message_number(message, CN_FIELD_JOIN, table->join);
    cn_message_number(message, CN_FIELD_WATCH, table->watch);
    cn_message_number(message, CN_FIELD_HINTS, table->hints);
    cn_message_number(message, CN_FIELD_LISTED, table->listed);
    cn_message_number(message, CN_FIELD_PACE, table->pace);
}

static void write_deal(struct cn_server_table *table, int seat)
{
    struct cn_seen seen;
    cn_fair_write(&table->say, &table->fair);
    cn_seen_of(&table->game, seat, &seen);
    cn_seen_write(&table->say, &seen, &table->game.rules, table->number);
}

/* A fair deal in the making. */
static void write_fair(struct cn_server_table *table)
{
    struct cn_message message;
    const struct cn_fair *fair = &table->fair;
    cn_message_init(&message, CN_MESSAGE_COMMIT);
    cn_message_number(&message, CN_FIELD_DEAL, table->game.deals + 1);
    memcpy(message.hash, fair->hash, sizeof message.hash);
    cn_message_give(&message, CN_FIELD_HASH);
    cn_message_write(&table->say, &message);
    for (int seat = 0; seat < table->players; seat++) {
        if ((fair->given >> seat & 1) == 0)
            continue;
        cn_message_init(&message, CN_MESSAGE_PART);
        cn_message_number(&message, CN_FIELD_SEAT, seat);
        memcpy(message.part, fair->part[seat], sizeof message.part);
        cn_message_give(&message, CN_FIELD_PART);
        cn_message_write(&table->say, &message);
    }
    if (table->stage != CN_TABLE_CUT)
        return;
    cn_message_init(&message, CN_MESSAGE_SHUFFLED);
    cn_message_number(&message, CN_FIELD_SEAT, table->cutter);
    message.part_count = table->players;
    message.part_given = fair->given;
    memcpy(message.parts, fair->part, sizeof message.parts);
    cn_message_give(&message, CN_FIELD_PARTS);
    cn_message_write(&table->say, &message);
}

static void write_game(struct cn_server_table *table)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < table->players; seat++)
        names[seat] =
            table->chairs[seat].held ? table->chairs[seat].name : table->chairs[seat].level;
    const struct cn_game_line line = {.rules = &table->game.rules,
                                      .players = table->players,
                                      .names = names,
                                      .scores = table->game.score,
                                      .rules_text = rules_text(table)};
    cn_lines_seat_game(&table->say, &line);
}

static void write_snapshot(struct cn_server_table *table, int seat)
{
    struct cn_message message;
    table_message(table, &message);
    cn_message_number(&message, CN_FIELD_NUMBER, table->number);
    cn_message_number(&message, CN_FIELD_STAGE, table->stage);
    cn_message_write(&table->say, &message);
    for (int other = 0; other < table->players; other++) {
        seat_message(table, other, &message);
        cn_message_write(&table->say, &message);
    }
    if (table->paused) {
        cn_message_init(&message, CN_MESSAGE_PAUSE);
        cn_message_number(&message, CN_FIELD_YES, true);
        cn_message_write(&table->say, &message);
    }
    if (table->stage != CN_TABLE_LOBBY)
        write_game(table);
    if (table->stage == CN_TABLE_PARTS || table->stage == CN_TABLE_CUT)
        write_fair(table);
    if (table->stage == CN_TABLE_PLAY)
        write_deal(table, seat);
}

static void proposal_message(const struct cn_server_table *table, int what,
                             struct cn_message *message)
{
    const struct proposal *p = &table->proposals[what];
    const struct guest *guest = find_guest(table, p->client);
    cn_message_init(message, CN_MESSAGE_PROPOSAL);
    cn_message_number(message, CN_FIELD_WHAT, what);
    cn_message_number(message, CN_FIELD_ON, p->on);
    cn_message_number(message, CN_FIELD_SEAT, p->seat);
    if (what == CN_PROPOSAL_SIT && guest != NULL)
        cn_message_text(message, CN_FIELD_NAME, guest->name);
    if (what == CN_PROPOSAL_BACK)
        cn_message_number(message, CN_FIELD_N, p->n);
}

/* What changes too often to be numbered. */
static void write_present(struct cn_server_table *table)
{
    struct cn_message message;
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->chairs[seat].held)
            continue;
        presence_message(table, seat, &message);
        cn_message_write(&table->say, &message);
    }
    for (int what = 0; what <= CN_PROPOSAL_SIT; what++) {
        if (table->proposals[what].on == 0)
            continue;
        proposal_message(table, what, &message);
        cn_message_write(&table->say, &message);
    }
    if (table->turn_seat == CN_NO_SEAT || table->turn_ms <= table->now)
        return;
    cn_message_init(&message, CN_MESSAGE_CLOCK);
    cn_message_number(&message, CN_FIELD_SEAT, table->turn_seat);
    cn_message_number(&message, CN_FIELD_MS, table->turn_ms - table->now);
    cn_message_write(&table->say, &message);
}

/* 'last' below 0: a snapshot is wanted. */
static void greet(struct cn_server_table *table, uint32_t client, int seat, const uint8_t *token,
                  int64_t last)
{
    struct cn_message welcome;
    const int mask = seat == CN_NO_SEAT ? MASK_WATCHERS : 1 << seat;
    const size_t at = table->say.length;
    cn_message_init(&welcome, CN_MESSAGE_WELCOME);
    cn_message_number(&welcome, CN_FIELD_V, CN_PROTOCOL);
    cn_message_text(&welcome, CN_FIELD_TABLE, table->link);
    cn_message_number(&welcome, CN_FIELD_LAST, table->number);
    if (seat == CN_NO_SEAT)
        cn_message_number(&welcome, CN_FIELD_WATCHING, true);
    else
        cn_message_number(&welcome, CN_FIELD_SEAT, seat);
    if (token != NULL) {
        memcpy(welcome.token, token, sizeof welcome.token);
        cn_message_give(&welcome, CN_FIELD_TOKEN);
    }
    if (seat != CN_NO_SEAT)
        cn_message_number(&welcome, CN_FIELD_DONE, table->chairs[seat].done);
    cn_message_write(&table->say, &welcome);
    struct guest *guest = find_guest(table, client);
    if (guest != NULL)
        guest->from = table->told_count;
    if (guest != NULL && guest->waiting) {
        tell_client(table, client, at);
        return;
    }
    if (last < 0 || last > table->number || !ring_since(&table->ring, last, mask, &table->say))
        write_snapshot(table, seat);
    write_present(table);
    tell_client(table, client, at);
    table->actions_due = -1;
}

/* ---- coming ---- */

static int seat_of_token(const struct cn_server_table *table, const uint8_t token[CN_TOKEN_BYTES])
{
    uint8_t hash[CN_HASH_BYTES];
    int found = CN_NO_SEAT;
    crypto_generichash(hash, sizeof hash, token, CN_TOKEN_BYTES, NULL, 0);
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].held &&
            sodium_memcmp(hash, table->chairs[seat].hash, sizeof hash) == 0)
            found = seat;
    return found;
}

void time_absent(struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        struct chair *chair = &table->chairs[seat];
        if (chair->held && chair->client == 0 && !chair->stands_in && chair->away_ms == NO_TIME)
            chair->away_ms = table->now + away_time(table);
    }
}

/* The connection is that of the seat's holder, or a watcher's. */
static void attach(struct cn_server_table *table, uint32_t client, int seat,
                   const struct cn_message *hello)
{
    const bool alone = people_here(table) == 0;
    if (seat != CN_NO_SEAT) {
        const uint32_t old = table->chairs[seat].client;
        if (old != 0 && old != client)
            close_guest(table, old, CN_CLOSE_TAKEN, "taken");
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
            give_back(table, seat);
        else if (!was_here)
            say_presence(table, seat);
    }
    if (seat == CN_NO_SEAT)
        return;
    if (alone) /* nobody waited for the others until now */
        for (int other = 0; other < table->players; other++)
            table->chairs[other].away_ms = NO_TIME;
    time_absent(table);
}

static bool has_host(const struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].host)
            return true;
    return false;
}

/* Takes a chair, which must be free, with the token that 'wish' brings, or a new one. A client that brings its own can
 * come back even if the answer never reaches it. */
static void take_chair(struct cn_server_table *table, int seat, const char *name,
                       const struct cn_message *wish, uint8_t token[CN_TOKEN_BYTES])
{
    struct cn_message line;
    char what[16];
    snprintf(what, sizeof what, "token %d", seat);
    random_for(table, what, token, CN_TOKEN_BYTES);
    if (wish != NULL && cn_message_has(wish, CN_FIELD_TOKEN))
        memcpy(token, wish->token, CN_TOKEN_BYTES);
    cn_message_init(&line, CN_MESSAGE_SEAT);
    cn_message_number(&line, CN_FIELD_SEAT, seat);
    cn_message_text(&line, CN_FIELD_NAME, name);
    if (!has_host(table))
        cn_message_number(&line, CN_FIELD_HOST, true);
    crypto_generichash(line.hash, sizeof line.hash, token, CN_TOKEN_BYTES, NULL, 0);
    cn_message_give(&line, CN_FIELD_HASH);
    happen_seat(table, &line);
}

/* The chair that is asked for, or any: CN_NO_SEAT if it is held. Empty chairs come before those of bots. */
static int free_chair(const struct cn_server_table *table, const struct cn_message *wish)
{
    if (cn_message_has(wish, CN_FIELD_SEAT))
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

/* By chance, so that a vote which comes late, even after a restart, agrees to nothing else. */
static int32_t proposal_number(const struct cn_server_table *table)
{
    uint8_t bytes[16];
    int32_t number;
    random_for(table, "proposal", bytes, sizeof bytes);
    memcpy(&number, bytes, sizeof number);
    number &= INT32_MAX;
    return number != 0 ? number : 1;
}

static void propose(struct cn_server_table *table, int what, int seat, int n, uint32_t client)
{
    struct cn_message message;
    struct proposal *p = &table->proposals[what];
    *p = (struct proposal){.on = proposal_number(table),
                           .seat = (uint8_t)seat,
                           .agreed = (uint8_t)(what == CN_PROPOSAL_SIT ? 0 : 1 << seat),
                           .n = n,
                           .client = client,
                           .due = table->due};
    proposal_message(table, what, &message);
    say_all(table, &message);
}

/* Asks the host whether the guest may sit there; the token that it brings will be the chair's. */
static void propose_to_sit(struct cn_server_table *table, int seat, uint32_t client,
                           const struct cn_message *wish)
{
    struct proposal *p = &table->proposals[CN_PROPOSAL_SIT];
    propose(table, CN_PROPOSAL_SIT, seat, 0, client);
    p->has_token = cn_message_has(wish, CN_FIELD_TOKEN);
    memcpy(p->token, wish->token, sizeof p->token);
}

static const char *may_sit(const struct cn_server_table *table, int seat, const char *name)
{
    if (name[0] == '\0')
        return "name";
    if (seat == CN_NO_SEAT)
        return "full";
    if (has_host(table) && table->join == CN_JOIN_NONE)
        return "join";
    if (has_host(table) && table->join == CN_JOIN_ASK)
        return "ask";
    return NULL;
}

/* A guest who wants a chair and may only watch, if that. */
static void watch_instead(struct cn_server_table *table, uint32_t client, int seat, const char *why,
                          const struct cn_message *hello)
{
    const bool asks = strcmp(why, "ask") == 0 && table->proposals[CN_PROPOSAL_SIT].on == 0;
    refuse(table, client, 0, why);
    if (!table->watch && !asks) {
        close_guest(table, client, CN_CLOSE_REFUSED, why);
        return;
    }
    attach(table, client, CN_NO_SEAT, hello);
    struct guest *guest = find_guest(table, client);
    if (guest != NULL)
        guest->waiting = !table->watch;
    greet(table, client, CN_NO_SEAT, NULL, -1);
    say_watchers(table);
    if (asks)
        propose_to_sit(table, seat, client, hello);
}

static void hello_new(struct cn_server_table *table, uint32_t client,
                      const struct cn_message *hello)
{
    uint8_t token[CN_TOKEN_BYTES];
    const int seat = free_chair(table, hello);
    const char *why = may_sit(table, seat, hello->name);
    if (why != NULL) {
        watch_instead(table, client, seat, why, hello);
        return;
    }
    take_chair(table, seat, hello->name, hello, token);
    attach(table, client, seat, hello);
    greet(table, client, seat, token, -1);
}

static void hello_watcher(struct cn_server_table *table, uint32_t client,
                          const struct cn_message *hello)
{
    if (!table->watch) {
        refuse(table, client, 0, "watch");
        close_guest(table, client, CN_CLOSE_REFUSED, "watch");
        return;
    }
    attach(table, client, CN_NO_SEAT, hello);
    greet(table, client, CN_NO_SEAT, NULL, cn_message_has(hello, CN_FIELD_LAST) ? hello->last : -1);
    say_watchers(table);
}

static void hello_holder(struct cn_server_table *table, uint32_t client, int seat,
                         const struct cn_message *hello)
{
    attach(table, client, seat, hello);
    greet(table, client, seat, NULL, cn_message_has(hello, CN_FIELD_LAST) ? hello->last : -1);
}

/* Who says hello, now at 'seat': the chair of its token, or its own. False if the token is wrong. */
static bool recognise(const struct cn_server_table *table, const struct cn_message *hello,
                      int *seat)
{
    if (!cn_message_has(hello, CN_FIELD_TOKEN))
        return true;
    const int held = seat_of_token(table, hello->token);
    if (held == CN_NO_SEAT ? *seat != CN_NO_SEAT || !hello->is_new
                           : *seat != CN_NO_SEAT && *seat != held)
        return false;
    *seat = held;
    return true;
}

/* Says hello again, for a snapshot: it is who it was. */
static void hello_again(struct cn_server_table *table, struct guest *guest,
                        const struct cn_message *hello)
{
    const struct guest was = *guest;
    remove_guest(table, guest);
    if (was.seat != CN_NO_SEAT)
        hello_holder(table, was.client, was.seat, hello);
    else if (table->watch || was.waiting)
        attach(table, was.client, CN_NO_SEAT, hello);
    guest = find_guest(table, was.client);
    if (guest == NULL)
        return;
    guest->waiting = was.waiting;
    guest->left = was.left;
    guest->left_deal = was.left_deal;
    if (was.seat == CN_NO_SEAT)
        greet(table, was.client, CN_NO_SEAT, NULL,
              cn_message_has(hello, CN_FIELD_LAST) ? hello->last : -1);
}

void people_hello(struct cn_server_table *table, uint32_t client, const struct cn_message *hello)
{
    struct guest *guest = find_guest(table, client);
    const int was = guest != NULL ? guest->seat : CN_NO_SEAT;
    int seat = was;
    if (!recognise(table, hello, &seat)) {
        refuse(table, client, 0, "token");
        people_drop(table, client);
        close_guest(table, client, CN_CLOSE_TOKEN, "token");
    } else if (guest != NULL && seat == was) {
        hello_again(table, guest, hello);
    } else if (seat != CN_NO_SEAT) {
        people_drop(table, client);
        hello_holder(table, client, seat, hello);
    } else if (count_watchers(table) >= WATCHERS_MOST) {
        refuse(table, client, 0, "crowd");
        close_guest(table, client, CN_CLOSE_REFUSED, "crowd");
    } else if (hello->watching) {
        hello_watcher(table, client, hello);
    } else {
        hello_new(table, client, hello);
    }
}

/* ---- going ---- */

void people_drop(struct cn_server_table *table, uint32_t client)
{
    struct guest *guest = find_guest(table, client);
    if (guest == NULL)
        return;
    const int seat = guest->seat;
    remove_guest(table, guest);
    if (table->proposals[CN_PROPOSAL_SIT].on != 0 &&
        table->proposals[CN_PROPOSAL_SIT].client == client)
        settle(table, CN_PROPOSAL_SIT, false);
    if (seat == CN_NO_SEAT) {
        say_watchers(table);
        return;
    }
    struct chair *chair = &table->chairs[seat];
    chair->client = 0;
    chair->away_ms = chair->stands_in ? NO_TIME : table->now + away_time(table);
    say_presence(table, seat);
}

static void make_host(struct cn_server_table *table, int seat, bool host)
{
    struct cn_message line;
    seat_message(table, seat, &line);
    line.has &= ~(UINT64_C(1) << CN_FIELD_HOST);
    line.host = false;
    if (host)
        cn_message_number(&line, CN_FIELD_HOST, true);
    memcpy(line.hash, table->chairs[seat].hash, sizeof line.hash);
    cn_message_give(&line, CN_FIELD_HASH);
    happen_seat(table, &line);
}

/* The next holder in turn after a seat: one who is there, or with 'any' one who is away; CN_NO_SEAT: none. */
static int next_holder(const struct cn_server_table *table, int after, bool any)
{
    for (int step = 1; step < table->players; step++) {
        const int seat = (after + step) % table->players;
        if (any ? table->chairs[seat].held : is_here(table, seat))
            return seat;
    }
    return CN_NO_SEAT;
}

static void pass_host(struct cn_server_table *table, int from)
{
    int seat = next_holder(table, from, false);
    if (seat == CN_NO_SEAT)
        seat = next_holder(table, from, true);
    if (seat != CN_NO_SEAT)
        make_host(table, seat, true);
}

void hand_over(struct cn_server_table *table)
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

/* The chair is nobody's any more: a bot's while a game is on. Its holder may watch. */
static void free_seat(struct cn_server_table *table, int seat)
{
    struct cn_message line;
    const bool was_host = table->chairs[seat].host;
    const uint32_t client = table->chairs[seat].client;
    struct guest *guest = find_guest(table, client);
    if (guest != NULL)
        memcpy(guest->name, table->chairs[seat].name, sizeof guest->name);
    cn_message_init(&line, CN_MESSAGE_SEAT);
    cn_message_number(&line, CN_FIELD_SEAT, seat);
    if (table->stage != CN_TABLE_LOBBY)
        cn_message_text(&line, CN_FIELD_LEVEL, level_of(table, seat)->name);
    happen_seat(table, &line);
    if (was_host)
        pass_host(table, seat);
    if (guest == NULL)
        return;
    guest->seat = CN_NO_SEAT;
    guest->left = (uint8_t)seat;
    guest->left_deal = table->stage == CN_TABLE_PLAY ? table->game.deals : 0;
    if (table->watch && count_watchers(table) <= WATCHERS_MOST) {
        greet(table, client, CN_NO_SEAT, NULL, -1);
        say_watchers(table);
    } else {
        close_guest(table, client, CN_CLOSE_REFUSED, "watch");
    }
}

/* Who has left a chair in the middle of a deal knows its hand. */
static bool has_seen_other(const struct cn_server_table *table, const struct guest *guest, int seat)
{
    return seat != CN_NO_SEAT && table->stage == CN_TABLE_PLAY &&
           guest->left_deal == table->game.deals && guest->left != seat;
}

static void sit(struct cn_server_table *table, struct guest *guest, int64_t id,
                const struct cn_message *wish)
{
    uint8_t token[CN_TOKEN_BYTES];
    const uint32_t client = guest->client;
    if (cn_message_has(wish, CN_FIELD_NAME))
        snprintf(guest->name, sizeof guest->name, "%s", wish->name);
    const int seat = free_chair(table, wish);
    const char *why =
        has_seen_other(table, guest, seat) ? "hand" : may_sit(table, seat, guest->name);
    if (why != NULL && strcmp(why, "ask") == 0 && table->proposals[CN_PROPOSAL_SIT].on == 0) {
        propose_to_sit(table, seat, client, wish);
        confirm(table, client, id);
        return;
    }
    if (why != NULL) {
        refuse(table, client, id, why);
        return;
    }
    take_chair(table, seat, guest->name, wish, token);
    guest->seat = (uint8_t)seat;
    table->chairs[seat].client = client;
    confirm(table, client, id);
    greet(table, client, seat, token, -1);
    say_presence(table, seat);
    say_watchers(table);
}

/* ---- votes ---- */

void settle(struct cn_server_table *table, int what, bool yes)
{
    struct cn_message message;
    struct proposal *p = &table->proposals[what];
    cn_message_init(&message, CN_MESSAGE_SETTLED);
    cn_message_number(&message, CN_FIELD_WHAT, what);
    cn_message_number(&message, CN_FIELD_ON, p->on);
    cn_message_number(&message, CN_FIELD_YES, yes);
    say_all(table, &message);
    const struct guest *guest = find_guest(table, p->client);
    if (what == CN_PROPOSAL_SIT && !yes && guest != NULL && guest->waiting) {
        say_to(table, guest->client, &message);
        close_guest(table, guest->client, CN_CLOSE_REFUSED, "watch");
    }
    memset(p, 0, sizeof *p);
}

/* Have all agreed who must? Bots always do. */
static bool is_agreed(const struct cn_server_table *table, int what)
{
    const struct proposal *p = &table->proposals[what];
    for (int seat = 0; seat < table->players; seat++) {
        const bool must = what == CN_PROPOSAL_SIT       ? table->chairs[seat].host
                          : what == CN_PROPOSAL_REMATCH ? is_here(table, seat)
                                                        : table->chairs[seat].held;
        if (must && (p->agreed >> seat & 1) == 0)
            return false;
    }
    return true;
}

static void seat_guest(struct cn_server_table *table, const struct proposal *p)
{
    uint8_t token[CN_TOKEN_BYTES];
    struct cn_message wish;
    struct guest *guest = find_guest(table, p->client);
    if (guest == NULL || table->chairs[p->seat].held || has_seen_other(table, guest, p->seat))
        return;
    cn_message_init(&wish, CN_MESSAGE_SIT);
    memcpy(wish.token, p->token, sizeof wish.token);
    if (p->has_token)
        cn_message_give(&wish, CN_FIELD_TOKEN);
    take_chair(table, p->seat, guest->name, &wish, token);
    guest->waiting = false;
    guest->seat = p->seat;
    table->chairs[p->seat].client = p->client;
    greet(table, p->client, p->seat, token, -1);
    say_presence(table, p->seat);
    say_watchers(table);
}

static void carry_out(struct cn_server_table *table, int what)
{
    const struct proposal p = table->proposals[what];
    if (!is_agreed(table, what))
        return;
    settle(table, what, true);
    switch ((enum cn_proposal)what) {
    case CN_PROPOSAL_BACK: happen_undo(table, p.seat, p.n, false); break;
    case CN_PROPOSAL_SIT: seat_guest(table, &p); break;
    case CN_PROPOSAL_REMATCH:
        for (int seat = 0; seat < table->players; seat++)
            table->chairs[seat].ready = true;
        happen_game(table);
        break;
    }
}

static const char *vote(struct cn_server_table *table, int seat, const struct cn_message *message)
{
    for (int what = 0; what <= CN_PROPOSAL_SIT; what++) {
        struct proposal *p = &table->proposals[what];
        if (p->on == 0 || p->on != message->on)
            continue;
        if (what == CN_PROPOSAL_SIT && !table->chairs[seat].host)
            return "host";
        if (!message->yes) {
            settle(table, what, false);
            return NULL;
        }
        p->agreed |= (uint8_t)(1 << seat);
        carry_out(table, what);
        return NULL;
    }
    return "gone";
}

/* ---- what a seat does; NULL, or why not ---- */

/* Are these cards of the hand, of the kinds that the action names? */
bool cards_fit(const struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
               int count)
{
    cn_card chosen[CN_CARDS_MAX];
    uint8_t left[CN_FACES];
    cn_hand kinds = 0;
    if (cn_game_choose(game, seat, action, chosen) != count)
        return false;
    memcpy(left, game->cards.hand[seat], sizeof left);
    for (int i = 0; i < count; i++) {
        if (left[cards[i]]-- == 0)
            return false;
        kinds += cn_hand_of(cn_card_kind(cards[i]), 1);
        kinds -= cn_hand_of(cn_card_kind(chosen[i]), 1);
    }
    return kinds == 0;
}

/* True if it was answered, whether done or refused. */
static const char *act(struct cn_server_table *table, int seat, uint32_t client,
                       const struct cn_message *message, bool *answered)
{
    const struct cn_game *game = &table->game;
    struct cn_action action;
    struct cn_refusal refusal;
    if (table->stage != CN_TABLE_PLAY)
        return "stage";
    if (table->paused)
        return "paused";
    if (message->at < table->due || message->at > table->number)
        return "late";
    if (!cn_action_parse(message->action, strlen(message->action), &action))
        return "value";
    if (!cn_legal_check(&game->rules, &game->deal.table, seat, game->deal.hands[seat], action,
                        &refusal)) {
        refuse_by_law(table, client, message->id, &refusal);
        *answered = true;
        return NULL;
    }
    const bool exact = cn_message_has(message, CN_FIELD_CARDS);
    if (exact && !cards_fit(game, seat, action, message->cards, message->card_count))
        return "cards";
    const bool any = exact && message->card_count > 0;
    happen_action(table, seat, message->id, action, any ? message->cards : NULL,
                  any ? message->card_count : 0);
    return NULL;
}

static const char *give_part(struct cn_server_table *table, int seat,
                             const struct cn_message *message)
{
    if (table->stage != CN_TABLE_PARTS || message->deal != table->game.deals + 1)
        return "late";
    if ((table->fair.given >> seat & 1) != 0)
        return "given";
    happen_did(table, seat, message->id);
    happen_part(table, seat, message->part);
    return NULL;
}

static const char *cut(struct cn_server_table *table, int seat, const struct cn_message *message)
{
    if (table->stage != CN_TABLE_CUT || table->paused)
        return "stage";
    if (table->cutter != seat)
        return "turn";
    if (!cn_cut_is_allowed(&table->game.rules, message->k))
        return "cut";
    happen_did(table, seat, message->id);
    happen_deal(table, message->k);
    return NULL;
}

static void chat(struct cn_server_table *table, int seat, const char *name,
                 const struct cn_message *message)
{
    struct cn_message line;
    cn_message_init(&line, CN_MESSAGE_CHAT);
    if (seat != CN_NO_SEAT) {
        happen_did(table, seat, message->id);
        cn_message_number(&line, CN_FIELD_SEAT, seat);
    }
    cn_message_text(&line, CN_FIELD_NAME, name[0] != '\0' ? name : "?");
    if (cn_message_has(message, CN_FIELD_TEXT))
        cn_message_text(&line, CN_FIELD_TEXT, message->text);
    else
        cn_message_text(&line, CN_FIELD_PHRASE, message->phrase);
    happen_chat(table, &line);
}

/* What was revealed can be taken back only if all agree; who is away cannot. */
static bool is_somebody_away(const struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].held && !is_here(table, seat))
            return true;
    return false;
}

static const char *take_back(struct cn_server_table *table, int seat,
                             const struct cn_message *message)
{
    const int n = cn_message_has(message, CN_FIELD_N) ? message->n : 1;
    if (table->stage != CN_TABLE_PLAY || table->paused)
        return "stage";
    if (n < 1 || n > table->decision_count)
        return "back";
    if (!may_undo_alone(table, seat, n) && is_somebody_away(table))
        return "away";
    happen_did(table, seat, message->id);
    if (may_undo_alone(table, seat, n)) {
        happen_undo(table, seat, n, true);
        return NULL;
    }
    if (table->proposals[CN_PROPOSAL_BACK].on != 0)
        settle(table, CN_PROPOSAL_BACK, false);
    propose(table, CN_PROPOSAL_BACK, seat, n, 0);
    carry_out(table, CN_PROPOSAL_BACK);
    return NULL;
}

static const char *rematch(struct cn_server_table *table, int seat)
{
    struct proposal *p = &table->proposals[CN_PROPOSAL_REMATCH];
    if (table->stage != CN_TABLE_OVER)
        return "stage";
    if (p->on == 0)
        propose(table, CN_PROPOSAL_REMATCH, seat, 0, 0);
    p->agreed |= (uint8_t)(1 << seat);
    carry_out(table, CN_PROPOSAL_REMATCH);
    return NULL;
}

static const char *put_bot(struct cn_server_table *table, int seat,
                           const struct cn_message *message)
{
    struct cn_message line;
    const bool level = cn_message_has(message, CN_FIELD_LEVEL);
    if (message->seat >= table->players || table->chairs[message->seat].held)
        return "seat";
    if (level ? cn_level_find(message->level) == NULL : table->stage != CN_TABLE_LOBBY)
        return "level";
    happen_did(table, seat, message->id);
    cn_message_init(&line, CN_MESSAGE_SEAT);
    cn_message_number(&line, CN_FIELD_SEAT, message->seat);
    if (level)
        cn_message_text(&line, CN_FIELD_LEVEL, message->level);
    happen_seat(table, &line);
    return NULL;
}

/* Who waits to be let in stays. */
static void send_watchers_away(struct cn_server_table *table)
{
    const struct proposal *p = &table->proposals[CN_PROPOSAL_SIT];
    for (int i = table->guest_count - 1; i >= 0; i--) {
        const uint32_t client = table->guests[i].client;
        if (table->guests[i].seat == CN_NO_SEAT && (p->on == 0 || p->client != client))
            close_guest(table, client, CN_CLOSE_REFUSED, "watch");
    }
    say_watchers(table);
}

static const char *change(struct cn_server_table *table, int seat, const struct cn_message *message)
{
    struct cn_message line = *message;
    line.kind = CN_MESSAGE_SET;
    line.has &= ~(UINT64_C(1) << CN_FIELD_ID);
    happen_did(table, seat, message->id);
    happen_set(table, &line);
    if (!table->watch)
        send_watchers_away(table);
    return NULL;
}

static const char *hint(struct cn_server_table *table, int seat, const struct cn_message *message)
{
    struct chair *chair = &table->chairs[seat];
    if (!table->hints)
        return "hints";
    if (table->stage != CN_TABLE_PLAY || table->paused || cn_game_actor(&table->game) != seat)
        return "turn";
    if (chair->hint != 0)
        return "busy"; /* one at a time */
    chair->hint = flow_ask(table);
    chair->hint_id = message->id;
    return chair->hint != 0 ? NULL : "busy";
}

static const char *share(struct cn_server_table *table, int seat, uint32_t client,
                         const struct cn_message *message)
{
    uint8_t bytes[CN_LINK_BYTES];
    char link[LINK_SIZE];
    struct cn_message answer;
    if (table->record_link[0] == '\0') {
        random_for(table, "record", bytes, sizeof bytes);
        cn_hex_format(bytes, sizeof bytes, link);
        happen_did(table, seat, message->id);
        happen_share(table, link);
        return NULL;
    }
    cn_message_init(&answer, CN_MESSAGE_SHARE);
    cn_message_text(&answer, CN_FIELD_LINK, table->record_link);
    say_to(table, client, &answer);
    return NULL;
}

static const char *make_free(struct cn_server_table *table, int seat,
                             const struct cn_message *message)
{
    if (message->seat >= table->players || !table->chairs[message->seat].held)
        return "seat";
    happen_did(table, seat, message->id);
    free_seat(table, message->seat);
    return NULL;
}

static const char *host_does(struct cn_server_table *table, int seat,
                             const struct cn_message *message)
{
    if (!table->chairs[seat].host)
        return "host";
    switch (message->kind) {
    case CN_MESSAGE_BOT: return put_bot(table, seat, message);
    case CN_MESSAGE_SET: return change(table, seat, message);
    default: return make_free(table, seat, message);
    }
}

static const char *make_ready(struct cn_server_table *table, int seat)
{
    if (table->stage != CN_TABLE_LOBBY && table->stage != CN_TABLE_BETWEEN)
        return "stage";
    table->chairs[seat].ready = true;
    say_presence(table, seat);
    return NULL;
}

static const char *pause_game(struct cn_server_table *table, int seat,
                              const struct cn_message *message)
{
    if (!is_playing(table))
        return "stage";
    if (table->paused == message->yes)
        return NULL;
    happen_did(table, seat, message->id);
    happen_pause(table, seat, message->yes);
    return NULL;
}

static const char *seat_does(struct cn_server_table *table, int seat, uint32_t client,
                             const struct cn_message *message, bool *answered)
{
    switch ((enum cn_message_kind)message->kind) {
    case CN_MESSAGE_ACT: return act(table, seat, client, message, answered);
    case CN_MESSAGE_READY: return make_ready(table, seat);
    case CN_MESSAGE_PART: return give_part(table, seat, message);
    case CN_MESSAGE_CUT: return cut(table, seat, message);
    case CN_MESSAGE_CHAT: chat(table, seat, table->chairs[seat].name, message); return NULL;
    case CN_MESSAGE_PAUSE: return pause_game(table, seat, message);
    case CN_MESSAGE_BACK: return take_back(table, seat, message);
    case CN_MESSAGE_REMATCH: return rematch(table, seat);
    case CN_MESSAGE_VOTE: return vote(table, seat, message);
    case CN_MESSAGE_BOT:
    case CN_MESSAGE_FREE:
    case CN_MESSAGE_SET: return host_does(table, seat, message);
    case CN_MESSAGE_SHARE: return share(table, seat, client, message);
    case CN_MESSAGE_SHEET: sheet_say(table, client); return NULL;
    case CN_MESSAGE_RISE:
        confirm(table, client, message->id);
        *answered = true;
        free_seat(table, seat);
        return NULL;
    case CN_MESSAGE_HINT: return hint(table, seat, message);
    case CN_MESSAGE_SIT: return message->seat == seat ? NULL : "seated";
    default: return "kind";
    }
}

static void from_seat(struct cn_server_table *table, int seat, uint32_t client,
                      const struct cn_message *message)
{
    bool answered = false;
    const int64_t done = table->chairs[seat].done;
    if (message->id <= done) {
        if (message->id == done)
            confirm(table, client, message->id);
        else
            refuse(table, client, message->id, "old");
        return;
    }
    give_back(table, seat);
    const char *why = seat_does(table, seat, client, message, &answered);
    if (why != NULL)
        refuse(table, client, message->id, why);
    else if (!answered)
        confirm(table, client, message->id);
}

void people_message(struct cn_server_table *table, uint32_t client,
                    const struct cn_message *message)
{
    struct guest *guest = find_guest(table, client);
    if (message->kind == CN_MESSAGE_PING) {
        struct cn_message pong;
        cn_message_init(&pong, CN_MESSAGE_PONG);
        if (message->id > 0)
            cn_message_number(&pong, CN_FIELD_ID, message->id);
        say_to(table, client, &pong);
    } else if (guest == NULL) {
        refuse(table, client, message->id, "hello");
    } else if (guest->seat != CN_NO_SEAT) {
        from_seat(table, guest->seat, client, message);
    } else if (message->kind == CN_MESSAGE_SIT) {
        sit(table, guest, message->id, message);
    } else if (message->kind == CN_MESSAGE_CHAT) {
        chat(table, CN_NO_SEAT, guest->name, message);
        confirm(table, client, message->id);
    } else if (message->kind == CN_MESSAGE_SHEET) {
        sheet_say(table, client);
        confirm(table, client, message->id);
    } else {
        refuse(table, client, message->id, "watching");
    }
}

/* ---- lists of legal actions, for clients without an engine ---- */

void say_actions(struct cn_server_table *table)
{
    const struct cn_game *game = &table->game;
    if (table->stage != CN_TABLE_PLAY || table->actions_due == table->due)
        return;
    const int seat = cn_game_actor(game);
    struct guest *guest = find_guest(table, table->chairs[seat].client);
    table->actions_due = table->due;
    if (guest == NULL || !guest->actions)
        return;
    struct cn_actions *list = malloc(sizeof *list);
    if (list == NULL) {
        table->failed = true;
        return;
    }
    const size_t at = table->say.length;
    cn_legal_list(&game->rules, &game->deal.table, game->deal.hands[seat], list);
    cn_lines_actions(&table->say, seat, list);
    tell_client(table, guest->client, at);
    free(list);
}
