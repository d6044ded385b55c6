/* text.h -- words: one catalogue file a language, and the law book.
 *
 * A refusal, an event or an error is an id with arguments; here it becomes a sentence. Pure C on
 * embedded data: no allocation, no input or output, so that every front end can show the same words.
 */
#ifndef CN_WORDS_H
#define CN_WORDS_H

#include "engine/canasta.h"

/* A catalogue: lines "key = sentence with {0} {1} …" of one language. Borrowed embedded text. */
struct cn_words {
    const char *text;
    size_t length;
};

/* The language that a locale or a tag asks for, if it has a catalogue: "es" of "es", "es_UY.UTF-8" or "es-UY". */
enum {
    CN_LANGUAGE_SIZE = 16
};
bool cn_words_match_language(const char *wanted, char language[CN_LANGUAGE_SIZE]);
/* The catalogue of a language ("en"); false if there is none. */
bool cn_words_find(const char *language, struct cn_words *words);
/* The sentence of a key as it stands, NUL-terminated and cut to size; the English one if the catalogue has none;
 * false, and the key itself, if that has none either. */
bool cn_words_lookup(const struct cn_words *words, const char *key, char *text, size_t size);
/* The sentence with {0}, {1}, … replaced by the given texts. Choices by number: "{0?card|cards}" takes the
 * first word if argument 0 is "1"; both may hold arguments. "{0:de}" is the argument in a form of the language, the
 * sentence form.de.TEXT or else form.de. Returns the length. */
size_t cn_words_format(const struct cn_words *words, const char *key, const char *const *arguments,
                       int count, char *text, size_t size);
/* "sevens" / "a seven": a kind in words, one or many (keys kind.7, kinds.7). */
size_t cn_words_kind(const struct cn_words *words, int kind, bool many, char *text, size_t size);
/* "the seven of hearts". */
size_t cn_words_card(const struct cn_words *words, cn_card card, char *text, size_t size);
/* "L31: the pack is frozen to your side; you need two natural sevens from your hand". 'names' are the
 * seats' names for arguments that are seats; NULL: "seat 2". */
size_t cn_words_refusal(const struct cn_words *words, const struct cn_refusal *refusal,
                        const char *const *names, char *text, size_t size);
/* The label of a parameter: "Points that win the game"; its name, if it has none. */
size_t cn_words_parameter_label(const struct cn_words *words, int param, char *text, size_t size);
/* What its value may be: "a whole number from 1 to 3", "one of: right left". */
size_t cn_words_parameter_range(const struct cn_words *words, int param, char *text, size_t size);
/* What is wrong with a profile: "unknown parameter 'handsize'"; file, line and column are the caller's. A parameter is
 * called by its label and its name. */
size_t cn_words_rules_error(const struct cn_words *words, const struct cn_rules_error *error,
                            char *text, size_t size);
/* What is wrong with a set-up position. */
size_t cn_words_position_fault(const struct cn_words *words, const struct cn_position_fault *fault,
                               char *text, size_t size);

/* What happened, as the seat 'own' hears it (-1: a spectator): "Anna draws a card", "you draw the seven of
 * hearts". The cards of a draw or of a pack are named to their own seat only, those of a deal to nobody; red
 * threes are faced, so all hear which. 'names' as above. Never reads what the event does not hold: cards may be
 * NULL where they are hidden, their counts standing. */
size_t cn_words_event(const struct cn_words *words, const struct cn_event *event,
                      const char *const *names, int own, char *text, size_t size);
/* What is announced when the seat's hand has come to one card and the rule set wants that said (I42). */
size_t cn_words_last_card(const struct cn_words *words, int seat, const char *const *names, int own,
                          char *text, size_t size);
/* Whose turn it is; for the seat 'own' itself also what it may do: "your turn: draw, or take the pack". 'may': the types of
 * its legal actions (cn_actions_types), of which every one is named and no other; 0 if another seat decides. */
size_t cn_words_turn(const struct cn_words *words, const struct cn_board *table,
                     const char *const *names, int own, unsigned may, char *text, size_t size);

/* What an action does, said to the seat that does it; the table is that before it: "meld 3 sevens and 1 joker". */
size_t cn_words_action(const struct cn_words *words, struct cn_action action,
                       const struct cn_board *table, char *text, size_t size);
/* The principle that a move follows (reason.NAME), about a kind of card and a number; CN_NO_KIND: no kind. */
size_t cn_words_reason(const struct cn_words *words, const char *name, int kind, int32_t number,
                       char *text, size_t size);

/* The letter without its accent that the two-byte character at the start of the text is made of: 'a' of "á"; NUL if
 * it is none. */
char cn__strip_accent(const char *text);

/* An article of the law book; everything borrowed from embedded data, not NUL-terminated. */
struct cn_law_article {
    const char *name, *title, *body;
    size_t name_length, title_length, body_length;
    const char *book, *source; /* the title of its book, and where the book is from */
    size_t book_length, source_length;
    const char *file, *language; /* "laws1950"; "en" where the language lacks the article */
    size_t file_length, language_length;
};
/* Walks all articles of a language in the order of the books: start with *cursor = 0; false at the end. An article
 * that its law book does not have yet comes in English; a language without a catalogue has none. */
bool cn_law_next(const char *language, size_t *cursor, struct cn_law_article *article);
/* The article of that name (letter case is ignored). */
bool cn_law_find(const char *language, const char *name, struct cn_law_article *article);
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

/* The rule sets that are built in: names by index, NULL past the last; and their profile texts, in the
 * form that cn_rules_read wants for "from" (context is not used). */
const char *cn_rules_builtin(int index);
/* The one that is meant where none is named. */
const char *cn_rules_default(void);
const char *cn__rules_text(void *context, const char *name, size_t *length);
/* Reads a built-in rule set by name; false if there is none. */
bool cn_rules_load(const char *name, struct cn_rules *rules);

#endif
