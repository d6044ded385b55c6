/* join_words.c -- messages from the table, in words. */
#include <stdio.h>
#include <string.h>

#include "display/display.h"
#include "join_table.h"

void join_say(struct join_table *table, const char *key, const char *a, const char *b,
              const char *c)
{
    char text[1024];
    const char *const arguments[] = {a, b, c};
    cn_words_format(&table->words, key, arguments, 3, text, sizeof text);
    remote_game_say(table->far, text);
}

const char *join_name(const struct join_table *table, int seat)
{
    return table->shown[seat];
}

void join_refusal(const struct join_table *table, const char *why, const char *law,
                  const char *said, char *text, size_t size)
{
    char key[64];
    char sentence[512];
    if (law[0] != '\0') {
        /* The server's message is in English. Use the catalogue's if it needs nothing that only the
         * server knows. */
        snprintf(key, sizeof key, "refusal.%s", why);
        const bool ours = cn_words_lookup(&table->words, key, sentence, sizeof sentence) &&
                          strchr(sentence, '{') == NULL;
        const char *const by_law[] = {law, ours ? sentence : said};
        cn_words_format(&table->words, "join.law", by_law, 2, text, size);
        return;
    }
    snprintf(key, sizeof key, "net.%s", why);
    const char *const arguments[] = {said};
    if (cn_words_lookup(&table->words, key, text, size))
        cn_words_format(&table->words, key, arguments, 1, text, size);
    else
        cn_words_format(&table->words, "join.refused", &why, 1, text, size);
}

void join_answer(struct join_table *table, const char *key, const char *a, const char *b)
{
    char text[1024];
    const char *const arguments[] = {a, b};
    cn_words_format(&table->words, key, arguments, 2, text, sizeof text);
    remote_game_answer(table->far, text);
}

/* "join.ask" and "back" make the key join.ask.back. */
static void say_of(struct join_table *table, const char *key, const char *more, const char *a,
                   const char *b)
{
    char whole[64];
    snprintf(whole, sizeof whole, "%s.%s", key, more);
    join_say(table, whole, a, b, "");
}

void join_number(int seat, char text[NUMBER_SIZE])
{
    snprintf(text, NUMBER_SIZE, "%d", seat + 1);
}

/* ---- messages ---- */

static void tell_chat(struct join_table *table, const struct message *chat)
{
    char key[64];
    char phrase[200];
    if (message_has(chat, FIELD_TEXT)) {
        join_say(table, "join.chat", chat->name, chat->text, "");
        return;
    }
    snprintf(key, sizeof key, "phrase.%s", chat->phrase);
    cn_words_lookup(&table->words, key, phrase, sizeof phrase);
    join_say(table, "join.chat", chat->name, phrase, "");
}

/* Reports that a player has taken a seat or left it. */
static void tell_holder(struct join_table *table, const struct message *seat, const char *number)
{
    const struct session_seat *old = &table->session.seats[seat->seat];
    char level[64];
    char key[40];
    if (seat->name[0] != '\0') {
        const bool mine = seat->seat == table->session.seat;
        join_say(table,
                 !mine                                   ? "join.seat"
                 : session_is_gathering(&table->session) ? "join.seat.mine.ready"
                                                         : "join.seat.mine",
                 mine ? number : seat->name, number, "");
        return;
    }
    if (old->name[0] != '\0')
        join_say(table, "join.left", old->name, number, "");
    snprintf(key, sizeof key, "level.%s", seat->level);
    if (seat->level[0] == '\0')
        join_say(table, "join.seat.free", number, "", "");
    else if (cn_words_lookup(&table->words, key, level, sizeof level))
        join_say(table, "join.seat.bot", level, number, "");
}

static void tell_seat(struct join_table *table, const struct message *seat)
{
    const struct session_seat *old = &table->session.seats[seat->seat];
    char number[NUMBER_SIZE];
    join_number(seat->seat, number);
    if (!old->known || strcmp(old->name, seat->name) != 0 || strcmp(old->level, seat->level) != 0)
        tell_holder(table, seat, number);
    if (!seat->host || (old->host && strcmp(old->name, seat->name) == 0))
        return;
    join_say(table, seat->seat == table->session.seat ? "join.host.mine" : "join.host", seat->name,
             "", "");
}

/* Shows the card drawn for a seat, and which seat that gives. */
static void tell_drawn(struct join_table *table, const struct message *drawn)
{
    char cards[400];
    char number[NUMBER_SIZE];
    join_number(drawn->to, number);
    words_each(&table->words, drawn->cards, drawn->card_count, cards, sizeof cards);
    join_say(table, "join.drawn", join_name(table, drawn->seat), cards, number);
}

static void tell_here(struct join_table *table, const struct message *here)
{
    static const char *const keys[] = {"join.here.away", "join.here.back", "join.here.bot"};
    static const char *const own[] = {NULL, "join.here.back.mine", "join.here.bot.mine"};
    char count[16];
    if (!message_has(here, FIELD_SEAT)) {
        snprintf(count, sizeof count, "%d", here->watchers);
        if (here->watchers != table->session.watchers)
            join_say(table, here->watchers > 0 ? "join.watchers" : "join.watchers.none", count, "",
                     "");
        return;
    }
    const struct session_seat *entry = &table->session.seats[here->seat];
    const char *key = here->seat == table->session.seat ? own[here->here] : keys[here->here];
    const bool same = entry->here == here->here;
    if (!same && key != NULL)
        join_say(table, key, join_name(table, here->seat), "", "");
    if (here->ready && !entry->ready && here->seat != table->session.seat &&
        session_is_gathering(&table->session))
        join_say(table, "join.is_ready", join_name(table, here->seat), "", "");
}

static const char *const proposals[PROPOSALS] = {"back", "rematch", "sit", "open"};

/* The text depends on whether the reader has to answer, has asked, or is another player. */
static void tell_proposal(struct join_table *table, const struct message *ask)
{
    char about[1200] = "";
    char key[40];
    const bool sit = ask->what == PROPOSAL_SIT;
    const bool plays = table->session.seat != CN_NO_SEAT;
    const bool own = !sit && plays && ask->seat == table->session.seat;
    const bool answers = plays && (!sit || table->session.seats[table->session.seat].host);
    if (ask->what == PROPOSAL_BACK)
        remote_game_say_undoing(table->far, ask->n, about, sizeof about);
    snprintf(key, sizeof key, "%s%s", proposals[ask->what], about[0] != '\0' ? ".this" : "");
    if (about[0] == '\0')
        snprintf(about, sizeof about, "%d", ask->n);
    if (sit && !plays && strcmp(ask->name, table->options->name) == 0)
        return; /* already knows that the host has been asked */
    say_of(table,
           own       ? "join.asked"
           : answers ? "join.ask"
                     : "join.asks",
           key, sit ? ask->name : join_name(table, ask->seat), about);
}

static void tell_settled(struct join_table *table, const struct message *settled)
{
    say_of(table, settled->yes ? "join.agreed" : "join.declined", proposals[settled->what], "", "");
}

static void tell_pledged(struct join_table *table, const struct message *pledged)
{
    char given[16];
    int count = 0;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        count += pledged->part_given >> seat & 1;
    snprintf(given, sizeof given, "%d", count);
    join_say(table, "join.pledged", given, "", "");
    const bool mine = pledged->seat == table->session.seat;
    if ((pledged->part_given >> pledged->seat & 1) != 0)
        join_say(table, mine ? "join.cut" : "join.cuts", join_name(table, pledged->seat), "", "");
}

void join_tell_void(struct join_table *table, int by)
{
    char names[CN_SEATS_MAX * 100] = "";
    char count[16];
    int seats = 0;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        if ((by >> seat & 1) == 0)
            continue;
        const size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%s", seats++ > 0 ? ", " : "",
                 join_name(table, seat));
    }
    snprintf(count, sizeof count, "%d", seats);
    join_say(table, "join.void", names, count, "");
}

static void tell_listed(struct join_table *table, const struct message *listed)
{
    struct url url = table->options->url;
    table->listed++;
    if (message_has(listed, FIELD_URL) && !url_parse(listed->url, &url))
        url = table->options->url; /* this one sends people on */
    char link[2 * URL_SIZE];
    char free[16];
    snprintf(url.table, sizeof url.table, "%s", listed->table);
    url_format(&url, link, sizeof link);
    snprintf(free, sizeof free, "%d", listed->n);
    join_say(table, "join.listed", link, listed->title[0] != '\0' ? listed->title : listed->rules,
             free);
    if (listed->arranged)
        join_say(table, "join.arranged", "", "", "");
}

/* The server's text is in English. What trials found has all that its sentence needs, and a reason
 * follows from what this seat sees, so they are shown in the player's language instead. */
static void say_reason(const struct join_table *table, const struct message *hint,
                       struct cn_action action, char *text, size_t size)
{
    const struct cn_game *game = &table->session.replica.game;
    const struct cn_view view = cn_game_view(game, table->session.seat);
    const struct cn_reason reason = cn_reason_for(&view, action);
    struct cn_finding finding;
    if (cn_finding_parse(hint->why, &finding))
        cn_words_found(&table->words, cn_course_name(finding.course), finding.better, finding.other,
                       text, size);
    if (strcmp(cn_reason_name(reason.id), hint->why) == 0)
        cn_words_reason(&table->words, hint->why, reason.kind, reason.number, text, size);
}

static void tell_hint(struct join_table *table, const struct message *hint)
{
    struct cn_action action;
    char text[300] = "";
    char why[1024];
    snprintf(why, sizeof why, "%s", hint->text);
    if (cn_action_parse(table->session.replica.game.law, hint->action, strlen(hint->action),
                        &action)) {
        cn_words_action(&table->words, table->session.replica.game.law,
                        &table->session.replica.game.deal.board, table->session.seat, action, text,
                        sizeof text);
        if (cn_game_actor(&table->session.replica.game) == table->session.seat)
            say_reason(table, hint, action, why, sizeof why);
    }
    join_say(table, "join.hint", text, why, "");
}

static void tell_pause(struct join_table *table, const struct message *pause)
{
    const bool known = message_has(pause, FIELD_SEAT);
    const bool own = known && pause->seat == table->session.seat;
    if (pause->yes == table->session.paused)
        return;
    say_of(table, pause->yes ? "join.paused" : "join.goes_on",
           own     ? "you"
           : known ? "by"
                   : "now",
           known ? join_name(table, pause->seat) : "", "");
}

static void tell_shared(struct join_table *table, const struct message *share)
{
    struct url url = table->options->url;
    char base[2 * URL_SIZE];
    url.table[0] = '\0';
    url_format(&url, base, sizeof base);
    join_say(table, "join.shared", base, share->link, "");
}

static void tell_choice(struct join_table *table, bool is_answer, const char *key,
                        const char *value, const char *argument)
{
    char whole[64];
    snprintf(whole, sizeof whole, "join.set.%s%s%s", key, value[0] != '\0' ? "." : "", value);
    if (is_answer)
        join_answer(table, whole, argument, "");
    else
        join_say(table, whole, argument, "", "");
}

/* A snapshot contains the table's settings. Players must know whether hands are shown and whether
 * the cards were chosen. */
static void tell_table(struct join_table *table, const struct message *message)
{
    const struct session *session = &table->session;
    char open[16];
    snprintf(open, sizeof open, "%d", message->open);
    if (message->open > 0 && message->open != session->choices.open && message->watch)
        tell_choice(table, false, "open", "yes", open);
    if (message->arranged && !session->arranged)
        join_say(table, "join.arranged", "", "", "");
}

void join_tell_choices(struct join_table *table, const struct message *set, bool is_answer)
{
    static const char *const timers[] = {"none", "relaxed", "brisk", "day", "days", "week"};
    static const char *const joins[] = {"all", "ask", "none"};
    static const char *const no_yes[] = {"no", "yes"};
    char pace[16];
    char open[16];
    snprintf(pace, sizeof pace, "%d", set->pace);
    snprintf(open, sizeof open, "%d", set->open);
    if (message_has(set, FIELD_TITLE))
        tell_choice(table, is_answer, "title", "", set->title);
    if (message_has(set, FIELD_TIMER))
        tell_choice(table, is_answer, "timer", timers[set->timer], "");
    if (message_has(set, FIELD_JOIN))
        tell_choice(table, is_answer, "join", joins[set->join], "");
    if (message_has(set, FIELD_WATCH))
        tell_choice(table, is_answer, "watch", no_yes[set->watch != 0], "");
    if (message_has(set, FIELD_HINTS))
        tell_choice(table, is_answer, "hints", no_yes[set->hints != 0], "");
    if (message_has(set, FIELD_LISTED))
        tell_choice(table, is_answer, "listed", no_yes[set->listed], "");
    if (message_has(set, FIELD_PACE))
        tell_choice(table, is_answer, "pace", "", pace);
    if (message_has(set, FIELD_OPEN))
        tell_choice(table, is_answer, "open", set->open > 0 ? "yes" : "no", open);
}

void join_tell(struct join_table *table, const struct message *message)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_CHAT: tell_chat(table, message); break;
    case MESSAGE_TABLE: tell_table(table, message); break;
    case MESSAGE_SEAT: tell_seat(table, message); break;
    case MESSAGE_DRAWN: tell_drawn(table, message); break;
    case MESSAGE_PRESENCE: tell_here(table, message); break;
    case MESSAGE_PROPOSAL: tell_proposal(table, message); break;
    case MESSAGE_SETTLED: tell_settled(table, message); break;
    case MESSAGE_PLEDGED: tell_pledged(table, message); break;
    case MESSAGE_LISTED: tell_listed(table, message); break;
    case MESSAGE_HINT: tell_hint(table, message); break;
    case MESSAGE_PAUSE: tell_pause(table, message); break;
    case MESSAGE_SET: join_tell_choices(table, message, false); break;
    case MESSAGE_SHARE: tell_shared(table, message); break;
    default: break;
    }
}

/* ---- the waiting room ---- */

static void add_word(const struct join_table *table, const char *key, char *text, size_t size)
{
    char word[100];
    const size_t at = strlen(text);
    if (cn_words_lookup(&table->words, key, word, sizeof word))
        snprintf(text + at, size - at, ", %s", word);
}

void join_who(const struct join_table *table, int seat, char *text, size_t size)
{
    const struct session_seat *entry = &table->session.seats[seat];
    const bool held = entry->name[0] != '\0';
    char number[16];
    char key[40];
    join_number(seat, number);
    const char *const arguments[] = {number, entry->name};
    cn_words_format(&table->words,
                    held                      ? "join.who"
                    : entry->level[0] != '\0' ? "join.who.bot"
                                              : "join.who.free",
                    arguments, 2, text, size);
    snprintf(key, sizeof key, "level.%s", entry->level);
    if (!held)
        add_word(table, key, text, size);
    if (seat == table->session.seat)
        add_word(table, "join.who.you", text, size);
    if (entry->host)
        add_word(table, "join.who.host", text, size);
    if (held && entry->here != HERE_YES)
        add_word(table, entry->here == HERE_BOT ? "join.who.stands_in" : "join.who.away", text,
                 size);
    if (held && session_is_gathering(&table->session))
        add_word(table, entry->ready ? "join.who.ready" : "join.who.not_ready", text, size);
}

void join_show_lobby(struct join_table *table)
{
    char lines[2000];
    char url[2 * URL_SIZE];
    char text[300];
    url_format(&table->options->url, url, sizeof url);
    const char *const arguments[] = {url};
    cn_words_format(&table->words, "join.link", arguments, 1, lines, sizeof lines);
    for (int seat = 0; seat < table->session.players; seat++) {
        const size_t at = strlen(lines);
        join_who(table, seat, text, sizeof text);
        snprintf(lines + at, sizeof lines - at, "%s%s", seat == 0 ? "\n\n " : "\n ", text);
    }
    remote_game_lobby(table->far, lines);
}
