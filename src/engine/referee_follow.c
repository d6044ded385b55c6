#include "referee_follow.h"

#include "referee_act.h"
#include "referee_reopen.h"
#include "referee_ruling.h"

#include <string.h>

/* What the last act was. */
enum {
    CAUSE_ACT, /* a legal one, or none */
    CAUSE_INSISTING,
    CAUSE_RULING,
    CAUSE_REQUIRED,
    CAUSE_WAIVED
};

enum {
    POINTS_MOST = 100000
};

static struct cn_board *board_of(const struct cn_follower *f)
{
    return &f->game->deal.board;
}

static struct cn_notes *notes_of(const struct cn_follower *f)
{
    return &f->game->notes;
}

static struct cn_refereed told(const struct cn_follower *f)
{
    const struct cn_refereed r = {f->game, f->observer};
    return r;
}

static void cause(const struct cn_follower *f, int why, int what, int seat)
{
    struct cn_following *following = f->following;
    following->cause = (uint8_t)why;
    following->what = (uint8_t)what;
    following->seat = (uint8_t)seat;
    following->up = 0;
}

static void nothing_due(struct cn_board *board)
{
    board->due = CN_DUE_NOTHING;
    board->due_seat = board->due_law = 0;
}

static bool plays(const struct cn_board *board, int seat)
{
    return seat >= 0 && seat < board->players && board->next[seat] != seat;
}

/* ---- after each line ---- */

static bool is_interrupted(const struct cn_board *board)
{
    return board->due == CN_DUE_DRAW || board->due == CN_DUE_OUT || board->phase == CN_PHASE_ANSWER;
}

/* Rulings, answers and acts of other seats let a bond fall that cannot be obeyed any more (R20),
 * which only its own seat knows. */
static bool may_free(const struct cn_following *following, int turn)
{
    return following->cause != CAUSE_ACT &&
           (following->cause != CAUSE_INSISTING || following->seat != turn);
}

/* As at the end of each act at the table: a discard after which nobody has gone out ends the turn,
 * and a deal that is about to end waits while an irregularity of the side in turn is open. */
static void settle(const struct cn_follower *f)
{
    const struct cn_refereed r = told(f);
    struct cn_notes *notes = notes_of(f);
    struct cn_board *board = board_of(f);
    cn_refereed_match(&r);
    if (board->turn == f->viewer && may_free(f->following, board->turn))
        cn_ruling_drop_bonds(&r);
    if (is_interrupted(board))
        return;
    cn_reopen_end_turn(&r);
    board->waiting = 0;
    if (board->due == CN_DUE_ACCEPT)
        nothing_due(board);
    if (notes->ending == 0 || notes->ends_by_card ||
        !cn_notes_has_side(notes, board, board->side[board->turn]))
        return;
    board->waiting = 1;
    board->due = CN_DUE_ACCEPT;
    board->due_seat = board->next[board->turn];
}

/* ---- acts ---- */

static int irregularity(const struct cn_follower *f, bool irregular)
{
    return irregular ? f->following->what : CN_IRREGULAR_COUNT;
}

/* The turn is seen from its start from now on. */
static void note_turn(const struct cn_follower *f, int seat, int type)
{
    const struct cn_refereed r = told(f);
    if (cn_act_begins_play(&r, seat, type))
        f->following->late = 0;
}

void cn_follow_act(const struct cn_follower *f, int seat, struct cn_action action,
                   const cn_card *cards, bool irregular)
{
    const struct cn_refereed r = told(f);
    if (!irregular)
        cause(f, CAUSE_ACT, 0, seat);
    note_turn(f, seat, action.type);
    cn_act_told(&r, seat, action, cards, irregularity(f, irregular));
    if (action.type == CN_ACTION_YES || action.type == CN_ACTION_NO)
        f->following->cause = CAUSE_RULING; /* a newer answer lets an older bond fall */
    settle(f);
}

bool cn_follow_insists(const struct cn_follower *f)
{
    return f->following->cause == CAUSE_INSISTING;
}

bool cn_follow_may_draw(const struct cn_follower *f, int seat, int count, bool irregular)
{
    const struct cn_board *board = board_of(f);
    const struct cn_following *following = f->following;
    if (irregular)
        return plays(board, seat) && following->cause != CAUSE_ACT && following->seat == seat &&
               count == 1 && board->stock > 0;
    const int wanted = f->game->law->rules.draw_count.at[board->players_class];
    return board->turn == seat && board->due == CN_DUE_NOTHING && board->phase == CN_PHASE_START &&
           board->stock > 0 && count == (wanted < board->stock ? wanted : board->stock);
}

void cn_follow_draw(const struct cn_follower *f, int seat, bool irregular)
{
    const struct cn_refereed r = told(f);
    if (irregular) {
        cn_act_told_draw(&r, seat, f->following->cause != CAUSE_INSISTING);
        settle(f);
        return;
    }
    cn_follow_act(f, seat, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL, false);
}

/* A hand that cannot go out as it must shows its red threes first. */
static bool rules_on_hand(const struct cn_following *following, int seat)
{
    return following->seat == seat &&
           (following->cause == CAUSE_REQUIRED ||
            (following->cause == CAUSE_RULING && (following->what == CN_IRREGULAR_NOT_OUT ||
                                                  following->what == CN_IRREGULAR_ASKED_UNABLE)));
}

bool cn_follow_may_face(const struct cn_follower *f, int seat)
{
    const struct cn_board *board = board_of(f);
    return plays(board, seat) && board->phase != CN_PHASE_ENDED && board->turn == seat;
}

bool cn_follow_decides_face(const struct cn_follower *f, int seat)
{
    return !rules_on_hand(f->following, seat);
}

void cn_follow_face(const struct cn_follower *f, int seat, cn_card card)
{
    const struct cn_refereed r = told(f);
    if (!rules_on_hand(f->following, seat)) {
        cn_follow_act(f, seat, cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0), &card, false);
        return;
    }
    cn_act_told_face(&r, seat, card);
    settle(f);
}

bool cn_follow_pile(const struct cn_follower *f, int seat, int type)
{
    const struct cn_refereed r = told(f);
    const struct cn_board *board = board_of(f);
    const bool claims = board->phase == CN_PHASE_TAKING;
    if (board->turn != seat || (type == CN_EVENT_PILE ? !claims : board->phase != CN_PHASE_START) ||
        (type == CN_EVENT_HOLD && board->pile == 0))
        return false;
    cn_act_told_pile(&r, type);
    settle(f);
    return true;
}

/* ---- irregularities ---- */

static int what_of(const struct cn_event *event)
{
    for (int what = 0; what < CN_IRREGULAR_COUNT; what++)
        if (event->law != NULL && event->what != NULL &&
            strcmp(cn_irregular_law(what), event->law) == 0 &&
            strcmp(cn_irregular_name(what), event->what) == 0)
            return what;
    return -1;
}

/* The place of an open irregularity, the oldest or the newest; -1 if there is none. */
static int find_open(const struct cn_notes *notes, int seat, int what, bool newest)
{
    int found = -1;
    for (int at = 0; at < notes->open_count && (found < 0 || newest); at++)
        if (notes->open[at].seat == seat && notes->open[at].what == what)
            found = at;
    return found;
}

static bool follow_irregular(const struct cn_follower *f, const struct cn_event *event)
{
    const int what = what_of(event);
    if (what < 0 || notes_of(f)->open_count == CN_OPEN_MAX || board_of(f)->phase == CN_PHASE_ENDED)
        return false;
    note_turn(f, event->seat, cn_action_plain(event->action).type);
    cn_notes_add(notes_of(f), event->seat, what, 0);
    cause(f, CAUSE_INSISTING, what, event->seat);
    return true;
}

static bool follow_call(const struct cn_follower *f)
{
    struct cn_board *board = board_of(f);
    if (board->due == CN_DUE_ACCEPT && notes_of(f)->open_count > 0)
        nothing_due(board);
    cause(f, CAUSE_RULING, CN_IRREGULAR_COUNT, CN_NO_SEAT);
    return true;
}

static bool follow_lapse(const struct cn_follower *f, const struct cn_event *event)
{
    const int at = find_open(notes_of(f), event->seat, what_of(event), false);
    if (at >= 0)
        cn_notes_remove(notes_of(f), at);
    return at >= 0;
}

static void ask_decision(const struct cn_follower *f, int seat, int what, enum cn_due due)
{
    struct cn_board *board = board_of(f);
    notes_of(f)->due_what = (uint8_t)what;
    notes_of(f)->due_offender = (uint8_t)seat;
    if (due == CN_DUE_NOTHING)
        return;
    board->due = (uint8_t)due;
    board->due_seat = board->next[seat];
    board->due_law = (uint8_t)cn_irregular_number(what);
}

static enum cn_due due_after(const struct cn_follower *f, int what)
{
    switch (what) {
    case CN_IRREGULAR_WITHOUT_DRAWING: return board_of(f)->stock > 0 ? CN_DUE_DRAW : CN_DUE_NOTHING;
    case CN_IRREGULAR_AGAINST_NO: return CN_DUE_OUT;
    case CN_IRREGULAR_BEFORE_ANSWER:
        return notes_of(f)->ending == CN_END_OUT + 1 ? CN_DUE_NOTHING : CN_DUE_OUT;
    default: return CN_DUE_NOTHING; /* L57: a line says so */
    }
}

static bool follow_ruling(const struct cn_follower *f, const struct cn_event *event)
{
    const int what = what_of(event);
    const int at = find_open(notes_of(f), event->seat, what, true);
    struct cn_board *board = board_of(f);
    if (at < 0 || event->points > 0 || event->points < -POINTS_MOST)
        return false;
    cn_notes_remove(notes_of(f), at);
    board->penalties[board->side[event->seat]] += event->points;
    cause(f, CAUSE_RULING, what, event->seat);
    ask_decision(f, event->seat, what, due_after(f, what));
    return true;
}

static bool follow_decision(const struct cn_follower *f, const struct cn_event *event)
{
    struct cn_notes *notes = notes_of(f);
    struct cn_board *board = board_of(f);
    const char *what = event->what != NULL ? event->what : "";
    const bool waives = strcmp(what, "waive") == 0;
    const bool draws = strcmp(what, "draw") == 0;
    if (strcmp(what, "accept") == 0) {
        memset(notes->open, 0, sizeof notes->open);
        notes->open_count = 0;
        cause(f, CAUSE_RULING, CN_IRREGULAR_COUNT, CN_NO_SEAT);
        return true;
    }
    if (!plays(board, notes->due_offender) || (!waives && !draws && strcmp(what, "out") != 0))
        return false;
    nothing_due(board);
    if (draws && notes->due_what == CN_IRREGULAR_TAKEN)
        board->no_take = 57;
    cause(f, waives ? CAUSE_WAIVED : CAUSE_REQUIRED, notes->due_what, notes->due_offender);
    return true;
}

bool cn_follow_due(const struct cn_follower *f, int due, int seat, int law)
{
    struct cn_board *board = board_of(f);
    struct cn_notes *notes = notes_of(f);
    const bool accepts = due == CN_DUE_ACCEPT;
    if (!plays(board, seat) || due <= CN_DUE_NOTHING || due > CN_DUE_ACCEPT ||
        (accepts ? law != 0 : law != 53 && law != 57 && law != 59))
        return false;
    int offender = seat;
    while (board->next[offender] != seat)
        offender = board->next[offender];
    board->due = (uint8_t)due;
    board->due_seat = (uint8_t)seat;
    board->due_law = (uint8_t)law;
    if (accepts) {
        board->waiting = 1;
        return true;
    }
    notes->due_offender = (uint8_t)offender;
    notes->due_what = (uint8_t)(law == 53                         ? CN_IRREGULAR_WITHOUT_DRAWING
                                : law == 57                       ? CN_IRREGULAR_TAKEN
                                : board->hand_size[offender] == 0 ? CN_IRREGULAR_AGAINST_NO
                                                                  : CN_IRREGULAR_BEFORE_ANSWER);
    return true;
}

/* ---- cards face up ---- */

static int hidden(const struct cn_follower *f, int seat, int kind)
{
    return cn_hand_count(f->game->deal.hands[seat], kind) -
           cn_hand_count(board_of(f)->exposed[seat], kind);
}

/* Do all these cards lie shown, by kind, or are they hidden in the hand? */
static bool are_there(const struct cn_follower *f, const struct cn_event *event, bool hidden_too)
{
    int left[CN_KINDS];
    for (int kind = 0; kind < CN_KINDS; kind++)
        left[kind] = cn_hand_count(board_of(f)->shown[event->seat], kind) +
                     (hidden_too ? hidden(f, event->seat, kind) : 0);
    for (int i = 0; i < event->card_count; i++)
        if (--left[cn_card_kind(event->cards[i])] < 0)
            return false;
    return true;
}

static void expose(const struct cn_follower *f, int seat, cn_card card, bool ruled)
{
    const struct cn_refereed r = told(f);
    const int kind = cn_card_kind(card);
    struct cn_some_cards exposed = {.count = 0};
    if (!ruled || cn_hand_count(board_of(f)->shown[seat], kind) == 0)
        cn_refereed_show(&r, seat, kind, &card);
    if (ruled)
        cn_refereed_expose(&r, seat, kind, 1, &exposed);
}

static bool are_hidden(const struct cn_follower *f, const struct cn_event *event)
{
    int left[CN_KINDS];
    for (int kind = 0; kind < CN_KINDS; kind++)
        left[kind] = hidden(f, event->seat, kind);
    for (int i = 0; i < event->card_count; i++)
        if (--left[cn_card_kind(event->cards[i])] < 0)
            return false;
    return true;
}

bool cn_follow_knows_up(const struct cn_follower *f)
{
    return f->following->up;
}

static bool follow_expose(const struct cn_follower *f, const struct cn_event *event)
{
    if (event->ruled && f->following->up) {
        f->following->up = 0;
        return true;
    }
    if (event->ruled ? !are_there(f, event, true) : !are_hidden(f, event))
        return false;
    for (int i = 0; i < event->card_count; i++)
        expose(f, event->seat, event->cards[i], event->ruled);
    return true;
}

static bool follow_back(const struct cn_follower *f, const struct cn_event *event)
{
    const struct cn_refereed r = told(f);
    struct cn_some_cards back = {.count = 0};
    if (!are_there(f, event, false))
        return false;
    for (int i = 0; i < event->card_count; i++) {
        const int kind = cn_card_kind(event->cards[i]);
        cn_refereed_hide(&r, event->seat, kind, 1, &back);
    }
    return true;
}

/* ---- turns taken back ---- */

static bool is_reopened_wholly(const struct cn_following *following)
{
    return following->cause == CAUSE_RULING &&
           (following->what == CN_IRREGULAR_TOO_SMALL ||
            following->what == CN_IRREGULAR_NOT_MADE_GOOD || following->what == CN_IRREGULAR_TAKEN);
}

static bool drop(cn_card *cards, int *count, cn_card card)
{
    for (int i = 0; i < *count; i++) {
        if (cards[i] != card)
            continue;
        cards[i] = cards[--*count];
        return true;
    }
    return false;
}

/* Of a pile that goes back, what was laid since and red threes lie on the table; the card discarded
 * since goes through the hand; the rest is in the hand. */
static int pile_in_hand(const struct cn_follower *f, cn_card cards[CN_CARDS_MAX])
{
    const struct cn_notes *notes = notes_of(f);
    const struct cn_placement *at = &f->game->cards;
    cn_card elsewhere[CN_CARDS_MAX + 1];
    int others = 0;
    int count = 0;
    if (notes->took == 0 || board_of(f)->phase == CN_PHASE_TAKING)
        return 0;
    for (int i = notes->laid_count; i < at->laid_count; i++)
        elsewhere[others++] = at->laid[i];
    if (notes->over)
        elsewhere[others++] = notes->discard;
    for (int i = notes->pile_count - 1; i >= 0; i--)
        if (cn_card_kind(notes->pile[i]) != CN_RED_THREE &&
            !drop(elsewhere, &others, notes->pile[i]))
            cards[count++] = notes->pile[i];
    return count;
}

int cn_follow_needs(const struct cn_follower *f, const struct cn_event *event,
                    cn_card cards[CN_CARDS_MAX])
{
    const struct cn_following *following = f->following;
    const struct cn_notes *notes = notes_of(f);
    if (event->type != CN_EVENT_REOPEN && event->type != CN_EVENT_UNLAY)
        return 0;
    const bool wholly = is_reopened_wholly(following);
    const bool is_over = notes->over || notes->ending != 0;
    if (following->late || following->seat != event->seat || following->cause == CAUSE_ACT ||
        following->cause == CAUSE_INSISTING || (!wholly && !is_over))
        return -1;
    return event->type == CN_EVENT_REOPEN && wholly ? pile_in_hand(f, cards) : 0;
}

static bool follow_reopen(const struct cn_follower *f, const struct cn_event *event)
{
    const struct cn_refereed r = told(f);
    const struct cn_following *following = f->following;
    struct cn_taken_back back = {.reopened = false};
    const bool took = notes_of(f)->took != 0;
    if (is_reopened_wholly(following)) {
        cn_reopen_wholly(&r, &back);
        f->following->up = 1;
        if (took && following->what != CN_IRREGULAR_TAKEN)
            board_of(f)->no_take = 55;
    } else if (following->cause == CAUSE_WAIVED) {
        cn_reopen_last(&r, &back);
    } else {
        cn_reopen_for_discard(&r, &back);
    }
    (void)event;
    return true;
}

static bool follow_unlay(const struct cn_follower *f, const struct cn_event *event)
{
    const struct cn_refereed r = told(f);
    struct cn_taken_back back = {.reopened = false};
    if (!is_reopened_wholly(f->following))
        return false;
    cn_reopen_unlay(&r, event->seat, &back);
    f->following->up = 1;
    if (notes_of(f)->ending == CN_END_OUT + 1)
        notes_of(f)->ending = 0;
    return true;
}

/* ---- events ---- */

static bool follow_stock(const struct cn_follower *f, const struct cn_event *event)
{
    const struct cn_refereed r = told(f);
    const struct cn_deal *deal = &f->game->deal;
    bool seen;
    if (deal->drawn == 0 || f->game->cards.hand[event->seat][deal->stock[deal->drawn - 1]] == 0)
        return false;
    cn_refereed_undraw(&r, event->seat, &seen);
    return true;
}

static bool follow_owe(const struct cn_follower *f, const struct cn_event *event)
{
    if (event->n < 0 || event->n > UINT8_MAX)
        return false;
    board_of(f)->owed[event->seat] = (uint8_t)event->n;
    return true;
}

static bool follow_bound(const struct cn_follower *f, const struct cn_event *event)
{
    if (board_of(f)->turn != event->seat)
        return false;
    board_of(f)->bound = 1;
    cause(f, CAUSE_RULING, CN_IRREGULAR_COUNT, event->seat);
    return true;
}

static bool follow(const struct cn_follower *f, const struct cn_event *event)
{
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_IRREGULAR: return follow_irregular(f, event);
    case CN_EVENT_CALL: return follow_call(f);
    case CN_EVENT_REQUIRE: return follow_decision(f, event);
    case CN_EVENT_PEEK: return true;
    case CN_EVENT_EXPOSE: return follow_expose(f, event);
    case CN_EVENT_LAPSE: return follow_lapse(f, event);
    case CN_EVENT_BACK: return follow_back(f, event);
    case CN_EVENT_RULING: return follow_ruling(f, event);
    case CN_EVENT_OWE: return follow_owe(f, event);
    case CN_EVENT_STOCK: return follow_stock(f, event);
    case CN_EVENT_REOPEN: return follow_reopen(f, event);
    case CN_EVENT_UNLAY: return follow_unlay(f, event);
    case CN_EVENT_BOUND: return follow_bound(f, event);
    default: return false;
    }
}

bool cn_follow_event(const struct cn_follower *f, const struct cn_event *event)
{
    const bool refereed = event->type == CN_EVENT_CALL && event->seat == CN_NO_SEAT;
    if ((!refereed && !plays(board_of(f), event->seat)) || !follow(f, event))
        return false;
    const struct cn_refereed r = told(f);
    cn_refereed_tell(&r, event);
    settle(f);
    return true;
}

void cn_follow_end(const struct cn_follower *f, int why)
{
    struct cn_board *board = board_of(f);
    memset(notes_of(f), 0, sizeof *notes_of(f));
    nothing_due(board);
    board->waiting = 0;
    if (why == CN_END_OUT)
        cn_deal_go_out(&f->game->law->rules, board);
    board->phase = CN_PHASE_ENDED;
    f->game->in_deal = 0;
}
