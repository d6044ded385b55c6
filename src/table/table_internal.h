/* parts.h -- the inside of a table, shared by the files that make it up.
 *
 *   ring.c    what was told lately, for clients that come back
 *   log.c     what happens at a table: each function writes the lines of one thing that happened, changes
 *             the table by it and tells those who may know. The same functions play live and from the log
 *   load.c    a table from its log
 *   stages.c  what goes on by itself: stages of a deal, bots, clocks
 *   hands.c   the hands as they were some time ago, for those who watch
 *   table_sheet.c   what the finished deals of the game brought
 *   greet.c   what people are told when they come, and answers
 *   coming.c  who is there: coming, sitting, leaving, who is host
 *   votes.c   what is proposed, and who agrees
 *   people.c  what people do: decisions, cards of a fair deal, chat, the host's choices
 *   table.c   events in, effects out
 */
#ifndef TABLE_TABLE_INTERNAL_H
#define TABLE_TABLE_INTERNAL_H

#include "table.h"

enum {
    RING_BYTES = 8192,
    MASK_WATCHERS = 1 << CN_SEATS_MAX,
    MASK_ALL = (MASK_WATCHERS << 1) - 1,
    NO_TIME = 0,
    LINK_SIZE = 2 * LINK_BYTES + 1
};

/* Lines told lately, each with its number and whom it was for; the oldest go first. */
struct ring {
    char *bytes;
    int length;
    int64_t lost; /* the highest number that may have been forgotten */
};
void table_ring_add(struct ring *ring, int64_t number, int mask, const char *text, size_t length);
/* Appends all after 'last' that the mask may see; false if some are forgotten. */
bool table_ring_since(const struct ring *ring, int64_t last, int mask, struct cn__text *lines);

/* The score sheet: for each finished deal one score per side. */
struct sheet {
    struct cn_score *deals;
    size_t capacity;
    int count;
    int32_t last; /* the number of the latest deal */
};
struct table;
void table_sheet_clear(struct sheet *sheet);
void table_sheet_add(struct table *table, const struct cn_event *end);
void table_sheet_send(struct table *table, uint32_t client);
size_t table_sheet_memory(const struct table *table);

/* A chair. */
struct chair {
    char name[100];
    char level[16]; /* of the bot that plays here; "" if none does */
    bool held, host, ready;
    bool stands_in;           /* a bot plays until the holder is back */
    bool expired;             /* its time was up in the turn in play: the bot finishes that … */
    bool wants_back;          /* … and then gives the seat back */
    bool missed;              /* it was waited for, and did not come */
    uint8_t hash[HASH_BYTES]; /* of the holder's token */
    uint32_t client;          /* 0: not connected */
    int64_t done;             /* the last id that was carried out */
    int64_t away_ms;          /* when a bot stands in; NO_TIME: never */
    int64_t hint, hint_id;    /* a hint in the making: its decision, and the id that asked */
};

/* A connection at this table. */
struct guest {
    uint32_t client;
    uint8_t seat;      /* CN_NO_SEAT: a watcher */
    bool actions;      /* wants lists of legal actions */
    bool waiting;      /* for the host to let it in, where nobody may watch: it is told nothing */
    uint8_t left;      /* the chair it has left; it has seen that hand … */
    int32_t left_deal; /* … of this deal */
    int from;          /* what was told in this step before is in its greeting already */
    char name[100];
};

struct decision {
    struct cn_action action;
    uint8_t seat, count;
    bool alone;  /* its seat may take it back alone */
    bool own;    /* made by who holds the seat now: no bot's, nor of a holder before */
    uint16_t at; /* its cards */
};

struct proposal {
    int32_t on; /* 0: none */
    uint8_t seat;
    uint8_t agreed; /* bit s */
    int32_t n;
    uint32_t client; /* who wants to sit */
    bool any_chair;  /* … wherever there is room … */
    bool has_token;  /* … and brings this one */
    uint8_t token[TOKEN_BYTES];
    int64_t due;     /* of the decision that it was made at … */
    int32_t deal;    /* … and how many deals there were */
    int64_t wait_ms; /* to take back: until then bots play nothing, so that people can answer */
};

/* Something told during this step: to one client, or to all of a mask. */
struct told {
    uint32_t client;
    uint8_t mask;
    size_t at, length;
};

/* In the order of what belongs together. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct table {
    struct cn_law law;
    struct cn_game game; /* under it */
    struct cn_words words;
    struct fair_deal fair;
    char link[LINK_SIZE], record_link[LINK_SIZE];
    char title[200];
    char rules[32];
    char *house;      /* house rules, or NULL */
    char *rules_text; /* as a game line tells them; NULL until one has been written */
    cn_card *deck;    /* the first deal of the first game, until it is dealt; NULL: a fair deal */
    bool arranged;    /* there was such a deck, and that game is not over and gone */
    uint8_t stage, timer, join;
    bool watch, hints, listed, paused;
    int32_t pace;
    int32_t
        open; /* seconds after which those who watch see the hands; 0: not before the deal is over */
    uint8_t players, cutter;
    struct chair chairs[CN_SEATS_MAX];
    struct guest *guests;
    int guest_count;
    size_t guest_capacity;

    int64_t number; /* lines of the log */
    int64_t
        ahead; /* the highest that a client knew when the log was shorter: what was lost ends there */
    int64_t due; /* the number at which the present decision became due */
    struct ring ring;
    struct decision *decisions; /* of the deal in play */
    cn_card *laid;              /* their cards */
    int decision_count, laid_count;
    size_t decision_capacity, laid_capacity;
    int events;                /* caused by the action in progress */
    struct cn_seating drawing; /* for seats, by old seat; its counts are 0 where none was */
    uint8_t drawn;             /* chairs that have drawn, while they do */
    struct sheet sheet;
    struct old_hands {
        int64_t ms; /* when they may be shown, if turns enough have followed */
        int turn;   /* that was in play, as hands_turn counts */
        char *text;
        size_t length;
    } * hands; /* or NULL */
    int hands_count;
    int64_t hands_due;          /* the last decision of which they are kept */
    int32_t hands_told;         /* the last deal of which some were told */
    int hands_turn, hands_seat; /* counts turns; whose was the last */
    bool hands_paused;          /* at the end of the last step … */
    int64_t hands_looked;       /* … which was then */

    struct proposal proposals[PROPOSALS];
    int64_t questions;        /* counts what was asked of bots */
    int64_t asked, asked_due; /* the question about the present decision, and that decision */
    bool answered;
    struct cn_action answer;
    uint64_t dice;

    int64_t now;
    int64_t stage_ms; /* when this stage goes on by itself */
    int64_t turn_ms;  /* when the deciding seat's time is up */
    int64_t bot_ms;   /* when the bot's answer is played */
    int64_t left_ms;  /* what the seat below had left of its turn when the clocks were stopped */
    int left_seat;
    int64_t timer_ms; /* what the host was told last */
    int turn_seat;
    uint8_t timed;                    /* the stage that stage_ms belongs to; more than any: none */
    bool forced;                      /* this stage's time is up */
    int64_t actions_due;              /* the decision whose list was sent */
    int64_t thinks[CN_SEATS_MAX + 1]; /* questions of this step */
    int think_count;
    const uint8_t *random; /* of the event in hand */
    bool brief;            /* has changed */

    /* of the step in hand */
    struct cn__text log, say;
    struct closing {
        uint32_t client;
        int32_t code;
    } closing[CLIENTS_MAX + 1];
    int closing_count;
    struct told *told;
    int told_count;
    size_t told_capacity;
    bool failed; /* memory ran out: nothing of this step can be trusted */
};

/* ---- telling (log.c) ---- */

/* Ends the line that was put into table->say from 'at' on: it goes to one client, or to all of a mask. */
void table_send_line(struct table *table, uint32_t client, size_t at);
void table_send_masked(struct table *table, int mask, size_t at);
void table_send_message(struct table *table, uint32_t client, const struct message *message);
void table_broadcast(struct table *table, const struct message *message);

/* ---- what happens (log.c); all of it goes into the log ---- */

void table_log_table(struct table *table, const struct message *line);
/* Somebody takes a chair, a bot is put there, or it is freed: as the message of kind SEAT says. */
void table_log_seat(struct table *table, const struct message *line);
/* What the holder of a chair drew; with the last chair's all move to their new seats. */
void table_log_drawn(struct table *table, const struct message *line);
void table_log_choices(struct table *table, const struct message *line);
void table_log_chat(struct table *table, const struct message *line);
void table_log_pause(struct table *table, int seat, bool yes);
void table_log_share(struct table *table, const char *link);
void table_log_acknowledgement(struct table *table, int seat, int64_t id);
void table_log_game(struct table *table);
void table_log_commitment(struct table *table, const struct message *line);
void table_log_contribution(struct table *table, int seat, const uint8_t part[PART_BYTES]);
void table_log_shuffle(struct table *table);
void table_log_deal(struct table *table, int k);
/* The deal that the table was made with: no shuffle, no cut. */
void table_log_arranged_deal(struct table *table);
/* A legal action, with exact cards or NULL. */
void table_log_action(struct table *table, int seat, int64_t id, struct cn_action action,
                      const cn_card *cards, int count);
/* The last n decisions are withdrawn; 'alone': by their seat, else by consent. */
void table_log_undo(struct table *table, int seat, int n, bool alone);
bool table_may_undo_alone(const struct table *table, int seat, int n);
/* How many decisions of all go with the last n that the seat's holder has made itself; 0: it has not made so many in this
 * deal. */
int table_undo_reach(const struct table *table, int seat, int n);

/* The rules as a game line tells them; NULL without memory. They never change. */
const char *table_rules_text(struct table *table);

/* ---- hands for those who watch (hands.c) ---- */

bool table_delayed_hands_delay_is_legal(
    const struct message *choices); /* is the delay long enough, if one is chosen? */
void table_delayed_hands_record(
    struct table *table); /* after everything that may have changed them */
void table_delayed_hands_send(struct table *table); /* those that are old enough */
int64_t table_delayed_hands_next_ms(const struct table *table);
void table_delayed_hands_clear(struct table *table);
void table_delayed_hands_undo(struct table *table); /* decisions are: their turns do not count */
/* After how many seconds those who watch would be told the hands of the deal in play by these choices, if that is sooner than now,
 * or they are not told now; else 0. */
int table_delayed_hands_sooner(const struct table *table, const struct message *choices);
/* May somebody have been told hands of the deal in play? */
bool table_delayed_hands_were_shown(const struct table *table);

/* ---- the flow (flow.c) ---- */

void table_advance(struct table *table);  /* after anything happened */
void table_on_timer(struct table *table); /* the timer has fired */
void table_on_time_lost(struct table *table, int64_t late);
void table_on_bot_move(struct table *table, int64_t decision, struct cn_action action);
int64_t table_next_deadline_ms(const struct table *table); /* the earliest of all times */
bool table_bot_plays(const struct table *table, int seat);
bool table_is_connected(const struct table *table, int seat);
int table_connected_people(const struct table *table);
/* Is there anybody for whom the game goes on? Its players, or, where bots hold every chair, those who watch. */
bool table_has_audience(const struct table *table);
/* Has a deal been begun that is not over? */
bool table_is_playing(const struct table *table);
/* Asks a bot about the seat's decision; returns the question's number, or 0. */
int64_t table_ask_bot(struct table *table);
const struct cn_level *table_level(const struct table *table, int seat);
/* Somebody who was away, or whose bot played, is back. */
void table_return_seat(struct table *table, int seat);
/* What was played is withdrawn by consent: who asked for it decides anew, with the time of a whole turn. */
void table_restart_seat(struct table *table, int seat);
/* People are asked whether something is taken back, or not any more: bots wait for them, and play on. */
void table_hold_bots(struct table *table);
void table_release_bots(struct table *table);
/* How long may a holder be away before a bot stands in? */
int64_t table_absence_limit(const struct table *table);
void table_derive_random(const struct table *table, const char *what, uint8_t *bytes, size_t count);

/* ---- making one (table.c) ---- */

/* An empty table for these rules; NULL and *why if they cannot be. */
struct table *table_new(const char *name, const char *house, int players, int64_t now_ms,
                        const char **why);

/* Takes the deck that a message brings, if it does, for the first deal; false if it is none of these rules. */
bool table_arrange(struct table *table, const struct message *from);

/* ---- what people are told (greet.c) ---- */

/* Answers to the message 'id' of a client; 0: none asks for one. */
void table_send_refusal(struct table *table, uint32_t client, int64_t id, const char *why);
void table_send_ok(struct table *table, uint32_t client, int64_t id);
/* "welcome" and what was missed since 'last', or, below 0 or where that is forgotten, a snapshot. 'token': a new holder's; NULL. */
void table_send_welcome(struct table *table, uint32_t client, int seat, const uint8_t *token,
                        int64_t last);
void table_send_presence(struct table *table, int seat);
void table_send_watchers(struct table *table);
void table_send_legal_actions(struct table *table);
void table_seat_message(const struct table *table, int seat, struct message *message);
void table_message(const struct table *table, struct message *message);
void table_proposal_message(const struct table *table, int what, struct message *message);

/* ---- coming and going (coming.c) ---- */

void table_on_hello(struct table *table, uint32_t client, const struct message *hello);
void table_on_disconnect(struct table *table, uint32_t client);
struct guest *table_find_connection(const struct table *table, uint32_t client);
int table_count_watchers(const struct table *table);
void table_close_connection(struct table *table, uint32_t client, int code, const char *why);
/* Holders who are away get a bot after a while. */
void table_expire_absent(struct table *table);
/* The chair that is asked for, or any: CN_NO_SEAT if it is held. Empty chairs come before those of bots. */
int table_vacate_seat(const struct table *table, const struct message *wish);
/* Takes a chair, which must be free, with the token that 'wish' brings, or a new one. A client that brings its own can
 * come back even if the answer never reaches it. */
void table_take_seat(struct table *table, int seat, const char *name, const struct message *wish,
                     uint8_t token[TOKEN_BYTES]);
/* A watcher takes a chair, or asks the host for it. */
void table_occupy_seat(struct table *table, struct guest *guest, int64_t id,
                       const struct message *wish);
/* The chair is nobody's any more: a bot's while a game is on. Its holder may watch. */
void table_find_free_seat(struct table *table, int seat);
/* In the lobby the holder of a chair takes a free one instead, and stays who it is; a bot that sat there changes places with
 * it. Answers the client, or says why not. */
const char *table_change_seat(struct table *table, int from, int64_t id,
                              const struct message *wish);
/* Everybody draws for a seat (L5, L6), and is told where it sits now. NULL, or why not. */
const char *table_draw_for_seats(struct table *table, int seat, int64_t id);
/* Who has left a chair in the middle of a deal knows its hand. */
bool table_has_seen_other(const struct table *table, const struct guest *guest, int seat);
/* Where the host was waited for in vain, the next holder who is there becomes host. */
void table_pass_host(struct table *table);

/* ---- proposals and votes (votes.c) ---- */

void table_propose(struct table *table, int what, int seat, int n, uint32_t client);
/* Asks the host whether the guest may sit there; the token that it brings will be the chair's. */
void table_request_seat(struct table *table, int seat, uint32_t client, const struct message *wish);
/* What became of a proposal is told, and it is no more. Who waited to be let in, and is not, goes. */
void table_resolve_vote(struct table *table, int what, bool yes);
/* Does what was proposed, if all have agreed who must and it can still be done. */
void table_execute(struct table *table, int what);
/* Proposals that speak of what is no more are settled. */
void table_lapse(struct table *table);
/* The chair has another holder, or none: whoever agreed there is gone. */
void table_forget_votes(struct table *table, int seat);
/* Does anybody else hold a chair? */
bool table_has_others(const struct table *table, int seat);
/* NULL, or why not. */
const char *table_cast_vote(struct table *table, int seat, const struct message *message);

/* ---- what people do (people.c) ---- */

void table_on_message(struct table *table, uint32_t client, const struct message *message);
/* Are these cards of the hand, of the kinds that the action, which must be legal, names? */
bool table_cards_fit(const struct cn_game *game, int seat, struct cn_action action,
                     const cn_card *cards, int count);

#endif
