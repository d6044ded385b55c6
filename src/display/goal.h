/* goal.h -- special hands as a goal: how near the seat's own hand is to each of them. */
#ifndef DISPLAY_GOAL_H
#define DISPLAY_GOAL_H

#include "seat_display.h"

struct goal {
    int row;      /* in special_hands: of the rows of one name, the nearest one */
    int missing;  /* cards that the hand must still get */
    cn_hand keep; /* the cards of the hand that count */
};

/* Lists each special hand of the law once, the nearest first, and of two that are equally near the
 * one that is worth more. Returns how many; 0 for a spectator, and for a seat that can no longer
 * lay one in this deal. Reads the seat's own hand only. */
int display_goals(const struct display *display, struct goal goals[CN_SPECIAL_HANDS_MAX]);
/* Writes the cards of the hand that count towards the goal. Returns how many. */
int display_goal_cards(const struct display *display, const struct goal *goal,
                       cn_card out[CN_CARDS_MAX]);
/* "Pairs, 2,500 points: two cards are missing" */
char *words_goal(const struct display *display, const struct goal *goal, char *text, size_t size);
/* The cards of a row of special_hands: "groups of 4, 3, 3 and 2 cards of a rank; two deuces or two
 * jokers" */
char *words_special_cards(const struct display *display, int row, char *text, size_t size);

#endif
