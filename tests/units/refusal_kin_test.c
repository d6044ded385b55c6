/* refusal_kin_test.c -- what the parameters of American Canasta and its kin allow and refuse, each
 * in a position of its own, with the article that a refusal names (docs/RULES.md). The legal list
 * and that of calculation (tests/oracle/feasible.h) must agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law_of.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/feasible.h"

/* A row: a position and an action in it. */
struct row {
    const char *rules; /* "name=value;name=value" on top of the Laws of 1950 */
    const char *mine;  /* melds of the side in turn: kind naturals deuces jokers, a comma between */
    const char *theirs; /* … of the other side */
    const char *hand;   /* kinds of the seat in turn */
    const char *turn;   /* words: see turn_word */
    const char *action;
    const char *refusal; /* its name and article; NULL: the action is legal */
};

enum {
    TEXT_SIZE = 512
};

/* Calls a function for each part of a text. */
static void each_part(const char *text, const char *between, void (*use)(const char *, void *),
                      void *context)
{
    char copy[TEXT_SIZE];
    char *rest = copy;
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *part; (part = strtok_r(rest, between, &rest)) != NULL;)
        use(part, context);
}

static void set_rule(const char *text, void *context)
{
    struct cn_rules_error error;
    char name[CN_RULES_NAME_SIZE];
    const char *value = strchr(text, '=');
    assert_non_null(value);
    snprintf(name, sizeof name, "%.*s", (int)(value - text), text);
    value++;
    if (!cn_rules_set(context, name, value, strlen(value), &error))
        fail_msg("%s is not read", text);
}

static int kind_of(const char *text)
{
    const int kind = cn_kind_parse(text, strlen(text));
    assert_int_not_equal(kind, CN_NO_KIND);
    return kind;
}

/* ---- positions ---- */

struct place {
    const struct cn_law *law;
    struct cn_board board;
    cn_hand hand;
    int side; /* of the melds being placed */
};

static void place_meld(const char *text, void *context)
{
    struct place *p = context;
    struct cn_board *board = &p->board;
    char kind[8];
    int naturals, deuces, jokers;
    assert_int_equal(sscanf(text, "%7s %d %d %d", kind, &naturals, &deuces, &jokers), 4);
    const int at = board->meld_count[p->side]++;
    board->ranks[p->side] |= cn_kind_mask(kind_of(kind));
    cn_board_set_meld(board, p->side, at, cn_meld_of(kind_of(kind), naturals, deuces, jokers));
}

static void hold(const char *text, void *context)
{
    cn_hand_add_card(&((struct place *)context)->hand, kind_of(text));
}

static void open_now(struct place *p)
{
    struct cn_board *board = &p->board;
    board->melds_before = 0;
    board->owes_opening = 1;
    board->laid = board->meld_count[0] > 0;
    for (int m = 0; m < board->meld_count[0]; m++)
        board->opening_points =
            (uint16_t)(board->opening_points + cn_meld_points(&p->law->rules, board->melds[0][m]));
}

static void claim(struct place *p, int meld)
{
    open_now(p);
    p->board.drew_from = CN_DREW_PILE;
    p->board.take_meld = (uint8_t)meld;
}

static void turn_word(const char *text, void *context)
{
    struct place *p = context;
    struct cn_board *board = &p->board;
    const char *value = strchr(text, '=');
    const int number = value == NULL ? 0 : atoi(value + 1);
    const size_t length = value == NULL ? strlen(text) : (size_t)(value - text);
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (strcmp(word, "before") == 0) {
        board->canastas_before = (uint8_t)number;
    } else if (strcmp(word, "start") == 0) {
        board->phase = CN_PHASE_START;
        board->drew_from = CN_DREW_NOTHING;
    } else if (strcmp(word, "last") == 0) {
        board->phase = CN_PHASE_LAST_RED_THREE;
        board->stock = 0;
    } else if (strcmp(word, "opening") == 0) {
        open_now(p);
    } else if (strcmp(word, "took") == 0) { /* the pile, into that meld, in the opening */
        claim(p, number);
        board->owes_opening = 0;
        board->pile = 0;
        board->pile_top = CN_NO_KIND;
    } else if (strcmp(word, "claim") == 0) { /* the same, and the pile waits */
        claim(p, number);
        board->phase = CN_PHASE_TAKING;
        board->pile--;
    } else if (strcmp(word, "yes") == 0 || strcmp(word, "no") == 0) {
        board->asked = 1;
        board->answer = word[0] == 'y' ? CN_ANSWER_YES : CN_ANSWER_NO;
    } else if (strcmp(word, "asked") == 0) {
        board->asked_sides = 1;
    } else if (strcmp(word, "minimum") == 0) {
        board->minimum[0] = (uint16_t)number;
    } else if (strcmp(word, "stock") == 0) {
        board->stock = (uint16_t)number;
    } else if (strcmp(word, "second") == 0) { /* second hands that wait: the seat's own */
        board->second[0] = (uint8_t)number;
        board->second_size[0] = 11;
    } else if (strcmp(word, "size") == 0) { /* of the next one */
        board->second_size[0] = (uint8_t)number;
    } else if (strcmp(word, "partner") == 0) {
        board->second[2] = (uint8_t)number;
        board->second_size[2] = 11;
    } else if (strcmp(word, "top") == 0) {
        board->pile_top = (uint8_t)kind_of(value + 1);
    } else if (strcmp(word, "pile") == 0) { /* this many cards, the claimed one aside */
        board->pile = (uint16_t)number;
    } else if (strcmp(word, "empty") == 0) {
        board->pile = 0;
        board->pile_top = CN_NO_KIND;
    } else {
        fail_msg("no word of a turn: %s", word);
    }
}

static void set_up(const struct row *row, struct place *p)
{
    static const int32_t scores[CN_SIDES_MAX];
    struct cn_rules rules;
    memset(p, 0, sizeof *p);
    cn_rules_init(&rules);
    each_part(row->rules, ";", set_rule, &rules);
    struct cn_rules_error error;
    if (!cn_rules_check(&rules, &error))
        fail_msg("%s: error %d", row->rules, (int)error.id);
    p->law = law_of(&rules);
    struct cn_board *board = &p->board;
    cn_board_init(&rules, board, 4, 3, CN_NO_SEAT, scores);
    each_part(row->mine, ",", place_meld, p);
    p->side = 1;
    each_part(row->theirs, ",", place_meld, p);
    each_part(row->hand, " ", hold, p);
    board->turn = 0;
    board->phase = CN_PHASE_MELD;
    board->drew_from = CN_DREW_STOCK;
    board->stock = 30;
    board->pile = 5;
    board->pile_top = CN_FOUR;
    board->melds_before = board->meld_count[0];
    board->canastas_before = board->canastas[0];
    board->owes_opening = board->meld_count[0] == 0;
    for (int seat = 0; seat < 4; seat++)
        board->hand_size[seat] = 11;
    board->hand_size[0] = (uint16_t)cn_hand_size(p->hand);
    each_part(row->turn, " ", turn_word, p);
}

/* ---- questions ---- */

static void expect_listed(const struct row *row, const struct place *p, struct cn_action action,
                          bool legal)
{
    static struct cn_actions list, calculated;
    cn_board_legal_list(p->law, &p->board, p->hand, &list);
    if (is_listed(&list, action) != legal)
        fail_msg("%s | %s | %s | %s | %s: the list differs", row->rules, row->mine, row->hand,
                 row->turn, row->action);
    assert_true(feasible_list(&p->law->rules, &p->board, p->hand, 0, &calculated) >= 0);
    if (is_listed(&calculated, action) != legal)
        fail_msg("%s | %s | %s | %s | %s: the calculation differs", row->rules, row->mine,
                 row->hand, row->turn, row->action);
}

static void ask(const struct row *row)
{
    struct place p;
    struct cn_refusal why;
    struct cn_action action;
    char found[TEXT_SIZE] = "legal";
    set_up(row, &p);
    assert_true(cn_action_parse(p.law, row->action, strlen(row->action), &action));
    const bool legal = cn_board_legal_check(p.law, &p.board, 0, p.hand, action, &why);
    if (!legal)
        snprintf(found, sizeof found, "%s %s", cn_refusal_name(why.id), why.article);
    const char *wanted = row->refusal == NULL ? "legal" : row->refusal;
    if (strcmp(found, wanted) != 0)
        fail_msg("%s | %s | %s | %s | %s: %s, not %s", row->rules, row->mine, row->hand, row->turn,
                 row->action, found, wanted);
    expect_listed(row, &p, action, legal);
}

#define ASK(rows)                                                  \
    do {                                                           \
        for (size_t i = 0; i < sizeof(rows) / sizeof *(rows); i++) \
            ask(&(rows)[i]);                                       \
    } while (0)

/* ---- melds ---- */

static void no_meld_is_larger_than_allowed(void **state)
{
    static const struct row rows[] = {
        {"largest_meld=7", "7 6 0 0", "", "7 7 K K 4", "", "add 0 1 0 0", NULL},
        {"largest_meld=7", "7 6 0 0", "", "7 7 K K 4", "", "add 0 2 0 0",
         "MELD_TOO_LARGE A:closed"},
        {"largest_meld=7", "K 4 0 0", "", "7 7 7 7 7 7 7 7 4 5", "", "meld 7 8 0 0",
         "MELD_TOO_LARGE A:closed"},
        {"largest_meld=7", "7 4 0 0,7 4 0 0", "", "4 5 6", "", "combine 0 1",
         "MELD_TOO_LARGE A:closed"},
        {"largest_meld=7;second_meld=false", "7 4 0 0", "", "7 7 4 5", "start top=7", "take pair",
         NULL},
        {"largest_meld=7;second_meld=false", "7 5 0 0", "", "7 7 4 5", "start top=7", "take pair",
         "MELD_TOO_LARGE A:closed"},
        /* Black threes have a limit of their own, which may be the higher one. */
        {"largest_meld=7;packs=4;jokers=8;most_black_threes=8", "K 7 0 0", "",
         "3b 3b 3b 3b 3b 3b 3b 3b 4", "", "meld 3b 8 0 0", "MELD_TOO_LARGE A:closed"},
        {"largest_meld=9;packs=4;jokers=8;most_black_threes=8", "K 7 0 0", "",
         "3b 3b 3b 3b 3b 3b 3b 3b 4", "", "meld 3b 8 0 0", NULL},
        {"largest_meld=7", "K 7 0 0", "", "3b 3b 3b 3b 3b 4", "", "meld 3b 5 0 0",
         "BLACK_THREES_SHAPE L18"},
    };
    ASK(rows);
}

static void wilds_are_fewer_than_naturals(void **state)
{
    static const struct row rows[] = {
        {"wilds_fewer_than_naturals=true", "K 4 0 0", "", "7 7 2 4 5", "", "meld 7 2 1 0", NULL},
        {"wilds_fewer_than_naturals=true", "K 4 0 0", "", "7 7 2 2 4 5", "", "meld 7 2 2 0",
         "WILDS_NOT_FEWER HF:books"},
        {"wilds_fewer_than_naturals=true", "K 4 0 0", "", "2 2 2 2 4 5", "", "add 0 0 4 0",
         "WILDS_NOT_FEWER HF:books"},
        {"wilds_fewer_than_naturals=true", "K 6 0 0", "", "2 2 2 2 4 5", "", "add 0 0 4 0", NULL},
    };
    ASK(rows);
}

static void a_pure_kind_never_takes_a_wild(void **state)
{
    static const struct row rows[] = {
        {"pure_kinds=[7]", "K 4 0 0", "", "7 7 7 2 4 5", "", "meld 7 3 0 0", NULL},
        {"pure_kinds=[7]", "K 4 0 0", "", "7 7 7 2 4 5", "", "meld 7 3 1 0", "PURE A:sevens"},
        {"pure_kinds=[7]", "7 4 0 0", "", "7 7 7 X 4 5", "", "add 0 0 0 1", "PURE A:sevens"},
        {"pure_kinds=[7]", "K 4 0 0", "", "7 2 4 5 6", "start top=7", "take deuce",
         "PURE A:sevens"},
        {"pure_kinds=[7]", "K 4 0 0", "", "7 2 4 5 6", "", "add 0 0 1 0", NULL},
    };
    ASK(rows);
}

static void aces_take_wilds_as_the_opening_decides(void **state)
{
    static const char aces[] = "pure_after_opening=[A]";
    static const struct row rows[] = {
        {aces, "A 4 0 0", "", "2 4 5 6", "", "add 0 0 1 0", "PURE_AFTER_OPENING A:aces"},
        {aces, "A 3 1 0", "", "2 4 5 6", "", "add 0 0 1 0", NULL},
        {aces, "K 4 0 0", "", "A A 2 4 5 6", "", "meld A 2 1 0", "PURE_AFTER_OPENING A:aces"},
        {aces, "A 4 0 0,A 3 1 0", "", "4 5 6", "", "combine 0 1", "PURE_AFTER_OPENING A:aces"},
        {aces, "", "", "A A 2 4 5 6", "minimum=0", "meld A 2 1 0", NULL},
        {aces, "A 4 0 0", "", "2 4 5 6", "opening", "add 0 0 1 0", NULL},
        {aces, "A 4 0 0", "", "2 4 5 6", "took=0", "add 0 0 1 0", "PURE_CLAIMED A:aces"},
        {aces, "A 4 0 0", "", "A A A 4 5 6", "took=0", "meld A 3 0 0", "PURE_CLAIMED A:aces"},
        {"pure_after_opening=[A];frozen_before_initial_meld=false", "", "", "A 2 4 5 6",
         "start top=A minimum=0", "take deuce", "PURE_CLAIMED A:aces"},
    };
    ASK(rows);
}

static void wilds_wait_for_enough_naturals(void **state)
{
    static const char five[] = "wild_needs_naturals=5";
    static const struct row rows[] = {
        {five, "7 4 0 0", "", "7 2 4 5 6", "", "add 0 0 1 0", "WILD_NEEDS_NATURALS A:wilds"},
        {five, "7 4 0 0", "", "7 2 4 5 6", "", "add 0 1 1 0", NULL}, /* IA11 */
        {five, "K 4 0 0", "", "7 7 7 2 4 5", "", "meld 7 3 1 0", "WILD_NEEDS_NATURALS A:wilds"},
        {five, "", "", "7 7 7 2 4 5", "minimum=0", "meld 7 3 1 0", NULL},
        {five, "K 4 0 0", "", "7 2 4 5 6", "start top=7", "take deuce",
         "WILD_NEEDS_NATURALS A:wilds"},
    };
    ASK(rows);
}

static void wilds_alone_are_a_meld_of_three_to_seven(void **state)
{
    static const struct row rows[] = {
        {"wild_melds=none", "7 4 0 0", "", "2 2 X 4 5", "", "meld X 0 2 1", "MELD_OF_WILDS L18"},
        {"wild_melds=free", "7 4 0 0", "", "2 2 X 4 5", "", "meld X 0 2 1", NULL},
        {"wild_melds=free", "7 4 0 0", "", "2 2 X 4 5", "", "meld X 0 1 1",
         "WILD_MELD_SHAPE A:wilds"},
        {"wild_melds=free", "7 4 0 0", "", "2 2 X X 4 5", "", "meld X 1 2 1",
         "WILD_MELD_SHAPE A:wilds"},
        {"wild_melds=free", "7 4 0 0", "", "2 2 2 X 4 5", "", "meld 2 1 2 0", "MELD_OF_WILDS L18"},
        {"wild_melds=free", "X 0 4 2", "", "2 X 4 5", "", "add 0 0 1 0", NULL},
        {"wild_melds=free", "X 0 4 2", "", "2 X 4 5", "", "add 0 0 1 1", "WILD_MELD_SHAPE A:wilds"},
        {"wild_melds=free", "X 0 2 1,X 0 2 2", "", "4 5 6", "", "combine 0 1", NULL},
        {"wild_melds=free", "X 0 4 1,X 0 2 2", "", "4 5 6", "", "combine 0 1",
         "WILD_MELD_SHAPE A:wilds"},
        {"wild_melds=free;second_meld=false", "X 0 2 1", "", "2 2 X 4 5", "", "meld X 0 2 1",
         "SECOND_MELD L24"},
    };
    ASK(rows);
}

static void an_unfinished_wild_meld_locks_wilds(void **state)
{
    static const char lock[] = "wild_melds=locking";
    static const struct row rows[] = {
        {lock, "7 5 0 0,X 0 2 1", "", "2 2 X 4 5", "", "add 0 0 1 0", "WILDS_LOCKED A:wilds"},
        {lock, "7 5 0 0,X 0 2 1", "", "2 2 X 4 5", "", "add 1 0 1 0", NULL},
        {lock, "7 5 0 0,X 0 2 1", "", "2 2 X 4 5", "", "meld X 0 2 1", "WILDS_LOCKED A:wilds"},
        {lock, "7 5 0 0,X 0 5 2", "", "2 2 X 4 5", "", "add 0 0 1 0", NULL},
        {"wild_melds=free", "7 5 0 0,X 0 2 1", "", "2 2 X 4 5", "", "add 0 0 1 0", NULL},
    };
    ASK(rows);
}

static void a_rank_is_begun_again_after_its_canasta(void **state)
{
    static const char after[] = "second_meld=after_canasta";
    static const struct row rows[] = {
        {after, "7 5 0 0", "", "7 7 7 4 5", "", "meld 7 3 0 0", "SECOND_MELD_UNFINISHED L24"},
        {after, "7 7 0 0", "", "7 7 7 4 5", "", "meld 7 3 0 0", NULL},
        {after, "7 7 0 0,7 3 0 0", "", "7 7 7 4 5", "", "meld 7 3 0 0",
         "SECOND_MELD_UNFINISHED L24"},
    };
    ASK(rows);
}

static void a_closed_rank_is_dead(void **state)
{
    static const char dead[] = "dead_ranks=true";
    static const struct row rows[] = {
        {dead, "K 3 0 0", "7 5 2 0", "7 7 7 4 5", "", "meld 7 3 0 0", "DEAD_RANK A:closed"},
        {dead, "K 3 0 0", "7 6 0 0", "7 7 7 4 5", "", "meld 7 3 0 0", NULL},
        {dead, "7 4 0 0", "7 7 0 0", "7 2 4 5 6", "", "add 0 1 0 0", "DEAD_RANK A:closed"},
        {dead, "7 7 0 0", "", "7 2 4 5 6", "", "add 0 0 1 0", "DEAD_RANK A:closed"},
        {dead, "7 3 0 0,7 3 0 0", "7 7 0 0", "4 5 6", "", "combine 0 1", "DEAD_RANK A:closed"},
        {dead, "K 3 0 0", "7 7 0 0", "7 7 4 5", "start top=7", "take pair", "DEAD_RANK A:closed"},
        {"dead_ranks=true;wild_melds=free", "X 0 4 3", "", "2 2 X 4 5", "", "meld X 0 2 1", NULL},
        {"", "K 3 0 0", "7 7 0 0", "7 7 7 4 5", "", "meld 7 3 0 0", NULL},
    };
    ASK(rows);
}

/* ---- the opening ---- */

static void the_opening_completes_no_mixed_canasta(void **state)
{
    static const char none[] = "opening_mixed_canasta=false";
    static const struct row rows[] = {
        {none, "", "", "7 7 7 7 7 7 2 4 5", "minimum=0", "meld 7 6 1 0", "OPENING_MIXED A:opening"},
        {none, "", "", "7 7 7 7 7 7 7 4 5", "minimum=0", "meld 7 7 0 0", NULL},
        {none, "7 6 0 0", "", "2 4 5", "opening", "add 0 0 1 0", "OPENING_MIXED A:opening"},
        {none, "7 6 0 0", "", "2 4 5", "", "add 0 0 1 0", NULL},
    };
    ASK(rows);
}

static void the_opening_needs_a_meld_of_a_sort(void **state)
{
    static const char natural[] = "opening_needs=natural_meld";
    static const char either[] = "opening_needs=natural_or_wild_meld;wild_melds=free";
    static const char three[] = "opening_needs=three_naturals";
    static const struct row rows[] = {
        {natural, "7 2 1 0", "", "4 5 6", "opening minimum=0", "discard 4",
         "OPENING_NATURAL_MELD A:opening"},
        {natural, "7 3 0 0", "", "4 5 6", "opening minimum=0", "discard 4", NULL},
        {natural, "7 3 0 0", "", "2 5 6", "opening minimum=0", "add 0 0 1 0",
         "OPENING_NATURAL_MELD A:opening"}, /* IA16 */
        {natural, "7 3 0 0", "", "2 5 5 5 6 8", "opening minimum=0", "add 0 0 1 0", NULL},
        {natural, "", "", "7 7 2 4 5 6", "minimum=0", "meld 7 2 1 0",
         "OPENING_NATURAL_MELD A:opening"},
        {natural, "7 3 0 0", "", "4 5 6", "opening minimum=50", "discard 4", "MINIMUM L26"},
        {either, "X 0 2 1", "", "4 5 6", "opening minimum=0", "discard 4", NULL},
        {either, "7 2 1 0", "", "4 5 6", "opening minimum=0", "discard 4",
         "OPENING_NATURAL_OR_WILD A:opening"},
        {three, "7 3 1 0", "", "4 5 6", "opening minimum=0", "discard 4", NULL},
        {three, "7 2 1 0", "", "4 5 6", "opening minimum=0", "discard 4",
         "OPENING_THREE_NATURALS A:opening"},
    };
    ASK(rows);
}

/* A seat that goes out may lay black threes, which count as naturals. */
static void black_threes_open_too(void **state)
{
    static const char none[] = "players=[4];canastas_to_go_out=0;concealed_minimum=always;"
                               "concealed_needs_canasta=false;largest_meld=8";
    static const char need[] = "players=[4];canastas_to_go_out=0;concealed_minimum=always;"
                               "opening_needs=natural_meld";
    static const char hand[] = "X 3b 3b 3b 5 5 5 5 5 5 6 6";
    static const struct row rows[] = {
        {none, "", "", hand, "minimum=105", "meld 3b 3 0 0", NULL},
        {none, "", "", hand, "minimum=105", "meld 5 6 0 0", NULL},
        {none, "", "", hand, "minimum=110", "meld 5 6 0 0", "MINIMUM L26"},
        {need, "", "", "3b 3b 3b 4", "minimum=15", "meld 3b 3 0 0", NULL},
        {need, "", "", "3b 3b 4", "minimum=0", "meld 3b 2 0 0", "BLACK_THREES_SHAPE L18"},
    };
    ASK(rows);
}

static void black_threes_are_melded_if_the_law_says_so(void **state)
{
    static const char never[] = "players=[4];most_black_threes=0";
    static const struct row rows[] = {
        {never, "K 7 0 0", "", "3b 3b 3b 4", "", "meld 3b 3 0 0", "BLACK_THREES_NEVER L18"},
        {never, "K 7 0 0", "", "3b 3b 2 4", "", "meld 3b 2 1 0", "BLACK_THREES_NEVER L18"},
        {"players=[4]", "K 7 0 0", "", "3b 3b 3b 4", "", "meld 3b 3 0 0", NULL},
        {"players=[4]", "K 7 0 0", "", "3b 3b 4", "", "meld 3b 2 0 0", "BLACK_THREES_SHAPE L18"},
    };
    ASK(rows);
}

/* Three aces are 60 points; two of them with the top card beside count nothing (IA12). */
static void the_top_card_lies_aside(void **state)
{
    static const char aside[] = "opening_top_card=false";
    static const struct row rows[] = {
        {aside, "A 3 0 0", "", "4 5 6 8", "claim=0 minimum=60", "discard 4",
         "MINIMUM_WITH_PACK L33"},
        {aside, "", "", "A A 4 5 6 8", "start top=A minimum=60", "take pair",
         "MINIMUM_WITH_PACK L33"},
        {aside, "", "", "A A A 4 5 6 8", "start top=A minimum=60", "take pair", NULL},
        {aside, "", "", "A A A 4 5 6 8", "start top=A minimum=65", "take pair",
         "MINIMUM_WITH_PACK L33"},
        {"", "", "", "A A 4 5 6 8", "start top=A minimum=60", "take pair", NULL},
    };
    ASK(rows);
}

/* ---- bonus cards ---- */

static void bonus_cards_are_faced_first(void **state)
{
    static const char both[] = "bonus_kinds=[3r,3b];keep_bonus_card=1";
    static const struct row rows[] = {
        {both, "", "", "7 7 7 3b 4", "minimum=0", "meld 7 3 0 0", "BONUS_CARD_HELD A:threes"},
        {both, "", "", "7 7 7 3b 4", "minimum=0", "face 3b", NULL},
        {both, "", "", "7 7 7 3b 4", "minimum=0", "face 3r", "NOTHING_TO_FACE A:threes"},
        {both, "", "", "7 7 7 3b 4", "start", "face 3b", NULL},
        {both, "", "", "7 7 3b 4", "start top=7 minimum=0", "take pair",
         "BONUS_CARD_HELD A:threes"},
        {both, "", "", "7 7 7 3b 4", "", "discard 3b", "BONUS_CARD_DISCARDED A:threes"},
        {both, "", "", "7 7 7 3b 4", "", "discard 4", NULL},
        {both, "", "", "3b 3b 3b 4 5", "", "meld 3b 3 0 0", "BONUS_CARD_MELDED A:threes"},
        {both, "7 3 0 0", "", "3b 4 5", "claim=0 minimum=90", "face 3b", "FACE_LATER A:threes"},
        {"", "7 3 0 0", "", "3b 4 5", "", "face 3b", "NOTHING_TO_FACE A:threes"},
    };
    ASK(rows);
}

static void special_hands_are_laid_whole(void **state)
{
    static const char hands[] =
        "hand_size=7;special_hands=[{name: pairs, points: 100, groups: [2, 2, 2, 2]},"
        "{name: trio, points: 90, groups: [3, 3], wild: [[1, 1]]},"
        "{name: pairs, points: 80, groups: [2, 2, 2], wild: [[2, 0]], must: [7]}]";
    static const struct row rows[] = {
        {hands, "", "", "4 4 5 5 6 6 7 7", "", "hand pairs", NULL},
        {hands, "", "", "4 4 5 5 7 7 2 2", "", "hand pairs", NULL},
        {hands, "", "", "4 4 5 5 6 6 2 2", "", "hand pairs", "NO_SPECIAL_HAND A:hands"},
        {hands, "", "", "4 4 5 5 7 7 X X", "", "hand pairs", "NO_SPECIAL_HAND A:hands"},
        {hands, "", "", "4 4 5 5 6 6 7 7 8", "", "hand pairs", "NO_SPECIAL_HAND A:hands"},
        {hands, "", "", "4 4 4 5 5 5 2 X", "", "hand trio", NULL},
        {hands, "", "", "4 4 4 5 5 5 2 X", "", "hand quads", "UNKNOWN_HAND A:hands"},
        {hands, "", "", "4 4 5 5 6 6 7 7", "start", "hand pairs", "DRAW_FIRST L14"},
        {hands, "K 3 0 0", "", "4 4 5 5 6 6 7 7", "", "hand pairs", "HAND_TOO_LATE A:hands"},
        {hands, "", "", "4 4 5 5 6 6 7 7", "no", "hand pairs", "MUST_NOT_GO_OUT L40"},
        {hands, "", "", "4 4 5 5 6 6 7 7", "yes", "hand pairs", NULL},
    };
    ASK(rows);
}

/* ---- discarding ---- */

static void some_cards_are_discarded_last(void **state)
{
    static const char wild[] = "discard_wild=last";
    static const char pile[] = "empty_pile_discard=[7,2,X,dead];dead_ranks=true";
    static const char waits[] = "discard_after_canasta=[7]";
    static const struct row rows[] = {
        {wild, "K 3 0 0", "", "2 4 5", "", "discard 2", "DISCARD_WILD A:discard"},
        {wild, "K 3 0 0", "", "2 X", "", "discard 2", NULL},
        {wild, "K 7 0 0", "", "2", "", "discard 2", NULL},
        {pile, "K 3 0 0", "", "7 4 5", "empty", "discard 7", "DISCARD_EMPTY_PILE A:discard"},
        {pile, "K 3 0 0", "", "7 4 5", "", "discard 7", NULL},
        {pile, "K 3 0 0", "", "2 4 5", "empty", "discard 2", "DISCARD_EMPTY_PILE A:discard"},
        {pile, "K 3 0 0", "Q 7 0 0", "Q 4 5", "empty", "discard Q", "DISCARD_DEAD A:discard"},
        {pile, "K 3 0 0", "Q 7 0 0", "Q 7 2", "empty", "discard 7", NULL},
        {pile, "K 3 0 0", "Q 7 0 0", "Q 7 2", "empty", "discard Q", "DISCARD_DEAD A:discard"},
        {pile, "K 3 0 0", "Q 7 0 0", "Q 2 X", "empty", "discard Q", NULL},
        {pile, "K 3 0 0", "Q 7 0 0", "Q 2 X", "empty", "discard 2", "DISCARD_EMPTY_PILE A:discard"},
        {waits, "K 3 0 0", "", "7 4 5", "", "discard 7", "DISCARD_WAITS PH:sevens"},
        {waits, "7 7 0 0", "7 5 2 0", "7 4 5", "", "discard 7", NULL},
        {waits, "7 7 0 0", "7 6 0 0", "7 4 5", "", "discard 7", "DISCARD_WAITS PH:sevens"},
        {waits, "K 3 0 0", "", "7 7 7", "", "discard 7", NULL},
    };
    ASK(rows);
}

/* ---- going out ---- */

static void going_out_may_be_barred(void **state)
{
    static const char bars[] = "out_bars=[7,A,wild];wild_melds=free;concealed_minimum=always";
    static const struct row rows[] = {
        {bars, "K 7 0 0,7 4 0 0", "", "4", "", "discard 4", "OUT_BARS A:out"},
        {bars, "K 7 0 0,7 7 0 0", "", "4", "", "discard 4", NULL},
        {bars, "K 7 0 0,7 4 1 0", "", "4", "", "discard 4", NULL},
        {bars, "K 7 0 0,X 0 2 1", "", "4", "", "discard 4", "OUT_BARS_WILD A:out"},
        {bars, "K 7 0 0,7 4 0 0", "", "K 4", "", "add 0 1 0 0", "OUT_BARS A:out"},
        {bars, "K 7 0 0,7 6 0 0", "", "7 4", "", "add 1 1 0 0", NULL},
        {bars, "K 6 0 0,7 4 0 0", "", "4", "", "discard 4", "KEEP_A_CARD L38"},
    };
    ASK(rows);
}

static void going_out_may_need_a_yes(void **state)
{
    static const char consent[] = "out_consent=true";
    static const struct row rows[] = {
        {consent, "K 7 0 0", "", "4", "", "discard 4", "CONSENT HF:out"},
        {consent, "K 7 0 0", "", "4", "yes", "discard 4", NULL},
        {consent, "K 7 0 0", "", "K 4", "", "add 0 1 0 0", "CONSENT HF:out"},
        {consent, "K 7 0 0", "", "K 4", "no", "add 0 1 0 0", "MUST_NOT_GO_OUT L40"},
        {consent, "K 7 0 0", "", "K 4", "", "ask", NULL},
    };
    ASK(rows);
}

static void asking_is_limited(void **state)
{
    static const struct row rows[] = {
        {"ask_limit=deal;wild_melds=free", "K 7 0 0", "", "K 4", "", "ask", NULL},
        {"ask_limit=deal;wild_melds=free", "K 7 0 0", "", "K 4", "asked", "ask",
         "ASK_TWICE_IN_DEAL L40"},
        {"ask_limit=turn;wild_melds=free", "K 7 0 0", "", "K 4", "asked", "ask", NULL},
    };
    ASK(rows);
}

static void the_last_discard_may_be_barred(void **state)
{
    static const char bars[] = "last_discard_bars=[7];go_out_by_melding=false";
    static const struct row rows[] = {
        {bars, "K 7 0 0", "", "7", "", "discard 7", "LAST_DISCARD_BARS PH:sevens"},
        {bars, "K 7 0 0", "", "8", "", "discard 8", NULL},
        {bars, "K 7 0 0", "", "7 K", "", "add 0 1 0 0", "LAST_DISCARD_BARS PH:sevens"},
        {bars, "K 7 0 0", "", "K", "", "add 0 1 0 0", "LAST_DISCARD S:discard"},
    };
    ASK(rows);
}

static void second_hands_come_before_going_out(void **state)
{
    static const char foot[] = "players=[4];second_hand=[11];second_hand_out=all";
    static const char own[] = "players=[4];second_hand=[11];second_hand_when=own_canasta";
    static const struct row rows[] = {
        {foot, "K 3 0 0", "", "4", "second=1", "discard 4", NULL},
        {foot, "K 3 0 0", "", "K K", "second=1", "add 0 2 0 0", NULL},
        {foot, "K 7 0 0", "", "4", "partner=1", "discard 4", "PARTNER_HAND_WAITS HF:foot"},
        {foot, "K 7 0 0", "", "4", "", "discard 4", NULL},
        {foot, "K 7 0 0", "", "K 4", "partner=1", "add 0 1 0 0", "PARTNER_HAND_WAITS HF:foot"},
        {own, "K 7 0 0", "", "4", "second=1", "discard 4", "SECOND_HAND_WAITS L38"},
        {own, "K 7 0 0", "", "K 4", "second=1", "add 0 1 0 0", "SECOND_HAND_WAITS L38"},
        {own, "K 7 0 0", "", "4", "partner=1", "discard 4", NULL},
    };
    ASK(rows);
}

/* PH:foot: a side that has combined canastas in the turn has to gain them again before one more
 * brings the second hand. The first three melds are two canastas each; the others become canastas
 * when they are combined, which needs a card in the hand and lays none. */
static void combined_canastas_are_gained_again(void **state)
{
#define OWN "players=[4];second_hand_when=own_canasta;second_hand="
    static const char three[] = OWN "[11];packs=3";
    static const char six[] = OWN "[11];packs=6;jokers=12";
    static const char one[] = OWN "[1];packs=3";
    static const char four_gains[] = "K 8 4 2,Q 8 4 2,J 8 4 2,4 4 0 0,4 3 0 0,5 4 0 0,5 3 0 0,"
                                     "6 4 0 0,6 3 0 0,7 4 0 0,7 3 0 0,8 3 0 0";
    static const char seven_gains[] = "A 21 0 0,K 21 0 0,Q 21 0 0,4 4 0 0,4 3 0 0,5 4 0 0,5 3 0 0,"
                                      "6 4 0 0,6 3 0 0,7 4 0 0,7 3 0 0,9 4 0 0,9 3 0 0,T 4 0 0,"
                                      "T 3 0 0,J 4 0 0,J 3 0 0,8 3 0 0";
    static const struct row rows[] = {
        {three, four_gains, "", "8 9", "second=1 before=6", "add 11 1 0 0", NULL},
        {three, four_gains, "", "8 9", "second=1 before=7", "add 11 1 0 0",
         "SECOND_HAND_WAITS L38"},
        {six, seven_gains, "", "8 9", "second=1 before=9", "add 17 1 0 0", NULL},
        {six, seven_gains, "", "8 9", "second=1 before=10", "add 17 1 0 0",
         "SECOND_HAND_WAITS L38"},
        {one, four_gains, "", "8 8", "second=1 size=1 before=6 yes", "add 11 1 0 0", NULL},
        {one, four_gains, "", "8 8", "second=1 size=1 before=7 yes", "add 11 1 0 0",
         "SECOND_HAND_WAITS L38"},
        {one, four_gains, "", "8 8", "second=1 size=1 before=6 yes", "add 11 2 0 0",
         "SECOND_HAND_WAITS L38"},
    };
    ASK(rows);
}

/* PH:foot: a canasta that has brought the second hand may be combined with another after that. Here
 * it makes room for the last wild card. */
static void a_gained_canasta_is_combined_later(void **state)
{
    static const char fewer[] = OWN "[1];packs=3;wilds_fewer_than_naturals=true;most_wilds=6;"
                                    "most_wilds_canasta=7;canastas_to_go_out=1";
    static const char after[] = OWN "[1];packs=3;wilds_fewer_than_naturals=true;most_wilds=6;"
                                    "most_wilds_canasta=7;canastas_to_go_out=1;"
                                    "second_meld=after_canasta";
    static const char two[] = OWN "[1];packs=3;wilds_fewer_than_naturals=true;most_wilds=6;"
                                  "most_wilds_canasta=7;canastas_to_go_out=2";
    static const struct row rows[] = {
        {fewer, "K 4 3 0,K 4 2 0", "", "2 2", "second=1 size=1 before=1 yes", "add 1 0 1 0", NULL},
        {fewer, "K 4 3 0,K 4 2 0", "", "2 2", "second=1 size=1 before=1 yes", "combine 0 1",
         "MUST_GO_OUT L40"},
        {fewer, "K 4 3 0,K 4 2 0", "", "2 2 2", "second=1 size=1 before=1 yes", "add 1 0 1 0",
         "MUST_GO_OUT L40"},
        {fewer, "K 4 3 0,K 4 2 0", "", "2 2", "second=1 size=1 before=2 yes", "add 1 0 1 0",
         "SECOND_HAND_WAITS L38"},
        {two, "K 4 3 0,K 4 2 0", "", "2 2", "second=1 size=1 before=1 yes", "add 1 0 1 0",
         "MUST_GO_OUT L40"},
        {after, "K 4 3 0", "", "K K K K 2 2 2 2", "second=1 size=1 before=1 yes", "meld K 4 3 0",
         NULL},
    };
#undef OWN
    ASK(rows);
}

/* I24: melds of a rank that a canasta closes are combined after all else is laid on them, and with
 * a card in the hand. So the last card must go elsewhere. */
static void combining_needs_a_card_in_the_hand(void **state)
{
    static const char own[] = "players=[4];second_hand=[11];second_hand_when=own_canasta;"
                              "dead_ranks=true";
    static const char out[] = "players=[4];dead_ranks=true;canastas_to_go_out=1";
    static const char two[] = "players=[4];dead_ranks=true;canastas_to_go_out=2;"
                              "last_discard_bars=[7,K,4]";
    static const char lift[] = "canasta_lifts_minimum=true;dead_ranks=true";
    static const char free[] = "players=[4];dead_ranks=true;canastas_to_go_out=1;out_bars=[7];"
                               "concealed_minimum=none;concealed_needs_canasta=false";
    static const struct row rows[] = {
        {own, "7 2 1 0", "", "2 2 7 7 7", "claim=0 empty minimum=70 second=1", "meld 7 3 1 0",
         "MINIMUM_WITH_PACK L33"},
        {own, "7 2 1 0", "", "2 2 7 7 7", "claim=0 empty minimum=65 second=1", "meld 7 3 1 0",
         NULL},
        {own, "7 2 1 0", "", "2 2 7 7 7", "claim=0 empty minimum=70 second=1", "add 0 3 2 0", NULL},
        {own, "7 2 1 0,4 3 0 0", "", "2 4 7 7 7", "claim=0 empty minimum=70 second=1",
         "meld 7 3 1 0", NULL},
        {out, "7 3 0 0,7 3 0 0", "", "7", "", "add 0 1 0 0", "KEEP_A_CARD L38"},
        {out, "7 3 0 0,7 3 0 0,4 3 0 0", "", "7 4", "", "add 0 1 0 0", NULL},
        {two, "7 4 0 0,7 3 0 0,K 4 0 0,K 3 0 0", "", "7 K", "", "ask", "ASK_UNABLE L40"},
        {two, "7 4 0 0,7 3 0 0,K 4 0 0,K 3 0 0,4 3 0 0", "", "7 K 4", "yes", "add 4 1 0 0",
         "MUST_GO_OUT L40"},
        {two, "7 4 0 0,7 3 0 0,K 4 0 0,K 3 0 0,4 3 0 0", "", "7 K 4", "yes", "add 0 1 0 0", NULL},
        {lift, "7 3 0 0,7 3 0 0", "", "7", "claim=0 minimum=120", "add 0 1 0 0",
         "MINIMUM_WITH_PACK L33"},
        {lift, "7 3 0 0,7 3 0 0", "", "7 4", "claim=0 minimum=120", "add 0 1 0 0", NULL},
        /* I10: with the one card of the pile that joins, nothing else may be in the hand. */
        {free, "7 3 2 0", "", "2 7 7 7", "claim=0 pile=1 minimum=110", "meld 7 3 0 0",
         "MINIMUM_WITH_PACK L33"},
        {free, "7 3 2 0", "", "2 7 7 7", "claim=0 empty minimum=110", "meld 7 3 0 0", NULL},
        {free, "7 3 2 0", "", "2 7 7 7", "claim=0 pile=1 minimum=110", "add 0 3 1 0", NULL},
    };
    ASK(rows);
}

/* IA5: the talon lets a side open down to its discard. */
static void a_talon_follows_the_last_card(void **state)
{
    static const char talon[] = "talon=[4,3];talon_stock=9";
    static const struct row rows[] = {
        {talon, "K 3 0 0", "", "4", "opening minimum=0 stock=9", "discard 4", NULL},
        {talon, "K 3 0 0", "", "4", "opening minimum=0 stock=8", "discard 4", "KEEP_A_CARD L38"},
        {talon, "K 3 0 0", "", "4", "stock=9", "discard 4", "KEEP_A_CARD L38"},
        {talon, "K 3 0 0", "", "4", "opening minimum=50 stock=9", "discard 4", "MINIMUM L26"},
        {talon, "K 3 0 0", "", "4", "opening minimum=50 stock=8", "discard 4", "KEEP_A_CARD L38"},
        {talon, "", "", "K K K 4", "minimum=0 stock=9", "meld K 3 0 0", NULL},
        {talon, "", "Q 3 0 0", "K K K 4", "minimum=0 stock=9", "meld K 3 0 0", NULL},
        {"talon=[4];talon_stock=9", "", "Q 3 0 0", "K K K 4", "minimum=0 stock=9", "meld K 3 0 0",
         "KEEP_A_CARD L38"},
    };
    ASK(rows);
}

static void a_contract_asks_for_canastas_of_wilds(void **state)
{
    static const char wild[] = "wild_melds=free;out_contract={wild:1}";
    static const struct row rows[] = {
        {wild, "K 7 0 0", "", "4", "", "discard 4", "CONTRACT L38"},
        {wild, "X 0 4 3", "", "4", "", "discard 4", NULL},
        {wild, "K 7 0 0,X 0 4 2", "", "2 4", "", "add 1 0 1 0", NULL},
        {wild, "K 7 0 0,X 0 4 2", "", "2 4", "", "add 0 0 1 0", "CONTRACT L38"},
    };
    ASK(rows);
}

/* I31: one after another, and more of them than naturals. The seat goes out, as it has melded black
 * threes, so the sevens must become a canasta. */
static void wilds_outnumber_once_the_pile_has_joined(void **state)
{
    static const char rules[] = "naturals_outnumber_wilds=true;out_contract={7:1};most_wilds=6;"
                                "most_wilds_canasta=none;canastas_to_go_out=0";
    static const char turn[] = "claim=0 empty minimum=90";
    static const struct row rows[] = {
        {rules, "7 3 0 0", "", "2 2 2 2 3b 3b 3b K K K K K K K K 4", turn, "meld 3b 3 0 0", NULL},
        {rules, "7 3 0 0", "", "2 2 2 3b 3b 3b K K K K K K K K 4", turn, "meld 3b 3 0 0",
         "BLACK_THREES_NOT_OUT L18"},
    };
    ASK(rows);
}

/* In laws of the Laws of 1950 alone, one requirement at a time is taken away: where two stop the
 * turn, neither alone does, and the first is named. */
static void outnumbering_is_named_before_the_minimum(void **state)
{
    static const struct row row = {"naturals_outnumber_wilds=true",
                                   "7 2 2 0",
                                   "",
                                   "4 4 4 5 6",
                                   "claim=0 empty minimum=500",
                                   "meld 4 3 0 0",
                                   "OUTNUMBER H:initial"};
    static const unsigned outnumber = ORACLE_BIT(ORACLE_OUTNUMBER);
    static const unsigned minimum = ORACLE_BIT(ORACLE_MINIMUM);
    static struct cn_actions list;
    const struct cn_action action = cn_action_of(CN_ACTION_MELD, CN_FOUR, 3, 0, 0);
    const unsigned without[] = {outnumber, minimum, outnumber | minimum};
    struct place p;
    ask(&row);
    set_up(&row, &p);
    for (int i = 0; i < 3; i++) {
        assert_true(feasible_list(&p.law->rules, &p.board, p.hand, without[i], &list) >= 0);
        assert_int_equal(is_listed(&list, action), i == 2);
        assert_true(oracle_list(&p.law->rules, &p.board, p.hand, without[i], &list) >= 0);
        assert_int_equal(is_listed(&list, action), i == 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_meld_is_larger_than_allowed),
        cmocka_unit_test(wilds_are_fewer_than_naturals),
        cmocka_unit_test(a_pure_kind_never_takes_a_wild),
        cmocka_unit_test(aces_take_wilds_as_the_opening_decides),
        cmocka_unit_test(wilds_wait_for_enough_naturals),
        cmocka_unit_test(wilds_alone_are_a_meld_of_three_to_seven),
        cmocka_unit_test(an_unfinished_wild_meld_locks_wilds),
        cmocka_unit_test(a_rank_is_begun_again_after_its_canasta),
        cmocka_unit_test(a_closed_rank_is_dead),
        cmocka_unit_test(the_opening_completes_no_mixed_canasta),
        cmocka_unit_test(the_opening_needs_a_meld_of_a_sort),
        cmocka_unit_test(black_threes_open_too),
        cmocka_unit_test(black_threes_are_melded_if_the_law_says_so),
        cmocka_unit_test(the_top_card_lies_aside),
        cmocka_unit_test(bonus_cards_are_faced_first),
        cmocka_unit_test(special_hands_are_laid_whole),
        cmocka_unit_test(some_cards_are_discarded_last),
        cmocka_unit_test(going_out_may_be_barred),
        cmocka_unit_test(going_out_may_need_a_yes),
        cmocka_unit_test(asking_is_limited),
        cmocka_unit_test(the_last_discard_may_be_barred),
        cmocka_unit_test(second_hands_come_before_going_out),
        cmocka_unit_test(combined_canastas_are_gained_again),
        cmocka_unit_test(a_gained_canasta_is_combined_later),
        cmocka_unit_test(combining_needs_a_card_in_the_hand),
        cmocka_unit_test(a_talon_follows_the_last_card),
        cmocka_unit_test(a_contract_asks_for_canastas_of_wilds),
        cmocka_unit_test(wilds_outnumber_once_the_pile_has_joined),
        cmocka_unit_test(outnumbering_is_named_before_the_minimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
