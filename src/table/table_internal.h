/* parts.h -- the inside of a table, shared by the files that make it up.
 *
 *   ring.c    what was told lately, for clients that come back
 *   log.c     what happens at a table: each function writes the lines of one thing that happened, changes
 *             the table by it and tells those who may know. The same functions play live and from the log
 *   load.c    a table from its log
 *   flow.c    what goes on by itself: stages of a deal, bots, clocks
 *   hands.c   the hands as they were some time ago, for those who watch
 *   sheet.c   what the finished deals of the game brought
 *   greet.c   what people are told when they come, and answers
 *   coming.c  who is there: coming, sitting, leaving, who is host
 *   votes.c   what is proposed, and who agrees
 *   people.c  what people do: decisions, cards of a fair deal, chat, the host's choices
 *   table.c   events in, effects out
 */
#ifndef CN_TABLE_PARTS_H
#define CN_TABLE_PARTS_H

#include "table.h"

enum {
    RING_BYTES = 8192,
    MASK_WATCHERS = 1 << CN_SEATS_MAX,
    MASK_ALL = (MASK_WATCHERS << 1) - 1,
    NO_TIME = 0,
    LINK_SIZE = 2 * CN_LINK_BYTES + 1
};

/* Lines told lately, each with its number and whom it was for; the oldest go first. */
struct ring {
    char *bytes;
    int length;
    int64_t lost; /* the highest number that may have been forgotten */
};
void ring_add(struct ring *ring, int64_t number, int mask, const char *text, size_t length);
/* Appends all after 'last' that the mask may see; false if some are forgotten. */
bool ring_since(const struct ring *ring, int64_t last, int mask, struct cn_lines *lines);

/* The score sheet: for each finished deal CN_SHEET_ITEMS numbers a side. */
struct sheet {
    int32_t *deals;
    int count;
    int32_t last; /* the number of the latest deal */
};
struct cn_server_table;
void sheet_clear(struct sheet *sheet);
void sheet_add(struct cn_server_table *table, const struct cn_event *end);
void sheet_say(struct cn_server_table *table, uint32_t client);
size_t sheet_memory(const struct cn_server_table *table);

/* A chair. */
struct chair {
    char name[100];
    char level[16]; /* of the bot that plays here; "" if none does */
    bool held, host, ready;
    bool stands_in;  /* a bot plays until the holder is back */
    bool expired;    /* its time was up in the turn in play: the bot finishes that … */
    bool wants_back; /* … and then gives the seat back */
    bool missed;     /* it was waited for, and did not come */
    uint8_t hash[CN_HASH_BYTES]; /* of the holder's token */
    uint32_t client;             /* 0: not connected */
    int64_t done;                /* the last id that was carried out */
    int64_t away_ms;             /* when a bot stands in; NO_TIME: never */
    int64_t hint, hint_id;       /* a hint in the making: its decision, and the id that asked */
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
    uint8_t token[CN_TOKEN_BYTES];
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
struct cn_server_table {
    struct cn_game game;
    struct cn_words words;
    struct cn_fair fair;
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
    int guest_count, guest_size;

    int64_t number; /* lines of the log */
    int64_t
        ahead; /* the highest that a client knew when the log was shorter: what was lost ends there */
    int64_t due; /* the number at which the present decision became due */
    struct ring ring;
    struct decision *decisions; /* of the deal in play */
    cn_card *laid;              /* their cards */
    int decision_count, decision_size, laid_count, laid_size;
    int events;                /* caused by the action in progress */
    struct cn_drawing drawing; /* for seats, by old seat; its counts are 0 where none was */
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

    struct proposal proposals[CN_PROPOSALS];
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
    struct cn_lines log, say;
    struct closing {
        uint32_t client;
        int32_t code;
    } closing[CN_CLIENTS_MAX + 1];
    int closing_count;
    struct told *told;
    int told_count, told_size;
    bool failed; /* memory ran out: nothing of this step can be trusted */
};

/* ---- telling (log.c) ---- */

/* Ends the line that was put into table->say from 'at' on: it goes to one client, or to all of a mask. */
void tell_client(struct cn_server_table *table, uint32_t client, size_t at);
void tell_mask(struct cn_server_table *table, int mask, size_t at);
void say_to(struct cn_server_table *table, uint32_t client, const struct cn_message *message);
void say_all(struct cn_server_table *table, const struct cn_message *message);

/* ---- what happens (log.c); all of it goes into the log ---- */

void happen_table(struct cn_server_table *table, const struct cn_message *line);
/* Somebody takes a chair, a bot is put there, or it is freed: as the message of kind SEAT says. */
void happen_seat(struct cn_server_table *table, const struct cn_message *line);
/* What the holder of a chair drew; with the last chair's all move to their new seats. */
void happen_drawn(struct cn_server_table *table, const struct cn_message *line);
void happen_set(struct cn_server_table *table, const struct cn_message *line);
void happen_chat(struct cn_server_table *table, const struct cn_message *line);
void happen_pause(struct cn_server_table *table, int seat, bool yes);
void happen_share(struct cn_server_table *table, const char *link);
void happen_did(struct cn_server_table *table, int seat, int64_t id);
void happen_game(struct cn_server_table *table);
void happen_secret(struct cn_server_table *table, const struct cn_message *line);
void happen_part(struct cn_server_table *table, int seat, const uint8_t part[CN_PART_BYTES]);
void happen_shuffled(struct cn_server_table *table);
void happen_deal(struct cn_server_table *table, int k);
/* The deal that the table was made with: no shuffle, no cut. */
void happen_arranged_deal(struct cn_server_table *table);
/* A legal action, with exact cards or NULL. */
void happen_action(struct cn_server_table *table, int seat, int64_t id, struct cn_action action,
                   const cn_card *cards, int count);
/* The last n decisions are withdrawn; 'alone': by their seat, else by consent. */
void happen_undo(struct cn_server_table *table, int seat, int n, bool alone);
bool may_undo_alone(const struct cn_server_table *table, int seat, int n);
/* How many decisions of all go with the last n that the seat's holder has made itself; 0: it has not made so many in this
 * deal. */
int reach_of_undo(const struct cn_server_table *table, int seat, int n);

/* The rules as a game line tells them; NULL without memory. They never change. */
const char *rules_text(struct cn_server_table *table);

/* ---- hands for those who watch (hands.c) ---- */

bool hands_are_late(
    const struct cn_message *choices);          /* is the delay long enough, if one is chosen? */
void hands_note(struct cn_server_table *table); /* after everything that may have changed them */
void hands_tell(struct cn_server_table *table); /* those that are old enough */
int64_t hands_next_ms(const struct cn_server_table *table);
void hands_clear(struct cn_server_table *table);
void hands_taken_back(struct cn_server_table *table); /* decisions are: their turns do not count */
/* After how many seconds those who watch would be told the hands of the deal in play by these choices, if that is sooner than now,
 * or they are not told now; else 0. */
int hands_sooner(const struct cn_server_table *table, const struct cn_message *choices);
/* May somebody have been told hands of the deal in play? */
bool hands_are_known(const struct cn_server_table *table);

/* ---- the flow (flow.c) ---- */

void flow_on(struct cn_server_table *table);    /* after anything happened */
void flow_timer(struct cn_server_table *table); /* the timer has fired */
void flow_late(struct cn_server_table *table, int64_t late);
void flow_thought(struct cn_server_table *table, int64_t decision, struct cn_action action);
int64_t flow_next_ms(const struct cn_server_table *table); /* the earliest of all times */
bool is_bot_run(const struct cn_server_table *table, int seat);
bool is_here(const struct cn_server_table *table, int seat);
int people_here(const struct cn_server_table *table);
/* Is there anybody for whom the game goes on? Its players, or, where bots hold every chair, those who watch. */
bool is_attended(const struct cn_server_table *table);
/* Has a deal been begun that is not over? */
bool is_playing(const struct cn_server_table *table);
/* Asks a bot about the seat's decision; returns the question's number, or 0. */
int64_t flow_ask(struct cn_server_table *table);
const struct cn_level *level_of(const struct cn_server_table *table, int seat);
/* Somebody who was away, or whose bot played, is back. */
void give_back(struct cn_server_table *table, int seat);
/* What was played is withdrawn by consent: who asked for it decides anew, with the time of a whole turn. */
void flow_begin_anew(struct cn_server_table *table, int seat);
/* People are asked whether something is taken back, or not any more: bots wait for them, and play on. */
void flow_hold_bots(struct cn_server_table *table);
void flow_release_bots(struct cn_server_table *table);
/* How long may a holder be away before a bot stands in? */
int64_t away_time(const struct cn_server_table *table);
void random_for(const struct cn_server_table *table, const char *what, uint8_t *bytes,
                size_t count);

/* ---- making one (table.c) ---- */

/* An empty table for these rules; NULL and *why if they cannot be. */
struct cn_server_table *table_new(const char *name, const char *house, int players, int64_t now_ms,
                                  const char **why);

/* Takes the deck that a message brings, if it does, for the first deal; false if it is none of these rules. */
bool table_arrange(struct cn_server_table *table, const struct cn_message *from);

/* ---- what people are told (greet.c) ---- */

/* Answers to the message 'id' of a client; 0: none asks for one. */
void say_no(struct cn_server_table *table, uint32_t client, int64_t id, const char *why);
void say_ok(struct cn_server_table *table, uint32_t client, int64_t id);
/* "welcome" and what was missed since 'last', or, below 0 or where that is forgotten, a snapshot. 'token': a new holder's; NULL. */
void greet(struct cn_server_table *table, uint32_t client, int seat, const uint8_t *token,
           int64_t last);
void say_presence(struct cn_server_table *table, int seat);
void say_watchers(struct cn_server_table *table);
void say_actions(struct cn_server_table *table);
void seat_message(const struct cn_server_table *table, int seat, struct cn_message *message);
void table_message(const struct cn_server_table *table, struct cn_message *message);
void proposal_message(const struct cn_server_table *table, int what, struct cn_message *message);

/* ---- coming and going (coming.c) ---- */

void people_hello(struct cn_server_table *table, uint32_t client, const struct cn_message *hello);
void people_drop(struct cn_server_table *table, uint32_t client);
struct guest *find_guest(const struct cn_server_table *table, uint32_t client);
int count_watchers(const struct cn_server_table *table);
void close_guest(struct cn_server_table *table, uint32_t client, int code, const char *why);
/* Holders who are away get a bot after a while. */
void time_absent(struct cn_server_table *table);
/* The chair that is asked for, or any: CN_NO_SEAT if it is held. Empty chairs come before those of bots. */
int free_chair(const struct cn_server_table *table, const struct cn_message *wish);
/* Takes a chair, which must be free, with the token that 'wish' brings, or a new one. A client that brings its own can
 * come back even if the answer never reaches it. */
void take_chair(struct cn_server_table *table, int seat, const char *name,
                const struct cn_message *wish, uint8_t token[CN_TOKEN_BYTES]);
/* A watcher takes a chair, or asks the host for it. */
void sit(struct cn_server_table *table, struct guest *guest, int64_t id,
         const struct cn_message *wish);
/* The chair is nobody's any more: a bot's while a game is on. Its holder may watch. */
void free_seat(struct cn_server_table *table, int seat);
/* In the lobby the holder of a chair takes a free one instead, and stays who it is; a bot that sat there changes places with
 * it. Answers the client, or says why not. */
const char *move_to(struct cn_server_table *table, int from, int64_t id,
                    const struct cn_message *wish);
/* Everybody draws for a seat (L5, L6), and is told where it sits now. NULL, or why not. */
const char *draw_for_seats(struct cn_server_table *table, int seat, int64_t id);
/* Who has left a chair in the middle of a deal knows its hand. */
bool has_seen_other(const struct cn_server_table *table, const struct guest *guest, int seat);
/* Where the host was waited for in vain, the next holder who is there becomes host. */
void hand_over(struct cn_server_table *table);

/* ---- proposals and votes (votes.c) ---- */

void propose(struct cn_server_table *table, int what, int seat, int n, uint32_t client);
/* Asks the host whether the guest may sit there; the token that it brings will be the chair's. */
void propose_to_sit(struct cn_server_table *table, int seat, uint32_t client,
                    const struct cn_message *wish);
/* What became of a proposal is told, and it is no more. Who waited to be let in, and is not, goes. */
void settle(struct cn_server_table *table, int what, bool yes);
/* Does what was proposed, if all have agreed who must and it can still be done. */
void carry_out(struct cn_server_table *table, int what);
/* Proposals that speak of what is no more are settled. */
void lapse(struct cn_server_table *table);
/* The chair has another holder, or none: whoever agreed there is gone. */
void forget_votes(struct cn_server_table *table, int seat);
/* Does anybody else hold a chair? */
bool has_others(const struct cn_server_table *table, int seat);
/* NULL, or why not. */
const char *vote(struct cn_server_table *table, int seat, const struct cn_message *message);

/* ---- what people do (people.c) ---- */

void people_message(struct cn_server_table *table, uint32_t client,
                    const struct cn_message *message);
/* Are these cards of the hand, of the kinds that the action, which must be legal, names? */
bool cards_fit(const struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
               int count);

#endif
