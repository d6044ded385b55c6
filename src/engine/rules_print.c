/* rules_print.c -- the values of a rule set as text, in the form in which they are read. */
#include "rules.h"

/* ---- an append-only buffer ---- */

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

/* Writes the comma before every item of a list except the first. */
static void separate(struct writer *w, bool *any)
{
    if (*any)
        put(w, ", ");
    *any = true;
}

/* ---- values by type ---- */

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
        separate(w, &any);
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

static void put_numbers(struct writer *w, const int32_t *numbers, int count)
{
    bool any = false;
    put_char(w, '[');
    for (int i = 0; i < count; i++) {
        separate(w, &any);
        put_int(w, numbers[i]);
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
        separate(w, &any);
        put(w, cn_kind_name(kind));
        put(w, ": ");
        put_int(w, points->of[kind]);
    }
    put_char(w, '}');
}

/* Prints the numbers that are not 0, and those that are not 0 in 'old', if given. */
static void put_canastas(struct writer *w, int param, const struct cn_canasta_numbers *numbers,
                         const struct cn_canasta_numbers *old)
{
    bool any = false;
    put_char(w, '{');
    for (const char *word = cn_param_at(param)->words; *word != '\0';) {
        size_t length = 0;
        while (word[length] != '\0' && word[length] != ' ')
            length++;
        const int key = cn_param_canasta_key(param, word, length);
        const int32_t number = numbers->of[key];
        if (number != 0 || (old != NULL && old->of[key] != 0)) {
            separate(w, &any);
            put_word(w, word, 0);
            put(w, ": ");
            put_int(w, number);
        }
        word += length + (word[length] == ' ');
    }
    put_char(w, '}');
}

static void put_held(struct writer *w, const struct cn_held_penalties *held)
{
    bool any = false;
    put_char(w, '{');
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (held->of[kind].cards == 0)
            continue;
        separate(w, &any);
        put(w, cn_kind_name(kind));
        put(w, ": [");
        put_int(w, held->of[kind].cards);
        put(w, ", ");
        put_int(w, held->of[kind].points);
        put_char(w, ']');
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
        separate(w, &any);
        put_char(w, '"');
        put(w, cn_kind_name(kind));
        put_char(w, '"');
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
    const struct cn_param_row *p = cn_param_at(param);
    const void *field = (const char *)rules + cn_param_offset(param);
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
    case CN_VALUE_BONUSES:
        put_numbers(&w, ((const struct cn_bonus_steps *)field)->bonus,
                    ((const struct cn_bonus_steps *)field)->count);
        break;
    case CN_VALUE_POINTS: put_points(&w, field); break;
    case CN_VALUE_CITE: put(&w, ((const struct cn_article *)field)->text); break;
    case CN_VALUE_CANASTAS: put_canastas(&w, param, field, NULL); break;
    case CN_VALUE_INTS:
        put_numbers(&w, ((const struct cn_ints *)field)->of,
                    ((const struct cn_ints *)field)->count);
        break;
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
    put_canastas(&w, param, &rules->canasta_bonus, &old->canasta_bonus);
    return w.length;
}
