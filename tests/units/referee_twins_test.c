/* referee_twins_test.c -- nothing leaks at a refereed table: two games that differ only in cards
 * that a seat cannot know are the same to that seat, whatever is done in both.
 *
 * Twins are made by exchanging cards between the stock and the other hands, except of one seat that
 * keeps its hand: a ruling may depend on the offender's. What lies or lay face up stays. Then both
 * are played on by acts that show the seat no card which it did not know: its own, those of the
 * seat that keeps its hand, and those of others that name no card, such as drawing, looking,
 * touching, calling attention and deciding. What the seat is shown, its lists, the law of each
 * refusal and all that it can remember must be the same bytes, until a ruling reveals another hand.
 *
 * Each test also shows that it would find a leak: of the cards of another seat. */
#include "erring_table.h"

#include "bots/bots.h"
#include "record/record.h"

enum {
    TWINS = 1500,
    ERRING = 35, /* of a hundred acts before a twin is made */
    OPEN_MOST = 60,
    ACTS = 14, /* that both games play on, at most */
    TRIES = 12 /* to find one */
};

static struct cn_game twin;
static struct cn_action twin_list[ERRING_LIST];
static cn_hand exposed[CN_SEATS_MAX]; /* before an act of both games */
static int keeps; /* the seat, besides the one that is shown, whose hand is the same in both */
static int64_t acts, rulings, gone_back, peeks, differences, decisions;

/* ---- twins ---- */

struct hidden {
    cn_card card;
    int seat, index; /* CN_NO_SEAT: the stock, at this place */
};
static struct hidden hidden[CN_CARDS_MAX];
static int hidden_count;

static void hide(cn_card card, int seat, int index)
{
    hidden[hidden_count++] = (struct hidden){card, seat, index};
}

/* May a card of this kind have to go back to the pile, which knows it by its suit? */
static bool may_go_back(int kind)
{
    const struct cn_notes *notes = &game.notes;
    for (int i = 0; notes->took != 0 && i < notes->pile_count; i++)
        if (cn_card_kind(notes->pile[i]) == kind)
            return true;
    return false;
}

/* Cards of another hand that were never seen. Of a kind that was, nobody noted which suits. */
static void hide_hand(int seat)
{
    for (int code = 0; code < CN_CARD_CODES; code++)
        if (cn_hand_count(game.deal.memory.known[seat], cn_card_kind((cn_card)code)) == 0 &&
            !may_go_back(cn_card_kind((cn_card)code)))
            for (int copy = 0; copy < game.cards.hand[seat][code]; copy++)
                hide((cn_card)code, seat, 0);
}

static void find_hidden(int seat)
{
    hidden_count = 0;
    for (int i = game.deal.drawn; i < game.deal.cards; i++)
        hide(game.deal.stock[i], CN_NO_SEAT, i);
    for (int other = 0; other < game.players; other++)
        if (other != seat && other != keeps)
            hide_hand(other);
}

static void take_away(const struct hidden *h)
{
    if (h->seat == CN_NO_SEAT)
        return;
    cn_placement_remove(&twin.cards, h->seat, h->card);
    cn_hand_remove_cards(&twin.deal.hands[h->seat], cn_card_kind(h->card), 1);
}

static void put(const struct hidden *h)
{
    if (h->seat == CN_NO_SEAT) {
        twin.deal.stock[h->index] = h->card;
        return;
    }
    cn_placement_receive(&twin.cards, &rules, h->seat, h->card);
    cn_hand_add_card(&twin.deal.hands[h->seat], cn_card_kind(h->card));
}

/* The cards that have left the stock are those that are not in it. */
static void refill_drawn(void)
{
    int copies[CN_CARD_CODES] = {0};
    int at = 0;
    for (int i = 0; i < twin.deal.cards; i++)
        copies[game.deal.stock[i]]++;
    for (int i = twin.deal.drawn; i < twin.deal.cards; i++)
        copies[twin.deal.stock[i]]--;
    for (int code = 0; code < CN_CARD_CODES; code++)
        for (; copies[code] > 0; copies[code]--)
            twin.deal.stock[at++] = (cn_card)code;
    assert_int_equal(at, twin.deal.drawn);
}

static void make_twin(int seat)
{
    twin = game;
    find_hidden(seat);
    for (int i = 0; i < hidden_count; i++)
        take_away(&hidden[i]);
    for (int i = hidden_count - 1; i > 0; i--) {
        const int j = below(i + 1);
        const cn_card card = hidden[i].card;
        hidden[i].card = hidden[j].card;
        hidden[j].card = card;
    }
    for (int i = 0; i < hidden_count; i++)
        put(&hidden[i]);
    refill_drawn();
    assert_null(cn_game_check(&twin));
}

/* The hand of the seat in turn must fit what it has done; and a card that may go back to the stock
 * is in a hand. */
static bool find_keeper(int seat)
{
    for (int i = 0; i < game.notes.open_count; i++)
        if (game.notes.open[i].what == CN_IRREGULAR_DRAWN_OUT_OF_TURN)
            return false;
    keeps = game.deal.board.turn == seat ? (seat + 1) % game.players : game.deal.board.turn;
    return true;
}

/* ---- what a seat is shown ---- */

struct shown {
    struct cn__text lines;
    struct cn_seat_record_writer writer;
    bool reveals; /* cards that the seat did not know */
    bool draws;   /* the seat that keeps its hand, which differs then */
};

static void on_event(void *context, const struct cn_event *event)
{
    struct shown *shown = context;
    const bool own = event->seat == shown->writer.seat;
    const bool other = !own && event->seat != keeps;
    shown->draws |= event->type == CN_EVENT_DRAW && event->seat == keeps;
    rulings += event->type == CN_EVENT_RULING;
    gone_back += event->type == CN_EVENT_STOCK;
    peeks += event->type == CN_EVENT_PEEK;
    /* Red threes faced and their cards; a card drawn that is one, or that the seat sees; one that
     * lay face up and goes back; what a hand can do that differs. */
    if (event->type == CN_EVENT_FACE || event->type == CN_EVENT_END ||
        (event->type == CN_EVENT_DRAW && (own || event->shown_count > 0)) ||
        (event->type == CN_EVENT_STOCK && !cn_hand_is_empty(exposed[event->seat])) ||
        (other && (event->type == CN_EVENT_BOUND || event->type == CN_EVENT_EXPOSE)))
        shown->reveals = true;
    cn_seat_record_event(&shown->writer, event);
}

static void play_shown(struct cn_game *in, int seat, struct cn_action action, struct shown *shown)
{
    const struct cn_observer observer = {on_event, shown};
    assert_true(cn_game_play(in, seat, action, NULL, NULL, &observer));
}

static int list_of(const struct cn_game *in, int seat, bool insisted, struct cn_action *actions)
{
    if (insisted)
        return cn_referee_insist_list(in, seat, 0, actions, ERRING_LIST);
    const struct cn_view view = cn_game_view(in, seat);
    return cn_game_actor(in) == seat ? cn_legal_list(&view, actions, ERRING_LIST) : 0;
}

/* Do both games give the seat the same list, and note or refuse each of it alike? */
static bool same_list(int seat, bool insisted)
{
    const int count = list_of(&game, seat, insisted, list);
    if (list_of(&twin, seat, insisted, twin_list) != count)
        return false;
    const int kept = count < ERRING_LIST ? count : ERRING_LIST;
    if (memcmp(list, twin_list, (size_t)kept * sizeof list[0]) != 0)
        return false;
    for (int i = 0; i < 20 && kept > 0; i++) {
        struct cn_noted a;
        struct cn_noted b;
        const struct cn_action action = list[below(kept)];
        if (!cn_referee_check(&game, seat, action, &a, NULL) ||
            !cn_referee_check(&twin, seat, action, &b, NULL) || a.law != b.law || a.what != b.what)
            return false;
    }
    return true;
}

static bool same_refusals(int seat)
{
    for (int i = 0; i < 10; i++) {
        struct cn_refusal a;
        struct cn_refusal b;
        struct cn_noted noted;
        struct cn_action action =
            cn_action_of(below(CN_ACTION_TYPES), below(CN_KINDS), below(4), below(2), 0);
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        if (action.type == CN_ACTION_ADD || action.type == CN_ACTION_TAKE_ONTO ||
            action.type == CN_ACTION_MERGE || action.type == CN_ACTION_HAND)
            continue; /* they name melds, or rows */
        if (below(2) == 0)
            action = cn_action_insist(action);
        const bool first = cn_referee_check(&game, seat, action, &noted, &a);
        if (cn_referee_check(&twin, seat, action, &noted, &b) != first ||
            strcmp(a.article, b.article) != 0 || a.id != b.id)
            return false;
    }
    return true;
}

/* A bond falls if the hand cannot obey it (R20); the others do not know that. */
static struct cn_board board_as_seen(const struct cn_game *in, int seat)
{
    struct cn_board board = in->deal.board;
    if (board.turn == seat)
        return board;
    if (in->notes.fallen_answer != CN_ANSWER_NONE)
        board.answer = in->notes.fallen_answer;
    board.bound |= in->notes.fallen_bound;
    return board;
}

static void expect_same_to(int seat)
{
    const struct cn_deal *a = &game.deal;
    const struct cn_deal *b = &twin.deal;
    const struct cn_board boards[2] = {board_as_seen(&game, seat), board_as_seen(&twin, seat)};
    assert_memory_equal(&boards[0], &boards[1], sizeof boards[0]);
    assert_memory_equal(&a->memory, &b->memory, sizeof a->memory);
    assert_true(cn_hand_same(a->pile, b->pile));
    assert_memory_equal(game.cards.hand[seat], twin.cards.hand[seat], sizeof game.cards.hand[seat]);
    assert_memory_equal(game.cards.up, twin.cards.up, sizeof game.cards.up);
    assert_true(same_list(seat, false));
    assert_true(same_list(seat, true));
    assert_true(same_refusals(seat));
    assert_int_equal(cn_referee_open(&game), cn_referee_open(&twin));
    differences += !same_list((seat + 1) % game.players, true);
}

/* The bot of the seat plays alike, for it is given nothing else. */
static void expect_same_decision(int seat)
{
    if (cn_game_actor(&game) != seat)
        return;
    const struct cn_view views[2] = {cn_game_view(&game, seat), cn_game_view(&twin, seat)};
    struct cn_action decided[2];
    for (int i = 0; i < 2; i++) {
        struct cn_rng dice;
        cn_rng_init(&dice, 1);
        decided[i] = cn_bot_decide(cn_bot_find("patient"), NULL, 0, &views[i], &dice);
    }
    assert_true(cn_action_equal(decided[0], decided[1]));
    decisions++;
}

/* ---- playing on ---- */

/* Would the seat get a card that it does not know? */
static bool brings_cards(struct cn_action action)
{
    const int type = cn_action_plain(action).type;
    return type == CN_ACTION_DRAW || type == CN_ACTION_PEEK || type == CN_ACTION_FACE;
}

/* A seat whose hand is the same in both games may also draw, if it is another than the one that is
 * shown: that one sees only how many cards. */
static bool own_act(int seat, struct cn_action *action)
{
    if (seat == keeps && below(3) == 0)
        return true;
    const bool insisted = below(2) == 0;
    const int count = list_of(&game, seat, insisted, list);
    if (count == 0 || (insisted && cn_referee_open(&game) >= OPEN_MOST))
        return false;
    *action = any_of(count);
    return !brings_cards(*action);
}

/* Something that names no card. */
static struct cn_action act_of_others(void)
{
    static const uint8_t types[] = {CN_ACTION_CALL,  CN_ACTION_CALL,         CN_ACTION_CALL,
                                    CN_ACTION_WAIVE, CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT,
                                    CN_ACTION_YES,   CN_ACTION_NO,           CN_ACTION_DRAW,
                                    CN_ACTION_ACCEPT};
    static const uint8_t insisted[] = {CN_ACTION_DRAW, CN_ACTION_DRAW, CN_ACTION_PEEK,
                                       CN_ACTION_TOUCH};
    if (below(2) == 0)
        return cn_action_of(types[below(sizeof types)], 0, 0, 0, 0);
    return cn_action_insist(cn_action_of(insisted[below(sizeof insisted)], 0, 0, 0, 0));
}

/* Finds an act that is allowed in both games. What another seat may do can depend on its hand. */
static bool next_of_both(int seat, int *who, struct cn_action *action)
{
    struct cn_noted noted;
    for (int i = 0; i < TRIES; i++) {
        *who = below(3) == 0 ? seat : below(game.players);
        *action = act_of_others();
        if ((*who == seat || *who == keeps) && !own_act(*who, action))
            continue;
        const bool allowed = cn_referee_check(&game, *who, *action, &noted, NULL);
        const bool in_twin = cn_referee_check(&twin, *who, *action, &noted, NULL);
        assert_true((*who != seat && *who != keeps) || allowed == in_twin);
        if (allowed && in_twin)
            return true;
    }
    return false;
}

static bool same_text(const struct cn__text *a, const struct cn__text *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The last of a text, from where it differs from another. */
static const char *from_difference(const struct cn__text *text, const struct cn__text *other)
{
    static char found[2][200];
    static int turn;
    size_t at = 0;
    while (at < text->length && at < other->length && text->text[at] == other->text[at])
        at++;
    while (at > 0 && text->text[at - 1] != '\n')
        at--;
    turn = !turn;
    snprintf(found[turn], sizeof found[turn], "%.*s", (int)(text->length - at), text->text + at);
    return found[turn];
}

static void expect_same_lines(int seat, const struct cn__text *a, const struct cn__text *b)
{
    if (!same_text(a, b))
        fail_msg("seat %d is shown\n%s\nor\n%s", seat, from_difference(a, b),
                 from_difference(b, a));
}

static void play_both(int seat)
{
    struct shown shown[2] = {{.writer = {.game = &game, .seat = seat}},
                             {.writer = {.game = &twin, .seat = seat}}};
    for (int i = 0; i < 2; i++)
        shown[i].writer.lines = &shown[i].lines;
    for (int i = 0; i < ACTS && game.in_deal && twin.in_deal; i++) {
        int who;
        struct cn_action action;
        if (!next_of_both(seat, &who, &action))
            break;
        memcpy(exposed, game.deal.board.exposed, sizeof exposed);
        play_shown(&game, who, action, &shown[0]);
        play_shown(&twin, who, action, &shown[1]);
        if (shown[0].reveals || shown[1].reveals)
            break;
        if (shown[0].draws)
            keeps = CN_NO_SEAT;
        shown[0].draws = shown[1].draws = false;
        acts++;
        expect_same_lines(seat, &shown[0].lines, &shown[1].lines);
        expect_same_to(seat);
        expect_same_decision(seat);
    }
    cn__text_free(&shown[0].lines);
    cn__text_free(&shown[1].lines);
}

static void test_twins_are_the_same_to_a_seat(void **state)
{
    (void)state;
    static struct cn_game before;
    cn_rng_init(&rng, first_seed());
    for (int left = TWINS; left > 0;) {
        if (!game.in_deal)
            deal_some();
        const struct erring_act act = erring_choose(&game, &rng, ERRING);
        assert_true(cn_game_play(&game, act.seat, act.action, NULL, NULL, NULL));
        const int seat = below(game.players);
        if (below(6) != 0 || !game.in_deal || game.deal.board.next[seat] == seat ||
            !find_keeper(seat))
            continue;
        before = game;
        make_twin(seat);
        expect_same_to(seat);
        play_both(seat);
        game = before;
        left--;
    }
    assert_true(acts > TWINS && rulings > 0 && gone_back > 0 && peeks > 0 && decisions > 0);
    assert_true(differences > 0); /* another seat's list would have told */
}

/* ---- looking at the stock ---- */

static void look(struct cn_game *in, int seat, int reader, struct cn__text *lines)
{
    struct shown shown = {.writer = {.game = in, .seat = reader}};
    shown.writer.lines = lines;
    play_shown(in, seat, cn_action_insist(cn_action_of(CN_ACTION_PEEK, 0, 0, 0, 0)), &shown);
}

/* A seat looks; the top card differs. Only its own record does, and its lists do not. */
static void test_a_peeked_card_is_known_to_the_peeker_alone(void **state)
{
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int deals = 0; deals < 40; deals++) {
        deal_some();
        const int seat = (game.deal.board.turn + 1) % game.players;
        if (game.deal.board.next[seat] == seat)
            continue;
        for (int reader = -1; reader < game.players; reader++) {
            struct cn__text lines[2] = {{0}, {0}};
            const struct cn_game before = game;
            make_twin(seat);
            twin.deal.stock[twin.deal.drawn] = game.deal.stock[game.deal.drawn];
            const int last = twin.deal.cards - 1;
            twin.deal.stock[twin.deal.drawn] = twin.deal.stock[last];
            twin.deal.stock[last] = game.deal.stock[game.deal.drawn];
            look(&game, seat, reader < 0 ? CN_NO_SEAT : reader, &lines[0]);
            look(&twin, seat, reader < 0 ? CN_NO_SEAT : reader, &lines[1]);
            const bool same = game.deal.stock[game.deal.drawn] == twin.deal.stock[twin.deal.drawn];
            assert_int_equal(same_text(&lines[0], &lines[1]), same || reader != seat);
            assert_true(same_list(seat, true));
            game = before;
            cn__text_free(&lines[0]);
            cn__text_free(&lines[1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins_are_the_same_to_a_seat),
        cmocka_unit_test(test_a_peeked_card_is_known_to_the_peeker_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
