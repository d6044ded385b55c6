/* send.c -- what this step sends, to one client or to all of a mask. */
#include "table_internal.h"

static void add_outgoing(struct table *table, struct outgoing told)
{
    if (!cn__array_grow(&table->outgoing, &table->outgoing_capacity,
                        (size_t)table->outgoing_count + 1, sizeof *table->outgoing)) {
        table->failed = true;
        return;
    }
    table->outgoing[table->outgoing_count++] = told;
}

void table_send_line(struct table *table, uint32_t client, size_t at)
{
    if (client != 0)
        add_outgoing(
            table, (struct outgoing){.client = client, .at = at, .length = table->say.length - at});
}

void table_send_masked(struct table *table, int mask, size_t at)
{
    add_outgoing(table, (struct outgoing){
                            .mask = (uint8_t)mask, .at = at, .length = table->say.length - at});
}

void table_send_message(struct table *table, uint32_t client, const struct message *message)
{
    const size_t at = table->say.length;
    message_write(&table->say, message);
    table_send_line(table, client, at);
}

void table_broadcast(struct table *table, const struct message *message)
{
    const size_t at = table->say.length;
    message_write(&table->say, message);
    table_send_masked(table, MASK_ALL, at);
}

void table_tell_due(struct table *table)
{
    const size_t at = table->say.length;
    if (table->stage != STAGE_PLAY || table->game.deal.board.due == CN_DUE_NOTHING)
        return;
    snapshot_write_due(&table->say, &table->game.deal.board);
    table_send_masked(table, MASK_ALL, at);
}
