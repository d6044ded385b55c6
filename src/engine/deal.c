/* deal.c -- dealing, and what each action does.
 *
 * Nothing here asks whether an action is legal: legal.h has answered. What follows from an action
 * without anybody's choice happens in the same call: bonus cards are replaced, the pile and cards
 * that wait join the hand, the next turn begins, the deal ends. So after every call some seat has a
 * decision, or the deal is over. Cards move by moves.h alone, which keeps the board's sizes true.
 */
#include "deal.h"

#include "special.h"

#include <assert.h>
#include <string.h>

/* ---- what follows automatically ---- */

int cn_deal_most_kept(const struct cn_rules *rules, const struct cn_deal *deal, int seat)
{
    const struct cn_board *board = &deal->board;
    if (deal->told && seat != deal->told_seat)
        return 0;
    return cn_side_has_melded(board, board->side[seat]) ? 0 : rules->keep_bonus_card;
}

/* Lays down a bonus card that was drawn, and draws until another card comes (L12) or one that may
 * stay. Returns false if the last card of the stock was a bonus card, so that L44 ends the turn.
 * Not inlined, as it is rare: so a draw costs no more registers than it needs. */
__attribute__((noinline)) static bool replace_bonus_card(const struct cn_rules *rules,
                                                         struct cn_deal *deal, int kind)
{
    const struct cn_board *board = &deal->board;
    const int most = cn_deal_most_kept(rules, deal, board->turn);
    if (cn_rules_are_refereed(rules) && board->stock > 0)
        return true; /* it stays in the hand, unless it was the last card (R3, R4) */
    do {
        if (board->stock == 0) {
            if (rules->last_bonus_card == CN_LAST_BONUS_LAY)
                cn_move_face(deal, board->turn, kind, NULL);
            return false;
        }
        if (most > 0 && cn_hand_bonus_cards(rules, deal->hands[board->turn]) <= most)
            return true;
        cn_move_face(deal, board->turn, kind, NULL);
        kind = cn_move_draw(deal, board->turn);
    } while (cn_is_bonus(rules, kind));
    return true;
}

/* Draws one card, and its replacement if it is a bonus card. */
static bool draw_card(const struct cn_rules *rules, struct cn_deal *deal)
{
    const int kind = cn_move_draw(deal, deal->board.turn);
    return !cn_is_bonus(rules, kind) || replace_bonus_card(rules, deal, kind);
}

static void end_deal(struct cn_board *board, enum cn_end_why why)
{
    board->phase = CN_PHASE_ENDED;
    board->end_why = (uint8_t)why;
}

static void last_bonus_card(const struct cn_rules *rules, struct cn_board *board)
{
    if (rules->last_red_three_meld && rules->last_bonus_card == CN_LAST_BONUS_LAY)
        board->phase = CN_PHASE_LAST_RED_THREE;
    else
        end_deal(board, CN_END_RED_THREE);
}

/* Draws this many cards for the seat in turn, or as many as the stock still has. */
static inline void draw_cards(const struct cn_rules *rules, struct cn_deal *deal, int count)
{
    for (int i = 0; i < count && deal->board.stock > 0; i++) {
        if (draw_card(rules, deal))
            continue;
        last_bonus_card(rules, &deal->board);
        return;
    }
}

/* Lays down the bonus cards of the hand in turn but those that may stay, and replaces them (L11).
 * All are laid down before the first is replaced: with a short stock not all can be (I37), and none
 * may stay in the hand for that. Those that were dealt wait for the seat's turn, not for the deal:
 * a hand that never has one still holds them at the end (I11). */
__attribute__((noinline)) static void face_hand(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    const int reds = cn_hand_count(deal->hands[seat], CN_RED_THREE);
    const int held = cn_hand_bonus_cards(rules, deal->hands[seat]);
    const int most = held > 0 ? cn_deal_most_kept(rules, deal, seat) : 0;
    if (held <= most)
        return;
    int black = deal->first_black[seat]; /* how many stay */
    if (black > held - reds)
        black = held - reds;
    if (black > most)
        black = most;
    if (black < most - reds)
        black = most - reds;
    for (int i = most - black; i < reds; i++)
        cn_move_face(deal, seat, CN_RED_THREE, NULL);
    for (int i = black; i < held - reds; i++)
        cn_move_face(deal, seat, CN_BLACK_THREE, NULL);
    draw_cards(rules, deal, held - most);
}

void cn_deal_face(const struct cn_rules *rules, struct cn_deal *deal, const cn_card *cards,
                  int count)
{
    for (int i = 0; i < count; i++)
        cn_move_face(deal, deal->board.turn, cn_card_kind(cards[i]), NULL);
    draw_cards(rules, deal, count);
}

int cn_deal_pick(const struct cn_rules *rules, struct cn_deal *deal, int seat, int *count)
{
    struct cn_board *board = &deal->board;
    *count = board->talon[seat];
    if (*count > 0) {
        cn_move_pick_talon(deal, seat, NULL);
        return deal->talon_from[seat];
    }
    *count = board->second_size[seat];
    const int from = deal->second_from[seat];
    if (rules->second_hand_when == CN_SECOND_HAND_BY_OWN_CANASTA)
        board->canastas_before = UINT8_MAX; /* one a turn */
    cn_move_pick_second(deal, seat, NULL);
    return from;
}

/* Under a law where cards wait for seats. */
__attribute__((noinline)) static void start_with_waiting(const struct cn_rules *rules,
                                                         struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    if (rules->second_hand.count > 0)
        board->canastas_before = board->canastas[board->side[board->turn]];
    if (!deal->told && board->talon[board->turn] > 0)
        cn_move_pick_talon(deal, board->turn, NULL);
}

static inline void face_if_any(const struct cn_rules *rules, struct cn_deal *deal)
{
    if (cn_hand_holds_any(deal->hands[deal->board.turn], rules->derived.bonuses) && !deal->told)
        face_hand(rules, deal);
}

/* L53: who owes discards begins as if it had drawn; with the stock gone nothing is left but to stop
 * (R19). A debt ends with a hand that is too small to pay it. */
void cn_deal_begin_short_turn(struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    if (board->owed[seat] > 0 && board->hand_size[seat] < 2)
        board->owed[seat] = 0;
    if (board->owed[seat] == 0 || board->stock == 0)
        return;
    board->short_turn = 1;
    board->phase = CN_PHASE_MELD;
    board->drew_from = CN_DREW_STOCK;
}

/* Where a referee rules, seats face their red threes themselves, and one has had its first turn
 * only once it has played in it (R15). */
static void start_turn(const struct cn_rules *rules, struct cn_deal *deal, bool first)
{
    if (!cn_rules_are_refereed(rules)) {
        if (cn_rules_let_wait(rules))
            start_with_waiting(rules, deal);
        face_if_any(rules, deal);
        return;
    }
    if (first)
        deal->board.turned &= (uint8_t) ~(1 << deal->board.turn);
    cn_deal_begin_short_turn(deal);
}

void cn_deal_start_turn(const struct cn_rules *rules, struct cn_deal *deal)
{
    start_turn(rules, deal, cn_move_begin_turn(deal));
}

/* ---- dealing ---- */

/* Counts the black threes among the first bonus cards of each seat, as many as may stay. */
static void count_first_black(const struct cn_rules *rules, struct cn_deal *deal)
{
    int dealt[CN_SEATS_MAX] = {0};
    int seat = deal->board.next[deal->board.dealer];
    for (int i = 0; i < deal->drawn; i++) {
        const int kind = cn_card_kind(deal->stock[i]);
        if (cn_is_bonus(rules, kind) && ++dealt[seat] <= rules->keep_bonus_card)
            deal->first_black[seat] = (uint8_t)(deal->first_black[seat] + (kind == CN_BLACK_THREE));
        seat = deal->board.next[seat];
    }
}

/* One by one, from the seat after the dealer. */
static void deal_hands(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int size = rules->hand_size.at[board->players_class];
    const int dealt = size * board->seats;
    int seat = board->next[board->dealer];
    for (int i = 0; i < dealt; i++) {
        cn_hand_add_card(&deal->hands[seat], cn_card_kind(deal->stock[i]));
        board->hand_size[seat] = (uint16_t)size;
        seat = board->next[seat];
    }
    deal->drawn = (uint16_t)dealt;
    board->stock = (uint16_t)(deal->cards - dealt);
    if (rules->keep_bonus_card > 0)
        count_first_black(rules, deal);
}

/* The second hands are dealt one card at a time too; from here on each lies in one piece. */
static void gather_second_hands(const struct cn_rules *rules, struct cn_deal *deal, int from)
{
    struct cn_board *board = &deal->board;
    const int cards = cn_rules_second_cards(rules);
    cn_card dealt[CN_CARDS_MAX];
    if (cards == 0)
        return;
    memcpy(dealt, &deal->stock[from], (size_t)cards * (size_t)board->seats);
    int seat = board->next[board->dealer];
    for (int place = 0; place < board->seats; place++) {
        const int start = from + place * cards;
        for (int i = 0; i < cards; i++)
            deal->stock[start + i] = dealt[i * board->seats + place];
        deal->second_from[seat] = (uint16_t)start;
        deal->second_end[seat] = (uint16_t)(start + cards);
        board->second[seat] = (uint8_t)rules->second_hand.count;
        board->second_size[seat] = (uint8_t)rules->second_hand.of[0];
        for (int i = 0; i < rules->second_hand.count; i++)
            *cn_deal_second_size(deal, seat, rules->second_hand.count - i) =
                (uint8_t)rules->second_hand.of[i];
        seat = board->next[seat];
    }
}

/* I2: at most one red three and one wild card may be covered. */
static bool must_go_back(const struct cn_rules *rules, int kind, int reds, int wilds)
{
    if (!rules->upcard_cover_once)
        return false;
    return (kind == CN_RED_THREE && reds > 0) || (cn_kind_is_wild(kind) && wilds > 0);
}

/* Without this question a stock of nothing but red threes and wild cards would be shuffled for
 * ever. */
static bool any_left_that_stays(const struct cn_rules *rules, const struct cn_deal *deal, int reds,
                                int wilds)
{
    for (int i = deal->drawn; i < deal->cards; i++)
        if (!must_go_back(rules, cn_card_kind(deal->stock[i]), reds, wilds))
            return true;
    return false;
}

static void put_back(struct cn_deal *deal, struct cn_rng *rng)
{
    const uint32_t left = (uint32_t)(deal->cards - deal->drawn);
    const uint32_t to = deal->drawn + cn_rng_below(rng, left);
    const cn_card card = deal->stock[deal->drawn];
    memmove(&deal->stock[deal->drawn], &deal->stock[deal->drawn + 1], to - deal->drawn);
    deal->stock[to] = card;
}

/* Turns the upcard and covers it until one lies there that may stay (L10, I3). The order of the
 * deck after cards went back is what a record keeps; so a record is replayed without 'rng', and
 * a deck that would need it cannot be one that was dealt. */
static bool turn_upcard(const struct cn_rules *rules, struct cn_deal *deal, struct cn_rng *rng)
{
    int reds = 0;
    int wilds = 0;
    while (deal->board.stock > 0) {
        const int kind = cn_card_kind(deal->stock[deal->drawn]);
        if (must_go_back(rules, kind, reds, wilds) &&
            any_left_that_stays(rules, deal, reds, wilds)) {
            if (rng == NULL)
                return false;
            put_back(deal, rng);
            continue;
        }
        deal->drawn++;
        deal->board.stock--;
        cn_move_to_pile(rules, deal, kind);
        if (kind == CN_RED_THREE)
            reds++;
        if (cn_kind_is_wild(kind))
            wilds++;
        if ((rules->upcard_cover >> kind & 1) == 0)
            break;
    }
    return true;
}

#ifndef CN_NARROW_HANDS
bool cn__narrow_deal_start(const struct cn_rules *rules, struct cn_deal *deal, int players,
                           int dealer, int idle, const int32_t *scores, cn_card *deck,
                           struct cn_rng *rng, int *upcards);
#endif

bool cn_deal_start(const struct cn_rules *rules, struct cn_deal *deal, int players, int dealer,
                   int idle, const int32_t *scores, cn_card *deck, struct cn_rng *rng, int *upcards)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(rules))
        return cn__narrow_deal_start(rules, deal, players, dealer, idle, scores, deck, rng,
                                     upcards);
#endif
    cn_board_init(rules, &deal->board, players, dealer, idle, scores);
    memset(deal->hands, 0, sizeof deal->hands);
    memset(&deal->memory, 0, sizeof deal->memory);
    memset(deal->talon_from, 0, sizeof deal->talon_from);
    memset(deal->second_from, 0, sizeof deal->second_from);
    memset(deal->second_end, 0, sizeof deal->second_end);
    memset(deal->second_sizes, 0, sizeof deal->second_sizes);
    memset(deal->first_black, 0, sizeof deal->first_black);
    deal->pile = CN_NO_CARDS;
    deal->drawn = 0;
    deal->cards = (uint16_t)cn_rules_cards(rules, players);
    memset(deal->stock, 0, sizeof deal->stock);
    memcpy(deal->stock, deck, deal->cards);
    deal_hands(rules, deal);
    const int hands = deal->drawn;
    deal->drawn = (uint16_t)(hands + cn_rules_second_cards(rules) * deal->board.seats);
    deal->board.stock = (uint16_t)(deal->cards - deal->drawn);
    if (rules->upcard && !turn_upcard(rules, deal, rng))
        return false;
    if (rng != NULL)
        memcpy(deck, deal->stock, deal->cards);
    gather_second_hands(rules, deal, hands);
    if (upcards != NULL)
        *upcards = deal->board.pile;
    cn_deal_start_turn(rules, deal);
    return true;
}

/* ---- actions ---- */

/* The whole hand in one turn, with a canasta of its own and nothing on older melds (L48, L49, I9,
 * I34). */
static bool is_concealed(const struct cn_rules *rules, const struct cn_board *board)
{
    const int side = board->side[board->turn];
    if (board->seat_had_melded || !board->laid)
        return false;
    if (!rules->concealed_adding && board->added_to_older)
        return false;
    if (!rules->concealed_after_partner && board->melds_before > 0)
        return false;
    if (!rules->concealed_needs_canasta)
        return true;
    for (int m = board->melds_before; m < board->meld_count[side]; m++)
        if (cn_meld_is_canasta(board->melds[side][m]))
            return true;
    return false;
}

void cn_deal_go_out(const struct cn_rules *rules, struct cn_board *board)
{
    end_deal(board, CN_END_OUT);
    board->out_seat = board->turn;
    board->concealed = is_concealed(rules, board);
}

/* Is the opening complete, if this is its turn? */
static bool has_opened(const struct cn_rules *rules, const struct cn_board *board)
{
    return !cn_owes_minimum(rules, board) && !cn_opening_lacks_meld(rules, board);
}

static void take_up_second(const struct cn_rules *rules, struct cn_deal *deal)
{
    cn_move_pick_second(deal, deal->board.turn, NULL);
    face_hand(rules, deal);
}

/* Takes up a second hand if what has been laid brings it. */
static void bring_second(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    if (!has_opened(rules, board))
        return;
    if (rules->second_hand_when == CN_SECOND_HAND_BY_OWN_CANASTA) {
        if (board->canastas[board->side[seat]] <= board->canastas_before)
            return;
        board->canastas_before = UINT8_MAX; /* one a turn */
        take_up_second(rules, deal);
        return;
    }
    while (board->hand_size[seat] == 0 && board->second[seat] > 0 && board->phase != CN_PHASE_ENDED)
        take_up_second(rules, deal);
}

/* After cards were laid: a completed take brings the pile, then a second hand may come, and an
 * empty hand ends the turn. In this order, since a claim with the last two cards goes out only if
 * no card comes with the pile. */
static void after_laying(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    if (board->phase == CN_PHASE_TAKING && cn_take_is_complete(rules, board, deal->hands[seat]))
        cn_move_take_pile(rules, deal, NULL);
    if (board->phase == CN_PHASE_TAKING)
        return;
    if (board->second[seat] > 0) {
        if (deal->told)
            return;
        bring_second(rules, deal);
    }
    if (board->hand_size[seat] > 0 || board->phase == CN_PHASE_ENDED)
        return;
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        end_deal(board, CN_END_RED_THREE);
    else
        cn_deal_go_out(rules, board);
}

static void apply_draw(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    cn_memory_decline(&deal->memory, board->turn, board->pile_top);
    board->drew_from = CN_DREW_STOCK;
    board->phase = CN_PHASE_MELD;
    draw_cards(rules, deal, rules->draw_count.at[board->players_class]);
}

static void apply_face(const struct cn_rules *rules, struct cn_deal *deal, int kind)
{
    const struct cn_board *board = &deal->board;
    cn_move_face(deal, board->turn, kind, NULL);
    draw_cards(rules, deal, 1);
    if (cn_rules_are_refereed(rules) && board->hand_size[board->turn] == 0 &&
        board->phase == CN_PHASE_MELD)
        cn_deal_go_out(rules, &deal->board);
}

/* The cards stay with the seat, open to all. */
static void apply_hand(const struct cn_rules *rules, struct cn_deal *deal, int first)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    const int row = cn_special_row(rules, first, deal->hands[seat]);
    assert(row >= 0);
    board->exposed[seat] = deal->hands[seat];
    board->special = (uint8_t)(row + 1);
    board->out_seat = (uint8_t)seat;
    end_deal(board, CN_END_HAND);
}

static void apply_take(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action)
{
    const int onto = action.type == CN_ACTION_TAKE_ONTO ? action.place : -1;
    cn_move_take_top(rules, deal, onto, action.type == CN_ACTION_TAKE_DEUCE,
                     action.type == CN_ACTION_TAKE_JOKER, NULL);
    if (!deal->board.owes_opening)
        cn_move_take_pile(rules, deal, NULL);
    after_laying(rules, deal);
}

/* With the stock gone the deal may end by a discard: by the one of who drew last, or by that of the
 * turn after it (I32). Only a turn that began without a stock is one after it. */
bool cn_deal_ends_with_discard(const struct cn_rules *rules, const struct cn_board *board)
{
    if (board->stock > 0)
        return false;
    const enum cn_stock_gone rule = cn_board_stock_rule(rules, board);
    return rule == CN_STOCK_LAST_DISCARD || (rule == CN_STOCK_ONE_MORE && board->stock_was_gone);
}

/* May the seat in turn go out with this card, its last, for which a talon is due (IA5)? */
static bool may_go_out(const struct cn_rules *rules, const struct cn_board *board, int kind)
{
    const bool asks = cn_board_partner(board, board->turn) != CN_NO_SEAT;
    return cn_board_lets_out(rules, board) && board->answer != CN_ANSWER_NO &&
           !(rules->out_consent && asks && board->answer != CN_ANSWER_YES) &&
           (rules->last_discard_bars >> kind & 1) == 0;
}

/* Where cards wait for seats, an empty hand goes out unless more cards are on their way to it. */
static __attribute__((noinline)) void discarded_waiting(const struct cn_rules *rules,
                                                        struct cn_deal *deal, int kind)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    const int talon = cn_board_talon_due(rules, board);
    if (board->hand_size[seat] == 0 && board->second[seat] == 0 &&
        (talon == 0 || may_go_out(rules, board, kind))) {
        cn_deal_go_out(rules, board);
        return;
    }
    if (cn_deal_ends_with_discard(rules, board)) {
        end_deal(board, CN_END_STOCK);
        return;
    }
    if (board->hand_size[seat] == 0 && board->second[seat] > 0 && !deal->told)
        cn_move_pick_second(deal, seat, NULL);
    if (talon > 0 && !deal->told)
        cn_move_talon(deal, seat, talon);
    start_turn(rules, deal, cn_move_pass_turn(deal, NULL));
}

static void apply_discard(const struct cn_rules *rules, struct cn_deal *deal, int kind)
{
    struct cn_board *board = &deal->board;
    cn_move_discard(rules, deal, kind, NULL);
    if (cn_rules_let_wait(rules)) {
        discarded_waiting(rules, deal, kind);
    } else if (board->hand_size[board->turn] == 0) {
        cn_deal_go_out(rules, board);
    } else if (cn_deal_ends_with_discard(rules, board)) {
        end_deal(board, CN_END_STOCK);
    } else if (cn_rules_are_refereed(rules)) {
        start_turn(rules, deal, cn_move_pass_turn(deal, NULL));
    } else {
        cn_move_pass_turn(deal, NULL);
        face_if_any(rules, deal);
    }
}

static void apply_ask(const struct cn_rules *rules, struct cn_board *board)
{
    board->asked = 1;
    if (rules->ask_limit == CN_ASK_ONCE_A_DEAL)
        board->asked_sides |= (uint8_t)(1 << board->side[board->turn]);
    board->asked_in = board->phase;
    board->phase = CN_PHASE_ANSWER;
}

/* Asking interrupts the turn where it was, before drawing or after (L40); the answer goes back
 * there. */
static void apply_answer(struct cn_board *board, enum cn_answer answer)
{
    board->answer = (uint8_t)answer;
    board->phase = board->asked_in;
    board->asked_in = 0;
}

static void apply_stop(struct cn_board *board)
{
    end_deal(board, board->phase == CN_PHASE_LAST_RED_THREE ? CN_END_RED_THREE : CN_END_STOCK);
}

static void apply_lay(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action)
{
    const struct cn_board *board = &deal->board;
    const int side = board->side[board->turn];
    const bool is_new = action.type == CN_ACTION_MELD;
    const int meld = is_new ? board->meld_count[side] : action.place;
    const int kind = is_new ? action.place : cn_meld_kind(board->melds[side][meld]);
    cn_move_lay(rules, deal, meld, kind, action.amount, cn_action_deuces(action),
                cn_action_jokers(action), NULL);
    after_laying(rules, deal);
}

static void apply_merge(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action)
{
    cn_move_merge(deal, action.place, action.amount, NULL);
    after_laying(rules, deal);
}

/* R15: what a seat must have done to have played in the deal; and its discard settles a debt. */
static __attribute__((noinline)) void note_play(struct cn_board *board, struct cn_action action)
{
    const unsigned plays = 1u << CN_ACTION_DRAW | 1u << CN_ACTION_STOP | CN_TYPES_TAKE |
                           CN_TYPES_LAY | 1u << CN_ACTION_DISCARD;
    if ((plays >> action.type & 1) != 0)
        board->turned |= (uint8_t)(1 << board->turn);
    if (action.type == CN_ACTION_DISCARD && board->short_turn)
        board->owed[board->turn]--;
}

#ifndef CN_NARROW_HANDS
void cn__narrow_deal_apply(const struct cn_rules *rules, struct cn_deal *deal,
                           struct cn_action action);
#endif

void cn_deal_apply(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(rules)) {
        cn__narrow_deal_apply(rules, deal, action);
        return;
    }
#endif
    struct cn_board *board = &deal->board;
    if (cn_rules_are_refereed(rules))
        note_play(board, action);
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_DRAW: apply_draw(rules, deal); break;
    case CN_ACTION_STOP: apply_stop(board); break;
    case CN_ACTION_ASK: apply_ask(rules, board); break;
    case CN_ACTION_YES: apply_answer(board, CN_ANSWER_YES); break;
    case CN_ACTION_NO: apply_answer(board, CN_ANSWER_NO); break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: apply_take(rules, deal, action); break;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: apply_lay(rules, deal, action); break;
    case CN_ACTION_MERGE: apply_merge(rules, deal, action); break;
    case CN_ACTION_DISCARD: apply_discard(rules, deal, action.place); break;
    case CN_ACTION_FACE: apply_face(rules, deal, action.place); break;
    case CN_ACTION_HAND: apply_hand(rules, deal, action.place); break;
    case CN_REFEREED_ACTIONS:
    case CN_ACTION_TYPES: assert(false); break;
    }
}
