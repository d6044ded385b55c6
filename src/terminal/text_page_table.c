/* text_page_table.c -- the whole table in words, one fact per line. */
#include <stdio.h>
#include <string.h>

#include "text_page.h"

static void put(struct text_page *page, char *text, int columns)
{
    text_page_text(page, text, strlen(text), columns);
}

/* Adds a sentence about somebody, if there is something to say. */
static void put_fact(struct text_page *page, const struct display *display, const char *key,
                     const char *whose, const char *fact, int columns)
{
    char text[2 * SAY_SIZE];
    if (fact[0] != '\0')
        put(page, WORDS2(display->words, text, key, whose, fact), columns);
}

/* At a refereed table: the cards of a hand that lie face up, and what its seat has to do. */
static void put_duties(struct text_page *page, const struct display *display, int seat, int columns)
{
    char text[SAY_SIZE];
    put_fact(page, display, "ui.table.up", display->names[seat],
             words_up(display, seat, text, sizeof text), columns);
    words_duties(display, seat, text, sizeof text);
    if (seat != display->viewer)
        put_fact(page, display, "ui.table.fact", display->names[seat], text, columns);
    else if (text[0] != '\0')
        put(page, words_capitalize(text, sizeof text), columns);
}

/* Adds "West has 11 cards." and the partnerships. */
static void put_seats(struct text_page *page, const struct display *display, int columns)
{
    const bool watches = display->viewer == CN_NO_SEAT;
    for (int step = watches ? 0 : 1; step < display->board.players; step++) {
        const int seat = (display->bottom_seat + step) % display->board.players;
        char text[SAY_SIZE];
        char name[2 * NAME_SIZE];
        char count[16];
        snprintf(count, sizeof count, "%d", display->board.hand_size[seat]);
        snprintf(name, sizeof name, "%s", display->names[seat]);
        if (display->levels[seat][0] != '\0')
            WORDS2(display->words, name, "ui.table.level", display->names[seat],
                   display->levels[seat]);
        const bool partner = !watches && display_is_partner(display, seat);
        const char *key = seat == display->board.idle ? "ui.table.idle"
                          : partner                   ? "ui.table.partner"
                                                      : "ui.table.seat";
        put(page, WORDS2(display->words, text, key, name, count), columns);
        put_fact(page, display, "ui.table.fact", display->names[seat],
                 words_waiting(display, seat, text, sizeof text), columns);
        put_duties(page, display, seat, columns);
    }
}

static void put_pack(struct text_page *page, const struct display *display, int columns)
{
    char text[SAY_SIZE];
    char card[64];
    char pile[16];
    char state[300];
    char stock[16];
    snprintf(pile, sizeof pile, "%d", display->board.pile);
    snprintf(stock, sizeof stock, "%d", display->board.stock);
    display_pile_text(display, state, sizeof state);
    if (display->pile_top == CN_NO_CARD) {
        put(page, WORDS1(display->words, text, "ui.table.no_pack", state), columns);
    } else {
        cn_words_card(display->words, display->pile_top, card, sizeof card);
        put(page, WORDS3(display->words, text, "ui.table.pack", card, pile, state), columns);
    }
    put_fact(page, display, "ui.table.no_pack", words_empty_pack(display, state, sizeof state),
             state, columns);
    put_fact(page, display, "ui.table.no_pack", words_pack_parts(display, state, sizeof state),
             state, columns);
    put(page, WORDS1(display->words, text, "ui.table.stock", stock), columns);
}

/* Adds the ranks of which nobody can lay cards any more. */
static void put_dead_ranks(struct text_page *page, const struct display *display, int columns)
{
    char list[SAY_SIZE] = "";
    char kinds[40];
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++) {
        if (!display_rank_is_dead(display, kind))
            continue;
        cn_words_kind(display->words, kind, true, kinds, sizeof kinds);
        words_join(display->words, "list.comma", kinds, list, sizeof list);
    }
    put_fact(page, display, "ui.table.dead", list, list, columns);
}

/* Adds the canastas still needed to go out; nothing before the side has melded. */
static void put_canastas(struct text_page *page, const struct display *display, int side,
                         const char *name, int columns)
{
    const int needed = cn_board_canastas_needed(&display->law->rules, &display->board);
    char text[SAY_SIZE];
    char contract[SAY_SIZE];
    char count[16];
    char wanted[16];
    if (!cn_side_has_melded(&display->board, side))
        return;
    if (words_contract(display, side, contract, sizeof contract)[0] != '\0') {
        const bool enough = cn_board_has_canastas(display->law, &display->board, side);
        put(page,
            WORDS2(display->words, text, enough ? "ui.table.contract.enough" : "ui.table.contract",
                   name, contract),
            columns);
        return;
    }
    snprintf(count, sizeof count, "%d", display->board.canastas[side]);
    snprintf(wanted, sizeof wanted, "%d", needed);
    const char *key =
        display->board.canastas[side] < needed ? "ui.table.canastas" : "ui.table.canastas.enough";
    put(page, WORDS3(display->words, text, key, name, count, wanted), columns);
}

/* A meld, and what is to be known of it. */
static void say_meld(const struct display *display, int side, int meld, char *text, size_t size)
{
    char cards[SAY_SIZE];
    char state[SAY_SIZE];
    words_meld(display, side, meld, cards, sizeof cards);
    words_meld_state(display, side, meld, state, sizeof state);
    if (display_meld_state(display, side, meld) == MELD_CLOSED) /* said of many melds, so shortly */
        WORDS0(display->words, state, "ui.meld.closed");
    if (state[0] == '\0')
        snprintf(text, size, "%s", cards);
    else
        words_format(display->words, text, size, "ui.goal.also", 2, cards, state);
}

/* Adds what the opening must contain, how the side's canastas make its cards count, and what keeps
 * it from going out. */
static void put_standing(struct text_page *page, const struct display *display, int side,
                         const char *name, int columns)
{
    char text[SAY_SIZE];
    const bool melded = cn_side_has_melded(&display->board, side);
    if (!melded && side == display->side && display->stage == CN_STAGE_IN_DEAL)
        put_fact(page, display, "ui.table.fact", name,
                 words_opening_needs(display, false, text, sizeof text), columns);
    if (melded)
        put_fact(page, display, "ui.table.fact", name,
                 words_standing(display, side, text, sizeof text), columns);
    put_fact(page, display, "ui.table.contract", name,
             words_out_missing(display, side, text, sizeof text), columns);
}

static void put_side(struct text_page *page, const struct display *display, int side, int columns)
{
    const struct cn_board *board = &display->board;
    char text[SAY_SIZE];
    char name[100];
    char score[24];
    char minimum[24];
    words_side(display, side, name, sizeof name);
    words_number(display->words, board->score[side], score, sizeof score);
    snprintf(minimum, sizeof minimum, "%d", board->minimum[side]);
    const char *key = cn_side_has_melded(board, side) ? "ui.table.side.melded"
                      : board->minimum[side] == 0     ? "ui.table.side.free"
                                                      : "ui.table.side";
    put(page, WORDS3(display->words, text, key, name, score, minimum), columns);
    put_canastas(page, display, side, name, columns);
    put_standing(page, display, side, name, columns);
    words_number(display->words, board->penalties[side], score, sizeof score);
    if (board->penalties[side] != 0)
        put(page, WORDS2(display->words, text, "ui.table.penalties", name, score), columns);
    for (int meld = 0; meld < board->meld_count[side]; meld++) {
        if (board->melds[side][meld] == 0)
            continue;
        char line[SAY_SIZE];
        char number[16];
        snprintf(number, sizeof number, "%d", meld + 1);
        say_meld(display, side, meld, text, sizeof text);
        put(page, WORDS3(display->words, line, "ui.table.meld", name, number, text), columns);
    }
    cn_card red[CN_BONUS_CARDS_MAX];
    int count = 0;
    for (int i = 0; i < display->red_count; i++)
        if (display->red_side[i] == side)
            red[count++] = display->red[i];
    if (count == 0)
        return;
    char cards[300];
    words_each(display->words, red, count, cards, sizeof cards);
    const bool both = cn_is_bonus(&display->law->rules, CN_BLACK_THREE);
    put(page, WORDS2(display->words, text, both ? "ui.table.threes" : "ui.table.red", name, cards),
        columns);
}

/* Adds what waits beside its hand, and the special hands that it is or is nearest to. */
static void put_own(struct text_page *page, const struct display *display, int columns)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    char text[SAY_SIZE];
    if (display->viewer == CN_NO_SEAT)
        return;
    put_fact(page, display, "ui.table.fact", display->names[display->viewer],
             words_waiting(display, display->viewer, text, sizeof text), columns);
    put_duties(page, display, display->viewer, columns);
    const int count = display_goals(display, goals);
    if (count > 0)
        put_fact(page, display, "ui.table.goal", "",
                 words_goal(display, &goals[0], text, sizeof text), columns);
}

void text_page_table(struct text_page *page, const struct display *display, int columns)
{
    char text[SAY_SIZE];
    char count[16];
    char cards[400];
    text_page_clear(page, WORDS0(display->words, text, "ui.title.table"));
    put_seats(page, display, columns);
    put_pack(page, display, columns);
    put_dead_ranks(page, display, columns);
    for (int i = 0; i < display->board.sides; i++)
        put_side(page, display, (display->side + i) % display->board.sides, columns);
    snprintf(count, sizeof count, "%d", display->card_count);
    words_card_list(display->words, display->cards, display->card_count, cards, sizeof cards);
    WORDS2(display->words, text,
           display->viewer == CN_NO_SEAT ? "ui.far.watching" : "ui.table.hand", count, cards);
    put(page, text, columns);
    put_own(page, display, columns);
    if (display->stage == CN_STAGE_IN_DEAL)
        put(page, words_turn(display, text, sizeof text), columns);
}
