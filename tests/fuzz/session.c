/* session.c -- any messages of any clients at a table, with delays, disconnections and answers of
 * bots between them: the table continues, answers, and can be restored from its log.
 *
 * The first byte of each line of the input is a command: a digit sends the rest of the line as that
 * client's message, '+' lets time pass, '-' and a digit disconnects that client, 't' fires the
 * timer, 'b' lets a bot answer with the rest. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "table/table.h"

struct session {
    struct table *table;
    struct table_effects effects;
    struct cn__text log;
    int64_t now, question;
};

static void table_execute(struct session *s)
{
    must(!s->effects.failed, "memory");
    for (int i = 0; i < s->effects.count; i++) {
        const struct table_effect *e = &s->effects.at[i];
        if (e->type == EFFECT_APPEND)
            cn__text_append(&s->log, s->effects.text.text + e->at, e->length);
        if (e->type == EFFECT_ASK_BOT)
            s->question = e->decision;
        if (e->type == EFFECT_SEND)
            must(e->length > 0 && s->effects.text.text[e->at + e->length - 1] == '\n',
                 "whole lines");
    }
    table_effects_reset(&s->effects);
}

static void happen(struct session *s, struct table_event *input)
{
    input->now_ms = s->now;
    memset(input->random, (int)(s->now & 0xff), sizeof input->random);
    table_step(s->table, input, &s->effects);
    table_execute(s);
}

static void send_text(struct session *s, uint32_t client, const char *text, size_t length)
{
    struct message message;
    struct message_error why;
    if (message_parse(text, length, MESSAGE_FROM_SERVER, &message, &why) != MESSAGE_VALID ||
        message.kind == MESSAGE_MAKE || message.kind == MESSAGE_LIST ||
        message.kind == MESSAGE_DAILY)
        return;
    if (message.kind == MESSAGE_ACT && message.at == 99) /* as if it had seen everything */
        message.at = table_line_count(s->table);
    struct table_event input = {.type = message.kind == MESSAGE_HELLO ? TABLE_EVENT_HELLO
                                                                      : TABLE_EVENT_MESSAGE,
                                .client = client,
                                .message = &message};
    happen(s, &input);
}

static void one_line(struct session *s, const char *text, size_t length)
{
    struct table_event input = {.type = TABLE_EVENT_TIMER};
    s->now++;
    if (length == 0)
        return;
    if (text[0] >= '0' && text[0] <= '9') {
        send_text(s, (uint32_t)(text[0] - '0' + 1), text + 1, length - 1);
    } else if (text[0] == '+') {
        s->now += 10000;
    } else if (text[0] == '-' && length > 1) {
        input.type = TABLE_EVENT_DISCONNECT;
        input.client = (uint32_t)(text[1] & 15) + 1;
        happen(s, &input);
    } else if (text[0] == 't') {
        happen(s, &input);
    } else if (text[0] == 'b') {
        input.type = TABLE_EVENT_BOT_MOVE;
        input.decision = s->question;
        if (!cn_action_parse(NULL, text + 1, length - 1, &input.action))
            input.action = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
        happen(s, &input);
    }
}

static void begin(struct session *s)
{
    struct message make;
    const char *why;
    uint8_t random[RANDOM_BYTES] = {0};
    memset(s, 0, sizeof *s);
    s->now = 1;
    message_init(&make, MESSAGE_MAKE);
    message_set_number(&make, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&make, FIELD_NAME, "Maker");
    message_set_number(&make, FIELD_PACE, 0);
    s->table =
        table_create(&make, "00112233445566778899aabbccddeeff", s->now, random, &s->effects, &why);
    must(s->table != NULL, "a table");
    table_execute(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct session s;
    int64_t line;
    begin(&s);
    for (size_t at = 0; at < size;) {
        const char *text = (const char *)data + at;
        const char *end = memchr(text, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) : size - at;
        one_line(&s, text, length);
        at += length + 1;
    }
    struct table *again = table_load(s.log.text, s.log.length, s.now, &line);
    must(again != NULL, "the log is read back");
    must(table_line_count(again) == table_line_count(s.table), "with all its lines");
    table_free(again);
    table_free(s.table);
    table_effects_free(&s.effects);
    cn__text_free(&s.log);
    return 0;
}
