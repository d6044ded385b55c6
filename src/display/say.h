/* say.h -- a seat's display in words: the catalogue's sentences with everything filled in.
 *
 * Both front ends use it. Every function writes a NUL-terminated text, cut to size, and returns it,
 * so that calls can be arguments of others.
 */
#ifndef DISPLAY_SAY_H
#define DISPLAY_SAY_H

#include "seat_display.h"

enum {
    SAY_SIZE = 600
};

/* The sentence of a key with 'count' arguments; see cn_words_format. */
char *words_format(const struct cn_words *words, char *text, size_t size, const char *key,
                   int count, ...);
/* The same into an array, without arguments or with some. */
#define WORDS0(words, text, key)          words_format(words, text, sizeof(text), key, 0)
#define WORDS1(words, text, key, a)       words_format(words, text, sizeof(text), key, 1, a)
#define WORDS2(words, text, key, a, b)    words_format(words, text, sizeof(text), key, 2, a, b)
#define WORDS3(words, text, key, a, b, c) words_format(words, text, sizeof(text), key, 3, a, b, c)

/* Adds an item to the list in 'text', joined by the sentence of a key such as "list.comma". */
char *words_join(const struct cn_words *words, const char *key, const char *item, char *text,
                 size_t size);
/* "1,250" */
char *words_number(const struct cn_words *words, int32_t points, char *text, size_t size);
/* "a seven", "three sevens" */
char *words_amount(const struct cn_words *words, int kind, int count, char *text, size_t size);
/* "three sevens, a deuce and a joker": the counts of kinds, in the order of a sorted hand. */
char *words_counts(const struct cn_words *words, const int counts[CN_KINDS], char *text,
                   size_t size);
char *words_card_list(const struct cn_words *words, const cn_card *cards, int count, char *text,
                      size_t size);
/* "the three of hearts and the three of diamonds" */
char *words_each(const struct cn_words *words, const cn_card *cards, int count, char *text,
                 size_t size);
/* "7♥", "10s", "JK": at most three columns. */
char *words_card_short(cn_card card, bool ascii, char text[8]);
/* "North": where a seat is on a screen with that seat at the bottom. */
char *words_compass(const struct cn_words *words, enum cn_direction direction, int players,
                    int bottom, int seat, char *text, size_t size);
/* "We" and "They" if two partnerships play, "You" for a player without a partner; otherwise the
 * names of the side's players. */
char *words_side(const struct display *display, int side, char *text, size_t size);
/* Who has won the game: "The game is over: we have won!" */
char *words_won(const struct display *display, int winner, char *text, size_t size);
/* "4 sevens and 1 joker, 2 more for a canasta", "natural canasta of sevens, 7 cards" */
char *words_meld(const struct display *display, int side, int meld, char *text, size_t size);
/* The canastas that the rules ask for by name to go out, and how many of them the side has:
 * "natural canastas: 1 of 2, mixed canastas: 0 of 3"; "" if none are. */
char *words_contract(const struct display *display, int side, char *text, size_t size);
/* What the action does: "meld three sevens and a joker". */
char *words_action(const struct display *display, struct cn_action action, char *text, size_t size);
/* "the seven of hearts", the top of the pack. */
char *words_top_card(const struct display *display, char *text, size_t size);
/* What happened, a whole sentence: "North discards the four of clubs." */
char *display_news_text(const struct display *display, const struct news_item *news, char *text,
                        size_t size);
/* A ruling as a whole sentence that does not name its law. */
char *display_ruling_text(const struct display *display, const struct news_item *news, char *text,
                          size_t size);
/* What a screen reader gets when the piece of news at this index is the latest: the news itself, in
 * the seat's own turn and outside of turns. In another's turn "" until its last piece, and then the
 * whole turn as one sentence. */
char *words_aloud(const struct display *display, int at, char *text, size_t size);
/* What undoing the last 'count' decisions removes: the first of them, and how many came after it
 * and whose. "" if the first one is no longer known. */
char *words_undoing(const struct display *display, int count, char *text, size_t size);
/* What the seat did in its latest turn, in at most 'columns' columns: "drew, melded 7 7 7,
 * discarded 4♣". The beginning is left out if that is too long. "" if it did nothing yet. */
char *last_turn_text(const struct display *display, int seat, bool ascii, int columns, char *text,
                     size_t size);
/* The same in two parts, for places that may have room for only one: what ended the turn,
 * "discarded 4♣", or "" during it; and what came before. */
char *turn_end_text(const struct display *display, int seat, bool ascii, char *text, size_t size);
char *turn_start_text(const struct display *display, int seat, bool ascii, int columns, char *text,
                      size_t size);
/* Returns whether this seat may take the pack now, in any way. */
bool display_can_take(const struct display *display);
/* The pack: "frozen: only two natural sevens from your hand take it". */
char *display_pile_text(const struct display *display, char *text, size_t size);
/* Returns whether the pack is frozen to this side alone, until it has melded. */
bool display_pile_is_frozen_to_us(const struct display *display);
/* A refusal, with its article in front. */
char *words_refusal(const struct display *display, const struct cn_refusal *why, char *text,
                    size_t size);
/* Whose turn it is, and what it asks for. */
char *words_turn(const struct display *display, char *text, size_t size);
/* "club" */
char *words_level(const struct cn_words *words, const struct cn_level *level, char *text,
                  size_t size);
/* Makes the first letter a capital and ends with a full stop. */
char *words_capitalize(char *text, size_t size);
/* Replaces characters outside ASCII by similar ones, in place; the text never grows. */
void utf8_to_ascii(char *text);

#endif
