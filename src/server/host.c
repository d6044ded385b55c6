#include "host.h"
#include "postgres_store.h"
#include "sqlite_store.h"
#include "store_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    OWNER_ALONE = 077,   /* for files that we create: they contain nonces and decks */
    STOP_GRACE_MS = 2000 /* for clients to be notified that the server stops */
};

/* ---- systemd ---- */

/* Notifies the service manager, if there is one (sd_notify). */
static void notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (path == NULL || path[0] == '\0' || strlen(path) >= sizeof to.sun_path)
        return;
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    memcpy(to.sun_path, path, strlen(path));
    if (to.sun_path[0] == '@')
        to.sun_path[0] = '\0';
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    (void)sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, size);
    close(fd);
}

/* ---- the loop ---- */

/* Runs after all input of this turn: one transaction for all of it. */
static void on_turn(uv_check_t *check)
{
    struct server_host *host = check->data;
    tables_take_bot_answers(host);
    host->idle_turns += host->events == host->events_before;
    host->events_before = host->events;
    accept_recover();
    write_queue_flush(host->writes);
}

static void finish(struct server_host *host)
{
    uv_timer_stop(&host->tick);
    uv_check_stop(&host->turn);
    uv_signal_stop(&host->term);
    uv_signal_stop(&host->interrupt);
    uv_stop(&host->loop);
}

static void stop(struct server_host *host)
{
    notify("STOPPING=1");
    const struct server_log_field fields[] = {LOG_NUMBER("moved", host->moved), LOG_END};
    server_log(LOG_INFO, "stopping", host->draining ? fields : NULL);
    tables_stop(host);
    host->stopping = true;
    host->stopping_ms = host_us() / 1000;
    for (uint32_t i = 0; i < host->slot_count; i++)
        if (host->slots[i] != NULL && !host->slots[i]->ignore_input)
            connection_close(host, host->slots[i], CLOSE_RESTART);
    uv_timer_set_repeat(&host->tick, 10);
    uv_timer_again(&host->tick);
}

/* Asks for the other servers while somebody watches the metrics. */
static void ask_nodes(struct server_host *host, uint64_t now_ms)
{
    enum {
        NODES_MS = 5000
    };
    if (!server_shares(host) || now_ms - host->nodes_asked_ms < NODES_MS ||
        now_ms - host->nodes_wanted_ms > NODES_STALE_MS)
        return;
    host->nodes_asked_ms = now_ms;
    read_queue_nodes(host->reads);
}

static void on_nodes(struct server_host *host, struct read_answer *answer)
{
    if (answer->result != STORE_DONE || answer->table.log.failed)
        return;
    cn__text_free(&host->nodes);
    host->nodes = answer->table.log;
    answer->table.log = (struct cn__text){NULL, 0, 0, false};
    host->nodes_read_ms = host_us() / 1000;
}

static void on_tick(uv_timer_t *tick)
{
    struct server_host *host = tick->data;
    const uint64_t now_ms = host_us() / 1000;
    host_now_ms(host);
    connections_tick(host);
    host->events++;
    host->idle_turns = 0;
    accept_tick(host);
    host->limits.nodes = atomic_load(&host->store->nodes);
    limits_tick(&host->limits, now_ms);
    ask_nodes(host, now_ms);
    if (!host->stopping) {
        tables_tick(host);
        if (atomic_load(&host->store->draining))
            drain_begin(host);
        if (host->draining && drain_tick(host))
            stop(host);
        return;
    }
    if (host->metrics.connections == 0 || now_ms - host->stopping_ms > STOP_GRACE_MS)
        finish(host);
}

/* Servers that share their tables have others to give them to. A second signal does not wait for
 * that. */
static void on_stop(uv_signal_t *signal, int number)
{
    struct server_host *host = signal->data;
    (void)number;
    if (host->stopping)
        return;
    if (server_shares(host) && !host->draining)
        drain_begin(host);
    else
        stop(host);
}

static void start_loop(struct server_host *host)
{
    uv_timer_init(&host->loop, &host->tick);
    uv_check_init(&host->loop, &host->turn);
    uv_signal_init(&host->loop, &host->term);
    uv_signal_init(&host->loop, &host->interrupt);
    host->tick.data = host->turn.data = host->term.data = host->interrupt.data = host;
    accept_recover();
    uv_timer_start(&host->tick, on_tick, TICK_MS, TICK_MS);
    uv_check_start(&host->turn, on_turn);
    uv_signal_start(&host->term, on_stop, SIGTERM);
    uv_signal_start(&host->interrupt, on_stop, SIGINT);
}

/* ---- libwebsockets ---- */

static void on_library_line(int level, const char *line)
{
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    const struct server_log_field fields[] = {LOG_TEXT("line", text), LOG_END};
    const char *accept = strstr(text, "accept: errno ");
    const int error = accept != NULL ? atoi(accept + sizeof "accept: errno " - 1) : 0;
    if (error == EMFILE || error == ENFILE)
        accept_starved();
    else
        server_log(level == LLL_ERR ? LOG_ERROR : LOG_WARNING, "libwebsockets", fields);
}

/* Splits "127.0.0.1:8080", "[::1]:8080" or ":8080" into the address, "" for all, and the port. */
static bool split_listen(const char *listen, char address[ADDRESS_SIZE], int *port)
{
    const char *colon = strrchr(listen, ':');
    if (colon == NULL || colon[1] == '\0' || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return false;
    *port = atoi(colon + 1);
    size_t length = (size_t)(colon - listen);
    if (length >= 2 && listen[0] == '[' && listen[length - 1] == ']') {
        listen++;
        length -= 2;
    }
    if (length >= ADDRESS_SIZE || *port > 65535)
        return false;
    snprintf(address, ADDRESS_SIZE, "%.*s", (int)length, listen);
    return true;
}

static bool is_everywhere(const char *address)
{
    return address[0] == '\0' || strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static void write_url(const struct server_host *host, const char *address, int port, char url[128])
{
    const bool tls = host->options->tls_certificate[0] != '\0';
    const bool six = strchr(address, ':') != NULL;
    snprintf(url, 128, "%s://%s%s%s:%d/", tls ? "https" : "http", six ? "[" : "",
             address[0] != '\0' ? address : "0.0.0.0", six ? "]" : "", port);
}

/* Logs the address, and prints what to do next. */
static void tell_listening(const struct server_host *host, const char *address, int port)
{
    char url[128];
    write_url(host, address, port, url);
    const struct server_log_field fields[] = {LOG_TEXT("url", url), LOG_END};
    server_log(LOG_INFO, "serving", fields);
    if (host->file_count == 0) {
        printf("canasta: serving at %s\n"
               "No files for browsers are served, so only canasta join reaches the tables.\n"
               "To serve browsers too: \"make serve\", or --web and the folder of their files.\n",
               url);
    } else {
        const bool everywhere = is_everywhere(address);
        write_url(host, everywhere ? "127.0.0.1" : address, port, url);
        printf("Open %s in a browser%s.\n", url,
               everywhere ? "; from other machines, this one's address instead of 127.0.0.1" : "");
    }
    fflush(stdout);
    notify("READY=1");
}

static struct lws_vhost *listen_at(struct server_host *host, struct lws_context_creation_info *info,
                                   const char *name, const char *address, int port)
{
    const struct server_options *options = host->options;
    info->port = port;
    info->iface = address[0] != '\0' ? address : NULL;
    info->protocols = socket_protocols;
    info->vhost_name = name;
    info->alpn = "http/1.1"; /* one connection per socket: that is how they are counted */
    info->keepalive_timeout = (int)options->hello_seconds;
    /* Input that is not HTTP, or has an unknown method, is passed to us to be refused. */
    info->options |= LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;
    info->listen_accept_role = "raw-skt";
    info->listen_accept_protocol = socket_protocols[0].name;
    info->options &= ~(uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6;
    if (strchr(address, ':') == NULL)
        info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (options->tls_certificate[0] != '\0') {
        info->ssl_cert_filepath = options->tls_certificate;
        info->ssl_private_key_filepath = options->tls_key;
    }
    return lws_create_vhost(host->context, info);
}

/* Opens the port of the metrics, if they have a separate one. */
static bool open_metrics(struct server_host *host, struct lws_context_creation_info *info)
{
    const char *listen = host->options->metrics_listen;
    char address[ADDRESS_SIZE];
    int port;
    if (listen[0] == '\0')
        return true;
    if (split_listen(listen, address, &port))
        host->metrics_vhost = listen_at(host, info, "metrics", address, port);
    if (host->metrics_vhost == NULL)
        fprintf(stderr, "canasta serve: metrics_listen %s: cannot listen there\n", listen);
    return host->metrics_vhost != NULL;
}

/* Binds the port. Connections made from now on are served once the loop runs. *bound: the port,
 * also if the system chose it. */
static bool open_sockets(struct server_host *host, const char *address, int port, int *bound)
{
    const struct server_options *options = host->options;
    void *loops[1] = {&host->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    lws_set_log_level(LLL_ERR, on_library_line);
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (options->tls_certificate[0] != '\0')
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.foreign_loops = loops;
    info.user = host;
    info.fd_limit_per_thread = (unsigned)accept_files(host->connections_most);
    info.timeout_secs = (unsigned)options->hello_seconds;
    info.max_http_header_data = 4096;
    host->context = lws_create_context(&info);
    if (host->context == NULL) {
        fputs("canasta serve: libwebsockets could not be started\n", stderr);
        return false;
    }
    struct lws_vhost *vhost = listen_at(host, &info, "default", address, port);
    if (vhost == NULL) {
        fprintf(stderr, "canasta serve: %s: cannot listen there\n", options->listen);
        return false;
    }
    *bound = lws_get_vhost_listen_port(vhost);
    return open_metrics(host, &info);
}

/* ---- start and stop ---- */

/* Allows as many connections as the system allows us descriptors for. */
static void count_files(struct server_host *host)
{
    struct rlimit files;
    host->connections_most = host->options->connections;
    host->sockets_most = accept_files(host->connections_most) - accept_files(0) / 2;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return;
    if (host->sockets_most > (int64_t)files.rlim_cur - OTHER_FILES)
        host->sockets_most = (int64_t)files.rlim_cur - OTHER_FILES;
    const int64_t room = (int64_t)files.rlim_cur - accept_files(0);
    if (room >= host->connections_most)
        return;
    host->connections_most = room > 1 ? room : 1;
    const struct server_log_field fields[] = {LOG_NUMBER("connections", host->connections_most),
                                              LOG_END};
    server_log(LOG_WARNING, "the system allows too few files for all connections", fields);
}

static void prepare_process(const struct server_options *options)
{
    char threads[16];
    struct rlimit files;
    long count = options->threads > 0 ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(threads, sizeof threads, "%d", count > 0 ? (int)count : 1);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    umask(OWNER_ALONE);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk */
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static void on_read(void *context, struct read_answer *answer)
{
    struct server_host *host = context;
    host->events++;
    switch (answer->kind) {
    case READ_TABLE: tables_on_read(host, answer); break;
    case READ_SHARED:
    case READ_RECORD: http_on_read(host, answer); break;
    case READ_DAILY: daily_on_read(host, answer); break;
    case READ_OTHERS: drain_on_others(host, answer); break;
    case READ_LISTED: tables_on_listed(host, answer); break;
    case READ_NODES: on_nodes(host, answer); break;
    }
}

static bool open_store(struct server_host *host)
{
    char why[STORE_WHY_SIZE] = "no memory";
    const struct server_options *options = host->options;
    const struct postgres_node node = {options->store, host->node, options->public_url};
    host->store = options->store[0] != '\0' ? postgres_store_open(&node, why, sizeof why)
                                            : sqlite_store_open(&host->folder, why, sizeof why);
    host->reader = host->store != NULL ? store_open_reader(host->store, why, sizeof why) : NULL;
    if (host->store == NULL || host->reader == NULL) {
        /* Not the address of a PostgreSQL: there may be a password in it. */
        fprintf(stderr, "canasta serve: %s: %s\n",
                options->store[0] != '\0' ? "the store" : options->data, why);
        return false;
    }
    if (host->store->why[0] != '\0')
        server_log(LOG_ERROR, host->store->why, NULL);
    host->last_table = host->store->last_table;
    host->writes = write_queue_open(&host->loop, host->store, durable_on_commit, host);
    host->reads = read_queue_open(&host->loop, host->reader, on_read, host);
    return host->writes != NULL && host->reads != NULL;
}

/* Returns false if rows were lost. */
static bool close_store(struct server_host *host)
{
    read_queue_close(host->reads);
    const bool good = host->writes == NULL || write_queue_close(host->writes);
    store_close(host->reader);
    store_close(host->store);
    return good;
}

/* Better to refuse an unwritable folder now than at the first action. */
static bool is_writable(const char *folder)
{
    static const char *const names[] = {"", "/canasta.db", "/canasta.db-wal", "/canasta.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[2 * SERVER_TEXT];
        snprintf(path, sizeof path, "%s%s", folder, names[i]);
        if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || (i > 0 && errno == ENOENT))
            continue;
        fprintf(stderr, "canasta serve: %s: cannot be written: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

static bool take_folder(struct server_host *host)
{
    char why[2 * SERVER_TEXT];
    if (folder_take(&host->folder, host->options->data, why, sizeof why))
        return is_writable(host->options->data);
    fprintf(stderr, "canasta serve: %s\n", why);
    return false;
}

/* The store is opened last, because that may change the database. It must not happen in a process
 * that cannot serve because of another server, a port in use or a missing file. */
static bool set_up(struct server_host *host, const char *address, int port)
{
    const struct server_options *options = host->options;
    if (!http_load_files(host)) {
        fprintf(stderr, "canasta serve: %s: %s\n", options->web, strerror(errno));
        return false;
    }
    if (options->store[0] == '\0' && !take_folder(host))
        return false;
    if (!open_sockets(host, address, port, &port) || !open_store(host))
        return false;
    host->nodes_wanted_ms = host_us() / 1000;
    start_loop(host);
    tell_listening(host, address, port);
    return true;
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static int tear_down(struct server_host *host, bool good)
{
    host->stopping = true;
    if (host->context != NULL) {
        /* On an external loop it is destroyed in two steps: what the loop holds, then the rest. */
        lws_context_destroy(host->context);
        uv_run(&host->loop, UV_RUN_NOWAIT);
        uv_run(&host->loop, UV_RUN_NOWAIT);
        lws_context_destroy(host->context);
    }
    if (!close_store(host)) {
        server_log(LOG_ERROR, "the disk refuses; what was not acknowledged is lost", NULL);
        good = false;
    }
    for (tables_take_bot_answers(host); host->metrics.bots_asked > 0; tables_take_bot_answers(host))
        uv_run(&host->loop, UV_RUN_ONCE);
    folder_leave(&host->folder);
    tables_free(host);
    connections_free(host);
    limits_free(&host->limits);
    http_free_files(host);
    table_effects_free(&host->effects);
    cn__text_free(&host->scratch);
    cn__text_free(&host->others);
    cn__text_free(&host->nodes);
    free(host->frame);
    uv_walk(&host->loop, close_handle, NULL);
    uv_run(&host->loop, UV_RUN_DEFAULT);
    uv_loop_close(&host->loop);
    free(host);
    server_log(LOG_INFO, "stopped", NULL);
    return good ? EXIT_OK : EXIT_IO;
}

/* Without a name, it has the machine's. */
static void name_node(struct server_host *host)
{
    const char *name = host->options->node;
    if (name[0] != '\0')
        snprintf(host->node, sizeof host->node, "%s", name);
    else if (gethostname(host->node, sizeof host->node - 1) != 0 ||
             !server_is_node_name(host->node))
        snprintf(host->node, sizeof host->node, "node");
}

int server_run(const struct server_options *options)
{
    char address[ADDRESS_SIZE];
    char why[2 * SERVER_TEXT];
    int port;
    if (!split_listen(options->listen, address, &port)) {
        fprintf(stderr, "canasta serve: listen '%s': expected ADDRESS:PORT\n", options->listen);
        return EXIT_USAGE;
    }
    if (!server_check_options(options, why, sizeof why)) {
        fprintf(stderr, "canasta serve: %s\n", why);
        return EXIT_USAGE;
    }
    struct server_host *host = calloc(1, sizeof *host);
    prepare_process(options);
    if (host == NULL || sodium_init() < 0 || uv_loop_init(&host->loop) != 0) {
        fputs("canasta serve: no memory\n", stderr);
        free(host);
        return EXIT_IO;
    }
    host->options = options;
    name_node(host);
    host->folder.lock = -1;
    host->last_answer = &host->first_answer;
    host->limits.options = options;
    count_files(host);
    host->clock_last_ms = (int64_t)(uv_hrtime() / 1000000);
    const bool good = set_up(host, address, port);
    if (good)
        uv_run(&host->loop, UV_RUN_DEFAULT);
    return tear_down(host, good);
}

/* ---- beside a running server ---- */

static struct store *open_beside(const char *from, char *why, size_t size)
{
    return postgres_store_is_address(from) ? postgres_store_open_beside(from, why, size)
                                           : sqlite_store_open_beside(from, why, size);
}

bool server_backup(const char *from, const char *file, char *why, size_t size)
{
    umask(OWNER_ALONE);
    return postgres_store_is_address(from) ? store_copy_to_file(from, file, why, size)
                                           : sqlite_store_copy(from, file, why, size);
}

int server_export(const char *from, const char *link, bool whole, FILE *to, char *why, size_t size)
{
    struct cn__text record = {NULL, 0, 0, false};
    struct store_table table = {.id = 0};
    struct store *store = open_beside(from, why, size);
    if (store == NULL)
        return EXIT_IO;
    const enum store_result result = store_read_table(store, link, false, &table);
    if (result == STORE_DONE) {
        table_log_to_record(table.log.text, table.log.length, whole, &record);
        fwrite(record.text, 1, record.length, to);
    } else {
        snprintf(why, size, "%s: %s", link, store->why);
    }
    cn__text_free(&record);
    cn__text_free(&table.log);
    store_close(store);
    return result == STORE_DONE ? EXIT_OK : result == STORE_ABSENT ? EXIT_NEGATIVE : EXIT_IO;
}

bool server_import(const char *from, const char *to, int64_t *tables, char *why, size_t size)
{
    umask(OWNER_ALONE);
    return store_copy(from, to, tables, why, size);
}

bool server_drain(const char *from, const char *node, char *why, size_t size)
{
    return postgres_store_drain(from, node, why, size);
}
