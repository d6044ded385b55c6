/* replay_report.c -- reports of a replay: differences, lines that cannot be read, comparisons. */
#include "replay.h"

#include <string.h>

void cn__report(struct cn_reader *r, struct cn_report report)
{
    char expected[MESSAGE_SIZE];
    char found[MESSAGE_SIZE];
    cn__describe_text(report.expected, expected, sizeof expected);
    cn__describe_text(report.found, found, sizeof found);
    report.line = r->line;
    report.expected = expected;
    report.found = found;
    if (report.kind != CN_REPORT_UNKNOWN) {
        r->counts.differences++;
        if (report.stops)
            r->broken = true;
        snprintf(r->message, sizeof r->message, "line %lld: %s: expected %.300s, found %.300s",
                 (long long)r->line, report.article, expected, found);
    }
    if (r->report != NULL)
        r->report(r->context, &report);
}

void cn__report_difference(struct cn_reader *r, const char *article, const char *expected,
                           const char *found)
{
    cn__report(r, (struct cn_report){.kind = CN_REPORT_DIFFERENCE,
                                     .article = article,
                                     .expected = expected,
                                     .found = found});
}

void cn__abort_game(struct cn_reader *r, const char *article, const char *expected,
                    const char *found)
{
    cn__report(r, (struct cn_report){.kind = CN_REPORT_DIFFERENCE,
                                     .stops = true,
                                     .article = article,
                                     .expected = expected,
                                     .found = found});
}

void cn__report_unreadable(struct cn_reader *r, const struct cn__fault *fault, bool stops)
{
    r->counts.damaged++;
    cn__report(r, (struct cn_report){.kind = CN_REPORT_UNREADABLE,
                                     .stops = stops,
                                     .article = RECORD_ARTICLE,
                                     .expected = fault->expected,
                                     .found = fault->found});
}

void cn_words_report(const struct cn_report *report, const struct cn_words *words, char *text,
                     size_t size)
{
    char refusal[300];
    const char *about = report->article;
    const char *key = "record.differs";
    if (report->kind == CN_REPORT_UNREADABLE)
        key = "record.damage";
    else if (report->kind == CN_REPORT_SEAT_RECORD)
        key = "record.seat";
    else if (report->refusal != NULL)
        key = "record.refused";
    else if (strcmp(report->article, RECORD_ARTICLE) == 0)
        key = "record.place";
    if (report->refusal != NULL) {
        cn_words_refusal(words, report->refusal, NULL, refusal, sizeof refusal);
        about = refusal;
    }
    cn_words_format(words, key, &about, 1, text, size);
}

/* ---- comparing ---- */

void cn__compare_ints(struct cn_reader *r, const char *article, const char *what, int64_t expected,
                      int64_t found)
{
    if (expected == found)
        return;
    char expected_text[80];
    char found_text[32];
    snprintf(expected_text, sizeof expected_text, "%s %lld", what, (long long)expected);
    snprintf(found_text, sizeof found_text, "%lld", (long long)found);
    cn__report_difference(r, article, expected_text, found_text);
}

void cn__compare_cards(struct cn_reader *r, const char *article, const char *what,
                       const cn_card *expected, int expected_count, const cn_card *found,
                       int found_count)
{
    if (expected_count == found_count && memcmp(expected, found, (size_t)found_count) == 0)
        return;
    char cards[120];
    char expected_text[160];
    char found_text[120];
    cn__describe_cards(expected, expected_count, cards, sizeof cards);
    snprintf(expected_text, sizeof expected_text, "%s %s", what, cards);
    cn__describe_cards(found, found_count, found_text, sizeof found_text);
    cn__report_difference(r, article, expected_text, found_text);
}

/* ---- fields that most lines have ---- */

bool cn__get_seat(struct cn_reader *r, const json_t *line, int *seat, struct cn__fault *fault)
{
    int64_t value;
    if (!cn__get_int(line, "seat", 0, r->game.players - 1, &value, fault))
        return false;
    *seat = (int)value;
    return true;
}

bool cn__is_seat_record(struct cn_reader *r, const json_t *line, const char *missing)
{
    static const char *const only_there[] = {"hand", "sizes", "upcards", "stock", "n"};
    if (json_object_get(line, missing) != NULL)
        return false;
    for (size_t i = 0; i < sizeof only_there / sizeof only_there[0]; i++) {
        const bool is_deal = strcmp(missing, "deck") == 0;
        if (json_object_get(line, only_there[i]) == NULL)
            continue;
        if (is_deal && strcmp(only_there[i], "n") == 0)
            continue; /* every deal has its number */
        cn__report(r, (struct cn_report){.kind = CN_REPORT_SEAT_RECORD,
                                         .stops = true,
                                         .article = RECORD_ARTICLE,
                                         .expected = "a whole record",
                                         .found = "a seat's record, which cannot be replayed: "
                                                  "the cards are not in it"});
        return true;
    }
    return false;
}
