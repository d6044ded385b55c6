#include "text_page.h"

#include <stdio.h>
#include <string.h>

/* ---- lines ---- */

void text_page_clear(struct text_page *page, const char *title)
{
    page->count = 0;
    snprintf(page->title, sizeof page->title, "%s", title);
}

void text_page_line(struct text_page *page, const char *text)
{
    if (page->count == TEXT_PAGE_LINES)
        return;
    snprintf(page->line[page->count++], TEXT_PAGE_WIDTH, "%s", text);
}

/* Wraps the words of one paragraph. */
static void wrap(struct text_page *page, const char *text, size_t length, int columns)
{
    struct cn__wrap words = {.text = text, .length = length, .width = columns};
    char line[TEXT_PAGE_WIDTH] = "";
    size_t used = 0;
    while (cn__wrap_next(&words)) {
        if (used > 0 && (words.starts_line || used + 1 + words.word_length >= sizeof line)) {
            text_page_line(page, line);
            used = 0;
        }
        if (used > 0)
            line[used++] = ' ';
        const size_t room = sizeof line - 1 - used;
        const size_t bytes = cn__utf8_fit(words.word, words.word_length, room);
        memcpy(line + used, words.word, bytes);
        used += bytes;
        line[used] = '\0';
    }
    if (used > 0)
        text_page_line(page, line);
}

void text_page_text(struct text_page *page, const char *text, size_t length, int columns)
{
    while (length > 0) {
        size_t used;
        if (text[0] == '\n' || text[0] == ' ') {
            const char *end = memchr(text, '\n', length);
            const size_t line = end != NULL ? (size_t)(end - text) : length;
            char copy[TEXT_PAGE_WIDTH];
            snprintf(copy, sizeof copy, "%.*s", (int)line, text);
            text_page_line(page, copy);
            used = end != NULL ? line + 1 : length;
        } else {
            used = cn__paragraph_length(text, length);
            wrap(page, text, used, columns);
        }
        text += used;
        length -= used;
    }
}

/* ---- the law book ---- */

bool text_page_law(struct text_page *page, const char *language, const char *name, int columns)
{
    struct cn_law_article article;
    char line[TEXT_PAGE_WIDTH];
    if (!cn_law_find(language, name, &article))
        return false;
    snprintf(line, sizeof line, "%.*s  %.*s", (int)article.name_length, article.name,
             (int)article.title_length, article.title);
    text_page_clear(page, line);
    text_page_text(page, article.body, article.body_length, columns);
    snprintf(line, sizeof line, "(%.*s)", (int)article.book_length, article.book);
    text_page_line(page, "");
    text_page_line(page, line);
    return true;
}

/* ---- the log ---- */

void text_page_log(struct text_page *page, const struct display *display, int columns)
{
    char text[SAY_SIZE];
    int turn = -1;
    text_page_clear(page, WORDS0(display->words, text, "ui.title.log"));
    for (int i = 0; i < display->news_count; i++) {
        if (turn >= 0 && display->news[i].turn != turn)
            text_page_line(page, "");
        turn = display->news[i].turn;
        display_news_text(display, &display->news[i], text, sizeof text);
        text_page_text(page, text, strlen(text), columns);
    }
}

/* ---- drawing for seats ---- */

static void put_partners(struct text_page *page, const struct display *display, int columns)
{
    char text[SAY_SIZE];
    char names[SAY_SIZE] = "";
    int count = 0;
    for (int seat = 0; seat < display->board.players; seat++) {
        if (display_is_partner(display, seat))
            words_join(display->words, count++ > 0 ? "list.and" : "list.comma",
                       display->names[seat], names, sizeof names);
    }
    if (count == 0)
        return;
    WORDS1(display->words, text, count > 1 ? "ui.seating.partners" : "ui.seating.partner", names);
    text_page_text(page, text, strlen(text), columns);
}

bool text_page_seating(struct text_page *page, const struct game_source *source,
                       const struct display *display, int columns)
{
    char text[SAY_SIZE];
    char cards[300];
    const struct seating *seating = &source->seating;
    if (!seating->done)
        return false;
    text_page_clear(page, WORDS0(display->words, text, "ui.title.seating"));
    for (int seat = 0; seat < source->scene.game.players; seat++) {
        words_each(display->words, seating->drawn[seat], seating->count[seat], cards, sizeof cards);
        const char *key = seat == display->bottom_seat ? "ui.seating.drew.you" : "ui.seating.drew";
        WORDS2(display->words, text, key, display->names[seat], cards);
        text_page_text(page, text, strlen(text), columns);
    }
    text_page_line(page, "");
    WORDS1(display->words, text,
           display->bottom_seat == 0 ? "ui.seating.first.you" : "ui.seating.first",
           display->names[0]);
    text_page_text(page, text, strlen(text), columns);
    put_partners(page, display, columns);
    return true;
}

/* ---- special hands ---- */

bool text_page_goals(struct text_page *page, const struct display *display, int columns)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    const int count = display_goals(display, goals);
    char text[2 * SAY_SIZE];
    text_page_clear(page, WORDS0(display->words, text, "ui.title.goals"));
    for (int i = 0; i < count; i++) {
        char goal[SAY_SIZE];
        char cards[SAY_SIZE];
        words_goal(display, &goals[i], goal, sizeof goal);
        words_special_cards(display, goals[i].row, cards, sizeof cards);
        WORDS2(display->words, text, "ui.goal.line", goal, cards);
        text_page_text(page, text, strlen(text), columns);
    }
    return count > 0;
}

/* ---- help ---- */

/* Does the rule set have what this line is about? */
static bool needs_help(const struct display *display, const char *line)
{
    const struct cn_rules *rules = &display->law->rules;
    if (strcmp(line, "face") == 0)
        return rules->keep_bonus_card > 0;
    if (strcmp(line, "joker") == 0)
        return rules->take_with_wild;
    if (strcmp(line, "merge") == 0)
        return rules->second_meld != CN_SECOND_MELD_NEVER;
    if (strcmp(line, "onto") == 0)
        return rules->take_onto_meld;
    if (strcmp(line, "undo") == 0)
        return rules->referee == CN_REFEREE_STRICT; /* R22 */
    if (strcmp(line, "special") == 0)
        return rules->special_hands.count > 0;
    if (strncmp(line, "referee", strlen("referee")) == 0)
        return rules->referee != CN_REFEREE_STRICT;
    return rules->wild_melds != CN_WILD_MELDS_NONE;
}

bool text_page_help(const struct display *display, const char *name, int *at, char *text,
                    size_t size)
{
    static const char *const some[] = {"face",    "joker", "undo",    "merge",    "onto",
                                       "special", "wild",  "referee", "referee2", "referee3"};
    enum {
        SOME = sizeof some / sizeof some[0],
        STEPS = SOME + 1 /* of *at: a line of every rule set, and what may follow it */
    };
    for (;;) {
        char key[48];
        const int line = *at / STEPS + 1;
        const int extra = (*at)++ % STEPS - 1;
        if (extra < 0) {
            snprintf(key, sizeof key, "%s%d", name, line);
            return cn_words_lookup(display->words, key, text, size);
        }
        snprintf(key, sizeof key, "%s%d.%s", name, line, some[extra]);
        if (needs_help(display, some[extra]) && cn_words_lookup(display->words, key, text, size))
            return true;
    }
}

/* ---- advice ---- */

/* Adds a move: what it brings less than the best, and its principle. */
static void put_weighed(struct text_page *page, const struct display *display,
                        const struct cn_candidate *best, const struct cn_candidate *move,
                        int columns)
{
    char action[SAY_SIZE];
    char points[24];
    char why[SAY_SIZE];
    char text[3 * SAY_SIZE];
    words_action(display, move->action, action, sizeof action);
    snprintf(points, sizeof points, "%d", move->points - best->points);
    words_capitalize(words_reason(display, move->action, why, sizeof why), sizeof why);
    words_format(display->words, text, sizeof text, "ui.why.move", 3, action, points, why);
    words_capitalize(text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
}

void text_page_advice(struct text_page *page, const struct display *display,
                      const struct advice *advice, int columns)
{
    char text[2 * SAY_SIZE];
    text_page_clear(page, WORDS0(display->words, text, "ui.title.why"));
    words_advice(display, advice, text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
    if (advice->count < 2) {
        WORDS0(display->words, text, "ui.hint.only");
        text_page_text(page, text, strlen(text), columns);
        return;
    }
    words_gain(display, advice, text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
    WORDS0(display->words, text, "ui.why.others");
    text_page_text(page, text, strlen(text), columns);
    for (int i = 1; i < advice->count; i++)
        put_weighed(page, display, &advice->moves[0], &advice->moves[i], columns);
}
