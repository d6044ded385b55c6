/* command_parser.h -- from typed words to actions: "meld three sevens and a joker", "take pair",
 * "discard 4h".
 *
 * Understands the action strings of records, card names ("7h"), and the catalogue's words for cards
 * and numbers (ui.word.…, ui.count.…, ui.suit.…), so that adding a language needs only a catalogue.
 */
#ifndef TERMINAL_COMMAND_PARSER_H
#define TERMINAL_COMMAND_PARSER_H

#include "display/display.h"

/* Returns whether the catalogue's list 'key' contains 'word'. Ignores letter case. */
bool command_is(const struct cn_words *words, const char *key, const char *word);

/* Returns the rank that a word of the lists ui.word.… names, or CN_NO_KIND. */
int command_parse_kind(const struct cn_words *words, const char *word);

/* Returns the first row of special_hands that a name means, in the records' form or in the language
 * of the display, with or without accents; CN_NO_HAND if none. */
int command_parse_special_hand(const struct display *display, const char *name);

/* Writes an action as people type it: an action string in which "#1" is the side's first meld, as
 * in "add #1 2 0 0". A number without "#" counts from 0, as in records. */
void command_format_action(const struct cn_law *law, struct cn_action action,
                           char text[CN_ACTION_TEXT]);
bool command_parse_action(const struct cn_law *law, const char *text, struct cn_action *action);

/* Writes what a person would type for a legal action, in the language of the display: "add two
 * kings to kings"; as command_format_action writes it if such words would mean several. */
void command_for_action(const struct display *display, struct cn_action action, char *text,
                        size_t size);

enum parsed_command {
    COMMAND_PLANS,   /* plans->count ways to do it, all legal */
    COMMAND_REFUSED, /* understood, but not legal: plans->why */
    COMMAND_UNCLEAR  /* not understood */
};
/* Reads an action. 'verb' is the enum cn_action_type that its first word names (CN_ACTION_TAKE_PAIR
 * for any way of taking), 'rest' is the text after that word and 'line' the whole line. */
enum parsed_command parse_command(const struct display *display, int verb, const char *line,
                                  const char *rest, struct card_plays *plans);

/* The same for an action that is insisted on at a refereed table, also if it is one of several that
 * the words may mean. 'line' has no "!"; the plans have it. */
enum parsed_command command_parse_anyway(const struct display *display, int verb, const char *line,
                                         const char *rest, struct card_plays *plans);

#endif
