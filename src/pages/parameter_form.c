#include "parameter_form.h"
#include "hands_form.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS_MAX = 28,
    CELLS_MAX = 2,
    CELL_SIZE = 64,
    KEY_SIZE = 64,
    TEXT_SIZE = 400,
    VALUE_SIZE = 2048,
    HELD_CARDS_MOST = 24,
    /* Any score that a profile can contain. */
    SCORE_MOST = 999999999
};

struct cell {
    char text[CELL_SIZE]; /* as filled in; also a number once it is valid */
    int32_t number, low, high;
    const char *wrong; /* key of the error message; NULL: valid */
    int32_t above;     /* the value must be greater than this */
};

struct row {
    int cells;
    struct cell cell[CELLS_MAX];
};

struct rows {
    int param, count;
    struct row row[ROWS_MAX];
    struct cn_special_hands hands; /* that are offered, a row each */
};

static enum cn_value_type type_of(const struct rows *rows)
{
    return cn_param_at(rows->param)->type;
}

bool form_supports(int param)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    return type == CN_VALUE_KINDS || type == CN_VALUE_MINIMA || type == CN_VALUE_BONUSES ||
           type == CN_VALUE_POINTS || type == CN_VALUE_CANASTAS || type == CN_VALUE_INTS ||
           type == CN_VALUE_HELD || type == CN_VALUE_HANDS;
}

static bool is_ticked(enum cn_value_type type, int cell)
{
    return cell == 0 && (type == CN_VALUE_KINDS || type == CN_VALUE_HANDS);
}

/* ---- how many rows there are, and of which fields ---- */

/* Natural and mixed canastas have parameters of their own. */
static const char *words_of(int param)
{
    const char *words = cn_param_at(param)->words;
    return param == CN_PARAM_canasta_bonus ? words + strlen("natural mixed ") : words;
}

static int count_words(const char *words)
{
    int count = *words != '\0';
    for (; *words != '\0'; words++)
        count += *words == ' ';
    return count;
}

static const char *word_at(int param, int index, size_t *length)
{
    const char *word = words_of(param);
    while (index-- > 0)
        word += strcspn(word, " ") + 1;
    *length = strcspn(word, " ");
    return word;
}

/* How many kinds a parameter may name. */
static int kinds_in(int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    return (int)(row->high - row->low) + 1;
}

static int rows_least(int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    switch (row->type) {
    case CN_VALUE_KINDS: return kinds_in(param) + count_words(row->words);
    case CN_VALUE_POINTS: return CN_KINDS - 1;
    case CN_VALUE_HELD: return CN_ACE - CN_FOUR + 1;
    case CN_VALUE_CANASTAS: return count_words(words_of(param));
    case CN_VALUE_INTS:
    case CN_VALUE_HANDS: return 0;
    case CN_VALUE_BONUSES: return row->value[1] == ']' ? 0 : 1;
    default: return 1;
    }
}

static int rows_most(int param)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    return type == CN_VALUE_MINIMA  ? CN_MINIMA_MAX
           : type == CN_VALUE_INTS  ? CN_INTS_MAX
           : type == CN_VALUE_HANDS ? CN_SPECIAL_HANDS_MAX
           : type == CN_VALUE_BONUSES
               ? (int)(sizeof((struct cn_bonus_steps *)0)->bonus / sizeof(int32_t))
               : rows_least(param);
}

/* What the canastas of a row are called: an index of struct cn_canasta_numbers. */
static int canastas_of(int param, int row)
{
    size_t length;
    const char *word = word_at(param, row, &length);
    return cn_param_canasta_key(param, word, length);
}

/* The lowest step has no score at which it begins. */
static int cells_of(enum cn_value_type type, int row)
{
    return (type == CN_VALUE_MINIMA && row > 0) || type == CN_VALUE_HELD || type == CN_VALUE_HANDS
               ? 2
               : 1;
}

/* Which bit of a mask of kinds and words is a row's. */
static int bit_of(int param, int row)
{
    const int kinds = kinds_in(param);
    return row < kinds ? cn_param_at(param)->low + row : CN_KINDS_WORDS + row - kinds;
}

/* Points of red threes are a bonus (L13), so they have no row among the points. */
static int kind_of(int param, int row)
{
    if (cn_param_at(param)->type == CN_VALUE_KINDS)
        return bit_of(param, row);
    if (cn_param_at(param)->type == CN_VALUE_HELD)
        return CN_FOUR + row;
    return row >= CN_RED_THREE ? row + 1 : row;
}

/* Each bonus is for one number of threes, each number of a list for one deal or side, so only the
 * last can be removed. */
static bool may_go(const struct rows *rows, int row)
{
    return type_of(rows) == CN_VALUE_MINIMA ? row > 0
           : type_of(rows) == CN_VALUE_BONUSES || type_of(rows) == CN_VALUE_INTS
               ? rows->count > rows_least(rows->param) && row == rows->count - 1
               : false;
}

/* ---- rules to rows and back ---- */

static void set_number(struct cell *cell, int32_t number)
{
    cell->number = number;
    (void)snprintf(cell->text, sizeof cell->text, "%d", (int)number);
}

static void add_row(struct rows *rows)
{
    const struct cn_param_row *param = cn_param_at(rows->param);
    struct row *row = &rows->row[rows->count];
    memset(row, 0, sizeof *row);
    row->cells = cells_of(param->type, rows->count);
    for (int i = 0; i < row->cells; i++) {
        const bool score = param->type == CN_VALUE_MINIMA && row->cells == 2 && i == 0;
        const bool cards = param->type == CN_VALUE_HELD && i == 0;
        row->cell[i].low = score ? -SCORE_MOST : param->low;
        row->cell[i].high = score ? SCORE_MOST : cards ? HELD_CARDS_MOST : param->high;
    }
    rows->count++;
}

static const void *value_in(const struct cn_rules *rules, int param)
{
    return (const char *)rules + cn_param_offset(param);
}

static int count_in(const struct cn_rules *rules, int param)
{
    const void *value = value_in(rules, param);
    switch (cn_param_at(param)->type) {
    case CN_VALUE_MINIMA: return ((const struct cn_minimum_steps *)value)->count;
    case CN_VALUE_BONUSES: return ((const struct cn_bonus_steps *)value)->count;
    case CN_VALUE_INTS: return ((const struct cn_ints *)value)->count;
    default: return rows_least(param);
    }
}

/* A hand that is not ticked shows the points that it has elsewhere. */
static void fill_hand(struct rows *rows, const struct cn_special_hands *own, int at)
{
    const char *name = form_hands_at(&rows->hands, at)->name;
    struct row *row = &rows->row[at];
    row->cell[0].number = form_hands_points(own, name) >= 0;
    set_number(&row->cell[1], form_hands_points(&rows->hands, name));
}

static void fill_row(struct rows *rows, const void *value, int at)
{
    struct row *row = &rows->row[at];
    const enum cn_value_type type = type_of(rows);
    if (type == CN_VALUE_HANDS) {
        fill_hand(rows, value, at);
    } else if (type == CN_VALUE_HELD) {
        const struct cn_held_penalties *held = value;
        set_number(&row->cell[0], held->of[kind_of(rows->param, at)].cards);
        set_number(&row->cell[1], held->of[kind_of(rows->param, at)].points);
    } else if (type == CN_VALUE_INTS) {
        set_number(&row->cell[0], ((const struct cn_ints *)value)->of[at]);
    } else if (type == CN_VALUE_MINIMA) {
        const struct cn_minimum *step = &((const struct cn_minimum_steps *)value)->step[at];
        if (row->cells == 2)
            set_number(&row->cell[0], step->from);
        set_number(&row->cell[row->cells - 1], step->count);
    } else if (type == CN_VALUE_BONUSES) {
        set_number(&row->cell[0], ((const struct cn_bonus_steps *)value)->bonus[at]);
    } else if (type == CN_VALUE_POINTS) {
        set_number(&row->cell[0],
                   ((const struct cn_kind_points *)value)->of[kind_of(rows->param, at)]);
    } else if (type == CN_VALUE_CANASTAS) {
        const struct cn_canasta_numbers *numbers = value;
        set_number(&row->cell[0], numbers->of[canastas_of(rows->param, at)]);
    } else {
        row->cell[0].number = *(const int32_t *)value >> bit_of(rows->param, at) & 1;
    }
}

static void rows_in(struct rows *rows, const struct cn_rules *rules, int param)
{
    int count = count_in(rules, param);
    *rows = (struct rows){.param = param};
    if (type_of(rows) == CN_VALUE_HANDS) {
        form_hands_list(value_in(rules, param), &rows->hands);
        count = form_hands_count(&rows->hands);
    }
    while (rows->count < count) {
        add_row(rows);
        fill_row(rows, value_in(rules, param), rows->count - 1);
    }
}

/* Cards that cost nothing are left out. */
static void put_held(const struct row *row, int kind, struct cn_held_penalties *held)
{
    const int32_t cards = row->cell[0].number, points = row->cell[1].number;
    if (cards == 0 || points == 0)
        return;
    held->of[kind].cards = cards;
    held->of[kind].points = points;
}

static void put_hand(const struct rows *rows, int at, struct cn_special_hands *hands)
{
    const struct row *row = &rows->row[at];
    if (row->cell[0].number != 0)
        form_hands_add(hands, &rows->hands, form_hands_at(&rows->hands, at)->name,
                       row->cell[1].number);
}

/* Requires that all rows are valid. */
static void put_into(const struct rows *rows, struct cn_rules *rules)
{
    void *value = (char *)rules + cn_param_offset(rows->param);
    const enum cn_value_type type = type_of(rows);
    struct cn_minimum_steps minima = {.count = rows->count};
    struct cn_bonus_steps bonuses = {.count = rows->count};
    struct cn_kind_points points = {{0}};
    struct cn_canasta_numbers canastas = {{0}};
    struct cn_ints ints = {.count = rows->count};
    struct cn_held_penalties held = {{{0, 0}}};
    struct cn_special_hands hands = {.count = 0};
    int32_t kinds = 0;
    for (int at = 0; at < rows->count; at++) {
        const struct row *row = &rows->row[at];
        const int32_t last = row->cell[row->cells - 1].number;
        if (type == CN_VALUE_MINIMA)
            minima.step[at] =
                (struct cn_minimum){row->cells == 2 ? row->cell[0].number : INT32_MIN, last};
        else if (type == CN_VALUE_BONUSES)
            bonuses.bonus[at] = last;
        else if (type == CN_VALUE_POINTS)
            points.of[kind_of(rows->param, at)] = last;
        else if (type == CN_VALUE_CANASTAS)
            canastas.of[canastas_of(rows->param, at)] = last;
        else if (type == CN_VALUE_INTS)
            ints.of[at] = last;
        else if (type == CN_VALUE_HELD)
            put_held(row, kind_of(rows->param, at), &held);
        else if (type == CN_VALUE_HANDS)
            put_hand(rows, at, &hands);
        else
            kinds |= last << bit_of(rows->param, at);
    }
    if (type == CN_VALUE_MINIMA)
        memcpy(value, &minima, sizeof minima);
    else if (type == CN_VALUE_BONUSES)
        memcpy(value, &bonuses, sizeof bonuses);
    else if (type == CN_VALUE_POINTS)
        memcpy(value, &points, sizeof points);
    else if (type == CN_VALUE_CANASTAS)
        memcpy(value, &canastas, sizeof canastas);
    else if (type == CN_VALUE_INTS)
        memcpy(value, &ints, sizeof ints);
    else if (type == CN_VALUE_HELD)
        memcpy(value, &held, sizeof held);
    else if (type == CN_VALUE_HANDS)
        memcpy(value, &hands, sizeof hands);
    else
        memcpy(value, &kinds, sizeof kinds);
}

/* ---- reading fields ---- */

static const char *past_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Accepts thousands as people write them: 1,500 or 1.500 or 1 500. */
static const char *past_separator(const char *at, int digits)
{
    const bool apart = digits > 0 && (*at == ' ' || *at == '.' || *at == ',' || *at == '\'');
    return apart && is_digit(at[1]) && is_digit(at[2]) && is_digit(at[3]) && !is_digit(at[4])
               ? at + 1
               : at;
}

static bool read_number(const char *text, int32_t *number)
{
    const char *at = past_blanks(text);
    const bool minus = *at == '-';
    int32_t value = 0;
    int digits = 0;
    if (minus)
        at++;
    for (; is_digit(*at) && digits < 9; digits++) {
        value = 10 * value + (*at - '0');
        at = past_separator(at + 1, digits + 1);
    }
    *number = minus ? -value : value;
    return digits > 0 && *past_blanks(at) == '\0';
}

static void check_number(struct cell *cell)
{
    int32_t number;
    if (*past_blanks(cell->text) == '\0')
        cell->wrong = "missing";
    else if (!read_number(cell->text, &number))
        cell->wrong = cell->high == SCORE_MOST ? "whole" : "range";
    else if (number < cell->low || number > cell->high)
        cell->wrong = "range";
    else
        set_number(cell, number);
}

/* Checks that scores rise from step to step. Compares only valid fields. */
static void check_rise(struct rows *rows)
{
    const struct cell *before = NULL;
    for (int at = 1; at < rows->count; at++) {
        struct cell *from = &rows->row[at].cell[0];
        if (from->wrong != NULL)
            continue;
        if (before != NULL && from->number <= before->number) {
            from->wrong = "rise";
            from->above = before->number;
        }
        before = from;
    }
}

/* Returns false if the value is not a text that could have been filled in. */
static bool read_cell(struct cell *cell, const json_t *given, bool ticked)
{
    const char *text = json_string_value(given);
    if (text == NULL || strlen(text) >= sizeof cell->text)
        return false;
    (void)snprintf(cell->text, sizeof cell->text, "%s", text);
    if (ticked)
        cell->number = strcmp(text, "true") == 0;
    else
        check_number(cell);
    return true;
}

static bool read_rows(struct rows *rows, int param, const json_t *given)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    const size_t count = json_array_size(given);
    rows->param = param;
    rows->count = 0;
    if (count < (size_t)rows_least(param) || count > (size_t)rows_most(param))
        return false;
    if (type == CN_VALUE_HANDS && count != (size_t)form_hands_count(&rows->hands))
        return false;
    for (size_t at = 0; at < count; at++) {
        const json_t *cells = json_array_get(given, at);
        struct row *row = &rows->row[at];
        add_row(rows);
        if (json_array_size(cells) != (size_t)row->cells)
            return false;
        for (int i = 0; i < row->cells; i++)
            if (!read_cell(&row->cell[i], json_array_get(cells, (size_t)i), is_ticked(type, i)))
                return false;
    }
    return true;
}

static void remove_row(struct rows *rows, int at)
{
    for (int i = at; i + 1 < rows->count; i++)
        rows->row[i] = rows->row[i + 1];
    rows->count--;
}

static bool all_right(const struct rows *rows)
{
    for (int at = 0; at < rows->count; at++)
        for (int i = 0; i < rows->row[at].cells; i++)
            if (rows->row[at].cell[i].wrong != NULL)
                return false;
    return true;
}

/* ---- in words ---- */

/* Marks the place of a field in a row's text. */
#define FIELD "\x1f"

static size_t say(const struct cn_words *words, const char *key, const char *const arguments[2],
                  char text[TEXT_SIZE])
{
    char whole[KEY_SIZE + sizeof "web.rules."];
    (void)snprintf(whole, sizeof whole, "web.rules.%s", key);
    return cn_words_format(words, whole, arguments, 2, text, TEXT_SIZE);
}

static void say_minimum(const struct cn_words *words, const struct rows *rows, int at,
                        const char *const shown[CELLS_MAX], char text[TEXT_SIZE])
{
    const struct cell *next = at + 1 < rows->count ? &rows->row[at + 1].cell[0] : NULL;
    if (at > 0)
        (void)say(words, "row.minimum", shown, text);
    else if (next == NULL)
        (void)say(words, "row.minimum.only", (const char *const[]){"", shown[0]}, text);
    else if (next->wrong != NULL)
        (void)say(words, "row.minimum.lowest", (const char *const[]){"", shown[0]}, text);
    else
        (void)say(words, "row.minimum.below", (const char *const[]){next->text, shown[0]}, text);
}

/* Writes a word that may stand among kinds. */
static void say_word(const struct cn_words *words, int param, int index, char text[TEXT_SIZE])
{
    char key[KEY_SIZE];
    size_t length;
    const char *word = word_at(param, index, &length);
    /* Browsers have no %.*s (web/wasm/printf.c). */
    (void)snprintf(key, sizeof key, "choice.%s.", cn_param_name(param));
    const size_t at = strlen(key);
    assert(at + length < sizeof key);
    memcpy(key + at, word, length);
    key[at + length] = '\0';
    (void)cn_words_lookup(words, key, text, TEXT_SIZE);
}

/* A meld that is not yet a canasta is called by its rank. */
static void say_unfinished(const struct cn_words *words, int at, char text[TEXT_SIZE])
{
    const int meld = canastas_of(CN_PARAM_unfinished_penalty, at);
    if (meld < CN_KINDS)
        (void)cn_words_kind(words, meld, true, text, TEXT_SIZE);
    else
        say_word(words, CN_PARAM_unfinished_penalty, at, text);
}

/* Writes what a number of a list is for, by its place: a number of threes, a side, a deal. */
static void say_numbered(const struct cn_words *words, const struct rows *rows, int at,
                         const char *number, char text[TEXT_SIZE])
{
    char key[KEY_SIZE];
    const bool goes_on =
        type_of(rows) == CN_VALUE_BONUSES || rows->param == CN_PARAM_minimum_by_round;
    const bool last = goes_on && at == rows->count - 1 && at > 0;
    (void)snprintf(key, sizeof key, "cell.%s%s", cn_param_name(rows->param), last ? ".last" : "");
    (void)say(words, key, (const char *const[]){number, ""}, text);
}

/* Writes what a row is for: a kind, canastas by name, a hand, or a place in a list. */
static void say_what(const struct cn_words *words, const struct rows *rows, int at,
                     char text[TEXT_SIZE])
{
    const enum cn_value_type type = type_of(rows);
    char number[16];
    if (type == CN_VALUE_KINDS && at >= kinds_in(rows->param)) {
        say_word(words, rows->param, at - kinds_in(rows->param), text);
        return;
    }
    if (rows->param == CN_PARAM_unfinished_penalty) {
        say_unfinished(words, at, text);
        return;
    }
    if (type == CN_VALUE_CANASTAS) {
        (void)cn_words_canastas(words, canastas_of(rows->param, at), true, text, TEXT_SIZE);
        return;
    }
    if (type == CN_VALUE_HANDS) {
        (void)cn_words_special_hand(words, form_hands_at(&rows->hands, at)->name, text, TEXT_SIZE);
        return;
    }
    (void)snprintf(number, sizeof number, "%d", at + 1);
    if (type == CN_VALUE_BONUSES || type == CN_VALUE_INTS)
        say_numbered(words, rows, at, number, text);
    else
        (void)cn_words_kind(words, kind_of(rows->param, at), true, text, TEXT_SIZE);
}

/* A hand, or how many cards of a kind cost what. A box to tick stands before the sentence. */
static void say_two(const struct cn_words *words, const struct rows *rows, const char *what,
                    const char *const shown[CELLS_MAX], char text[TEXT_SIZE])
{
    char rest[TEXT_SIZE];
    const bool hand = type_of(rows) == CN_VALUE_HANDS;
    const char *const both[] = {what, shown[1]};
    if (!hand) {
        (void)say(words, "row.held", shown, rest);
        (void)say(words, "row", (const char *const[]){what, rest}, text);
        return;
    }
    (void)say(words, "row", both, rest);
    (void)snprintf(text, TEXT_SIZE, "%s%s", shown[0], rest);
}

/* Writes a row as text, with 'shown' in place of its fields. */
static void say_row(const struct cn_words *words, const struct rows *rows, int at,
                    const char *const shown[CELLS_MAX], char text[TEXT_SIZE])
{
    char what[TEXT_SIZE];
    if (type_of(rows) == CN_VALUE_MINIMA) {
        say_minimum(words, rows, at, shown, text);
        return;
    }
    say_what(words, rows, at, what);
    if (type_of(rows) == CN_VALUE_KINDS)
        (void)snprintf(text, TEXT_SIZE, "%s", what);
    else if (rows->row[at].cells == 2)
        say_two(words, rows, what, shown, text);
    else
        (void)say(words, "row", (const char *const[]){what, shown[0]}, text);
}

/* Writes a field's label for screen readers. */
static void say_label(const struct cn_words *words, const struct rows *rows, int at, int cell,
                      char text[TEXT_SIZE])
{
    char number[16];
    if (type_of(rows) != CN_VALUE_MINIMA) {
        char what[TEXT_SIZE];
        say_what(words, rows, at, what);
        if (rows->row[at].cells == 1 || is_ticked(type_of(rows), cell))
            (void)snprintf(text, TEXT_SIZE, "%s", what);
        else
            (void)say(words, cell == 0 ? "cell.cards" : "cell.points",
                      (const char *const[]){what, ""}, text);
        return;
    }
    (void)snprintf(number, sizeof number, "%d", at + 1);
    (void)say(words, cell + 1 < rows->row[at].cells ? "cell.from" : "cell.minimum",
              (const char *const[]){number, ""}, text);
}

static void say_wrong(const struct cn_words *words, const struct cell *cell, char text[TEXT_SIZE])
{
    char key[KEY_SIZE], low[16], high[16];
    const bool rise = strcmp(cell->wrong, "rise") == 0;
    (void)snprintf(key, sizeof key, "cell.wrong.%s", cell->wrong);
    (void)snprintf(low, sizeof low, "%d", (int)(rise ? cell->above : cell->low));
    (void)snprintf(high, sizeof high, "%d", (int)cell->high);
    (void)say(words, key, (const char *const[]){low, high}, text);
}

/* Joins kinds as a list, and sentences with blanks. */
static void join(const struct cn_words *words, bool listed, char *text, size_t size,
                 const char *more)
{
    char before[VALUE_SIZE];
    const char *const both[] = {before, more};
    (void)snprintf(before, sizeof before, "%s", text);
    if (before[0] == '\0')
        (void)snprintf(text, size, "%s", more);
    else if (listed)
        (void)cn_words_format(words, "list.comma", both, 2, text, size);
    else
        (void)snprintf(text, size, "%s \u00b7 %s", before, more);
}

/* May there be nothing to tell? */
static bool may_be_empty(enum cn_value_type type)
{
    return type == CN_VALUE_KINDS || type == CN_VALUE_CANASTAS || type == CN_VALUE_INTS ||
           type == CN_VALUE_HELD || type == CN_VALUE_HANDS || type == CN_VALUE_BONUSES;
}

/* Does the other set have the hand of this row too, with the same points? */
static bool has_same_hand(const struct rows *rows, const struct rows *other, int at)
{
    const char *name = form_hands_at(&rows->hands, at)->name;
    for (int i = 0; i < other->count; i++)
        if (strcmp(form_hands_at(&other->hands, i)->name, name) == 0)
            return other->row[i].cell[0].number != 0 &&
                   other->row[i].cell[1].number == rows->row[at].cell[1].number;
    return false;
}

/* Of points and hands, only those that differ from 'other' are shown; of kinds, only those ticked;
 * of canastas, only those that are asked for. */
static bool is_told(const struct rows *rows, const struct rows *other, int at)
{
    const int32_t number = rows->row[at].cell[0].number;
    switch (type_of(rows)) {
    case CN_VALUE_INTS:
    case CN_VALUE_BONUSES: return true;
    case CN_VALUE_POINTS: return number != other->row[at].cell[0].number;
    case CN_VALUE_HANDS: return number != 0 && !has_same_hand(rows, other, at);
    default: return !may_be_empty(type_of(rows)) || number != 0;
    }
}

void form_describe(const struct cn_words *words, const struct cn_rules *rules,
                   const struct cn_rules *other, int param, char *text, size_t size)
{
    struct rows own, others;
    char one[TEXT_SIZE];
    rows_in(&own, rules, param);
    rows_in(&others, other, param);
    text[0] = '\0';
    for (int at = 0; at < own.count; at++) {
        const struct row *row = &own.row[at];
        if (!is_told(&own, &others, at))
            continue;
        say_row(words, &own, at, (const char *const[]){row->cell[0].text, row->cell[1].text}, one);
        join(words, type_of(&own) == CN_VALUE_KINDS, text, size, one);
    }
    if (text[0] == '\0' && may_be_empty(type_of(&own)))
        (void)cn_words_lookup(words, "web.rules.row.none", text, size);
}

/* ---- writing ---- */

/* Writes the texts before, between and after the fields. */
static void put_pieces(struct cn__text *answer, const char *sentence)
{
    char piece[TEXT_SIZE];
    cn__json_open(answer, "words", '[');
    for (const char *at = sentence;; at++) {
        const size_t length = strcspn(at, FIELD);
        memcpy(piece, at, length);
        piece[length] = '\0';
        cn__json_string(answer, NULL, piece);
        at += length;
        if (*at == '\0')
            break;
    }
    cn__json_close(answer, ']');
}

static void put_cell(struct cn__text *answer, const struct cn_words *words, const struct rows *rows,
                     int at, int index)
{
    const struct cell *cell = &rows->row[at].cell[index];
    const bool ticked = is_ticked(type_of(rows), index);
    char text[TEXT_SIZE];
    cn__json_open(answer, NULL, '{');
    say_label(words, rows, at, index, text);
    cn__json_string(answer, "label", text);
    cn__json_bool(answer, "tick", ticked);
    cn__json_bool(answer, "minus", !ticked && cn_param_at(rows->param)->low < 0);
    cn__json_string(answer, "value", !ticked ? cell->text : cell->number != 0 ? "true" : "false");
    text[0] = '\0';
    if (cell->wrong != NULL)
        say_wrong(words, cell, text);
    cn__json_string(answer, "wrong", text);
    cn__json_close(answer, '}');
}

/* What a special hand is made of, if there are words for it. */
static void put_about(struct cn__text *answer, const struct cn_words *words, const char *name)
{
    char key[KEY_SIZE], text[TEXT_SIZE];
    (void)snprintf(key, sizeof key, "special.%s.about", name);
    if (cn_words_lookup(words, key, text, sizeof text))
        cn__json_string(answer, "about", text);
}

static void put_row(struct cn__text *answer, const struct cn_words *words, const struct rows *rows,
                    int at)
{
    char sentence[TEXT_SIZE];
    cn__json_open(answer, NULL, '{');
    say_row(words, rows, at, (const char *const[]){FIELD, FIELD}, sentence);
    put_pieces(answer, sentence);
    cn__json_open(answer, "cells", '[');
    for (int i = 0; i < rows->row[at].cells; i++) {
        put_cell(answer, words, rows, at, i);
    }
    cn__json_close(answer, ']');
    cn__json_bool(answer, "removable", may_go(rows, at));
    if (type_of(rows) == CN_VALUE_HANDS)
        put_about(answer, words, form_hands_at(&rows->hands, at)->name);
    cn__json_close(answer, '}');
}

static void put_rows(struct cn__text *answer, const struct cn_words *words, const struct rows *rows)
{
    cn__json_open(answer, "rows", '[');
    for (int at = 0; at < rows->count; at++) {
        put_row(answer, words, rows, at);
    }
    cn__json_close(answer, ']');
    cn__json_bool(answer, "more",
                  type_of(rows) != CN_VALUE_HANDS && rows->count < rows_most(rows->param));
}

void form_write(struct cn__text *answer, const struct cn_words *words, const struct cn_rules *rules,
                int param)
{
    struct rows rows;
    rows_in(&rows, rules, param);
    put_rows(answer, words, &rows);
}

/* ---- the question ---- */

/* Adds or removes a row. Returns false if that is not allowed. */
static bool change_rows(struct rows *rows, const json_t *question)
{
    const json_t *removed = json_object_get(question, "remove");
    if (removed != NULL) {
        const json_int_t at = json_integer_value(removed);
        if (!json_is_integer(removed) || at < 0 || at >= rows->count || !may_go(rows, (int)at))
            return false;
        remove_row(rows, (int)at);
    }
    if (json_is_true(json_object_get(question, "add"))) {
        if (rows->count >= rows_most(rows->param) || type_of(rows) == CN_VALUE_HANDS)
            return false;
        add_row(rows);
        for (int i = 0; i < rows->row[rows->count - 1].cells; i++)
            check_number(&rows->row[rows->count - 1].cell[i]);
    }
    return true;
}

static void put_value(struct cn__text *answer, const struct rows *rows)
{
    struct cn_rules rules, old;
    char value[VALUE_SIZE];
    cn_rules_init(&rules);
    cn_rules_init(&old);
    /* Whatever set it will change, each number is given. */
    for (int at = 0; rows->param == CN_PARAM_canasta_bonus && at < rows->count; at++)
        old.canasta_bonus.of[canastas_of(rows->param, at)] = 1;
    put_into(rows, &rules);
    (void)cn_rules_change(&rules, &old, rows->param, value, sizeof value);
    cn__json_string(answer, "value", value);
}

/* The hands that the rows stand for follow from the value before. */
static bool offer_hands(struct rows *rows, int param, const json_t *question)
{
    const char *value = query_text_or_empty(question, "value");
    struct cn_rules rules;
    struct cn_rules_error error;
    if (cn_param_at(param)->type != CN_VALUE_HANDS)
        return true;
    cn_rules_init(&rules);
    if (!cn_rules_set(&rules, cn_param_name(param), value, strlen(value), &error))
        return false;
    form_hands_list(&rules.special_hands, &rows->hands);
    return true;
}

void form_update(const json_t *question, struct cn__text *answer)
{
    const struct cn_words words = query_words(question);
    const char *name = query_text_or_empty(question, "name");
    const int param = cn_param_find(name, strlen(name));
    struct rows rows = {.count = 0};
    if (param < 0 || !form_supports(param) || !offer_hands(&rows, param, question) ||
        !read_rows(&rows, param, json_object_get(question, "cells")) ||
        !change_rows(&rows, question))
        return;
    if (type_of(&rows) == CN_VALUE_MINIMA)
        check_rise(&rows);
    cn__json_open(answer, NULL, '{');
    put_rows(answer, &words, &rows);
    if (all_right(&rows))
        put_value(answer, &rows);
    cn__json_close(answer, '}');
}
