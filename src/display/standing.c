#include "standing.h"

#include <stdio.h>
#include <string.h>

#include "say.h"

/* Adds a clause to a list of them. */
static void add_clause(const struct display *display, const char *clause, char *text, size_t size)
{
    words_join(display->words, "list.comma", clause, text, size);
}

static char *nothing(char *text)
{
    text[0] = '\0';
    return text;
}

/* ---- melds and ranks ---- */

const char *display_meld_state_name(enum meld_state state)
{
    static const char *const names[MELD_STATE_COUNT] = {
#define X(id, name) name,
        MELD_STATES(X)
#undef X
    };
    return names[state];
}

enum meld_state display_meld_state(const struct display *display, int side, int meld)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    const int kind = cn_meld_kind(m);
    const bool canasta = cn_meld_is_canasta(m);
    if (m == 0)
        return MELD_OPEN;
    if (canasta && cn_meld_size(m) >= display->law->kinds[kind].largest)
        return MELD_CLOSED;
    if (kind == CN_JOKER)
        return !canasta && display->law->rules.wild_melds == CN_WILD_MELDS_LOCKING ? MELD_LOCKING
                                                                                   : MELD_OPEN;
    if (display_rank_is_dead(display, kind))
        return canasta ? MELD_CLOSED : MELD_DEAD;
    return MELD_OPEN;
}

char *words_meld_state(const struct display *display, int side, int meld, char *text, size_t size)
{
    char kinds[40];
    char key[40];
    const enum meld_state state = display_meld_state(display, side, meld);
    if (state == MELD_OPEN)
        return nothing(text);
    cn_words_kind(display->words, cn_meld_kind(display->board.melds[side][meld]), true, kinds,
                  sizeof kinds);
    const bool own = display->viewer != CN_NO_SEAT && side == display->side;
    snprintf(key, sizeof key, "ui.meld.state.%s%s", display_meld_state_name(state),
             own && state == MELD_LOCKING ? ".own" : "");
    return words_format(display->words, text, size, key, 1, kinds);
}

bool display_rank_is_dead(const struct display *display, int kind)
{
    return display->stage == CN_STAGE_IN_DEAL &&
           cn_rank_is_dead(display->law, &display->board, kind);
}

char *words_dead_rank(const struct display *display, int kind, char *text, size_t size)
{
    char kinds[40];
    if (!display_rank_is_dead(display, kind))
        return nothing(text);
    cn_words_kind(display->words, kind, true, kinds, sizeof kinds);
    return words_format(display->words, text, size, "ui.rank.dead", 1, kinds);
}

/* ---- discards ---- */

/* Refusals of a discard that are about the card itself, not about what the turn still owes. */
static bool is_about_the_card(enum cn_refusal_id id)
{
    return id == CN_REFUSED_DISCARD_EMPTY_PILE || id == CN_REFUSED_DISCARD_DEAD ||
           id == CN_REFUSED_DISCARD_WILD || id == CN_REFUSED_DISCARD_WAITS ||
           id == CN_REFUSED_LAST_DISCARD_BARS || id == CN_REFUSED_BONUS_CARD_DISCARDED;
}

bool display_discard_is_barred(const struct display *display, int kind, struct cn_refusal *why)
{
    const struct cn_action discard = cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0);
    memset(why, 0, sizeof *why);
    return display->stage == CN_STAGE_IN_DEAL && display_is_my_turn(display) &&
           !display_check(display, discard, why) && is_about_the_card(why->id);
}

char *words_empty_pack(const struct display *display, char *text, size_t size)
{
    const int32_t listed = display->law->rules.empty_pile_discard;
    char kinds[SAY_SIZE] = "";
    char clause[80];
    if (display->stage != CN_STAGE_IN_DEAL || display->board.pile > 0 || listed == 0)
        return nothing(text);
    for (int i = 0; i < CN_KINDS; i++) {
        const int kind = (i + CN_RED_THREE) % CN_KINDS; /* wild cards last */
        if ((listed >> kind & 1) == 0)
            continue;
        cn_words_kind(display->words, kind, true, clause, sizeof clause);
        add_clause(display, clause, kinds, sizeof kinds);
    }
    if ((listed & CN_KINDS_WORD) != 0)
        add_clause(display, WORDS0(display->words, clause, "ui.pack.empty.dead"), kinds,
                   sizeof kinds);
    return words_format(display->words, text, size, "ui.pack.empty", 1, kinds);
}

bool display_pack_parts(const struct display *display, int *taken, int *left)
{
    const int most = display->law->rules.pile_taken;
    const int pile = display->board.pile;
    if (display->stage != CN_STAGE_IN_DEAL || most == CN_UNLIMITED || pile <= most)
        return false;
    if (cn_pile_is_stopped(&display->board) ||
        display_rank_is_dead(display, display->board.pile_top))
        return false;
    *taken = most;
    *left = pile - most;
    return true;
}

char *words_pack_parts(const struct display *display, char *text, size_t size)
{
    char taken[16];
    char left[16];
    int cards;
    int rest;
    if (!display_pack_parts(display, &cards, &rest))
        return nothing(text);
    snprintf(taken, sizeof taken, "%d", cards);
    snprintf(left, sizeof left, "%d", rest);
    return words_format(display->words, text, size, "ui.pack.parts", 2, taken, left);
}

/* ---- the opening ---- */

char *words_opening_needs(const struct display *display, bool brief, char *text, size_t size)
{
    static const char *const names[] = {
        [CN_OPENING_NATURAL_MELD] = "natural_meld",
        [CN_OPENING_NATURAL_OR_WILD_MELD] = "natural_or_wild_meld",
        [CN_OPENING_THREE_NATURALS] = "three_naturals",
    };
    const struct cn_rules *rules = &display->law->rules;
    const struct cn_board *board = &display->board;
    const bool turn =
        display->stage == CN_STAGE_IN_DEAL && board->side[board->turn] == display->side;
    const bool laid = turn && cn_is_opening_turn(board) && board->laid != 0;
    char key[64];
    if (rules->opening_needs == CN_OPENING_ANYTHING ||
        (laid && !cn_opening_lacks_meld(rules, board)))
        return nothing(text);
    snprintf(key, sizeof key, "%s%s", brief ? "ui.fact.opening." : "ui.opening.",
             names[rules->opening_needs]);
    return words_format(display->words, text, size, key, 0);
}

/* ---- cards that wait ---- */

static void add_waiting(const struct display *display, const char *key, int first, int second,
                        char *text, size_t size)
{
    char clause[SAY_SIZE];
    char one[16];
    char other[16];
    snprintf(one, sizeof one, "%d", first);
    snprintf(other, sizeof other, "%d", second);
    add_clause(display, WORDS2(display->words, clause, key, one, other), text, size);
}

char *words_waiting(const struct display *display, int seat, char *text, size_t size)
{
    const struct cn_board *board = &display->board;
    const bool own = seat == display->viewer;
    nothing(text);
    if (display->stage != CN_STAGE_IN_DEAL)
        return text;
    if (board->talon[seat] > 0)
        add_waiting(display, own ? "ui.waiting.talon.own" : "ui.waiting.talon", board->talon[seat],
                    0, text, size);
    if (board->second[seat] > 0)
        add_waiting(display,
                    display->law->rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY
                        ? "ui.waiting.second.empty"
                        : "ui.waiting.second.own_canasta",
                    board->second_size[seat], board->second[seat], text, size);
    return text;
}

/* ---- sides ---- */

static char *say_swing(const struct display *display, int side, char *text, size_t size)
{
    char canastas[16];
    const int count = display->board.canastas[side];
    snprintf(canastas, sizeof canastas, "%d", count);
    const char *key = count == 0   ? "ui.standing.none"
                      : count == 1 ? "ui.standing.one"
                                   : "ui.standing.full";
    return words_format(display->words, text, size, key, 1, canastas);
}

/* Bonus cards that wait for a canasta. Those that only wait for a meld need no word. */
static char *say_bonus_cards(const struct display *display, int side, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    const struct cn_tally counted = cn_tally_of_board(rules, &display->board, side);
    char needed[120];
    if (rules->red_three_needs == CN_BONUS_NEEDS_MELD ||
        rules->red_three_without_meld == CN_RED_ADD || cn_tally_has_needed(rules, &counted))
        return nothing(text);
    if (rules->red_three_needs == CN_BONUS_NEEDS_CANASTA)
        WORDS0(display->words, needed, "ui.standing.canasta");
    else
        cn_words_canastas(display->words, CN_FOUR + rules->red_three_needs - CN_BONUS_NEEDS_FOUR,
                          false, needed, sizeof needed);
    return words_format(display->words, text, size,
                        rules->red_three_without_meld == CN_RED_SUBTRACT
                            ? "ui.standing.threes.against"
                            : "ui.standing.threes.nothing",
                        1, needed);
}

char *words_standing(const struct display *display, int side, char *text, size_t size)
{
    if (display->stage != CN_STAGE_IN_DEAL)
        return nothing(text);
    return display->law->rules.score_by_canastas ? say_swing(display, side, text, size)
                                                 : say_bonus_cards(display, side, text, size);
}

static bool has_penalties(const struct cn_rules *rules)
{
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if (rules->unfinished_penalty.of[key] != 0)
            return true;
    return false;
}

bool display_score_so_far(const struct display *display, int side, struct cn_score *score)
{
    const struct cn_rules *rules = &display->law->rules;
    const struct cn_tally counted = cn_tally_of_board(rules, &display->board, side);
    struct cn_score scores[CN_SIDES_MAX];
    memset(score, 0, sizeof *score);
    if (display->stage != CN_STAGE_IN_DEAL)
        return false;
    if (!rules->score_by_canastas && rules->red_three_needs == CN_BONUS_NEEDS_MELD &&
        !has_penalties(rules))
        return false;
    cn_score_tally(display->law, display->board.number, &counted, &display->board.score[side], 1,
                   scores);
    *score = scores[0];
    score->total -= score->item[CN_SCORE_BONUS]; /* the game is not won yet */
    score->after -= score->item[CN_SCORE_BONUS];
    score->item[CN_SCORE_BONUS] = 0;
    return true;
}

static void add_bar(const struct display *display, int side, char *text, size_t size)
{
    char kinds[40];
    char clause[SAY_SIZE];
    const int bar = cn_board_out_bar(&display->law->rules, &display->board, side);
    if (bar == CN_NO_KIND)
        return;
    cn_words_kind(display->words, bar, true, kinds, sizeof kinds);
    WORDS1(display->words, clause, bar == CN_JOKER ? "ui.out.bar.wild" : "ui.out.bar", kinds);
    add_clause(display, clause, text, size);
}

/* Every seat must have taken up its own second hands, and with second_hand_out "all" those of its
 * partners too. */
static void add_second_hands(const struct display *display, int side, char *text, size_t size)
{
    char clause[SAY_SIZE];
    for (int seat = 0; seat < display->board.players; seat++) {
        if (display->board.side[seat] != side || display->board.second[seat] == 0)
            continue;
        if (seat == display->viewer)
            WORDS0(display->words, clause, "ui.out.second.own");
        else if (display->law->rules.second_hand_out == CN_SECOND_HAND_OUT_ALL)
            WORDS1(display->words, clause, "ui.out.second", display->names[seat]);
        else
            continue;
        add_clause(display, clause, text, size);
    }
}

static bool has_partners(const struct display *display, int side)
{
    int seats = 0;
    for (int seat = 0; seat < display->board.players; seat++)
        seats += display->board.side[seat] == side && seat != display->board.idle;
    return seats > 1;
}

char *words_out_missing(const struct display *display, int side, char *text, size_t size)
{
    char clause[SAY_SIZE];
    nothing(text);
    if (display->stage != CN_STAGE_IN_DEAL || !cn_side_has_melded(&display->board, side))
        return text;
    add_bar(display, side, text, size);
    add_second_hands(display, side, text, size);
    const bool said_yes =
        display->board.side[display->board.turn] == side && display->board.answer == CN_ANSWER_YES;
    if (display->law->rules.out_consent && has_partners(display, side) && !said_yes)
        add_clause(display, WORDS0(display->words, clause, "ui.out.consent"), text, size);
    return text;
}
