/* session_page.c -- the session of a page (src/client/session.h): events in and effects out, as
 * JSON.
 *
 * TypeScript carries out the effects and shows the state; it makes no decisions about the
 * conversation.
 */
#include "session_page.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"

/* ---- effects ---- */

static void put_effect(const struct table_page *page, const struct session_effect *effect,
                       struct cn__text *out)
{
    const struct session_effects *effects = &page->effects;
    const uint8_t *token = page->session.options.token;
    static const char *const names[] = {
        [SESSION_EFFECT_SEND] = "send",         [SESSION_EFFECT_RECONNECT] = "reconnect",
        [SESSION_EFFECT_ANSWER] = "answer",     [SESSION_EFFECT_REFUSAL] = "refusal",
        [SESSION_EFFECT_DECLINED] = "declined", [SESSION_EFFECT_TOKEN] = "token",
        [SESSION_EFFECT_NO_TOKEN] = "no-token", [SESSION_EFFECT_ENDED] = "ended"};
    const char *text = effect->length > 0 ? effects->text.text + effect->at : "";
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "is", names[effect->type]);
    if (effect->type == SESSION_EFFECT_ANSWER) {
        cn__json_int(out, "ticket", effect->ticket);
        cn__json_bool(out, "done", effect->done);
    }
    if (effect->type == SESSION_EFFECT_ANSWER || effect->type == SESSION_EFFECT_REFUSAL) {
        cn__json_string(out, "why", effect->why);
        cn__json_string(out, "law", effect->law);
    }
    if (effect->type == SESSION_EFFECT_DECLINED)
        cn__json_string(out, "what", message_word(FIELD_WHAT, effect->what));
    if (effect->type == SESSION_EFFECT_TOKEN)
        cn__json_hex(out, "text", token, TOKEN_BYTES);
    else
        cn__json_string_n(out, "text", text, effect->length);
    cn__json_close(out, '}');
}

/* ---- the state ---- */

static void put_seats(const struct session *session, struct cn__text *out)
{
    cn__json_open(out, "seats", '[');
    for (int seat = 0; seat < session->players; seat++) {
        const struct session_seat *entry = &session->seats[seat];
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "seat", seat);
        cn__json_string(out, "name", entry->name);
        cn__json_string(out, "level", entry->level);
        cn__json_bool(out, "held", entry->held);
        cn__json_bool(out, "host", entry->host);
        cn__json_string(out, "here", message_word(FIELD_HERE, entry->here));
        cn__json_bool(out, "ready", entry->ready);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_choices(const struct session_choices *choices, struct cn__text *out)
{
    cn__json_open(out, "choices", '{');
    cn__json_string(out, "title", choices->title);
    cn__json_string(out, "timer", message_word(FIELD_TIMER, choices->timer));
    cn__json_string(out, "join", message_word(FIELD_JOIN, choices->join));
    cn__json_bool(out, "watch", choices->watch);
    cn__json_bool(out, "hints", choices->hints);
    cn__json_bool(out, "listed", choices->listed);
    cn__json_int(out, "pace", choices->pace);
    cn__json_int(out, "open", choices->open);
    cn__json_close(out, '}');
}

static void put_proposals(const struct table_page *page, struct cn__text *out)
{
    const struct session *session = &page->session;
    cn__json_open(out, "proposals", '[');
    for (int what = 0; what < PROPOSALS; what++) {
        const struct session_proposal *proposal = &session->proposals[what];
        if (proposal->on == 0)
            continue;
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "on", proposal->on);
        cn__json_string(out, "what", message_word(FIELD_WHAT, what));
        cn__json_seat(out, "seat", proposal->seat);
        cn__json_int(out, "n", proposal->n);
        cn__json_string(out, "undoes", what == PROPOSAL_BACK ? page->undoes : "");
        cn__json_string(out, "name", proposal->name);
        cn__json_bool(out, "mine", proposal->mine);
        cn__json_bool(out, "open", proposal->may_vote);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_drawn(const struct session *session, struct cn__text *out)
{
    cn__json_open(out, "drawn", '[');
    for (int seat = 0; seat < session->players; seat++) {
        const struct session_drawn *drawn = &session->drawn[seat];
        if (!drawn->known)
            continue;
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "name", drawn->name);
        cn__json_int(out, "from", seat);
        cn__json_int(out, "to", drawn->to);
        cn__json_cards(out, "cards", drawn->cards, drawn->count);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_hands(const struct session *session, struct cn__text *out)
{
    if (!session->hands_shown) {
        cn__json_null(out, "openHands");
        return;
    }
    cn__json_open(out, "openHands", '[');
    for (int seat = 0; seat < session->players; seat++)
        cn__json_cards(out, NULL, session->hands[seat], session->hand_count[seat]);
    cn__json_close(out, ']');
}

static void put_clock(const struct session *session, struct cn__text *out)
{
    if (session->clock_seat == CN_NO_SEAT) {
        cn__json_null(out, "clock");
        return;
    }
    cn__json_open(out, "clock", '{');
    cn__json_int(out, "seat", session->clock_seat);
    cn__json_int(out, "ends", session->clock_ends_ms);
    cn__json_close(out, '}');
}

static void put_paused(const struct session *session, struct cn__text *out)
{
    if (!session->paused) {
        cn__json_null(out, "paused");
        return;
    }
    cn__json_open(out, "paused", '{');
    cn__json_seat(out, "seat", session->paused_by);
    cn__json_close(out, '}');
}

static void put_verdict(const struct table_page *page, struct cn__text *out)
{
    const enum deal_verdict verdict = page->session.verdict;
    char key[40];
    char text[SAY_SIZE];
    if (verdict == DEAL_UNJUDGED) {
        cn__json_null(out, "verdict");
        return;
    }
    snprintf(key, sizeof key, "join.%s", deal_verdict_name(verdict));
    cn__json_open(out, "verdict", '{');
    cn__json_string(out, "name", deal_verdict_name(verdict));
    cn__json_string(out, "text", WORDS0(&page->scene.words, text, key));
    cn__json_bool(out, "unfair", deal_is_unfair(verdict));
    cn__json_close(out, '}');
}

/* Which seats withheld a part in this game, so that a deal was void. */
static void put_withheld(const struct table_page *page, struct cn__text *out)
{
    const struct session *session = &page->session;
    cn__json_open(out, "withheld", '[');
    for (int seat = 0; seat < session->players; seat++)
        if ((session->replica.commitment.absent >> seat & 1) != 0)
            cn__json_int(out, NULL, seat);
    cn__json_close(out, ']');
}

static void put_connection(const struct session *session, struct cn__text *out)
{
    static const char *const statuses[] = {[SESSION_STATUS_CONNECTING] = "connecting",
                                           [SESSION_STATUS_HERE] = "here",
                                           [SESSION_STATUS_LOST] = "lost",
                                           [SESSION_STATUS_ENDED] = "closed"};
    cn__json_string(out, "link", session->options.link);
    cn__json_string(out, "status", statuses[session->status]);
    cn__json_string(out, "endedWhy", session->ended_why);
    cn__json_string(out, "endedText", session->ended_text);
    cn__json_string(out, "seatRefused", session->seat_refused);
    cn__json_string(out, "seatRefusedText", session->seat_refused_text);
    cn__json_bool(out, "welcomed", session->welcomed);
    cn__json_bool(out, "pending", session_is_pending(session));
}

static void put_state(const struct table_page *page, struct cn__text *out)
{
    const struct session *session = &page->session;
    cn__json_open(out, "state", '{');
    put_connection(session, out);
    cn__json_string(out, "stage", message_word(FIELD_STAGE, (int)session->stage));
    cn__json_string(out, "rules", session->rules);
    cn__json_string(out, "house", session->house);
    cn__json_int(out, "players", session->players);
    cn__json_seat(out, "seat", session->seat);
    cn__json_int(out, "watchers", session->watchers);
    put_seats(session, out);
    put_choices(&session->choices, out);
    put_proposals(page, out);
    put_drawn(session, out);
    put_clock(session, out);
    put_paused(session, out);
    cn__json_bool(out, "arranged", session->arranged);
    cn__json_seat(out, "cutter", session->cutter);
    cn__json_bool(out, "cutting", session->cutting);
    put_verdict(page, out);
    put_withheld(page, out);
    cn__json_string(out, "record", session->record);
    cn__json_string(out, "hint", session->hint);
    cn__json_string(out, "hintWhy", session->hint_why);
    put_hands(session, out);
    cn__json_close(out, '}');
}

void table_page_put_told(struct table_page *page, struct cn__text *out)
{
    const struct session_effects *effects = &page->effects;
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "effects", '[');
    for (int i = 0; i < effects->count; i++)
        put_effect(page, &effects->at[i], out);
    cn__json_close(out, ']');
    cn__json_open(out, "said", '[');
    cn__text_append(out, page->said.text, page->said.length);
    cn__json_close(out, ']');
    cn__json_bool(out, "forgot", page->forgot);
    cn__json_bool(out, "page", effects->game_changed);
    put_state(page, out);
    cn__json_close(out, '}');
    page->forgot = false;
    cn__text_clear(&page->said);
}

/* ---- events ---- */

/* Reads a message to send, without the fields that the session adds. */
static bool read_own(const char *line, struct message *message)
{
    struct message_error why;
    json_t *whole = line != NULL ? json_loads(line, 0, NULL) : NULL;
    const char *type = json_string_value(json_object_get(whole, "t"));
    if (type != NULL && strcmp(type, "make") != 0)
        json_object_set_new(whole, "id", json_integer(1));
    if (type != NULL && strcmp(type, "act") == 0)
        json_object_set_new(whole, "at", json_integer(0));
    char *text = type != NULL ? json_dumps(whole, JSON_COMPACT) : NULL;
    const bool good = text != NULL && message_parse(text, strlen(text), MESSAGE_FROM_SERVER,
                                                    message, &why) == MESSAGE_VALID;
    free(text);
    json_decref(whole);
    if (good)
        message->has &= ~(UINT64_C(1) << FIELD_ID | UINT64_C(1) << FIELD_AT);
    return good;
}

static void step(struct table_page *page, const json_t *question, struct session_event *event)
{
    const char *random = query_text_or_empty(question, "random");
    const int begun = page->session.begun;
    event->now_ms = query_integer(question, "now");
    if (!cn__hex_parse(random, strlen(random), event->random, sizeof event->random))
        memset(event->random, 0, sizeof event->random);
    session_effects_reset(&page->effects);
    session_step(&page->session, event, &page->effects);
    page->forgot = page->forgot || (page->session.begun != begun && begun > 0);
}

/* Refuses what cannot be sent as a table would. */
static void refuse(struct table_page *page, int64_t ticket)
{
    session_effects_reset(&page->effects);
    struct session_effect *effect = session_effects_add(&page->effects, SESSION_EFFECT_ANSWER);
    if (effect == NULL)
        return;
    effect->ticket = ticket;
    snprintf(effect->why, sizeof effect->why, "value");
}

static bool fill_event(const json_t *question, struct session_event *event)
{
    static const struct {
        const char *name;
        enum session_event_type type;
    } events[] = {{"connected", SESSION_CONNECTED}, {"heard", SESSION_LINES},
                  {"closed", SESSION_CLOSED},       {"tick", SESSION_TICK},
                  {"want", SESSION_WANT},           {"leave", SESSION_END}};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (!query_does(question, events[i].name))
            continue;
        event->type = events[i].type;
        event->text = query_text_or_empty(question, "text");
        event->length = strlen(event->text);
        event->code = (int)query_integer(question, "code");
        event->ticket = query_integer(question, "ticket");
        return true;
    }
    return false;
}

bool table_page_step(struct table_page *page, const json_t *question, struct cn__text *out)
{
    struct session_event event = {.text = NULL};
    struct message message;
    if (!fill_event(question, &event))
        return false;
    event.message = &message;
    if (event.type == SESSION_WANT && !read_own(query_text(question, "message"), &message))
        refuse(page, event.ticket);
    else
        step(page, question, &event);
    table_page_put_told(page, out);
    return true;
}

/* ---- beginning ---- */

bool table_page_begin_session(struct table_page *page, const json_t *question)
{
    struct session_options options = {.seat = -1, .keeps_journal = true};
    struct message make;
    const char *token = query_text(question, "token");
    const char *journal = query_text(question, "journal");
    const json_t *seat = json_object_get(question, "seat");
    snprintf(options.link, sizeof options.link, "%.32s", query_text_or_empty(question, "link"));
    snprintf(options.name, sizeof options.name, "%.99s", query_text_or_empty(question, "name"));
    options.has_token = token != NULL;
    if (token != NULL && token[0] != '\0' &&
        !cn__hex_parse(token, strlen(token), options.token, sizeof options.token))
        return false;
    options.is_new = json_is_true(json_object_get(question, "isNew"));
    if (json_is_integer(seat))
        options.seat = (int)json_integer_value(seat);
    options.first_id = query_integer(question, "now");
    if (query_text(question, "make") != NULL) {
        if (!read_own(query_text(question, "make"), &make))
            return false;
        options.make = &make;
    }
    const struct session_observer *observer = page->session.observer;
    session_free(&page->session);
    session_init(&page->session, &options);
    page->session.observer = observer;
    if (journal != NULL)
        session_recall(&page->session, journal, strlen(journal),
                       query_integer(question, "highest"));
    return true;
}
