/* play_referee.c -- questions about a refereed deal, which change nothing: the state of the table,
 * and what can be insisted on.
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- state ---- */

static int compare_strings(const void *a, const void *b)
{
    const char *one = json_string_value(*(json_t *const *)a);
    const char *two = json_string_value(*(json_t *const *)b);
    return strcmp(one != NULL ? one : "", two != NULL ? two : "");
}

/* Are these the same strings in any order? */
static bool same_strings(const json_t *a, const json_t *b)
{
    const size_t count = json_array_size(a);
    if (!json_is_array(b) || json_array_size(b) != count)
        return false;
    const json_t **both = malloc((2 * count + 1) * sizeof(const json_t *));
    bool same = both != NULL;
    for (size_t i = 0; i < count && same; i++) {
        both[i] = json_array_get(a, i);
        both[count + i] = json_array_get(b, i);
    }
    if (same) {
        qsort(both, count, sizeof(const json_t *), compare_strings);
        qsort(both + count, count, sizeof(const json_t *), compare_strings);
    }
    for (size_t i = 0; i < count && same; i++)
        same = compare_strings(&both[i], &both[count + i]) == 0;
    free(both);
    return same;
}

static void report_state(struct cn_reader *r, const char *key, const json_t *expected,
                         const json_t *found)
{
    char wanted[CN__FAULT_SIZE];
    char text[2 * CN__FAULT_SIZE];
    char there[CN__FAULT_SIZE];
    cn__describe_value(expected, wanted, sizeof wanted);
    cn__describe_value(found, there, sizeof there);
    snprintf(text, sizeof text, "\"%s\" %s", key, wanted);
    cn__report_difference(r, RECORD_ARTICLE, text, there);
}

/* Compares a list of kinds for each seat. */
static void compare_seats(struct cn_reader *r, const json_t *line, const char *key,
                          int (*count_of)(const struct cn_deal *deal, int seat, int kind))
{
    const json_t *found = json_object_get(line, key);
    if (found == NULL)
        return;
    for (int seat = 0; seat < r->game.players; seat++) {
        json_t *expected = json_array();
        const json_t *list = json_array_get(found, (size_t)seat);
        for (int kind = 0; kind < CN_KINDS; kind++)
            for (int i = count_of(&r->game.deal, seat, kind); i > 0; i--)
                json_array_append_new(expected, json_string(cn_kind_name(kind)));
        if (!same_strings(expected, list))
            report_state(r, key, expected, list);
        json_decref(expected);
    }
}

static int held(const struct cn_deal *deal, int seat, int kind)
{
    return cn_hand_count(deal->hands[seat], kind);
}

static int exposed(const struct cn_deal *deal, int seat, int kind)
{
    return cn_hand_count(deal->board.exposed[seat], kind) -
           cn_hand_count(deal->board.shown[seat], kind);
}

static json_t *owed_of(const struct cn_reader *r)
{
    json_t *list = json_array();
    for (int seat = 0; seat < r->game.players; seat++)
        json_array_append_new(list, json_integer(r->game.deal.board.owed[seat]));
    return list;
}

static json_t *penalties_of(const struct cn_reader *r)
{
    json_t *list = json_array();
    for (int side = 0; side < r->game.sides; side++)
        json_array_append_new(list, json_integer(r->game.deal.board.penalties[side]));
    return list;
}

static json_t *open_of(const struct cn_reader *r)
{
    json_t *list = json_array();
    for (int at = 0; at < cn_referee_open(&r->game); at++) {
        const struct cn_noted open = cn_referee_open_at(&r->game, at);
        char text[60];
        snprintf(text, sizeof text, "%d %s %s", (int)open.seat, open.law, open.what);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *pile_of(const struct cn_reader *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->game.cards.pile_count; i++) {
        char text[3];
        cn_card_format(r->game.cards.pile[i], text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *stock_of(const struct cn_reader *r)
{
    return json_integer(r->game.deal.board.stock);
}

static json_t *phase_of(const struct cn_reader *r)
{
    return json_string(cn_referee_phase(&r->game));
}

static json_t *seat_of(const struct cn_reader *r)
{
    const int seat = cn_game_actor(&r->game);
    return seat == CN_NO_SEAT ? json_null() : json_integer(seat);
}

void cn__play_state(struct cn_reader *r, const json_t *line)
{
    static const struct {
        const char *key;
        json_t *(*of)(const struct cn_reader *r);
    } members[] = {{"owed", owed_of}, {"penalties", penalties_of}, {"open", open_of},
                   {"pile", pile_of}, {"stock", stock_of},         {"phase", phase_of},
                   {"seat", seat_of}};
    if (!r->has_deal) {
        cn__abort_game(r, RECORD_ARTICLE, "a deal", "a state");
        return;
    }
    cn__report_missing(r, "a state");
    compare_seats(r, line, "exposed", exposed);
    compare_seats(r, line, "hands", held);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const json_t *found = json_object_get(line, members[i].key);
        if (found == NULL)
            continue;
        json_t *expected = members[i].of(r);
        if (!json_equal(expected, found))
            report_state(r, members[i].key, expected, found);
        json_decref(expected);
    }
}

/* ---- what can be insisted on ---- */

/* Writes "seat action" for all that seats can insist on; sorted. To be freed. */
static cn_action_text *insisted(struct cn_reader *r, int *count)
{
    cn_action_text *texts = NULL;
    size_t capacity = 0;
    *count = 0;
    for (int seat = 0; seat < r->game.players; seat++) {
        const int n = cn_referee_insist_list(&r->game, seat, 0, r->actions.at, CN_ACTIONS_MAX);
        if (!cn__array_grow(&texts, &capacity, (size_t)*count + (size_t)n + 1, sizeof *texts)) {
            free(texts);
            return NULL;
        }
        for (int i = 0; i < n; i++) {
            char action[CN_ACTION_TEXT];
            const size_t length = cn_action_format(r->game.law, r->actions.at[i], action);
            const size_t most = CN_ACTION_TEXT - 3; /* the longest is "!meld 3b 15 15 15" */
            char *text = texts[(*count)++];
            text[0] = (char)('0' + seat);
            text[1] = ' ';
            memcpy(text + 2, action, length < most ? length : most);
            text[2 + (length < most ? length : most)] = '\0';
        }
    }
    if (texts != NULL)
        qsort(texts, (size_t)*count, sizeof *texts, cn__compare_texts);
    return texts;
}

void cn__play_insist(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    const json_t *actions;
    int count;
    if (!cn__get_array(line, "actions", -1, &actions, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    if (!cn__is_due(r, "an insist line"))
        return;
    r->counts.legal_sets++;
    cn_action_text *texts = insisted(r, &count);
    if (texts == NULL)
        r->no_memory = true;
    else
        cn__compare_action_lists(r, texts, count, actions);
    free(texts);
}
