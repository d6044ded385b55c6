#include "replay_line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hidden_cards.h"

struct replica_past {
    struct cn_deal deal;
    struct cn_placement cards;
    uint8_t sure[CN_SEATS_MAX][CN_CARD_CODES];
};

/* ---- reading lines ---- */

bool replica_line_number(const json_t *line, const char *key, int64_t low, int64_t high, int *value)
{
    int64_t number;
    if (!cn__get_int(line, key, low, high, &number, NULL))
        return false;
    *value = (int)number;
    return true;
}

bool replica_line_cards(const json_t *line, const char *key, cn_card cards[CN_CARDS_MAX],
                        int *count)
{
    return cn__get_cards(line, key, CN_CARDS_MAX, cards, count, NULL);
}

/* ---- deal ---- */

/* Reads how many cards of second hands wait for all seats. */
static bool read_second(const struct cn_rules *rules, const json_t *line,
                        const struct cn_board *board, int *cards)
{
    const json_t *seats = json_object_get(line, "second");
    *cards = 0;
    if (rules->second_hand.count == 0)
        return seats == NULL;
    if (json_array_size(seats) != board->players)
        return false;
    for (int seat = 0; seat < board->players; seat++) {
        const json_t *sizes = json_array_get(seats, (size_t)seat);
        const int count = seat == board->idle ? 0 : rules->second_hand.count;
        if (!json_is_array(sizes) || json_array_size(sizes) != (size_t)count)
            return false;
        for (int i = 0; i < count; i++) {
            if (json_integer_value(json_array_get(sizes, (size_t)i)) != rules->second_hand.of[i])
                return false;
            *cards += rules->second_hand.of[i];
        }
    }
    return true;
}

static bool sizes_fit(const json_t *line, const struct cn_board *board, int hand)
{
    const json_t *sizes = json_object_get(line, "sizes");
    if (json_array_size(sizes) != board->players)
        return false;
    for (int seat = 0; seat < board->players; seat++) {
        const json_t *size = json_array_get(sizes, (size_t)seat);
        if (!json_is_integer(size) || json_integer_value(size) != (seat == board->idle ? 0 : hand))
            return false;
    }
    return true;
}

static bool read_deal(const struct replica *replica, const json_t *line, struct deal_line *deal)
{
    const struct cn_game *game = &replica->game;
    const bool five = game->players == 5;
    deal->idle = CN_NO_SEAT;
    deal->hand_count = 0;
    if (!replica_line_number(line, "n", 1, 1000000, &deal->n) ||
        !replica_line_number(line, "dealer", 0, game->players - 1, &deal->dealer) ||
        !replica_line_number(line, "stock", 0, CN_CARDS_MAX, &deal->stock) ||
        !replica_line_cards(line, "upcards", deal->up, &deal->up_count) ||
        (five && !replica_line_number(line, "idle", 0, 4, &deal->idle)))
        return false;
    if (five && deal->idle != 1 && deal->idle != 3 && deal->idle != 4)
        return false;
    if (five && deal->idle == deal->dealer)
        return false;
    return replica->seat == CN_NO_SEAT ||
           replica_line_cards(line, "hand", deal->hand, &deal->hand_count);
}

static void tell_deal(struct replica *replica)
{
    const struct cn_game *game = &replica->game;
    const struct cn_event event = {.type = CN_EVENT_DEAL,
                                   .seat = game->deal.board.dealer,
                                   .cards = game->deal.stock,
                                   .card_count = game->deal.cards};
    deal_log_event(&replica->deal_log, &event, game, replica->seat);
    if (replica->observer != NULL && replica->observer->event != NULL)
        replica->observer->event(replica->observer->context, &event);
}

static enum dealer_is judge_dealer(const struct replica *replica, const struct deal_line *deal)
{
    const struct cn_game *game = &replica->game;
    int dealer;
    int idle;
    if (replica->commitment.fixed && replica->commitment.deal != deal->n)
        return DEALER_WRONG;
    if (game->deal_number == 0 && deal->n > 1 && replica->resumed)
        return DEALER_UNKNOWN;
    cn_game_next_dealer(game, &dealer, &idle);
    return deal->n == game->deal_number + 1 && deal->dealer == dealer && deal->idle == idle
               ? DEALER_RIGHT
               : DEALER_WRONG;
}

enum replica_line replica_apply_deal(struct replica *replica, const json_t *line)
{
    struct deal_line deal;
    struct cn_board board;
    if (!replica->has_game || replica->game.in_deal || replica->game.winner >= 0 ||
        !read_deal(replica, line, &deal))
        return REPLICA_CONFLICT;
    cn_board_init(&replica->game.law->rules, &board, replica->game.players, deal.dealer, deal.idle,
                  NULL);
    const int hand = replica->game.law->rules.hand_size.at[board.players_class];
    replica->dealer = (uint8_t)judge_dealer(replica, &deal);
    replica->game.deal_number = deal.n - 1;
    replica->metered = 0;
    deal_log_start(&replica->deal_log, &replica->game, deal.dealer, deal.idle);
    if (!sizes_fit(line, &board, hand) ||
        !read_second(&replica->game.law->rules, line, &board, &deal.second) ||
        !replica_hidden_deal(replica, &board, &deal, hand)) {
        replica->has_game = replica->has_deal = false; /* only a snapshot can help */
        return REPLICA_CONFLICT;
    }
    replica->has_deal = true;
    replica->undo_count = 0;
    memset(&replica->following, 0, sizeof replica->following);
    memset(replica->known_cards, 0, sizeof replica->known_cards);
    replica->diverged = false;
    replica->turn_begins = replica->first_turn = true;
    replica->brought = false;
    tell_deal(replica);
    return REPLICA_APPLIED;
}

/* ---- actions ---- */

/* Hides the engine's end of a deal, computed from imagined hands; the lines "end" and "over" report
 * the real one. */
void replica_hear(void *context, const struct cn_event *event)
{
    struct replica *replica = context;
    replica_remember_known(replica, event);
    if (event->type == CN_EVENT_END || event->type == CN_EVENT_OVER)
        return;
    deal_log_event(&replica->deal_log, event, &replica->game, replica->seat);
    if (replica->observer != NULL && replica->observer->event != NULL)
        replica->observer->event(replica->observer->context, event);
}

static bool remember(struct replica *replica)
{
    if (replica->undo_limit == 0 || replica->game.law->refereed) /* nothing is undone (R22) */
        return true;
    if (replica->undo_count == replica->undo_limit) {
        replica->undo_count--;
        memmove(replica->undo, replica->undo + 1,
                (size_t)replica->undo_count * sizeof *replica->undo);
    }
    if (!cn__array_grow(&replica->undo, &replica->undo_size, (size_t)replica->undo_count + 1,
                        sizeof *replica->undo))
        return false;
    memcpy(replica->undo[replica->undo_count].sure, replica->known_cards,
           sizeof replica->known_cards);
    replica->undo[replica->undo_count].deal = replica->game.deal;
    replica->undo[replica->undo_count++].cards = replica->game.cards;
    return true;
}

struct cn_follower replica_follower(struct replica *replica, const struct cn_observer *observer)
{
    const struct cn_follower follower = {.game = &replica->game,
                                         .following = &replica->following,
                                         .observer = observer,
                                         .viewer = replica->seat};
    return follower;
}

static bool holds_kinds(const struct cn_game *game, int seat, int kind, int naturals, int deuces,
                        int jokers)
{
    const cn_hand hand = game->deal.hands[seat];
    return (naturals == 0 || cn_hand_count(hand, kind) >= naturals) &&
           cn_hand_count(hand, CN_DEUCE) >= deuces && cn_hand_count(hand, CN_JOKER) >= jokers;
}

/* Can a meld have this many cards? A server may send anything. */
static bool are_in_packs(int naturals, int deuces, int jokers)
{
    return naturals <= CN_NATURALS_MAX && deuces <= CN_DEUCES_MAX && jokers <= CN_JOKERS_MAX;
}

/* A meld of wilds has the kind of jokers. */
static bool may_be_melded(const struct cn_game *game, int kind)
{
    const struct cn_rules *rules = &game->law->rules;
    if (cn_kind_is_wild(kind))
        return kind == CN_JOKER && rules->wild_melds != CN_WILD_MELDS_NONE;
    return !cn_is_bonus(rules, kind);
}

static bool can_lay(const struct cn_game *game, int seat, struct cn_action a)
{
    const struct cn_board *board = &game->deal.board;
    const int side = board->side[seat];
    const int wilds = cn_action_deuces(a) + cn_action_jokers(a);
    if (board->phase != CN_PHASE_MELD && board->phase != CN_PHASE_TAKING &&
        board->phase != CN_PHASE_LAST_RED_THREE)
        return false;
    if (a.type == CN_ACTION_MELD)
        return a.place < CN_NO_KIND && may_be_melded(game, a.place) &&
               (a.amount > 0) == (a.place != CN_JOKER) && a.amount + wilds >= 3 &&
               board->meld_count[side] < CN_MELDS_MAX &&
               holds_kinds(game, seat, a.place, a.amount, cn_action_deuces(a), cn_action_jokers(a));
    if (a.place >= board->meld_count[side] || board->melds[side][a.place] == 0 ||
        a.amount + wilds == 0)
        return false;
    const cn_packed_meld meld = board->melds[side][a.place];
    if (cn_meld_kind(meld) == CN_JOKER && a.amount > 0)
        return false;
    return are_in_packs(cn_meld_naturals(meld) + a.amount,
                        cn_meld_deuces(meld) + cn_action_deuces(a),
                        cn_meld_jokers(meld) + cn_action_jokers(a)) &&
           holds_kinds(game, seat, cn_meld_kind(meld), a.amount, cn_action_deuces(a),
                       cn_action_jokers(a));
}

static bool can_take(const struct cn_game *game, int seat, struct cn_action a)
{
    const struct cn_board *board = &game->deal.board;
    const int side = board->side[seat];
    const int kind = board->pile_top;
    const int wilds = a.type == CN_ACTION_TAKE_DEUCE || a.type == CN_ACTION_TAKE_JOKER;
    if (board->phase != CN_PHASE_START || board->pile == 0 || kind == CN_NO_KIND ||
        cn_kind_is_wild(kind) || cn_is_bonus(&game->law->rules, kind) ||
        game->cards.pile_count == 0)
        return false;
    if (a.type == CN_ACTION_TAKE_ONTO)
        return a.place < board->meld_count[side] && board->melds[side][a.place] != 0 &&
               cn_meld_kind(board->melds[side][a.place]) == kind &&
               cn_meld_naturals(board->melds[side][a.place]) < CN_NATURALS_MAX;
    return cn_board_take_meld(&game->law->rules, board) < CN_MELDS_MAX &&
           holds_kinds(game, seat, kind, 2 - wilds, a.type == CN_ACTION_TAKE_DEUCE,
                       a.type == CN_ACTION_TAKE_JOKER);
}

static bool can_combine(const struct cn_board *board, int side, struct cn_action a)
{
    if (a.place >= a.amount || a.amount >= board->meld_count[side])
        return false;
    const cn_packed_meld lower = board->melds[side][a.place];
    const cn_packed_meld higher = board->melds[side][a.amount];
    return lower != 0 && higher != 0 && cn_meld_kind(lower) == cn_meld_kind(higher) &&
           are_in_packs(cn_meld_naturals(lower) + cn_meld_naturals(higher),
                        cn_meld_deuces(lower) + cn_meld_deuces(higher),
                        cn_meld_jokers(lower) + cn_meld_jokers(higher));
}

static bool may_stop(const struct cn_game *game)
{
    const struct cn_board *board = &game->deal.board;
    if (game->law->refereed) /* a seat that has nothing else to do may (R21) */
        return board->phase == CN_PHASE_START || board->phase == CN_PHASE_MELD ||
               board->phase == CN_PHASE_LAST_RED_THREE;
    return board->phase == CN_PHASE_LAST_RED_THREE ||
           (board->phase == CN_PHASE_START && board->stock == 0);
}

/* Returns whether the engine can apply this at all. The server, which sees the hand, has checked
 * that it was legal, or could be insisted on. */
static bool can_be(const struct cn_game *game, int seat, struct cn_action a, bool irregular)
{
    const struct cn_board *board = &game->deal.board;
    if (cn_game_actor(game) != seat || (game->law->refereed && board->due != CN_DUE_NOTHING))
        return false;
    switch ((enum cn_action_type)a.type) {
    case CN_ACTION_DRAW: return board->phase == CN_PHASE_START && board->stock > 0;
    case CN_ACTION_STOP: return may_stop(game);
    case CN_ACTION_ASK:
        return (board->phase == CN_PHASE_START || board->phase == CN_PHASE_MELD) &&
               cn_board_partner(board, seat) != CN_NO_SEAT;
    case CN_ACTION_YES:
    case CN_ACTION_NO: return board->phase == CN_PHASE_ANSWER;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: return can_take(game, seat, a);
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return can_lay(game, seat, a);
    case CN_ACTION_MERGE:
        return (board->phase == CN_PHASE_MELD || board->phase == CN_PHASE_TAKING ||
                board->phase == CN_PHASE_LAST_RED_THREE) &&
               can_combine(board, board->side[seat], a);
    case CN_ACTION_DISCARD:
        return (board->phase == CN_PHASE_MELD || (irregular && board->phase == CN_PHASE_START)) &&
               a.place < CN_NO_KIND && game->cards.pile_count < CN_CARDS_MAX &&
               holds_kinds(game, seat, a.place, 1, 0, 0);
    case CN_ACTION_HAND:
        return board->phase == CN_PHASE_MELD &&
               cn_special_row(&game->law->rules, a.place, game->deal.hands[seat]) >= 0;
    case CN_ACTION_FACE: /* by its own line */
    case CN_REFEREED_ACTIONS:
    case CN_ACTION_TYPES: break;
    }
    return false;
}

/* For a draw of several cards others receive the number kept and the red threes shown, but not the
 * order. That the very last card was a red three (L44) is known only when the turn ends without a
 * discard. */
static bool perhaps_last_red(const struct replica *replica)
{
    const struct cn_board *board = &replica->game.deal.board;
    return replica->game.in_deal && board->turn != replica->seat && board->phase == CN_PHASE_MELD &&
           board->drew_from == CN_DREW_STOCK && board->stock == 0;
}

void replica_apply_last_red_three(struct replica *replica)
{
    struct cn_game *game = &replica->game;
    struct cn_board *board = &game->deal.board;
    if (game->in_deal && game->law->rules.last_bonus_card == CN_LAST_BONUS_HOLD &&
        board->stock == 0 && board->turn != replica->seat) {
        board->phase = CN_PHASE_ENDED; /* it stays in a hand that we do not see */
        game->in_deal = 0;
    }
    if (!perhaps_last_red(replica))
        return;
    board->phase = CN_PHASE_LAST_RED_THREE;
    cn_game_apply_unchecked(game, board->turn, cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0), NULL,
                            NULL);
}

static enum replica_line perform(struct replica *replica, int seat, struct cn_action action,
                                 const cn_card *cards, int count)
{
    const struct cn_observer observer = {replica_hear, replica};
    cn_card chosen[CN_CARDS_MAX];
    assert(action.type != CN_ACTION_DISCARD || count == 1);
    if (!can_be(&replica->game, seat, action, replica->irregular) ||
        cn_game_pick_cards(&replica->game, seat, action, chosen) != count)
        return REPLICA_CONFLICT;
    if (replica->game.law->refereed) {
        const struct cn_follower f = replica_follower(replica, &observer);
        if (replica->irregular && !cn_follow_insists(&f))
            return REPLICA_CONFLICT;
        if (!replica->irregular) /* else it was logged as it was insisted on */
            deal_log_decision(&replica->deal_log, seat, action, cards, count);
        cn_follow_act(&f, seat, action, count > 0 ? cards : NULL, replica->irregular);
        return REPLICA_APPLIED;
    }
    deal_log_decision(&replica->deal_log, seat, action, cards, count);
    const int turned = replica->game.deal.board.turned;
    cn_game_apply_unchecked(&replica->game, seat, action, count > 0 ? cards : NULL, &observer);
    replica->turn_begins = action.type == CN_ACTION_DISCARD;
    replica->first_turn = (turned >> replica->game.deal.board.turn & 1) == 0;
    return REPLICA_APPLIED;
}

static enum replica_line take_cards_line(struct replica *replica, int seat, struct cn_action action,
                                         const cn_card *cards, int count)
{
    return replica_received_hand(replica, seat, cards, count)
               ? perform(replica, seat, action, cards, count)
               : REPLICA_CONFLICT;
}

static enum replica_line take_take(struct replica *replica, const json_t *line, int seat)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    int counts[3];
    int onto;
    if (replica_line_number(line, "onto", 0, CN_MELDS_MAX, &onto))
        return perform(replica, seat, cn_action_of(CN_ACTION_TAKE_ONTO, onto, 0, 0, 0), NULL, 0);
    if (!replica_line_cards(line, "with", cards, &count) || count != 2)
        return REPLICA_CONFLICT;
    const int kind = snapshot_meld_counts(cards, count, counts);
    if (kind != replica->game.deal.board.pile_top)
        return REPLICA_CONFLICT;
    const int type = counts[1] == 1   ? CN_ACTION_TAKE_DEUCE
                     : counts[2] == 1 ? CN_ACTION_TAKE_JOKER
                                      : CN_ACTION_TAKE_PAIR;
    return take_cards_line(replica, seat, cn_action_of(type, 0, 0, 0, 0), cards, count);
}

static enum replica_line take_laying(struct replica *replica, const json_t *line, int seat,
                                     bool adds)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    int counts[3];
    int meld = 0;
    if (!replica_line_cards(line, "cards", cards, &count) ||
        (adds && !replica_line_number(line, "meld", 0, CN_MELDS_MAX - 1, &meld)))
        return REPLICA_CONFLICT;
    const int kind = snapshot_meld_counts(cards, count, counts);
    const bool wilds = kind == CN_NO_KIND && count > 0;
    if (kind < 0 || (!adds && kind == CN_NO_KIND && !wilds) || counts[1] > CN_ACTION_DEUCES)
        return REPLICA_CONFLICT;
    const int melded = wilds ? CN_JOKER : kind;
    const struct cn_board *board = &replica->game.deal.board;
    const int side = board->side[seat];
    if (adds && kind != CN_NO_KIND &&
        (meld >= board->meld_count[side] || cn_meld_kind(board->melds[side][meld]) != kind))
        return REPLICA_CONFLICT;
    return take_cards_line(replica, seat,
                           cn_action_of(adds ? CN_ACTION_ADD : CN_ACTION_MELD, adds ? meld : melded,
                                        counts[0], counts[1], counts[2]),
                           cards, count);
}

static enum replica_line take_combine(struct replica *replica, const json_t *line, int seat)
{
    int meld;
    int into;
    if (!replica_line_number(line, "meld", 0, CN_MELDS_MAX - 1, &meld) ||
        !replica_line_number(line, "into", 0, CN_MELDS_MAX - 1, &into))
        return REPLICA_CONFLICT;
    return perform(replica, seat, cn_action_of(CN_ACTION_MERGE, into, meld, 0, 0), NULL, 0);
}

static enum replica_line take_discard(struct replica *replica, const json_t *line, int seat)
{
    cn_card card;
    if (!cn__get_card(line, "card", &card, NULL))
        return REPLICA_CONFLICT;
    return take_cards_line(replica, seat,
                           cn_action_of(CN_ACTION_DISCARD, cn_card_kind(card), 0, 0, 0), &card, 1);
}

static enum replica_line take_stop(struct replica *replica, int seat)
{
    if (!replica->game.law->refereed && perhaps_last_red(replica))
        replica->game.deal.board.phase = CN_PHASE_LAST_RED_THREE;
    return perform(replica, seat, cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0), NULL, 0);
}

/* ---- cards that leave the stock ---- */

bool replica_line_received(const struct replica *replica, const json_t *line,
                           cn_card red[CN_CARDS_MAX], int *reds, int *kept)
{
    const struct cn_rules *rules = &replica->game.law->rules;
    if (!replica_line_number(line, "n", 0, CN_CARDS_MAX, kept) ||
        !replica_line_cards(line, "red", red, reds) || *reds > CN_BONUS_CARDS_MAX)
        return false;
    for (int i = 0; i < *reds; i++)
        if (!cn_is_bonus(rules, cn_card_kind(red[i])))
            return false;
    return true;
}

void replica_see(struct replica *replica, const cn_card *cards, int count)
{
    const int drawn = replica->game.deal.drawn;
    for (int i = 0; i < count && drawn + i < CN_CARDS_MAX; i++)
        replica->deck[drawn + i] = cards[i];
}

static enum replica_line take_draw(struct replica *replica, const json_t *line, int seat)
{
    const struct cn_deal *deal = &replica->game.deal;
    cn_card cards[CN_CARDS_MAX];
    int count;
    int kept = 0;
    const bool own = seat == replica->seat;
    if (own ? !replica_line_cards(line, "cards", cards, &count) ||
                  !replica_reveal_stock(replica, cards, count)
            : !replica_line_received(replica, line, cards, &count, &kept) ||
                  !replica_received(replica, cards, count, kept))
        return REPLICA_CONFLICT;
    if (own)
        replica_see(replica, cards, count);
    const int before = deal->drawn;
    const enum replica_line result =
        perform(replica, seat, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL, 0);
    return result == REPLICA_APPLIED && deal->drawn - before != count + kept ? REPLICA_CONFLICT
                                                                             : result;
}

/* Bonus cards in our hand that may not stay must be shown before the next decision (L11). */
static bool owes_face(const struct replica *replica)
{
    const struct cn_deal *deal = &replica->game.deal;
    const struct cn_rules *rules = &replica->game.law->rules;
    return deal->board.turn == replica->seat && !replica->game.law->refereed &&
           cn_hand_bonus_cards(rules, deal->hands[replica->seat]) >
               cn_deal_most_kept(rules, deal, replica->seat);
}

/* Puts the bonus cards of a face line in the hand, and the cards drawn for them in the stock. At
 * most 'most' may be laid down: in the middle of a turn, one. Returns how many it laid down from
 * the hand, which are the first of 'cards', or 0 if the line is impossible. */
static int fix_face(struct replica *replica, const json_t *line, int seat, int most,
                    cn_card cards[CN_CARDS_MAX])
{
    const struct cn_deal *deal = &replica->game.deal;
    cn_card drawn[CN_CARDS_MAX];
    int count;
    int drew;
    int kept;
    if (seat == replica->seat) {
        if (!replica_line_cards(line, "cards", cards, &count) ||
            !replica_line_cards(line, "drawn", drawn, &drew) ||
            !replica_reveal_stock(replica, drawn, drew))
            return 0;
        replica_see(replica, drawn, drew);
        return count <= most && replica_received_hand(replica, seat, cards, count) ? count : 0;
    }
    if (!replica_line_received(replica, line, cards, &count, &kept))
        return 0;
    const int left = deal->cards - deal->drawn;
    const int all = count < left ? count : left; /* every card laid down draws another */
    const int among = all - kept;                /* bonus cards among those drawn */
    const int faced = count - among;
    if (among < 0 || faced < 1 || faced > most ||
        !replica_received_hand(replica, seat, cards, faced) ||
        !replica_received(replica, cards + faced, among, kept))
        return 0;
    return faced;
}

/* Did the cards of a face line go automatically, not by a decision? At the start of a turn they do;
 * but a seat that kept one in its first turn may at once decide to lay it down. That is taken for
 * the first, unless it is our own, where we know. The lines cannot tell these apart, or they would
 * show whether the seat still keeps one. */
static bool goes_automatically(const struct replica *replica, int seat)
{
    const struct cn_deal *deal = &replica->game.deal;
    const struct cn_rules *rules = &replica->game.law->rules;
    const int held = cn_hand_bonus_cards(rules, deal->hands[seat]);
    if (seat == replica->seat)
        return held > cn_deal_most_kept(rules, deal, replica->seat);
    if (replica->brought)
        return true;
    return replica->turn_begins && (replica->first_turn || rules->keep_bonus_card == 0 ||
                                    cn_side_has_melded(&deal->board, deal->board.side[seat]));
}

/* It is not known whether an undo counts this line. So what was before is forgotten: an undo that
 * goes back further asks for a snapshot. */
static void take_for_automatic(struct replica *replica, int seat, struct cn_action action,
                               cn_card card)
{
    deal_log_perhaps(&replica->deal_log, seat, action, card);
    replica->undo_count = 0;
}

static enum replica_line take_face(struct replica *replica, const json_t *line, int seat)
{
    const struct cn_observer observer = {replica_hear, replica};
    const struct cn_board *board = &replica->game.deal.board;
    cn_card cards[CN_CARDS_MAX];
    if (board->turn != seat || board->phase == CN_PHASE_TAKING || board->phase == CN_PHASE_ANSWER ||
        board->phase == CN_PHASE_ENDED)
        return REPLICA_CONFLICT;
    const bool decides = !goes_automatically(replica, seat);
    if (decides && (owes_face(replica) || !remember(replica)))
        return REPLICA_CONFLICT;
    const int count = fix_face(replica, line, seat, decides ? 1 : CN_BONUS_CARDS_MAX, cards);
    if (count == 0)
        return REPLICA_CONFLICT;
    const struct cn_action action = cn_action_of(CN_ACTION_FACE, cn_card_kind(cards[0]), 0, 0, 0);
    if (decides)
        deal_log_decision(&replica->deal_log, seat, action, cards, 1);
    else if (seat != replica->seat && replica->game.law->rules.keep_bonus_card > 0)
        take_for_automatic(replica, seat, action, cards[0]);
    replica->brought = replica->turn_begins = false;
    cn__game_face(&replica->game, cards, count, &observer);
    return REPLICA_APPLIED;
}

/* ---- cards that wait ---- */

static enum replica_line take_talon(struct replica *replica, const json_t *line, int seat)
{
    const struct cn_observer observer = {replica_hear, replica};
    const struct cn_deal *deal = &replica->game.deal;
    int n;
    if (!replica_line_number(line, "n", 1, UINT8_MAX, &n) || n > deal->board.stock ||
        deal->board.talon[seat] > 0 || deal->board.next[seat] != deal->board.turn ||
        replica->game.law->rules.talon.count == 0)
        return REPLICA_CONFLICT;
    cn__game_talon(&replica->game, seat, n, &observer);
    return REPLICA_APPLIED;
}

/* Cards that have waited: a talon at the start of the turn of its seat, or a second hand. */
static enum replica_line take_pick(struct replica *replica, const json_t *line, int seat)
{
    const struct cn_observer observer = {replica_hear, replica};
    const struct cn_deal *deal = &replica->game.deal;
    const bool talon = deal->board.talon[seat] > 0;
    const int size = talon ? deal->board.talon[seat] : deal->board.second_size[seat];
    const int from = talon ? deal->talon_from[seat] : deal->second_from[seat];
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (size == 0 || (talon && deal->board.turn != seat))
        return REPLICA_CONFLICT;
    if (seat == replica->seat) {
        if (!replica_line_cards(line, "cards", cards, &count) || count != size ||
            !replica_reveal_waiting(replica, from, cards, count))
            return REPLICA_CONFLICT;
        for (int i = 0; i < count && talon; i++)
            replica->deck[from + i] = cards[i];
    } else if (!replica_line_number(line, "n", 1, UINT8_MAX, &count) || count != size ||
               !replica_wait_unseen(replica, from, count)) {
        return REPLICA_CONFLICT;
    }
    cn__game_pick(&replica->game, seat, &observer);
    replica->brought = deal->board.turn == seat;
    return REPLICA_APPLIED;
}

/* ---- decisions and undo ---- */

static enum replica_line take_hand(struct replica *replica, const json_t *line, int seat)
{
    const struct cn_law *law = replica->game.law;
    cn_card cards[CN_CARDS_MAX];
    int count;
    char text[CN_ACTION_TEXT];
    struct cn_action action;
    const char *name = json_string_value(json_object_get(line, "name"));
    if (name == NULL || strlen(name) >= CN_SPECIAL_NAME_SIZE ||
        !replica_line_cards(line, "cards", cards, &count) ||
        count != replica->game.deal.board.hand_size[seat])
        return REPLICA_CONFLICT;
    snprintf(text, sizeof text, "hand %s", name);
    if (!cn_action_parse(law, text, strlen(text), &action))
        return REPLICA_CONFLICT;
    return take_cards_line(replica, seat, action, cards, count);
}

enum replica_line replica_apply_decision(struct replica *replica, const char *type,
                                         const json_t *line)
{
    int seat;
    if (!replica->has_deal || !replica->game.in_deal || owes_face(replica) ||
        !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat))
        return REPLICA_CONFLICT;
    if (!remember(replica))
        return REPLICA_CONFLICT;
    replica->turn_begins = replica->brought = false;
    replica->irregular = json_is_true(json_object_get(line, "irregular"));
    if (strcmp(type, "hand") == 0)
        return take_hand(replica, line, seat);
    if (strcmp(type, "draw") == 0)
        return take_draw(replica, line, seat);
    if (strcmp(type, "take") == 0)
        return take_take(replica, line, seat);
    if (strcmp(type, "meld") == 0)
        return take_laying(replica, line, seat, false);
    if (strcmp(type, "add") == 0)
        return take_laying(replica, line, seat, true);
    if (strcmp(type, "combine") == 0)
        return take_combine(replica, line, seat);
    if (strcmp(type, "discard") == 0)
        return take_discard(replica, line, seat);
    if (strcmp(type, "stop") == 0)
        return take_stop(replica, seat);
    if (strcmp(type, "ask") == 0)
        return perform(replica, seat, cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0), NULL, 0);
    const bool yes = json_is_true(json_object_get(line, "yes"));
    return perform(replica, seat, cn_action_of(yes ? CN_ACTION_YES : CN_ACTION_NO, 0, 0, 0, 0),
                   NULL, 0);
}

static enum replica_line apply_consequence(struct replica *replica, const json_t *line,
                                           enum replica_line (*take)(struct replica *replica,
                                                                     const json_t *line, int seat))
{
    int seat;
    if (!replica->has_deal || !replica->game.in_deal ||
        !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat))
        return REPLICA_CONFLICT;
    return take(replica, line, seat);
}

enum replica_line replica_apply_face(struct replica *replica, const json_t *line)
{
    return apply_consequence(replica, line, take_face);
}

enum replica_line replica_apply_talon(struct replica *replica, const json_t *line)
{
    return apply_consequence(replica, line, take_talon);
}

enum replica_line replica_apply_pick(struct replica *replica, const json_t *line)
{
    return apply_consequence(replica, line, take_pick);
}

bool replica_line_is_decision(const char *type)
{
    static const char *const types[] = {"draw",    "take", "meld", "add",    "combine",
                                        "discard", "stop", "ask",  "answer", "hand"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

enum replica_line replica_apply_undo(struct replica *replica, const json_t *line)
{
    int n;
    int seat;
    if (!replica->has_deal || !replica->game.in_deal ||
        !replica_line_number(line, "n", 1, 100000, &n) ||
        !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat) ||
        n > replica->undo_count || replica->game.law->refereed)
        return REPLICA_CONFLICT;
    replica->change.line = REPLICA_CHANGE_UNDO;
    replica->change.seat = seat;
    replica->change.number = n;
    deal_log_undo(&replica->deal_log, n);
    replica->undo_count -= n;
    memcpy(replica->known_cards, replica->undo[replica->undo_count].sure,
           sizeof replica->known_cards);
    replica->game.deal = replica->undo[replica->undo_count].deal;
    replica->game.cards = replica->undo[replica->undo_count].cards;
    replica->turn_begins = replica->brought = false;
    return REPLICA_APPLIED;
}
