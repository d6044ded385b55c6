#include "action.h"

#include <string.h>

/* The syntax of each action: its words, then its fields. place: K kind, T three, M meld, H special
 * hand; amount and wilds: N number. */
static const struct {
    const char *words;
    const char *fields;
} forms[CN_ACTION_TYPES] = {
    [CN_ACTION_DRAW] = {"draw", ""},
    [CN_ACTION_STOP] = {"stop", ""},
    [CN_ACTION_ASK] = {"ask", ""},
    [CN_ACTION_YES] = {"yes", ""},
    [CN_ACTION_NO] = {"no", ""},
    [CN_ACTION_TAKE_PAIR] = {"take pair", ""},
    [CN_ACTION_TAKE_DEUCE] = {"take deuce", ""},
    [CN_ACTION_TAKE_JOKER] = {"take joker", ""},
    [CN_ACTION_TAKE_ONTO] = {"take onto", "M"},
    [CN_ACTION_MELD] = {"meld", "KNDJ"},
    [CN_ACTION_ADD] = {"add", "MNDJ"},
    [CN_ACTION_MERGE] = {"combine", "MN"},
    [CN_ACTION_DISCARD] = {"discard", "K"},
    [CN_ACTION_FACE] = {"face", "T"},
    [CN_ACTION_HAND] = {"hand", "H"},
    [CN_ACTION_CALL] = {"call", ""},
    [CN_ACTION_REQUIRE_DRAW] = {"require draw", ""},
    [CN_ACTION_REQUIRE_OUT] = {"require out", ""},
    [CN_ACTION_WAIVE] = {"waive", ""},
    [CN_ACTION_ACCEPT] = {"accept", ""},
    [CN_ACTION_PEEK] = {"peek", ""},
    [CN_ACTION_TOUCH] = {"touch", ""},
    [CN_ACTION_TAKE_HAND] = {"take hand", ""},
    [CN_ACTION_EXPOSE] = {"expose", "K"},
};

static const struct {
    const char *name;
    int type;
} decisions[] = {{"draw", CN_ACTION_REQUIRE_DRAW},
                 {"out", CN_ACTION_REQUIRE_OUT},
                 {"waive", CN_ACTION_WAIVE},
                 {"accept", CN_ACTION_ACCEPT}};

const char *cn_decision_name(int type)
{
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (decisions[i].type == type)
            return decisions[i].name;
    return NULL;
}

int cn_decision_type(const char *name)
{
    for (size_t i = 0; name != NULL && i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(decisions[i].name, name) == 0)
            return decisions[i].type;
    return -1;
}

static size_t put_text(char *to, const char *from)
{
    size_t n = 0;
    for (; from[n] != '\0'; n++)
        to[n] = from[n];
    return n;
}

static size_t put_number(char *to, int value)
{
    size_t n = 0;
    if (value >= 100)
        to[n++] = (char)('0' + value / 100);
    if (value >= 10)
        to[n++] = (char)('0' + value / 10 % 10);
    to[n++] = (char)('0' + value % 10);
    return n;
}

static const char *hand_name(const struct cn_law *law, int row)
{
    return law != NULL && row < law->rules.special_hands.count
               ? law->rules.special_hands.row[row].name
               : "?";
}

size_t cn_action_format(const struct cn_law *law, struct cn_action action,
                        char text[CN_ACTION_TEXT])
{
    const int type = cn_action_plain(action).type;
    size_t n = put_text(text, cn_action_is_insisted(action) ? "!" : "");
    n += put_text(text + n, forms[type].words);
    for (const char *field = forms[type].fields; *field != '\0'; field++) {
        text[n++] = ' ';
        switch (*field) {
        case 'K':
        case 'T': n += put_text(text + n, cn_kind_name(action.place)); break;
        case 'H': n += put_text(text + n, hand_name(law, action.place)); break;
        case 'M': n += put_number(text + n, action.place); break;
        case 'N': n += put_number(text + n, action.amount); break;
        case 'D': n += put_number(text + n, cn_action_deuces(action)); break;
        default: n += put_number(text + n, cn_action_jokers(action)); break;
        }
    }
    text[n] = '\0';
    return n;
}

/* Returns the next word, after one blank; empty at the end. */
static size_t next_word(const char *text, size_t length, size_t at)
{
    size_t n = 0;
    while (at + n < length && text[at + n] != ' ')
        n++;
    return n;
}

/* Returns a number of at most three digits, or -1 if the word is not one or is above most. */
static int read_number(const char *word, size_t length, int most)
{
    if (length < 1 || length > 3 || (length > 1 && word[0] == '0'))
        return -1;
    int value = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return -1;
        value = value * 10 + (word[i] - '0');
    }
    return value <= most ? value : -1;
}

/* Returns the first row of this name, or CN_NO_HAND; -1 if it is not a name. */
static int read_hand(const struct cn_law *law, const char *word, size_t length)
{
    if (length == 0 || length >= CN_SPECIAL_NAME_SIZE)
        return -1;
    for (size_t i = 0; i < length; i++)
        if (!cn__is_word_char(word[i]))
            return -1;
    for (int row = 0; law != NULL && row < law->rules.special_hands.count; row++) {
        const char *name = law->rules.special_hands.row[row].name;
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return row;
    }
    return CN_NO_HAND;
}

static int read_field(const struct cn_law *law, char field, const char *word, size_t length)
{
    if (field == 'H')
        return read_hand(law, word, length);
    if (field == 'K' || field == 'T') {
        const int kind = cn_kind_parse(word, length);
        const bool three = kind == CN_RED_THREE || kind == CN_BLACK_THREE;
        return kind == CN_NO_KIND || (field == 'T' && !three) ? -1 : kind;
    }
    if (field == 'D' || field == 'J')
        return read_number(word, length, 15);
    return read_number(word, length, CN_MELDS_MAX - 1);
}

static bool read_fields(const struct cn_law *law, int type, const char *text, size_t length,
                        size_t at, struct cn_action *action)
{
    int value[4] = {0, 0, 0, 0};
    int count = 0;
    for (const char *field = forms[type].fields; *field != '\0'; field++) {
        if (at >= length || text[at] != ' ')
            return false;
        at++;
        const size_t n = next_word(text, length, at);
        value[count] = read_field(law, *field, text + at, n);
        if (value[count] < 0)
            return false;
        count++;
        at += n;
    }
    if (at != length || (type == CN_ACTION_MERGE && value[0] >= value[1]))
        return false;
    *action = cn_action_of(type, value[0], value[1], value[2], value[3]);
    return true;
}

/* Strict play knows the types before CN_ACTION_CALL. */
static bool is_type(bool refereed, int type, bool insisted)
{
    return type < CN_ACTION_CALL || (refereed && (type < CN_ACTION_PEEK || insisted));
}

static bool parse_plain(const struct cn_law *law, bool refereed, const char *text, size_t length,
                        bool insisted, struct cn_action *action)
{
    for (int type = 0; type < CN_ACTION_TYPES; type++) {
        const size_t n = strlen(forms[type].words);
        if (!is_type(refereed, type, insisted) || length < n ||
            memcmp(text, forms[type].words, n) != 0)
            continue;
        if (read_fields(law, type, text, length, n, action))
            return true;
    }
    return false;
}

static bool parse(const struct cn_law *law, bool refereed, const char *text, size_t length,
                  struct cn_action *action)
{
    if (!refereed || length == 0 || text[0] != '!')
        return parse_plain(law, refereed, text, length, false, action);
    if (!parse_plain(law, refereed, text + 1, length - 1, true, action))
        return false;
    *action = cn_action_insist(*action);
    return true;
}

bool cn_action_parse(const struct cn_law *law, const char *text, size_t length,
                     struct cn_action *action)
{
    return parse(law, law != NULL && cn_law_is_refereed(law), text, length, action);
}

bool cn_action_is_string(const char *text, size_t length)
{
    struct cn_action action;
    return parse(NULL, true, text, length, &action);
}

unsigned cn_actions_types(const struct cn_actions *actions)
{
    unsigned types = 0;
    for (int i = 0; i < actions->count; i++)
        types |= 1u << actions->at[i].type;
    return types;
}
