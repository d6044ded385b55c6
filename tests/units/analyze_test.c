/* analyze_test.c -- the review of a record's decisions: each that stands is counted once, and the
 * same budget gives the same losses. Decisions that were undone, of other seats, or after an
 * interruption are not counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "command/analyze.h"
#include "lab/lab.h"
#include "law_of.h"
#include "tests/fuzz/driver/thinker.h"

/* A record of this many games of one deal, greedy against the expert. */
static char *simulate(int64_t games, size_t *length, struct arena_tally *tally)
{
    static struct cn_rules rules;
    char *text = NULL;
    assert_true(cn_rules_load(&rules, "laws1950"));
    FILE *memory = open_memstream(&text, length);
    assert_non_null(memory);
    struct simulation simulation = {.rules = &rules,
                                    .seed = "analyze",
                                    .record = memory,
                                    .games = games,
                                    .players = 4,
                                    .jobs = 1};
    for (int seat = 0; seat < 4; seat++)
        simulation.bot[seat] = cn_bot_find(seat % 2 == 0 ? "greedy" : "expert");
    assert_int_equal(lab_simulate(&simulation, tally), LAB_OK);
    assert_int_equal(fclose(memory), 0);
    return text;
}

struct told {
    int64_t count, last_line, loss;
    atomic_int stop;
    int64_t stop_at; /* 0: never */
};

static void tell(void *context, const struct reviewed_decision *judged,
                 const struct review_summary *so_far)
{
    struct told *told = context;
    told->count++;
    told->loss += judged->judgement.loss;
    assert_true(judged->line > told->last_line);
    assert_int_equal(told->count, so_far->decisions);
    assert_true(judged->judgement.loss >= 0);
    if (judged->judgement.kind != CN_REVIEW_WEIGHED)
        assert_int_equal(judged->judgement.loss, 0);
    assert_true(judged->judgement.gain >= 0);
    if (judged->judgement.loss > 0) {
        assert_false(cn_action_equal(judged->played, judged->judgement.best));
        assert_true(judged->judgement.loss > 2 * judged->judgement.error);
        assert_true(judged->judgement.gain >= judged->judgement.loss);
    }
    told->last_line = judged->line;
    if (told->count == told->stop_at)
        atomic_store(&told->stop, 1);
}

static enum cn_analysis_end analyze(const char *text, size_t length, const struct cn_bot *bot,
                                    int seat, struct told *told, struct review_summary *analyzed)
{
    char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, text, length);
    FILE *file = fmemopen(copy, length, "rb");
    assert_non_null(file);
    *told = (struct told){.stop_at = told->stop_at};
    const struct review_options analysis = {.record = file,
                                            .bot = bot,
                                            .nodes = 300,
                                            .seat = seat,
                                            .told = tell,
                                            .context = told,
                                            .interrupted = &told->stop};
    const enum cn_analysis_end end = review_record(&analysis, analyzed);
    assert_int_equal(fclose(file), 0);
    free(copy);
    return end;
}

/* ---- one decision ---- */

/* Reviews a first discard, or without one advises, with 6,000 nodes, in slices of this many. */
static struct cn_review review_in_slices(int64_t slice, bool played)
{
    static struct cn_game game;
    static struct cn_duel duel;
    struct cn_rules rules;
    struct cn_review review;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    struct cn_review_work work = {.bot = cn_bot_find("search"), .duel = &duel};
    work.mind = calloc(1, work.bot->memory_size);
    assert_non_null(work.mind);
    assert_true(cn_rules_load(&rules, "laws1950"));
    cn_game_init(&game, law_of(&rules), 4, NULL);
    cn_seeded_deck(&rules, 4, "slices", 1, deck, &rng);
    assert_true(cn_game_deal(&game, 0, CN_NO_SEAT, deck, &rng, NULL));
    const int seat = cn_game_actor(&game);
    assert_true(
        cn_game_play(&game, seat, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL, NULL, NULL));
    const struct cn_view view = cn_game_view(&game, seat);
    struct cn_action first;
    cn_legal_list(&view, &first, 1);
    cn_review_start(&work, &view, played ? &first : NULL, 7, 6000);
    while (!cn_review_think(&work, slice)) {
    }
    cn_review_finish(&work, &review);
    free(work.mind);
    return review;
}

/* The browser reviews in slices, the command in one call. */
static void slices_make_no_difference(void **state)
{
    for (int played = 0; played < 2; played++) {
        const struct cn_review whole = review_in_slices(6000, played != 0);
        const struct cn_review sliced = review_in_slices(100, played != 0);
        assert_int_equal(whole.kind, CN_REVIEW_WEIGHED);
        assert_true(whole.worlds > 0 && whole.error > 0);
        assert_false(cn_action_equal(whole.best, whole.rival));
        assert_true(cn_action_equal(sliced.best, whole.best));
        assert_true(cn_action_equal(sliced.rival, whole.rival));
        assert_int_equal(sliced.kind, whole.kind);
        assert_int_equal(sliced.loss, whole.loss);
        assert_int_equal(sliced.gain, whole.gain);
        assert_int_equal(sliced.error, whole.error);
        assert_int_equal(sliced.worlds, whole.worlds);
        assert_int_equal(sliced.finding.any, whole.finding.any);
    }
}

/* What favours a move is true of the samples: clearly more of what is good, less of the rest,
 * and the other way round for the other move. */
static void findings_speak_for_the_better_move(void **state)
{
    static const bool good[CN_COURSES_ALL] = {
#define X(id, is_good) is_good,
        CN_COURSES(X)
#undef X
    };
    static struct cn_duel duel;
    struct cn_rng rng;
    int found = 0;
    cn_rng_init(&rng, 3);
    for (int i = 0; i < 4000; i++) {
        memset(&duel.of, 0, sizeof duel.of);
        duel.worlds = 10 + (int32_t)cn_rng_below(&rng, 200);
        for (int m = 0; m < CN_DUEL_MANNERS; m++)
            for (int at = 0; at < 2 * CN_DUEL_PLANS; at++) {
                struct cn_duel_tally *tally =
                    &duel.of[m].after[at / CN_DUEL_PLANS][at % CN_DUEL_PLANS];
                tally->points = (int64_t)cn_rng_below(&rng, 60000) - 30000;
                for (int course = 0; course < CN_COURSES_ALL; course++) {
                    tally->count[course] = (int32_t)cn_rng_below(&rng, (uint32_t)duel.worlds + 1);
                    tally->points_with[course] =
                        tally->points * tally->count[course] / duel.worlds +
                        (good[course] ? 100 : -100) * (int64_t)tally->count[course];
                }
            }
        const struct cn_finding one = cn_duel_finding(&duel, 0);
        found += one.any;
        if (!one.any)
            continue;
        assert_in_range(one.better, 0, 1000);
        assert_in_range(one.other, 0, 1000);
        assert_true(good[one.course] ? one.better >= one.other + 80 : one.better + 80 <= one.other);
        const struct cn_finding other = cn_duel_finding(&duel, 1);
        assert_true(!other.any || other.course != one.course);
    }
    assert_in_range(found, 1000, 4000);
}

static void findings_are_written_and_read(void **state)
{
    static const char *const damaged[] = {"",
                                          "NEXT_TAKES",
                                          "NEXT_TAKES.1",
                                          "WE.1.2",
                                          "NEXT_TAKES.1.",
                                          "NEXT_TAKES.1.2.",
                                          "WE_OUT.1001.2",
                                          "WE_OUT.-1.2",
                                          "SAFE_GONE"};
    struct cn_finding again;
    char text[CN_FINDING_TEXT];
    for (int course = 0; course < CN_COURSES_ALL; course++) {
        const struct cn_finding finding = {true, (enum cn_course)course, 1000, 37 * course};
        cn_finding_format(&finding, text);
        assert_true(cn_finding_parse(text, &again));
        assert_int_equal(again.course, course);
        assert_int_equal(again.better, 1000);
        assert_int_equal(again.other, 37 * course);
        for (int reason = 0; reason < CN_REASONS_ALL; reason++)
            assert_string_not_equal(text, cn_reason_name((enum cn_reason_id)reason));
    }
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++)
        assert_false(cn_finding_parse(damaged[i], &again));
    cn_finding_format(&(struct cn_finding){.any = false}, text);
    assert_string_equal(text, "");
}

static int64_t all_of(const struct cn_seat_judged *seat)
{
    int64_t all = 0;
    for (int kind = 0; kind < CN_REVIEW_KINDS; kind++)
        all += seat->decisions[kind];
    return all;
}

static void every_decision_is_judged_once(void **state)
{
    static struct review_summary once, again;
    struct arena_tally tally;
    size_t length;
    struct told told = {.stop_at = 0};
    char *text = simulate(3, &length, &tally);
    const struct cn_bot *bots[] = {&thinker, cn_bot_find("search")};
    for (int i = 0; i < 2 && bots[i] != NULL; i++) {
        assert_int_equal(analyze(text, length, bots[i], CN_NO_SEAT, &told, &once),
                         REVIEW_RECORD_DONE);
        assert_int_equal(told.count, tally.decisions);
        assert_int_equal(once.games, 3);
        assert_int_equal(once.deals, 3);
        assert_false(once.interrupted);
        int64_t all = 0;
        int64_t loss = 0;
        for (int seat = 0; seat < 4; seat++) {
            all += all_of(&once.seat[seat]);
            loss += once.seat[seat].loss;
            assert_int_equal(once.seat[seat].deals, 3);
            assert_true(once.seat[seat].decisions[CN_REVIEW_FORCED] > 0);
            assert_string_equal(once.name[seat], seat % 2 == 0 ? "greedy" : "expert");
        }
        assert_int_equal(all, tally.decisions);
        assert_int_equal(loss, told.loss);
        assert_int_equal(once.worst_count, REVIEW_RECORD_WORST);
        for (int w = 1; w < REVIEW_RECORD_WORST; w++)
            assert_true(once.worst[w - 1].judgement.loss >= once.worst[w].judgement.loss);
        assert_int_equal(analyze(text, length, bots[i], CN_NO_SEAT, &told, &again),
                         REVIEW_RECORD_DONE);
        assert_memory_equal(once.seat, again.seat, sizeof once.seat);
    }
    free(text);
}

static void one_seat_alone(void **state)
{
    static struct review_summary all, one;
    struct arena_tally tally;
    size_t length;
    struct told told = {.stop_at = 0};
    char *text = simulate(2, &length, &tally);
    analyze(text, length, &thinker, CN_NO_SEAT, &told, &all);
    analyze(text, length, &thinker, 2, &told, &one);
    assert_memory_equal(&one.seat[2], &all.seat[2], sizeof one.seat[2]);
    assert_int_equal(one.decisions, all_of(&all.seat[2]));
    free(text);
}

static void an_interruption_keeps_what_was_done(void **state)
{
    static struct review_summary analyzed;
    struct arena_tally tally;
    size_t length;
    struct told told = {.stop_at = 7};
    char *text = simulate(2, &length, &tally);
    assert_int_equal(analyze(text, length, &thinker, CN_NO_SEAT, &told, &analyzed),
                     REVIEW_RECORD_DONE);
    assert_true(analyzed.interrupted);
    assert_int_equal(analyzed.decisions, 7);
    free(text);
}

static void a_truncated_record_is_analyzed_to_its_end(void **state)
{
    static struct review_summary analyzed;
    struct arena_tally tally;
    size_t length;
    struct told told = {.stop_at = 0};
    char *text = simulate(1, &length, &tally);
    assert_int_equal(analyze(text, length / 2, &thinker, CN_NO_SEAT, &told, &analyzed),
                     REVIEW_RECORD_DAMAGED);
    assert_true(analyzed.decisions > 0 && analyzed.decisions < tally.decisions);
    assert_int_equal(analyze("nonsense\n", 9, &thinker, CN_NO_SEAT, &told, &analyzed),
                     REVIEW_RECORD_DAMAGED);
    assert_int_equal(analyzed.decisions, 0);
    free(text);
}

/* A meld undone and made again counts once, at its second place. */
static void undone_decisions_do_not_count(void **state)
{
    static struct review_summary analyzed;
    struct arena_tally tally;
    size_t length;
    struct told told = {.stop_at = 0};
    char *text = simulate(1, &length, &tally);
    char *meld = strstr(text, "{\"t\":\"meld\"");
    assert_non_null(meld);
    const size_t before = (size_t)(meld - text);
    const size_t line = (size_t)(strchr(meld, '\n') - meld) + 1;
    const int seat = atoi(strstr(meld, "\"seat\":") + 7);
    char undo[64];
    const int more = snprintf(undo, sizeof undo, "{\"t\":\"undo\",\"seat\":%d,\"n\":1}\n", seat);
    char *with = malloc(length + line + (size_t)more);
    assert_non_null(with);
    memcpy(with, text, before + line);
    memcpy(with + before + line, undo, (size_t)more);
    memcpy(with + before + line + (size_t)more, meld, length - before);
    assert_int_equal(
        analyze(with, length + line + (size_t)more, &thinker, CN_NO_SEAT, &told, &analyzed),
        REVIEW_RECORD_DONE);
    assert_int_equal(analyzed.decisions, tally.decisions);
    free(with);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_make_no_difference),
        cmocka_unit_test(findings_speak_for_the_better_move),
        cmocka_unit_test(findings_are_written_and_read),
        cmocka_unit_test(every_decision_is_judged_once),
        cmocka_unit_test(one_seat_alone),
        cmocka_unit_test(an_interruption_keeps_what_was_done),
        cmocka_unit_test(a_truncated_record_is_analyzed_to_its_end),
        cmocka_unit_test(undone_decisions_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
