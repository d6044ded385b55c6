/* seat_record_test.c -- a seat's record leaks nothing: two games that differ only in cards that a
 * seat has not seen send it the same bytes.
 *
 * A deal is played up to some decision. Then every card that the seat has not seen by then, in the
 * stock or in another hand, may be exchanged with another such card. The deal is played again from
 * that deck with the same decisions and the same cards, and both records are compared up to the
 * first decision that the changed hands no longer allow.
 *
 * Tests with deliberate leaks show that one would be found. CANASTA_FULL=1 makes twenty times as
 * many twins, CANASTA_SEED=n others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bots/bots.h"
#include "effort.h"
#include "law_of.h"
#include "pages/table_page.h"
#include "record/record.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

/* The writer that is tested, or a leaking one. */
typedef void writer(struct cn__text *lines, const struct cn_event *event,
                    const struct cn_game *game, int seat);

struct decision {
    struct cn_action action;
    cn_card cards[CN_CARDS_MAX];
    uint8_t seat;
};

/* Where each card is that the viewer has not seen. */
enum {
    IN_STOCK = -1,
    SEEN = -2
};

struct play {
    struct cn_game game;
    struct cn__text lines;
    int viewer;
    writer *write;
    /* used only for the game that is played first */
    bool follows;
    cn_card deck[CN_CARDS_MAX];
    int where[CN_CARDS_MAX], cards, drawn;
    int talon_at[CN_SEATS_MAX], talon[CN_SEATS_MAX]; /* where a talon lies in the deck; its cards */
    int seconds[CN_SEATS_MAX];                       /* cards of second hands that were taken up */
    int from_pile[CN_SEATS_MAX][CN_CARD_CODES];
};

static struct {
    struct play first, twin;
    struct decision decisions[DECISIONS_MAX];
    size_t lengths[DECISIONS_MAX]; /* lengths of the first record before each decision */
    struct chance chance;
    struct cn_actions list;
    int64_t twins, exchanged, complete, differences;
    int64_t pages; /* that show a table */
    bool explain;  /* print records that differ */
    bool in_pages;
    char label[160];
} world;

/* ---- what the viewer has seen ---- */

/* A card left the hand face up: one known from a taken pile, otherwise one that is now seen. */
static void reveal(struct play *p, int seat, cn_card card)
{
    if (p->from_pile[seat][card] > 0) {
        p->from_pile[seat][card]--;
        return;
    }
    for (int i = 0; i < p->cards; i++) {
        if (p->where[i] == seat && p->deck[i] == card) {
            p->where[i] = SEEN;
            return;
        }
    }
    fail_msg("%s: seat %d showed a card that it does not hold", world.label, seat);
}

static bool is_bonus(const struct play *p, cn_card card)
{
    return cn_is_bonus(&p->game.law->rules, cn_card_kind(card));
}

/* Cards left the stock for a seat; those laid down stand in 'shown', in the order in which they
 * came, from 'faced' on. */
static void give(struct play *p, const struct cn_event *event, int count, int faced)
{
    for (; count > 0; count--, p->drawn++) {
        const bool shown = faced < event->shown_count && p->deck[p->drawn] == event->shown[faced];
        faced += shown;
        p->where[p->drawn] = shown ? SEEN : event->seat;
    }
}

/* Cards that have waited come to a seat: a talon, or its next second hand. */
static void pick(struct play *p, const struct cn_event *event)
{
    const struct cn_board *board = &p->game.deal.board;
    const int hands = p->game.law->rules.hand_size.at[board->players_class] * board->seats;
    int at = p->talon_at[event->seat];
    int step = 1;
    if (p->talon[event->seat] > 0) {
        p->talon[event->seat] = 0;
    } else {
        int place = 0;
        for (int seat = board->next[board->dealer]; seat != event->seat; seat = board->next[seat])
            place++;
        at = hands + p->seconds[event->seat] * board->seats + place;
        step = board->seats;
        p->seconds[event->seat] += event->card_count;
    }
    for (int i = 0; i < event->card_count; i++, at += step)
        p->where[at] = event->seat;
}

static void lay_talon(struct play *p, const struct cn_event *event)
{
    p->talon_at[event->seat] = p->drawn;
    p->talon[event->seat] = event->card_count;
    p->drawn += event->card_count;
}

static void follow_deal(struct play *p, const struct cn_event *event)
{
    const struct cn_board *board = &p->game.deal.board;
    const int hands = p->game.law->rules.hand_size.at[board->players_class] * board->seats;
    int seat = board->next[event->seat];
    p->cards = event->card_count;
    memcpy(p->deck, event->cards, (size_t)p->cards);
    memset(p->from_pile, 0, sizeof p->from_pile);
    for (int i = 0; i < p->cards; i++)
        p->where[i] = IN_STOCK;
    for (int i = 0; i < hands; i++) {
        p->where[i] = seat;
        seat = board->next[seat];
    }
    memset(p->talon, 0, sizeof p->talon);
    memset(p->seconds, 0, sizeof p->seconds);
    int pile = hands;
    for (int i = 0; i < p->game.law->rules.second_hand.count; i++)
        pile += p->game.law->rules.second_hand.of[i] * board->seats;
    for (int i = pile; i < pile + p->game.starting_pile; i++)
        p->where[i] = SEEN;
    p->drawn = pile + p->game.starting_pile;
}

static void follow(struct play *p, const struct cn_event *event)
{
    switch (event->type) {
    case CN_EVENT_DEAL: follow_deal(p, event); break;
    case CN_EVENT_DRAW: give(p, event, event->card_count, 0); break;
    case CN_EVENT_TALON: lay_talon(p, event); break;
    case CN_EVENT_PICK: pick(p, event); break;
    case CN_EVENT_PILE:
        for (int i = 0; i < event->card_count; i++)
            if (!is_bonus(p, event->cards[i]))
                p->from_pile[event->seat][event->cards[i]]++;
        break;
    case CN_EVENT_END:
    case CN_EVENT_OVER: break;
    default:
        for (int i = 0; i < event->card_count; i++)
            reveal(p, event->seat, event->cards[i]);
        give(p, event, event->drawn_count, event->card_count);
        break;
    }
}

static void on_event(void *context, const struct cn_event *event)
{
    struct play *p = context;
    if (p->follows)
        follow(p, event);
    p->write(&p->lines, event, &p->game, p->viewer);
}

/* ---- twins ---- */

/* Returns whether this card could be there without any seat having noticed. */
static bool fits(const struct play *p, cn_card card, int at)
{
    return !is_bonus(p, card) || p->where[at] == IN_STOCK ||
           (p->game.deal.board.turned >> p->where[at] & 1) == 0;
}

/* Is it a bonus card that stays in a hand? Whether the seat's next one does depends on it. */
static bool stays(const struct play *p, int at)
{
    return is_bonus(p, p->deck[at]) && p->where[at] != IN_STOCK &&
           p->game.law->rules.keep_bonus_card > 0;
}

static void exchange(const struct play *p, cn_card deck[CN_CARDS_MAX])
{
    int hidden[CN_CARDS_MAX];
    int count = 0;
    memcpy(deck, p->deck, (size_t)p->cards);
    for (int i = 0; i < p->cards; i++)
        if (p->where[i] != SEEN && p->where[i] != p->viewer && !stays(p, i))
            hidden[count++] = i;
    for (int i = count - 1; i > 0; i--) {
        const int a = hidden[i];
        const int b = hidden[chance_below(&world.chance, i + 1)];
        if (!fits(p, deck[a], b) || !fits(p, deck[b], a))
            continue;
        const cn_card card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
    }
    for (int i = 0; i < p->cards; i++)
        world.exchanged += deck[i] != p->deck[i];
}

/* ---- playing ---- */

static void begin(struct play *p, const struct cn_rules *rules, int players)
{
    static const char *const names[CN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F"};
    const struct cn_game_header line = {
        .rules = rules, .players = players, .names = names, .seed = "the seed"};
    cn_game_init(&p->game, law_of(rules), players, NULL);
    cn__text_clear(&p->lines);
    cn_record_write_seat_game(&p->lines, &line);
}

/* Sends the viewer what it gets before a decision. */
static void ask(struct play *p)
{
    const int seat = cn_game_actor(&p->game);
    if (p->viewer == CN_NO_SEAT || seat != p->viewer)
        return;
    cn_board_legal_list(p->game.law, &p->game.deal.board, p->game.deal.hands[seat], &world.list);
    cn_record_write_actions(&p->lines, NULL, seat, world.list.at, world.list.count);
}

static struct cn_action choose(const struct cn_bot *bot)
{
    const struct cn_game *game = &world.first.game;
    const struct cn_view view = cn_game_view(game, cn_game_actor(game));
    return mover_move(bot, &view, &world.chance.rng);
}

/* Plays a decision of the first game. Returns false if it would end the deal, because the score
 * shows what hands were worth. */
static bool decide(struct decision *d, const struct cn_bot *bot)
{
    static struct cn_game ahead;
    struct play *p = &world.first;
    const struct cn_observer observer = {.event = on_event, .context = p};
    d->seat = (uint8_t)cn_game_actor(&p->game);
    d->action = choose(bot);
    assert_true(cn_game_pick_cards(&p->game, d->seat, d->action, d->cards) >= 0);
    ahead = p->game;
    assert_true(cn_game_play(&ahead, d->seat, d->action, d->cards, NULL, NULL));
    if (!ahead.in_deal)
        return false;
    return cn_game_play(&p->game, d->seat, d->action, d->cards, NULL, &observer);
}

/* Plays up to 'most' decisions and returns how many were played. */
static int play_first(const struct cn_bot *bot, int most)
{
    struct play *p = &world.first;
    const struct cn_observer observer = {.event = on_event, .context = p};
    assert_true(witness_deal(&p->game, &world.chance, &observer));
    for (int i = 0;; i++) {
        ask(p);
        world.lengths[i] = p->lines.length;
        if (i == most || !decide(&world.decisions[i], bot))
            return i;
    }
}

/* Plays the same decisions from the twin's deck and returns how many were legal there as well. */
static int play_twin(const cn_card *deck, int count)
{
    struct play *p = &world.twin;
    const struct cn_observer observer = {.event = on_event, .context = p};
    const struct cn_board *board = &world.first.game.deal.board;
    assert_true(cn_game_deal(&p->game, board->dealer, board->idle, deck, NULL, &observer));
    for (int i = 0;; i++) {
        const struct decision *d = &world.decisions[i];
        ask(p);
        if (i == count || !cn_game_play(&p->game, d->seat, d->action, d->cards, NULL, &observer))
            return i;
    }
}

static void compare(int common, int count)
{
    const struct cn__text *a = &world.first.lines;
    const struct cn__text *b = &world.twin.lines;
    const size_t length = world.lengths[common];
    assert_false(a->failed || b->failed);
    world.twins++;
    world.complete += common == count;
    if (b->length == length && memcmp(a->text, b->text, length) == 0)
        return;
    world.differences++;
    if (world.explain)
        print_message("%s: the records differ:\n%.*s\n---\n%.*s\n", world.label, (int)length,
                      a->text, (int)b->length, b->text);
}

/* ---- the browser's pages ---- */

static void ask_page(struct table_page *client, json_t *question, struct cn__text *answer)
{
    table_page_query(client, question, answer);
    json_decref(question);
}

/* Gives the page a line of the server. */
static void hear(struct table_page *client, const char *line, size_t size, struct cn__text *answer)
{
    ask_page(client,
             json_pack("{ss ss% ss si}", "do", "heard", "text", line, size, "random",
                       "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", "now", 1),
             answer);
}

static struct table_page *page_of(int viewer, struct cn__text *answer)
{
    char line[160];
    struct table_page *client = table_page_open();
    assert_non_null(client);
    const bool sits = viewer != CN_NO_SEAT;
    ask_page(client, json_pack("{ss ss}", "do", "language", "language", "en"), answer);
    ask_page(client,
             json_pack("{ss ss ss sb ss*}", "do", "begin", "link",
                       "00000000000000000000000000000000", "name", "", "isNew", 0, "token",
                       sits ? "" : NULL),
             answer);
    const int length = snprintf(line, sizeof line,
                                "{\"t\":\"welcome\",\"v\":2,\"table\":\"%032d\",\"last\":0%s%d}", 0,
                                sits ? ",\"done\":0,\"seat\":" : ",\"done\":", sits ? viewer : 0);
    hear(client, line, (size_t)length, answer);
    return client;
}

/* Writes the page, with what may be done there. */
static void put_page(struct table_page *client, struct cn__text *pages)
{
    const size_t before = pages->length;
    ask_page(client, json_pack("{ss}", "do", "page"), pages);
    world.pages += memmem(pages->text + before, pages->length - before, "\"stock\":", 8) != NULL;
    ask_page(client, json_pack("{ss}", "do", "options"), pages);
    ask_page(client, json_pack("{ss}", "do", "take-options"), pages);
}

/* Writes some of the pages after the first 'length' bytes of a record, the last one among them. */
static void put_pages(const struct play *p, size_t length, struct cn__text *pages)
{
    struct table_page *client = page_of(p->viewer, pages);
    int line = 0;
    for (size_t at = 0; at < length; line++) {
        const char *text = p->lines.text + at;
        const size_t size = (size_t)((const char *)memchr(text, '\n', length - at) - text);
        at += size + 1;
        hear(client, text, size, pages);
        if (line % 16 == 15 || at == length)
            put_page(client, pages);
    }
    if (client->session.deaf)
        fail_msg("%s: the page does not understand the record", world.label);
    table_page_close(client);
}

static void compare_pages(int common)
{
    struct cn__text a = {NULL, 0, 0, false};
    struct cn__text b = {NULL, 0, 0, false};
    put_pages(&world.first, world.lengths[common], &a);
    put_pages(&world.twin, world.lengths[common], &b);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.text, b.text, a.length);
    assert_null(memmem(a.text, a.length, "\"error\"", 7));
    cn__text_free(&a);
    cn__text_free(&b);
}

static void one_twin(const struct cn_rules *rules, int players, const struct cn_bot *bot,
                     int viewer, writer *write)
{
    cn_card deck[CN_CARDS_MAX];
    struct play *both[] = {&world.first, &world.twin};
    for (int i = 0; i < 2; i++) {
        both[i]->viewer = viewer;
        both[i]->write = write;
        both[i]->follows = i == 0;
        begin(both[i], rules, players);
    }
    const int most = chance_below(&world.chance, chance_percent(&world.chance, 50) ? 12 : 150);
    const int count = play_first(bot, most);
    exchange(&world.first, deck);
    const int common = play_twin(deck, count);
    compare(common, count);
    if (world.in_pages)
        compare_pages(common);
}

/* Makes twins at one table for every seat and a spectator. */
static void twins_at(const struct cn_rules *rules, int players, uint64_t seed, writer *write)
{
    for (int bot = 0; bot < 2; bot++) {
        for (int viewer = 0; viewer <= players; viewer++) {
            chance_from_seed(&world.chance, seed * 100 + (uint64_t)viewer);
            snprintf(world.label, sizeof world.label, "%s, %d players, seed %llu, viewer %d, %s",
                     rules->name, players, (unsigned long long)seed, viewer, cn_bot_at(bot)->name);
            one_twin(rules, players, cn_bot_at(bot), viewer < players ? viewer : CN_NO_SEAT, write);
        }
    }
}

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 20 : 1;
}

static void each_table(int seeds, void (*look)(const struct cn_rules *, int, uint64_t, writer *),
                       writer *write)
{
    struct cn_rules rules;
    for (int n = 0; n < seeds; n++)
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                look(&rules, house_players(&rules, i), first_seed() + (uint64_t)n, write);
}

static void clear_counts(bool explain)
{
    world.twins = world.exchanged = world.complete = world.differences = 0;
    world.explain = explain;
}

static void twins_are_sent_the_same(void **state)
{
    clear_counts(true);
    each_table(4 * scale(), twins_at, cn_record_write_seat_event);
    assert_int_equal(world.differences, 0);
    assert_true(world.exchanged > 20 * world.twins);
    assert_true(world.complete * 2 > world.twins);
}

/* A browser understands a seat's record, and its pages depend on nothing else. */
static void twins_see_the_same_pages(void **state)
{
    clear_counts(true);
    world.in_pages = true;
    each_table(scale(), twins_at, cn_record_write_seat_event);
    world.in_pages = false;
    assert_int_equal(world.differences, 0);
    assert_true(world.pages >= 2 * world.twins); /* the last one of both records, at least */
}

/* The twins must also be equal under values that no rule set has. */
static void twins_by_house_rules(void **state)
{
    struct cn_rules rules;
    clear_counts(true);
    for (int n = 0; n < 100 * scale(); n++) {
        const uint64_t seed = first_seed() + (uint64_t)n;
        chance_from_seed(&world.chance, seed);
        house_any_rules(&rules, &world.chance);
        twins_at(&rules, house_any_players(&rules, &world.chance), seed,
                 cn_record_write_seat_event);
    }
    assert_int_equal(world.differences, 0);
}

/* ---- leaks that must be found ---- */

static void leaks_all(struct cn__text *lines, const struct cn_event *event,
                      const struct cn_game *game, int seat)
{
    cn_record_write_event(lines, event, game);
}

static void leaks_next_hand(struct cn__text *lines, const struct cn_event *event,
                            const struct cn_game *game, int seat)
{
    const int other = seat == CN_NO_SEAT ? 0 : (seat + 1) % game->players;
    cn_record_write_seat_event(lines, event, game, other);
}

/* Leaks only the cards that others draw. */
static void leaks_draws(struct cn__text *lines, const struct cn_event *event,
                        const struct cn_game *game, int seat)
{
    const bool draw = event->type == CN_EVENT_DRAW;
    cn_record_write_seat_event(lines, event, game, draw ? event->seat : seat);
}

static int64_t differences_of(writer *write)
{
    clear_counts(false);
    each_table(1, twins_at, write);
    return world.differences;
}

static void leaks_are_found(void **state)
{
    assert_true(differences_of(leaks_all) > 0);
    assert_true(differences_of(leaks_next_hand) > 0);
    assert_true(differences_of(leaks_draws) > 0);
    assert_int_equal(differences_of(cn_record_write_seat_event), 0);
}

/* ---- contents of the lines ---- */

struct reader {
    const struct cn_game *game;
    const struct cn_event *event;
    struct cn__text lines;
    int viewer, sizes[CN_SEATS_MAX], stock;
};

static int64_t number(json_t *line, const char *key)
{
    json_t *value = json_object_get(line, key);
    if (!json_is_integer(value))
        fail_msg("%s: no number '%s'", world.label, key);
    return json_integer_value(value);
}

static int length_of(json_t *line, const char *key)
{
    json_t *value = json_object_get(line, key);
    if (!json_is_array(value))
        fail_msg("%s: no array '%s'", world.label, key);
    return (int)json_array_size(value);
}

/* Exactly these keys, in this order, after "t". */
static void expect_keys(json_t *line, const char *keys)
{
    char found[200] = "";
    const char *key;
    json_t *value;
    json_object_foreach(line, key, value)
    {
        if (strcmp(key, "t") != 0)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s ", key);
    }
    assert_string_equal(found, keys);
}

static int bonus_in(const struct cn_rules *rules, json_t *cards)
{
    int count = 0;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const char *name = json_string_value(json_array_get(cards, i));
        count += cn_is_bonus(rules, cn_card_kind(cn_card_parse(name)));
    }
    return count;
}

static void read_deal(struct reader *r, json_t *line)
{
    const bool five = r->game->players == 5;
    char keys[100];
    snprintf(keys, sizeof keys, "n dealer %s%ssizes %supcards stock ", five ? "idle " : "",
             r->viewer == CN_NO_SEAT ? "" : "hand ",
             r->game->law->rules.second_hand.count > 0 ? "second " : "");
    expect_keys(line, keys);
    json_t *sizes = json_object_get(line, "sizes");
    assert_int_equal(json_array_size(sizes), r->game->players);
    for (int seat = 0; seat < r->game->players; seat++)
        r->sizes[seat] = (int)json_integer_value(json_array_get(sizes, (size_t)seat));
    if (r->viewer != CN_NO_SEAT)
        assert_int_equal(length_of(line, "hand"), r->sizes[r->viewer]);
    assert_int_equal(length_of(line, "upcards"), r->game->starting_pile);
    r->stock = (int)number(line, "stock");
}

/* A talon leaves the stock; what has waited comes into a hand. */
static void read_waiting(struct reader *r, const char *type, json_t *line, int seat)
{
    const bool own = strcmp(type, "pick") == 0 && seat == r->viewer;
    expect_keys(line, own ? "seat cards " : "seat n ");
    const int count = own ? length_of(line, "cards") : (int)number(line, "n");
    if (strcmp(type, "talon") == 0)
        r->stock -= count;
    else
        r->sizes[seat] += count;
}

/* Bonus cards count as cards of the hand until they are faced. Each is replaced while there is a
 * stock. */
static void read_hidden(struct reader *r, const char *type, json_t *line, int seat)
{
    expect_keys(line, "seat n red ");
    const int kept = (int)number(line, "n");
    const int reds = length_of(line, "red");
    assert_int_equal(reds, bonus_in(&r->game->law->rules, json_object_get(line, "red")));
    r->sizes[seat] += kept;
    if (strcmp(type, "draw") == 0) {
        r->stock -= kept + reds;
    } else if (strcmp(type, "face") == 0) {
        const int drawn = reds < r->stock ? reds : r->stock;
        r->sizes[seat] -= reds - (drawn - kept);
        r->stock -= drawn;
    }
}

static void read_own(struct reader *r, const char *type, json_t *line, int seat)
{
    json_t *cards = json_object_get(line, "cards");
    json_t *drawn = json_object_get(line, "drawn");
    const bool face = strcmp(type, "face") == 0;
    expect_keys(line, face ? "seat cards drawn " : "seat cards ");
    json_t *received = face ? drawn : cards;
    const int shown = r->event->shown_count; /* replaying tells: who draws one may keep it (IA3) */
    assert_true(shown <=
                bonus_in(&r->game->law->rules, drawn) + bonus_in(&r->game->law->rules, cards));
    r->sizes[seat] += (int)json_array_size(received) - shown;
    if (strcmp(type, "pile") != 0)
        r->stock -= (int)json_array_size(received);
}

static void read_open(struct reader *r, const char *type, json_t *line, int seat)
{
    if (strcmp(type, "take") == 0)
        r->sizes[seat] -= (int)json_array_size(json_object_get(line, "with"));
    else if (strcmp(type, "meld") == 0 || strcmp(type, "add") == 0)
        r->sizes[seat] -= length_of(line, "cards");
    else if (strcmp(type, "discard") == 0)
        r->sizes[seat]--;
}

static void read_line(struct reader *r, json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "t"));
    assert_null(json_object_get(line, "deck"));
    if (strcmp(type, "deal") == 0) {
        read_deal(r, line);
        return;
    }
    if (strcmp(type, "end") == 0 || strcmp(type, "over") == 0)
        return;
    const int seat = (int)number(line, "seat");
    if (strcmp(type, "talon") == 0 || strcmp(type, "pick") == 0)
        read_waiting(r, type, line, seat);
    else if (strcmp(type, "face") != 0 && strcmp(type, "draw") != 0 && strcmp(type, "pile") != 0)
        read_open(r, type, line, seat);
    else if (seat == r->viewer)
        read_own(r, type, line, seat);
    else
        read_hidden(r, type, line, seat);
}

static void read_event(void *context, const struct cn_event *event)
{
    struct reader *r = context;
    struct cn_seat_record_writer recorder = {
        .lines = &r->lines, .game = r->game, .seat = r->viewer};
    r->event = event;
    cn__text_clear(&r->lines);
    cn_seat_record_event(&recorder, event);
    json_t *line = json_loadb(r->lines.text, r->lines.length, 0, NULL);
    assert_non_null(line);
    assert_int_equal(r->lines.text[r->lines.length - 1], '\n');
    read_line(r, line);
    json_decref(line);
}

static void expect_sizes(const struct reader *r)
{
    const struct cn_board *board = &r->game->deal.board;
    assert_int_equal(r->stock, board->stock);
    for (int seat = 0; seat < r->game->players; seat++)
        assert_int_equal(r->sizes[seat], board->hand_size[seat]);
}

/* The lines alone must give the number of cards in the stock and every hand. */
static void counts_add_up_at(const struct cn_rules *rules, int players, uint64_t seed,
                             writer *write)
{
    struct play *p = &world.first;
    for (int viewer = 0; viewer <= players; viewer++) {
        struct reader r = {.game = &p->game, .viewer = viewer < players ? viewer : CN_NO_SEAT};
        const struct cn_observer observer = {.event = read_event, .context = &r};
        snprintf(world.label, sizeof world.label, "%s, %d players, seed %llu, viewer %d",
                 rules->name, players, (unsigned long long)seed, viewer);
        chance_from_seed(&world.chance, seed);
        cn_game_init(&p->game, law_of(rules), players, NULL);
        assert_true(witness_deal(&p->game, &world.chance, &observer));
        while (p->game.in_deal) {
            expect_sizes(&r);
            assert_true(cn_game_play(&p->game, cn_game_actor(&p->game),
                                     choose(cn_bot_at((int)(seed % 2))), NULL, NULL, &observer));
        }
        expect_sizes(&r);
        cn__text_free(&r.lines);
    }
}

static void counts_add_up(void **state)
{
    each_table(2, counts_add_up_at, NULL);
}

static void lines_are_as_the_format_says(void **state)
{
    static const char *const names[] = {"A", "B"};
    struct cn_rules rules;
    struct cn__text lines = {.text = NULL};
    assert_true(cn_rules_load(&rules, "laws1950"));
    const struct cn_game_header game = {
        .rules = &rules, .players = 2, .names = names, .seed = "secret"};
    cn_record_write_seat_game(&lines, &game);
    static const char expected[] =
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"set\":{},\"players\":2,"
        "\"names\":[\"A\",\"B\"],\"scores\":[0,0]}\n";
    assert_int_equal(lines.length, strlen(expected));
    assert_memory_equal(lines.text, expected, lines.length);

    world.list.at[0] = cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
    world.list.at[1] = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    world.list.count = 2;
    cn__text_clear(&lines);
    cn_record_write_actions(&lines, NULL, 1, world.list.at, world.list.count);
    static const char asked[] =
        "{\"t\":\"actions\",\"seat\":1,\"actions\":[\"draw\",\"take pair\"]}\n";
    assert_int_equal(lines.length, strlen(asked));
    assert_memory_equal(lines.text, asked, lines.length);
    cn__text_free(&lines);
}

static int give_back(void **state)
{
    cn__text_free(&world.first.lines);
    cn__text_free(&world.twin.lines);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_the_format_says), cmocka_unit_test(counts_add_up),
        cmocka_unit_test(twins_are_sent_the_same),      cmocka_unit_test(twins_see_the_same_pages),
        cmocka_unit_test(twins_by_house_rules),         cmocka_unit_test(leaks_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, give_back);
}
