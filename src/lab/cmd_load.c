/* cmd_load.c -- canasta-lab load: how much a server on this machine can carry. */
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bots/bots.h"
#include "command/command.h"
#include "command/options.h"

#include "lab_commands.h"
#include "load/load.h"

/* Is there nothing more to be done, because the server is gone or somebody has interrupted? */
static bool is_stopped(const struct load *load)
{
    return load->broken || atomic_load(command_interrupted()) != 0;
}

/* ---- the server's process ---- */

struct usage {
    double cpu_us, rss_kib;
};

static struct usage usage_of(int64_t pid)
{
    struct usage usage_now = {0, 0};
    char path[64];
    char line[2048];
    snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
    FILE *file = pid > 0 ? fopen(path, "re") : NULL;
    if (file == NULL)
        return usage_now;
    const bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *at = read ? strrchr(line, ')') : NULL;
    for (int field = 2; at != NULL && field < 24; field++) {
        at = strchr(at + 1, ' ');
        if (at == NULL)
            break;
        const double value = strtod(at + 1, NULL);
        if (field + 1 == 14 || field + 1 == 15)
            usage_now.cpu_us += value * 1e6 / (double)sysconf(_SC_CLK_TCK);
        if (field + 1 == 24)
            usage_now.rss_kib = value * (double)sysconf(_SC_PAGESIZE) / 1024;
    }
    return usage_now;
}

/* This process, without the flood's. */
static double own_cpu_us(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* ---- the ledger ---- */

/* "LINK ACKED TOKEN TOKEN TOKEN TOKEN" a table. */
static bool write_ledger(const struct load *load)
{
    FILE *file = fopen(load->options->ledger, "we");
    if (file == NULL)
        return false;
    for (int i = 0; i < load->table_count; i++) {
        const struct load_table *table = &load->tables[i];
        char token[2 * TOKEN_BYTES + 1];
        bool held = true;
        for (int seat = 0; seat < LOAD_SEATS; seat++) {
            const struct session_options *options = &table->at[seat].session.options;
            held = held && options->has_token && !options->is_new;
        }
        if (!held)
            continue;
        fprintf(file, "%s %lld", table->at[0].session.options.link, (long long)table->acked);
        for (int seat = 0; seat < LOAD_SEATS; seat++) {
            cn__hex_format(table->at[seat].session.options.token, TOKEN_BYTES, token);
            fprintf(file, " %s", token);
        }
        fputc('\n', file);
    }
    return fclose(file) == 0;
}

static bool read_ledger_line(struct load_table *table, const char *line)
{
    char link[2 * LINK_BYTES + 1];
    uint8_t token[TOKEN_BYTES];
    long long acked;
    int used;
    if (sscanf(line, "%32s %lld%n", link, &acked, &used) != 2)
        return false;
    table->acked = acked;
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        const char *at = line + used + 1 + seat * (2 * TOKEN_BYTES + 1);
        if (!cn__hex_parse(at, (size_t)2 * TOKEN_BYTES, token, TOKEN_BYTES))
            return false;
        load_seat_begin(&table->at[seat], link, token);
    }
    return true;
}

static void read_ledger(struct load *load)
{
    char line[512];
    FILE *file = load->options->ledger != NULL ? fopen(load->options->ledger, "re") : NULL;
    if (file == NULL)
        return;
    for (int i = 0; i < load->table_count && fgets(line, sizeof line, file) != NULL; i++)
        if (!read_ledger_line(&load->tables[i], line))
            break;
    fclose(file);
}

/* ---- running ---- */

static void act_when_due(struct load *load, int64_t now)
{
    if (load->options->rate == 0 || load->options->idle)
        return;
    for (int i = 0; i < load->table_count; i++) {
        struct load_table *table = &load->tables[i];
        if (table->stage == LOAD_PLAYING && table->due_us <= now)
            load_table_act(table);
    }
}

/* At a rate, tables begin spread over one interval. */
static void spread(struct load *load)
{
    const int64_t now = load_now_us();
    if (load->options->rate == 0)
        return;
    const int64_t interval = (int64_t)load->table_count * 1000000 / load->options->rate;
    for (int i = 0; i < load->table_count; i++)
        load->tables[i].due_us = now + interval * i / load->table_count;
}

static void serve(struct load_connection *connection, unsigned events)
{
    enum load_arrival arrival;
    const char *text;
    size_t length;
    if (!load_ready(connection, events))
        return;
    while ((arrival = load_next(connection, &text, &length)) != LOAD_NOTHING) {
        if (arrival == LOAD_OPENED)
            load_table_open(connection);
        else if (arrival == LOAD_LOST)
            load_table_lost(connection, text);
        else
            load_table_frame(connection, text, length);
    }
}

static void connect_seat(struct load *load, struct load_connection *connection)
{
    if (!load_connect(connection))
        load_fail(load, "a connection could not be made");
}

/* Connections that were lost. */
static void reconnect_when_due(struct load *load)
{
    const int64_t now = load_now_us();
    if (load->away == 0)
        return;
    if (now - load->away_since_us > load->options->reconnect * 1000000)
        load_fail(load, "the server did not come back");
    for (int i = 0; i < load->table_count; i++) {
        for (int seat = 0; seat < LOAD_SEATS; seat++) {
            struct load_connection *connection = &load->tables[i].at[seat];
            if (connection->state == LOAD_CLOSED && connection->retry_us != 0 &&
                connection->retry_us <= now)
                connect_seat(load, connection);
        }
    }
}

/* Seats of a server that stands still, or is cut off. */
static void leave_silent(struct load *load)
{
    if (load->options->other.host[0] == '\0')
        return;
    for (int i = 0; i < load->table_count; i++)
        load_table_check_waiting(&load->tables[i]);
}

static void wait_and_serve(struct load *load)
{
    enum {
        EVENTS = 512
    };
    static struct epoll_event events[EVENTS];
    const struct timespec wait = {0, load->options->rate > 0 ? 100000 : 10000000};
    const int count = epoll_pwait2(load->epoll, events, EVENTS, &wait, NULL);
    for (int i = 0; i < count; i++)
        serve(events[i].data.ptr, events[i].events);
    reconnect_when_due(load);
}

/* Until all tables play; false if they do not in time. */
static bool sit_down(struct load *load)
{
    enum {
        AT_ONCE = 64,
        PATIENCE_US = 60000000
    };
    const int64_t begin = load_now_us();
    int started = 0;
    struct command_progress progress;
    command_progress_begin(&progress);
    while (!is_stopped(load) && load->playing < load->table_count) {
        if (command_progress_is_due(&progress))
            command_progress_print(&progress, load->playing, load->table_count, "tables");
        while (started < load->table_count && started - load->playing < AT_ONCE)
            load_table_start(&load->tables[started++]);
        wait_and_serve(load);
        if (load_now_us() - begin > PATIENCE_US)
            load_fail(load, "the tables did not all begin within a minute");
    }
    command_progress_end(&progress);
    return !is_stopped(load);
}

static void run_for(struct load *load, int64_t us)
{
    const int64_t end = load_now_us() + us;
    for (int64_t now; !is_stopped(load) && (now = load_now_us()) < end;) {
        act_when_due(load, now);
        wait_and_serve(load);
        leave_silent(load);
    }
}

/* Drops every connection, and comes back with all at once: milliseconds until the last is welcome
 * again. Seats that reload are sent their whole view. */
static double storm(struct load *load, bool reloads)
{
    const int64_t begin = load_now_us();
    const int64_t wanted = load->welcomes + (int64_t)load->table_count * LOAD_SEATS;
    for (int i = 0; i < load->table_count; i++) {
        load->tables[i].stage = LOAD_OVER; /* nothing is played any more */
        for (int seat = 0; seat < LOAD_SEATS; seat++)
            load_seat_drop(&load->tables[i].at[seat], reloads);
    }
    for (int i = 0; i < load->table_count; i++)
        for (int seat = 0; seat < LOAD_SEATS; seat++)
            connect_seat(load, &load->tables[i].at[seat]);
    while (!is_stopped(load) && load->welcomes < wanted && load_now_us() - begin < 30000000)
        wait_and_serve(load);
    return load->welcomes < wanted ? -1 : (double)(load_now_us() - begin) / 1000;
}

static bool set_up(struct load *load, struct load_options *options)
{
    struct rlimit files;
    load->options = options;
    load->table_count = (int)options->tables;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    load->tables = calloc((size_t)options->tables, sizeof *load->tables);
    load->bot = cn_bot_find("greedy");
    cn_rng_init(&load->rng, (uint64_t)load_now_us());
    if (load->epoll < 0 || load->tables == NULL ||
        randombytes_set_implementation(&randombytes_internal_implementation) != 0 ||
        sodium_init() < 0)
        return false;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    for (int i = 0; i < load->table_count; i++) {
        struct load_table *table = &load->tables[i];
        table->load = load;
        for (int seat = 0; seat < LOAD_SEATS; seat++) {
            table->at[seat].table = table;
            table->at[seat].seat = seat;
            table->at[seat].fd = -1;
        }
    }
    read_ledger(load);
    return true;
}

static void tear_down(struct load *load)
{
    for (int i = 0; i < load->table_count; i++) {
        for (int seat = 0; seat < LOAD_SEATS; seat++) {
            struct load_connection *connection = &load->tables[i].at[seat];
            load_disconnect(connection);
            free(connection->in);
            free(connection->out);
            session_free(&connection->session);
        }
    }
    session_effects_free(&load->effects);
    free(load->tables);
    close(load->epoll);
}

struct result {
    double seconds, cpu_us, own_cpu_us, kib_per_table, storm_ms, reload_ms, bytes_per_frame;
    double bytes_per_snapshot;
    double flood_ms;
    int64_t floods;
};

static void print_standstills(const char *why, const struct load_times *times)
{
    if (times->count > 0)
        printf("server %s: tables went on %lld times, after %.0f ms in the middle, %.0f ms for "
               "99 %%, %.0f ms at most\n",
               why, (long long)times->count, load_quantile_ms(times, .5),
               load_quantile_ms(times, .99), (double)times->most_us / 1000);
}

static void print_result(const struct load *load, const struct result *r)
{
    const struct load_times *latency = &load->latency;
    const double count = (double)latency->count;
    const double rate = r->seconds > 0 ? count / r->seconds : 0;
    const double each = count > 0 ? 1 / count : 0;
    if (load->options->json) {
        printf("{\"tables\":%d,\"rate\":%lld,\"seconds\":%.2f,\"actions_per_s\":%.0f,"
               "\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"p999_ms\":%.3f,\"kib_per_table\":%.1f,"
               "\"server_cpu_us_per_action\":%.1f,\"load_cpu_us_per_action\":%.1f,"
               "\"bytes_per_frame\":%.0f,\"storm_ms\":%.0f,\"storm_reload_ms\":%.0f,"
               "\"bytes_per_snapshot\":%.0f,\"largest_snapshot\":%lld,"
               "\"floods_closed\":%lld,\"flood_closed_ms\":%.0f,"
               "\"gone\":%lld,\"gone_p50_ms\":%.0f,\"gone_p99_ms\":%.0f,\"gone_max_ms\":%.0f,"
               "\"moved\":%lld,\"moved_p50_ms\":%.1f,\"moved_p99_ms\":%.1f,"
               "\"moved_max_ms\":%.1f,\"acknowledged_lost\":%lld}\n",
               load->table_count, (long long)load->options->rate, r->seconds, rate,
               load_quantile_ms(latency, .5), load_quantile_ms(latency, .99),
               load_quantile_ms(latency, .999), r->kib_per_table, r->cpu_us * each,
               r->own_cpu_us * each, r->bytes_per_frame, r->storm_ms, r->reload_ms,
               r->bytes_per_snapshot, (long long)load->snapshot_most, (long long)r->floods,
               r->flood_ms, (long long)load->gone.count, load_quantile_ms(&load->gone, .5),
               load_quantile_ms(&load->gone, .99), (double)load->gone.most_us / 1000,
               (long long)load->moved.count, load_quantile_ms(&load->moved, .5),
               load_quantile_ms(&load->moved, .99), (double)load->moved.most_us / 1000,
               (long long)load->lost);
        return;
    }
    printf("%d table%s, %.0f actions a second for %.1f s\n"
           "latency: %.3f ms in the middle, %.3f ms for 99 %%, %.3f ms for 99.9 %%\n"
           "server: %.1f us of processor an action, %.1f KiB a table, %.0f bytes a frame\n"
           "load: %.1f us of processor an action\n",
           load->table_count, command_s(load->table_count), rate, r->seconds,
           load_quantile_ms(latency, .5), load_quantile_ms(latency, .99),
           load_quantile_ms(latency, .999), r->cpu_us * each, r->kib_per_table, r->bytes_per_frame,
           r->own_cpu_us * each);
    print_standstills("gone", &load->gone);
    print_standstills("moved to another", &load->moved);
    if (load->options->storm)
        printf("storm: all back in %.0f ms; with nothing but their tokens in %.0f ms, sent %.0f "
               "bytes each, %lld at most\n",
               r->storm_ms, r->reload_ms, r->bytes_per_snapshot, (long long)load->snapshot_most);
    if (load->options->flood)
        printf("flood: closed %lld times, after %.0f ms at most\n", (long long)r->floods,
               r->flood_ms);
    if (load->options->ledger != NULL)
        printf("acknowledged and lost: %lld\n", (long long)load->lost);
}

static void measure(struct load *load, struct result *r)
{
    const struct usage warm = usage_of(load->options->pid);
    const double own = own_cpu_us();
    const int64_t from = load_now_us();
    const int64_t bytes = load->bytes;
    const int64_t frames = load->frames;
    struct load_flood *flood = load->options->flood ? load_flood_begin(&load->options->url) : NULL;
    load->measuring = true;
    run_for(load, load->options->seconds * 1000000);
    load->measuring = false;
    if (flood != NULL)
        r->flood_ms = load_flood_end(flood, &r->floods);
    r->seconds = (double)(load_now_us() - from) / 1e6;
    r->cpu_us = usage_of(load->options->pid).cpu_us - warm.cpu_us;
    r->own_cpu_us = own_cpu_us() - own;
    if (load->frames > frames)
        r->bytes_per_frame = (double)(load->bytes - bytes) / (double)(load->frames - frames);
}

static int run(struct load *load)
{
    struct result r;
    memset(&r, 0, sizeof r);
    const struct usage before = usage_of(load->options->pid);
    if (sit_down(load)) {
        r.kib_per_table =
            (usage_of(load->options->pid).rss_kib - before.rss_kib) / load->table_count;
        spread(load);
        run_for(load, load->options->warm_ms * 1000);
        measure(load, &r);
        if (load->options->storm && !is_stopped(load))
            r.storm_ms = storm(load, false);
        if (load->options->storm && !is_stopped(load))
            r.reload_ms = storm(load, true);
        if (load->snapshots > 0)
            r.bytes_per_snapshot = (double)load->snapshot_bytes / (double)load->snapshots;
    }
    const bool kept = load->options->ledger == NULL || write_ledger(load);
    const int error = errno;
    const bool listed = load->acknowledged == NULL || fclose(load->acknowledged) == 0;
    const bool interrupted = atomic_load(command_interrupted()) != 0;
    if (load->trouble[0] != '\0')
        command_complain("%s", load->trouble);
    /* What a ledger's tables have lost is asked as each comes back, before all of them play. */
    if (load->playing == load->table_count || load->lost > 0 || load->options->ledger != NULL)
        print_result(load, &r);
    if (interrupted)
        command_complain("interrupted: %lld of %d tables played, for %.1f s",
                         (long long)load->playing, load->table_count, r.seconds);
    if (!kept)
        command_complain("%s: %s", load->options->ledger, strerror(error));
    if (!listed)
        command_complain("%s: cannot be written", load->options->acknowledged);
    return load->lost > 0                     ? EXIT_NEGATIVE
           : load->broken || !kept || !listed ? EXIT_IO
           : interrupted                      ? command_interrupted_status()
                                              : EXIT_OK;
}

/* ---- the command line ---- */

static struct load_options options;
static const char *other;

static const struct option_row rows[] = {
    {"--tables N", "tables of four seats, each with its own connection", OPTION_NUMBER,
     .to = &options.tables, .low = 1, .high = 20000, .number = 100},
    {"--rate R", "actions per second over all tables; 0: as many as the server can take",
     OPTION_NUMBER, .to = &options.rate, .high = 1000000},
    {"--seconds S", "time to measure, at most 60", OPTION_NUMBER, .to = &options.seconds,
     .high = 60, .number = 10},
    {"--warm MS", "time before that, once all tables play", OPTION_NUMBER, .to = &options.warm_ms,
     .high = 10000, .number = 1000},
    {"--pid P", "the server's process, to measure its memory and processor time", OPTION_NUMBER,
     .to = &options.pid, .low = 1, .high = INT32_MAX},
    {"--idle", "sit down, deal, and stay until the end, to measure memory", OPTION_FLAG,
     .to = &options.idle},
    {"--storm",
     "at the end, drop all connections together and reconnect, and once more as clients that only "
     "know their tokens",
     OPTION_FLAG, .to = &options.storm},
    {"--reconnect S", "if the server goes away, reconnect for S seconds, and play on",
     OPTION_NUMBER, .to = &options.reconnect, .high = 60},
    {"--other URL",
     "where a seat goes that has waited a second for an answer, or that is refused because nothing "
     "can be stored; needs --reconnect",
     OPTION_TEXT, .to = &other},
    {"--flood", "add a client that sends as fast as it can while measuring", OPTION_FLAG,
     .to = &options.flood},
    {"--ledger FILE",
     "write down what was acknowledged; if the file exists, continue with its tables and count "
     "what was lost",
     OPTION_FILE, .to = &options.ledger},
    {"--acknowledged FILE", "add a line for each acknowledged action: link, seat, id", OPTION_FILE,
     .to = &options.acknowledged},
    {"--json", "one object on one line", OPTION_FLAG, .to = &options.json},
    {.usage = NULL},
};

static bool parse_url(const char *text, struct url *url)
{
    if (url_parse(text, url) && !url->tls &&
        (strncmp(url->host, "127.", 4) == 0 || strcmp(url->host, "localhost") == 0))
        return true;
    command_complain("'%s': expected http://127.0.0.1:PORT/", text);
    return false;
}

static int load_server(char **operands)
{
    static struct load load;
    const char *url = operands[0] != NULL ? operands[0] : "http://127.0.0.1:8080/";
    if (!parse_url(url, &options.url) || (other != NULL && !parse_url(other, &options.other)))
        return EXIT_USAGE;
    if (other != NULL && options.reconnect == 0) {
        command_complain("--other needs --reconnect");
        return EXIT_USAGE;
    }
    if (!set_up(&load, &options)) {
        command_complain("out of memory or file descriptors");
        return EXIT_IO;
    }
    if (options.acknowledged != NULL &&
        (load.acknowledged = fopen(options.acknowledged, "ae")) == NULL) {
        command_complain("%s: %s", options.acknowledged, strerror(errno));
        tear_down(&load);
        return EXIT_IO;
    }
    if (load.acknowledged != NULL) /* a test that reads it meanwhile finds whole lines */
        setvbuf(load.acknowledged, NULL, _IOLBF, 0);
    const int status = run(&load);
    tear_down(&load);
    return status;
}

const struct command cmd_load = {
    .name = "load",
    .about = "measure how much a server carries",
    .operands = "[URL]",
    .lead = "URL is a server on this machine (http://127.0.0.1:8080/).",
    .rows = rows,
    .notes = "Plays real games by the greedy bot. With --rate, latency counts from when an action "
             "was due until the last of the four seats has received it; an action that is late "
             "because the server was slow counts as late. The server does not apply its limits "
             "per address to this machine unless limit_loopback is set; messages_per_second must "
             "allow the load.",
    .run = load_server,
};
