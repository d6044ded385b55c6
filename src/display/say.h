/* say.h -- words for what a face shows: the catalogue's sentences with everything filled in.
 *
 * Both front ends speak through here. Every function writes a NUL-terminated text, cut to size, and
 * returns it, so that calls can stand as arguments of others.
 */
#ifndef CN_SAY_H
#define CN_SAY_H

#include "seat_display.h"

enum {
    CN_SAY_SIZE = 600
};

/* The sentence of a key with 'count' arguments; see cn_words_format. */
char *cn_say(const struct cn_words *words, char *text, size_t size, const char *key, int count,
             ...);
/* The same into an array, without arguments or with some. */
#define CN_SAY0(words, text, key)          cn_say(words, text, sizeof(text), key, 0)
#define CN_SAY1(words, text, key, a)       cn_say(words, text, sizeof(text), key, 1, a)
#define CN_SAY2(words, text, key, a, b)    cn_say(words, text, sizeof(text), key, 2, a, b)
#define CN_SAY3(words, text, key, a, b, c) cn_say(words, text, sizeof(text), key, 3, a, b, c)

/* "1,250" */
char *cn_say_points(const struct cn_words *words, int32_t points, char *text, size_t size);
/* "a seven", "three sevens" */
char *cn_say_amount(const struct cn_words *words, int kind, int count, char *text, size_t size);
/* "three sevens, a deuce and a joker": the counts of kinds, in the order of a sorted hand. */
char *cn_say_counts(const struct cn_words *words, const int counts[CN_KINDS], char *text,
                    size_t size);
char *cn_say_cards(const struct cn_words *words, const cn_card *cards, int count, char *text,
                   size_t size);
/* "the three of hearts and the three of diamonds" */
char *cn_say_each(const struct cn_words *words, const cn_card *cards, int count, char *text,
                  size_t size);
/* "7♥", "10s", "JK": at most three columns. */
char *cn_say_short(cn_card card, bool ascii, char text[8]);
/* "North": where a seat is, to whoever looks from the seat at the bottom. */
char *cn_say_place(const struct cn_words *words, enum cn_direction direction, int players,
                   int bottom, int seat, char *text, size_t size);
/* "We" and "They" where pairs play against each other, "You" who plays alone; else the names of the side's players. */
char *cn_say_side(const struct cn_face *face, int side, char *text, size_t size);
/* Who has won the game: "The game is over: we have won!" */
char *cn_say_won(const struct cn_face *face, int winner, char *text, size_t size);
/* "4 sevens and 1 joker, 2 more for a canasta", "natural canasta of sevens, 7 cards" */
char *cn_say_meld(const struct cn_face *face, int side, int meld, char *text, size_t size);
/* What the action does: "meld three sevens and a joker". */
char *cn_say_action(const struct cn_face *face, struct cn_action action, char *text, size_t size);
/* "the seven of hearts", the top of the pack. */
char *cn_say_top(const struct cn_face *face, char *text, size_t size);
/* What happened, a whole sentence: "North discards the four of clubs." */
char *cn_say_news(const struct cn_face *face, const struct cn_news *news, char *text, size_t size);
/* What is read aloud when the piece of news at this index is the latest: itself in the own turn and outside of turns; in
 * another's turn "" until it is over, and with its last piece the whole turn as one sentence. */
char *cn_say_aloud(const struct cn_face *face, int at, char *text, size_t size);
/* What goes if the last 'count' decisions are taken back: the first of them, and how many came after it and whose. "" where
 * that happened before anything is known here. */
char *cn_say_undoing(const struct cn_face *face, int count, char *text, size_t size);
/* What the seat did in its latest turn, in a few words and at most so many columns: "drew, melded 7 7 7,
 * discarded 4♣"; where that is too long, its beginning is left out. "" if it did nothing yet. */
char *cn_say_last_turn(const struct cn_face *face, int seat, bool ascii, int columns, char *text,
                       size_t size);
/* The same in two parts, for where there may be room for one only: what ended the turn, "discarded 4♣", "" while it
 * goes on; and what came before. */
char *cn_say_turn_end(const struct cn_face *face, int seat, bool ascii, char *text, size_t size);
char *cn_say_before_end(const struct cn_face *face, int seat, bool ascii, int columns, char *text,
                        size_t size);
/* May this seat take the pack now, in any way? */
bool cn_can_take(const struct cn_face *face);
/* The pack: "frozen: only two natural sevens from your hand take it". */
char *cn_say_pack(const struct cn_face *face, char *text, size_t size);
/* Frozen to this face's side alone, until it has melded? */
bool cn_pack_is_closed(const struct cn_face *face);
/* A refusal, with its article in front. */
char *cn_say_refusal(const struct cn_face *face, const struct cn_refusal *why, char *text,
                     size_t size);
/* Whose turn it is, and what it asks for. */
char *cn_say_turn(const struct cn_face *face, char *text, size_t size);
/* "club" */
char *cn_say_level(const struct cn_words *words, const struct cn_level *level, char *text,
                   size_t size);
/* Makes the first letter a capital and ends with a full stop. */
char *cn_say_sentence(char *text, size_t size);
/* Columns of a text: its characters, all of which take one. */
int cn_columns(const char *text);
/* Replaces what is not ASCII by what comes near, in place; never longer. */
void cn_ascii(char *text);

#endif
