/* referee_rulings_test.c -- rulings for real cards (data/rulings.json) beside those of the engine:
 * each that both can make is made by both. What is to be done is what the engine does, and it does
 * nothing else; points and law are the same. What only real cards have is listed with its reason.
 */
#include "refereed.h"

#include <jansson.h>

#include "ruling/ruling.h"
#include "words/data.h"

enum {
    KEY = 200
};

#define FIVE  "4 5 6 8 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J"
#define KINGS "4 5 6 8 / Kx3 4 / Kx3 4 / 4 5 6 8"
#define SMALL "Kx3 9 9 4 5 / 4 5 6 8 / 5 6 8 J / 4 5 6 8"
#define READY "Kx3 4x3 5 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3"
#define CARDS "; pile: 9; stock: Q J T 9 Q J T +20"

/* A ruling of the file, without 'players' and 'points', and how a table comes to it. The last
 * actions are those whose lines count. */
static const struct {
    const char *facts, *table, *before, *acts;
} cases[] = {
    {"L53 what=too-many noticed=in-time cards=N", FIVE CARDS, "0 draw; 0 !draw; 0 !draw", "1 call"},
    {"L53 what=too-many noticed=later", FIVE CARDS, "0 draw; 0 !draw; 0 discard 4", "1 draw"},
    {"L53 what=no-draw noticed=in-time", FIVE CARDS, "0 !discard 4", "1 call"},
    {"L53 what=no-draw noticed=later", FIVE CARDS, "0 !discard 4", "1 draw"},
    {"L53 what=looked noticed=in-time", FIVE CARDS, "0 draw; 0 !peek", "1 call"},
    {"L53 what=looked noticed=later", FIVE CARDS, "0 draw; 0 !peek; 0 discard 4", "1 draw"},
    {"L53 what=out-of-turn-looked noticed=in-time", FIVE CARDS, "1 !peek", "0 call"},
    {"L53 what=out-of-turn-looked noticed=later", FIVE CARDS,
     "1 !peek; 0 draw; 0 discard 4; 1 draw; 1 discard 4", "2 draw"},
    {"L53 what=out-of-turn-hand noticed=in-time drawn-since=no", FIVE CARDS, "1 !draw", "0 call"},
    {"L53 what=out-of-turn-hand noticed=in-time drawn-since=yes", FIVE CARDS, "1 !draw; 0 draw",
     "0 call"},
    {"L53 what=out-of-turn-hand noticed=later", FIVE CARDS,
     "1 !draw; 0 draw; 0 discard 4; 1 draw; 1 discard 4", "2 draw"},
    {"L54 what=dropped noticed=in-time", FIVE CARDS, "0 draw; 0 !expose 8", "1 call"},
    {"L54 what=dropped noticed=later", FIVE CARDS, "0 draw; 0 !expose 8; 0 discard 4", "1 draw"},
    {"L54 what=illegal-meld noticed=in-time", FIVE CARDS, "0 draw; 0 !meld 8 2 0 0", "1 call"},
    {"L54 what=illegal-meld noticed=later", FIVE CARDS, "0 draw; 0 !meld 8 2 0 0; 0 discard 4",
     "1 draw"},
    {"L54 what=opponents-turn noticed=in-time", KINGS CARDS, "1 !meld K 3 0 0", "0 call"},
    {"L54 what=opponents-turn noticed=later", KINGS CARDS,
     "1 !meld K 3 0 0; 0 draw; 0 discard 4; 1 draw; 1 discard 4", "2 draw"},
    {"L54 what=partners-turn noticed=in-time", KINGS CARDS, "2 !meld K 3 0 0", "1 call"},
    {"L54 what=partners-turn noticed=later", KINGS CARDS, "2 !meld K 3 0 0; 0 draw; 0 discard 4",
     "1 draw"},
    {"L55 noticed=cannot-make-good pack=yes", SMALL CARDS "; scores: 3000", "0 !take pair",
     "1 call"},
    {"L55 noticed=cannot-make-good pack=no", SMALL CARDS "; scores: 3000",
     "0 draw; 0 !meld K 3 0 0", "1 call"},
    {"L55 noticed=after-discard pack=yes", SMALL CARDS "; scores: 3000",
     "0 !take pair; 0 discard 4", "1 call"},
    {"L55 noticed=after-discard pack=no", SMALL CARDS "; scores: 3000",
     "0 draw; 0 !meld K 3 0 0; 0 discard 4", "1 call"},
    {"L55 noticed=later", SMALL CARDS "; scores: 3000", "0 draw; 0 !meld K 3 0 0; 0 discard 4",
     "1 draw"},
    {"L56 had-turn=yes cards=N",
     "4 / 5 8 / 6 / 8 5; melds: 9x7 / Qx3; turn: 1; pile: J; stock: 3r 9 +20",
     "1 draw; 1 discard 8; 2 draw; 2 add 0 1 0 0", "2 discard 6"},
    {"L56 had-turn=no",
     "4 / 5 8 / 6 / 3r 5; melds: 9x7 / Qx3; turn: 1; turned: 02; pile: J; stock: T 9 +20",
     "1 draw; 1 discard 8; 2 draw; 2 add 0 1 0 0", "2 discard 6"},
    {"L57 what=touched noticed=in-time", FIVE CARDS, "1 !touch", "0 call"},
    {"L57 what=touched noticed=later", FIVE CARDS, "0 !touch; 0 draw; 0 discard 4", "1 draw"},
    {"L57 what=taken noticed=in-time entitled=yes",
     "4 5 6 8 / 4 5 6 8 / 5 6 8 J / 4 5 6 8; melds: 9x3 /" CARDS, "0 !take hand", "1 call"},
    {"L57 what=taken noticed=in-time entitled=no",
     "9 2 4 5 6 8 / 4 5 6 8 / 5 6 8 J / 4 5 6 8" CARDS, "0 !take deuce", "1 call"},
    {"L57 what=taken noticed=later", FIVE CARDS, "0 !take hand; 0 discard 4", "1 draw"},
    {"L58 noticed=in-time room=yes",
     "2 4 5 6 / 4 5 6 8 / 5 6 8 J / 4 5 6 8; melds: K K 2 2 2, 9x3 / Qx3" CARDS,
     "0 draw; 0 !add 0 0 1 0", "1 call"},
    {"L58 noticed=in-time room=no",
     "2 4 5 6 / 4 5 6 8 / 5 6 8 J / 4 5 6 8; melds: K K 2 2 2 / Qx3" CARDS,
     "0 draw; 0 !add 0 0 1 0", "1 call"},
    {"L58 noticed=later room=no",
     "2 4 5 6 / 4 5 6 8 / 5 6 8 J / 4 5 6 8; melds: K K 2 2 2 / Qx3" CARDS,
     "0 draw; 0 !add 0 0 1 0; 0 discard 4", "1 draw"},
    {"L59 what=shown-before-answer noticed=in-time can=yes", READY "; pile: 9; stock: 8 A T J +20",
     "0 draw; 0 ask; 0 !meld K 3 0 0; 2 no", "1 call"},
    {"L59 what=shown-before-answer noticed=in-time can=no",
     "8 8 4 5 6 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: Kx7 / Qx3; pile: 9; stock: Q A T J +20",
     "0 draw; 0 !ask; 0 !meld 8 2 0 0; 2 no", "1 call; 1 require out"},
    {"L59 what=shown-before-answer noticed=later", READY "; pile: 9; stock: 8 A T J +20",
     "0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 0 discard 5", "1 draw"},
    {"L59 what=out-against-no noticed=in-time can=yes",
     "Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; stock: 4 A T J +20",
     "0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 !meld 4 4 0 0", "1 call"},
    {"L59 what=out-against-no noticed=later",
     "Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; stock: 4 A T J +20",
     "0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 !meld 4 4 0 0", "1 accept"},
    {"L59 what=not-out-after-yes noticed=in-time can=yes", READY "; pile: 9; stock: 8 A T J +20",
     "0 draw; 0 ask; 2 yes; 0 !discard K", "1 call"},
    {"L59 what=not-out-after-yes noticed=later", READY "; pile: 9; stock: 8 A T J +20",
     "0 draw; 0 ask; 2 yes; 0 !discard K", "1 draw"},
    {"L59 what=unable noticed=in-time",
     "K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; stock: T A J +20",
     "0 draw; 0 !ask; 2 yes", "1 call"},
    {"L59 what=unable noticed=later",
     "K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; stock: T A J +20",
     "0 draw; 0 !ask; 2 yes; 0 discard K", "1 draw"},
};

/* What only real cards have: how a ruling's facts begin, and why. */
static const struct {
    const char *facts, *why;
} real[] = {
    {"L51", "the engine deals"},
    {"L52", "the engine deals"},
    {"L55 noticed=can-make-good",
     "legal as it stands: the turn goes on until the count is reached"},
    {"L57 what=wrong-time", "in no row of what can be insisted on (R2)"},
    {"L58 noticed=later room=yes", "the surplus is back in the hand, and may be laid in a turn"},
    {"L59 what=out-against-no noticed=in-time can=no", "it has gone out, so it can"},
    {"L59 what=informative", "nobody speaks but by actions"},
    {"L59 what=not-out-after-yes noticed=in-time can=no", "what cannot be obeyed falls (R20)"},
    {"other", "no irregularity"},
};

/* ---- what a ruling says, and what the engine did ---- */

static struct ruling_path path;
static const char *of_case; /* its facts, the law first */
static int players;

static bool tells(const char *line)
{
    return strstr(told, line) != NULL;
}

static const struct cn_board *board(void)
{
    return &at_table.game.deal.board;
}

static int offender(void)
{
    const char *line = strstr(told, "; ruling ");
    return line != NULL ? line[9] - '0' : 0;
}

static bool has_exposed(void)
{
    const int seat = offender();
    return cn_hand_size(board()->exposed[seat]) > cn_hand_size(board()->shown[seat]);
}

static bool nothing_lies_open(void)
{
    return cn_hand_is_empty(board()->exposed[offender()]);
}

static bool owes_discards(const char *code)
{
    return board()->owed[offender()] == atoi(strrchr(code, ' ') + 1);
}

static bool may_lay_surplus(void)
{
    return cn_referee_check(&at_table.game, 0, table_action("add 1 0 1 0"), &(struct cn_noted){0},
                            NULL);
}

static bool hand_lies_open(void)
{
    return cn_hand_same(board()->exposed[0], at_table.game.deal.hands[0]);
}

static bool takes_onto(void)
{
    return !tells("taken") || cn_referee_check(&at_table.game, 0, table_action("take onto 0"),
                                               &(struct cn_noted){0}, NULL);
}

static bool accepts(void)
{
    return tells("; require 1 accept; end out");
}

/* Has the irregularity of the case passed, by its law, with nothing owed, exposed or ruled? */
static bool has_lapsed(void)
{
    static const char lapse[] = "; lapse ";
    const char *line = strstr(told, lapse);
    if (line == NULL || tells("; ruling "))
        return false;
    const int seat = line[sizeof lapse - 1] - '0';
    return strncmp(line + sizeof lapse + 1, of_case, 3) == 0 && board()->owed[seat] == 0 &&
           cn_hand_is_empty(board()->exposed[seat]) && board()->due == CN_DUE_NOTHING;
}

/* Is there a ruling after which play goes on as before? */
static bool asks_nothing(void)
{
    return tells("; ruling ") && takes_onto() && !tells("; owe ") && nothing_lies_open() &&
           board()->due == CN_DUE_NOTHING;
}

/* Has the engine done what this code says? */
static bool is_done(const char *code)
{
    static const char owe[] = "discard-without-drawing ";
    if (strncmp(code, owe, sizeof owe - 1) == 0)
        return owes_discards(code);
    const struct {
        const char *code;
        bool done;
    } codes[] = {
        {"stands", has_lapsed() || accepts()},
        {"none", has_lapsed() || asks_nothing()},
        {"leave-pack", !tells("; reopen ")},
        {"may-require-draw", board()->due == CN_DUE_DRAW},
        {"card-back", tells("; stock ") || tells(" looked")},
        {"expose-and-discard", has_exposed()},
        {"back-to-hand", nothing_lies_open()},
        {"restore-pack", tells(" pile 9")},
        {"draw-instead", board()->no_take != 0 || board()->due == CN_DUE_DRAW},
        {"shown-exposed", players == 2 ? nothing_lies_open() : has_exposed()},
        {"take-back-discard", tells("; reopen 0") && board()->turn == 0},
        {"discard-stands", tells("; unlay 0") && board()->turn == 1},
        {"move-wilds", may_lay_surplus()},
        {"surplus-exposed", cn_hand_size(board()->exposed[0]) == 1},
        {"surplus-back", tells("; back 0 2") && nothing_lies_open()},
        {"may-require-out", board()->due == CN_DUE_OUT || tells("; require 1 out")},
        {"must-go-out", board()->bound},
        {"expose-hand", hand_lies_open()},
        {"meld-what-can", board()->turn == 0 && board()->phase == CN_PHASE_MELD},
        {"penalty", strstr(at_table.scored[1], "penalties -500") != NULL},
        {"score-it", strstr(at_table.scored[1], "red 100") != NULL &&
                         strstr(at_table.scored[1], "penalties") == NULL},
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (strcmp(codes[i].code, code) == 0)
            return codes[i].done;
    fail_msg("%s: no code that the engine could do", code);
    return false;
}

static bool has_code(const char *beginning)
{
    char code[RULING_CODE_SIZE];
    for (int i = 0; ruling_step(&path, i, code); i++)
        if (strncmp(code, beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

/* Does the ruling say so too, if the engine did this? */
static bool is_said(void)
{
    return (!tells("; owe ") || has_code("discard-without-drawing")) &&
           (!tells("; stock ") || has_code("card-back")) &&
           (!tells(" pile 9") || has_code("restore-pack") || has_code("none")) &&
           (!tells("; unlay ") || has_code("discard-stands")) &&
           (!tells("; back ") || has_code("back-to-hand") || has_code("surplus-back")) &&
           (!tells(" ruled ") || has_code("expose") || has_code("shown-exposed") ||
            has_code("surplus-exposed") || has_code("move-wilds") || has_code("may-require-out")) &&
           (!tells("; bound ") || has_code("must-go-out")) &&
           (board()->due != CN_DUE_DRAW || has_code("may-require-draw") ||
            has_code("draw-instead")) &&
           (board()->due != CN_DUE_OUT || has_code("may-require-out"));
}

/* ---- making both ---- */

static int32_t points_of_engine(void)
{
    const char *penalties = strstr(at_table.scored[1], "penalties ");
    if (penalties != NULL)
        return atoi(penalties + strlen("penalties "));
    return board()->penalties[0] + board()->penalties[1];
}

static bool cites(const char *article)
{
    for (int i = 0; ruling_article(&path, i) != NULL; i++)
        if (strcmp(ruling_article(&path, i), article) == 0)
            return true;
    return false;
}

/* By the law that the referee names, or because it is too late for any. */
static bool is_same_law(void)
{
    const char *line = strstr(told, "; ruling ");
    char law[4];
    if (line == NULL)
        return has_lapsed() || accepts() ? cites("L60") : cites("L56") || cites("I11");
    snprintf(law, sizeof law, "%.3s", line + 11);
    return cites(law);
}

static void set_up_table(int at, bool has_points)
{
    static char rules[100];
    char position[TABLE_TEXT];
    char hands[TABLE_TEXT - 40];
    snprintf(hands, sizeof hands, "%s", cases[at].table);
    if (players == 2) { /* the first two hands */
        char *rest = strchr(hands, ';');
        char *second = strchr(strchr(hands, '/') + 1, '/');
        memmove(second, rest, strlen(rest) + 1);
    }
    snprintf(rules, sizeof rules, "laws1950; referee=called; point_penalties=%s",
             has_points ? "true" : "false");
    snprintf(position, sizeof position, "players: %d; hands: %s", players, hands);
    table(rules, position);
}

static void compare(int at, const char *key)
{
    char code[RULING_CODE_SIZE];
    const char *acts = cases[at].acts;
    char two[40];
    of_case = cases[at].facts;
    if (players == 2 && strcmp(acts, "2 draw") == 0) {
        snprintf(two, sizeof two, "0 draw");
        acts = two;
    }
    after(cases[at].before);
    told[0] = '\0';
    after(acts);
    for (int i = 0; ruling_step(&path, i, code); i++)
        if (!is_done(code))
            fail_msg("%s, %d players: %s is not done: %s", key, players, code, told);
    if (!is_said())
        fail_msg("%s, %d players: the ruling does not say: %s", key, players, told);
    if (ruling_points(&path) != points_of_engine())
        fail_msg("%s: %d points, not %d: %s", key, (int)ruling_points(&path),
                 (int)points_of_engine(), told);
    if (!is_same_law())
        fail_msg("%s: another law: %s", key, told);
}

/* ---- every row of the file ---- */

static struct rulings *rulings;

/* Follows the facts of a row; returns false if one of them is not known. */
static bool follow_row(const json_t *row, char key[KEY], bool *has_points)
{
    static struct ruling_facts facts;
    size_t i;
    json_t *fact;
    memset(&facts, 0, sizeof facts);
    players = 4;
    *has_points = false;
    const char *law = json_string_value(json_object_get(row, "law"));
    snprintf(key, KEY, "%s", law);
    if (strcmp(law, "dont-know") == 0)
        return false;
    ruling_facts_add(rulings, &facts, "law", law);
    json_array_foreach(json_object_get(row, "facts"), i, fact)
    {
        const char *name = json_string_value(json_array_get(fact, 0));
        const char *value = json_string_value(json_array_get(fact, 1));
        if (strcmp(value, "dont-know") == 0)
            return false;
        if (strcmp(name, "players") == 0)
            players = strcmp(value, "two") == 0 ? 2 : 4;
        else if (strcmp(name, "points") == 0)
            *has_points = strcmp(value, "yes") == 0;
        else
            snprintf(key + strlen(key), KEY - strlen(key), " %s=%s", name, value);
        const char *number = strcmp(law, "L56") == 0 ? "1" : "2";
        ruling_facts_add(rulings, &facts, name, strcmp(value, "N") == 0 ? number : value);
    }
    ruling_follow(rulings, &facts, &path);
    assert_ptr_equal(path.asks ? NULL : path.row, path.row);
    assert_non_null(path.row);
    return true;
}

static int find_case(const char *key)
{
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++)
        if (strcmp(cases[i].facts, key) == 0)
            return i;
    return -1;
}

static bool is_real(const char *key)
{
    for (size_t i = 0; i < sizeof real / sizeof real[0]; i++)
        if (strncmp(real[i].facts, key, strlen(real[i].facts)) == 0)
            return true;
    return false;
}

static json_t *read_file(void)
{
    int i = 0;
    while (strcmp(cn_data_at(i)->path, "rulings.json") != 0)
        i++;
    return json_loadb(cn_data_at(i)->text, cn_data_at(i)->size, JSON_REJECT_DUPLICATES, NULL);
}

static void test_both_rule_alike(void **state)
{
    json_t *file = read_file();
    size_t i;
    json_t *row;
    int compared = 0;
    int used[sizeof cases / sizeof cases[0]] = {0};
    rulings = rulings_open();
    json_array_foreach(json_object_get(file, "rows"), i, row)
    {
        char key[KEY];
        bool has_points;
        if (!follow_row(row, key, &has_points))
            continue; /* the engine always knows */
        const int at = find_case(key);
        if (at < 0 && !is_real(key))
            fail_msg("%s: neither made by the engine nor left to real cards", key);
        if (at < 0)
            continue;
        set_up_table(at, has_points);
        compare(at, key);
        used[at]++;
        compared++;
    }
    for (size_t at = 0; at < sizeof cases / sizeof cases[0]; at++)
        if (used[at] == 0)
            fail_msg("%s: no row of the file", cases[at].facts);
    print_message("%d rulings made by both\n", compared);
    rulings_close(rulings);
    json_decref(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_rule_alike),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
