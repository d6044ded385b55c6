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

static void seat_players(const struct cn_rules *rules, struct cn_board *table, int idle)
{
    const int players = table->players;
    table->seats = (uint8_t)(players == 5 ? 4 : players);
    table->sides = (uint8_t)cn_side_count(rules, players);
    table->idle = (uint8_t)(players == 5 ? idle : CN_NO_SEAT);
    for (int seat = 0; seat < players; seat++) {
        table->side[seat] = (uint8_t)side_of_seat(rules, players, seat);
        table->next[seat] = (uint8_t)seat;
    }
    for (int place = 0; place < table->seats; place++) {
        const int seat = seat_at_place(players, idle, place);
        table->next[seat] = (uint8_t)seat_at_place(players, idle, (place + 1) % table->seats);
    }
}

void cn_board_set_number(const struct cn_rules *rules, struct cn_board *table, int32_t number)
{
    table->number = cn_rules_count_deals(rules) ? number : 1;
    for (int side = 0; side < table->sides; side++)
        table->minimum[side] = (uint16_t)cn_rules_minimum(rules, number, table->score[side]);
}

void cn_board_init(const struct cn_rules *rules, struct cn_board *table, int players, int dealer,
                   int idle, const int32_t *scores)
{
    memset(table, 0, sizeof *table);
    table->players = (uint8_t)players;
    table->players_class = (uint8_t)cn_players_class(players);
    table->dealer = (uint8_t)dealer;
    seat_players(rules, table, idle);
    for (int side = 0; side < table->sides; side++)
        table->score[side] = scores != NULL ? scores[side] : 0;
    cn_board_set_number(rules, table, 1);
    table->pile_top = CN_NO_KIND;
    table->out_seat = CN_NO_SEAT;
    table->turn = table->next[dealer];
}
