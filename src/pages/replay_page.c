/* replay_page.c -- a record, step by step, with the best bot's judgement of its decisions. */
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "house_rules.h"
#include "page.h"
#include "pages.h"
#include "protocol/protocol.h"
#include "query.h"
#include "schema.h"
#include "timeline.h"

/* A decision that is being judged. */
struct judging {
    int decision; /* -1: none */
    struct cn_review_work work;
};

struct replay_page {
    struct timeline timeline;
    struct timeline_error fault;
    struct display display;
    struct judging judging;
    bool is_open;
};

struct replay_page *replay_page_open(void)
{
    struct replay_page *replay = calloc(1, sizeof *replay);
    if (replay != NULL)
        replay->judging.decision = -1;
    return replay;
}

void replay_page_close(struct replay_page *replay)
{
    if (replay == NULL)
        return;
    timeline_free(&replay->timeline);
    free(replay->judging.work.mind);
    free(replay->judging.work.duel);
    free(replay);
}

/* ---- opening ---- */

static void put_steps(struct cn__text *out, const struct timeline *timeline)
{
    cn__json_open(out, "steps", '[');
    for (int i = 0; i < timeline->step_count; i++) {
        const struct timeline_entry *step = &timeline->steps[i];
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "deal", step->deal);
        cn__json_seat(out, "seat", step->seat);
        cn__json_string(out, "type", step->type);
        cn__json_int(out, "decision", step->decision);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* Sets up enough of a display for the words of an action. */
static void look_at_table(struct replay_page *replay, int moment)
{
    const struct timeline *timeline = &replay->timeline;
    struct display *display = &replay->display;
    display->law = timeline->games[timeline->moments[moment].game].game.law;
    display->words = &timeline->scene.words;
    display->board = timeline->moments[moment].deal.board;
}

/* Describes an action in the third person: "add a six to the sixes". */
static void say_of_somebody(const struct replay_page *replay, struct cn_action action, char *text,
                            size_t size)
{
    cn_words_action(replay->display.words, replay->display.law, &replay->display.board, CN_NO_SEAT,
                    action, text, size);
}

static void put_decisions(struct replay_page *replay, struct cn__text *out)
{
    char string[CN_ACTION_TEXT];
    char text[SAY_SIZE];
    const struct timeline *timeline = &replay->timeline;
    cn__json_open(out, "decisions", '[');
    for (int i = 0; i < timeline->decision_count; i++) {
        const struct timeline_decision *decision = &timeline->decisions[i];
        look_at_table(replay, timeline_before(decision));
        cn_action_format(replay->display.law, decision->action, string);
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "step", decision->step);
        cn__json_int(out, "seat", decision->seat);
        cn__json_string(out, "action", string);
        say_of_somebody(replay, decision->action, text, sizeof text);
        cn__json_string(out, "text", text);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_deck(struct cn__text *out, const struct timeline_entry *step)
{
    char deck[2 * CN_CARDS_MAX + 1] = "";
    for (int i = 0; i < step->deck_count; i++) {
        char name[3];
        cn_card_format(step->deck[i], name);
        memcpy(deck + 2 * i, name, 3);
    }
    cn__json_string(out, "deck", deck);
}

static void put_deals(struct cn__text *out, const struct timeline *timeline)
{
    cn__json_open(out, "deals", '[');
    for (int i = 0; i < timeline->step_count; i++) {
        const struct timeline_entry *step = &timeline->steps[i];
        int last = i;
        if (strcmp(step->type, "deal") != 0)
            continue;
        while (last + 1 < timeline->step_count &&
               strcmp(timeline->steps[last + 1].type, "deal") != 0)
            last++;
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "deal", step->deal);
        cn__json_int(out, "first", i);
        cn__json_int(out, "last", last);
        put_deck(out, step);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_record(struct replay_page *replay, struct cn__text *out)
{
    const struct timeline *timeline = &replay->timeline;
    const struct timeline_game *begun = &timeline->games[0];
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "rules", begun->game.law->rules.name);
    pages_house(out, &begun->game.law->rules);
    cn__json_int(out, "players", begun->game.players);
    cn__json_open(out, "names", '[');
    for (int seat = 0; seat < begun->game.players; seat++)
        cn__json_string(out, NULL, begun->names[seat]);
    cn__json_close(out, ']');
    cn__json_open(out, "people", '[');
    for (int seat = 0; seat < begun->game.players; seat++)
        cn__json_string(out, NULL, (begun->named >> seat & 1) != 0 ? begun->names[seat] : "");
    cn__json_close(out, ']');
    cn__json_int(out, "bottom", begun->bottom);
    cn__json_string(out, "seed", timeline->seed);
    put_steps(out, timeline);
    put_decisions(replay, out);
    put_deals(out, timeline);
    cn__json_close(out, '}');
}

static void answer_open(struct replay_page *replay, const json_t *question, struct cn__text *out)
{
    const char *record = query_text(question, "record");
    const char *language = query_text(question, "language");
    struct cn_words words;
    if (record == NULL || language == NULL || !cn_words_find(language, &words)) {
        query_error(out, record == NULL ? "record" : "language");
        return;
    }
    replay->judging.decision = -1;
    replay->is_open =
        timeline_read(&replay->timeline, record, strlen(record), &words, &replay->fault);
    if (replay->is_open) {
        put_record(replay, out);
        return;
    }
    if (replay->timeline.no_memory) {
        query_error(out, "memory");
        return;
    }
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "line", replay->fault.line);
    cn__json_string(out, "text", replay->fault.text);
    cn__json_close(out, '}');
}

/* ---- looking ---- */

static void look(struct replay_page *replay, int step, int seat)
{
    timeline_show(&replay->timeline, step, seat);
    display_of(&replay->timeline.scene, seat == CN_NO_SEAT ? 0 : seat, &replay->display);
    replay->display.letters = PAGES_LETTERS;
    if (replay->display.stage != CN_STAGE_IN_DEAL)
        replay->display.board.phase = CN_PHASE_ENDED;
}

static void answer_at(struct replay_page *replay, const json_t *question, struct cn__text *out)
{
    const struct timeline *timeline = &replay->timeline;
    const char *all = query_text(question, "seat");
    const bool open = all != NULL && strcmp(all, "open") == 0;
    int seat = CN_NO_SEAT;
    int64_t step;
    if (!cn__get_int(question, "step", 0, timeline->step_count, &step, NULL) ||
        (!open && !query_seat(question, timeline->games[0].game.players, &seat))) {
        query_error(out, "at");
        return;
    }
    look(replay, (int)step, seat);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "number", step);
    cn__json_bool(out, "has", true);
    page_write(out, &replay->display);
    if (open)
        page_write_all_hands(out, &timeline->scene.game);
    cn__json_close(out, '}');
}

/* ---- judging ---- */

static struct cn_view view_before(const struct timeline *timeline,
                                  const struct timeline_decision *decision)
{
    const struct timeline_state *moment = &timeline->moments[timeline_before(decision)];
    return cn_deal_view(timeline->games[moment->game].game.law, &moment->deal, decision->seat);
}

static bool begin_judging(struct replay_page *replay, int number)
{
    struct judging *judging = &replay->judging;
    struct cn_review_work *work = &judging->work;
    const struct timeline *timeline = &replay->timeline;
    const struct timeline_decision *decision = &timeline->decisions[number];
    const struct cn_view view = view_before(timeline, decision);
    work->bot = cn_bot_find(cn_level_best()->bot);
    if (work->mind == NULL)
        work->mind = calloc(1, work->bot->memory_size);
    if (work->duel == NULL)
        work->duel = calloc(1, sizeof *work->duel);
    if (work->mind == NULL || work->duel == NULL)
        return false;
    judging->decision = number;
    cn_review_start(work, &view, &decision->action, (uint64_t)timeline->steps[decision->step].line,
                    CN_REVIEW_NODES);
    return true;
}

static void put_judgement(struct replay_page *replay, struct cn__text *out)
{
    static const char *const kinds[CN_REVIEW_KINDS] = {[CN_REVIEW_FORCED] = "forced",
                                                       [CN_REVIEW_WEIGHED] = "weighed",
                                                       [CN_REVIEW_UNKNOWN] = "unknown"};
    struct judging *judging = &replay->judging;
    const struct timeline_decision *decision = &replay->timeline.decisions[judging->decision];
    struct cn_review judgement;
    char string[CN_ACTION_TEXT];
    char text[SAY_SIZE];
    cn_review_finish(&judging->work, &judgement);
    look(replay, timeline_before(decision), decision->seat);
    cn__json_string(out, "kind", kinds[judgement.kind]);
    if (!judging->work.thinks && judgement.kind == CN_REVIEW_UNKNOWN)
        return;
    cn_action_format(replay->display.law, judgement.best, string);
    cn__json_string(out, "best", string);
    say_of_somebody(replay, judgement.best, text, sizeof text);
    cn__json_string(out, "bestText", text);
    cn__json_int(out, "loss", judgement.loss);
    cn__json_int(out, "error", judgement.error);
    cn__json_int(out, "worlds", judgement.worlds);
    words_reason(&replay->display, judgement.best, text, sizeof text);
    cn__json_string(out, "reason", words_capitalize(text, sizeof text));
    if (judgement.finding.any)
        cn__json_string(out, "found",
                        words_found(replay->display.words, &judgement.finding, text, sizeof text));
}

static void answer_judge(struct replay_page *replay, const json_t *question, struct cn__text *out)
{
    int64_t number;
    int64_t nodes;
    if (!cn__get_int(question, "decision", 0, replay->timeline.decision_count - 1, &number, NULL) ||
        !cn__get_int(question, "nodes", 1, INT64_MAX, &nodes, NULL)) {
        query_error(out, "judge");
        return;
    }
    if (cn_value_net_default() == NULL) {
        query_error(out, "value.net");
        return;
    }
    if (replay->judging.decision != number && !begin_judging(replay, (int)number)) {
        query_error(out, "memory");
        return;
    }
    const bool done = cn_review_think(&replay->judging.work, nodes);
    cn__json_open(out, NULL, '{');
    cn__json_bool(out, "done", done);
    if (done) {
        put_judgement(replay, out);
        replay->judging.decision = -1;
    }
    cn__json_close(out, '}');
}

/* ---- luck ---- */

/* Follows a deal from its step to the end, undone draws included. */
static bool measure(const struct timeline *timeline, int first, struct cn_meter *meter)
{
    const struct timeline_state *moments = timeline->moments;
    const struct timeline_game *begun = &timeline->games[moments[first + 1].game];
    struct cn_meter_course *course = calloc(1, sizeof *course);
    int last = first + 1;
    if (course == NULL)
        return false;
    cn_meter_begin(course, begun->game.law, &moments[last].deal);
    for (; last < timeline->step_count && strcmp(timeline->steps[last].type, "deal") != 0; last++)
        cn_meter_follow(course, begun->game.law, &moments[last].deal, &moments[last + 1].deal);
    *meter = course->now;
    free(course);
    return moments[last].deal.board.phase == CN_PHASE_ENDED;
}

/* The step of a deal, by its index; -1 if it was set up as a position: then nothing was dealt. */
static int step_of_deal(const struct timeline *timeline, int index)
{
    for (int i = 0; i < timeline->step_count; i++)
        if (strcmp(timeline->steps[i].type, "deal") == 0 && index-- == 0)
            return timeline->steps[i].deck_count > 0 ? i : -1;
    return -1;
}

static void answer_luck(struct replay_page *replay, const json_t *question, struct cn__text *out)
{
    struct timeline *timeline = &replay->timeline;
    int64_t index;
    int seat;
    if (!cn__get_int(question, "deal", 0, timeline->step_count, &index, NULL) ||
        !query_seat(question, timeline->games[0].game.players, &seat) || seat == CN_NO_SEAT) {
        query_error(out, "deal-luck");
        return;
    }
    struct cn_meter meter;
    const int first = step_of_deal(timeline, (int)index);
    int last = first + 1;
    const bool known = first >= 0 && measure(timeline, first, &meter);
    while (last < timeline->step_count && strcmp(timeline->steps[last].type, "deal") != 0)
        last++;
    timeline_show(timeline, known ? last : 0, CN_NO_SEAT);
    timeline->scene.metered = known ? timeline->scene.game.deal_number : 0;
    if (known)
        timeline->scene.meter = meter;
    page_write_luck(out, question, &timeline->scene, timeline->scene.game.deal.board.side[seat]);
}

/* ---- questions ---- */

static void answer_question(struct replay_page *replay, const json_t *question,
                            struct cn__text *answer)
{
    const char *what = query_text(question, "do");
    if (what == NULL)
        query_error(answer, "question");
    else if (strcmp(what, "open") == 0)
        answer_open(replay, question, answer);
    else if (!replay->is_open)
        query_error(answer, "record");
    else if (strcmp(what, "at") == 0)
        answer_at(replay, question, answer);
    else if (strcmp(what, "deal-luck") == 0)
        answer_luck(replay, question, answer);
    else if (strcmp(what, "judge") == 0)
        answer_judge(replay, question, answer);
    else
        query_error(answer, "do");
}

void replay_page_query(struct replay_page *replay, const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    answer_question(replay, question, answer);
    SCHEMA_CHECK(question, answer, before);
}
