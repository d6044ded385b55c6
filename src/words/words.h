/* words.h -- canasta/words.h, and what only the other rooms need.
 *
 * A refusal, an event or an error is an id with arguments; this room turns it into a sentence. Pure
 * C on embedded data, without allocation or I/O, so that every front end can show the same words.
 */
#ifndef CN_WORDS_H
#define CN_WORDS_H

#include "canasta/words.h"

#include "engine/engine.h"

/* Writes the sentence of a key with its arguments not filled in, NUL-terminated and cut to size:
 * the English one if the catalogue has none. Returns false, and writes the key, if English has
 * none. */
bool cn_words_lookup(const struct cn_words *words, const char *key, char *text, size_t size);
/* Writes the label of a parameter, "Points that win the game", or its name if it has none. */
size_t cn_words_parameter_label(const struct cn_words *words, int param, char *text, size_t size);
/* Writes its possible values: "a whole number from 1 to 3", "one of: right left". */
size_t cn_words_parameter_range(const struct cn_words *words, int param, char *text, size_t size);

/* Writes points with the language's mark between thousands, where it writes one. */
size_t cn_words_points(const struct cn_words *words, int32_t points, char *text, size_t size);

/* ---- cards by number ---- */

/* Writes "natural canastas" or "canasta of sevens". 'called' is an index of struct
 * cn_canasta_numbers. */
size_t cn_words_canastas(const struct cn_words *words, int called, bool many, char *text,
                         size_t size);

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
    int count;      /* of FACE, DRAW, PILE and PICK: the cards that joined the hand; of
                       TALON: those that wait */
    /* Of TAKE, MELD and ADD: the cards from the hand; all 0 if the pile is taken onto a meld. */
    int counts[CN_KINDS];
    const cn_card *cards; /* those of them that the reader may know, or the discard */
    int card_count;
    const cn_card *red; /* bonus cards laid down */
    int red_count;
    const char *hand; /* of HAND: its name in special_hands */
    bool freezes;     /* of DISCARD: the pack */
    /* At a refereed table: */
    const char *law, *what; /* as in the event; an IRREGULAR without a law reads as it is seen */
    int32_t points;         /* of RULING */
    bool bare;              /* of RULING: its law is not named */
    bool ruled;             /* of EXPOSE */
    bool pile;              /* of REOPEN: the pile lies again */
    bool idle;              /* of CALL: no ruling came of it */
    unsigned follows;       /* of RULING: bits of the types of events that it caused */
    bool decides;           /* of RULING: the seat 'decider' has to decide, or has decided */
    int decider;
    const char *decided; /* what it has decided, as REQUIRE has it; NULL: it has to */
};

/* Writes a piece of news as cn_words_event writes an event. */
size_t cn_words_news(const struct cn_words *words, const struct cn_news *news,
                     const char *const *names, int own, char *text, size_t size);
/* Writes what trials found: the course of this name ("NEXT_TAKES") after a move, and after another
 * one, each as a number of 1000 trials: "the next player takes the pack in 1 of 10 cases, …". */
size_t cn_words_found(const struct cn_words *words, const char *name, int32_t better, int32_t other,
                      char *text, size_t size);
/* Writes what is announced when the seat's hand has come down to one card (I42). */
size_t cn_words_last_card(const struct cn_words *words, int seat, const char *const *names, int own,
                          char *text, size_t size);

/* Returns the letter of an accented one, 'a' for "á", or NUL if the text does not begin with a
 * two-byte character that has an accent. */
char cn__strip_accent(const char *text);

/* Returns where a title or body first contains the wanted text, or length. Ignores case and
 * accents; any blanks and ends of line match any others. */
size_t cn_law_find_text(const char *text, size_t length, const char *wanted);
/* Returns the length of the wanted text if the text begins with it, compared in the same way; or
 * 0. */
size_t cn_law_begins(const char *text, size_t length, const char *wanted);

/* An answer of the law book. */
struct cn_law_found {
    struct cn_law_article article;
    const char *match; /* the part of the body with the words asked for, or NULL */
    size_t match_length;
    int score; /* comparable among answers to one question */
};
/* Finds the articles that answer a question or contain its words, best first: compares it with
 * titles, texts and the language's index of players' words. 'book' is the file of a preferred book
 * ("hoyle"), or NULL or "". Writes at most 'room' answers. Returns how many. */
size_t cn_law_search(const char *language, const char *book, const char *asked,
                     struct cn_law_found *found, size_t room);

/* Returns the name of the default rule set. */
const char *cn_rules_default(void);

#endif
