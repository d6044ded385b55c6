#include "external_bot.h"

#include <assert.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "process.h"

enum {
    CLOSING_MS = 500 /* for a program to exit after its input was closed */
};

struct external_bot {
    struct process process;
    const struct cn_game *game;
    int seat, limit_ms;
    bool has_answered; /* since it was started */
    bool asked;        /* … and has not answered yet … */
    int64_t left_ms;   /* … and so long it may still take */
    struct external_bot_fault fault;
    struct cn_actions actions; /* room for a list */
    char command[];
};

const char *external_bot_command(const char *bot)
{
    static const char prefix[] = "exec:";
    const size_t length = sizeof prefix - 1;
    return strncmp(bot, prefix, length) == 0 ? bot + length : NULL;
}

struct external_bot *external_bot_open(const char *command, int limit_ms)
{
    assert(limit_ms > 0);
    const size_t size = strlen(command) + 1;
    struct external_bot *o = calloc(1, sizeof *o + size);
    if (o == NULL)
        return NULL;
    memcpy(o->command, command, size);
    o->limit_ms = limit_ms;
    return o;
}

void external_bot_hush(struct external_bot *outside)
{
    outside->process.hushed = true;
}

void external_bot_close(struct external_bot *outside)
{
    if (outside == NULL)
        return;
    process_end(&outside->process, CLOSING_MS);
    free(outside);
}

/* ---- failing ---- */

/* The program has failed. One that closed its output may be about to end: its status is worth a
 * moment. */
static enum external_bot_result fail(struct external_bot *o, enum external_bot_result result)
{
    const int status = process_end(&o->process, result == EXTERNAL_BOT_DIED ? CLOSING_MS : 0);
    o->fault.result = result;
    if (result == EXTERNAL_BOT_DIED) {
        o->fault.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        o->fault.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    return result;
}

/* Keeps what it said for the message: from outside, so only what can be printed. */
static void keep_answer(struct external_bot *o, const char *line, size_t length)
{
    size_t n = 0;
    for (; n < length && n + 1 < sizeof o->fault.answer; n++)
        o->fault.answer[n] = line[n] < ' ' || line[n] > '~' ? '?' : line[n];
    o->fault.answer[n] = '\0';
}

/* ---- telling ---- */

static void tell(struct external_bot *o)
{
    if (!process_write(&o->process))
        fail(o, o->process.out.failed ? EXTERNAL_BOT_MEMORY : EXTERNAL_BOT_LATE);
}

bool external_bot_begin(struct external_bot *outside, const struct cn_game_header *line,
                        const struct cn_game *game, int seat)
{
    memset(&outside->fault, 0, sizeof outside->fault);
    outside->asked = false;
    outside->game = game;
    outside->seat = seat;
    if (outside->process.pid == 0) {
        outside->has_answered = false;
        outside->fault.error = process_start(&outside->process, outside->command);
        if (outside->fault.error != 0) {
            fail(outside, EXTERNAL_BOT_NO_START);
            return false;
        }
    }
    cn_record_write_seat_game(&outside->process.out, line);
    tell(outside);
    return true;
}

void external_bot_hear(void *outside, const struct cn_event *event)
{
    struct external_bot *o = outside;
    if (o->fault.result != EXTERNAL_BOT_ANSWERED)
        return;
    cn_record_write_seat_event(&o->process.out, event, o->game, o->seat);
    tell(o);
}

void external_bot_tell(struct external_bot *outside, const char *lines, size_t length)
{
    if (outside->fault.result != EXTERNAL_BOT_ANSWERED)
        return;
    cn__text_append(&outside->process.out, lines, length);
    tell(outside);
}

/* ---- deciding ---- */

/* An action string as JSON: alone, or as "action" of an object. */
static bool read_answer(const struct cn_law *law, const char *line, size_t length,
                        struct cn_action *action)
{
    json_t *answer = json_loadb(line, length, JSON_DECODE_ANY, NULL);
    const json_t *text = json_is_object(answer) ? json_object_get(answer, "action") : answer;
    const bool read = json_is_string(text) && cn_action_parse(law, json_string_value(text),
                                                              json_string_length(text), action);
    json_decref(answer);
    return read;
}

static void ask(struct external_bot *o)
{
    const struct cn_deal *deal = &o->game->deal;
    cn_board_legal_list(o->game->law, &deal->board, deal->hands[o->seat], &o->actions);
    cn_record_write_actions(&o->process.out, o->game->law, o->seat, o->actions.at,
                            o->actions.count);
    o->asked = true;
    o->left_ms = (int64_t)o->limit_ms * (o->has_answered ? 1 : EXTERNAL_BOT_FIRST);
}

static enum external_bot_result judge(struct external_bot *o, const char *line, size_t length,
                                      struct cn_action *action)
{
    const struct cn_deal *deal = &o->game->deal;
    keep_answer(o, line, length);
    if (!read_answer(o->game->law, line, length, action))
        return fail(o, EXTERNAL_BOT_NONSENSE);
    if (!cn_board_legal_check(o->game->law, &deal->board, o->seat, deal->hands[o->seat], *action,
                              &o->fault.refusal))
        return fail(o, EXTERNAL_BOT_ILLEGAL);
    o->has_answered = true;
    return EXTERNAL_BOT_ANSWERED;
}

bool external_bot_wait(struct external_bot *outside, int ms, struct cn_action *action)
{
    struct external_bot *o = outside;
    char line[PROCESS_ANSWER_MAX];
    size_t length;
    if (o->fault.result != EXTERNAL_BOT_ANSWERED)
        return true;
    assert(cn_game_actor(o->game) == o->seat);
    if (!o->asked)
        ask(o);
    const int64_t slice = ms < o->left_ms ? ms : o->left_ms;
    o->left_ms -= slice;
    const enum process_result heard = process_read(&o->process, slice, line, &length);
    if (heard == PROCESS_LATE && o->left_ms > 0 && !o->process.out.failed)
        return false;
    o->asked = false;
    switch (heard) {
    case PROCESS_LINE: judge(o, line, length, action); return true;
    case PROCESS_LONG:
        keep_answer(o, o->process.in, o->process.in_length);
        fail(o, EXTERNAL_BOT_NONSENSE);
        return true;
    case PROCESS_CLOSED: fail(o, EXTERNAL_BOT_DIED); return true;
    case PROCESS_LATE: break;
    }
    fail(o, o->process.out.failed ? EXTERNAL_BOT_MEMORY : EXTERNAL_BOT_LATE);
    return true;
}

enum external_bot_result external_bot_decide(struct external_bot *outside, struct cn_action *action)
{
    while (!external_bot_wait(outside, INT_MAX, action))
        continue;
    return outside->fault.result;
}

/* ---- faults in words ---- */

const struct external_bot_fault *external_bot_fault(const struct external_bot *outside)
{
    return &outside->fault;
}

const char *external_bot_result_name(enum external_bot_result result)
{
    static const char *const names[EXTERNAL_BOT_RESULTS] = {
        [EXTERNAL_BOT_ANSWERED] = "answered", [EXTERNAL_BOT_NONSENSE] = "nonsense",
        [EXTERNAL_BOT_ILLEGAL] = "illegal",   [EXTERNAL_BOT_LATE] = "late",
        [EXTERNAL_BOT_DIED] = "died",         [EXTERNAL_BOT_NO_START] = "not started",
        [EXTERNAL_BOT_MEMORY] = "memory"};
    return names[result];
}

void external_bot_fault_format(const struct external_bot_fault *fault, char *text, size_t size)
{
    switch (fault->result) {
    case EXTERNAL_BOT_NONSENSE:
        snprintf(text, size, "nonsense: '%s' is not an action", fault->answer);
        return;
    case EXTERNAL_BOT_ILLEGAL:
        snprintf(text, size, "illegal: '%s' is refused by %s (%s)", fault->answer,
                 fault->refusal.article, cn_refusal_name(fault->refusal.id));
        return;
    case EXTERNAL_BOT_DIED:
        if (fault->signal != 0)
            snprintf(text, size, "died: ended by signal %d", fault->signal);
        else
            snprintf(text, size, "died: ended with status %d", fault->exit);
        return;
    case EXTERNAL_BOT_NO_START:
        snprintf(text, size, "not started: %s", strerror(fault->error));
        return;
    default: snprintf(text, size, "%s", external_bot_result_name(fault->result)); return;
    }
}
