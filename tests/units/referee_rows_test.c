/* referee_rows_test.c -- every row of what can be insisted on, and its ruling: noticed at once,
 * after the discard, after the next opponent has played and never; with two to six players, with
 * and without points, by seats and by a watchful referee (L53 to L60).
 *
 * A row says what the text of the law says, for every number of players at once. In its texts
 * "[a|b]" is a with three players or more and b with two (R11), "{50}" are points, where there are
 * any, "<n>" is the next opponent of seat 1, and "<round>" is a turn of everybody else. Whatever
 * was ruled, the deal is then played to its end, so that everything owed is paid. */
#include "refereed.h"

enum {
    ANY = 0x7c,       /* bit n: n players */
    THREE_UP = 0x78,  /* something is exposed before */
    PARTNERED = 0x70, /* somebody can be asked */
    TEXT = 600,
    END_ACTS = 3000
};

struct row {
    const char *noted;
    unsigned players;
    const char *rules; /* after those of the table, or NULL */
    const char *hands, *melds, *rest;
    const char *before, *act, *follows;
    const char *answer;  /* of the partner, before it can be called */
    const char *ruled;   /* at once; NULL: the act is a discard */
    const char *discard; /* up to the discard; NULL: it can only be called at once */
    const char *late;    /* the ruling then */
    const char *later;   /* … until the next opponent has played */
    const char *back;    /* after the line of the lapse */
    struct {
        const char *act, *once, *late;
    } decide[2];
    int melds_later;  /* of the offender's side, once it has lapsed */
    bool called_only; /* a watchful referee is tested by another row */
};

#define FIVE  "4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J"
#define THEM  " / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J"
#define CARDS "pile: 9; stock: Q K T 9 K T 9 K T +20"
#define PACK  "pile: 7 9; stock: Q K T +20"
#define OUT   " / 4 5 6 T J / 6 7 7 / 5 6 7 T / 5 6 T J / 6 T J J"
#define READY                                                             \
    .players = PARTNERED, .hands = "Kx3 4x3 5" OUT, .melds = "8x7 / Qx3", \
    .rest = "pile: 9; stock: 8 A T J +20"
#define DRAW_OR_NOT                                                                       \
    {                                                                                     \
        {"1 require draw", "require 1 draw", NULL}, {"1 waive", "require 1 waive", NULL}, \
    }

static const struct row rows[] = {
    /* ---- L53 ---- */
    {.noted = "L53 too many",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !draw",
     .follows = "draw 0 K",
     .ruled = "ruling 0 L53 too many{50}; owe 0 1",
     .discard = "0 discard 4",
     .late = "ruling 0 L53 too many{50}; owe 0 1",
     .later = "1 draw"},
    {.noted = "L53 too many",
     .players = ANY,
     .hands = "9 9 4 5 6 8" THEM,
     .melds = "Kx3",
     .rest = PACK,
     .before = "0 take pair",
     .act = "0 !draw",
     .follows = "draw 0 Q",
     .ruled = "ruling 0 L53 too many{50}; owe 0 1",
     .discard = "0 discard 4",
     .late = "ruling 0 L53 too many{50}; owe 0 1",
     .later = "1 draw",
     .melds_later = 2},
    {.noted = "L53 too many",
     .players = ANY,
     .hands = FIVE,
     .rest = "pile: 9; stock: Kx8 +20",
     .before = "0 draw; 0 !draw; 1 call; 0 discard 4; <round>",
     .act = "0 !draw",
     .follows = "draw 0 K",
     .ruled = "ruling 0 L53 too many{50}; owe 0 2",
     .discard = "0 discard 5",
     .late = "ruling 0 L53 too many{50}; owe 0 1",
     .later = "1 draw"},
    {.noted = "L53 out of turn",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "1 !draw",
     .follows = "draw 1 Q",
     .ruled = "ruling 1 L53 out of turn{200}; stock 1 Q",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L53 out of turn{200}; owe 1 1",
     .later = "1 draw; 1 discard 4; <n> draw"},
    /* nobody has drawn, but the offender has played */
    {.noted = "L53 out of turn",
     .players = ANY,
     .hands = "9 9 T 5 6 8 / T T 4 5 6 8" OUT,
     .melds = "Kx3 / Qx3",
     .rest = "pile: 9; stock: Q K +20",
     .act = "1 !draw",
     .follows = "draw 1 Q",
     .ruled = "ruling 1 L53 out of turn{200}; stock 1 Q",
     .discard = "0 take pair; 0 discard T; 1 take pair",
     .late = "ruling 1 L53 out of turn{200}; owe 1 1",
     .later = "1 discard 4; <n> draw",
     .melds_later = 2},
    {.noted = "L53 out of turn",
     .players = PARTNERED,
     .hands = FIVE,
     .rest = CARDS,
     .act = "2 !draw",
     .follows = "draw 2 Q",
     .ruled = "ruling 2 L53 out of turn{200}; stock 2 Q",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 2 L53 out of turn{200}; owe 2 1",
     .later = "1 draw"},
    {.noted = "L53 looked",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "1 !peek",
     .follows = "peek 1 Q",
     .ruled = "ruling 1 L53 looked{100}",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L53 looked{100}",
     .later = "1 draw; 1 discard 4; <n> draw"},
    {.noted = "L53 looked",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !peek",
     .follows = "peek 0 K",
     .ruled = "ruling 0 L53 looked{50}",
     .discard = "0 discard 4",
     .late = "ruling 0 L53 looked{50}",
     .later = "1 draw"},
    {.noted = "L53 looked",
     .players = ANY,
     .hands = FIVE,
     .rest = "pile: 9; stock: Kx8 +20",
     .before = "0 draw; 0 !draw; 1 call; 0 discard 4; <round>",
     .act = "0 !peek",
     .follows = "peek 0 K",
     .ruled = "ruling 0 L53 looked{50}",
     .discard = "0 discard 5",
     .late = "ruling 0 L53 looked{50}",
     .later = "1 draw"},
    {.noted = "L53 without drawing",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "0 !discard 4",
     .follows = "discard 0 4",
     .late = "ruling 0 L53 without drawing",
     .later = "1 draw",
     .decide = {{"1 require draw", NULL, "require 1 draw; draw 0 Q"},
                {"1 waive", NULL, "require 1 waive"}}},

    /* ---- L54 ---- */
    {.noted = "L54 exposed",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !expose 8",
     .follows = "expose 0 8",
     .ruled = "ruling 0 L54 exposed[; expose 0 ruled 8|; back 0 8]",
     .discard = "0 discard 4",
     .late = "ruling 0 L54 exposed[; expose 0 ruled 8|; back 0 8]",
     .later = "1 draw",
     .back = "; back 0 8"},
    {.noted = "L54 exposed",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "1 !expose 8",
     .follows = "expose 1 8",
     .ruled = "ruling 1 L54 exposed[; expose 1 ruled 8|; back 1 8]",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L54 exposed[; expose 1 ruled 8|; back 1 8]",
     .later = "1 draw; 1 discard 4; <n> draw",
     .back = "; back 1 8"},
    {.noted = "L54 no meld",
     .players = ANY,
     .hands = "8 8 4 5 6 J" THEM,
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !meld 8 2 0 0",
     .follows = "expose 0 8 8",
     .ruled = "ruling 0 L54 no meld[; expose 0 ruled 8 8|; back 0 8 8]",
     .discard = "0 discard 4",
     .late = "ruling 0 L54 no meld[; expose 0 ruled 8 8|; back 0 8 8]",
     .later = "1 draw",
     .back = "; back 0 8 8"},
    /* while a claimed pack waits */
    {.noted = "L54 no meld",
     .players = ANY,
     .hands = "9 9 K K K 8 8 5 6" THEM,
     .rest = PACK,
     .before = "0 take pair",
     .act = "0 !meld 8 2 0 0",
     .follows = "expose 0 8 8",
     .ruled = "ruling 0 L54 no meld[; expose 0 ruled 8 8|; back 0 8 8]",
     .discard = "0 meld K 3 0 0; 0 discard 5",
     .late = "ruling 0 L54 no meld[; expose 0 ruled 8 8|; back 0 8 8]",
     .later = "1 draw",
     .back = "; back 0 8 8",
     .melds_later = 2},
    /* a second meld of a rank, where there is none */
    {.noted = "L54 no meld",
     .players = ANY,
     .rules = "laws1950; second_meld=false",
     .hands = "Kx3 4 5 6 8" THEM,
     .melds = "Kx3",
     .rest = "pile: 9; stock: Q J T +20",
     .before = "0 draw",
     .act = "0 !meld K 3 0 0",
     .follows = "expose 0 K K K",
     .ruled = "ruling 0 L54 no meld[; expose 0 ruled K K K|; back 0 K K K]",
     .discard = "0 discard 4",
     .late = "ruling 0 L54 no meld[; expose 0 ruled K K K|; back 0 K K K]",
     .later = "1 draw",
     .back = "; back 0 K K K",
     .melds_later = 1},
    {.noted = "L54 no meld",
     .players = ANY,
     .hands = "3bx3 4 5 6" THEM,
     .melds = "Kx3",
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !meld 3b 3 0 0",
     .follows = "expose 0 3b 3b 3b",
     .ruled = "ruling 0 L54 no meld[; expose 0 ruled 3b 3b 3b|; back 0 3b 3b 3b]",
     .discard = "0 discard 4",
     .late = "ruling 0 L54 no meld[; expose 0 ruled 3b 3b 3b|; back 0 3b 3b 3b]",
     .later = "1 draw",
     .back = "; back 0 3b 3b 3b",
     .melds_later = 1},
    {.noted = "L54 against the answer",
     .players = PARTNERED,
     .hands = "Kx3 4x3" OUT,
     .melds = "8x7 / Qx3",
     .rest = "pile: 9; stock: 5 A T J +20",
     .before = "0 draw; 0 ask; 2 no; 0 meld K 3 0 0",
     .act = "0 !meld 4 3 0 0",
     .follows = "expose 0 4 4 4",
     .ruled = "ruling 0 L54 against the answer; expose 0 ruled 4 4 4",
     .discard = "0 discard 5",
     .late = "ruling 0 L54 against the answer; expose 0 ruled 4 4 4",
     .later = "1 draw",
     .back = "; back 0 4 4 4",
     .melds_later = 2},
    {.noted = "L54 against the answer",
     READY,
     .before = "0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 meld 4 3 0 0",
     .act = "0 !add 0 1 0 0",
     .follows = "expose 0 8",
     .ruled = "ruling 0 L54 against the answer; expose 0 ruled 8",
     .discard = "0 discard 5",
     .late = "ruling 0 L54 against the answer; expose 0 ruled 8",
     .later = "1 draw",
     .back = "; back 0 8",
     .melds_later = 3},
    /* after a yes */
    {
        .noted = "L54 against the answer",
        .players = PARTNERED,
        .hands = "K K 2 5 5" OUT,
        .melds = "8x7 / Qx3",
        .rest = "pile: 9; stock: 5 A T J +20",
        .before = "0 draw; 0 ask; 2 yes",
        .act = "0 !meld 5 3 1 0",
        .follows = "expose 0 5 5 5 2",
        .ruled = "ruling 0 L54 against the answer; expose 0 ruled 5 5 5 2",
    },
    {.noted = "L54 out of turn",
     .players = ANY,
     .hands = "4 5 6 / Kx3 4 5" OUT,
     .rest = CARDS,
     .act = "1 !meld K 3 0 0",
     .follows = "expose 1 K K K",
     .ruled = "ruling 1 L54 out of turn{100}[; expose 1 ruled K K K|; back 1 K K K]",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L54 out of turn{100}[; expose 1 ruled K K K|; back 1 K K K]",
     .later = "1 draw; 1 discard 4; <n> draw",
     .back = "; back 1 K K K"},
    {.noted = "L54 out of turn",
     .players = ANY,
     .hands = "4 5 6 / Q 4 5 8" OUT,
     .melds = "Kx3 / Qx3",
     .rest = "pile: 9; stock: J K T +20",
     .act = "1 !add 0 1 0 0",
     .follows = "expose 1 Q",
     .ruled = "ruling 1 L54 out of turn{100}[; expose 1 ruled Q|; back 1 Q]",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L54 out of turn{100}[; expose 1 ruled Q|; back 1 Q]",
     .later = "1 draw; 1 discard 4; <n> draw",
     .back = "; back 1 Q",
     .melds_later = 1},
    {.noted = "L54 out of turn",
     .players = PARTNERED,
     .hands = "4 5 6 / 4 5 8 / Kx3 4 5 / 5 6 7",
     .rest = CARDS,
     .act = "2 !meld K 3 0 0",
     .follows = "expose 2 K K K",
     .ruled = "ruling 2 L54 out of turn{200}; expose 2 ruled K K K",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 2 L54 out of turn{200}; expose 2 ruled K K K",
     .later = "1 draw",
     .back = "; back 2 K K K"},
    {.noted = "L54 another card",
     .players = THREE_UP,
     .hands = FIVE,
     .rest = CARDS,
     .before = "0 !expose 8; 1 call; 0 draw",
     .act = "0 !discard J",
     .follows = "discard 0 J",
     .late = "ruling 0 L54 another card; reopen 0 J",
     .later = "1 draw"},

    /* ---- L55 ---- */
    {.noted = "L55 too small",
     .players = ANY,
     .hands = "9 9 4 5 6 8" THEM,
     .rest = PACK,
     .act = "0 !take pair",
     .follows = "take 0 9 9; pile 0 7",
     .ruled = "ruling 0 L55 too small; reopen 0 9 9 pile 7 9[; expose 0 ruled 9 9|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L55 too small; reopen 0 4 9 9 pile 7 9[; expose 0 ruled 9 9|]",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L55 too small",
     .players = ANY,
     .rules = "laws1950; frozen_before_initial_meld=false",
     .hands = "9 2 4 5 6 8" THEM,
     .rest = PACK,
     .act = "0 !take deuce",
     .follows = "take 0 9 2; pile 0 7",
     .ruled = "ruling 0 L55 too small; reopen 0 9 2 pile 7 9[; expose 0 ruled 9 2|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L55 too small; reopen 0 4 9 2 pile 7 9[; expose 0 ruled 9 2|]",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L55 too small",
     .players = ANY,
     .rules = "laws1950; frozen_before_initial_meld=false",
     .hands = "9 X 4 5 6 8" THEM,
     .rest = PACK "; scores: 3000",
     .act = "0 !take joker",
     .follows = "take 0 9 X; pile 0 7",
     .ruled = "ruling 0 L55 too small; reopen 0 9 X pile 7 9[; expose 0 ruled 9 X|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L55 too small; reopen 0 4 9 X pile 7 9[; expose 0 ruled 9 X|]",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L55 too small",
     .players = ANY,
     .hands = "Kx3 4 5 6 8" THEM,
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !meld K 3 0 0",
     .follows = "meld 0 K K K",
     .ruled = "ruling 0 L55 too small; reopen 0 K K K[; expose 0 ruled K K K|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L55 too small; unlay 0 K K K[; expose 0 ruled K K K|]",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L55 too small",
     .players = ANY,
     .hands = "Ax3 Q Q 2 4 5" THEM,
     .rest = "pile: 9; stock: K T J +20; scores: 1500",
     .before = "0 draw; 0 meld A 3 0 0",
     .act = "0 !add 0 0 1 0",
     .follows = "add 0 2",
     .ruled = "ruling 0 L55 too small; reopen 0 A A A 2[; expose 0 ruled A A A 2|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L55 too small; unlay 0 A A A 2[; expose 0 ruled A A A 2|]",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L55 not made good",
     .players = ANY,
     .hands = "Kx3 Qx3 4 5 6" THEM,
     .rest = "pile: 9; stock: J T +20",
     .before = "0 draw; 0 meld K 3 0 0",
     .act = "0 !discard 4",
     .follows = "discard 0 4",
     .late = "ruling 0 L55 not made good; unlay 0 K K K[; expose 0 ruled K K K|]",
     .later = "1 draw",
     .melds_later = 1},

    /* ---- L57 ---- */
    {.noted = "L57 touched",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "1 !touch",
     .follows = "",
     .ruled = "ruling 1 L57 touched{50}",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 1 L57 touched{50}",
     .later = "1 draw; 1 discard 4; <n> draw"},
    {.noted = "L57 touched",
     .players = ANY,
     .hands = FIVE,
     .rest = CARDS,
     .act = "0 !touch",
     .follows = "",
     .ruled = "ruling 0 L57 touched{50}",
     .discard = "0 draw; 0 discard 4",
     .late = "ruling 0 L57 touched{50}",
     .later = "1 draw"},
    {.noted = "L57 taken",
     .players = ANY,
     .hands = "9 2 4 5 6 8" THEM,
     .rest = PACK,
     .act = "0 !take deuce",
     .follows = "take 0 9 2; pile 0 7",
     .ruled = "ruling 0 L57 taken{200}; reopen 0 9 2 pile 7 9[; expose 0 ruled 9 2|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken{200}; reopen 0 4 9 2 pile 7 9[; expose 0 ruled 9 2|]",
     .later = "1 draw",
     .decide = DRAW_OR_NOT,
     .melds_later = 1},
    {.noted = "L57 taken",
     .players = ANY,
     .hands = "9 X 4 5 6 8" THEM,
     .rest = PACK,
     .act = "0 !take joker",
     .follows = "take 0 9 X; pile 0 7",
     .ruled = "ruling 0 L57 taken{200}; reopen 0 9 X pile 7 9[; expose 0 ruled 9 X|]",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken{200}; reopen 0 4 9 X pile 7 9[; expose 0 ruled 9 X|]",
     .later = "1 draw",
     .decide = DRAW_OR_NOT,
     .melds_later = 1},
    {.noted = "L57 taken",
     .players = ANY,
     .hands = FIVE,
     .melds = "9x3",
     .rest = "pile: 2 9; stock: Q K +20",
     .act = "0 !take onto 0",
     .follows = "take 0; pile 0 2",
     .ruled = "ruling 0 L57 taken{200}; reopen 0 pile 2 9",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken{200}; reopen 0 4 pile 2 9",
     .later = "1 draw",
     .decide = DRAW_OR_NOT,
     .melds_later = 1},
    {.noted = "L57 taken",
     .players = ANY,
     .hands = FIVE,
     .rest = PACK,
     .act = "0 !take hand",
     .follows = "hold 0 7 9",
     .ruled = "ruling 0 L57 taken{200}; reopen 0 pile 7 9",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken{200}; reopen 0 4 pile 7 9",
     .later = "1 draw",
     .decide = DRAW_OR_NOT},
    /* it might have taken it, */
    {.noted = "L57 taken",
     .players = ANY,
     .hands = "9 9 4 5 6 8" THEM,
     .melds = "Kx3",
     .rest = PACK,
     .act = "0 !take hand",
     .follows = "hold 0 7 9",
     .ruled = "ruling 0 L57 taken; reopen 0 pile 7 9",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken; reopen 0 4 pile 7 9",
     .later = "1 draw",
     .decide = DRAW_OR_NOT,
     .melds_later = 1},
    /* or only had to lay its top card first */
    {.noted = "L57 taken",
     .players = ANY,
     .hands = FIVE,
     .melds = "9x3",
     .rest = PACK,
     .act = "0 !take hand",
     .follows = "hold 0 7 9",
     .ruled = "ruling 0 L57 taken; reopen 0 pile 7 9",
     .discard = "0 discard 4",
     .late = "ruling 0 L57 taken; reopen 0 4 pile 7 9",
     .later = "1 draw",
     .melds_later = 1},

    /* ---- L58 ---- */
    {.noted = "L58 too many wilds",
     .players = ANY,
     .hands = "K K 2 2 2 X 5 6" THEM,
     .melds = "9x3",
     .rest = "pile: T; stock: Q J +20",
     .before = "0 draw",
     .act = "0 !meld K 2 3 1",
     .follows = "meld 0 K K 2 2 X; expose 0 2",
     .ruled = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .discard = "0 discard 5",
     .late = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .later = "1 draw",
     .back = "; back 0 2",
     .melds_later = 2},
    {.noted = "L58 too many wilds",
     .players = ANY,
     .hands = "2 4 5 6 8" THEM,
     .melds = "K K 2 2 2",
     .rest = CARDS,
     .before = "0 draw",
     .act = "0 !add 0 0 1 0",
     .follows = "expose 0 2",
     .ruled = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .discard = "0 discard 4",
     .late = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .later = "1 draw",
     .back = "; back 0 2",
     .melds_later = 1},
    /* what is left is not legal either */
    {.noted = "L58 too many wilds",
     .players = ANY,
     .hands = "4 4 2 2 2 2 5 6" THEM,
     .rest = CARDS "; scores: 3000",
     .before = "0 draw",
     .act = "0 !meld 4 2 4 0",
     .follows = "expose 0 4 4 2 2 2 2",
     .ruled = "ruling 0 L58 too many wilds[; expose 0 ruled 4 4 2 2 2 2|; back 0 4 4 2 2 2 2]",
     .discard = "0 discard 5",
     .late = "ruling 0 L58 too many wilds[; expose 0 ruled 4 4 2 2 2 2|; back 0 4 4 2 2 2 2]",
     .later = "1 draw",
     .back = "; back 0 4 4 2 2 2 2"},
    /* while a claimed pack waits: it joins */
    {.noted = "L58 too many wilds",
     .players = ANY,
     .hands = "9 9 K K 2 2 2 2 5 6" THEM,
     .rest = PACK,
     .before = "0 take pair",
     .act = "0 !meld K 2 4 0",
     .follows = "meld 0 K K 2 2 2; expose 0 2; pile 0 7",
     .ruled = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .discard = "0 discard 5",
     .late = "ruling 0 L58 too many wilds[; expose 0 ruled 2|; back 0 2]",
     .later = "1 draw",
     .back = "; back 0 2",
     .melds_later = 2},

    /* ---- L38 ---- */
    {.noted = "L38 no card kept",
     .players = ANY,
     .hands = "Kx3" THEM,
     .melds = "9x3",
     .rest = "pile: T; stock: Q J +20",
     .before = "0 draw",
     .act = "0 !meld K 3 0 0",
     .follows = "expose 0 K K K",
     .ruled = "ruling 0 L38 no card kept[; expose 0 ruled K K K|; back 0 K K K]",
     .discard = "0 discard Q",
     .late = "ruling 0 L38 no card kept[; expose 0 ruled K K K|; back 0 K K K]",
     .later = "1 draw",
     .back = "; back 0 K K K",
     .melds_later = 1},
    {.noted = "L38 no card kept",
     .players = ANY,
     .hands = "9" THEM,
     .melds = "9x3",
     .rest = "pile: T; stock: Q J +20",
     .before = "0 draw",
     .act = "0 !add 0 1 0 0",
     .follows = "expose 0 9",
     .ruled = "ruling 0 L38 no card kept[; expose 0 ruled 9|; back 0 9]",
     .discard = "0 discard Q",
     .late = "ruling 0 L38 no card kept[; expose 0 ruled 9|; back 0 9]",
     .later = "1 draw",
     .back = "; back 0 9",
     .melds_later = 1},

    /* ---- L59 ---- */
    {.noted = "L59 against a no",
     .players = PARTNERED,
     .hands = "Kx3 4x3" OUT,
     .melds = "8x7 / Qx3",
     .rest = "pile: 9; stock: 4 A T J +20",
     .before = "0 draw; 0 ask; 2 no; 0 meld K 3 0 0",
     .act = "0 !meld 4 4 0 0",
     .follows = "meld 0 4 4 4 4",
     .ruled = "ruling 0 L59 against a no",
     .decide = {{"1 require out", "require 1 out; end out", NULL},
                {"1 waive", "require 1 waive; reopen 0 4 4 4 4; expose 0 ruled 4 4 4 4", NULL}}},
    {.noted = "L59 against a no",
     .players = PARTNERED,
     .hands = "Kx3 8" OUT,
     .melds = "8x6 2 / Qx3",
     .rest = "pile: 9; stock: 8 A T J +20",
     .before = "0 draw; 0 ask; 2 no; 0 meld K 3 0 0",
     .act = "0 !add 0 2 0 0",
     .follows = "add 0 8 8",
     .ruled = "ruling 0 L59 against a no",
     .decide = {{"1 require out", "require 1 out; end out", NULL},
                {"1 waive", "require 1 waive; reopen 0 8 8; expose 0 ruled 8 8", NULL}}},
    {.noted = "L59 before the answer",
     READY,
     .before = "0 draw; 0 ask",
     .act = "0 !meld K 3 0 0",
     .follows = "expose 0 K K K",
     .answer = "2 no",
     .ruled = "ruling 0 L59 before the answer; expose 0 ruled K K K",
     .discard = "0 discard 5",
     .late = "ruling 0 L59 before the answer; expose 0 ruled K K K",
     .later = "1 draw",
     .back = "; back 0 K K K",
     .decide = {{"1 require out", "require 1 out; bound 0", "require 1 out; reopen 0 5; bound 0"},
                {"1 waive", "require 1 waive", NULL}},
     .melds_later = 1},
    {.noted = "L59 before the answer",
     READY,
     .before = "0 draw; 0 ask",
     .act = "0 !add 0 1 0 0",
     .follows = "expose 0 8",
     .answer = "2 yes",
     .ruled = "ruling 0 L59 before the answer; expose 0 ruled 8",
     .decide = {{"1 require out", "require 1 out; bound 0", NULL},
                {"1 waive", "require 1 waive", NULL}},
     .melds_later = 1},
    /* it cannot go out, and no points are due: an opponent required it */
    {.noted = "L59 before the answer",
     .players = PARTNERED,
     .hands = "8 8 4 5 6" OUT,
     .melds = "Kx7 / Qx3",
     .rest = "pile: 9; stock: Q A T J +20",
     .before = "0 draw; 0 !ask",
     .act = "0 !meld 8 2 0 0",
     .follows = "expose 0 8 8",
     .answer = "2 no",
     .ruled = "ruling 0 L59 before the answer; expose 0 ruled 8 8",
     .decide = {{"1 require out",
                 "require 1 out; expose 0 ruled 4 5 6 Q; ruling 0 L59 asked unable", NULL},
                {"1 waive", "require 1 waive; ruling 0 L59 asked unable", NULL}},
     .melds_later = 1},
    /* it goes out after all, and the deal waits: nothing is left to require */
    {READY, .noted = "L59 before the answer", .before = "0 draw; 0 ask", .act = "0 !meld K 3 0 0",
     .follows = "expose 0 K K K", .answer = "2 yes",
     .discard = "0 meld K 3 0 0; 0 meld 4 3 0 0; 0 add 0 1 0 0; 0 discard 5",
     .late = "ruling 0 L59 before the answer; end out", .called_only = true},
    {.noted = "L59 not out after a yes",
     READY,
     .before = "0 draw; 0 ask; 2 yes",
     .act = "0 !discard K",
     .follows = "discard 0 K",
     .late = "ruling 0 L59 not out after a yes; reopen 0 K; bound 0",
     .later = "1 draw",
     .melds_later = 1},
    /* bound by an opponent, once in this turn */
    {.noted = "L59 not out after a yes",
     READY,
     .before = "0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 1 call; 1 require out",
     .act = "0 !discard K",
     .follows = "discard 0 K",
     .late = "ruling 0 L59 not out after a yes; reopen 0 K",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L59 asked unable",
     .players = PARTNERED,
     .hands = "K 4 5" OUT,
     .melds = "9x7 / Qx3",
     .rest = "pile: 9; stock: T A J +20",
     .before = "0 draw",
     .act = "0 !ask",
     .follows = "ask 0",
     .answer = "2 yes",
     .ruled = "ruling 0 L59 asked unable{100}; expose 0 ruled 4 5 T K",
     .discard = "0 discard K",
     .late = "ruling 0 L59 asked unable{100}; reopen 0 K; expose 0 ruled 4 5 T K",
     .later = "1 draw",
     .melds_later = 1},
    {.noted = "L59 asked unable",
     .players = PARTNERED,
     .hands = "K 4 5" OUT,
     .melds = "9x7 / Qx3",
     .rest = "pile: 9; stock: T A J +20",
     .before = "0 draw",
     .act = "0 !ask",
     .follows = "ask 0",
     .answer = "2 no",
     .ruled = "ruling 0 L59 asked unable",
     .discard = "0 discard K",
     .late = "ruling 0 L59 asked unable",
     .later = "1 draw",
     .melds_later = 1},
    /* it can go out, though it asked too late; when it has, nothing is left to rule */
    {.noted = "L59 asked unable",
     READY,
     .before = "0 draw; 0 meld K 3 0 0",
     .act = "0 !ask",
     .follows = "ask 0",
     .answer = "2 yes",
     .ruled = "ruling 0 L59 asked unable; bound 0",
     .discard = "0 meld 4 3 0 0; 0 add 0 1 0 0; 0 discard 5",
     .late = "ruling 0 L59 asked unable; end out"},

    /* ---- deals that end over it, and wait ---- */
    {.noted = "L54 exposed",
     .players = ANY,
     .hands = FIVE,
     .rest = "pile: 9; stock: 3r",
     .before = "0 draw",
     .act = "0 !expose 8",
     .follows = "expose 0 8",
     .ruled = "ruling 0 L54 exposed[; expose 0 ruled 8|; back 0 8]",
     .discard = "0 stop",
     .late = "ruling 0 L54 exposed[; expose 0 ruled 8|; back 0 8]; end red3"},
    {.noted = "L57 touched",
     .players = ANY,
     .hands = FIVE,
     .rest = "pile: 9; stock: -",
     .act = "0 !touch",
     .follows = "",
     .ruled = "ruling 0 L57 touched{50}",
     .discard = "0 stop",
     .late = "ruling 0 L57 touched{50}; end stock"},
};

/* ---- texts ---- */

static int players;
static bool has_points, is_watched;

static int count_seats(void)
{
    return players == 5 ? 4 : players;
}

static void append(char *text, const char *more, size_t length)
{
    const size_t end = strlen(text);
    assert_true(end + length < TEXT);
    memcpy(text + end, more, length);
    text[end + length] = '\0';
}

static void append_round(char *text)
{
    for (int seat = 1; seat < count_seats(); seat++) {
        char turn[80];
        snprintf(turn, sizeof turn, "%s%d draw; %d discard 4", seat > 1 ? "; " : "", seat, seat);
        append(text, turn, strlen(turn));
    }
}

/* Writes what a text of a row says for this table. Returns what stands after the part. */
static const char *append_part(char *text, const char *from)
{
    const char *end;
    if (from[0] == '[') {
        const char *bar = strchr(from, '|');
        end = strchr(from, ']');
        if (players > 2)
            append(text, from + 1, (size_t)(bar - from - 1));
        else
            append(text, bar + 1, (size_t)(end - bar - 1));
    } else if (from[0] == '{') {
        end = strchr(from, '}');
        if (has_points) {
            append(text, " -", 2);
            append(text, from + 1, (size_t)(end - from - 1));
        }
    } else if (strncmp(from, "<n>", 3) == 0) {
        end = from + 2;
        append(text, players == 2 ? "0" : "2", 1);
    } else if (strncmp(from, "<round>", 7) == 0) {
        end = from + 6;
        append_round(text);
    } else {
        end = from;
        append(text, from, 1);
    }
    return end + 1;
}

static const char *expanded(const char *from, char *text)
{
    text[0] = '\0';
    while (from != NULL && *from != '\0')
        from = append_part(text, from);
    return text;
}

/* Writes as many parts between "/" as there are of them at this table. */
static void write_parts(char *to, size_t size, const char *key, const char *parts, int count)
{
    const char *end = parts;
    while (count > 0 && *end != '\0') {
        end += strcspn(end, "/");
        end += --count > 0 && *end == '/';
    }
    const size_t length = strlen(to);
    snprintf(to + length, size - length, "; %s: %.*s", key, (int)(end - parts), parts);
}

static void set_up(const struct row *row)
{
    static char rules[200];
    char position[TABLE_TEXT];
    snprintf(rules, sizeof rules, "%s; referee=%s; point_penalties=%s",
             row->rules != NULL ? row->rules : "laws1950", is_watched ? "watchful" : "called",
             has_points ? "true" : "false");
    snprintf(position, sizeof position, "players: %d; %s", players, row->rest);
    write_parts(position, sizeof position, "hands", row->hands, count_seats());
    if (players == 5)
        snprintf(position + strlen(position), sizeof position - strlen(position), "/ -");
    if (row->melds != NULL)
        write_parts(position, sizeof position, "melds", row->melds, players == 3 ? 3 : 2);
    table(rules, position);
}

/* ---- play ---- */

/* Nobody calls where the referee does. */
static void do_unless_called(const char *act, int index)
{
    (void)index;
    if (!is_watched || strstr(act, " call") == NULL)
        act_of_seat(act, 0);
}

static void perform(const char *acts)
{
    char text[TEXT];
    told[0] = '\0';
    if (acts != NULL && acts[0] != '\0')
        table_parts(expanded(acts, text), ';', do_unless_called);
}

static void tells(const struct row *row, const char *what, const char *lines)
{
    const char *found = told[0] == '\0' ? told : told + 2;
    if (strcmp(found, lines) != 0)
        fail_msg("%s, %s, %d players, %s%s, %s:\n  expected %s\n  found    %s", row->noted,
                 row->act, players, is_watched ? "watched" : "called", has_points ? ", points" : "",
                 what, lines, found);
}

static int offender(const struct row *row)
{
    return row->act[0] - '0';
}

static int32_t penalty(const struct row *row)
{
    const struct cn_board *board = &at_table.game.deal.board;
    return board->penalties[board->side[offender(row)]];
}

/* Nobody errs any more, or calls: the deal comes to its end, whatever is owed. */
static void play_to_the_end(const struct row *row, int32_t due)
{
    static struct cn_action list[8000];
    static struct cn_rng rng;
    cn_rng_init(&rng, (uint64_t)players);
    const struct cn_game *game = &at_table.game;
    for (int acts = 0; game->in_deal; acts++) {
        struct cn_refusal why;
        assert_true(acts < END_ACTS);
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const int count = cn_legal_list(&view, list, 8000);
        assert_true(count > 0 && count <= 8000);
        told[0] = '\0';
        assert_true(cn_game_play(&at_table.game, seat, list[cn_rng_below(&rng, (uint32_t)count)],
                                 NULL, &why, &refereed_observer));
        assert_null(strstr(told, "ruling"));
    }
    assert_int_equal(penalty(row), due);
    assert_int_equal(cn_referee_open(game), 0);
}

/* ---- moments ---- */

static int calls;

/* Any seat may call: each does so in its time. */
static void call_of_somebody(const struct row *row, const char *ruling, const char *what)
{
    char text[TEXT];
    char lines[TEXT + 20];
    char act[20];
    const int seat = calls++ % count_seats();
    snprintf(act, sizeof act, "%d call", seat);
    snprintf(lines, sizeof lines, "call %d%s%s", seat, ruling[0] != '\0' ? "; " : "",
             expanded(ruling, text));
    perform(act);
    tells(row, what, lines);
}

static int32_t points_of(const char *ruling)
{
    const char *from = ruling == NULL ? NULL : strchr(ruling, '{');
    return from == NULL || !has_points ? 0 : -atoi(from + 1);
}

/* The act, which the law refuses unless it is insisted on. */
static int32_t err(const struct row *row)
{
    char text[TEXT];
    char lines[2 * TEXT];
    struct cn_noted noted;
    set_up(row);
    const struct cn_action insisted = table_action(row->act + 2);
    perform(row->before);
    const int32_t before = penalty(row);
    notes(row->act, row->noted);
    assert_false(
        cn_referee_check(&at_table.game, offender(row), cn_action_plain(insisted), &noted, NULL));
    perform(row->act);
    snprintf(lines, sizeof lines, "irregular %d %s%s%s", offender(row), row->noted,
             row->follows[0] != '\0' ? "; " : "", expanded(row->follows, text));
    if (!is_watched)
        tells(row, "the act", lines);
    else if (strncmp(told + 2, lines, strlen(lines)) != 0)
        tells(row, "the act", lines);
    return before;
}

/* What is decided, if anything is due; then everything owed is paid. */
static void decide_and_play(const struct row *row, int decision, bool late, int32_t due)
{
    char text[TEXT];
    if (row->decide[decision].act != NULL) {
        const char *lines = row->decide[decision].late;
        if (!late || lines == NULL)
            lines = row->decide[decision].once != NULL ? row->decide[decision].once : lines;
        phase_is("decide");
        assert_int_equal(actor(), 1); /* the next opponent of seat 0 */
        perform(row->decide[decision].act);
        tells(row, "the decision", expanded(lines, text));
    } else if (at_table.game.in_deal) {
        assert_int_equal(at_table.game.deal.board.due, CN_DUE_NOTHING);
    }
    open_is(0);
    assert_int_equal(penalty(row), due);
    if (has_points)
        play_to_the_end(row, due);
}

static void at_once(const struct row *row, int decision)
{
    const int32_t before = err(row);
    perform(row->answer);
    call_of_somebody(row, row->ruled, "at once");
    decide_and_play(row, decision, false, before + points_of(row->ruled));
}

static void after_the_discard(const struct row *row, int decision)
{
    const int32_t before = err(row);
    perform(row->answer);
    perform(row->discard);
    call_of_somebody(row, row->late, "after the discard");
    decide_and_play(row, decision, true, before + points_of(row->late));
}

/* No points, and nothing is owed; what was done stands, and what was shown goes back. */
static void lapsed(const struct row *row)
{
    char text[TEXT];
    char lines[2 * TEXT];
    const int32_t before = err(row);
    const struct cn_board *board = &at_table.game.deal.board;
    perform(row->answer);
    perform(row->discard);
    const int owed = board->owed[offender(row)];
    perform(row->later);
    snprintf(lines, sizeof lines, "; lapse %d %s%s", offender(row), row->noted,
             expanded(row->back, text));
    const size_t end = strlen(told) - strlen(lines);
    if (strlen(told) < strlen(lines) || strcmp(told + end, lines) != 0)
        tells(row, "after the next opponent has played", lines);
    assert_int_equal(penalty(row), before);
    assert_int_equal(board->owed[offender(row)], owed);
    assert_int_equal(board->meld_count[board->side[offender(row)]], row->melds_later);
    call_of_somebody(row, "", "too late");
}

static void too_late(const struct row *row)
{
    lapsed(row);
    play_to_the_end(row, penalty(row));
}

static void never(const struct row *row)
{
    const int32_t before = err(row);
    play_to_the_end(row, before);
}

static void watched(const struct row *row, int decision)
{
    char text[TEXT];
    char lines[TEXT + 10];
    const char *ruling = row->ruled != NULL ? row->ruled : row->late;
    const int32_t before = err(row);
    if (row->answer != NULL)
        perform(row->answer);
    snprintf(lines, sizeof lines, "; call; %s", expanded(ruling, text));
    const char *call = strstr(told, "; call;");
    if (call == NULL || strcmp(call, lines) != 0)
        tells(row, "the referee", lines);
    decide_and_play(row, decision, row->ruled == NULL, before + points_of(ruling));
}

/* ---- all tables ---- */

typedef void each_case(const struct row *row);

static void at_every_table(each_case *run)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (players = 2; players <= 6; players++)
            for (int points = 0; points < 2; points++) {
                has_points = points != 0;
                if ((rows[i].players >> players & 1) != 0)
                    run(&rows[i]);
            }
}

static void each_decision(const struct row *row, void (*run)(const struct row *row, int decision))
{
    run(row, 0);
    if (row->decide[0].act != NULL)
        run(row, 1);
}

static void case_at_once(const struct row *row)
{
    if (row->ruled != NULL)
        each_decision(row, at_once);
}

static void case_after_the_discard(const struct row *row)
{
    if (row->late != NULL)
        each_decision(row, after_the_discard);
}

static void case_too_late(const struct row *row)
{
    if (row->later != NULL)
        too_late(row);
}

static void case_watched(const struct row *row)
{
    if (!row->called_only)
        each_decision(row, watched);
}

static void test_noticed_at_once(void **state)
{
    at_every_table(case_at_once);
}

static void test_noticed_after_the_discard(void **state)
{
    at_every_table(case_after_the_discard);
}

static void test_noticed_too_late(void **state)
{
    at_every_table(case_too_late);
}

static void test_never_noticed(void **state)
{
    at_every_table(never);
}

static void test_watchful_referee(void **state)
{
    is_watched = true;
    at_every_table(case_watched);
    is_watched = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noticed_at_once),  cmocka_unit_test(test_noticed_after_the_discard),
        cmocka_unit_test(test_noticed_too_late), cmocka_unit_test(test_never_noticed),
        cmocka_unit_test(test_watchful_referee),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
