/* frontend.c -- sets a game up or continues one, and hands it to a front end. */
#include "frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command_parser.h"
#include "local_game.h"
#include "remote_game.h"
#include "tell.h"

/* What went wrong outside the game. */
static char *words_io_error(const struct cn_words *words, const struct io_error *trouble,
                            char *text, size_t size)
{
    char key[64];
    snprintf(key, sizeof key, "ui.error.%s", trouble->key);
    return words_format(words, text, size, key, 1, trouble->detail);
}

/* 'path': where the game is saved, or NULL. */
static int fail(const struct terminal_options *options, const struct io_error *trouble,
                const char *path)
{
    struct cn_words words;
    char text[SAY_SIZE];
    if (!cn_words_find(options->language, &words) && !cn_words_find("en", &words))
        return EXIT_IO;
    fprintf(stderr, "canasta play: %s\n", words_io_error(&words, trouble, text, sizeof text));
    if (strcmp(trouble->key, "program") == 0 && path != NULL)
        fprintf(stderr, "%s\n", WORDS1(&words, text, "ui.plain.saved", path));
    const bool no_game = strcmp(trouble->key, "nothing") == 0 || strcmp(trouble->key, "over") == 0;
    const bool misnamed = strcmp(trouble->key, "bot") == 0 || strcmp(trouble->key, "level") == 0 ||
                          strcmp(trouble->key, "language") == 0 ||
                          strcmp(trouble->key, "unnamed") == 0 || strcmp(trouble->key, "home") == 0;
    return no_game ? EXIT_NEGATIVE : misnamed ? EXIT_USAGE : EXIT_IO;
}

/* Offers to resume an unfinished game. Any answer but no resumes it. */
static struct local_game *offer_unfinished(const struct terminal_options *options)
{
    struct io_error trouble = {NULL, ""};
    char text[SAY_SIZE];
    char answer[80] = "";
    struct local_game *session = local_game_resume(options, &trouble);
    if (session == NULL)
        return NULL;
    terminal_tell(WORDS0(&session->source.scene.words, text, "ui.offer"), " ");
    fflush(stdout);
    const bool heard = fgets(answer, sizeof answer, stdin) != NULL;
    answer[strcspn(answer, "\r\n ")] = '\0';
    if (heard && !command_is(&session->source.scene.words, "ui.command.no", answer))
        return session;
    local_game_free(session);
    return NULL;
}

/* "1 beginner, 2 casual, …" */
static void list_levels(const struct cn_words *words, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; cn_level_at(i) != NULL; i++) {
        char level[NAME_SIZE];
        char number[16];
        char choice[2 * NAME_SIZE];
        snprintf(number, sizeof number, "%d", i + 1);
        words_level(words, cn_level_at(i), level, sizeof level);
        WORDS2(words, choice, "ui.level.choice", number, level);
        words_join(words, "list.comma", choice, text, size);
    }
}

/* Returns the level that the answer names, by number or word, or NULL. */
static const struct cn_level *level_of_answer(const struct cn_words *words, const char *answer)
{
    for (int i = 0; cn_level_at(i) != NULL; i++) {
        char level[NAME_SIZE];
        words_level(words, cn_level_at(i), level, sizeof level);
        if (atoi(answer) == i + 1 || strcmp(answer, level) == 0)
            return cn_level_at(i);
    }
    return NULL;
}

/* Asks how strong the bots should be until the answer is understood. An empty line or the end of
 * input keeps the default. */
static void ask_level(struct terminal_options *options)
{
    struct cn_words words;
    char list[SAY_SIZE];
    char club[NAME_SIZE];
    char text[2 * SAY_SIZE];
    char enter[80];
    char answer[80];
    const struct cn_level *level = NULL;
    if (!cn_words_find(options->language, &words))
        return;
    list_levels(&words, list, sizeof list);
    words_level(&words, cn_level_find("club"), club, sizeof club);
    while (level == NULL) {
        terminal_tell(WORDS1(&words, text, "ui.level.ask", list), "\n");
        terminal_tell(WORDS1(&words, enter, "ui.level.enter", club), " ");
        fflush(stdout);
        if (fgets(answer, sizeof answer, stdin) == NULL)
            return;
        answer[strcspn(answer, "\r\n ")] = '\0';
        if (answer[0] == '\0')
            return;
        level = level_of_answer(&words, answer);
    }
    options->bot_count = 1;
    snprintf(options->bots[0], BOT_NAME_SIZE, "%s%s", LEVEL_PREFIX, level->name);
}

/* Asks each person for a name. After an empty line or the end of input the person is named after
 * the place. */
static void ask_names(struct terminal_options *options, char names[CN_SEATS_MAX][PERSON_SIZE])
{
    const enum cn_direction direction = (enum cn_direction)options->rules.direction;
    struct cn_words words;
    char place[NAME_SIZE];
    char text[SAY_SIZE];
    char most[16];
    int first = -1;
    int person = 0;
    if (!cn_words_find(options->language, &words))
        return;
    snprintf(most, sizeof most, "%d", PERSON_MOST);
    for (int seat = 0; seat < options->players; seat++) {
        char answer[200] = "";
        if ((options->humans >> seat & 1) == 0)
            continue;
        first = first < 0 ? seat : first;
        words_compass(&words, direction, options->players, first, seat, place, sizeof place);
        do {
            if (answer[0] != '\0')
                terminal_tell(WORDS1(&words, text, "ui.name.bad", most), "\n");
            terminal_tell(WORDS1(&words, text, "ui.name.ask", place), " ");
            fflush(stdout);
            if (fgets(answer, sizeof answer, stdin) == NULL)
                return;
            answer[strcspn(answer, "\r\n")] = '\0';
        } while (answer[0] != '\0' && !terminal_person_name(answer, names[person]));
        options->names[person] = answer[0] != '\0' ? names[person] : NULL;
        person++;
    }
}

/* Returns whether several people play without names. */
static bool is_nameless(const struct terminal_options *options)
{
    const bool several = (options->humans & (options->humans - 1)) != 0;
    return several && options->names[0] == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static struct local_game *new_table(const struct terminal_options *given, bool ask,
                                    struct io_error *trouble)
{
    struct terminal_options options = *given;
    char names[CN_SEATS_MAX][PERSON_SIZE];
    if (ask)
        ask_level(&options);
    if (is_nameless(&options))
        ask_names(&options, names);
    return local_game_new(&options, trouble);
}

int terminal_play(const struct terminal_options *options)
{
    struct io_error trouble = {NULL, ""};
    const bool plain = options->plain || !screen_is_possible();
    struct local_game *session = NULL;
    if (options->offer && !plain)
        session = offer_unfinished(options);
    if (session == NULL)
        session = options->resume ? local_game_resume(options, &trouble)
                                  : new_table(options, options->offer && !plain, &trouble);
    if (session == NULL)
        return fail(options, &trouble, NULL);
    struct terminal_options shown = *options;
    if (!options->pace_given && session->pace_given)
        shown.pace = session->pace;
    int status = plain ? plain_run(&session->source, &shown) : screen_run(&session->source, &shown);
    if (session->source.trouble.key != NULL)
        status = fail(options, &session->source.trouble, session->source.file);
    local_game_free(session);
    return status;
}

int remote_game_run(struct remote_game *far)
{
    const bool plain = far->options->plain || !screen_is_possible();
    return plain ? plain_run(&far->source, far->options) : screen_run(&far->source, far->options);
}
