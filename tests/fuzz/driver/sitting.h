/* sitting.h -- people who sit down at a server's table in a test: the table, and what they say to come and to play.
 *
 * Each client's token and part in the shuffle follow from its number, so that a test can say them again.
 */
#ifndef CN_TESTS_SITTING_H
#define CN_TESTS_SITTING_H

#include <string.h>

#include "table/table_internal.h"

/* A table at which nobody sits; NULL: there are no such rules. Its random numbers follow from the seed. */
static inline struct cn_server_table *sitting_table(const char *rules, int players, int seed,
                                                    struct cn_effects *effects)
{
    struct cn_message make;
    struct cn_message rise;
    const char *why;
    uint8_t random[CN_RANDOM_BYTES];
    memset(random, seed, sizeof random);
    cn_message_init(&make, CN_MESSAGE_MAKE);
    cn_message_number(&make, CN_FIELD_V, CN_PROTOCOL);
    cn_message_text(&make, CN_FIELD_NAME, "Maker");
    cn_message_text(&make, CN_FIELD_RULES, rules);
    cn_message_number(&make, CN_FIELD_PLAYERS, players);
    cn_message_number(&make, CN_FIELD_SEAT, players - 1);
    struct cn_server_table *table =
        cn_server_table_make(&make, "00112233445566778899aabbccddeeff", 1, random, effects, &why);
    if (table == NULL)
        return NULL;
    /* The maker goes, so that every chair is taken with a known token. */
    cn_message_init(&rise, CN_MESSAGE_SEAT);
    cn_message_number(&rise, CN_FIELD_SEAT, players - 1);
    happen_seat(table, &rise);
    return table;
}

/* A client comes, to its own chair or to watch. */
static inline struct cn_message sitting_hello(int client, const char *name, bool watches)
{
    struct cn_message hello;
    cn_message_init(&hello, CN_MESSAGE_HELLO);
    cn_message_number(&hello, CN_FIELD_V, CN_PROTOCOL);
    cn_message_text(&hello, CN_FIELD_NAME, name);
    if (watches) {
        cn_message_number(&hello, CN_FIELD_WATCHING, true);
        return hello;
    }
    memset(hello.token, client + 1, sizeof hello.token);
    cn_message_give(&hello, CN_FIELD_TOKEN);
    cn_message_number(&hello, CN_FIELD_NEW, true);
    cn_message_number(&hello, CN_FIELD_SEAT, client);
    return hello;
}

/* A client's part in the shuffle of a deal. */
static inline struct cn_message sitting_part(int client, int deal)
{
    struct cn_message part;
    cn_message_init(&part, CN_MESSAGE_PART);
    cn_message_number(&part, CN_FIELD_DEAL, deal);
    memset(part.part, client * 7 + deal, sizeof part.part);
    cn_message_give(&part, CN_FIELD_PART);
    return part;
}

static inline struct cn_message sitting_cut(int k)
{
    struct cn_message cut;
    cn_message_init(&cut, CN_MESSAGE_CUT);
    cn_message_number(&cut, CN_FIELD_K, k);
    return cut;
}

/* An action, after so many lines of the table. */
static inline struct cn_message sitting_act(int64_t number, struct cn_action action)
{
    struct cn_message act;
    char text[CN_ACTION_TEXT];
    cn_action_format(action, text);
    cn_message_init(&act, CN_MESSAGE_ACT);
    cn_message_number(&act, CN_FIELD_AT, number);
    cn_message_text(&act, CN_FIELD_ACTION, text);
    return act;
}

#endif
