#include "hidden_cards.h"

#include <string.h>

/* ---- the imagined deck ----
 *
 * A deal's stock holds the whole deck in order; hands and cards are derived from it. Places that
 * the seat has not seen are filled with the remaining cards. When a hidden card is revealed, the
 * two cards are swapped in the deck, the hands and the cards.
 */

static bool is_hidden_seat(const struct replica *replica, int seat)
{
    return seat != replica->seat;
}

static bool is_bonus(const struct replica *replica, cn_card card)
{
    return cn_is_bonus(&replica->game.law->rules, cn_card_kind(card));
}

/* Is it a card that no other hand is imagined to hold, because it would be laid down at once? Where
 * a referee rules, it would not. */
static bool goes_down(const struct replica *replica, cn_card card)
{
    return !replica->game.law->refereed && is_bonus(replica, card);
}

/* How many cards of this face a hand certainly holds: known ones, or those that lie face up. */
static int certain(const struct replica *replica, int seat, int card)
{
    const int known = replica->known_cards[seat][card];
    const int up = replica->game.cards.up[seat][card];
    return known > up ? known : up;
}

/* Does all of this face that the hand holds lie face up? */
static bool lies_up(const struct replica *replica, int seat, int card)
{
    return replica->game.cards.hand[seat][card] <= replica->game.cards.up[seat][card];
}

/* The drawn part of the deck holds the cards of the hands and the table, and must change with
 * them, except for cards that wait. */
static void change_drawn(struct cn_deal *deal, cn_card from, cn_card to)
{
    for (int i = 0; i < deal->drawn; i++) {
        if (deal->stock[i] != from || cn_deal_waits_at(deal, i))
            continue;
        deal->stock[i] = to;
        return;
    }
}

/* What a line has shown, part of which may be in place already and must stay there: the stock
 * before 'from', these cards of a seat's hand, and these places of cards that wait. */
struct shown {
    int from, seat; /* CN_NO_SEAT: no hand */
    const uint8_t *wanted;
    int waiting_from, waiting_to;
};

/* May the card at this place of the deck be any that nobody has seen? */
static bool is_imagined(const struct cn_deal *deal, int at, const struct shown *shown)
{
    if (at >= deal->drawn)
        return at >= shown->from;
    return (at < shown->waiting_from || at >= shown->waiting_to) && cn_deal_waits_at(deal, at);
}

/* How many cards of this face others' hands must keep. */
static int kept_in_hand(const struct replica *replica, const struct shown *shown, int seat,
                        cn_card card)
{
    const int sure = certain(replica, seat, card);
    return seat == shown->seat && shown->wanted[card] > sure ? shown->wanted[card] : sure;
}

/* Takes one card of this face from a place where it is only imagined, and puts 'instead' there.
 * Such places are others' hands beyond what they must keep, the stock from shown->from on, and what
 * waits. The card goes to the hand of 'but_seat', or to the stock if that is CN_NO_SEAT. */
static bool take_imagined(struct replica *replica, cn_card card, cn_card instead,
                          const struct shown *shown, int but_seat)
{
    struct cn_game *game = &replica->game;
    struct cn_deal *deal = &game->deal;
    const int kind = cn_card_kind(card);
    for (int i = deal->cards - 1; i >= 0; i--) {
        if (deal->stock[i] != card || !is_imagined(deal, i, shown))
            continue;
        deal->stock[i] = instead;
        if (but_seat != CN_NO_SEAT)
            change_drawn(deal, instead, card);
        return true;
    }
    for (int seat = 0; seat < game->players; seat++) {
        if (!is_hidden_seat(replica, seat) || seat == but_seat ||
            game->cards.hand[seat][card] <= kept_in_hand(replica, shown, seat, card))
            continue;
        /* A hand that has had its turn is not imagined to hold a bonus card. */
        if (goes_down(replica, instead) && (deal->board.turned >> seat & 1) != 0)
            continue;
        game->cards.hand[seat][card]--;
        game->cards.hand[seat][instead]++;
        deal->hands[seat] = cn_hand_remove(deal->hands[seat], cn_hand_single(kind, 1));
        deal->hands[seat] =
            cn_hand_add(deal->hands[seat], cn_hand_single(cn_card_kind(instead), 1));
        if (but_seat == CN_NO_SEAT)
            change_drawn(deal, card, instead);
        return true;
    }
    return false;
}

static void change_hand(struct replica *replica, int seat, cn_card from, cn_card to)
{
    struct cn_game *game = &replica->game;
    game->cards.hand[seat][from]--;
    game->cards.hand[seat][to]++;
    game->deal.hands[seat] =
        cn_hand_remove(game->deal.hands[seat], cn_hand_single(cn_card_kind(from), 1));
    game->deal.hands[seat] =
        cn_hand_add(game->deal.hands[seat], cn_hand_single(cn_card_kind(to), 1));
}

/* Marks another card of this kind in the hand as the known one. */
static bool blame_another(struct replica *replica, int seat, cn_card card)
{
    uint8_t *sure = replica->known_cards[seat];
    for (int face = 0; face < CN_CARD_CODES; face++) {
        if (face == card || cn_card_kind((cn_card)face) != cn_card_kind(card) ||
            replica->game.cards.hand[seat][face] <= sure[face])
            continue;
        sure[card]--;
        sure[face]++;
        return true;
    }
    return false;
}

/* After a snapshot only the kinds of others' known cards are known. If this very card was taken for
 * one of them, another of its kind replaces it. */
static bool free_card(struct replica *replica, cn_card card, const struct shown *shown)
{
    const int kind = cn_card_kind(card);
    for (int seat = 0; seat < replica->game.players; seat++) {
        if (!is_hidden_seat(replica, seat) || seat == shown->seat ||
            replica->known_cards[seat][card] == 0)
            continue;
        if (blame_another(replica, seat, card))
            return true;
        for (int face = 0; face < CN_CARD_CODES && !lies_up(replica, seat, card); face++) {
            if (face == card || cn_card_kind((cn_card)face) != kind ||
                !take_imagined(replica, (cn_card)face, card, shown, seat))
                continue;
            change_hand(replica, seat, card, (cn_card)face);
            replica->known_cards[seat][card]--;
            replica->known_cards[seat][face]++;
            return true;
        }
    }
    return false;
}

/* Frees a card that stands for a known kind in some hand, so that it can go to this place in the
 * stock. If the other card of its kind was in this very place, the two have been swapped and
 * nothing is left to do. */
static bool free_for_stock(struct replica *replica, cn_card card, int at)
{
    const struct cn_deal *deal = &replica->game.deal;
    const struct shown here = {.from = at, .seat = CN_NO_SEAT};
    const struct shown beyond = {.from = at + 1, .seat = CN_NO_SEAT};
    if (!free_card(replica, card, &here))
        return false;
    return deal->stock[at] == card ||
           take_imagined(replica, card, deal->stock[at], &beyond, CN_NO_SEAT);
}

/* Exchanges the bonus card there with a card of another hand that nobody has shown. A hand may hold
 * one that was kept, or that came with a second hand after the seat's discard. */
static bool give_bonus_to_hand(struct replica *replica, int at)
{
    struct cn_deal *deal = &replica->game.deal;
    const cn_card bonus = deal->stock[at];
    const int players = replica->game.players;
    /* The seat in turn comes last: it has shown its own. */
    for (int after = 1; after <= players; after++) {
        const int seat = (deal->board.turn + after) % players;
        if (!is_hidden_seat(replica, seat))
            continue;
        for (int face = 0; face < CN_CARD_CODES; face++) {
            if (is_bonus(replica, (cn_card)face) ||
                replica->game.cards.hand[seat][face] <= certain(replica, seat, face))
                continue;
            change_hand(replica, seat, (cn_card)face, bonus);
            change_drawn(deal, (cn_card)face, bonus);
            deal->stock[at] = (cn_card)face;
            return true;
        }
    }
    return false;
}

/* Ensures that the card there is not a bonus card. Of what waits, cards before 'at' stay. */
static bool keep_from_bonus(struct replica *replica, int at, const struct shown *shown)
{
    struct cn_deal *deal = &replica->game.deal;
    if (!goes_down(replica, deal->stock[at]))
        return true;
    for (int i = 0; i < deal->cards; i++) {
        if (goes_down(replica, deal->stock[i]) || !is_imagined(deal, i, shown))
            continue;
        const cn_card card = deal->stock[i];
        deal->stock[i] = deal->stock[at];
        deal->stock[at] = card;
        return true;
    }
    const struct cn_rules *rules = &replica->game.law->rules;
    return (rules->keep_bonus_card > 0 || rules->second_hand.count > 0) &&
           give_bonus_to_hand(replica, at);
}

/* Puts this card at a place of the stock. */
static bool reveal_at(struct replica *replica, int at, cn_card card)
{
    struct cn_deal *deal = &replica->game.deal;
    const struct shown shown = {.from = at + 1, .seat = CN_NO_SEAT};
    /* A bonus card that is only imagined there could not be swapped with a card of a hand. */
    if (!goes_down(replica, card))
        keep_from_bonus(replica, at, &shown);
    const cn_card there = deal->stock[at];
    if (there == card)
        return true;
    if (!take_imagined(replica, card, there, &shown, CN_NO_SEAT) &&
        !free_for_stock(replica, card, at))
        return false;
    deal->stock[at] = card;
    return true;
}

bool replica_reveal_stock(struct replica *replica, const cn_card *cards, int count)
{
    const struct cn_deal *deal = &replica->game.deal;
    if (count > deal->cards - deal->drawn)
        return false;
    for (int i = 0; i < count; i++)
        if (!reveal_at(replica, deal->drawn + i, cards[i]))
            return false;
    return true;
}

bool replica_reveal_last(struct replica *replica, const cn_card *red, int reds, int kept)
{
    struct cn_deal *deal = &replica->game.deal;
    const int last = deal->drawn + kept;
    if (reds + kept > deal->cards - deal->drawn || reds > 1)
        return false;
    if (reds == 1)
        return last == deal->cards - 1 && reveal_at(replica, last, red[0]);
    return true;
}

bool replica_keep_last_from_red(struct replica *replica)
{
    struct cn_deal *deal = &replica->game.deal;
    const int last = deal->cards - 1;
    if (!is_bonus(replica, deal->stock[last]))
        return true;
    for (int at = deal->drawn; at < last; at++) {
        if (is_bonus(replica, deal->stock[at]))
            continue;
        const cn_card card = deal->stock[at];
        deal->stock[at] = deal->stock[last];
        deal->stock[last] = card;
        return true;
    }
    return give_bonus_to_hand(replica, last);
}

bool replica_reveal_waiting(struct replica *replica, int from, const cn_card *cards, int count)
{
    struct cn_deal *deal = &replica->game.deal;
    for (int i = 0; i < count; i++) {
        const int at = from + i;
        const struct shown shown = {
            .from = deal->drawn, .seat = CN_NO_SEAT, .waiting_from = from, .waiting_to = at + 1};
        if (!goes_down(replica, cards[i]))
            keep_from_bonus(replica, at, &shown);
        const cn_card there = deal->stock[at];
        if (there == cards[i])
            continue;
        if (!take_imagined(replica, cards[i], there, &shown, CN_NO_SEAT) &&
            (!free_card(replica, cards[i], &shown) ||
             (deal->stock[at] != cards[i] &&
              !take_imagined(replica, cards[i], deal->stock[at], &shown, CN_NO_SEAT))))
            return false;
        deal->stock[at] = cards[i];
    }
    return true;
}

bool replica_wait_unseen(struct replica *replica, int from, int count)
{
    const struct shown shown = {.from = replica->game.deal.drawn,
                                .seat = CN_NO_SEAT,
                                .waiting_from = from,
                                .waiting_to = from + count};
    for (int i = 0; i < count; i++)
        if (!keep_from_bonus(replica, from + i, &shown))
            return false;
    return true;
}

bool replica_received(struct replica *replica, const cn_card *red, int reds, int kept)
{
    const struct cn_deal *deal = &replica->game.deal;
    if (reds + kept > deal->cards - deal->drawn || !replica_reveal_stock(replica, red, reds))
        return false;
    for (int i = 0; i < kept; i++) {
        const int at = deal->drawn + reds + i;
        const struct shown shown = {.from = at + 1, .seat = CN_NO_SEAT};
        if (!keep_from_bonus(replica, at, &shown))
            return false;
    }
    return true;
}

/* A card of the seat's hand that may be swapped for another: neither known nor wanted. */
static int spare_card(const struct replica *replica, int seat, const uint8_t wanted[CN_CARD_CODES],
                      int kind)
{
    for (int face = 0; face < CN_CARD_CODES; face++) {
        const int held = replica->game.cards.hand[seat][face];
        const bool sure = kind == CN_NO_KIND ? held <= certain(replica, seat, face)
                                             : lies_up(replica, seat, face);
        if (held > wanted[face] && !sure &&
            (kind == CN_NO_KIND || cn_card_kind((cn_card)face) == kind))
            return face;
    }
    return -1;
}

/* A known card of which the hand has another of the same kind that may be the known one. After a
 * snapshot only kinds are known; a later line shows which card it was. */
static int blamed_card(struct replica *replica, int seat, const uint8_t wanted[CN_CARD_CODES])
{
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (replica->game.cards.hand[seat][face] > wanted[face] &&
            replica->known_cards[seat][face] > 0 && !lies_up(replica, seat, face) &&
            blame_another(replica, seat, (cn_card)face))
            return face;
    return -1;
}

/* Exchanges a known card of the seat with this one in another hand, known there too. Of both only
 * the kind is certain after a snapshot. */
static bool trade_known(struct replica *replica, int seat, cn_card card,
                        const uint8_t wanted[CN_CARD_CODES])
{
    const int mine = spare_card(replica, seat, wanted, cn_card_kind(card));
    if (mine < 0)
        return false;
    for (int other = 0; other < replica->game.players; other++) {
        if (other == seat || !is_hidden_seat(replica, other) ||
            replica->known_cards[other][card] == 0 || lies_up(replica, other, card))
            continue;
        change_hand(replica, seat, (cn_card)mine, card);
        change_hand(replica, other, card, (cn_card)mine);
        replica->known_cards[other][card]--;
        replica->known_cards[other][mine]++;
        if (replica->known_cards[seat][mine] > 0) {
            replica->known_cards[seat][mine]--;
            replica->known_cards[seat][card]++;
        }
        return true;
    }
    return false;
}

/* Gives the seat this card in exchange for one that is not known. */
static bool fix_card(struct replica *replica, int seat, cn_card card,
                     const uint8_t wanted[CN_CARD_CODES])
{
    const struct shown shown = {.from = replica->game.deal.drawn, .seat = seat, .wanted = wanted};
    for (int tries = 0; tries < CN_SEATS_MAX; tries++) {
        if (replica->game.cards.hand[seat][card] >= wanted[card])
            return true; /* freeing it moved it here */
        int spare = spare_card(replica, seat, wanted, CN_NO_KIND);
        const bool soft = spare < 0; /* only the kind was known */
        if (soft)
            spare = spare_card(replica, seat, wanted, cn_card_kind(card));
        if (spare < 0)
            spare = blamed_card(replica, seat, wanted);
        if (spare < 0)
            return false;
        if (take_imagined(replica, card, (cn_card)spare, &shown, seat)) {
            change_hand(replica, seat, (cn_card)spare, card);
            if (soft && replica->known_cards[seat][spare] > 0)
                replica->known_cards[seat][spare]--;
            return true;
        }
        if (!free_card(replica, card, &shown) && !trade_known(replica, seat, card, wanted))
            return false;
    }
    return false;
}

bool replica_received_hand(struct replica *replica, int seat, const cn_card *cards, int count)
{
    uint8_t wanted[CN_CARD_CODES] = {0};
    for (int i = 0; i < count; i++)
        wanted[cards[i]]++;
    for (int i = 0; i < count; i++) {
        if (replica->game.cards.hand[seat][cards[i]] >= wanted[cards[i]])
            continue;
        if (!is_hidden_seat(replica, seat) || !fix_card(replica, seat, cards[i], wanted))
            return false;
    }
    for (int i = 0; i < count; i++)
        if (replica->game.cards.hand[seat][cards[i]] < wanted[cards[i]])
            return false;
    return true;
}

/* ---- cards that go back ---- */

/* Makes this card of a hand the one that was drawn last. */
static bool draw_last(struct replica *replica, cn_card card)
{
    struct cn_deal *deal = &replica->game.deal;
    const int top = deal->drawn - 1;
    for (int at = top; at >= 0; at--) {
        if (deal->stock[at] != card || cn_deal_waits_at(deal, at))
            continue;
        deal->stock[at] = deal->stock[top];
        deal->stock[top] = card;
        return true;
    }
    return false;
}

/* Does nobody know whether the hand holds this card, nor another of its kind face up? */
static bool is_unseen(const struct replica *replica, int seat, cn_card card)
{
    const struct cn_board *board = &replica->game.deal.board;
    return replica->game.cards.hand[seat][card] > certain(replica, seat, card) &&
           cn_hand_count(board->exposed[seat], cn_card_kind(card)) == 0;
}

/* Gives the hand an unseen card in exchange for one of a kind of which others lie face up. */
static bool imagine_unseen(struct replica *replica, int seat, cn_card *unseen)
{
    const uint8_t nothing[CN_CARD_CODES] = {0};
    const struct shown shown = {.from = replica->game.deal.drawn, .seat = seat, .wanted = nothing};
    const cn_hand up = replica->game.deal.board.exposed[seat];
    const int spare = spare_card(replica, seat, nothing, CN_NO_KIND);
    for (int face = 0; face < CN_CARD_CODES && spare >= 0; face++) {
        if (cn_hand_count(up, cn_card_kind((cn_card)face)) > 0 ||
            !take_imagined(replica, (cn_card)face, (cn_card)spare, &shown, seat))
            continue;
        change_hand(replica, seat, (cn_card)spare, (cn_card)face);
        *unseen = (cn_card)face;
        return true;
    }
    return false;
}

bool replica_put_back(struct replica *replica, int seat)
{
    cn_card unseen;
    const struct cn_deal *deal = &replica->game.deal;
    if (deal->drawn == 0)
        return false;
    if (is_unseen(replica, seat, deal->stock[deal->drawn - 1]))
        return true;
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (is_unseen(replica, seat, (cn_card)face))
            return draw_last(replica, (cn_card)face);
    return imagine_unseen(replica, seat, &unseen) && draw_last(replica, unseen);
}

bool replica_put_back_seen(struct replica *replica, int seat, cn_card card)
{
    return replica_received_hand(replica, seat, &card, 1) && draw_last(replica, card);
}

/* ---- what is known of hands ---- */

/* After a snapshot the card chosen for a known kind may not be the one that the seat holds. So no
 * more of a kind are certain than everyone knows of. */
static void soften(struct replica *replica, int seat, int kind)
{
    const int known = cn_hand_count(replica->game.deal.memory.known[seat], kind);
    uint8_t *sure = replica->known_cards[seat];
    int count = 0;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        if (cn_card_kind((cn_card)face) != kind)
            continue;
        if (sure[face] > known - count)
            sure[face] = (uint8_t)(known - count);
        count += sure[face];
    }
}

/* Cards that lay on the table and are hidden in a hand again are known there, as far as the memory
 * of all counts them (see soften). */
static void remember_hidden_again(struct replica *replica, const struct cn_event *event)
{
    uint8_t seen[CN_CARD_CODES] = {0};
    uint8_t *sure = replica->known_cards[event->seat];
    if (event->type != CN_EVENT_BACK && event->type != CN_EVENT_REOPEN &&
        event->type != CN_EVENT_UNLAY)
        return;
    for (int i = 0; i < event->card_count; i++)
        seen[event->cards[i]]++;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        const int now = replica->game.cards.up[event->seat][face] + seen[face];
        if (seen[face] > 0 && sure[face] < now)
            sure[face] = (uint8_t)now;
        if (sure[face] > replica->game.cards.hand[event->seat][face])
            sure[face] = replica->game.cards.hand[event->seat][face];
    }
}

void replica_remember_known(struct replica *replica, const struct cn_event *event)
{
    if (event->seat >= CN_SEATS_MAX)
        return;
    uint8_t *sure = replica->known_cards[event->seat];
    for (int i = 0; i < event->card_count; i++) {
        const cn_card card = event->cards[i];
        if ((event->type == CN_EVENT_PILE || event->type == CN_EVENT_HOLD) &&
            !is_bonus(replica, card))
            sure[card]++;
        else if ((event->type == CN_EVENT_TAKE || event->type == CN_EVENT_MELD ||
                  event->type == CN_EVENT_ADD || event->type == CN_EVENT_DISCARD) &&
                 sure[card] > 0)
            sure[card]--;
    }
    if (replica->game.law->refereed) {
        remember_hidden_again(replica, event);
        for (int kind = 0; kind < CN_KINDS; kind++)
            soften(replica, event->seat, kind);
        return;
    }
    for (int i = 0; i < event->card_count && event->type >= CN_EVENT_TAKE; i++)
        soften(replica, event->seat, cn_card_kind(event->cards[i]));
}

/* ---- deals ---- */

void replica_mark_told(struct replica *replica)
{
    replica->game.deal.told = 1;
    replica->game.deal.told_seat = (uint8_t)replica->seat;
}

/* Removes the known cards from the packs. Returns false if there are too many of one. */
static bool rest_of(const struct cn_rules *rules, int players, const cn_card *known, int count,
                    cn_card *rest, int *rest_count)
{
    cn_card deck[CN_CARDS_MAX];
    int copies[CN_CARD_CODES] = {0};
    const int cards = cn_deck_init(rules, players, deck);
    for (int i = 0; i < cards; i++)
        copies[deck[i]]++;
    for (int i = 0; i < count; i++)
        if (known[i] != CN_NO_CARD && --copies[known[i]] < 0)
            return false;
    *rest_count = 0;
    for (int i = 0; i < cards; i++) {
        if (copies[deck[i]] <= 0)
            continue;
        copies[deck[i]]--;
        rest[(*rest_count)++] = deck[i];
    }
    return true;
}

/* Places the cards of the deck that the line reveals. */
static bool lay_deck(struct replica *replica, const struct cn_board *board,
                     const struct deal_line *deal, int hand)
{
    const int hands = hand * board->seats;
    const int cards = cn_rules_cards(&replica->game.law->rules, replica->game.players);
    const bool holds = replica->seat != CN_NO_SEAT && replica->seat != board->idle;
    if (hands + deal->second + deal->up_count + deal->stock != cards ||
        deal->hand_count != (holds ? hand : 0))
        return false;
    memset(replica->deck, CN_NO_CARD, sizeof replica->deck);
    replica->deck_count = (uint16_t)cards;
    int seat = board->next[board->dealer];
    int own = 0;
    for (int i = 0; i < hands; i++) {
        if (seat == replica->seat)
            replica->deck[i] = deal->hand[own++];
        seat = board->next[seat];
    }
    memcpy(replica->deck + hands + deal->second, deal->up, (size_t)deal->up_count);
    return true;
}

/* Moves bonus cards last, so that they are imagined in the stock and never in a hand that would
 * have to show them. */
static void bonus_last(const struct replica *replica, cn_card *cards, int count)
{
    cn_card red[CN_BONUS_CARDS_MAX];
    int reds = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (goes_down(replica, cards[i]))
            red[reds++] = cards[i];
        else
            cards[kept++] = cards[i];
    }
    memcpy(cards + kept, red, (size_t)reds);
}

static bool deal_imagined(struct replica *replica, const struct deal_line *deal)
{
    cn_card rest[CN_CARDS_MAX] = {0};
    cn_card deck[CN_CARDS_MAX] = {0};
    int count;
    int used = 0;
    const int cards = replica->deck_count;
    if (!rest_of(&replica->game.law->rules, replica->game.players, replica->deck, cards, rest,
                 &count))
        return false;
    bonus_last(replica, rest, count);
    for (int i = 0; i < cards; i++)
        deck[i] = replica->deck[i] != CN_NO_CARD ? replica->deck[i] : rest[used++];
    replica_mark_told(replica);
    return cn_game_deal(&replica->game, deal->dealer, deal->idle, deck, NULL, NULL) &&
           replica->game.starting_pile == deal->up_count;
}

bool replica_hidden_deal(struct replica *replica, const struct cn_board *board,
                         const struct deal_line *deal, int hand)
{
    return lay_deck(replica, board, deal, hand) && deal_imagined(replica, deal);
}

/* ---- snapshots ---- */

/* Cards that are not seen, and which of them are placed already. */
struct unseen {
    const cn_card *cards;
    int count;
    bool used[CN_CARDS_MAX];
};

static void give_unseen(struct replica *replica, struct unseen *unseen, int i, int seat)
{
    struct cn_deal *deal = &replica->game.deal;
    unseen->used[i] = true;
    replica->game.cards.hand[seat][unseen->cards[i]]++;
    deal->hands[seat] =
        cn_hand_add(deal->hands[seat], cn_hand_single(cn_card_kind(unseen->cards[i]), 1));
    deal->stock[deal->drawn++] = unseen->cards[i];
}

/* Gives a hand the cards that lie face up. Returns false if that is impossible. */
static bool give_up_cards(struct replica *replica, struct unseen *unseen, int seat)
{
    uint8_t left[CN_CARD_CODES];
    memcpy(left, replica->game.cards.up[seat], sizeof left);
    for (int i = 0; i < unseen->count; i++) {
        const cn_card card = unseen->cards[i];
        if (unseen->used[i] || left[card] == 0)
            continue;
        left[card]--;
        give_unseen(replica, unseen, i, seat);
    }
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (left[face] > 0)
            return false;
    return true;
}

/* Gives a hand its known cards. Returns false if that is impossible. */
static bool give_known(struct replica *replica, const struct snapshot *snapshot,
                       struct unseen *unseen, int seat)
{
    cn_hand known = snapshot->memory.known[seat];
    /* Those that lie face up may be the known ones. */
    for (uint64_t kinds = cn_hand_mask(known); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int up = cn_hand_count(snapshot->board.exposed[seat], kind);
        const int both = cn_hand_count(known, kind) < up ? cn_hand_count(known, kind) : up;
        cn_hand_remove_cards(&known, kind, both);
    }
    for (int i = 0; i < unseen->count && !cn_hand_is_empty(known); i++) {
        const int kind = cn_card_kind(unseen->cards[i]);
        if (unseen->used[i] || goes_down(replica, unseen->cards[i]) ||
            cn_hand_count(known, kind) == 0)
            continue;
        known = cn_hand_remove(known, cn_hand_single(kind, 1));
        replica->known_cards[seat][unseen->cards[i]]++;
        give_unseen(replica, unseen, i, seat);
    }
    return cn_hand_is_empty(known);
}

/* Fills the hand with any other cards except bonus cards. */
static bool give_rest(struct replica *replica, const struct snapshot *snapshot,
                      struct unseen *unseen, int seat)
{
    int size = cn_hand_size(replica->game.deal.hands[seat]);
    for (int i = 0; i < unseen->count && size < snapshot->board.hand_size[seat]; i++) {
        if (unseen->used[i] || goes_down(replica, unseen->cards[i]))
            continue;
        give_unseen(replica, unseen, i, seat);
        size++;
    }
    return size == snapshot->board.hand_size[seat];
}

static int wait(struct replica *replica, struct unseen *unseen, int size)
{
    struct cn_deal *deal = &replica->game.deal;
    for (int i = 0; i < unseen->count && size > 0; i++) {
        if (unseen->used[i])
            continue;
        unseen->used[i] = true;
        deal->stock[deal->drawn++] = unseen->cards[i];
        size--;
    }
    return size;
}

/* Lays talons and second hands beside the seats. Returns false if there are not cards enough. */
static bool let_wait(struct replica *replica, const struct snapshot *snapshot,
                     struct unseen *unseen)
{
    struct cn_deal *deal = &replica->game.deal;
    memcpy(deal->second_sizes, snapshot->second_sizes, sizeof deal->second_sizes);
    for (int seat = 0; seat < snapshot->players; seat++) {
        int second = 0;
        for (int left = snapshot->board.second[seat]; left > 0; left--)
            second += *cn_deal_second_size(deal, seat, left);
        deal->talon_from[seat] = deal->drawn;
        if (wait(replica, unseen, snapshot->board.talon[seat]) > 0)
            return false;
        deal->second_from[seat] = deal->drawn;
        if (wait(replica, unseen, second) > 0)
            return false;
        deal->second_end[seat] = deal->drawn;
    }
    return true;
}

/* Places the unseen cards: known kinds of all hands first, bonus cards in the stock. */
static bool imagine(struct replica *replica, const struct snapshot *snapshot, cn_card *rest,
                    int count)
{
    struct cn_deal *deal = &replica->game.deal;
    struct unseen unseen = {.cards = rest, .count = count};
    for (int seat = 0; seat < snapshot->players; seat++)
        if (seat != snapshot->seat && !give_up_cards(replica, &unseen, seat))
            return false;
    for (int seat = 0; seat < snapshot->players; seat++)
        if (seat != snapshot->seat && !give_known(replica, snapshot, &unseen, seat))
            return false;
    for (int seat = 0; seat < snapshot->players; seat++)
        if (seat != snapshot->seat && !give_rest(replica, snapshot, &unseen, seat))
            return false;
    if (!let_wait(replica, snapshot, &unseen))
        return false;
    int at = deal->drawn;
    for (int i = 0; i < count; i++)
        if (!unseen.used[i])
            deal->stock[at++] = rest[i];
    deal->cards = (uint16_t)at;
    return at - deal->drawn == snapshot->board.stock;
}

static void lay_seen(struct replica *replica, const struct snapshot *snapshot, cn_card *all,
                     int *count)
{
    struct cn_deal *deal = &replica->game.deal;
    struct cn_placement *cards = &replica->game.cards;
    memset(deal, 0, sizeof *deal);
    memset(cards, 0, sizeof *cards);
    memset(replica->known_cards, 0, sizeof replica->known_cards);
    replica_mark_told(replica);
    deal->board = snapshot->board;
    deal->memory = snapshot->memory;
    cards->laid_count = snapshot->laid_count;
    memcpy(cards->laid, snapshot->laid, sizeof cards->laid);
    memcpy(cards->laid_side, snapshot->laid_side, sizeof cards->laid_side);
    memcpy(cards->laid_meld, snapshot->laid_meld, sizeof cards->laid_meld);
    cards->red_count = snapshot->red_count;
    memcpy(cards->red, snapshot->red, sizeof cards->red);
    memcpy(cards->red_side, snapshot->red_side, sizeof cards->red_side);
    memcpy(cards->up, snapshot->up, sizeof cards->up);
    cards->pile_count = snapshot->pile_count;
    memcpy(cards->pile, snapshot->pile, sizeof cards->pile);
    *count = 0;
    for (int i = 0; i < snapshot->hand_count; i++) {
        cn_placement_receive(cards, &replica->game.law->rules, snapshot->seat, snapshot->hand[i]);
        deal->hands[snapshot->seat] = cn_hand_add(
            deal->hands[snapshot->seat], cn_hand_single(cn_card_kind(snapshot->hand[i]), 1));
        all[(*count)++] = snapshot->hand[i];
    }
    for (int i = 0; i < snapshot->pile_count; i++) {
        deal->pile = cn_hand_add(deal->pile, cn_hand_single(cn_card_kind(snapshot->pile[i]), 1));
        all[(*count)++] = snapshot->pile[i];
    }
    memcpy(all + *count, snapshot->laid, snapshot->laid_count);
    *count += snapshot->laid_count;
    memcpy(all + *count, snapshot->red, snapshot->red_count);
    *count += snapshot->red_count;
    memcpy(deal->stock, all, (size_t)*count);
    deal->drawn = (uint16_t)*count;
}

bool replica_hidden_view(struct replica *replica, const struct snapshot *snapshot)
{
    cn_card all[CN_CARDS_MAX];
    cn_card rest[CN_CARDS_MAX];
    int count;
    int rest_count;
    struct cn_game *game = &replica->game;
    if (snapshot->hand_count + snapshot->pile_count + snapshot->laid_count + snapshot->red_count >
        cn_rules_cards(&game->law->rules, game->players))
        return false;
    lay_seen(replica, snapshot, all, &count);
    if (!rest_of(&game->law->rules, game->players, all, count, rest, &rest_count) ||
        !imagine(replica, snapshot, rest, rest_count))
        return false;
    memcpy(game->score, snapshot->score, sizeof game->score);
    game->deal_number = snapshot->deals;
    game->starting_pile = snapshot->upcards;
    game->in_deal = 1;
    game->winner = -1;
    game->notes = snapshot->notes;
    return cn_game_check(game) == NULL && cn_game_actor(game) < game->players;
}
