#include "postgres_link.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

enum {
    ANSWER_MS = 5000
};

/* ---- connecting ---- */

static bool say(struct postgres_link *link, const char *state)
{
    snprintf(link->state, sizeof link->state, "%s", state != NULL ? state : "");
    const char *message = link->connection != NULL ? PQerrorMessage(link->connection) : "no memory";
    snprintf(link->why, sizeof link->why, "%.*s", (int)strcspn(message, "\n"), message);
    return false;
}

void postgres_link_close(struct postgres_link *link)
{
    PQfinish(link->connection);
    link->connection = NULL;
}

static bool cannot_open(struct postgres_link *link)
{
    say(link, NULL);
    postgres_link_close(link);
    return false;
}

/* The server's notices belong in its own log. */
static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

bool postgres_link_prepare(struct postgres_link *link)
{
    for (const struct postgres_statement *one = link->statements; one != NULL && one->name != NULL;
         one++) {
        PGresult *result = PQprepare(link->connection, one->name, one->sql, 0, NULL);
        const bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        if (!good)
            return cannot_open(link);
    }
    return true;
}

bool postgres_link_open(struct postgres_link *link)
{
    /* What the address says itself comes later, and so takes precedence. */
    const char *const names[] = {"application_name",
                                 "connect_timeout",
                                 "target_session_attrs",
                                 "keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "tcp_user_timeout",
                                 "options",
                                 "dbname",
                                 NULL};
    const char *const values[] = {
        "canasta", "2",    link->can_read_only ? "any" : "read-write", "3",           "1",
        "3",       "4000", "-c plan_cache_mode=force_generic_plan",    link->address, NULL};
    if (link->connection != NULL && PQstatus(link->connection) == CONNECTION_OK)
        return true;
    postgres_link_close(link);
    link->connection = PQconnectdbParams(names, values, 1);
    if (PQstatus(link->connection) != CONNECTION_OK)
        return cannot_open(link);
    link->opened++;
    PQsetNoticeReceiver(link->connection, ignore_notice, NULL);
    return postgres_link_prepare(link);
}

/* ---- waiting ---- */

static bool wait_for_socket(struct postgres_link *link, bool writing, int64_t until_ms)
{
    const int64_t left = until_ms - cn__clock_ms();
    struct pollfd one = {.fd = PQsocket(link->connection),
                         .events = (short)(POLLIN | (writing ? POLLOUT : 0))};
    return left > 0 && poll(&one, 1, (int)left) != 0;
}

/* Waits until a result can be had without waiting; returns false if time is up or the connection
 * broke. */
static bool wait_for_result(struct postgres_link *link, int64_t until_ms)
{
    for (;;) {
        const int flushed = PQflush(link->connection);
        if (flushed < 0)
            return false;
        if (flushed == 0 && !PQisBusy(link->connection))
            return true;
        if (!wait_for_socket(link, flushed > 0, until_ms) || !PQconsumeInput(link->connection))
            return false;
    }
}

static bool has_succeeded(const PGresult *result)
{
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_PIPELINE_SYNC: return true;
    default: return false;
    }
}

static void say_result(struct postgres_link *link, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorMessage(result);
    snprintf(link->state, sizeof link->state, "%s", state != NULL ? state : "");
    snprintf(link->why, sizeof link->why, "%.*s", (int)strcspn(message, "\n"), message);
}

/* The last result of what was sent, outside of a pipeline. */
static PGresult *last_result(struct postgres_link *link)
{
    const int64_t until_ms = cn__clock_ms() + ANSWER_MS;
    PGresult *last = NULL;
    for (;;) {
        if (!wait_for_result(link, until_ms)) {
            PQclear(last);
            cannot_open(link);
            return NULL;
        }
        PGresult *result = PQgetResult(link->connection);
        if (result == NULL)
            return last;
        PQclear(last);
        last = result;
    }
}

static PGresult *result_of(struct postgres_link *link, int sent)
{
    PGresult *result = NULL;
    if (!sent)
        cannot_open(link);
    else
        result = last_result(link);
    if (result == NULL || has_succeeded(result))
        return result;
    say_result(link, result);
    PQclear(result);
    if (PQstatus(link->connection) != CONNECTION_OK)
        postgres_link_close(link);
    return NULL;
}

PGresult *postgres_link_ask(struct postgres_link *link, const char *name, int count,
                            const char *const *values)
{
    if (!postgres_link_open(link))
        return NULL;
    return result_of(link,
                     PQsendQueryPrepared(link->connection, name, count, values, NULL, NULL, 0));
}

bool postgres_link_run(struct postgres_link *link, const char *sql)
{
    if (!postgres_link_open(link))
        return false;
    PGresult *result = result_of(link, PQsendQuery(link->connection, sql));
    PQclear(result);
    return result != NULL;
}

/* ---- pipelines ---- */

enum postgres_answer postgres_link_finish(struct postgres_link *link, int patience_ms)
{
    const int64_t until_ms = cn__clock_ms() + patience_ms;
    for (;;) {
        if (!wait_for_result(link, until_ms)) {
            if (PQstatus(link->connection) == CONNECTION_OK)
                return POSTGRES_LATER;
            cannot_open(link);
            return POSTGRES_GONE;
        }
        PGresult *result = PQgetResult(link->connection);
        const ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_FATAL_ERROR && link->state[0] == '\0')
            say_result(link, result);
        PQclear(result);
        if (PQstatus(link->connection) != CONNECTION_OK) {
            cannot_open(link);
            return POSTGRES_GONE;
        }
        if (status == PGRES_PIPELINE_SYNC)
            return link->state[0] == '\0' ? POSTGRES_DONE : POSTGRES_FAILS;
    }
}

bool postgres_link_may_pass(const char *state)
{
    static const char *const classes[] = {"08", "25", "40", "53", "55", "57", "58"};
    if (state[0] == '\0')
        return true;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strncmp(state, classes[i], 2) == 0)
            return true;
    return false;
}
