/* law_table.h -- a table for tests of the law: a position in a line of text, actions that it allows
 * and refuses, and what a deal scores.
 *
 * The keys are those of a record's position (docs/RECORD.md), the cards are kinds: "hands: 4x3 5 2;
 * melds: Kx7, Qx3 2 / Ax4; pile: 9; stock: 5 +20". A "/" stands between seats or sides, "," between
 * melds and second hands, "7x4" is four sevens, "+20" are cards that do not matter, "-" is nothing.
 * What is left out does not matter: hands of a few cards, a stock of twenty. Everybody has had a
 * turn.
 *
 * Every table is also a record, with a line "try" for each question, which has to agree. */
#ifndef UNITS_LAW_TABLE_H
#define UNITS_LAW_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law_of.h"
#include "record/record.h"

enum {
    TABLE_TEXT = 1000,
    SPARE_HAND = 5,
    SPARE_STOCK = 20
};

static struct {
    struct cn_game game;
    struct cn_position position;
    struct cn__text record;
    struct cn_record_writer writer;
    cn_card deck[CN_CARDS_MAX];
    bool taken[CN_CARDS_MAX];
    int cards, players, sides;
    unsigned hands_given; /* bit s: of seat s */
    const char *rules;
    char ended[40], scored[CN_SIDES_MAX][200], over[40];
} at_table;

/* ---- texts ---- */

typedef void each_part(const char *part, int index);

/* Calls 'use' for each part of a text, without the spaces around it. */
static inline void table_parts(const char *text, char between, each_part *use)
{
    for (int index = 0;; index++) {
        char part[TABLE_TEXT];
        const char *end = strchr(text, between);
        size_t length = end == NULL ? strlen(text) : (size_t)(end - text);
        assert_true(length < sizeof part);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        char *first = part + strspn(part, " ");
        for (length = strlen(first); length > 0 && first[length - 1] == ' '; length--)
            first[length - 1] = '\0';
        use(first, index);
        if (end == NULL)
            return;
        text = end + 1;
    }
}

static inline void table_fail(const char *what, const char *found)
{
    fprintf(stderr, "%.*s", (int)at_table.record.length,
            at_table.record.text != NULL ? at_table.record.text : "");
    cn__text_free(&at_table.record);
    fail_msg("%s: %s: %s", at_table.rules, what, found);
}

/* ---- rules ---- */

static struct cn_rules table_rules;

static inline void table_rule(const char *text, int index)
{
    struct cn_rules_error error;
    char name[CN_RULES_NAME_SIZE];
    const char *value = strchr(text, '=');
    if (index == 0) {
        if (!cn_rules_load(&table_rules, text))
            fail_msg("no rule set %s", text);
        return;
    }
    assert_non_null(value);
    snprintf(name, sizeof name, "%.*s", (int)(value - text), text);
    value++;
    if (!cn_rules_set(&table_rules, name, value, strlen(value), &error))
        fail_msg("%s is not read", text);
}

/* ---- cards ---- */

static inline cn_card table_card(int kind)
{
    for (int i = 0; i < at_table.cards; i++) {
        if (!at_table.taken[i] && cn_card_kind(at_table.deck[i]) == kind) {
            at_table.taken[i] = true;
            return at_table.deck[i];
        }
    }
    table_fail("no card left", cn_kind_name(kind));
    return CN_NO_CARD;
}

/* Cards that do not matter, put in when all others have their place. */
static struct {
    cn_card *cards;
    int32_t *count;
    int wanted;
} table_spares[20];
static int table_spare_count;

static inline void table_spare(cn_card *cards, int32_t *count, int wanted)
{
    table_spares[table_spare_count].cards = cards;
    table_spares[table_spare_count].count = count;
    table_spares[table_spare_count++].wanted = wanted;
}

static inline void table_put_spares(void)
{
    static const uint8_t plain[] = {CN_FOUR, CN_FIVE, CN_SIX,   CN_EIGHT, CN_NINE,
                                    CN_TEN,  CN_JACK, CN_QUEEN, CN_KING};
    int next = 0;
    for (int i = 0; i < table_spare_count; i++) {
        for (int n = 0; n < table_spares[i].wanted; next++) {
            const int kind = plain[next % (int)sizeof plain];
            for (int at = 0; at < at_table.cards; at++) {
                if (at_table.taken[at] || cn_card_kind(at_table.deck[at]) != kind)
                    continue;
                at_table.taken[at] = true;
                table_spares[i].cards[(*table_spares[i].count)++] = at_table.deck[at];
                n++;
                break;
            }
            assert_true(next < 1000);
        }
    }
}

static cn_card *table_to;
static int32_t *table_count;

static inline void table_word(const char *word, int index)
{
    char kind[4] = "";
    int copies = 1;
    (void)index;
    if (word[0] == '\0' || word[0] == '-')
        return;
    if (word[0] == '+') {
        table_spare(table_to, table_count, atoi(word + 1));
        return;
    }
    const char *times = strchr(word, 'x');
    if (times != NULL)
        copies = atoi(times + 1);
    snprintf(kind, sizeof kind, "%.*s", times == NULL ? 3 : (int)(times - word), word);
    if (cn_kind_parse(kind, strlen(kind)) == CN_NO_KIND)
        table_fail("no kind of card", word);
    for (; copies > 0; copies--)
        table_to[(*table_count)++] = table_card(cn_kind_parse(kind, strlen(kind)));
}

static inline void table_read_cards(const char *text, cn_card *cards, int32_t *count)
{
    table_to = cards;
    table_count = count;
    table_parts(text, ' ', table_word);
}

/* ---- positions ---- */

static inline void table_hand(const char *text, int seat)
{
    struct cn_position *p = &at_table.position;
    table_read_cards(text, p->hand[seat], &p->hand_count[seat]);
    if (text[0] != '\0')
        at_table.hands_given |= 1U << seat;
}

static int table_side;

static inline void table_meld(const char *text, int meld)
{
    struct cn_position *p = &at_table.position;
    int32_t laid = p->laid_count;
    if (text[0] == '\0')
        return;
    table_read_cards(text, p->laid, &p->laid_count);
    for (; laid < p->laid_count; laid++) {
        p->laid_side[laid] = (uint8_t)table_side;
        p->laid_meld[laid] = (uint8_t)meld;
    }
    p->meld_count[table_side] = (uint8_t)(meld + 1);
}

static inline void table_melds(const char *text, int side)
{
    table_side = side;
    table_parts(text, ',', table_meld);
}

static inline void table_red(const char *text, int side)
{
    struct cn_position *p = &at_table.position;
    int32_t before = p->red_count;
    table_read_cards(text, p->red, &p->red_count);
    for (; before < p->red_count; before++)
        p->red_side[before] = (uint8_t)side;
}

static inline void table_talon(const char *text, int seat)
{
    struct cn_position *p = &at_table.position;
    table_read_cards(text, p->talon[seat], &p->talon_count[seat]);
}

static int table_seat;

static inline void table_second_hand(const char *text, int index)
{
    struct cn_position *p = &at_table.position;
    cn_card *to = p->second[table_seat];
    int32_t count = 0;
    for (int i = 0; i < index; i++)
        to += p->second_size[table_seat][i];
    table_read_cards(text, to, &count);
    p->second_size[table_seat][index] = (uint8_t)count;
    p->second_count[table_seat] += count > 0;
}

static inline void table_second(const char *text, int seat)
{
    table_seat = seat;
    table_parts(text, ',', table_second_hand);
}

static inline void table_score(const char *text, int side)
{
    at_table.position.score[side] = atoi(text);
}

static inline void table_asked(const char *text, int side)
{
    at_table.position.asked |= (uint8_t)(atoi(text) << side);
}

static inline void table_key(const char *text, int index)
{
    struct cn_position *p = &at_table.position;
    const char *value = strchr(text, ':');
    (void)index;
    assert_non_null(value);
    const size_t length = (size_t)(value - text);
    char key[20];
    snprintf(key, sizeof key, "%.*s", (int)length, text);
    value += strspn(value, ": ");
    static const struct {
        const char *key;
        each_part *part;
    } lists[] = {{"hands", table_hand},  {"melds", table_melds},   {"red", table_red},
                 {"talon", table_talon}, {"second", table_second}, {"scores", table_score},
                 {"asked", table_asked}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(key, lists[i].key) == 0) {
            table_parts(value, '/', lists[i].part);
            return;
        }
    if (strcmp(key, "pile") == 0)
        table_read_cards(value, p->pile, &p->pile_count);
    else if (strcmp(key, "stock") == 0)
        table_read_cards(value, p->stock, &p->stock_count);
    else if (strcmp(key, "n") == 0)
        p->number = atoi(value);
    else if (strcmp(key, "turned") == 0) /* the seats, as digits */
        for (p->turned = 0; *value >= '0'; value++)
            p->turned |= (uint8_t)(1 << (*value - '0'));
    else if (strcmp(key, "turn") == 0)
        p->turn = (uint8_t)atoi(value);
    else if (strcmp(key, "players") != 0)
        table_fail("no key of a position", key);
}

/* ---- the record ---- */

static inline void table_write_position(void)
{
    const struct cn_position *p = &at_table.position;
    struct cn__text *lines = &at_table.record;
    cn__json_open_line(lines, "position");
    cn__json_int(lines, "dealer", p->dealer);
    cn__json_int(lines, "turn", p->turn);
    cn__json_open(lines, "hands", '[');
    for (int seat = 0; seat < at_table.players; seat++)
        cn__json_cards(lines, NULL, p->hand[seat], p->hand_count[seat]);
    cn__json_close(lines, ']');
    cn__json_open(lines, "melds", '[');
    for (int side = 0, at = 0; side < at_table.sides; side++) {
        cn__json_open(lines, NULL, '[');
        for (int meld = 0; meld < p->meld_count[side]; meld++) {
            const int from = at;
            while (at < p->laid_count && p->laid_side[at] == side && p->laid_meld[at] == meld)
                at++;
            cn__json_cards(lines, NULL, p->laid + from, at - from);
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
    cn__json_open(lines, "red", '[');
    for (int side = 0, at = 0; side < at_table.sides; side++) {
        const int from = at;
        while (at < p->red_count && p->red_side[at] == side)
            at++;
        cn__json_cards(lines, NULL, p->red + from, at - from);
    }
    cn__json_close(lines, ']');
    cn__json_cards(lines, "pile", p->pile, p->pile_count);
    cn__json_cards(lines, "stock", p->stock, p->stock_count);
    cn__json_ints(lines, "scores", p->score, at_table.sides);
    cn__json_open(lines, "turned", '[');
    for (int seat = 0; seat < at_table.players; seat++)
        cn__json_bool(lines, NULL, (p->turned >> seat & 1) != 0);
    cn__json_close(lines, ']');
    if (table_rules.talon.count > 0) {
        cn__json_open(lines, "talon", '[');
        for (int seat = 0; seat < at_table.players; seat++)
            cn__json_cards(lines, NULL, p->talon[seat], p->talon_count[seat]);
        cn__json_close(lines, ']');
    }
    if (table_rules.second_hand.count > 0) {
        cn__json_open(lines, "second", '[');
        for (int seat = 0; seat < at_table.players; seat++) {
            cn__json_open(lines, NULL, '[');
            for (int i = 0, from = 0; i < p->second_count[seat]; i++) {
                cn__json_cards(lines, NULL, p->second[seat] + from, p->second_size[seat][i]);
                from += p->second_size[seat][i];
            }
            cn__json_close(lines, ']');
        }
        cn__json_close(lines, ']');
    }
    cn__json_open(lines, "asked", '[');
    for (int side = 0; side < at_table.sides; side++)
        cn__json_bool(lines, NULL, (p->asked >> side & 1) != 0);
    cn__json_close(lines, ']');
    if (p->number > 0)
        cn__json_int(lines, "n", p->number);
    cn__json_close_line(lines);
}

static inline void note_score(int side, const struct cn_score *sides)
{
    char *text = at_table.scored[side];
    const size_t size = sizeof at_table.scored[side];
    text[0] = '\0';
    const struct cn_score_row *row;
    for (int item = 0; (row = cn_score_item_at(item)) != NULL; item++) {
        const int32_t points = cn_score_item(sides, side, (enum cn_score_item_id)item);
        if (points != 0)
            snprintf(text + strlen(text), size - strlen(text), "%s %d, ", row->name, points);
    }
    snprintf(text + strlen(text), size - strlen(text), "total %d",
             cn_score_item(sides, side, CN_SCORE_TOTAL));
}

static inline void on_table_event(void *context, const struct cn_event *event)
{
    (void)context;
    cn_record_on_event(&at_table.writer, event);
    char *ended = at_table.ended;
    if (event->type == CN_EVENT_END) {
        snprintf(ended, sizeof at_table.ended, "%s%s", cn_end_name(event->why),
                 event->concealed ? " concealed" : "");
        if (event->seat != CN_NO_SEAT)
            snprintf(ended + strlen(ended), sizeof at_table.ended - strlen(ended), " %d",
                     event->seat);
        for (int side = 0; side < event->side_count; side++)
            note_score(side, event->sides);
    } else if (event->type == CN_EVENT_OVER) {
        snprintf(at_table.over, sizeof at_table.over, "%d wins %d", event->winner,
                 event->receives[event->winner]);
    }
}

static const struct cn_observer table_observer = {.event = on_table_event};

static inline void on_table_report(void *context, const struct cn_report *report)
{
    (void)context;
    print_error("line %d, %s: expected %s, found %s\n", (int)report->line, report->article,
                report->expected, report->found);
}

/* The record of the table agrees. Call it when a test is done with a table; another one does. */
static inline void leave(void)
{
    if (at_table.record.length == 0)
        return;
    struct cn_reader *reader =
        cn_reader_open_text(at_table.record.text, at_table.record.length, on_table_report, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    const bool differs = cn_reader_counts(reader)->differences != 0;
    cn_reader_close(reader);
    if (differs)
        table_fail("the record", "differs");
    cn__text_free(&at_table.record);
}

/* ---- for tests ---- */

static inline void table_set_rules(void)
{
    struct cn_rules_error error;
    table_parts(at_table.rules, ';', table_rule);
    if (!cn_rules_check(&table_rules, &error))
        fail_msg("%s: rules error %d", at_table.rules, (int)error.id);
}

/* Starts a game and its record. */
static inline void table_start(const int32_t *scores)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    cn_game_init(&at_table.game, law_of(&table_rules), at_table.players, scores);
    at_table.sides = at_table.game.sides;
    const struct cn_game_header header = {
        .rules = &table_rules, .players = at_table.players, .names = names, .scores = scores};
    cn_record_write_game(&at_table.record, &header);
    at_table.writer = (struct cn_record_writer){.lines = &at_table.record, .game = &at_table.game};
}

static inline void table_set_up(const char *rules, const char *position)
{
    struct cn_position *p = &at_table.position;
    struct cn_position_fault fault;
    leave();
    memset(&at_table, 0, sizeof at_table);
    at_table.rules = rules;
    table_set_rules();
    const char *players = strstr(position, "players: ");
    at_table.players = players == NULL ? 4 : atoi(players + strlen("players: "));
    at_table.cards = cn_deck_init(&table_rules, at_table.players, at_table.deck);
    table_spare_count = 0;
    p->dealer = (uint8_t)(at_table.players - 1);
    p->idle = CN_NO_SEAT;
    p->turned = (uint8_t)((1 << at_table.players) - 1);
    table_parts(position, ';', table_key);
    for (int seat = 0; seat < at_table.players; seat++)
        if ((at_table.hands_given >> seat & 1) == 0)
            table_spare(p->hand[seat], &p->hand_count[seat], SPARE_HAND);
    if (strstr(position, "stock:") == NULL)
        table_spare(p->stock, &p->stock_count, SPARE_STOCK);
    table_put_spares();
    table_start(p->score);
    table_write_position();
    if (!cn_game_set_position(&at_table.game, p, &table_observer, &fault)) {
        char found[40];
        snprintf(found, sizeof found, "error %d, seat %d", (int)fault.error, fault.seat);
        table_fail("impossible position", found);
    }
}

/* Sets a table up: the rule set, with values that differ after ";", and the position, which has the
 * form of printf. */
__attribute__((format(printf, 2, 3))) static inline void at(const char *rules, const char *format,
                                                            ...)
{
    char position[TABLE_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(position, sizeof position, format, arguments);
    va_end(arguments);
    table_set_up(rules, position);
}

/* Deals the first deal of a game with this number of players. */
static inline void deal(const char *rules, int players)
{
    leave();
    memset(&at_table, 0, sizeof at_table);
    at_table.rules = rules;
    at_table.players = players;
    table_set_rules();
    at_table.cards = cn_deck_init(&table_rules, players, at_table.deck);
    table_start(NULL);
    cn_game_deal_seeded(&at_table.game, "law", &table_observer);
}

static inline int actor(void)
{
    return cn_game_actor(&at_table.game);
}

static inline void table_list(struct cn_actions *list)
{
    const struct cn_game *game = &at_table.game;
    cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[actor()], list);
}

static inline struct cn_action table_action(const char *text)
{
    struct cn_action action;
    if (!cn_action_parse(at_table.game.law, text, strlen(text), &action))
        table_fail("no action", text);
    return action;
}

static inline void table_try(const char *text, const char *article)
{
    struct cn__text *lines = &at_table.record;
    cn__json_open_line(lines, "try");
    cn__json_int(lines, "seat", actor());
    cn__json_string(lines, "action", text);
    cn__json_bool(lines, "legal", article == NULL);
    if (article != NULL)
        cn__json_string(lines, "law", article);
    cn__json_close_line(lines);
}

/* Asks the law about one action of the seat that decides: "legal", or the refusal and article. */
static inline void table_ask(const char *text, const char *wanted)
{
    static struct cn_actions list;
    struct cn_refusal why;
    char found[100] = "legal";
    const struct cn_game *game = &at_table.game;
    const struct cn_action action = table_action(text);
    const bool legal = cn_board_legal_check(game->law, &game->deal.board, actor(),
                                            game->deal.hands[actor()], action, &why);
    if (!legal)
        snprintf(found, sizeof found, "%s %s", cn_refusal_name(why.id), why.article);
    if (strcmp(found, wanted) != 0)
        table_fail(text, found);
    bool listed = false;
    table_list(&list);
    for (int i = 0; i < list.count; i++)
        listed = listed || cn_action_equal(list.at[i], action);
    if (listed != legal)
        table_fail(text, listed ? "is listed" : "is not listed");
    table_try(text, legal ? NULL : why.article);
}

static inline void table_may(const char *text, int index)
{
    (void)index;
    table_ask(text, "legal");
}

/* The seat that decides may do each of these: "draw; take pair". */
static inline void may(const char *actions)
{
    table_parts(actions, ';', table_may);
}

/* It may not do this: "DEAD_RANK A:closed" says why. */
static inline void may_not(const char *action, const char *why)
{
    table_ask(action, why);
}

/* Either of both: NULL if it may. */
static inline void verdict(const char *action, const char *why)
{
    table_ask(action, why == NULL ? "legal" : why);
}

/* It may do these and nothing else. The texts are sorted. */
static inline void may_only(const char *actions)
{
    static struct cn_actions list;
    char all[TABLE_TEXT] = "";
    table_list(&list);
    cn_action_text *texts = cn_actions_texts(at_table.game.law, list.at, list.count);
    for (int i = 0; i < list.count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? "; " : "", texts[i]);
    free(texts);
    if (strcmp(all, actions) != 0)
        table_fail(actions, all);
    cn_record_write_legal(&at_table.record, at_table.game.law, actor(), list.at, list.count);
}

static inline void table_play(const char *text, int index)
{
    struct cn_refusal why;
    (void)index;
    const int seat = actor();
    if (seat == CN_NO_SEAT)
        table_fail(text, "the deal is over");
    if (!cn_game_play(&at_table.game, seat, table_action(text), NULL, &why, &table_observer))
        table_fail(text, cn_refusal_name(why.id));
    const char *fault = cn_game_check(&at_table.game);
    if (fault != NULL)
        table_fail(text, fault);
}

/* Plays these, each by the seat that decides then. */
static inline void play(const char *actions)
{
    table_parts(actions, ';', table_play);
}

static inline void table_same(const char *what, const char *found, const char *wanted)
{
    char text[2 * TABLE_TEXT];
    snprintf(text, sizeof text, "%s, not %s", found, wanted);
    if (strcmp(found, wanted) != 0)
        table_fail(what, text);
}

/* How the deal ended: "out 0", "out concealed 0", "stock", "red3", "hand 0"; "" if it has not. */
static inline void ended(const char *why)
{
    table_same("end", at_table.ended, why);
}

/* All that a side scored in the deal, except for zeros: "melds 75, hands -20, total 55". */
static inline void scored(int side, const char *items)
{
    table_same("score", at_table.scored[side], items);
}

/* How the game ended: "1 wins 2500"; "" if it has not. */
static inline void game_over(const char *how)
{
    table_same("over", at_table.over, how);
}

/* The record of the table has this text. */
static inline void recorded(const char *text)
{
    if (memmem(at_table.record.text, at_table.record.length, text, strlen(text)) == NULL)
        table_fail("not recorded", text);
}

/* The kinds that a seat holds, in the order X 2 3r 3b 4 … A. */
static inline void holds(int seat, const char *kinds)
{
    char text[TABLE_TEXT] = "";
    const cn_hand hand = at_table.game.deal.hands[seat];
    for (int kind = 0; kind < CN_KINDS; kind++)
        for (int n = cn_hand_count(hand, kind); n > 0; n--)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                     text[0] != '\0' ? " " : "", cn_kind_name(kind));
    table_same("hand", text, kinds);
}

/* The same, and seat 0 draws. */
#define drawn(...) (at(__VA_ARGS__), play("draw"))

/* For the end of a program: the record of its last table agrees too. */
static inline int leave_last(void **state)
{
    (void)state;
    leave();
    return 0;
}

#endif
