#include "timeline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "page.h"
#include "protocol/protocol.h"

/* What is known while the record is read. */
struct reader {
    struct pages_course *course;
    struct cn_reader *replay;
    struct pages_fault *fault;
    const struct cn_words *words;
    bool failed;
    /* the line in hand */
    bool any, cut; /* cut: the deal that comes has been cut */
    struct cn_event first;
    cn_card deck[CN_CARDS_MAX];
    int standing; /* decisions before it */
    int64_t games;
    /* of the deal in hand */
    int32_t told_id;
    int last_news; /* -1: none */
    int first_sheet;
};

/* ---- room ---- */

/* The array with room for one more thing of a size. Without memory it is as it was, and 'no_memory' says so. */
static void *more(struct pages_course *course, void *array, int count, int *size, size_t each)
{
    if (count < *size)
        return array;
    const int wanted = *size < 64 ? 64 : 2 * *size;
    void *grown = realloc(array, (size_t)wanted * each);
    if (grown == NULL) {
        course->no_memory = true;
        return array;
    }
    *size = wanted;
    return grown;
}

/* Is there room for one more? */
#define ROOM(course, array, count, size)                                                 \
    ((course)->array = more((course), (course)->array, (course)->count, &(course)->size, \
                            sizeof *(course)->array),                                    \
     (course)->count < (course)->size)

/* ---- keeping ---- */

static void keep_news(struct reader *r)
{
    struct pages_course *course = r->course;
    const struct scene *scene = &course->scene;
    for (int i = 0; i < scene->news_count; i++) {
        if (scene->news[i].id <= r->told_id)
            continue;
        if (!ROOM(course, news, news_count, news_size))
            return;
        course->news[course->news_count] = (struct pages_news){scene->news[i], r->last_news};
        r->last_news = course->news_count++;
        r->told_id = scene->news[i].id;
    }
}

static void keep_sheet(struct reader *r)
{
    struct pages_course *course = r->course;
    const struct cn_score_sheet *sheet = &course->scene.sheet;
    while (course->sheet_count - r->first_sheet < sheet->count) {
        if (!ROOM(course, sheet, sheet_count, sheet_size))
            return;
        memcpy(course->sheet[course->sheet_count],
               sheet->deal[course->sheet_count - r->first_sheet], sizeof *course->sheet);
        course->sheet_count++;
    }
}

static void keep_moment(struct reader *r)
{
    struct pages_course *course = r->course;
    const struct cn_game *game = &course->scene.game;
    keep_news(r);
    keep_sheet(r);
    if (course->no_memory || !ROOM(course, moments, moment_count, moment_size))
        return;
    struct pages_moment *moment = &course->moments[course->moment_count++];
    memset(moment, 0, sizeof *moment);
    moment->deal = game->deal;
    moment->cards = game->cards;
    memcpy(moment->score, game->score, sizeof moment->score);
    moment->deals = game->deals;
    moment->dealing = game->dealing;
    moment->upcards = game->upcards;
    moment->winner = game->winner;
    moment->game = course->game_count - 1;
    moment->news = r->last_news;
    moment->sheet = r->first_sheet;
    moment->sheet_count = course->sheet_count - r->first_sheet;
    moment->turn = course->scene.turn;
}

static void keep_decision(struct reader *r)
{
    struct pages_course *course = r->course;
    struct pages_step *step = &course->steps[course->step_count - 1];
    struct cn_decision replayed;
    if (!ROOM(course, decisions, decision_count, decision_size))
        return;
    cn_reader_decision(r->replay, cn_reader_decisions(r->replay) - 1, &replayed);
    step->decision = course->decision_count;
    course->decisions[course->decision_count++] =
        (struct pages_decision){course->step_count - 1, replayed.seat, replayed.action};
}

/* What a seat has caused, and the table after it. */
static struct pages_step *keep_step(struct reader *r, const char *type, int seat)
{
    struct pages_course *course = r->course;
    if (course->step_count == PAGES_STEPS_MAX) {
        course->too_long = true;
        return NULL;
    }
    if (!ROOM(course, steps, step_count, step_size))
        return NULL;
    struct pages_step *step = &course->steps[course->step_count++];
    memset(step, 0, sizeof *step);
    step->type = type;
    step->seat = seat;
    step->deal = course->scene.game.deals;
    step->decision = -1;
    step->line = cn_reader_line(r->replay);
    keep_moment(r);
    return step;
}

/* ---- hearing ---- */

static void hear(void *context, const struct cn_event *event)
{
    struct reader *r = context;
    struct scene *scene = &r->course->scene;
    if (!r->any) {
        r->any = true;
        r->first = *event;
        if (event->type == CN_EVENT_DEAL) {
            memcpy(r->deck, event->cards, (size_t)event->card_count);
            if (!r->cut)
                scene_new_deal(scene);
            if (!r->cut)
                r->last_news = -1;
            r->cut = false;
        }
    }
    scene_apply_event(scene, event, cn_reader_game(r->replay));
}

static void keep_fault(void *context, const struct cn_report *report)
{
    struct reader *r = context;
    if (r->failed || report->kind == CN_REPORT_UNKNOWN)
        return;
    r->failed = true;
    r->fault->line = report->line;
    cn_words_report(report, r->words, r->fault->text, sizeof r->fault->text);
}

/* ---- lines ---- */

/* A record calls a bot by its level. Here it is called as at the table, by where it is, seen by the first person. */
static void name_seats(const struct reader *r, struct pages_begun *begun)
{
    const struct cn_game *game = &begun->game;
    int bottom = 0;
    for (int seat = game->players - 1; seat >= 0; seat--) {
        const struct cn_level *level = cn_level_find(cn_reader_name(r->replay, seat));
        begun->levels[seat] = level != NULL ? level->name : NULL;
        bottom = level == NULL ? seat : bottom;
    }
    begun->bottom = bottom;
    for (int seat = 0; seat < game->players; seat++) {
        const char *name = begun->levels[seat] == NULL ? cn_reader_name(r->replay, seat) : "";
        if (plain_text_clean(name, strlen(name), NAME_SIZE, begun->names[seat], NAME_SIZE) > 0)
            begun->named |= 1u << seat;
        else
            words_compass(r->words, (enum cn_direction)game->rules.direction, game->players, bottom,
                          seat, begun->names[seat], NAME_SIZE);
    }
}

/* Was anything played in the latest game? */
static bool is_played(const struct pages_course *course)
{
    return course->step_count > 0 &&
           course->moments[course->moment_count - 1].game == course->game_count - 1;
}

/* A game of which nothing was played makes room: lines cost little, and what is kept of a game does not. */
static bool room_for_game(struct pages_course *course)
{
    if (course->game_count > 0 && !is_played(course))
        course->game_count--;
    if (course->game_count == 0)
        course->moment_count = 0;
    course->too_long = course->game_count == PAGES_GAMES_MAX;
    return !course->too_long && ROOM(course, games, game_count, game_size);
}

static void begin_game(struct reader *r)
{
    struct pages_course *course = r->course;
    const struct cn_game *game = cn_reader_game(r->replay);
    const char *seed = cn_reader_seed(r->replay);
    r->games = cn_reader_counts(r->replay)->games;
    if (game == NULL || !room_for_game(course))
        return;
    struct pages_begun *begun = &course->games[course->game_count++];
    memset(begun, 0, sizeof *begun);
    begun->game = *game;
    name_seats(r, begun);
    if (course->game_count == 1)
        snprintf(course->seed, sizeof course->seed, "%s", seed != NULL ? seed : "");
    scene_free(&course->scene);
    scene_init(&course->scene, r->words, CN_NO_SEAT);
    course->scene.game = *game;
    course->scene.last_id = r->told_id;
    r->last_news = -1;
    r->first_sheet = course->sheet_count;
    if (course->moment_count == 0)
        keep_moment(r);
}

static int number_at(const json_t *line, const char *key)
{
    const json_t *value = json_object_get(line, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : 0;
}

/* What was taken back is no news any more. */
static void go_back(struct reader *r)
{
    const struct scene *scene = &r->course->scene;
    const int left = scene->news_count - 2; /* the latest tells of the taking back */
    const int32_t id = left >= 0 ? scene->news[left].id : 0;
    while (r->last_news >= 0 && r->course->news[r->last_news].news.id > id)
        r->last_news = r->course->news[r->last_news].before;
}

/* Lines that no event tells of. */
static void follow_quiet(struct reader *r, const char *text, size_t length)
{
    struct scene *scene = &r->course->scene;
    json_t *line = json_loadb(text, length, 0, NULL);
    const char *type = json_string_value(json_object_get(line, "t"));
    const int seat = number_at(line, "seat");
    if (type != NULL && strcmp(type, "cut") == 0) {
        scene_cut(scene, seat, number_at(line, "k"));
        r->last_news = -1;
        r->cut = true;
    } else if (type != NULL && strcmp(type, "undo") == 0) {
        scene_undo(scene, cn_reader_game(r->replay), seat, number_at(line, "n"));
        go_back(r);
        keep_step(r, "undo", seat);
    } else if (type != NULL && strcmp(type, "position") == 0) {
        scene_new_deal(scene);
        scene->game = *cn_reader_game(r->replay);
        r->last_news = -1;
        keep_step(r, "deal", CN_NO_SEAT);
    }
    json_decref(line);
}

static void follow_line(struct reader *r, const char *text, size_t length)
{
    if (cn_reader_counts(r->replay)->games != r->games) {
        begin_game(r);
    } else if (!r->any) {
        follow_quiet(r, text, length);
    } else if (r->first.type == CN_EVENT_DEAL) {
        struct pages_step *step = keep_step(r, "deal", CN_NO_SEAT);
        if (step == NULL)
            return;
        step->deck_count = r->first.card_count;
        memcpy(step->deck, r->deck, sizeof step->deck);
    } else if (cn_reader_decisions(r->replay) > r->standing) {
        if (keep_step(r, pages_news_name(r->first.type), r->first.seat) != NULL)
            keep_decision(r);
    } else {
        follow_quiet(r, text, length);
    }
}

static bool read_lines(struct reader *r, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end && !r->failed && !r->course->no_memory && !r->course->too_long) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *next = newline != NULL ? newline + 1 : end;
        r->any = false;
        r->standing = cn_reader_decisions(r->replay);
        if (cn_reader_step(r->replay) != CN_STEP_LINE)
            return false;
        if (!r->failed && cn_reader_game(r->replay) != NULL && !cn_reader_failed(r->replay))
            follow_line(r, text, (size_t)(next - text));
        text = next;
    }
    return !r->failed && !r->course->no_memory && !r->course->too_long && r->course->step_count > 0;
}

bool pages_course_read(struct pages_course *course, const char *record, size_t length,
                       const struct cn_words *words, struct pages_fault *fault)
{
    struct reader *r = calloc(1, sizeof *r);
    const struct cn_observer sink = {hear, r};
    bool done = false;
    pages_course_free(course);
    scene_init(&course->scene, words, CN_NO_SEAT);
    memset(fault, 0, sizeof *fault);
    if (r == NULL)
        return false;
    r->course = course;
    r->fault = fault;
    r->words = words;
    r->replay = cn_reader_open_text(record, length, keep_fault, r);
    if (r->replay != NULL) {
        cn_reader_observe(r->replay, &sink);
        done = read_lines(r, record, length);
    }
    if (!done && !r->failed && !course->no_memory && r->replay != NULL) {
        fault->line = cn_reader_line(r->replay) > 0 ? cn_reader_line(r->replay) : 1;
        cn_words_lookup(words, course->too_long ? "web.replay.long" : "web.replay.empty",
                        fault->text, sizeof fault->text);
    }
    cn_reader_close(r->replay);
    free(r);
    return done;
}

void pages_course_free(struct pages_course *course)
{
    scene_free(&course->scene);
    free(course->games);
    free(course->moments);
    free(course->steps);
    free(course->decisions);
    free(course->news);
    free(course->sheet);
    memset(course, 0, sizeof *course);
}

/* ---- looking ---- */

/* The latest of them, in their order. */
static void put_news(const struct pages_course *course, int last, struct scene *scene)
{
    int count = 0;
    for (int i = last; i >= 0 && count < NEWS_MAX; i = course->news[i].before)
        count++;
    scene->news_count = count;
    for (int i = last; count > 0; i = course->news[i].before)
        scene->news[--count] = course->news[i].news;
}

void pages_course_at(struct pages_course *course, int step, int seat)
{
    const struct pages_moment *moment = &course->moments[step];
    const struct pages_begun *begun = &course->games[moment->game];
    struct scene *scene = &course->scene;
    const struct cn_words words = scene->words;
    scene_free(scene);
    scene_init(scene, &words, seat);
    scene->game = begun->game;
    scene->game.deal = moment->deal;
    scene->game.cards = moment->cards;
    memcpy(scene->game.score, moment->score, sizeof moment->score);
    scene->game.deals = moment->deals;
    scene->game.dealing = moment->dealing;
    scene->game.upcards = moment->upcards;
    scene->game.winner = moment->winner;
    scene->turn = moment->turn;
    for (int i = 0; i < begun->game.players; i++)
        scene_set_name(scene, i, begun->names[i], begun->levels[i]);
    put_news(course, moment->news, scene);
    for (int i = 0; i < moment->sheet_count; i++)
        cn_score_sheet_add(&scene->sheet, course->sheet[moment->sheet + i], begun->game.sides);
}
