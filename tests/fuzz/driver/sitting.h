/* sitting.h -- people who sit down at a server's table in a test: the table, and what they say to come and to play.
 *
 * Each client's token and part in the shuffle follow from its number, so that a test can say them again.
 */
#ifndef CN_TESTS_SITTING_H
#define CN_TESTS_SITTING_H

#include <string.h>

#include "table/table_internal.h"

/* A table at which nobody sits; NULL: there are no such rules. Its random numbers follow from the seed. */
static inline struct table *sitting_table(const char *rules, int players, int seed,
                                          struct table_effects *effects)
{
    struct cn_message make;
    struct cn_message rise;
    const char *why;
    uint8_t random[CN_RANDOM_BYTES];
    memset(random, seed, sizeof random);
    message_init(&make, CN_MESSAGE_MAKE);
    message_set_number(&make, CN_FIELD_V, PROTOCOL_VERSION);
    message_set_text(&make, CN_FIELD_NAME, "Maker");
    message_set_text(&make, CN_FIELD_RULES, rules);
    message_set_number(&make, CN_FIELD_PLAYERS, players);
    message_set_number(&make, CN_FIELD_SEAT, players - 1);
    struct table *table =
        table_create(&make, "00112233445566778899aabbccddeeff", 1, random, effects, &why);
    if (table == NULL)
        return NULL;
    /* The maker goes, so that every chair is taken with a known token. */
    message_init(&rise, CN_MESSAGE_SEAT);
    message_set_number(&rise, CN_FIELD_SEAT, players - 1);
    table_log_seat(table, &rise);
    return table;
}

/* A client comes, to its own chair or to watch. */
static inline struct cn_message sitting_hello(int client, const char *name, bool watches)
{
    struct cn_message hello;
    message_init(&hello, CN_MESSAGE_HELLO);
    message_set_number(&hello, CN_FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, CN_FIELD_NAME, name);
    if (watches) {
        message_set_number(&hello, CN_FIELD_WATCHING, true);
        return hello;
    }
    memset(hello.token, client + 1, sizeof hello.token);
    message_set_flag(&hello, CN_FIELD_TOKEN);
    message_set_number(&hello, CN_FIELD_NEW, true);
    message_set_number(&hello, CN_FIELD_SEAT, client);
    return hello;
}

/* A client's part in the shuffle of a deal. */
static inline struct cn_message sitting_part(int client, int deal)
{
    struct cn_message part;
    message_init(&part, CN_MESSAGE_PART);
    message_set_number(&part, CN_FIELD_DEAL, deal);
    memset(part.part, client * 7 + deal, sizeof part.part);
    message_set_flag(&part, CN_FIELD_PART);
    return part;
}

static inline struct cn_message sitting_cut(int k)
{
    struct cn_message cut;
    message_init(&cut, CN_MESSAGE_CUT);
    message_set_number(&cut, CN_FIELD_K, k);
    return cut;
}

/* An action, after so many lines of the table. */
static inline struct cn_message sitting_act(int64_t number, struct cn_action action)
{
    struct cn_message act;
    char text[CN_ACTION_TEXT];
    cn_action_format(action, text);
    message_init(&act, CN_MESSAGE_ACT);
    message_set_number(&act, CN_FIELD_AT, number);
    message_set_text(&act, CN_FIELD_ACTION, text);
    return act;
}

#endif
