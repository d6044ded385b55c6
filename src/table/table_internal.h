/* table_internal.h -- the inside of a table, shared by its files. Each calls only those above it in
 * this list:
 *
 *   shared_law.c         one law for all tables of a rule set
 *   table_queries.c      queries that change nothing
 *   event_ring.c         recent lines, for clients that reconnect
 *   send.c               what a step sends, and to whom
 *   table_sheet.c        the score of each finished deal
 *   delayed_hands.c      earlier hands, for spectators
 *   log.c                what happens: each function writes the lines of one event, changes the
 *                        table and sends it to the right clients, live and when replaying a log
 *   welcome.c            what newcomers are sent; answers
 *   seats.c              connections and seats: who holds which, who is host
 *   votes.c              proposals, and who agrees
 *   membership.c         connecting, sitting, disconnecting
 *   stages.c             what continues automatically: stages of a deal, bots, timers
 *   requests.c           decisions, contributions to a shuffle, chat, the host's choices
 *   table.c              events in, effects out
 *   table_log_reader.c   restores a table from its log
 */
#ifndef TABLE_TABLE_INTERNAL_H
#define TABLE_TABLE_INTERNAL_H

#include "table.h"

enum {
    RING_BYTES = 4096, /* at most; more than a whole view has would not be worth keeping */
    MASK_WATCHERS = 1 << CN_SEATS_MAX,
    MASK_ALL = (MASK_WATCHERS << 1) - 1,
    NO_TIME = 0,
    LINK_TEXT_SIZE = 2 * LINK_BYTES + 1,
    WATCHERS_MOST = CLIENTS_MAX - CN_SEATS_MAX /* so that spectators keep no holder out */
};

/* Recent lines, each with its number and recipients; the oldest are dropped first. */
struct ring {
    char *bytes;
    size_t size;
    int length;
    int64_t lost; /* the highest number that may have been dropped */
};

/* The score sheet: for each finished deal one score per side. */
struct sheet {
    struct cn_score *deals;
    size_t capacity;
    int count;
    int32_t last; /* the number of the latest deal */
};

struct seat {
    char name[100];
    char level[16]; /* of the bot that plays here; "" if none does */
    bool held, host, ready;
    bool bot_substitutes;     /* a bot plays until the holder is back */
    bool timed_out;           /* in the current turn, which the bot finishes */
    bool returning;           /* the holder plays again after that turn */
    bool no_show;             /* was away when its time ran out */
    uint8_t hash[HASH_BYTES]; /* of the holder's token */
    uint32_t client;          /* 0: not connected */
    int64_t done;             /* the last id that was carried out */
    int64_t away_ms;          /* when a bot substitutes; NO_TIME: never */
    int64_t hint, hint_id;    /* a pending hint: its question, and the id of the request */
};

struct connection {
    uint32_t client;
    uint8_t seat; /* CN_NO_SEAT: a spectator */
    bool actions; /* wants lists of legal actions */
    /* for the host's answer, at a table without spectators: it is sent nothing */
    bool waiting;
    uint8_t left;      /* the seat it has left, whose hand it has seen */
    int32_t left_deal; /* the deal in which it left */
    int from;          /* the welcome already includes what this step sent before this */
    char name[100];
};

struct decision {
    struct cn_action action;
    uint8_t seat, count;
    bool own;          /* made by the present holder, not by a bot or an earlier holder */
    uint16_t at;       /* its cards */
    uint16_t undoable; /* decisions up to this one that its seat may undo alone */
};

struct proposal {
    int32_t on; /* 0: none */
    uint8_t seat;
    uint8_t agreed; /* bit s: seat s agreed */
    int32_t n;
    uint32_t client; /* the client that wants to sit */
    bool any_seat;   /* takes any seat */
    bool has_token;  /* brings the token below */
    uint8_t token[TOKEN_BYTES];
    int64_t decision_number; /* when it was made */
    int32_t deal;            /* the deal in which it was made */
    int64_t wait_ms;         /* to undo: bots wait until then, so that people can answer */
};

/* What this step sends: to one client, or to all of a mask. */
struct outgoing {
    uint32_t client;
    uint8_t mask;
    size_t at, length;
};

enum {
    SPENT_MOST = 16 /* tokens that a table remembers after they gave up their seats */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct table {
    const struct cn_law *law; /* shared with other tables of these rules */
    struct cn_game game;      /* valid once the table has a game */
    struct cn_words words;
    struct fair_deal fair;
    char link[LINK_TEXT_SIZE], record_link[LINK_TEXT_SIZE];
    char title[200];
    char rules[32];
    char *house;      /* house rules, or NULL */
    char *rules_text; /* the rules as a game line has them; NULL until one has been written */
    /* for the first deal of the first game, until it is dealt; NULL: a fair deal */
    cn_card *deck;
    bool arranged; /* the first game used such a deck, and is still the current one */
    uint8_t stage, timer, join;
    bool watch, hints, listed, paused;
    int32_t pace;
    int32_t open; /* seconds until spectators see the hands; 0: when the deal is over */
    uint8_t players, cutter;
    uint8_t absent;   /* bit s: seat s withheld a part, and pledges no more in this game */
    uint8_t partless; /* bit s: the holder of seat s has said that it does not have its part */
    bool redeal;      /* the last deal was void: another begins without waiting for anybody */
    struct seat seats[CN_SEATS_MAX];
    uint8_t spent[SPENT_MOST][HASH_BYTES]; /* of tokens that have held a seat; the latest ones */
    int spent_count;                       /* in all */
    struct connection *connections;
    int connection_count;
    size_t connection_capacity;

    int64_t number; /* lines of the log */
    /* the highest number known to a client beyond the log: lines up to there were lost */
    int64_t ahead;
    int64_t decision_number; /* the number of lines when the present decision became due */
    struct ring ring;
    struct decision *decisions; /* of the deal in play */
    cn_card *laid;              /* their cards */
    int decision_count, laid_count;
    size_t decision_capacity, laid_capacity;
    int events;                /* caused by the action in progress */
    struct cn_seating drawing; /* for seats, by old seat; its counts are 0 if there was no draw */
    uint8_t drawn;             /* bit s: seat s has drawn, during the draw */
    struct sheet sheet;
    struct old_hands {
        int64_t ms; /* when they may be shown, if enough turns have followed */
        int turn;   /* hands_turn at that time */
        char *text;
        size_t length;
    } * hands; /* or NULL */
    int hands_count;
    int64_t hands_due;          /* the last decision for which hands were recorded */
    int32_t hands_told;         /* the last deal of which some were sent */
    int hands_turn, hands_seat; /* number of turns; seat of the last one */
    bool hands_paused;          /* whether play was paused at the end of the last step */
    int64_t hands_looked;       /* when the last step ended */

    struct proposal proposals[PROPOSALS];
    int64_t questions;        /* number of questions to bots */
    int64_t asked, asked_due; /* the question about the present decision, and that decision */
    bool answered;
    struct cn_action answer;
    uint64_t bot_seed;

    int64_t now, wall;
    int64_t until;    /* days for a turn: when that of the seat below is over, by wall */
    int until_seat;   /* CN_NO_SEAT: not known yet */
    int64_t stage_ms; /* when this stage ends automatically */
    int64_t turn_ms;  /* when the deciding seat's time is up */
    int64_t decided;  /* the decision about an irregularity that is timed; 0: none */
    int64_t bot_ms;   /* when the bot's answer is played */
    int64_t call_ms;  /* when a bot calls attention */
    int64_t call_due; /* the decision before which it does */
    int64_t left_ms;  /* time left in the turn of the seat below when the clocks were stopped */
    int left_seat;
    int64_t timer_ms; /* the timer last sent to the host */
    int turn_seat;
    /* the stage that stage_ms belongs to; above all stages: none */
    uint8_t timed;
    bool forced;                      /* this stage's time is up */
    int64_t actions_due;              /* the decision whose list was sent */
    int64_t thinks[CN_SEATS_MAX + 1]; /* questions of this step */
    int think_count;
    const uint8_t *random; /* of the current event */
    bool summary_changed;
    bool contradicts; /* what a client was told: EFFECT_CONFIRM */

    /* of the current step; its memory belongs to the effects (begin_step) */
    struct cn__text log, say;
    struct closing {
        uint32_t client;
        int32_t code;
    } closing[CLIENTS_MAX + 1];
    int closing_count;
    struct outgoing *outgoing;
    int outgoing_count;
    size_t outgoing_capacity;
    bool failed; /* memory ran out: this step's effects are invalid */
};

/* ---- laws (shared_law.c) ---- */

/* The law of a rule set, with house rules or NULL: the same for all tables. Give it back with
 * table_law_release. Returns NULL and a reason code in *why if it cannot be read. All tables of a
 * process are used by one thread at a time; bots may read a law in others. */
const struct cn_law *table_law_take(const char *name, const char *house, const char **why);
void table_law_release(const struct cn_law *law);

/* ---- queries (table_queries.c) ---- */

bool table_is_connected(const struct table *table, int seat);
bool table_bot_plays(const struct table *table, int seat);
/* May the seat do this now, in the deal in play? At a refereed table others than the seat in turn
 * may act too. 'why' may be NULL. */
bool table_allows(const struct table *table, int seat, struct cn_action action,
                  struct cn_refusal *why);
/* Returns whether a game is in progress. */
bool table_is_playing(const struct table *table);
int table_connected_people(const struct table *table);
/* Returns whether anyone is there to play for: players or, if bots have every seat, spectators. */
bool table_has_audience(const struct table *table);
/* May a turn take days? Then nobody is replaced for being away. */
bool table_takes_days(const struct table *table);
bool table_has_host(const struct table *table);
/* Returns whether anyone holds another seat. */
bool table_has_others(const struct table *table, int seat);
/* The level of the seat's bot, or of the bot that would substitute. */
const struct cn_level *table_level(const struct table *table, int seat);
/* For how many ms a holder may be away before a bot substitutes. */
int64_t table_absence_limit(const struct table *table);
struct connection *table_find_connection(const struct table *table, uint32_t client);
int table_count_watchers(const struct table *table);
/* Returns whether the client has seen another hand of this deal, because it left a seat during
 * it. */
bool table_has_seen_other(const struct table *table, const struct connection *client, int seat);
/* The requested seat, or any free one, empty ones before those of bots. Returns CN_NO_SEAT if no
 * seat is free. */
int table_find_free_seat(const struct table *table, const struct message *wish);
/* Writes at least 16 bytes derived from the event's random bytes and 'what'. */
void table_derive_random(const struct table *table, const char *what, uint8_t *bytes, size_t count);

/* ---- recent lines (event_ring.c) ---- */

void table_ring_add(struct ring *ring, int64_t number, int mask, const char *text, size_t length);
/* Appends all lines after 'last' that the mask may see. Returns false if some were dropped. */
bool table_ring_since(const struct ring *ring, int64_t last, int mask, struct cn__text *lines);

/* ---- sending (send.c) ---- */

/* Ends the line that begins at 'at' in table->say: it goes to one client, or to all of a mask. */
void table_send_line(struct table *table, uint32_t client, size_t at);
void table_send_masked(struct table *table, int mask, size_t at);
void table_send_message(struct table *table, uint32_t client, const struct message *message);
void table_broadcast(struct table *table, const struct message *message);
/* At a refereed table: tells everybody who has to decide before anything else is done, if anybody
 * has. */
void table_tell_due(struct table *table);

/* ---- the score sheet (table_sheet.c) ---- */

void table_sheet_clear(struct sheet *sheet);
void table_sheet_add(struct table *table, const struct cn_event *end);
void table_sheet_send(struct table *table, uint32_t client);

/* ---- earlier hands for spectators (delayed_hands.c) ---- */

/* Returns whether the delay is long enough, if one is chosen. */
bool table_delayed_hands_delay_is_legal(const struct message *choices);
/* Call after everything that may have changed them. */
void table_delayed_hands_record(struct table *table);
/* Sends those that are old enough. */
void table_delayed_hands_send(struct table *table);
int64_t table_delayed_hands_next_ms(const struct table *table);
void table_delayed_hands_clear(struct table *table);
/* Decisions were undone: their turns do not count. */
void table_delayed_hands_undo(struct table *table);
/* The delay in seconds with these choices, if spectators would then see hands of the deal in play,
 * or see them sooner than now; else 0. */
int table_delayed_hands_sooner(const struct table *table, const struct message *choices);
/* Returns whether a spectator may have seen hands of the deal in play. */
bool table_delayed_hands_were_shown(const struct table *table);

/* ---- what happens (log.c); all of it is logged ---- */

void table_log_table(struct table *table, const struct message *line);
/* A person or a bot takes a seat, or it becomes free, as the SEAT message describes. */
void table_log_seat(struct table *table, const struct message *line);
/* What the holder of a seat drew; with the last seat's, all move to their new seats. */
void table_log_drawn(struct table *table, const struct message *line);
void table_log_choices(struct table *table, const struct message *line);
void table_log_chat(struct table *table, const struct message *line);
/* A turn that may take days begins: it is over at this time of day. */
void table_log_until(struct table *table, int seat, int64_t at_ms);
void table_log_pause(struct table *table, int seat, bool yes);
void table_log_share(struct table *table, const char *link);
void table_log_acknowledgement(struct table *table, int seat, int64_t id);
void table_log_game(struct table *table);
void table_log_commitment(struct table *table, const struct message *line);
void table_log_pledge(struct table *table, int seat, const uint8_t pledge[HASH_BYTES]);
/* No more pledges. */
void table_log_pledged(struct table *table);
/* k: where the cutter has cut; below 0: nobody has. The parts may be sent. */
void table_log_open(struct table *table, int k);
void table_log_contribution(struct table *table, const struct message *part);
/* All pledged parts are there: deals. */
void table_log_deal(struct table *table);
/* Some pledged parts did not come. */
void table_log_void(struct table *table);
/* The same for a deal that an older version of this program began (FAIR_OLD): there, parts came
 * first, then the cut. */
void table_log_old_shuffle(struct table *table);
void table_log_old_deal(struct table *table, int k);
/* The deal that the table was created with: no shuffle, no cut. */
void table_log_arranged_deal(struct table *table);
/* A legal action, with exact cards or NULL. */
void table_log_action(struct table *table, int seat, int64_t id, struct cn_action action,
                      const cn_card *cards, int count);
/* Undoes the last n decisions; 'alone': by their seat, else by consent. */
void table_log_undo(struct table *table, int seat, int n, bool alone);
bool table_may_undo_alone(const struct table *table, int seat, int n);
/* Returns how many decisions an undo of the seat holder's last n undoes in total; 0: they made
 * fewer in this deal. */
int table_undo_reach(const struct table *table, int seat, int n);
/* The messages of a fair deal in progress, as newcomers are sent them too. */
void table_pledged_message(const struct table *table, struct message *line);
void table_open_message(const struct table *table, struct message *line);
/* The rules as a game line has them; NULL without memory. They never change. */
const char *table_rules_text(struct table *table);

/* ---- answers and newcomers (welcome.c) ---- */

/* Answers the message 'id' of a client; 0: it expects no answer. */
void table_send_refusal(struct table *table, uint32_t client, int64_t id, const char *why);
void table_send_ok(struct table *table, uint32_t client, int64_t id);
/* Sends "welcome" and the lines after 'last', or a snapshot if 'last' is negative or they were
 * dropped. 'token': of a new holder, or NULL. */
void table_send_welcome(struct table *table, uint32_t client, int seat, const uint8_t *token,
                        int64_t last);
void table_send_presence(struct table *table, int seat);
void table_send_watchers(struct table *table);
void table_send_legal_actions(struct table *table);
void table_seat_message(const struct table *table, int seat, struct message *message);
void table_message(const struct table *table, struct message *message);
void table_proposal_message(const struct table *table, int what, struct message *message);

/* ---- connections and seats (seats.c) ---- */

/* NULL without memory. */
struct connection *table_add_connection(struct table *table, uint32_t client, int seat,
                                        const struct message *hello);
void table_remove_connection(struct table *table, struct connection *connection);
/* Sends "bye" and removes the client; 'why' is a reason code. */
void table_close_connection(struct table *table, uint32_t client, int code, const char *why);
/* The holder is back after an absence or a bot's substitution. */
void table_return_seat(struct table *table, int seat);
/* Decisions were undone by consent: the seat that asked decides again, with a whole turn's time. */
void table_restart_seat(struct table *table, int seat);
/* Sets the time after which bots substitute for holders who are away. */
void table_expire_absent(struct table *table);
/* Takes a free seat, with the token in 'wish' or a new one. A client that brings its own can return
 * even if the answer never arrives. */
void table_occupy_seat(struct table *table, int seat, const char *name, const struct message *wish,
                       uint8_t token[TOKEN_BYTES]);
/* The holder leaves: the seat becomes free or, during a game, a bot's. The holder may watch. */
void table_vacate_seat(struct table *table, int seat);
/* In the lobby a holder moves to a free seat, or swaps with a bot. Answers the client. Returns NULL
 * or a reason code. */
const char *table_change_seat(struct table *table, int from, int64_t id,
                              const struct message *wish);
/* Everyone draws for a seat (L5, L6) and is sent the new one. Returns NULL or a reason code. */
const char *table_draw_for_seats(struct table *table, int seat, int64_t id);
/* If the host did not return, the next connected holder becomes host. */
void table_pass_host(struct table *table);

/* ---- proposals and votes (votes.c) ---- */

void table_propose(struct table *table, int what, int seat, int n, uint32_t client);
/* Asks the host whether the client may sit there; the token that it brings becomes the seat's. */
void table_request_seat(struct table *table, int seat, uint32_t client, const struct message *wish);
/* Ends a proposal and sends the outcome. A client that waited to be admitted, and is not, is
 * disconnected. */
void table_resolve_vote(struct table *table, int what, bool yes);
/* Carries out a proposal if everyone required has agreed and it is still possible. */
void table_execute(struct table *table, int what);
/* Ends proposals that no longer apply. */
void table_lapse(struct table *table);
/* Returns NULL or a reason code. */
const char *table_cast_vote(struct table *table, int seat, const struct message *message);
/* Bots wait while people are asked about an undo. */
void table_hold_bots(struct table *table);
/* The same for a bot that is asked in the meantime. */
void table_delay_bots(struct table *table);

/* ---- connecting and leaving (membership.c) ---- */

void table_on_hello(struct table *table, uint32_t client, const struct message *hello);
void table_on_disconnect(struct table *table, uint32_t client);
/* A spectator takes a seat, or asks the host for it. */
void table_take_seat(struct table *table, struct connection *guest, int64_t id,
                     const struct message *wish);

/* ---- what continues automatically (stages.c) ---- */

/* Call after every event. */
void table_advance(struct table *table);
void table_on_timer(struct table *table);
/* The process or the machine was suspended for 'late' ms. */
void table_on_time_lost(struct table *table, int64_t late);
void table_on_bot_move(struct table *table, const struct table_event *answer);
/* The earliest of all deadlines; NO_TIME: none. */
int64_t table_next_deadline_ms(const struct table *table);
/* Asks a bot about the present decision; returns the question's number, or 0. */
int64_t table_ask_bot(struct table *table);

/* ---- what people do (requests.c) ---- */

void table_on_message(struct table *table, uint32_t client, const struct message *message);
/* Returns whether these cards are in the hand and of the kinds named by the action, which must be
 * legal. */
bool table_cards_fit(const struct cn_game *game, int seat, struct cn_action action,
                     const cn_card *cards, int count);

/* ---- creating a table (table.c) ---- */

/* Returns an empty table with these rules; NULL and a reason code in *why if they are invalid. */
struct table *table_new(const char *name, const char *house, int players, int64_t now_ms,
                        const char **why);
/* Takes the message's deck, if any, for the first deal. Returns false if it does not fit the
 * rules. */
bool table_arrange(struct table *table, const struct message *from);

#endif
