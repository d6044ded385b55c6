#include "game.h"

#include <assert.h>
#include <string.h>

/* ---- names ---- */

#define NAME(id, name) name,
static const char *const event_names[] = {CN_EVENTS(NAME)};
static const char *const end_names[] = {CN_ENDS(NAME)};
static const char *const stage_names[] = {CN_STAGES(NAME)};
#define NAME_AT(names, at) \
    ((at) >= 0 && (at) < (int)(sizeof(names) / sizeof(names)[0]) ? (names)[at] : NULL)

const char *cn_event_name(int type)
{
    return NAME_AT(event_names, type);
}

const char *cn_end_name(int why)
{
    return NAME_AT(end_names, why);
}

const char *cn_stage_name(int stage)
{
    return NAME_AT(stage_names, stage);
}

/* ---- reporting events ---- */

static void tell(const struct cn_observer *observer, const struct cn_event *event)
{
    if (observer != NULL && observer->event != NULL)
        observer->event(observer->context, event);
}

/* 'kind' is that of the meld that the cards join. */
static void tell_laid(const struct cn_observer *observer, int type, int seat, int meld, int kind,
                      const cn_card *cards, int count)
{
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = (uint8_t)seat,
                                   .meld = (uint8_t)meld,
                                   .kind = (uint8_t)kind,
                                   .cards = cards,
                                   .card_count = count};
    tell(observer, &event);
}

static void tell_cards(const struct cn_observer *observer, int type, int seat, const cn_card *cards,
                       int count)
{
    tell_laid(observer, type, seat, 0, 0, cards, count);
}

/* The bonus cards from place 'faced' on have just been laid down. */
static void tell_received(const struct cn_game *game, const struct cn_observer *observer, int type,
                          int seat, const cn_card *cards, int count, int faced)
{
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = (uint8_t)seat,
                                   .cards = cards,
                                   .card_count = count,
                                   .shown = &game->cards.red[faced],
                                   .shown_count = game->cards.red_count - faced};
    tell(observer, &event);
}

static void tell_faced(const struct cn_game *game, const struct cn_observer *observer, int seat,
                       const cn_card *cards, int count, int drawn, int faced)
{
    const struct cn_event event = {.type = CN_EVENT_FACE,
                                   .seat = (uint8_t)seat,
                                   .cards = cards,
                                   .card_count = count,
                                   .drawn = &game->deal.stock[drawn],
                                   .drawn_count = game->deal.drawn - drawn,
                                   .shown = &game->cards.red[faced],
                                   .shown_count = game->cards.red_count - faced};
    tell(observer, &event);
}

/* ---- setting up ---- */

size_t cn_game_size(void)
{
    return sizeof(struct cn_game);
}

struct cn_game *cn_game_init(void *memory, const struct cn_law *law, int players,
                             const int32_t *scores)
{
    struct cn_game *const game = memory;
    assert(cn_rules_allow_players(&law->rules, players));
    memset(game, 0, sizeof *game);
    game->law = law;
    game->players = (uint8_t)players;
    game->winner = -1;
    game->sides = (uint8_t)cn_side_count(&law->rules, players);
    for (int side = 0; scores != NULL && side < game->sides; side++)
        game->score[side] = scores[side];
    return game;
}

void cn_game_copy(void *to, const struct cn_game *from)
{
    memmove(to, from, sizeof *from);
}

void cn_game_copy_with_law(void *to, void *law, const struct cn_game *from)
{
    struct cn_game *const game = to;
    memmove(law, from->law, sizeof *from->law);
    cn_game_copy(to, from);
    game->law = law;
}

const struct cn_law *cn_game_law(const struct cn_game *game)
{
    return game->law;
}

enum cn_stage cn_game_stage(const struct cn_game *game)
{
    if (game->winner >= 0)
        return CN_STAGE_OVER;
    return game->in_deal ? CN_STAGE_IN_DEAL : CN_STAGE_BETWEEN_DEALS;
}

int cn_game_scores(const struct cn_game *game, int32_t scores[CN_SIDES_MAX])
{
    memcpy(scores, game->score, game->sides * sizeof *scores);
    return game->sides;
}

int cn_game_winner(const struct cn_game *game)
{
    return game->winner;
}

int cn_game_hand(const struct cn_game *game, int seat, cn_card cards[CN_CARDS_MAX])
{
    return cn_placement_hand(&game->cards, seat, cards);
}

int cn_game_meld(const struct cn_game *game, int side, int index, cn_card cards[CN_CARDS_MAX])
{
    return cn_placement_meld(&game->cards, side, index, cards);
}

struct cn_view *cn_view_of(void *memory, const struct cn_game *game, int seat)
{
    struct cn_view *const view = memory;
    assert(game->deal_number > 0 && seat >= 0 && seat < game->players);
    *view = cn_game_view(game, seat);
    return view;
}

static int seat_at_place(int idle, int place)
{
    return place == idle ? 4 : place;
}

/* With five players, the deal passes to the next place and the idle seat goes 4, 1, 3, 4 (I17). */
void cn_game_next_dealer(const struct cn_game *game, int *dealer, int *idle)
{
    const struct cn_board *board = &game->deal.board;
    const bool five = game->players == 5;
    *idle = five ? 4 : CN_NO_SEAT;
    if (game->deal_number == 0) {
        *dealer = five ? 3 : game->players - 1;
        return;
    }
    if (!five) {
        *dealer = (board->dealer + 1) % game->players;
        return;
    }
    const int place = board->dealer == 4 ? board->idle : board->dealer;
    *idle = board->idle == 4 ? 1 : board->idle == 1 ? 3 : 4;
    *dealer = seat_at_place(*idle, (place + 1) % 4);
}

/* ---- bonus cards, and cards that have waited ---- */

static int held_bonus(const struct cn_game *game, int seat)
{
    cn_card held[CN_BONUS_CARDS_MAX];
    return cn_placement_bonus(&game->cards, &game->law->rules, seat, held);
}

/* Moves cards that left the stock for a seat one by one: bonus cards to its side, unless they may
 * stay, the rest to its hand. */
static void receive_drawn(struct cn_game *game, int seat, const cn_card *drawn, int count)
{
    const struct cn_rules *rules = &game->law->rules;
    const int side = game->deal.board.side[seat];
    for (int i = 0; i < count; i++) {
        const bool last = i == count - 1 && game->deal.board.stock == 0;
        const bool stays =
            last ? rules->last_bonus_card == CN_LAST_BONUS_HOLD
                 : held_bonus(game, seat) < cn_deal_most_kept(&game->law->rules, &game->deal, seat);
        if (cn_is_bonus(rules, cn_card_kind(drawn[i])) && !stays)
            cn_placement_face(&game->cards, side, drawn[i]);
        else
            cn_placement_receive(&game->cards, rules, seat, drawn[i]);
    }
}

/* The deal laid down the bonus cards of a hand but those that may stay, and drew the cards from
 * 'drawn' on. */
static void follow_facing(struct cn_game *game, int seat, int drawn,
                          const struct cn_observer *observer)
{
    const int side = game->deal.board.side[seat];
    cn_card held[CN_BONUS_CARDS_MAX];
    const int count = cn_placement_bonus(&game->cards, &game->law->rules, seat, held);
    const int most = cn_deal_most_kept(&game->law->rules, &game->deal, seat);
    if (count <= most)
        return;
    const int faced = game->cards.red_count;
    for (int i = most; i < count; i++) {
        cn_placement_remove(&game->cards, seat, held[i]);
        cn_placement_face(&game->cards, side, held[i]);
    }
    receive_drawn(game, seat, &game->deal.stock[drawn], game->deal.drawn - drawn);
    tell_faced(game, observer, seat, held + most, count - most, drawn, faced);
}

static void follow_pick(struct cn_game *game, int seat, int from, int count,
                        const struct cn_observer *observer)
{
    const cn_card *cards = &game->deal.stock[from];
    for (int i = 0; i < count; i++)
        cn_placement_receive(&game->cards, &game->law->rules, seat, cards[i]);
    tell_cards(observer, CN_EVENT_PICK, seat, cards, count);
}

/* The turn that began took up a talon of this many cards and then laid down bonus cards. */
static void follow_turn(struct cn_game *game, int talon, int drawn,
                        const struct cn_observer *observer)
{
    const int seat = game->deal.board.turn;
    if (game->deal.told || cn_law_is_refereed(game->law))
        return;
    if (talon > 0)
        follow_pick(game, seat, game->deal.talon_from[seat], talon, observer);
    follow_facing(game, seat, drawn, observer);
}

void cn__game_face(struct cn_game *game, const cn_card *cards, int count,
                   const struct cn_observer *observer)
{
    const int seat = game->deal.board.turn;
    const int faced = game->cards.red_count;
    const int drawn = game->deal.drawn;
    cn_deal_face(&game->law->rules, &game->deal, cards, count);
    for (int i = 0; i < count; i++) {
        cn_placement_remove(&game->cards, seat, cards[i]);
        cn_placement_face(&game->cards, game->deal.board.side[seat], cards[i]);
    }
    receive_drawn(game, seat, &game->deal.stock[drawn], game->deal.drawn - drawn);
    tell_faced(game, observer, seat, cards, count, drawn, faced);
    cn__game_finish(game, observer);
}

void cn__game_pick(struct cn_game *game, int seat, const struct cn_observer *observer)
{
    int count;
    const int from = cn_deal_pick(&game->law->rules, &game->deal, seat, &count);
    follow_pick(game, seat, from, count, observer);
    cn__game_finish(game, observer);
}

void cn__game_talon(struct cn_game *game, int seat, int size, const struct cn_observer *observer)
{
    struct cn_board *board = &game->deal.board;
    cn_move_talon(&game->deal, seat, size);
    board->stock_was_gone = board->stock == 0;
    tell_cards(observer, CN_EVENT_TALON, seat, &game->deal.stock[game->deal.talon_from[seat]],
               size);
    cn__game_finish(game, observer);
}

/* Second hands have come into a hand by melding, as if one by one: only the last can have been
 * followed by cards from the stock. */
static void follow_seconds(struct cn_game *game, int seat, const struct cn_board *before, int drawn,
                           const struct cn_observer *observer)
{
    struct cn_deal *deal = &game->deal;
    int from = deal->second_from[seat];
    const int now = deal->board.second[seat];
    for (int left = now + 1; left <= before->second[seat]; left++)
        from -= *cn_deal_second_size(deal, seat, left);
    for (int left = before->second[seat]; left > now; left--) {
        const int size = *cn_deal_second_size(deal, seat, left);
        follow_pick(game, seat, from, size, observer);
        follow_facing(game, seat, left - 1 == now ? drawn : deal->drawn, observer);
        from += size;
    }
}

/* ---- the end of a deal and of the game ---- */

static void end_game(struct cn_game *game, int winner, const struct cn_observer *observer)
{
    game->winner = (int8_t)winner;
    if (game->winner < 0)
        return;
    int32_t receives[CN_SIDES_MAX];
    cn_score_settlement(&game->law->rules, game->score, game->sides, receives);
    const struct cn_event event = {.type = CN_EVENT_OVER,
                                   .winner = game->winner,
                                   .side_count = game->sides,
                                   .receives = receives};
    tell(observer, &event);
}

static void end_deal(struct cn_game *game, const struct cn_observer *observer)
{
    const struct cn_board *board = &game->deal.board;
    struct cn_score sides[CN_SIDES_MAX];
    const int winner = cn_score_deal(game->law, &game->deal, sides);
    for (int side = 0; side < game->sides; side++)
        game->score[side] = sides[side].after;
    game->in_deal = 0;
    const struct cn_event event = {.type = CN_EVENT_END,
                                   .seat = board->out_seat,
                                   .why = board->end_why,
                                   .concealed = board->concealed,
                                   .side_count = game->sides,
                                   .sides = sides};
    tell(observer, &event);
    end_game(game, winner, observer);
}

void cn__game_finish(struct cn_game *game, const struct cn_observer *observer)
{
    assert(cn_game_check(game) == NULL);
    if (game->deal.board.phase == CN_PHASE_ENDED)
        end_deal(game, observer);
}

void cn__game_announce_start(struct cn_game *game, int talon, int drawn,
                             const struct cn_observer *observer)
{
    follow_turn(game, talon, drawn, observer);
    cn__game_finish(game, observer);
}

/* ---- dealing ---- */

/* Returns how many cards of the deck come before the pile's. */
static int count_dealt(const struct cn_game *game, int hands)
{
    const struct cn_rules *rules = &game->law->rules;
    return hands + cn_rules_second_cards(rules) * game->deal.board.seats;
}

static void place_dealt_cards(struct cn_game *game)
{
    const struct cn_deal *deal = &game->deal;
    const struct cn_board *board = &deal->board;
    struct cn_placement *cards = &game->cards;
    memset(cards, 0, sizeof *cards);
    const int hands = game->law->rules.hand_size.at[board->players_class] * board->seats;
    int seat = board->next[board->dealer];
    for (int i = 0; i < hands; i++) {
        cn_placement_receive(cards, &game->law->rules, seat, deal->stock[i]);
        seat = board->next[seat];
    }
    const int pile = count_dealt(game, hands);
    for (int i = 0; i < game->starting_pile; i++)
        cards->pile[cards->pile_count++] = deal->stock[pile + i];
}

bool cn_game_deal(struct cn_game *game, int dealer, int idle, const cn_card *deck,
                  struct cn_rng *rng, const struct cn_observer *observer)
{
    assert(!game->in_deal && game->winner < 0);
    struct cn_deal deal;
    memset(&deal, 0, sizeof deal);
    deal.told = game->deal.told;
    deal.told_seat = game->deal.told_seat;
    cn_card order[CN_CARDS_MAX];
    const int count = cn_rules_cards(&game->law->rules, game->players);
    memcpy(order, deck, (size_t)count);
    int upcards;
    if (!cn_deal_start(&game->law->rules, &deal, game->players, dealer, idle, game->score, order,
                       rng, &upcards))
        return false;
    game->deal = deal;
    memset(&game->notes, 0, sizeof game->notes);
    game->starting_pile = (uint8_t)upcards;
    game->deal_number++;
    cn_board_set_number(&game->law->rules, &game->deal.board, game->deal_number);
    game->in_deal = 1;
    place_dealt_cards(game);
    tell_cards(observer, CN_EVENT_DEAL, dealer, order, count);
    const int hands = game->law->rules.hand_size.at[deal.board.players_class] * deal.board.seats;
    cn__game_announce_start(game, 0, count_dealt(game, hands) + upcards, observer);
    return true;
}

/* ---- playing ---- */

static int wanted_of_hand(const struct cn_game *game, int seat, struct cn_action action,
                          int kinds[3], int counts[3])
{
    const struct cn_board *board = &game->deal.board;
    kinds[0] = CN_NO_KIND;
    counts[0] = 0;
    kinds[1] = CN_DEUCE;
    kinds[2] = CN_JOKER;
    counts[1] = cn_action_deuces(action);
    counts[2] = cn_action_jokers(action);
    switch (action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
        kinds[0] = board->pile_top;
        counts[1] = action.type == CN_ACTION_TAKE_DEUCE;
        counts[2] = action.type == CN_ACTION_TAKE_JOKER;
        counts[0] = 2 - counts[1] - counts[2];
        break;
    case CN_ACTION_MELD:
        kinds[0] = action.place;
        counts[0] = action.amount;
        break;
    case CN_ACTION_ADD:
        if (action.place >= board->meld_count[board->side[seat]])
            return -1;
        kinds[0] = cn_meld_kind(board->melds[board->side[seat]][action.place]);
        counts[0] = action.amount;
        break;
    case CN_ACTION_DISCARD:
    case CN_ACTION_FACE:
    case CN_ACTION_EXPOSE:
        kinds[0] = action.place;
        counts[0] = 1;
        break;
    default: break;
    }
    return counts[0] + counts[1] + counts[2];
}

int cn_game_pick_cards(const struct cn_game *game, int seat, struct cn_action action,
                       cn_card cards[CN_CARDS_MAX])
{
    int kinds[3];
    int counts[3];
    if (action.type == CN_ACTION_HAND)
        return cn_placement_hand(&game->cards, seat, cards);
    const int wanted = wanted_of_hand(game, seat, cn_action_plain(action), kinds, counts);
    if (wanted < 0 || wanted > CN_CARDS_MAX)
        return -1;
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += cn_placement_pick(&game->cards, seat, kinds[i], counts[i], cards + n);
    return n == wanted ? n : -1;
}

static void lay(struct cn_game *game, int side, int meld, const cn_card *cards, int count)
{
    struct cn_placement *at = &game->cards;
    for (int i = 0; i < count; i++) {
        at->laid[at->laid_count] = cards[i];
        at->laid_side[at->laid_count] = (uint8_t)side;
        at->laid_meld[at->laid_count++] = (uint8_t)meld;
    }
}

static void from_hand(struct cn_game *game, int seat, const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++)
        cn_placement_remove(&game->cards, seat, cards[i]);
}

/* The deal has moved the pile, or what a claim takes of it, into the hand: move its cards too. */
static void follow_pile(struct cn_game *game, int seat, const struct cn_observer *observer)
{
    const struct cn_rules *rules = &game->law->rules;
    struct cn_placement *cards = &game->cards;
    const int left = game->deal.board.pile;
    const int count = cards->pile_count - left;
    const int faced = cards->red_count;
    cn_card pile[CN_CARDS_MAX];
    memcpy(pile, cards->pile + left, (size_t)count);
    cards->pile_count = (uint16_t)left;
    for (int i = 0; i < count; i++)
        if (cn_is_bonus(rules, cn_card_kind(pile[i])))
            cn_placement_face(cards, game->deal.board.side[seat], pile[i]);
        else
            cn_placement_receive(cards, rules, seat, pile[i]);
    tell_received(game, observer, CN_EVENT_PILE, seat, pile, count, faced);
}

static void follow_take(struct cn_game *game, int seat, struct cn_action action, int meld,
                        const cn_card *cards, int count, const struct cn_observer *observer)
{
    const int side = game->deal.board.side[seat];
    const cn_card top = game->cards.pile[--game->cards.pile_count];
    lay(game, side, meld, &top, 1);
    from_hand(game, seat, cards, count);
    lay(game, side, meld, cards, count);
    tell_laid(observer, CN_EVENT_TAKE, seat, action.place, cn_card_kind(top), cards, count);
}

static void follow_combine(struct cn_game *game, int seat, struct cn_action action,
                           const struct cn_observer *observer)
{
    const int side = game->deal.board.side[seat];
    for (int i = 0; i < game->cards.laid_count; i++)
        if (game->cards.laid_side[i] == side && game->cards.laid_meld[i] == action.amount)
            game->cards.laid_meld[i] = action.place;
    const cn_packed_meld into = game->deal.board.melds[side][action.place];
    const struct cn_event event = {.type = CN_EVENT_MERGE,
                                   .seat = (uint8_t)seat,
                                   .meld = action.amount,
                                   .merged_into = action.place,
                                   .kind = (uint8_t)cn_meld_kind(into)};
    tell(observer, &event);
}

static void follow_discard(struct cn_game *game, int seat, const cn_card *cards,
                           const struct cn_board *before, int drawn,
                           const struct cn_observer *observer)
{
    const struct cn_board *board = &game->deal.board;
    from_hand(game, seat, cards, 1);
    game->cards.pile[game->cards.pile_count++] = cards[0];
    tell(observer, &(struct cn_event){
                       .type = CN_EVENT_DISCARD,
                       .seat = (uint8_t)seat,
                       .freezes = cn_rules_freezes(&game->law->rules, cn_card_kind(cards[0])),
                       .cards = cards,
                       .card_count = 1,
                   });
    if (before->second[seat] > board->second[seat])
        follow_pick(game, seat, game->deal.second_from[seat] - before->second_size[seat],
                    before->second_size[seat], observer);
    if (board->talon[seat] > 0)
        tell_cards(observer, CN_EVENT_TALON, seat, &game->deal.stock[drawn], board->talon[seat]);
    if (board->turn != seat)
        follow_turn(game, before->talon[board->turn], drawn + board->talon[seat], observer);
}

static void follow_face(struct cn_game *game, int seat, cn_card card, int drawn,
                        const struct cn_observer *observer)
{
    const int faced = game->cards.red_count;
    cn_placement_remove(&game->cards, seat, card);
    cn_placement_face(&game->cards, game->deal.board.side[seat], card);
    receive_drawn(game, seat, &game->deal.stock[drawn], game->deal.drawn - drawn);
    tell_faced(game, observer, seat, &card, 1, drawn, faced);
}

static void tell_hand(const struct cn_game *game, int seat, const cn_card *cards, int count,
                      const struct cn_observer *observer)
{
    const int row = game->deal.board.special - 1;
    const struct cn_event event = {.type = CN_EVENT_HAND,
                                   .seat = (uint8_t)seat,
                                   .name = game->law->rules.special_hands.row[row].name,
                                   .cards = cards,
                                   .card_count = count};
    tell(observer, &event);
}

static void tell_word(const struct cn_observer *observer, int type, int seat, bool yes)
{
    const struct cn_event event = {.type = (uint8_t)type, .seat = (uint8_t)seat, .yes = yes};
    tell(observer, &event);
}

/* Moves the cards whose kinds the deal has moved, and reports what happened. */
static void follow(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                   int count, const struct cn_board *before, int drawn,
                   const struct cn_observer *observer)
{
    const int side = before->side[seat];
    const int faced = game->cards.red_count;
    int meld = action.place;
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_DRAW:
        receive_drawn(game, seat, &game->deal.stock[drawn], game->deal.drawn - drawn);
        tell_received(game, observer, CN_EVENT_DRAW, seat, &game->deal.stock[drawn],
                      game->deal.drawn - drawn, faced);
        break;
    case CN_ACTION_STOP: tell_word(observer, CN_EVENT_STOP, seat, false); break;
    case CN_ACTION_ASK: tell_word(observer, CN_EVENT_ASK, seat, false); break;
    case CN_ACTION_YES:
    case CN_ACTION_NO:
        tell_word(observer, CN_EVENT_ANSWER, seat, action.type == CN_ACTION_YES);
        break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
        meld = cn_board_take_meld(&game->law->rules, before); /* fall through */
    case CN_ACTION_TAKE_ONTO: follow_take(game, seat, action, meld, cards, count, observer); break;
    case CN_ACTION_MELD:
        from_hand(game, seat, cards, count);
        lay(game, side, before->meld_count[side], cards, count);
        tell_laid(observer, CN_EVENT_MELD, seat, before->meld_count[side], action.place, cards,
                  count);
        break;
    case CN_ACTION_ADD:
        from_hand(game, seat, cards, count);
        lay(game, side, action.place, cards, count);
        tell_laid(observer, CN_EVENT_ADD, seat, action.place,
                  cn_meld_kind(before->melds[side][action.place]), cards, count);
        break;
    case CN_ACTION_MERGE: follow_combine(game, seat, action, observer); break;
    case CN_ACTION_DISCARD: follow_discard(game, seat, cards, before, drawn, observer); break;
    case CN_ACTION_FACE: follow_face(game, seat, cards[0], drawn, observer); break;
    case CN_ACTION_HAND: tell_hand(game, seat, cards, count, observer); break;
    case CN_REFEREED_ACTIONS:
    case CN_ACTION_TYPES: break;
    }
}

void cn_game_apply_unchecked(struct cn_game *game, int seat, struct cn_action action,
                             const cn_card *cards, const struct cn_observer *observer)
{
    const struct cn_board before = game->deal.board;
    const int drawn = game->deal.drawn;
    cn_card chosen[CN_CARDS_MAX];
    const int count = cn_game_pick_cards(game, seat, action, chosen);
    assert(count >= 0);
    if (cards == NULL)
        cards = chosen;
    cn_deal_apply(&game->law->rules, &game->deal, action);
    follow(game, seat, action, cards, count, &before, drawn, observer);
    const bool was_claim = before.phase == CN_PHASE_TAKING || cn_action_takes(action);
    if (was_claim && game->deal.board.phase != CN_PHASE_TAKING)
        follow_pile(game, seat, observer);
    if (action.type != CN_ACTION_DISCARD && before.second[seat] > game->deal.board.second[seat])
        follow_seconds(game, seat, &before, drawn, observer);
    cn__game_finish(game, observer);
}

int cn_game_actor(const struct cn_game *game)
{
    return game->in_deal ? cn_board_actor(&game->deal.board) : CN_NO_SEAT;
}

const char *cn_game_check(const struct cn_game *game)
{
    const char *fault = cn_deal_check(&game->law->rules, &game->deal);
    return fault != NULL ? fault : cn_placement_check(&game->cards, &game->deal);
}

/* ---- drawing for seats, and the cut ---- */

unsigned cn_seating_resolve(const struct cn_rules *rules, int players, const cn_card *drawn,
                            const bool *edge, uint8_t seat_of_player[CN_SEATS_MAX])
{
    unsigned again = 0;
    for (int p = 0; p < players; p++) {
        if (cn_card_draw_order(drawn[p]) == 0 || (edge != NULL && edge[p]))
            again |= 1u << p;
        for (int other = 0; other < players; other++)
            if (other != p && drawn[other] == drawn[p])
                again |= 1u << p;
    }
    if (again != 0)
        return again;
    /* Seats players by falling order of cards: those with the highest cards are partners (L5). */
    struct cn_board board;
    cn_board_init(rules, &board, players, 0, 4, NULL);
    int rank_of_player[CN_SEATS_MAX];
    for (int p = 0; p < players; p++) {
        rank_of_player[p] = 0;
        for (int other = 0; other < players; other++)
            if (cn_card_draw_order(drawn[other]) > cn_card_draw_order(drawn[p]))
                rank_of_player[p]++;
    }
    int rank = 0;
    for (int side = 0; side < board.sides; side++)
        for (int seat = 0; seat < players; seat++) {
            if (board.side[seat] != side)
                continue;
            for (int p = 0; p < players; p++)
                if (rank_of_player[p] == rank)
                    seat_of_player[p] = (uint8_t)seat;
            rank++;
        }
    return 0;
}

enum {
    DRAW_EDGE = 4 /* the first or last four cards count as the edge (L5) */
};

/* Draws one card for each player that must draw, never two from the same place. */
static void draw_round(struct cn_rng *rng, const cn_card *deck, int count, bool *gone, unsigned who,
                       int players, cn_card *card, bool *edge)
{
    for (int player = 0; player < players; player++) {
        if ((who >> player & 1) == 0)
            continue;
        uint32_t place;
        do
            place = cn_rng_below(rng, (uint32_t)count);
        while (gone[place]);
        gone[place] = true;
        card[player] = deck[place];
        edge[player] = place < DRAW_EDGE || (int)place >= count - DRAW_EDGE;
    }
}

void cn_seating_draw(const struct cn_rules *rules, int players, struct cn_rng *rng,
                     struct cn_seating *drawing)
{
    cn_card deck[CN_CARDS_MAX];
    cn_card card[CN_SEATS_MAX] = {0};
    bool edge[CN_SEATS_MAX] = {false};
    bool gone[CN_CARDS_MAX] = {false};
    memset(drawing, 0, sizeof *drawing);
    const int count = cn_deck_init(rules, players, deck);
    cn_rng_shuffle(rng, deck, count);
    unsigned who = (1u << players) - 1;
    for (int round = 0; who != 0 && round < CN_DRAWS_MAX; round++) {
        draw_round(rng, deck, count, gone, who, players, card, edge);
        for (int player = 0; player < CN_SEATS_MAX; player++)
            if ((who >> player & 1) != 0)
                drawing->drawn[player][drawing->count[player]++] = card[player];
        who = cn_seating_resolve(rules, players, card, edge, drawing->seat_of_player);
    }
    for (int player = 0; player < CN_SEATS_MAX && who != 0; player++)
        drawing->seat_of_player[player] = (uint8_t)player;
}

int cn_game_cutter(const struct cn_game *game, int dealer, int idle)
{
    struct cn_board board;
    cn_board_init(&game->law->rules, &board, game->players, dealer, idle, NULL);
    const bool next_is_left = game->law->rules.direction == CN_CLOCKWISE;
    const bool left = game->law->rules.cutter == CN_LEFT;
    if (left == next_is_left)
        return board.next[dealer];
    int seat = dealer;
    while (board.next[seat] != dealer)
        seat = board.next[seat];
    return seat;
}

bool cn_cut_is_legal(const struct cn_rules *rules, int players, int k)
{
    return k >= rules->cut_least && k <= cn_rules_cards(rules, players) - rules->cut_least;
}

void cn_deck_cut(cn_card *deck, int n, int k)
{
    cn_card upper[CN_CARDS_MAX];
    memcpy(upper, deck, (size_t)k);
    memmove(deck, deck + k, (size_t)(n - k));
    memcpy(deck + n - k, upper, (size_t)k);
}
