#include "law_example.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "display/display.h"
#include "record/record.h"
#include "ruling/ruling.h"
#include "words/data.h"

enum {
    NAME = 64,
    QUESTION = 400
};

/* A record, and what it tells. */
struct told {
    struct cn_reader *replay;
    struct scene scene;
    struct display display;
};

static void copy_name(const struct cn_law_article *article, char name[NAME])
{
    snprintf(name, NAME, "%.*s", (int)article->name_length, article->name);
}

const struct cn_data *law_example_find(const struct cn_law_article *article)
{
    const struct cn_data *file;
    char name[NAME];
    char path[NAME + 20];
    copy_name(article, name);
    snprintf(path, sizeof path, "examples/%s.jsonl", name);
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

/* ---- the example ---- */

static void hear(void *context, const struct cn_event *event)
{
    struct told *told = context;
    scene_apply_event(&told->scene, event, cn_reader_game(told->replay));
}

/* Seats are called by their places: seat 0 is South, as on a screen. */
static void name_seats(struct told *told)
{
    const struct cn_game *game = cn_reader_game(told->replay);
    const struct cn_words *words = command_words();
    for (int seat = 0; seat < game->players; seat++) {
        char name[NAME_SIZE];
        words_compass(words, (enum cn_direction)game->law->rules.direction, game->players, 0, seat,
                      name, sizeof name);
        scene_set_name(&told->scene, seat, name, NULL);
    }
}

static void print_news(const struct told *told)
{
    char text[SAY_SIZE];
    for (int i = 0; i < told->display.news_count; i++) {
        display_news_text(&told->display, &told->display.news[i], text, sizeof text);
        if (text[0] == '\0')
            continue;
        printf("- ");
        command_print_wrapped(text, strlen(text), 2, 2, command_width());
    }
}

static void tell(struct told *told)
{
    scene_init(&told->scene, command_words(), CN_NO_SEAT);
    told->scene.review = true;
    while (cn_reader_step(told->replay) == CN_STEP_LINE) {
        const struct cn_game *game = cn_reader_game(told->replay);
        if (game == NULL || told->scene.game.law != NULL)
            continue;
        told->scene.game = *game;
        name_seats(told);
    }
    scene_settle(&told->scene, cn_reader_game(told->replay));
    display_of(&told->scene, 0, &told->display);
    print_news(told);
    scene_free(&told->scene);
}

static void print_heading(const char *key)
{
    char text[SAY_SIZE];
    cn_words_lookup(command_words(), key, text, sizeof text);
    printf("\n%s\n", text);
}

static bool print_example(const struct cn_data *file)
{
    struct told *told = calloc(1, sizeof *told);
    if (told == NULL)
        return false;
    const struct cn_observer observer = {.event = hear, .context = told};
    told->replay = cn_reader_open_text(file->text, file->size, NULL, NULL);
    const bool opened = told->replay != NULL;
    if (opened) {
        print_heading("ui.law.example");
        cn_reader_observe(told->replay, &observer);
        tell(told);
        cn_reader_close(told->replay);
    }
    free(told);
    return opened;
}

/* ---- the questions ---- */

static void print_question(const struct rulings *rulings, const struct ruling_facts *facts)
{
    struct ruling_path path;
    char text[QUESTION];
    ruling_follow(rulings, facts, &path);
    const int last = facts->count - 1;
    ruling_answer(&path, last, facts->at[last].value, command_words(), text, sizeof text);
    printf("- ");
    command_print_wrapped(text, strlen(text), 2, 2, command_width());
}

static bool print_questions(const struct cn_law_article *article)
{
    static struct ruling_facts about[RULING_ABOUT_MAX];
    char name[NAME];
    struct rulings *rulings = rulings_open();
    if (rulings == NULL)
        return false;
    copy_name(article, name);
    const int count = rulings_find_about(rulings, name, about);
    if (count > 0)
        print_heading("ui.law.settles");
    for (int i = 0; i < count; i++)
        print_question(rulings, &about[i]);
    rulings_close(rulings);
    return true;
}

bool law_example_print(const struct cn_law_article *article)
{
    const struct cn_data *file = law_example_find(article);
    const bool told = file == NULL || print_example(file);
    return print_questions(article) && told;
}
