/* sitting.h -- people at a server's table in a test: the table, and their messages.
 *
 * Each client's token and contribution to the shuffle are derived from its number, so that a test
 * can repeat them. */
#ifndef CN_TESTS_SITTING_H
#define CN_TESTS_SITTING_H

#include <string.h>

#include "table/table_internal.h"

#define SITTING_LINK "00112233445566778899aabbccddeeff"

/* What makes a table of these rules, before any choices. */
static inline struct message sitting_make(const char *name, const char *rules, int players)
{
    struct message make;
    message_init(&make, MESSAGE_MAKE);
    message_set_number(&make, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&make, FIELD_NAME, name);
    message_set_text(&make, FIELD_RULES, rules);
    message_set_number(&make, FIELD_PLAYERS, players);
    return make;
}

/* Returns an empty table, or NULL if there are no such rules; 'house': house rules, or NULL. Its
 * random numbers are derived from the seed. */
static inline struct table *sitting_house_table(const char *rules, const char *house, int players,
                                                int seed, struct table_effects *effects)
{
    struct message make = sitting_make("Maker", rules, players);
    struct message rise;
    const char *why;
    uint8_t random[RANDOM_BYTES];
    memset(random, seed, sizeof random);
    message_set_number(&make, FIELD_SEAT, players - 1);
    if (house != NULL)
        message_set_text(&make, FIELD_HOUSE, house);
    struct table *table = table_create(&make, SITTING_LINK, 1, random, effects, &why);
    if (table == NULL)
        return NULL;
    /* The maker leaves, so that every seat is taken with a known token. */
    message_init(&rise, MESSAGE_SEAT);
    message_set_number(&rise, FIELD_SEAT, players - 1);
    table_log_seat(table, &rise);
    return table;
}

static inline struct table *sitting_table(const char *rules, int players, int seed,
                                          struct table_effects *effects)
{
    return sitting_house_table(rules, NULL, players, seed, effects);
}

/* A client joins, at its own seat or to watch. */
static inline struct message sitting_hello(int client, const char *name, bool watches)
{
    struct message hello;
    message_init(&hello, MESSAGE_HELLO);
    message_set_number(&hello, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, FIELD_NAME, name);
    if (watches) {
        message_set_number(&hello, FIELD_WATCHING, true);
        return hello;
    }
    memset(hello.token, client + 1, sizeof hello.token);
    message_set_flag(&hello, FIELD_TOKEN);
    message_set_number(&hello, FIELD_NEW, true);
    message_set_number(&hello, FIELD_SEAT, client);
    return hello;
}

/* A client's contribution to the shuffle of a deal. */
static inline struct message sitting_part(int client, int deal)
{
    struct message part;
    message_init(&part, MESSAGE_PART);
    message_set_number(&part, FIELD_DEAL, deal);
    memset(part.part, client * 7 + deal, sizeof part.part);
    message_set_flag(&part, FIELD_PART);
    return part;
}

/* The pledge of that contribution, to the deal that this table has committed to. */
static inline struct message sitting_pledge(const struct table *table, int client, int deal)
{
    const struct message part = sitting_part(client, deal);
    struct message pledge;
    message_init(&pledge, MESSAGE_PLEDGE);
    message_set_number(&pledge, FIELD_DEAL, deal);
    fair_pledge(table->fair.table, deal, client, table->fair.hash, part.part, pledge.pledge);
    message_set_flag(&pledge, FIELD_PLEDGE);
    return pledge;
}

static inline struct message sitting_cut(int k)
{
    struct message cut;
    message_init(&cut, MESSAGE_CUT);
    message_set_number(&cut, FIELD_K, k);
    return cut;
}

/* An action, after this number of the table's lines. */
static inline struct message sitting_act(int64_t number, struct cn_action action)
{
    struct message act;
    char text[CN_ACTION_TEXT];
    cn_action_format(NULL, action, text);
    message_init(&act, MESSAGE_ACT);
    message_set_number(&act, FIELD_AT, number);
    message_set_text(&act, FIELD_ACTION, text);
    return act;
}

#endif
