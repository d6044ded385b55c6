/* pledge_test.c -- a client's verdict on a fair deal: an honest server is never called unfair, and
 * everything that a dishonest one could do is found.
 *
 * A deal is played at a server's table, and the lines sent to one client are kept. Its replica then
 * reads them line by line, unchanged or as a dishonest server would have sent them. */
#include "hosted.h"
#include "tests/fuzz/driver/mover.h"

enum {
    WATCHER = CN_SEATS_MAX,
    LINES_MOST = 2000,
    PLEDGE_ID = 2, /* 'hosted_send' numbers: ready, pledge, the cutter's cut, part */
    CUT_ID = 3
};

/* A part whose bytes are all the same, as in a line. */
#define EIGHT(byte) byte byte byte byte byte byte byte byte
#define PART(byte)  "\"" EIGHT(byte) EIGHT(byte) EIGHT(byte) EIGHT(byte) "\""

static struct {
    struct hosted hosted;
    struct chance chance;
    struct cn_actions list;
    /* the lines sent to one client */
    char *lines[LINES_MOST];
    int count, cutter, players;
    struct replica replica;
    int client;
    bool gives; /* the client's journal has the part and cut that it sent */
} scene;

/* ---- a table ---- */

static void say_hello(int client)
{
    struct message hello = sitting_hello(client, "Player", client == WATCHER);
    hosted_send(&scene.hosted, client, &hello);
}

static void say(int client, enum message_kind kind)
{
    hosted_say(&scene.hosted, client, kind);
}

/* Seats all players, up to the contributions. */
static void sit_down(int seed, const char *rules)
{
    scene.hosted.seed = seed;
    chance_from_seed(&scene.chance, (uint64_t)seed);
    scene.hosted.table = sitting_table(rules, scene.players, seed, &scene.hosted.effects);
    assert_non_null(scene.hosted.table);
    for (int client = 0; client < scene.players; client++)
        say_hello(client);
    say_hello(WATCHER);
    for (int client = 0; client < scene.players; client++)
        say(client, MESSAGE_READY);
    assert_int_equal(scene.hosted.table->stage, STAGE_PLEDGES);
}

static void decide(void)
{
    const struct cn_game *game = &scene.hosted.table->game;
    const int seat = cn_game_actor(game);
    const struct cn_view view = cn_game_view(game, seat);
    const struct cn_action action = mover_move(cn_bot_find("greedy"), &view, &scene.chance.rng);
    struct message act = sitting_act(scene.hosted.table->number, action);
    hosted_send(&scene.hosted, seat, &act);
}

static void play(int decisions)
{
    for (int i = 0; i < decisions && scene.hosted.table->stage == STAGE_PLAY; i++)
        decide();
}

static void give_pledges(void)
{
    for (int client = 0; client < scene.players; client++)
        say(client, MESSAGE_PLEDGE);
    scene.cutter = scene.hosted.table->cutter;
}

static void cut_and_play(int decisions)
{
    if (scene.hosted.table->stage == STAGE_CUT)
        say(scene.hosted.table->cutter, MESSAGE_CUT);
    assert_int_equal(scene.hosted.table->stage, STAGE_PARTS);
    for (int client = 0; client < scene.players; client++)
        if ((scene.hosted.table->fair.pledged >> client & 1) != 0)
            say(client, MESSAGE_PART);
    assert_int_equal(scene.hosted.table->stage, STAGE_PLAY);
    play(decisions);
}

static void split_lines(int client)
{
    const struct cn__text *sent = &scene.hosted.sent[client];
    for (size_t at = 0; at < sent->length;) {
        const size_t length = hosted_line(sent->text + at, sent->length - at) - 1;
        assert_true(scene.count < LINES_MOST);
        /* Not strndup, because the lines do not end with a NUL. */
        char *line = malloc(length + 1);
        assert_non_null(line);
        memcpy(line, sent->text + at, length);
        line[length] = '\0';
        scene.lines[scene.count++] = line;
        at += length + 1;
    }
}

static void start_replica(void)
{
    replica_free(&scene.replica);
    replica_init(&scene.replica, scene.client != WATCHER ? scene.client : CN_NO_SEAT);
    fair_table(SITTING_LINK, scene.replica.commitment.table);
}

static void begin(int client, int players)
{
    memset(&scene, 0, sizeof scene);
    scene.players = players;
    scene.client = client;
    scene.gives = client != WATCHER;
    start_replica();
}

static void end(void)
{
    for (int i = 0; i < scene.count; i++)
        free(scene.lines[i]);
    replica_free(&scene.replica);
    hosted_free(&scene.hosted);
}

/* Plays a whole deal and keeps the lines sent to this client. */
static void deal_of(int players, int client, int seed, const char *rules)
{
    begin(client, players);
    sit_down(seed, rules);
    give_pledges();
    cut_and_play(5000);
    split_lines(client);
}

static void whole_deal(int client, int seed, const char *rules)
{
    deal_of(4, client, seed, rules);
}

/* ---- a client ---- */

static bool is(const char *line, const char *type)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"t\":\"%s\"", type);
    return strstr(line, wanted) != NULL;
}

static enum replica_line read_line(const char *line)
{
    struct replica *replica = &scene.replica;
    const enum replica_line taken = replica_take_line(replica, line, strlen(line));
    struct commitment *c = &replica->commitment;
    struct message own = sitting_part(scene.client, 1);
    const bool cuts = scene.cutter == scene.client;
    if (!scene.gives || taken != REPLICA_NOT_GAME)
        return taken;
    if (is(line, "commit"))
        commitment_give_pledge(c, PLEDGE_ID, scene.client, own.part, own.pledge);
    if (is(line, "pledged") && cuts)
        commitment_cut(c, CUT_ID, HOSTED_CUT);
    if (is(line, "open") && commitment_may_give_part(c, scene.client))
        commitment_give_part(c, cuts ? CUT_ID + 1 : CUT_ID, own.part);
    return taken;
}

static int read_until(const char *type, int from)
{
    for (int i = from; i < scene.count; i++) {
        assert_int_not_equal(read_line(scene.lines[i]), REPLICA_CONFLICT);
        if (is(scene.lines[i], type))
            return i + 1;
    }
    fail_msg("no line %s", type);
    return 0;
}

static void read_from(int from)
{
    for (int i = from; i < scene.count; i++)
        read_line(scene.lines[i]);
}

static int find(const char *type)
{
    for (int i = 0; i < scene.count; i++)
        if (is(scene.lines[i], type))
            return i;
    fail_msg("no line %s", type);
    return 0;
}

static void replace(int at, const char *old, const char *put)
{
    char *found = strstr(scene.lines[at], old);
    assert_non_null(found);
    const size_t head = (size_t)(found - scene.lines[at]);
    char *line = malloc(strlen(scene.lines[at]) + strlen(put) + 1);
    memcpy(line, scene.lines[at], head);
    strcpy(line + head, put);
    strcat(line, found + strlen(old));
    free(scene.lines[at]);
    scene.lines[at] = line;
}

static void expect(enum deal_verdict verdict)
{
    assert_string_equal(deal_verdict_name(scene.replica.verdict), deal_verdict_name(verdict));
}

static const char other_hash[] =
    "{\"#\":9000,\"t\":\"commit\",\"deal\":1,\"hash\":"
    "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}";

/* ---- an honest server ---- */

static void honest(const char *rules, int players, int seed)
{
    for (int client = 0; client < HOSTED_CLIENTS; client++) {
        if (client >= players && client != WATCHER)
            continue;
        deal_of(players, client, seed + client, rules);
        read_from(0);
        expect(client != WATCHER ? DEAL_FAIR : DEAL_FAIR_WATCHED);
        assert_int_equal(scene.replica.judged, 1);
        end();
    }
}

static void honest_deals_are_fair(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        struct cn_rules rules;
        memset(&rules, 0, sizeof rules);
        assert_true(cn_rules_load(&rules, cn_rules_builtin(set)));
        for (int players = 2; players <= CN_SEATS_MAX; players++)
            if (cn_rules_allow_players(&rules, players) &&
                cn_cut_is_legal(&rules, players, HOSTED_CUT))
                honest(cn_rules_builtin(set), players, 1 + set * 10);
    }
}

/* The program was restarted during the shuffle. Its first contribution counts, and the second was
 * refused. */
static void restart(bool in_cut)
{
    begin(0, 4);
    sit_down(1, "laws1950");
    say(0, MESSAGE_PLEDGE);
    for (int other = 1; other < 4 && in_cut; other++)
        say(other, MESSAGE_PLEDGE);
    cn__text_clear(&scene.hosted.sent[0]);
    say_hello(0);
    const int64_t id = scene.hosted.id[0];
    say(0, MESSAGE_PLEDGE); /* not the one that the journal has */
    for (int other = 1; other < 4 && !in_cut; other++)
        say(other, MESSAGE_PLEDGE);
    cut_and_play(5000);
    split_lines(0);
    scene.gives = false;
    for (int i = 0; i < scene.count; i++) {
        const uint8_t part[PART_BYTES] = {77};
        uint8_t own[HASH_BYTES];
        struct commitment *c = &scene.replica.commitment;
        assert_int_not_equal(read_line(scene.lines[i]), REPLICA_CONFLICT);
        if (is(scene.lines[i], "commit"))
            commitment_give_pledge(c, id + 1, 0, part, own);
        if (is(scene.lines[i], "pledged"))
            commitment_cut(c, id + 2, HOSTED_CUT);
        assert_false(commitment_may_give_part(c, 0));
    }
    expect(DEAL_FAIR_OTHER);
    end();
}

static void a_restart_is_not_unfair(void **state)
{
    restart(false);
    restart(true);
}

/* A player who was away returns for the cut, and its contribution comes too late. */
static void a_late_contribution_is_not_unfair(void **state)
{
    struct table_event drop = {.type = TABLE_EVENT_DISCONNECT, .client = 2};
    struct table_event timer = {.type = TABLE_EVENT_TIMER};
    begin(1, 4);
    sit_down(1, "laws1950");
    hosted_kept_step(&scene.hosted, drop);
    for (int other = 0; other < 4; other++)
        if (other != 1)
            say(other, MESSAGE_PLEDGE);
    for (int i = 0; i < 20 && scene.hosted.table->stage == STAGE_PLEDGES; i++) {
        scene.hosted.steps += 100; /* the time for contributions passes, a second per step */
        hosted_kept_step(&scene.hosted, timer);
    }
    assert_int_equal(scene.hosted.table->stage, STAGE_CUT);
    assert_int_not_equal(scene.hosted.table->cutter, 1);
    cn__text_clear(&scene.hosted.sent[1]);
    say_hello(1);
    say(1, MESSAGE_PLEDGE);
    scene.cutter = scene.hosted.table->cutter;
    cut_and_play(5000);
    split_lines(1);
    read_from(0);
    expect(DEAL_FAIR_LATE);
    end();
}

/* A client that missed lines must not call the deal fair. */
static void missed_lines_make_the_deal_unverified(void **state)
{
    for (int seed = 0; seed < 10; seed++) {
        const bool knows = seed % 2 == 1;
        begin(1, 4);
        sit_down(1 + seed, "laws1950");
        give_pledges();
        cut_and_play(20);
        split_lines(1);
        const int middle = scene.count;
        cn__text_clear(&scene.hosted.sent[1]);
        say_hello(1); /* a snapshot */
        play(5000);
        split_lines(1);
        for (int i = 0; i < middle && knows; i++)
            read_line(scene.lines[i]);
        replica_restart(&scene.replica, 1);
        for (int i = middle; i < scene.count; i++)
            assert_int_not_equal(read_line(scene.lines[i]), REPLICA_CONFLICT);
        expect(knows ? DEAL_MIDDLE : DEAL_LATER);
        end();
    }
}

/* ---- parts and hashes ---- */

static void a_part_belongs_to_its_hash(void **state)
{
    static const uint8_t first[PART_BYTES] = {1};
    static const uint8_t second[PART_BYTES] = {2};
    uint8_t pledge[HASH_BYTES];
    uint8_t again[HASH_BYTES];
    struct commitment *c = &scene.replica.commitment;
    whole_deal(0, 1, "laws1950");
    scene.gives = false;
    read_until("commit", 0);
    commitment_give_pledge(c, 1, 0, first, pledge);
    commitment_give_pledge(c, 2, 0, second, again); /* the same hash again */
    assert_memory_equal(again, pledge, sizeof pledge);
    assert_memory_equal(c->part, first, sizeof first);
    read_line(other_hash);
    expect(DEAL_BAD_AGAIN);
    commitment_give_pledge(c, 3, 0, second, again);
    assert_memory_equal(c->part, second, sizeof second);
    end();
}

/* Whatever follows, the server saw the contribution before it chose this deck. */
static void a_second_deck_is_unfair(void **state)
{
    whole_deal(0, 1, "laws1950");
    const int at = read_until("pledge", 0);
    read_line(other_hash);
    expect(DEAL_BAD_AGAIN);
    scene.replica.number = 0;
    read_from(at);
    expect(DEAL_BAD_AGAIN);
    end();
}

/* After a line that does not fit, the client asks for a snapshot. The snapshot must not erase what
 * it has seen. */
static void a_snapshot_keeps_the_evidence(void **state)
{
    whole_deal(0, 1, "laws1950");
    const int at = read_until("pledge", 0);
    const uint8_t was = scene.replica.commitment.part[0];
    read_line("{\"t\":\"deal\"}");
    replica_restart(&scene.replica, 0);
    read_line(scene.lines[find("table")]);
    assert_true(scene.replica.commitment.fixed && scene.replica.commitment.part[0] == was);
    read_line(other_hash);
    expect(DEAL_BAD_AGAIN);
    read_from(at);
    assert_int_not_equal(scene.replica.verdict, DEAL_FAIR);
    end();
}

/* A whole game may have been played while the client was away. It cannot tell, so the deal is
 * unverified. */
static void another_deck_after_an_absence(void **state)
{
    whole_deal(0, 1, "laws1950");
    read_until("pledge", 0);
    scene.replica.commitment.away = true;
    replica_restart(&scene.replica, 0);
    read_line("{\"#\":8000,\"t\":\"table\"}");
    read_line(other_hash);
    expect(DEAL_MISSED);
    assert_int_equal(scene.replica.commitment.again, RECOMMITTED_PERHAPS);
    end();
}

/* Two games of one deal each, so both deals are their game's first. */
static void a_rematch_is_another_deal(void **state)
{
    const uint8_t part[PART_BYTES] = {2};
    uint8_t pledge[HASH_BYTES];
    whole_deal(0, 1, "laws1950");
    read_until("reveal", 0);
    expect(DEAL_FAIR);
    scene.gives = false;
    read_line(other_hash);
    assert_int_equal(scene.replica.judged, 1);
    assert_int_equal(scene.replica.commitment.again, RECOMMITTED_NO);
    commitment_give_pledge(&scene.replica.commitment, 9, 0, part, pledge);
    assert_int_equal(scene.replica.commitment.part[0], 2);
    end();
}

/* A reveal ends only the deal that it reveals. A committed deck that is never dealt is reported. */
static void a_deck_that_is_abandoned(void **state)
{
    whole_deal(0, 1, "laws1950");
    read_until("pledge", 0);
    const char *reveal = scene.lines[find("reveal")];
    assert_int_equal(read_line(reveal), REPLICA_CONFLICT);
    expect(DEAL_MISSED);
    end();
    whole_deal(0, 1, "laws1950");
    read_until("pledge", 0);
    replace(find("reveal"), "\"nonce\":\"", "\"nonce\":\"00");
    read_line(scene.lines[find("reveal")]);
    assert_true(scene.replica.commitment.fixed);
    end();
}

/* ---- forged deals ---- */

static void forged(int client, const char *type, const char *old, const char *put,
                   enum deal_verdict verdict)
{
    whole_deal(client, 1, "laws1950");
    replace(find(type), old, put);
    read_from(0);
    expect(verdict);
    end();
}

static void forged_contributions_are_found(void **state)
{
    forged(0, "fair", PART("01"), "null", DEAL_BAD_OPENED);
    forged(0, "fair", PART("01"), PART("09"), DEAL_BAD_OPENED);
    forged(0, "fair", PART("08"), PART("09"), DEAL_BAD_OPENED);
    forged(0, "fair", PART("08"), "null", DEAL_BAD_OPENED);
    forged(WATCHER, "fair", PART("08"), "null", DEAL_BAD_OPENED);
    forged(0, "fair", "\"hash\":\"", "\"hash\":\"ab\",\"was\":\"", DEAL_BAD_HASH);
    forged(0, "reveal", "\"nonce\":\"",
           "\"nonce\":\"0123456789abcdef0123456789abcdef0123456789abcdef"
           "0123456789abcdef\",\"was\":\"",
           DEAL_BAD_HASH);
}

/* Forges the last discard of another seat into another card of its kind. */
static bool forge_discard(int client)
{
    static const char suits[] = "shdc";
    for (int i = scene.count - 1; i >= 0; i--) {
        char *seat = strstr(scene.lines[i], "\"seat\":");
        char *card = strstr(scene.lines[i], "\"card\":\"");
        if (!is(scene.lines[i], "discard") || seat[7] - '0' == client || card[8] == 'X' ||
            card[8] == '3')
            continue;
        const char was = card[9];
        for (int s = 0; s < 4; s++) {
            card[9] = suits[s];
            if (suits[s] == was)
                continue;
            start_replica();
            read_from(0);
            if (deal_is_unfair(scene.replica.verdict))
                return true;
        }
        card[9] = was;
    }
    return false;
}

/* Another seat plays a card that it was not dealt. */
static void cards_from_nowhere_are_found(void **state)
{
    for (int client = 0; client < HOSTED_CLIENTS; client += WATCHER) {
        whole_deal(client, 2, "laws1950");
        assert_true(forge_discard(client));
        expect(DEAL_BAD_SHOWN);
        end();
    }
}

/* A client that joined late still compares the cards on the table with those that have left the
 * stock. */
static void late_comers_check_the_table(void **state)
{
    begin(1, 4);
    sit_down(2, "laws1950");
    give_pledges();
    cut_and_play(20);
    cn__text_clear(&scene.hosted.sent[1]);
    say_hello(1);
    play(5000);
    split_lines(1);
    assert_true(forge_discard(1));
    expect(DEAL_BAD_SHOWN);
    end();
}

static char *discarded_by_another(int at)
{
    const char *seat = strstr(scene.lines[at], "\"seat\":");
    char *card = strstr(scene.lines[at], "\"card\":\"");
    return is(scene.lines[at], "discard") && seat[7] - '0' != scene.client ? card + 8 : NULL;
}

static void swap_cards(char *a, char *b)
{
    char card[2];
    memcpy(card, a, 2);
    memcpy(a, b, 2);
    memcpy(b, card, 2);
}

/* Exchanges the discards of two other seats. All cards are present, but with the wrong seats. */
static bool exchange_discards(void)
{
    for (int i = scene.count - 1; i >= 0; i--)
        for (int j = i - 1; j >= 0 && j > i - 12; j--) {
            char *a = discarded_by_another(i);
            char *b = discarded_by_another(j);
            if (a == NULL || b == NULL || memcmp(a, b, 2) == 0)
                continue;
            swap_cards(a, b);
            start_replica();
            read_from(0);
            swap_cards(a, b);
            if (deal_is_unfair(scene.replica.verdict))
                return true;
        }
    return false;
}

static void others_cards_are_compared(void **state)
{
    whole_deal(0, 2, "laws1950");
    assert_true(exchange_discards());
    expect(DEAL_BAD_SHOWN);
    end();
}

/* With another dealer, every seat would get another seat's cards. */
static void another_dealer_is_found(void **state)
{
    static const struct {
        const char *old, *put;
        bool resumed;
        enum dealer_is is;
    } deals[] = {{"\"n\":1", "\"n\":1", false, DEALER_RIGHT},
                 {"\"dealer\":3", "\"dealer\":2", false, DEALER_WRONG},
                 {"\"n\":1", "\"n\":2", false, DEALER_WRONG},
                 {"\"n\":1", "\"n\":2", true, DEALER_UNKNOWN}};
    for (size_t i = 0; i < sizeof deals / sizeof deals[0]; i++) {
        whole_deal(WATCHER, 1, "laws1950");
        replace(find("deal"), deals[i].old, deals[i].put);
        const int at = read_until("fair", 0);
        assert_false(scene.replica.resumed);
        scene.replica.resumed = deals[i].resumed;
        if (deals[i].resumed)
            scene.replica.commitment.deal = 2;
        read_until("deal", at);
        assert_int_equal(scene.replica.dealer, deals[i].is);
        end();
    }
}

static void wrong_scores_are_found(void **state)
{
    forged(0, "end", "\"total\":", "\"total\":1", DEAL_BAD_SHOWN);
}

static void the_cutter_knows_its_cut(void **state)
{
    for (int sent = 0; sent < 2; sent++) {
        whole_deal(0, 1, "laws1950");
        const int cutter = scene.cutter;
        end();
        whole_deal(cutter, 1, "laws1950");
        scene.cutter = CN_NO_SEAT;
        const int at = read_until("pledged", 0);
        if (sent) /* not the cut that the server made of it */
            commitment_cut(&scene.replica.commitment, CUT_ID, HOSTED_CUT + 1);
        read_from(at);
        expect(DEAL_BAD_CUT);
        end();
    }
}

static void a_line_that_does_not_fit_ends_the_check(void **state)
{
    whole_deal(0, 1, "laws1950");
    const int at = read_until("discard", 0);
    assert_int_equal(read_line("{\"t\":\"draw\",\"seat\":77}"), REPLICA_CONFLICT);
    read_from(at);
    expect(DEAL_MISSED);
    end();
}

static void seats_are_checked(void **state)
{
    whole_deal(0, 1, "laws1950");
    read_until("discard", 0);
    assert_int_equal(read_line("{\"t\":\"cut\",\"seat\":4,\"k\":40}"), REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"t\":\"cut\",\"seat\":-1,\"k\":40}"), REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"t\":\"undo\",\"seat\":4,\"n\":1}"), REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"t\":\"undo\",\"n\":1}"), REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"t\":\"pledge\",\"seat\":6,\"pledge\":" PART("00") "}"),
                     REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"t\":\"part\",\"seat\":6,\"part\":" PART("00") "}"),
                     REPLICA_CONFLICT);
    assert_int_equal(read_line("{\"#\":-5,\"t\":\"chat\"}"), REPLICA_CONFLICT);
    assert_true(scene.replica.change.seat < 4);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_deals_are_fair),
        cmocka_unit_test(a_restart_is_not_unfair),
        cmocka_unit_test(a_late_contribution_is_not_unfair),
        cmocka_unit_test(missed_lines_make_the_deal_unverified),
        cmocka_unit_test(a_part_belongs_to_its_hash),
        cmocka_unit_test(a_second_deck_is_unfair),
        cmocka_unit_test(a_snapshot_keeps_the_evidence),
        cmocka_unit_test(another_deck_after_an_absence),
        cmocka_unit_test(a_rematch_is_another_deal),
        cmocka_unit_test(a_deck_that_is_abandoned),
        cmocka_unit_test(forged_contributions_are_found),
        cmocka_unit_test(cards_from_nowhere_are_found),
        cmocka_unit_test(late_comers_check_the_table),
        cmocka_unit_test(others_cards_are_compared),
        cmocka_unit_test(another_dealer_is_found),
        cmocka_unit_test(wrong_scores_are_found),
        cmocka_unit_test(the_cutter_knows_its_cut),
        cmocka_unit_test(a_line_that_does_not_fit_ends_the_check),
        cmocka_unit_test(seats_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
