/* words.h -- everything as sentences, in several languages, and the law book.
 *
 * A refusal, an event or an error is an id with arguments; a catalogue turns it into a sentence.
 * Text is UTF-8. Every function that writes text cuts it to size - 1 bytes, never in the middle of
 * a character, NUL-terminates it (if 'size' is above 0) and returns the length written.
 *
 * 'names' are the names of the seats; NULL: "seat 2". 'own' is the seat that reads the sentence,
 * -1 for a spectator: its own actions are put as "you …".
 */
#ifndef CANASTA_WORDS_H
#define CANASTA_WORDS_H

#include <canasta/action.h>
#include <canasta/card.h>
#include <canasta/game.h>
#include <canasta/law.h>
#include <canasta/rules.h>
#include <canasta/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The catalogue of a language. Borrows static text; nothing needs freeing. */
struct cn_words {
    const char *text;
    size_t length;
};

enum {
    CN_LANGUAGE_SIZE = 16
};

/* Finds the catalogue of a language ("en"). Returns false if there is none. */
CN_API bool cn_words_find(const char *language, struct cn_words *words);

/* Finds the language that a locale or tag asks for: "es" for "es", "es_UY.UTF-8" or "es-UY".
 * Returns false if it has no catalogue. */
CN_API bool cn_words_match_language(const char *wanted, char language[CN_LANGUAGE_SIZE]);

/* Writes the sentence of a key with {0}, {1}, … replaced by the given texts: the English one if the
 * catalogue has none, the key itself if that has none either. */
CN_API size_t cn_words_format(const struct cn_words *words, const char *key,
                              const char *const *arguments, int count, char *text, size_t size);

/* Writes a kind of card: "sevens" (many) or "seven". */
CN_API size_t cn_words_kind(const struct cn_words *words, int kind, bool many, char *text,
                            size_t size);

/* Writes a card: "the seven of hearts". */
CN_API size_t cn_words_card(const struct cn_words *words, cn_card card, char *text, size_t size);

/* Writes the name of a special hand ("zip_code" of special_hands) as people say it: "Zip Code". */
CN_API size_t cn_words_special_hand(const struct cn_words *words, const char *name, char *text,
                                    size_t size);

/* Writes an action: "add a seven and a joker to the sevens", or "to your sevens" if 'own' is the
 * seat that decides. 'board' is what lies face up before it (cn_view_board); the law has the names
 * of special hands. */
CN_API size_t cn_words_action(const struct cn_words *words, const struct cn_law *law,
                              const struct cn_board *board, int own, struct cn_action action,
                              char *text, size_t size);

/* Writes an event: "Anna draws a card", "you draw the seven of hearts". Names only the cards that
 * the seat 'own' may know. */
CN_API size_t cn_words_event(const struct cn_words *words, const struct cn_event *event,
                             const char *const *names, int own, char *text, size_t size);

/* Writes whose turn it is and, to that seat itself, what it may do: "your turn: draw, or take the
 * pack". 'may' are the types of its legal actions (cn_legal_types), or 0 if 'own' does not decide.
 */
CN_API size_t cn_words_turn(const struct cn_words *words, const struct cn_law *law,
                            const struct cn_board *board, const char *const *names, int own,
                            unsigned may, char *text, size_t size);

/* Writes why an action is refused, with its article: "L31: the pack is frozen …". */
CN_API size_t cn_words_refusal(const struct cn_words *words, const struct cn_refusal *refusal,
                               const char *const *names, char *text, size_t size);

/* Writes the principle that a move follows: the name of a reason, its kind (CN_NO_KIND: none) and
 * its number (cn_reason_for). */
CN_API size_t cn_words_reason(const struct cn_words *words, const char *name, int kind,
                              int32_t number, char *text, size_t size);

/* Writes what is wrong with a rule set; name the file, line and column yourself. */
CN_API size_t cn_words_rules_error(const struct cn_words *words, const struct cn_rules_error *error,
                                   char *text, size_t size);

/* Writes what is wrong with a position. */
CN_API size_t cn_words_position_fault(const struct cn_words *words,
                                      const struct cn_position_fault *fault, char *text,
                                      size_t size);

/* An article of the law book. Static text, not NUL-terminated. */
struct cn_law_article {
    const char *name, *title, *body;
    size_t name_length, title_length, body_length;
    const char *book, *source; /* the title of its book, and where the book is from */
    size_t book_length, source_length;
    const char *file, *language; /* "laws1950"; "en" if the language lacks the article */
    size_t file_length, language_length;
};

/* Finds an article by its name ("L31"), ignoring case. It is in English if the law book of that
 * language lacks it. Returns false if there is none, or no such language. */
CN_API bool cn_law_find(const char *language, const char *name, struct cn_law_article *article);

/* Walks through all articles of a language: start with *cursor = 0. Returns false at the end. */
CN_API bool cn_law_next(const char *language, size_t *cursor, struct cn_law_article *article);

#ifdef __cplusplus
}
#endif

#endif
