/* house.h -- random rule sets and house rules.
 *
 * Values come from the parameter table, anywhere in their ranges, so a new parameter is tried
 * without a change here. Combinations that cannot be played are omitted. */
#ifndef CN_TESTS_HOUSE_H
#define CN_TESTS_HOUSE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "words/words.h"

struct house_text {
    char text[1200];
    size_t length;
};

static inline void house_put(struct house_text *to, const char *text)
{
    for (; *text != '\0' && to->length + 1 < sizeof to->text; text++)
        to->text[to->length++] = *text;
    to->text[to->length] = '\0';
}

static inline void house_put_number(struct house_text *to, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    house_put(to, text);
}

/* Mostly small numbers, as in rule sets; sometimes any that the range allows. */
static inline int house_number(struct chance *c, const struct cn_param_row *p)
{
    const int all = p->high - p->low + 1;
    const int few = all < 8 ? all : 8;
    return p->low + chance_below(c, chance_percent(c, 70) ? few : all);
}

static inline void house_put_word(struct house_text *to, struct chance *c, const char *words)
{
    int count = 1;
    for (const char *at = words; *at != '\0'; at++)
        count += *at == ' ';
    int skip = chance_below(c, count);
    for (; skip > 0; words++)
        skip -= *words == ' ';
    char word[2] = "";
    for (; *words != '\0' && *words != ' '; words++) {
        word[0] = *words;
        house_put(to, word);
    }
}

static inline void house_put_by_players(struct house_text *to, struct chance *c,
                                        const struct cn_param_row *p)
{
    static const char *const keys[] = {
        "{\"2\": ", ", \"3\": ", ", \"4\": ", ", \"5\": ", ", \"6\": "};
    const int count = chance_percent(c, 30) ? 5 : 3;
    for (int i = 0; i < count; i++) {
        house_put(to, keys[i]);
        if (p->type == CN_VALUE_WORD_BY)
            house_put_word(to, c, p->words);
        else
            house_put_number(to, house_number(c, p));
    }
    house_put(to, "}");
}

static inline void house_put_players(struct house_text *to, struct chance *c)
{
    const int must = 2 + chance_below(c, 5);
    house_put(to, "[");
    house_put_number(to, must);
    for (int n = 2; n <= CN_SEATS_MAX; n++) {
        if (n == must || chance_percent(c, 30))
            continue;
        house_put(to, ", ");
        house_put_number(to, n);
    }
    house_put(to, "]");
}

static inline void house_put_kinds(struct house_text *to, struct chance *c,
                                   const struct cn_param_row *p)
{
    bool first = true;
    const bool none = chance_percent(c, 10);
    house_put(to, "[");
    for (int kind = p->low; kind <= p->high && !none; kind++) {
        if (!chance_percent(c, kind < CN_FOUR ? 50 : 5))
            continue;
        house_put(to, first ? "" : ", ");
        house_put(to, cn_kind_name(kind));
        first = false;
    }
    if (!none && p->words[0] != '\0' && chance_percent(c, 40)) {
        house_put(to, first ? "" : ", ");
        house_put_word(to, c, p->words);
    }
    house_put(to, "]");
}

static inline void house_put_minima(struct house_text *to, struct chance *c,
                                    const struct cn_param_row *p)
{
    int from = -1000;
    house_put(to, "[[null, ");
    house_put_number(to, chance_below(c, 60));
    for (int steps = chance_below(c, 4); steps > 0; steps--) {
        from += 1 + chance_below(c, 3000);
        house_put(to, "], [");
        house_put_number(to, from);
        house_put(to, ", ");
        house_put_number(to, chance_percent(c, 80) ? chance_below(c, 160)
                                                   : chance_below(c, p->high + 1));
    }
    house_put(to, "]]");
}

static inline void house_put_bonuses(struct house_text *to, struct chance *c,
                                     const struct cn_param_row *p)
{
    house_put(to, "[");
    if (p->value[1] == ']' && chance_percent(c, 30)) {
        house_put(to, "]");
        return;
    }
    for (int count = 1 + chance_below(c, 2 * CN_PACKS_MAX); count > 0; count--) {
        house_put_number(to, p->low + chance_below(c, p->high - p->low + 1));
        house_put(to, count > 1 ? ", " : "]");
    }
}

static inline void house_put_points(struct house_text *to, struct chance *c,
                                    const struct cn_param_row *p)
{
    const int must = CN_FOUR + chance_below(c, CN_KINDS - CN_FOUR);
    const int most = chance_percent(c, 80) ? 50 : p->high;
    house_put(to, "{");
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (kind == CN_RED_THREE || (kind != must && chance_percent(c, 60)))
            continue;
        house_put(to, to->length > 1 ? ", " : "");
        house_put(to, cn_kind_name(kind));
        house_put(to, ": ");
        house_put_number(to, chance_below(c, most + 1));
    }
    house_put(to, "}");
}

/* Mostly few, which can be told apart. */
static inline void house_put_canastas(struct house_text *to, struct chance *c,
                                      const struct cn_param_row *p)
{
    house_put(to, "{");
    for (const char *word = p->words; *word != '\0';) {
        const size_t length = strcspn(word, " ");
        if (chance_percent(c, 10)) {
            char name[20];
            snprintf(name, sizeof name, "%.*s", (int)length, word);
            house_put(to, to->length > 1 ? ", " : "");
            house_put(to, name);
            house_put(to, ": ");
            house_put_number(to, chance_percent(c, 80) ? 1 : house_number(c, p));
        }
        word += length + (word[length] == ' ');
    }
    house_put(to, "}");
}

static inline void house_put_ints(struct house_text *to, struct chance *c,
                                  const struct cn_param_row *p)
{
    house_put(to, "[");
    for (int count = chance_below(c, 4); count > 0; count--) {
        house_put_number(to, house_number(c, p));
        house_put(to, count > 1 ? ", " : "");
    }
    house_put(to, "]");
}

static inline void house_put_held(struct house_text *to, struct chance *c)
{
    house_put(to, "{");
    for (int kind = CN_FOUR; kind < CN_KINDS; kind++) {
        if (!chance_percent(c, 15))
            continue;
        house_put(to, to->length > 1 ? ", " : "");
        house_put(to, cn_kind_name(kind));
        house_put(to, ": [");
        house_put_number(to, 2 + chance_below(c, 3));
        house_put(to, ", ");
        house_put_number(to, 100 * chance_below(c, 30));
        house_put(to, "]");
    }
    house_put(to, "}");
}

/* Groups of as many cards in all as a hand of thirteen has after drawing. */
static inline void house_put_groups(struct house_text *to, struct chance *c, int cards)
{
    house_put(to, ", groups: [");
    for (int most = 2 + chance_below(c, 4); cards > 0; cards -= most) {
        most = most < cards ? most : cards;
        house_put_number(to, most);
        house_put(to, cards > most ? ", " : "]");
    }
}

static inline void house_put_hands(struct house_text *to, struct chance *c)
{
    house_put(to, "[");
    for (int count = chance_below(c, 4); count > 0; count--) {
        const int wilds = chance_percent(c, 50) ? 2 : 0;
        const int threes = chance_below(c, 2);
        house_put(to, "{name: ");
        house_put_word(to, c, "pairs garbage straight 7");
        house_put(to, ", points: ");
        house_put_number(to, 100 * chance_below(c, 90));
        house_put_groups(to, c, 14 - wilds - threes);
        house_put(to, wilds > 0 ? ", wild: [[2, 0], [1, 1]]" : "");
        house_put(to, chance_percent(c, 30) ? ", must: [7, \"A\"]" : "");
        house_put(to, threes > 0 ? ", threes: 1" : "");
        house_put(to, chance_percent(c, 20) ? ", wins: true}" : "}");
        house_put(to, count > 1 ? ", " : "");
    }
    house_put(to, "]");
}

/* Writes a value in the parameter's range in the form of a profile. */
static inline void house_value(struct house_text *to, struct chance *c, int param)
{
    const struct cn_param_row *p = cn_param_at(param);
    *to = (struct house_text){.length = 0};
    switch (p->type) {
    case CN_VALUE_LIMIT:
        if (chance_percent(c, 30)) {
            house_put(to, p->words);
            break;
        } /* fall through */
    case CN_VALUE_INT: house_put_number(to, house_number(c, p)); break;
    case CN_VALUE_BOOL: house_put_word(to, c, "true false"); break;
    case CN_VALUE_WORD:
    case CN_VALUE_CHOICE: house_put_word(to, c, p->words); break;
    case CN_VALUE_INT_BY:
    case CN_VALUE_WORD_BY: house_put_by_players(to, c, p); break;
    case CN_VALUE_PLAYERS: house_put_players(to, c); break;
    case CN_VALUE_KINDS: house_put_kinds(to, c, p); break;
    case CN_VALUE_MINIMA: house_put_minima(to, c, p); break;
    case CN_VALUE_BONUSES: house_put_bonuses(to, c, p); break;
    case CN_VALUE_POINTS: house_put_points(to, c, p); break;
    case CN_VALUE_CANASTAS: house_put_canastas(to, c, p); break;
    case CN_VALUE_INTS: house_put_ints(to, c, p); break;
    case CN_VALUE_HELD: house_put_held(to, c); break;
    case CN_VALUE_HANDS: house_put_hands(to, c); break;
    case CN_VALUE_CITE: house_put_word(to, c, "X1 X2 L31 S:discard"); break;
    }
}

/* Sets one parameter at random, unless the rules could then not be played. */
static inline bool house_override(struct cn_rules *rules, struct chance *c, int param)
{
    struct house_text value;
    struct cn_rules_error error;
    struct cn_rules changed = *rules;
    house_value(&value, c, param);
    if (!cn_rules_set(&changed, cn_param_name(param), value.text, value.length, &error) ||
        !cn_rules_check(&changed, &error))
        return false;
    *rules = changed;
    return true;
}

static inline int house_set_count(void)
{
    int count = 0;
    while (cn_rules_builtin(count) != NULL)
        count++;
    return count;
}

/* Loads the rule set with this index. Returns false past the last. */
static inline bool house_set_at(struct cn_rules *rules, int index)
{
    const char *name = cn_rules_builtin(index);
    return name != NULL && cn_rules_load(rules, name);
}

/* Returns the i-th number of players that a rule set allows, or 0 past the last. */
static inline int house_players(const struct cn_rules *rules, int index)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(rules, players) && index-- == 0)
            return players;
    return 0;
}

static inline int house_any_players(const struct cn_rules *rules, struct chance *c)
{
    int count = 0;
    while (house_players(rules, count) != 0)
        count++;
    return house_players(rules, chance_below(c, count));
}

/* Does a turn need a plan, as in the sets that came after the old six? */
static inline bool house_is_planned(const struct cn_rules *rules)
{
    static struct cn_law law;
    cn_law_init(&law, rules);
    return law.planned;
}

/* Three cards in each hand, and no canasta needed: most deals of random bots end by a concealed
 * hand, which is rare otherwise. */
static inline void house_short_hands(struct cn_rules *rules)
{
    static const char text[] = "hand_size = 3\n"
                               "canastas_to_go_out = 0\n"
                               "concealed_needs_canasta = false\n"
                               "concealed_minimum = none\n"
                               "initial_minimum = [[null, 0]]\n";
    struct cn_rules_error error;
    cn_rules_init(rules);
    if (!cn_rules_read(rules, text, sizeof text - 1, NULL, NULL, &error))
        abort();
}

/* Chooses a rule set, unchanged or with some house rules. */
static inline void house_any_rules(struct cn_rules *rules, struct chance *c)
{
    (void)house_set_at(rules, chance_below(c, house_set_count()));
    if (chance_percent(c, 40))
        return;
    for (int changes = 1 + chance_below(c, 12); changes > 0; changes--) {
        const int param = chance_below(c, CN_PARAM_COUNT);
        if (param != CN_PARAM_referee) /* play that a referee judges has tests of its own */
            (void)house_override(rules, c, param);
    }
}

#endif
