/* http.c -- what a browser or a monitor may ask: a fixed list of paths, each known whole. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host.h"

enum {
    TOO_MANY = 429,
    RECORD_WORTH = 10 /* requests: it reads a whole log */
};

/* A file of the browser client, read once: no path that comes from outside ever reaches the disk. */
struct cn_file {
    char path[256];
    const char *type;
    char *bytes;
    size_t length;
};

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static bool put_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

/* The whole answer. */
static int reply(struct lws *wsi, unsigned status, const char *type, const char *body,
                 size_t length)
{
    enum {
        HEAD = 2048
    };
    unsigned char *room = malloc(LWS_PRE + HEAD + length);
    if (room == NULL)
        return -1;
    unsigned char *const begin = room + LWS_PRE;
    unsigned char *at = begin;
    unsigned char *const end = begin + HEAD;
    const bool head_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool good = lws_add_http_common_headers(wsi, status, type, length, &at, end) == 0 &&
                put_header(wsi, "content-security-policy:", policy, &at, end) &&
                put_header(wsi, "x-content-type-options:", "nosniff", &at, end) &&
                put_header(wsi, "referrer-policy:", "no-referrer", &at, end) &&
                put_header(wsi, "cross-origin-opener-policy:", "same-origin", &at, end) &&
                put_header(wsi, "cross-origin-resource-policy:", "same-origin", &at, end) &&
                put_header(wsi, "cache-control:", "no-store", &at, end) &&
                lws_finalize_http_header(wsi, &at, end) == 0;
    const size_t head = (size_t)(at - begin);
    good = good && lws_write(wsi, begin, head, LWS_WRITE_HTTP_HEADERS) >= 0;
    if (good && !head_only && length > 0) {
        memcpy(begin, body, length);
        good = lws_write(wsi, begin, length, LWS_WRITE_HTTP_FINAL) >= 0;
    }
    free(room);
    if (!good || lws_http_transaction_completed(wsi) != 0)
        return -1;
    return 0;
}

static const char *words_of(unsigned status)
{
    switch (status) {
    case HTTP_STATUS_FORBIDDEN: return "this origin may not connect\n";
    case HTTP_STATUS_NOT_FOUND: return "not found\n";
    case HTTP_STATUS_METHOD_NOT_ALLOWED: return "only GET\n";
    case TOO_MANY: return "too many requests; later\n";
    default: return "not now\n";
    }
}

int cn_http_refuse(struct lws *wsi, unsigned status)
{
    const char *words = words_of(status);
    /* A refused upgrade is over: nothing else is read from it. */
    reply(wsi, status, "text/plain; charset=utf-8", words, strlen(words));
    return 1;
}

static int refuse(struct lws *wsi, unsigned status)
{
    const char *words = words_of(status);
    return reply(wsi, status, "text/plain; charset=utf-8", words, strlen(words));
}

/* ---- what there is ---- */

static int health(struct cn_host *host, struct lws *wsi)
{
    const bool well = !host->stopping && cn_server_store_stuck_ms(host->store) == 0;
    const char *words = well ? "ok\n" : host->stopping ? "stopping\n" : "storage\n";
    return reply(wsi, well ? HTTP_STATUS_OK : HTTP_STATUS_SERVICE_UNAVAILABLE,
                 "text/plain; charset=utf-8", words, strlen(words));
}

static int metrics(struct cn_host *host, struct lws *wsi)
{
    struct cn_lines page = {NULL, 0, 0, false};
    host->metrics.pending_rows = (uint64_t)cn_server_store_pending(host->store);
    host->metrics.commit_failures_total = cn_server_store_failures(host->store);
    const uint64_t thinking = (uint64_t)cn_thinking();
    const uint64_t open = host->metrics.bots_asked - host->metrics.bots_answered;
    host->metrics.bots_thinking = thinking < open ? thinking : open;
    host->metrics.bots_waiting = open - host->metrics.bots_thinking;
    cn_metrics_write(&host->metrics, &page);
    const int status = reply(wsi, HTTP_STATUS_OK, "text/plain; version=0.0.4; charset=utf-8",
                             page.text, page.length);
    cn_lines_free(&page);
    return status;
}

static int record(struct cn_host *host, struct lws *wsi, const char *link)
{
    struct cn_lines log = {NULL, 0, 0, false};
    struct cn_lines page = {NULL, 0, 0, false};
    int64_t rows;
    int status;
    const int64_t id = strlen(link) < CN_LINK_SIZE ? cn_server_store_shared(host->store, link) : 0;
    /* The log names the link as its own, or the way to it is damaged. */
    if (id <= 0 || !cn_tables_log(host, id, &log, &rows) ||
        memmem(log.text, log.length, link, strlen(link)) == NULL) {
        status = refuse(wsi, HTTP_STATUS_NOT_FOUND);
    } else {
        cn_log_record(log.text, log.length, false, &page);
        status = reply(wsi, HTTP_STATUS_OK, "application/x-ndjson", page.text, page.length);
    }
    cn_lines_free(&log);
    cn_lines_free(&page);
    return status;
}

static int file(struct cn_host *host, struct lws *wsi, const char *path)
{
    for (int i = 0; i < host->file_count; i++)
        if (strcmp(host->files[i].path, path) == 0)
            return reply(wsi, HTTP_STATUS_OK, host->files[i].type, host->files[i].bytes,
                         host->files[i].length);
    return refuse(wsi, HTTP_STATUS_NOT_FOUND);
}

static bool may_ask(struct cn_host *host, struct lws *wsi, double worth)
{
    struct cn_address *address = cn_accept_address(host, wsi);
    if (address != NULL && cn_limits_request(&host->limits, address, worth, cn_host_us() / 1000))
        return true;
    host->metrics.refused_rate++;
    return false;
}

int cn_http_request(struct cn_host *host, struct lws *wsi, const char *path)
{
    static const char record_path[] = "/record/";
    const bool is_record = strncmp(path, record_path, sizeof record_path - 1) == 0;
    cn_accept_asked(host, wsi);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0 &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) == 0)
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (strcmp(path, "/healthz") == 0)
        return health(host, wsi);
    if (!may_ask(host, wsi, is_record ? RECORD_WORTH : 1))
        return refuse(wsi, TOO_MANY);
    if (strcmp(path, "/metrics") == 0)
        return metrics(host, wsi);
    if (is_record)
        return record(host, wsi, path + sizeof record_path - 1);
    if (strcmp(path, "/") == 0)
        return file(host, wsi, "/index.html");
    return file(host, wsi, path);
}

/* ---- the browser client's files ---- */

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".wasm", "application/wasm"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".json", "application/json"},
                                           {".woff2", "font/woff2"},
                                           {".mp3", "audio/mpeg"}};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], end) == 0)
            return types[i][1];
    return NULL;
}

static bool read_file(struct cn_host *host, const char *from, const char *path, const char *type)
{
    FILE *in = fopen(from, "re");
    struct cn_file *grown = realloc(host->files, ((size_t)host->file_count + 1) * sizeof *grown);
    if (grown != NULL)
        host->files = grown;
    if (in == NULL || grown == NULL || fseek(in, 0, SEEK_END) != 0) {
        if (in != NULL)
            fclose(in);
        return false;
    }
    struct cn_file *one = &host->files[host->file_count];
    const long length = ftell(in);
    rewind(in);
    one->bytes = malloc((size_t)length + 1);
    one->length = one->bytes != NULL ? fread(one->bytes, 1, (size_t)length, in) : 0;
    fclose(in);
    one->type = type;
    snprintf(one->path, sizeof one->path, "%s", path);
    if (one->bytes == NULL || one->length != (size_t)length) {
        free(one->bytes);
        return false;
    }
    host->file_count++;
    return true;
}

static bool read_folder(struct cn_host *host, const char *folder, const char *path, int depth)
{
    DIR *dir = depth > 0 ? opendir(folder) : NULL;
    bool good = dir != NULL;
    for (const struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        char from[2 * CN_SERVER_TEXT];
        char to[256];
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(from, sizeof from, "%s/%s", folder, entry->d_name) >= (int)sizeof from ||
            snprintf(to, sizeof to, "%s/%s", path, entry->d_name) >= (int)sizeof to ||
            stat(from, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode))
            good = read_folder(host, from, to, depth - 1);
        else if (type_of(entry->d_name) != NULL)
            good = read_file(host, from, to, type_of(entry->d_name));
    }
    if (dir != NULL)
        closedir(dir);
    return good;
}

bool cn_http_load_files(struct cn_host *host)
{
    enum {
        DEPTH = 4
    };
    return host->options->web[0] == '\0' || read_folder(host, host->options->web, "", DEPTH);
}

void cn_http_free_files(struct cn_host *host)
{
    for (int i = 0; i < host->file_count; i++)
        free(host->files[i].bytes);
    free(host->files);
}
