/* placed.h -- positions of four players, set up from cards as text: "Kc Kd 2s". */
#ifndef CN_TESTS_PLACED_H
#define CN_TESTS_PLACED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"

/* The dealer is seat 3, and every seat has had a turn. */
static inline void place_nothing(struct cn_position *p)
{
    memset(p, 0, sizeof *p);
    p->idle = CN_NO_SEAT;
    p->dealer = 3;
    p->turned = 15;
    p->melded_given = 1;
}

static inline int read_cards(const char *text, cn_card *cards)
{
    int count = 0;
    for (; text[0] != '\0'; text += text[0] == ' ' ? 1 : 2) {
        if (text[0] == ' ')
            continue;
        const char name[] = {text[0], text[1], '\0'};
        cards[count] = cn_card_parse(name);
        assert_int_not_equal(cards[count], CN_NO_CARD);
        count++;
    }
    return count;
}

static inline void place_hand(struct cn_position *p, int seat, const char *cards)
{
    p->hand_count[seat] = read_cards(cards, p->hand[seat]);
}

/* Both seats of the side have melded. */
static inline void place_meld(struct cn_position *p, int side, const char *cards)
{
    const int before = p->laid_count;
    p->laid_count += read_cards(cards, p->laid + before);
    for (int i = before; i < p->laid_count; i++) {
        p->laid_side[i] = (uint8_t)side;
        p->laid_meld[i] = p->meld_count[side];
    }
    p->meld_count[side]++;
    for (int seat = side; seat < 4; seat += 2)
        p->melded |= (uint8_t)(1 << seat);
}

static inline void place_second(struct cn_position *p, int seat, const char *cards)
{
    cn_card *to = p->second[seat];
    for (int i = 0; i < p->second_count[seat]; i++)
        to += p->second_size[seat][i];
    p->second_size[seat][p->second_count[seat]++] = (uint8_t)read_cards(cards, to);
}

#endif
