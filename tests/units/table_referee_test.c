/* table_referee_test.c -- tables with a referee, over the protocol.
 *
 * Random people sit there and do what they like, lawful or not, in turn or not. Each follows what
 * it is sent, and knows after every act what the table knows, as far as it may. The server stops in
 * between and goes on from its log. */
#include "effort.h"
#include "erring.h"
#include "stepped.h"

enum {
    ACTS = 600,
    PEOPLE = CN_SEATS_MAX
};

static struct replica people[PEOPLE];
static struct cn_rng rng;
static int64_t restarts, calls, dues;
static char doing[200];

static uint32_t client_of(int seat)
{
    return t.table->seats[seat].client;
}

/* ---- what people are sent ---- */

static int seat_of[CLIENTS];

static void hear(uint32_t client, const char *text, size_t length)
{
    const int seat = seat_of[client];
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(text, length, &at, &line, &size);)
        if (replica_take_line(&people[seat], line, size) == REPLICA_CONFLICT &&
            strncmp(line, "{\"t\":\"ok\"", 9) != 0)
            fail_msg("%s: seat %d does not understand %.*s", doing, seat, (int)size, line);
}

static void check(int seat)
{
    const struct cn_game *game = &t.table->game;
    const struct cn_game *told = &people[seat].game;
    struct cn_board board = game->deal.board;
    assert_int_equal(game->in_deal, told->in_deal);
    if (!game->in_deal)
        return;
    if (seat != board.turn) { /* R20 */
        if (game->notes.fallen_answer != CN_ANSWER_NONE)
            board.answer = game->notes.fallen_answer;
        board.bound |= game->notes.fallen_bound;
    }
    if (memcmp(&board, &told->deal.board, sizeof board) != 0)
        fail_msg("%s: seat %d sees another table", doing, seat);
    assert_memory_equal(game->cards.up, told->cards.up, sizeof told->cards.up);
    assert_memory_equal(game->cards.hand[seat], told->cards.hand[seat],
                        sizeof told->cards.hand[seat]);
}

static void check_all(void)
{
    for (int seat = 0; seat < t.table->players; seat++) {
        check(seat);
        t.received[client_of(seat)][0] = '\0';
    }
}

/* ---- what they do ---- */

static void say_act(int seat, struct cn_action action, int64_t at)
{
    char name[CN_ACTION_TEXT];
    char text[200];
    cn_action_format(t.table->game.law, action, name);
    snprintf(doing, sizeof doing, "%d players, line %lld: %d %s", t.table->players,
             (long long)t.table->number, seat, name);
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"%s\"}",
             (long long)at, name);
    say(client_of(seat), text);
}

/* Does it, and does not when it comes too late. */
static void play_one(int erring)
{
    const struct erring_act act = erring_choose(&t.table->game, &rng, erring);
    const int64_t before = t.table->number;
    calls += act.action.type == CN_ACTION_CALL;
    check_all();
    say_act(act.seat, act.action, before);
    if (!receives(client_of(act.seat), "\"t\":\"ok\""))
        fail_msg("%s: %s", doing, t.received[client_of(act.seat)]);
    check_all();
    if (!t.table->game.in_deal)
        return;
    dues += t.table->game.deal.board.due != CN_DUE_NOTHING;
    say_act(act.seat, act.action, before);
    assert_true(receives(client_of(act.seat), "\"late\""));
}

/* The server stops, and goes on from its log; everybody comes back. */
static void restart(void)
{
    struct table *again = hosted_load(&t.log, t.now);
    struct cn_game *game = &again->game;
    game->law = t.table->game.law;
    assert_memory_equal(game, &t.table->game, sizeof *game);
    game->law = again->law;
    const int players = t.table->players;
    table_free(t.table);
    t.table = again;
    for (int seat = 0; seat < players; seat++) {
        char text[300];
        const int client = 20 + seat + (int)(restarts % 2) * 10;
        snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\"}",
                 t.table->link, seat == 0 ? t.maker : tokens[seat + 1]);
        seat_of[client] = seat;
        replica_restart(&people[seat], seat);
        say((uint32_t)client, text);
        check(seat);
    }
    restarts++;
}

static void begin(int players, bool watchful)
{
    char choices[200];
    snprintf(choices, sizeof choices,
             ",\"rules\":\"%s\",\"house\":\"referee = %s\\npoint_penalties = true\\n\"",
             players == 4 || players == 2 ? "laws1950" : "threepack",
             watchful ? "watchful" : "called");
    for (int seat = 0; seat < players; seat++) {
        replica_init(&people[seat], seat);
        seat_of[seat + 1] = seat;
    }
    on_received = hear;
    open_table_of(players, choices);
    for (int seat = 1; seat < players; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    deal(players);
    check_all();
}

static void random_people(void **state)
{
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int acts = is_sanitized() ? ACTS : 4 * ACTS, players = 2; acts > 0;
         players = players == 6 ? 2 : players + 1) {
        begin(players, erring_below(&rng, 3) == 0);
        const int erring = 20 + erring_below(&rng, 50);
        for (int done = 0; t.table->stage == STAGE_PLAY && done < 300; done++, acts--) {
            play_one(done < 200 ? erring : 0);
            if (t.table->stage == STAGE_PLAY && erring_below(&rng, 40) == 0)
                restart();
        }
        for (int seat = 0; seat < players; seat++)
            replica_free(&people[seat]);
        on_received = NULL;
        close_table();
    }
    assert_true(restarts > 0 && calls > 0 && dues > 0);
}

/* ---- one thing after the other ---- */

static void open_refereed(const char *more)
{
    char choices[300];
    snprintf(choices, sizeof choices, ",\"rules\":\"laws1950\",\"house\":\"referee = called\\n\"%s",
             more);
    open_table(choices);
}

static void says(uint32_t client, const char *action)
{
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"%s\"}",
             (long long)t.table->number, action);
    say(client, text);
}

/* The seat in turn discards without drawing, and its partner calls: the next opponent decides. */
static void discard_without_drawing(void)
{
    char text[40];
    const int seat = actor();
    const cn_hand hand = t.table->game.deal.hands[seat];
    uint64_t kinds = cn_hand_mask(cn_hand_drop(hand, UINT64_C(1) << CN_RED_THREE));
    snprintf(text, sizeof text, "!discard %s", cn_kind_name(cn_mask_pop(&kinds)));
    says(t.table->seats[seat].client, text);
    assert_true(receives(t.table->seats[seat].client, "without drawing"));
    const uint32_t partner = t.table->seats[(seat + 2) % 4].client;
    says(partner, "call");
    assert_true(receives(partner, "\"ruling\""));
    assert_int_equal(t.table->game.deal.board.due, CN_DUE_DRAW);
    assert_true(receives(partner, "{\"t\":\"due\",\"seat\":"));
    assert_true(receives(partner, "\"what\":\"draw\",\"law\":\"L53\"}"));
}

static void four_people(const char *more)
{
    open_refereed(more);
    for (int seat = 1; seat < 4; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    deal(4);
}

/* Who says nothing in time has waived; nobody plays for that seat. */
static void silence_waives(void **state)
{
    four_people(",\"timer\":\"brisk\"");
    discard_without_drawing();
    const int decider = t.table->game.deal.board.due_seat;
    assert_true(receives(t.table->seats[decider].client, "\"t\":\"clock\""));
    wait_ms(26000);
    assert_int_equal(t.table->game.deal.board.due, CN_DUE_NOTHING);
    assert_true(receives(client_of(decider), "\"what\":\"waive\""));
    assert_false(t.table->seats[decider].bot_substitutes);
    close_table();
}

static bool hears_clock(uint32_t client, int seat, int ms)
{
    char clock[60];
    snprintf(clock, sizeof clock, "{\"t\":\"clock\",\"seat\":%d,\"ms\":%d}", seat, ms);
    return receives(client, clock);
}

/* Where turns have no limit a decision has a minute, and then the turn has none again. */
static void a_decision_has_a_minute(void **state)
{
    four_people("");
    discard_without_drawing();
    const int decider = t.table->game.deal.board.due_seat;
    for (int seat = 0; seat < 4; seat++)
        assert_true(hears_clock(client_of(seat), decider, 60000));
    wait_ms(59000);
    assert_int_equal(t.table->game.deal.board.due, CN_DUE_DRAW);
    watch(9);
    assert_true(receives(9, "\"t\":\"view\""));
    assert_true(receives(9, "{\"t\":\"due\",\"seat\":"));
    assert_true(hears_clock(9, decider, 1000));
    wait_ms(1000);
    assert_int_equal(t.table->game.deal.board.due, CN_DUE_NOTHING);
    assert_true(receives(9, "\"what\":\"waive\""));
    assert_int_equal(actor(), decider);
    t.received[9][0] = '\0';
    wait_ms(3600000);
    assert_int_equal(actor(), decider);
    assert_false(receives(9, "\"t\":\"clock\""));
    assert_false(t.table->seats[decider].bot_substitutes);
    close_table();
}

/* A pause gives no more of it. */
static void a_pause_keeps_the_rest_of_the_minute(void **state)
{
    four_people("");
    discard_without_drawing();
    const int decider = t.table->game.deal.board.due_seat;
    wait_ms(40000);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    wait_ms(3600000);
    assert_int_equal(t.table->game.deal.board.due, CN_DUE_DRAW);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    assert_true(hears_clock(client_of(decider), decider, 20000));
    says(client_of(decider), "require draw");
    assert_true(receives(client_of(decider), "\"t\":\"ok\""));
    wait_ms(3600000);
    assert_int_equal(actor(), decider);
    close_table();
}

/* With a timer the turn after a decision is as long as any other. */
static void the_turn_after_a_decision_is_whole(void **state)
{
    four_people(",\"timer\":\"brisk\"");
    discard_without_drawing();
    const int decider = t.table->game.deal.board.due_seat;
    assert_true(hears_clock(client_of(decider), decider, 25000));
    wait_ms(24000);
    says(client_of(decider), "waive");
    assert_int_equal(actor(), decider);
    assert_true(hears_clock(client_of(decider), decider, 25000));
    close_table();
}

/* Only who tries it learns that the law forbids something. Once it is done all the same, the others
 * see what is done. */
static void a_refusal_is_private(void **state)
{
    four_people("");
    const int seat = (actor() + 1) % 4;
    for (int each = 0; each < 4; each++)
        t.received[client_of(each)][0] = '\0';
    says(client_of(seat), "draw");
    assert_true(receives(client_of(seat), "\"t\":\"no\""));
    for (int other = 0; other < 4; other++)
        if (other != seat)
            assert_string_equal(t.received[client_of(other)], "");
    says(client_of(seat), "!draw");
    for (int other = 0; other < 4; other++)
        assert_true(receives(client_of(other), "\"t\":\"draw\""));
    close_table();
}

/* Nothing is taken back (R22). */
static void nothing_is_undone(void **state)
{
    four_people("");
    const uint32_t client = t.table->seats[actor()].client;
    act(client);
    say(client, "{\"t\":\"back\",\"id\":ID}");
    assert_true(receives(client, "\"why\":\"back\""));
    close_table();
}

/* A peeked card goes to who peeks alone. */
static void a_peek_is_private(void **state)
{
    four_people("");
    const int seat = (actor() + 1) % 4;
    says(t.table->seats[seat].client, "!peek");
    assert_true(receives(t.table->seats[seat].client, "\"t\":\"peek\""));
    for (int other = 0; other < 4; other++) {
        const char *peek = strstr(t.received[t.table->seats[other].client], "\"t\":\"peek\"");
        assert_non_null(peek);
        char line[100];
        snprintf(line, sizeof line, "%.*s", (int)(strchr(peek, '}') - peek), peek);
        assert_int_equal(strstr(line, "\"card\"") != NULL, other == seat);
    }
    close_table();
}

/* Bots of the strongest level call attention to what others do, after their pace. */
static void bots_call(void **state)
{
    open_refereed("");
    char text[100];
    for (int seat = 1; seat < 4; seat++) {
        snprintf(text, sizeof text, "{\"t\":\"bot\",\"id\":ID,\"seat\":%d,\"level\":\"master\"}",
                 seat);
        say(1, text);
    }
    deal(1);
    play_until(0);
    says(1, "!touch");
    assert_true(receives(1, "\"t\":\"ok\""));
    assert_false(receives(1, "\"t\":\"call\""));
    wait_ms(700);
    assert_true(receives(1, "\"t\":\"call\""));
    assert_true(receives(1, "\"t\":\"ruling\""));
    assert_int_equal(cn_referee_open(&t.table->game), 0);
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_people),
        cmocka_unit_test(silence_waives),
        cmocka_unit_test(a_decision_has_a_minute),
        cmocka_unit_test(a_pause_keeps_the_rest_of_the_minute),
        cmocka_unit_test(the_turn_after_a_decision_is_whole),
        cmocka_unit_test(a_refusal_is_private),
        cmocka_unit_test(nothing_is_undone),
        cmocka_unit_test(a_peek_is_private),
        cmocka_unit_test(bots_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
