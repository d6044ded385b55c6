/* seat_display.h -- everything that the screen of one seat may show.
 *
 * The board, the seat's own cards, the cards that lie face up, and what happened as that seat saw
 * it. Hidden cards (other hands, the stock, the pile below its top) never reach code that draws or
 * prints: both front ends show only a display. display_of alone reads the whole game.
 */
#ifndef DISPLAY_SEAT_DISPLAY_H
#define DISPLAY_SEAT_DISPLAY_H

#include "scene.h"

enum {
    DISPLAY_NEWS = 192
};

struct display {
    const struct cn_law *law;
    const struct cn_words *words;
    const char *letters; /* begins the keys of the letters on the cards' faces; NULL: J Q K A */
    struct cn_board board;
    struct cn_memory memory; /* what the seat could remember, for hints … */
    cn_hand pile;            /* … and the kinds in the pile */
    cn_hand hand;
    cn_card cards[CN_CARDS_MAX]; /* the seat's hand, sorted for display */
    cn_card laid[CN_CARDS_MAX];  /* melded cards, their sides and melds */
    uint8_t laid_side[CN_CARDS_MAX], laid_meld[CN_CARDS_MAX];
    cn_card red[CN_BONUS_CARDS_MAX]; /* red threes faced, and whose */
    uint8_t red_side[CN_BONUS_CARDS_MAX];
    uint8_t up[CN_SEATS_MAX][CN_CARD_CODES]; /* cards of hands that lie face up (L54) */
    cn_card pile_top;                        /* or CN_NO_CARD */
    cn_card freezing_card;                   /* the first card that froze the pile, or CN_NO_CARD */
    int card_count, laid_count, red_count;
    int bottom_seat, side;
    int viewer; /* the seat shown, or CN_NO_SEAT for a spectator, who looks from 'bottom_seat' */
    int actor;  /* the seat that decides, CN_NO_SEAT between deals */
    int deal;   /* number of the deal */
    int undo_count;
    enum cn_stage stage;
    unsigned people; /* seats of people, bit s */
    bool shared;     /* several people share this screen and are called by their names */
    int turn;
    char names[CN_SEATS_MAX][NAME_SIZE];  /* its own is the catalogue's "You" */
    char levels[CN_SEATS_MAX][NAME_SIZE]; /* how well a bot plays, in words, or "" */
    struct news_item news[DISPLAY_NEWS];  /* the latest last */
    int news_count;
    char given_names[CN_SEATS_MAX][NAME_SIZE]; /* without "You" */
    const char *level_ids[CN_SEATS_MAX];       /* "club", "" */
    int32_t score[CN_SIDES_MAX];               /* before the deal in play, or after the last one */
    int winner;                                /* a side, once the game is over; else -1 */
    struct cn_score_sheet
        sheet;       /* borrowed from the scene; its first deal has the number after … */
    int sheet_first; /* … this */
};

/* Fills in everything that 'seat' may know now. */
void display_of(const struct scene *scene, int seat, struct display *display);

/* Writes the cards of a meld, naturals first. Returns how many. */
int display_meld(const struct display *display, int side, int meld, cn_card out[CN_CARDS_MAX]);
/* Writes the cards of a hand that lie face up, sorted, and for each whether a ruling has exposed
 * it, so that it is to be discarded (L54). Returns how many. */
int display_up(const struct display *display, int seat, cn_card out[CN_CARDS_MAX],
               bool exposed[CN_CARDS_MAX]);
/* Returns the card on top of a squared canasta (C7): red if it is natural, black if it is mixed. */
cn_card display_top_of_canasta(const struct display *display, int side, int meld);
/* Returns whether this seat decides now. */
static inline bool display_is_my_turn(const struct display *display)
{
    return display->viewer != CN_NO_SEAT && display->actor == display->viewer;
}
/* Is it another seat of the side that this screen is of? */
static inline bool display_is_partner(const struct display *display, int seat)
{
    return seat != display->bottom_seat && seat != display->board.idle &&
           display->bottom_seat != display->board.idle &&
           display->board.side[seat] == display->board.side[display->bottom_seat];
}
/* Writes the names for the catalogue's sentences. */
void display_seat_names(const struct display *display, const char *names[CN_SEATS_MAX]);
/* Writes the cards of the hand for an action, those that come first. Returns how many, or -1 if the
 * hand lacks them. */
int display_pick_cards(const struct display *display, struct cn_action action,
                       cn_card out[CN_CARDS_MAX]);
/* Sorts cards as in a hand: by rank, then by suit in alternating colours; wild cards last. */
void cards_sort(cn_card *cards, int count);
/* Order of cards in a hand: by rank, then by suit in alternating colours; wild cards last. */
int card_hand_order(cn_card card);
/* Returns what the seat knows, as the rules and bots take it; it points into the display. */
struct cn_view display_view(const struct display *display);
/* Returns all legal actions of this seat, 'count' of them, none if it does not decide; to be freed.
 * NULL and 0 without memory. */
struct cn_action *display_legal(const struct display *display, int *count);
/* Returns the types of action that are legal for this seat now: every prompt is made from them. */
unsigned display_may(const struct display *display);
/* May the seat do this, or insist on it, by what it sees? As cn_view_insists, or in strict play
 * cn_board_legal_check. */
bool display_check(const struct display *display, struct cn_action action, struct cn_refusal *why);

#endif
