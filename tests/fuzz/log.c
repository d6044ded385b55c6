/* log.c -- a table's log, damaged or not: it is read, and then the table would write the same, or
 * it is refused with the line. The same text is audited as a record of fair deals. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "table/table.h"

static void on_audit(void *context, const struct audit *audit)
{
    int64_t *last = context;
    must(audit->line > *last, "deals in order");
    must(fair_verdict_name(audit->verdict) != NULL, "a verdict");
    *last = audit->line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t line;
    int64_t last = 0;
    const char *text = (const char *)data;
    struct table *table = table_load(text, size, 1, &line);
    if (table != NULL) {
        int64_t lines = 0;
        for (size_t i = 0; i < size; i++)
            lines += data[i] == '\n';
        must(table_line_count(table) == lines, "a number a line");
    }
    table_free(table);
    struct cn__text record = {.text = NULL};
    table_log_to_record(text, size, true, &record);
    fair_audit(record.text, record.length, on_audit, &last, &line);
    cn__text_free(&record);
    return 0;
}
