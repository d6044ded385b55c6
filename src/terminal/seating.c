/* seating.c -- a new table: assigning and drawing seats, names, and the record's first lines. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "local_game_internal.h"

/* ---- drawing for seats (L5, L6) ---- */

/* Draws until everybody has a seat, and keeps each seat's draws. */
static void draw_seats(struct local_game *session, int players, uint8_t *seat_of_player)
{
    struct cn_rng rng;
    struct cn_seating drawing;
    cn_seeded_rng(session->seed, CN_STREAM_SEATS, 0, &rng);
    cn_seating_draw(&session->source.scene.game.law->rules, players, &rng, &drawing);
    session->source.seating.done = true;
    for (int player = 0; player < players; player++) {
        const int seat = seat_of_player[player] = drawing.seat_of_player[player];
        memcpy(session->source.seating.drawn[seat], drawing.drawn[player],
               sizeof drawing.drawn[player]);
        session->source.seating.count[seat] = drawing.count[player];
    }
}

/* ---- names ---- */

/* Returns the name that a person gave, or "". Names are in the order of the people's seats. */
static const char *given_name(const struct local_game *session,
                              const struct terminal_options *options, int seat)
{
    int before = 0;
    for (int other = 0; other < seat; other++)
        before += session->bots[other] == NULL;
    const bool given = session->bots[seat] == NULL && options->names[before] != NULL;
    return given ? options->names[before] : "";
}

/* The first person sits at the bottom; the others follow in the direction of play. */
static void name_seats(struct local_game *session, const struct terminal_options *options)
{
    const int players = options->players;
    int bottom = 0;
    while (bottom < players - 1 && session->bots[bottom] != NULL)
        bottom++;
    for (int seat = 0; seat < players; seat++)
        words_compass(&session->source.scene.words,
                      (enum cn_direction)session->source.scene.game.law->rules.direction, players,
                      bottom, seat, session->source.scene.names[seat], NAME_SIZE);
    for (int seat = 0; seat < players; seat++)
        if (given_name(session, options, seat)[0] != '\0')
            snprintf(session->source.scene.names[seat], NAME_SIZE, "%s",
                     given_name(session, options, seat));
}

/* ---- setting up ---- */

/* Makes a seed from the system if none was given. */
static bool make_seed(struct local_game *session)
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    cn__hex_format(bytes, sizeof bytes, session->seed);
    return true;
}

/* Returns the name of the level that chooses a bot, or NULL. */
static const char *level_name(const char *name)
{
    const size_t length = strlen(LEVEL_PREFIX);
    return strncmp(name, LEVEL_PREFIX, length) == 0 ? name + length : NULL;
}

static bool seat_bot(struct local_game *session, int seat, const char *name,
                     struct io_error *trouble)
{
    const struct cn_level *level = NULL;
    const struct cn_bot *bot;
    if (program_command(name) != NULL)
        return programs_seat(session, seat, program_command(name), trouble);
    if (level_name(name) != NULL) {
        level = cn_level_find(level_name(name));
        bot = level != NULL ? cn_bot_find(level->bot) : NULL;
    } else {
        bot = cn_bot_find(name);
    }
    session->source.scene.levels[seat] = level;
    if (bot == NULL)
        local_game_fail(trouble, level_name(name) != NULL ? "level" : "bot",
                        level_name(name) != NULL ? level_name(name) : name);
    else if (!local_game_seat(session, seat, bot, level != NULL ? level->nodes : CN_DEFAULT_NODES))
        local_game_fail(trouble, "memory", NULL);
    else
        return true;
    return false;
}

static bool seat_bots(struct local_game *session, const struct terminal_options *options,
                      unsigned humans, struct io_error *trouble)
{
    int first = 0;
    int bot = 0;
    while (first < options->players - 1 && (humans >> first & 1) == 0)
        first++;
    for (int step = 0; step < options->players; step++) {
        const int seat = (first + step) % options->players;
        if ((humans >> seat & 1) != 0)
            continue;
        const char *name = options->bots[bot++ % options->bot_count];
        if (!seat_bot(session, seat, name, trouble))
            return false;
    }
    return true;
}

static void write_draws(struct local_game *session, int players)
{
    for (int seat = 0; seat < players; seat++) {
        cn_record_write_draws(&session->lines, seat, session->source.seating.drawn[seat],
                              session->source.seating.count[seat]);
        local_game_write(session, session->lines.text, session->lines.length);
        cn__text_clear(&session->lines);
    }
}

const char *terminal_pace_name(enum pace pace)
{
    static const char *const names[PACES] = {"off", "fast", "normal", "slow"};
    return names[pace];
}

bool terminal_pace_find(const char *name, enum pace *pace)
{
    for (int i = 0; i < PACES; i++) {
        if (strcmp(terminal_pace_name((enum pace)i), name) != 0)
            continue;
        *pace = (enum pace)i;
        return true;
    }
    return false;
}

/* Writes a seat as terminal_options has it, a command as one word; "-" for a person. */
static void format_seat(const struct local_game *session, int seat, char *text, size_t size)
{
    const size_t prefix = strlen(PROGRAM_PREFIX);
    if (session->seats[seat].program != NULL) {
        snprintf(text, size, PROGRAM_PREFIX);
        program_encode(session->seats[seat].command, text + prefix, size - prefix);
    } else if (session->source.scene.levels[seat] != NULL)
        snprintf(text, size, "%s%s", LEVEL_PREFIX, session->source.scene.levels[seat]->name);
    else
        snprintf(text, size, "%s", session->bots[seat] != NULL ? session->bots[seat]->name : "-");
}

/* Keeps the names as records have them. */
static void keep_names(struct local_game *session, const struct terminal_options *options)
{
    for (int seat = 0; seat < options->players; seat++) {
        const struct cn_level *level = session->source.scene.levels[seat];
        /* Each reader has its own words for the places of those without a name. */
        snprintf(session->names[seat], sizeof session->names[seat], "%s",
                 level != NULL ? level->name : given_name(session, options, seat));
    }
}

/* The name of rules from a file: the game line has only the rule set that they change. */
static void format_title(const struct cn_rules *rules, char *text, size_t size)
{
    struct cn_rules set;
    char name[3 * CN_RULES_NAME_SIZE];
    text[0] = '\0';
    if (cn_rules_load(&set, rules->name) || rules->name[0] == '\0')
        return;
    program_encode(rules->name, name, sizeof name);
    snprintf(text, size, " rules=%s", name);
}

/* Data for resuming that the game line lacks is in its "note": "table draw=1 language=en pace=slow
 * rules=ours bots=-,level:club,level:club,greedy", the pace only if it was given. */
static void write_game(struct local_game *session, const struct terminal_options *options,
                       bool draw)
{
    enum {
        SEAT = 3 * BOT_NAME_SIZE /* a command, three characters per byte */
    };
    const char *names[CN_SEATS_MAX];
    char note[256 + CN_SEATS_MAX * SEAT];
    char title[4 * CN_RULES_NAME_SIZE];
    keep_names(session, options);
    format_title(&options->rules, title, sizeof title);
    const struct cn_game_header game = local_game_game_line(session, names);
    cn_record_write_game(&session->lines, &game);
    int at = snprintf(note, sizeof note, ",\"note\":\"table draw=%d language=%s%s%s%s bots=", draw,
                      session->source.language, session->pace_given ? " pace=" : "",
                      session->pace_given ? terminal_pace_name(session->pace) : "", title);
    for (int seat = 0; seat < options->players; seat++) {
        char name[SEAT];
        format_seat(session, seat, name, sizeof name);
        at += snprintf(note + at, sizeof note - (size_t)at, "%s%s", seat > 0 ? "," : "", name);
    }
    at += snprintf(note + at, sizeof note - (size_t)at, "\"}\n");
    char *line = malloc(session->lines.length + (size_t)at);
    if (line == NULL || session->lines.length < 2)
        abort();
    const size_t length = session->lines.length - 2; /* without the closing brace and the newline */
    memcpy(line, session->lines.text, length);
    memcpy(line + length, note, (size_t)at);
    local_game_write(session, line, length + (size_t)at);
    cn__text_clear(&session->lines);
    free(line);
}

struct local_game *local_game_set_up(const struct terminal_options *options, bool draw, int on_disk,
                                     struct io_error *trouble)
{
    struct local_game *session = calloc(1, sizeof *session);
    uint8_t seat_of_player[CN_SEATS_MAX] = {0};
    unsigned humans = options->humans;
    if (session == NULL)
        return local_game_fail(trouble, "memory", NULL);
    session->store.file = -1;
    session->on_disk = on_disk;
    game_source_init(&session->source, &local_game_type, options->language);
    session->pace = options->pace;
    session->pace_given = options->pace_given;
    session->programs = options->programs;
    struct cn_words words = {NULL, 0};
    const bool spoken = cn_words_find(session->source.language, &words);
    scene_init(&session->source.scene, &words, SCENE_ALL_SEATS);
    session->source.scene.begun = true;
    cn_law_init(&session->law, &options->rules);
    cn_game_init(&session->source.scene.game, &session->law, options->players, NULL);
    bool ready = true;
    if (!spoken)
        local_game_fail(trouble, "language", session->source.language);
    if (options->seed != NULL)
        snprintf(session->seed, sizeof session->seed, "%s", options->seed);
    else if (!make_seed(session))
        ready = local_game_fail(trouble, "seed", NULL) != NULL;
    if (draw)
        draw_seats(session, options->players, seat_of_player);
    if (draw)
        humans = 1u << seat_of_player[0];
    ready = ready && spoken && seat_bots(session, options, humans, trouble);
    if (!ready) {
        local_game_free(session);
        return NULL;
    }
    name_seats(session, options);
    write_game(session, options, draw);
    if (draw)
        write_draws(session, options->players);
    return session;
}

void local_game_give_file(struct local_game *session, struct game_file *store)
{
    session->store.file = store->file;
    memcpy(session->store.path, store->path, sizeof store->path);
    session->source.file = session->store.path;
    store->file = -1;
}

struct local_game *local_game_new(const struct terminal_options *options, struct io_error *trouble)
{
    struct local_game *session = local_game_set_up(options, options->humans == 0, 0, trouble);
    struct game_file store;
    if (session == NULL)
        return NULL;
    if (!programs_begin(session, trouble)) {
        local_game_free(session);
        return NULL;
    }
    if (!game_file_create(&store, options->file)) {
        if (options->file == NULL && !game_file_has_folder())
            local_game_fail(trouble, "home", "");
        else if (errno == EEXIST)
            local_game_fail(trouble, "exists", options->file);
        else
            local_game_fail_at(trouble, "create", store.path);
        local_game_free(session);
        return NULL;
    }
    local_game_give_file(session, &store);
    if (!local_game_save(session)) {
        *trouble = session->source.trouble;
        local_game_free(session);
        return NULL;
    }
    return session;
}
