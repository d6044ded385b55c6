/* draw.c -- see draw.h. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

enum {
    WIDTH = 80,
    NAME_COLUMNS = 16
};

/* ---- visible cards ---- */

void draw_of_game(struct drawing *drawing, const struct cn_game *game, int seat)
{
    struct cn_placement *cards = &drawing->cards;
    drawing->law = game->law;
    drawing->board = &game->deal.board;
    drawing->deals = game->deal_number;
    drawing->seen = seat == CN_NO_SEAT ? ~0u : 1u << seat;
    *cards = game->cards;
    for (int s = 0; s < CN_SEATS_MAX; s++)
        if ((drawing->seen >> s & 1) == 0)
            memset(cards->hand[s], 0, sizeof cards->hand[s]);
    /* While a claim waits for its count, the cards below the claimed card are hidden. */
    const bool covered = cards->pile_count == 0 || game->deal.board.phase == CN_PHASE_TAKING;
    const cn_card top = covered ? CN_NO_CARD : cards->pile[cards->pile_count - 1];
    memset(cards->pile, 0, sizeof cards->pile);
    cards->pile[0] = top;
    cards->pile_count = top != CN_NO_CARD;
}

/* ---- cards and names ---- */

enum {
    CARD_TEXT = 8
};

/* Writes "7s" or "10h", or "7♠" or "10♥" with suit symbols. Jokers are "Jkr" with a colour. */
static void card_text(const struct drawing *d, cn_card card, char text[CARD_TEXT])
{
    static const char *const suits[] = {"\u2660", "\u2665", "\u2666", "\u2663"};
    char name[3];
    cn_card_format(card, name);
    if (card >= CN_JOKER_RED) {
        snprintf(text, CARD_TEXT, "X%c", name[1]);
        return;
    }
    const char *rank = name[0] == 'T' ? "10" : (char[]){name[0], '\0'};
    const char *suit = d->plain ? (char[]){name[1], '\0'} : suits[card % 4];
    snprintf(text, CARD_TEXT, "%s%s", rank, suit);
}

/* Writes a name that is safe to print: no control characters, and ASCII if only that is wanted. */
static void name_text(const struct drawing *d, int seat, char text[64])
{
    size_t n = 0;
    int columns = 0;
    char nameless[16];
    snprintf(nameless, sizeof nameless, "seat %d", seat);
    const char *name = d->name[seat][0] != '\0' ? d->name[seat] : nameless;
    for (const char *at = name; *at != '\0' && n < 62; at++) {
        const unsigned char c = (unsigned char)*at;
        const bool continues = (c & 0xc0) == 0x80;
        if (!continues && ++columns > NAME_COLUMNS)
            break;
        if (c < ' ' || c == 0x7f || (d->plain && c >= 0x80) || c == 0xc2) {
            if (!continues)
                text[n++] = '?';
            if (c == 0xc2 && at[1] != '\0')
                at++; /* U+0080 to U+00BF: control characters among them */
            continue;
        }
        text[n++] = *at;
    }
    text[n] = '\0';
}

/* Prints cards, starting after 'column' columns; further lines begin at 'indent'. */
static void print_cards(const struct drawing *d, const cn_card *cards, int count, int column,
                        int indent)
{
    for (int i = 0; i < count; i++) {
        char text[CARD_TEXT];
        card_text(d, cards[i], text);
        const int columns = cn__columns(text) + 1;
        if (column + columns > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        printf(" %s", text);
        column += columns;
    }
    printf("\n");
}

/* ---- the parts of the table ---- */

static void print_head(const struct drawing *d)
{
    const struct cn_board *board = d->board;
    char dealer[64];
    name_text(d, board->dealer, dealer);
    printf("%s, %d players, deal %d, dealt by %s\n", d->law->rules.name, board->players, d->deals,
           dealer);
}

static void print_members(const struct drawing *d, int side)
{
    bool any = false;
    for (int seat = 0; seat < d->board->players; seat++) {
        char name[64];
        if (d->board->side[seat] != side)
            continue;
        name_text(d, seat, name);
        printf("%s%s", any ? ", " : "", name);
        any = true;
    }
}

static void print_meld(const struct drawing *d, int side, int m)
{
    const cn_packed_meld meld = d->board->melds[side][m];
    const char *what = cn_canasta_class_name(cn_meld_class(meld));
    cn_card cards[CN_CARDS_MAX];
    char kind[8];
    const int count = cn_placement_meld(&d->cards, side, m, cards);
    const char *name = cn_kind_name(cn_meld_kind(meld));
    snprintf(kind, sizeof kind, "%s", strcmp(name, "T") == 0 ? "10" : name);
    const int column = printf("  %2d  %-3s%3d %-5s  %-7s %s", m, kind, cn_meld_size(meld),
                              cn_meld_size(meld) == 1 ? "card" : "cards", what,
                              cn_meld_is_canasta(meld) ? "CANASTA" : "       ");
    print_cards(d, cards, count, column, column);
}

/* Prints a side's melds by rank, those of wild cards first. */
static void print_melds(const struct drawing *d, int side)
{
    for (int kind = CN_JOKER; kind < CN_KINDS; kind++)
        for (int m = 0; m < d->board->meld_count[side]; m++) {
            const cn_packed_meld meld = d->board->melds[side][m];
            if (meld != 0 && cn_meld_kind(meld) == kind)
                print_meld(d, side, m);
        }
}

static void print_red_threes(const struct drawing *d, int side)
{
    cn_card red[CN_BONUS_CARDS_MAX];
    int count = 0;
    for (int i = 0; i < d->cards.red_count; i++)
        if (d->cards.red_side[i] == side)
            red[count++] = d->cards.red[i];
    if (count == 0)
        return;
    const int column =
        printf("  %sthrees:", cn_black_threes_are_bonus(&d->law->rules) ? "" : "red ");
    print_cards(d, red, count, column, column);
}

static void print_side(const struct drawing *d, int side)
{
    const struct cn_board *board = d->board;
    printf("\nSide %d: ", side);
    print_members(d, side);
    printf("; score %d", (int)board->score[side]);
    if (cn_side_has_melded(board, side))
        printf("; %d canasta%s\n", board->canastas[side], board->canastas[side] == 1 ? "" : "s");
    else
        printf("; has not melded, needs %d\n", board->minimum[side]);
    if (board->penalties[side] != 0)
        printf("  penalties of rulings in this deal: %d\n", (int)board->penalties[side]);
    print_red_threes(d, side);
    print_melds(d, side);
}

static void print_pile(const struct drawing *d)
{
    const struct cn_board *board = d->board;
    char top[CARD_TEXT] = "";
    printf("\nStock: %d card%s.  Pile: ", board->stock, command_s(board->stock));
    if (board->phase == CN_PHASE_TAKING) {
        printf("its top card is claimed, %d left.\n", board->pile);
        return;
    }
    if (board->pile == 0) {
        printf("empty.\n");
        return;
    }
    printf("%d card%s", board->pile, command_s(board->pile));
    if (d->cards.pile_count > 0) {
        card_text(d, d->cards.pile[0], top);
        printf(", %s on top", top);
    }
    if (board->frozen != 0)
        printf(", frozen");
    if (cn_pile_is_stopped(board))
        printf(", stopped");
    printf(".\n");
}

/* Cards that are not in the hand yet. */
static void print_waiting(const struct drawing *d, int seat)
{
    const struct cn_board *board = d->board;
    const int indent = 12 + NAME_COLUMNS;
    if (board->talon[seat] > 0)
        printf("%*s+%d of a talon, for the next turn\n", indent, "", board->talon[seat]);
    if (board->second[seat] > 0)
        printf("%*s+%d in another hand%s\n", indent, "", board->second_size[seat],
               board->second[seat] > 1 ? ", and more" : "");
}

/* At a refereed table: cards of the hand that lie face up, and what the seat has to do. */
static void print_duties(const struct drawing *d, int seat)
{
    const struct cn_board *board = d->board;
    const int indent = 12 + NAME_COLUMNS;
    struct cn_placement up = {.hand = {{0}}};
    cn_card cards[CN_CARDS_MAX];
    memcpy(up.hand[seat], d->cards.up[seat], sizeof up.hand[seat]);
    const int count = cn_placement_hand(&up, seat, cards);
    if (count > 0) {
        const bool ruled = cn_board_must_discard(board, seat) != 0;
        const int column = printf("%*s%s", indent, "", ruled ? "exposed:" : "face up:");
        print_cards(d, cards, count, column, column);
    }
    if (board->owed[seat] > 0)
        printf("%*sowes %d discard%s\n", indent, "", board->owed[seat],
               board->owed[seat] == 1 ? "" : "s");
    if (seat == board->turn && board->bound)
        printf("%*smust go out\n", indent, "");
    if (seat == board->turn && board->no_take != 0)
        printf("%*smay not take the pile in this turn\n", indent, "");
}

static void print_hand(const struct drawing *d, int seat)
{
    const struct cn_board *board = d->board;
    char name[64];
    cn_card cards[CN_CARDS_MAX];
    name_text(d, seat, name);
    const char mark = board->phase != CN_PHASE_ENDED && cn_board_actor(board) == seat ? '>' : ' ';
    printf("%c seat %d  %s", mark, seat, name);
    const int columns = cn__columns(name);
    int column = 10 + columns;
    for (; column < 12 + NAME_COLUMNS; column++)
        printf(" ");
    if (board->idle == seat) {
        printf("idle\n");
        return;
    }
    column +=
        printf("%2d %-5s", board->hand_size[seat], board->hand_size[seat] == 1 ? "card" : "cards");
    const int count = cn_placement_hand(&d->cards, seat, cards);
    print_cards(d, cards, (d->seen >> seat & 1) != 0 ? count : 0, column, column);
    print_waiting(d, seat);
    print_duties(d, seat);
}

static void print_turn(const struct drawing *d)
{
    static const char *const phases[] = {
        [CN_PHASE_START] = "is to draw or to take the pile",
        [CN_PHASE_ANSWER] = "is asked: may I go out?",
        [CN_PHASE_TAKING] = "has claimed the top card and melds towards the minimum count",
        [CN_PHASE_MELD] = "may meld, and discards",
        [CN_PHASE_LAST_RED_THREE] = "has drawn the last card, a red three: may meld, and stops",
    };
    const struct cn_board *board = d->board;
    char name[64];
    static const char *const decisions[] = {
        [CN_DUE_DRAW] = "decides whether a draw is required",
        [CN_DUE_OUT] = "decides whether going out is required",
        [CN_DUE_ACCEPT] = "may accept the end of the deal",
    };
    printf("\n");
    if (board->due != CN_DUE_NOTHING) {
        name_text(d, board->due_seat, name);
        printf("%s %s.\n", name, decisions[board->due]);
    } else if (board->phase != CN_PHASE_ENDED) {
        const bool stock_gone = board->phase == CN_PHASE_START && board->stock == 0;
        name_text(d, cn_board_actor(board), name);
        printf("%s %s.\n", name,
               stock_gone ? "is to take the pile or to stop: the stock is gone"
                          : phases[board->phase]);
    } else if (board->end_why == CN_END_OUT) {
        name_text(d, board->out_seat, name);
        printf("The deal is over: %s has gone out%s.\n", name,
               board->concealed ? " with a concealed hand" : "");
    } else if (board->end_why == CN_END_HAND) {
        name_text(d, board->out_seat, name);
        printf("The deal is over: %s has laid a special hand.\n", name);
    } else {
        printf("The deal is over: %s.\n", board->end_why == CN_END_STOCK
                                              ? "the stock is gone"
                                              : "the last card was a red three");
    }
}

void draw_table(const struct drawing *drawing)
{
    print_head(drawing);
    for (int side = 0; side < drawing->board->sides; side++)
        print_side(drawing, side);
    print_pile(drawing);
    printf("\n");
    for (int seat = 0; seat < drawing->board->players; seat++)
        print_hand(drawing, seat);
    print_turn(drawing);
}
