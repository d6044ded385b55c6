/* session.c -- any messages of any clients at a table, with time, drops and answers of bots between them: the table goes
 * on, answers, and can be read back from its log.
 *
 * Lines of the input; their first byte says what happens: a digit sends the rest of the line as that client's message, '+'
 * lets time pass, '-' and a digit drops that client, 't' fires the timer, 'b' lets a bot answer with the rest.
 */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "table/table.h"

struct session {
    struct cn_server_table *table;
    struct cn_effects effects;
    struct cn_lines log;
    int64_t now, question;
};

static void carry_out(struct session *s)
{
    must(!s->effects.failed, "memory");
    for (int i = 0; i < s->effects.count; i++) {
        const struct cn_effect *e = &s->effects.at[i];
        if (e->type == CN_EFFECT_APPEND)
            cn_lines_put(&s->log, s->effects.text.text + e->at, e->length);
        if (e->type == CN_EFFECT_THINK)
            s->question = e->decision;
        if (e->type == CN_EFFECT_SEND)
            must(e->length > 0 && s->effects.text.text[e->at + e->length - 1] == '\n',
                 "whole lines");
    }
    cn_effects_reset(&s->effects);
}

static void happen(struct session *s, struct cn_input *input)
{
    input->now_ms = s->now;
    memset(input->random, (int)(s->now & 0xff), sizeof input->random);
    cn_server_table_step(s->table, input, &s->effects);
    carry_out(s);
}

static void send_text(struct session *s, uint32_t client, const char *text, size_t length)
{
    struct cn_message message;
    struct cn_misread why;
    if (cn_message_parse(text, length, CN_READER_SERVER, &message, &why) != CN_READ_OK ||
        message.kind == CN_MESSAGE_MAKE || message.kind == CN_MESSAGE_LIST)
        return;
    if (message.kind == CN_MESSAGE_ACT && message.at == 99) /* as if it had seen everything */
        message.at = cn_server_table_number(s->table);
    struct cn_input input = {.type = message.kind == CN_MESSAGE_HELLO ? CN_INPUT_HELLO
                                                                      : CN_INPUT_MESSAGE,
                             .client = client,
                             .message = &message};
    happen(s, &input);
}

static void one_line(struct session *s, const char *text, size_t length)
{
    struct cn_input input = {.type = CN_INPUT_TIMER};
    s->now++;
    if (length == 0)
        return;
    if (text[0] >= '0' && text[0] <= '9') {
        send_text(s, (uint32_t)(text[0] - '0' + 1), text + 1, length - 1);
    } else if (text[0] == '+') {
        s->now += 10000;
    } else if (text[0] == '-' && length > 1) {
        input.type = CN_INPUT_DROP;
        input.client = (uint32_t)(text[1] & 15) + 1;
        happen(s, &input);
    } else if (text[0] == 't') {
        happen(s, &input);
    } else if (text[0] == 'b') {
        input.type = CN_INPUT_THOUGHT;
        input.decision = s->question;
        if (!cn_action_parse(text + 1, length - 1, &input.action))
            input.action = cn_action_of(CN_DRAW, 0, 0, 0, 0);
        happen(s, &input);
    }
}

static void begin(struct session *s)
{
    struct cn_message make;
    const char *why;
    uint8_t random[CN_RANDOM_BYTES] = {0};
    memset(s, 0, sizeof *s);
    s->now = 1;
    cn_message_init(&make, CN_MESSAGE_MAKE);
    cn_message_number(&make, CN_FIELD_V, 1);
    cn_message_text(&make, CN_FIELD_NAME, "Maker");
    cn_message_number(&make, CN_FIELD_PACE, 0);
    s->table = cn_server_table_make(&make, "00112233445566778899aabbccddeeff", s->now, random,
                                    &s->effects, &why);
    must(s->table != NULL, "a table");
    carry_out(s);
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
    struct cn_server_table *again = cn_server_table_load(s.log.text, s.log.length, s.now, &line);
    must(again != NULL, "the log is read back");
    must(cn_server_table_number(again) == cn_server_table_number(s.table), "with all its lines");
    cn_server_table_free(again);
    cn_server_table_free(s.table);
    cn_effects_free(&s.effects);
    cn_lines_free(&s.log);
    return 0;
}
