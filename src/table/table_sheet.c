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

/* Makes room for one more deal. If SHEET_DEALS are kept, the oldest is dropped. */
static bool make_room(struct sheet *sheet, size_t sides)
{
    if (sheet->count == SHEET_DEALS) {
        memmove(sheet->deals, sheet->deals + sides,
                (SHEET_DEALS - 1) * sides * sizeof *sheet->deals);
        sheet->count--;
        return true;
    }
    return cn__array_grow(&sheet->deals, &sheet->capacity, ((size_t)sheet->count + 1) * sides,
                          sizeof *sheet->deals);
}

void table_sheet_add(struct table *table, const struct cn_event *end)
{
    struct sheet *sheet = &table->sheet;
    const size_t sides = end->side_count;
    if (!make_room(sheet, sides)) {
        table->failed = true;
        return;
    }
    memcpy(sheet->deals + (size_t)sheet->count * sides, end->sides, sides * sizeof *sheet->deals);
    sheet->count++;
    sheet->last = table->game.deal_number;
}

void table_sheet_send(struct table *table, uint32_t client)
{
    const struct sheet *sheet = &table->sheet;
    const int sides = table->game.sides;
    for (int i = 0; i < sheet->count; i++) {
        struct message line;
        message_init(&line, MESSAGE_SHEET);
        message_set_number(&line, FIELD_DEAL, sheet->last - sheet->count + 1 + i);
        message_set_scores(&line, sheet->deals + (size_t)i * (size_t)sides, sides);
        table_send_message(table, client, &line);
    }
}
