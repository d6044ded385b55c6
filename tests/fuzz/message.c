/* message.c -- one message of the protocol, to a server, to a client or in a log: it is refused
 * with a reason, or written and read again as the same. The first byte selects the reader. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "client/client.h"
#include "protocol/protocol.h"

static void refused(const struct message_error *why)
{
    must(why->why != NULL && why->why[0] != '\0', "a reason");
    for (const char *at = why->field; *at != '\0'; at++)
        must(*at >= ' ' && *at < 0x7f, "a field that can be printed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message;
    struct message again;
    struct message_error why;
    struct cn__text lines = {.text = NULL};
    if (size == 0)
        return 0;
    const enum message_source reader = (enum message_source)(data[0] % 3);
    const enum message_result read =
        message_parse((const char *)data + 1, size - 1, reader, &message, &why);
    if (read == MESSAGE_INVALID)
        refused(&why);
    if (read != MESSAGE_VALID)
        return 0;
    message_write(&lines, &message);
    must(message_parse(lines.text, lines.length, reader, &again, &why) == MESSAGE_VALID,
         "what is written is read");
    must(memcmp(&message, &again, sizeof message) == 0, "and is the same");
    cn__text_free(&lines);
    return 0;
}
