/* score_pad.c -- the score of a table with real cards: each side's counts in, the score sheet out.
 *
 * Nothing is added up here: the engine scores deals and finds impossible counts.
 */
#include <stdio.h>
#include <string.h>

#include "display/display.h"

#include "house_rules.h"
#include "page.h"
#include "pages.h"
#include "schema.h"

enum {
    DEALS_MAX = 200,
    SCORE_MOST = 10000000, /* before the first deal */
    KEY_SIZE = 64,
    SENTENCE_SIZE = 512,
    FIELD_NAME_SIZE = 32
};

/* A number that each side enters. The bounds exceed all decks and keep sums within their types. */
struct field {
    char name[FIELD_NAME_SIZE];
    const char *label; /* a sentence; {0} is a kind of card, {1} how many */
    const char *about; /* what is counted, in a sentence with {2}, what one of them brings */
    int param;         /* the parameter whose article says so, or -1 */
    int32_t points;
    size_t offset; /* in struct cn_tally */
    int32_t low, high;
    int kind, cards; /* for the sentence; CN_NO_KIND if it names none */
};
enum {
    POINTS_MOST = 100000,
    COUNT_MOST = 30,
    FIELDS_MAX = 7 + 2 * CN_CANASTA_KEYS + CN_KINDS
};

struct sheet {
    struct cn_law law;
    struct cn_words words;
    struct cn__text deals, problems;
    struct field fields[FIELDS_MAX];
    int field_count;
    int players, sides;
    int played; /* deals in which anything was entered */
    int32_t score[CN_SIDES_MAX];
    int32_t receives[CN_SIDES_MAX];
    int winner, last; /* side and deal that ended the game, or -1 */
};

/* ---- what is to be entered ---- */

static struct field *add_field(struct sheet *sheet, const char *label, size_t offset, int32_t low,
                               int32_t high)
{
    struct field *field = &sheet->fields[sheet->field_count++];
    *field = (struct field){.label = label,
                            .param = -1,
                            .offset = offset,
                            .low = low,
                            .high = high,
                            .kind = CN_NO_KIND};
    return field;
}

static void name_field(struct field *field, const char *before, const char *name)
{
    (void)snprintf(field->name, sizeof field->name, "%s%s", before, name);
}

static void explain(struct field *field, const char *about, int param, int32_t points)
{
    field->about = about;
    field->param = param;
    field->points = points;
}

static struct field *add_number(struct sheet *sheet, const char *name, const char *label,
                                size_t offset, int32_t low, int32_t high)
{
    struct field *field = add_field(sheet, label, offset, low, high);
    name_field(field, "", name);
    return field;
}

/* Do the rules tell some canastas of a class apart from the others of it? */
static bool tells_some_apart(const struct cn_rules *rules, int from, int to)
{
    for (int key = from; key < to; key++)
        if (cn_tally_tells_apart(rules, key))
            return true;
    return false;
}

static const char *label_of_canastas(const struct cn_rules *rules, int key)
{
    switch (key) {
    case CN_KEY_OF_CLASS + CN_CLASS_NATURAL:
        return tells_some_apart(rules, CN_FOUR, CN_KEY_OF_CLASS) ? "web.real.natural.other"
                                                                 : "web.real.natural";
    case CN_KEY_OF_CLASS + CN_CLASS_MIXED:
        return tells_some_apart(rules, CN_KEY_MIXED_OF, CN_CANASTA_KEYS) ? "web.real.mixed.other"
                                                                         : "web.real.mixed";
    case CN_KEY_WILD:
        return tells_some_apart(rules, CN_KEY_WILD + 1, CN_KEY_MIXED_OF) ? "web.real.wild.other"
                                                                         : "web.real.wild";
    case CN_KEY_WILD_FOUR_JOKERS: return "web.real.wild.four-jokers";
    case CN_KEY_WILD_DEUCES: return "web.real.wild.deuces";
    case CN_KEY_WILD_JOKERS: return "web.real.wild.jokers";
    default: return key < CN_KEY_OF_CLASS ? "web.real.natural.of" : "web.real.mixed.of";
    }
}

static int kind_of_key(int key)
{
    if (key < CN_KEY_OF_CLASS)
        return key;
    return key < CN_KEY_MIXED_OF ? CN_NO_KIND : key - CN_KEY_MIXED_OF;
}

static const char *about_canastas(int key)
{
    if (key < CN_KEY_OF_CLASS)
        return "web.real.about.natural.of";
    if (key >= CN_KEY_MIXED_OF)
        return "web.real.about.mixed.of";
    return key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL ? "web.real.about.natural"
           : key == CN_KEY_OF_CLASS + CN_CLASS_MIXED ? "web.real.about.mixed"
                                                     : "web.real.about.wild";
}

/* Which parameter says what a canasta brings. */
static int param_of_canastas(int key)
{
    return key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL ? CN_PARAM_natural_canasta_bonus
           : key == CN_KEY_OF_CLASS + CN_CLASS_MIXED ? CN_PARAM_mixed_canasta_bonus
                                                     : CN_PARAM_canasta_bonus;
}

static void add_canastas(struct sheet *sheet, int from, int to)
{
    for (int key = from; key < to; key++) {
        if (!cn_tally_tells_apart(&sheet->law.rules, key))
            continue;
        struct field *field = add_field(
            sheet, label_of_canastas(&sheet->law.rules, key),
            offsetof(struct cn_tally, canastas) + (size_t)key * sizeof(int32_t), 0, COUNT_MOST);
        name_field(field, "", cn_canasta_key_name(key));
        field->kind = kind_of_key(key);
        explain(field, about_canastas(key), param_of_canastas(key),
                cn_canasta_bonus(&sheet->law.rules, key));
    }
}

static void add_unfinished(struct sheet *sheet)
{
    for (int key = CN_FOUR; key < CN_KEY_MIXED_OF; key++) {
        const int32_t *penalty = sheet->law.rules.unfinished_penalty.of;
        const bool wild = key >= CN_KEY_WILD;
        if (penalty[key] == 0 || (wild && !cn_tally_tells_apart(&sheet->law.rules, CN_KEY_WILD)))
            continue;
        const char *label = key < CN_KEY_OF_CLASS            ? "web.real.unfinished.of"
                            : key == CN_KEY_WILD_FOUR_JOKERS ? "web.real.unfinished.four-jokers"
                            : penalty[CN_KEY_WILD_FOUR_JOKERS] != 0 ? "web.real.unfinished.other"
                                                                    : "web.real.unfinished.wild";
        struct field *field = add_field(
            sheet, label, offsetof(struct cn_tally, unfinished) + (size_t)key * sizeof(int32_t), 0,
            COUNT_MOST);
        name_field(field, "unfinished_", cn_canasta_key_name(key));
        field->kind = kind_of_key(key);
        explain(field, wild ? "web.real.about.unfinished.wild" : "web.real.about.unfinished.of",
                CN_PARAM_unfinished_penalty, penalty[key]);
    }
}

static void add_held(struct sheet *sheet)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const int32_t cards = sheet->law.rules.held_penalty.of[kind].cards;
        if (cards == 0)
            continue;
        struct field *field = add_field(
            sheet, "web.real.held",
            offsetof(struct cn_tally, held) + (size_t)kind * sizeof(int32_t), 0, COUNT_MOST);
        name_field(field, "held_", cn_kind_name(kind));
        field->kind = kind;
        field->cards = cards;
        explain(field, "web.real.about.held", CN_PARAM_held_penalty,
                sheet->law.rules.held_penalty.of[kind].points);
    }
}

#define NUMBER(name, label, low, high) \
    add_number(sheet, #name, label, offsetof(struct cn_tally, name), low, high)

/* In the order in which a table counts: what lies there first. */
static void find_fields(struct sheet *sheet)
{
    const struct cn_rules *rules = &sheet->law.rules;
    const bool beside = rules->talon.count > 0 || rules->second_hand.count > 0;
    explain(NUMBER(melds, "web.real.melds", 0, POINTS_MOST), "web.real.about.melds",
            CN_PARAM_card_points, 0);
    add_canastas(sheet, CN_FOUR, CN_KEY_OF_CLASS);
    add_canastas(sheet, CN_KEY_OF_CLASS, CN_KEY_OF_CLASS + 1);
    add_canastas(sheet, CN_KEY_MIXED_OF, CN_CANASTA_KEYS);
    add_canastas(sheet, CN_KEY_OF_CLASS + 1, CN_KEY_WILD);
    add_canastas(sheet, CN_KEY_WILD + 1, CN_KEY_MIXED_OF);
    add_canastas(sheet, CN_KEY_WILD, CN_KEY_WILD + 1);
    add_unfinished(sheet);
    explain(NUMBER(red, "web.real.red", 0, COUNT_MOST), "web.real.about.threes",
            CN_PARAM_red_three_bonus, 0);
    if (cn_black_threes_are_bonus(rules))
        explain(NUMBER(black, "web.real.black", 0, COUNT_MOST), "web.real.about.threes",
                CN_PARAM_black_three_bonus, 0);
    explain(NUMBER(hands, beside ? "web.real.hands.all" : "web.real.hands", 0, POINTS_MOST),
            beside ? "web.real.about.hands.all" : "web.real.about.hands", CN_PARAM_cite_hands, 0);
    add_held(sheet);
    (void)NUMBER(undeclared, "web.sheet.undeclared", 0, COUNT_MOST);
    (void)NUMBER(other, "web.sheet.other", -POINTS_MOST, POINTS_MOST);
}

static void label_field(const struct sheet *sheet, const struct field *field, char *label,
                        size_t size)
{
    char kind[KEY_SIZE] = "";
    char key[KEY_SIZE], cards[16];
    const char *const arguments[] = {kind, cards};
    (void)snprintf(key, sizeof key, "kinds.%s", cn_kind_name(field->kind));
    (void)snprintf(cards, sizeof cards, "%d", field->cards);
    if (field->kind != CN_NO_KIND)
        (void)cn_words_lookup(&sheet->words, key, kind, sizeof kind);
    (void)cn_words_format(&sheet->words, field->label, arguments, 2, label, size);
}

/* What is to be counted, and what it brings. */
static void say_about(const struct sheet *sheet, const struct field *field, char *text, size_t size)
{
    char kind[KEY_SIZE] = "";
    char key[KEY_SIZE], cards[16], each[24];
    const char *const arguments[] = {kind, cards, each};
    text[0] = '\0';
    if (field->about == NULL)
        return;
    (void)snprintf(key, sizeof key, "kinds.%s", cn_kind_name(field->kind));
    (void)snprintf(cards, sizeof cards, "%d", field->cards);
    words_number(&sheet->words, field->points, each, sizeof each);
    if (field->kind != CN_NO_KIND)
        (void)cn_words_lookup(&sheet->words, key, kind, sizeof kind);
    (void)cn_words_format(&sheet->words, field->about, arguments, 3, text, size);
}

/* A special hand may have several rows; what counts is its name and its points. */
static bool is_first_row(const struct cn_special_hands *hands, int at)
{
    for (int row = 0; row < at; row++)
        if (strcmp(hands->row[row].name, hands->row[at].name) == 0)
            return false;
    return true;
}

static void label_special(const struct sheet *sheet, const struct cn_special_hand *hand,
                          char *label, size_t size)
{
    char key[KEY_SIZE];
    (void)snprintf(key, sizeof key, "special.%s", hand->name);
    if (!cn_words_lookup(&sheet->words, key, label, size))
        (void)snprintf(label, size, "%s", hand->name);
}

/* ---- impossible counts ---- */

struct problem {
    const char *id, *field, *article;
    const struct field *about; /* which the sentence names, or NULL */
    int deal, side;
    int32_t number, bound;
};

static void put_problem(struct sheet *sheet, const struct problem *problem)
{
    char key[KEY_SIZE], sentence[SENTENCE_SIZE], number[16], bound[16], label[SENTENCE_SIZE] = "";
    const char *const arguments[] = {number, bound, label};
    struct cn__text *lines = &sheet->problems;
    (void)snprintf(key, sizeof key, "counted.%s", problem->id);
    (void)snprintf(number, sizeof number, "%d", (int)problem->number);
    (void)snprintf(bound, sizeof bound, "%d", (int)problem->bound);
    if (problem->about != NULL)
        label_field(sheet, problem->about, label, sizeof label);
    (void)cn_words_format(&sheet->words, key, arguments, 3, sentence, sizeof sentence);
    cn__json_open(lines, NULL, '{');
    cn__json_string(lines, "id", problem->id);
    cn__json_int(lines, "deal", problem->deal);
    cn__json_int(lines, "side", problem->side);
    cn__json_string(lines, "field", problem->field);
    cn__json_string(lines, "law", problem->article);
    cn__json_string(lines, "text", sentence);
    cn__json_close(lines, '}');
}

/* The field whose count is at fault: by its name or, where there are several, by what it counts. */
static const struct field *field_of(const struct sheet *sheet, const struct cn_tally_problem *fault)
{
    const char *name = cn_tally_problem_field(fault->id);
    char wanted[FIELD_NAME_SIZE];
    if (fault->key < 0)
        return NULL;
    if (strcmp(name, "held") == 0)
        (void)snprintf(wanted, sizeof wanted, "held_%s", cn_kind_name(fault->key));
    else
        (void)snprintf(wanted, sizeof wanted, "%s%s",
                       strcmp(name, "unfinished") == 0 ? "unfinished_" : "",
                       cn_canasta_key_name(fault->key));
    for (int i = 0; i < sheet->field_count; i++)
        if (strcmp(sheet->fields[i].name, wanted) == 0)
            return &sheet->fields[i];
    return NULL;
}

static void put_faults(struct sheet *sheet, int deal, const struct cn_tally *counted)
{
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const int count = cn_tally_check(&sheet->law.rules, sheet->players, sheet->played + 1, counted,
                                     sheet->score, faults);
    for (int i = 0; i < count; i++) {
        const struct field *about = field_of(sheet, &faults[i]);
        const struct problem problem = {
            .id = cn_tally_problem_name(faults[i].id),
            .field = about != NULL ? about->name : cn_tally_problem_field(faults[i].id),
            .about = about,
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

/* Returns the count with this name, or NULL. */
static const json_t *find_count(const json_t *entry, const char *name)
{
    const json_t *more = json_object_get(entry, "more");
    for (size_t i = 0; i < json_array_size(more); i++) {
        const json_t *one = json_array_get(more, i);
        const char *found = json_string_value(json_object_get(one, "name"));
        if (found != NULL && strcmp(found, name) == 0)
            return json_object_get(one, "value");
    }
    return json_object_get(entry, name);
}

/* Returns false if it is neither a number nor missing. A number out of range is reported as a
 * problem and counts as 0. */
static bool read_number(struct sheet *sheet, const json_t *entry, const struct field *field,
                        struct problem at, struct cn_tally *counted)
{
    const json_t *value = find_count(entry, field->name);
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

static bool read_special(const struct sheet *sheet, const json_t *entry, struct cn_tally *counted)
{
    const struct cn_special_hands *hands = &sheet->law.rules.special_hands;
    const json_t *value = json_object_get(entry, "special");
    if (value == NULL || json_is_null(value))
        return true;
    for (int row = hands->count - 1; json_is_string(value) && row >= 0; row--)
        if (strcmp(hands->row[row].name, json_string_value(value)) == 0)
            counted->special = row + 1;
    return json_is_string(value);
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
    for (int i = 0; i < sheet->field_count; i++)
        if (!read_number(sheet, entry, &sheet->fields[i], at, counted))
            return false;
    counted->melded = counted->melds > 0 || cn_tally_canastas(counted) > 0;
    return read_special(sheet, entry, counted) && read_switch(entry, "out", &counted->out) &&
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

static bool is_blank(const struct sheet *sheet, const struct cn_tally *counted)
{
    for (int i = 0; i < sheet->field_count; i++) {
        const char *number = (const char *)counted + sheet->fields[i].offset;
        if (*(const int32_t *)(const void *)number != 0)
            return false;
    }
    return !counted->out && !counted->concealed && counted->special == 0;
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

/* What ends a game: a number of deals, or a score. */
static int end_param(const struct sheet *sheet)
{
    return sheet->law.rules.rounds > 0 ? CN_PARAM_rounds : CN_PARAM_target;
}

/* Rulings have a line of their own on the sheet. The engine adds them up with other points. */
static void part_rulings(struct cn_score *score, int32_t rulings)
{
    score->item[CN_SCORE_OTHER] -= rulings;
    score->item[CN_SCORE_PENALTIES] += rulings;
}

static void add_deal(struct sheet *sheet, int deal, const struct cn_tally *counted,
                     const int32_t *rulings, bool blank)
{
    struct cn_score scores[CN_SIDES_MAX];
    const bool over = sheet->winner >= 0;
    const struct problem late = {.id = "OVER",
                                 .field = "",
                                 .article = sheet->law.rules.article[end_param(sheet)].text,
                                 .deal = deal,
                                 .side = -1,
                                 .number = sheet->last + 1};
    if (over && !blank)
        put_problem(sheet, &late);
    put_faults(sheet, deal, counted);
    const int winner =
        cn_score_tally(&sheet->law, sheet->played + 1, counted, sheet->score, sheet->sides, scores);
    sheet->played += blank ? 0 : 1;
    if (winner >= 0 && (over || blank))
        take_bonus_back(sheet, &scores[winner]);
    cn__json_open(&sheet->deals, NULL, '[');
    for (int side = 0; side < sheet->sides; side++) {
        part_rulings(&scores[side], rulings[side]);
        cn__json_score(&sheet->deals, NULL, &scores[side]);
        sheet->score[side] = scores[side].after;
    }
    cn__json_close(&sheet->deals, ']');
    if (winner >= 0 && !over && !blank)
        end_game(sheet, deal, winner);
}

/* Adds the points of rulings to the other points. Returns false if they are not a number. */
static bool read_rulings(const json_t *entry, int32_t *rulings, struct cn_tally *counted)
{
    int64_t points = 0;
    const json_t *value = json_object_get(entry, "rulings");
    if (value != NULL && !json_is_null(value) &&
        !cn__read_int(value, "rulings", -POINTS_MOST, 0, &points, NULL))
        return false;
    *rulings = (int32_t)points;
    counted->other += *rulings;
    return true;
}

static bool read_deal(struct sheet *sheet, const json_t *entries, int deal)
{
    struct cn_tally counted[CN_SIDES_MAX];
    int32_t rulings[CN_SIDES_MAX] = {0};
    bool blank = true;
    if (!json_is_array(entries) || json_array_size(entries) > (size_t)sheet->sides)
        return false;
    for (int side = 0; side < sheet->sides; side++) {
        const json_t *entry = json_array_get(entries, (size_t)side);
        if (!read_entry(sheet, entry, deal, side, &counted[side]) ||
            !read_rulings(entry, &rulings[side], &counted[side]))
            return false;
        blank = blank && is_blank(sheet, &counted[side]);
    }
    add_deal(sheet, deal, counted, rulings, blank);
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
    static const char penalties[] = "P1"; /* the first of the articles about them */
    cn__json_string(answer, name, param < 0 ? penalties : sheet->law.rules.article[param].text);
}

static void put_laws(const struct sheet *sheet, struct cn__text *answer)
{
    cn__json_open(answer, "laws", '{');
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++) {
        const struct cn_score_row *row = cn_score_item_at(item);
        put_law(sheet, answer, row->name, row->param);
    }
    put_law(sheet, answer, "minimum",
            sheet->law.rules.minimum_by_round.count > 0 ? CN_PARAM_minimum_by_round
                                                        : CN_PARAM_initial_minimum);
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

static void put_fields(const struct sheet *sheet, struct cn__text *answer)
{
    char label[SENTENCE_SIZE];
    cn__json_open(answer, "fields", '[');
    for (int i = 0; i < sheet->field_count; i++) {
        const struct field *field = &sheet->fields[i];
        label_field(sheet, field, label, sizeof label);
        cn__json_open(answer, NULL, '{');
        cn__json_string(answer, "name", field->name);
        cn__json_string(answer, "label", label);
        cn__json_bool(answer, "points", field->high == POINTS_MOST);
        say_about(sheet, field, label, sizeof label);
        cn__json_string(answer, "about", label);
        put_law(sheet, answer, "law", field->param);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
}

static void put_specials(const struct sheet *sheet, struct cn__text *answer)
{
    const struct cn_special_hands *hands = &sheet->law.rules.special_hands;
    char label[SENTENCE_SIZE];
    cn__json_open(answer, "specials", '[');
    for (int row = 0; row < hands->count; row++) {
        if (!is_first_row(hands, row))
            continue;
        label_special(sheet, &hands->row[row], label, sizeof label);
        cn__json_open(answer, NULL, '{');
        cn__json_string(answer, "name", hands->row[row].name);
        cn__json_string(answer, "label", label);
        cn__json_int(answer, "points", hands->row[row].points);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
}

/* What each kind counts in melds, and with a player at the end. */
static void put_kinds(const struct sheet *sheet, struct cn__text *answer)
{
    const struct cn_rules *rules = &sheet->law.rules;
    cn__json_open(answer, "kinds", '[');
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const bool bonus = (rules->bonus_kinds >> kind & 1) != 0;
        const int32_t melded = bonus ? 0 : rules->card_points.of[kind];
        const int32_t held = cn_held_points(rules, cn_hand_single(kind, 1));
        cn__json_open(answer, NULL, '{');
        cn__json_string(answer, "kind", cn_kind_name(kind));
        cn__json_int(answer, "melded", melded);
        cn__json_int(answer, "held", held);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
}

static void put_answer(const struct sheet *sheet, struct cn__text *answer)
{
    int32_t next[CN_SIDES_MAX];
    for (int side = 0; side < sheet->sides; side++)
        next[side] = cn_rules_minimum(&sheet->law.rules, sheet->played + 1, sheet->score[side]);
    cn__json_open(answer, NULL, '{');
    cn__json_int(answer, "sides", sheet->sides);
    cn__json_elements(answer, "deals", &sheet->deals);
    cn__json_ints(answer, "scores", sheet->score, sheet->sides);
    cn__json_ints(answer, "next", next, sheet->sides);
    cn__json_elements(answer, "problems", &sheet->problems);
    put_over(sheet, answer);
    put_laws(sheet, answer);
    cn__json_int(answer, "target", sheet->law.rules.rounds > 0 ? 0 : sheet->law.rules.target);
    cn__json_bool(answer, "concealed", sheet->law.rules.concealed_bonus != 0);
    put_fields(sheet, answer);
    put_specials(sheet, answer);
    put_kinds(sheet, answer);
    page_write_ways(answer, &sheet->law.rules);
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
    find_fields(&sheet);
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
