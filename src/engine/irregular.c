#include "irregular.h"

#include <assert.h>
#include <string.h>

static const struct {
    int law;
    const char *name;
} rows[] = {
#define X(id, law, name) {law, name},
    CN_IRREGULARITIES(X)
#undef X
};

int cn_irregular_number(int what)
{
    return rows[what].law;
}

const char *cn_irregular_law(int what)
{
    switch (rows[what].law) {
    case 38: return "L38";
    case 53: return "L53";
    case 54: return "L54";
    case 55: return "L55";
    case 57: return "L57";
    case 58: return "L58";
    default: return "L59";
    }
}

const char *cn_irregular_name(int what)
{
    return rows[what].name;
}

static bool is_open(const struct cn_notes *notes, int seat, int what)
{
    for (int at = 0; at < notes->open_count; at++)
        if (notes->open[at].seat == seat && notes->open[at].what == what)
            return true;
    return false;
}

struct cn_open *cn_notes_add(struct cn_notes *notes, int seat, int what, int flags)
{
    assert(notes->open_count < CN_OPEN_MAX);
    if (what == CN_IRREGULAR_DRAWN_OUT_OF_TURN && !is_open(notes, seat, what))
        notes->hidden_again[seat] = CN_NO_CARDS;
    struct cn_open *open = &notes->open[notes->open_count++];
    memset(open, 0, sizeof *open);
    open->seat = (uint8_t)seat;
    open->what = (uint8_t)what;
    open->turn = notes->turn;
    open->flags = (uint8_t)flags;
    open->number = ++notes->noted;
    return open;
}

void cn_notes_remove(struct cn_notes *notes, int at)
{
    const size_t after = (size_t)(--notes->open_count - at);
    memmove(&notes->open[at], &notes->open[at + 1], after * sizeof notes->open[0]);
    memset(&notes->open[notes->open_count], 0, sizeof notes->open[0]);
}

int cn_notes_newest(const struct cn_notes *notes, int seat)
{
    for (int at = notes->open_count - 1; at >= 0; at--)
        if (notes->open[at].seat == seat)
            return at;
    return -1;
}

bool cn_notes_has_side(const struct cn_notes *notes, const struct cn_board *board, int side)
{
    for (int at = 0; at < notes->open_count; at++)
        if (board->side[notes->open[at].seat] == side)
            return true;
    return false;
}

/* Takes from 'left' what an irregularity shows of a kind, and forgets what is not there. */
static int match_kind(cn_hand *left, int kind, int shown)
{
    const int there = cn_hand_count(*left, kind);
    const int stays = shown < there ? shown : there;
    cn_hand_remove_cards(left, kind, stays);
    return stays;
}

/* The newest irregularities keep theirs. */
void cn_notes_match(struct cn_notes *notes, const struct cn_board *board)
{
    cn_hand left[CN_SEATS_MAX];
    memcpy(left, board->shown, sizeof left);
    for (int at = notes->open_count - 1; at >= 0; at--) {
        struct cn_open *open = &notes->open[at];
        const cn_packed_meld m = open->shown;
        if (m == 0)
            continue;
        const int kind = cn_meld_kind(m);
        const int naturals = match_kind(&left[open->seat], kind, cn_meld_naturals(m));
        const int deuces = match_kind(&left[open->seat], CN_DEUCE, cn_meld_deuces(m));
        const int jokers = match_kind(&left[open->seat], CN_JOKER, cn_meld_jokers(m));
        open->shown =
            naturals + deuces + jokers == 0 ? 0 : cn_meld_of(kind, naturals, deuces, jokers);
    }
}
