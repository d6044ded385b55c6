/* score_sheet.c -- the score sheet: every deal's scores, side by side (L47, C6). */
#include "record.h"

#include <stdlib.h>
#include <string.h>

void cn_score_sheet_add(struct cn_score_sheet *sheet, const struct cn_score *sides, int side_count)
{
    if (!cn__array_grow(&sheet->deal, &sheet->capacity, (size_t)sheet->count + 1,
                        sizeof *sheet->deal)) {
        sheet->failed = true;
        return;
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
