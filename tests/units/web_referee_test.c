/* web_referee_test.c -- pages of a table with a referee. Random people play, lawfully and not;
 * after every act each seat's page shows the table as it is, offers what can be done and insisted
 * on, and has no card that the seat may not see. */
#include "erring.h"
#include "web_pages.h"

enum {
    ACTS = 120
};

static struct cn_rules rules;
static struct cn_rng rng;
static struct cn__text sent[VIEWERS];
static int dues, ups, plans_seen;

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    for (int viewer = 0; viewer <= w.game.players; viewer++)
        cn_record_write_seat_event(&sent[viewer], event, &w.game, seat_of(viewer));
}

static const struct cn_observer observer = {on_event, NULL};

/* What a server says besides, after an act that leaves a decision due. */
static void say_due(struct cn__text *to)
{
    if (w.game.in_deal && w.game.deal.board.due != CN_DUE_NOTHING)
        snapshot_write_due(to, &w.game.deal.board);
}

static void tell_all(void)
{
    for (int viewer = 0; viewer <= w.game.players; viewer++) {
        say_due(&sent[viewer]);
        if (sent[viewer].length > 0)
            assert_string_equal(
                take(w.client[viewer], sent[viewer].text, sent[viewer].length, NULL), "ok");
        cn__text_clear(&sent[viewer]);
    }
}

/* ---- what a page has ---- */

static void assert_face_up(const json_t *page)
{
    for (int seat = 0; seat < w.game.players; seat++) {
        const json_t *shown = json_array_get(json_object_get(page, "seats"), (size_t)seat);
        int up = 0;
        for (int card = 0; card < CN_CARD_CODES; card++)
            up += w.game.cards.up[seat][card];
        assert_int_equal(json_array_size(json_object_get(shown, "up")), up);
        ups += up;
    }
}

static void assert_decision(const json_t *page, int seat)
{
    const struct cn_board *board = &w.game.deal.board;
    const json_t *referee = json_object_get(page, "referee");
    const json_t *due = json_object_get(referee, "due");
    const bool any = w.game.in_deal && board->due != CN_DUE_NOTHING;
    struct cn_noted noted;
    const bool calls =
        w.game.in_deal && seat != CN_NO_SEAT &&
        cn_referee_check(&w.game, seat, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0), &noted, NULL);
    assert_int_equal(json_is_true(json_object_get(referee, "mayCall")), calls);
    assert_int_equal(json_is_object(due), any);
    if (!any)
        return;
    assert_int_equal(json_array_size(json_object_get(due, "choices")) > 0, seat == board->due_seat);
    assert_string_not_equal(json_string_value(json_object_get(due, "text")), "");
    dues++;
}

/* Nobody reads in the news what another looked at or put back unseen. */
static void assert_no_leak(const json_t *page, int seat)
{
    size_t i;
    const json_t *news;
    json_array_foreach(json_object_get(page, "news"), i, news)
    {
        const char *type = json_string_value(json_object_get(news, "type"));
        if (number_at(news, "seat") == seat)
            continue;
        if (strcmp(type, "peek") == 0 || strcmp(type, "stock") == 0 || strcmp(type, "draw") == 0 ||
            strcmp(type, "hold") == 0)
            assert_int_equal(json_array_size(json_object_get(news, "cards")), 0);
    }
}

static void assert_own(const json_t *page, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    if (seat == CN_NO_SEAT || !w.game.in_deal)
        return;
    const int count = cn_placement_hand(&w.game.cards, seat, hand);
    cards_sort(hand, count);
    assert_cards(json_object_get(page, "hand"), hand, count);
    assert_int_equal(json_is_true(json_object_get(page, "mine")), cn_game_actor(&w.game) == seat);
    assert_int_equal(number_at(page, "undoable"), 0);
}

/* ---- what is offered besides ---- */

static struct cn_action action_of_step(const json_t *plan)
{
    struct cn_action action;
    const json_t *step = json_array_get(json_object_get(plan, "steps"), 0);
    const char *text = json_string_value(json_object_get(step, "action"));
    assert_true(cn_action_parse(w.game.law, text, strlen(text), &action));
    return action;
}

/* What the page offers for some cards of the hand can be done, and is named. */
static void assert_offers(const json_t *page, int seat)
{
    const json_t *hand = json_object_get(page, "hand");
    struct cn_noted noted;
    size_t i;
    const json_t *plan;
    if (seat == CN_NO_SEAT || !w.game.in_deal)
        return;
    json_t *cards = json_array();
    for (size_t card = 0; card < json_array_size(hand); card++)
        if (cn_rng_below(&rng, 5) == 0)
            json_array_append(cards, json_array_get(hand, card));
    json_t *answer =
        told_by(w.client[seat], json_pack("{ss so}", "do", "irregular", "cards", cards));
    json_array_foreach(json_object_get(answer, "plans"), i, plan)
    {
        assert_true(cn_referee_check(&w.game, seat, action_of_step(plan), &noted, NULL));
        assert_string_not_equal(json_string_value(json_object_get(plan, "text")), "");
        plans_seen++;
    }
    json_decref(answer);
}

/* "What can I do?" names every decision that is due. */
static void assert_can_decide(int seat)
{
    const struct cn_board *board = &w.game.deal.board;
    size_t i;
    const json_t *one;
    size_t decisions = 0;
    if (!w.game.in_deal || board->due == CN_DUE_NOTHING || seat != board->due_seat)
        return;
    json_t *answer = answer_to(w.client[seat], "{\"do\":\"options\"}");
    json_array_foreach(json_object_get(answer, "can"), i, one)
    {
        const char *action = json_string_value(json_object_get(one, "action"));
        decisions += strncmp(action, "require", 7) == 0 || strcmp(action, "waive") == 0 ||
                     strcmp(action, "accept") == 0;
    }
    assert_int_equal(decisions, board->due == CN_DUE_ACCEPT ? 1 : 2);
    json_decref(answer);
}

static void look_at_all(void)
{
    for (int viewer = 0; viewer <= w.game.players; viewer++) {
        json_t *page = answer_to(w.client[viewer], "{\"do\":\"page\"}");
        const int seat = seat_of(viewer);
        assert_face_up(page);
        assert_decision(page, seat);
        assert_no_leak(page, seat);
        assert_own(page, seat);
        assert_can_decide(seat);
        if (cn_rng_below(&rng, 4) == 0)
            assert_offers(page, seat);
        json_decref(page);
    }
}

/* ---- games ---- */

static void begin_table(int players, int referee)
{
    static const char *const names[CN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F"};
    const struct cn_game_header line = {.rules = &rules, .players = players, .names = names};
    assert_true(cn_rules_load(&rules, "laws1950"));
    rules.referee = (uint8_t)referee;
    rules.point_penalties = 1;
    cn_game_init(&w.game, law_of(&rules), players, NULL);
    for (int viewer = 0; viewer <= players; viewer++) {
        w.client[viewer] = client_of(seat_of(viewer));
        cn__text_clear(&w.line);
        cn_record_write_seat_game(&w.line, &line);
        assert_string_equal(take(w.client[viewer], w.line.text, w.line.length, NULL), "ok");
    }
}

static void deal(void)
{
    cn_card deck[CN_CARDS_MAX];
    int dealer;
    int idle;
    cn_game_next_dealer(&w.game, &dealer, &idle);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, w.game.players, deck));
    cn_game_deal(&w.game, dealer, idle, deck, &rng, &observer);
}

static void play(int players, int referee, int acts)
{
    begin_table(players, referee);
    for (int act = 0; act < acts && w.game.winner < 0; act++) {
        if (!w.game.in_deal) {
            deal();
        } else {
            const struct erring_act chosen = erring_choose(&w.game, &rng, 25);
            assert_true(cn_game_play(&w.game, chosen.seat, chosen.action, NULL, NULL, &observer));
        }
        tell_all();
        look_at_all();
    }
    for (int viewer = 0; viewer <= players; viewer++)
        table_page_close(w.client[viewer]);
}

static void test_pages(void **state)
{
    (void)state;
    cn_rng_init(&rng, 20);
    play(4, CN_REFEREE_CALLED, ACTS);
    play(4, CN_REFEREE_WATCHFUL, ACTS);
    play(2, CN_REFEREE_CALLED, ACTS / 3);
    play(3, CN_REFEREE_WATCHFUL, ACTS / 3);
    play(5, CN_REFEREE_CALLED, ACTS / 3);
    play(6, CN_REFEREE_WATCHFUL, ACTS / 3);
    assert_true(dues > 0);
    assert_true(ups > 20);
    assert_true(plans_seen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pages)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        cn__text_free(&sent[viewer]);
    cn__text_free(&w.line);
    cn__text_free(&w.answer);
    cn__text_free(&w.other);
    return failed;
}
