/* score_sheet.c -- the score sheet: every deal's scores, side by side (L47, C6). */
#include "record.h"

#include <stdlib.h>
#include <string.h>

void cn_score_sheet_add(struct cn_score_sheet *sheet, const struct cn_score *sides, int side_count)
{
    if (sheet->count == sheet->size) {
        const int size = sheet->size < 16 ? 16 : sheet->size * 2;
        void *deal = realloc(sheet->deal, (size_t)size * sizeof *sheet->deal);
        if (deal == NULL) {
            sheet->failed = true;
            return;
        }
        sheet->deal = deal;
        sheet->size = size;
    }
    memset(&sheet->deal[sheet->count], 0, sizeof *sheet->deal);
    memcpy(&sheet->deal[sheet->count++], sides, (size_t)side_count * sizeof *sides);
    sheet->sides = side_count;
}

void cn_sheet_free(struct cn_score_sheet *sheet)
{
    free(sheet->deal);
    memset(sheet, 0, sizeof *sheet);
}
