#include "referee_act.h"

#include "referee_reopen.h"

#include <assert.h>
#include <string.h>

static struct cn_notes *notes_of(const struct cn_refereed *r)
{
    return &r->game->notes;
}

static const struct cn_rules *rules_of(const struct cn_refereed *r)
{
    return &r->game->law->rules;
}

/* ---- playing, and what lapses by it (L60) ---- */

/* R15: a seat plays with the first of these that it does in its turn. */
static bool is_play(const struct cn_board *board, int seat, int type)
{
    switch (type) {
    case CN_ACTION_DRAW:
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO:
    case CN_ACTION_TAKE_HAND:
    case CN_ACTION_STOP:
    case CN_ACTION_MELD:
    case CN_ACTION_ADD:
    case CN_ACTION_DISCARD: return seat == board->turn;
    default: return false;
    }
}

/* Before the first action with which the seat in turn plays. */
static void begin_play(const struct cn_refereed *r)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    const int seat = board->turn;
    cn_reopen_note_table(r);
    notes->played = 1;
    board->turned |= (uint8_t)(1 << seat);
    r->game->deal.late_red[seat] = 0;
    for (int at = 0; at < notes->open_count; at++)
        if (notes->open[at].seat == seat)
            notes->open[at].flags |= CN_OPEN_PLAYED_SINCE;
}

static void hide_shown(const struct cn_refereed *r, const struct cn_open *open)
{
    struct cn_some_cards back = {.count = 0};
    const cn_packed_meld m = open->shown;
    const int kinds[] = {cn_meld_kind(m), CN_DEUCE, CN_JOKER};
    const int counts[] = {cn_meld_naturals(m), cn_meld_deuces(m), cn_meld_jokers(m)};
    for (int i = 0; i < 3; i++)
        cn_refereed_hide(r, open->seat, kinds[i], counts[i], &back);
    if (back.count > 0)
        cn_refereed_tell_cards(r, CN_EVENT_BACK, open->seat, back.card, back.count);
}

static void lapse(const struct cn_refereed *r)
{
    struct cn_notes *notes = notes_of(r);
    const struct cn_board *board = cn_refereed_board(r);
    cn_refereed_match(r);
    for (int at = 0; at < notes->open_count;) {
        const struct cn_open open = notes->open[at];
        if (board->side[open.seat] == board->side[board->turn] || open.turn == notes->turn) {
            at++;
            continue;
        }
        const struct cn_event event = {.type = CN_EVENT_LAPSE,
                                       .seat = open.seat,
                                       .law = cn_irregular_law(open.what),
                                       .what = cn_irregular_name(open.what)};
        cn_refereed_tell(r, &event);
        cn_notes_remove(notes, at);
        hide_shown(r, &open);
    }
}

bool cn_act_begins_play(const struct cn_refereed *r, int seat, int type)
{
    if (!is_play(cn_refereed_board(r), seat, type) || notes_of(r)->played)
        return false;
    begin_play(r);
    return true;
}

/* ---- cards of an action ---- */

struct laying {
    int kind, naturals, deuces, jokers;
};

static struct laying laying_of(const struct cn_board *board, int seat, struct cn_action action)
{
    struct laying lay = {action.place, action.amount, cn_action_deuces(action),
                         cn_action_jokers(action)};
    switch (action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
        lay.kind = board->pile_top;
        lay.deuces = action.type == CN_ACTION_TAKE_DEUCE;
        lay.jokers = action.type == CN_ACTION_TAKE_JOKER;
        lay.naturals = 2 - lay.deuces - lay.jokers;
        break;
    case CN_ACTION_ADD:
        lay.kind = cn_meld_kind(board->melds[board->side[seat]][action.place]);
        break;
    case CN_ACTION_MELD: break;
    case CN_ACTION_DISCARD:
    case CN_ACTION_EXPOSE:
    case CN_ACTION_FACE: lay = (struct laying){action.place, 1, 0, 0}; break;
    default: lay = (struct laying){CN_NO_KIND, 0, 0, 0}; break;
    }
    return lay;
}

/* The hand's cards of an action: those that were named, or some. */
static void find_cards(const struct cn_refereed *r, int seat, struct cn_action action,
                       const cn_card *named, struct cn_some_cards *cards)
{
    const struct laying lay = laying_of(cn_refereed_board(r), seat, action);
    const int kinds[] = {lay.kind, CN_DEUCE, CN_JOKER};
    const int counts[] = {lay.naturals, lay.deuces, lay.jokers};
    cards->count = 0;
    if (action.type == CN_ACTION_EXPOSE)
        cards->card[cards->count++] = cn_refereed_hidden(r, seat, lay.kind);
    for (int i = 0; i < 3; i++) {
        if (counts[i] == 0 || action.type == CN_ACTION_EXPOSE)
            continue;
        const int n = cn_refereed_pick(r, seat, kinds[i], counts[i], cards->card + cards->count);
        assert(n == counts[i]);
        cards->count += n;
    }
    if (named != NULL)
        memcpy(cards->card, named, (size_t)cards->count);
}

static void tell_laid(const struct cn_refereed *r, int type, int meld, int kind, bool irregular,
                      const struct cn_some_cards *cards)
{
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = cn_refereed_board(r)->turn,
                                   .meld = (uint8_t)meld,
                                   .kind = (uint8_t)kind,
                                   .irregular = irregular,
                                   .cards = cards->card,
                                   .card_count = cards->count};
    cn_refereed_tell(r, &event);
}

static void tell_irregularly(const struct cn_refereed *r, int type, int seat, bool irregular,
                             const cn_card *cards, int count)
{
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = (uint8_t)seat,
                                   .irregular = irregular,
                                   .freezes = type == CN_EVENT_DISCARD &&
                                              cn_rules_freezes(rules_of(r), cn_card_kind(cards[0])),
                                   .cards = cards,
                                   .card_count = count};
    cn_refereed_tell(r, &event);
}

/* ---- the ends of a turn ---- */

/* After cards were laid, or a red three that nothing replaces: an empty hand ends the turn. */
static void end_if_empty(const struct cn_refereed *r)
{
    const struct cn_board *board = cn_refereed_board(r);
    if (board->hand_size[board->turn] > 0 || board->phase == CN_PHASE_TAKING ||
        board->phase == CN_PHASE_START)
        return;
    const bool last = board->phase == CN_PHASE_LAST_RED_THREE;
    notes_of(r)->ending = (last ? CN_END_RED_THREE : CN_END_OUT) + 1;
}

/* A claim that waits for nothing more brings the pile. */
static void join_pile(const struct cn_refereed *r, bool count_or_no_count)
{
    struct cn_board *board = cn_refereed_board(r);
    if (board->phase != CN_PHASE_TAKING)
        return;
    const cn_hand hand = r->game->deal.hands[board->turn];
    if (board->owes_opening && !count_or_no_count && !cn_take_is_complete(rules_of(r), board, hand))
        return;
    cn_refereed_take_pile(r, CN_EVENT_PILE);
}

/* ---- actions ---- */

static void draw_one(const struct cn_refereed *r, int seat, bool faces)
{
    bool faced;
    const cn_card card = cn_refereed_draw(r, seat, faces, &faced);
    const struct cn_event event = {.type = CN_EVENT_DRAW,
                                   .seat = (uint8_t)seat,
                                   .irregular = true,
                                   .cards = &card,
                                   .card_count = 1,
                                   .shown = &card,
                                   .shown_count = faced};
    cn_refereed_tell(r, &event);
    if (faced)
        cn_refereed_end_by_red_three(r);
}

static void draw(const struct cn_refereed *r)
{
    struct cn_board *board = cn_refereed_board(r);
    struct cn_some_cards drawn = {.count = 0};
    const int wanted = rules_of(r)->draw_count.at[board->players_class];
    bool faced = false;
    cn_memory_decline(&r->game->deal.memory, board->turn, board->pile_top);
    board->drew_from = CN_DREW_STOCK;
    board->phase = CN_PHASE_MELD;
    while (drawn.count < wanted && board->stock > 0)
        drawn.card[drawn.count++] = cn_refereed_draw(r, board->turn, true, &faced);
    const struct cn_event event = {.type = CN_EVENT_DRAW,
                                   .seat = board->turn,
                                   .cards = drawn.card,
                                   .card_count = drawn.count,
                                   .shown = &drawn.card[drawn.count - 1],
                                   .shown_count = faced};
    cn_refereed_tell(r, &event);
    if (faced)
        cn_refereed_end_by_red_three(r);
}

static void face(const struct cn_refereed *r, int seat, cn_card card)
{
    const struct cn_board *board = cn_refereed_board(r);
    cn_card drawn = 0;
    bool last = false;
    cn_refereed_face(r, seat, &card);
    const bool replaced = board->stock > 0;
    if (replaced)
        drawn = cn_refereed_draw(r, seat, true, &last);
    const struct cn_event event = {.type = CN_EVENT_FACE,
                                   .seat = (uint8_t)seat,
                                   .cards = &card,
                                   .card_count = 1,
                                   .drawn = &drawn,
                                   .drawn_count = replaced,
                                   .shown = &drawn,
                                   .shown_count = last};
    cn_refereed_tell(r, &event);
    if (last)
        cn_refereed_end_by_red_three(r);
}

static void take_top(const struct cn_refereed *r, struct cn_action action, bool irregular,
                     const struct cn_some_cards *cards)
{
    const int onto = action.type == CN_ACTION_TAKE_ONTO ? action.place : -1;
    const int kind = cn_refereed_board(r)->pile_top;
    notes_of(r)->took = CN_NOTES_CLAIMED;
    cn_refereed_take_top(r, onto, cards->card, cards->count);
    tell_laid(r, CN_EVENT_TAKE, action.place, kind, irregular, cards);
}

/* Lays naturals, deuces and jokers: a new meld, or onto the one that the action names. */
static void lay(const struct cn_refereed *r, struct cn_action action, bool irregular,
                const struct cn_some_cards *cards)
{
    const struct cn_board *board = cn_refereed_board(r);
    const int side = board->side[board->turn];
    const bool is_new = action.type == CN_ACTION_MELD;
    const int meld = is_new ? board->meld_count[side] : action.place;
    const int kind = is_new ? action.place : cn_meld_kind(board->melds[side][meld]);
    cn_refereed_lay(r, meld, kind, cards->card, cards->count, &notes_of(r)->last);
    tell_laid(r, is_new ? CN_EVENT_MELD : CN_EVENT_ADD, meld, kind, irregular, cards);
}

static void merge(const struct cn_refereed *r, struct cn_action action)
{
    const struct cn_board *board = cn_refereed_board(r);
    const int side = board->side[board->turn];
    cn_refereed_merge(r, action.place, action.amount);
    const struct cn_event event = {.type = CN_EVENT_MERGE,
                                   .seat = board->turn,
                                   .meld = action.amount,
                                   .merged_into = action.place,
                                   .kind = (uint8_t)cn_meld_kind(board->melds[side][action.place])};
    cn_refereed_tell(r, &event);
}

/* The discard; the turn has not been passed yet. */
static void discard(const struct cn_refereed *r, bool irregular, const struct cn_some_cards *cards)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    const int seat = board->turn;
    const int kind = cn_card_kind(cards->card[0]);
    notes->discard = cards->card[0];
    notes->exposed = cn_hand_count(cn_refereed_exposed(board, seat), kind) > 0;
    notes->settled = board->short_turn && board->owed[seat] > 0;
    board->owed[seat] = (uint8_t)(board->owed[seat] - notes->settled);
    cn_refereed_discard(r, cards->card[0], &notes->discarded);
    notes->over = 1;
    notes->passed = 0;
    tell_irregularly(r, CN_EVENT_DISCARD, seat, irregular, cards->card, 1);
}

static void end_turn(const struct cn_refereed *r)
{
    const struct cn_board *board = cn_refereed_board(r);
    if (board->hand_size[board->turn] == 0)
        notes_of(r)->ending = CN_END_OUT + 1;
    else if (cn_deal_ends_with_discard(rules_of(r), board))
        notes_of(r)->ending = CN_END_STOCK + 1;
    else
        cn_reopen_pass_turn(r);
}

static void ask(const struct cn_refereed *r, bool irregular)
{
    struct cn_board *board = cn_refereed_board(r);
    board->asked = 1;
    if (rules_of(r)->ask_limit == CN_ASK_ONCE_A_DEAL)
        board->asked_sides |= (uint8_t)(1 << board->side[board->turn]);
    board->asked_in = board->phase;
    board->phase = CN_PHASE_ANSWER;
    notes_of(r)->insisted_ask = irregular;
    tell_irregularly(r, CN_EVENT_ASK, board->turn, irregular, NULL, 0);
}

/* A newer answer stands above what bound the seat before (R20). */
static void answer(const struct cn_refereed *r, int seat, bool yes)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    board->phase = board->asked_in;
    board->asked_in = 0;
    board->answer = yes ? CN_ANSWER_YES : CN_ANSWER_NO;
    if (!yes)
        board->bound = notes->fallen_bound = 0;
    notes->fallen_answer = CN_ANSWER_NONE;
    for (int at = notes->open_count - 1; at >= 0 && notes->insisted_ask && yes; at--)
        if (notes->open[at].what == CN_IRREGULAR_ASKED_UNABLE &&
            notes->open[at].seat == board->turn) {
            notes->open[at].flags |= CN_OPEN_ANSWERED_YES;
            break;
        }
    notes->insisted_ask = 0;
    const struct cn_event event = {.type = CN_EVENT_ANSWER, .seat = (uint8_t)seat, .yes = yes};
    cn_refereed_tell(r, &event);
}

static void stop(const struct cn_refereed *r)
{
    const struct cn_board *board = cn_refereed_board(r);
    const bool last = board->phase == CN_PHASE_LAST_RED_THREE;
    notes_of(r)->ending = (last ? CN_END_RED_THREE : CN_END_STOCK) + 1;
    cn_refereed_tell_cards(r, CN_EVENT_STOP, board->turn, NULL, 0);
}

static void perform_act(const struct cn_refereed *r, int seat, struct cn_action action,
                        bool irregular, const struct cn_some_cards *cards)
{
    switch (action.type) {
    case CN_ACTION_DRAW: draw(r); break;
    case CN_ACTION_STOP: stop(r); break;
    case CN_ACTION_ASK: ask(r, irregular); break;
    case CN_ACTION_YES:
    case CN_ACTION_NO: answer(r, seat, action.type == CN_ACTION_YES); break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: take_top(r, action, irregular, cards); break;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: lay(r, action, irregular, cards); break;
    case CN_ACTION_MERGE: merge(r, action); break;
    case CN_ACTION_DISCARD: discard(r, irregular, cards); break;
    case CN_ACTION_FACE: face(r, seat, cards->card[0]); break;
    default: assert(false); break;
    }
}

/* What the act itself ends, once a pile that it brings has joined the hand. */
static void end_after(const struct cn_refereed *r, struct cn_action action)
{
    if (action.type == CN_ACTION_DISCARD)
        end_turn(r);
    else if (action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD ||
             action.type == CN_ACTION_FACE || cn_action_takes(action))
        end_if_empty(r);
}

void cn_act_lawfully(const struct cn_refereed *r, int seat, struct cn_action action,
                     const cn_card *named)
{
    struct cn_some_cards cards;
    find_cards(r, seat, action, named, &cards);
    const bool first = cn_act_begins_play(r, seat, action.type);
    perform_act(r, seat, action, false, &cards);
    if (first)
        lapse(r);
    join_pile(r, false);
    end_after(r, action);
}

/* ---- insisting ---- */

static void tell_irregular(const struct cn_refereed *r, int seat, struct cn_action action, int what,
                           const struct cn_some_cards *cards)
{
    const struct cn_event event = {.type = CN_EVENT_IRREGULAR,
                                   .seat = (uint8_t)seat,
                                   .action = cn_action_insist(action),
                                   .law = cn_irregular_law(what),
                                   .what = cn_irregular_name(what),
                                   .cards = cards->card,
                                   .card_count = cards->count};
    cn_refereed_tell(r, &event);
}

/* Cards that an irregularity shows are those that nobody has seen yet. */
static void show(const struct cn_refereed *r, int seat, const cn_card *cards, int count, int kind,
                 struct cn_open *open)
{
    const struct cn_deal *deal = &r->game->deal;
    struct cn_some_cards shown = {.count = 0};
    int naturals = 0;
    int deuces = 0;
    int jokers = 0;
    for (int of = 0; of < 3; of++) {
        const int wanted_kind = of == 0 ? kind : of == 1 ? CN_DEUCE : CN_JOKER;
        int *shows = of == 0 ? &naturals : of == 1 ? &deuces : &jokers;
        if (of == 0 && cn_kind_is_wild(kind))
            continue;
        int hidden = -cn_hand_count(deal->board.exposed[seat], wanted_kind);
        for (int i = 0; i < count; i++)
            hidden += cn_card_kind(cards[i]) == wanted_kind;
        for (int i = 0; i < count && *shows < hidden; i++)
            if (cn_card_kind(cards[i]) == wanted_kind) {
                shown.card[shown.count++] = cn_refereed_show(r, seat, wanted_kind, &cards[i]);
                ++*shows;
            }
    }
    open->shown = cn_meld_of(kind, naturals, deuces, jokers);
    cn_refereed_tell_cards(r, CN_EVENT_EXPOSE, seat, shown.card, shown.count);
}

/* One card more, whatever of the kind lies face up already. */
static void expose(const struct cn_refereed *r, int seat, int kind, cn_card card,
                   struct cn_open *open)
{
    const cn_card shown = cn_refereed_show(r, seat, kind, &card);
    open->shown = cn_meld_of(kind, !cn_kind_is_wild(kind), kind == CN_DEUCE, kind == CN_JOKER);
    cn_refereed_tell_cards(r, CN_EVENT_EXPOSE, seat, &shown, 1);
}

static void peek(const struct cn_refereed *r, int seat)
{
    const struct cn_deal *deal = &r->game->deal;
    cn_refereed_tell_cards(r, CN_EVENT_PEEK, seat, &deal->stock[deal->drawn], 1);
}

/* Moves the cards of the action that are laid to the front, and the surplus to the end. */
static int split(const struct cn_insisted *found, const struct cn_some_cards *cards,
                 struct cn_some_cards *laid, struct cn_some_cards *rest)
{
    int deuces = found->deuces;
    int jokers = found->jokers;
    laid->count = rest->count = 0;
    for (int i = 0; i < cards->count; i++) {
        const int kind = cn_card_kind(cards->card[i]);
        int *left = kind == CN_DEUCE ? &deuces : &jokers;
        const bool lays = !cn_kind_is_wild(kind) || *left > 0;
        if (cn_kind_is_wild(kind) && lays)
            --*left;
        struct cn_some_cards *to = lays ? laid : rest;
        to->card[to->count++] = cards->card[i];
    }
    return rest->count;
}

/* The rest of the turn is judged as if the side had opened. */
static void waive_count(struct cn_board *board)
{
    board->count_waived = 1;
    board->owes_opening = 0;
}

static void insist_laying(const struct cn_refereed *r, int seat, struct cn_action action,
                          const struct cn_some_cards *cards, const struct cn_insisted *found,
                          struct cn_open *open)
{
    struct cn_board *board = cn_refereed_board(r);
    const int kind = laying_of(board, seat, action).kind;
    struct cn_some_cards laid;
    struct cn_some_cards rest;
    if (!found->lays) {
        show(r, seat, cards->card, cards->count, kind, open);
        return;
    }
    split(found, cards, &laid, &rest);
    lay(r, action, true, &laid);
    if (found->what == CN_IRREGULAR_TOO_SMALL)
        waive_count(board);
    if (rest.count > 0)
        show(r, seat, rest.card, rest.count, CN_DEUCE, open);
}

static void insist_taking(const struct cn_refereed *r, struct cn_action action,
                          const struct cn_some_cards *cards)
{
    struct cn_board *board = cn_refereed_board(r);
    take_top(r, action, true, cards);
    if (cn_opening_lacks_count(rules_of(r), board))
        waive_count(board);
}

static void perform(const struct cn_refereed *r, int seat, struct cn_action action,
                    const struct cn_some_cards *cards, const struct cn_insisted *found,
                    struct cn_open *open)
{
    switch (action.type) {
    case CN_ACTION_DRAW:
        draw_one(r, seat, seat == cn_refereed_board(r)->turn);
        open->drawn = r->game->deal.drawn;
        break;
    case CN_ACTION_PEEK: peek(r, seat); break;
    case CN_ACTION_TAKE_HAND:
        notes_of(r)->took = CN_NOTES_TOOK_HAND;
        cn_refereed_take_pile(r, CN_EVENT_HOLD);
        break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: insist_taking(r, action, cards); break;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: insist_laying(r, seat, action, cards, found, open); break;
    case CN_ACTION_DISCARD: discard(r, true, cards); break;
    case CN_ACTION_EXPOSE: expose(r, seat, action.place, cards->card[0], open); break;
    case CN_ACTION_ASK: ask(r, true); break;
    default: break;
    }
}

void cn_act_insisting(const struct cn_refereed *r, int seat, struct cn_action action,
                      const cn_card *named, const struct cn_insisted *found)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_some_cards cards;
    find_cards(r, seat, action, named, &cards);
    const bool first = cn_act_begins_play(r, seat, action.type);
    tell_irregular(r, seat, action, found->what, &cards);
    struct cn_open *open = cn_notes_add(notes, seat, found->what, found->flags);
    perform(r, seat, action, &cards, found, open);
    if (first)
        lapse(r);
    join_pile(r, cn_action_takes(action));
    if (action.type == CN_ACTION_DISCARD)
        end_turn(r);
    else if (found->lays || cn_action_takes(action))
        end_if_empty(r);
}

/* ---- what a client receives ---- */

void cn_act_told(const struct cn_refereed *r, int seat, struct cn_action action,
                 const cn_card *named, int what)
{
    const bool irregular = what != CN_IRREGULAR_COUNT;
    struct cn_board *board = cn_refereed_board(r);
    struct cn_some_cards cards;
    find_cards(r, seat, action, named, &cards);
    cn_act_begins_play(r, seat, action.type);
    perform_act(r, seat, action, irregular, &cards);
    if (what == CN_IRREGULAR_TOO_SMALL ||
        (irregular && cn_action_takes(action) && cn_opening_lacks_count(rules_of(r), board)))
        waive_count(board);
    end_after(r, action);
}

void cn_act_told_draw(const struct cn_refereed *r, int seat, bool required)
{
    draw_one(r, seat, !required && seat == cn_refereed_board(r)->turn);
}

void cn_act_told_face(const struct cn_refereed *r, int seat, cn_card card)
{
    face(r, seat, card);
}

void cn_act_told_pile(const struct cn_refereed *r, int type)
{
    if (type == CN_EVENT_HOLD)
        notes_of(r)->took = CN_NOTES_TOOK_HAND;
    cn_refereed_take_pile(r, type);
    end_if_empty(r);
}
