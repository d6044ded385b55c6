/* spoken.h -- from typed words to actions: "meld three sevens and a joker", "take pair", "discard 4h".
 *
 * Understands the action strings of records, card names ("7h"), and the catalogue's words for cards and
 * numbers (ui.word.…, ui.count.…, ui.suit.…), so that a language is a catalogue and nothing else.
 */
#ifndef CN_SPOKEN_H
#define CN_SPOKEN_H

#include "display/display.h"

/* Is 'word' among the words of the catalogue's list 'key'? Letter case is ignored. */
bool cn_spoken_is(const struct cn_words *words, const char *key, const char *word);

/* The rank that a word of the catalogue's lists ui.word.… names; CN_NO_KIND: none. */
int cn_spoken_kind(const struct cn_words *words, const char *word);

/* An action as people type it: an action string in which "#1" is the first meld of the side, "add #1 2 0 0". A number without
 * the mark counts from 0, as in records. */
void cn_spoken_format(struct cn_action action, char text[CN_ACTION_TEXT]);
bool cn_spoken_parse(const char *text, struct cn_action *action);

enum cn_spoken {
    CN_SPOKEN_PLANS,   /* plans->count ways to do it, all legal */
    CN_SPOKEN_REFUSED, /* understood, but not legal: plans->why */
    CN_SPOKEN_UNCLEAR  /* not understood */
};
/* Reads an action. 'verb' is the enum cn_action_type that its first word names (CN_TAKE_PAIR for any
 * taking), 'rest' what follows it, 'line' the whole. */
enum cn_spoken cn_spoken_action(const struct cn_face *face, int verb, const char *line,
                                const char *rest, struct cn_plans *plans);

#endif
