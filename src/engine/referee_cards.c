#include "referee_cards.h"

#include <assert.h>
#include <string.h>

/* ---- reports ---- */

void cn_refereed_tell(const struct cn_refereed *r, const struct cn_event *event)
{
    if (r->observer != NULL && r->observer->event != NULL)
        r->observer->event(r->observer->context, event);
}

void cn_refereed_tell_cards(const struct cn_refereed *r, int type, int seat, const cn_card *cards,
                            int count)
{
    const struct cn_event event = {
        .type = (uint8_t)type, .seat = (uint8_t)seat, .cards = cards, .card_count = count};
    cn_refereed_tell(r, &event);
}

/* ---- a hand ---- */

/* Cards face up leave the hand first: exposed ones, then shown ones (R5). */
static void forget(struct cn_deal *deal, int seat, int kind)
{
    cn_hand *up = &deal->board.exposed[seat];
    cn_hand *shown = &deal->board.shown[seat];
    cn_memory_forget(&deal->memory, seat, kind, 1);
    if (cn_hand_count(*up, kind) == 0)
        return;
    cn_hand_remove_cards(up, kind, 1);
    if (cn_hand_count(*shown, kind) > cn_hand_count(*up, kind))
        cn_hand_remove_cards(shown, kind, 1);
}

/* Everybody can remember what lay face up. */
static void expose(struct cn_deal *deal, int seat, int kind)
{
    cn_move_expose(deal, seat, kind);
    cn_memory_see(&deal->memory, seat, kind, cn_hand_count(deal->board.exposed[seat], kind));
}

void cn_refereed_leave(const struct cn_refereed *r, int seat, cn_card card)
{
    struct cn_deal *deal = &r->game->deal;
    const int kind = cn_card_kind(card);
    assert(cn_hand_count(deal->hands[seat], kind) > 0);
    forget(deal, seat, kind);
    cn_hand_remove_cards(&deal->hands[seat], kind, 1);
    deal->board.hand_size[seat]--;
    cn_placement_remove(&r->game->cards, seat, card);
}

void cn_refereed_join(const struct cn_refereed *r, int seat, cn_card card, bool exposed)
{
    struct cn_deal *deal = &r->game->deal;
    const int kind = cn_card_kind(card);
    cn_hand_add_card(&deal->hands[seat], kind);
    deal->board.hand_size[seat]++;
    cn_placement_receive(&r->game->cards, &r->game->law->rules, seat, card);
    cn_hand_add_card(&deal->memory.known[seat], kind); /* it lay on the table */
    if (exposed) {
        expose(deal, seat, kind);
        r->game->cards.up[seat][card]++;
    }
}

int cn_refereed_pick(const struct cn_refereed *r, int seat, int kind, int count, cn_card *out)
{
    const struct cn_placement *cards = &r->game->cards;
    int n = 0;
    for (int hidden = 0; hidden < 2; hidden++)
        for (int code = 0; code < CN_CARD_CODES; code++) {
            if (cn_card_kind((cn_card)code) != kind)
                continue;
            const int up = cards->up[seat][code];
            for (int i = hidden ? cards->hand[seat][code] - up : up; i > 0 && n < count; i--)
                out[n++] = (cn_card)code;
        }
    return n;
}

/* Returns a card of the kind that lies face up, or one that does not. */
static cn_card find(const struct cn_placement *cards, int seat, int kind, bool up)
{
    for (int code = 0; code < CN_CARD_CODES; code++)
        if (cn_card_kind((cn_card)code) == kind &&
            (up ? cards->up[seat][code] > 0 : cards->hand[seat][code] > cards->up[seat][code]))
            return (cn_card)code;
    assert(false);
    return 0;
}

/* Makes the placement agree with how many of a kind lie face up. Of two equal cards, the one that
 * left may have been either. */
static void match_up(struct cn_placement *cards, const struct cn_board *board, int seat, int kind)
{
    int more = cn_hand_count(board->exposed[seat], kind);
    for (int code = 0; code < CN_CARD_CODES; code++)
        if (cn_card_kind((cn_card)code) == kind)
            more -= cards->up[seat][code];
    for (; more > 0; more--)
        cards->up[seat][find(cards, seat, kind, false)]++;
    for (; more < 0; more++)
        cards->up[seat][find(cards, seat, kind, true)]--;
}

cn_card cn_refereed_hidden(const struct cn_refereed *r, int seat, int kind)
{
    match_up(&r->game->cards, cn_refereed_board(r), seat, kind);
    return find(&r->game->cards, seat, kind, false);
}

cn_card cn_refereed_show(const struct cn_refereed *r, int seat, int kind, const cn_card *card)
{
    struct cn_placement *cards = &r->game->cards;
    match_up(cards, cn_refereed_board(r), seat, kind);
    const bool named = card != NULL && cards->hand[seat][*card] > cards->up[seat][*card];
    const cn_card shown = named ? *card : find(cards, seat, kind, false);
    expose(&r->game->deal, seat, kind);
    cn_hand_add_card(&r->game->deal.board.shown[seat], kind);
    cards->up[seat][shown]++;
    return shown;
}

void cn_refereed_expose(const struct cn_refereed *r, int seat, int kind, int count,
                        struct cn_some_cards *cards)
{
    cn_hand *shown = &r->game->deal.board.shown[seat];
    assert(cn_hand_count(*shown, kind) >= count);
    cn_hand_remove_cards(shown, kind, count);
    cards->count += cn_refereed_pick(r, seat, kind, count, cards->card + cards->count);
}

void cn_refereed_hide(const struct cn_refereed *r, int seat, int kind, int count,
                      struct cn_some_cards *cards)
{
    struct cn_deal *deal = &r->game->deal;
    cn_hand *again = &r->game->notes.hidden_again[seat];
    match_up(&r->game->cards, &deal->board, seat, kind);
    for (int i = 0; i < count; i++) {
        const cn_card card = find(&r->game->cards, seat, kind, true);
        cn_hand_remove_cards(&deal->board.shown[seat], kind, 1);
        cn_move_unexpose(deal, seat, kind);
        r->game->cards.up[seat][card]--;
        cards->card[cards->count++] = card;
        if (cn_hand_count(*again, kind) < cn_hand_count(deal->memory.known[seat], kind))
            cn_hand_add_card(again, kind);
    }
}

void cn_refereed_match(const struct cn_refereed *r)
{
    for (int seat = 0; seat < r->game->players; seat++)
        for (int kind = 0; kind < CN_KINDS; kind++)
            match_up(&r->game->cards, cn_refereed_board(r), seat, kind);
    cn_notes_match(&r->game->notes, cn_refereed_board(r));
}

/* ---- the stock and red threes ---- */

static void face(const struct cn_refereed *r, int seat, cn_card card)
{
    struct cn_deal *deal = &r->game->deal;
    cn_move_face(deal, seat, CN_RED_THREE, NULL);
    cn_placement_remove(&r->game->cards, seat, card);
    cn_placement_face(&r->game->cards, deal->board.side[seat], card);
    const int held = cn_hand_count(deal->hands[seat], CN_RED_THREE);
    if (deal->late_red[seat] > held)
        deal->late_red[seat] = (uint8_t)held;
}

cn_card cn_refereed_draw(const struct cn_refereed *r, int seat, bool faces, bool *faced)
{
    struct cn_game *game = r->game;
    const cn_card card = game->deal.stock[game->deal.drawn];
    const bool red = cn_card_kind(card) == CN_RED_THREE;
    cn_move_draw(&game->deal, seat);
    cn_placement_receive(&game->cards, &game->law->rules, seat, card);
    *faced = red && faces && game->deal.board.stock == 0;
    if (*faced)
        face(r, seat, card);
    else if (red && seat != game->deal.board.turn)
        game->deal.late_red[seat]++;
    return card;
}

void cn_refereed_end_by_red_three(const struct cn_refereed *r)
{
    if (r->game->law->rules.last_red_three_meld) {
        cn_refereed_board(r)->phase = CN_PHASE_LAST_RED_THREE;
        return;
    }
    r->game->notes.ending = CN_END_RED_THREE + 1;
    r->game->notes.ends_by_card = 1;
}

/* A card has gone back that nobody saw: it may be one that was shown and hidden again. */
static void doubt_hidden_again(struct cn_game *game, int seat)
{
    cn_hand *known = &game->deal.memory.known[seat];
    cn_hand *again = &game->notes.hidden_again[seat];
    for (uint64_t kinds = cn_hand_mask(*again); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(*again, kind);
        const int there =
            cn_hand_count(*known, kind) - cn_hand_count(game->deal.board.exposed[seat], kind);
        cn_hand_remove_cards(known, kind, n < there ? n : there);
    }
    *again = CN_NO_CARDS;
}

cn_card cn_refereed_undraw(const struct cn_refereed *r, int seat, bool *seen)
{
    struct cn_game *game = r->game;
    const cn_card card = game->deal.stock[game->deal.drawn - 1];
    /* Nobody saw of which kind it is, unless a card that lies face up goes back (R5). */
    *seen = cn_hand_count(game->deal.board.exposed[seat], cn_card_kind(card)) > 0;
    if (*seen)
        forget(&game->deal, seat, cn_card_kind(card));
    else
        doubt_hidden_again(game, seat);
    cn_placement_remove(&game->cards, seat, card);
    cn_move_undraw(&game->deal, seat);
    if (cn_card_kind(card) == CN_RED_THREE && game->deal.late_red[seat] > 0)
        game->deal.late_red[seat]--;
    return card;
}

cn_card cn_refereed_face(const struct cn_refereed *r, int seat, const cn_card *card)
{
    const cn_card faced = card != NULL ? *card : find(&r->game->cards, seat, CN_RED_THREE, false);
    face(r, seat, faced);
    return faced;
}

/* ---- melds and the pile ---- */

static void put(const struct cn_refereed *r, int meld, cn_card card)
{
    struct cn_placement *at = &r->game->cards;
    const struct cn_board *board = cn_refereed_board(r);
    at->laid[at->laid_count] = card;
    at->laid_side[at->laid_count] = board->side[board->turn];
    at->laid_meld[at->laid_count++] = (uint8_t)meld;
}

static void lay_cards(const struct cn_refereed *r, int meld, const cn_card *cards, int count)
{
    const int seat = cn_refereed_board(r)->turn;
    for (int i = 0; i < count; i++) {
        cn_placement_remove(&r->game->cards, seat, cards[i]);
        put(r, meld, cards[i]);
    }
}

static int count_kind(const cn_card *cards, int count, int kind)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        n += cn_card_kind(cards[i]) == kind;
    return n;
}

void cn_refereed_lay(const struct cn_refereed *r, int meld, int kind, const cn_card *cards,
                     int count, struct cn_move_undo *undo)
{
    cn_move_lay(&r->game->law->rules, &r->game->deal, meld, kind, count_kind(cards, count, kind),
                count_kind(cards, count, CN_DEUCE), count_kind(cards, count, CN_JOKER), undo);
    lay_cards(r, meld, cards, count);
}

int cn_refereed_take_top(const struct cn_refereed *r, int onto, const cn_card *cards, int count)
{
    const struct cn_rules *rules = &r->game->law->rules;
    const int meld = onto >= 0 ? onto : cn_board_take_meld(rules, cn_refereed_board(r));
    cn_move_take_top(rules, &r->game->deal, onto, count_kind(cards, count, CN_DEUCE),
                     count_kind(cards, count, CN_JOKER), NULL);
    put(r, meld, r->game->cards.pile[--r->game->cards.pile_count]);
    lay_cards(r, meld, cards, count);
    return meld;
}

void cn_refereed_take_pile(const struct cn_refereed *r, int type)
{
    struct cn_game *game = r->game;
    struct cn_placement *cards = &game->cards;
    const int seat = game->deal.board.turn;
    struct cn_some_cards pile = {.count = cards->pile_count};
    const int faced = cards->red_count;
    cn_move_take_pile(&game->law->rules, &game->deal, NULL);
    memcpy(pile.card, cards->pile, (size_t)pile.count);
    cards->pile_count = 0;
    for (int i = 0; i < pile.count; i++)
        if (cn_card_kind(pile.card[i]) == CN_RED_THREE)
            cn_placement_face(cards, game->deal.board.side[seat], pile.card[i]);
        else
            cn_placement_receive(cards, &game->law->rules, seat, pile.card[i]);
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = (uint8_t)seat,
                                   .cards = pile.card,
                                   .card_count = pile.count,
                                   .shown = &cards->red[faced],
                                   .shown_count = cards->red_count - faced};
    cn_refereed_tell(r, &event);
}

void cn_refereed_merge(const struct cn_refereed *r, int into, int from)
{
    struct cn_placement *at = &r->game->cards;
    const struct cn_board *board = cn_refereed_board(r);
    const int side = board->side[board->turn];
    cn_move_merge(&r->game->deal, into, from, NULL);
    for (int i = 0; i < at->laid_count; i++)
        if (at->laid_side[i] == side && at->laid_meld[i] == from)
            at->laid_meld[i] = (uint8_t)into;
}

void cn_refereed_discard(const struct cn_refereed *r, cn_card card, struct cn_move_undo *undo)
{
    const int seat = cn_refereed_board(r)->turn;
    cn_move_discard(&r->game->law->rules, &r->game->deal, cn_card_kind(card), undo);
    cn_placement_remove(&r->game->cards, seat, card);
    r->game->cards.pile[r->game->cards.pile_count++] = card;
}

void cn_refereed_undiscard(const struct cn_refereed *r, const struct cn_move_undo *undo)
{
    const int seat = undo->of.discard.seat;
    const cn_card card = r->game->cards.pile[--r->game->cards.pile_count];
    cn_move_undiscard(&r->game->deal, undo);
    cn_placement_receive(&r->game->cards, &r->game->law->rules, seat, card);
}
