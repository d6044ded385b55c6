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

void text_page_log(struct text_page *page, const struct display *face, int columns)
{
    char text[SAY_SIZE];
    int turn = -1;
    text_page_clear(page, WORDS0(face->words, text, "ui.title.log"));
    for (int i = 0; i < face->news_count; i++) {
        if (turn >= 0 && face->news[i].turn != turn)
            text_page_line(page, "");
        turn = face->news[i].turn;
        display_news_text(face, &face->news[i], text, sizeof text);
        text_page_text(page, text, strlen(text), columns);
    }
}

/* ---- drawing for seats ---- */

bool text_page_seating(struct text_page *page, const struct game_source *source,
                       const struct display *face, int columns)
{
    char text[SAY_SIZE];
    char cards[300];
    const struct seating *seating = &source->seating;
    if (!seating->done)
        return false;
    text_page_clear(page, WORDS0(face->words, text, "ui.title.seating"));
    for (int seat = 0; seat < source->scene.game.players; seat++) {
        words_each(face->words, seating->drawn[seat], seating->count[seat], cards, sizeof cards);
        const char *key = seat == face->bottom_seat ? "ui.seating.drew.you" : "ui.seating.drew";
        WORDS2(face->words, text, key, face->names[seat], cards);
        text_page_text(page, text, strlen(text), columns);
    }
    text_page_line(page, "");
    WORDS1(face->words, text, face->bottom_seat == 0 ? "ui.seating.first.you" : "ui.seating.first",
           face->names[0]);
    text_page_text(page, text, strlen(text), columns);
    const int partner = cn_board_partner(&face->board, face->bottom_seat);
    if (partner == CN_NO_SEAT)
        return true;
    WORDS1(face->words, text, "ui.seating.partner", face->names[partner]);
    text_page_text(page, text, strlen(text), columns);
    return true;
}

/* ---- special hands ---- */

bool text_page_goals(struct text_page *page, const struct display *face, int columns)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    const int count = display_goals(face, goals);
    char text[2 * SAY_SIZE];
    text_page_clear(page, WORDS0(face->words, text, "ui.title.goals"));
    for (int i = 0; i < count; i++) {
        char goal[SAY_SIZE];
        char cards[SAY_SIZE];
        words_goal(face, &goals[i], goal, sizeof goal);
        words_special_cards(face, goals[i].row, cards, sizeof cards);
        WORDS2(face->words, text, "ui.goal.line", goal, cards);
        text_page_text(page, text, strlen(text), columns);
    }
    return count > 0;
}

/* ---- help ---- */

/* Does the rule set have what this line is about? */
static bool needs_help(const struct display *face, const char *line)
{
    const struct cn_rules *rules = &face->law->rules;
    if (strcmp(line, "face") == 0)
        return rules->keep_bonus_card > 0;
    if (strcmp(line, "special") == 0)
        return rules->special_hands.count > 0;
    return rules->wild_melds != CN_WILD_MELDS_NONE;
}

bool text_page_help(const struct display *face, const char *name, int *at, char *text, size_t size)
{
    static const char *const some[] = {"face", "special", "wild"};
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
            return cn_words_lookup(face->words, key, text, size);
        }
        snprintf(key, sizeof key, "%s%d.%s", name, line, some[extra]);
        if (needs_help(face, some[extra]) && cn_words_lookup(face->words, key, text, size))
            return true;
    }
}

/* ---- advice ---- */

/* Adds a move: what it brings less than the best, or how often it was tried if it was estimated
 * higher; and its principle. */
static void put_weighed(struct text_page *page, const struct display *face,
                        const struct cn_candidate *best, const struct cn_candidate *move,
                        int columns)
{
    const bool unsure = cn_weighed_lead(best, move) > 0;
    char action[SAY_SIZE];
    char points[24];
    char worlds[24];
    char why[SAY_SIZE];
    char text[3 * SAY_SIZE];
    words_action(face, move->action, action, sizeof action);
    snprintf(points, sizeof points, "%+d", move->points - best->points);
    snprintf(worlds, sizeof worlds, "%d", move->worlds);
    words_capitalize(words_reason(face, move->action, why, sizeof why), sizeof why);
    words_format(face->words, text, sizeof text, unsure ? "ui.why.unsure.move" : "ui.why.move", 4,
                 action, points, why, worlds);
    words_capitalize(text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
}

/* Adds, under a heading, the moves that were estimated above the advised one, or the others. Adds
 * nothing if there are none. */
static void put_moves(struct text_page *page, const struct display *face,
                      const struct advice *advice, bool unsure, int columns)
{
    const struct cn_candidate *best = &advice->moves[0];
    char text[SAY_SIZE];
    bool any = false;
    for (int i = 1; i < advice->count; i++) {
        const struct cn_candidate *move = &advice->moves[i];
        if ((cn_weighed_lead(best, move) > 0) != unsure)
            continue;
        WORDS0(face->words, text, unsure ? "ui.why.unsure" : "ui.why.others");
        if (!any)
            text_page_text(page, text, strlen(text), columns);
        any = true;
        put_weighed(page, face, best, move, columns);
    }
}

void text_page_advice(struct text_page *page, const struct display *face,
                      const struct advice *advice, int columns)
{
    char text[2 * SAY_SIZE];
    text_page_clear(page, WORDS0(face->words, text, "ui.title.why"));
    words_advice(face, advice, text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
    if (advice->count < 2) {
        WORDS0(face->words, text, "ui.hint.only");
        text_page_text(page, text, strlen(text), columns);
        return;
    }
    words_gain(face, advice, text, sizeof text);
    text_page_text(page, text, strlen(text), columns);
    put_moves(page, face, advice, false, columns);
    put_moves(page, face, advice, true, columns);
}
