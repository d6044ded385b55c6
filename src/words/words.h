/* words.h -- canasta/words.h, and what the other rooms need besides.
 *
 * A refusal, an event or an error is an id with arguments; here it becomes a sentence. Pure C on
 * embedded data: no allocation, no input or output, so that every front end can show the same words.
 */
#ifndef CN_WORDS_H
#define CN_WORDS_H

#include "canasta/words.h"

#include "engine/engine.h"

/* The sentence of a key as it stands, NUL-terminated and cut to size; the English one if the catalogue has none;
 * false, and the key itself, if that has none either. */
bool cn_words_lookup(const struct cn_words *words, const char *key, char *text, size_t size);
/* The label of a parameter: "Points that win the game"; its name, if it has none. */
size_t cn_words_parameter_label(const struct cn_words *words, int param, char *text, size_t size);
/* What its value may be: "a whole number from 1 to 3", "one of: right left". */
size_t cn_words_parameter_range(const struct cn_words *words, int param, char *text, size_t size);

/* ---- cards by number ---- */

/* Writes "a seven" or "three sevens". */
size_t cn_words_amount(const struct cn_words *words, int kind, int count, char *text, size_t size);
/* Writes "three sevens, a deuce and a joker", in the order of a sorted hand, or "nothing". */
size_t cn_words_counts(const struct cn_words *words, const int counts[CN_KINDS], char *text,
                       size_t size);
/* Writes each card by its name: "the three of hearts and the three of diamonds". */
size_t cn_words_cards(const struct cn_words *words, const cn_card *cards, int count, char *text,
                      size_t size);

/* ---- what happened ---- */

/* An event as one seat may know it. A display keeps its news in this reduced form. */
struct cn_news {
    int type, seat;
    int kind;       /* of the meld laid, added to, merged or taken onto; of OVER: the side */
    bool yes;       /* of ANSWER */
    int why;        /* of END: enum cn_end_why */
    bool concealed; /* of END */
    int counts
        [CN_KINDS]; /* of TAKE, MELD and ADD: the cards from the hand; all 0 for onto a meld */
    int count;      /* of FACE, DRAW and PILE: the cards that joined the hand */
    const cn_card *cards; /* those of them that the reader may know, or the discard */
    int card_count;
    const cn_card *red; /* red threes laid down */
    int red_count;
};

/* Writes a piece of news as cn_words_event writes an event. */
size_t cn_words_news(const struct cn_words *words, const struct cn_news *news,
                     const char *const *names, int own, char *text, size_t size);
/* Writes what is announced when the seat's hand has come down to one card (I42). */
size_t cn_words_last_card(const struct cn_words *words, int seat, const char *const *names, int own,
                          char *text, size_t size);

/* The letter without its accent that the two-byte character at the start of the text is made of: 'a' of "á"; NUL if
 * it is none. */
char cn__strip_accent(const char *text);

/* Where the wanted text first stands in a title or body, letter case and accents ignored and any blanks and ends of line
 * matching any others; length if nowhere. */
size_t cn_law_find_text(const char *text, size_t length, const char *wanted);
/* The length of the wanted text where it stands at the start of the text, compared in the same way; else 0. */
size_t cn_law_begins(const char *text, size_t length, const char *wanted);

/* An answer of the law book. */
struct cn_law_found {
    struct cn_law_article article;
    const char *match; /* what the body shows of the words asked for; NULL: it has none */
    size_t match_length;
    int score; /* against other answers to the same question */
};
/* The articles that answer a question or hold the words, best first: what is asked is compared with titles, texts and
 * the language's index of players' words. 'book' is the file of a book that counts more ("hoyle"); NULL or "": none.
 * Writes at most 'room' answers and tells how many. */
size_t cn_law_search(const char *language, const char *book, const char *asked,
                     struct cn_law_found *found, size_t room);

/* The one that is meant where none is named. */
const char *cn_rules_default(void);

#endif
