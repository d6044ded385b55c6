#include "refereed_line.h"

#include <string.h>

#include "hidden_cards.h"
#include "replay_line.h"

enum {
    POINTS_MOST = 100000
};

/* ---- cards ---- */

/* Appends the cards of the seat that lie face up, which a line may show a second time. */
static int add_up(const struct replica *replica, int seat, cn_card *cards, int count)
{
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (int copy = replica->game.cards.up[seat][face]; copy > 0 && count < CN_CARDS_MAX;
             copy--)
            cards[count++] = (cn_card)face;
    return count;
}

/* Imagines these cards in the hand, beside those that lie face up. */
static bool hold_beside_up(struct replica *replica, int seat, const cn_card *more, int count)
{
    cn_card cards[CN_CARDS_MAX];
    int all = add_up(replica, seat, cards, 0);
    if (all + count > CN_CARDS_MAX)
        return false;
    memcpy(cards + all, more, (size_t)count);
    return replica_received_hand(replica, seat, cards, all + count);
}

/* ---- lines with hidden cards ---- */

/* Is this the last card of the stock, in the hand of the seat in turn, where a red three would go
 * down at once (R4)? */
static bool may_go_down(const struct cn_board *board, int seat, int count)
{
    return board->turn == seat && count == board->stock;
}

static bool take_unseen(struct replica *replica, const json_t *line, int seat, bool required)
{
    const struct cn_board *board = &replica->game.deal.board;
    cn_card red[CN_CARDS_MAX];
    int reds;
    int kept;
    if (!replica_line_received(replica, line, red, &reds, &kept) ||
        !replica_reveal_last(replica, red, reds, kept))
        return false;
    return reds > 0 || kept == 0 || required || !may_go_down(board, seat, kept) ||
           replica_keep_last_from_red(replica);
}

static int number_of_draw(const struct replica *replica, const json_t *line, int seat)
{
    const json_t *cards = json_object_get(line, "cards");
    const json_t *red = json_object_get(line, "red");
    int n = 0;
    if (seat == replica->seat)
        return (int)json_array_size(cards);
    replica_line_number(line, "n", 0, CN_CARDS_MAX, &n);
    return n + (int)json_array_size(red);
}

static bool take_draw(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    const bool irregular = json_is_true(json_object_get(line, "irregular"));
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!cn_follow_may_draw(f, seat, number_of_draw(replica, line, seat), irregular))
        return false;
    if (seat == replica->seat) {
        if (!replica_line_cards(line, "cards", cards, &count) ||
            !replica_reveal_stock(replica, cards, count))
            return false;
        replica_see(replica, cards, count);
    } else if (!take_unseen(replica, line, seat, irregular && !cn_follow_insists(f))) {
        return false;
    }
    if (!irregular)
        deal_log_decision(&replica->deal_log, seat, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL,
                          0);
    cn_follow_draw(f, seat, irregular);
    return true;
}

static bool take_face(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    const struct cn_action action = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    cn_card cards[CN_CARDS_MAX];
    cn_card drawn[CN_CARDS_MAX];
    int count;
    int drew;
    if (!cn_follow_may_face(f, seat) || !replica_line_cards(line, "cards", cards, &count) ||
        count != 1 || cn_card_kind(cards[0]) != CN_RED_THREE ||
        !replica_received_hand(replica, seat, cards, 1))
        return false;
    if (seat == replica->seat) {
        if (!replica_line_cards(line, "drawn", drawn, &drew) || drew > 1 ||
            !replica_reveal_stock(replica, drawn, drew))
            return false;
        replica_see(replica, drawn, drew);
    } else if (!take_unseen(replica, line, seat, false)) {
        return false;
    }
    if (cn_follow_decides_face(f, seat))
        deal_log_decision(&replica->deal_log, seat, action, cards, 1);
    cn_follow_face(f, seat, cards[0]);
    return true;
}

static bool take_peek(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    cn_card card;
    struct cn_event event = {.type = CN_EVENT_PEEK, .seat = (uint8_t)seat};
    if (seat == replica->seat) {
        if (!cn__get_card(line, "card", &card, NULL) || !replica_reveal_stock(replica, &card, 1))
            return false;
        replica_see(replica, &card, 1);
        event.cards = &card;
        event.card_count = 1;
    }
    return cn_follow_event(f, &event);
}

static bool take_stock(struct replica *replica, const struct cn_follower *f, const json_t *line,
                       int seat)
{
    const struct cn_deal *deal = &replica->game.deal;
    cn_card card;
    struct cn_event event = {.type = CN_EVENT_STOCK, .seat = (uint8_t)seat};
    const bool told = json_object_get(line, "card") != NULL;
    if (deal->drawn == 0 || (told && !cn__get_card(line, "card", &card, NULL)))
        return false;
    if (seat == replica->seat && !told)
        return false;
    if (told ? !replica_put_back_seen(replica, seat, card) : !replica_put_back(replica, seat))
        return false;
    event.cards = &card;
    event.card_count = told;
    return cn_follow_event(f, &event);
}

/* ---- lines that all see whole ---- */

static void log_act(struct replica *replica, int seat, struct cn_action action,
                    const cn_card *cards, int count)
{
    deal_log_decision(&replica->deal_log, seat, action, cards, count);
}

static bool take_irregular(struct replica *replica, const struct cn_follower *f, const json_t *line,
                           int seat)
{
    cn_card cards[CN_CARDS_MAX];
    int count = 0;
    const char *action = json_string_value(json_object_get(line, "action"));
    struct cn_event event = {.type = CN_EVENT_IRREGULAR,
                             .seat = (uint8_t)seat,
                             .law = json_string_value(json_object_get(line, "law")),
                             .what = json_string_value(json_object_get(line, "what")),
                             .cards = cards};
    if (action == NULL ||
        !cn_action_parse(replica->game.law, action, strlen(action), &event.action) ||
        !cn_action_is_insisted(event.action))
        return false;
    if (json_object_get(line, "cards") != NULL &&
        (!replica_line_cards(line, "cards", cards, &count) ||
         !replica_received_hand(replica, seat, cards, count)))
        return false;
    event.card_count = count;
    log_act(replica, seat, event.action, cards, count);
    return cn_follow_event(f, &event);
}

static bool take_call(struct replica *replica, const struct cn_follower *f, const json_t *line)
{
    int seat = CN_NO_SEAT;
    if (!json_is_null(json_object_get(line, "seat"))) {
        if (!replica_line_number(line, "seat", 0, replica->game.players - 1, &seat))
            return false;
        log_act(replica, seat, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0), NULL, 0);
    }
    const struct cn_event event = {.type = CN_EVENT_CALL, .seat = (uint8_t)seat};
    return cn_follow_event(f, &event);
}

static bool take_require(struct replica *replica, const struct cn_follower *f, const json_t *line,
                         int seat)
{
    const int type = cn_decision_type(json_string_value(json_object_get(line, "what")));
    if (type < 0)
        return false;
    const struct cn_event event = {
        .type = CN_EVENT_REQUIRE, .seat = (uint8_t)seat, .what = cn_decision_name(type)};
    log_act(replica, seat, cn_action_of(type, 0, 0, 0, 0), NULL, 0);
    return cn_follow_event(f, &event);
}

/* Lines of cards of a hand that all see, or have seen. */
static bool take_cards(struct replica *replica, const struct cn_follower *f, const json_t *line,
                       int seat, int type)
{
    cn_card cards[CN_CARDS_MAX];
    cn_card fresh[CN_CARDS_MAX];
    int shown[CN_KINDS];
    int count;
    int news = 0;
    const bool ruled = json_is_true(json_object_get(line, "ruled"));
    if (!replica_line_cards(line, "cards", cards, &count))
        return false;
    for (int kind = 0; kind < CN_KINDS; kind++)
        shown[kind] = ruled ? cn_hand_count(replica->game.deal.board.shown[seat], kind) : 0;
    for (int i = 0; i < count; i++)
        if (--shown[cn_card_kind(cards[i])] < 0)
            fresh[news++] = cards[i];
    if (type == CN_EVENT_EXPOSE && !cn_follow_knows_up(f) &&
        !hold_beside_up(replica, seat, fresh, news))
        return false;
    const struct cn_event event = {.type = (uint8_t)type,
                                   .seat = (uint8_t)seat,
                                   .cards = cards,
                                   .card_count = count,
                                   .ruled = ruled};
    cn_card needed[CN_CARDS_MAX];
    return cn_follow_needs(f, &event, needed) >= 0 && cn_follow_event(f, &event);
}

static bool take_expose(struct replica *replica, const struct cn_follower *f, const json_t *line,
                        int seat)
{
    return take_cards(replica, f, line, seat, CN_EVENT_EXPOSE);
}

static bool take_back(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    return take_cards(replica, f, line, seat, CN_EVENT_BACK);
}

static bool take_unlay(struct replica *replica, const struct cn_follower *f, const json_t *line,
                       int seat)
{
    return take_cards(replica, f, line, seat, CN_EVENT_UNLAY);
}

static bool take_reopen(struct replica *replica, const struct cn_follower *f, const json_t *line,
                        int seat)
{
    cn_card cards[CN_CARDS_MAX];
    cn_card pile[CN_CARDS_MAX];
    cn_card needed[CN_CARDS_MAX];
    int count;
    int piled = 0;
    const bool lies = json_object_get(line, "pile") != NULL;
    if (!replica_line_cards(line, "hand", cards, &count) ||
        (lies && !replica_line_cards(line, "pile", pile, &piled)))
        return false;
    const struct cn_event event = {.type = CN_EVENT_REOPEN,
                                   .seat = (uint8_t)seat,
                                   .cards = cards,
                                   .card_count = count,
                                   .pile = lies ? pile : NULL,
                                   .pile_count = piled};
    const int needs = cn_follow_needs(f, &event, needed);
    return needs >= 0 && (needs == 0 || replica_received_hand(replica, seat, needed, needs)) &&
           cn_follow_event(f, &event);
}

/* Lines of a seat without cards. */
static bool take_plain(const struct cn_follower *f, const json_t *line, int seat, int type)
{
    struct cn_event event = {.type = (uint8_t)type,
                             .seat = (uint8_t)seat,
                             .law = json_string_value(json_object_get(line, "law")),
                             .what = json_string_value(json_object_get(line, "what"))};
    int number = 0;
    if (type == CN_EVENT_RULING && !replica_line_number(line, "points", -POINTS_MOST, 0, &number))
        return false;
    event.points = number;
    if (type == CN_EVENT_OWE && !replica_line_number(line, "n", 0, UINT8_MAX, &number))
        return false;
    event.n = type == CN_EVENT_OWE ? number : 0;
    return cn_follow_event(f, &event);
}

static bool take_lapse(struct replica *replica, const struct cn_follower *f, const json_t *line,
                       int seat)
{
    (void)replica;
    return take_plain(f, line, seat, CN_EVENT_LAPSE);
}

static bool take_ruling(struct replica *replica, const struct cn_follower *f, const json_t *line,
                        int seat)
{
    (void)replica;
    return take_plain(f, line, seat, CN_EVENT_RULING);
}

static bool take_owe(struct replica *replica, const struct cn_follower *f, const json_t *line,
                     int seat)
{
    (void)replica;
    return take_plain(f, line, seat, CN_EVENT_OWE);
}

static bool take_bound(struct replica *replica, const struct cn_follower *f, const json_t *line,
                       int seat)
{
    (void)replica;
    return take_plain(f, line, seat, CN_EVENT_BOUND);
}

static bool take_pile(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    (void)replica;
    (void)line;
    return cn_follow_pile(f, seat, CN_EVENT_PILE);
}

static bool take_hold(struct replica *replica, const struct cn_follower *f, const json_t *line,
                      int seat)
{
    (void)replica;
    (void)line;
    return cn_follow_pile(f, seat, CN_EVENT_HOLD);
}

/* ---- what is due ---- */

static bool take_due(const struct cn_follower *f, const json_t *line, int seat)
{
    static const char *const names[] = {"", "draw", "out", "accept"};
    const char *what = json_string_value(json_object_get(line, "what"));
    const char *law = json_string_value(json_object_get(line, "law"));
    const int number = law == NULL               ? 0
                       : strcmp(law, "L53") == 0 ? 53
                       : strcmp(law, "L57") == 0 ? 57
                       : strcmp(law, "L59") == 0 ? 59
                                                 : -1;
    for (int due = CN_DUE_DRAW; due <= CN_DUE_ACCEPT; due++)
        if (what != NULL && strcmp(what, names[due]) == 0)
            return cn_follow_due(f, due, seat, number);
    return false;
}

/* ---- lines ---- */

enum replica_line replica_apply_refereed(struct replica *replica, const char *type,
                                         const json_t *line)
{
    static const struct {
        const char *type;
        bool (*take)(struct replica *replica, const struct cn_follower *f, const json_t *line,
                     int seat);
    } lines[] = {{"draw", take_draw},           {"face", take_face},     {"peek", take_peek},
                 {"stock", take_stock},         {"expose", take_expose}, {"back", take_back},
                 {"unlay", take_unlay},         {"reopen", take_reopen}, {"lapse", take_lapse},
                 {"ruling", take_ruling},       {"owe", take_owe},       {"bound", take_bound},
                 {"irregular", take_irregular}, {"hold", take_hold},     {"pile", take_pile},
                 {"require", take_require}};
    const bool calls = strcmp(type, "call") == 0;
    const bool due = strcmp(type, "due") == 0;
    const struct cn_observer observer = {replica_hear, replica};
    const struct cn_follower f = replica_follower(replica, &observer);
    size_t at = 0;
    while (at < sizeof lines / sizeof lines[0] && strcmp(lines[at].type, type) != 0)
        at++;
    if (at == sizeof lines / sizeof lines[0] && !calls && !due)
        return REPLICA_NOT_GAME;
    int seat = 0;
    if (!replica->has_deal || !replica->game.in_deal ||
        (!calls && !replica_line_number(line, "seat", 0, replica->game.players - 1, &seat)))
        return REPLICA_CONFLICT;
    const bool applied = calls ? take_call(replica, &f, line)
                         : due ? take_due(&f, line, seat)
                               : lines[at].take(replica, &f, line, seat);
    return applied ? REPLICA_APPLIED : REPLICA_CONFLICT;
}
