/* table_sheet.c -- the score sheet of the game: each finished deal, for players who join
 * later (L47). */
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

void table_sheet_clear(struct sheet *sheet)
{
    free(sheet->deals);
    memset(sheet, 0, sizeof *sheet);
}

/* Room for one deal more; the oldest makes it where enough are kept. */
static bool make_room(struct sheet *sheet, size_t row)
{
    if (sheet->count == SHEET_DEALS) {
        memmove(sheet->deals, sheet->deals + row, (SHEET_DEALS - 1) * row * sizeof *sheet->deals);
        sheet->count--;
        return true;
    }
    return cn__array_grow(&sheet->deals, &sheet->capacity, ((size_t)sheet->count + 1) * row,
                          sizeof *sheet->deals);
}

void table_sheet_add(struct table *table, const struct cn_event *end)
{
    struct sheet *sheet = &table->sheet;
    struct message line;
    const size_t row = (size_t)end->side_count * SHEET_ITEMS;
    if (!make_room(sheet, row)) {
        table->failed = true;
        return;
    }
    message_init(&line, MESSAGE_SHEET);
    message_scores(&line, end->sides, end->side_count);
    memcpy(sheet->deals + (size_t)sheet->count * row, line.sides, row * sizeof *sheet->deals);
    sheet->count++;
    sheet->last = table->game.deals;
}

size_t table_sheet_memory(const struct table *table)
{
    return table->sheet.capacity * sizeof *table->sheet.deals;
}

void table_sheet_send(struct table *table, uint32_t client)
{
    const struct sheet *sheet = &table->sheet;
    const size_t row = (size_t)table->game.sides * SHEET_ITEMS;
    for (int i = 0; i < sheet->count; i++) {
        struct message line;
        message_init(&line, MESSAGE_SHEET);
        message_set_number(&line, FIELD_DEAL, sheet->last - sheet->count + 1 + i);
        memcpy(line.sides, sheet->deals + (size_t)i * row, row * sizeof *sheet->deals);
        line.side_count = table->game.sides;
        message_set_flag(&line, FIELD_SIDES);
        table_send_message(table, client, &line);
    }
}
