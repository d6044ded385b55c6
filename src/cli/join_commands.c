/* join_commands.c -- the commands for the table, such as "/chat hello". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join_table.h"

struct words {
    char command[16];
    const char *rest;
    bool has_number;
    int number;
    const char *after; /* what follows the number */
};

static struct words split(const char *line)
{
    struct words w = {.rest = line + strcspn(line, " ")};
    snprintf(w.command, sizeof w.command, "%.*s", (int)(w.rest - line), line);
    w.rest += strspn(w.rest, " ");
    char *end;
    w.number = (int)strtol(w.rest, &end, 10);
    w.has_number = end != w.rest;
    w.after = end + strspn(end, " ");
    return w;
}

static int word_of(const char *text, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return i;
    return -1;
}

/* ---- commands that become messages; false if an argument is missing ---- */

/* People count seats from 1, messages from 0. */
static bool with_seat(const struct words *w, struct message *m)
{
    if (w->has_number && w->number >= 1 && w->number <= CN_SEATS_MAX)
        message_set_number(m, FIELD_SEAT, w->number - 1);
    return message_has(m, FIELD_SEAT);
}

static bool chat(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    message_set_text(m, FIELD_TEXT, w->rest);
    return w->rest[0] != '\0';
}

static bool phrase(const struct join_table *table, const struct words *w, struct message *m)
{
    const char *known;
    (void)table;
    message_set_text(m, FIELD_PHRASE, w->rest);
    for (int i = 0; (known = phrase_at(i)) != NULL; i++)
        if (strcmp(known, w->rest) == 0)
            return true;
    return false;
}

static bool sit(const struct join_table *table, const struct words *w, struct message *m)
{
    message_set_text(m, FIELD_NAME, table->options->name);
    return with_seat(w, m);
}

static bool free_seat(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    return with_seat(w, m);
}

/* "/bot 2" seats a club player; "/bot 2 none" empties the seat. */
static bool bot(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    if (strcmp(w->after, "none") != 0)
        message_set_text(m, FIELD_LEVEL, w->after[0] != '\0' ? w->after : "club");
    return with_seat(w, m);
}

static bool pause_game(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    message_set_number(m, FIELD_YES, strcmp(w->command, "pause") == 0);
    return true;
}

static bool back(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    message_set_number(m, FIELD_N, w->has_number ? w->number : 1);
    return w->has_number ? w->number > 0 : w->rest[0] == '\0';
}

static bool cut(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    message_set_number(m, FIELD_K, w->number);
    return w->has_number && w->number >= 0 && w->number <= CN_CARDS_MAX;
}

static bool alone(const struct join_table *table, const struct words *w, struct message *m)
{
    (void)table;
    (void)w;
    (void)m;
    return true;
}

/* Reads a setting of the host: "timer brisk". */
static bool set(const struct join_table *table, const struct words *w, struct message *m)
{
    static const char *const timers[] = {"none", "relaxed", "brisk", "day", "days", "week"};
    static const char *const joins[] = {"all", "ask", "none"};
    static const char *const no_yes[] = {"no", "yes"};
    static const struct {
        const char *name;
        const char *const *words;
        int count;
        enum message_field field;
    } choices[] = {{"timer", timers, TURN_TIMERS, FIELD_TIMER},
                   {"join", joins, 3, FIELD_JOIN},
                   {"watch", no_yes, 2, FIELD_WATCH},
                   {"hints", no_yes, 2, FIELD_HINTS},
                   {"listed", no_yes, 2, FIELD_LISTED}};
    const struct words choice = split(w->rest);
    (void)table;
    if (strcmp(choice.command, "title") == 0 && choice.rest[0] != '\0') {
        message_set_text(m, FIELD_TITLE, choice.rest);
        return true;
    }
    if (strcmp(choice.command, "pace") == 0 && choice.has_number) {
        message_set_number(m, FIELD_PACE, choice.number);
        return choice.number >= 0 && choice.number <= 5000;
    }
    if (strcmp(choice.command, "open") == 0 && choice.has_number) {
        message_set_number(m, FIELD_OPEN, choice.number);
        return choice.number >= 0 && choice.number <= 3600;
    }
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const int value = word_of(choice.rest, choices[i].words, choices[i].count);
        if (strcmp(choices[i].name, choice.command) != 0 || value < 0)
            continue;
        message_set_number(m, choices[i].field, value);
        return true;
    }
    return false;
}

/* Returns the latest proposal that this player has to vote on, or NULL. */
static const struct session_proposal *open_proposal(const struct session *session)
{
    const struct session_proposal *latest = NULL;
    for (int what = 0; what < PROPOSALS; what++) {
        const struct session_proposal *one = &session->proposals[what];
        if (one->on != 0 && one->may_vote && (latest == NULL || one->heard > latest->heard))
            latest = one;
    }
    return latest;
}

/* ---- commands ---- */

struct command {
    const char *name;
    enum message_kind kind; /* NONE: handled here */
    bool (*read)(const struct join_table *table, const struct words *w, struct message *m);
    void (*answer)(struct join_table *table, const struct words *w);
};

static void tell_help(struct join_table *table, const struct words *w);
static void tell_who(struct join_table *table, const struct words *w);
static void tell_link(struct join_table *table, const struct words *w);
static void tell_phrases(struct join_table *table, const struct words *w);
static void vote(struct join_table *table, const struct words *w);
static void list_tables(struct join_table *table, const struct words *w);
static void leave(struct join_table *table, const struct words *w);
static void tell_set(struct join_table *table, const struct words *w);

/* In the order of the help: commands for all, then for the table, then for the host. */
static const struct command commands[] = {
    {"help", MESSAGE_NONE, NULL, tell_help},  {"ready", MESSAGE_READY, alone, NULL},
    {"chat", MESSAGE_CHAT, chat, NULL},       {"phrase", MESSAGE_CHAT, phrase, tell_phrases},
    {"who", MESSAGE_NONE, NULL, tell_who},    {"link", MESSAGE_NONE, NULL, tell_link},
    {"cut", MESSAGE_CUT, cut, NULL},          {"hint", MESSAGE_HINT, alone, NULL},
    {"back", MESSAGE_UNDO, back, NULL},       {"yes", MESSAGE_NONE, NULL, vote},
    {"no", MESSAGE_NONE, NULL, vote},         {"pause", MESSAGE_PAUSE, pause_game, NULL},
    {"go", MESSAGE_PAUSE, pause_game, NULL},  {"rematch", MESSAGE_REMATCH, alone, NULL},
    {"share", MESSAGE_SHARE, alone, NULL},    {"sit", MESSAGE_SIT, sit, NULL},
    {"rise", MESSAGE_STAND, alone, NULL},     {"tables", MESSAGE_NONE, NULL, list_tables},
    {"quit", MESSAGE_NONE, NULL, leave},      {"bot", MESSAGE_BOT, bot, NULL},
    {"free", MESSAGE_EVICT, free_seat, NULL}, {"seats", MESSAGE_SEATS, alone, NULL},
    {"set", MESSAGE_SET, set, tell_set},
};
enum {
    COMMANDS = sizeof commands / sizeof commands[0]
};

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void tell_usage(struct join_table *table, const char *name)
{
    char key[40];
    snprintf(key, sizeof key, "join.help.%s", name);
    join_answer(table, key, "", "");
}

static void tell_help(struct join_table *table, const struct words *w)
{
    (void)w;
    for (int i = 1; i < COMMANDS; i++)
        tell_usage(table, commands[i].name);
}

static void tell_who(struct join_table *table, const struct words *w)
{
    char text[400];
    char count[16];
    (void)w;
    if (table->session.players == 0)
        join_answer(table, "join.no_connection", "", "");
    for (int seat = 0; seat < table->session.players; seat++) {
        join_who(table, seat, text, sizeof text);
        remote_game_answer(table->far, text);
    }
    snprintf(count, sizeof count, "%d", table->session.watchers);
    if (table->session.watchers > 0)
        join_answer(table, "join.watchers", count, "");
}

static void tell_link(struct join_table *table, const struct words *w)
{
    char url[2 * URL_SIZE];
    (void)w;
    url_format(&table->options->url, url, sizeof url);
    join_answer(table, "join.link", url, "");
}

static void tell_phrases(struct join_table *table, const struct words *w)
{
    const char *name;
    (void)w;
    tell_usage(table, "phrase");
    for (int i = 0; (name = phrase_at(i)) != NULL; i++) {
        char key[64];
        char sentence[200];
        snprintf(key, sizeof key, "phrase.%s", name);
        cn_words_lookup(&table->words, key, sentence, sizeof sentence);
        join_answer(table, "join.phrase", name, sentence);
    }
}

static void tell_choices(struct join_table *table)
{
    const struct session_choices *choices = &table->session.choices;
    struct message set;
    message_init(&set, MESSAGE_SET);
    if (choices->title[0] != '\0')
        message_set_text(&set, FIELD_TITLE, choices->title);
    message_set_number(&set, FIELD_TIMER, choices->timer);
    message_set_number(&set, FIELD_JOIN, choices->join);
    message_set_number(&set, FIELD_WATCH, choices->watch);
    message_set_number(&set, FIELD_HINTS, choices->hints);
    message_set_number(&set, FIELD_LISTED, choices->listed);
    message_set_number(&set, FIELD_PACE, choices->pace);
    if (choices->open > 0)
        message_set_number(&set, FIELD_OPEN, choices->open);
    join_tell_choices(table, &set, true);
}

/* Shows a setting, or how to change it. */
static void tell_set(struct join_table *table, const struct words *w)
{
    if (w->rest[0] == '\0')
        tell_choices(table);
    tell_usage(table, "set");
}

static void leave(struct join_table *table, const struct words *w)
{
    (void)w;
    table->over = true;
}

static bool ask(struct join_table *table, struct message *message)
{
    char why[400] = "";
    const bool done = join_ask_and_wait(table, message, why, sizeof why);
    if (!done && why[0] != '\0')
        remote_game_answer(table->far, why);
    return done;
}

static void vote(struct join_table *table, const struct words *w)
{
    const struct session_proposal *proposal = open_proposal(&table->session);
    struct message message;
    if (proposal == NULL) {
        join_answer(table, "join.no_question", "", "");
        return;
    }
    message_init(&message, MESSAGE_VOTE);
    message_set_number(&message, FIELD_YES, strcmp(w->command, "yes") == 0);
    message_set_number(&message, FIELD_ON, proposal->on);
    ask(table, &message);
}

static void list_tables(struct join_table *table, const struct words *w)
{
    struct message message;
    (void)w;
    message_init(&message, MESSAGE_LIST);
    table->listed = 0;
    if (ask(table, &message) && table->listed == 0)
        join_answer(table, "join.no_tables", "", "");
}

void join_command(void *context, const char *line)
{
    struct join_table *table = context;
    struct message message;
    const struct words w = split(line);
    const struct command *command = find(w.command);
    if (command == NULL) {
        join_answer(table, "join.unknown", w.command, "");
        return;
    }
    if (command->kind == MESSAGE_READY) {
        join_ready(table);
        return;
    }
    if (command->kind != MESSAGE_NONE) {
        message_init(&message, command->kind);
        if (command->read(table, &w, &message)) {
            ask(table, &message);
            return;
        }
    }
    if (command->answer != NULL)
        command->answer(table, &w);
    else
        tell_usage(table, command->name);
}
