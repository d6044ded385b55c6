/* load_table.c -- four seats of a table: how they sit down, deal, and play what is due. */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "load.h"

/* ---- sending ---- */

static void say(struct load_connection *connection, const char *text)
{
    if (!load_send(connection, text, strlen(text)))
        load_fail(connection->table->load, "a message could not be sent");
}

__attribute__((format(printf, 2, 3))) static void sayf(struct load_connection *connection,
                                                       const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say(connection, text);
}

static void say_hello(struct load_connection *connection)
{
    const struct load_table *table = connection->table;
    if (connection->has_token) {
        char token[2 * TOKEN_BYTES + 1];
        cn__hex_format(connection->token, TOKEN_BYTES, token);
        sayf(connection, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"token\":\"%s\"}", table->link,
             token);
        return;
    }
    sayf(connection, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"name\":\"Load %d\",\"seat\":%d}",
         table->link, connection->seat, connection->seat);
}

void load_table_open(struct load_connection *connection)
{
    if (connection->table->link[0] != '\0')
        say_hello(connection);
    else
        say(connection, "{\"t\":\"make\",\"v\":1,\"name\":\"Load 0\",\"seat\":0,\"players\":4,"
                        "\"rules\":\"laws1950\"}");
}

/* ---- reading what matters, without parsing the rest ---- */

static const char *find(const char *text, size_t length, const char *what)
{
    return memmem(text, length, what, strlen(what));
}

/* What is received does not end with a NUL. */
static int64_t digits(const char *at, const char *end)
{
    int64_t number = 0;
    for (; at < end && *at >= '0' && *at <= '9' && number < INT64_MAX / 100; at++)
        number = number * 10 + (*at - '0');
    return number;
}

/* The number after a key; -1: it is not there. */
static int64_t number_at(const char *text, size_t length, const char *key)
{
    const char *at = find(text, length, key);
    return at != NULL ? digits(at + strlen(key), text + length) : -1;
}

static bool hex_at(const char *text, size_t length, const char *key, uint8_t *bytes, size_t count)
{
    const char *at = find(text, length, key);
    if (at == NULL)
        return false;
    at += strlen(key);
    return (size_t)(text + length - at) >= 2 * count && cn__hex_parse(at, 2 * count, bytes, count);
}

/* The first line of a kind in a frame, parsed; NULL: none. */
static json_t *line_of(const char *text, size_t length, const char *kind)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "\"t\":\"%s\"", kind);
    const char *at = find(text, length, wanted);
    if (at == NULL)
        return NULL;
    const char *begin = at;
    while (begin > text && begin[-1] != '\n')
        begin--;
    const char *end = memchr(at, '\n', (size_t)(text + length - at));
    if (end == NULL)
        end = text + length;
    return json_loadb(begin, (size_t)(end - begin), 0, NULL);
}

static int cards_of(const json_t *line, const char *key, cn_card *cards)
{
    const json_t *list = json_object_get(line, key);
    int count = 0;
    for (size_t i = 0; i < json_array_size(list) && i < CN_CARDS_MAX; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const cn_card card = text != NULL ? cn_card_parse(text) : CN_NO_CARD;
        if (card != CN_NO_CARD)
            cards[count++] = card;
    }
    return count;
}

/* ---- the game of a table ---- */

/* The cards that leave the stock next are these. */
static bool arrange(cn_card *stock, int from, int to, const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        int at = from + i;
        while (at < to && stock[at] != cards[i])
            at++;
        if (at == to)
            return false;
        const cn_card other = stock[from + i];
        stock[from + i] = stock[at];
        stock[at] = other;
    }
    return true;
}

static bool arrange_stock(struct load_table *table, const cn_card *cards, int count)
{
    struct cn_deal *deal = &table->game.deal;
    return arrange(deal->stock, deal->drawn, deal->cards, cards, count);
}

/* The deal that all four seats were told of, each its own hand. */
static bool follow_deal(struct load_table *table)
{
    cn_card deck[CN_CARDS_MAX];
    cn_card hand[LOAD_SEATS][CN_CARDS_MAX];
    cn_card up[CN_CARDS_MAX];
    int left[CN_CARD_CODES] = {0};
    int given[LOAD_SEATS] = {0};
    int count = 0;
    int dealer = 0;
    int ups = 0;
    int hands = 0;
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        const struct load_connection *connection = &table->at[seat];
        json_t *line = line_of(connection->frame, connection->frame_length, "deal");
        if (line == NULL)
            return false;
        hands = cards_of(line, "hand", hand[seat]);
        dealer = (int)json_integer_value(json_object_get(line, "dealer"));
        ups = cards_of(line, "upcards", up);
        json_decref(line);
    }
    cn_card full[CN_CARDS_MAX];
    const int cards = cn_deck_init(&table->game.law->rules, full);
    for (int i = 0; i < cards; i++)
        left[full[i]]++;
    for (int i = 0; i < hands * LOAD_SEATS; i++) {
        const int seat = (dealer + 1 + i) % LOAD_SEATS;
        deck[count++] = hand[seat][given[seat]++];
        left[deck[count - 1]]--;
    }
    for (int i = 0; i < ups; i++) {
        deck[count++] = up[i];
        left[up[i]]--;
    }
    const int stock = count;
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (; left[face] > 0; left[face]--)
            deck[count++] = (cn_card)face;
    if (count != cards)
        return false;
    const struct load_connection *first = &table->at[(dealer + 1) % LOAD_SEATS];
    json_t *face = line_of(first->frame, first->frame_length, "face");
    if (face != NULL) {
        cn_card drawn[CN_CARDS_MAX];
        const int n = cards_of(face, "drawn", drawn);
        json_decref(face);
        if (!arrange(deck, stock, cards, drawn, n))
            return false;
    }
    return cn_game_deal(&table->game, dealer, CN_NO_SEAT, deck, NULL, NULL);
}

/* The game as four snapshots show it. */
static bool follow_views(struct load_table *table)
{
    struct cn_game *game = &table->game;
    struct snapshot seen;
    int left[CN_CARD_CODES] = {0};
    int gone = 0; /* cards that have left the stock stand before it */
    cn_card full[CN_CARDS_MAX];
    const int cards = cn_deck_init(&game->law->rules, full);
    for (int i = 0; i < cards; i++)
        left[full[i]]++;
    memset(&game->deal, 0, sizeof game->deal);
    memset(&game->cards, 0, sizeof game->cards);
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        const struct load_connection *connection = &table->at[seat];
        json_t *line = line_of(connection->frame, connection->frame_length, "view");
        const bool good =
            line != NULL && snapshot_read(line, &game->law->rules, LOAD_SEATS, seat, &seen);
        json_decref(line);
        if (!good)
            return false;
        for (int i = 0; i < seen.hand_count; i++) {
            game->cards.hand[seat][seen.hand[i]]++;
            game->deal.hands[seat] =
                cn_hand_add(game->deal.hands[seat], cn_hand_single(cn_card_kind(seen.hand[i]), 1));
            game->deal.stock[gone++] = seen.hand[i];
            left[seen.hand[i]]--;
        }
    }
    game->deal.table = seen.table;
    game->deal.memory = seen.memory;
    memcpy(game->score, seen.score, sizeof game->score);
    game->deal_number = seen.deals;
    game->starting_pile = seen.upcards;
    game->in_deal = 1;
    game->winner = -1;
    for (int i = 0; i < seen.pile_count; i++) {
        game->cards.pile[game->cards.pile_count++] = seen.pile[i];
        game->deal.pile =
            cn_hand_add(game->deal.pile, cn_hand_single(cn_card_kind(seen.pile[i]), 1));
        game->deal.stock[gone++] = seen.pile[i];
        left[seen.pile[i]]--;
    }
    for (int i = 0; i < seen.laid_count; i++) {
        game->cards.laid[i] = seen.laid[i];
        game->cards.laid_side[i] = seen.laid_side[i];
        game->cards.laid_meld[i] = seen.laid_meld[i];
        game->deal.stock[gone++] = seen.laid[i];
        left[seen.laid[i]]--;
    }
    game->cards.laid_count = seen.laid_count;
    for (int i = 0; i < seen.red_count; i++) {
        game->cards.red[i] = seen.red[i];
        game->cards.red_side[i] = seen.red_side[i];
        game->deal.stock[gone++] = seen.red[i];
        left[seen.red[i]]--;
    }
    game->cards.red_count = seen.red_count;
    game->deal.cards = (uint16_t)cards;
    game->deal.drawn = (uint16_t)(cards - seen.table.stock);
    int at = game->deal.drawn;
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (; left[face] > 0 && at < cards; left[face]--)
            game->deal.stock[at++] = (cn_card)face;
    return at == cards;
}

/* The action that was acknowledged, with the cards that it brought. */
static bool follow_action(struct load_table *table)
{
    const struct load_connection *actor = &table->at[table->actor];
    cn_card cards[CN_CARDS_MAX];
    json_t *line = NULL;
    if (table->action.type == CN_ACTION_DRAW) {
        line = line_of(actor->frame, actor->frame_length, "draw");
    } else if (table->action.type == CN_ACTION_DISCARD) {
        const struct load_connection *next = &table->at[table->game.deal.table.next[table->actor]];
        line = line_of(next->frame, next->frame_length, "face");
    }
    if (line != NULL) {
        const bool draw = table->action.type == CN_ACTION_DRAW;
        const int count = cards_of(line, draw ? "cards" : "drawn", cards);
        json_decref(line);
        if (!arrange_stock(table, cards, count))
            return false;
    }
    return cn_game_play(&table->game, table->actor, table->action, NULL, NULL, NULL);
}

/* ---- stages ---- */

static void fail(struct load_table *table, const char *why)
{
    load_fail(table->load, why);
    table->stage = LOAD_OVER;
}

static void get_ready(struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        sayf(&table->at[seat], "{\"t\":\"ready\",\"id\":%lld}", (long long)table->next_id++);
}

static void play_again(struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        sayf(&table->at[seat], "{\"t\":\"rematch\",\"id\":%lld}", (long long)table->next_id++);
}

static void give_part(struct load_connection *connection, int64_t deal)
{
    uint8_t part[PART_BYTES];
    char text[2 * PART_BYTES + 1];
    randombytes_buf(part, sizeof part);
    cn__hex_format(part, sizeof part, text);
    sayf(connection, "{\"t\":\"part\",\"id\":%lld,\"deal\":%lld,\"part\":\"%s\"}",
         (long long)connection->table->next_id++, (long long)deal, text);
}

static void begin_playing(struct load_table *table)
{
    struct load *load = table->load;
    const int64_t now = load_now_us();
    table->stage = LOAD_PLAYING;
    if (table->due_us == 0) {
        load->playing++;
        table->due_us = now;
    }
    if (table->due_us < now)
        table->due_us = now; /* the time of dealing is not counted */
}

static void forget_frames(struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        table->at[seat].frame_length = 0;
}

static bool all_have(const struct load_table *table, const char *kind)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        if (find(table->at[seat].frame, table->at[seat].frame_length, kind) == NULL)
            return false;
    return true;
}

static void after_action(struct load_table *table)
{
    struct load *load = table->load;
    const int64_t now = load_now_us();
    if (!follow_action(table)) {
        fail(table, "the game went another way than it should");
        return;
    }
    forget_frames(table);
    load->actions++;
    if (load->measuring) {
        load->measured++;
        load_count(load, now - table->due_us);
    }
    if (load->options->rate > 0)
        table->due_us += (int64_t)load->table_count * 1000000 / load->options->rate;
    else
        table->due_us = now;
    if (table->game.in_deal) {
        table->stage = LOAD_PLAYING;
        return;
    }
    table->stage = LOAD_DEALING;
    if (table->game.winner < 0) {
        get_ready(table);
        return;
    }
    cn_game_init(&table->game, &load->law, LOAD_SEATS, NULL);
    play_again(table);
}

/* Has every seat been told what the actor was? */
static bool all_told(const struct load_table *table)
{
    const struct load_connection *actor = &table->at[table->actor];
    if (actor->ok_id != table->asked_id)
        return false;
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        if (table->at[seat].frame_length == 0 || table->at[seat].seen < actor->seen)
            return false;
    return actor->frame_length > 0;
}

/* A table that was left between deals continues as soon as the first seat is back: that seat is
 * dealt in, and the others get a view of the deal. Then all ask for a view. */
static void ask_for_views(struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        struct load_connection *connection = &table->at[seat];
        if (connection->asked_view ||
            find(connection->frame, connection->frame_length, "\"t\":\"view\"") != NULL ||
            find(connection->frame, connection->frame_length, "\"t\":\"deal\"") == NULL)
            continue;
        connection->asked_view = true;
        say_hello(connection);
    }
}

static void go_on(struct load_table *table)
{
    switch (table->stage) {
    case LOAD_WAITING:
        if (all_told(table))
            after_action(table);
        if (table->stage == LOAD_PLAYING && table->load->options->rate == 0)
            load_table_act(table);
        break;
    case LOAD_DEALING:
        if (all_have(table, "\"t\":\"deal\"") && !table->game.in_deal) {
            if (!follow_deal(table)) {
                fail(table, "a deal could not be followed");
                break;
            }
        } else if (table->resumed && all_have(table, "\"t\":\"view\"")) {
            if (!follow_views(table)) {
                fail(table, "a snapshot could not be followed");
                break;
            }
            table->resumed = false;
        } else {
            if (table->resumed)
                ask_for_views(table);
            break;
        }
        forget_frames(table);
        begin_playing(table);
        if (table->load->options->rate == 0 && !table->load->options->idle)
            load_table_act(table);
        break;
    default: break;
    }
}

void load_table_act(struct load_table *table)
{
    struct load *load = table->load;
    char text[CN_ACTION_TEXT];
    const int seat = cn_game_actor(&table->game);
    const struct cn_view view = cn_game_view(&table->game, seat);
    struct load_connection *connection = &table->at[seat];
    table->action = load->bot->decide(&view, &load->rng);
    table->actor = seat;
    table->asked_id = table->next_id++;
    table->stage = LOAD_WAITING;
    cn_action_format(table->action, text);
    sayf(connection, "{\"t\":\"act\",\"id\":%lld,\"at\":%lld,\"action\":\"%s\"}",
         (long long)table->asked_id, (long long)connection->seen, text);
}

/* ---- frames ---- */

static void connect_next(struct load_table *table)
{
    struct load_connection *connection = &table->at[table->joined];
    if (!load_connect(connection))
        fail(table, "a connection could not be made");
}

/* Where a game stands that was begun by an earlier run: how much an initial meld must count hangs
 * on it. */
static void take_scores(struct load_table *table, const char *text, size_t length)
{
    json_t *line = find(text, length, "\"stage\":\"over\"") == NULL
                       ? line_of(text, length, "game")
                       : NULL; /* the next game begins at nothing */
    const json_t *scores = json_object_get(line, "scores");
    for (size_t side = 0; side < json_array_size(scores) && side < CN_SIDES_MAX; side++)
        table->game.score[side] = (int32_t)json_integer_value(json_array_get(scores, side));
    json_decref(line);
}

/* The table may have gone on while seat after seat came back; now that all are there it stands
 * still, and each asks for a snapshot of the same moment. */
static void look_again(struct load_table *table)
{
    table->settled = true;
    table->joined = 0;
    forget_frames(table);
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        table->at[seat].welcome = false;
        say_hello(&table->at[seat]);
    }
}

static void on_welcome(struct load_connection *connection, const char *text, size_t length)
{
    struct load_table *table = connection->table;
    if (connection->welcome)
        return;
    connection->welcome = true;
    table->load->welcomes++;
    if (find(text, length, "\"t\":\"view\"") != NULL) {
        table->load->snapshots++;
        table->load->snapshot_bytes += (int64_t)length;
        if ((int64_t)length > table->load->snapshot_most)
            table->load->snapshot_most = (int64_t)length;
    }
    if (hex_at(text, length, "\"token\":\"", connection->token, TOKEN_BYTES))
        connection->has_token = true;
    take_scores(table, text, length);
    const int64_t last = number_at(text, length, "\"last\":");
    if (last < table->acked)
        table->load->lost += table->acked - last;
    if (++table->joined < LOAD_SEATS) {
        if (!table->settled)
            connect_next(table);
        return;
    }
    if (table->resumed && !table->settled) {
        look_again(table);
        return;
    }
    table->stage = LOAD_DEALING;
    if (find(connection->frame, connection->frame_length, "\"stage\":\"over\"") != NULL)
        play_again(table);
    else if (!table->resumed || !all_have(table, "\"t\":\"view\""))
        get_ready(table);
}

static void on_made(struct load_connection *connection, const char *text, size_t length)
{
    struct load_table *table = connection->table;
    const char *link = find(text, length, "\"table\":\"");
    if (link == NULL || !hex_at(text, length, "\"token\":\"", connection->token, TOKEN_BYTES)) {
        fail(table, "a table could not be made");
        return;
    }
    snprintf(table->link, sizeof table->link, "%.32s", link + strlen("\"table\":\""));
    connection->has_token = true;
    say_hello(connection);
}

/* The highest number in the frame stands in its last numbered line. */
static int64_t last_number(const char *text, size_t length)
{
    static const char key[] = "\"#\":";
    int64_t number = -1;
    for (const char *at = find(text, length, key); at != NULL;
         at = find(at + 1, (size_t)(text + length - at - 1), key)) {
        const int64_t one = digits(at + sizeof key - 1, text + length);
        if (one > number)
            number = one;
    }
    return number;
}

static void keep(struct load_connection *connection, const char *text, size_t length)
{
    char *grown = realloc(connection->frame, connection->frame_length + length + 1);
    if (grown == NULL)
        return;
    connection->frame = grown;
    memcpy(grown + connection->frame_length, text, length);
    grown[connection->frame_length + length] = '\n';
    connection->frame_length += length + 1;
}

static void on_answer(struct load_connection *connection, const char *text, size_t length)
{
    struct load_table *table = connection->table;
    const char *ok = find(text, length, "\"t\":\"ok\"");
    const char *no = find(text, length, "\"t\":\"no\"");
    if (ok != NULL) {
        const size_t rest = (size_t)(text + length - ok);
        connection->ok_id = number_at(ok, rest, "\"id\":");
        connection->ok_at = number_at(ok, rest, "\"at\":");
        if (connection->ok_id == table->asked_id && connection->ok_at > table->acked)
            table->acked = connection->ok_at;
    }
    if (no != NULL && table->stage == LOAD_WAITING &&
        number_at(no, (size_t)(text + length - no), "\"id\":") == table->asked_id) {
        snprintf(table->load->trouble, sizeof table->load->trouble, "%.*s", (int)strcspn(no, "}\n"),
                 no);
        fail(table, NULL);
    }
}

void load_table_frame(struct load_connection *connection, const char *text, size_t length)
{
    struct load_table *table = connection->table;
    const int64_t number = last_number(text, length);
    table->load->frames++;
    if (number > connection->seen)
        connection->seen = number;
    if (number >= 0)
        keep(connection, text, length);
    on_answer(connection, text, length);
    if (table->stage == LOAD_WAITING) {
        go_on(table);
        return;
    }
    if (find(text, length, "\"t\":\"made\"") != NULL)
        on_made(connection, text, length);
    if (find(text, length, "\"t\":\"welcome\"") != NULL)
        on_welcome(connection, text, length);
    const char *commit = find(text, length, "\"t\":\"commit\"");
    if (commit != NULL)
        give_part(connection, number_at(commit, (size_t)(text + length - commit), "\"deal\":"));
    const char *shuffled = find(text, length, "\"t\":\"shuffled\"");
    if (shuffled != NULL &&
        number_at(shuffled, (size_t)(text + length - shuffled), "\"seat\":") == connection->seat)
        sayf(connection, "{\"t\":\"cut\",\"id\":%lld,\"k\":40}", (long long)table->next_id++);
    go_on(table);
}

void load_table_start(struct load_table *table)
{
    table->stage = LOAD_JOINING;
    table->joined = 0;
    connect_next(table);
}
