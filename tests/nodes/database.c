/* database.c -- the model's rows, transactions and locks. */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum {
    LEASE_MS = 3000,
    RECENT_MS = 15 * 60000,
    ARRAY_HEAD = 20
};

struct model_database model;

/* ---- parameters ---- */

static int64_t number_in(const char *bytes)
{
    uint64_t big;
    memcpy(&big, bytes, sizeof big);
    return (int64_t)be64toh(big);
}

static int64_t number_of(const struct model_request *request, int i)
{
    return request->binary ? number_in(request->values[i]) : strtoll(request->values[i], NULL, 10);
}

/* Returns the next element of an array, and its length; NULL: there are no more. */
static const char *next_element(const struct model_request *request, int i, size_t *at,
                                size_t *length)
{
    uint32_t big;
    if (*at == 0)
        *at = ARRAY_HEAD;
    if (*at >= (size_t)request->lengths[i])
        return NULL;
    memcpy(&big, request->values[i] + *at, sizeof big);
    *length = be32toh(big);
    const char *element = request->values[i] + *at + sizeof big;
    *at += sizeof big + *length;
    return element;
}

static int64_t next_number(const struct model_request *request, int i, size_t *at)
{
    size_t length;
    return number_in(next_element(request, i, at, &length));
}

/* ---- results ---- */

/* strndup asks for a string that ends, and this one need not. */
static char *copy_of(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static void add_columns(struct pg_result *result, int count, const char *const *values,
                        const size_t *lengths)
{
    const int before = result->rows * count;
    result->values = realloc(result->values, (size_t)(before + count) * sizeof *result->values);
    result->lengths = realloc(result->lengths, (size_t)(before + count) * sizeof *result->lengths);
    for (int i = 0; i < count; i++) {
        result->values[before + i] = copy_of(values[i], lengths[i]);
        result->lengths[before + i] = (int)lengths[i];
    }
    result->columns = count;
    result->rows++;
    result->status = PGRES_TUPLES_OK;
}

/* Adds a row of one line, with columns parted by blanks; one that is "." is empty. */
static void add_row(struct pg_result *result, const char *columns)
{
    const char *values[8];
    size_t lengths[8];
    int count = 0;
    for (const char *at = columns; *at != '\0'; count++) {
        const size_t length = strcspn(at, " ");
        values[count] = at;
        lengths[count] = at[0] == '.' ? 0 : length;
        at += length + (at[length] == ' ');
    }
    add_columns(result, count, values, lengths);
}

static enum model_outcome fail(struct pg_result *result, const char *state)
{
    result->status = PGRES_FATAL_ERROR;
    snprintf(result->state, sizeof result->state, "%s", state);
    return MODEL_EXECUTED;
}

/* ---- rows ---- */

struct node_versions *model_find_node(int64_t number)
{
    for (int i = 0; i < model.node_count; i++)
        if (model.nodes[i].now.number == number)
            return &model.nodes[i];
    return NULL;
}

static struct table_versions *table_of(int64_t id)
{
    for (int i = 0; i < model.table_count; i++)
        if (model.tables[i].now.id == id)
            return &model.tables[i];
    return NULL;
}

struct table_versions *model_find_table(const char *link)
{
    for (int i = 0; i < model.table_count; i++)
        if (strcmp(model.tables[i].now.link, link) == 0)
            return &model.tables[i];
    return NULL;
}

const struct model_row *model_find_row(int64_t table, int64_t n)
{
    for (int i = 0; i < model.row_count; i++)
        if (model.rows[i].row.table == table && model.rows[i].row.n == n && model.rows[i].by == 0)
            return &model.rows[i].row;
    return NULL;
}

/* The version that a session sees; NULL: none. */
static const struct model_node *seen_node(int session, int64_t number)
{
    const struct node_versions *node = model_find_node(number);
    if (node == NULL || (node->is_new && node->by != session))
        return NULL;
    return node->by == session ? &node->pending : &node->now;
}

static const struct model_table *seen_table(int session, const struct table_versions *table)
{
    if (table == NULL || (table->is_new && table->by != session))
        return NULL;
    return table->by == session ? &table->pending : &table->now;
}

/* Locks a row for a session's transaction, until its end. Returns false if another has it. */
static bool lock_node(int session, struct node_versions *node)
{
    if (node->by != 0 && node->by != session)
        return false;
    if (node->by == 0)
        node->pending = node->now;
    node->by = session;
    return true;
}

static bool lock_table(int session, struct table_versions *table)
{
    if (table->by != 0 && table->by != session)
        return false;
    if (table->by == 0)
        table->pending = table->now;
    table->by = session;
    return true;
}

static void end_transaction(int session, bool commit)
{
    int kept = 0;
    for (int i = 0; i < model.node_count; i++) {
        struct node_versions *node = &model.nodes[i];
        const bool own = node->by == session;
        if (own && !commit && node->is_new)
            continue;
        if (own && commit)
            node->now = node->pending;
        if (own) {
            node->by = 0;
            node->is_new = false;
        }
        model.nodes[kept++] = *node;
    }
    model.node_count = kept;
    kept = 0;
    for (int i = 0; i < model.table_count; i++) {
        struct table_versions *table = &model.tables[i];
        const bool own = table->by == session;
        if (own && !commit && table->is_new)
            continue;
        if (own && commit)
            table->now = table->pending;
        if (own) {
            table->by = 0;
            table->is_new = false;
        }
        model.tables[kept++] = *table;
    }
    model.table_count = kept;
    kept = 0;
    for (int i = 0; i < model.row_count; i++) {
        struct row_version *row = &model.rows[i];
        if (row->by == session && !commit) {
            free(row->row.lines);
            continue;
        }
        if (row->by == session)
            row->by = 0;
        model.rows[kept++] = *row;
    }
    model.row_count = kept;
}

/* ---- whether a node lives ---- */

static bool has_lock(int64_t number)
{
    for (int i = 1; i <= MODEL_SESSIONS; i++)
        if (model.sessions[i].open && model.sessions[i].lock == number)
            return true;
    return false;
}

static bool lives(const struct model_node *node)
{
    return !node->replaced && node->until > model.now_ms && has_lock(node->number);
}

static bool is_recent(const struct model_node *node)
{
    return node != NULL && node->until > model.now_ms - RECENT_MS;
}

/* ---- statements: each is called again from its beginning after it has waited ---- */

typedef enum model_outcome statement(int session, const struct model_request *request,
                                     struct pg_result *result);

static enum model_outcome run_begin(int session, const struct model_request *request,
                                    struct pg_result *result)
{
    (void)request;
    (void)result;
    model.sessions[session].in_transaction = true;
    return MODEL_EXECUTED;
}

static enum model_outcome run_commit(int session, const struct model_request *request,
                                     struct pg_result *result)
{
    (void)request;
    (void)result;
    end_transaction(session, !model.sessions[session].aborted);
    model.sessions[session].in_transaction = false;
    model.sessions[session].aborted = false;
    return MODEL_EXECUTED;
}

static enum model_outcome run_rollback(int session, const struct model_request *request,
                                       struct pg_result *result)
{
    model.sessions[session].aborted = true;
    return run_commit(session, request, result);
}

static bool is_fenced(const struct model_request *request)
{
    return model.mutant != MUTANT_NO_FENCE && !request->believed;
}

static enum model_outcome run_renew_and_count(int session, const struct model_request *request,
                                              struct pg_result *result)
{
    struct node_versions *node = model_find_node(number_of(request, 0));
    const int64_t batch = number_of(request, 1);
    if (node == NULL)
        return MODEL_EXECUTED;
    if (!lock_node(session, node))
        return MODEL_WAITS;
    const bool counted = node->pending.batch < batch || model.mutant == MUTANT_BATCHES_FORGOTTEN;
    if (!counted || (node->pending.replaced && is_fenced(request)))
        return fail(result, "23502");
    node->pending.batch = batch;
    node->pending.until = model.now_ms + LEASE_MS;
    return MODEL_EXECUTED;
}

static int count_living(int session)
{
    int count = 0;
    for (int i = 0; i < model.node_count; i++) {
        const struct model_node *node = seen_node(session, model.nodes[i].now.number);
        count += node != NULL && lives(node);
    }
    return count;
}

static enum model_outcome run_renew(int session, const struct model_request *request,
                                    struct pg_result *result)
{
    struct node_versions *node = model_find_node(number_of(request, 0));
    char row[24];
    result->status = PGRES_TUPLES_OK;
    if (node == NULL)
        return MODEL_EXECUTED;
    if (!lock_node(session, node))
        return MODEL_WAITS;
    if (node->pending.replaced)
        return MODEL_EXECUTED;
    /* What is returned counts the rows as they were before the statement. */
    snprintf(row, sizeof row, "%c %d", node->pending.draining ? 't' : 'f', count_living(session));
    node->pending.until = model.now_ms + LEASE_MS;
    add_row(result, row);
    return MODEL_EXECUTED;
}

static enum model_outcome run_leave(int session, const struct model_request *request,
                                    struct pg_result *result)
{
    struct node_versions *node = model_find_node(number_of(request, 0));
    (void)result;
    if (node == NULL)
        return MODEL_EXECUTED;
    if (!lock_node(session, node))
        return MODEL_WAITS;
    node->pending.replaced = true;
    return MODEL_EXECUTED;
}

static enum model_outcome run_others(int session, const struct model_request *request,
                                     struct pg_result *result)
{
    result->status = PGRES_TUPLES_OK;
    for (int i = 0; i < model.node_count; i++) {
        const struct model_node *node = seen_node(session, model.nodes[i].now.number);
        if (node != NULL && node->number != number_of(request, 0) && !node->draining &&
            node->url[0] != '\0' && lives(node))
            add_row(result, node->url);
    }
    return MODEL_EXECUTED;
}

static enum model_outcome run_release(int session, const struct model_request *request,
                                      struct pg_result *result)
{
    size_t at = 0;
    size_t length;
    const char *element;
    (void)result;
    while ((element = next_element(request, 1, &at, &length)) != NULL) {
        struct table_versions *table = table_of(number_in(element));
        if (table == NULL)
            continue;
        if (!lock_table(session, table))
            return MODEL_WAITS;
        if (table->pending.owner != number_of(request, 0))
            continue;
        table->pending.owner = 0;
        table->pending.listed[0] = '\0';
    }
    return MODEL_EXECUTED;
}

/* Puts a table into the list; an empty line: takes it from there. */
static void list_table(struct model_table *table, int session, const char *line, size_t length)
{
    if (length >= sizeof table->listed)
        abort();
    if (table->listed[0] == '\0')
        table->listed_at = model.sessions[session].began;
    memcpy(table->listed, line, length);
    table->listed[length] = '\0';
}

/* Each table once, as the last line for it says. */
static enum model_outcome run_list(int session, const struct model_request *request,
                                   struct pg_result *result)
{
    const char *lines[MODEL_TABLES] = {NULL};
    size_t lengths[MODEL_TABLES];
    size_t id_at = 0;
    size_t line_at = 0;
    size_t length;
    const char *line;
    (void)result;
    while ((line = next_element(request, 2, &line_at, &length)) != NULL) {
        const struct table_versions *table = table_of(next_number(request, 1, &id_at));
        const struct model_table *seen = seen_table(session, table);
        if (seen == NULL || seen->owner != number_of(request, 0))
            continue;
        lines[table - model.tables] = line;
        lengths[table - model.tables] = length;
    }
    for (int i = 0; i < MODEL_TABLES; i++)
        if (lines[i] != NULL && !lock_table(session, &model.tables[i]))
            return MODEL_WAITS;
    for (int i = 0; i < MODEL_TABLES; i++)
        if (lines[i] != NULL && model.tables[i].pending.owner == number_of(request, 0))
            list_table(&model.tables[i].pending, session, lines[i], lengths[i]);
    return MODEL_EXECUTED;
}

/* The table in the list that comes after those of 'done', the youngest first; NULL: none. */
static const struct model_table *next_listed(int session, bool *done)
{
    const struct model_table *next = NULL;
    int at = 0;
    for (int i = 0; i < model.table_count; i++) {
        const struct model_table *table = seen_table(session, &model.tables[i]);
        if (done[i] || table == NULL || table->listed[0] == '\0' ||
            !is_recent(seen_node(session, table->owner)) ||
            (next != NULL && next->listed_at >= table->listed_at))
            continue;
        next = table;
        at = i;
    }
    done[at] = next != NULL;
    return next;
}

static enum model_outcome run_listed(int session, const struct model_request *request,
                                     struct pg_result *result)
{
    bool done[MODEL_TABLES] = {false};
    const struct model_table *table;
    result->status = PGRES_TUPLES_OK;
    while ((table = next_listed(session, done)) != NULL) {
        const struct model_node *owner = seen_node(session, table->owner);
        const bool elsewhere = owner->number != number_of(request, 0) && lives(owner);
        const char *const values[] = {elsewhere ? owner->url : "", table->listed};
        add_columns(result, 2, values, (size_t[]){strlen(values[0]), strlen(values[1])});
    }
    return MODEL_EXECUTED;
}

/* How many tables a node has; 0: how many have no node, or one that was replaced. */
static int count_tables(int session, int64_t number)
{
    int count = 0;
    for (int i = 0; i < model.table_count; i++) {
        const struct model_table *table = seen_table(session, &model.tables[i]);
        if (table == NULL)
            continue;
        const struct model_node *owner = seen_node(session, table->owner);
        count += (owner != NULL && !owner->replaced ? owner->number : 0) == number;
    }
    return count;
}

static enum model_outcome run_nodes(int session, const struct model_request *request,
                                    struct pg_result *result)
{
    char row[64];
    (void)request;
    for (int i = 0; i < model.node_count; i++) {
        const struct model_node *node = seen_node(session, model.nodes[i].now.number);
        if (node == NULL || node->replaced)
            continue;
        snprintf(row, sizeof row, "%d %d %d %s", count_tables(session, node->number), lives(node),
                 node->draining, node->name);
        add_row(result, row);
    }
    snprintf(row, sizeof row, "%d 0 0 .", count_tables(session, 0));
    add_row(result, row);
    return MODEL_EXECUTED;
}

static enum model_outcome run_state(int session, const struct model_request *request,
                                    struct pg_result *result)
{
    const struct model_node *node = seen_node(session, number_of(request, 0));
    bool by_name = false;
    char row[48];
    result->status = PGRES_TUPLES_OK;
    if (node == NULL)
        return MODEL_EXECUTED;
    for (int i = 0; i < model.node_count; i++) {
        const struct model_node *other = seen_node(session, model.nodes[i].now.number);
        by_name |= other != NULL && strcmp(other->name, node->name) == 0 && !other->replaced &&
                   other->number != node->number;
    }
    snprintf(row, sizeof row, "%lld %c %c", (long long)node->batch, node->replaced ? 't' : 'f',
             by_name ? 't' : 'f');
    add_row(result, row);
    return MODEL_EXECUTED;
}

static enum model_outcome run_add_tables(int session, const struct model_request *request,
                                         struct pg_result *result)
{
    size_t id_at = 0;
    size_t link_at = 0;
    size_t length;
    const char *link;
    if (model_find_node(number_of(request, 0)) == NULL)
        return fail(result, "23503");
    while ((link = next_element(request, 2, &link_at, &length)) != NULL) {
        struct table_versions *table = &model.tables[model.table_count];
        const int64_t id = next_number(request, 1, &id_at);
        char text[LINK_SIZE];
        snprintf(text, sizeof text, "%.*s", (int)length, link);
        if (model_find_table(text) != NULL || table_of(id) != NULL)
            return fail(result, "23505");
        if (model.table_count == MODEL_TABLES)
            abort();
        memset(table, 0, sizeof *table);
        table->now = (struct model_table){.id = id, .owner = number_of(request, 0), .epoch = 1};
        memcpy(table->now.link, text, sizeof text);
        table->pending = table->now;
        table->by = session;
        table->is_new = true;
        model.table_count++;
    }
    return MODEL_EXECUTED;
}

static bool may_append(int session, const struct model_request *request, int64_t id, int64_t epoch)
{
    const struct model_table *table = seen_table(session, table_of(id));
    return table != NULL && (!is_fenced(request) ||
                             (table->owner == number_of(request, 0) && table->epoch == epoch));
}

static const struct row_version *any_row(int64_t table, int64_t n)
{
    for (int i = 0; i < model.row_count; i++)
        if (model.rows[i].row.table == table && model.rows[i].row.n == n)
            return &model.rows[i];
    return NULL;
}

/* All of one statement, or nothing of it: what it has waited for may change what it does. */
static enum model_outcome run_append(int session, const struct model_request *request,
                                     struct pg_result *result)
{
    const int before = model.row_count;
    size_t at[MODEL_PARAMETERS] = {0};
    size_t length;
    const char *lines;
    while ((lines = next_element(request, 4, &at[4], &length)) != NULL) {
        const int64_t id = next_number(request, 1, &at[1]);
        const int64_t n = next_number(request, 2, &at[2]);
        const int64_t epoch = next_number(request, 3, &at[3]);
        const int64_t sum = next_number(request, 5, &at[5]);
        const struct row_version *same = any_row(id, n);
        if (!may_append(session, request, id, epoch))
            return fail(result, "23502");
        if (same != NULL && same->by != 0 && same->by != session) {
            while (model.row_count > before)
                free(model.rows[--model.row_count].row.lines);
            return MODEL_WAITS;
        }
        if (same != NULL)
            return fail(result, "23505");
        if (model.row_count == MODEL_ROWS)
            abort();
        struct row_version *row = &model.rows[model.row_count++];
        row->row =
            (struct model_row){.table = id, .n = n, .epoch = epoch, .sum = sum, .length = length};
        row->row.lines = malloc(length);
        memcpy(row->row.lines, lines, length);
        row->by = session;
    }
    return MODEL_EXECUTED;
}

static enum model_outcome run_find(int session, const struct model_request *request,
                                   struct pg_result *result)
{
    const struct model_table *table = seen_table(session, model_find_table(request->values[0]));
    char row[160];
    result->status = PGRES_TUPLES_OK;
    if (table == NULL)
        return MODEL_EXECUTED;
    const struct model_node *owner = seen_node(session, table->owner);
    const bool elsewhere = owner != NULL && owner->number != number_of(request, 1) && lives(owner);
    snprintf(row, sizeof row, "%lld %lld %lld %s %c", (long long)table->id, (long long)table->epoch,
             (long long)table->owner, owner != NULL && owner->url[0] != '\0' ? owner->url : ".",
             elsewhere ? 't' : 'f');
    add_row(result, row);
    return MODEL_EXECUTED;
}

static enum model_outcome run_end_connections(int session, const struct model_request *request,
                                              struct pg_result *result)
{
    const struct model_node *node = seen_node(session, number_of(request, 0));
    result->status = PGRES_TUPLES_OK;
    if (node == NULL || node->until > model.now_ms || model.mutant == MUTANT_NOBODY_REPLACED)
        return MODEL_EXECUTED;
    for (int i = 1; i <= MODEL_SESSIONS; i++)
        if (model.sessions[i].open && model.sessions[i].lock == node->number)
            model_end_session(i);
    return MODEL_EXECUTED;
}

static enum model_outcome run_replace(int session, const struct model_request *request,
                                      struct pg_result *result)
{
    struct node_versions *node = model_find_node(number_of(request, 0));
    (void)result;
    if (node == NULL || lives(&node->now) || model.mutant == MUTANT_NOBODY_REPLACED)
        return MODEL_EXECUTED;
    if (!lock_node(session, node))
        return MODEL_WAITS;
    node->pending.replaced = true;
    return MODEL_EXECUTED;
}

static bool has_lost_tables(const struct model_node *owner)
{
    return owner == NULL || owner->replaced ||
           (model.mutant == MUTANT_NOBODY_REPLACED && !lives(owner));
}

static enum model_outcome run_take(int session, const struct model_request *request,
                                   struct pg_result *result)
{
    struct table_versions *table = table_of(number_of(request, 1));
    const struct model_node *self = seen_node(session, number_of(request, 0));
    char row[24];
    result->status = PGRES_TUPLES_OK;
    if (table == NULL || (table->is_new && table->by != session))
        return MODEL_EXECUTED;
    const struct model_table *seen = seen_table(session, table);
    if (seen->epoch != number_of(request, 2) || !has_lost_tables(seen_node(session, seen->owner)) ||
        self == NULL || self->replaced)
        return MODEL_EXECUTED;
    if (!lock_table(session, table))
        return MODEL_WAITS;
    table->pending.owner = self->number;
    table->pending.epoch += model.mutant != MUTANT_EPOCH_STAYS;
    snprintf(row, sizeof row, "%lld", (long long)table->pending.epoch);
    add_row(result, row);
    return MODEL_EXECUTED;
}

static enum model_outcome run_load(int session, const struct model_request *request,
                                   struct pg_result *result)
{
    const int64_t id = number_of(request, 0);
    char number[24];
    char sum[24];
    result->status = PGRES_TUPLES_OK;
    (void)session;
    for (int64_t n = 1; n <= MODEL_ROWS; n++) {
        const struct model_row *row = model_find_row(id, n);
        if (row == NULL)
            continue;
        snprintf(number, sizeof number, "%lld", (long long)n);
        snprintf(sum, sizeof sum, "%lld", (long long)row->sum);
        const char *const values[] = {number, row->lines, sum};
        add_columns(result, 3, values, (size_t[]){strlen(number), row->length, strlen(sum)});
    }
    return MODEL_EXECUTED;
}

static enum model_outcome run_lock(int session, const struct model_request *request,
                                   struct pg_result *result)
{
    result->status = PGRES_TUPLES_OK;
    model.sessions[session].lock = number_of(request, 0);
    return MODEL_EXECUTED;
}

static enum model_outcome run_replace_name(int session, const struct model_request *request,
                                           struct pg_result *result)
{
    (void)result;
    for (int i = 0; i < model.node_count; i++) {
        struct node_versions *node = &model.nodes[i];
        if (strcmp(node->now.name, request->values[0]) != 0 || node->now.replaced)
            continue;
        if (!lock_node(session, node))
            return MODEL_WAITS;
        node->pending.replaced = true;
    }
    return MODEL_EXECUTED;
}

static enum model_outcome run_unlist(int session, const struct model_request *request,
                                     struct pg_result *result)
{
    (void)request;
    (void)result;
    for (int i = 0; i < model.table_count; i++) {
        struct table_versions *table = &model.tables[i];
        const struct model_table *seen = seen_table(session, table);
        if (seen == NULL || seen->listed[0] == '\0' || is_recent(seen_node(session, seen->owner)))
            continue;
        if (!lock_table(session, table))
            return MODEL_WAITS;
        if (!is_recent(seen_node(session, table->pending.owner)))
            table->pending.listed[0] = '\0';
    }
    return MODEL_EXECUTED;
}

static enum model_outcome run_add_node(int session, const struct model_request *request,
                                       struct pg_result *result)
{
    char row[24];
    if (model.node_count == MODEL_NODES)
        abort();
    struct node_versions *node = &model.nodes[model.node_count++];
    memset(node, 0, sizeof *node);
    node->now.number = ++model.last_node;
    node->now.until = model.now_ms + LEASE_MS;
    snprintf(node->now.name, sizeof node->now.name, "%s", request->values[0]);
    snprintf(node->now.url, sizeof node->now.url, "%s", request->values[1]);
    node->pending = node->now;
    node->by = session;
    node->is_new = true;
    snprintf(row, sizeof row, "%lld", (long long)node->now.number);
    add_row(result, row);
    return MODEL_EXECUTED;
}

static const struct {
    const char *name;
    statement *run;
} statements[] = {
    {"begin", run_begin},
    {"commit", run_commit},
    {"rollback", run_rollback},
    {"renew_and_count", run_renew_and_count},
    {"renew", run_renew},
    {"leave", run_leave},
    {"others", run_others},
    {"release", run_release},
    {"list", run_list},
    {"listed", run_listed},
    {"nodes", run_nodes},
    {"state", run_state},
    {"add_tables", run_add_tables},
    {"append", run_append},
    {"find", run_find},
    {"end_connections", run_end_connections},
    {"replace", run_replace},
    {"take", run_take},
    {"load", run_load},
    /* those without a name of their own */
    {"lock", run_lock},
    {"replace_name", run_replace_name},
    {"unlist", run_unlist},
    {"add_node", run_add_node},
};

enum model_outcome model_execute(int session, const struct model_request *request,
                                 struct pg_result *result)
{
    struct model_session *own = &model.sessions[session];
    const bool ends =
        strcmp(request->name, "commit") == 0 || strcmp(request->name, "rollback") == 0;
    statement *run = NULL;
    result->status = PGRES_COMMAND_OK;
    if (own->aborted && !ends)
        return fail(result, "25P02");
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (strcmp(request->name, statements[i].name) == 0)
            run = statements[i].run;
    if (run == NULL) {
        fprintf(stderr, "the model does not know the statement '%s'\n", request->name);
        abort();
    }
    if (!own->in_transaction)
        own->began = ++model.transactions;
    if (run(session, request, result) == MODEL_WAITS)
        return MODEL_WAITS;
    if (!own->open) /* it has ended itself */
        return MODEL_EXECUTED;
    if (result->status == PGRES_FATAL_ERROR) {
        end_transaction(session, false);
        own->aborted = own->in_transaction;
    } else if (!own->in_transaction) {
        end_transaction(session, true);
    }
    return MODEL_EXECUTED;
}

/* ---- sessions ---- */

int model_open_session(void)
{
    for (int i = 1; i <= MODEL_SESSIONS; i++) {
        if (!model.sessions[i].used) {
            model.sessions[i] = (struct model_session){.used = true, .open = true};
            return i;
        }
    }
    return 0;
}

void model_end_session(int session)
{
    end_transaction(session, false);
    model.sessions[session].open = false;
}

void model_release_session(int session)
{
    model.sessions[session].used = false;
}

void model_reset(void)
{
    for (int i = 0; i < model.row_count; i++)
        free(model.rows[i].row.lines);
    model.node_count = 0;
    model.table_count = 0;
    model.row_count = 0;
    model.last_node = 0;
    model.transactions = 0;
    model.now_ms = 0;
    memset(model.sessions, 0, sizeof model.sessions);
}
