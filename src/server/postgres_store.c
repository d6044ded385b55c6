#include "postgres_store.h"

#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "postgres_link.h"
#include "postgres_schema.h"

enum {
    LEASE_MS = 3000,
    RENEW_MS = LEASE_MS / 3,
    PATIENCE_MS = 250, /* for a transaction; then actions are refused while it lasts */
    TABLE_BITS = 24,   /* a node numbers its tables itself: the node's number comes before */
    TRIES = 5          /* to take a table that others want too */
};

#define LEASE "clock_timestamp() + interval '3 seconds'"
/* The locks that are held by connections of node n. */
#define LOCKS                                                                                   \
    "pg_locks l WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = n.node::oid AND " \
    "l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
/* A node that lives: it was not replaced, its lease has not run out, and it is connected. */
#define LIVES "NOT n.replaced AND n.until > clock_timestamp() AND EXISTS (SELECT FROM " LOCKS ")"

/* Its tables are still in the list: the node that is asked for one takes it. */
#define RECENT "n.until > clock_timestamp() - interval '15 minutes'"

static const struct postgres_statement statements[] = {
    {"begin", "BEGIN"},
    {"commit", "COMMIT"},
    {"rollback", "ROLLBACK"},
    /* NULL is refused: a node that was replaced, or a batch that was written before. */
    {"renew_and_count", "UPDATE nodes SET until = " LEASE
                        ", batch = CASE WHEN batch < $2 AND NOT replaced THEN $2::bigint END "
                        "WHERE node = $1"},
    {"renew", "UPDATE nodes SET until = " LEASE " WHERE node = $1 AND NOT replaced "
              "RETURNING draining, (SELECT count(*) FROM nodes n WHERE " LIVES ")"},
    {"leave", "UPDATE nodes SET replaced = true WHERE node = $1"},
    {"others", "SELECT url FROM nodes n WHERE node <> $1 AND NOT draining AND url <> '' AND " LIVES
               " ORDER BY node"},
    {"release", "UPDATE tables SET owner = NULL, listed = NULL WHERE owner = $1 AND "
                "id = ANY ($2::bigint[])"},
    {"list", "UPDATE tables t SET listed = nullif(r.line, ''), "
             "listed_at = CASE WHEN t.listed IS NULL THEN now() ELSE t.listed_at END FROM "
             "(SELECT DISTINCT ON (id) id, line FROM unnest($2::bigint[], $3::text[]) "
             "WITH ORDINALITY AS r (id, line, at) ORDER BY id, at DESC) r "
             "WHERE t.id = r.id AND t.owner = $1"},
    {"listed",
     "WITH places AS MATERIALIZED (SELECT n.node, "
     "CASE WHEN n.node <> $1 AND " LIVES " THEN n.url ELSE '' END AS url FROM nodes n "
     "WHERE " RECENT ") SELECT p.url, t.listed FROM tables t JOIN places p "
     "ON p.node = t.owner WHERE t.listed IS NOT NULL ORDER BY t.listed_at DESC LIMIT 100"},
    {"nodes", "WITH owned AS MATERIALIZED (SELECT owner, count(*) AS tables FROM tables "
              "GROUP BY owner) SELECT coalesce(o.tables, 0), (" LIVES ")::int, n.draining::int, "
              "n.name FROM nodes n LEFT JOIN owned o ON o.owner = n.node WHERE NOT n.replaced "
              "UNION ALL SELECT coalesce(sum(o.tables), 0), 0, 0, '' FROM owned o "
              "LEFT JOIN nodes n ON n.node = o.owner WHERE n.replaced IS NOT FALSE"},
    {"state", "SELECT batch, replaced, EXISTS (SELECT FROM nodes o WHERE o.name = n.name AND "
              "NOT o.replaced AND o.node <> n.node) FROM nodes n WHERE node = $1"},
    {"add_tables", "INSERT INTO tables (id, link, owner, epoch) SELECT r.id, r.link, $1, 1 FROM "
                   "unnest($2::bigint[], $3::text[]) AS r (id, link)"},
    {"add_shares", "INSERT INTO shares (id, link) SELECT r.id, r.link FROM "
                   "unnest($1::bigint[], $2::text[]) AS r (id, link) ON CONFLICT DO NOTHING"},
    {"add_daily", "INSERT INTO daily (day, player, line) SELECT r.day, left(r.line, 32), r.line "
                  "FROM unnest($1::bigint[], $2::text[]) AS r (day, line) ON CONFLICT DO NOTHING"},
    {"append", "INSERT INTO log (id, n, epoch, lines, sum) SELECT r.id, r.n, "
               "(SELECT t.epoch FROM tables t WHERE t.id = r.id AND t.owner = $1 AND "
               "t.epoch = r.epoch), r.lines, r.sum FROM unnest($2::bigint[], $3::bigint[], "
               "$4::bigint[], $5::text[], $6::bigint[]) AS r (id, n, epoch, lines, sum)"},
    {"find", "SELECT t.id, t.epoch, coalesce(t.owner, 0), coalesce(n.url, ''), "
             "t.owner IS NOT NULL AND t.owner <> $2 AND (SELECT " LIVES ") "
             "FROM tables t LEFT JOIN nodes n ON n.node = t.owner WHERE t.link = $1"},
    /* Its connection may wait for the rest of a transaction of a process that stands still. */
    {"end_connections", "SELECT (SELECT count(pg_terminate_backend(l.pid)) FROM " LOCKS ") "
                        "FROM nodes n WHERE n.node = $1 AND n.until <= clock_timestamp()"},
    {"replace", "UPDATE nodes n SET replaced = true WHERE n.node = $1 AND NOT (" LIVES ")"},
    {"take", "UPDATE tables t SET owner = $1, epoch = epoch + 1 WHERE t.id = $2 AND t.epoch = $3 "
             "AND NOT EXISTS (SELECT FROM nodes n WHERE n.node = t.owner AND NOT n.replaced) AND "
             "EXISTS (SELECT FROM nodes n WHERE n.node = $1 AND NOT n.replaced) RETURNING epoch"},
    {"find_shared", "SELECT id, 0, 0, '', false FROM shares WHERE link = $1"},
    {"find_any", "SELECT id, epoch, 0, '', false FROM tables WHERE link = $1"},
    {"next", "SELECT id, epoch, link, coalesce((SELECT min(link) FROM shares s WHERE s.id = t.id), "
             "'') FROM tables t WHERE id > $1 ORDER BY id LIMIT 1"},
    {"daily", "SELECT day, line FROM daily WHERE day = $1 OR $1 = 0 ORDER BY day, player"},
    {"load", "SELECT n, lines, sum FROM log WHERE id = $1 ORDER BY n"},
    {NULL, NULL}};

/* Parameters of an insertion: a column of numbers or texts each, as PostgreSQL's arrays. */
struct column {
    struct cn__text bytes;
    uint32_t type;
    int count;
};

struct postgres_store {
    struct store store;
    struct postgres_link link;
    struct postgres_node node;
    int64_t number;     /* of the node; 0: none, for reading only */
    int64_t renewed_ms; /* when the lease was last renewed */
    bool in_flight;     /* the batch was sent, and has not been answered */
    unsigned locked;    /* the connection that shows that the node lives */
    bool writes;
    struct column table_ids, table_links, share_ids, share_links, released, days, results;
    struct column listed, listed_lines;
    struct column ids, ns, epochs, lines, sums;
};

static struct postgres_store *of(struct store *store)
{
    return (struct postgres_store *)store;
}

bool postgres_store_is_address(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

/* ---- columns ---- */

enum {
    TYPE_BIGINT = 20, /* as in pg_type */
    TYPE_TEXT = 25,
    HEAD = 5 * sizeof(int32_t)
};

static void put_32(struct cn__text *bytes, uint32_t value)
{
    const uint32_t big = htobe32(value);
    cn__text_append(bytes, (const char *)&big, sizeof big);
}

static void begin_column(struct column *column, uint32_t type)
{
    cn__text_clear(&column->bytes);
    column->type = type;
    column->count = 0;
    for (int i = 0; i < 5; i++)
        put_32(&column->bytes, 0);
}

static void put_text(struct column *column, const char *text, size_t length)
{
    put_32(&column->bytes, (uint32_t)length);
    cn__text_append(&column->bytes, text, length);
    column->count++;
}

static void put_number(struct column *column, int64_t value)
{
    const uint64_t big = htobe64((uint64_t)value);
    put_text(column, (const char *)&big, sizeof big);
}

/* Writes the head of an array: dimensions, no NULL in it, type, length, first index. */
static void end_column(struct column *column)
{
    const uint32_t head[] = {htobe32(1), 0, htobe32(column->type), htobe32((uint32_t)column->count),
                             htobe32(1)};
    if (column->bytes.failed)
        abort(); /* half a batch would be wrong; everything acknowledged is durable */
    memcpy(column->bytes.text, head, sizeof head);
}

static void fill_columns(struct postgres_store *self, const struct store_batch *batch)
{
    struct column *numbers[] = {&self->table_ids, &self->share_ids, &self->ids,
                                &self->ns,        &self->epochs,    &self->sums,
                                &self->released,  &self->days,      &self->listed};
    struct column *texts[] = {&self->table_links, &self->share_links, &self->lines, &self->results,
                              &self->listed_lines};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        begin_column(numbers[i], TYPE_BIGINT);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        begin_column(texts[i], TYPE_TEXT);
    for (size_t at = 0; at < batch->length;) {
        struct store_row row;
        const char *text = store_next_row(batch, &at, &row);
        const bool logged = row.n > 0;
        if (row.n == ROW_CONFIRM)
            continue;
        if (row.n == ROW_RELEASE) {
            put_number(&self->released, row.table);
            continue;
        }
        if (row.n == ROW_DAILY) {
            put_number(&self->days, row.table);
            put_text(&self->results, text, row.length);
            continue;
        }
        if (row.n == ROW_LISTED) {
            put_number(&self->listed, row.table);
            put_text(&self->listed_lines, text, row.length);
            continue;
        }
        put_number(logged               ? &self->ids
                   : row.n == ROW_TABLE ? &self->table_ids
                                        : &self->share_ids,
                   row.table);
        put_text(logged               ? &self->lines
                 : row.n == ROW_TABLE ? &self->table_links
                                      : &self->share_links,
                 text, row.length);
        if (!logged)
            continue;
        put_number(&self->ns, row.n);
        put_number(&self->epochs, row.epoch);
        put_number(&self->sums, store_sum(row.table, row.n, text, row.length));
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        end_column(numbers[i]);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        end_column(texts[i]);
}

static int64_t number_at(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

/* ---- writing ---- */

/* Values of a statement, in PostgreSQL's binary form. */
struct values {
    uint64_t room[3]; /* the numbers */
    const char *at[6];
    int lengths[6], forms[6], count, numbers;
};

static void add_number(struct values *values, int64_t value)
{
    uint64_t *to = &values->room[values->numbers++];
    *to = htobe64((uint64_t)value);
    values->at[values->count] = (const char *)to;
    values->lengths[values->count] = sizeof *to;
    values->forms[values->count++] = 1;
}

static void add_column(struct values *values, const struct column *column)
{
    values->at[values->count] = column->bytes.text;
    values->lengths[values->count] = (int)column->bytes.length;
    values->forms[values->count++] = 1;
}

static bool queue(struct postgres_store *self, const char *name, const struct values *values)
{
    return PQsendQueryPrepared(self->link.connection, name, values->count, values->at,
                               values->lengths, values->forms, 0) == 1;
}

static bool queue_rows(struct postgres_store *self)
{
    struct values tables = {.count = 0};
    struct values shares = {.count = 0};
    struct values rows = {.count = 0};
    struct values released = {.count = 0};
    struct values results = {.count = 0};
    struct values listed = {.count = 0};
    add_number(&listed, self->number);
    add_column(&listed, &self->listed);
    add_column(&listed, &self->listed_lines);
    add_column(&results, &self->days);
    add_column(&results, &self->results);
    add_number(&released, self->number);
    add_column(&released, &self->released);
    add_number(&tables, self->number);
    add_column(&tables, &self->table_ids);
    add_column(&tables, &self->table_links);
    add_column(&shares, &self->share_ids);
    add_column(&shares, &self->share_links);
    add_number(&rows, self->number);
    const struct column *columns[] = {&self->ids, &self->ns, &self->epochs, &self->lines,
                                      &self->sums};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        add_column(&rows, columns[i]);
    return (self->table_ids.count == 0 || queue(self, "add_tables", &tables)) &&
           (self->share_ids.count == 0 || queue(self, "add_shares", &shares)) &&
           (self->days.count == 0 || queue(self, "add_daily", &results)) &&
           (self->ids.count == 0 || queue(self, "append", &rows)) &&
           (self->listed.count == 0 || queue(self, "list", &listed)) &&
           (self->released.count == 0 || queue(self, "release", &released));
}

/* Sends everything at once, so that a transaction takes one round trip. */
static bool send_batch(struct postgres_store *self, const struct store_batch *batch)
{
    static const struct values none;
    struct values head = {.count = 0};
    fill_columns(self, batch);
    add_number(&head, self->number);
    add_number(&head, (int64_t)batch->number);
    PGconn *connection = self->link.connection;
    self->link.state[0] = '\0';
    return PQenterPipelineMode(connection) == 1 && PQsetnonblocking(connection, 1) == 0 &&
           queue(self, "begin", &none) && queue(self, "renew_and_count", &head) &&
           queue_rows(self) && queue(self, "commit", &none) && PQpipelineSync(connection) == 1;
}

static enum store_result cannot(struct postgres_store *self)
{
    return store_say(&self->store,
                     postgres_link_may_pass(self->link.state) ? STORE_PASSING : STORE_BROKEN,
                     self->link.why);
}

/* Connects, and shows by a lock that this node lives. */
static bool connect_node(struct postgres_store *self)
{
    char lock[80];
    if (!postgres_link_open(&self->link))
        return false;
    if (self->locked == self->link.opened || !self->writes)
        return true;
    snprintf(lock, sizeof lock, "SELECT pg_advisory_lock_shared(%" PRId64 ")", self->number);
    const unsigned opened = self->link.opened;
    if (!postgres_link_run(&self->link, lock))
        return false;
    self->locked = opened;
    return true;
}

static PGresult *ask_number(struct postgres_store *self, const char *name, int64_t number)
{
    char text[24];
    const char *const values[] = {text};
    snprintf(text, sizeof text, "%" PRId64, number);
    return postgres_link_ask(&self->link, name, 1, values);
}

/* The node's row refused the transaction: finds out why. */
static enum store_result explain(struct postgres_store *self, uint64_t batch)
{
    PGresult *result = ask_number(self, "state", self->number);
    if (result == NULL)
        return cannot(self);
    const bool known = PQntuples(result) == 1;
    const bool replaced = !known || PQgetvalue(result, 0, 1)[0] == 't';
    const bool by_name = known && PQgetvalue(result, 0, 2)[0] == 't';
    const bool written =
        known && strtoull(PQgetvalue(result, 0, 0), NULL, 10) >= batch && batch > 0;
    PQclear(result);
    if (written)
        return STORE_DONE;
    if (by_name)
        return store_say(&self->store, STORE_BROKEN,
                         "another server has started as the node of this name");
    return store_say(&self->store, STORE_REPLACED,
                     replaced ? "other nodes have given this one up"
                              : "another node has a table of this one");
}

static enum store_result on_failure(struct postgres_store *self, uint64_t batch)
{
    static const char not_null[] = "23502";
    char state[SQL_STATE_SIZE];
    const enum store_result result = cannot(self);
    memcpy(state, self->link.state, sizeof state);
    if (PQexitPipelineMode(self->link.connection) != 1 || strncmp(state, "25", 2) == 0 ||
        strncmp(state, "57", 2) == 0 || !postgres_link_run(&self->link, "ROLLBACK")) {
        /* A server that does not accept writes any more: there is another one. */
        postgres_link_close(&self->link);
        return strcmp(state, not_null) == 0 ? STORE_PASSING : result;
    }
    return strcmp(state, not_null) == 0 ? explain(self, batch) : result;
}

static enum store_result write_batch(struct store *store, const struct store_batch *batch)
{
    struct postgres_store *self = of(store);
    if (!self->in_flight) {
        if (!connect_node(self))
            return cannot(self);
        self->in_flight = send_batch(self, batch);
    }
    if (!self->in_flight) {
        postgres_link_close(&self->link);
        return cannot(self);
    }
    const enum postgres_answer answer = postgres_link_finish(&self->link, PATIENCE_MS);
    if (answer == POSTGRES_LATER)
        return store_say(store, STORE_PASSING, "the database takes long");
    self->in_flight = false;
    if (answer == POSTGRES_GONE)
        return cannot(self);
    if (answer == POSTGRES_FAILS)
        return on_failure(self, batch->number);
    PQexitPipelineMode(self->link.connection);
    return STORE_DONE;
}

static enum store_result rest(struct store *store, bool idle)
{
    struct postgres_store *self = of(store);
    (void)idle;
    if (self->in_flight || cn__clock_ms() - self->renewed_ms < RENEW_MS)
        return STORE_DONE;
    if (!connect_node(self))
        return STORE_DONE;
    PGresult *result = ask_number(self, "renew", self->number);
    if (result == NULL)
        return STORE_DONE;
    const bool lives = PQntuples(result) == 1;
    if (lives && PQgetvalue(result, 0, 0)[0] == 't')
        atomic_store(&store->draining, true);
    if (lives)
        atomic_store(&store->nodes, (int)number_at(result, 0, 1));
    PQclear(result);
    self->renewed_ms = cn__clock_ms();
    return lives ? STORE_DONE : explain(self, 0);
}

static enum store_result check(struct store *store)
{
    (void)store;
    return STORE_DONE;
}

/* ---- reading ---- */

static bool add_row(struct store_table *table, const PGresult *result, int i)
{
    const char *lines = PQgetvalue(result, i, 1);
    const size_t length = (size_t)PQgetlength(result, i, 1);
    const int64_t n = table->rows + 1;
    if (number_at(result, i, 0) != n ||
        number_at(result, i, 2) != store_sum(table->id, n, lines, length))
        return false;
    cn__text_append(&table->log, lines, length);
    table->rows = n;
    return true;
}

static enum store_result load(struct postgres_store *self, struct store_table *table)
{
    PGresult *result = ask_number(self, "load", table->id);
    if (result == NULL)
        return cannot(self);
    const int rows = PQntuples(result);
    bool sound = rows > 0;
    for (int i = 0; sound && i < rows; i++)
        sound = add_row(table, result, i);
    PQclear(result);
    if (table->log.failed)
        return store_say(&self->store, STORE_PASSING, "no memory");
    return sound ? STORE_DONE : store_say(&self->store, STORE_DAMAGED, "the log is damaged");
}

/* A table as its row says. */
struct place {
    int64_t owner;
    bool elsewhere;
};

static enum store_result find(struct postgres_store *self, const char *name, const char *link,
                              struct store_table *table, struct place *place)
{
    char own[24];
    const char *const values[] = {link, own};
    snprintf(own, sizeof own, "%" PRId64, self->number);
    PGresult *result =
        postgres_link_ask(&self->link, name, strcmp(name, "find") == 0 ? 2 : 1, values);
    if (result == NULL)
        return cannot(self);
    const bool found = PQntuples(result) == 1;
    if (found) {
        table->id = number_at(result, 0, 0);
        table->epoch = number_at(result, 0, 1);
        place->owner = number_at(result, 0, 2);
        snprintf(table->url, sizeof table->url, "%s", PQgetvalue(result, 0, 3));
        place->elsewhere = PQgetvalue(result, 0, 4)[0] == 't';
    }
    PQclear(result);
    return found ? STORE_DONE : store_say(&self->store, STORE_ABSENT, "no such table");
}

/* Takes a table whose owner has gone. Returns STORE_ABSENT if another node was faster. */
static enum store_result take(struct postgres_store *self, struct store_table *table, int64_t owner)
{
    char own[24];
    char id[24];
    char epoch[24];
    const char *const values[] = {own, id, epoch};
    snprintf(own, sizeof own, "%" PRId64, self->number);
    snprintf(id, sizeof id, "%" PRId64, table->id);
    snprintf(epoch, sizeof epoch, "%" PRId64, table->epoch);
    if (owner != 0) {
        PQclear(ask_number(self, "end_connections", owner));
        PQclear(ask_number(self, "replace", owner));
    }
    PGresult *result = postgres_link_ask(&self->link, "take", 3, values);
    if (result == NULL)
        return cannot(self);
    const bool taken = PQntuples(result) == 1;
    if (taken)
        table->epoch = number_at(result, 0, 0);
    PQclear(result);
    return taken ? STORE_DONE : STORE_ABSENT;
}

static enum store_result open_table(struct store *store, const char *link,
                                    struct store_table *table)
{
    struct postgres_store *self = of(store);
    for (int tries = 0; tries < TRIES; tries++) {
        struct place place = {.owner = 0};
        enum store_result result = find(self, "find", link, table, &place);
        if (result != STORE_DONE)
            return result;
        if (place.elsewhere)
            return store_say(store, STORE_ELSEWHERE, "another node has the table");
        if (place.owner != self->number)
            result = take(self, table, place.owner);
        if (result == STORE_DONE)
            return load(self, table);
        if (result != STORE_ABSENT)
            return result;
    }
    return store_say(store, STORE_PASSING, "other nodes want the table too");
}

static enum store_result read_table(struct store *store, const char *link, bool shared,
                                    struct store_table *table)
{
    struct postgres_store *self = of(store);
    struct place place;
    const enum store_result result =
        find(self, shared ? "find_shared" : "find_any", link, table, &place);
    return result == STORE_DONE ? load(self, table) : result;
}

static enum store_result next_table(struct store *store, int64_t after, struct store_table *table)
{
    struct postgres_store *self = of(store);
    PGresult *result = ask_number(self, "next", after);
    if (result == NULL)
        return cannot(self);
    const bool found = PQntuples(result) == 1;
    if (found) {
        table->id = number_at(result, 0, 0);
        table->epoch = number_at(result, 0, 1);
        snprintf(table->link, sizeof table->link, "%s", PQgetvalue(result, 0, 2));
        snprintf(table->share, sizeof table->share, "%s", PQgetvalue(result, 0, 3));
    }
    PQclear(result);
    return found ? load(self, table) : store_say(store, STORE_ABSENT, "no more tables");
}

static enum store_result read_daily(struct store *store, int64_t day, struct cn__text *lines)
{
    struct postgres_store *self = of(store);
    PGresult *result = ask_number(self, "daily", day);
    if (result == NULL)
        return cannot(self);
    for (int i = 0; i < PQntuples(result); i++)
        cn__text_printf(lines, "%s %s\n", PQgetvalue(result, i, 0), PQgetvalue(result, i, 1));
    PQclear(result);
    return STORE_DONE;
}

static enum store_result others(struct store *store, struct cn__text *urls)
{
    struct postgres_store *self = of(store);
    PGresult *result = ask_number(self, "others", self->number);
    if (result == NULL)
        return cannot(self);
    for (int i = 0; i < PQntuples(result); i++)
        cn__text_printf(urls, "%s\n", PQgetvalue(result, i, 0));
    PQclear(result);
    return STORE_DONE;
}

static enum store_result read_listed(struct store *store, struct cn__text *lines)
{
    struct postgres_store *self = of(store);
    PGresult *result = ask_number(self, "listed", self->number);
    if (result == NULL)
        return cannot(self);
    for (int i = 0; i < PQntuples(result); i++)
        cn__text_printf(lines, "%s %s\n", PQgetvalue(result, i, 0), PQgetvalue(result, i, 1));
    PQclear(result);
    return STORE_DONE;
}

static enum store_result read_nodes(struct store *store, struct cn__text *lines)
{
    struct postgres_store *self = of(store);
    PGresult *result = postgres_link_ask(&self->link, "nodes", 0, NULL);
    if (result == NULL)
        return cannot(self);
    for (int i = 0; i < PQntuples(result); i++)
        cn__text_printf(lines, "%s %s %s %s\n", PQgetvalue(result, i, 0), PQgetvalue(result, i, 1),
                        PQgetvalue(result, i, 2), PQgetvalue(result, i, 3));
    PQclear(result);
    return STORE_DONE;
}

/* ---- opening and closing ---- */

static void close_store(struct store *store)
{
    struct postgres_store *self = of(store);
    struct column *columns[] = {
        &self->table_ids, &self->table_links, &self->share_ids, &self->share_links, &self->ids,
        &self->ns,        &self->epochs,      &self->lines,     &self->sums,        &self->released,
        &self->days,      &self->results,     &self->listed,    &self->listed_lines};
    if (self->writes && !self->in_flight && self->link.connection != NULL)
        PQclear(ask_number(self, "leave", self->number)); /* so that nobody waits for it */
    postgres_link_close(&self->link);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        cn__text_free(&columns[i]->bytes);
    free(self);
}

static struct store *open_reader(struct store *store, char *why, size_t size);

static const struct store_calls calls = {.write = write_batch,
                                         .rest = rest,
                                         .check = check,
                                         .open_table = open_table,
                                         .read_table = read_table,
                                         .next_table = next_table,
                                         .read_daily = read_daily,
                                         .others = others,
                                         .read_listed = read_listed,
                                         .read_nodes = read_nodes,
                                         .open_reader = open_reader,
                                         .close = close_store};

static struct postgres_store *make(const struct postgres_node *node, int64_t number, char *why,
                                   size_t size)
{
    struct postgres_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        snprintf(why, size, "no memory");
        return NULL;
    }
    self->store.calls = &calls;
    self->store.refuses = "the database refuses; tables wait";
    self->store.takes = "the database takes again";
    self->node = *node;
    self->number = number;
    self->link.address = node->address;
    return self;
}

static struct store *give_up(struct postgres_store *self, const char *said, char *why, size_t size)
{
    if (said != NULL)
        snprintf(why, size, "%s", said);
    store_make_printable(why);
    close_store(&self->store);
    return NULL;
}

/* Registers the node, in place of one of the same name. */
static bool join_nodes(struct postgres_store *self, char *why, size_t size)
{
    PGconn *connection = self->link.connection;
    const char *const values[] = {self->node.name, self->node.url};
    PQclear(PQexec(connection, "BEGIN"));
    PQclear(PQexecParams(connection,
                         "UPDATE nodes SET replaced = true WHERE name = $1 AND NOT "
                         "replaced",
                         1, NULL, values, NULL, NULL, 0));
    /* What nodes left in the list that did not come back. */
    PQclear(PQexec(connection,
                   "UPDATE tables t SET listed = NULL WHERE t.listed IS NOT NULL AND "
                   "NOT EXISTS (SELECT FROM nodes n WHERE n.node = t.owner AND " RECENT ")"));
    PGresult *result =
        PQexecParams(connection,
                     "INSERT INTO nodes (node, name, url, batch, until) VALUES "
                     "(nextval('node_numbers'), $1, $2, 0, " LEASE ") RETURNING node",
                     2, NULL, values, NULL, NULL, 0);
    const bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (good)
        self->number = number_at(result, 0, 0);
    else
        snprintf(why, size, "%s", PQresultErrorMessage(result));
    PQclear(result);
    result = PQexec(connection, good ? "COMMIT" : "ROLLBACK");
    const bool kept = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (good && !kept)
        snprintf(why, size, "%s", PQresultErrorMessage(result));
    PQclear(result);
    return good && kept;
}

struct store *postgres_store_open(const struct postgres_node *node, char *why, size_t size)
{
    struct postgres_store *self = make(node, 0, why, size);
    if (self == NULL)
        return NULL;
    if (!postgres_link_open(&self->link))
        return give_up(self, self->link.why, why, size);
    if (!postgres_schema_migrate(self->link.connection, why, size) || !join_nodes(self, why, size))
        return give_up(self, NULL, why, size);
    self->link.statements = statements;
    self->writes = true;
    if (!postgres_link_prepare(&self->link) || !connect_node(self))
        return give_up(self, self->link.why, why, size);
    self->renewed_ms = cn__clock_ms();
    self->store.last_table = self->number << TABLE_BITS;
    return &self->store;
}

static struct store *open_reader(struct store *store, char *why, size_t size)
{
    struct postgres_store *self = make(&of(store)->node, of(store)->number, why, size);
    if (self == NULL)
        return NULL;
    self->link.statements = statements;
    if (!postgres_link_open(&self->link))
        return give_up(self, self->link.why, why, size);
    return &self->store;
}

struct store *postgres_store_open_beside(const char *address, char *why, size_t size)
{
    const struct postgres_node none = {.address = address, .name = "", .url = ""};
    struct postgres_store *self = make(&none, 0, why, size);
    if (self == NULL)
        return NULL;
    self->link.can_read_only = true;
    if (!postgres_link_open(&self->link))
        return give_up(self, self->link.why, why, size);
    if (!postgres_schema_check(self->link.connection, why, size))
        return give_up(self, NULL, why, size);
    self->link.statements = statements;
    /* Everything as of one moment. */
    if (!postgres_link_prepare(&self->link) ||
        !postgres_link_run(&self->link, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        return give_up(self, self->link.why, why, size);
    return &self->store;
}

/* ---- draining ---- */

bool postgres_store_drain(const char *address, const char *name, char *why, size_t size)
{
    enum {
        TRIES_MOST = 1200,
        PAUSE_US = 50000
    };
    static const struct postgres_statement own[] = {
        {"drain", "UPDATE nodes SET draining = true WHERE name = $1 AND NOT replaced"},
        {"drained", "SELECT FROM nodes n WHERE n.name = $1 AND " LIVES},
        {NULL, NULL}};
    struct postgres_link link = {.address = address, .statements = own};
    PGresult *result = postgres_link_ask(&link, "drain", 1, &name);
    bool lives = result != NULL && strcmp(PQcmdTuples(result), "0") != 0;
    snprintf(why, size, "%s", result == NULL ? link.why : "no server has this name");
    const bool found = lives;
    for (int tries = 0; lives && tries < TRIES_MOST; tries++) {
        PQclear(result);
        result = postgres_link_ask(&link, "drained", 1, &name);
        lives = result == NULL || PQntuples(result) > 0;
        if (lives)
            usleep(PAUSE_US);
    }
    if (found && lives)
        snprintf(why, size, "the server still runs");
    PQclear(result);
    postgres_link_close(&link);
    return found && !lives;
}
