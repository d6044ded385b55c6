#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    LATE_MS = 1000, /* a timer that fires this late: the machine was suspended */
    PACE_MS = 600,
    HINT_NODES = 2 * CN_DEFAULT_NODES /* half of them for finding why */
};

/* ---- effects ---- */

void table_effects_reset(struct table_effects *effects)
{
    effects->count = 0;
    effects->failed = false;
    cn__text_clear(&effects->text);
}

void table_effects_free(struct table_effects *effects)
{
    free(effects->at);
    free(effects->outgoing);
    cn__text_free(&effects->text);
    cn__text_free(&effects->log);
    cn__text_free(&effects->say);
    memset(effects, 0, sizeof *effects);
}

static void add_effect(struct table_effects *effects, struct table_effect effect)
{
    if (!cn__array_grow(&effects->at, &effects->capacity, (size_t)effects->count + 1,
                        sizeof *effects->at)) {
        effects->failed = true;
        return;
    }
    effects->at[effects->count++] = effect;
}

/* ---- creating a table ---- */

struct table *table_new(const char *name, const char *house, int players, int64_t now_ms,
                        const char **why)
{
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        *why = "memory";
        return NULL;
    }
    table->law = table_law_take(name, house, why);
    if (table->law == NULL) {
        free(table);
        return NULL;
    }
    if (!cn_rules_allow_players(&table->law->rules, players)) {
        *why = "players";
        table_law_release(table->law);
        free(table);
        return NULL;
    }
    cn_game_init(&table->game, table->law, players, NULL);
    cn_words_find("en", &table->words);
    memcpy(table->rules, name, strlen(name) + 1);
    table->house = house != NULL ? strdup(house) : NULL;
    table->players = (uint8_t)players;
    table->watch = table->hints = true;
    table->pace = PACE_MS;
    table->now = now_ms;
    table->timed = UINT8_MAX;
    table->turn_seat = table->left_seat = table->until_seat = CN_NO_SEAT;
    table->asked_due = table->actions_due = table->call_due = -1;
    return table;
}

bool table_arrange(struct table *table, const struct message *from)
{
    struct fair_deal fair = {.cards = (uint16_t)from->card_count, .players = table->players};
    if (!message_has(from, FIELD_DECK))
        return true;
    memcpy(fair.committed, from->cards, (size_t)from->card_count);
    if (!fair_is_deck(&fair, &table->game.law->rules))
        return false;
    table->deck = malloc((size_t)from->card_count);
    table->arranged = true;
    if (table->deck == NULL)
        table->failed = true;
    else
        memcpy(table->deck, from->cards, (size_t)from->card_count);
    return true;
}

void table_free(struct table *table)
{
    if (table == NULL)
        return;
    table_law_release(table->law);
    free(table->house);
    free(table->deck);
    free(table->rules_text);
    free(table->connections);
    free(table->ring.bytes);
    free(table->decisions);
    free(table->laid);
    table_sheet_clear(&table->sheet);
    table_delayed_hands_clear(table);
    free(table->outgoing);
    cn__text_free(&table->log);
    cn__text_free(&table->say);
    free(table);
}

/* ---- a step ---- */

static void add_text(struct table_effects *effects, enum table_effect_type type, uint32_t client,
                     size_t at)
{
    if (effects->text.length > at)
        add_effect(effects, (struct table_effect){.type = type,
                                                  .client = client,
                                                  .at = at,
                                                  .length = effects->text.length - at});
}

/* Sends one guest everything that this step has for it. */
static void send_to(struct table *table, struct connection *guest, struct table_effects *effects)
{
    const int mask = guest->waiting              ? 0
                     : guest->seat == CN_NO_SEAT ? MASK_WATCHERS
                                                 : 1 << guest->seat;
    const size_t at = effects->text.length;
    for (int i = 0; i < table->outgoing_count; i++) {
        const struct outgoing *told = &table->outgoing[i];
        const bool wanted = told->client != 0 ? told->client == guest->client
                                              : i >= guest->from && (told->mask & mask) != 0;
        if (wanted)
            cn__text_append(&effects->text, table->say.text + told->at, told->length);
    }
    guest->from = 0;
    add_text(effects, EFFECT_SEND, guest->client, at);
}

static void send_to_others(struct table *table, struct table_effects *effects)
{
    for (int i = 0; i < table->outgoing_count; i++) {
        const struct outgoing *told = &table->outgoing[i];
        if (told->client == 0 || table_find_connection(table, told->client) != NULL)
            continue;
        const size_t at = effects->text.length;
        cn__text_append(&effects->text, table->say.text + told->at, told->length);
        add_text(effects, EFFECT_SEND, told->client, at);
    }
}

static void collect(struct table *table, struct table_effects *effects)
{
    const size_t at = effects->text.length;
    cn__text_append(&effects->text, table->log.text, table->log.length);
    add_text(effects, EFFECT_APPEND, 0, at);
    if (table->contradicts)
        add_effect(effects, (struct table_effect){.type = EFFECT_CONFIRM});
    for (int i = 0; i < table->connection_count; i++)
        send_to(table, &table->connections[i], effects);
    send_to_others(table, effects);
    for (int i = 0; i < table->closing_count; i++)
        add_effect(effects, (struct table_effect){.type = EFFECT_CLOSE,
                                                  .client = table->closing[i].client,
                                                  .code = table->closing[i].code});
    for (int i = 0; i < table->think_count; i++)
        add_effect(effects,
                   (struct table_effect){.type = EFFECT_ASK_BOT, .decision = table->thinks[i]});
    const int64_t ms = table_next_deadline_ms(table);
    if (ms != table->timer_ms)
        add_effect(effects, (struct table_effect){.type = EFFECT_TIMER, .ms = ms});
    table->timer_ms = ms;
    if (table->summary_changed)
        add_effect(effects, (struct table_effect){.type = EFFECT_SUMMARY_CHANGED});
    if (table->failed || table->log.failed || table->say.failed || effects->text.failed)
        effects->failed = true;
}

/* Tables are many, and only one is in a step: what it writes goes to memory that they share. */
static void borrow_text(struct cn__text *text, struct cn__text *kept)
{
    if (text->text != NULL)
        return;
    *text = *kept;
    *kept = (struct cn__text){NULL, 0, 0, false};
}

static void begin_step(struct table *table, struct table_effects *effects)
{
    borrow_text(&table->log, &effects->log);
    borrow_text(&table->say, &effects->say);
    if (table->outgoing != NULL)
        return;
    table->outgoing = effects->outgoing;
    table->outgoing_capacity = effects->outgoing_capacity;
    effects->outgoing = NULL;
}

static void give_back_text(struct cn__text *text, struct cn__text *kept)
{
    enum {
        KEPT_BYTES = 65536
    };
    cn__text_clear(text);
    cn__text_free(text->size > KEPT_BYTES ? text : kept);
    if (text->text != NULL)
        *kept = *text;
    *text = (struct cn__text){NULL, 0, 0, false};
}

static void end_step(struct table *table, struct table_effects *effects)
{
    give_back_text(&table->log, &effects->log);
    give_back_text(&table->say, &effects->say);
    if (table->outgoing != NULL) {
        free(effects->outgoing);
        effects->outgoing = table->outgoing;
        effects->outgoing_capacity = table->outgoing_capacity;
    }
    table->outgoing = NULL;
    table->outgoing_capacity = 0;
    table->outgoing_count = table->closing_count = table->think_count = 0;
    table->summary_changed = table->contradicts = false;
    table->random = NULL;
}

static void stop(struct table *table)
{
    while (table->connection_count > 0) {
        const struct connection guest = table->connections[0];
        table_close_connection(table, guest.client, CLOSE_RESTART, "restart");
        if (guest.seat != CN_NO_SEAT)
            table->seats[guest.seat].client = 0;
    }
}

static void time_fires(struct table *table)
{
    const int64_t set = table->timer_ms;
    table->timer_ms = NO_TIME;
    if (set != NO_TIME && table->now - set > LATE_MS)
        table_on_time_lost(table, table->now - set);
    else
        table_on_timer(table);
}

void table_step(struct table *table, const struct table_event *input, struct table_effects *effects)
{
    begin_step(table, effects);
    table->now = input->now_ms > table->now ? input->now_ms : table->now;
    table->wall = input->wall_ms;
    table->random = input->random;
    switch (input->type) {
    case TABLE_EVENT_HELLO: table_on_hello(table, input->client, input->message); break;
    case TABLE_EVENT_MESSAGE: table_on_message(table, input->client, input->message); break;
    case TABLE_EVENT_DISCONNECT: table_on_disconnect(table, input->client); break;
    case TABLE_EVENT_TIMER: time_fires(table); break;
    case TABLE_EVENT_BOT_MOVE: table_on_bot_move(table, input); break;
    case TABLE_EVENT_SHUTDOWN: stop(table); break;
    }
    table_advance(table);
    table_delayed_hands_record(table);
    table_delayed_hands_send(table);
    table_lapse(table);
    collect(table, effects);
    end_step(table, effects);
}

void table_creator_token(const uint8_t random[RANDOM_BYTES], uint8_t token[TOKEN_BYTES])
{
    static const uint8_t word[] = "maker";
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, TOKEN_BYTES);
    crypto_generichash_update(&state, random, RANDOM_BYTES);
    crypto_generichash_update(&state, word, sizeof word - 1);
    crypto_generichash_final(&state, token, TOKEN_BYTES);
}

/* Builds the first line of the log from "make". */
static void first_line(const struct message *make, const char *rules, int players, const char *link,
                       struct message *line)
{
    *line = *make;
    line->kind = MESSAGE_TABLE;
    line->has &= ~(UINT64_C(1) << FIELD_NAME | UINT64_C(1) << FIELD_SEAT | UINT64_C(1) << FIELD_ID);
    message_set_text(line, FIELD_RULES, rules);
    message_set_number(line, FIELD_PLAYERS, players);
    message_set_text(line, FIELD_LINK, link);
}

static void seat_maker(struct table *table, const struct message *make,
                       const uint8_t random[RANDOM_BYTES])
{
    struct message line;
    uint8_t token[TOKEN_BYTES];
    table_creator_token(random, token);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, make->seat);
    if (message_has(make, FIELD_NAME)) /* a player alone may have none */
        message_set_text(&line, FIELD_NAME, make->name);
    message_set_number(&line, FIELD_HOST, true);
    crypto_generichash(line.hash, sizeof line.hash, token, sizeof token, NULL, 0);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
}

struct table *table_create(const struct message *make, const char *link, int64_t now_ms,
                           const uint8_t random[RANDOM_BYTES], struct table_effects *effects,
                           const char **why)
{
    struct message line;
    const char *rules = message_has(make, FIELD_RULES) ? make->rules : cn_rules_default();
    const int players = message_has(make, FIELD_PLAYERS) ? make->players : 4;
    if (make->seat >= players || !table_delayed_hands_delay_is_legal(make)) {
        *why = make->seat >= players ? "seat" : "value";
        return NULL;
    }
    struct table *table =
        table_new(rules, message_has(make, FIELD_HOUSE) ? make->house : NULL, players, now_ms, why);
    if (table == NULL)
        return NULL;
    if (!table_arrange(table, make)) {
        *why = "deck";
        table_free(table);
        return NULL;
    }
    begin_step(table, effects);
    first_line(make, rules, players, link, &line);
    table_log_table(table, &line);
    seat_maker(table, make, random);
    collect(table, effects);
    end_step(table, effects);
    return table;
}

/* ---- queries of a host ---- */

bool table_bot_question(const struct table *table, int64_t decision, struct bot_question *question)
{
    if (table->stage != STAGE_PLAY)
        return false;
    const struct cn_game *game = &table->game;
    const int seat = cn_game_actor(game);
    const bool hint = table->seats[seat].hint == decision;
    if (decision == 0 ||
        (!hint && (decision != table->asked || table->asked_due != table->decision_number)))
        return false;
    const struct cn_level *level = hint ? cn_level_best() : table_level(table, seat);
    const struct cn_view view = cn_game_view(game, seat);
    memset(question, 0, sizeof *question);
    question->law = game->law;
    question->board = *view.board;
    question->memory = *view.memory;
    question->hand = view.hand;
    question->pile = view.pile;
    question->seat = (uint8_t)seat;
    question->bot = cn_bot_find(level->bot);
    question->nodes = hint && level->nodes > HINT_NODES ? HINT_NODES : level->nodes;
    question->advice = hint && question->bot != NULL && question->bot->decide == NULL;
    question->decision = decision;
    question->dice = table->bot_seed;
    return question->bot != NULL;
}

struct cn_view bot_question_view(const struct bot_question *question)
{
    return (struct cn_view){.law = question->law,
                            .board = &question->board,
                            .memory = &question->memory,
                            .hand = question->hand,
                            .pile = question->pile,
                            .seat = question->seat};
}

void table_get_summary(const struct table *table, struct table_summary *brief)
{
    memset(brief, 0, sizeof *brief);
    memcpy(brief->link, table->link, sizeof brief->link);
    memcpy(brief->title, table->title, sizeof brief->title);
    memcpy(brief->rules, table->rules, sizeof brief->rules);
    brief->listed = table->listed;
    brief->arranged = table->arranged;
    brief->stage = table->stage;
    brief->players = table->players;
    brief->connected = table->connection_count;
    brief->watchers = table->connection_count;
    for (int seat = 0; seat < table->players; seat++) {
        const struct seat *entry = &table->seats[seat];
        brief->people += entry->held;
        if (entry->held && entry->host)
            memcpy(brief->host, entry->name, sizeof brief->host);
        brief->bots = (uint8_t)(brief->bots + (!entry->held && entry->level[0] != '\0'));
        brief->free += !entry->held;
        brief->watchers -= entry->client != 0;
    }
}

int64_t table_line_count(const struct table *table)
{
    return table->number;
}

const char *table_record_link(const struct table *table)
{
    return table->record_link;
}

/* ---- the record in a log ---- */

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool is_record_line(const char *line, size_t length)
{
    static const char head[] = "{\"t\":\"";
    static const char *const others[] = {"game", "fair", "void", "draws", "cut", "undo", "reveal"};
    if (length < sizeof head || memcmp(line, head, sizeof head - 1) != 0)
        return false;
    const char *type = line + sizeof head - 1;
    const char *end = memchr(type, '"', length - (sizeof head - 1));
    if (end == NULL)
        return false;
    for (int i = 0; cn_event_name(i) != NULL; i++)
        if (is_word(type, (size_t)(end - type), cn_event_name(i)))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (is_word(type, (size_t)(end - type), others[i]))
            return true;
    return false;
}

static bool begins(const char *line, size_t length, const char *head)
{
    return length > strlen(head) && memcmp(line, head, strlen(head)) == 0;
}

void table_log_to_record(const char *log, size_t length, bool whole, struct cn__text *record)
{
    size_t good = record->length; /* the deals up to here are finished */
    bool fair = false;            /* a fair deal is finished when it is revealed */
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(log, length, &at, &line, &size);) {
        if (!is_record_line(line, size))
            continue;
        cn__text_append(record, line, (size_t)(log + at - line)); /* with its newline */
        const bool revealed = begins(line, size, "{\"t\":\"reveal\"");
        fair = (fair || begins(line, size, "{\"t\":\"fair\"")) && !revealed;
        if (revealed || begins(line, size, "{\"t\":\"game\"") ||
            begins(line, size, "{\"t\":\"void\"") ||
            (!fair &&
             (begins(line, size, "{\"t\":\"end\"") || begins(line, size, "{\"t\":\"over\""))))
            good = record->length;
    }
    if (!whole)
        record->length = good;
}
