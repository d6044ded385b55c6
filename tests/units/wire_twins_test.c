/* wire_twins_test.c -- twins on the wire: two tables that differ only in cards that a seat cannot
 * see send that seat the same bytes, whatever is asked of them: lines, lists of actions, snapshots,
 * refusals.
 *
 * A deal is played at a table up to some decision. Then every card of the deck that the viewer has
 * not seen by then may change places with another such card; the server's commitment is replaced so
 * that the same contributions and the same cut deal that deck, and both tables are given the same
 * messages, with the same random bytes. A message that the changed hands no longer allow ends the
 * comparison there, not before. (The hash of deck and nonce is left as it was: that nothing can be
 * read from it is what a hash with a secret nonce is for.)
 *
 * At tables with a referee the viewer and one other seat err, and keep all cards that ever were in
 * their hands: what happens may depend on an offender's hand.
 *
 * After both, a test shows that a leak would be found: other seats are sent other bytes.
 * CANASTA_FULL=1 makes more, CANASTA_SEED=n makes others. */
#include "effort.h"
#include "erring.h"
#include "hosted.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

enum {
    CLIENTS = 5,
    LAST = 3, /* the player who sends the last part */
    IN_STOCK = -1,
    SEEN = -2,
    ERRING = 40 /* of a hundred acts, where a referee rules */
};

struct move {
    uint8_t seat;
    struct cn_action action;
    int count;
    cn_card cards[CN_CARDS_MAX];
};

static struct {
    struct hosted a, b;
    struct chance chance;
    struct move moves[DECISIONS_MAX];
    int move_count;
    /* what the viewer has seen of the deck */
    struct cn_game game;
    int viewer;
    int where[CN_CARDS_MAX], drawn, cards;
    cn_card deck[CN_CARDS_MAX];
    int from_pile[CN_SEATS_MAX][CN_CARD_CODES];
    int talon_at[CN_SEATS_MAX], seconds_at, seconds_taken[CN_SEATS_MAX];
    bool has_faced[CN_SEATS_MAX];
    /* where a referee rules: the house rules, else NULL; who errs, bit s; cards that stay */
    const char *referee;
    int errs;
    bool stays[CN_CARDS_MAX];
    int64_t peeks, rulings, put_back;
    int64_t twins, exchanged, steps, same, other;
    struct cn_actions list;
} world;

/* ---- two tables, one life ---- */

static void send_message(struct hosted *side, int client, struct message *message)
{
    for (int i = 0; i < CLIENTS; i++)
        cn__text_clear(&side->sent[i]);
    hosted_send(side, client, message);
}

static void say_hello(struct hosted *side, int client)
{
    struct message hello = sitting_hello(client, "Player", client == CLIENTS - 1);
    message_set_number(&hello, FIELD_ACTIONS, true);
    send_message(side, client, &hello);
}

/* Sends the last part: the cards are dealt. */
static void begin_deal(struct hosted *side)
{
    struct message part = sitting_part(LAST, 1);
    send_message(side, LAST, &part);
}

/* A table where all sit and only one part is missing. */
static void begin(struct hosted *side, const char *rules, uint64_t seed)
{
    side->steps = (int)(seed * 100);
    side->table = sitting_house_table(rules, world.referee, CLIENTS - 1, (int)seed, &side->effects);
    assert_non_null(side->table);
    for (int client = 0; client < CLIENTS; client++)
        say_hello(side, client);
    for (int client = 0; client < 4; client++)
        hosted_say(side, client, MESSAGE_READY);
    for (int client = 0; client < 4; client++)
        hosted_say(side, client, MESSAGE_PLEDGE);
    hosted_say(side, side->table->cutter, MESSAGE_CUT);
    for (int client = 0; client < LAST; client++)
        hosted_say(side, client, MESSAGE_PART);
    assert_int_equal(side->table->stage, STAGE_PARTS);
}

static void do_move(struct hosted *side, const struct move *move)
{
    struct message act = sitting_act(side->table->number, move->action);
    memcpy(act.cards, move->cards, sizeof act.cards);
    act.card_count = move->count;
    if (move->count > 0)
        message_set_flag(&act, FIELD_CARDS);
    send_message(side, move->seat, &act);
}

/* ---- the first life: moves are chosen ---- */

static struct erring_act choose_act(const struct cn_game *game)
{
    const int seat = cn_game_actor(game);
    const struct cn_view view = cn_game_view(game, seat);
    if (world.referee != NULL) {
        const struct erring_act act = erring_choose(game, &world.chance.rng, ERRING);
        if (!cn_action_is_insisted(act.action) || (world.errs >> act.seat & 1) != 0)
            return act;
        return erring_choose(game, &world.chance.rng, 0);
    }
    return (struct erring_act){
        mover_move(cn_bot_at(chance_below(&world.chance, 2)), &view, &world.chance.rng), seat};
}

/* The same cards in both games, though a twin might choose others of their kind. What an offender
 * shows is chosen from the same hand. */
static int pick(const struct cn_game *game, struct move *move)
{
    const int count = cn_action_is_insisted(move->action)
                          ? 0
                          : cn_game_pick_cards(game, move->seat, move->action, move->cards);
    return count > 0 ? count : 0;
}

static void choose_moves(struct hosted *side, int most)
{
    const struct cn_game *game = &side->table->game;
    begin_deal(side);
    for (world.move_count = 0; world.move_count < most && game->in_deal; world.move_count++) {
        static struct cn_game ahead;
        struct move *move = &world.moves[world.move_count];
        const struct erring_act act = choose_act(game);
        move->seat = (uint8_t)act.seat;
        move->action = act.action;
        move->count = pick(game, move);
        ahead = *game;
        assert_true(cn_game_play(&ahead, act.seat, move->action, NULL, NULL, NULL));
        if (!ahead.in_deal)
            return; /* the end shows what hands were worth */
        do_move(side, move);
    }
}

/* ---- what the viewer has seen by then ---- */

static void reveal(int seat, cn_card card)
{
    if (world.from_pile[seat][card] > 0) {
        world.from_pile[seat][card]--;
        return;
    }
    for (int i = world.cards - 1; i >= 0; i--) { /* the bonus card that came first stays (IA3) */
        if (world.where[i] == seat && world.deck[i] == card) {
            world.where[i] = SEEN;
            return;
        }
    }
    fail_msg("seat %d showed a card that it does not hold", seat);
}

/* Cards come from the stock. Those that were laid down at once are seen; they stand behind those
 * that a face event laid down from the hand. */
static void give(const struct cn_event *event, const cn_card *cards, int count)
{
    int shown = event->type == CN_EVENT_FACE ? event->card_count : 0;
    for (int i = 0; i < count; i++, world.drawn++) {
        world.where[world.drawn] = event->seat;
        world.stays[world.drawn] |= (world.errs >> event->seat & 1) != 0; /* it may go back */
        if (shown < event->shown_count && event->shown[shown] == cards[i]) {
            world.where[world.drawn] = SEEN;
            shown++;
        }
    }
}

static int second_hand_cards(const struct cn_rules *rules)
{
    int cards = 0;
    for (int i = 0; i < rules->second_hand.count; i++)
        cards += rules->second_hand.of[i];
    return cards;
}

/* Returns where the seat stands in the order of dealing. */
static int place_of(const struct cn_board *board, int seat)
{
    int place = 0;
    for (int at = board->next[board->dealer]; at != seat; at = board->next[at])
        place++;
    return place;
}

/* Cards that have waited come into a hand: a talon, or a second hand. */
static void follow_pick(const struct cn_event *event)
{
    const struct cn_board *board = &world.game.deal.board;
    const int seat = event->seat;
    for (int i = 0; i < event->card_count; i++) {
        const int second =
            world.seconds_at + place_of(board, seat) + world.seconds_taken[seat] * board->seats;
        const int at = world.talon_at[seat] > 0 ? world.talon_at[seat] + i : second;
        assert_int_equal(world.deck[at], event->cards[i]);
        world.where[at] = seat;
        world.seconds_taken[seat] += world.talon_at[seat] == 0;
    }
    world.talon_at[seat] = 0;
}

static void follow_deal(const struct cn_event *event)
{
    const struct cn_board *board = &world.game.deal.board;
    const int hands = world.game.law->rules.hand_size.at[board->players_class] * board->seats;
    int seat = board->next[event->seat];
    world.cards = event->card_count;
    memcpy(world.deck, event->cards, (size_t)world.cards);
    memset(world.from_pile, 0, sizeof world.from_pile);
    for (int i = 0; i < world.cards; i++)
        world.where[i] = IN_STOCK;
    for (int i = 0; i < hands; i++) {
        world.where[i] = seat;
        seat = board->next[seat];
    }
    memset(world.talon_at, 0, sizeof world.talon_at);
    memset(world.has_faced, 0, sizeof world.has_faced);
    memset(world.stays, 0, sizeof world.stays);
    memset(world.seconds_taken, 0, sizeof world.seconds_taken);
    world.seconds_at = hands;
    world.drawn = hands + second_hand_cards(&world.game.law->rules) * board->seats;
    for (int i = 0; i < world.game.starting_pile; i++)
        world.where[world.drawn++] = SEEN;
}

/* Cards that all have seen are in this hand. */
static void know(const struct cn_event *event)
{
    for (int i = 0; i < event->card_count; i++)
        world.from_pile[event->seat][event->cards[i]]++;
}

/* What only a referee lets happen. Returns false if it is not such a line. */
static bool follow_refereed(const struct cn_event *event)
{
    switch (event->type) {
    case CN_EVENT_IRREGULAR: /* the lines of what it does follow */
    case CN_EVENT_BACK:
    case CN_EVENT_LAPSE: return true;
    case CN_EVENT_RULING: world.rulings++; return true;
    case CN_EVENT_PEEK:
        world.peeks++;
        world.stays[world.drawn] = world.stays[world.drawn] || event->seat == world.viewer;
        return true;
    case CN_EVENT_EXPOSE:
        for (int i = 0; i < event->card_count; i++)
            reveal(event->seat, event->cards[i]);
        know(event);
        return true;
    case CN_EVENT_HOLD:
    case CN_EVENT_REOPEN:
    case CN_EVENT_UNLAY: know(event); return true;
    case CN_EVENT_STOCK:
        world.put_back++;
        if (world.where[--world.drawn] != SEEN)
            world.where[world.drawn] = IN_STOCK;
        return true;
    default: return false;
    }
}

/* Of a hand, what does not come from hidden places of the deck is known. */
static void settle(void)
{
    const struct cn_game *game = &world.game;
    for (int seat = 0; seat < game->players; seat++)
        for (int code = 0; code < CN_CARD_CODES; code++)
            world.from_pile[seat][code] = game->cards.hand[seat][code];
    for (int i = 0; i < world.cards; i++) {
        if (world.where[i] < 0)
            continue;
        assert_true(world.from_pile[world.where[i]][world.deck[i]]-- > 0);
        world.stays[i] = world.stays[i] || (world.errs >> world.where[i] & 1) != 0;
    }
}

static void follow(void *context, const struct cn_event *event)
{
    (void)context;
    if (world.referee != NULL && follow_refereed(event))
        return;
    if (event->shown_count > 0)
        world.has_faced[event->seat] = true;
    switch (event->type) {
    case CN_EVENT_DEAL: follow_deal(event); break;
    case CN_EVENT_DRAW: give(event, event->cards, event->card_count); break;
    case CN_EVENT_TALON: /* nobody sees it */
        world.talon_at[event->seat] = world.drawn;
        world.drawn += event->card_count;
        break;
    case CN_EVENT_PICK: follow_pick(event); break;
    case CN_EVENT_PILE:
        for (int i = 0; i < event->card_count; i++)
            if (!cn_is_bonus(&world.game.law->rules, cn_card_kind(event->cards[i])))
                world.from_pile[event->seat][event->cards[i]]++;
        break;
    default:
        for (int i = 0; i < event->card_count; i++)
            reveal(event->seat, event->cards[i]);
        give(event, event->drawn, event->drawn_count);
        break;
    }
}

/* The deck as it was dealt. The second hands, dealt one card at a time, lie in pieces since. */
static void dealt_deck(const struct cn_game *game, cn_card deck[CN_CARDS_MAX])
{
    const struct cn_rules *rules = &game->law->rules;
    const struct cn_board *board = &game->deal.board;
    const int from = rules->hand_size.at[board->players_class] * board->seats;
    const int cards = second_hand_cards(rules);
    memcpy(deck, game->deal.stock, sizeof game->deal.stock);
    for (int place = 0; place < board->seats; place++)
        for (int i = 0; i < cards; i++)
            deck[from + i * board->seats + place] = game->deal.stock[from + place * cards + i];
}

static void look_back(const struct table *table)
{
    cn_card deck[CN_CARDS_MAX];
    const struct cn_observer observer = {.event = follow};
    const struct cn_board *at = &table->game.deal.board;
    dealt_deck(&table->game, deck);
    cn_game_init(&world.game, table->law, table->players, NULL);
    assert_true(cn_game_deal(&world.game, at->dealer, at->idle, deck, NULL, &observer));
    for (int i = 0; i < world.move_count; i++) {
        const struct move *move = &world.moves[i];
        assert_true(cn_game_play(&world.game, move->seat, move->action,
                                 move->count > 0 ? move->cards : NULL, NULL, &observer));
        if (world.referee != NULL)
            settle();
    }
}

/* ---- the twin's deck ---- */

/* Who lays down one bonus card and may keep another has shown that there is another (IA3). */
static bool fits(cn_card card, int at)
{
    const struct cn_rules *rules = &world.game.law->rules;
    const int seat = world.where[at];
    const bool bonus = cn_is_bonus(rules, cn_card_kind(card));
    const bool kept = cn_is_bonus(rules, cn_card_kind(world.deck[at]));
    if (seat == IN_STOCK || world.referee != NULL ||
        (world.game.deal.board.turned >> seat & 1) == 0)
        return true;
    return bonus ? kept : !kept || !world.has_faced[seat];
}

static void exchange(cn_card deck[CN_CARDS_MAX])
{
    int hidden[CN_CARDS_MAX];
    int count = 0;
    memcpy(deck, world.deck, sizeof world.deck);
    for (int i = 0; i < world.cards; i++)
        if (world.where[i] != SEEN && world.where[i] != world.viewer && !world.stays[i])
            hidden[count++] = i;
    for (int i = count - 1; i > 0; i--) {
        const int a = hidden[i];
        const int b = hidden[chance_below(&world.chance, i + 1)];
        if (!fits(deck[a], b) || !fits(deck[b], a))
            continue;
        const cn_card card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
    }
    for (int i = 0; i < world.cards; i++)
        world.exchanged += deck[i] != world.deck[i];
}

/* Computes the commitment with which this deck is dealt. Returns false if an upcard was shuffled
 * back (I2). */
static bool fix_before(struct fair_deal *fair, const cn_card deck[CN_CARDS_MAX])
{
    struct fair_deal places = *fair;
    cn_card order[CN_CARDS_MAX];
    struct cn_rng rng;
    memset(places.part[LAST], sitting_part(LAST, 1).part[0], PART_BYTES);
    places.given = places.pledged;
    for (int i = 0; i < fair->cards; i++)
        places.committed[i] = (cn_card)i;
    fair_shuffle(&places, order, &rng);
    cn_deck_cut(order, fair->cards, HOSTED_CUT);
    for (int i = 0; i < fair->cards; i++)
        if (fair->committed[order[i]] != world.deck[i])
            return false;
    for (int i = 0; i < fair->cards; i++)
        fair->committed[order[i]] = deck[i];
    return true;
}

/* ---- comparing ---- */

static void compare(void)
{
    const int client = world.viewer == CN_NO_SEAT ? CLIENTS - 1 : world.viewer;
    const struct cn__text *a = &world.a.sent[client];
    const struct cn__text *b = &world.b.sent[client];
    world.steps++;
    if (a->length != b->length || memcmp(a->text, b->text, a->length) != 0)
        fail_msg("viewer %d is sent\n%.*s---\n%.*s", world.viewer, (int)a->length, a->text,
                 (int)b->length, b->text);
    for (int other = 0; other < CLIENTS; other++) {
        const struct cn__text *x = &world.a.sent[other];
        const struct cn__text *y = &world.b.sent[other];
        if (other != client)
            world.other += x->length != y->length || memcmp(x->text, y->text, x->length) != 0;
    }
}

/* An action that cannot be legal, and a snapshot. */
static void ask_more(struct hosted *side)
{
    const int client = world.viewer == CN_NO_SEAT ? CLIENTS - 1 : world.viewer;
    struct move move = {.seat = (uint8_t)client,
                        .action = cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, 1, 0, 0)};
    if (world.viewer != CN_NO_SEAT && chance_percent(&world.chance, 30))
        do_move(side, &move);
    else
        say_hello(side, client);
}

static void live_again(void)
{
    begin_deal(&world.a);
    begin_deal(&world.b);
    compare();
    for (int i = 0; i < world.move_count; i++) {
        if (chance_percent(&world.chance, 10)) {
            const struct chance kept = world.chance;
            ask_more(&world.a);
            world.chance = kept;
            ask_more(&world.b);
            compare();
        }
        do_move(&world.a, &world.moves[i]);
        do_move(&world.b, &world.moves[i]);
        if (world.a.table->number != world.b.table->number)
            return; /* not legal there */
        compare();
    }
    world.same++;
}

static void one_twin(const char *rules, uint64_t seed, int viewer)
{
    cn_card deck[CN_CARDS_MAX];
    chance_from_seed(&world.chance, seed * 10 + (uint64_t)(viewer & 7));
    world.viewer = viewer;
    world.errs = 1 << chance_below(&world.chance, 4) | (viewer == CN_NO_SEAT ? 0 : 1 << viewer);
    begin(&world.a, rules, seed);
    choose_moves(&world.a,
                 chance_below(&world.chance, chance_percent(&world.chance, 50) ? 12 : 150));
    look_back(world.a.table);
    exchange(deck);
    hosted_free(&world.a);
    begin(&world.a, rules, seed);
    begin(&world.b, rules, seed);
    if (fix_before(&world.b.table->fair, deck)) {
        world.twins++;
        live_again();
    }
    hosted_free(&world.a);
    hosted_free(&world.b);
}

static int count_seeds(int most)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 20 * most : most;
}

static void every_viewer(const char *rules, uint64_t seed)
{
    for (int viewer = 0; viewer < CLIENTS; viewer++)
        one_twin(rules, seed, viewer < 4 ? viewer : CN_NO_SEAT);
}

static void report(void)
{
    print_message("%lld twins, %lld cards exchanged, %lld steps compared, %lld to the end\n",
                  (long long)world.twins, (long long)world.exchanged, (long long)world.steps,
                  (long long)world.same);
}

static void twins_are_sent_the_same(void **state)
{
    const int seeds = count_seeds(20);
    for (int n = 0; n < seeds; n++)
        for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
            struct cn_rules rules;
            memset(&rules, 0, sizeof rules);
            assert_true(cn_rules_load(&rules, cn_rules_builtin(set)));
            if (cn_rules_allow_players(&rules, 4) && cn_cut_is_legal(&rules, 4, HOSTED_CUT))
                every_viewer(cn_rules_builtin(set), first_seed() + (uint64_t)n);
        }
    report();
    assert_true(world.exchanged > 20 * world.twins);
    assert_true(world.same * 2 > world.twins);
}

/* Where a referee rules: a peeked card is known to who peeks alone, cards that lie face up to all,
 * and of a card drawn out of turn and put back nobody learns but its seat. */
static void refereed_twins_are_sent_the_same(void **state)
{
    static const char *const sets[] = {"laws1950", "bicycle", "montevideo", "hoyle", "pumpa"};
    static const char *const referees[] = {"referee = called\npoint_penalties = true\n",
                                           "referee = watchful\npoint_penalties = true\n"};
    const int seeds = count_seeds(8);
    world.twins = world.exchanged = world.steps = world.same = world.other = 0;
    for (int n = 0; n < seeds; n++)
        for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++)
            for (size_t i = 0; i < sizeof referees / sizeof referees[0]; i++) {
                world.referee = referees[i];
                every_viewer(sets[set], first_seed() + (uint64_t)n);
            }
    world.referee = NULL;
    report();
    print_message("%lld peeks, %lld rulings, %lld cards put back\n", (long long)world.peeks,
                  (long long)world.rulings, (long long)world.put_back);
    assert_true(world.peeks > 0 && world.rulings > 0 && world.put_back > 0);
    assert_true(world.exchanged > 20 * world.twins);
    assert_true(world.same * 2 > world.twins);
}

/* The seats whose cards were exchanged were sent other bytes, so a leak to the viewer would have
 * been found. */
static void leaks_would_be_found(void **state)
{
    assert_true(world.other > world.twins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_are_sent_the_same),
        cmocka_unit_test(leaks_would_be_found),
        cmocka_unit_test(refereed_twins_are_sent_the_same),
        cmocka_unit_test(leaks_would_be_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
