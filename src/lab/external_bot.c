#include "external_bot.h"

#include <assert.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "process.h"

enum {
    CLOSING_MS = 500 /* for a program to end by itself when the host is done with it */
};

struct cn_outside {
    struct program program;
    const struct cn_game *game;
    int seat, limit_ms;
    bool has_answered; /* since it was started */
    bool asked;        /* … and has not answered yet … */
    int64_t left_ms;   /* … and so long it may still take */
    struct cn_outside_fault fault;
    struct cn_actions actions; /* room for a list */
    char command[];
};

const char *cn_outside_command(const char *bot)
{
    static const char prefix[] = "exec:";
    const size_t length = sizeof prefix - 1;
    return strncmp(bot, prefix, length) == 0 ? bot + length : NULL;
}

struct cn_outside *cn_outside_open(const char *command, int limit_ms)
{
    assert(limit_ms > 0);
    const size_t size = strlen(command) + 1;
    struct cn_outside *o = calloc(1, sizeof *o + size);
    if (o == NULL)
        return NULL;
    memcpy(o->command, command, size);
    o->limit_ms = limit_ms;
    return o;
}

void cn_outside_hush(struct cn_outside *outside)
{
    outside->program.hushed = true;
}

void cn_outside_close(struct cn_outside *outside)
{
    if (outside == NULL)
        return;
    program_end(&outside->program, CLOSING_MS);
    free(outside);
}

/* ---- failing ---- */

/* The program has failed. One that closed its output may be about to end: its status is worth a moment. */
static enum cn_outside_result fail(struct cn_outside *o, enum cn_outside_result result)
{
    const int status = program_end(&o->program, result == CN_OUTSIDE_DIED ? CLOSING_MS : 0);
    o->fault.result = result;
    if (result == CN_OUTSIDE_DIED) {
        o->fault.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        o->fault.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    return result;
}

/* Keeps what it said for the message: from outside, so only what can be printed. */
static void keep_answer(struct cn_outside *o, const char *line, size_t length)
{
    size_t n = 0;
    for (; n < length && n + 1 < sizeof o->fault.answer; n++)
        o->fault.answer[n] = line[n] < ' ' || line[n] > '~' ? '?' : line[n];
    o->fault.answer[n] = '\0';
}

/* ---- telling ---- */

static void tell(struct cn_outside *o)
{
    if (!program_tell(&o->program))
        fail(o, o->program.out.failed ? CN_OUTSIDE_MEMORY : CN_OUTSIDE_LATE);
}

bool cn_outside_begin(struct cn_outside *outside, const struct cn_game_line *line,
                      const struct cn_game *game, int seat)
{
    memset(&outside->fault, 0, sizeof outside->fault);
    outside->asked = false;
    outside->game = game;
    outside->seat = seat;
    if (outside->program.pid == 0) {
        outside->has_answered = false;
        outside->fault.error = program_start(&outside->program, outside->command);
        if (outside->fault.error != 0) {
            fail(outside, CN_OUTSIDE_NO_START);
            return false;
        }
    }
    cn_lines_seat_game(&outside->program.out, line);
    tell(outside);
    return true;
}

void cn_outside_hear(void *outside, const struct cn_event *event)
{
    struct cn_outside *o = outside;
    if (o->fault.result != CN_OUTSIDE_ANSWERED)
        return;
    cn_lines_seat_event(&o->program.out, event, o->game, o->seat);
    tell(o);
}

void cn_outside_tell(struct cn_outside *outside, const char *lines, size_t length)
{
    if (outside->fault.result != CN_OUTSIDE_ANSWERED)
        return;
    cn_lines_put(&outside->program.out, lines, length);
    tell(outside);
}

/* ---- deciding ---- */

/* An action string as JSON: alone, or as "action" of an object. */
static bool read_answer(const char *line, size_t length, struct cn_action *action)
{
    json_t *answer = json_loadb(line, length, JSON_DECODE_ANY, NULL);
    const json_t *text = json_is_object(answer) ? json_object_get(answer, "action") : answer;
    const bool read = json_is_string(text) &&
                      cn_action_parse(json_string_value(text), json_string_length(text), action);
    json_decref(answer);
    return read;
}

static void ask(struct cn_outside *o)
{
    const struct cn_deal *deal = &o->game->deal;
    cn_legal_list(&o->game->rules, &deal->table, deal->hands[o->seat], &o->actions);
    cn_lines_actions(&o->program.out, o->seat, &o->actions);
    o->asked = true;
    o->left_ms = (int64_t)o->limit_ms * (o->has_answered ? 1 : CN_OUTSIDE_FIRST);
}

static enum cn_outside_result judge(struct cn_outside *o, const char *line, size_t length,
                                    struct cn_action *action)
{
    const struct cn_deal *deal = &o->game->deal;
    keep_answer(o, line, length);
    if (!read_answer(line, length, action))
        return fail(o, CN_OUTSIDE_NONSENSE);
    if (!cn_legal_check(&o->game->rules, &deal->table, o->seat, deal->hands[o->seat], *action,
                        &o->fault.refusal))
        return fail(o, CN_OUTSIDE_ILLEGAL);
    o->has_answered = true;
    return CN_OUTSIDE_ANSWERED;
}

bool cn_outside_wait(struct cn_outside *outside, int ms, struct cn_action *action)
{
    struct cn_outside *o = outside;
    char line[PROGRAM_ANSWER_MAX];
    size_t length;
    if (o->fault.result != CN_OUTSIDE_ANSWERED)
        return true;
    assert(cn_game_actor(o->game) == o->seat);
    if (!o->asked)
        ask(o);
    const int64_t slice = ms < o->left_ms ? ms : o->left_ms;
    o->left_ms -= slice;
    const enum program_heard heard = program_hear(&o->program, slice, line, &length);
    if (heard == PROGRAM_LATE && o->left_ms > 0 && !o->program.out.failed)
        return false;
    o->asked = false;
    switch (heard) {
    case PROGRAM_LINE: judge(o, line, length, action); return true;
    case PROGRAM_LONG:
        keep_answer(o, o->program.in, o->program.in_length);
        fail(o, CN_OUTSIDE_NONSENSE);
        return true;
    case PROGRAM_CLOSED: fail(o, CN_OUTSIDE_DIED); return true;
    case PROGRAM_LATE: break;
    }
    fail(o, o->program.out.failed ? CN_OUTSIDE_MEMORY : CN_OUTSIDE_LATE);
    return true;
}

enum cn_outside_result cn_outside_decide(struct cn_outside *outside, struct cn_action *action)
{
    while (!cn_outside_wait(outside, INT_MAX, action))
        continue;
    return outside->fault.result;
}

/* ---- faults in words ---- */

const struct cn_outside_fault *cn_outside_fault(const struct cn_outside *outside)
{
    return &outside->fault;
}

const char *cn_outside_result_name(enum cn_outside_result result)
{
    static const char *const names[CN_OUTSIDE_RESULTS] = {
        [CN_OUTSIDE_ANSWERED] = "answered", [CN_OUTSIDE_NONSENSE] = "nonsense",
        [CN_OUTSIDE_ILLEGAL] = "illegal",   [CN_OUTSIDE_LATE] = "late",
        [CN_OUTSIDE_DIED] = "died",         [CN_OUTSIDE_NO_START] = "not started",
        [CN_OUTSIDE_MEMORY] = "memory"};
    return names[result];
}

void cn_outside_fault_format(const struct cn_outside_fault *fault, char *text, size_t size)
{
    switch (fault->result) {
    case CN_OUTSIDE_NONSENSE:
        snprintf(text, size, "nonsense: '%s' is no action", fault->answer);
        return;
    case CN_OUTSIDE_ILLEGAL:
        snprintf(text, size, "illegal: '%s' is refused by %s (%s)", fault->answer,
                 fault->refusal.article, cn_refusal_name(fault->refusal.id));
        return;
    case CN_OUTSIDE_DIED:
        if (fault->signal != 0)
            snprintf(text, size, "died: ended by signal %d", fault->signal);
        else
            snprintf(text, size, "died: ended with status %d", fault->exit);
        return;
    case CN_OUTSIDE_NO_START:
        snprintf(text, size, "not started: %s", strerror(fault->error));
        return;
    default: snprintf(text, size, "%s", cn_outside_result_name(fault->result)); return;
    }
}
