/* score_pad.c -- the score of a table with real cards: each side's counts in, the score sheet out.
 *
 * Nothing is added up here: the engine scores deals and finds impossible counts.
 */
#include <stdio.h>
#include <string.h>

#include "house_rules.h"
#include "pages.h"
#include "schema.h"

enum {
    DEALS_MAX = 200,
    SCORE_MOST = 10000000, /* before the first deal */
    KEY_SIZE = 64,
    SENTENCE_SIZE = 512
};

/* A number that each side enters. The bounds exceed all decks and keep sums within their types. */
struct field {
    const char *name;
    size_t offset;
    int32_t low, high;
};
static const struct field fields[] = {
    {"melds", offsetof(struct cn_tally, melds), 0, 100000},
    {"natural", offsetof(struct cn_tally, canastas[CN_CLASS_NATURAL]), 0, 30},
    {"mixed", offsetof(struct cn_tally, canastas[CN_CLASS_MIXED]), 0, 30},
    {"red", offsetof(struct cn_tally, red), 0, 30},
    {"hands", offsetof(struct cn_tally, hands), 0, 100000},
    {"undeclared", offsetof(struct cn_tally, undeclared), 0, 30},
    {"other", offsetof(struct cn_tally, other), -100000, 100000},
};
enum {
    FIELDS = sizeof fields / sizeof fields[0]
};

struct sheet {
    struct cn_law law;
    struct cn_words words;
    struct cn__text deals, problems;
    int players, sides, count;
    int32_t score[CN_SIDES_MAX];
    int32_t receives[CN_SIDES_MAX];
    int winner, last; /* side and deal that ended the game, or -1 */
};

/* ---- impossible counts ---- */

struct problem {
    const char *id, *field, *article;
    int deal, side;
    int32_t number, bound;
};

static void put_problem(struct sheet *sheet, const struct problem *problem)
{
    char key[KEY_SIZE], sentence[SENTENCE_SIZE], number[16], bound[16];
    const char *const arguments[] = {number, bound};
    struct cn__text *lines = &sheet->problems;
    (void)snprintf(key, sizeof key, "counted.%s", problem->id);
    (void)snprintf(number, sizeof number, "%d", (int)problem->number);
    (void)snprintf(bound, sizeof bound, "%d", (int)problem->bound);
    (void)cn_words_format(&sheet->words, key, arguments, 2, sentence, sizeof sentence);
    cn__json_open(lines, NULL, '{');
    cn__json_string(lines, "id", problem->id);
    cn__json_int(lines, "deal", problem->deal);
    cn__json_int(lines, "side", problem->side);
    cn__json_string(lines, "field", problem->field);
    cn__json_string(lines, "law", problem->article);
    cn__json_string(lines, "text", sentence);
    cn__json_close(lines, '}');
}

static void put_faults(struct sheet *sheet, int deal, const struct cn_tally *counted)
{
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const int count =
        cn_tally_check(&sheet->law.rules, sheet->players, counted, sheet->score, faults);
    for (int i = 0; i < count; i++) {
        const struct problem problem = {
            .id = cn_tally_problem_name(faults[i].id),
            .field = cn_tally_problem_field(faults[i].id),
            .article = cn_tally_problem_article(&sheet->law.rules, faults[i].id),
            .deal = deal,
            .side = faults[i].side,
            .number = faults[i].number,
            .bound = faults[i].bound,
        };
        put_problem(sheet, &problem);
    }
}

/* ---- reading ---- */

/* Returns false if it is neither a number nor missing. A number out of range is reported as a
 * problem and counts as 0. */
static bool read_number(struct sheet *sheet, const json_t *entry, const struct field *field,
                        struct problem at, struct cn_tally *counted)
{
    const json_t *value = json_object_get(entry, field->name);
    if (value == NULL || json_is_null(value))
        return true;
    if (!json_is_number(value))
        return false;
    const json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= field->low && number <= field->high) {
        *(int32_t *)(void *)((char *)counted + field->offset) = (int32_t)number;
        return true;
    }
    at.id = "RANGE";
    at.field = field->name;
    at.article = "";
    at.number = field->low;
    at.bound = field->high;
    put_problem(sheet, &at);
    return true;
}

static bool read_switch(const json_t *entry, const char *name, bool *on)
{
    const json_t *value = json_object_get(entry, name);
    *on = json_is_true(value);
    return value == NULL || json_is_null(value) || json_is_boolean(value);
}

static bool read_entry(struct sheet *sheet, const json_t *entry, int deal, int side,
                       struct cn_tally *counted)
{
    const struct problem at = {.deal = deal, .side = side};
    memset(counted, 0, sizeof *counted);
    if (entry == NULL || json_is_null(entry))
        return true;
    if (!json_is_object(entry))
        return false;
    for (int i = 0; i < FIELDS; i++)
        if (!read_number(sheet, entry, &fields[i], at, counted))
            return false;
    counted->melded = counted->melds > 0;
    for (int id = 0; id < CN_CLASSES; id++)
        counted->melded = counted->melded || counted->canastas[id] > 0;
    return read_switch(entry, "out", &counted->out) &&
           read_switch(entry, "concealed", &counted->concealed);
}

static bool read_scores(const json_t *question, struct sheet *sheet)
{
    const json_t *scores = json_object_get(question, "scores");
    if (scores == NULL || json_is_null(scores))
        return true;
    if (json_array_size(scores) != (size_t)sheet->sides)
        return false;
    for (int side = 0; side < sheet->sides; side++) {
        int64_t number;
        if (!cn__read_int(json_array_get(scores, (size_t)side), "scores", -SCORE_MOST, SCORE_MOST,
                          &number, NULL))
            return false;
        sheet->score[side] = (int32_t)number;
    }
    return true;
}

/* ---- a deal ---- */

static bool is_blank(const struct cn_tally *counted)
{
    for (int i = 0; i < FIELDS; i++)
        if (*(const int32_t *)(const void *)((const char *)counted + fields[i].offset) != 0)
            return false;
    return !counted->out && !counted->concealed;
}

/* A game is won once, by a deal that was played. */
static void take_bonus_back(const struct sheet *sheet, struct cn_score *score)
{
    score->item[CN_SCORE_BONUS] = 0;
    score->total -= sheet->law.rules.game_bonus;
    score->after -= sheet->law.rules.game_bonus;
}

static void end_game(struct sheet *sheet, int deal, int winner)
{
    sheet->winner = winner;
    sheet->last = deal;
    cn_score_settlement(&sheet->law.rules, sheet->score, sheet->sides, sheet->receives);
}

static void add_deal(struct sheet *sheet, int deal, const struct cn_tally *counted, bool blank)
{
    struct cn_score scores[CN_SIDES_MAX];
    const bool over = sheet->winner >= 0;
    const struct problem late = {.id = "OVER",
                                 .field = "",
                                 .article = sheet->law.rules.article[CN_PARAM_target].text,
                                 .deal = deal,
                                 .side = -1,
                                 .number = sheet->last + 1};
    if (over && !blank)
        put_problem(sheet, &late);
    put_faults(sheet, deal, counted);
    const int winner = cn_score_tally(&sheet->law, counted, sheet->score, sheet->sides, scores);
    if (winner >= 0 && (over || blank))
        take_bonus_back(sheet, &scores[winner]);
    cn__json_open(&sheet->deals, NULL, '[');
    for (int side = 0; side < sheet->sides; side++) {
        cn__json_score(&sheet->deals, NULL, &scores[side]);
        sheet->score[side] = scores[side].after;
    }
    cn__json_close(&sheet->deals, ']');
    if (winner >= 0 && !over && !blank)
        end_game(sheet, deal, winner);
}

static bool read_deal(struct sheet *sheet, const json_t *entries, int deal)
{
    struct cn_tally counted[CN_SIDES_MAX];
    bool blank = true;
    if (!json_is_array(entries) || json_array_size(entries) > (size_t)sheet->sides)
        return false;
    for (int side = 0; side < sheet->sides; side++) {
        const json_t *entry = json_array_get(entries, (size_t)side);
        if (!read_entry(sheet, entry, deal, side, &counted[side]))
            return false;
        blank = blank && is_blank(&counted[side]);
    }
    add_deal(sheet, deal, counted, blank);
    return true;
}

static bool read_deals(const json_t *question, struct sheet *sheet)
{
    const json_t *deals = json_object_get(question, "deals");
    if (!json_is_array(deals) || json_array_size(deals) > DEALS_MAX)
        return false;
    for (size_t deal = 0; deal < json_array_size(deals); deal++)
        if (!read_deal(sheet, json_array_get(deals, deal), (int)deal))
            return false;
    return true;
}

/* ---- the answer ---- */

static void put_law(const struct sheet *sheet, struct cn__text *answer, const char *name, int param)
{
    cn__json_string(answer, name, param < 0 ? "" : sheet->law.rules.article[param].text);
}

static void put_laws(const struct sheet *sheet, struct cn__text *answer)
{
    cn__json_open(answer, "laws", '{');
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++) {
        const struct cn_score_row *row = cn_score_item_at(item);
        put_law(sheet, answer, row->name, row->param);
    }
    put_law(sheet, answer, "minimum", CN_PARAM_initial_minimum);
    put_law(sheet, answer, "settle", CN_PARAM_settlement);
    cn__json_close(answer, '}');
}

static void put_over(const struct sheet *sheet, struct cn__text *answer)
{
    if (sheet->winner < 0) {
        cn__json_null(answer, "over");
        return;
    }
    cn__json_open(answer, "over", '{');
    cn__json_int(answer, "winner", sheet->winner);
    cn__json_ints(answer, "receives", sheet->receives, sheet->sides);
    cn__json_bool(answer, "hundreds", sheet->law.rules.settlement == CN_SETTLE_HUNDREDS);
    cn__json_close(answer, '}');
}

static void put_answer(const struct sheet *sheet, struct cn__text *answer)
{
    int32_t next[CN_SIDES_MAX];
    for (int side = 0; side < sheet->sides; side++)
        next[side] = cn_rules_minimum(&sheet->law.rules, sheet->score[side]);
    cn__json_open(answer, NULL, '{');
    cn__json_int(answer, "sides", sheet->sides);
    cn__json_elements(answer, "deals", &sheet->deals);
    cn__json_ints(answer, "scores", sheet->score, sheet->sides);
    cn__json_ints(answer, "next", next, sheet->sides);
    cn__json_elements(answer, "problems", &sheet->problems);
    put_over(sheet, answer);
    put_laws(sheet, answer);
    cn__json_int(answer, "target", sheet->law.rules.target);
    cn__json_close(answer, '}');
}

static void answer_score(const json_t *question, struct cn__text *answer)
{
    struct sheet sheet = {.words = query_words(question), .winner = -1, .last = -1};
    if (!query_does(question, "score")) {
        query_error(answer, "question");
        return;
    }
    struct cn_rules rules;
    if (!query_rules_for_players(question, &sheet.words, &rules, &sheet.players, answer))
        return;
    cn_law_init(&sheet.law, &rules);
    sheet.sides = cn_side_count(&rules, sheet.players);
    if (read_scores(question, &sheet) && read_deals(question, &sheet))
        put_answer(&sheet, answer);
    else
        query_error(answer, "question");
    cn__text_free(&sheet.deals);
    cn__text_free(&sheet.problems);
}

void score_pad_query(const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    answer_score(question, answer);
    SCHEMA_CHECK(question, answer, before);
}
