/* sentences.c -- cards, refusals and errors in words; those of rule sets are in parameters.c.
 *
 * An id becomes a key of the catalogue ("refusal.FROZEN"), its numbers become words by their type:
 * a kind is "sevens", a seat its name, a meld and a count their number. Nothing here depends on
 * what a sentence means.
 */

#include <stdlib.h>

#include "speech.h"

/* ---- cards ---- */

static void kind_key(char key[CN__KEY_SIZE], int kind, bool many)
{
    cn__key(key, many ? "kinds." : "kind.", cn_kind_name(kind));
}

size_t cn_words_kind(const struct cn_words *words, int kind, bool many, char *text, size_t size)
{
    char key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(text, size);
    kind_key(key, kind, many);
    cn__words_expand(words, key, NULL, 0, &out);
    return out.length;
}

void cn__words_melded(const struct cn_words *words, int kind, char text[CN__WORD_SIZE])
{
    struct cn__writer out = cn__buffer_of(text, CN__WORD_SIZE);
    if (kind == CN_JOKER)
        cn__words_expand(words, "kinds.wild", NULL, 0, &out);
    else
        cn_words_kind(words, kind, true, text, CN__WORD_SIZE);
}

size_t cn_words_canastas(const struct cn_words *words, int called, bool many, char *text,
                         size_t size)
{
    static const char *const names[CN_KEY_MIXED_OF - CN_KEY_OF_CLASS] = {
        "natural", "mixed", "wild", "wild_four_jokers", "wild_deuces", "wild_jokers"};
    char key[CN__KEY_SIZE], ranks[CN__WORD_SIZE] = "";
    struct cn__writer out = cn__buffer_of(text, size);
    const bool rank = called < CN_KEY_OF_CLASS;
    const bool mixed = called >= CN_KEY_MIXED_OF;
    if (rank || mixed)
        cn_words_kind(words, mixed ? called - CN_KEY_MIXED_OF : called, true, ranks, sizeof ranks);
    cn__key(key, many ? "canastas.many." : "canastas.one.",
            rank    ? "rank"
            : mixed ? "mixed_rank"
                    : names[called - CN_KEY_OF_CLASS]);
    const struct cn__argument argument = {ranks, NULL};
    cn__words_expand(words, key, &argument, 1, &out);
    return out.length;
}

/* The sentence of a key that ends in one character of a card's text. */
static void say_letter(const struct cn_words *words, const char *prefix, char letter, char *text)
{
    const char name[2] = {letter, '\0'};
    char key[CN__KEY_SIZE];
    cn__key(key, prefix, name);
    cn_words_lookup(words, key, text, CN__WORD_SIZE);
}

size_t cn_words_card(const struct cn_words *words, cn_card card, char *text, size_t size)
{
    char rank[CN__WORD_SIZE], suit[CN__WORD_SIZE], name[3], key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(text, size);
    if (card >= CN_CARD_CODES) {
        cn__write_string(&out, "?");
        return out.length;
    }
    cn_card_format(card, name);
    if (card >= CN_JOKER_RED) {
        cn__key(key, "card.", name);
        cn__words_expand(words, key, NULL, 0, &out);
        return out.length;
    }
    say_letter(words, "rank.", name[0], rank);
    say_letter(words, "suit.", name[1], suit);
    const struct cn__argument arguments[] = {{rank, NULL}, {suit, NULL}};
    cn__words_expand(words, "card", arguments, 2, &out);
    return out.length;
}

void cn__words_seat(const struct cn_words *words, int32_t seat, const char *const *names,
                    struct cn__writer *out)
{
    if (seat < 0 || seat >= CN_SEATS_MAX) {
        cn__write_string(out, "?");
    } else if (names != NULL && names[seat] != NULL && names[seat][0] != '\0') {
        cn__write_string(out, names[seat]);
    } else {
        char number[CN__WORD_SIZE];
        struct cn__writer digits = cn__buffer_of(number, sizeof number);
        cn__write_number(&digits, seat);
        const struct cn__argument argument = {number, NULL};
        cn__words_expand(words, "seat", &argument, 1, out);
    }
}

/* ---- refusals ---- */

struct spoken {
    char many[CN__WORD_SIZE], one[CN__WORD_SIZE];
};

/* Turns a number into words by its type letter (CN_REFUSALS). */
static struct cn__argument speak(const struct cn_words *words, char type, int32_t value,
                                 const char *const *names, struct spoken *spoken)
{
    struct cn__writer out = cn__buffer_of(spoken->many, sizeof spoken->many);
    if (type == 'k') {
        cn_words_kind(words, value, true, spoken->many, sizeof spoken->many);
        cn_words_kind(words, value, false, spoken->one, sizeof spoken->one);
        return (struct cn__argument){spoken->many, spoken->one};
    }
    if (type == 'c') {
        cn_words_canastas(words, value, true, spoken->many, sizeof spoken->many);
        cn_words_canastas(words, value, false, spoken->one, sizeof spoken->one);
        return (struct cn__argument){spoken->many, spoken->one};
    }
    if (type == 's')
        cn__words_seat(words, value, names, &out);
    else
        cn__write_number(&out, value);
    return (struct cn__argument){spoken->many, NULL};
}

size_t cn_words_refusal(const struct cn_words *words, const struct cn_refusal *refusal,
                        const char *const *names, char *text, size_t size)
{
    enum {
        MOST = sizeof refusal->arg / sizeof refusal->arg[0]
    };
    struct spoken spoken[MOST];
    struct cn__argument arguments[MOST];
    struct cn__writer out = cn__buffer_of(text, size);
    if (refusal->id == CN_LEGAL)
        return 0;
    const char *types = cn_refusal_arguments(refusal->id);
    int count = 0;
    for (; count < MOST && types[count] != '\0'; count++)
        arguments[count] = speak(words, types[count], refusal->arg[count], names, &spoken[count]);
    if (refusal->article[0] != '\0') {
        cn__write_string(&out, refusal->article);
        cn__write_string(&out, ": ");
    }
    char key[CN__KEY_SIZE];
    cn__key(key, "refusal.", cn_refusal_name(refusal->id));
    cn__words_expand(words, key, arguments, count, &out);
    return out.length;
}

/* ---- errors ---- */

static const char *const position_error_names[] = {
    [CN_POSITION_OK] = "OK",
    [CN_POSITION_SEAT] = "SEAT",
    [CN_POSITION_COPIES] = "COPIES",
    [CN_POSITION_MELD] = "MELD",
    [CN_POSITION_RED] = "RED",
    [CN_POSITION_HAND] = "HAND",
    [CN_POSITION_MELDED] = "MELDED",
    [CN_POSITION_WAITING] = "WAITING",
    [CN_POSITION_EXPOSED] = "EXPOSED",
    [CN_POSITION_OWED] = "OWED",
    [CN_POSITION_PENALTIES] = "PENALTIES",
};

size_t cn_words_position_fault(const struct cn_words *words, const struct cn_position_fault *fault,
                               char *text, size_t size)
{
    char card[CN__WORD_SIZE * 2], seat[CN__WORD_SIZE], side[CN__WORD_SIZE], meld[CN__WORD_SIZE];
    char key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(seat, sizeof seat);
    cn__words_seat(words, fault->seat, NULL, &out);
    out = cn__buffer_of(side, sizeof side);
    cn__write_number(&out, fault->side);
    out = cn__buffer_of(meld, sizeof meld);
    cn__write_number(&out, fault->meld);
    const cn_card about = fault->card >= 0 ? (cn_card)fault->card : CN_NO_CARD;
    cn_words_card(words, about, card, sizeof card);
    const struct cn__argument arguments[] = {
        {card, NULL}, {seat, NULL}, {side, NULL}, {meld, NULL}};
    out = cn__buffer_of(text, size);
    cn__key(key, "position.", position_error_names[fault->error]);
    cn__words_expand(words, key, arguments, 4, &out);
    return out.length;
}

/* ---- principles of play ---- */

size_t cn_words_reason(const struct cn_words *words, const char *name, int kind, int32_t number,
                       char *text, size_t size)
{
    struct spoken spoken;
    char key[CN__KEY_SIZE], amount[CN__WORD_SIZE];
    const bool about_kind = kind >= 0 && kind < CN_KINDS;
    cn_words_points(words, number, amount, sizeof amount);
    const struct cn__argument arguments[] = {about_kind ? speak(words, 'k', kind, NULL, &spoken)
                                                        : (struct cn__argument){"", NULL},
                                             {amount, NULL}};
    struct cn__writer out = cn__buffer_of(text, size);
    cn__key(key, "reason.", name);
    cn__words_expand(words, key, arguments, 2, &out);
    return out.length;
}

/* ---- what trials found ---- */

/* A share of 1000 as a fraction that people use; "" for almost none and almost all. */
static const struct fraction {
    int32_t share;
    const char *count, *of;
} fractions[] = {{100, "1", "10"}, {200, "1", "5"}, {250, "1", "4"}, {333, "1", "3"},
                 {400, "2", "5"},  {500, "1", "2"}, {600, "3", "5"}, {667, "2", "3"},
                 {750, "3", "4"},  {800, "4", "5"}, {900, "9", "10"}};

enum {
    FEW = 65 /* of 1000: hardly any */
};

static const struct fraction *nearest_fraction(int32_t share)
{
    const struct fraction *nearest = fractions;
    for (size_t i = 1; i < sizeof fractions / sizeof fractions[0]; i++)
        if (abs(fractions[i].share - share) < abs(nearest->share - share))
            nearest = &fractions[i];
    return nearest;
}

static void format_share(const struct cn_words *words, int32_t share, char *text, size_t size)
{
    const struct fraction *fraction = nearest_fraction(share);
    const struct cn__argument arguments[] = {{fraction->count, NULL}, {fraction->of, NULL}};
    const char *key = share <= 0           ? "share.none"
                      : share < FEW        ? "share.few"
                      : share >= 1000      ? "share.all"
                      : share > 1000 - FEW ? "share.most"
                                           : "share.some";
    struct cn__writer out = cn__buffer_of(text, size);
    cn__words_expand(words, key, arguments, 2, &out);
}

size_t cn_words_found(const struct cn_words *words, const char *name, int32_t better, int32_t other,
                      char *text, size_t size)
{
    char key[CN__KEY_SIZE], often[2][CN__WORD_SIZE];
    format_share(words, better, often[0], sizeof often[0]);
    format_share(words, other, often[1], sizeof often[1]);
    const struct cn__argument arguments[] = {{often[0], NULL}, {often[1], NULL}};
    struct cn__writer out = cn__buffer_of(text, size);
    cn__key(key, "found.", name);
    cn__words_expand(words, key, arguments, 2, &out);
    return out.length;
}
