/* setup.c -- the deck, and an empty board: sides, seats, turn order. */
#include "deal.h"

#include <string.h>

int cn_deck_init(const struct cn_rules *rules, int players, cn_card deck[CN_CARDS_MAX])
{
    int n = 0;
    for (int pack = 0; pack < cn_rules_packs(rules, players); pack++)
        for (int face = 0; face < CN_JOKER_RED; face++)
            deck[n++] = (cn_card)face;
    for (int joker = 0; joker < cn_rules_jokers(rules, players); joker++)
        deck[n++] = (cn_card)(joker % 2 == 0 ? CN_JOKER_RED : CN_JOKER_BLACK);
    return n;
}

static int side_of_seat(const struct cn_rules *rules, int players, int seat)
{
    switch (players) {
    case 2:
    case 3: return seat;
    case 5: return seat == 0 || seat == 2 ? 0 : 1;
    case 6: return seat % (rules->six_sides == CN_THREE_THREE ? 2 : 3);
    default: return seat % 2;
    }
}

int cn_side_count(const struct cn_rules *rules, int players)
{
    if (players == 6 && rules->six_sides == CN_TWO_TWO_TWO)
        return 3;
    return players <= 3 ? players : 2;
}

/* With five players, four play; seat 4 sits in the place of the idle seat (I17). */
static int seat_at_place(int players, int idle, int place)
{
    return players == 5 && place == idle ? 4 : place;
}

static void seat_players(const struct cn_rules *rules, struct cn_board *board, int idle)
{
    const int players = board->players;
    board->seats = (uint8_t)(players == 5 ? 4 : players);
    board->sides = (uint8_t)cn_side_count(rules, players);
    board->idle = (uint8_t)(players == 5 ? idle : CN_NO_SEAT);
    for (int seat = 0; seat < players; seat++) {
        board->side[seat] = (uint8_t)side_of_seat(rules, players, seat);
        board->next[seat] = (uint8_t)seat;
    }
    for (int place = 0; place < board->seats; place++) {
        const int seat = seat_at_place(players, idle, place);
        board->next[seat] = (uint8_t)seat_at_place(players, idle, (place + 1) % board->seats);
    }
}

void cn_board_set_number(const struct cn_rules *rules, struct cn_board *board, int32_t number)
{
    board->number = cn_rules_count_deals(rules) ? number : 1;
    for (int side = 0; side < board->sides; side++)
        board->minimum[side] = (uint16_t)cn_rules_minimum(rules, number, board->score[side]);
}

void cn_board_init(const struct cn_rules *rules, struct cn_board *board, int players, int dealer,
                   int idle, const int32_t *scores)
{
    memset(board, 0, sizeof *board);
    board->players = (uint8_t)players;
    board->players_class = (uint8_t)cn_players_class(players);
    board->dealer = (uint8_t)dealer;
    seat_players(rules, board, idle);
    for (int side = 0; side < board->sides; side++)
        board->score[side] = scores != NULL ? scores[side] : 0;
    cn_board_set_number(rules, board, 1);
    board->pile_top = CN_NO_KIND;
    board->out_seat = CN_NO_SEAT;
    board->turn = board->next[dealer];
}
