/* table_page.c -- the browser's side of a table: the server's lines in, pages and answers out.
 *
 * The conversation is a session (src/client/session.h), and the game its replica, which fills in
 * what the seat cannot see; what is shown of it goes through a display. A line that contradicts the
 * replica does not change the display: the session asks for a snapshot.
 */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "page.h"
#include "position_page.h"
#include "query.h"
#include "schema.h"
#include "session_page.h"
#include "table_page.h"

/* Between two snapshots the scene has a game without a place for the seat. */
static bool sees(const struct table_page *client)
{
    return client->has_game && client->session.replica.has_game;
}

/* ---- names ---- */

/* Bots and empty seats are named after their place; someone who plays alone without a name is
 * "You". */
static void name_seat(struct table_page *client, int seat)
{
    const struct session_seat *entry = &client->session.seats[seat];
    const struct cn_game *game = &client->scene.game;
    char place[NAME_SIZE];
    const bool bot = entry->name[0] == '\0' && entry->level[0] != '\0';
    const int bottom =
        client->session.replica.seat == CN_NO_SEAT ? 0 : client->session.replica.seat;
    words_compass(&client->scene.words, (enum cn_direction)game->law->rules.direction,
                  game->players, bottom, seat, place, sizeof place);
    if (seat == client->session.replica.seat && entry->level[0] == '\0')
        cn_words_lookup(&client->scene.words, "ui.you", place, sizeof place);
    const char *name = entry->name[0] != '\0' ? entry->name
                       : entry->known || client->session.replica.names[seat][0] == '\0'
                           ? place
                           : client->session.replica.names[seat];
    scene_set_name(&client->scene, seat, name, bot ? entry->level : NULL);
}

static void name_seats(struct table_page *client)
{
    for (int seat = 0; seat < client->scene.game.players && sees(client); seat++)
        name_seat(client, seat);
}

/* ---- messages and events ---- */

static void hear_event(void *context, const struct cn_event *event)
{
    struct table_page *client = context;
    scene_apply_event(&client->scene, event, &client->session.replica.game);
}

static void look_again(struct table_page *client)
{
    scene_set_game(&client->scene, &client->session.replica.game, client->session.replica.seat);
    client->has_game = true;
    name_seats(client);
}

static void hear_line(void *context)
{
    struct table_page *client = context;
    const struct replica *replica = &client->session.replica;
    switch ((enum replica_change)replica->change.line) {
    case REPLICA_CHANGE_GAME:
    case REPLICA_CHANGE_VIEW: look_again(client); break;
    case REPLICA_CHANGE_UNDO:
        scene_undo(&client->scene, &replica->game, replica->change.seat, replica->change.number);
        break;
    case REPLICA_CHANGE_CUT:
        scene_cut(&client->scene, replica->change.seat, replica->change.number);
        break;
    default:
        if (client->has_game)
            scene_settle(&client->scene, &replica->game);
        break;
    }
}

static void look(struct table_page *client)
{
    const int own = client->session.replica.seat;
    display_of(&client->scene, own == CN_NO_SEAT ? 0 : own, &client->display);
    client->display.letters = PAGES_LETTERS;
    if (client->display.stage != CN_STAGE_IN_DEAL) /* nothing is legal outside a deal */
        client->display.board.phase = CN_PHASE_ENDED;
}

static void hear_chat(struct table_page *client, const struct message *chat)
{
    struct cn__text *out = &client->said;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "id", chat->number);
    cn__json_seat(out, "seat", message_has(chat, FIELD_SEAT) ? chat->seat : CN_NO_SEAT);
    cn__json_string(out, "name", chat->name);
    cn__json_string(out, "text", chat->text);
    cn__json_string(out, "phrase", chat->phrase);
    cn__json_close(out, '}');
}

/* Describes what the undo would take back, while the game is still that of the proposal. */
static void hear_proposal(struct table_page *client, const struct message *proposal)
{
    if (proposal->what != PROPOSAL_BACK)
        return;
    client->undoes[0] = '\0';
    if (!sees(client))
        return;
    look(client);
    words_undoing(&client->display, proposal->n, client->undoes, sizeof client->undoes);
}

static void hear_message(void *context, const struct message *message)
{
    struct table_page *client = context;
    if (message->kind == MESSAGE_CHAT)
        hear_chat(client, message);
    else if (message->kind == MESSAGE_PROPOSAL)
        hear_proposal(client, message);
    else if (message->kind == MESSAGE_SHEET && client->has_game &&
             message->side_count == client->scene.game.sides)
        scene_set_score(&client->scene, message->deal, message->sides, message->side_count);
}

/* Nothing is known any more about the game shown. */
static void check_begun(struct table_page *client)
{
    if (client->begun == client->session.begun)
        return;
    client->begun = client->session.begun;
    if (!client->session.replica.has_game)
        client->has_game = false;
}

/* ---- beginning and end ---- */

struct table_page *table_page_open(void)
{
    const struct session_options options = {.seat = -1};
    const struct cn_words words = {0};
    struct table_page *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    session_init(&client->session, &options);
    client->observer = (struct session_observer){client, hear_event, hear_line, hear_message};
    client->session.observer = &client->observer;
    scene_init(&client->scene, &words, CN_NO_SEAT);
    return client;
}

void table_page_close(struct table_page *client)
{
    if (client == NULL)
        return;
    session_free(&client->session);
    session_effects_free(&client->effects);
    cn__text_free(&client->said);
    scene_free(&client->scene);
    free(client);
}

/* ---- fair deals ---- */

/* Whether the rules allow the deck to be cut here (L7). */
static void answer_cuts(const struct table_page *client, struct cn__text *out)
{
    const struct cn_rules *rules =
        client->session.replica.has_game ? &client->session.replica.game.law->rules : NULL;
    const int players = client->session.replica.game.players;
    const int cards = rules != NULL ? cn_rules_cards(rules, players) : 0;
    int least = 0;
    int most = 0;
    for (int k = 1; k < cards; k++) {
        if (!cn_cut_is_legal(rules, players, k))
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

static void answer_page(struct table_page *client, struct cn__text *out)
{
    const struct session *session = &client->session;
    /* Until a snapshot arrives, the page stays as it was. */
    const int64_t number = session->deaf ? session->stuck_at : session->replica.number;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "number", sees(client) ? number : -1);
    cn__json_bool(out, "has", sees(client));
    if (sees(client)) {
        look(client);
        page_write(out, &client->display);
    }
    cn__json_close(out, '}');
}

/* Answers questions about possible actions. Before there is a game, none are possible. */
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
        page_write_suggestions(out, question, &client->display);
        cn__json_close(out, '}');
    } else if (!seat_query(out, what, question, &client->display)) {
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

static void answer_begin(struct table_page *client, const json_t *question, struct cn__text *out)
{
    const struct cn_words words = client->scene.words;
    scene_free(&client->scene);
    scene_init(&client->scene, &words, CN_NO_SEAT);
    client->has_game = client->forgot = false;
    cn__text_clear(&client->said);
    session_effects_reset(&client->effects);
    if (!table_page_begin_session(client, question)) {
        query_error(out, "begin");
        return;
    }
    client->begun = client->session.begun;
    name_seats(client);
    table_page_put_told(client, out);
}

/* A set-up position instead of a table. */
static void answer_position(struct table_page *client, const json_t *question, struct cn__text *out)
{
    const char *record = query_text(question, "record");
    const struct cn_words words = client->scene.words;
    scene_free(&client->scene);
    scene_init(&client->scene, &words, CN_NO_SEAT);
    client->has_game = false;
    if (record == NULL || !table_page_take_position(client, record)) {
        query_error(out, "position");
        return;
    }
    look_again(client);
    answer_page(client, out);
}

/* Writes what a reopened page has to restore: session_recall. */
static void answer_journal(const struct table_page *client, struct cn__text *out)
{
    const struct session *session = &client->session;
    cn__json_open(out, NULL, '{');
    cn__json_string_n(out, "journal", session->journal.length > 0 ? session->journal.text : "",
                      session->journal.length);
    cn__json_int(out, "highest", session->highest_id);
    cn__json_close(out, '}');
}

/* The token of a table in this browser is known only once its worker has made it. */
static void answer_token(struct table_page *client, const json_t *question, struct cn__text *out)
{
    struct session_options *options = &client->session.options;
    const char *token = query_text_or_empty(question, "token");
    if (!cn__hex_parse(token, strlen(token), options->token, sizeof options->token)) {
        query_error(out, "token");
        return;
    }
    options->has_token = true;
    cn__json_open(out, NULL, '{');
    cn__json_close(out, '}');
}

static void answer_luck(struct table_page *client, const json_t *question, struct cn__text *out)
{
    const struct replica *replica = &client->session.replica;
    struct scene *scene = &client->scene;
    scene->meter = replica->meter;
    scene->metered = sees(client) ? replica->metered : 0;
    page_write_luck(out, question, scene,
                    replica->seat == CN_NO_SEAT ? -1 : scene->game.deal.board.side[replica->seat]);
}

static bool answer_step(struct table_page *client, const json_t *question, struct cn__text *out)
{
    if (!table_page_step(client, question, out))
        return false;
    check_begun(client);
    name_seats(client);
    return true;
}

static void answer_question(struct table_page *client, const json_t *question,
                            struct cn__text *answer)
{
    const char *what = query_text(question, "do");
    if (what == NULL)
        query_error(answer, "question");
    else if (answer_step(client, question, answer))
        return;
    else if (strcmp(what, "page") == 0)
        answer_page(client, answer);
    else if (strcmp(what, "language") == 0)
        answer_language(client, question, answer);
    else if (strcmp(what, "begin") == 0)
        answer_begin(client, question, answer);
    else if (strcmp(what, "position") == 0)
        answer_position(client, question, answer);
    else if (strcmp(what, "journal") == 0)
        answer_journal(client, answer);
    else if (strcmp(what, "token") == 0)
        answer_token(client, question, answer);
    else if (strcmp(what, "cut-range") == 0)
        answer_cuts(client, answer);
    else if (strcmp(what, "luck") == 0)
        answer_luck(client, question, answer);
    else
        answer_about(client, what, question, answer);
}

void table_page_query(struct table_page *client, const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    answer_question(client, question, answer);
    SCHEMA_CHECK(question, answer, before);
}
