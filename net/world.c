#include "world.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the imagined deck ----
 *
 * A deal's stock holds the whole deck in order; hands and cards are made of it. Whatever the seat has not seen is
 * filled in with the cards that are left over. When a hidden card shows itself, the two cards change places:
 * in the deck, in the hands and in the cards.
 */

struct cn_world_past {
    struct cn_deal deal;
    struct cn_cards cards;
    uint8_t sure[CN_SEATS_MAX][CN_FACES];
};
enum {
    PAST_MOST = 64
};

void cn_world_init(struct cn_world *world, int seat)
{
    memset(world, 0, sizeof *world);
    world->seat = (uint8_t)seat;
    world->past_most = PAST_MOST;
    world->cut = -1;
}

void cn_world_free(struct cn_world *world)
{
    free(world->past);
    world->past = NULL;
    world->past_count = world->past_size = 0;
}

static bool is_hidden_seat(const struct cn_world *world, int seat)
{
    return seat != world->seat;
}

/* The part of the deck that has left holds what the hands and the table hold: it changes with them. */
static void change_drawn(struct cn_deal *deal, cn_card from, cn_card to)
{
    for (int i = 0; i < deal->drawn; i++) {
        if (deal->stock[i] != from)
            continue;
        deal->stock[i] = to;
        return;
    }
}

/* Takes one card of this face from a place where it is only imagined, and puts 'instead' there. Places: hands of
 * others beyond what is known of them, and the stock from 'from' on. It goes to the hand of 'but_seat', or to the
 * stock if that is none. */
static bool take_imagined(struct cn_world *world, cn_card card, cn_card instead, int from,
                          int but_seat)
{
    struct cn_game *game = &world->game;
    struct cn_deal *deal = &game->deal;
    const int kind = cn_card_kind(card);
    for (int i = from; i < deal->cards; i++) {
        if (deal->stock[i] != card)
            continue;
        deal->stock[i] = instead;
        if (but_seat != CN_NO_SEAT)
            change_drawn(deal, instead, card);
        return true;
    }
    for (int seat = 0; seat < game->players; seat++) {
        if (!is_hidden_seat(world, seat) || seat == but_seat ||
            game->cards.hand[seat][card] <= world->sure[seat][card])
            continue;
        /* A red three cannot stay unseen in a hand that has had its turn. */
        if (cn_card_kind(instead) == CN_RED_THREE && (deal->table.turned >> seat & 1) != 0)
            continue;
        game->cards.hand[seat][card]--;
        game->cards.hand[seat][instead]++;
        deal->hands[seat] -= cn_hand_of(kind, 1);
        deal->hands[seat] += cn_hand_of(cn_card_kind(instead), 1);
        if (but_seat == CN_NO_SEAT)
            change_drawn(deal, card, instead);
        return true;
    }
    return false;
}

static void change_hand(struct cn_world *world, int seat, cn_card from, cn_card to)
{
    struct cn_game *game = &world->game;
    game->cards.hand[seat][from]--;
    game->cards.hand[seat][to]++;
    game->deal.hands[seat] -= cn_hand_of(cn_card_kind(from), 1);
    game->deal.hands[seat] += cn_hand_of(cn_card_kind(to), 1);
}

/* After a snapshot only the kinds of cards that others must hold are known. If this very card was taken for one of
 * them, another of its kind stands for it. */
static bool free_card(struct cn_world *world, cn_card card, int but_seat)
{
    const int kind = cn_card_kind(card);
    for (int seat = 0; seat < world->game.players; seat++) {
        if (!is_hidden_seat(world, seat) || seat == but_seat || world->sure[seat][card] == 0)
            continue;
        for (int face = 0; face < CN_FACES; face++) {
            if (face == card || cn_card_kind((cn_card)face) != kind ||
                !take_imagined(world, (cn_card)face, card, world->game.deal.drawn, seat))
                continue;
            change_hand(world, seat, card, (cn_card)face);
            world->sure[seat][card]--;
            world->sure[seat][face]++;
            return true;
        }
    }
    return false;
}

static bool find_imagined(struct cn_world *world, cn_card card, cn_card instead, int from,
                          int but_seat)
{
    return take_imagined(world, card, instead, from, but_seat) ||
           (free_card(world, card, but_seat) &&
            take_imagined(world, card, instead, from, but_seat));
}

/* The card there is no red three. */
static bool keep_from_red(struct cn_world *world, int at)
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

/* The next cards to leave the stock are these. */
static bool fix_stock(struct cn_world *world, const cn_card *cards, int count)
{
    struct cn_deal *deal = &world->game.deal;
    if (count > deal->cards - deal->drawn)
        return false;
    for (int i = 0; i < count; i++) {
        const int at = deal->drawn + i;
        if (deal->stock[at] == cards[i])
            continue;
        /* What lay there may go to a hand that has not had its turn, where the engine would face a red three that nobody
         * has told of. */
        keep_from_red(world, at);
        const cn_card there = deal->stock[at];
        if (there == cards[i])
            continue;
        if (!find_imagined(world, cards[i], there, at + 1, CN_NO_SEAT))
            return false;
        deal->stock[at] = cards[i];
    }
    return true;
}

/* A card of the seat's hand that may be given away for another: one that need not be there and is not wanted. */
static int spare_card(const struct cn_world *world, int seat, const uint8_t wanted[CN_FACES],
                      int kind)
{
    for (int face = 0; face < CN_FACES; face++) {
        const int held = world->game.cards.hand[seat][face];
        const bool sure = kind == CN_NO_KIND && held <= world->sure[seat][face];
        if (held > wanted[face] && !sure &&
            (kind == CN_NO_KIND || cn_card_kind((cn_card)face) == kind))
            return face;
    }
    return -1;
}

/* The seat gets this card for one that it need not have. */
static bool fix_card(struct cn_world *world, int seat, cn_card card, const uint8_t wanted[CN_FACES])
{
    for (int tries = 0; tries < CN_SEATS_MAX; tries++) {
        if (world->game.cards.hand[seat][card] >= wanted[card])
            return true; /* freeing it brought it here */
        int spare = spare_card(world, seat, wanted, CN_NO_KIND);
        const bool soft = spare < 0; /* one that was known by its kind only */
        if (soft)
            spare = spare_card(world, seat, wanted, cn_card_kind(card));
        if (spare < 0)
            return false;
        if (take_imagined(world, card, (cn_card)spare, world->game.deal.drawn, seat)) {
            change_hand(world, seat, (cn_card)spare, card);
            if (soft && world->sure[seat][spare] > 0)
                world->sure[seat][spare]--;
            return true;
        }
        if (!free_card(world, card, seat))
            return false;
    }
    return false;
}

/* The seat holds all of these cards. */
static bool fix_hand(struct cn_world *world, int seat, const cn_card *cards, int count)
{
    uint8_t wanted[CN_FACES] = {0};
    for (int i = 0; i < count; i++)
        wanted[cards[i]]++;
    for (int i = 0; i < count; i++) {
        if (world->game.cards.hand[seat][cards[i]] >= wanted[cards[i]])
            continue;
        if (!is_hidden_seat(world, seat) || !fix_card(world, seat, cards[i], wanted))
            return false;
    }
    return true;
}

/* ---- reading lines ---- */

static bool number_of(const json_t *line, const char *key, int64_t low, int64_t high, int *value)
{
    const json_t *found = json_object_get(line, key);
    if (!json_is_integer(found) || json_integer_value(found) < low ||
        json_integer_value(found) > high)
        return false;
    *value = (int)json_integer_value(found);
    return true;
}

static bool cards_of(const json_t *array, cn_card cards[CN_CARDS_MAX], int *count)
{
    const size_t size = json_array_size(array);
    if (!json_is_array(array) || size > CN_CARDS_MAX)
        return false;
    for (size_t i = 0; i < size; i++) {
        const json_t *card = json_array_get(array, i);
        if (json_string_length(card) != 2)
            return false;
        cards[i] = cn_card_parse(json_string_value(card));
        if (cards[i] == CN_NO_CARD)
            return false;
    }
    *count = (int)size;
    return true;
}

static bool cards_at(const json_t *line, const char *key, cn_card cards[CN_CARDS_MAX], int *count)
{
    return cards_of(json_object_get(line, key), cards, count);
}

/* ---- game ---- */

/* A record's reader knows what a game line may hold; it is asked rather than repeated. */
static enum cn_world_line take_game(struct cn_world *world, const char *text, size_t length)
{
    struct cn_replay *replay = cn_replay_open_text(text, length, NULL, NULL);
    enum cn_world_line result = CN_WORLD_WRONG;
    if (replay == NULL)
        return result;
    cn_replay_step(replay);
    const struct cn_game *game = cn_replay_game(replay);
    if (game != NULL && !cn_replay_is_broken(replay) &&
        (world->seat == CN_NO_SEAT || world->seat < game->players)) {
        world->game = *game;
        for (int seat = 0; seat < game->players; seat++)
            snprintf(world->names[seat], sizeof world->names[seat], "%s",
                     cn_replay_name(replay, seat));
        world->has_game = true;
        world->has_deal = false;
        world->past_count = 0;
        memset(&world->fair, 0, sizeof world->fair);
        result = CN_WORLD_OK;
    }
    cn_replay_close(replay);
    return result;
}

/* ---- deal ---- */

/* What is left of the packs when the known cards are taken out; false if there are too many of one. */
static bool rest_of(const struct cn_rules *rules, const cn_card *known, int count, cn_card *rest,
                    int *rest_count)
{
    cn_card deck[CN_CARDS_MAX];
    int copies[CN_FACES] = {0};
    const int cards = cn_deck_fill(rules, deck);
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

static bool sizes_fit(const json_t *line, const struct cn_table *table, int hand)
{
    const json_t *sizes = json_object_get(line, "sizes");
    if (json_array_size(sizes) != table->players)
        return false;
    for (int seat = 0; seat < table->players; seat++) {
        const json_t *size = json_array_get(sizes, (size_t)seat);
        if (!json_is_integer(size) || json_integer_value(size) != (seat == table->idle ? 0 : hand))
            return false;
    }
    return true;
}

struct deal_line {
    int n, dealer, idle, stock, hand_count, up_count;
    cn_card hand[CN_CARDS_MAX], up[CN_CARDS_MAX];
};

static bool read_deal(const struct cn_world *world, const json_t *line, struct deal_line *deal)
{
    const struct cn_game *game = &world->game;
    const bool five = game->players == 5;
    deal->idle = CN_NO_SEAT;
    deal->hand_count = 0;
    if (!number_of(line, "n", 1, 1000000, &deal->n) ||
        !number_of(line, "dealer", 0, game->players - 1, &deal->dealer) ||
        !number_of(line, "stock", 0, CN_CARDS_MAX, &deal->stock) ||
        !cards_at(line, "upcards", deal->up, &deal->up_count) ||
        (five && !number_of(line, "idle", 0, 4, &deal->idle)))
        return false;
    if (five && deal->idle != 1 && deal->idle != 3 && deal->idle != 4)
        return false;
    if (five && deal->idle == deal->dealer)
        return false;
    return world->seat == CN_NO_SEAT || cards_at(line, "hand", deal->hand, &deal->hand_count);
}

/* Where each card of the deck lies as far as the line says. */
static bool lay_deck(struct cn_world *world, const struct cn_table *table,
                     const struct deal_line *deal, int hand)
{
    const int hands = hand * table->seats;
    const int cards = cn_rules_cards(&world->game.rules);
    const bool holds = world->seat != CN_NO_SEAT && world->seat != table->idle;
    if (hands + deal->up_count + deal->stock != cards || deal->hand_count != (holds ? hand : 0))
        return false;
    memset(world->deck, CN_NO_CARD, sizeof world->deck);
    world->deck_count = (uint8_t)cards;
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

/* Red threes last, so that they are imagined in the stock and never in a hand that would have to face them. */
static void reds_last(cn_card *cards, int count)
{
    cn_card red[2 * CN_PACKS_MAX];
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

/* Puts a card of the own hand's place for another in the whole deal. */
static void change_own(struct cn_world *world, int at, cn_card card)
{
    struct cn_game *game = &world->game;
    const cn_card old = game->deal.stock[at];
    const int seat = world->seat;
    game->deal.stock[at] = card;
    game->cards.hand[seat][old]--;
    game->cards.hand[seat][card]++;
    game->deal.hands[seat] -= cn_hand_of(cn_card_kind(old), 1);
    game->deal.hands[seat] += cn_hand_of(cn_card_kind(card), 1);
}

/* The engine begins the first turn with the deal, and would face red threes for cards that are not known yet: the
 * "face" line brings them. So the hand that plays first is dealt without any, and gets its own back. */
static bool deal_imagined(struct cn_world *world, const struct deal_line *deal)
{
    cn_card rest[CN_CARDS_MAX] = {0};
    cn_card deck[CN_CARDS_MAX] = {0};
    int count;
    int used = 0;
    int swapped[2 * CN_PACKS_MAX];
    int swaps = 0;
    const int cards = world->deck_count;
    if (!rest_of(&world->game.rules, world->deck, cards, rest, &count))
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
    world->game.deals = deal->n - 1;
    if (!cn_game_deal(&world->game, deal->dealer, deal->idle, deck, NULL, NULL) ||
        world->game.upcards != deal->up_count)
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

static void tell_deal(struct cn_world *world)
{
    const struct cn_game *game = &world->game;
    const struct cn_event event = {.type = CN_EVENT_DEAL,
                                   .seat = game->deal.table.dealer,
                                   .cards = game->deal.stock,
                                   .card_count = game->deal.cards};
    if (world->sink != NULL && world->sink->event != NULL)
        world->sink->event(world->sink->context, &event);
}

static enum cn_world_line take_deal(struct cn_world *world, const json_t *line)
{
    struct deal_line deal;
    struct cn_table table;
    if (!world->has_game || world->game.dealing || world->game.winner >= 0 ||
        !read_deal(world, line, &deal))
        return CN_WORLD_WRONG;
    cn_table_init(&world->game.rules, &table, world->game.players, deal.dealer, deal.idle, NULL);
    const int hand = world->game.rules.hand_size.at[table.size_class];
    if (!sizes_fit(line, &table, hand) || !lay_deck(world, &table, &deal, hand) ||
        !deal_imagined(world, &deal)) {
        world->has_game = world->has_deal = false; /* only a snapshot can help */
        return CN_WORLD_WRONG;
    }
    world->has_deal = true;
    world->past_count = 0;
    memset(world->sure, 0, sizeof world->sure);
    world->verdict = CN_FAIR_UNKNOWN;
    tell_deal(world);
    return CN_WORLD_OK;
}

/* ---- actions ---- */

/* Cards of a taken pack are known to be in that hand until one like them is shown. */
static void keep_sure(struct cn_world *world, const struct cn_event *event)
{
    if (event->seat >= CN_SEATS_MAX)
        return;
    uint8_t *sure = world->sure[event->seat];
    for (int i = 0; i < event->card_count; i++) {
        const cn_card card = event->cards[i];
        if (event->type == CN_EVENT_PILE && cn_card_kind(card) != CN_RED_THREE)
            sure[card]++;
        else if ((event->type == CN_EVENT_TAKE || event->type == CN_EVENT_MELD ||
                  event->type == CN_EVENT_ADD || event->type == CN_EVENT_DISCARD) &&
                 sure[card] > 0)
            sure[card]--;
    }
}

/* The engine tells the end by imagined hands; the lines "end" and "over" tell it as it was. */
static void hear(void *context, const struct cn_event *event)
{
    struct cn_world *world = context;
    keep_sure(world, event);
    if (event->type != CN_EVENT_END && event->type != CN_EVENT_OVER && world->sink != NULL &&
        world->sink->event != NULL)
        world->sink->event(world->sink->context, event);
}

/* Own red threes laid aside in the stock for other cards, so that the engine does not face them yet. */
struct aside {
    int count, at[2 * CN_PACKS_MAX];
    cn_card red[2 * CN_PACKS_MAX], instead[2 * CN_PACKS_MAX];
};

static bool lay_aside(struct cn_world *world, struct aside *aside)
{
    struct cn_deal *deal = &world->game.deal;
    const uint8_t *hand = world->game.cards.hand[world->seat];
    int at = deal->cards - 1;
    aside->count = 0;
    for (int face = 0; face < CN_FACES; face++) {
        while (cn_card_kind((cn_card)face) == CN_RED_THREE && hand[face] > 0) {
            while (at >= deal->drawn && cn_card_kind(deal->stock[at]) == CN_RED_THREE)
                at--;
            if (at < deal->drawn || aside->count == 2 * CN_PACKS_MAX)
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

static void take_up(struct cn_world *world, const struct aside *aside)
{
    for (int n = 0; n < aside->count; n++) {
        world->game.deal.stock[aside->at[n]] = aside->instead[n];
        change_hand(world, world->seat, aside->instead[n], aside->red[n]);
        change_drawn(&world->game.deal, aside->instead[n], aside->red[n]);
    }
}

/* A discard, after which the next seat's turn begins. Red threes that are shown then come with a line "face": until it
 * does, the seat counts as having had its first turn. */
static enum cn_world_line perform_discard(struct cn_world *world, int seat, cn_card card)
{
    const struct cn_sink sink = {hear, world};
    struct cn_table *table = &world->game.deal.table;
    const int next = table->next[seat];
    const bool hides = next == world->seat && (table->turned >> next & 1) == 0;
    struct aside aside = {.count = 0};
    if (hides && !lay_aside(world, &aside)) {
        take_up(world, &aside);
        return CN_WORLD_WRONG;
    }
    table->turned |= (uint8_t)(1u << next);
    cn_game_perform(&world->game, seat, cn_action_of(CN_DISCARD, cn_card_kind(card), 0, 0, 0),
                    &card, &sink);
    take_up(world, &aside);
    return CN_WORLD_OK;
}

static bool remember(struct cn_world *world)
{
    if (world->past_most == 0)
        return true;
    if (world->past_count == world->past_most) {
        world->past_count--;
        memmove(world->past, world->past + 1, (size_t)world->past_count * sizeof *world->past);
    }
    if (world->past_count == world->past_size) {
        const int size = world->past_size < 16 ? 16 : world->past_size * 2;
        void *more = realloc(world->past, (size_t)size * sizeof *world->past);
        if (more == NULL)
            return false;
        world->past = more;
        world->past_size = size;
    }
    memcpy(world->past[world->past_count].sure, world->sure, sizeof world->sure);
    world->past[world->past_count].deal = world->game.deal;
    world->past[world->past_count++].cards = world->game.cards;
    return true;
}

static bool holds_kinds(const struct cn_game *game, int seat, int kind, int naturals, int deuces,
                        int jokers)
{
    const cn_hand hand = game->deal.hands[seat];
    return (naturals == 0 || cn_hand_count(hand, kind) >= naturals) &&
           cn_hand_count(hand, CN_DEUCE) >= deuces && cn_hand_count(hand, CN_JOKER) >= jokers;
}

static bool can_lay(const struct cn_game *game, int seat, struct cn_action a)
{
    const struct cn_table *table = &game->deal.table;
    const int side = table->side[seat];
    const int wilds = cn_action_deuces(a) + cn_action_jokers(a);
    if (table->phase != CN_PHASE_MELD && table->phase != CN_PHASE_CLAIM &&
        table->phase != CN_PHASE_LAST_RED)
        return false;
    if (a.type == CN_MELD)
        return a.at < CN_NO_KIND && !cn_kind_is_wild(a.at) && a.at != CN_RED_THREE && a.n > 0 &&
               a.n + wilds >= 3 && table->meld_count[side] < CN_MELDS_MAX &&
               holds_kinds(game, seat, a.at, a.n, cn_action_deuces(a), cn_action_jokers(a));
    if (a.at >= table->meld_count[side] || table->melds[side][a.at] == 0 || a.n + wilds == 0)
        return false;
    const cn_meld meld = table->melds[side][a.at];
    return cn_meld_naturals(meld) + a.n <= 15 && cn_meld_deuces(meld) + cn_action_deuces(a) <= 15 &&
           cn_meld_jokers(meld) + cn_action_jokers(a) <= 15 &&
           holds_kinds(game, seat, cn_meld_kind(meld), a.n, cn_action_deuces(a),
                       cn_action_jokers(a));
}

static bool can_take(const struct cn_game *game, int seat, struct cn_action a)
{
    const struct cn_table *table = &game->deal.table;
    const int side = table->side[seat];
    const int kind = table->pile_top;
    const int wilds = a.type == CN_TAKE_DEUCE || a.type == CN_TAKE_JOKER;
    if (table->phase != CN_PHASE_START || table->pile == 0 || kind == CN_NO_KIND ||
        cn_kind_is_wild(kind) || kind == CN_RED_THREE || game->cards.pile_count == 0)
        return false;
    if (a.type == CN_TAKE_ONTO)
        return a.at < table->meld_count[side] && table->melds[side][a.at] != 0 &&
               cn_meld_kind(table->melds[side][a.at]) == kind &&
               cn_meld_naturals(table->melds[side][a.at]) < 15;
    return cn_table_claim_meld(&game->rules, table) < CN_MELDS_MAX &&
           holds_kinds(game, seat, kind, 2 - wilds, a.type == CN_TAKE_DEUCE,
                       a.type == CN_TAKE_JOKER);
}

static bool can_combine(const struct cn_table *table, int side, struct cn_action a)
{
    if (a.at >= a.n || a.n >= table->meld_count[side])
        return false;
    const cn_meld lower = table->melds[side][a.at];
    const cn_meld higher = table->melds[side][a.n];
    return lower != 0 && higher != 0 && cn_meld_kind(lower) == cn_meld_kind(higher) &&
           cn_meld_naturals(lower) + cn_meld_naturals(higher) <= 15 &&
           cn_meld_deuces(lower) + cn_meld_deuces(higher) <= 15 &&
           cn_meld_jokers(lower) + cn_meld_jokers(higher) <= 15;
}

/* Can the engine do this at all? Whether it was legal the server has judged, who sees the hand. */
static bool can_be(const struct cn_game *game, int seat, struct cn_action a)
{
    const struct cn_table *table = &game->deal.table;
    if (cn_game_actor(game) != seat)
        return false;
    switch ((enum cn_action_type)a.type) {
    case CN_DRAW: return table->phase == CN_PHASE_START && table->stock > 0;
    case CN_STOP:
        return table->phase == CN_PHASE_LAST_RED ||
               (table->phase == CN_PHASE_START && table->stock == 0);
    case CN_ASK:
        return (table->phase == CN_PHASE_START || table->phase == CN_PHASE_MELD) &&
               cn_table_partner(table, seat) != CN_NO_SEAT;
    case CN_YES:
    case CN_NO: return table->phase == CN_PHASE_ANSWER;
    case CN_TAKE_PAIR:
    case CN_TAKE_DEUCE:
    case CN_TAKE_JOKER:
    case CN_TAKE_ONTO: return can_take(game, seat, a);
    case CN_MELD:
    case CN_ADD: return can_lay(game, seat, a);
    case CN_COMBINE:
        return (table->phase == CN_PHASE_MELD || table->phase == CN_PHASE_CLAIM ||
                table->phase == CN_PHASE_LAST_RED) &&
               can_combine(table, table->side[seat], a);
    case CN_DISCARD:
        return table->phase == CN_PHASE_MELD && a.at < CN_NO_KIND &&
               game->cards.pile_count < CN_CARDS_MAX && holds_kinds(game, seat, a.at, 1, 0, 0);
    case CN_ACTION_TYPES: break;
    }
    return false;
}

static enum cn_world_line perform(struct cn_world *world, int seat, struct cn_action action,
                                  const cn_card *cards, int count)
{
    const struct cn_sink sink = {hear, world};
    cn_card chosen[CN_CARDS_MAX];
    assert(action.type != CN_DISCARD || count == 1);
    if (!can_be(&world->game, seat, action) ||
        cn_game_choose(&world->game, seat, action, chosen) != count)
        return CN_WORLD_WRONG;
    if (action.type == CN_DISCARD)
        return perform_discard(world, seat, cards[0]);
    cn_game_perform(&world->game, seat, action, count > 0 ? cards : NULL, &sink);
    return CN_WORLD_OK;
}

/* Naturals, deuces and jokers of a list; -1 if naturals of two kinds are among them. */
static int count_kinds(const cn_card *cards, int count, int counts[3])
{
    int kind = CN_NO_KIND;
    counts[0] = counts[1] = counts[2] = 0;
    for (int i = 0; i < count; i++) {
        const int k = cn_card_kind(cards[i]);
        counts[k == CN_DEUCE ? 1 : k == CN_JOKER ? 2 : 0]++;
        if (cn_kind_is_wild(k))
            continue;
        if (kind != CN_NO_KIND && kind != k)
            return -1;
        kind = k;
    }
    return counts[0] > 15 || counts[1] > 15 || counts[2] > 15 ? -1 : kind;
}

static enum cn_world_line take_cards_line(struct cn_world *world, int seat, struct cn_action action,
                                          const cn_card *cards, int count)
{
    return fix_hand(world, seat, cards, count) ? perform(world, seat, action, cards, count)
                                               : CN_WORLD_WRONG;
}

static enum cn_world_line take_take(struct cn_world *world, const json_t *line, int seat)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    int counts[3];
    int onto;
    if (number_of(line, "onto", 0, CN_MELDS_MAX, &onto))
        return perform(world, seat, cn_action_of(CN_TAKE_ONTO, onto, 0, 0, 0), NULL, 0);
    if (!cards_at(line, "with", cards, &count) || count != 2)
        return CN_WORLD_WRONG;
    const int kind = count_kinds(cards, count, counts);
    if (kind != world->game.deal.table.pile_top)
        return CN_WORLD_WRONG;
    const int type = counts[1] == 1 ? CN_TAKE_DEUCE : counts[2] == 1 ? CN_TAKE_JOKER : CN_TAKE_PAIR;
    return take_cards_line(world, seat, cn_action_of(type, 0, 0, 0, 0), cards, count);
}

static enum cn_world_line take_laying(struct cn_world *world, const json_t *line, int seat,
                                      bool adds)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    int counts[3];
    int meld = 0;
    if (!cards_at(line, "cards", cards, &count) ||
        (adds && !number_of(line, "meld", 0, CN_MELDS_MAX - 1, &meld)))
        return CN_WORLD_WRONG;
    const int kind = count_kinds(cards, count, counts);
    if (kind < 0 || (!adds && kind == CN_NO_KIND))
        return CN_WORLD_WRONG;
    const struct cn_table *table = &world->game.deal.table;
    const int side = table->side[seat];
    if (adds && kind != CN_NO_KIND &&
        (meld >= table->meld_count[side] || cn_meld_kind(table->melds[side][meld]) != kind))
        return CN_WORLD_WRONG;
    return take_cards_line(
        world, seat,
        cn_action_of(adds ? CN_ADD : CN_MELD, adds ? meld : kind, counts[0], counts[1], counts[2]),
        cards, count);
}

static enum cn_world_line take_combine(struct cn_world *world, const json_t *line, int seat)
{
    int meld;
    int into;
    if (!number_of(line, "meld", 0, CN_MELDS_MAX - 1, &meld) ||
        !number_of(line, "into", 0, CN_MELDS_MAX - 1, &into))
        return CN_WORLD_WRONG;
    return perform(world, seat, cn_action_of(CN_COMBINE, into, meld, 0, 0), NULL, 0);
}

static enum cn_world_line take_discard(struct cn_world *world, const json_t *line, int seat)
{
    const json_t *name = json_object_get(line, "card");
    cn_card card;
    if (json_string_length(name) != 2)
        return CN_WORLD_WRONG;
    card = cn_card_parse(json_string_value(name));
    if (card == CN_NO_CARD)
        return CN_WORLD_WRONG;
    return take_cards_line(world, seat, cn_action_of(CN_DISCARD, cn_card_kind(card), 0, 0, 0),
                           &card, 1);
}

/* ---- cards that leave the stock ---- */

/* Others' cards: the red threes are known, of the rest how many. */
static bool fix_received(struct cn_world *world, const cn_card *red, int reds, int kept)
{
    const struct cn_deal *deal = &world->game.deal;
    if (reds + kept > deal->cards - deal->drawn || !fix_stock(world, red, reds))
        return false;
    for (int i = 0; i < kept; i++)
        if (!keep_from_red(world, deal->drawn + reds + i))
            return false;
    return true;
}

static bool read_received(const json_t *line, cn_card red[CN_CARDS_MAX], int *reds, int *kept)
{
    if (!number_of(line, "n", 0, CN_CARDS_MAX, kept) || !cards_at(line, "red", red, reds) ||
        *reds > 2 * CN_PACKS_MAX)
        return false;
    for (int i = 0; i < *reds; i++)
        if (cn_card_kind(red[i]) != CN_RED_THREE)
            return false;
    return true;
}

static void see(struct cn_world *world, const cn_card *cards, int count)
{
    const int drawn = world->game.deal.drawn;
    for (int i = 0; i < count && drawn + i < CN_CARDS_MAX; i++)
        world->deck[drawn + i] = cards[i];
}

static enum cn_world_line take_draw(struct cn_world *world, const json_t *line, int seat)
{
    const struct cn_deal *deal = &world->game.deal;
    cn_card cards[CN_CARDS_MAX];
    int count;
    int kept = 0;
    const bool own = seat == world->seat;
    if (own ? !cards_at(line, "cards", cards, &count) || !fix_stock(world, cards, count)
            : !read_received(line, cards, &count, &kept) ||
                  !fix_received(world, cards, count, kept))
        return CN_WORLD_WRONG;
    if (own)
        see(world, cards, count);
    const int before = deal->drawn;
    const enum cn_world_line result =
        perform(world, seat, cn_action_of(CN_DRAW, 0, 0, 0, 0), NULL, 0);
    return result == CN_WORLD_OK && deal->drawn - before != count + kept ? CN_WORLD_WRONG : result;
}

/* Makes the red threes of a face line be in the hand and those drawn for them in the stock. */
static bool fix_face(struct cn_world *world, const json_t *line, int seat)
{
    const struct cn_deal *deal = &world->game.deal;
    cn_card cards[CN_CARDS_MAX];
    cn_card drawn[CN_CARDS_MAX];
    int count;
    int drew;
    int kept;
    if (seat == world->seat) {
        if (!cards_at(line, "cards", cards, &count) || !cards_at(line, "drawn", drawn, &drew) ||
            !fix_stock(world, drawn, drew))
            return false;
        see(world, drawn, drew);
        return fix_hand(world, seat, cards, count);
    }
    if (!read_received(line, cards, &count, &kept))
        return false;
    const int left = deal->cards - deal->drawn;
    const int all = count < left ? count : left; /* every red three shown draws a card */
    const int among = all - kept;                /* red threes among those drawn */
    if (among < 0 || among > count || !fix_hand(world, seat, cards, count - among))
        return false;
    return fix_received(world, cards + count - among, among, kept);
}

static enum cn_world_line take_face(struct cn_world *world, const json_t *line, int seat)
{
    const struct cn_sink sink = {hear, world};
    struct cn_deal *deal = &world->game.deal;
    struct cn_table *table = &deal->table;
    if (table->turn != seat || table->phase != CN_PHASE_START)
        return CN_WORLD_WRONG;
    table->turned &= (uint8_t) ~(1u << seat);
    const bool good = fix_face(world, line, seat);
    const int drawn = deal->drawn;
    if (!good) {
        table->turned |= (uint8_t)(1u << seat);
        return CN_WORLD_WRONG;
    }
    cn_deal_begin_turn(&world->game.rules, deal);
    cn__game_begin(&world->game, drawn, &sink);
    return CN_WORLD_OK;
}

/* ---- the end, and back ---- */

static bool read_score(const json_t *object, struct cn_side_score *score)
{
    static const struct {
        const char *name;
        size_t offset;
    } parts[] = {
        {"melds", offsetof(struct cn_side_score, melds)},
        {"canastas", offsetof(struct cn_side_score, canastas)},
        {"red", offsetof(struct cn_side_score, red)},
        {"out", offsetof(struct cn_side_score, out)},
        {"concealed", offsetof(struct cn_side_score, concealed)},
        {"hands", offsetof(struct cn_side_score, hands)},
        {"bonus", offsetof(struct cn_side_score, bonus)},
        {"total", offsetof(struct cn_side_score, total)},
        {"score", offsetof(struct cn_side_score, score)},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        int value;
        if (!number_of(object, parts[i].name, -100000000, 100000000, &value))
            return false;
        *(int32_t *)(void *)((char *)score + parts[i].offset) = value;
    }
    return true;
}

static void tell(const struct cn_world *world, const struct cn_event *event)
{
    if (world->sink != NULL && world->sink->event != NULL)
        world->sink->event(world->sink->context, event);
}

static enum cn_world_line take_end(struct cn_world *world, const json_t *line)
{
    struct cn_game *game = &world->game;
    const struct cn_table *table = &game->deal.table;
    struct cn_side_score sides[CN_SIDES_MAX];
    const json_t *array = json_object_get(line, "sides");
    if (game->dealing || !world->has_deal || table->phase != CN_PHASE_ENDED ||
        json_array_size(array) != game->sides)
        return CN_WORLD_WRONG;
    for (int side = 0; side < game->sides; side++)
        if (!read_score(json_array_get(array, (size_t)side), &sides[side]))
            return CN_WORLD_WRONG;
    for (int side = 0; side < game->sides; side++)
        game->score[side] = sides[side].score;
    game->winner = -1;
    world->past_count = 0;
    const struct cn_event event = {.type = CN_EVENT_END,
                                   .seat = table->out_seat,
                                   .why = table->end_why,
                                   .concealed = table->concealed,
                                   .side_count = game->sides,
                                   .sides = sides};
    tell(world, &event);
    return CN_WORLD_OK;
}

static enum cn_world_line take_over(struct cn_world *world, const json_t *line)
{
    struct cn_game *game = &world->game;
    int winner;
    int32_t receives[CN_SIDES_MAX] = {0};
    const json_t *array = json_object_get(line, "settlement");
    if (game->dealing || !number_of(line, "winner", 0, game->sides - 1, &winner))
        return CN_WORLD_WRONG;
    for (int side = 0; side < game->sides; side++) {
        const json_t *value = json_array_get(array, (size_t)side);
        if (json_is_integer(value) && json_integer_value(value) > -100000000 &&
            json_integer_value(value) < 100000000)
            receives[side] = (int32_t)json_integer_value(value);
    }
    game->winner = (int8_t)winner;
    const struct cn_event event = {
        .type = CN_EVENT_OVER, .winner = winner, .side_count = game->sides, .receives = receives};
    tell(world, &event);
    return CN_WORLD_OK;
}

static enum cn_world_line take_undo(struct cn_world *world, const json_t *line)
{
    int n;
    if (!world->game.dealing || !number_of(line, "n", 1, 100000, &n) || n > world->past_count)
        return CN_WORLD_WRONG;
    world->past_count -= n;
    memcpy(world->sure, world->past[world->past_count].sure, sizeof world->sure);
    world->game.deal = world->past[world->past_count].deal;
    world->game.cards = world->past[world->past_count].cards;
    return CN_WORLD_OK;
}

/* ---- fair deals ---- */

static enum cn_world_line take_commit(struct cn_world *world, const json_t *line)
{
    const json_t *text = json_object_get(line, "hash");
    uint8_t hash[CN_HASH_BYTES];
    if (!json_is_string(text) ||
        !cn_hex_parse(json_string_value(text), json_string_length(text), hash, sizeof hash))
        return CN_WORLD_WRONG;
    if (world->has_commit && memcmp(hash, world->hash, sizeof hash) == 0)
        return CN_WORLD_OTHER; /* a snapshot says it again */
    memcpy(world->hash, hash, sizeof hash);
    world->has_commit = true;
    world->gave_part = world->part_came = false;
    return CN_WORLD_OTHER;
}

static enum cn_world_line take_part(struct cn_world *world, const json_t *line)
{
    int seat;
    if (number_of(line, "seat", 0, CN_SEATS_MAX - 1, &seat) && seat == world->seat)
        world->part_came = true;
    return CN_WORLD_OTHER;
}

static enum cn_world_line take_fair(struct cn_world *world, const json_t *line)
{
    return world->has_game && cn_fair_read(line, world->game.players, &world->fair)
               ? CN_WORLD_OK
               : CN_WORLD_WRONG;
}

/* The own hand is told in the order of faces: if it holds what was dealt to it, it is put in the order in which that
 * was dealt. */
static void order_hand(const struct cn_world *world, const cn_card *made, cn_card *deck)
{
    const struct cn_table *table = &world->game.deal.table;
    const int hands = world->game.rules.hand_size.at[table->size_class] * table->seats;
    int copies[CN_FACES] = {0};
    for (int pass = 0; pass < 2; pass++) {
        int seat = table->next[table->dealer];
        for (int i = 0; i < hands; i++) {
            const bool own = seat == world->seat && deck[i] != CN_NO_CARD;
            seat = table->next[seat];
            if (own && pass == 0) {
                copies[deck[i]]++;
                copies[made[i]]--;
            } else if (own) {
                deck[i] = made[i];
            }
        }
        for (int face = 0; face < CN_FACES; face++)
            if (copies[face] != 0)
                return;
    }
}

static enum cn_fair_verdict judge(const struct cn_world *world)
{
    cn_card deck[CN_CARDS_MAX];
    cn_card made[CN_CARDS_MAX];
    const struct cn_fair *fair = &world->fair;
    const struct cn_table *table = &world->game.deal.table;
    if (world->has_commit && sodium_memcmp(world->hash, fair->hash, sizeof world->hash) != 0)
        return CN_FAIR_HASH;
    if (world->seat != CN_NO_SEAT) {
        const bool given = (fair->given >> world->seat & 1) != 0;
        if (given ? world->gave_part &&
                        sodium_memcmp(world->part, fair->part[world->seat], sizeof world->part) != 0
                  : world->part_came)
            return CN_FAIR_PART;
    }
    memcpy(deck, world->deck, sizeof deck);
    if (cn_fair_deck(fair, &world->game.rules, table->dealer, table->idle, made))
        order_hand(world, made, deck);
    return cn_fair_check(fair, &world->game.rules, table->dealer, table->idle, deck,
                         world->deck_count, world->cut);
}

static enum cn_world_line take_reveal(struct cn_world *world, const json_t *line)
{
    if (!world->has_deal || world->game.dealing || !cn_fair_read_reveal(line, &world->fair))
        return CN_WORLD_WRONG;
    world->verdict = judge(world);
    world->gave_part = world->part_came = world->has_commit = false;
    world->cut = -1;
    return CN_WORLD_OK;
}

static enum cn_world_line take_cut(struct cn_world *world, const json_t *line)
{
    int k;
    if (!number_of(line, "k", 0, CN_CARDS_MAX, &k))
        return CN_WORLD_WRONG;
    world->cut = (int16_t)k;
    return CN_WORLD_OK;
}

/* ---- snapshots ---- */

/* Deals what is not seen to where it is not seen: what is known of a hand first, red threes to the stock. */
static bool imagine(struct cn_world *world, const struct cn_seen *seen, cn_card *rest, int count)
{
    struct cn_deal *deal = &world->game.deal;
    struct cn_cards *cards = &world->game.cards;
    int used[CN_CARDS_MAX] = {0};
    for (int seat = 0; seat < seen->players; seat++) {
        if (seat == seen->seat)
            continue;
        int size = 0;
        cn_hand known = seen->memory.known[seat];
        for (int pass = 0; pass < 2; pass++)
            for (int i = 0; i < count && size < seen->table.hand_size[seat]; i++) {
                const int kind = cn_card_kind(rest[i]);
                if (used[i] || kind == CN_RED_THREE ||
                    (pass == 0 && cn_hand_count(known, kind) == 0))
                    continue;
                if (pass == 0) {
                    known -= cn_hand_of(kind, 1);
                    world->sure[seat][rest[i]]++;
                }
                used[i] = 1;
                size++;
                cards->hand[seat][rest[i]]++;
                deal->hands[seat] += cn_hand_of(kind, 1);
                deal->stock[deal->drawn++] = rest[i];
                if (pass == 0 && known == 0)
                    break;
            }
        if (size != seen->table.hand_size[seat] || known != 0)
            return false;
    }
    int at = deal->drawn;
    for (int i = 0; i < count; i++)
        if (!used[i])
            deal->stock[at++] = rest[i];
    deal->cards = (uint8_t)at;
    return at - deal->drawn == seen->table.stock;
}

static void lay_seen(struct cn_world *world, const struct cn_seen *seen, cn_card *all, int *count)
{
    struct cn_deal *deal = &world->game.deal;
    struct cn_cards *cards = &world->game.cards;
    memset(deal, 0, sizeof *deal);
    memset(cards, 0, sizeof *cards);
    memset(world->sure, 0, sizeof world->sure);
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
        deal->hands[seen->seat] += cn_hand_of(cn_card_kind(seen->hand[i]), 1);
        all[(*count)++] = seen->hand[i];
    }
    for (int i = 0; i < seen->pile_count; i++) {
        deal->pile += cn_hand_of(cn_card_kind(seen->pile[i]), 1);
        all[(*count)++] = seen->pile[i];
    }
    memcpy(all + *count, seen->laid, seen->laid_count);
    *count += seen->laid_count;
    memcpy(all + *count, seen->red, seen->red_count);
    *count += seen->red_count;
    memcpy(deal->stock, all, (size_t)*count);
    deal->drawn = (uint8_t)*count;
}

static bool set_seen(struct cn_world *world, const struct cn_seen *seen)
{
    cn_card all[CN_CARDS_MAX];
    cn_card rest[CN_CARDS_MAX];
    int count;
    int rest_count;
    struct cn_game *game = &world->game;
    if (seen->hand_count + seen->pile_count + seen->laid_count + seen->red_count >
        cn_rules_cards(&game->rules))
        return false;
    lay_seen(world, seen, all, &count);
    if (!rest_of(&game->rules, all, count, rest, &rest_count) ||
        !imagine(world, seen, rest, rest_count))
        return false;
    memcpy(game->score, seen->score, sizeof game->score);
    game->deals = seen->deals;
    game->upcards = seen->upcards;
    game->dealing = 1;
    game->winner = -1;
    return cn_game_check(game) == NULL && cn_game_actor(game) < game->players;
}

static enum cn_world_line take_view(struct cn_world *world, const json_t *line)
{
    struct cn_seen seen;
    if (!world->has_game ||
        !cn_seen_read(line, &world->game.rules, world->game.players, world->seat, &seen))
        return CN_WORLD_WRONG;
    memset(world->deck, CN_NO_CARD, sizeof world->deck);
    world->deck_count = (uint8_t)cn_rules_cards(&world->game.rules);
    world->past_count = 0;
    world->cut = -1;
    world->verdict = CN_FAIR_UNKNOWN;
    world->has_deal = set_seen(world, &seen);
    if (!world->has_deal)
        world->has_game = false;
    return world->has_deal ? CN_WORLD_OK : CN_WORLD_WRONG;
}

/* ---- which line ---- */

static enum cn_world_line take_decision(struct cn_world *world, const char *type,
                                        const json_t *line)
{
    int seat;
    if (!world->has_deal || !world->game.dealing ||
        !number_of(line, "seat", 0, world->game.players - 1, &seat))
        return CN_WORLD_WRONG;
    if (!remember(world))
        return CN_WORLD_WRONG;
    if (strcmp(type, "draw") == 0)
        return take_draw(world, line, seat);
    if (strcmp(type, "take") == 0)
        return take_take(world, line, seat);
    if (strcmp(type, "meld") == 0)
        return take_laying(world, line, seat, false);
    if (strcmp(type, "add") == 0)
        return take_laying(world, line, seat, true);
    if (strcmp(type, "combine") == 0)
        return take_combine(world, line, seat);
    if (strcmp(type, "discard") == 0)
        return take_discard(world, line, seat);
    if (strcmp(type, "stop") == 0)
        return perform(world, seat, cn_action_of(CN_STOP, 0, 0, 0, 0), NULL, 0);
    if (strcmp(type, "ask") == 0)
        return perform(world, seat, cn_action_of(CN_ASK, 0, 0, 0, 0), NULL, 0);
    const bool yes = json_is_true(json_object_get(line, "yes"));
    return perform(world, seat, cn_action_of(yes ? CN_YES : CN_NO, 0, 0, 0, 0), NULL, 0);
}

static enum cn_world_line take_faced(struct cn_world *world, const json_t *line)
{
    int seat;
    if (!world->has_deal || !world->game.dealing ||
        !number_of(line, "seat", 0, world->game.players - 1, &seat))
        return CN_WORLD_WRONG;
    return take_face(world, line, seat);
}

static bool is_decision(const char *type)
{
    static const char *const types[] = {"draw",    "take", "meld", "add",   "combine",
                                        "discard", "stop", "ask",  "answer"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

static enum cn_world_line take_line(struct cn_world *world, const char *type, const json_t *line,
                                    const char *text, size_t length)
{
    static const struct {
        const char *type;
        enum cn_world_line (*take)(struct cn_world *world, const json_t *line);
    } others[] = {{"deal", take_deal},     {"face", take_faced},    {"end", take_end},
                  {"over", take_over},     {"undo", take_undo},     {"fair", take_fair},
                  {"reveal", take_reveal}, {"commit", take_commit}, {"part", take_part},
                  {"view", take_view}};
    if (strcmp(type, "game") == 0)
        return take_game(world, text, length);
    if (strcmp(type, "cut") == 0 && json_object_get(line, "seat") != NULL)
        return take_cut(world, line);
    if (strcmp(type, "pile") == 0) /* the action before it has brought it about */
        return world->has_deal ? CN_WORLD_OK : CN_WORLD_WRONG;
    if (is_decision(type))
        return take_decision(world, type, line);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i].type, type) == 0)
            return others[i].take(world, line);
    return CN_WORLD_OTHER;
}

/* Was it taken in already? A client that says hello twice is sent lines twice. */
static bool is_known(const struct cn_world *world, const char *type, const json_t *number)
{
    return json_is_integer(number) && json_integer_value(number) <= world->number &&
           strcmp(type, "view") != 0 && strcmp(type, "table") != 0;
}

enum cn_world_line cn_world_take(struct cn_world *world, const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(line, "t"));
    const json_t *number = json_object_get(line, "#");
    enum cn_world_line result = CN_WORLD_WRONG;
    if (type != NULL)
        result = is_known(world, type, number) ? CN_WORLD_KNOWN
                                               : take_line(world, type, line, text, length);
    if ((result == CN_WORLD_OK || result == CN_WORLD_OTHER) && json_is_integer(number))
        world->number = json_integer_value(number);
    json_decref(line);
    return result;
}
