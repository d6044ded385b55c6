/* action.c -- action strings: every one that is read is written the same, and can be read again. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "engine/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cn_action action, again;
    char text[CN_ACTION_TEXT];
    if (!cn_action_parse(NULL, (const char *)data, size, &action))
        return 0;
    must(action.type < CN_ACTION_TYPES, "an action of a known type");
    memset(text, 'x', sizeof text);
    if (action.type == CN_ACTION_HAND)
        return 0; /* only a law knows the names */
    const size_t length = cn_action_format(NULL, action, text);
    must(length < sizeof text && text[length] == '\0', "a text that ends");
    must(length == size && memcmp(text, data, size) == 0, "one string an action");
    must(cn_action_parse(NULL, text, length, &again) && cn_action_equal(action, again),
         "the same action read again");
    return 0;
}
