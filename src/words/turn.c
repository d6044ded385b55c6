/* turn.c -- whose turn it is, and what that seat may do. */
#include <string.h>

#include "speech.h"

enum {
    DECISIONS = 1 << CN_ACTION_REQUIRE_DRAW | 1 << CN_ACTION_REQUIRE_OUT | 1 << CN_ACTION_WAIVE |
                1 << CN_ACTION_ACCEPT
};

/* The legal types of actions as a list: "draw, or take the pack". */
static void say_may(const struct cn_words *words, unsigned may, char *text, size_t size)
{
    static const struct {
        const char *key;
        unsigned types;
    } ways[] = {
        {"may.draw", 1u << CN_ACTION_DRAW},
        {"may.take", CN_TYPES_TAKE},
        {"may.face", 1u << CN_ACTION_FACE},
        {"may.hand", 1u << CN_ACTION_HAND},
        {"may.decide", DECISIONS},
        {"may.meld", CN_TYPES_LAY},
        {"may.combine", 1u << CN_ACTION_MERGE},
        {"may.discard", 1u << CN_ACTION_DISCARD},
        {"may.stop", 1u << CN_ACTION_STOP},
        {"may.ask", 1u << CN_ACTION_ASK},
    };
    struct cn__list list = {.words = words, .last = "may.or"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        list.left += (ways[i].types & may) != 0;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char way[CN__LIST_SIZE];
        if ((ways[i].types & may) == 0)
            continue;
        cn_words_lookup(words, ways[i].key, way, sizeof way);
        cn__list_add(&list, way);
    }
    struct cn__writer out = cn__buffer_of(text, size);
    cn__write_string(&out, list.text);
}

/* NULL if the list of legal actions is all there is to say. */
static const char *phase_key(const struct cn_law *law, const struct cn_board *board)
{
    switch (board->phase) {
    case CN_PHASE_START: return board->stock == 0 ? "phase.START.stock_gone" : "phase.START";
    case CN_PHASE_ANSWER: return "phase.ANSWER";
    case CN_PHASE_TAKING:
        return cn_opening_lacks_count(&law->rules, board) ? "phase.CLAIM" : "phase.CLAIM.counted";
    case CN_PHASE_MELD: return NULL;
    case CN_PHASE_LAST_RED_THREE: return "phase.LAST_RED";
    default: return "phase.ENDED";
    }
}

/* The answer binds for the rest of the turn (L40), so every prompt of the turn repeats it. */
static const char *bound_key(const struct cn_board *board)
{
    if (board->phase == CN_PHASE_ANSWER || board->phase == CN_PHASE_ENDED)
        return NULL;
    return board->answer == CN_ANSWER_YES  ? "bound.yes"
           : board->answer == CN_ANSWER_NO ? "bound.no"
                                           : NULL;
}

/* ---- where a referee rules ---- */

/* The seat before the one that decides. */
static int offender_of(const struct cn_board *board)
{
    for (int seat = 0; seat < board->players; seat++)
        if (board->next[seat] == board->due_seat && seat != board->due_seat)
            return seat;
    return CN_NO_SEAT;
}

static const char *decision_key(const struct cn_board *board, int own)
{
    if (board->due_seat != own)
        return board->due == CN_DUE_ACCEPT ? "turn.ACCEPT"
               : offender_of(board) == own ? "turn.DECIDE.you"
                                           : "turn.DECIDE";
    return board->due == CN_DUE_DRAW  ? "decide.draw"
           : board->due == CN_DUE_OUT ? "decide.out"
                                      : "decide.accept";
}

static void say_decision(const struct cn_words *words, const struct cn_board *board,
                         const char *const *names, int own, struct cn__writer *out)
{
    char name[CN__WORD_SIZE], other[CN__WORD_SIZE];
    struct cn__writer writer = cn__buffer_of(name, sizeof name);
    cn__words_seat(words, board->due_seat, names, &writer);
    writer = cn__buffer_of(other, sizeof other);
    cn__words_seat(words, offender_of(board), names, &writer);
    const struct cn__argument arguments[] = {{name, NULL}, {other, NULL}};
    cn__words_expand(words, decision_key(board, own), arguments, 2, out);
}

/* Adds what a ruling obliges the seat in turn to. */
static void add_duty(const struct cn_words *words, bool stands, const char *key,
                     char text[CN__LIST_SIZE])
{
    char before[CN__LIST_SIZE];
    if (!stands)
        return;
    memcpy(before, text, sizeof before);
    const struct cn__argument argument = {before, NULL};
    struct cn__writer out = cn__buffer_of(text, CN__LIST_SIZE);
    cn__words_expand(words, key, &argument, 1, &out);
}

static void add_duties(const struct cn_words *words, const struct cn_board *board,
                       char text[CN__LIST_SIZE])
{
    const bool asked = board->phase == CN_PHASE_ANSWER || board->phase == CN_PHASE_ENDED;
    if (asked)
        return;
    add_duty(words, board->short_turn != 0, "bound.short", text);
    add_duty(words, board->no_take != 0 && board->phase == CN_PHASE_START, "bound.no_take", text);
    add_duty(words, cn_board_must_discard(board, board->turn) != 0, "bound.exposed", text);
    add_duty(words, board->bound != 0, "bound.ruled", text);
}

static void say_own_turn(const struct cn_words *words, const struct cn_law *law,
                         const struct cn_board *board, unsigned may, struct cn__writer *out)
{
    const int side = cn_board_side(board, board->turn);
    char ways[CN__LIST_SIZE], needed[CN__WORD_SIZE], asked[CN__LIST_SIZE];
    const char *phase = phase_key(law, board);
    const char *bound = bound_key(board);
    say_may(words, may, ways, sizeof ways);
    cn__number_text(board->minimum[side], needed);
    const struct cn__argument of_phase[] = {{ways, NULL}, {needed, NULL}};
    struct cn__writer inner = cn__buffer_of(asked, sizeof asked);
    if (phase != NULL)
        cn__words_expand(words, phase, of_phase, 2, &inner);
    else
        cn__write_string(&inner, ways);
    add_duties(words, board, asked);
    const struct cn__argument of_bound[] = {{asked, NULL}};
    if (bound != NULL)
        cn__words_expand(words, bound, of_bound, 1, out);
    else
        cn__write_string(out, asked);
}

static const char *turn_key(const struct cn_board *board)
{
    if (board->phase == CN_PHASE_ENDED)
        return "phase.ENDED";
    return board->phase == CN_PHASE_ANSWER ? "turn.ANSWER" : "turn";
}

size_t cn_words_turn(const struct cn_words *words, const struct cn_law *law,
                     const struct cn_board *board, const char *const *names, int own, unsigned may,
                     char *text, size_t size)
{
    char name[CN__WORD_SIZE];
    const int actor = cn_board_actor(board);
    struct cn__writer out = cn__buffer_of(name, sizeof name);
    cn__words_seat(words, actor, names, &out);
    const struct cn__argument of_other[] = {{name, NULL}};
    out = cn__buffer_of(text, size);
    if (board->due != CN_DUE_NOTHING)
        say_decision(words, board, names, own, &out);
    else if (actor == own)
        say_own_turn(words, law, board, may, &out);
    else
        cn__words_expand(words, turn_key(board), of_other, 1, &out);
    return out.length;
}
