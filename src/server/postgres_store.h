/* postgres_store.h -- a store in a PostgreSQL that several servers share; each is a node of it.
 *
 * A table has one owner. A node is a row of 'nodes' with a lease, which each of its transactions
 * renews by the database's clock; the first statement of each transaction changes that row, so that
 * a node's transactions, and those that give it up, come one after the other. A node that is given
 * up is marked as replaced, and can write nothing more. The owner of a table and its epoch are in
 * its row; taking a table raises the epoch, and a row of a log is only inserted if the writer is
 * the owner in the epoch that it names. A table can be taken if nobody has it, or if its owner was
 * replaced, has let its lease expire, or has no connection to the database any more. So nothing
 * depends on the clock of a node, and a wrong guess that a node is dead costs it its tables, but
 * never a row.
 *
 * A transaction is sent as one pipeline. If the connection breaks before its end is known, the
 * number of the node's last batch, which is in its row, tells whether it was committed.
 */
#ifndef SERVER_POSTGRES_STORE_H
#define SERVER_POSTGRES_STORE_H

#include "store.h"

struct postgres_node {
    const char *address; /* postgresql://..., as libpq reads it */
    const char *name;    /* of this node; a node of the same name is replaced */
    const char *url;     /* where clients find it; "": nowhere else than here */
};

/* Returns whether an address is one of a PostgreSQL. */
bool postgres_store_is_address(const char *address);
/* Connects, creates or migrates the schema, and registers the node. The strings must outlive the
 * store. Returns NULL and sets *why on failure. */
struct store *postgres_store_open(const struct postgres_node *node, char *why, size_t size);
/* Connects for reading only, beside the servers that use it. */
struct store *postgres_store_open_beside(const char *address, char *why, size_t size);
/* Tells a node to give its tables to others and end, and waits until it has. Returns false and sets
 * *why on failure, or if there is no such node. */
bool postgres_store_drain(const char *address, const char *name, char *why, size_t size);

#endif
