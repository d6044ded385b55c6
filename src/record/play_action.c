/* play_action.c -- decisions of seats, played through cn_game_play, and undo.
 *
 * A record names cards, the law names kinds. A line is first judged by kinds, so that an illegal
 * action is refused by the same article as at the table, and then its cards must be in the hand.
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* An action as the record has it. */
struct decision {
    int seat;
    struct cn_action action;
    cn_card cards[CN_CARDS_MAX];
    int count;
    int kind; /* of the natural cards; CN_NO_KIND if the check of the action covers it */
};

/* ---- is it legal, and does the seat hold the cards? ---- */

void cn__explain_refusal(const struct cn_reader *r, const struct cn_refusal *why, char *text,
                         size_t size)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        names[seat] = r->name[seat];
    snprintf(text, size, "%s", cn_refusal_name(why->id));
    if (!r->has_words)
        return;
    char sentence[300];
    cn_words_refusal(&r->words, why, names, sentence, sizeof sentence);
    const size_t article = strlen(why->article);
    const bool named = strncmp(sentence, why->article, article) == 0 && sentence[article] == ':';
    snprintf(text, size, "%s", named ? sentence + article + 2 : sentence);
}

static void refuse(struct cn_reader *r, const struct decision *d, const struct cn_refusal *why)
{
    char action[CN_ACTION_TEXT];
    char sentence[300];
    char found[400];
    cn_action_format(r->game.law, d->action, action);
    cn__explain_refusal(r, why, sentence, sizeof sentence);
    snprintf(found, sizeof found, "\"%s\" by seat %d (%s)", action, d->seat, sentence);
    cn__report(r, (struct cn_report){.kind = CN_REPORT_DIFFERENCE,
                                     .stops = true,
                                     .article = why->article,
                                     .expected = "a legal action",
                                     .found = found,
                                     .refusal = why});
}

/* Returns the article broken by cards that are of the wrong kind or not in the hand. */
static const char *cards_article(const struct cn_reader *r, int type)
{
    switch (type) {
    case CN_ACTION_DISCARD: return "L16";
    case CN_ACTION_MELD: return r->game.law->rules.cite_shape.text;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER: return "L32";
    default: return "L20";
    }
}

static bool are_of_kind(struct cn_reader *r, const struct decision *d)
{
    for (int i = 0; i < d->count; i++) {
        const int kind = cn_card_kind(d->cards[i]);
        if (kind == d->kind || cn_kind_is_wild(kind))
            continue;
        char expected[60];
        char found[3];
        snprintf(expected, sizeof expected, "cards of rank %s and wild cards",
                 cn_kind_name(d->kind));
        cn_card_format(d->cards[i], found);
        cn__abort_game(r, cards_article(r, d->action.type), expected, found);
        return false;
    }
    return true;
}

static bool are_held(struct cn_reader *r, const struct decision *d)
{
    uint8_t left[CN_CARD_CODES];
    memcpy(left, r->game.cards.hand[d->seat], sizeof left);
    for (int i = 0; i < d->count; i++) {
        if (left[d->cards[i]]-- > 0)
            continue;
        char name[3];
        char found[60];
        cn_card_format(d->cards[i], name);
        snprintf(found, sizeof found, "%s, which seat %d does not hold", name, d->seat);
        cn__abort_game(r, d->action.type == CN_ACTION_DISCARD ? "L16" : "L19", "cards of the hand",
                       found);
        return false;
    }
    return true;
}

/* ---- playing it ---- */

/* Returns room for a copy of the game before the action; NULL without memory. */
static struct undo_state *remember(struct cn_reader *r)
{
    if (!cn__array_grow(&r->history, &r->history_capacity, (size_t)r->history_count + 1,
                        sizeof *r->history))
        return NULL;
    struct undo_state *before = &r->history[r->history_count];
    before->deal = r->game.deal;
    before->cards = r->game.cards;
    memcpy(before->score, r->game.score, sizeof before->score);
    before->deals_scored = r->sheet.count;
    before->dealing = r->game.in_deal;
    before->winner = r->game.winner;
    return before;
}

bool cn__is_due(struct cn_reader *r, const char *found)
{
    cn__report_missing(r, found);
    if (r->game.in_deal)
        return true;
    cn__abort_game(r, r->has_deal ? "L41" : RECORD_ARTICLE, "a deal", found);
    return false;
}

static bool is_allowed(struct cn_reader *r, const struct decision *d, struct cn_refusal *why)
{
    struct cn_noted noted;
    struct cn_view view;
    if (cn_law_is_refereed(&r->law))
        return cn_referee_check(&r->game, d->seat, d->action, &noted, why);
    cn_view_of(&view, &r->game, d->seat);
    return cn_legal_check(&view, d->action, why);
}

/* Plays a decision; returns the event of the action itself if it was legal. */
static const struct queued_event *decide(struct cn_reader *r, struct decision *d)
{
    struct cn_refusal why;
    if (!is_allowed(r, d, &why)) {
        refuse(r, d, &why);
        return NULL;
    }
    if (d->kind != CN_NO_KIND && !are_of_kind(r, d))
        return NULL;
    if (!are_held(r, d))
        return NULL;
    struct undo_state *before = remember(r);
    if (before == NULL) {
        r->no_memory = true;
        return NULL;
    }
    const struct cn_observer observer = replay_observer(r);
    if (!cn_game_play(&r->game, d->seat, d->action, d->count > 0 ? d->cards : NULL, &why,
                      &observer)) {
        refuse(r, d, &why);
        return NULL;
    }
    before->seat = (uint8_t)d->seat;
    before->line = r->line;
    before->action = d->action;
    const int undoable = r->history_count > 0 ? before[-1].undoable : 0;
    before->undoable = cn_undo_count(undoable, d->action, r->queue.count);
    r->history_count++;
    r->counts.actions++;
    if (r->hooks != NULL)
        r->hooks->decision(r->hooks->context, d->seat, d->action, d->count > 0 ? d->cards : NULL);
    return cn__queue_pop(r);
}

/* Begins a line of an action; returns false if an action is not possible here. */
static bool begin(struct cn_reader *r, const json_t *line, struct decision *d)
{
    struct cn__fault fault;
    memset(d, 0, sizeof *d);
    d->kind = CN_NO_KIND;
    if (!cn__get_seat(r, line, &d->seat, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return false;
    }
    return cn__is_due(r, json_string_value(json_object_get(line, "t")));
}

static void play_simple(struct cn_reader *r, const json_t *line, int type)
{
    struct decision d;
    if (!begin(r, line, &d))
        return;
    d.action = cn_action_of(type, 0, 0, 0, 0);
    decide(r, &d);
}

void cn__play_ask(struct cn_reader *r, const json_t *line)
{
    play_simple(r, line, CN_ACTION_ASK);
}

void cn__play_stop(struct cn_reader *r, const json_t *line)
{
    play_simple(r, line, CN_ACTION_STOP);
}

void cn__play_answer(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    bool yes;
    if (!cn__get_bool(line, "yes", &yes, &fault))
        cn__report_unreadable(r, &fault, true);
    else
        play_simple(r, line, yes ? CN_ACTION_YES : CN_ACTION_NO);
}

void cn__play_draw(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!begin(r, line, &d) || cn__is_seat_record(r, line, "cards"))
        return;
    if (!cn__get_cards(line, "cards", CN_CARDS_MAX, cards, &count, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    d.action = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    const struct queued_event *h = decide(r, &d);
    if (h != NULL)
        cn__compare_cards(r, "L15", "cards", h->cards, h->event.card_count, cards, count);
}

void cn__play_discard(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    if (!begin(r, line, &d))
        return;
    if (!cn__get_card(line, "card", &d.cards[0], &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    d.count = 1;
    d.action = cn_action_of(CN_ACTION_DISCARD, cn_card_kind(d.cards[0]), 0, 0, 0);
    decide(r, &d);
}

void cn__play_face_action(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    cn_card drawn[CN_CARDS_MAX];
    int count;
    if (!begin(r, line, &d) || cn__is_seat_record(r, line, "cards"))
        return;
    if (!cn__get_cards(line, "cards", CN_CARDS_MAX, d.cards, &d.count, &fault) ||
        !cn__get_cards(line, "drawn", CN_CARDS_MAX, drawn, &count, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    if (d.count != 1) {
        cn__abort_game(r, r->law.rules.cite_bonus_cards.text, "one bonus card", "another number");
        return;
    }
    d.action = cn_action_of(CN_ACTION_FACE, cn_card_kind(d.cards[0]), 0, 0, 0);
    const struct queued_event *h = decide(r, &d);
    if (h != NULL)
        cn__compare_cards(r, "L12", "drawn", h->drawn, h->event.drawn_count, drawn, count);
}

static int compare_faces(const void *a, const void *b)
{
    return *(const cn_card *)a - *(const cn_card *)b;
}

/* The cards may stand in any order. */
void cn__play_hand(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    const char *name;
    char text[CN_ACTION_TEXT + CN_SPECIAL_NAME_SIZE];
    if (!begin(r, line, &d))
        return;
    if (!cn__get_string(line, "name", &name, &fault) ||
        !cn__get_cards(line, "cards", CN_CARDS_MAX, d.cards, &d.count, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    const int length = snprintf(text, sizeof text, "hand %s", name);
    if (length >= (int)sizeof text ||
        !cn_action_parse(r->game.law, text, (size_t)length, &d.action)) {
        cn__abort_game(r, r->law.rules.cite_special_hands.text, "the name of a special hand",
                       "another word");
        return;
    }
    const struct queued_event *h = decide(r, &d);
    if (h == NULL)
        return;
    cn_card expected[CN_CARDS_MAX];
    memcpy(expected, h->cards, (size_t)h->event.card_count);
    qsort(expected, (size_t)h->event.card_count, 1, compare_faces);
    qsort(d.cards, (size_t)d.count, 1, compare_faces);
    cn__compare_cards(r, r->law.rules.cite_special_hands.text, "cards", expected,
                      h->event.card_count, d.cards, d.count);
}

/* ---- taking the pack ---- */

/* Returns which claim two cards make: by a pair, or by one natural and a deuce or joker. */
static void read_claim(const struct cn_reader *r, struct decision *d)
{
    const int first = cn_card_kind(d->cards[0]);
    const int second = cn_card_kind(d->cards[1]);
    const int wild = cn_kind_is_wild(first) ? first : second;
    const int type = !cn_kind_is_wild(wild) ? CN_ACTION_TAKE_PAIR
                     : wild == CN_DEUCE     ? CN_ACTION_TAKE_DEUCE
                                            : CN_ACTION_TAKE_JOKER;
    d->action = cn_action_of(type, 0, 0, 0, 0);
    d->kind = r->game.deal.board.pile_top;
}

void cn__play_take(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    int64_t onto;
    if (!begin(r, line, &d))
        return;
    const bool with = json_object_get(line, "with") != NULL;
    if (with ? !cn__get_cards(line, "with", CN_CARDS_MAX, d.cards, &d.count, &fault)
             : !cn__get_int(line, "onto", 0, UINT8_MAX, &onto, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    if (!with) {
        d.action = cn_action_of(CN_ACTION_TAKE_ONTO, (int)onto, 0, 0, 0);
        decide(r, &d);
        return;
    }
    if (d.count != 2 || json_object_get(line, "onto") != NULL) {
        const char *found = d.count != 2 ? "another number" : "\"onto\" as well";
        cn__abort_game(r, "L33", "two cards shown, or \"onto\" alone", found);
        return;
    }
    read_claim(r, &d);
    if (cn_kind_is_wild(cn_card_kind(d.cards[0])) && cn_kind_is_wild(cn_card_kind(d.cards[1])))
        cn__abort_game(r, "L32", "a natural card among the two", "two wild cards");
    else
        decide(r, &d);
}

/* ---- melding ---- */

/* Counts a decision's cards as an action names them. Numbers that no hand can hold are cut to one
 * that no hand can hold either. Returns false, reported, for more deuces than one action lays. */
static bool count_cards(struct cn_reader *r, const struct decision *d, int *naturals, int *deuces,
                        int *jokers, int *kind)
{
    enum {
        MOST = CN_NATURALS_MAX + 1
    };
    *naturals = *deuces = *jokers = 0;
    *kind = CN_NO_KIND;
    for (int i = 0; i < d->count; i++) {
        const int k = cn_card_kind(d->cards[i]);
        int *counted = k == CN_DEUCE ? deuces : k == CN_JOKER ? jokers : naturals;
        if (*counted < MOST)
            (*counted)++;
        if (!cn_kind_is_wild(k) && *kind == CN_NO_KIND)
            *kind = k;
    }
    if (*jokers > CN_JOKERS_MAX)
        *jokers = CN_JOKERS_MAX + 1;
    if (*deuces <= CN_ACTION_DEUCES)
        return true;
    char expected[60];
    snprintf(expected, sizeof expected, "at most %d deuces in one action", CN_ACTION_DEUCES);
    cn__abort_game(r, RECORD_ARTICLE, expected, "more");
    return false;
}

static bool begin_laying(struct cn_reader *r, const json_t *line, struct decision *d)
{
    struct cn__fault fault;
    if (!begin(r, line, d))
        return false;
    if (cn__get_cards(line, "cards", CN_CARDS_MAX, d->cards, &d->count, &fault))
        return true;
    cn__report_unreadable(r, &fault, true);
    return false;
}

void cn__play_meld(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    int naturals;
    int deuces;
    int jokers;
    if (!begin_laying(r, line, &d))
        return;
    if (!count_cards(r, &d, &naturals, &deuces, &jokers, &d.kind))
        return;
    if (d.kind == CN_NO_KIND && d.count > 0 && r->law.rules.wild_melds != CN_WILD_MELDS_NONE)
        d.kind = CN_JOKER;
    if (d.kind == CN_NO_KIND) {
        cn__abort_game(r, r->game.law->rules.cite_shape.text, "a meld of natural cards",
                       d.count == 0 ? "no cards" : "wild cards alone");
        return;
    }
    d.action = cn_action_of(CN_ACTION_MELD, d.kind, naturals, deuces, jokers);
    decide(r, &d);
}

void cn__play_add(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    int naturals;
    int deuces;
    int jokers;
    int kind;
    int64_t meld;
    if (!begin_laying(r, line, &d))
        return;
    if (!cn__get_int(line, "meld", 0, UINT8_MAX, &meld, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    if (!count_cards(r, &d, &naturals, &deuces, &jokers, &kind))
        return;
    d.action = cn_action_of(CN_ACTION_ADD, (int)meld, naturals, deuces, jokers);
    const struct cn_board *board = &r->game.deal.board;
    const int side = board->side[d.seat];
    if (meld < board->meld_count[side])
        d.kind = cn_meld_kind(board->melds[side][meld]);
    decide(r, &d);
}

void cn__play_combine(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn__fault fault;
    int64_t meld;
    int64_t into;
    if (!begin(r, line, &d))
        return;
    if (!cn__get_int(line, "meld", 0, UINT8_MAX, &meld, &fault) ||
        !cn__get_int(line, "into", 0, UINT8_MAX, &into, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    const int lower = (int)(meld < into ? meld : into);
    const int higher = (int)(meld < into ? into : meld);
    d.action = cn_action_of(CN_ACTION_MERGE, lower, higher, 0, 0);
    const struct queued_event *h = decide(r, &d);
    if (h != NULL)
        cn__compare_ints(r, "L24", "into the lower index,", h->event.merged_into, into);
}

/* ---- at a refereed table ---- */

/* How many cards of a kind an insisted action takes from the hand. */
static int wanted_of(const struct cn_reader *r, const struct decision *d, int kind)
{
    const struct cn_action action = cn_action_plain(d->action);
    const int top = r->game.deal.board.pile_top;
    switch (action.type) {
    case CN_ACTION_TAKE_PAIR: return kind == top ? 2 : 0;
    case CN_ACTION_TAKE_DEUCE: return kind == top || kind == CN_DEUCE;
    case CN_ACTION_TAKE_JOKER: return kind == top || kind == CN_JOKER;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD:
        return kind == CN_DEUCE   ? cn_action_deuces(action)
               : kind == CN_JOKER ? cn_action_jokers(action)
               : kind == d->kind  ? action.amount
                                  : 0;
    case CN_ACTION_DISCARD:
    case CN_ACTION_EXPOSE: return kind == action.place;
    default: return 0;
    }
}

/* Are these the cards that the action names? */
static bool are_named(struct cn_reader *r, const struct decision *d)
{
    int counts[CN_KINDS] = {0};
    for (int i = 0; i < d->count; i++)
        counts[cn_card_kind(d->cards[i])]++;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (counts[kind] != wanted_of(r, d, kind)) {
            cn__abort_game(r, RECORD_ARTICLE, "the cards that the action names", "others");
            return false;
        }
    return true;
}

static bool read_insisted(struct cn_reader *r, const json_t *line, struct decision *d)
{
    struct cn__fault fault;
    const char *text;
    if (!cn__get_string(line, "action", &text, &fault) ||
        (json_object_get(line, "cards") != NULL &&
         !cn__get_cards(line, "cards", CN_CARDS_MAX, d->cards, &d->count, &fault))) {
        cn__report_unreadable(r, &fault, true);
        return false;
    }
    if (!cn_action_parse(r->game.law, text, strlen(text), &d->action) ||
        !cn_action_is_insisted(d->action)) {
        cn__abort_game(r, RECORD_ARTICLE, "an action after \"!\"", text);
        return false;
    }
    const struct cn_board *board = &r->game.deal.board;
    const int type = cn_action_plain(d->action).type;
    if (type == CN_ACTION_MELD)
        d->kind = d->action.place;
    else if (type == CN_ACTION_ADD && d->action.place < board->meld_count[board->side[d->seat]])
        d->kind = cn_meld_kind(board->melds[board->side[d->seat]][d->action.place]);
    return true;
}

void cn__play_irregular(struct cn_reader *r, const json_t *line)
{
    struct decision d;
    struct cn_refusal why;
    if (!begin(r, line, &d) || !read_insisted(r, line, &d))
        return;
    if (!is_allowed(r, &d, &why)) {
        refuse(r, &d, &why);
        return;
    }
    if (d.count > 0 && !are_named(r, &d))
        return;
    const struct queued_event *h = decide(r, &d);
    if (h != NULL)
        cn__compare_event(r, line, h);
}

/* A watchful referee's call follows from an act, anybody else's is one. */
void cn__play_call(struct cn_reader *r, const json_t *line)
{
    if (json_is_null(json_object_get(line, "seat")))
        cn__play_followed(r, line);
    else
        play_simple(r, line, CN_ACTION_CALL);
}

void cn__play_require(struct cn_reader *r, const json_t *line)
{
    /* cn_decision_type has them too, but libcanasta does not export it. */
    static const struct {
        const char *what;
        int type;
    } decisions[] = {{"draw", CN_ACTION_REQUIRE_DRAW},
                     {"out", CN_ACTION_REQUIRE_OUT},
                     {"waive", CN_ACTION_WAIVE},
                     {"accept", CN_ACTION_ACCEPT}};
    struct cn__fault fault;
    const char *what;
    if (!cn__get_string(line, "what", &what, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(what, decisions[i].what) == 0) {
            play_simple(r, line, decisions[i].type);
            return;
        }
    cn__abort_game(r, RECORD_ARTICLE, "draw, out, waive or accept", what);
}

/* ---- undo ---- */

/* Have all other players agreed? */
static bool all_agree(const struct cn_reader *r, const json_t *by, int seat)
{
    unsigned agreed = 1u << seat;
    for (size_t i = 0; i < json_array_size(by); i++) {
        const json_t *value = json_array_get(by, i);
        const json_int_t other = json_is_integer(value) ? json_integer_value(value) : -1;
        if (other < 0 || other >= r->game.players)
            return false;
        agreed |= 1u << other;
    }
    if (r->game.players == 5)
        agreed |= 1u << r->game.deal.board.idle;
    return agreed == (1u << r->game.players) - 1;
}

static bool may_undo_alone(const struct cn_reader *r, int seat, int n)
{
    const struct undo_state *last = &r->history[r->history_count - 1];
    return n <= last->undoable && last->seat == seat;
}

static void withdraw(struct cn_reader *r, int n)
{
    r->history_count -= n;
    const struct undo_state *before = &r->history[r->history_count];
    r->game.deal = before->deal;
    r->game.cards = before->cards;
    memcpy(r->game.score, before->score, sizeof before->score);
    r->game.in_deal = before->dealing;
    r->game.winner = before->winner;
    r->sheet.count = before->deals_scored;
}

void cn__play_undo(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    int seat;
    int64_t n;
    const json_t *by = NULL;
    if (!cn__get_seat(r, line, &seat, &fault) ||
        !cn__get_int(line, "n", 1, INT32_MAX, &n, &fault) ||
        (json_object_get(line, "by") != NULL && !cn__get_array(line, "by", -1, &by, &fault))) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    if (cn_law_is_refereed(&r->law)) {
        cn__abort_game(r, "R22", "no undo where a referee rules", "an undo");
        return;
    }
    cn__report_missing(r, "an undo");
    if (n > r->history_count) {
        char expected[60];
        snprintf(expected, sizeof expected, "at most %d actions of this deal", r->history_count);
        cn__abort_game(r, RECORD_ARTICLE, expected, "more");
        return;
    }
    if (!may_undo_alone(r, seat, (int)n) && !all_agree(r, by, seat))
        cn__report_difference(r, RECORD_ARTICLE, "the consent of all others (by)",
                              by == NULL ? "an undo alone" : "not all of them");
    withdraw(r, (int)n);
    if (r->hooks != NULL)
        r->hooks->undo(r->hooks->context, (int)n);
}
