/* join_words.c -- what a player says about the table ("/chat hello"), and what the table says to a player. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join_table.h"

void join_say(struct join_table *table, const char *key, const char *a, const char *b,
              const char *c)
{
    char text[1024];
    const char *const arguments[] = {a, b, c};
    cn_words_format(&table->words, key, arguments, 3, text, sizeof text);
    cn_far_say(table->far, text);
}

const char *join_name(const struct join_table *table, int seat)
{
    const struct join_chair *chair = &table->chairs[seat];
    return chair->name[0] != '\0' ? chair->name : chair->level[0] != '\0' ? chair->level : "?";
}

void join_refusal(const struct join_table *table, const struct cn_message *no, char *text,
                  size_t size)
{
    char key[64];
    if (cn_message_has(no, CN_FIELD_LAW)) {
        snprintf(text, size, "%s", no->text);
        return;
    }
    snprintf(key, sizeof key, "net.%s", no->why);
    const char *const arguments[] = {no->text};
    if (cn_words_get(&table->words, key, text, size))
        cn_words_format(&table->words, key, arguments, 1, text, size);
    else
        cn_words_format(&table->words, "join.refused", &(const char *){no->why}, 1, text, size);
}

/* ---- what the table says ---- */

static void tell_chat(struct join_table *table, const struct cn_message *chat)
{
    char key[64];
    char phrase[200];
    if (cn_message_has(chat, CN_FIELD_TEXT)) {
        join_say(table, "join.chat", chat->name, chat->text, "");
        return;
    }
    snprintf(key, sizeof key, "phrase.%s", chat->phrase);
    cn_words_get(&table->words, key, phrase, sizeof phrase);
    join_say(table, "join.chat", chat->name, phrase, "");
}

static void tell_seat(struct join_table *table, const struct cn_message *seat)
{
    char number[16];
    snprintf(number, sizeof number, "%d", seat->seat);
    if (seat->seat == table->seat)
        join_say(table, seat->host ? "join.seat.mine.host" : "join.seat.mine", number, "", "");
    else if (cn_message_has(seat, CN_FIELD_NAME))
        join_say(table, "join.seat", seat->name, number, "");
    else if (cn_message_has(seat, CN_FIELD_LEVEL))
        join_say(table, "join.seat.bot", seat->level, number, "");
    else
        join_say(table, "join.seat.free", number, "", "");
}

static void tell_here(struct join_table *table, const struct cn_message *here)
{
    static const char *const keys[] = {"join.here.away", "join.here.back", "join.here.bot"};
    if (!cn_message_has(here, CN_FIELD_SEAT) || here->seat == table->seat ||
        table->chairs[here->seat].here == here->here)
        return;
    join_say(table, keys[here->here], join_name(table, here->seat), "", "");
}

static void tell_proposal(struct join_table *table, const struct cn_message *ask)
{
    static const char *const keys[] = {"join.ask.back", "join.ask.rematch", "join.ask.sit"};
    char n[16];
    const bool sit = ask->what == CN_PROPOSAL_SIT;
    if (!sit && cn_message_has(ask, CN_FIELD_SEAT) && ask->seat == table->seat)
        return;
    snprintf(n, sizeof n, "%d", ask->n);
    join_say(table, keys[ask->what],
             sit                                  ? ask->name
             : cn_message_has(ask, CN_FIELD_SEAT) ? join_name(table, ask->seat)
                                                  : "?",
             n, "");
}

static void tell_clock(struct join_table *table, const struct cn_message *clock)
{
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", (clock->ms + 500) / 1000);
    if (clock->seat == table->seat)
        join_say(table, "join.clock", seconds, "", "");
}

static void tell_shuffled(struct join_table *table, const struct cn_message *shuffled)
{
    char given[16];
    int count = 0;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        count += shuffled->part_given >> seat & 1;
    snprintf(given, sizeof given, "%d", count);
    join_say(table, "join.shuffled", given, "", "");
    if (shuffled->seat == table->seat)
        join_say(table, "join.cut", "", "", "");
}

static void tell_listed(struct join_table *table, const struct cn_message *listed)
{
    char about[64];
    snprintf(about, sizeof about, "%s, %d", listed->rules, listed->players);
    join_say(table, "join.listed", listed->table, listed->title, about);
}

static void tell_hint(struct join_table *table, const struct cn_message *hint)
{
    join_say(table, "join.hint", hint->action, "", "");
}

void join_tell(struct join_table *table, const struct cn_message *message)
{
    switch ((enum cn_message_kind)message->kind) {
    case CN_MESSAGE_CHAT: tell_chat(table, message); break;
    case CN_MESSAGE_SEAT: tell_seat(table, message); break;
    case CN_MESSAGE_HERE: tell_here(table, message); break;
    case CN_MESSAGE_PROPOSAL: tell_proposal(table, message); break;
    case CN_MESSAGE_CLOCK: tell_clock(table, message); break;
    case CN_MESSAGE_SHUFFLED: tell_shuffled(table, message); break;
    case CN_MESSAGE_LISTED: tell_listed(table, message); break;
    case CN_MESSAGE_HINT: tell_hint(table, message); break;
    case CN_MESSAGE_PAUSE:
        join_say(table, message->yes ? "join.paused" : "join.goes_on", "", "", "");
        break;
    case CN_MESSAGE_SETTLED:
        join_say(table, message->yes ? "join.agreed" : "join.declined", "", "", "");
        break;
    case CN_MESSAGE_SHARE: join_say(table, "join.shared", message->link, "", ""); break;
    default: break;
    }
}

/* ---- what the player says ---- */

struct words {
    char command[16];
    const char *rest;
    bool has_number;
    int number;
    const char *after; /* the number */
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

static void tell_help(struct join_table *table)
{
    for (int i = 1;; i++) {
        char key[32];
        char text[400];
        snprintf(key, sizeof key, "join.help.%d", i);
        if (!cn_words_get(&table->words, key, text, sizeof text))
            return;
        cn_far_say(table->far, text);
    }
}

static void tell_who(struct join_table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        const struct join_chair *chair = &table->chairs[seat];
        char number[16];
        snprintf(number, sizeof number, "%d", seat);
        join_say(table,
                 chair->name[0] != '\0'    ? "join.seat"
                 : chair->level[0] != '\0' ? "join.seat.bot"
                                           : "join.seat.free",
                 chair->name[0] != '\0'    ? chair->name
                 : chair->level[0] != '\0' ? chair->level
                                           : number,
                 number, "");
    }
}

static int word_of(const char *text, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return i;
    return -1;
}

/* "timer brisk": the host's choices. */
static bool read_choice(const char *rest, struct cn_message *set)
{
    static const char *const timers[] = {"none", "relaxed", "brisk"};
    static const char *const joins[] = {"all", "ask", "none"};
    static const char *const yes_no[] = {"no", "yes"};
    const struct words w = split(rest);
    int value = -1;
    int field = -1;
    if (strcmp(w.command, "title") == 0) {
        cn_message_text(set, CN_FIELD_TITLE, w.rest);
        return true;
    }
    if (strcmp(w.command, "timer") == 0) {
        field = CN_FIELD_TIMER;
        value = word_of(w.rest, timers, 3);
    } else if (strcmp(w.command, "join") == 0) {
        field = CN_FIELD_JOIN;
        value = word_of(w.rest, joins, 3);
    } else if (strcmp(w.command, "pace") == 0) {
        field = CN_FIELD_PACE;
        value = w.has_number ? w.number : -1;
    } else {
        field = strcmp(w.command, "watch") == 0    ? CN_FIELD_WATCH
                : strcmp(w.command, "hints") == 0  ? CN_FIELD_HINTS
                : strcmp(w.command, "listed") == 0 ? CN_FIELD_LISTED
                                                   : -1;
        value = word_of(w.rest, yes_no, 2);
    }
    if (field < 0 || value < 0)
        return false;
    cn_message_number(set, (enum cn_message_field)field, value);
    return true;
}

static bool with_seat(struct cn_message *message, const struct words *w)
{
    if (w->has_number && w->number >= 0 && w->number < CN_SEATS_MAX)
        cn_message_number(message, CN_FIELD_SEAT, w->number);
    return cn_message_has(message, CN_FIELD_SEAT);
}

/* The message that the words mean; false: they mean none. */
static bool read_command(const struct join_table *table, const struct words *w,
                         struct cn_message *m)
{
    static const char *const names[] = {"ready", "chat", "phrase",  "sit",  "rise", "pause",
                                        "go",    "back", "rematch", "yes",  "no",   "bot",
                                        "free",  "set",  "share",   "hint", "cut"};
    static const enum cn_message_kind kinds[] = {
        CN_MESSAGE_READY, CN_MESSAGE_CHAT,  CN_MESSAGE_CHAT, CN_MESSAGE_SIT,     CN_MESSAGE_RISE,
        CN_MESSAGE_PAUSE, CN_MESSAGE_PAUSE, CN_MESSAGE_BACK, CN_MESSAGE_REMATCH, CN_MESSAGE_VOTE,
        CN_MESSAGE_VOTE,  CN_MESSAGE_BOT,   CN_MESSAGE_FREE, CN_MESSAGE_SET,     CN_MESSAGE_SHARE,
        CN_MESSAGE_HINT,  CN_MESSAGE_CUT};
    const int which = word_of(w->command, names, (int)(sizeof names / sizeof names[0]));
    if (which < 0)
        return false;
    cn_message_init(m, kinds[which]);
    switch (m->kind) {
    case CN_MESSAGE_CHAT:
        cn_message_text(m, which == 1 ? CN_FIELD_TEXT : CN_FIELD_PHRASE, w->rest);
        return w->rest[0] != '\0';
    case CN_MESSAGE_SIT:
        cn_message_text(m, CN_FIELD_NAME, table->options->name);
        return with_seat(m, w);
    case CN_MESSAGE_FREE: return with_seat(m, w);
    case CN_MESSAGE_BOT:
        if (w->after[0] != '\0')
            cn_message_text(m, CN_FIELD_LEVEL, w->after);
        return with_seat(m, w);
    case CN_MESSAGE_PAUSE: cn_message_number(m, CN_FIELD_YES, which == 5); return true;
    case CN_MESSAGE_VOTE:
        cn_message_number(m, CN_FIELD_YES, which == 9);
        cn_message_number(m, CN_FIELD_ON, table->proposal);
        return table->proposal != 0;
    case CN_MESSAGE_BACK:
        cn_message_number(m, CN_FIELD_N, w->has_number ? w->number : 1);
        return true;
    case CN_MESSAGE_CUT: cn_message_number(m, CN_FIELD_K, w->number); return w->has_number;
    case CN_MESSAGE_SET: return read_choice(w->rest, m);
    default: return true;
    }
}

void join_command(void *context, const char *line)
{
    struct join_table *table = context;
    const struct words w = split(line);
    struct cn_message message;
    if (strcmp(w.command, "help") == 0) {
        tell_help(table);
    } else if (strcmp(w.command, "who") == 0) {
        tell_who(table);
    } else if (strcmp(w.command, "link") == 0) {
        char url[2 * CN_URL_SIZE];
        cn_url_format(&table->options->url, url, sizeof url);
        join_say(table, "join.link", url, "", "");
    } else if (!read_command(table, &w, &message)) {
        join_say(table, "join.unknown", line, "", "");
    } else {
        char why[400] = "";
        if (!join_ask_and_wait(table, &message, why, sizeof why) && why[0] != '\0')
            cn_far_say(table->far, why);
    }
}
