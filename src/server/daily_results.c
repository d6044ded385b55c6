/* daily_results.c -- the deal of the day: takes what a player made of it, once for a token, and
 * tells what all have made of it. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "daily_deal.h"
#include "host.h"

enum {
    LINE_SIZE = 200,
    STEP = 100, /* points of a bar */
    BARS = 81,  /* in the middle: nobody ahead */
    NAMED_MOST = 50
};

/* ---- taking a result ---- */

/* Only a hash of the token is kept: it is the player's in every deal. */
static void hash_player(const uint8_t token[TOKEN_BYTES], char player[DAILY_PLAYER + 1])
{
    uint8_t hash[DAILY_PLAYER / 2];
    crypto_generichash(hash, sizeof hash, token, TOKEN_BYTES, NULL, 0);
    cn__hex_format(hash, sizeof hash, player);
}

static bool is_recent(int32_t number)
{
    const int32_t today = daily_number(cn__wall_clock_us());
    /* Clocks differ a little. */
    return number >= 1 && number <= today + 1 && number > today - DAILY_DAYS;
}

const char *daily_take(struct server_host *host, const struct connection *connection,
                       const struct message *message)
{
    char player[DAILY_PLAYER + 1];
    char line[LINE_SIZE] = "";
    struct daily_result result;
    hash_player(message->token, player);
    if (!is_recent(message->deal))
        return "day";
    if (message_has(message, FIELD_PLAY)) {
        if (!daily_play(message->deal, message->house, &result))
            return "play";
        snprintf(line, sizeof line, "%s %d %d %s", player, (int)result.made, (int)result.theirs,
                 message_has(message, FIELD_NAME) ? message->name : "");
        write_queue_daily(host->writes, message->deal, line);
    }
    return read_queue_daily(host->reads, message->deal, player, line, message->id,
                            connection->client)
               ? ""
               : "memory";
}

/* ---- answering ---- */

struct result {
    char player[DAILY_PLAYER + 1];
    int32_t made, theirs;
    char name[100];
};

/* Reads "PLAYER MADE THEIRS NAME". */
static bool read_result(const char *text, struct result *result)
{
    char *at;
    if (strlen(text) < DAILY_PLAYER + 1 || text[DAILY_PLAYER] != ' ')
        return false;
    memcpy(result->player, text, DAILY_PLAYER);
    result->player[DAILY_PLAYER] = '\0';
    result->made = (int32_t)strtol(text + DAILY_PLAYER, &at, 10);
    result->theirs = (int32_t)strtol(at, &at, 10);
    snprintf(result->name, sizeof result->name, "%s", *at == ' ' ? at + 1 : "");
    return true;
}

struct results {
    int32_t deal;
    const char *player;                  /* who asks */
    struct result own, best[NAMED_MOST]; /* those with names, from the best */
    bool has_own;
    int best_count, bars[BARS];
};

static int ahead(const struct result *result)
{
    return result->made - result->theirs;
}

static void rank(struct results *all, const struct result *result)
{
    int at = all->best_count;
    if (result->name[0] == '\0')
        return;
    while (at > 0 && ahead(&all->best[at - 1]) < ahead(result))
        at--;
    if (at >= NAMED_MOST)
        return;
    all->best_count += all->best_count < NAMED_MOST;
    memmove(all->best + at + 1, all->best + at,
            (size_t)(all->best_count - at - 1) * sizeof *all->best);
    all->best[at] = *result;
}

static void count(struct results *all, const struct result *result)
{
    const int points = ahead(result);
    int bar = (points < 0 ? (points - STEP + 1) / STEP : points / STEP) + BARS / 2;
    bar = bar < 0 ? 0 : bar >= BARS ? BARS - 1 : bar;
    all->bars[bar]++;
    if (strcmp(result->player, all->player) != 0) {
        rank(all, result);
        return;
    }
    all->own = *result;
    all->has_own = true;
}

/* The store's own lines begin with the deal's number; the one that was just sent, which may be
 * among them, does not, and counts only if it is not. */
static void count_all(struct results *all, char *lines)
{
    struct result sent;
    bool was_sent = false;
    for (char *line; lines != NULL && (line = strsep(&lines, "\n")) != NULL;) {
        struct result result;
        const char *text = strchr(line, ' ');
        if (text == NULL)
            continue;
        if (text - line == DAILY_PLAYER)
            was_sent = read_result(line, &sent);
        else if (read_result(text + 1, &result))
            count(all, &result);
    }
    if (was_sent && !all->has_own)
        count(all, &sent);
}

static void begin_line(const struct results *all, int32_t made, struct message *line)
{
    message_init(line, MESSAGE_DAILY);
    message_set_number(line, FIELD_DEAL, all->deal);
    message_set_number(line, FIELD_MADE, made);
}

static void put_result(struct cn__text *lines, const struct results *all,
                       const struct result *result, bool own)
{
    struct message line;
    begin_line(all, result->made, &line);
    message_set_number(&line, FIELD_THEIRS, result->theirs);
    if (result->name[0] != '\0')
        message_set_text(&line, FIELD_NAME, result->name);
    if (own)
        message_set_number(&line, FIELD_YES, true);
    message_write(lines, &line);
}

static void put_bar(struct cn__text *lines, const struct results *all, int bar)
{
    struct message line;
    begin_line(all, (bar - BARS / 2) * STEP, &line);
    message_set_number(&line, FIELD_N, all->bars[bar]);
    message_write(lines, &line);
}

static void put_all(struct cn__text *lines, const struct results *all, int64_t id)
{
    struct message end;
    if (all->has_own)
        put_result(lines, all, &all->own, true);
    for (int i = 0; i < all->best_count; i++)
        put_result(lines, all, &all->best[i], false);
    for (int bar = 0; bar < BARS; bar++)
        if (all->bars[bar] > 0)
            put_bar(lines, all, bar);
    message_init(&end, MESSAGE_OK);
    message_set_number(&end, FIELD_ID, id > 0 ? id : 1);
    message_write(lines, &end);
}

static void put_failure(struct cn__text *lines, int64_t id)
{
    struct message no;
    message_init(&no, MESSAGE_NO);
    if (id > 0)
        message_set_number(&no, FIELD_ID, id);
    message_set_text(&no, FIELD_WHY, "storage");
    message_write(lines, &no);
}

void daily_on_read(struct server_host *host, struct read_answer *answer)
{
    const uint32_t client = (uint32_t)answer->table.rows;
    struct cn__text lines = {NULL, 0, 0, false};
    struct results *all = calloc(1, sizeof *all);
    cn__text_append(&answer->table.log, "", 1);
    if (all != NULL && answer->result == STORE_DONE && !answer->table.log.failed) {
        all->deal = (int32_t)answer->table.id;
        all->player = answer->link;
        count_all(all, answer->table.log.text);
        put_all(&lines, all, answer->table.epoch);
    } else {
        put_failure(&lines, answer->table.epoch);
    }
    free(all);
    if (!lines.failed)
        durable_send_later(host, client, lines.text, lines.length - 1);
    cn__text_free(&lines);
}
