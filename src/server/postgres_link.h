/* postgres_link.h -- a connection to PostgreSQL that is opened again, and waits with a limit. */
#ifndef SERVER_POSTGRES_LINK_H
#define SERVER_POSTGRES_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    SQL_STATE_SIZE = 6
};

struct postgres_statement {
    const char *name, *sql;
};

/* Start from zeroed memory. */
struct postgres_link {
    const char *address;
    const struct postgres_statement *statements; /* prepared on each connection; ends with NULL */
    PGconn *connection;                          /* NULL: none */
    unsigned opened;                             /* how often it was */
    bool can_read_only;                          /* a standby will do */
    char why[256];                               /* about the last failure */
    char state[SQL_STATE_SIZE];                  /* its SQLSTATE; "": the connection's own */
};

/* Connects if there is no connection. Among several hosts of the address it takes one that accepts
 * writes. Returns false and sets 'why'. */
bool postgres_link_open(struct postgres_link *link);
void postgres_link_close(struct postgres_link *link);
/* Prepares the statements; postgres_link_open does so if there are any. */
bool postgres_link_prepare(struct postgres_link *link);

/* Runs a prepared statement with parameters as text. Returns NULL and sets 'why' and 'state' on
 * failure; a connection that does not answer in time is closed. */
PGresult *postgres_link_ask(struct postgres_link *link, const char *name, int count,
                            const char *const *values);
/* Runs statements without parameters. Returns whether they succeeded. */
bool postgres_link_run(struct postgres_link *link, const char *sql);

/* ---- a pipeline, already sent ---- */

enum postgres_answer {
    POSTGRES_DONE,  /* everything succeeded */
    POSTGRES_FAILS, /* 'why' and 'state' are of the first statement that failed */
    POSTGRES_LATER, /* no answer yet: ask again */
    POSTGRES_GONE   /* the connection broke; it is closed, and nothing is known */
};
/* Reads answers until the pipeline's end, for at most that long. */
enum postgres_answer postgres_link_finish(struct postgres_link *link, int patience_ms);
/* Returns whether a failure with this state may pass: a failover, a full disk, too many
 * connections, a deadlock. */
bool postgres_link_may_pass(const char *state);

#endif
