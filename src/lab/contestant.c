#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include "command/options.h"

/* ---- a bot ---- */

/* Reads the budget after the name of a bot: nodes, or milliseconds with "ms" at the end. */
static bool read_budget(const char *name, const char *budget, struct bot_entry *entry)
{
    char number[CONTESTANT_TEXT];
    const size_t length = strlen(budget);
    const bool by_time = length > 2 && strcmp(budget + length - 2, "ms") == 0;
    if (entry->bot->decide != NULL)
        return command_complain("'%s': %s decides at once and has no budget", name,
                                entry->bot->name);
    snprintf(number, sizeof number, "%.*s", (int)(by_time ? length - 2 : length), budget);
    entry->think_ms = 0;
    return command_number(name, number, 1, by_time ? CONTESTANT_MS_MOST : COMMAND_NODES_MOST,
                          by_time ? &entry->think_ms : &entry->nodes);
}

bool contestant_read_bot(const char *text, struct bot_entry *entry)
{
    char name[CONTESTANT_TEXT];
    const char *const colon = strchr(text, ':');
    const int length = (int)(colon == NULL ? CONTESTANT_TEXT - 1 : colon - text);
    snprintf(name, sizeof name, "%.*s", length, text);
    entry->bot = cn_bot_find(name);
    if (entry->bot == NULL)
        return command_no_bot(name);
    return colon == NULL || read_budget(text, colon + 1, entry);
}

enum {
    SLICE_NODES = 500 /* between two checks of the clock */
};

/* A bot at one seat. */
struct seated {
    const struct bot_entry *entry;
    const struct cn_law *law;
    void *mind;
    struct cn_rng rng;
};

static bool begin_deal(void *context, const struct cn_law *law, int seat, uint64_t seed)
{
    struct seated *s = context;
    (void)seat;
    s->law = law;
    cn_rng_init(&s->rng, seed);
    return true;
}

/* Thinks until the time is up, or more thinking would change nothing. */
static struct cn_action think_by_clock(struct seated *s, const struct cn_view *view)
{
    const struct cn_bot *bot = s->entry->bot;
    const double end = command_clock() + (double)s->entry->think_ms * 1e-3;
    bot->begin(s->mind, view, &s->rng);
    while (bot->think(s->mind, SLICE_NODES) && command_clock() < end)
        continue;
    return bot->choice(s->mind);
}

static bool decide(void *context, const struct cn_deal *deal, int seat, struct cn_action *action)
{
    struct seated *s = context;
    const struct cn_view view = cn_deal_view(s->law, deal, seat);
    if (s->entry->think_ms > 0 && s->entry->bot->decide == NULL)
        *action = think_by_clock(s, &view);
    else
        *action = cn_bot_decide(s->entry->bot, s->mind, s->entry->nodes, &view, &s->rng);
    return true;
}

static void close_seat(void *context)
{
    struct seated *s = context;
    free(s->mind);
    free(s);
}

static bool open_seat(const struct contestant *contestant, struct contest_player *player)
{
    const struct bot_entry *entry = contestant->recipe;
    struct seated *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    s->entry = entry;
    if (entry->bot->memory_size > 0) {
        s->mind = calloc(1, entry->bot->memory_size);
        if (s->mind == NULL) {
            free(s);
            return false;
        }
    }
    *player = (struct contest_player){
        .context = s, .begin = begin_deal, .decide = decide, .close = close_seat};
    return true;
}

struct contestant contestant_of_bot(const struct bot_entry *entry)
{
    return (struct contestant){.name = entry->bot->name,
                               .recipe = entry,
                               .open = open_seat,
                               .at_once = entry->bot->decide != NULL};
}

/* ---- a program ---- */

struct outsider {
    struct external_bot *outside;
    char why[ARENA_FAULT];
};

/* Keeps a description of its failure. Returns false. */
static bool explain(struct outsider *o)
{
    external_bot_fault_format(external_bot_fault(o->outside), o->why, sizeof o->why);
    return false;
}

static bool sit(void *context, const struct cn_game_header *line, const struct cn_game *game,
                int seat)
{
    struct outsider *o = context;
    return external_bot_begin(o->outside, line, game, seat) || explain(o);
}

static void hear(void *context, const struct cn_event *event)
{
    struct outsider *o = context;
    external_bot_hear(o->outside, event);
}

/* A program rolls its own numbers, and receives the deal as events. */
static bool begin_nothing(void *context, const struct cn_law *law, int seat, uint64_t seed)
{
    (void)context;
    (void)law;
    (void)seat;
    (void)seed;
    return true;
}

static bool ask(void *context, const struct cn_deal *deal, int seat, struct cn_action *action)
{
    struct outsider *o = context;
    (void)deal;
    (void)seat;
    return external_bot_decide(o->outside, action) == EXTERNAL_BOT_ANSWERED || explain(o);
}

static const char *why(const void *context)
{
    const struct outsider *o = context;
    return o->why;
}

/* A program's failure is its own fault; a lack of memory or a missing program is not. */
static bool forfeits(const void *context)
{
    const struct outsider *o = context;
    const enum external_bot_result result = external_bot_fault(o->outside)->result;
    return result != EXTERNAL_BOT_MEMORY && result != EXTERNAL_BOT_NO_START;
}

static void close_program(void *context)
{
    struct outsider *o = context;
    external_bot_close(o->outside);
    free(o);
}

static bool open_program(const struct contestant *contestant, struct contest_player *player)
{
    const struct process_entry *entry = contestant->recipe;
    struct outsider *o = calloc(1, sizeof *o);
    if (o == NULL)
        return false;
    o->outside = external_bot_open(entry->command, entry->limit_ms);
    if (o->outside == NULL) {
        free(o);
        return false;
    }
    *player = (struct contest_player){.context = o,
                                      .sit = sit,
                                      .hear = hear,
                                      .begin = begin_nothing,
                                      .decide = ask,
                                      .why = why,
                                      .forfeits = forfeits,
                                      .close = close_program};
    return true;
}

struct contestant contestant_of_program(const struct process_entry *entry)
{
    return (struct contestant){
        .name = entry->name, .recipe = entry, .open = open_program, .hears = true};
}
