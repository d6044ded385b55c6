#include "replica.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hidden_cards.h"
#include "refereed_line.h"
#include "replay_line.h"

enum {
    PAST_MOST = 64
};

void replica_init(struct replica *replica, int seat)
{
    memset(replica, 0, sizeof *replica);
    replica->seat = (uint8_t)seat;
    replica->undo_limit = PAST_MOST;
    replica->cut = replica->cut_seat = -1;
    commitment_init(&replica->commitment);
}

void replica_free(struct replica *replica)
{
    free(replica->undo);
    replica->undo = NULL;
    replica->undo_count = 0;
    replica->undo_size = 0;
    deal_log_discard(&replica->deal_log);
}

void replica_restart(struct replica *replica, int seat)
{
    const struct replica old = *replica;
    replica_free(replica);
    replica_init(replica, seat);
    replica->law = old.law; /* a host may still be displaying the game */
    replica->observer = old.observer;
    replica->undo_limit = old.undo_limit;
    replica->commitment = old.commitment;
    replica->verdict = old.verdict;
    replica->judged = old.judged;
    if (seat != old.seat)
        commitment_change_seat(&replica->commitment);
}

/* ---- game ---- */

/* The game line of a snapshot has the current scores, but not the winner: where it is not the side
 * that leads, the line "ended" says so. */
static void tell_winner(struct replica *replica)
{
    struct cn_game *game = &replica->game;
    int leader = 0;
    for (int side = 1; side < game->sides; side++)
        if (game->score[side] > game->score[leader])
            leader = side;
    if (replica->resumed && replica->resumed_over)
        game->winner = (int8_t)leader;
    replica->resumed_over = false;
}

/* The record's reader validates game lines. */
static enum replica_line take_game(struct replica *replica, const char *text, size_t length)
{
    struct cn_reader *replay = cn_reader_open_text(text, length, NULL, NULL);
    enum replica_line result = REPLICA_CONFLICT;
    if (replay == NULL)
        return result;
    cn_reader_step(replay);
    const struct cn_game *game = cn_reader_game(replay);
    if (game != NULL && !cn_reader_failed(replay) &&
        (replica->seat == CN_NO_SEAT || replica->seat < game->players)) {
        cn_game_copy_with_law(&replica->game, &replica->law, game);
        for (int seat = 0; seat < game->players; seat++)
            snprintf(replica->names[seat], sizeof replica->names[seat], "%s",
                     cn_reader_name(replay, seat));
        replica->has_game = true;
        replica->has_deal = false;
        replica->undo_count = 0;
        memset(&replica->fair, 0, sizeof replica->fair);
        commitment_on_game(&replica->commitment, !replica->resumed);
        deal_log_discard(&replica->deal_log);
        tell_winner(replica);
        replica->change.line = REPLICA_CHANGE_GAME;
        result = REPLICA_APPLIED;
    }
    cn_reader_close(replay);
    return result;
}

/* ---- cut, end and over ---- */

static enum replica_line take_cut(struct replica *replica, const json_t *line)
{
    int k;
    int seat;
    if (!replica->has_game || !replica_line_number(line, "k", 0, CN_CARDS_MAX, &k) ||
        !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat))
        return REPLICA_CONFLICT;
    replica->cut = (int16_t)k;
    replica->cut_seat = (int16_t)seat;
    replica->change.line = REPLICA_CHANGE_CUT;
    replica->change.seat = seat;
    replica->change.number = k;
    return REPLICA_APPLIED;
}

static bool read_score(const json_t *object, struct cn_score *score)
{
    enum {
        MOST = 100000000
    };
    memset(score, 0, sizeof *score);
    for (int i = 0; i < CN_SCORE_ITEM_COUNT; i++) {
        const struct cn_score_row *item = cn_score_item_at(i);
        if (!item->written && json_object_get(object, item->name) == NULL)
            continue;
        if (!replica_line_number(object, item->name, -MOST, MOST, &score->item[i]))
            return false;
    }
    return replica_line_number(object, "total", -MOST, MOST, &score->total) &&
           replica_line_number(object, "score", -MOST, MOST, &score->after);
}

static void tell(const struct replica *replica, const struct cn_event *event)
{
    if (replica->observer != NULL && replica->observer->event != NULL)
        replica->observer->event(replica->observer->context, event);
}

/* How a deal ended is read, not computed, because hands are only imagined. */
static bool read_ending(const struct replica *replica, const json_t *line, struct cn_event *event)
{
    int why = 0;
    int seat = CN_NO_SEAT;
    const char *said = json_string_value(json_object_get(line, "why"));
    if (said == NULL)
        return false;
    while (cn_end_name(why) != NULL && strcmp(cn_end_name(why), said) != 0)
        why++;
    if (cn_end_name(why) == NULL ||
        ((why == CN_END_OUT || why == CN_END_HAND) &&
         !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat)))
        return false;
    *event = (struct cn_event){.type = CN_EVENT_END,
                               .seat = (uint8_t)seat,
                               .why = (uint8_t)why,
                               .concealed = json_is_true(json_object_get(line, "concealed"))};
    return true;
}

static enum replica_line take_end(struct replica *replica, const json_t *line)
{
    struct cn_game *game = &replica->game;
    struct cn_board *board = &game->deal.board;
    struct cn_score sides[CN_SIDES_MAX];
    struct cn_event event;
    const json_t *array = json_object_get(line, "sides");
    if (!replica->has_deal || !read_ending(replica, line, &event))
        return REPLICA_CONFLICT;
    if (game->law->refereed && game->in_deal) {
        const struct cn_follower f = replica_follower(replica, NULL);
        cn_follow_end(&f, event.why);
    }
    if (event.why == CN_END_RED_THREE)
        replica_apply_last_red_three(replica);
    if (game->in_deal || board->phase != CN_PHASE_ENDED || json_array_size(array) != game->sides)
        return REPLICA_CONFLICT;
    for (int side = 0; side < game->sides; side++)
        if (!read_score(json_array_get(array, (size_t)side), &sides[side]))
            return REPLICA_CONFLICT;
    for (int side = 0; side < game->sides; side++)
        game->score[side] = sides[side].after;
    board->end_why = event.why;
    board->out_seat = event.seat;
    board->concealed = event.concealed;
    game->winner = -1;
    replica->undo_count = 0;
    event.side_count = game->sides;
    event.sides = sides;
    deal_log_event(&replica->deal_log, &event, game, replica->seat);
    replica->change.line = REPLICA_CHANGE_END;
    tell(replica, &event);
    return REPLICA_APPLIED;
}

/* A snapshot between deals: how the last one ended, which is all that is known of it here. */
static enum replica_line take_ended(struct replica *replica, const json_t *line)
{
    struct cn_event event;
    int winner = replica->game.winner;
    if (!replica->has_game || replica->has_deal || !read_ending(replica, line, &event))
        return REPLICA_CONFLICT;
    if (json_object_get(line, "winner") != NULL &&
        !replica_line_number(line, "winner", 0, replica->game.sides - 1, &winner))
        return REPLICA_CONFLICT;
    replica->game.winner = (int8_t)winner;
    tell(replica, &event);
    return REPLICA_APPLIED;
}

static enum replica_line take_over(struct replica *replica, const json_t *line)
{
    struct cn_game *game = &replica->game;
    int winner;
    int32_t receives[CN_SIDES_MAX] = {0};
    const json_t *array = json_object_get(line, "settlement");
    if (game->in_deal || !replica_line_number(line, "winner", 0, game->sides - 1, &winner))
        return REPLICA_CONFLICT;
    for (int side = 0; side < game->sides; side++) {
        const json_t *value = json_array_get(array, (size_t)side);
        if (json_is_integer(value) && json_integer_value(value) > -100000000 &&
            json_integer_value(value) < 100000000)
            receives[side] = (int32_t)json_integer_value(value);
    }
    game->winner = (int8_t)winner;
    const struct cn_event event = {
        .type = CN_EVENT_OVER, .winner = winner, .side_count = game->sides, .receives = receives};
    replica->change.line = REPLICA_CHANGE_OVER;
    tell(replica, &event);
    return REPLICA_APPLIED;
}

/* ---- fair deals ---- */

static void judged(struct replica *replica, enum deal_verdict verdict)
{
    replica->verdict = verdict;
    replica->judged++;
}

static enum deal_verdict blamed(const struct commitment *c)
{
    static const uint8_t verdicts[COMMITMENT_FAULTS] = {
        [COMMITMENT_FINE] = DEAL_UNJUDGED,       [COMMITMENT_LEFT_OUT] = DEAL_BAD_PLEDGE,
        [COMMITMENT_PLEDGES] = DEAL_BAD_PLEDGES, [COMMITMENT_PARTS] = DEAL_BAD_OPENED,
        [COMMITMENT_CUT] = DEAL_BAD_CUT,         [COMMITMENT_ORDER] = DEAL_BAD_ORDER,
        [COMMITMENT_VOID] = DEAL_BAD_VOID};
    return (enum deal_verdict)verdicts[c->fault];
}

/* A fault before the cards are dealt is a verdict at once. */
static enum replica_line after(struct replica *replica, bool read, enum replica_line applied)
{
    struct commitment *c = &replica->commitment;
    if (c->fault != COMMITMENT_FINE && !c->fault_told)
        judged(replica, blamed(c));
    c->fault_told = c->fault != COMMITMENT_FINE;
    return read ? applied : REPLICA_CONFLICT;
}

static enum replica_line take_commit(struct replica *replica, const json_t *line)
{
    bool missed;
    if (!commitment_on_commit(&replica->commitment, line, &missed))
        return REPLICA_CONFLICT;
    if (missed && replica->commitment.fault == COMMITMENT_FINE)
        judged(replica,
               replica->commitment.again == RECOMMITTED_YES ? DEAL_BAD_AGAIN : DEAL_MISSED);
    return after(replica, true, REPLICA_NOT_GAME);
}

static enum replica_line take_pledge(struct replica *replica, const json_t *line)
{
    return after(replica, commitment_on_pledge(&replica->commitment, line, replica->seat),
                 REPLICA_NOT_GAME);
}

static enum replica_line take_pledged(struct replica *replica, const json_t *line)
{
    return after(replica,
                 replica->has_game && commitment_on_pledged(&replica->commitment, line,
                                                            replica->seat, replica->game.players),
                 REPLICA_NOT_GAME);
}

static enum replica_line take_open(struct replica *replica, const json_t *line)
{
    return after(replica, commitment_on_open(&replica->commitment, line), REPLICA_NOT_GAME);
}

static enum replica_line take_part(struct replica *replica, const json_t *line)
{
    return after(replica, commitment_on_part(&replica->commitment, line, replica->seat),
                 REPLICA_NOT_GAME);
}

static enum replica_line take_void(struct replica *replica, const json_t *line)
{
    struct fair_deal fair;
    uint8_t by;
    if (!replica->has_game || !fair_read_void(line, replica->game.players, &fair, &by))
        return REPLICA_CONFLICT;
    fair.deal = replica->commitment.deal;
    commitment_on_void(&replica->commitment, &fair, by, replica->seat);
    replica->change.line = REPLICA_CHANGE_VOID;
    replica->change.number = by;
    return after(replica, true, REPLICA_APPLIED);
}

static enum replica_line take_ok(struct replica *replica, const json_t *line)
{
    commitment_on_answer(&replica->commitment, line, true);
    return after(replica, true, REPLICA_NOT_GAME);
}

static enum replica_line take_no(struct replica *replica, const json_t *line)
{
    commitment_on_answer(&replica->commitment, line, false);
    return REPLICA_NOT_GAME;
}

static enum replica_line take_table(struct replica *replica, const json_t *line)
{
    const char *stage = json_string_value(json_object_get(line, "stage"));
    replica->resumed_over = stage != NULL && strcmp(stage, "over") == 0;
    commitment_on_table(&replica->commitment, line);
    return REPLICA_NOT_GAME;
}

/* After missed lines it may belong to a later deal. */
static enum replica_line take_fair(struct replica *replica, const json_t *line)
{
    struct commitment *pledge = &replica->commitment;
    if (!replica->has_game || !fair_read(line, replica->game.players, &replica->fair))
        return REPLICA_CONFLICT;
    if (pledge->fixed && pledge->gap && pledge->away && pledge->fault == COMMITMENT_FINE &&
        memcmp(pledge->hash, replica->fair.hash, sizeof pledge->hash) != 0) {
        if (pledge->sent)
            judged(replica, DEAL_MISSED);
        commitment_init(pledge);
    }
    replica->fair.deal = pledge->deal;
    commitment_on_fair(pledge, &replica->fair, replica->seat, json_object_get(line, "#") != NULL);
    return after(replica, true, REPLICA_APPLIED);
}

/* Our hand is sent sorted. If it holds the cards that were dealt to it, restores the order in which
 * they were dealt. */
static void order_hand(const struct replica *replica, const cn_card *made, cn_card *deck)
{
    const struct cn_board *board = &replica->game.deal.board;
    const int hands = replica->game.law->rules.hand_size.at[board->players_class] * board->seats;
    int copies[CN_CARD_CODES] = {0};
    for (int pass = 0; pass < 2; pass++) {
        int seat = board->next[board->dealer];
        for (int i = 0; i < hands; i++) {
            const bool own = seat == replica->seat && deck[i] != CN_NO_CARD;
            seat = board->next[seat];
            if (own && pass == 0) {
                copies[deck[i]]++;
                copies[made[i]]--;
            } else if (own) {
                deck[i] = made[i];
            }
        }
        for (int face = 0; face < CN_CARD_CODES; face++)
            if (copies[face] != 0)
                return;
    }
}

static enum fair_verdict check_deck(const struct replica *replica, const cn_card made[CN_CARDS_MAX])
{
    cn_card deck[CN_CARDS_MAX];
    const struct cn_board *board = &replica->game.deal.board;
    const struct fair_dealt dealt = {.dealer = board->dealer,
                                     .idle = board->idle,
                                     .cutter =
                                         cn_game_cutter(&replica->game, board->dealer, board->idle),
                                     .cut_seat = replica->cut_seat,
                                     .cut = replica->cut,
                                     .cards = replica->deck_count,
                                     .deck = deck};
    memcpy(deck, replica->deck, sizeof deck);
    if (made != NULL)
        order_hand(replica, made, deck);
    return fair_check(&replica->fair, &replica->game.law->rules, &dealt);
}

/* Everything on the table at the end, and in our hand, has left the stock. */
static bool left_the_stock(const struct replica *replica, const cn_card made[CN_CARDS_MAX])
{
    const struct cn_placement *cards = &replica->game.cards;
    int copies[CN_CARD_CODES] = {0};
    for (int i = 0; i < replica->game.deal.drawn; i++)
        copies[made[i]]++;
    for (int i = 0; i < cards->laid_count; i++)
        copies[cards->laid[i]]--;
    for (int i = 0; i < cards->pile_count; i++)
        copies[cards->pile[i]]--;
    for (int i = 0; i < cards->red_count; i++)
        copies[cards->red[i]]--;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        if (replica->seat != CN_NO_SEAT)
            copies[face] -= cards->hand[replica->seat][face];
        if (copies[face] < 0)
            return false;
    }
    return true;
}

static enum deal_verdict unfair(enum fair_verdict verdict)
{
    static const uint8_t verdicts[] = {
        [FAIR_UNKNOWN] = DEAL_NONE,     [FAIR_VERIFIED] = DEAL_FAIR,
        [FAIR_HASH] = DEAL_BAD_HASH,    [FAIR_COMMITTED] = DEAL_BAD_COMMITTED,
        [FAIR_PART] = DEAL_BAD_PART,    [FAIR_PARTS] = DEAL_BAD_PARTS,
        [FAIR_CUT] = DEAL_BAD_CUT,      [FAIR_DECK] = DEAL_BAD_DECK,
        [FAIR_PLEDGE] = DEAL_BAD_OPENED};
    return (enum deal_verdict)verdicts[verdict];
}

/* Nothing contradicts the deal. Returns what that proves to this client. */
static enum deal_verdict proved(const struct replica *replica, enum deal_log_fit course)
{
    const struct commitment *pledge = &replica->commitment;
    if (!pledge->fixed)
        return DEAL_LATER;
    if (pledge->again == RECOMMITTED_PERHAPS)
        return DEAL_AGAIN;
    if (course == DEAL_LOG_UNKNOWN)
        return DEAL_MIDDLE;
    if (replica->dealer == DEALER_UNKNOWN)
        return DEAL_DEALER;
    if (commitment_includes_us(pledge, &replica->fair, replica->seat))
        return DEAL_FAIR;
    if (replica->seat == CN_NO_SEAT)
        return DEAL_FAIR_WATCHED;
    if ((pledge->absent >> replica->seat & 1) != 0)
        return DEAL_FAIR_ABSENT;
    return pledge->state == CONTRIBUTION_OTHER ? DEAL_FAIR_OTHER : DEAL_FAIR_LATE;
}

/* Has the server asked for pledges for this deal? Then it cannot do without them. */
static bool is_promised(const struct commitment *c)
{
    return c->fixed && (c->sent || c->step > COMMITMENT_PLEDGING);
}

static enum deal_verdict judge(struct replica *replica)
{
    cn_card made[CN_CARDS_MAX] = {0};
    const struct fair_deal *fair = &replica->fair;
    const struct cn_game *game = &replica->game;
    const struct cn_board *board = &game->deal.board;
    if (replica->commitment.fault != COMMITMENT_FINE)
        return blamed(&replica->commitment);
    if (replica->commitment.again == RECOMMITTED_YES)
        return DEAL_BAD_AGAIN;
    if (fair->has_hash && fair->version == FAIR_OLD && !is_promised(&replica->commitment))
        return DEAL_OLD;
    if (!fair->has_hash)
        return replica->commitment.fixed ? DEAL_BAD_HASH : DEAL_NONE;
    enum fair_verdict verdict =
        commitment_check(&replica->commitment, fair, &game->law->rules, replica->seat);
    if (verdict != FAIR_VERIFIED)
        return unfair(verdict);
    if (replica->dealer == DEALER_WRONG)
        return DEAL_BAD_DEALER;
    const bool dealt = fair_deck(fair, &game->law->rules, board->dealer, board->idle, made);
    verdict = check_deck(replica, dealt ? made : NULL);
    if (verdict != FAIR_VERIFIED)
        return unfair(verdict);
    const enum deal_log_fit course = deal_log_verify(&replica->deal_log, game->law, game->players,
                                                     replica->seat, made, &replica->meter);
    if (course == DEAL_LOG_FITS && !game->law->refereed)
        replica->metered = game->deal_number;
    if (course == DEAL_LOG_DIFFERS || !left_the_stock(replica, made))
        return DEAL_BAD_SHOWN;
    return proved(replica, course);
}

/* A reveal of the commitment ends it, even if the deal cannot be judged. Any other does not. */
static enum replica_line take_unjudged(struct replica *replica, const struct fair_deal *revealed)
{
    uint8_t hash[HASH_BYTES];
    fair_hash(revealed, hash);
    if (!replica->commitment.fixed || memcmp(hash, replica->commitment.hash, sizeof hash) != 0)
        return REPLICA_CONFLICT;
    if (replica->commitment.fault != COMMITMENT_FINE)
        judged(replica, blamed(&replica->commitment));
    else if (replica->commitment.sent)
        judged(replica, DEAL_MISSED);
    commitment_init(&replica->commitment);
    return REPLICA_CONFLICT;
}

static enum replica_line take_reveal(struct replica *replica, const json_t *line)
{
    struct fair_deal revealed = replica->fair;
    if (!fair_read_reveal(line, &revealed))
        return REPLICA_CONFLICT;
    if (!replica->has_deal || replica->game.in_deal || replica->diverged)
        return take_unjudged(replica, &revealed);
    replica->fair = revealed;
    replica->fair.deal = replica->game.deal_number;
    judged(replica, judge(replica));
    commitment_init(&replica->commitment);
    deal_log_discard(&replica->deal_log);
    memset(&replica->fair, 0, sizeof replica->fair);
    replica->cut = replica->cut_seat = -1;
    return REPLICA_APPLIED;
}

const char *deal_verdict_name(enum deal_verdict verdict)
{
    static const char *const names[DEAL_VERDICTS] = {[DEAL_UNJUDGED] = "",
                                                     [DEAL_FAIR] = "fair",
                                                     [DEAL_FAIR_WATCHED] = "fair.watched",
                                                     [DEAL_FAIR_LATE] = "fair.late",
                                                     [DEAL_FAIR_OTHER] = "fair.other",
                                                     [DEAL_FAIR_ABSENT] = "fair.absent",
                                                     [DEAL_NONE] = "unchecked.none",
                                                     [DEAL_LATER] = "unchecked.later",
                                                     [DEAL_MISSED] = "unchecked.missed",
                                                     [DEAL_MIDDLE] = "unchecked.middle",
                                                     [DEAL_DEALER] = "unchecked.dealer",
                                                     [DEAL_AGAIN] = "unchecked.again",
                                                     [DEAL_OLD] = "unchecked.old",
                                                     [DEAL_BAD_HASH] = "unfair.hash",
                                                     [DEAL_BAD_COMMITTED] = "unfair.committed",
                                                     [DEAL_BAD_PART] = "unfair.part",
                                                     [DEAL_BAD_PARTS] = "unfair.parts",
                                                     [DEAL_BAD_CUT] = "unfair.cut",
                                                     [DEAL_BAD_DECK] = "unfair.deck",
                                                     [DEAL_BAD_DEALER] = "unfair.dealer",
                                                     [DEAL_BAD_SHOWN] = "unfair.shown",
                                                     [DEAL_BAD_AGAIN] = "unfair.again",
                                                     [DEAL_BAD_PLEDGE] = "unfair.pledge",
                                                     [DEAL_BAD_PLEDGES] = "unfair.pledges",
                                                     [DEAL_BAD_OPENED] = "unfair.opened",
                                                     [DEAL_BAD_ORDER] = "unfair.order",
                                                     [DEAL_BAD_VOID] = "unfair.void"};
    return names[verdict];
}

/* ---- snapshots ---- */

/* Who has to decide follows from the snapshot; about what, from the law. */
static void resume_decision(struct replica *replica)
{
    const struct cn_board *board = &replica->game.deal.board;
    const struct cn_follower f = replica_follower(replica, NULL);
    if (!replica->has_deal || board->due == CN_DUE_NOTHING || board->due == CN_DUE_ACCEPT)
        return;
    if (!cn_follow_due(&f, board->due, board->due_seat, board->due_law))
        replica->has_deal = false;
}

static enum replica_line take_view(struct replica *replica, const json_t *line)
{
    struct snapshot snapshot;
    if (!replica->has_game || !snapshot_read(line, &replica->game.law->rules, replica->game.players,
                                             replica->seat, &snapshot))
        return REPLICA_CONFLICT;
    memset(replica->deck, CN_NO_CARD, sizeof replica->deck);
    replica->deck_count = (uint8_t)cn_rules_cards(&replica->game.law->rules, replica->game.players);
    replica->undo_count = 0;
    replica->cut = replica->cut_seat = -1;
    deal_log_discard(&replica->deal_log);
    replica->diverged = false;
    replica->dealer = DEALER_UNKNOWN;
    memset(&replica->following, 0, sizeof replica->following);
    replica->following.late = 1;
    replica->has_deal = replica_hidden_view(replica, &snapshot);
    resume_decision(replica);
    if (!replica->has_deal)
        replica->has_game = false;
    replica->change.line = REPLICA_CHANGE_VIEW;
    return replica->has_deal ? REPLICA_APPLIED : REPLICA_CONFLICT;
}

/* ---- lines ---- */

static enum replica_line take_line(struct replica *replica, const char *type, const json_t *line,
                                   const char *text, size_t length)
{
    static const struct {
        const char *type;
        enum replica_line (*take)(struct replica *replica, const json_t *line);
    } others[] = {{"deal", replica_apply_deal},
                  {"face", replica_apply_face},
                  {"talon", replica_apply_talon},
                  {"pick", replica_apply_pick},
                  {"end", take_end},
                  {"over", take_over},
                  {"undo", replica_apply_undo},
                  {"fair", take_fair},
                  {"reveal", take_reveal},
                  {"commit", take_commit},
                  {"pledge", take_pledge},
                  {"pledged", take_pledged},
                  {"open", take_open},
                  {"part", take_part},
                  {"void", take_void},
                  {"view", take_view},
                  {"ok", take_ok},
                  {"no", take_no},
                  {"table", take_table},
                  {"ended", take_ended}};
    if (strcmp(type, "game") == 0) {
        replica->resumed = json_object_get(line, "#") == NULL;
        return take_game(replica, text, length);
    }
    if (strcmp(type, "cut") == 0 && json_object_get(line, "seat") != NULL)
        return take_cut(replica, line);
    if (replica->has_game && replica->game.law->refereed) {
        const enum replica_line refereed = replica_apply_refereed(replica, type, line);
        if (refereed != REPLICA_NOT_GAME)
            return refereed;
    }
    if (strcmp(type, "pile") == 0) /* the action before it has caused it */
        return replica->has_deal ? REPLICA_APPLIED : REPLICA_CONFLICT;
    if (replica_line_is_decision(type))
        return replica_apply_decision(replica, type, line);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i].type, type) == 0)
            return others[i].take(replica, line);
    return REPLICA_NOT_GAME;
}

/* After a conflicting line the state is unknown, so nothing later can be judged. */
static void go_astray(struct replica *replica)
{
    replica->diverged = true;
    deal_log_discard(&replica->deal_log);
    memset(replica->deck, CN_NO_CARD, sizeof replica->deck);
}

/* Returns whether the line was applied already. A client that says hello twice is sent lines
 * twice. */
static bool is_known(const struct replica *replica, const char *type, const json_t *number)
{
    return json_is_integer(number) && json_integer_value(number) <= replica->number &&
           strcmp(type, "view") != 0 && strcmp(type, "table") != 0;
}

enum replica_line replica_take_parsed(struct replica *replica, const json_t *line, const char *text,
                                      size_t length)
{
    const char *type = json_string_value(json_object_get(line, "t"));
    const json_t *number = json_object_get(line, "#");
    enum replica_line result = REPLICA_CONFLICT;
    const bool numbered = json_is_integer(number);
    replica->change.line = REPLICA_CHANGE_OTHER;
    if (type != NULL && (!numbered || json_integer_value(number) >= 0))
        result = is_known(replica, type, number) ? REPLICA_DUPLICATE
                                                 : take_line(replica, type, line, text, length);
    if (result == REPLICA_CONFLICT)
        go_astray(replica);
    else if (result != REPLICA_DUPLICATE && numbered)
        replica->number = replica->commitment.heard = json_integer_value(number);
    return result;
}

enum replica_line replica_take_line(struct replica *replica, const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const enum replica_line result = replica_take_parsed(replica, line, text, length);
    json_decref(line);
    return result;
}
