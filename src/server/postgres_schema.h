/* postgres_schema.h -- the tables in PostgreSQL, and how they follow from earlier versions. */
#ifndef SERVER_POSTGRES_SCHEMA_H
#define SERVER_POSTGRES_SCHEMA_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

/* Creates what is missing. Returns false and sets *why if that is impossible, or if a newer program
 * has changed it. */
bool postgres_schema_migrate(PGconn *connection, char *why, size_t size);
/* Checks that it is of the version that this program knows. */
bool postgres_schema_check(PGconn *connection, char *why, size_t size);

#endif
