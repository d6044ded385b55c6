/* config.c -- the server's configuration: one table of its keys. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "postgres_store.h"
#include "server.h"

#define TEXT(name)              offsetof(struct server_options, name), true, 0, 0
#define NUMBER(name, low, high) offsetof(struct server_options, name), false, (low), (high)

static const struct key {
    const char *name, *initial, *help;
    size_t offset;
    bool text;
    int64_t low, high;
} keys[] = {
    {"listen", "127.0.0.1:8080", "address and port; [ADDRESS]:PORT with IPv6", TEXT(listen)},
    {"metrics_listen", "",
     "address and port of their own for /metrics; without, they answer requests of this machine "
     "only, and none that a proxy passes on",
     TEXT(metrics_listen)},
    {"data", "", "folder of the database; the user's data folder", TEXT(data)},
    {"store", "",
     "address of a PostgreSQL that keeps the tables, postgresql://USER@HOST/DATABASE; several "
     "servers may share it; without, they are in the folder. A password belongs here or in the "
     "file that PGPASSFILE names, not on the command line",
     TEXT(store)},
    {"node", "", "this server's name among those of the PostgreSQL; the machine's name",
     TEXT(node)},
    {"public", "",
     "where clients find this server among them, such as https://example.org/b/; needed with store",
     TEXT(public_url)},
    {"web", "", "folder of the browser's files, or none; those installed with the program",
     TEXT(web)},
    {"origins", "", "origins of other sites that may connect, such as https://example.org",
     TEXT(origins)},
    {"tls_certificate", "", "file; with tls_key: https and wss", TEXT(tls_certificate)},
    {"tls_key", "", "file", TEXT(tls_key)},
    {"proxy", "0", "1: a proxy on this machine says who a client is (X-Forwarded-For)",
     NUMBER(proxy, 0, 1)},
    {"message_bytes", "4096", "longest message", NUMBER(message_bytes, 256, 65536)},
    {"messages_per_second", "50", "of one connection, in the long run",
     NUMBER(messages_per_second, 1, 1000000)},
    {"messages_burst", "200", "of one connection at once", NUMBER(messages_burst, 1, 1000000)},
    {"connections", "10000", "at once", NUMBER(connections, 1, 1000000)},
    {"connections_per_address", "64", "at once", NUMBER(connections_per_address, 1, 1000000)},
    {"limit_loopback", "0", "1: the limits of an address hold for this machine's own too",
     NUMBER(limit_loopback, 0, 1)},
    {"tables_per_minute", "20", "new tables of one address", NUMBER(tables_per_minute, 1, 1000000)},
    {"requests_per_minute", "600",
     "over HTTP, of one address, and at once; a record counts as ten, /healthz as none",
     NUMBER(requests_per_minute, 10, 1000000)},
    {"chat_per_minute", "60",
     "lines of one connection, in the long run; of an address 8 times that",
     NUMBER(chat_per_minute, 1, 1000000)},
    {"chat_burst", "20", "lines of one connection at once", NUMBER(chat_burst, 1, 1000000)},
    {"chat_lines", "10000", "that one table keeps; then nothing more can be said there",
     NUMBER(chat_lines, 1, 100000000)},
    {"changes_per_minute", "120",
     "of one connection: whatever is neither chat nor part of the game's course, such as taking "
     "back",
     NUMBER(changes_per_minute, 10, 1000000)},
    {"tables", "20000", "in memory at once", NUMBER(tables, 1, 10000000)},
    {"queue_bytes", "65536", "that wait for a slow reader", NUMBER(queue_bytes, 4096, 16777216)},
    {"queue_seconds", "10", "that they may wait", NUMBER(queue_seconds, 1, 3600)},
    {"ping_seconds", "7",
     "of silence before a connection is asked whether it lives; as long for the answer",
     NUMBER(ping_seconds, 1, 3600)},
    {"hello_seconds", "5", "for the first message", NUMBER(hello_seconds, 1, 3600)},
    {"idle_seconds", "900", "until an idle table is unloaded; its link loads it again",
     NUMBER(idle_seconds, 1, 1000000)},
    {"threads", "0", "that bots think on; as many as there are cores", NUMBER(threads, 0, 256)},
    {"bot_nodes", "20000", "that a thinking bot may spend on a decision at most",
     NUMBER(bot_nodes, 100, 10000000)},
};
enum {
    KEYS = sizeof keys / sizeof keys[0]
};

static bool set(struct server_options *options, const struct key *key, const char *value)
{
    char *at = (char *)options + key->offset;
    if (key->text) {
        if (strlen(value) >= SERVER_TEXT)
            return false;
        snprintf(at, SERVER_TEXT, "%s", value);
        return true;
    }
    char *end;
    errno = 0;
    const long long number = strtoll(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || number < key->low || number > key->high)
        return false;
    memcpy(at, &(int64_t){number}, sizeof(int64_t));
    return true;
}

void server_defaults(struct server_options *options)
{
    memset(options, 0, sizeof *options);
    for (int i = 0; i < KEYS; i++)
        set(options, &keys[i], keys[i].initial);
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Returns NULL if the line is valid, else the error. */
static const char *read_line(struct server_options *options, char *line, const struct key **key)
{
    *key = NULL;
    line[strcspn(line, "#")] = '\0';
    char *name = trim(line);
    if (*name == '\0')
        return NULL;
    char *equals = strchr(name, '=');
    if (equals == NULL)
        return "expected key = value";
    *equals = '\0';
    name = trim(name);
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, name) != 0)
            continue;
        *key = &keys[i];
        return set(options, *key, trim(equals + 1)) ? NULL : "value out of range";
    }
    return "no such key";
}

bool server_read_config(struct server_options *options, const char *path, char *why, size_t size)
{
    char line[2 * SERVER_TEXT];
    FILE *file = fopen(path, "re");
    const char *wrong = NULL;
    if (file == NULL) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return false;
    }
    for (int number = 1; wrong == NULL && fgets(line, sizeof line, file) != NULL; number++) {
        const struct key *key;
        wrong = read_line(options, line, &key);
        if (wrong != NULL && key != NULL && !key->text)
            snprintf(why, size, "%s:%d: %s: expected a number from %lld to %lld", path, number,
                     key->name, (long long)key->low, (long long)key->high);
        else if (wrong != NULL)
            snprintf(why, size, "%s:%d: %s", path, number, wrong);
    }
    fclose(file);
    return wrong == NULL;
}

/* ---- servers that share a store ---- */

enum {
    URL_MOST = 250, /* of 'public', as in a message */
    NAME_MOST = 63  /* of 'node' */
};

bool server_is_node_name(const char *name)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    const size_t length = strlen(name);
    return length > 0 && length <= NAME_MOST && strspn(name, allowed) == length;
}

/* Returns what is wrong with an address to which clients are sent; NULL: nothing. */
static const char *fault_of_public(const char *text)
{
    struct url url;
    const size_t length = strlen(text);
    if (length > URL_MOST)
        return "longer than 250 characters";
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f || strchr("\"'<>\\^`{|}", text[i]) != NULL)
            return "a character that an address cannot have";
    if (strncmp(text, "http://", 7) != 0 && strncmp(text, "https://", 8) != 0)
        return "expected http:// or https://";
    if (strpbrk(text, "?#@") != NULL || !url_parse(text, &url) || url.table[0] != '\0')
        return "expected https://HOST/ or https://HOST/PATH/";
    return text[length - 1] != '/' ? "expected / at the end" : NULL;
}

bool server_check_options(const struct server_options *options, char *why, size_t size)
{
    if (options->node[0] != '\0' && !server_is_node_name(options->node)) {
        snprintf(why, size, "node '%s': expected up to %d letters, digits, '.', '-' and '_'",
                 options->node, (int)NAME_MOST);
        return false;
    }
    const char *fault =
        options->public_url[0] != '\0' ? fault_of_public(options->public_url) : NULL;
    if (fault != NULL) {
        snprintf(why, size, "public '%s': %s", options->public_url, fault);
        return false;
    }
    if (options->store[0] == '\0')
        return true;
    /* Not the address itself: there may be a password in it. */
    if (!postgres_store_is_address(options->store)) {
        snprintf(why, size, "store: expected postgresql://USER@HOST/DATABASE");
        return false;
    }
    if (options->public_url[0] == '\0') {
        snprintf(why, size,
                 "store needs public, the address at which clients find this server: "
                 "without it, others could not send them to its tables");
        return false;
    }
    return true;
}

void server_print_config(FILE *to)
{
    for (int i = 0; i < KEYS; i++)
        fprintf(to, "# %s\n%s = %s\n", keys[i].help, keys[i].name, keys[i].initial);
}
