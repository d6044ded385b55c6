#include "hidden_cards.h"

#include <string.h>

/* ---- the imagined deck ----
 *
 * A deal's stock holds the whole deck in order; hands and cards are derived from it. Places that
 * the seat has not seen are filled with the remaining cards. When a hidden card is revealed, the
 * two cards are swapped in the deck, the hands and the cards.
 */

static bool is_hidden_seat(const struct replica *world, int seat)
{
    return seat != world->seat;
}

/* The drawn part of the deck holds the cards of the hands and the table, and must change with
 * them. */
static void change_drawn(struct cn_deal *deal, cn_card from, cn_card to)
{
    for (int i = 0; i < deal->drawn; i++) {
        if (deal->stock[i] != from)
            continue;
        deal->stock[i] = to;
        return;
    }
}

/* What a line has shown, part of which may be in place already and must stay there: the stock
 * before 'from', and these cards of a seat's hand. */
struct shown {
    int from, seat; /* CN_NO_SEAT: no hand */
    const uint8_t *wanted;
};

/* How many cards of this face others' hands must keep. */
static int kept_in_hand(const struct replica *world, const struct shown *shown, int seat,
                        cn_card card)
{
    const int sure = world->known_cards[seat][card];
    return seat == shown->seat && shown->wanted[card] > sure ? shown->wanted[card] : sure;
}

/* Takes one card of this face from a place where it is only imagined, and puts 'instead' there.
 * Such places are others' hands beyond what they must keep, and the stock from shown->from on. The
 * card goes to the hand of 'but_seat', or to the stock if that is CN_NO_SEAT. */
static bool take_imagined(struct replica *world, cn_card card, cn_card instead,
                          const struct shown *shown, int but_seat)
{
    struct cn_game *game = &world->game;
    struct cn_deal *deal = &game->deal;
    const int kind = cn_card_kind(card);
    for (int i = shown->from; i < deal->cards; i++) {
        if (deal->stock[i] != card)
            continue;
        deal->stock[i] = instead;
        if (but_seat != CN_NO_SEAT)
            change_drawn(deal, instead, card);
        return true;
    }
    for (int seat = 0; seat < game->players; seat++) {
        if (!is_hidden_seat(world, seat) || seat == but_seat ||
            game->cards.hand[seat][card] <= kept_in_hand(world, shown, seat, card))
            continue;
        /* A hand that has had its turn cannot hold an unseen red three. */
        if (cn_card_kind(instead) == CN_RED_THREE && (deal->table.turned >> seat & 1) != 0)
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

static void change_hand(struct replica *world, int seat, cn_card from, cn_card to)
{
    struct cn_game *game = &world->game;
    game->cards.hand[seat][from]--;
    game->cards.hand[seat][to]++;
    game->deal.hands[seat] =
        cn_hand_remove(game->deal.hands[seat], cn_hand_single(cn_card_kind(from), 1));
    game->deal.hands[seat] =
        cn_hand_add(game->deal.hands[seat], cn_hand_single(cn_card_kind(to), 1));
}

/* Marks another card of this kind in the hand as the known one. */
static bool blame_another(struct replica *world, int seat, cn_card card)
{
    uint8_t *sure = world->known_cards[seat];
    for (int face = 0; face < CN_CARD_CODES; face++) {
        if (face == card || cn_card_kind((cn_card)face) != cn_card_kind(card) ||
            world->game.cards.hand[seat][face] <= sure[face])
            continue;
        sure[card]--;
        sure[face]++;
        return true;
    }
    return false;
}

/* After a snapshot only the kinds of others' known cards are known. If this very card was taken for
 * one of them, another of its kind replaces it. */
static bool free_card(struct replica *world, cn_card card, const struct shown *shown)
{
    const int kind = cn_card_kind(card);
    for (int seat = 0; seat < world->game.players; seat++) {
        if (!is_hidden_seat(world, seat) || seat == shown->seat ||
            world->known_cards[seat][card] == 0)
            continue;
        if (blame_another(world, seat, card))
            return true;
        for (int face = 0; face < CN_CARD_CODES; face++) {
            if (face == card || cn_card_kind((cn_card)face) != kind ||
                !take_imagined(world, (cn_card)face, card, shown, seat))
                continue;
            change_hand(world, seat, card, (cn_card)face);
            world->known_cards[seat][card]--;
            world->known_cards[seat][face]++;
            return true;
        }
    }
    return false;
}

/* Frees a card that stands for a known kind in some hand, so that it can go to this place in the
 * stock. If the other card of its kind was in this very place, the two have been swapped and
 * nothing is left to do. */
static bool free_for_stock(struct replica *world, cn_card card, int at)
{
    const struct cn_deal *deal = &world->game.deal;
    const struct shown here = {.from = at, .seat = CN_NO_SEAT};
    const struct shown beyond = {.from = at + 1, .seat = CN_NO_SEAT};
    if (!free_card(world, card, &here))
        return false;
    return deal->stock[at] == card ||
           take_imagined(world, card, deal->stock[at], &beyond, CN_NO_SEAT);
}

/* Ensures that the card there is not a red three. */
static bool keep_from_red(struct replica *world, int at)
{
    struct cn_deal *deal = &world->game.deal;
    for (int i = at; i < deal->cards; i++) {
        if (cn_card_kind(deal->stock[i]) == CN_RED_THREE)
            continue;
        const cn_card card = deal->stock[i];
        deal->stock[i] = deal->stock[at];
        deal->stock[at] = card;
        return true;
    }
    return false;
}

bool replica_reveal_stock(struct replica *world, const cn_card *cards, int count)
{
    struct cn_deal *deal = &world->game.deal;
    if (count > deal->cards - deal->drawn)
        return false;
    for (int i = 0; i < count; i++) {
        const int at = deal->drawn + i;
        /* A red three that is only imagined there could not be swapped with a card of a hand. */
        if (cn_card_kind(cards[i]) != CN_RED_THREE)
            keep_from_red(world, at);
        const cn_card there = deal->stock[at];
        const struct shown shown = {.from = at + 1, .seat = CN_NO_SEAT};
        if (there == cards[i])
            continue;
        if (!take_imagined(world, cards[i], there, &shown, CN_NO_SEAT) &&
            !free_for_stock(world, cards[i], at))
            return false;
        deal->stock[at] = cards[i];
    }
    return true;
}

bool replica_received(struct replica *world, const cn_card *red, int reds, int kept)
{
    const struct cn_deal *deal = &world->game.deal;
    if (reds + kept > deal->cards - deal->drawn || !replica_reveal_stock(world, red, reds))
        return false;
    for (int i = 0; i < kept; i++)
        if (!keep_from_red(world, deal->drawn + reds + i))
            return false;
    return true;
}

/* A card of the seat's hand that may be swapped for another: neither known nor wanted. */
static int spare_card(const struct replica *world, int seat, const uint8_t wanted[CN_CARD_CODES],
                      int kind)
{
    for (int face = 0; face < CN_CARD_CODES; face++) {
        const int held = world->game.cards.hand[seat][face];
        const bool sure = kind == CN_NO_KIND && held <= world->known_cards[seat][face];
        if (held > wanted[face] && !sure &&
            (kind == CN_NO_KIND || cn_card_kind((cn_card)face) == kind))
            return face;
    }
    return -1;
}

/* A known card of which the hand has another of the same kind that may be the known one. After a
 * snapshot only kinds are known; a later line shows which card it was. */
static int blamed_card(struct replica *world, int seat, const uint8_t wanted[CN_CARD_CODES])
{
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (world->game.cards.hand[seat][face] > wanted[face] &&
            world->known_cards[seat][face] > 0 && blame_another(world, seat, (cn_card)face))
            return face;
    return -1;
}

/* Exchanges a known card of the seat with this one in another hand, known there too. Of both only
 * the kind is certain after a snapshot. */
static bool trade_known(struct replica *world, int seat, cn_card card,
                        const uint8_t wanted[CN_CARD_CODES])
{
    const int mine = spare_card(world, seat, wanted, cn_card_kind(card));
    if (mine < 0)
        return false;
    for (int other = 0; other < world->game.players; other++) {
        if (other == seat || !is_hidden_seat(world, other) || world->known_cards[other][card] == 0)
            continue;
        change_hand(world, seat, (cn_card)mine, card);
        change_hand(world, other, card, (cn_card)mine);
        world->known_cards[other][card]--;
        world->known_cards[other][mine]++;
        if (world->known_cards[seat][mine] > 0) {
            world->known_cards[seat][mine]--;
            world->known_cards[seat][card]++;
        }
        return true;
    }
    return false;
}

/* Gives the seat this card in exchange for one that is not known. */
static bool fix_card(struct replica *world, int seat, cn_card card,
                     const uint8_t wanted[CN_CARD_CODES])
{
    const struct shown shown = {world->game.deal.drawn, seat, wanted};
    for (int tries = 0; tries < CN_SEATS_MAX; tries++) {
        if (world->game.cards.hand[seat][card] >= wanted[card])
            return true; /* freeing it moved it here */
        int spare = spare_card(world, seat, wanted, CN_NO_KIND);
        const bool soft = spare < 0; /* only the kind was known */
        if (soft)
            spare = spare_card(world, seat, wanted, cn_card_kind(card));
        if (spare < 0)
            spare = blamed_card(world, seat, wanted);
        if (spare < 0)
            return false;
        if (take_imagined(world, card, (cn_card)spare, &shown, seat)) {
            change_hand(world, seat, (cn_card)spare, card);
            if (soft && world->known_cards[seat][spare] > 0)
                world->known_cards[seat][spare]--;
            return true;
        }
        if (!free_card(world, card, &shown) && !trade_known(world, seat, card, wanted))
            return false;
    }
    return false;
}

bool replica_received_hand(struct replica *world, int seat, const cn_card *cards, int count)
{
    uint8_t wanted[CN_CARD_CODES] = {0};
    for (int i = 0; i < count; i++)
        wanted[cards[i]]++;
    for (int i = 0; i < count; i++) {
        if (world->game.cards.hand[seat][cards[i]] >= wanted[cards[i]])
            continue;
        if (!is_hidden_seat(world, seat) || !fix_card(world, seat, cards[i], wanted))
            return false;
    }
    for (int i = 0; i < count; i++)
        if (world->game.cards.hand[seat][cards[i]] < wanted[cards[i]])
            return false;
    return true;
}

/* ---- what is known of hands ---- */

/* After a snapshot the card chosen for a known kind may not be the one that the seat holds. So no
 * more of a kind are certain than everyone knows of. */
static void soften(struct replica *world, int seat, int kind)
{
    const int known = cn_hand_count(world->game.deal.memory.known[seat], kind);
    uint8_t *sure = world->known_cards[seat];
    int count = 0;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        if (cn_card_kind((cn_card)face) != kind)
            continue;
        if (sure[face] > known - count)
            sure[face] = (uint8_t)(known - count);
        count += sure[face];
    }
}

void replica_remember_known(struct replica *world, const struct cn_event *event)
{
    if (event->seat >= CN_SEATS_MAX)
        return;
    uint8_t *sure = world->known_cards[event->seat];
    for (int i = 0; i < event->card_count; i++) {
        const cn_card card = event->cards[i];
        if (event->type == CN_EVENT_PILE && cn_card_kind(card) != CN_RED_THREE)
            sure[card]++;
        else if ((event->type == CN_EVENT_TAKE || event->type == CN_EVENT_MELD ||
                  event->type == CN_EVENT_ADD || event->type == CN_EVENT_DISCARD) &&
                 sure[card] > 0)
            sure[card]--;
    }
    for (int i = 0; i < event->card_count && event->type >= CN_EVENT_TAKE; i++)
        soften(world, event->seat, cn_card_kind(event->cards[i]));
}

/* ---- our red threes ---- */

bool replica_set_aside(struct replica *world, struct aside *aside)
{
    struct cn_deal *deal = &world->game.deal;
    const uint8_t *hand = world->game.cards.hand[world->seat];
    int at = deal->cards - 1;
    aside->count = 0;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        while (cn_card_kind((cn_card)face) == CN_RED_THREE && hand[face] > 0) {
            while (at >= deal->drawn && cn_card_kind(deal->stock[at]) == CN_RED_THREE)
                at--;
            if (at < deal->drawn || aside->count == CN_BONUS_CARDS_MAX)
                return false;
            const int n = aside->count++;
            aside->at[n] = at;
            aside->red[n] = (cn_card)face;
            aside->instead[n] = deal->stock[at];
            deal->stock[at] = (cn_card)face;
            change_hand(world, world->seat, (cn_card)face, aside->instead[n]);
            change_drawn(deal, (cn_card)face, aside->instead[n]);
        }
    }
    return true;
}

void replica_restore(struct replica *world, const struct aside *aside)
{
    for (int n = 0; n < aside->count; n++) {
        world->game.deal.stock[aside->at[n]] = aside->instead[n];
        change_hand(world, world->seat, aside->instead[n], aside->red[n]);
        change_drawn(&world->game.deal, aside->instead[n], aside->red[n]);
    }
}

/* ---- deals ---- */

/* Removes the known cards from the packs. Returns false if there are too many of one. */
static bool rest_of(const struct cn_rules *rules, const cn_card *known, int count, cn_card *rest,
                    int *rest_count)
{
    cn_card deck[CN_CARDS_MAX];
    int copies[CN_CARD_CODES] = {0};
    const int cards = cn_deck_init(rules, deck);
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
static bool lay_deck(struct replica *world, const struct cn_board *table,
                     const struct deal_line *deal, int hand)
{
    const int hands = hand * table->seats;
    const int cards = cn_rules_cards(&world->game.law->rules);
    const bool holds = world->seat != CN_NO_SEAT && world->seat != table->idle;
    if (hands + deal->up_count + deal->stock != cards || deal->hand_count != (holds ? hand : 0))
        return false;
    memset(world->deck, CN_NO_CARD, sizeof world->deck);
    world->deck_count = (uint16_t)cards;
    int seat = table->next[table->dealer];
    int own = 0;
    for (int i = 0; i < hands; i++) {
        if (seat == world->seat)
            world->deck[i] = deal->hand[own++];
        seat = table->next[seat];
    }
    memcpy(world->deck + hands, deal->up, (size_t)deal->up_count);
    return true;
}

/* Moves red threes last, so that they are imagined in the stock and never in a hand that would have
 * to show them. */
static void reds_last(cn_card *cards, int count)
{
    cn_card red[CN_BONUS_CARDS_MAX];
    int reds = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (cn_card_kind(cards[i]) == CN_RED_THREE)
            red[reds++] = cards[i];
        else
            cards[kept++] = cards[i];
    }
    memcpy(cards + kept, red, (size_t)reds);
}

/* Replaces a card of our hand in the whole deal. */
static void change_own(struct replica *world, int at, cn_card card)
{
    const cn_card old = world->game.deal.stock[at];
    world->game.deal.stock[at] = card;
    change_hand(world, world->seat, old, card);
}

/* The engine starts the first turn with the deal, and would show red threes for cards that are not
 * known until the "face" line. So the first hand is dealt without any, and gets its own back
 * afterwards. */
static bool deal_imagined(struct replica *world, const struct deal_line *deal)
{
    cn_card rest[CN_CARDS_MAX] = {0};
    cn_card deck[CN_CARDS_MAX] = {0};
    int count;
    int used = 0;
    int swapped[CN_BONUS_CARDS_MAX];
    int swaps = 0;
    const int cards = world->deck_count;
    if (!rest_of(&world->game.law->rules, world->deck, cards, rest, &count))
        return false;
    reds_last(rest, count);
    for (int i = 0; i < cards; i++)
        deck[i] = world->deck[i] != CN_NO_CARD ? world->deck[i] : rest[used++];
    for (int i = 0, to = cards - 1; i < cards - deal->stock; i++) {
        const bool own = i < cards - deal->stock - deal->up_count && world->deck[i] != CN_NO_CARD;
        if (!own || cn_card_kind(deck[i]) != CN_RED_THREE)
            continue;
        while (to >= cards - deal->stock && cn_card_kind(deck[to]) == CN_RED_THREE)
            to--;
        if (to < cards - deal->stock || swaps == 2 * CN_PACKS_MAX)
            return false;
        deck[i] = deck[to];
        deck[to--] = world->deck[i];
        swapped[swaps++] = i;
    }
    if (!cn_game_deal(&world->game, deal->dealer, deal->idle, deck, NULL, NULL) ||
        world->game.starting_pile != deal->up_count)
        return false;
    for (int i = 0, to = cards - 1; i < swaps; i++, to--) {
        while (cn_card_kind(world->game.deal.stock[to]) != CN_RED_THREE ||
               world->game.deal.stock[to] != world->deck[swapped[i]])
            to--;
        world->game.deal.stock[to] = world->game.deal.stock[swapped[i]];
        change_own(world, swapped[i], world->deck[swapped[i]]);
    }
    return true;
}

bool replica_hidden_deal(struct replica *world, const struct cn_board *table,
                         const struct deal_line *deal, int hand)
{
    return lay_deck(world, table, deal, hand) && deal_imagined(world, deal);
}

/* ---- snapshots ---- */

/* Cards that are not seen, and which of them are placed already. */
struct unseen {
    const cn_card *cards;
    int count;
    bool used[CN_CARDS_MAX];
};

static void give_unseen(struct replica *world, struct unseen *unseen, int i, int seat)
{
    struct cn_deal *deal = &world->game.deal;
    unseen->used[i] = true;
    world->game.cards.hand[seat][unseen->cards[i]]++;
    deal->hands[seat] =
        cn_hand_add(deal->hands[seat], cn_hand_single(cn_card_kind(unseen->cards[i]), 1));
    deal->stock[deal->drawn++] = unseen->cards[i];
}

/* Gives a hand its known cards. Returns false if that is impossible. */
static bool give_known(struct replica *world, const struct snapshot *seen, struct unseen *unseen,
                       int seat)
{
    cn_hand known = seen->memory.known[seat];
    for (int i = 0; i < unseen->count && !cn_hand_is_empty(known); i++) {
        const int kind = cn_card_kind(unseen->cards[i]);
        if (unseen->used[i] || kind == CN_RED_THREE || cn_hand_count(known, kind) == 0)
            continue;
        known = cn_hand_remove(known, cn_hand_single(kind, 1));
        world->known_cards[seat][unseen->cards[i]]++;
        give_unseen(world, unseen, i, seat);
    }
    return cn_hand_is_empty(known);
}

/* Fills the hand with any other cards except red threes. */
static bool give_rest(struct replica *world, const struct snapshot *seen, struct unseen *unseen,
                      int seat)
{
    int size = cn_hand_size(seen->memory.known[seat]);
    for (int i = 0; i < unseen->count && size < seen->table.hand_size[seat]; i++) {
        if (unseen->used[i] || cn_card_kind(unseen->cards[i]) == CN_RED_THREE)
            continue;
        give_unseen(world, unseen, i, seat);
        size++;
    }
    return size == seen->table.hand_size[seat];
}

/* Places the unseen cards: known kinds of all hands first, red threes in the stock. */
static bool imagine(struct replica *world, const struct snapshot *seen, cn_card *rest, int count)
{
    struct cn_deal *deal = &world->game.deal;
    struct unseen unseen = {.cards = rest, .count = count};
    for (int seat = 0; seat < seen->players; seat++)
        if (seat != seen->seat && !give_known(world, seen, &unseen, seat))
            return false;
    for (int seat = 0; seat < seen->players; seat++)
        if (seat != seen->seat && !give_rest(world, seen, &unseen, seat))
            return false;
    int at = deal->drawn;
    for (int i = 0; i < count; i++)
        if (!unseen.used[i])
            deal->stock[at++] = rest[i];
    deal->cards = (uint16_t)at;
    return at - deal->drawn == seen->table.stock;
}

static void lay_seen(struct replica *world, const struct snapshot *seen, cn_card *all, int *count)
{
    struct cn_deal *deal = &world->game.deal;
    struct cn_placement *cards = &world->game.cards;
    memset(deal, 0, sizeof *deal);
    memset(cards, 0, sizeof *cards);
    memset(world->known_cards, 0, sizeof world->known_cards);
    deal->table = seen->table;
    deal->memory = seen->memory;
    cards->laid_count = seen->laid_count;
    memcpy(cards->laid, seen->laid, sizeof cards->laid);
    memcpy(cards->laid_side, seen->laid_side, sizeof cards->laid_side);
    memcpy(cards->laid_meld, seen->laid_meld, sizeof cards->laid_meld);
    cards->red_count = seen->red_count;
    memcpy(cards->red, seen->red, sizeof cards->red);
    memcpy(cards->red_side, seen->red_side, sizeof cards->red_side);
    cards->pile_count = seen->pile_count;
    memcpy(cards->pile, seen->pile, sizeof cards->pile);
    *count = 0;
    for (int i = 0; i < seen->hand_count; i++) {
        cards->hand[seen->seat][seen->hand[i]]++;
        deal->hands[seen->seat] =
            cn_hand_add(deal->hands[seen->seat], cn_hand_single(cn_card_kind(seen->hand[i]), 1));
        all[(*count)++] = seen->hand[i];
    }
    for (int i = 0; i < seen->pile_count; i++) {
        deal->pile = cn_hand_add(deal->pile, cn_hand_single(cn_card_kind(seen->pile[i]), 1));
        all[(*count)++] = seen->pile[i];
    }
    memcpy(all + *count, seen->laid, seen->laid_count);
    *count += seen->laid_count;
    memcpy(all + *count, seen->red, seen->red_count);
    *count += seen->red_count;
    memcpy(deal->stock, all, (size_t)*count);
    deal->drawn = (uint16_t)*count;
}

bool replica_hidden_view(struct replica *world, const struct snapshot *seen)
{
    cn_card all[CN_CARDS_MAX];
    cn_card rest[CN_CARDS_MAX];
    int count;
    int rest_count;
    struct cn_game *game = &world->game;
    if (seen->hand_count + seen->pile_count + seen->laid_count + seen->red_count >
        cn_rules_cards(&game->law->rules))
        return false;
    lay_seen(world, seen, all, &count);
    if (!rest_of(&game->law->rules, all, count, rest, &rest_count) ||
        !imagine(world, seen, rest, rest_count))
        return false;
    memcpy(game->score, seen->score, sizeof game->score);
    game->deal_number = seen->deals;
    game->starting_pile = seen->upcards;
    game->in_deal = 1;
    game->winner = -1;
    return cn_game_check(game) == NULL && cn_game_actor(game) < game->players;
}
