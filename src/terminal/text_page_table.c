/* text_page_table.c -- the whole table in words, one fact per line. */
#include <stdio.h>
#include <string.h>

#include "text_page.h"

static void put(struct text_page *page, char *text, int columns)
{
    text_page_text(page, text, strlen(text), columns);
}

/* Adds a sentence about somebody, if there is something to say. */
static void put_fact(struct text_page *page, const struct display *face, const char *key,
                     const char *whose, const char *fact, int columns)
{
    char text[2 * SAY_SIZE];
    if (fact[0] != '\0')
        put(page, WORDS2(face->words, text, key, whose, fact), columns);
}

/* Adds "West has 11 cards." and the partnerships. */
static void put_seats(struct text_page *page, const struct display *face, int columns)
{
    const bool watches = face->viewer == CN_NO_SEAT;
    const int partner = watches ? CN_NO_SEAT : cn_board_partner(&face->board, face->bottom_seat);
    for (int step = watches ? 0 : 1; step < face->board.players; step++) {
        const int seat = (face->bottom_seat + step) % face->board.players;
        char text[SAY_SIZE];
        char name[2 * NAME_SIZE];
        char count[16];
        snprintf(count, sizeof count, "%d", face->board.hand_size[seat]);
        snprintf(name, sizeof name, "%s", face->names[seat]);
        if (face->levels[seat][0] != '\0')
            WORDS2(face->words, name, "ui.table.level", face->names[seat], face->levels[seat]);
        const char *key = seat == face->board.idle ? "ui.table.idle"
                          : seat == partner        ? "ui.table.partner"
                                                   : "ui.table.seat";
        put(page, WORDS2(face->words, text, key, name, count), columns);
        put_fact(page, face, "ui.table.fact", face->names[seat],
                 words_waiting(face, seat, text, sizeof text), columns);
    }
}

static void put_pack(struct text_page *page, const struct display *face, int columns)
{
    char text[SAY_SIZE];
    char card[64];
    char pile[16];
    char state[300];
    char stock[16];
    snprintf(pile, sizeof pile, "%d", face->board.pile);
    snprintf(stock, sizeof stock, "%d", face->board.stock);
    display_pile_text(face, state, sizeof state);
    if (face->pile_top == CN_NO_CARD) {
        put(page, WORDS1(face->words, text, "ui.table.no_pack", state), columns);
    } else {
        cn_words_card(face->words, face->pile_top, card, sizeof card);
        put(page, WORDS3(face->words, text, "ui.table.pack", card, pile, state), columns);
    }
    put_fact(page, face, "ui.table.no_pack", words_empty_pack(face, state, sizeof state), state,
             columns);
    put_fact(page, face, "ui.table.no_pack", words_pack_parts(face, state, sizeof state), state,
             columns);
    put(page, WORDS1(face->words, text, "ui.table.stock", stock), columns);
}

/* Adds the ranks of which nobody can lay cards any more. */
static void put_dead_ranks(struct text_page *page, const struct display *face, int columns)
{
    char list[SAY_SIZE] = "";
    char kinds[40];
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++) {
        if (!display_rank_is_dead(face, kind))
            continue;
        cn_words_kind(face->words, kind, true, kinds, sizeof kinds);
        words_join(face->words, "list.comma", kinds, list, sizeof list);
    }
    put_fact(page, face, "ui.table.dead", list, list, columns);
}

/* Adds the canastas still needed to go out; nothing before the side has melded. */
static void put_canastas(struct text_page *page, const struct display *face, int side,
                         const char *name, int columns)
{
    const int needed = cn_board_canastas_needed(&face->law->rules, &face->board);
    char text[SAY_SIZE];
    char contract[SAY_SIZE];
    char count[16];
    char wanted[16];
    if (!cn_side_has_melded(&face->board, side))
        return;
    if (words_contract(face, side, contract, sizeof contract)[0] != '\0') {
        const bool enough = cn_board_has_canastas(face->law, &face->board, side);
        put(page,
            WORDS2(face->words, text, enough ? "ui.table.contract.enough" : "ui.table.contract",
                   name, contract),
            columns);
        return;
    }
    snprintf(count, sizeof count, "%d", face->board.canastas[side]);
    snprintf(wanted, sizeof wanted, "%d", needed);
    const char *key =
        face->board.canastas[side] < needed ? "ui.table.canastas" : "ui.table.canastas.enough";
    put(page, WORDS3(face->words, text, key, name, count, wanted), columns);
}

/* A meld, and what is to be known of it. */
static void say_meld(const struct display *face, int side, int meld, char *text, size_t size)
{
    char cards[SAY_SIZE];
    char state[SAY_SIZE];
    words_meld(face, side, meld, cards, sizeof cards);
    words_meld_state(face, side, meld, state, sizeof state);
    if (display_meld_state(face, side, meld) == MELD_CLOSED) /* said of many melds, so shortly */
        WORDS0(face->words, state, "ui.meld.closed");
    if (state[0] == '\0')
        snprintf(text, size, "%s", cards);
    else
        words_format(face->words, text, size, "ui.goal.also", 2, cards, state);
}

/* Adds what the opening must contain, how the side's canastas make its cards count, and what keeps
 * it from going out. */
static void put_standing(struct text_page *page, const struct display *face, int side,
                         const char *name, int columns)
{
    char text[SAY_SIZE];
    const bool melded = cn_side_has_melded(&face->board, side);
    if (!melded && side == face->side && face->stage == CN_STAGE_IN_DEAL)
        put_fact(page, face, "ui.table.fact", name,
                 words_opening_needs(face, false, text, sizeof text), columns);
    if (melded)
        put_fact(page, face, "ui.table.fact", name, words_standing(face, side, text, sizeof text),
                 columns);
    put_fact(page, face, "ui.table.contract", name,
             words_out_missing(face, side, text, sizeof text), columns);
}

static void put_side(struct text_page *page, const struct display *face, int side, int columns)
{
    const struct cn_board *board = &face->board;
    char text[SAY_SIZE];
    char name[100];
    char score[24];
    char minimum[24];
    words_side(face, side, name, sizeof name);
    words_number(face->words, board->score[side], score, sizeof score);
    snprintf(minimum, sizeof minimum, "%d", board->minimum[side]);
    const char *key = cn_side_has_melded(board, side) ? "ui.table.side.melded"
                      : board->minimum[side] == 0     ? "ui.table.side.free"
                                                      : "ui.table.side";
    put(page, WORDS3(face->words, text, key, name, score, minimum), columns);
    put_canastas(page, face, side, name, columns);
    put_standing(page, face, side, name, columns);
    for (int meld = 0; meld < board->meld_count[side]; meld++) {
        if (board->melds[side][meld] == 0)
            continue;
        char line[SAY_SIZE];
        char number[16];
        snprintf(number, sizeof number, "%d", meld + 1);
        say_meld(face, side, meld, text, sizeof text);
        put(page, WORDS3(face->words, line, "ui.table.meld", name, number, text), columns);
    }
    cn_card red[CN_BONUS_CARDS_MAX];
    int count = 0;
    for (int i = 0; i < face->red_count; i++)
        if (face->red_side[i] == side)
            red[count++] = face->red[i];
    if (count == 0)
        return;
    char cards[300];
    words_each(face->words, red, count, cards, sizeof cards);
    const bool both = cn_is_bonus(&face->law->rules, CN_BLACK_THREE);
    put(page, WORDS2(face->words, text, both ? "ui.table.threes" : "ui.table.red", name, cards),
        columns);
}

/* Adds what waits beside its hand, and the special hands that it is or is nearest to. */
static void put_own(struct text_page *page, const struct display *face, int columns)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    char text[SAY_SIZE];
    if (face->viewer == CN_NO_SEAT)
        return;
    put_fact(page, face, "ui.table.fact", face->names[face->viewer],
             words_waiting(face, face->viewer, text, sizeof text), columns);
    const int count = display_goals(face, goals);
    if (count > 0)
        put_fact(page, face, "ui.table.goal", "", words_goal(face, &goals[0], text, sizeof text),
                 columns);
}

void text_page_table(struct text_page *page, const struct display *face, int columns)
{
    char text[SAY_SIZE];
    char count[16];
    char cards[400];
    text_page_clear(page, WORDS0(face->words, text, "ui.title.table"));
    put_seats(page, face, columns);
    put_pack(page, face, columns);
    put_dead_ranks(page, face, columns);
    for (int i = 0; i < face->board.sides; i++)
        put_side(page, face, (face->side + i) % face->board.sides, columns);
    snprintf(count, sizeof count, "%d", face->card_count);
    words_card_list(face->words, face->cards, face->card_count, cards, sizeof cards);
    WORDS2(face->words, text, face->viewer == CN_NO_SEAT ? "ui.far.watching" : "ui.table.hand",
           count, cards);
    put(page, text, columns);
    put_own(page, face, columns);
    if (face->stage == CN_STAGE_IN_DEAL)
        put(page, words_turn(face, text, sizeof text), columns);
}
