/* model.h -- a model of a PostgreSQL that several nodes share, for tests: its rows, transactions
 * and locks (database.c), and its connections as libpq shows them (wire.c).
 *
 * It knows the statements of src/server/postgres_store.c by their names, one function each, and
 * does with them what READ COMMITTED does: a statement sees what is committed when it begins, and
 * what its own transaction has written; a row that another transaction has changed is waited for,
 * and looked at again. It does not parse SQL: unit_server_nodes_test runs the same operations on
 * the model and on a PostgreSQL, and compares what the store says.
 *
 * Nothing happens by itself. The test delivers what is under way, has statements executed, lets
 * time pass, cuts and heals, in any order that it likes.
 */
#ifndef CN_TESTS_NODES_MODEL_H
#define CN_TESTS_NODES_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h>

#include "server/store.h"

enum {
    MODEL_HOSTS = 3, /* machines with a node */
    MODEL_NODES = 256,
    MODEL_TABLES = 4,
    MODEL_ROWS = 2000,
    MODEL_SESSIONS = 128,
    MODEL_PARAMETERS = 6
};

/* A rule that is broken on purpose, to see that the test notices. */
enum model_mutant {
    MUTANT_NONE,
    MUTANT_NO_FENCE,         /* rows are written whoever has the table */
    MUTANT_EPOCH_STAYS,      /* taking a table does not raise its epoch */
    MUTANT_NODE_CLOCK,       /* a node whose own clock says that its lease holds is believed */
    MUTANT_NOBODY_REPLACED,  /* a node whose lease ran out loses tables, and nothing else */
    MUTANT_BATCHES_FORGOTTEN /* a batch whose answer was lost counts as failed */
};

/* ---- the database ---- */

struct model_node {
    int64_t number, batch, until;
    char name[16], url[32];
    bool replaced, draining;
};
struct model_table {
    int64_t id, owner, epoch, listed_at; /* listed_at: the number of a transaction */
    char link[LINK_SIZE], listed[48];    /* listed: "" for NULL */
};
struct model_row {
    int64_t table, n, epoch, sum;
    char *lines;
    size_t length;
};

/* A row with what is committed, and what a transaction has made of it. 'by': that transaction's
 * session, from 1; 0: none. 'is_new': it is not there for others yet. */
struct node_versions {
    struct model_node now, pending;
    int by;
    bool is_new;
};
struct table_versions {
    struct model_table now, pending;
    int by;
    bool is_new;
};
struct row_version {
    struct model_row row;
    int by;
};

struct model_session {
    bool used; /* by a connection */
    bool open, in_transaction, aborted;
    int64_t lock;  /* the node that it shows to be alive; 0: none */
    int64_t began; /* the number of its transaction, in the order in which they began */
};

struct model_database {
    struct node_versions nodes[MODEL_NODES];
    struct table_versions tables[MODEL_TABLES];
    struct row_version rows[MODEL_ROWS];
    int node_count, table_count, row_count;
    struct model_session sessions[MODEL_SESSIONS + 1];
    int64_t now_ms, last_node, transactions;
    enum model_mutant mutant;
};

/* A statement with its parameters. */
struct model_request {
    char name[24];
    int count;
    char *values[MODEL_PARAMETERS];
    int lengths[MODEL_PARAMETERS];
    bool binary, believed; /* believed: by MUTANT_NODE_CLOCK */
};

/* What libpq calls PGresult. */
struct pg_result {
    struct pg_result *next;
    ExecStatusType status;
    char state[8], changed[8];
    int rows, columns;
    char **values;
    int *lengths;
};

enum model_outcome {
    MODEL_EXECUTED,
    MODEL_WAITS /* for another transaction: try again */
};

extern struct model_database model;

void model_reset(void);
/* Executes a statement in a session. */
enum model_outcome model_execute(int session, const struct model_request *request,
                                 struct pg_result *result);
/* Returns a session that was not open; 0: there are too many. */
int model_open_session(void);
/* Its transaction is undone, and its locks are gone. */
void model_end_session(int session);
/* Another connection may have its number. */
void model_release_session(int session);
/* Returns the committed row; NULL: there is none. */
const struct model_row *model_find_row(int64_t table, int64_t n);
struct table_versions *model_find_table(const char *link);
struct node_versions *model_find_node(int64_t number);

/* ---- connections ---- */

/* What the model needs of the test that uses it. */
struct model_world {
    /* Others go on, until the connection may have an answer or so much time has passed. A NULL
     * connection waits for the time only. */
    void (*wait)(struct pg_conn *connection, int64_t ms);
    int (*host)(void);         /* the one whose code runs */
    bool (*is_dead)(int host); /* its process has ended: no call does anything any more */
    int64_t (*clock_ms)(void); /* of that host */
    int (*chance)(int below);
};
extern struct model_world model_world;

/* Does one thing that is under way, chosen by chance. Returns false if there was none. */
bool model_step(void);
/* Returns whether the client would notice something on its connection. */
bool model_has_news(const struct pg_conn *connection);
/* Nothing passes between a host and the database, until it is healed. */
void model_cut(int host, bool cut);
/* The database stops: all sessions end, and what was not committed is gone. */
void model_stop_database(void);
void model_start_database(void);
/* Frees what is under way, and all sessions. */
void model_close_all(void);

/* src/server/postgres_store.c, on the model */
struct postgres_node;
struct store *modelled_store_open(const struct postgres_node *node, char *why, size_t size);

#endif
