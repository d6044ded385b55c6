#include "postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Step i makes version i + 1 from version i. A step that was released never changes. */
static const char *const steps[] = {
    "CREATE TABLE canasta_version (version integer NOT NULL);"
    "INSERT INTO canasta_version VALUES (0);"
    "CREATE SEQUENCE node_numbers;"
    /* Updated by every transaction: the room in its pages keeps its versions together. */
    "CREATE TABLE nodes (node bigint PRIMARY KEY, name text NOT NULL, url text NOT NULL,"
    " batch bigint NOT NULL, until timestamptz NOT NULL, replaced boolean NOT NULL DEFAULT false,"
    " draining boolean NOT NULL DEFAULT false) WITH (fillfactor = 20);"
    "CREATE UNIQUE INDEX nodes_by_name ON nodes (name) WHERE NOT replaced;"
    "CREATE TABLE tables (id bigint PRIMARY KEY, link text NOT NULL UNIQUE,"
    " made timestamptz NOT NULL DEFAULT now(),"
    " owner bigint REFERENCES nodes ON DELETE SET NULL, epoch bigint NOT NULL);"
    "CREATE INDEX tables_by_owner ON tables (owner);"
    "CREATE TABLE shares (link text PRIMARY KEY, id bigint NOT NULL REFERENCES tables);"
    "CREATE INDEX shares_by_table ON shares (id);"
    /* The epoch is NULL, and so refused, if another node has the table. */
    "CREATE TABLE log (id bigint NOT NULL, n bigint NOT NULL, epoch bigint NOT NULL,"
    " lines text NOT NULL, sum bigint NOT NULL, PRIMARY KEY (id, n));",
    "CREATE TABLE daily (day bigint NOT NULL, player text NOT NULL, line text NOT NULL,"
    " PRIMARY KEY (day, player));",
    /* What the list of open tables says; NULL: not in it. */
    "ALTER TABLE tables ADD listed text, ADD listed_at timestamptz;"
    "CREATE INDEX tables_listed ON tables (listed_at) WHERE listed IS NOT NULL;",
};
enum {
    VERSION = sizeof steps / sizeof steps[0]
};

static bool run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    const bool good =
        PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    return good;
}

/* Returns 0 if there is no schema, -1 if that cannot be known. */
static int version_of(PGconn *connection)
{
    int version = -1;
    PGresult *result = PQexec(connection, "SELECT to_regclass('canasta_version') IS NOT NULL");
    const bool known = PQresultStatus(result) == PGRES_TUPLES_OK;
    const bool present = known && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    if (known && !present)
        return 0;
    if (!known)
        return -1;
    result = PQexec(connection, "SELECT version FROM canasta_version");
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1)
        version = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    return version;
}

static bool take_step(PGconn *connection, int version)
{
    char set[80];
    snprintf(set, sizeof set, "UPDATE canasta_version SET version = %d", version);
    return run(connection, steps[version - 1]) && run(connection, set);
}

static bool say(PGconn *connection, char *why, size_t size)
{
    snprintf(why, size, "%s", PQerrorMessage(connection));
    return false;
}

static bool say_version(int version, char *why, size_t size)
{
    snprintf(why, size, "the database is of version %d; this program knows version %d", version,
             (int)VERSION);
    return false;
}

bool postgres_schema_migrate(PGconn *connection, char *why, size_t size)
{
    /* One node at a time. */
    if (!run(connection, "BEGIN") || !run(connection, "SELECT pg_advisory_xact_lock(0)"))
        return say(connection, why, size);
    const int version = version_of(connection);
    bool good = version >= 0;
    for (int next = version + 1; good && next <= VERSION; next++)
        good = take_step(connection, next);
    if (!good)
        say(connection, why, size);
    if (good && version > VERSION)
        good = say_version(version, why, size);
    if (!run(connection, good ? "COMMIT" : "ROLLBACK") && good)
        return say(connection, why, size);
    return good;
}

bool postgres_schema_check(PGconn *connection, char *why, size_t size)
{
    const int version = version_of(connection);
    if (version < 0)
        return say(connection, why, size);
    return version == VERSION || say_version(version, why, size);
}
