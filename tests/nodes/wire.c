/* wire.c -- connections to the model, as libpq shows them to src/server/postgres_link.c. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model.h"
#include "server/postgres_schema.h"

enum {
    USER_TIMEOUT_MS = 4000, /* tcp_user_timeout of postgres_link.c */
    CONNECT_MS = 2000
};

/* Something on its way to the database. */
struct item {
    struct item *next;
    bool is_sync;
    struct model_request request;
};

/* Both directions of a connection, and the process of the database at its end. */
struct pipe {
    struct pipe *next;
    struct pg_conn *client; /* NULL: it has closed its end */
    int session, host;
    bool skips;              /* what comes before the next sync, after a failure */
    int delivered;           /* how many of 'items' have arrived */
    struct item *items;      /* to the database */
    struct pg_result *going; /* to the client */
};

struct pg_conn {
    struct pipe *pipe;
    struct pg_result *arrived;
    ConnStatusType status;
    int host, unanswered;
    bool pipeline, between, believed;
};

struct model_world model_world;
static struct pipe *pipes;
static bool cut[MODEL_HOSTS], stopped;
static int64_t cut_since[MODEL_HOSTS], renewed[MODEL_HOSTS];

/* ---- what is under way ---- */

static void free_result(struct pg_result *result)
{
    for (int i = 0; i < result->rows * result->columns; i++)
        free(result->values[i]);
    free(result->values);
    free(result->lengths);
    free(result);
}

static void free_results(struct pg_result **list)
{
    for (struct pg_result *next; *list != NULL; *list = next) {
        next = (*list)->next;
        free_result(*list);
    }
}

static void put_result(struct pg_result **list, struct pg_result *result)
{
    while (*list != NULL)
        list = &(*list)->next;
    result->next = NULL;
    *list = result;
}

static struct pg_result *take_result(struct pg_result **list)
{
    struct pg_result *result = *list;
    *list = result->next;
    return result;
}

static struct pg_result *new_result(ExecStatusType status)
{
    struct pg_result *result = calloc(1, sizeof *result);
    result->status = status;
    return result;
}

static void drop_first_item(struct pipe *pipe)
{
    struct item *item = pipe->items;
    pipe->items = item->next;
    pipe->delivered -= pipe->delivered > 0;
    for (int i = 0; i < item->request.count; i++)
        free(item->request.values[i]);
    free(item);
}

static void free_pipe(struct pipe *pipe)
{
    struct pipe **at = &pipes;
    while (*at != pipe)
        at = &(*at)->next;
    *at = pipe->next;
    while (pipe->items != NULL)
        drop_first_item(pipe);
    free_results(&pipe->going);
    if (pipe->client != NULL)
        pipe->client->pipe = NULL;
    model_release_session(pipe->session);
    free(pipe);
}

static bool is_open(const struct pipe *pipe)
{
    return model.sessions[pipe->session].open;
}

static int count_items(const struct pipe *pipe)
{
    int count = 0;
    for (const struct item *item = pipe->items; item != NULL; item = item->next)
        count++;
    return count;
}

/* Returns false if it waits for another transaction. */
static bool execute_first(struct pipe *pipe)
{
    const struct item *item = pipe->items;
    struct pg_result *result = new_result(PGRES_PIPELINE_SYNC);
    if (item->is_sync)
        pipe->skips = false;
    else if (pipe->skips)
        result->status = PGRES_PIPELINE_ABORTED;
    else if (model_execute(pipe->session, &item->request, result) == MODEL_WAITS) {
        free_result(result);
        return false;
    }
    pipe->skips |=
        result->status == PGRES_FATAL_ERROR && pipe->client != NULL && pipe->client->pipeline;
    put_result(&pipe->going, result);
    drop_first_item(pipe);
    return true;
}

static bool step_pipe(struct pipe *pipe)
{
    const bool passes = !cut[pipe->host];
    const bool may[] = {passes && is_open(pipe) && pipe->delivered < count_items(pipe),
                        is_open(pipe) && pipe->delivered > 0,
                        passes && pipe->client != NULL && pipe->going != NULL};
    const int first = model_world.chance(3);
    for (int i = 0; i < 3; i++) {
        const int what = (first + i) % 3;
        if (!may[what])
            continue;
        if (what == 0)
            pipe->delivered += 1 + model_world.chance(count_items(pipe) - pipe->delivered);
        else if (what == 1 && !execute_first(pipe))
            continue;
        else if (what == 2)
            put_result(&pipe->client->arrived, take_result(&pipe->going));
        return true;
    }
    if (pipe->client != NULL || (is_open(pipe) && (!passes || pipe->items != NULL)))
        return false;
    /* The client has closed its end, and everything before that was executed. */
    if (is_open(pipe))
        model_end_session(pipe->session);
    free_pipe(pipe);
    return true;
}

bool model_step(void)
{
    struct pipe *all[MODEL_SESSIONS];
    int count = 0;
    for (struct pipe *pipe = pipes; pipe != NULL; pipe = pipe->next)
        all[count++] = pipe;
    const int first = count > 0 ? model_world.chance(count) : 0;
    for (int i = 0; i < count; i++)
        if (step_pipe(all[(first + i) % count]))
            return true;
    return false;
}

static bool is_broken(const struct pg_conn *connection)
{
    const struct pipe *pipe = connection->pipe;
    const int host = connection->host;
    return pipe == NULL || (!cut[host] && !is_open(pipe) && pipe->going == NULL) ||
           (cut[host] && model.now_ms - cut_since[host] > USER_TIMEOUT_MS);
}

bool model_has_news(const struct pg_conn *connection)
{
    return connection->arrived != NULL || is_broken(connection);
}

void model_cut(int host, bool is_cut)
{
    if (is_cut && !cut[host])
        cut_since[host] = model.now_ms;
    cut[host] = is_cut;
}

void model_stop_database(void)
{
    stopped = true;
    for (struct pipe *pipe = pipes; pipe != NULL; pipe = pipe->next)
        if (is_open(pipe))
            model_end_session(pipe->session);
}

void model_start_database(void)
{
    stopped = false;
}

void model_close_all(void)
{
    while (pipes != NULL) {
        if (is_open(pipes))
            model_end_session(pipes->session);
        free_pipe(pipes);
    }
    memset(cut, 0, sizeof cut);
    memset(renewed, 0, sizeof renewed);
    stopped = false;
}

/* ---- time ---- */

int64_t cn__clock_ms(void)
{
    return model_world.clock_ms();
}

/* Whose socket was asked for last, which is what is polled next. */
static struct pg_conn *polled;

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    struct pg_conn *connection = polled;
    (void)fds;
    (void)count;
    model_world.wait(connection, timeout);
    return connection->status != CONNECTION_OK || model_has_news(connection) ? 1 : 0;
}

int usleep(useconds_t us)
{
    model_world.wait(NULL, us / 1000);
    return 0;
}

/* ---- libpq: connections ---- */

static bool is_dead(const struct pg_conn *connection)
{
    return connection->status != CONNECTION_OK || model_world.is_dead(connection->host);
}

PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expand)
{
    struct pg_conn *connection = calloc(1, sizeof *connection);
    (void)keywords;
    (void)values;
    (void)expand;
    connection->host = model_world.host();
    connection->status = CONNECTION_BAD;
    if (model_world.is_dead(connection->host))
        return connection;
    model_world.wait(NULL, 1 + model_world.chance(3));
    if (stopped || cut[connection->host]) {
        model_world.wait(NULL, cut[connection->host] ? CONNECT_MS : 1);
        return connection;
    }
    const int session = model_world.is_dead(connection->host) ? 0 : model_open_session();
    if (session == 0)
        return connection;
    struct pipe *pipe = calloc(1, sizeof *pipe);
    *pipe = (struct pipe){
        .next = pipes, .client = connection, .session = session, .host = connection->host};
    pipes = pipe;
    connection->pipe = pipe;
    connection->status = CONNECTION_OK;
    return connection;
}

/* What was not delivered may be lost with the connection. */
void PQfinish(PGconn *connection)
{
    if (connection == NULL)
        return;
    struct pipe *pipe = connection->pipe;
    free_results(&connection->arrived);
    if (pipe != NULL) {
        pipe->client = NULL;
        if (model_world.chance(3) == 0) {
            struct item **at = &pipe->items;
            for (int i = 0; i < pipe->delivered; i++)
                at = &(*at)->next;
            struct pipe lost = {.items = *at};
            *at = NULL;
            while (lost.items != NULL)
                drop_first_item(&lost);
        }
    }
    free(connection);
}

ConnStatusType PQstatus(const PGconn *connection)
{
    return connection->status;
}

char *PQerrorMessage(const PGconn *connection)
{
    static char gone[] = "the connection is gone";
    (void)connection;
    return gone;
}

PQnoticeReceiver PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver, void *context)
{
    (void)connection;
    (void)receiver;
    (void)context;
    return NULL;
}

int PQsetnonblocking(PGconn *connection, int on)
{
    (void)on;
    return connection->status == CONNECTION_OK ? 0 : -1;
}

int PQsocket(const PGconn *connection)
{
    polled = (struct pg_conn *)(uintptr_t)connection;
    return -1;
}

int PQflush(PGconn *connection)
{
    return connection->status == CONNECTION_OK ? 0 : -1;
}

int PQconsumeInput(PGconn *connection)
{
    if (connection->arrived == NULL && (is_dead(connection) || is_broken(connection)))
        connection->status = CONNECTION_BAD;
    return connection->status == CONNECTION_OK;
}

int PQisBusy(PGconn *connection)
{
    if (connection->status != CONNECTION_OK || connection->arrived != NULL)
        return 0;
    return connection->pipeline ? !connection->between : connection->unanswered > 0;
}

/* ---- libpq: statements ---- */

static void copy_value(struct model_request *request, const char *value, size_t length)
{
    const int i = request->count++;
    request->values[i] = malloc(length + 1);
    memcpy(request->values[i], value, length);
    request->values[i][length] = '\0';
    request->lengths[i] = (int)length;
}

static int put_item(struct pg_conn *connection, struct item *item)
{
    struct item **at = &connection->pipe->items;
    while (*at != NULL)
        at = &(*at)->next;
    *at = item;
    connection->unanswered++;
    return 1;
}

/* For the mutant that believes the node's clock, which is asked before a transaction is sent. */
static void note_lease(struct pg_conn *connection, const char *name)
{
    const int host = connection->host;
    const int64_t now = model_world.clock_ms();
    if (strcmp(name, "begin") == 0)
        connection->believed = model.mutant == MUTANT_NODE_CLOCK && now - renewed[host] < 3000;
    if (strcmp(name, "begin") == 0 || strcmp(name, "renew") == 0)
        renewed[host] = now;
}

int PQsendQueryPrepared(PGconn *connection, const char *name, int count, const char *const *values,
                        const int *lengths, const int *formats, int format)
{
    (void)format;
    if (is_dead(connection) || connection->pipe == NULL)
        return 0;
    note_lease(connection, name);
    struct item *item = calloc(1, sizeof *item);
    snprintf(item->request.name, sizeof item->request.name, "%s", name);
    item->request.binary = formats != NULL;
    item->request.believed = connection->pipeline && connection->believed;
    for (int i = 0; i < count; i++)
        copy_value(&item->request, values[i],
                   formats != NULL ? (size_t)lengths[i] : strlen(values[i]));
    put_item(connection, item);
    if (connection->pipeline && model_world.chance(16) == 0)
        model_world.wait(NULL, 0);
    return 1;
}

/* The statements that have no name of their own, by how they begin. */
static const char *name_of(const char *sql)
{
    static const char *const names[][2] = {{"BEGIN", "begin"},
                                           {"COMMIT", "commit"},
                                           {"ROLLBACK", "rollback"},
                                           {"SELECT pg_advisory_lock_shared(", "lock"},
                                           {"UPDATE nodes SET replaced = true", "replace_name"},
                                           {"UPDATE tables t SET listed = NULL", "unlist"},
                                           {"INSERT INTO nodes ", "add_node"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(sql, names[i][0], strlen(names[i][0])) == 0)
            return names[i][1];
    fprintf(stderr, "the model does not know the statement \"%s\"\n", sql);
    abort();
}

int PQsendQuery(PGconn *connection, const char *sql)
{
    const char *name = name_of(sql);
    const char *const number = sql + strcspn(sql, "(") + 1;
    return PQsendQueryPrepared(connection, name, strcmp(name, "lock") == 0, &number, NULL, NULL, 0);
}

PGresult *PQgetResult(PGconn *connection)
{
    if (connection->pipeline && connection->between) {
        connection->between = false;
        return NULL;
    }
    if (connection->arrived == NULL)
        return NULL;
    struct pg_result *result = take_result(&connection->arrived);
    connection->unanswered--;
    connection->between = connection->pipeline && result->status != PGRES_PIPELINE_SYNC;
    return result;
}

static PGresult *await_answer(PGconn *connection, int sent)
{
    while (sent == 1 && !is_dead(connection) && connection->arrived == NULL) {
        model_world.wait(connection, 1000);
        if (!PQconsumeInput(connection))
            sent = 0;
    }
    return connection->arrived != NULL ? PQgetResult(connection) : new_result(PGRES_FATAL_ERROR);
}

PGresult *PQexec(PGconn *connection, const char *sql)
{
    return await_answer(connection, PQsendQuery(connection, sql));
}

PGresult *PQexecParams(PGconn *connection, const char *sql, int count, const Oid *types,
                       const char *const *values, const int *lengths, const int *formats,
                       int format)
{
    (void)types;
    return await_answer(connection, PQsendQueryPrepared(connection, name_of(sql), count, values,
                                                        lengths, formats, format));
}

PGresult *PQprepare(PGconn *connection, const char *name, const char *sql, int count,
                    const Oid *types)
{
    (void)name;
    (void)sql;
    (void)count;
    (void)types;
    return new_result(is_dead(connection) ? PGRES_FATAL_ERROR : PGRES_COMMAND_OK);
}

int PQenterPipelineMode(PGconn *connection)
{
    connection->pipeline = connection->status == CONNECTION_OK;
    return connection->pipeline;
}

int PQexitPipelineMode(PGconn *connection)
{
    if (connection->status != CONNECTION_OK || connection->unanswered > 0)
        return 0;
    connection->pipeline = false;
    return 1;
}

int PQpipelineSync(PGconn *connection)
{
    if (is_dead(connection) || connection->pipe == NULL)
        return 0;
    struct item *item = calloc(1, sizeof *item);
    item->is_sync = true;
    return put_item(connection, item);
}

/* ---- libpq: results ---- */

void PQclear(PGresult *result)
{
    if (result != NULL)
        free_result(result);
}

ExecStatusType PQresultStatus(const PGresult *result)
{
    return result != NULL ? result->status : PGRES_FATAL_ERROR;
}

char *PQresultErrorField(const PGresult *result, int field)
{
    (void)field;
    return result != NULL && result->state[0] != '\0' ? (char *)(uintptr_t)result->state : NULL;
}

char *PQresultErrorMessage(const PGresult *result)
{
    static char none[] = "";
    return result != NULL ? (char *)(uintptr_t)result->state : none;
}

char *PQcmdTuples(PGresult *result)
{
    return result->changed;
}

int PQntuples(const PGresult *result)
{
    return result != NULL ? result->rows : 0;
}

static int place_of(const PGresult *result, int row, int column)
{
    if (row < 0 || row >= result->rows || column < 0 || column >= result->columns) {
        fprintf(stderr, "row %d, column %d of %d rows of %d columns was asked for\n", row, column,
                result->rows, result->columns);
        abort();
    }
    return row * result->columns + column;
}

char *PQgetvalue(const PGresult *result, int row, int column)
{
    return result->values[place_of(result, row, column)];
}

int PQgetlength(const PGresult *result, int row, int column)
{
    return result->lengths[place_of(result, row, column)];
}

/* ---- the schema is there ---- */

bool postgres_schema_migrate(PGconn *connection, char *why, size_t size)
{
    (void)size;
    why[0] = '\0';
    return connection->status == CONNECTION_OK;
}

bool postgres_schema_check(PGconn *connection, char *why, size_t size)
{
    return postgres_schema_migrate(connection, why, size);
}
