/* rules_read.c -- reading rule sets.
 *
 * A profile is read line by line over a copy, so that a refused one changes nothing. Every error
 * has a line and a column. Values are first read by type alone; cn_rules_check then rejects
 * combinations that are not allowed.
 */
#include "rules.h"

#include <assert.h>
#include <string.h>

/* ---- a cursor over the text ---- */

struct cursor {
    const char *text;
    size_t length, at;
    struct cn_rules_error *error;
};

static void copy_text(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* Counts lines only now, since a value may fill several. */
static void locate(struct cursor *c, size_t at)
{
    c->error->line = c->error->column = 1;
    for (size_t i = 0; i < at; i++) {
        c->error->column++;
        if (c->text[i] == '\n') {
            c->error->line++;
            c->error->column = 1;
        }
    }
}

static bool fail_at(struct cursor *c, size_t at, enum cn_rules_error_id id)
{
    c->error->id = id;
    locate(c, at);
    return false;
}

static bool fail_expected(struct cursor *c, size_t at, enum cn_rules_error_id id,
                          enum cn_rules_expected expected)
{
    c->error->expected = expected;
    return fail_at(c, at, id);
}

static bool fail_type(struct cursor *c, size_t at)
{
    return fail_expected(c, at, CN_RULES_TYPE, CN_EXPECTED_VALUE);
}

static bool fail_range(struct cursor *c, size_t at, int32_t low, int32_t high)
{
    c->error->low = low;
    c->error->high = high;
    return fail_at(c, at, CN_RULES_RANGE);
}

static bool fail_too_long(struct cursor *c, size_t at, size_t most)
{
    c->error->high = (int32_t)most;
    return fail_at(c, at, CN_RULES_TOO_LONG);
}

static char peek(const struct cursor *c)
{
    return c->at < c->length ? c->text[c->at] : '\0';
}

static void skip_blanks(struct cursor *c)
{
    while (peek(c) == ' ' || peek(c) == '\t' || peek(c) == '\r')
        c->at++;
}

static bool accept(struct cursor *c, char wanted)
{
    skip_blanks(c);
    if (peek(c) != wanted)
        return false;
    c->at++;
    return true;
}

/* Reads a word, in quotes or bare, which may also contain the character 'also'; empty if there is
 * none. */
static size_t read_word_with(struct cursor *c, char also, const char **word)
{
    skip_blanks(c);
    const size_t start = c->at;
    if (peek(c) == '"') {
        size_t end = start + 1;
        while (end < c->length && c->text[end] != '"' && c->text[end] != '\n')
            end++;
        if (end >= c->length || c->text[end] != '"')
            return 0;
        c->at = end + 1;
        *word = c->text + start + 1;
        return end - start - 1;
    }
    while (c->at < c->length && (cn__is_word_char(peek(c)) || peek(c) == also))
        c->at++;
    *word = c->text + start;
    return c->at - start;
}

static size_t read_word(struct cursor *c, const char **word)
{
    return read_word_with(c, '_', word);
}

/* Reads a whole number; returns false without moving if there is none, or if it has more than nine
 * digits. */
static bool read_int(struct cursor *c, int32_t *value)
{
    skip_blanks(c);
    size_t at = c->at;
    const bool minus = at < c->length && c->text[at] == '-';
    if (minus)
        at++;
    int32_t v = 0;
    int digits = 0;
    while (at < c->length && c->text[at] >= '0' && c->text[at] <= '9' && digits < 10) {
        if (digits < 9)
            v = v * 10 + (c->text[at] - '0');
        at++;
        digits++;
    }
    if (digits == 0 || digits > 9 || (at < c->length && cn__is_word_char(c->text[at])))
        return false;
    *value = minus ? -v : v;
    c->at = at;
    return true;
}

static bool same_text(const char *a, const char *b, size_t length)
{
    return strlen(a) == length && memcmp(a, b, length) == 0;
}

/* ---- reading values by type ---- */

static bool read_int_in(struct cursor *c, const struct cn_param_row *p, int32_t *value)
{
    skip_blanks(c);
    const size_t start = c->at;
    int32_t v;
    if (!read_int(c, &v))
        return fail_type(c, start);
    if (v < p->low || v > p->high)
        return fail_range(c, start, p->low, p->high);
    *value = v;
    return true;
}

static bool read_limit(struct cursor *c, const struct cn_param_row *p, int32_t *value)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word;
    const size_t length = read_word(c, &word);
    if (same_text(p->words, word, length)) {
        *value = CN_UNLIMITED;
        return true;
    }
    c->at = start;
    return read_int_in(c, p, value);
}

static bool read_choice(struct cursor *c, const char *words, int32_t *value)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word = "";
    const size_t length = read_word(c, &word);
    const int index = length > 0 ? cn__word_index(words, word, length) : -1;
    if (index < 0)
        return fail_type(c, start);
    *value = index;
    return true;
}

static bool read_kind(struct cursor *c, int *kind)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word = "";
    const size_t length = read_word(c, &word);
    *kind = length > 0 ? cn_kind_parse(word, length) : CN_NO_KIND;
    return *kind != CN_NO_KIND || fail_type(c, start);
}

/* Reads a kind or, of a parameter that has them, one of the words, as a bit. */
static bool read_kind_or_word(struct cursor *c, const struct cn_param_row *p, int32_t *bit)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *text = "";
    const size_t length = read_word(c, &text);
    const int word = length > 0 ? cn__word_index(p->words, text, length) : -1;
    if (word >= 0) {
        *bit = CN_KINDS_WORD << word;
        return true;
    }
    const int kind = length > 0 ? cn_kind_parse(text, length) : CN_NO_KIND;
    *bit = 1 << kind;
    return (kind >= p->low && kind <= p->high) || fail_type(c, start);
}

static bool read_cite(struct cursor *c, struct cn_article *article)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word = "";
    const size_t length = read_word_with(c, ':', &word); /* "H:taking" */
    if (length == 0)
        return fail_type(c, start);
    for (size_t i = 0; i < length; i++)
        if (!cn__is_word_char(word[i]) && word[i] != ':')
            return fail_type(c, start);
    if (length >= sizeof article->text)
        return fail_too_long(c, start, sizeof article->text - 1);
    memset(article, 0, sizeof *article);
    memcpy(article->text, word, length);
    return true;
}

/* ---- lists ---- */

enum {
    LIST = 0,
    MAY_BE_EMPTY = 1,
    ON_LINES = 2 /* items may begin on lines of their own */
};

/* Items between brackets, with commas between them:
 *     struct list list = list_at(c, "[]", LIST);
 *     while (next_item(c, &list))
 *         … read an item, or return false
 *     return list.whole; */
struct list {
    const char *brackets;
    int form;
    size_t start;
    bool open, whole;
};

static void skip_to_item(struct cursor *c, const struct list *list)
{
    skip_blanks(c);
    while ((list->form & ON_LINES) != 0 && peek(c) == '\n') {
        c->at++;
        skip_blanks(c);
    }
}

static struct list list_at(struct cursor *c, const char *brackets, int form)
{
    skip_blanks(c);
    return (struct list){.brackets = brackets, .form = form, .start = c->at};
}

static bool fail_list(struct cursor *c, const struct list *list)
{
    return fail_type(c, list->start);
}

/* Moves to the next item. Returns false after the last one, and if the list is damaged; only after
 * the last one is the list whole. */
static bool next_item(struct cursor *c, struct list *list)
{
    const bool first = !list->open;
    if (first && !accept(c, list->brackets[0]))
        return fail_list(c, list);
    list->open = true;
    skip_to_item(c, list);
    if ((!first || (list->form & MAY_BE_EMPTY) != 0) && accept(c, list->brackets[1])) {
        list->whole = true;
        return false;
    }
    if (!first && !accept(c, ','))
        return (list->form & ON_LINES) != 0 ? fail_type(c, c->at) : fail_list(c, list);
    skip_to_item(c, list);
    return true;
}

static bool read_one_by(struct cursor *c, const struct cn_param_row *p, int32_t *value)
{
    return p->type == CN_VALUE_INT_BY ? read_int_in(c, p, value) : read_choice(c, p->words, value);
}

static bool read_by_players(struct cursor *c, const struct cn_param_row *p,
                            struct cn_per_players *by)
{
    const int needed = 1 << 0 | 1 << 1 | 1 << 2; /* that of four players is for more, too */
    int seen = 0;
    struct list list = list_at(c, "{}", LIST);
    if (peek(c) != '{') {
        if (!read_one_by(c, p, &by->at[0]))
            return false;
        for (int i = 1; i < CN_PLAYERS_CLASSES; i++)
            by->at[i] = by->at[0];
        return true;
    }
    while (next_item(c, &list)) {
        const char *word = "";
        const size_t length = read_word(c, &word);
        if (length != 1 || word[0] < '2' || word[0] > '6' || !accept(c, ':'))
            return fail_list(c, &list);
        const int class = word[0] - '2';
        if ((seen >> class & 1) != 0)
            return fail_list(c, &list);
        if (!read_one_by(c, p, &by->at[class]))
            return false;
        seen |= 1 << class;
    }
    for (int i = 3; i < CN_PLAYERS_CLASSES; i++)
        if ((seen >> i & 1) == 0)
            by->at[i] = by->at[2];
    return list.whole && ((seen & needed) == needed || fail_list(c, &list));
}

static bool read_players(struct cursor *c, const struct cn_param_row *p, int32_t *mask)
{
    int32_t n;
    struct list list = list_at(c, "[]", LIST);
    if (peek(c) != '[') {
        if (!read_int_in(c, p, &n))
            return false;
        *mask = 1 << n;
        return true;
    }
    *mask = 0;
    while (next_item(c, &list)) {
        if (!read_int_in(c, p, &n))
            return false;
        *mask |= 1 << n;
    }
    return list.whole;
}

static bool read_kinds(struct cursor *c, const struct cn_param_row *p, int32_t *mask)
{
    struct list list = list_at(c, "[]", MAY_BE_EMPTY);
    *mask = 0;
    while (next_item(c, &list)) {
        int32_t bit;
        if (!read_kind_or_word(c, p, &bit))
            return false;
        *mask |= bit;
    }
    if (list.whole && p - cn_param_at(0) == CN_PARAM_bonus_kinds &&
        (*mask >> CN_RED_THREE & 1) == 0)
        return fail_list(c, &list); /* red threes are never anything else (L11) */
    return list.whole;
}

static bool read_minimum(struct cursor *c, const struct cn_param_row *p, const struct list *list,
                         struct cn_minimum *step)
{
    if (!accept(c, '['))
        return fail_list(c, list);
    const char *word;
    skip_blanks(c);
    const size_t at = c->at;
    const size_t length = read_word(c, &word);
    if (same_text("null", word, length)) {
        step->from = INT32_MIN;
    } else {
        c->at = at;
        if (!read_int(c, &step->from))
            return fail_type(c, at);
    }
    if (!accept(c, ','))
        return fail_list(c, list);
    if (!read_int_in(c, p, &step->count))
        return false;
    return accept(c, ']') || fail_list(c, list);
}

static bool read_minima(struct cursor *c, const struct cn_param_row *p,
                        struct cn_minimum_steps *minima)
{
    struct list list = list_at(c, "[]", LIST);
    memset(minima, 0, sizeof *minima);
    while (next_item(c, &list)) {
        if (minima->count == CN_MINIMA_MAX)
            return fail_too_long(c, list.start, CN_MINIMA_MAX);
        if (!read_minimum(c, p, &list, &minima->step[minima->count++]))
            return false;
    }
    return list.whole;
}

/* Reads at most 'most' numbers. */
static bool read_numbers(struct cursor *c, const struct cn_param_row *p, int form, int most,
                         int32_t *count, int32_t *numbers)
{
    struct list list = list_at(c, "[]", form);
    *count = 0;
    memset(numbers, 0, (size_t)most * sizeof *numbers);
    while (next_item(c, &list)) {
        if (*count == most)
            return fail_too_long(c, list.start, (size_t)most);
        if (!read_int_in(c, p, &numbers[(*count)++]))
            return false;
    }
    return list.whole;
}

static bool read_bonuses(struct cursor *c, const struct cn_param_row *p,
                         struct cn_bonus_steps *bonuses)
{
    const int most = (int)(sizeof bonuses->bonus / sizeof bonuses->bonus[0]);
    const bool none_is_default = p->value[1] == ']';
    return read_numbers(c, p, none_is_default ? MAY_BE_EMPTY : LIST, most, &bonuses->count,
                        bonuses->bonus);
}

static bool read_points(struct cursor *c, const struct cn_param_row *p,
                        struct cn_kind_points *points)
{
    struct list list = list_at(c, "{}", LIST);
    while (next_item(c, &list)) {
        int kind;
        if (!read_kind(c, &kind))
            return false;
        if (kind == CN_RED_THREE || !accept(c, ':'))
            return fail_list(c, &list);
        if (!read_int_in(c, p, &points->of[kind]))
            return false;
    }
    return list.whole;
}

/* Changes the numbers that are given. */
static bool read_canastas_over(struct cursor *c, const struct cn_param_row *p,
                               struct cn_canasta_numbers *numbers)
{
    bool seen[CN_CANASTA_KEYS] = {false};
    struct list list = list_at(c, "{}", MAY_BE_EMPTY);
    while (next_item(c, &list)) {
        const char *word = "";
        const size_t at = c->at;
        const size_t length = read_word(c, &word);
        const int key = cn_param_canasta_key((int)(p - cn_param_at(0)), word, length);
        if (key < 0 || seen[key] || !accept(c, ':'))
            return fail_type(c, at);
        if (!read_int_in(c, p, &numbers->of[key]))
            return false;
        seen[key] = true;
    }
    return list.whole;
}

static bool read_canastas(struct cursor *c, const struct cn_param_row *p,
                          struct cn_canasta_numbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    return read_canastas_over(c, p, numbers);
}

/* The bonuses of natural and mixed canastas are kept in the parameters that only they have. */
static bool read_canasta_bonus(struct cursor *c, const struct cn_param_row *p,
                               struct cn_rules *rules)
{
    int32_t *const natural = &rules->canasta_bonus.of[CN_KEY_OF_CLASS + CN_CLASS_NATURAL];
    int32_t *const mixed = &rules->canasta_bonus.of[CN_KEY_OF_CLASS + CN_CLASS_MIXED];
    *natural = rules->natural_canasta_bonus;
    *mixed = rules->mixed_canasta_bonus;
    if (!read_canastas_over(c, p, &rules->canasta_bonus))
        return false;
    rules->natural_canasta_bonus = *natural;
    rules->mixed_canasta_bonus = *mixed;
    *natural = *mixed = 0;
    return true;
}

static bool read_held(struct cursor *c, const struct cn_param_row *p,
                      struct cn_held_penalties *held)
{
    struct list list = list_at(c, "{}", MAY_BE_EMPTY);
    memset(held, 0, sizeof *held);
    while (next_item(c, &list)) {
        int kind;
        const size_t at = c->at;
        if (!read_kind(c, &kind))
            return false;
        if (kind == CN_RED_THREE || held->of[kind].cards != 0 || !accept(c, ':') || !accept(c, '['))
            return fail_type(c, at);
        if (!read_int_in(c, p, &held->of[kind].cards))
            return false;
        if (held->of[kind].cards == 0)
            return fail_range(c, at, 1, p->high);
        if (!accept(c, ','))
            return fail_type(c, at);
        if (!read_int_in(c, p, &held->of[kind].points))
            return false;
        if (!accept(c, ']'))
            return fail_type(c, at);
    }
    return list.whole;
}

/* ---- special hands ---- */

static bool read_small(struct cursor *c, int32_t low, int32_t high, uint8_t *value)
{
    const struct cn_param_row range = {.low = low, .high = high};
    int32_t number;
    if (!read_int_in(c, &range, &number))
        return false;
    *value = (uint8_t)number;
    return true;
}

static bool read_groups(struct cursor *c, struct cn_special_hand *hand)
{
    struct list list = list_at(c, "[]", LIST);
    while (next_item(c, &list)) {
        if (hand->groups == CN_SPECIAL_GROUPS_MAX)
            return fail_too_long(c, list.start, CN_SPECIAL_GROUPS_MAX);
        if (!read_small(c, 1, CN_UNLIMITED, &hand->group[hand->groups]))
            return false;
        if (hand->groups > 0 && hand->group[hand->groups] > hand->group[hand->groups - 1])
            return fail_list(c, &list); /* most first, so that one hand has one form */
        hand->groups++;
    }
    return list.whole;
}

static bool read_wilds(struct cursor *c, struct cn_special_hand *hand)
{
    struct list list = list_at(c, "[]", LIST);
    hand->wilds = 0;
    while (next_item(c, &list)) {
        if (hand->wilds == CN_SPECIAL_WILDS_MAX)
            return fail_too_long(c, list.start, CN_SPECIAL_WILDS_MAX);
        const int at = hand->wilds++;
        if (!accept(c, '['))
            return fail_list(c, &list);
        if (!read_small(c, 0, CN_UNLIMITED, &hand->wild[at].deuces))
            return false;
        if (!accept(c, ','))
            return fail_list(c, &list);
        if (!read_small(c, 0, CN_UNLIMITED, &hand->wild[at].jokers))
            return false;
        if (!accept(c, ']'))
            return fail_list(c, &list);
    }
    return list.whole;
}

static bool read_must(struct cursor *c, struct cn_special_hand *hand)
{
    struct list list = list_at(c, "[]", LIST);
    while (next_item(c, &list)) {
        int kind;
        if (!read_kind(c, &kind))
            return false;
        if (kind < CN_FOUR)
            return fail_list(c, &list);
        hand->must |= (uint16_t)(1 << kind);
    }
    return list.whole;
}

static bool read_hand_name(struct cursor *c, struct cn_special_hand *hand)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word = "";
    const size_t length = read_word(c, &word);
    if (length == 0)
        return fail_type(c, start);
    if (length >= sizeof hand->name)
        return fail_too_long(c, start, sizeof hand->name - 1);
    for (size_t i = 0; i < length; i++)
        if (!cn__is_word_char(word[i]))
            return fail_type(c, start);
    copy_text(hand->name, sizeof hand->name, word, length);
    return true;
}

/* The members of a special hand, in the order in which they are printed. */
enum hand_member {
    HAND_NAME,
    HAND_POINTS,
    HAND_GROUPS,
    HAND_WILD,
    HAND_MUST,
    HAND_THREES,
    HAND_WINS
};
static const char hand_members[] = "name points groups wild must threes wins";

static bool read_hand_member(struct cursor *c, const struct cn_param_row *p, int member,
                             struct cn_special_hand *hand)
{
    int32_t wins;
    switch ((enum hand_member)member) {
    case HAND_NAME: return read_hand_name(c, hand);
    case HAND_POINTS: return read_int_in(c, p, &hand->points);
    case HAND_GROUPS: return read_groups(c, hand);
    case HAND_WILD: return read_wilds(c, hand);
    case HAND_MUST: return read_must(c, hand);
    case HAND_THREES: return read_small(c, 0, CN_UNLIMITED, &hand->threes);
    case HAND_WINS:
        if (!read_choice(c, "false true", &wins))
            return false;
        hand->wins = (uint8_t)wins;
        return true;
    }
    return false;
}

static bool read_hand(struct cursor *c, const struct cn_param_row *p, struct cn_special_hand *hand)
{
    const int needed = 1 << HAND_NAME | 1 << HAND_POINTS | 1 << HAND_GROUPS;
    int seen = 0;
    memset(hand, 0, sizeof *hand);
    hand->wilds = 1; /* none, if the row names none */
    struct list list = list_at(c, "{}", ON_LINES);
    while (next_item(c, &list)) {
        int32_t member;
        const size_t at = c->at;
        if (!read_choice(c, hand_members, &member))
            return false;
        if ((seen >> member & 1) != 0 || !accept(c, ':'))
            return fail_type(c, at);
        if (!read_hand_member(c, p, member, hand))
            return false;
        seen |= 1 << member;
    }
    return list.whole && ((seen & needed) == needed || fail_list(c, &list));
}

static bool read_hands(struct cursor *c, const struct cn_param_row *p,
                       struct cn_special_hands *hands)
{
    struct list list = list_at(c, "[]", MAY_BE_EMPTY | ON_LINES);
    memset(hands, 0, sizeof *hands);
    while (next_item(c, &list)) {
        if (hands->count == CN_SPECIAL_HANDS_MAX)
            return fail_too_long(c, list.start, CN_SPECIAL_HANDS_MAX);
        if (!read_hand(c, p, &hands->row[hands->count++]))
            return false;
    }
    return list.whole;
}

static bool read_field(struct cursor *c, const struct cn_param_row *p, struct cn_rules *rules)
{
    void *field = (char *)rules + cn_param_offset((int)(p - cn_param_at(0)));
    switch (p->type) {
    case CN_VALUE_INT: return read_int_in(c, p, field);
    case CN_VALUE_LIMIT: return read_limit(c, p, field);
    case CN_VALUE_BOOL: return read_choice(c, "false true", field);
    case CN_VALUE_WORD: return read_choice(c, p->words, field);
    case CN_VALUE_INT_BY:
    case CN_VALUE_WORD_BY: return read_by_players(c, p, field);
    case CN_VALUE_PLAYERS: return read_players(c, p, field);
    case CN_VALUE_KINDS: return read_kinds(c, p, field);
    case CN_VALUE_MINIMA: return read_minima(c, p, field);
    case CN_VALUE_BONUSES: return read_bonuses(c, p, field);
    case CN_VALUE_POINTS: return read_points(c, p, field);
    case CN_VALUE_CITE: return read_cite(c, field);
    case CN_VALUE_CANASTAS:
        return p - cn_param_at(0) == CN_PARAM_canasta_bonus ? read_canasta_bonus(c, p, rules)
                                                            : read_canastas(c, p, field);
    case CN_VALUE_CHOICE: return read_choice(c, p->words, field);
    case CN_VALUE_INTS: {
        struct cn_ints *ints = field;
        return read_numbers(c, p, MAY_BE_EMPTY, CN_INTS_MAX, &ints->count, ints->of);
    }
    case CN_VALUE_HELD: return read_held(c, p, field);
    case CN_VALUE_HANDS: return read_hands(c, p, field);
    }
    return false;
}

/* A new value is no longer attributed to the article of the old one; if it names an article itself,
 * that is its article. */
static void forget_article(struct cn_rules *rules, int param)
{
    struct cn_article *article = &rules->article[param];
    memset(article, 0, sizeof *article);
    if (cn_param_at(param)->type == CN_VALUE_CITE)
        memcpy(article, (const char *)rules + cn_param_offset(param), sizeof *article);
}

/* A list of special hands may be longer than any text may be. */
static bool check_length(struct cursor *c, size_t start, const struct cn_rules *rules, int param)
{
    char text[CN_RULES_VALUE_SIZE];
    if (cn_param_at(param)->type != CN_VALUE_HANDS ||
        cn_rules_value(rules, param, text, sizeof text) < sizeof text - 1)
        return true;
    return fail_too_long(c, start, sizeof text - 2);
}

/* Reads a value in place; after a failure the rules must not be used. */
static bool read_value(struct cursor *c, const struct cn_param_row *p, struct cn_rules *rules)
{
    static const int also[] = {CN_PARAM_natural_canasta_bonus, CN_PARAM_mixed_canasta_bonus};
    const int param = (int)(p - cn_param_at(0));
    const struct cn_rules before = *rules;
    skip_blanks(c);
    const size_t start = c->at;
    if (!read_field(c, p, rules) || !check_length(c, start, rules, param))
        return false;
    if (!cn__rules_same(&before, rules, param))
        forget_article(rules, param);
    for (size_t i = 0; param == CN_PARAM_canasta_bonus && i < sizeof also / sizeof also[0]; i++)
        if (!cn__rules_same(&before, rules, also[i]))
            forget_article(rules, also[i]);
    cn_rules_derive(rules);
    return true;
}

/* ---- reading profiles ---- */

static void set_article(struct cn_rules *rules, int param, const char *text, size_t length)
{
    while (length > 0 && (text[0] == ' ' || text[0] == '\t')) {
        text++;
        length--;
    }
    while (length > 0 &&
           (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r'))
        length--;
    if (length >= CN_ARTICLE_SIZE) {
        length = CN_ARTICLE_SIZE - 1;
        /* Cut between characters of UTF-8, not inside one. */
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    struct cn_article *article = &rules->article[param];
    memset(article, 0, sizeof *article);
    copy_text(article->text, sizeof article->text, text, length);
}

struct cn_rules *cn_rules_init(void *memory)
{
    struct cn_rules *const rules = memory;
    memset(rules, 0, sizeof *rules);
    memcpy(rules->name, "laws1950", sizeof "laws1950");
    struct cn_rules_error error;
    for (int i = 0; i < CN_PARAM_COUNT; i++) {
        const struct cn_param_row *p = cn_param_at(i);
        const bool ok = cn_rules_set(rules, p->name, p->value, strlen(p->value), &error);
        assert(ok);
        (void)ok;
        set_article(rules, i, p->article, strlen(p->article));
    }
    const bool ok = cn_rules_check(rules, &error);
    assert(ok);
    (void)ok;
    return rules;
}

bool cn_rules_set(struct cn_rules *rules, const char *name, const char *value, size_t length,
                  struct cn_rules_error *error)
{
    memset(error, 0, sizeof *error);
    struct cursor c = {.text = value, .length = length, .error = error};
    copy_text(error->name, sizeof error->name, name, strlen(name));
    const int param = cn_param_find(name, strlen(name));
    if (param < 0)
        return fail_at(&c, 0, CN_RULES_UNKNOWN);
    struct cn_rules changed = *rules;
    if (!read_value(&c, cn_param_at(param), &changed))
        return false;
    skip_blanks(&c);
    if (c.at != length)
        return fail_expected(&c, c.at, CN_RULES_SYNTAX, CN_EXPECTED_END_OF_VALUE);
    *rules = changed;
    return true;
}

enum {
    FROM_DEPTH_MAX = 8
};

struct reader {
    struct cn_rules *rules;
    cn_rules_loader *find;
    void *context;
    size_t end_of[CN_PARAM_COUNT]; /* of each parameter's setting in this file; 0: not set here */
    int depth;
};

static bool read_profile(struct reader *r, struct cursor *c);

static bool read_from(struct reader *r, struct cursor *c)
{
    skip_blanks(c);
    const size_t start = c->at;
    const char *word = "";
    const size_t length = read_word(c, &word);
    char name[CN_RULES_NAME_SIZE];
    if (length >= sizeof name)
        return fail_too_long(c, start, sizeof name - 1);
    copy_text(name, sizeof name, word, length);
    memcpy(c->error->name, name, sizeof name);
    size_t size = 0;
    const char *text = NULL;
    if (length > 0 && r->find != NULL && r->depth < FROM_DEPTH_MAX)
        text = r->find(r->context, name, &size);
    if (text == NULL)
        return fail_at(c, start, CN_RULES_NO_SUCH_SET);
    struct cn_rules_error inner;
    memset(&inner, 0, sizeof inner);
    struct cursor base = {.text = text, .length = size, .error = &inner};
    struct reader base_reader = {
        .rules = r->rules, .find = r->find, .context = r->context, .depth = r->depth + 1};
    if (!read_profile(&base_reader, &base)) {
        *c->error = inner;
        return false;
    }
    memset(r->rules->name, 0, sizeof r->rules->name);
    memcpy(r->rules->name, name, length);
    return true;
}

static bool end_of_line(struct cursor *c, struct cn_rules *rules, int param)
{
    skip_blanks(c);
    if (peek(c) == '#') {
        const size_t start = c->at + 1;
        while (c->at < c->length && c->text[c->at] != '\n')
            c->at++;
        if (param >= 0)
            set_article(rules, param, c->text + start, c->at - start);
    }
    if (c->at < c->length && c->text[c->at] != '\n')
        return fail_expected(c, c->at, CN_RULES_SYNTAX, CN_EXPECTED_END_OF_LINE);
    return true;
}

static bool read_setting(struct reader *r, struct cursor *c, bool first)
{
    const size_t start = c->at;
    const char *word = "";
    memset(c->error, 0, sizeof *c->error); /* forget the name of the line before */
    const size_t length = read_word(c, &word);
    if (length == 0)
        return fail_expected(c, start, CN_RULES_SYNTAX, CN_EXPECTED_SETTING);
    if (length >= CN_RULES_NAME_SIZE)
        return fail_too_long(c, start, CN_RULES_NAME_SIZE - 1);
    copy_text(c->error->name, sizeof c->error->name, word, length);
    if (!accept(c, '='))
        return fail_expected(c, c->at, CN_RULES_SYNTAX, CN_EXPECTED_EQUALS);
    if (same_text("from", word, length)) {
        if (!first)
            return fail_expected(c, start, CN_RULES_SYNTAX, CN_EXPECTED_FROM_FIRST);
        return read_from(r, c) && end_of_line(c, r->rules, -1);
    }
    const int param = cn_param_find(word, length);
    if (param < 0)
        return fail_at(c, start, CN_RULES_UNKNOWN);
    if (r->end_of[param] != 0)
        return fail_at(c, start, CN_RULES_DUPLICATE);
    r->end_of[param] = c->at;
    return read_value(c, cn_param_at(param), r->rules) && end_of_line(c, r->rules, param);
}

static bool read_profile(struct reader *r, struct cursor *c)
{
    bool first = true;
    while (c->at < c->length) {
        skip_blanks(c);
        if (peek(c) != '#' && peek(c) != '\n' && c->at < c->length) {
            if (!read_setting(r, c, first))
                return false;
            first = false;
        } else if (!end_of_line(c, r->rules, -1)) {
            return false;
        }
        if (c->at < c->length)
            c->at++;
    }
    return true;
}

/* Reports a combination at the line in which the last of its parameters was set in this file. */
static void locate_combination(struct cursor *c, const struct reader *r)
{
    size_t at = 0;
    for (int param = 0; param < CN_PARAM_COUNT; param++)
        if (r->end_of[param] > at && cn_rules_error_involves(c->error, param))
            at = r->end_of[param];
    locate(c, at);
    c->error->column = 1;
}

bool cn_rules_read(struct cn_rules *rules, const char *text, size_t length, cn_rules_loader *find,
                   void *context, struct cn_rules_error *error)
{
    memset(error, 0, sizeof *error);
    struct cn_rules changed = *rules;
    struct cursor c = {.text = text, .length = length, .error = error};
    struct reader r = {.rules = &changed, .find = find, .context = context};
    if (!read_profile(&r, &c))
        return false;
    if (!cn_rules_check(&changed, error)) {
        locate_combination(&c, &r);
        return false;
    }
    *rules = changed;
    return true;
}
