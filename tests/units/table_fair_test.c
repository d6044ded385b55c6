/* table_fair_test.c -- a fair deal at a table: pledges, the list, the cut, parts; a deal that is
 * void because a pledged part did not come; and deals that version 1 began. */
#include "stepped.h"
#include "tests/fuzz/driver/mover.h"

enum {
    PARTS_MS = 10000
};

static void expect_refusal(uint32_t client, const char *why)
{
    char text[60];
    snprintf(text, sizeof text, "\"why\":\"%s\"", why);
    if (!receives(client, text))
        fail_msg("client %u is not refused (%s): %s", client, why, t.received[client]);
}

/* Two people and two bots; the pledges are due. The cutter is a bot. */
static void begin(const char *choices)
{
    open_table(choices);
    come(2, 2, 1);
    bots_in(2);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
}

/* All play well enough for the scores to rise. */
static void play_deal(void)
{
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    for (int i = 0; i < 5000 && t.table->stage == STAGE_PLAY; i++) {
        const int seat = actor();
        const struct cn_view view = cn_game_view(&t.table->game, seat);
        const struct cn_action action = mover_move(cn_bot_find("greedy"), &view, &rng);
        if (table_bot_plays(t.table, seat))
            step((struct table_event){
                .type = TABLE_EVENT_BOT_MOVE, .decision = t.table->asked, .action = action});
        else
            say_message(t.table->seats[seat].client, sitting_act(t.table->number, action));
    }
    assert_int_not_equal(t.table->stage, STAGE_PLAY);
}

static void each_step_has_its_time(void **state)
{
    begin("");
    open_part(1);
    expect_refusal(1, "late"); /* early, in fact */
    pledge(1);
    assert_true(receives(1, "\"t\":\"ok\""));
    assert_true(receives(2, "\"t\":\"pledge\",\"seat\":0"));
    pledge(1);
    expect_refusal(1, "given");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    pledge(2);
    assert_true(receives(1, "\"t\":\"pledged\""));
    assert_true(receives(1, "\"t\":\"open\",\"deal\":1"));
    assert_int_equal(t.table->stage, STAGE_PARTS);
    pledge(2);
    expect_refusal(2, "late");
    loads();
    say_message(1, sitting_part(1, 1)); /* another seat's */
    expect_refusal(1, "pledge");
    say_message(1, sitting_part(0, 2)); /* of another deal */
    expect_refusal(1, "late");
    open_part(1);
    assert_true(receives(2, "\"t\":\"part\",\"seat\":0"));
    open_part(1);
    expect_refusal(1, "given");
    assert_int_equal(t.table->stage, STAGE_PARTS);
    open_part(2);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    assert_true(t.table->fair.uncut);
    assert_int_equal(t.table->fair.cut, fair_cut(&t.table->fair, &t.table->law->rules));
    close_table();
}

/* Who has not pledged in time takes no part, and is not waited for. */
static void no_pledge_is_no_fault(void **state)
{
    begin("");
    pledge(1);
    wait_ms(PARTS_MS - 1);
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    wait_ms(1);
    assert_int_equal(t.table->stage, STAGE_PARTS);
    open_part(2);
    expect_refusal(2, "pledge");
    open_part(1);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    assert_int_equal(t.table->absent, 0);
    close_table();
}

/* Nor do bots: the deal goes on without any part. */
static void bots_do_not_pledge(void **state)
{
    begin("");
    drop(1);
    wait_ms(1);
    drop(2);
    watch(3);
    come(4, 2, 1);
    wait_ms(2 * PARTS_MS);
    assert_int_equal(t.table->fair.pledged, 0);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    close_table();
}

/* A pledged part does not come in ten seconds: the deal is void, everybody learns by whom, another
 * begins, and the seat takes no part in any other deal of this game. */
static void a_withheld_part_makes_the_deal_void(void **state)
{
    uint8_t hash[HASH_BYTES];
    struct cn__text record = {.text = NULL};
    begin(",\"house\":\"target = 5\\n\",\"pace\":0");
    memcpy(hash, t.table->fair.hash, sizeof hash);
    pledge(1);
    pledge(2);
    open_part(1);
    wait_ms(PARTS_MS - 1);
    assert_int_equal(t.table->stage, STAGE_PARTS);
    t.received[1][0] = '\0';
    wait_ms(1);
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    assert_true(receives(1, "\"t\":\"void\"") && receives(1, "\"by\":[1]"));
    assert_true(receives(1, "\"t\":\"commit\"") && receives(1, "\"absent\":2"));
    assert_memory_not_equal(hash, t.table->fair.hash, sizeof hash);
    loads();
    open_part(2);
    expect_refusal(2, "late"); /* too late for the deal that is void */
    pledge(2);
    expect_refusal(2, "absent");
    contribute(1);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    assert_int_equal(t.table->fair.given, 1);
    play_deal();
    table_log_to_record(t.log.text, t.log.length, false, &record);
    cn__text_append(&record, "", 1);
    assert_int_equal(count_lines(&record, "{\"t\":\"void\""), 1);
    cn__text_free(&record);
    for (int deal = 0; deal < 20 && t.table->stage == STAGE_BETWEEN; deal++) {
        say(1, "{\"t\":\"ready\",\"id\":ID}");
        say(2, "{\"t\":\"ready\",\"id\":ID}");
        pledge(2);
        expect_refusal(2, "absent");
        contribute(1);
        play_deal();
    }
    assert_int_equal(t.table->stage, STAGE_OVER);
    say(1, "{\"t\":\"rematch\",\"id\":ID}");
    say(2, "{\"t\":\"rematch\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    pledge(2);
    assert_true(receives(2, "\"t\":\"ok\"")); /* another game */
    close_table();
}

/* A person who comes back with another device, which does not have the part, says so: nobody has to
 * wait, and nobody else is to blame. */
static void a_part_that_is_gone(void **state)
{
    begin("");
    pledge(1);
    pledge(2);
    say(2, "{\"t\":\"part\",\"id\":ID,\"deal\":1}");
    assert_true(receives(2, "\"t\":\"ok\""));
    assert_int_equal(t.table->stage, STAGE_PARTS);
    t.received[2][0] = '\0';
    open_part(1);
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    assert_true(receives(2, "\"by\":[1]"));
    pledge(1);
    say(2, "{\"t\":\"part\",\"id\":ID,\"deal\":1}");
    expect_refusal(2, "pledge"); /* it has pledged none in this deal */
    close_table();
}

/* The same clock as everywhere: it stands while nobody is there, or while the game is paused. */
static void a_pause_takes_no_part_away(void **state)
{
    begin("");
    pledge(1);
    pledge(2);
    open_part(1);
    wait_ms(PARTS_MS / 2);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    wait_ms(10 * PARTS_MS);
    assert_int_equal(t.table->stage, STAGE_PARTS);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    wait_ms(PARTS_MS - 1);
    assert_int_equal(t.table->stage, STAGE_PARTS);
    open_part(2);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    close_table();
}

/* Without the seats to blame, nothing of a void deal would be left to anybody. */
static void every_seat_may_be_to_blame(void **state)
{
    begin("");
    pledge(1);
    pledge(2);
    t.received[1][0] = '\0';
    wait_ms(PARTS_MS);
    assert_true(receives(1, "\"by\":[0,1]"));
    assert_int_equal(t.table->absent, 3);
    /* Nobody is left who could pledge, and nobody is waited for. */
    assert_int_equal(t.table->stage, STAGE_PLAY);
    close_table();
}

/* Newcomers are sent what has come, at every stage. */
static void newcomers_are_told(void **state)
{
    static const char *const words[] = {"\"t\":\"commit\"", "\"t\":\"pledge\"", "\"t\":\"pledged\"",
                                        "\"t\":\"open\"", "\"t\":\"part\""};
    for (int stage = 0; stage < 4; stage++) {
        begin("");
        if (stage > 0)
            pledge(1);
        if (stage > 1)
            pledge(2);
        if (stage > 2)
            open_part(1);
        t.received[9][0] = '\0';
        watch(9);
        const int told = stage == 0 ? 1 : stage == 1 ? 2 : stage == 2 ? 4 : 5;
        for (int i = 0; i < 5; i++)
            assert_int_equal(receives(9, words[i]), i < told);
        close_table();
    }
}

/* ---- logs of version 1 ---- */

static size_t read_old_log(char *log, size_t size)
{
    FILE *file = fopen("tests/fuzz/corpus/log/played", "rb");
    assert_non_null(file);
    const size_t length = fread(log, 1, size, file);
    fclose(file);
    assert_true(length > 0 && length < size);
    return length;
}

/* A server that was updated reads the tables of the one before, and continues them: a deal whose
 * shuffle had begun is dealt as it was begun, the next one with pledges. */
static void version_1_is_continued(void **state)
{
    static char log[20000];
    const size_t length = read_old_log(log, sizeof log);
    int dealt = 0;
    for (const char *line = log; line < log + length; line = strchr(line, '\n') + 1) {
        int64_t wrong = 0;
        const struct message hello = sitting_hello(0, "W", true);
        struct table *table = table_load(log, (size_t)(line - log), 1000, &wrong);
        if (line == log)
            continue;
        if (table == NULL) /* within the lines of one step */
            continue;
        assert_true(table->number > 0);
        if (table->stage != STAGE_LOBBY && table->stage != STAGE_PLAY &&
            table->stage != STAGE_BETWEEN) {
            struct table_event event = hosted_event(1, &hello);
            table->seats[0].held = table->seats[1].held = false; /* only a spectator comes */
            table->seats[2].held = table->seats[3].held = false;
            event.now_ms = 1000;
            hosted_step(table, &event, &t.effects);
            assert_int_equal(table->stage, STAGE_PLAY);
            assert_int_equal(table->fair.version, FAIR_OLD);
            dealt++;
        }
        table_free(table);
    }
    assert_true(dealt >= 5);
    table_effects_free(&t.effects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_has_its_time),
        cmocka_unit_test(no_pledge_is_no_fault),
        cmocka_unit_test(bots_do_not_pledge),
        cmocka_unit_test(a_withheld_part_makes_the_deal_void),
        cmocka_unit_test(a_part_that_is_gone),
        cmocka_unit_test(a_pause_takes_no_part_away),
        cmocka_unit_test(every_seat_may_be_to_blame),
        cmocka_unit_test(newcomers_are_told),
        cmocka_unit_test(version_1_is_continued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
