#include "answers.h"

#include <stdio.h>
#include <string.h>

#include "page.h"
#include "query.h"

bool page_check(const struct display *face, struct cn_action action, struct cn_refusal *why)
{
    struct cn_refusal none;
    memset(why != NULL ? why : &none, 0, sizeof none);
    return face->viewer != CN_NO_SEAT && display_check(face, action, why);
}

static void put_why(struct cn__text *out, const struct display *face, const struct cn_refusal *why)
{
    if (why->id != CN_LEGAL)
        page_write_refusal(out, "why", face, why);
}

/* ---- one action ---- */

bool query_action(const json_t *question, const char *key, const struct cn_law *law,
                  struct cn_action *action)
{
    const char *text = query_text(question, key);
    return text != NULL && cn_action_parse(law, text, strlen(text), action);
}

static void answer_check(struct cn__text *out, const json_t *question, const struct display *face)
{
    struct cn_action action;
    struct cn_refusal why;
    if (!query_action(question, "action", face->law, &action)) {
        query_error(out, "action");
        return;
    }
    const bool legal = page_check(face, action, &why);
    cn__json_open(out, NULL, '{');
    cn__json_bool(out, "legal", legal);
    put_why(out, face, &why);
    cn__json_close(out, '}');
}

static void answer_discard(struct cn__text *out, const json_t *question, const struct display *face)
{
    cn_card card;
    char text[CN_ACTION_TEXT];
    struct cn_refusal why;
    if (!cn__get_card(question, "card", &card, NULL)) {
        query_error(out, "card");
        return;
    }
    const struct cn_action action = cn_action_of(CN_ACTION_DISCARD, cn_card_kind(card), 0, 0, 0);
    const bool legal = page_check(face, action, &why);
    cn_action_format(face->law, action, text);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "action", text);
    cn__json_bool(out, "legal", legal);
    cn__json_bool(out, "out", legal && face->card_count == 1);
    put_why(out, face, &why);
    cn__json_close(out, '}');
}

/* ---- picked cards ---- */

/* Returns whether all the cards are in the hand, each as often as it is named. */
static bool holds(const struct display *face, const cn_card *cards, int count)
{
    int copies[CN_CARD_CODES] = {0};
    for (int i = 0; i < face->card_count; i++)
        copies[face->cards[i]]++;
    for (int i = 0; i < count; i++)
        if (--copies[cards[i]] < 0)
            return false;
    return true;
}

static void put_plan(struct cn__text *out, const struct display *face, const struct card_play *plan)
{
    char text[SAY_SIZE];
    int laid = 0;
    for (int i = 0; i < plan->count; i++)
        laid += plan->step[i].count;
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", words_plan(face, plan, text, sizeof text));
    cn__json_bool(out, "out", laid == face->card_count);
    cn__json_open(out, "steps", '[');
    for (int i = 0; i < plan->count; i++)
        page_write_choice(out, face, plan->step[i].action, plan->step[i].cards,
                          plan->step[i].count);
    cn__json_close(out, ']');
    cn__json_close(out, '}');
}

/* Returns the action that adds the cards to one meld, without the deuces that need another. */
static struct cn_action adding(int meld, const cn_card *cards, int count)
{
    int deuces = 0;
    int jokers = 0;
    for (int i = 0; i < count; i++) {
        deuces += cn_card_kind(cards[i]) == CN_DEUCE;
        jokers += cn_card_kind(cards[i]) == CN_JOKER;
    }
    const int naturals = count - deuces - jokers;
    return cn_action_of(CN_ACTION_ADD, meld, naturals, cn_deuces_at_once(deuces), jokers);
}

static void only_onto(const struct display *face, int meld, const cn_card *cards, int count,
                      struct card_plays *plans)
{
    const struct cn_action action = adding(meld, cards, count);
    for (int i = 0; i < plans->count; i++) {
        if (plans->at[i].count != 1 || !cn_action_equal(plans->at[i].step[0].action, action))
            continue;
        plans->at[0] = plans->at[i];
        plans->count = 1;
        return;
    }
    plans->count = 0;
    page_check(face, action, &plans->why);
}

static void answer_plans(struct cn__text *out, const json_t *question, const struct display *face)
{
    cn_card cards[CN_CARDS_MAX];
    struct card_plays plans;
    int count;
    int64_t meld;
    if (!cn__get_cards(question, "cards", CN_CARDS_MAX, cards, &count, NULL)) {
        query_error(out, "cards");
        return;
    }
    memset(&plans.why, 0, sizeof plans.why);
    plans.count = 0;
    if (count > 0 && face->viewer != CN_NO_SEAT && holds(face, cards, count)) {
        plays_for_cards(face, cards, count, &plans);
        if (cn__get_int(question, "onto", 0, CN_MELDS_MAX - 1, &meld, NULL))
            only_onto(face, (int)meld, cards, count, &plans);
    }
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "plans", '[');
    for (int i = 0; i < plans.count; i++)
        put_plan(out, face, &plans.at[i]);
    cn__json_close(out, ']');
    if (plans.count == 0)
        put_why(out, face, &plans.why);
    cn__json_close(out, '}');
}

static void answer_takes(struct cn__text *out, const struct display *face)
{
    struct cn_action takes[TAKES_MAX];
    struct cn_refusal why;
    memset(&why, 0, sizeof why);
    const int count = face->viewer != CN_NO_SEAT ? takes_available(face, takes, &why) : 0;
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "takes", '[');
    for (int i = 0; i < count; i++) {
        cn_card cards[CN_CARDS_MAX];
        page_write_choice(out, face, takes[i], cards, display_pick_cards(face, takes[i], cards));
    }
    cn__json_close(out, ']');
    if (count == 0)
        put_why(out, face, &why);
    cn__json_close(out, '}');
}

static void answer_claim(struct cn__text *out, const json_t *question, const struct display *face)
{
    cn_card cards[CN_CARDS_MAX];
    cn_card shown[2];
    char text[CN_ACTION_TEXT];
    struct cn_action take;
    struct cn_refusal why;
    int count;
    if (!cn__get_cards(question, "cards", CN_CARDS_MAX, cards, &count, NULL)) {
        query_error(out, "cards");
        return;
    }
    cn__json_open(out, NULL, '{');
    if (face->viewer != CN_NO_SEAT && holds(face, cards, count) &&
        take_for_cards(face, cards, count, &take, shown)) {
        if (page_check(face, take, &why)) {
            cn_action_format(face->law, take, text);
            cn__json_string(out, "action", text);
            cn__json_cards(out, "cards", shown, 2);
        }
        put_why(out, face, &why);
    }
    cn__json_close(out, '}');
}

static void answer_points(struct cn__text *out, const json_t *question, const struct display *face)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!cn__get_cards(question, "cards", CN_CARDS_MAX, cards, &count, NULL)) {
        query_error(out, "cards");
        return;
    }
    const int points = points_of_cards(face, cards, count);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "points", points);
    page_write_opening(out, "minimum", face, points);
    cn__json_close(out, '}');
}

/* ---- special hands ---- */

static void put_goal(struct cn__text *out, const struct display *face, const struct goal *goal)
{
    const struct cn_special_hand *row = &face->law->rules.special_hands.row[goal->row];
    cn_card cards[CN_CARDS_MAX];
    char text[SAY_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "name", row->name);
    cn_words_special_hand(face->words, row->name, text, sizeof text);
    cn__json_string(out, "title", text);
    cn__json_int(out, "points", row->points);
    cn__json_bool(out, "wins", row->wins != 0);
    cn__json_int(out, "missing", goal->missing);
    cn__json_cards(out, "cards", cards, display_goal_cards(face, goal, cards));
    cn__json_string(out, "text", words_goal(face, goal, text, sizeof text));
    cn__json_string(out, "needs", words_special_cards(face, goal->row, text, sizeof text));
    cn__json_close(out, '}');
}

static void answer_goals(struct cn__text *out, const struct display *face)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    const int count = display_goals(face, goals);
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "goals", '[');
    for (int i = 0; i < count; i++)
        put_goal(out, face, &goals[i]);
    cn__json_close(out, ']');
    cn__json_close(out, '}');
}

/* ---- hints ---- */

/* Writes why an action is good. The server gives the reason's name and an English text. If the
 * reason follows from what this seat sees, or its text needs nothing that only the server knows,
 * writes it in the page's language; otherwise nothing. */
static void say_why(const struct display *face, const json_t *question, struct cn_action action,
                    char *text, size_t size)
{
    const char *why = query_text(question, "why");
    char key[64];
    text[0] = '\0';
    if (why == NULL)
        return;
    if (display_is_my_turn(face) && display_check(face, action, NULL)) {
        const struct cn_view view = {face->law,  &face->board, &face->memory,
                                     face->hand, face->pile,   (uint8_t)face->bottom_seat};
        const struct cn_reason reason = cn_reason_for(&view, action);
        if (strcmp(cn_reason_name(reason.id), why) == 0) {
            words_reason(face, action, text, size);
            return;
        }
    }
    snprintf(key, sizeof key, "reason.%s", why);
    if (!cn_words_lookup(face->words, key, text, size) || strchr(text, '{') != NULL)
        text[0] = '\0';
}

static void answer_hint(struct cn__text *out, const json_t *question, const struct display *face)
{
    struct cn_action action;
    char what[SAY_SIZE];
    char why[SAY_SIZE];
    char text[2 * SAY_SIZE];
    if (!query_action(question, "action", face->law, &action)) {
        query_error(out, "action");
        return;
    }
    words_capitalize(words_action(face, action, what, sizeof what), sizeof what);
    say_why(face, question, action, why, sizeof why);
    if (why[0] != '\0')
        words_capitalize(why, sizeof why);
    snprintf(text, sizeof text, "%s%s%s", what, why[0] != '\0' ? " " : "", why);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", text);
    if (page_check(face, action, NULL))
        page_write_full_choice(out, "choice", face, action);
    cn__json_close(out, '}');
}

static void answer_undoing(struct cn__text *out, const json_t *question, const struct display *face)
{
    char text[2 * SAY_SIZE];
    int64_t n;
    if (!cn__get_int(question, "n", 1, INT32_MAX, &n, NULL)) {
        query_error(out, "n");
        return;
    }
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", words_undoing(face, (int)n, text, sizeof text));
    cn__json_close(out, '}');
}

bool seat_query(struct cn__text *out, const char *what, const json_t *question,
                const struct display *face)
{
    if (strcmp(what, "check") == 0)
        answer_check(out, question, face);
    else if (strcmp(what, "discard") == 0)
        answer_discard(out, question, face);
    else if (strcmp(what, "plans") == 0)
        answer_plans(out, question, face);
    else if (strcmp(what, "take-options") == 0)
        answer_takes(out, face);
    else if (strcmp(what, "take-for-cards") == 0)
        answer_claim(out, question, face);
    else if (strcmp(what, "points") == 0)
        answer_points(out, question, face);
    else if (strcmp(what, "goals") == 0)
        answer_goals(out, face);
    else if (strcmp(what, "hint") == 0)
        answer_hint(out, question, face);
    else if (strcmp(what, "undoing") == 0)
        answer_undoing(out, question, face);
    else
        return false;
    return true;
}
