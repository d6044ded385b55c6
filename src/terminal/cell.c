#include "cell.h"

#include <stdio.h>
#include <string.h>

enum {
    LENGTHS = 3 /* of each text, from long to short */
};

/* Writes the longest of the texts ui.cell.WHAT.0, .1 and .2 that fits. Returns false, with the
 * shortest, if none does. */
static bool say_fitting(const struct display *display, const char *what, const char *one,
                        const char *two, int columns, char *text, size_t size)
{
    for (int i = 0; i < LENGTHS; i++) {
        char name[48];
        snprintf(name, sizeof name, "ui.cell.%s.%d", what, i);
        words_format(display->words, text, size, name, 2, one, two);
        if (cn__columns(text) <= columns)
            return true;
    }
    return false;
}

/* "7 7 7 JK" */
static void say_ranks(cn_packed_meld m, char *text, size_t size)
{
    const char *name = cn_kind_name(cn_meld_kind(m));
    size_t at = 0;
    if (cn_meld_kind(m) == CN_TEN)
        name = "10";
    if (cn_meld_kind(m) == CN_BLACK_THREE)
        name = "3";
    const int counts[3] = {cn_meld_naturals(m), cn_meld_deuces(m), cn_meld_jokers(m)};
    const char *const names[3] = {name, "2", "JK"};
    text[0] = '\0';
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < counts[i] && at + 4 < size; n++)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? " " : "", names[i]);
}

/* A complete canasta, squared up: its top card and what it is (C7). */
static void say_canasta(const struct display *display, int side, int meld, int columns, int pitch,
                        struct meld_cell *cell)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    char size[16];
    char wilds[16];
    snprintf(size, sizeof size, "%d", cn_meld_size(m));
    snprintf(wilds, sizeof wilds, "%d", cn_meld_wilds(m));
    cell->cards[cell->card_count++] = display_top_of_canasta(display, side, meld);
    cell->at = pitch;
    (void)say_fitting(display, cn_canasta_class_name(cn_meld_class(m)), size, wilds,
                      columns - cell->at, cell->words, sizeof cell->words);
}

/* An open meld: its cards and how many are missing for a canasta. */
static void say_open(const struct display *display, int side, int meld, int columns, int pitch,
                     struct meld_cell *cell)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    char missing[16];
    char size[16];
    char whole[16];
    const enum meld_state state = display_meld_state(display, side, meld);
    const char *what = state == MELD_DEAD ? "dead" : state == MELD_LOCKING ? "locking" : "more";
    snprintf(missing, sizeof missing, "%d", CN_CANASTA_SIZE - cn_meld_size(m));
    cell->card_count = display_meld(display, side, meld, cell->cards);
    cell->at = pitch * (CN_CANASTA_SIZE - 1) + 1;
    if (say_fitting(display, what, missing, "", columns - cell->at, cell->words,
                    sizeof cell->words))
        return;
    say_ranks(m, cell->ranks, sizeof cell->ranks);
    const int ranks = cn__columns(cell->ranks);
    cell->at = columns - cn__columns(cell->words);
    if (ranks < cell->at) {
        cell->card_count = 0;
        return;
    }
    cell->words[0] = '\0';
    if (ranks <= columns) {
        cell->card_count = 0;
        return;
    }
    cell->ranks[0] = '\0';
    cell->card_count = 1;
    cell->at = pitch;
    snprintf(size, sizeof size, "%d", cn_meld_size(m));
    snprintf(whole, sizeof whole, "%d", CN_CANASTA_SIZE);
    WORDS2(display->words, cell->words, "ui.cell.of", size, whole);
}

void cell_of(const struct display *display, int side, int meld, int columns, int pitch,
             struct meld_cell *cell)
{
    memset(cell, 0, sizeof *cell);
    if (cn_meld_is_canasta(display->board.melds[side][meld]))
        say_canasta(display, side, meld, columns, pitch, cell);
    else
        say_open(display, side, meld, columns, pitch, cell);
}
