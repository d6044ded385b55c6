/* local_game_test.c -- a game on this machine: resuming its record wherever it was truncated,
 * undoing, bots that think in slices, levels, and external programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/local_game_internal.h"
#include "terminal_place.h"
#include "tests/fuzz/driver/thinker.h"

/* ---- the record ---- */

static size_t read_file(const char *path, char **text)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    *text = malloc(size + 1);
    assert_non_null(*text);
    assert_int_equal(fread(*text, 1, size, file), size);
    (*text)[size] = '\0';
    fclose(file);
    return size;
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* The truncated record of a killed program must resume as a part of the same game, and lose no
 * complete line. */
static void resume_from(const struct place *place, const char *text, size_t length, size_t cut)
{
    struct terminal_options options = place->options;
    struct io_error trouble = {NULL, ""};
    char *after;
    size_t whole = cut;
    write_file(place->other, text, cut);
    options.file = place->other;
    struct local_game *session = local_game_resume(&options, &trouble);
    if (session == NULL)
        fail_msg("cut at %zu: %s: %s", cut, trouble.key, trouble.detail);
    if (session->source.scene.game.deal_number > 0)
        assert_null(cn_game_check(&session->source.scene.game));
    local_game_free(session);
    const size_t size = read_file(place->other, &after);
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    /* A cut whose deal is missing is made again. */
    assert_in_range(size, whole > 64 ? whole - 64 : 0, length);
    assert_memory_equal(after, text, size);
    free(after);
}

static void a_record_truncated_anywhere_is_resumed(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display display;
    char *text;
    assert_true(local_game_deal(session));
    while (move(session, &display))
        continue;
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    const size_t first = (size_t)((char *)memchr(text, '\n', length) - text) + 1;
    for (size_t cut = first; cut < length; cut += 23)
        resume_from(place, text, length, cut);
    for (size_t cut = first; cut < length; cut++)
        if (text[cut - 1] == '\n')
            resume_from(place, text, length, cut);
    free(text);
}

/* The reader's first report, as resuming words it. */
struct first_report {
    int64_t line;
    char text[480];
};

static void keep_first_report(void *context, const struct cn_report *report)
{
    struct first_report *first = context;
    struct cn_words words;
    char line[24];
    char what[400];
    if (first->line > 0)
        return;
    first->line = report->line;
    assert_true(cn_words_find("en", &words));
    snprintf(line, sizeof line, "%lld", (long long)report->line);
    cn_words_report(report, &words, what, sizeof what);
    words_format(&words, first->text, sizeof first->text, "record.line", 2, line, what);
}

/* A record that breaks the law is refused, not resumed. */
static void a_forged_record_is_refused(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display display;
    struct io_error trouble = {NULL, ""};
    char *text;
    assert_true(local_game_deal(session));
    for (int i = 0; i < 20 && move(session, &display); i++)
        continue;
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    char *turn = strstr(text, "{\"t\":\"draw\",\"seat\":");
    assert_non_null(turn);
    turn[strlen("{\"t\":\"draw\",\"seat\":")] ^= 1;
    write_file(place->file, text, length);
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "record");
    assert_non_null(strstr(trouble.detail, ": the move is not legal (L14: "));
    free(text);
}

/* Resuming once had a separate reader, which took an invalid card for no card and a missing number
 * for 0. It must refuse what the reader of records refuses, with the same words. */
static void damage_is_refused_as_everywhere(void **state)
{
    static const struct {
        const char *line, *good, *bad;
    } damages[] = {
        {"{\"t\":\"draw\"", "\"cards\":[\"", "\"cards\":[\"?"},
        {"{\"t\":\"draw\"", "\"cards\":[", "\"cards\":[\"zz\","},
        {"{\"t\":\"draw\"", "\"seat\":", "\"side\":"},
        {"{\"t\":\"discard\"", "\"card\":\"", "\"card\":\"?"},
        {"{\"t\":\"discard\"", "\"card\":", "\"cart\":"},
        {"{\"t\":\"meld\"", "\"cards\":[", "\"cards\":[\"zz\","},
        {"{\"t\":\"meld\"", "\"cards\":[", "\"cards\":[7,"},
        {"{\"t\":\"deal\"", "\"deck\":[", "\"deck\":[\"zz\","},
        {"{\"t\":\"deal\"", "\"deck\":[", "\"dick\":["},
    };
    const struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display display;
    char *text;
    assert_true(local_game_deal(session));
    while (move(session, &display))
        continue;
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct terminal_options options = place->options;
        struct io_error trouble = {NULL, ""};
        struct first_report first = {.line = 0};
        char *line = strstr(text, damages[i].line);
        assert_non_null(line);
        char *at = strstr(line, damages[i].good);
        assert_true(at != NULL && at < strchr(line, '\n'));
        char *bad = malloc(length + 16);
        const char *rest = at + strlen(damages[i].good);
        const int size = sprintf(bad, "%.*s%s%s", (int)(at - text), text, damages[i].bad, rest);
        write_file(place->other, bad, (size_t)size);
        struct cn_reader *reader =
            cn_reader_open_text(bad, (size_t)size, keep_first_report, &first);
        assert_true(cn_reader_run(reader, 0));
        cn_reader_close(reader);
        options.file = place->other;
        assert_null(local_game_resume(&options, &trouble));
        assert_string_equal(trouble.key, "record");
        assert_true(first.line > 0);
        assert_string_equal(trouble.detail, first.text);
        free(bad);
    }
    free(text);
}

static void refuse_text(const struct place *place, const char *text, size_t length)
{
    struct terminal_options options = place->options;
    struct io_error trouble = {NULL, ""};
    write_file(place->other, text, length);
    options.file = place->other;
    assert_null(local_game_resume(&options, &trouble));
    assert_string_equal(trouble.key, "record");
}

/* A line that is only in the file, another game in it, or points brought along cannot be produced
 * again. Points were forgotten. */
static void a_record_of_something_else_is_refused(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    char *text;
    assert_true(local_game_deal(session));
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    const size_t first = (size_t)((char *)memchr(text, '\n', length) - text) + 1;
    const char *players = strstr(text, "\"players\":4,");
    char *other = malloc(2 * length + 64);
    assert_non_null(players);
    int size = sprintf(other, "%s%.*s", text, (int)first, text);
    refuse_text(place, other, (size_t)size);
    size = sprintf(other, "%s{\"t\":\"whistle\"}\n", text);
    refuse_text(place, other, (size_t)size);
    size = sprintf(other, "%.*s\"scores\":[500,0],%s", (int)(players - text), text, players);
    refuse_text(place, other, (size_t)size);
    free(other);
    free(text);
}

static void two_programs_do_not_play_one_file(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    struct io_error trouble = {NULL, ""};
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "busy");
    local_game_free(session);
}

/* ---- undoing ---- */

static void melds_are_undone_until_a_card_is_seen(void **state)
{
    struct local_game *session = begin(*state);
    static struct display display;
    struct cn_game before = session->source.scene.game;
    int undone = 0;
    assert_true(local_game_deal(session));
    for (int i = 0; i < 2000 && undone < 3; i++) {
        if (game_source_stage(&session->source) == CN_STAGE_BETWEEN_DEALS &&
            !local_game_deal(session))
            break;
        const int undoable = local_game_undoable(session, 0);
        before = session->source.scene.game;
        if (!move(session, &display))
            break;
        if (local_game_undoable(session, 0) <= undoable)
            continue;
        local_game_undo(session);
        assert_memory_equal(&session->source.scene.game, &before, sizeof before);
        assert_int_equal(local_game_undoable(session, 0), undoable);
        undone++;
        assert_true(move(session, &display));
    }
    assert_true(undone > 0);
    local_game_free(session);
}

/* ---- bots that think ---- */

/* Needs several slices per decision. */
static bool think_slowly(void *mind, int64_t nodes)
{
    return thinker_think(mind, nodes / 10);
}

static struct local_game *begin_with_thinkers(const struct place *place, const struct cn_bot *bot)
{
    struct local_game *session = begin(place);
    for (int seat = 1; seat < 4; seat++)
        assert_true(local_game_seat(session, seat, bot, 7000));
    assert_true(local_game_deal(session));
    return session;
}

/* A bot that thinks in slices, with displays made in between, must play the same as without
 * slices. */
static void displays_do_not_disturb_a_thinking_bot(void **state)
{
    struct place *place = *state;
    static struct display display;
    struct cn_bot bot = thinker;
    bot.think = think_slowly;
    struct local_game *one = begin_with_thinkers(place, &bot);
    place->options.file = place->other;
    struct local_game *other = begin_with_thinkers(place, &bot);
    int slices = 0;
    for (int i = 0; i < 200 && game_source_stage(&one->source) == CN_STAGE_IN_DEAL; i++) {
        const int actor = game_source_actor(&one->source);
        while (!game_source_is_here(&one->source, actor) && !local_game_bot_think(one)) {
            display_of(&one->source.scene, 0, &display);
            slices++;
        }
        assert_true(move(one, &display));
        assert_true(move(other, &display));
        assert_memory_equal(&one->source.scene.game.deal, &other->source.scene.game.deal,
                            sizeof one->source.scene.game.deal);
    }
    assert_true(slices > 30);
    local_game_free(one);
    local_game_free(other);
}

/* ---- levels ---- */

/* The pace is stored with the game only if it was given. */
static void the_pace_is_kept_with_the_game(void **state)
{
    struct place *place = *state;
    for (int given = 0; given < 2; given++) {
        struct terminal_options options = place->options;
        struct io_error trouble = {NULL, ""};
        options.file = given ? place->file : place->other;
        options.pace = PACE_SLOW;
        options.pace_given = given != 0;
        local_game_free(local_game_new(&options, &trouble));
        options.pace = PACE_NORMAL;
        options.pace_given = false;
        struct local_game *session = local_game_resume(&options, &trouble);
        assert_non_null(session);
        assert_int_equal(session->pace_given, given);
        assert_int_equal(session->pace, given ? PACE_SLOW : PACE_NORMAL);
        local_game_free(session);
    }
}

/* Rules from a file keep their name, and are written as changes of the rule set nearest to them. */
static void rules_from_a_file_keep_their_name(void **state)
{
    struct place *place = *state;
    struct io_error trouble = {NULL, ""};
    struct cn_rules_error error;
    char *text;
    assert_true(cn_rules_load(&place->options.rules, "american"));
    assert_true(cn_rules_set(&place->options.rules, "target", "5000", 4, &error));
    memset(place->options.rules.name, 0, sizeof place->options.rules.name);
    strcpy(place->options.rules.name, "our \"Tuesday\" rules");
    local_game_free(begin(place));
    read_file(place->file, &text);
    assert_non_null(strstr(text, "\"rules\":\"american\",\"set\":{\"target\":5000},"));
    struct local_game *session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_string_equal(session->law.rules.name, "our \"Tuesday\" rules");
    local_game_free(session);
    /* A file of somebody else cannot write to the terminal by it. */
    char *name = strstr(text, " rules=our");
    assert_non_null(name);
    memcpy(name, " rules=%1B", strlen(" rules=%1B"));
    write_file(place->file, text, strlen(text));
    session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_string_equal(session->law.rules.name, "american");
    local_game_free(session);
    free(text);
}

static void levels_are_kept_with_the_game(void **state)
{
    struct place *place = *state;
    struct io_error trouble = {NULL, ""};
    static struct display display;
    strcpy(place->options.bots[0], "level:beginner");
    strcpy(place->options.bots[1], "random");
    strcpy(place->options.bots[2], "level:club");
    place->options.bot_count = 3;
    local_game_free(begin(place));
    struct local_game *session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_ptr_equal(session->bots[1], cn_bot_find("greedy"));
    assert_ptr_equal(session->bots[2], cn_bot_find("random"));
    assert_ptr_equal(session->bots[3], cn_bot_find("club"));
    display_of(&session->source.scene, 0, &display);
    assert_string_equal(display.levels[1], "beginner");
    assert_string_equal(display.levels[2], "");
    assert_string_equal(display.levels[3], "club");
    local_game_free(session);
    unlink(place->file);
    strcpy(place->options.bots[1], "level:greedy");
    assert_null(local_game_new(&place->options, &trouble));
    assert_string_equal(trouble.key, "level");
    assert_string_equal(trouble.detail, "greedy");
}

/* ---- external programs ---- */

/* A program that plays the first legal action, and keeps the lines that it received. */
struct fake {
    const struct cn_game *game;
    int seat;
    struct cn__text received;
    bool fails;
};
static struct fake fakes[CN_SEATS_MAX];
static int opened;

static void *fake_open(void *context, const char *command)
{
    (void)context;
    struct fake *fake = &fakes[opened++];
    cn__text_free(&fake->received);
    memset(fake, 0, sizeof *fake);
    fake->fails = strcmp(command, "fails") == 0;
    return fake;
}

static void fake_close(void *program)
{
    (void)program;
}

static bool fake_begin(void *program, const struct cn_game_header *line, const struct cn_game *game,
                       int seat)
{
    struct fake *fake = program;
    assert_int_equal(line->players, 4);
    fake->game = game;
    fake->seat = seat;
    return true;
}

static void fake_tell(void *program, const char *lines, size_t length)
{
    cn__text_append(&((struct fake *)program)->received, lines, length);
}

static bool fake_wait(void *program, int ms, struct cn_action *action)
{
    static struct cn_actions list;
    const struct fake *fake = program;
    const struct cn_deal *deal = &fake->game->deal;
    assert_true(ms > 0 && cn_game_actor(fake->game) == fake->seat);
    cn_board_legal_list(fake->game->law, &deal->board, deal->hands[fake->seat], &list);
    *action = list.at[0];
    return true;
}

static void fake_fault(void *program, char *text, size_t size)
{
    snprintf(text, size, "%s", ((struct fake *)program)->fails ? "tired" : "");
}

static const struct program_hooks fake_programs = {.open = fake_open,
                                                   .close = fake_close,
                                                   .begin = fake_begin,
                                                   .tell = fake_tell,
                                                   .wait = fake_wait,
                                                   .fault = fake_fault};

static void seat_fakes(struct place *place, const char *bot)
{
    place->options.programs = &fake_programs;
    place->options.humans = 1;
    place->options.bot_count = 1;
    snprintf(place->options.bots[0], BOT_NAME_SIZE, "%s", bot);
    opened = 0;
}

/* Plays a deal in which the person undoes each undoable action once, or none. Returns how many were
 * undone. */
static int play_with_fakes(struct place *place, bool undoes, struct cn__text *received)
{
    static struct display display;
    int undone = 0;
    seat_fakes(place, "exec:first, \"of\" all%");
    struct local_game *session = begin(place);
    assert_string_equal(session->seats[2].command, "first, \"of\" all%");
    assert_true(local_game_deal(session));
    while (move(session, &display)) {
        if (!undoes || local_game_undoable(session, 0) == 0)
            continue;
        const struct cn_action action = session->source.scene.action;
        local_game_undo(session);
        undone++;
        assert_true(local_game_play(session, 0, action, NULL, NULL));
    }
    local_game_free(session);
    *received = fakes[1].received;
    memset(&fakes[1].received, 0, sizeof fakes[1].received);
    cn__text_free(&fakes[0].received);
    cn__text_free(&fakes[2].received);
    unlink(place->file);
    return undone;
}

/* A program receives the whole deal, without the undone actions. */
static void programs_receive_no_undone_actions(void **state)
{
    struct place *place = *state;
    struct cn__text plain;
    struct cn__text undone;
    assert_int_equal(play_with_fakes(place, false, &plain), 0);
    assert_true(play_with_fakes(place, true, &undone) > 0);
    assert_int_equal(plain.length, undone.length);
    assert_memory_equal(plain.text, undone.text, plain.length);
    assert_memory_equal(plain.text, "{\"t\":\"deal\"", 11);
    assert_non_null(memmem(plain.text, plain.length, "{\"t\":\"end\"", 10));
    cn__text_free(&plain);
    cn__text_free(&undone);
}

/* A program that fails plays nothing, and the game is kept. A record's command is run only if the
 * options name it too. */
static void a_failing_program_stops_the_game(void **state)
{
    static struct display display;
    struct io_error trouble = {NULL, ""};
    struct place *place = *state;
    seat_fakes(place, "exec:tires");
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    while (session->source.trouble.key == NULL) {
        fakes[0].fails = session->source.scene.turn > 8;
        const int actions = session->actions;
        assert_true(move(session, &display));
        assert_int_equal(session->actions, actions + (session->source.trouble.key == NULL));
    }
    assert_string_equal(session->source.trouble.key, "program");
    assert_string_equal(session->source.trouble.detail, "tires: tired");
    const struct cn_game stood = session->source.scene.game;
    local_game_free(session);

    seat_fakes(place, "expert");
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "unnamed");
    assert_string_equal(trouble.detail, "exec:tires");
    seat_fakes(place, "exec:tires");
    session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_memory_equal(&session->source.scene.game.deal, &stood.deal, sizeof stood.deal);
    while (move(session, &display))
        continue;
    assert_null(session->source.trouble.key);
    local_game_free(session);
    seat_fakes(place, "exec:fails");
    unlink(place->file);
    assert_null(local_game_new(&place->options, &trouble));
    assert_string_equal(trouble.key, "program");
    for (int i = 0; i < CN_SEATS_MAX; i++)
        cn__text_free(&fakes[i].received);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE_TEST(a_record_truncated_anywhere_is_resumed),
        PLACE_TEST(a_forged_record_is_refused),
        PLACE_TEST(damage_is_refused_as_everywhere),
        PLACE_TEST(a_record_of_something_else_is_refused),
        PLACE_TEST(two_programs_do_not_play_one_file),
        PLACE_TEST(melds_are_undone_until_a_card_is_seen),
        PLACE_TEST(displays_do_not_disturb_a_thinking_bot),
        PLACE_TEST(rules_from_a_file_keep_their_name),
        PLACE_TEST(levels_are_kept_with_the_game),
        PLACE_TEST(the_pace_is_kept_with_the_game),
        PLACE_TEST(programs_receive_no_undone_actions),
        PLACE_TEST(a_failing_program_stops_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
