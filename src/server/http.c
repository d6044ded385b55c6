/* http.c -- HTTP for browsers and monitors: a fixed list of paths, matched exactly. */
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "host.h"
#include "notice_page.h"

enum {
    TOO_MANY = 429,
    UPGRADE_REQUIRED = 426,
    POLICY_SIZE = 1024,
    RECORD_WORTH = 10 /* small requests: it reads a whole log */
};

/* A file of the browser client, read once at start, so that no path from a request reaches the
 * disk. */
struct bytes {
    char *at;
    size_t length;
};
/* Encodings of packed files, smallest first: the file's suffix, and the name in a header. */
enum {
    PACKINGS = 2
};
static const struct packing {
    const char *end, *name;
} packings[PACKINGS] = {{".br", "br"}, {".gz", "gzip"}};
struct web_file {
    char path[256];
    const char *type;
    struct bytes plain, packed[PACKINGS]; /* empty if no such file exists */
    char tag[64];                         /* the ETag: changes with the bytes */
    bool lasting;                         /* its name changes with its bytes */
};

#define POLICY                                                                     \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " \
    "img-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "    \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'"
/* A worker loads the module and files, and draws nothing. */
#define WORKER_POLICY "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
/* A picture that somebody opens alone runs and fetches nothing, and has no origin. */
#define PICTURE_POLICY "default-src 'none'; frame-ancestors 'none'; sandbox"
/* Features that a table does not need. Full screen, sharing and the wake lock are not denied. */
static const char permissions[] =
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), "
    "xr-spatial-tracking=()";

static const char plain_text[] = "text/plain; charset=utf-8";
static const char html[] = "text/html; charset=utf-8";
static const char style[] = "text/css; charset=utf-8";
static const char script[] = "text/javascript; charset=utf-8";
static const char picture[] = "image/svg+xml";
static const char record_path[] = "/record/";
static const char version[] = "13"; /* of WebSocket */
static const char never_kept[] = "no-store";
static const char asked_again[] = "no-cache";
static const char kept_for_good[] = "public, max-age=31536000, immutable";

struct answer {
    unsigned status;
    const char *type, *body;
    size_t length;
    const char *keeping; /* cache-control; NULL: never_kept */
    const char *tag;     /* of a file */
    const char *packing; /* content-encoding; NULL: none */
    bool varies;         /* with accept-encoding */
    const char *version; /* of WebSocket, for a client that uses another */
};

static bool put_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return value == NULL || lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                                        (const unsigned char *)value,
                                                        (int)strlen(value), at, end) == 0;
}

/* A table may be at another server: where its origin is one of those that may connect here, a page
 * of ours may connect there. */
static void write_policy(const struct server_host *host, char policy[POLICY_SIZE])
{
    const char *at = host->options->origins;
    size_t length = (size_t)snprintf(policy, POLICY_SIZE, "%s", POLICY);
    while (server_shares(host) && *(at += strspn(at, " ")) != '\0') {
        const size_t size = strcspn(at, " ");
        const bool tls = strncmp(at, "https://", 8) == 0;
        const size_t scheme = tls ? 8 : 7;
        const size_t room = POLICY_SIZE - length;
        if ((tls || strncmp(at, "http://", 7) == 0) && memchr(at, ';', size) == NULL &&
            memchr(at, ',', size) == NULL && size + 2 < room)
            length += (size_t)snprintf(policy + length, room, " %s%.*s", tls ? "wss://" : "ws://",
                                       (int)(size - scheme), at + scheme);
        at += size;
    }
}

static bool put_policy(struct lws *wsi, unsigned char **at, unsigned char *end)
{
    char policy[POLICY_SIZE];
    write_policy(lws_context_user(lws_get_context(wsi)), policy);
    return put_header(wsi, "content-security-policy:", policy, at, end);
}

/* The policies of pages. Dozens of files with lasting names come before a person's first cards, and
 * are only parts of a page; but an address of a picture may be opened, and a worker has the policy
 * that its script came with. */
static bool put_policies(struct lws *wsi, const struct answer *answer, unsigned char **at,
                         unsigned char *end)
{
    const bool part = answer->keeping == kept_for_good && strcmp(answer->type, html) != 0;
    if (part && strcmp(answer->type, picture) == 0)
        return put_header(wsi, "content-security-policy:", PICTURE_POLICY, at, end);
    if (part && strcmp(answer->type, script) == 0)
        return put_header(wsi, "content-security-policy:", WORKER_POLICY, at, end);
    if (part)
        return true;
    return put_policy(wsi, at, end) &&
           put_header(wsi, "permissions-policy:", permissions, at, end) &&
           put_header(wsi, "cross-origin-opener-policy:", "same-origin", at, end);
}

static bool put_headers(struct lws *wsi, const struct answer *answer, unsigned char **at,
                        unsigned char *end)
{
    const bool unchanged = answer->status == HTTP_STATUS_NOT_MODIFIED;
    const lws_filepos_t length =
        unchanged ? LWS_ILLEGAL_HTTP_CONTENT_LEN : (lws_filepos_t)answer->length;
    return lws_add_http_common_headers(wsi, answer->status, answer->type, length, at, end) == 0 &&
           put_policies(wsi, answer, at, end) &&
           put_header(wsi, "x-content-type-options:", "nosniff", at, end) &&
           put_header(wsi, "referrer-policy:", "no-referrer", at, end) &&
           put_header(wsi, "cross-origin-resource-policy:", "same-origin", at, end) &&
           put_header(wsi, "cache-control:", answer->keeping != NULL ? answer->keeping : never_kept,
                      at, end) &&
           put_header(wsi, "etag:", answer->tag, at, end) &&
           put_header(wsi, "sec-websocket-version:", answer->version, at, end) &&
           put_header(wsi, "content-encoding:", answer->packing, at, end) &&
           put_header(wsi, "vary:", answer->varies ? "accept-encoding" : NULL, at, end) &&
           lws_finalize_http_header(wsi, at, end) == 0;
}

/* Sends the whole answer. */
static int send_answer(struct lws *wsi, const struct answer *answer)
{
    enum {
        HEAD = 2048 + SERVER_TEXT
    };
    unsigned char *room = malloc(LWS_PRE + HEAD + answer->length);
    if (room == NULL)
        return -1;
    unsigned char *const begin = room + LWS_PRE;
    unsigned char *at = begin;
    const bool head_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool good = put_headers(wsi, answer, &at, begin + HEAD);
    const size_t head = (size_t)(at - begin);
    good = good && lws_write(wsi, begin, head, LWS_WRITE_HTTP_HEADERS) >= 0;
    if (good && !head_only && answer->length > 0) {
        memcpy(begin, answer->body, answer->length);
        good = lws_write(wsi, begin, answer->length, LWS_WRITE_HTTP_FINAL) >= 0;
    }
    free(room);
    if (!good || lws_http_transaction_completed(wsi) != 0)
        return -1;
    return 0;
}

static int reply(struct lws *wsi, unsigned status, const char *type, const char *body,
                 size_t length)
{
    const struct answer answer = {.status = status, .type = type, .body = body, .length = length};
    return send_answer(wsi, &answer);
}

static const char *words_of(unsigned status)
{
    switch (status) {
    case HTTP_STATUS_BAD_REQUEST: return "this is no valid request\n";
    case UPGRADE_REQUIRED: return "only version 13 of WebSocket\n";
    case HTTP_STATUS_FORBIDDEN: return "this origin may not connect\n";
    case HTTP_STATUS_NOT_FOUND: return "not found\n";
    case HTTP_STATUS_METHOD_NOT_ALLOWED: return "only GET and HEAD\n";
    case TOO_MANY: return "too many requests; later\n";
    default: return "not now\n";
    }
}

int http_refuse(struct lws *wsi, unsigned status)
{
    const char *words = words_of(status);
    const struct answer answer = {.status = status,
                                  .type = plain_text,
                                  .body = words,
                                  .length = strlen(words),
                                  .version = status == UPGRADE_REQUIRED ? version : NULL};
    /* A refused upgrade is over: nothing more is read from it. */
    send_answer(wsi, &answer);
    return -1;
}

/* Returns whether the header occurs at most once. */
static bool is_once(struct lws *wsi, enum lws_token_indexes token)
{
    return lws_hdr_fragment_length(wsi, token, 1) == 0;
}

unsigned http_fault(struct lws *wsi, bool upgrade)
{
    char text[32];
    /* If a header that determines how a request continues occurs twice, a proxy may read it
     * differently from this server. */
    if (!is_once(wsi, WSI_TOKEN_HOST) || !is_once(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return HTTP_STATUS_BAD_REQUEST;
    /* No request here has a body; the server would read one as the next request. */
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
        (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
         text[strspn(text, "0")] != '\0'))
        return HTTP_STATUS_BAD_REQUEST;
    if (!upgrade)
        return 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)
        return HTTP_STATUS_METHOD_NOT_ALLOWED;
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP) <= 0 ||
        strcmp(text, "HTTP/1.1") != 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HOST) == 0)
        return HTTP_STATUS_BAD_REQUEST;
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_VERSION) <= 0 || strcmp(text, version) != 0)
        return UPGRADE_REQUIRED;
    return 0;
}

int http_refuse_raw(struct lws *wsi, const char *text, size_t length)
{
    char page[LWS_PRE + 2048];
    const char *end = memchr(text, '\n', length);
    const size_t line = end != NULL ? (size_t)(end - text) : length;
    const bool request = memmem(text, line, " HTTP/1.", 8) != NULL;
    const char *words =
        words_of(request ? HTTP_STATUS_METHOD_NOT_ALLOWED : HTTP_STATUS_BAD_REQUEST);
    const int size =
        snprintf(page + LWS_PRE, sizeof page - LWS_PRE,
                 "HTTP/1.1 %s\r\ncontent-type: %s\r\ncontent-length: %zu\r\nconnection: close\r\n"
                 "content-security-policy: " POLICY "\r\npermissions-policy: %s\r\n"
                 "x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n"
                 "cross-origin-opener-policy: same-origin\r\n"
                 "cross-origin-resource-policy: same-origin\r\ncache-control: no-store\r\n\r\n%s",
                 request ? "405 Method Not Allowed\r\nallow: GET, HEAD" : "400 Bad Request",
                 plain_text, strlen(words), permissions, words);
    (void)lws_write(wsi, (unsigned char *)page + LWS_PRE, (size_t)size, LWS_WRITE_RAW);
    return -1;
}

static int refuse(struct lws *wsi, unsigned status)
{
    const char *words = words_of(status);
    return reply(wsi, status, plain_text, words, strlen(words));
}

/* Returns whether the answer is for a person. */
static bool wants_html(struct lws *wsi)
{
    char text[512];
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT) > 0 &&
           strcasestr(text, "text/html") != NULL;
}

/* Returns the next item of a list such as "br, gzip;q=0.5" and its weight; NULL past the last. */
static const char *next_taken(char **rest, double *worth)
{
    char *name = strsep(rest, ",");
    if (name == NULL)
        return NULL;
    name += strspn(name, " \t");
    char *end = name + strcspn(name, " \t;");
    const char *said = strstr(end, "q=");
    *worth = said != NULL ? strtod(said + 2, NULL) : 1;
    *end = '\0';
    return name;
}

/* The available language that the person prefers. */
static void choose_language(struct lws *wsi, char language[CN_LANGUAGE_SIZE])
{
    char text[256];
    char known[CN_LANGUAGE_SIZE];
    char *rest = text;
    double worth;
    double best = 0;
    snprintf(language, CN_LANGUAGE_SIZE, "en");
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE) <= 0)
        return;
    for (const char *name; (name = next_taken(&rest, &worth)) != NULL;) {
        if (worth > best && cn_words_match_language(name, known)) {
            best = worth;
            memcpy(language, known, sizeof known);
        }
    }
}

/* "/" and a table's link: both load the same page, whose script reads the address. */
static bool is_front(const char *path)
{
    uint8_t link[LINK_BYTES];
    return strcmp(path, "/") == 0 || cn__hex_parse(path + 1, strlen(path + 1), link, sizeof link);
}

/* Sends a word to a program, and a page with advice to a person. Neither contains any of the
 * address. */
static int send_not_found_page(const struct server_host *host, struct lws *wsi, const char *path)
{
    static const char no_files[] =
        "no files for browsers are served: start canasta serve with --web FOLDER\n";
    char page[TEXT_PAGE_SIZE];
    char language[CN_LANGUAGE_SIZE];
    const bool bare = host->file_count == 0;
    if (!wants_html(wsi))
        return bare && is_front(path)
                   ? reply(wsi, HTTP_STATUS_NOT_FOUND, plain_text, no_files, sizeof no_files - 1)
                   : refuse(wsi, HTTP_STATUS_NOT_FOUND);
    choose_language(wsi, language);
    const size_t length =
        notice_page_write(bare ? TEXT_PAGE_NO_FILES : TEXT_PAGE_NOTHING, language, path, page);
    return reply(wsi, HTTP_STATUS_NOT_FOUND, html, page, length);
}

/* ---- paths ---- */

static int health(struct server_host *host, struct lws *wsi)
{
    const bool well = !host->stopping && write_queue_stalled_ms(host->writes) == 0;
    const char *words = well ? "ok\n" : host->stopping ? "stopping\n" : "storage\n";
    return reply(wsi, well ? HTTP_STATUS_OK : HTTP_STATUS_SERVICE_UNAVAILABLE, plain_text, words,
                 strlen(words));
}

static int metrics(struct server_host *host, struct lws *wsi)
{
    struct cn__text page = {NULL, 0, 0, false};
    host->metrics.pending_rows = (uint64_t)write_queue_pending(host->writes);
    host->metrics.limits_nodes = (uint64_t)(host->limits.nodes > 1 ? host->limits.nodes : 1);
    host->metrics.commit_failures_total = write_queue_failures(host->writes);
    const uint64_t thinking = (uint64_t)bot_workers_thinking();
    const uint64_t open = host->metrics.bots_asked - host->metrics.bots_answered;
    host->metrics.bots_thinking = thinking < open ? thinking : open;
    host->metrics.bots_waiting = open - host->metrics.bots_thinking;
    metrics_write(&host->metrics, &page);
    host->nodes_wanted_ms = host_us() / 1000;
    if (host->nodes_read_ms != 0 && host->nodes_wanted_ms - host->nodes_read_ms < NODES_STALE_MS)
        metrics_write_nodes(&host->nodes, &page);
    const int status = reply(wsi, HTTP_STATUS_OK, "text/plain; version=0.0.4; charset=utf-8",
                             page.text, page.length);
    cn__text_free(&page);
    return status;
}

/* ---- records, which are read from the store: shared ones, and those of a token's table ---- */

struct record_request {
    struct record_request *next;
    struct lws *wsi; /* NULL: gone */
    char link[LINK_SIZE];
    bool has_token; /* the link is the table's, and the token must hold a seat there */
    uint8_t token[TOKEN_BYTES];
    struct cn__text page; /* empty: not found */
    bool answered;
};

static struct record_request **find_record(struct server_host *host, const struct lws *wsi)
{
    struct record_request **at = &host->record_requests;
    while (*at != NULL && (*at)->wsi != wsi)
        at = &(*at)->next;
    return at;
}

static void free_record(struct record_request **at)
{
    struct record_request *request = *at;
    *at = request->next;
    cn__text_free(&request->page);
    free(request);
}

/* Reads the header "Authorization: Bearer TOKEN". Returns false if there is one of another form. */
static bool read_token(struct lws *wsi, struct record_request *request)
{
    static const char scheme[] = "bearer ";
    char text[sizeof scheme + 2 * TOKEN_BYTES];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) == 0)
        return true;
    const int length = lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_AUTHORIZATION);
    const size_t head = sizeof scheme - 1;
    request->has_token =
        is_once(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) && length > (int)head &&
        strncasecmp(text, scheme, head) == 0 &&
        cn__hex_parse(text + head, (size_t)length - head, request->token, sizeof request->token);
    return request->has_token;
}

static int record(struct server_host *host, struct lws *wsi, const char *path)
{
    const char *link = path + sizeof record_path - 1;
    if (strlen(link) >= LINK_SIZE)
        return send_not_found_page(host, wsi, path);
    struct record_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return http_refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    if (!read_token(wsi, request)) {
        free(request);
        return refuse(wsi, HTTP_STATUS_BAD_REQUEST);
    }
    if (!read_queue_read_record(host->reads, link, !request->has_token, request)) {
        free(request);
        return http_refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    }
    snprintf(request->link, sizeof request->link, "%s", link);
    request->wsi = wsi;
    request->next = host->record_requests;
    host->record_requests = request;
    return 0;
}

static bool holds_seat(struct server_host *host, const struct cn__text *log,
                       const struct record_request *request)
{
    int64_t line = 0;
    struct table_summary brief;
    struct table *table = table_load(log->text, log->length, host_now_ms(host), &line);
    if (table == NULL)
        return false;
    table_get_summary(table, &brief);
    const bool holds = strcmp(brief.link, request->link) == 0 &&
                       table_seat_of_token(table, request->token) != CN_NO_SEAT;
    table_free(table);
    return holds;
}

void http_on_read(struct server_host *host, struct read_answer *answer)
{
    struct record_request *request = answer->asker;
    const struct cn__text *log = &answer->table.log;
    if (request->wsi == NULL) {
        struct record_request **at = &host->record_requests;
        while (*at != request)
            at = &(*at)->next;
        free_record(at);
        return;
    }
    /* The log names its own link; otherwise the database is damaged. */
    if (answer->result == STORE_DONE &&
        memmem(log->text, log->length, request->link, strlen(request->link)) != NULL &&
        (!request->has_token || holds_seat(host, log, request)))
        table_log_to_record(log->text, log->length, false, &request->page);
    request->answered = true;
    lws_callback_on_writable(request->wsi);
}

int http_on_writable(struct server_host *host, struct lws *wsi)
{
    char path[sizeof record_path + LINK_SIZE];
    struct record_request **at = find_record(host, wsi);
    if (*at == NULL || !(*at)->answered)
        return 0;
    const struct cn__text *page = &(*at)->page;
    snprintf(path, sizeof path, "%s%s", record_path, (*at)->link);
    const int status = page->length > 0 ? reply(wsi, HTTP_STATUS_OK, "application/x-ndjson",
                                                page->text, page->length)
                                        : send_not_found_page(host, wsi, path);
    free_record(at);
    return status;
}

void http_forget(struct server_host *host, struct lws *wsi)
{
    struct record_request **at = find_record(host, wsi);
    if (*at == NULL)
        return;
    if ((*at)->answered)
        free_record(at);
    else
        (*at)->wsi = NULL;
}

/* ---- the browser client's files: answering requests ---- */

/* Returns whether the client accepts this encoding. "br, gzip;q=0.5" accepts gzip, "gzip;q=0" does
 * not. */
static bool takes(struct lws *wsi, const char *packing)
{
    char text[256];
    char *rest = text;
    double worth;
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    for (const char *name; (name = next_taken(&rest, &worth)) != NULL;)
        if (strcasecmp(name, packing) == 0)
            return worth > 0;
    return false;
}

/* Returns whether the client has these bytes already. */
static bool has_it(struct lws *wsi, const struct web_file *file)
{
    char text[512];
    const char *quoted = strchr(file->tag, '"');
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
           (strcmp(text, "*") == 0 || strstr(text, quoted) != NULL);
}

static int send_file(struct lws *wsi, const struct web_file *file)
{
    const struct bytes *bytes = &file->plain;
    const char *packing = NULL;
    bool varies = false;
    for (int i = 0; i < PACKINGS; i++) {
        varies = varies || file->packed[i].at != NULL;
        if (packing != NULL || file->packed[i].at == NULL || !takes(wsi, packings[i].name))
            continue;
        bytes = &file->packed[i];
        packing = packings[i].name;
    }
    struct answer answer = {.status = HTTP_STATUS_OK,
                            .type = file->type,
                            .body = bytes->at,
                            .length = bytes->length,
                            .keeping = file->lasting ? kept_for_good : asked_again,
                            .tag = file->tag,
                            .packing = packing,
                            .varies = varies};
    if (has_it(wsi, file)) {
        answer.status = HTTP_STATUS_NOT_MODIFIED;
        answer.length = 0;
        answer.packing = NULL;
    }
    return send_answer(wsi, &answer);
}

static int file(struct server_host *host, struct lws *wsi, const char *path)
{
    const char *name = is_front(path) ? "/index.html" : path;
    for (int i = 0; i < host->file_count; i++)
        if (strcmp(host->files[i].path, name) == 0)
            return send_file(wsi, &host->files[i]);
    if (strcmp(path, notice_page_style_path) == 0)
        return reply(wsi, HTTP_STATUS_OK, style, notice_page_style, strlen(notice_page_style));
    return send_not_found_page(host, wsi, path);
}

static bool may_ask(struct server_host *host, struct lws *wsi, double worth)
{
    struct client_address *address = accept_address(host, wsi);
    if (address != NULL && limits_request(&host->limits, address, worth, host_us() / 1000))
        return true;
    host->metrics.refused_rate++;
    return false;
}

/* How long bots think reveals something about their cards, so only the operator may see their
 * times. */
static bool may_see_metrics(const struct server_host *host, struct lws *wsi)
{
    static const char forwarded[] = "forwarded:";
    char peer[ADDRESS_SIZE];
    if (host->metrics_vhost != NULL)
        return lws_get_vhost(wsi) == host->metrics_vhost;
    lws_get_peer_simple(wsi, peer, sizeof peer);
    return host->options->proxy == 0 && is_loopback(peer) &&
           lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0 &&
           lws_hdr_custom_length(wsi, forwarded, (int)sizeof forwarded - 1) <= 0;
}

int http_request(struct server_host *host, struct lws *wsi, const char *path)
{
    const bool is_record = strncmp(path, record_path, sizeof record_path - 1) == 0;
    accept_request_seen(host, wsi);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0 &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) == 0)
        return http_refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    const unsigned fault = http_fault(wsi, false);
    if (fault != 0)
        return http_refuse(wsi, fault);
    const bool is_metrics = strcmp(path, "/metrics") == 0;
    if (!is_metrics && host->metrics_vhost != NULL && lws_get_vhost(wsi) == host->metrics_vhost)
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    if (strcmp(path, "/healthz") == 0)
        return health(host, wsi);
    if (!may_ask(host, wsi, is_record ? RECORD_WORTH : 1))
        return refuse(wsi, TOO_MANY);
    if (is_metrics && may_see_metrics(host, wsi))
        return metrics(host, wsi);
    if (is_record)
        return record(host, wsi, path);
    return file(host, wsi, path);
}

/* ---- the browser client's files: reading them ---- */

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", html},
                                           {".js", script},
                                           {".css", style},
                                           {".wasm", "application/wasm"},
                                           {".svg", picture},
                                           {".png", "image/png"},
                                           {".ico", "image/x-icon"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".json", "application/json"},
                                           {".woff2", "font/woff2"},
                                           {".txt", plain_text},
                                           {".words", plain_text},
                                           {".law", plain_text},
                                           {".index", plain_text},
                                           {".jsonl", plain_text},
                                           {".net", "application/octet-stream"}};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], end) == 0)
            return types[i][1];
    return NULL;
}

/* Matches "/assets/table-B7xQ2_kd.js", as builds name files by their content. A word of eight
 * letters does not count as a hash. */
static bool is_lasting(const char *path)
{
    static const char folder[] = "/assets/";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-_";
    enum {
        HASH = 8
    };
    const char *end = strrchr(path, '.');
    if (strncmp(path, folder, sizeof folder - 1) != 0 || end == NULL || end - path <= HASH + 1)
        return false;
    const char *hash = end - HASH;
    return hash[-1] == '-' && memchr(hash, '/', HASH) == NULL && memchr(hash, '.', HASH) == NULL &&
           strspn(hash, letters) < HASH;
}

static bool read_bytes(const char *from, struct bytes *bytes)
{
    FILE *in = fopen(from, "re");
    const long length = in != NULL && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    if (length >= 0) {
        rewind(in);
        bytes->at = malloc((size_t)length + 1);
        bytes->length = bytes->at != NULL ? fread(bytes->at, 1, (size_t)length, in) : 0;
    }
    if (in != NULL)
        fclose(in);
    if (bytes->at != NULL && bytes->length == (size_t)length)
        return true;
    free(bytes->at);
    *bytes = (struct bytes){NULL, 0};
    return false;
}

/* Weak, because plain and packed bytes share it. */
static void make_tag(struct web_file *file)
{
    uint8_t hash[16];
    char hex[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file->plain.at, file->plain.length,
                       NULL, 0);
    cn__hex_format(hash, sizeof hash, hex);
    snprintf(file->tag, sizeof file->tag, "W/\"%s\"", hex);
}

static bool read_file(struct server_host *host, const char *from, const char *path,
                      const char *type)
{
    char packed[2 * SERVER_TEXT + sizeof ".gz"];
    if (!cn__array_grow(&host->files, &host->file_capacity, (size_t)host->file_count + 1,
                        sizeof *host->files))
        return false;
    struct web_file *one = &host->files[host->file_count];
    *one = (struct web_file){.type = type, .lasting = is_lasting(path)};
    if (!read_bytes(from, &one->plain))
        return false;
    host->file_count++;
    make_tag(one);
    snprintf(one->path, sizeof one->path, "%s", path);
    for (int i = 0; i < PACKINGS; i++) {
        snprintf(packed, sizeof packed, "%s%s", from, packings[i].end);
        if (access(packed, F_OK) == 0 && !read_bytes(packed, &one->packed[i]))
            return false;
    }
    return true;
}

static bool read_folder(struct server_host *host, const char *folder, const char *path, int depth)
{
    DIR *dir = depth > 0 ? opendir(folder) : NULL;
    bool good = dir != NULL;
    for (const struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        char from[2 * SERVER_TEXT];
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

bool http_load_files(struct server_host *host)
{
    enum {
        DEPTH = 4
    };
    return host->options->web[0] == '\0' || read_folder(host, host->options->web, "", DEPTH);
}

void http_free_files(struct server_host *host)
{
    for (int i = 0; i < host->file_count; i++) {
        free(host->files[i].plain.at);
        for (int packing = 0; packing < PACKINGS; packing++)
            free(host->files[i].packed[packing].at);
    }
    free(host->files);
    while (host->record_requests != NULL)
        free_record(&host->record_requests);
}
