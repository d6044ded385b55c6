/* compare.h -- whether two deciders list the same actions, and what is printed if they do not. */
#ifndef CN_TESTS_COMPARE_H
#define CN_TESTS_COMPARE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/action.h"
#include "engine/board.h"

static inline int compare_actions(const void *one, const void *other)
{
    const struct cn_action a = *(const struct cn_action *)one;
    const struct cn_action b = *(const struct cn_action *)other;
    const int differences[] = {a.type - b.type, a.place - b.place, a.amount - b.amount,
                               a.wilds - b.wilds};
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++)
        if (differences[i] != 0)
            return differences[i];
    return 0;
}

static inline void sort_list(struct cn_actions *list)
{
    qsort(list->at, (size_t)list->count, sizeof list->at[0], compare_actions);
}

static inline bool same_lists(const struct cn_actions *a, const struct cn_actions *b)
{
    return a->count == b->count && memcmp(a->at, b->at, (size_t)a->count * sizeof a->at[0]) == 0;
}

static inline bool is_listed(const struct cn_actions *list, struct cn_action action)
{
    for (int i = 0; i < list->count; i++)
        if (cn_action_equal(list->at[i], action))
            return true;
    return false;
}

/* Prints the first actions that only 'in' has. Without a law, special hands have numbers. */
static inline void print_only(const struct cn_law *law, const char *name,
                              const struct cn_actions *in, const struct cn_actions *not_in)
{
    enum {
        SHOWN_ACTIONS = 12
    };
    int missing = 0;
    printf("  only %s:", name);
    for (int i = 0; i < in->count; i++) {
        const struct cn_action a = in->at[i];
        char text[CN_ACTION_TEXT];
        if (is_listed(not_in, a) || missing++ >= SHOWN_ACTIONS)
            continue;
        if (a.type == CN_ACTION_HAND && law == NULL)
            snprintf(text, sizeof text, "hand %d", a.place);
        else
            cn_action_format(law, a, text);
        printf(" [%s]", text);
    }
    printf(" %d\n", missing);
}

static inline void print_melds(const struct cn_board *board, int side)
{
    const bool own = side == board->side[board->turn];
    printf("  side %d%s:", side, own ? " (own)" : "");
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        const bool claimed = own && board->drew_from == CN_DREW_PILE && m == board->take_meld;
        printf(" %d:%s %d+%d+%d%s", m, cn_kind_name(cn_meld_kind(meld)), cn_meld_naturals(meld),
               cn_meld_deuces(meld), cn_meld_jokers(meld), claimed ? "*" : "");
    }
    printf("\n");
}

static inline void print_board(const struct cn_rules *rules, const struct cn_board *t, cn_hand hand)
{
    printf("  %d players, seat %d, phase %s, drew %d, laid %d, owes %d, melds before %d, black %d,"
           " count %d of %d, asked %d, answer %d, canastas needed %d, before %d\n",
           t->players, t->turn, cn_phase_name(t->phase), t->drew_from, t->laid, t->owes_opening,
           t->melds_before, t->black_laid, t->opening_points, t->minimum[t->side[t->turn]],
           t->asked, t->answer, cn_board_canastas_needed(rules, t), t->canastas_before);
    printf("  stock %d, pile %d, top %s, bonus cards in it %d, frozen %d, second hands", t->stock,
           t->pile, t->pile_top == CN_NO_KIND ? "none" : cn_kind_name(t->pile_top), t->pile_red,
           t->frozen);
    for (int seat = 0; seat < t->players; seat++)
        printf(" %d", t->second[seat]);
    printf("\n  hand (%d):", cn_hand_size(hand));
    for (int kind = 0; kind < CN_KINDS; kind++)
        for (int n = cn_hand_count(hand, kind); n > 0; n--)
            printf(" %s", cn_kind_name(kind));
    printf("\n");
    for (int side = 0; side < t->sides; side++)
        print_melds(t, side);
}

#endif
