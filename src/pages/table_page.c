/* table_page.c -- the browser's side of a table: the server's lines in, pages and answers out.
 *
 * The game is the world's (src/client/replica.h), which imagines what the seat cannot see; what is shown of it goes through a
 * face. A line that does not fit changes nothing of what is shown: the page says so to its caller and waits for
 * a snapshot.
 */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "page.h"
#include "query.h"
#include "schema.h"
#include "table_page.h"

/* ---- beginning ---- */

static void hear(void *context, const struct cn_event *event)
{
    struct table_page *client = context;
    scene_apply_event(&client->scene, event, &client->world.game);
}

/* A new table: nothing of an old one is known. */
static void begin(struct table_page *client, int seat)
{
    const struct cn_words words = client->scene.words;
    replica_free(&client->world);
    scene_free(&client->scene);
    replica_init(&client->world, seat);
    scene_init(&client->scene, &words, seat);
    client->sink = (struct cn_observer){hear, client};
    client->world.sink = &client->sink;
    memset(client->chairs, 0, sizeof client->chairs);
    client->judged = 0;
    client->has_game = false;
}

struct table_page *table_page_open(void)
{
    struct table_page *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    begin(client, CN_NO_SEAT);
    return client;
}

void table_page_close(struct table_page *client)
{
    if (client == NULL)
        return;
    replica_free(&client->world);
    scene_free(&client->scene);
    free(client);
}

/* Between two snapshots the scene holds a game that has no place for the seat. */
static bool sees(const struct table_page *client)
{
    return client->has_game && client->world.has_game;
}

/* ---- names ---- */

/* A bot, and a chair that nobody holds, are called by where they are; who plays alone and gave no name, "You". */
static void name_seat(struct table_page *client, int seat)
{
    const struct table_page_seat *chair = &client->chairs[seat];
    const struct cn_game *game = &client->scene.game;
    char place[NAME_SIZE];
    const bool bot = chair->name[0] == '\0' && chair->level[0] != '\0';
    const int bottom = client->world.seat == CN_NO_SEAT ? 0 : client->world.seat;
    words_compass(&client->scene.words, (enum cn_direction)game->law->rules.direction,
                  game->players, bottom, seat, place, sizeof place);
    if (seat == client->world.seat && chair->level[0] == '\0')
        cn_words_lookup(&client->scene.words, "ui.you", place, sizeof place);
    const char *name = chair->name[0] != '\0' ? chair->name
                       : chair->known || client->world.names[seat][0] == '\0'
                           ? place
                           : client->world.names[seat];
    scene_set_name(&client->scene, seat, name, bot ? chair->level : NULL);
}

static void name_seats(struct table_page *client)
{
    for (int seat = 0; seat < client->scene.game.players && sees(client); seat++)
        name_seat(client, seat);
}

static void take_seat(struct table_page *client, const struct message *seat)
{
    struct table_page_seat *chair = &client->chairs[seat->seat];
    snprintf(chair->name, sizeof chair->name, "%s", seat->name);
    snprintf(chair->level, sizeof chair->level, "%s", seat->level);
    chair->known = true;
    name_seats(client);
}

/* ---- what is heard ---- */

static void look_anew(struct table_page *client)
{
    scene_set_game(&client->scene, &client->world.game, client->world.seat);
    client->has_game = true;
    name_seats(client);
}

static void follow_line(struct table_page *client)
{
    const struct replica *world = &client->world;
    switch ((enum replica_change)world->told.line) {
    case REPLICA_CHANGE_GAME:
    case REPLICA_CHANGE_VIEW: look_anew(client); break;
    case REPLICA_CHANGE_UNDO:
        scene_undo(&client->scene, &world->game, world->told.seat, world->told.number);
        break;
    case REPLICA_CHANGE_CUT: scene_cut(&client->scene, world->told.seat, world->told.number); break;
    default: break;
    }
}

static void take_sheet(struct table_page *client, const struct message *message)
{
    scene_set_score(&client->scene, message->deal, message->sides, message->side_count);
}

static void follow_message(struct table_page *client, const char *line)
{
    struct message *message = &client->message;
    struct message_error why;
    if (message_parse(line, strlen(line), MESSAGE_FROM_CLIENT, message, &why) != MESSAGE_VALID)
        return;
    if (message->kind == MESSAGE_SEAT)
        take_seat(client, message);
    if (message->kind == MESSAGE_SHEET && client->has_game &&
        message->side_count == client->scene.game.sides)
        take_sheet(client, message);
}

static void put_verdict(struct table_page *client, struct cn__text *out)
{
    char key[40];
    char text[SAY_SIZE];
    const enum deal_verdict verdict = client->world.verdict;
    if (client->judged == client->world.judged)
        return;
    client->judged = client->world.judged;
    snprintf(key, sizeof key, "join.%s", deal_verdict_name(verdict));
    cn__json_open(out, "verdict", '{');
    cn__json_string(out, "name", deal_verdict_name(verdict));
    cn__json_string(out, "text", WORDS0(&client->scene.words, text, key));
    cn__json_bool(out, "unfair", deal_is_unfair(verdict));
    cn__json_close(out, '}');
}

static void answer_take(struct table_page *client, const json_t *question, struct cn__text *out)
{
    static const char *const names[] = {[REPLICA_APPLIED] = "ok",
                                        [REPLICA_DUPLICATE] = "known",
                                        [REPLICA_NOT_GAME] = "other",
                                        [REPLICA_CONFLICT] = "wrong"};
    const char *line = query_text(question, "line");
    if (line == NULL) {
        query_error(out, "line");
        return;
    }
    const enum replica_line taken = replica_take_line(&client->world, line, strlen(line));
    if (taken == REPLICA_APPLIED)
        follow_line(client);
    if (taken == REPLICA_NOT_GAME)
        follow_message(client, line);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "is", names[taken]);
    put_verdict(client, out);
    cn__json_close(out, '}');
}

/* ---- fair deals ---- */

static void answer_give(struct table_page *client, const json_t *question, struct cn__text *out)
{
    uint8_t part[PART_BYTES];
    char text[2 * PART_BYTES + 1];
    int64_t id;
    const char *random = query_text(question, "random");
    if (client->world.seat == CN_NO_SEAT || random == NULL ||
        !cn__get_int(question, "id", 1, INT64_MAX, &id, NULL) ||
        !cn__hex_parse(random, strlen(random), part, sizeof part)) {
        query_error(out, "give");
        return;
    }
    commitment_contribute(&client->world.pledge, id, part);
    cn__hex_format(part, sizeof part, text);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "part", text);
    cn__json_close(out, '}');
}

static void answer_cut(struct table_page *client, const json_t *question, struct cn__text *out)
{
    int64_t id;
    int64_t k;
    if (!cn__get_int(question, "id", 1, INT64_MAX, &id, NULL) ||
        !cn__get_int(question, "k", 0, CN_CARDS_MAX, &k, NULL)) {
        query_error(out, "cut");
        return;
    }
    commitment_cut(&client->world.pledge, id, (int)k);
    cn__json_open(out, NULL, '{');
    cn__json_close(out, '}');
}

/* Where the law lets the deck be cut (L7). */
static void answer_cuts(const struct table_page *client, struct cn__text *out)
{
    const struct cn_rules *rules = client->world.has_game ? &client->world.game.law->rules : NULL;
    const int cards = rules != NULL ? cn_rules_cards(rules) : 0;
    int least = 0;
    int most = 0;
    for (int k = 1; k < cards; k++) {
        if (!cn_cut_is_legal(rules, k))
            continue;
        least = least == 0 ? k : least;
        most = k;
    }
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "cards", cards);
    cn__json_int(out, "least", least);
    cn__json_int(out, "most", most);
    cn__json_close(out, '}');
}

/* ---- what is seen ---- */

static void look(struct table_page *client)
{
    const int seat = client->world.seat == CN_NO_SEAT ? 0 : client->world.seat;
    display_of(&client->scene, seat, &client->face);
    if (client->face.stage != CN_STAGE_IN_DEAL) /* the law has nothing to allow */
        client->face.table.phase = CN_PHASE_ENDED;
}

static void answer_page(struct table_page *client, struct cn__text *out)
{
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "number", sees(client) ? client->world.number : -1);
    cn__json_bool(out, "has", sees(client));
    if (sees(client)) {
        look(client);
        page_write(out, &client->face);
    }
    cn__json_close(out, '}');
}

/* Questions about what may be done; before there is a game nothing may. */
static void answer_about(struct table_page *client, const char *what, const json_t *question,
                         struct cn__text *out)
{
    if (!sees(client)) {
        query_error(out, "game");
        return;
    }
    look(client);
    if (strcmp(what, "options") == 0) {
        cn__json_open(out, NULL, '{');
        page_write_suggestions(out, question, &client->face);
        cn__json_close(out, '}');
    } else if (!seat_query(out, what, question, &client->face)) {
        query_error(out, "do");
    }
}

/* ---- questions ---- */

static void answer_language(struct table_page *client, const json_t *question, struct cn__text *out)
{
    struct cn_words words;
    const char *language = query_text(question, "language");
    if (language == NULL || !cn_words_find(language, &words)) {
        query_error(out, "language");
        return;
    }
    client->scene.words = words;
    name_seats(client);
    cn__json_open(out, NULL, '{');
    cn__json_close(out, '}');
}

static void answer_begin(struct table_page *client, const json_t *question, struct cn__text *out,
                         bool anew)
{
    int seat;
    if (!query_seat(question, CN_SEATS_MAX, &seat)) {
        query_error(out, "seat");
        return;
    }
    if (anew)
        replica_restart(&client->world, seat);
    else
        begin(client, seat);
    cn__json_open(out, NULL, '{');
    cn__json_close(out, '}');
}

static void answer_away(struct table_page *client, struct cn__text *out)
{
    client->world.pledge.away = true;
    cn__json_open(out, NULL, '{');
    cn__json_close(out, '}');
}

static void answer_question(struct table_page *client, const json_t *question,
                            struct cn__text *answer)
{
    const char *what = query_text(question, "do");
    if (what == NULL)
        query_error(answer, "question");
    else if (strcmp(what, "take") == 0)
        answer_take(client, question, answer);
    else if (strcmp(what, "page") == 0)
        answer_page(client, answer);
    else if (strcmp(what, "language") == 0)
        answer_language(client, question, answer);
    else if (strcmp(what, "begin") == 0 || strcmp(what, "anew") == 0)
        answer_begin(client, question, answer, what[0] == 'a');
    else if (strcmp(what, "away") == 0)
        answer_away(client, answer);
    else if (strcmp(what, "give") == 0)
        answer_give(client, question, answer);
    else if (strcmp(what, "cut") == 0)
        answer_cut(client, question, answer);
    else if (strcmp(what, "cuts") == 0)
        answer_cuts(client, answer);
    else
        answer_about(client, what, question, answer);
}

void table_page_query(struct table_page *client, const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    answer_question(client, question, answer);
    SCHEMA_CHECK(question, answer, before);
}
