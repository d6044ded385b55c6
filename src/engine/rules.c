/* rules.c -- reading, checking and printing rule sets, all from the one table CN_PARAMS.
 *
 * A profile is read line by line over a copy, so that a refused one changes nothing. A cursor keeps
 * the line and column, so every error has both. Values are first read by type alone; cn_rules_check
 * then rejects combinations that are not allowed.
 */
#include "rules.h"

#include <assert.h>
#include <string.h>

static const struct cn_param_row params[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) \
    {#name, words, value, article, low, high, CN_VALUE_##type},
    CN_PARAMS(X)
#undef X
};

/* Where the values are in a rule set, and how many bytes each has. */
static const size_t offsets[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) offsetof(struct cn_rules, name),
    CN_PARAMS(X)
#undef X
};
static const size_t sizes[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) sizeof(CN_TYPE_##type),
    CN_PARAMS(X)
#undef X
};

/* Values have one form in memory, so equal values have equal bytes. */
static bool same_value(const struct cn_rules *one, const struct cn_rules *other, int param)
{
    return memcmp((const char *)one + offsets[param], (const char *)other + offsets[param],
                  sizes[param]) == 0;
}

/* ---- text: a cursor over a line, and an append-only buffer ---- */

struct cursor {
    const char *text;
    size_t length, at;
    int32_t line;
    size_t line_start;
    struct cn_rules_error *error;
};

struct writer {
    char *text;
    size_t size, length;
};

static void put_char(struct writer *w, char c)
{
    if (w->length + 1 < w->size)
        w->text[w->length++] = c;
    if (w->size > 0)
        w->text[w->length] = '\0';
}

static void put(struct writer *w, const char *text)
{
    while (*text != '\0')
        put_char(w, *text++);
}

static void put_int(struct writer *w, int32_t value)
{
    char digits[12];
    int n = 0;
    uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        put_char(w, '-');
    while (n > 0)
        put_char(w, digits[--n]);
}

static void copy_text(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static bool fail_at(struct cursor *c, size_t at, enum cn_rules_error_id id)
{
    c->error->id = id;
    c->error->line = c->line;
    c->error->column = (int32_t)(at - c->line_start) + 1;
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

/* Returns the index of a word in a list separated by blanks, or -1. */
static int word_index(const char *words, const char *word, size_t length)
{
    for (int index = 0; *words != '\0'; index++) {
        size_t n = 0;
        while (words[n] != '\0' && words[n] != ' ')
            n++;
        if (n == length && memcmp(words, word, n) == 0)
            return index;
        words += n;
        if (*words == ' ')
            words++;
    }
    return -1;
}

static void put_word(struct writer *w, const char *words, int index)
{
    while (index > 0) {
        while (*words != '\0' && *words != ' ')
            words++;
        if (*words == ' ')
            words++;
        index--;
    }
    while (*words != '\0' && *words != ' ')
        put_char(w, *words++);
}

const char *cn_canasta_class_name(enum cn_canasta_class_id id)
{
    static const char *const names[] = {
#define X(id, name) #name,
        CN_CANASTA_CLASSES(X)
#undef X
    };
    return names[id];
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
    const int index = length > 0 ? word_index(words, word, length) : -1;
    if (index < 0)
        return fail_type(c, start);
    *value = index;
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
    struct cn_per_players value = *by;
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '{')) {
        if (!read_one_by(c, p, &value.at[0]))
            return false;
        for (int i = 1; i < CN_PLAYERS_CLASSES; i++)
            value.at[i] = value.at[0];
        *by = value;
        return true;
    }
    int seen = 0;
    do {
        const char *word = "";
        const size_t length = read_word(c, &word);
        if (length != 1 || word[0] < '2' || word[0] > '6' || !accept(c, ':'))
            return fail_type(c, start);
        const int class = word[0] - '2';
        if ((seen >> class & 1) != 0)
            return fail_type(c, start);
        if (!read_one_by(c, p, &value.at[class]))
            return false;
        seen |= 1 << class;
    } while (accept(c, ','));
    if (!accept(c, '}') || (seen & needed) != needed)
        return fail_type(c, start);
    for (int i = 3; i < CN_PLAYERS_CLASSES; i++)
        if ((seen >> i & 1) == 0)
            value.at[i] = value.at[2];
    *by = value;
    return true;
}

static bool read_players(struct cursor *c, const struct cn_param_row *p, int32_t *mask)
{
    int32_t value = 0;
    int32_t n;
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '[')) {
        if (!read_int_in(c, p, &n))
            return false;
        *mask = 1 << n;
        return true;
    }
    do {
        if (!read_int_in(c, p, &n))
            return false;
        value |= 1 << n;
    } while (accept(c, ','));
    if (!accept(c, ']'))
        return fail_type(c, start);
    *mask = value;
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
    const int word = length > 0 ? word_index(p->words, text, length) : -1;
    if (word >= 0) {
        *bit = CN_KINDS_WORD << word;
        return true;
    }
    const int kind = length > 0 ? cn_kind_parse(text, length) : CN_NO_KIND;
    *bit = 1 << kind;
    return (kind >= p->low && kind <= p->high) || fail_type(c, start);
}

static bool read_kinds(struct cursor *c, const struct cn_param_row *p, int32_t *mask)
{
    int32_t value = 0;
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    if (!accept(c, ']')) {
        do {
            int32_t bit;
            if (!read_kind_or_word(c, p, &bit))
                return false;
            value |= bit;
        } while (accept(c, ','));
        if (!accept(c, ']'))
            return fail_type(c, start);
    }
    if (p - params == CN_PARAM_bonus_kinds && (value >> CN_RED_THREE & 1) == 0)
        return fail_type(c, start); /* red threes are never anything else (L11) */
    *mask = value;
    return true;
}

static bool read_minimum(struct cursor *c, const struct cn_param_row *p, size_t start,
                         struct cn_minimum *step)
{
    if (!accept(c, '['))
        return fail_type(c, start);
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
        return fail_type(c, start);
    if (!read_int_in(c, p, &step->count))
        return false;
    return accept(c, ']') || fail_type(c, start);
}

static bool read_minima(struct cursor *c, const struct cn_param_row *p,
                        struct cn_minimum_steps *minima)
{
    struct cn_minimum_steps value;
    memset(&value, 0, sizeof value);
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    do {
        if (value.count == CN_MINIMA_MAX)
            return fail_too_long(c, start, CN_MINIMA_MAX);
        if (!read_minimum(c, p, start, &value.step[value.count++]))
            return false;
    } while (accept(c, ','));
    if (!accept(c, ']'))
        return fail_type(c, start);
    *minima = value;
    return true;
}

static bool read_bonuses(struct cursor *c, const struct cn_param_row *p,
                         struct cn_bonus_steps *bonuses)
{
    struct cn_bonus_steps value;
    memset(&value, 0, sizeof value);
    const int most = (int)(sizeof value.bonus / sizeof value.bonus[0]);
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    if (p->value[1] == ']' && accept(c, ']')) { /* where none is the default */
        *bonuses = value;
        return true;
    }
    do {
        if (value.count == most)
            return fail_too_long(c, start, (size_t)most);
        if (!read_int_in(c, p, &value.bonus[value.count++]))
            return false;
    } while (accept(c, ','));
    if (!accept(c, ']'))
        return fail_type(c, start);
    *bonuses = value;
    return true;
}

static bool read_points(struct cursor *c, const struct cn_param_row *p,
                        struct cn_kind_points *points)
{
    struct cn_kind_points value = *points;
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '{'))
        return fail_type(c, start);
    do {
        int kind;
        if (!read_kind(c, &kind))
            return false;
        if (kind == CN_RED_THREE || !accept(c, ':'))
            return fail_type(c, start);
        if (!read_int_in(c, p, &value.of[kind]))
            return false;
    } while (accept(c, ','));
    if (!accept(c, '}'))
        return fail_type(c, start);
    *points = value;
    return true;
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

/* Returns the index of the number of a class, a sort of wild canasta or a rank, or -1. */
static int canasta_key(const struct cn_param_row *p, const char *word, size_t length)
{
    static const char classes[] = "natural mixed wild wild_four_jokers wild_deuces wild_jokers";
    static const char mixed[] = "mixed_";
    const size_t before = sizeof mixed - 1;
    if (length == 0 || word_index(p->words, word, length) < 0)
        return -1;
    const int class = word_index(classes, word, length);
    if (class >= 0)
        return CN_KEY_OF_CLASS + class;
    if (length > before && memcmp(word, mixed, before) == 0)
        return CN_KEY_MIXED_OF + cn_kind_parse(word + before, length - before);
    return cn_kind_parse(word, length);
}

/* Changes the numbers that are given. */
static bool read_canastas_over(struct cursor *c, const struct cn_param_row *p,
                               struct cn_canasta_numbers *numbers)
{
    struct cn_canasta_numbers value = *numbers;
    bool seen[CN_CANASTA_KEYS] = {false};
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '{'))
        return fail_type(c, start);
    if (!accept(c, '}')) {
        do {
            const char *word = "";
            skip_blanks(c);
            const size_t at = c->at;
            const size_t length = read_word(c, &word);
            const int key = canasta_key(p, word, length);
            if (key < 0 || seen[key] || !accept(c, ':'))
                return fail_type(c, at);
            if (!read_int_in(c, p, &value.of[key]))
                return false;
            seen[key] = true;
        } while (accept(c, ','));
        if (!accept(c, '}'))
            return fail_type(c, start);
    }
    *numbers = value;
    return true;
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
    struct cn_canasta_numbers value = rules->canasta_bonus;
    int32_t *const natural = &value.of[CN_KEY_OF_CLASS + CN_CLASS_NATURAL];
    int32_t *const mixed = &value.of[CN_KEY_OF_CLASS + CN_CLASS_MIXED];
    *natural = rules->natural_canasta_bonus;
    *mixed = rules->mixed_canasta_bonus;
    if (!read_canastas_over(c, p, &value))
        return false;
    rules->natural_canasta_bonus = *natural;
    rules->mixed_canasta_bonus = *mixed;
    *natural = *mixed = 0;
    rules->canasta_bonus = value;
    return true;
}

static bool read_ints(struct cursor *c, const struct cn_param_row *p, struct cn_ints *ints)
{
    struct cn_ints value;
    memset(&value, 0, sizeof value);
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    if (!accept(c, ']')) {
        do {
            if (value.count == CN_INTS_MAX)
                return fail_too_long(c, start, CN_INTS_MAX);
            if (!read_int_in(c, p, &value.of[value.count++]))
                return false;
        } while (accept(c, ','));
        if (!accept(c, ']'))
            return fail_type(c, start);
    }
    *ints = value;
    return true;
}

static bool read_held(struct cursor *c, const struct cn_param_row *p,
                      struct cn_held_penalties *held)
{
    struct cn_held_penalties value;
    memset(&value, 0, sizeof value);
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '{'))
        return fail_type(c, start);
    if (!accept(c, '}')) {
        do {
            int kind;
            skip_blanks(c);
            const size_t at = c->at;
            if (!read_kind(c, &kind))
                return false;
            if (kind == CN_RED_THREE || value.of[kind].cards != 0 || !accept(c, ':') ||
                !accept(c, '['))
                return fail_type(c, at);
            if (!read_int_in(c, p, &value.of[kind].cards))
                return false;
            if (value.of[kind].cards == 0)
                return fail_range(c, at, 1, p->high);
            if (!accept(c, ','))
                return fail_type(c, at);
            if (!read_int_in(c, p, &value.of[kind].points))
                return false;
            if (!accept(c, ']'))
                return fail_type(c, at);
        } while (accept(c, ','));
        if (!accept(c, '}'))
            return fail_type(c, start);
    }
    *held = value;
    return true;
}

/* ---- special hands ---- */

/* A list that is long enough to fill several lines of a file. */
static void skip_to_next(struct cursor *c)
{
    for (;;) {
        skip_blanks(c);
        if (peek(c) != '\n')
            return;
        c->at++;
        c->line++;
        c->line_start = c->at;
    }
}

static bool accept_on_any_line(struct cursor *c, char wanted)
{
    skip_to_next(c);
    return accept(c, wanted);
}

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
    skip_blanks(c);
    const size_t start = c->at;
    hand->groups = 0;
    if (!accept(c, '['))
        return fail_type(c, start);
    do {
        if (hand->groups == CN_SPECIAL_GROUPS_MAX)
            return fail_too_long(c, start, CN_SPECIAL_GROUPS_MAX);
        if (!read_small(c, 1, CN_UNLIMITED, &hand->group[hand->groups]))
            return false;
        if (hand->groups > 0 && hand->group[hand->groups] > hand->group[hand->groups - 1])
            return fail_type(c, start); /* most first, so that one hand has one form */
        hand->groups++;
    } while (accept(c, ','));
    return accept(c, ']') || fail_type(c, start);
}

static bool read_wilds(struct cursor *c, struct cn_special_hand *hand)
{
    skip_blanks(c);
    const size_t start = c->at;
    hand->wilds = 0;
    if (!accept(c, '['))
        return fail_type(c, start);
    do {
        if (hand->wilds == CN_SPECIAL_WILDS_MAX)
            return fail_too_long(c, start, CN_SPECIAL_WILDS_MAX);
        const int at = hand->wilds++;
        if (!accept(c, '['))
            return fail_type(c, start);
        if (!read_small(c, 0, CN_UNLIMITED, &hand->wild[at].deuces))
            return false;
        if (!accept(c, ','))
            return fail_type(c, start);
        if (!read_small(c, 0, CN_UNLIMITED, &hand->wild[at].jokers))
            return false;
        if (!accept(c, ']'))
            return fail_type(c, start);
    } while (accept(c, ','));
    return accept(c, ']') || fail_type(c, start);
}

static bool read_must(struct cursor *c, struct cn_special_hand *hand)
{
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    do {
        int kind;
        if (!read_kind(c, &kind))
            return false;
        if (kind < CN_FOUR)
            return fail_type(c, start);
        hand->must |= (uint16_t)(1 << kind);
    } while (accept(c, ','));
    return accept(c, ']') || fail_type(c, start);
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
    int seen = 0;
    memset(hand, 0, sizeof *hand);
    hand->wilds = 1; /* none, if the row names none */
    skip_to_next(c);
    const size_t start = c->at;
    if (!accept(c, '{'))
        return fail_type(c, start);
    do {
        int32_t member;
        skip_to_next(c);
        const size_t at = c->at;
        if (!read_choice(c, hand_members, &member))
            return false;
        if ((seen >> member & 1) != 0 || !accept(c, ':'))
            return fail_type(c, at);
        if (!read_hand_member(c, p, member, hand))
            return false;
        seen |= 1 << member;
    } while (accept(c, ','));
    const int needed = 1 << HAND_NAME | 1 << HAND_POINTS | 1 << HAND_GROUPS;
    return (accept_on_any_line(c, '}') && (seen & needed) == needed) || fail_type(c, start);
}

static bool read_hands(struct cursor *c, const struct cn_param_row *p,
                       struct cn_special_hands *hands)
{
    hands->count = 0;
    skip_blanks(c);
    const size_t start = c->at;
    if (!accept(c, '['))
        return fail_type(c, start);
    if (!accept_on_any_line(c, ']')) {
        do {
            if (hands->count == CN_SPECIAL_HANDS_MAX)
                return fail_too_long(c, start, CN_SPECIAL_HANDS_MAX);
            if (!read_hand(c, p, &hands->row[hands->count]))
                return false;
            hands->count++;
        } while (accept_on_any_line(c, ','));
        if (!accept_on_any_line(c, ']'))
            return fail_type(c, c->at);
    }
    const size_t rest = CN_SPECIAL_HANDS_MAX - (size_t)hands->count;
    memset(&hands->row[hands->count], 0, rest * sizeof hands->row[0]);
    return true;
}

static bool read_field(struct cursor *c, const struct cn_param_row *p, struct cn_rules *rules)
{
    void *field = (char *)rules + offsets[p - params];
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
        return p - params == CN_PARAM_canasta_bonus ? read_canasta_bonus(c, p, rules)
                                                    : read_canastas(c, p, field);
    case CN_VALUE_CHOICE: return read_choice(c, p->words, field);
    case CN_VALUE_INTS: return read_ints(c, p, field);
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
    if (params[param].type == CN_VALUE_CITE)
        memcpy(article, (const char *)rules + offsets[param], sizeof *article);
}

/* A list of special hands may be longer than any text may be. */
static bool check_length(struct cursor *c, size_t start, const struct cn_rules *rules, int param)
{
    char text[CN_RULES_VALUE_SIZE];
    if (params[param].type != CN_VALUE_HANDS ||
        cn_rules_value(rules, param, text, sizeof text) < sizeof text - 1)
        return true;
    return fail_too_long(c, start, sizeof text - 2);
}

/* Reads a value in place; after a failure the rules must not be used. */
static bool read_value(struct cursor *c, const struct cn_param_row *p, struct cn_rules *rules)
{
    static const int also[] = {CN_PARAM_natural_canasta_bonus, CN_PARAM_mixed_canasta_bonus};
    const int param = (int)(p - params);
    const struct cn_rules before = *rules;
    skip_blanks(c);
    const size_t start = c->at;
    if (!read_field(c, p, rules) || !check_length(c, start, rules, param))
        return false;
    if (!same_value(&before, rules, param))
        forget_article(rules, param);
    for (size_t i = 0; param == CN_PARAM_canasta_bonus && i < sizeof also / sizeof also[0]; i++)
        if (!same_value(&before, rules, also[i]))
            forget_article(rules, also[i]);
    cn_rules_derive(rules);
    return true;
}

/* ---- combinations ---- */

static bool refuse(struct cn_rules_error *error, enum cn_rules_error_id id, int param, int32_t low,
                   int32_t high)
{
    error->id = id;
    error->low = low;
    error->high = high;
    copy_text(error->name, sizeof error->name, params[param].name, strlen(params[param].name));
    return false;
}

/* How many canastas the packs can hold at all: one of each rank and, if seven naturals cannot be
 * had, as many as there are wilds to fill them. */
static int canastas_possible(const struct cn_rules *rules, int players)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    const int wilds = naturals + cn_rules_jokers(rules, players);
    if (naturals < rules->fewest_naturals)
        return 0;
    if (naturals >= 7)
        return CN_KINDS - CN_FOUR;
    const int missing = 7 - naturals;
    return missing <= rules->most_wilds ? wilds / missing : 0;
}

static int second_hands(const struct cn_rules *rules)
{
    int cards = 0;
    for (int i = 0; i < rules->second_hand.count; i++)
        cards += rules->second_hand.of[i];
    return cards;
}

static bool check_deal(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(rules, players))
            continue;
        const int cards = cn_rules_cards(rules, players);
        const int seats = players == 5 ? 4 : players;
        const int hand = rules->hand_size.at[cn_players_class(players)] + second_hands(rules);
        const int needed = seats * hand + 1;
        if (needed > cards)
            return refuse(error, CN_RULES_TOO_FEW_CARDS, CN_PARAM_hand_size, needed, cards);
        const int canastas = rules->canastas_to_go_out.at[cn_players_class(players)];
        if (canastas > canastas_possible(rules, players))
            return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_canastas_to_go_out, canastas,
                          canastas_possible(rules, players));
    }
    return true;
}

static bool check_minima(const struct cn_rules *rules, struct cn_rules_error *error)
{
    const struct cn_minimum_steps *m = &rules->initial_minimum;
    for (int i = 0; i < m->count; i++) {
        const bool rises =
            i == 0 ? m->step[0].from == INT32_MIN : m->step[i].from > m->step[i - 1].from;
        if (!rises)
            return refuse(error, CN_RULES_MINIMA, CN_PARAM_initial_minimum, i + 1, m->count);
    }
    return true;
}

int cn_rules_contract_size(const struct cn_rules *rules)
{
    int size = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        size += rules->out_contract.of[key];
    return size;
}

/* How many canastas of a rank or class the packs can hold at most. */
static int canastas_possible_of(const struct cn_rules *rules, int players, int key)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    if (key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL)
        return naturals >= 7 ? canastas_possible(rules, players) : 0;
    if (key == CN_KEY_OF_CLASS + CN_CLASS_MIXED)
        return rules->most_wilds_canasta > 0 ? canastas_possible(rules, players) : 0;
    if (key == CN_KEY_WILD) /* of seven deuces and jokers */
        return rules->wild_melds == CN_WILD_MELDS_NONE
                   ? 0
                   : (naturals + cn_rules_jokers(rules, players)) / 7;
    return rules->second_meld ? naturals / rules->fewest_naturals : 1;
}

/* How many states a side's canastas can be in as far as the contract goes: of each name from none
 * to as many as are asked for, and of the further ones that canastas_to_go_out needs. Cut at a
 * million. */
static int32_t contract_states(const struct cn_rules *rules, int players_class)
{
    const int rest = rules->canastas_to_go_out.at[players_class] - cn_rules_contract_size(rules);
    int32_t states = rest > 0 ? rest + 1 : 1;
    for (int key = 0; key < CN_CANASTA_KEYS && states < 1000000; key++)
        states *= rules->out_contract.of[key] + 1;
    return states;
}

static bool check_contract_of(const struct cn_rules *rules, int players,
                              struct cn_rules_error *error)
{
    const int size = cn_rules_contract_size(rules);
    if (size > canastas_possible(rules, players))
        return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_out_contract, size,
                      canastas_possible(rules, players));
    for (int key = 0; key < CN_CANASTA_KEYS; key++) {
        const int asked = rules->out_contract.of[key];
        if (asked > 0 && asked > canastas_possible_of(rules, players, key))
            return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_out_contract, asked,
                          canastas_possible_of(rules, players, key));
    }
    return true;
}

static bool check_contract(const struct cn_rules *rules, struct cn_rules_error *error)
{
    const int size = cn_rules_contract_size(rules);
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(rules, players) && !check_contract_of(rules, players, error))
            return false;
    for (int players_class = 0; size > 0 && players_class < CN_PLAYERS_CLASSES; players_class++) {
        const int32_t states = contract_states(rules, players_class);
        if (states > CN_CONTRACT_STATES)
            return refuse(error, CN_RULES_CONTRACT, CN_PARAM_out_contract, states,
                          CN_CONTRACT_STATES);
    }
    return true;
}

static bool check_jokers(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        const int jokers = cn_rules_jokers(rules, players);
        const int most = 2 * cn_rules_packs(rules, players);
        if (cn_rules_allow_players(rules, players) && jokers > most)
            return refuse(error, CN_RULES_JOKERS, CN_PARAM_jokers, jokers, most);
    }
    return true;
}

static bool check_packs(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        const int cards = cn_rules_cards(rules, players);
        const int naturals = 4 * cn_rules_packs(rules, players);
        if (!cn_rules_allow_players(rules, players))
            continue;
        if (2 * rules->cut_least > cards)
            return refuse(error, CN_RULES_CUT, CN_PARAM_cut_least, rules->cut_least, cards / 2);
        if (rules->fewest_naturals > naturals)
            return refuse(error, CN_RULES_NATURALS, CN_PARAM_fewest_naturals,
                          rules->fewest_naturals, naturals);
    }
    return true;
}

int cn_rules_most_packs(const struct cn_rules *rules)
{
    int most = 0;
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(rules, players) && cn_rules_packs(rules, players) > most)
            most = cn_rules_packs(rules, players);
    return most;
}

static bool have_penalties(const struct cn_rules *rules)
{
    int32_t points = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        points |= rules->unfinished_penalty.of[key];
    for (int kind = 0; kind < CN_KINDS; kind++)
        points |= rules->held_penalty.of[kind].points;
    return points != 0;
}

static bool name_canastas(const struct cn_rules *rules)
{
    int32_t named = rules->wild_melds | rules->red_three_needs;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        named |= rules->canasta_bonus.of[key] | rules->out_contract.of[key];
    return named != 0;
}

void cn_rules_derive(struct cn_rules *rules)
{
    uint64_t bonus = cn_kind_mask(CN_RED_THREE);
    if (cn_black_threes_are_bonus(rules))
        bonus |= cn_kind_mask(CN_BLACK_THREE);
    rules->derived.bonus = bonus;
    rules->derived.wide = cn_rules_most_packs(rules) > CN_NARROW_PACKS_MAX;
    rules->derived.penalties = have_penalties(rules);
    rules->derived.named = name_canastas(rules);
}

bool cn_rules_check(const struct cn_rules *rules, struct cn_rules_error *error)
{
    memset(error, 0, sizeof *error);
    if (!check_jokers(rules, error))
        return false;
    if (rules->most_wilds_canasta < rules->most_wilds)
        return refuse(error, CN_RULES_WILDS, CN_PARAM_most_wilds_canasta, rules->most_wilds_canasta,
                      rules->most_wilds);
    if (rules->most_black_threes > 0 && rules->fewest_black_threes > rules->most_black_threes)
        return refuse(error, CN_RULES_BLACK_THREES, CN_PARAM_fewest_black_threes,
                      rules->fewest_black_threes, rules->most_black_threes);
    return check_packs(rules, error) && check_deal(rules, error) && check_contract(rules, error) &&
           check_minima(rules, error);
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

size_t cn_rules_size(void)
{
    return sizeof(struct cn_rules);
}

struct cn_rules *cn_rules_init(void *memory)
{
    struct cn_rules *const rules = memory;
    memset(rules, 0, sizeof *rules);
    memcpy(rules->name, "laws1950", sizeof "laws1950");
    struct cn_rules_error error;
    for (int i = 0; i < CN_PARAM_COUNT; i++) {
        const bool ok =
            cn_rules_set(rules, params[i].name, params[i].value, strlen(params[i].value), &error);
        assert(ok);
        (void)ok;
        set_article(rules, i, params[i].article, strlen(params[i].article));
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
    struct cursor c = {.text = value, .length = length, .line = 1, .error = error};
    copy_text(error->name, sizeof error->name, name, strlen(name));
    const int param = cn_param_find(name, strlen(name));
    if (param < 0)
        return fail_at(&c, 0, CN_RULES_UNKNOWN);
    struct cn_rules changed = *rules;
    if (!read_value(&c, &params[param], &changed))
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
    int32_t line_of[CN_PARAM_COUNT];
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
    struct cursor base = {.text = text, .length = size, .line = 1, .error = &inner};
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
    if (r->line_of[param] != 0)
        return fail_at(c, start, CN_RULES_DUPLICATE);
    r->line_of[param] = c->line;
    return read_value(c, &params[param], r->rules) && end_of_line(c, r->rules, param);
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
        c->line++;
        c->line_start = c->at;
    }
    return true;
}

/* Further parameters that a refused combination involves, apart from the one it names. */
static const int involved[][2] = {
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_packs},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_second_hand},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_players},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_jokers},
    {CN_RULES_JOKERS, CN_PARAM_packs},
    {CN_RULES_JOKERS, CN_PARAM_players},
    {CN_RULES_NO_CANASTA, CN_PARAM_players},
    {CN_RULES_NO_CANASTA, CN_PARAM_packs},
    {CN_RULES_NO_CANASTA, CN_PARAM_jokers},
    {CN_RULES_NO_CANASTA, CN_PARAM_most_wilds},
    {CN_RULES_NO_CANASTA, CN_PARAM_fewest_naturals},
    {CN_RULES_NO_CANASTA, CN_PARAM_most_wilds_canasta},
    {CN_RULES_NO_CANASTA, CN_PARAM_second_meld},
    {CN_RULES_WILDS, CN_PARAM_most_wilds},
    {CN_RULES_BLACK_THREES, CN_PARAM_most_black_threes},
    {CN_RULES_CUT, CN_PARAM_packs},
    {CN_RULES_CUT, CN_PARAM_players},
    {CN_RULES_CUT, CN_PARAM_jokers},
    {CN_RULES_NATURALS, CN_PARAM_packs},
    {CN_RULES_NATURALS, CN_PARAM_players},
};

bool cn_rules_error_involves(const struct cn_rules_error *error, int param)
{
    if (strcmp(error->name, params[param].name) == 0)
        return true;
    for (size_t i = 0; i < sizeof involved / sizeof involved[0]; i++)
        if (involved[i][0] == (int)error->id && involved[i][1] == param)
            return true;
    return false;
}

/* Reports a combination at the line in which the last of its parameters was set in this file. */
static int32_t line_of_combination(const struct reader *r, const struct cn_rules_error *error)
{
    int32_t line = 1;
    for (int param = 0; param < CN_PARAM_COUNT; param++)
        if (r->line_of[param] > line && cn_rules_error_involves(error, param))
            line = r->line_of[param];
    return line;
}

bool cn_rules_read(struct cn_rules *rules, const char *text, size_t length, cn_rules_loader *find,
                   void *context, struct cn_rules_error *error)
{
    memset(error, 0, sizeof *error);
    struct cn_rules changed = *rules;
    struct cursor c = {.text = text, .length = length, .line = 1, .error = error};
    struct reader r = {.rules = &changed, .find = find, .context = context};
    if (!read_profile(&r, &c))
        return false;
    if (!cn_rules_check(&changed, error)) {
        error->line = line_of_combination(&r, error);
        error->column = 1;
        return false;
    }
    *rules = changed;
    return true;
}

/* ---- printing ---- */

const struct cn_param_row *cn_param_at(int index)
{
    return index >= 0 && index < CN_PARAM_COUNT ? &params[index] : NULL;
}

int cn_param_canasta_key(int param, const char *word, size_t length)
{
    return canasta_key(&params[param], word, length);
}

size_t cn_param_offset(int param)
{
    return offsets[param];
}

const char *cn_rules_name(const struct cn_rules *rules)
{
    return rules->name;
}

bool cn_rules_allow_players(const struct cn_rules *rules, int players)
{
    return players >= 2 && players <= CN_SEATS_MAX && (rules->players >> players & 1) != 0;
}

const char *cn_param_name(int param)
{
    return params[param].name;
}

const char *cn_param_default(int param)
{
    return params[param].value;
}

int cn_param_find(const char *name, size_t length)
{
    for (int i = 0; i < CN_PARAM_COUNT; i++)
        if (same_text(params[i].name, name, length))
            return i;
    return -1;
}

static void put_one_by(struct writer *w, const struct cn_param_row *p, int32_t value)
{
    if (p->type == CN_VALUE_INT_BY)
        put_int(w, value);
    else
        put_word(w, p->words, value);
}

static void put_by_players(struct writer *w, const struct cn_param_row *p,
                           const struct cn_per_players *by)
{
    bool same = true;
    for (int i = 1; i < CN_PLAYERS_CLASSES; i++)
        same = same && by->at[i] == by->at[0];
    if (same) {
        put_one_by(w, p, by->at[0]);
        return;
    }
    for (int i = 0; i < CN_PLAYERS_CLASSES; i++) {
        if (i > 2 && by->at[i] == by->at[2])
            continue;
        put(w, i == 0 ? "{\"" : ", \"");
        put_int(w, i + 2);
        put(w, "\": ");
        put_one_by(w, p, by->at[i]);
    }
    put_char(w, '}');
}

/* Prints kinds and, after them, words; or numbers, if there are no 'words'. */
static void put_mask(struct writer *w, int32_t mask, const char *words)
{
    bool any = false;
    put_char(w, '[');
    for (int bit = 0; bit < 31; bit++) {
        if ((mask >> bit & 1) == 0)
            continue;
        if (any)
            put(w, ", ");
        any = true;
        if (words == NULL)
            put_int(w, bit);
        else if (bit >= CN_KINDS_WORDS)
            put_word(w, words, bit - CN_KINDS_WORDS);
        else
            put(w, cn_kind_name(bit));
    }
    put_char(w, ']');
}

static void put_minima(struct writer *w, const struct cn_minimum_steps *minima)
{
    for (int i = 0; i < minima->count; i++) {
        put(w, i == 0 ? "[[" : ", [");
        if (minima->step[i].from == INT32_MIN)
            put(w, "null");
        else
            put_int(w, minima->step[i].from);
        put(w, ", ");
        put_int(w, minima->step[i].count);
        put_char(w, ']');
    }
    put_char(w, ']');
}

static void put_bonuses(struct writer *w, const struct cn_bonus_steps *bonuses)
{
    put_char(w, '[');
    for (int i = 0; i < bonuses->count; i++) {
        put(w, i == 0 ? "" : ", ");
        put_int(w, bonuses->bonus[i]);
    }
    put_char(w, ']');
}

static void put_points(struct writer *w, const struct cn_kind_points *points)
{
    bool any = false;
    put_char(w, '{');
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (kind == CN_RED_THREE)
            continue;
        if (any)
            put(w, ", ");
        any = true;
        put(w, cn_kind_name(kind));
        put(w, ": ");
        put_int(w, points->of[kind]);
    }
    put_char(w, '}');
}

/* Prints the numbers that are not 0, and those that are not 0 in 'old', if given. */
static void put_canastas(struct writer *w, const struct cn_param_row *p,
                         const struct cn_canasta_numbers *numbers,
                         const struct cn_canasta_numbers *old)
{
    bool any = false;
    put_char(w, '{');
    for (const char *word = p->words; *word != '\0';) {
        size_t length = 0;
        while (word[length] != '\0' && word[length] != ' ')
            length++;
        const int key = canasta_key(p, word, length);
        const int32_t number = numbers->of[key];
        if (number != 0 || (old != NULL && old->of[key] != 0)) {
            put(w, any ? ", " : "");
            put_word(w, word, 0);
            put(w, ": ");
            put_int(w, number);
            any = true;
        }
        word += length + (word[length] == ' ');
    }
    put_char(w, '}');
}

static void put_ints(struct writer *w, const struct cn_ints *ints)
{
    put_char(w, '[');
    for (int i = 0; i < ints->count; i++) {
        put(w, i == 0 ? "" : ", ");
        put_int(w, ints->of[i]);
    }
    put_char(w, ']');
}

static void put_held(struct writer *w, const struct cn_held_penalties *held)
{
    bool any = false;
    put_char(w, '{');
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (held->of[kind].cards == 0)
            continue;
        put(w, any ? ", " : "");
        put(w, cn_kind_name(kind));
        put(w, ": [");
        put_int(w, held->of[kind].cards);
        put(w, ", ");
        put_int(w, held->of[kind].points);
        put_char(w, ']');
        any = true;
    }
    put_char(w, '}');
}

static void put_hand_wilds(struct writer *w, const struct cn_special_hand *hand)
{
    if (hand->wilds == 1 && hand->wild[0].deuces + hand->wild[0].jokers == 0)
        return;
    put(w, ", wild: ");
    for (int i = 0; i < hand->wilds; i++) {
        put(w, i == 0 ? "[[" : ", [");
        put_int(w, hand->wild[i].deuces);
        put(w, ", ");
        put_int(w, hand->wild[i].jokers);
        put_char(w, ']');
    }
    put_char(w, ']');
}

/* In quotes, since a record would otherwise make a number of "7". */
static void put_hand_must(struct writer *w, const struct cn_special_hand *hand)
{
    if (hand->must == 0)
        return;
    put(w, ", must: [");
    bool any = false;
    for (int kind = CN_FOUR; kind < CN_KINDS; kind++) {
        if ((hand->must >> kind & 1) == 0)
            continue;
        put(w, any ? ", \"" : "\"");
        put(w, cn_kind_name(kind));
        put_char(w, '"');
        any = true;
    }
    put_char(w, ']');
}

static void put_hand(struct writer *w, const struct cn_special_hand *hand)
{
    put(w, "{name: ");
    put(w, hand->name);
    put(w, ", points: ");
    put_int(w, hand->points);
    for (int i = 0; i < hand->groups; i++) {
        put(w, i == 0 ? ", groups: [" : ", ");
        put_int(w, hand->group[i]);
    }
    put_char(w, ']');
    put_hand_wilds(w, hand);
    put_hand_must(w, hand);
    if (hand->threes > 0) {
        put(w, ", threes: ");
        put_int(w, hand->threes);
    }
    put(w, hand->wins ? ", wins: true}" : "}");
}

static void put_hands(struct writer *w, const struct cn_special_hands *hands)
{
    put_char(w, '[');
    for (int i = 0; i < hands->count; i++) {
        put(w, i == 0 ? "" : ", ");
        put_hand(w, &hands->row[i]);
    }
    put_char(w, ']');
}

size_t cn_rules_value(const struct cn_rules *rules, int param, char *text, size_t size)
{
    const struct cn_param_row *p = &params[param];
    const void *field = (const char *)rules + offsets[p - params];
    const int32_t *number = field;
    struct writer w = {text, size, 0};
    if (size > 0)
        text[0] = '\0';
    switch (p->type) {
    case CN_VALUE_INT: put_int(&w, *number); break;
    case CN_VALUE_LIMIT:
        if (*number == CN_UNLIMITED)
            put(&w, p->words);
        else
            put_int(&w, *number);
        break;
    case CN_VALUE_BOOL: put(&w, *number != 0 ? "true" : "false"); break;
    case CN_VALUE_WORD:
    case CN_VALUE_CHOICE: put_word(&w, p->words, *number); break;
    case CN_VALUE_INT_BY:
    case CN_VALUE_WORD_BY: put_by_players(&w, p, field); break;
    case CN_VALUE_PLAYERS: put_mask(&w, *number, NULL); break;
    case CN_VALUE_KINDS: put_mask(&w, *number, p->words); break;
    case CN_VALUE_MINIMA: put_minima(&w, field); break;
    case CN_VALUE_BONUSES: put_bonuses(&w, field); break;
    case CN_VALUE_POINTS: put_points(&w, field); break;
    case CN_VALUE_CITE: put(&w, ((const struct cn_article *)field)->text); break;
    case CN_VALUE_CANASTAS: put_canastas(&w, p, field, NULL); break;
    case CN_VALUE_INTS: put_ints(&w, field); break;
    case CN_VALUE_HELD: put_held(&w, field); break;
    case CN_VALUE_HANDS: put_hands(&w, field); break;
    }
    return w.length;
}

size_t cn_rules_change(const struct cn_rules *rules, const struct cn_rules *old, int param,
                       char *text, size_t size)
{
    struct writer w = {text, size, 0};
    if (param != CN_PARAM_canasta_bonus)
        return cn_rules_value(rules, param, text, size);
    if (size > 0)
        text[0] = '\0';
    put_canastas(&w, &params[param], &rules->canasta_bonus, &old->canasta_bonus);
    return w.length;
}

int cn_rules_diff(const struct cn_rules *one, const struct cn_rules *other, int from)
{
    for (int param = from; param < CN_PARAM_COUNT; param++)
        if (!same_value(one, other, param))
            return param;
    return -1;
}

int cn_rules_minimum(const struct cn_rules *rules, int number, int32_t score)
{
    const struct cn_ints *by_round = &rules->minimum_by_round;
    if (by_round->count > 0)
        return by_round->of[(number < by_round->count ? number : by_round->count) - 1];
    int minimum = 0;
    for (int i = 0; i < rules->initial_minimum.count; i++)
        if (score >= rules->initial_minimum.step[i].from)
            minimum = rules->initial_minimum.step[i].count;
    return minimum;
}
