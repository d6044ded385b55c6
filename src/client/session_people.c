/* session_people.c -- messages about a table and the people at it. */
#include <string.h>

#include "session_internal.h"

static void copy(char *to, size_t size, const char *from)
{
    size_t length = strnlen(from, size - 1);
    while (length > 0 && from[length] != '\0' && ((unsigned char)from[length] & 0xc0) == 0x80)
        length--;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* ---- choices ---- */

static const struct session_choices default_choices = {.watch = true, .hints = true};

static void take_choices(struct session *session, const struct message *from)
{
    struct session_choices *choices = &session->choices;
    if (message_has(from, FIELD_TITLE))
        copy(choices->title, sizeof choices->title, from->title);
    if (message_has(from, FIELD_TIMER))
        choices->timer = from->timer;
    if (message_has(from, FIELD_JOIN))
        choices->join = from->join;
    if (message_has(from, FIELD_WATCH))
        choices->watch = from->watch != 0;
    if (message_has(from, FIELD_HINTS))
        choices->hints = from->hints != 0;
    if (message_has(from, FIELD_LISTED))
        choices->listed = from->listed;
    if (message_has(from, FIELD_PACE))
        choices->pace = from->pace;
    if (message_has(from, FIELD_OPEN))
        choices->open = from->open;
}

/* ---- stages ---- */

void session_people_gather(struct session *session, enum table_stage stage)
{
    session->stage = stage;
    session->hands_shown = false;
    session->record[0] = '\0'; /* the record of earlier deals */
    if (stage == STAGE_PLEDGES)
        memset(session->drawn, 0, sizeof session->drawn);
    session->was_ready = false;
    session->clock_seat = CN_NO_SEAT;
    for (int what = 0; what < PROPOSALS; what++)
        if (what != PROPOSAL_SIT)
            session->proposals[what].on = 0;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        session->seats[seat].ready = false;
}

static void take_table(struct session *session, const struct message *table)
{
    copy(session->rules, sizeof session->rules, table->rules);
    copy(session->house, sizeof session->house, table->house);
    session->arranged = table->arranged;
    session->players = table->players;
    session->stage = (enum table_stage)table->stage;
    if (table->number != session->lost_at)
        session->was_ready = false;     /* the missed lines may include another deal */
    session->choices = default_choices; /* choices not sent have their defaults */
    take_choices(session, table);
    session->paused = false;
    session->cutter = CN_NO_SEAT;
    session->cutting = false;
    session->clock_seat = CN_NO_SEAT;
    memset(session->proposals, 0, sizeof session->proposals);
    for (int seat = session->players; seat < CN_SEATS_MAX; seat++)
        session->seats[seat] = (struct session_seat){.here = HERE_YES};
}

/* ---- people ---- */

static void take_seat(struct session *session, const struct message *seat)
{
    struct session_seat *entry = &session->seats[seat->seat];
    if (strcmp(entry->name, seat->name) != 0) {
        entry->here = HERE_YES;
        entry->ready = false;
    }
    copy(entry->name, sizeof entry->name, seat->name);
    copy(entry->level, sizeof entry->level, seat->level);
    entry->host = seat->host;
    entry->held = seat->name[0] != '\0' || seat->host; /* a player alone need not have a name */
    entry->known = true;
}

/* When the last player has drawn, everyone moves. */
static void take_drawn(struct session *session, const struct message *message)
{
    struct session_seat seats[CN_SEATS_MAX];
    struct session_drawn *drawn = &session->drawn[message->seat];
    const int first =
        message->card_count > SESSION_CARDS_DRAWN ? message->card_count - SESSION_CARDS_DRAWN : 0;
    session->was_ready = false; /* nobody has seen the new seating yet */
    drawn->known = true;
    drawn->to = message->to;
    drawn->count = message->card_count - first;
    memcpy(drawn->cards, message->cards + first, (size_t)drawn->count);
    copy(drawn->name, sizeof drawn->name, session->seats[message->seat].name);
    if (message->seat != session->players - 1)
        return;
    memcpy(seats, session->seats, sizeof seats);
    for (int seat = 0; seat < session->players; seat++)
        if (session->drawn[seat].known && session->drawn[seat].to < session->players)
            session->seats[session->drawn[seat].to] = seats[seat];
}

/* Readiness that was lost in a restart of the server is sent again; readiness that was ended on
 * purpose is not. */
static void take_presence(struct session *session, const struct message *here)
{
    struct message ready;
    if (message_has(here, FIELD_WATCHERS))
        session->watchers = here->watchers;
    if (!message_has(here, FIELD_SEAT))
        return;
    struct session_seat *entry = &session->seats[here->seat];
    entry->here = message_has(here, FIELD_HERE) ? here->here : HERE_YES;
    entry->ready = here->ready;
    if (here->seat != session->seat || !message_has(here, FIELD_READY))
        return;
    const bool again = session->was_ready && !here->ready;
    session->was_ready = false;
    if (!again)
        return;
    message_init(&ready, MESSAGE_READY);
    session_queue_want(session, &ready, 0);
}

void session_people_forget_token(struct session *session)
{
    session->sitting.open = false;
    session->options.has_token = session->options.is_new = session->token_told = false;
    session_effect(session, SESSION_EFFECT_NO_TOKEN);
}

/* ---- fair deals ---- */

/* A part of zeros would be one that everybody knows: without random bytes there is no pledge. */
void session_people_give_pledge(struct session *session, int deal)
{
    static const uint8_t none[PART_BYTES];
    struct message pledge;
    if (memcmp(session->event->random, none, sizeof none) == 0)
        return;
    message_init(&pledge, MESSAGE_PLEDGE);
    message_set_number(&pledge, FIELD_DEAL, deal);
    memcpy(pledge.part, session->event->random, sizeof pledge.part);
    message_set_flag(&pledge, FIELD_PLEDGE);
    session_queue_want(session, &pledge, 0);
}

void session_people_give_part(struct session *session)
{
    struct message part;
    const struct commitment *c = &session->replica.commitment;
    const bool has_part = commitment_may_give_part(c, session->seat);
    if (!has_part && !commitment_lacks_part(c, session->seat))
        return;
    message_init(&part, MESSAGE_PART);
    message_set_number(&part, FIELD_DEAL, c->deal);
    if (has_part)
        message_set_flag(&part, FIELD_PART);
    session_queue_want(session, &part, 0);
}

static void take_commit(struct session *session, const struct message *commit)
{
    session_people_gather(session, STAGE_PLEDGES);
    if (session->seat == CN_NO_SEAT ||
        (session->replica.commitment.absent >> session->seat & 1) != 0)
        return;
    if (!session->recalling) {
        session_people_give_pledge(session, commit->deal);
        return;
    }
    session->owes = SESSION_OWES_PLEDGE;
    session->owed_deal = commit->deal;
}

void session_people_come_to_cut(struct session *session)
{
    session->cutting = true;
}

/* Only a seat that has pledged cuts. */
static void take_pledged(struct session *session, const struct message *pledged)
{
    const bool cuts = (pledged->part_given >> pledged->seat & 1) != 0;
    session->stage = STAGE_CUT;
    session->cutter = cuts ? pledged->seat : CN_NO_SEAT;
    if (session->recalling) {
        session->owes = SESSION_OWES_CUT;
        session->owed_k = -1;
    } else if (session->seat != CN_NO_SEAT && session->cutter == session->seat) {
        session_people_come_to_cut(session);
    }
}

static void take_open(struct session *session)
{
    session->stage = STAGE_PARTS;
    session->cutter = CN_NO_SEAT;
    session->cutting = false;
    session->owes = session->recalling ? SESSION_OWES_PART : SESSION_OWES_NOTHING;
    if (session->seat != CN_NO_SEAT && !session->recalling)
        session_people_give_part(session);
}

/* ---- proposals ---- */

/* Returns whether we have asked for a seat, and nobody else of another name has. */
static bool would_sit(const struct session *session, const struct message *proposal)
{
    return session->seat == CN_NO_SEAT && session->options.is_new &&
           strcmp(proposal->name, session->options.name) == 0;
}

static void take_proposal(struct session *session, const struct message *message)
{
    struct session_proposal *proposal = &session->proposals[message->what];
    const bool sit = message->what == PROPOSAL_SIT;
    const bool seated = session->seat != CN_NO_SEAT;
    const bool own = seated && message_has(message, FIELD_SEAT) && message->seat == session->seat;
    proposal->on = message->on;
    proposal->heard = ++session->heard;
    proposal->seat = sit || !message_has(message, FIELD_SEAT) ? CN_NO_SEAT : message->seat;
    proposal->n = message->n;
    copy(proposal->name, sizeof proposal->name, message->name);
    proposal->mine = sit ? would_sit(session, message) : own;
    proposal->may_vote = (sit ? session_is_host(session) : seated && !own) &&
                         session->voted_on[message->what] != message->on;
}

static void take_settled(struct session *session, const struct message *settled)
{
    struct session_proposal *proposal = &session->proposals[settled->what];
    const bool own = proposal->on != 0 && proposal->mine;
    proposal->on = 0;
    if (settled->what == PROPOSAL_SIT && !settled->yes && session->seat == CN_NO_SEAT &&
        session->options.has_token && (own || !session->sitting.open))
        session_people_forget_token(session);
    if (!own || settled->yes)
        return;
    struct session_effect *effect = session_effect(session, SESSION_EFFECT_DECLINED);
    if (effect != NULL)
        effect->what = settled->what;
}

/* ---- hands shown to spectators ---- */

void session_people_hands(struct session *session, const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "t"));
    const json_t *hands = json_object_get(line, "hands");
    if (type != NULL && strcmp(type, "hands") == 0 &&
        json_array_size(hands) == (size_t)session->players) {
        session->hands_shown = true;
        for (int seat = 0; seat < session->players; seat++)
            session->hands_shown =
                cn__read_cards(json_array_get(hands, (size_t)seat), "hands", CN_CARDS_MAX,
                               session->hands[seat], &session->hand_count[seat], NULL) &&
                session->hands_shown;
    }
}

/* ---- messages ---- */

static void take_pause(struct session *session, const struct message *pause)
{
    session->paused = pause->yes;
    session->paused_by = pause->yes && message_has(pause, FIELD_SEAT) ? pause->seat : CN_NO_SEAT;
    session->clock_seat = CN_NO_SEAT;
}

void session_people_take(struct session *session, const struct message *message)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_TABLE: take_table(session, message); break;
    case MESSAGE_SET: take_choices(session, message); break;
    case MESSAGE_SEAT: take_seat(session, message); break;
    case MESSAGE_DRAWN: take_drawn(session, message); break;
    case MESSAGE_PRESENCE: take_presence(session, message); break;
    case MESSAGE_COMMIT: take_commit(session, message); break;
    case MESSAGE_PLEDGED: take_pledged(session, message); break;
    case MESSAGE_OPEN: take_open(session); break;
    case MESSAGE_PROPOSAL: take_proposal(session, message); break;
    case MESSAGE_SETTLED: take_settled(session, message); break;
    case MESSAGE_PAUSE: take_pause(session, message); break;
    case MESSAGE_CLOCK:
        session->clock_seat = message->seat;
        session->clock_of_decision = session_decides(session);
        session->clock_ends_ms = session->event->now_ms + message->ms;
        break;
    case MESSAGE_SHARE: copy(session->record, sizeof session->record, message->link); break;
    case MESSAGE_HINT:
        copy(session->hint, sizeof session->hint, message->action);
        copy(session->hint_why, sizeof session->hint_why, message->why);
        break;
    default: break;
    }
}
