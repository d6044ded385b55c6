/* web_pages.h -- asks a table's page as the browser does, and compares what it shows with the game
 * itself: for tests of the browser's side. */
#ifndef UNITS_WEB_PAGES_H
#define UNITS_WEB_PAGES_H

#include <jansson.h>

#include "hosted.h"
#include "law_of.h"
#include "pages/table_page.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

enum {
    VIEWERS = CN_SEATS_MAX + 1
};

static struct {
    struct cn_game game;
    struct table_page *client[VIEWERS]; /* by seat, and last a spectator */
    struct cn__text line, answer, other;
    struct chance chance;
    struct cn_actions list;
    int64_t decisions, twins, outs, snapshots, legal, owing, frozen, other_ranks;
    int64_t hints, hidden, hint_outs;   /* hidden: listed only because of the hint */
    int64_t ends[CN_END_RED_THREE + 1]; /* by enum cn_end_why */
} w;

/* ---- asking ---- */

static inline void ask(struct table_page *client, const char *question, struct cn__text *answer)
{
    json_t *asked = json_loads(question, 0, NULL);
    assert_non_null(asked);
    table_page_query(client, asked, answer);
    json_decref(asked);
}

/* Returns the answer, which must be an object without an error. Free it with json_decref. */
static inline json_t *answer_to(struct table_page *client, const char *question)
{
    cn__text_clear(&w.answer);
    ask(client, question, &w.answer);
    json_t *answer = json_loadb(w.answer.text, w.answer.length, 0, NULL);
    if (answer == NULL || json_object_get(answer, "error") != NULL)
        fail_msg("%s: %.*s", question, (int)w.answer.length, w.answer.text);
    return answer;
}

/* The messages that a page sends go to a table, if there is one. */
static void (*carry)(struct table_page *client, const char *text);

static inline json_t *told_by(struct table_page *client, json_t *question)
{
    cn__text_clear(&w.answer);
    table_page_query(client, question, &w.answer);
    json_decref(question);
    json_t *answer = json_loadb(w.answer.text, w.answer.length, 0, NULL);
    assert_non_null(answer);
    return answer;
}

static inline void send_all(struct table_page *client, const json_t *told)
{
    size_t at;
    const json_t *effect;
    json_array_foreach(json_object_get(told, "effects"), at, effect)
    {
        const char *is = json_string_value(json_object_get(effect, "is"));
        if (is != NULL && strcmp(is, "send") == 0 && carry != NULL)
            carry(client, json_string_value(json_object_get(effect, "text")));
    }
}

/* Gives a client the lines of a server. Returns whether the last one fitted. */
static inline const char *take(struct table_page *client, const char *text, size_t length,
                               char *verdict)
{
    const char *is = "ok";
    const char *end = text + length;
    while (text < end) {
        const char *next = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
        json_t *told = told_by(client, json_pack("{ss ss% ss si}", "do", "heard", "text", text,
                                                 (size_t)(next - text) - 1, "random",
                                                 "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
                                                 "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
                                                 "now", 1));
        const json_t *judged = json_object_get(json_object_get(told, "state"), "verdict");
        if (verdict != NULL)
            strcpy(verdict, json_is_object(judged)
                                ? json_string_value(json_object_get(judged, "name"))
                                : "");
        send_all(client, told);
        json_decref(told);
        is = client->session.deaf ? "wrong" : "ok";
        text = next;
    }
    return is;
}

/* Sends a welcome, after which a game begins or, if a snapshot was requested, is sent again. */
static inline void welcome(struct table_page *client, int seat)
{
    char line[160];
    const int length = snprintf(
        line, sizeof line, "{\"t\":\"welcome\",\"v\":2,\"table\":\"%032d\",\"last\":0%s%d}\n", 0,
        seat == CN_NO_SEAT ? ",\"done\":" : ",\"done\":0,\"seat\":", seat == CN_NO_SEAT ? 0 : seat);
    take(client, line, (size_t)length, NULL);
}

static inline void begin(struct table_page *client, const char *token)
{
    json_t *question = json_pack("{ss ss ss sb}", "do", "begin", "link",
                                 "00000000000000000000000000000000", "name", "", "isNew", 0);
    if (token != NULL)
        json_object_set_new(question, "token", json_string(token));
    json_decref(told_by(client, question));
}

static inline struct table_page *client_of(int seat)
{
    struct table_page *client = table_page_open();
    assert_non_null(client);
    json_decref(answer_to(client, "{\"do\":\"language\",\"language\":\"en\"}"));
    begin(client, seat == CN_NO_SEAT ? NULL : "");
    welcome(client, seat);
    return client;
}

static inline int seat_of(int viewer)
{
    return viewer < w.game.players ? viewer : CN_NO_SEAT;
}

static inline void speak(struct table_page *client, const char *language)
{
    char question[60];
    snprintf(question, sizeof question, "{\"do\":\"language\",\"language\":\"%s\"}", language);
    json_decref(answer_to(client, question));
}

/* ---- the page against the game ---- */

static inline int64_t number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static inline void assert_cards(const json_t *list, const cn_card *cards, int count)
{
    assert_int_equal(json_array_size(list), count);
    for (int i = 0; i < count; i++) {
        char name[3];
        cn_card_format(cards[i], name);
        assert_string_equal(json_string_value(json_array_get(list, (size_t)i)), name);
    }
}

static inline void assert_melds(const json_t *side, int number)
{
    const struct cn_board *board = &w.game.deal.board;
    const json_t *melds = json_object_get(side, "melds");
    size_t at = 0;
    for (int meld = 0; meld < board->meld_count[number]; meld++) {
        cn_card cards[CN_CARDS_MAX];
        const cn_packed_meld m = board->melds[number][meld];
        if (m == 0)
            continue;
        const json_t *shown = json_array_get(melds, at++);
        const int count = cn_placement_meld(&w.game.cards, number, meld, cards);
        cards_sort(cards, count);
        assert_int_equal(number_at(shown, "meld"), meld);
        assert_cards(json_object_get(shown, "cards"), cards, count);
        assert_int_equal(number_at(shown, "wilds"), cn_meld_wilds(m));
    }
    assert_int_equal(json_array_size(melds), at);
}

static inline void assert_legal(const json_t *page, int seat)
{
    const json_t *legal = json_object_get(page, "legal");
    if (seat == CN_NO_SEAT || cn_game_actor(&w.game) != seat) {
        assert_int_equal(json_array_size(legal), 0);
        return;
    }
    cn_board_legal_list(w.game.law, &w.game.deal.board, w.game.deal.hands[seat], &w.list);
    cn_action_text *texts = cn_actions_texts(NULL, w.list.at, w.list.count);
    assert_int_equal(json_array_size(legal), w.list.count);
    for (int i = 0; i < w.list.count; i++)
        assert_string_equal(json_string_value(json_array_get(legal, (size_t)i)), texts[i]);
    w.legal += w.list.count;
    free(texts);
}

/* The news must not have the cards that others drew. */
static inline void assert_news(const json_t *page, int seat)
{
    size_t i;
    json_t *news;
    json_array_foreach(json_object_get(page, "news"), i, news)
    {
        const char *type = json_string_value(json_object_get(news, "type"));
        const bool draws =
            strcmp(type, "draw") == 0 || strcmp(type, "face") == 0 || strcmp(type, "pick") == 0;
        assert_non_null(json_string_value(json_object_get(news, "text")));
        if ((draws && number_at(news, "seat") != seat) || strcmp(type, "pile") == 0 ||
            strcmp(type, "talon") == 0)
            assert_int_equal(json_array_size(json_object_get(news, "cards")), 0);
    }
}

/* Buttons must offer exactly what the law allows. */
static inline void assert_may(const json_t *page)
{
    bool lays = false, discards = false, takes = false;
    size_t i;
    const json_t *action;
    json_array_foreach(json_object_get(page, "legal"), i, action)
    {
        const char *text = json_string_value(action);
        lays |= strncmp(text, "meld", 4) == 0 || strncmp(text, "add", 3) == 0;
        discards |= strncmp(text, "discard", 7) == 0;
        takes |= strncmp(text, "take", 4) == 0;
    }
    const json_t *pile = json_object_get(page, "pile");
    assert_int_equal(json_is_true(json_object_get(page, "mayLay")), lays);
    assert_int_equal(json_is_true(json_object_get(page, "mayDiscard")), discards);
    assert_int_equal(json_is_true(json_object_get(pile, "takeable")), takes);
}

/* A seat's last turn is given whole and in two parts. The discard is in the second, however long
 * the first is. */
static inline void assert_last(const json_t *page)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(page, "seats"), i, seat)
    {
        const char *last = json_string_value(json_object_get(seat, "last"));
        const char *end = json_string_value(json_object_get(seat, "lastEnd"));
        const char *before = json_string_value(json_object_get(seat, "lastBefore"));
        const char *discard = strstr(last, "discarded");
        assert_true(strstr(before, "discarded") == NULL);
        if (discard != NULL)
            assert_int_equal(strncmp(discard, end, strlen(end)), 0);
        assert_int_equal(discard != NULL, strncmp(end, "discarded", 9) == 0);
    }
}

/* An initial meld below its count opens nothing, and the page has the points it lacks. */
static inline void assert_pack(const json_t *page, int seat)
{
    const struct cn_board *board = &w.game.deal.board;
    const json_t *pile = json_object_get(page, "pile");
    const json_t *minimum = json_object_get(page, "minimum");
    const char *says = json_string_value(json_object_get(pile, "says"));
    if (!w.game.in_deal || seat == CN_NO_SEAT)
        return;
    const int side = board->side[seat];
    const bool owes =
        board->side[board->turn] == side && cn_owes_minimum(&w.game.law->rules, board);
    assert_int_equal(json_is_true(json_object_get(pile, "closed")),
                     strstr(says, "until it has melded") != NULL);
    if (w.game.law->rules.frozen_before_initial_meld && (owes || !cn_side_has_melded(board, side)))
        assert_null(strstr(says, "not frozen"));
    const int count = cn_opening_count(&w.game.law->rules, board);
    if (owes && count > 0 && count < board->minimum[side]) {
        char missing[40];
        const bool undoes = board->turn == seat && !cn_law_is_refereed(w.game.law);
        snprintf(missing, sizeof missing, undoes ? ": lay %d more, or undo" : ": %d still missing",
                 board->minimum[side] - count);
        const char *told = json_string_value(json_object_get(minimum, "says"));
        if (strstr(told, missing) == NULL)
            fail_msg("\"%s\" lacks \"%s\"", told, missing);
        w.owing++;
    }
}

static inline void assert_page(struct table_page *client, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    const struct cn_board *board = &w.game.deal.board;
    json_t *page = answer_to(client, "{\"do\":\"page\"}");
    int count = seat == CN_NO_SEAT ? 0 : cn_placement_hand(&w.game.cards, seat, hand);
    cards_sort(hand, count);
    assert_true(json_is_true(json_object_get(page, "has")));
    assert_cards(json_object_get(page, "hand"), hand, count);
    assert_int_equal(json_array_size(json_object_get(page, "seats")), w.game.players);
    for (int s = 0; s < w.game.players; s++)
        assert_int_equal(
            number_at(json_array_get(json_object_get(page, "seats"), (size_t)s), "cards"),
            board->hand_size[s]);
    for (int side = 0; side < w.game.sides; side++) {
        const json_t *shown = json_array_get(json_object_get(page, "sides"), (size_t)side);
        assert_melds(shown, side);
        assert_int_equal(json_array_size(json_object_get(shown, "red")),
                         board->red[side] + board->black[side]);
        assert_int_equal(number_at(shown, "score"), w.game.score[side]);
        if (w.game.winner < 0) /* between deals, the count of the next initial meld (L26) */
            assert_int_equal(number_at(shown, "minimum"),
                             cn_rules_minimum(&w.game.law->rules,
                                              w.game.deal_number + (w.game.in_deal ? 0 : 1),
                                              w.game.score[side]));
    }
    const json_t *pile = json_object_get(page, "pile");
    assert_int_equal(number_at(pile, "count"), board->pile);
    assert_int_equal(number_at(json_object_get(page, "stock"), "count"), board->stock);
    if (w.game.cards.pile_count > 0)
        assert_int_equal(cn_card_parse(json_string_value(json_object_get(pile, "top"))),
                         w.game.cards.pile[w.game.cards.pile_count - 1]);
    assert_pack(page, seat);
    assert_legal(page, seat);
    assert_may(page);
    assert_news(page, seat);
    assert_last(page);
    assert_null(json_object_get(page, "open"));
    json_decref(page);
}

/* Checks whether laying this many cards of the hand goes out: only the last ones do, and none if a
 * second hand waits. */
static inline void assert_out_with(struct table_page *client, const cn_card *hand, int count,
                                   int last)
{
    struct cn__text question = {NULL, 0, 0, false};
    cn__text_append(&question, "{\"do\":\"plans\",\"cards\":", 22);
    cn__json_cards(&question, NULL, hand, count);
    cn__text_append(&question, "}", 2);
    json_t *answer = answer_to(client, question.text);
    size_t i;
    const json_t *plan;
    json_array_foreach(json_object_get(answer, "plans"), i, plan)
    {
        assert_int_equal(json_is_true(json_object_get(plan, "out")), count == last);
        w.outs += count == last;
    }
    json_decref(answer);
    cn__text_free(&question);
}

static inline void assert_out(struct table_page *client, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    char question[60];
    char name[3];
    const int held = cn_placement_hand(&w.game.cards, seat, hand);
    if (held == 0 || held > 8)
        return;
    const int last = w.game.deal.board.second[seat] > 0 ? 0 : held;
    assert_out_with(client, hand, held, last);
    if (held > 1)
        assert_out_with(client, hand, held - 1, last);
    cn_card_format(hand[0], name);
    snprintf(question, sizeof question, "{\"do\":\"discard\",\"card\":\"%s\"}", name);
    json_t *answer = answer_to(client, question);
    assert_int_equal(json_is_true(json_object_get(answer, "out")),
                     last == 1 && json_is_true(json_object_get(answer, "legal")));
    json_decref(answer);
}

#endif
