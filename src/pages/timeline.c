#include "timeline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "page.h"
#include "protocol/protocol.h"

/* State while the record is read. */
struct reader {
    struct timeline *timeline;
    struct cn_reader *replay;
    struct timeline_error *fault;
    const struct cn_words *words;
    bool failed;
    /* cut: the next deal has been cut */
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

/* Makes room for one more element of an array of the timeline; sets timeline->no_memory if that
 * fails. */
static bool make_room(struct timeline *timeline, void *array, int count, size_t *capacity,
                      size_t each)
{
    if (!cn__array_grow(array, capacity, (size_t)count + 1, each))
        timeline->no_memory = true;
    return !timeline->no_memory;
}

#define ROOM(timeline, array, count, capacity)                                        \
    make_room(timeline, &(timeline)->array, (timeline)->count, &(timeline)->capacity, \
              sizeof *(timeline)->array)

/* ---- keeping ---- */

static void keep_news(struct reader *r)
{
    struct timeline *timeline = r->timeline;
    const struct scene *scene = &timeline->scene;
    for (int i = 0; i < scene->news_count; i++) {
        if (scene->news[i].id <= r->told_id)
            continue;
        if (!ROOM(timeline, news, news_count, news_size))
            return;
        timeline->news[timeline->news_count] = (struct timeline_news){scene->news[i], r->last_news};
        r->last_news = timeline->news_count++;
        r->told_id = scene->news[i].id;
    }
}

static void keep_sheet(struct reader *r)
{
    struct timeline *timeline = r->timeline;
    const struct cn_score_sheet *sheet = &timeline->scene.sheet;
    while (timeline->sheet_count - r->first_sheet < sheet->count) {
        if (!ROOM(timeline, sheet, sheet_count, sheet_size))
            return;
        memcpy(timeline->sheet[timeline->sheet_count],
               sheet->deal[timeline->sheet_count - r->first_sheet], sizeof *timeline->sheet);
        timeline->sheet_count++;
    }
}

static void keep_moment(struct reader *r)
{
    struct timeline *timeline = r->timeline;
    const struct cn_game *game = &timeline->scene.game;
    keep_news(r);
    keep_sheet(r);
    if (timeline->no_memory || !ROOM(timeline, moments, moment_count, moment_size))
        return;
    struct timeline_state *moment = &timeline->moments[timeline->moment_count++];
    memset(moment, 0, sizeof *moment);
    moment->deal = game->deal;
    moment->cards = game->cards;
    memcpy(moment->score, game->score, sizeof moment->score);
    moment->deals = game->deal_number;
    moment->dealing = game->in_deal;
    moment->upcards = game->starting_pile;
    moment->winner = game->winner;
    moment->game = timeline->game_count - 1;
    moment->news = r->last_news;
    moment->sheet = r->first_sheet;
    moment->sheet_count = timeline->sheet_count - r->first_sheet;
    moment->turn = timeline->scene.turn;
}

static void keep_decision(struct reader *r)
{
    struct timeline *timeline = r->timeline;
    struct timeline_entry *step = &timeline->steps[timeline->step_count - 1];
    struct cn_decision replayed;
    if (!ROOM(timeline, decisions, decision_count, decision_size))
        return;
    cn_reader_decision(r->replay, cn_reader_decisions(r->replay) - 1, &replayed);
    step->decision = timeline->decision_count;
    timeline->decisions[timeline->decision_count++] =
        (struct timeline_decision){timeline->step_count - 1, replayed.seat, replayed.action};
}

/* Records a step that a seat caused, and the table after it. */
static struct timeline_entry *keep_step(struct reader *r, const char *type, int seat)
{
    struct timeline *timeline = r->timeline;
    if (timeline->step_count == TIMELINE_ENTRIES_MAX) {
        timeline->too_long = true;
        return NULL;
    }
    if (!ROOM(timeline, steps, step_count, step_size))
        return NULL;
    scene_settle(&timeline->scene, cn_reader_game(r->replay));
    struct timeline_entry *step = &timeline->steps[timeline->step_count++];
    memset(step, 0, sizeof *step);
    step->type = type;
    step->seat = seat;
    step->deal = timeline->scene.game.deal_number;
    step->decision = -1;
    step->line = cn_reader_line(r->replay);
    keep_moment(r);
    return step;
}

/* ---- events ---- */

static void hear(void *context, const struct cn_event *event)
{
    struct reader *r = context;
    struct scene *scene = &r->timeline->scene;
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

/* A record names a bot by its level. Here it is named after its place, as at the table, seen by the
 * first person. */
static void name_seats(const struct reader *r, struct timeline_game *begun)
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
            words_compass(r->words, (enum cn_direction)game->law->rules.direction, game->players,
                          bottom, seat, begun->names[seat], NAME_SIZE);
    }
}

/* Returns whether anything was played in the latest game. */
static bool is_played(const struct timeline *timeline)
{
    return timeline->step_count > 0 &&
           timeline->moments[timeline->moment_count - 1].game == timeline->game_count - 1;
}

/* A game in which nothing was played is replaced: reading lines is cheap, storing games is not. */
static bool room_for_game(struct timeline *timeline)
{
    if (timeline->game_count > 0 && !is_played(timeline))
        free(timeline->games[--timeline->game_count].law);
    if (timeline->game_count == 0)
        timeline->moment_count = 0;
    timeline->too_long = timeline->game_count == TIMELINE_GAMES_MAX;
    return !timeline->too_long && ROOM(timeline, games, game_count, game_size);
}

static void begin_game(struct reader *r)
{
    struct timeline *timeline = r->timeline;
    const struct cn_game *game = cn_reader_game(r->replay);
    const char *seed = cn_reader_seed(r->replay);
    r->games = cn_reader_counts(r->replay)->games;
    if (game == NULL || !room_for_game(timeline))
        return;
    struct cn_law *law = malloc(sizeof *law);
    if (law == NULL) {
        timeline->no_memory = true;
        return;
    }
    struct timeline_game *begun = &timeline->games[timeline->game_count++];
    memset(begun, 0, sizeof *begun);
    begun->law = law;
    cn_game_copy_with_law(&begun->game, law, game);
    name_seats(r, begun);
    if (timeline->game_count == 1)
        snprintf(timeline->seed, sizeof timeline->seed, "%s", seed != NULL ? seed : "");
    scene_free(&timeline->scene);
    scene_init(&timeline->scene, r->words, CN_NO_SEAT);
    timeline->scene.review = true;
    timeline->scene.game = *game;
    timeline->scene.last_id = r->told_id;
    r->last_news = -1;
    r->first_sheet = timeline->sheet_count;
    if (timeline->moment_count == 0)
        keep_moment(r);
}

/* The record's reader has accepted the line, so the number exists unless the line has no such key.
 */
static int number_at(const json_t *line, const char *key)
{
    int64_t number = 0;
    cn__get_int(line, key, 0, INT32_MAX, &number, NULL);
    return (int)number;
}

/* Undone actions are removed from the news. */
static void go_back(struct reader *r)
{
    const struct scene *scene = &r->timeline->scene;
    const int left = scene->news_count - 2; /* the latest one reports the undo */
    const int32_t id = left >= 0 ? scene->news[left].id : 0;
    while (r->last_news >= 0 && r->timeline->news[r->last_news].news.id > id)
        r->last_news = r->timeline->news[r->last_news].before;
}

/* Handles lines that cause no event. */
static void follow_quiet(struct reader *r, const char *text, size_t length)
{
    struct scene *scene = &r->timeline->scene;
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
        struct timeline_entry *step = keep_step(r, "deal", CN_NO_SEAT);
        if (step == NULL)
            return;
        step->deck_count = r->first.card_count;
        memcpy(step->deck, r->deck, sizeof step->deck);
    } else if (cn_reader_decisions(r->replay) > r->standing) {
        if (keep_step(r, scene_news_name(r->first.type), r->first.seat) != NULL)
            keep_decision(r);
    } else {
        follow_quiet(r, text, length);
    }
}

static bool read_lines(struct reader *r, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end && !r->failed && !r->timeline->no_memory && !r->timeline->too_long) {
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
    return !r->failed && !r->timeline->no_memory && !r->timeline->too_long &&
           r->timeline->step_count > 0;
}

bool timeline_read(struct timeline *timeline, const char *record, size_t length,
                   const struct cn_words *words, struct timeline_error *fault)
{
    struct reader *r = calloc(1, sizeof *r);
    const struct cn_observer observer = {hear, r};
    bool done = false;
    timeline_free(timeline);
    scene_init(&timeline->scene, words, CN_NO_SEAT);
    memset(fault, 0, sizeof *fault);
    if (r == NULL)
        return false;
    r->timeline = timeline;
    r->fault = fault;
    r->words = words;
    r->replay = cn_reader_open_text(record, length, keep_fault, r);
    if (r->replay != NULL) {
        cn_reader_observe(r->replay, &observer);
        done = read_lines(r, record, length);
    }
    if (!done && !r->failed && !timeline->no_memory && r->replay != NULL) {
        fault->line = cn_reader_line(r->replay) > 0 ? cn_reader_line(r->replay) : 1;
        cn_words_lookup(words, timeline->too_long ? "web.replay.long" : "web.replay.empty",
                        fault->text, sizeof fault->text);
    }
    cn_reader_close(r->replay); /* also frees the law of the scene's game */
    timeline->scene.game.law = timeline->game_count > 0 ? timeline->games[0].law : NULL;
    free(r);
    return done;
}

void timeline_free(struct timeline *timeline)
{
    scene_free(&timeline->scene);
    for (int i = 0; i < timeline->game_count; i++)
        free(timeline->games[i].law);
    free(timeline->games);
    free(timeline->moments);
    free(timeline->steps);
    free(timeline->decisions);
    free(timeline->news);
    free(timeline->sheet);
    memset(timeline, 0, sizeof *timeline);
}

/* ---- looking ---- */

/* Puts the latest news into the scene, in their order. */
static void put_news(const struct timeline *timeline, int last, struct scene *scene)
{
    int count = 0;
    for (int i = last; i >= 0 && count < NEWS_MAX; i = timeline->news[i].before)
        count++;
    scene->news_count = count;
    for (int i = last; count > 0; i = timeline->news[i].before)
        scene->news[--count] = timeline->news[i].news;
}

void timeline_show(struct timeline *timeline, int step, int seat)
{
    const struct timeline_state *moment = &timeline->moments[step];
    const struct timeline_game *begun = &timeline->games[moment->game];
    struct scene *scene = &timeline->scene;
    const struct cn_words words = scene->words;
    scene_free(scene);
    scene_init(scene, &words, seat);
    scene->review = true;
    scene->game = begun->game;
    scene->game.deal = moment->deal;
    scene->game.cards = moment->cards;
    memcpy(scene->game.score, moment->score, sizeof moment->score);
    scene->game.deal_number = moment->deals;
    scene->game.in_deal = moment->dealing;
    scene->game.starting_pile = moment->upcards;
    scene->game.winner = moment->winner;
    scene->turn = moment->turn;
    for (int i = 0; i < begun->game.players; i++)
        scene_set_name(scene, i, begun->names[i], begun->levels[i]);
    put_news(timeline, moment->news, scene);
    for (int i = 0; i < moment->sheet_count; i++)
        cn_score_sheet_add(&scene->sheet, timeline->sheet[moment->sheet + i], begun->game.sides);
}
