#include "analyze.h"

#include <stdlib.h>
#include <string.h>

/* A decision of the deal in hand, as it will be judged once the deal is over: until then it can be
 * withdrawn. */
struct pending {
    struct cn_deal before;
    struct cn_action action;
    int64_t line;
    int seat;
};

struct analyst {
    const struct review_options *analysis;
    struct review_summary *analyzed;
    struct cn_reader *replay;
    void *mind;
    struct cn_duel duel;
    struct cn_law law; /* of the game in hand */
    struct pending *pending;
    int count;
    size_t capacity;
    int64_t game, deal; /* as the replay has counted them; 'deal' counts the deals of all games */
    int64_t first_deal; /* … before the game */
};

static bool is_interrupted(const struct analyst *a)
{
    return a->analysis->interrupted != NULL && atomic_load(a->analysis->interrupted) != 0;
}

/* ---- one decision ---- */

static void judge(struct analyst *a, const struct pending *p, struct reviewed_decision *judged)
{
    struct cn_review_work work = {.bot = a->analysis->bot, .mind = a->mind, .duel = &a->duel};
    const struct cn_view view = cn_deal_view(&a->law, &p->before, p->seat);
    *judged = (struct reviewed_decision){.line = p->line,
                                         .game = a->game,
                                         .deal = a->deal - a->first_deal,
                                         .seat = p->seat,
                                         .played = p->action,
                                         .board = p->before.board,
                                         .law = a->law};
    cn_review_start(&work, &view, &p->action, (uint64_t)p->line, a->analysis->nodes);
    cn_review_think(&work, a->analysis->nodes);
    cn_review_finish(&work, &judged->judgement);
}

/* ---- adding up ---- */

static void keep_worst(struct review_summary *analyzed, const struct reviewed_decision *judged)
{
    int at = analyzed->worst_count;
    if (judged->judgement.loss <= 0)
        return;
    while (at > 0 && analyzed->worst[at - 1].judgement.loss < judged->judgement.loss)
        at--;
    if (at == REVIEW_RECORD_WORST)
        return;
    if (analyzed->worst_count < REVIEW_RECORD_WORST)
        analyzed->worst_count++;
    memmove(&analyzed->worst[at + 1], &analyzed->worst[at],
            (size_t)(analyzed->worst_count - 1 - at) * sizeof analyzed->worst[0]);
    analyzed->worst[at] = *judged;
}

static void add(struct review_summary *analyzed, const struct reviewed_decision *judged)
{
    struct cn_seat_judged *seat = &analyzed->seat[judged->seat];
    analyzed->decisions++;
    seat->decisions[judged->judgement.kind]++;
    seat->loss += judged->judgement.loss;
    if (judged->judgement.loss > 0)
        seat->squares += (int64_t)judged->judgement.error * judged->judgement.error;
    if (judged->judgement.kind == CN_REVIEW_WEIGHED && judged->judgement.loss == 0)
        seat->best++;
    keep_worst(analyzed, judged);
}

/* The deal in hand is over: all that stands is judged. */
static void judge_deal(struct analyst *a)
{
    unsigned decided = 0;
    for (int i = 0; i < a->count && !is_interrupted(a); i++) {
        struct reviewed_decision judged;
        if (a->analysis->seat != CN_NO_SEAT && a->pending[i].seat != a->analysis->seat)
            continue;
        judge(a, &a->pending[i], &judged);
        decided |= 1u << judged.seat;
        add(a->analyzed, &judged);
        if (a->analysis->told != NULL)
            a->analysis->told(a->analysis->context, &judged, a->analyzed);
    }
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        a->analyzed->seat[seat].deals += decided >> seat & 1;
    a->analyzed->deals += a->count > 0;
    a->analyzed->bytes = cn_reader_valid_bytes(a->replay);
    a->count = 0;
}

/* ---- walking through the record ---- */

static void begin_game(struct analyst *a)
{
    const struct cn_game *game = cn_reader_game(a->replay);
    const struct cn_record_counts *counts = cn_reader_counts(a->replay);
    a->game = counts->games;
    a->first_deal = counts->deals;
    a->analyzed->games++;
    if (game == NULL)
        return;
    a->law = *game->law;
    a->analyzed->players = game->players;
    for (int seat = 0; seat < game->players; seat++) {
        const char *name = cn_reader_name(a->replay, seat);
        if (name[0] != '\0')
            snprintf(a->analyzed->name[seat], REVIEW_RECORD_NAME, "%s", name);
        else
            snprintf(a->analyzed->name[seat], REVIEW_RECORD_NAME, "seat %d", seat);
    }
}

/* What the line that was read has changed; false without memory. */
static bool follow(struct analyst *a)
{
    const struct cn_record_counts *counts = cn_reader_counts(a->replay);
    if (counts->deals != a->deal || counts->games != a->game)
        judge_deal(a);
    if (counts->games != a->game)
        begin_game(a);
    a->deal = counts->deals;
    const int standing = cn_reader_decisions(a->replay);
    if (standing < a->count)
        a->count = standing;
    for (int i = a->count; i < standing; i++) {
        struct cn_decision decision;
        if (!cn__array_grow(&a->pending, &a->capacity, (size_t)a->count + 1, sizeof *a->pending))
            return false;
        cn_reader_decision(a->replay, i, &decision);
        a->pending[a->count++] =
            (struct pending){*decision.before, decision.action, decision.line, decision.seat};
    }
    return true;
}

static enum cn_analysis_end walk(struct analyst *a)
{
    enum cn_step step = CN_STEP_LINE;
    while (step == CN_STEP_LINE && !is_interrupted(a)) {
        step = cn_reader_step(a->replay);
        if (step == CN_STEP_IO_ERROR && is_interrupted(a))
            break; /* a signal ends waiting for a pipe */
        if (step == CN_STEP_IO_ERROR || !follow(a))
            return REVIEW_RECORD_IO;
    }
    judge_deal(a);
    a->analyzed->interrupted = is_interrupted(a);
    return cn_reader_counts(a->replay)->damaged > 0 || cn_reader_failed(a->replay)
               ? REVIEW_RECORD_DAMAGED
               : REVIEW_RECORD_DONE;
}

enum cn_analysis_end review_record(const struct review_options *analysis,
                                   struct review_summary *analyzed)
{
    enum cn_analysis_end end = REVIEW_RECORD_IO;
    struct analyst *a = calloc(1, sizeof *a);
    memset(analyzed, 0, sizeof *analyzed);
    if (a == NULL)
        return end;
    a->analysis = analysis;
    a->analyzed = analyzed;
    a->mind = calloc(1, analysis->bot->memory_size);
    a->replay = cn_reader_open(analysis->record, analysis->report, analysis->context);
    if (a->mind != NULL && a->replay != NULL)
        end = walk(a);
    cn_reader_close(a->replay);
    free(a->mind);
    free(a->pending);
    free(a);
    return end;
}
