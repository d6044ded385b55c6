#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "query.h"

bool page_check(const struct display *display, struct cn_action action, struct cn_refusal *why)
{
    struct cn_refusal none;
    memset(why != NULL ? why : &none, 0, sizeof none);
    return display->viewer != CN_NO_SEAT && display_check(display, action, why);
}

/* Why the action was refused, if it was. */
static void put_why(struct cn__text *out, const struct display *display,
                    const struct cn_refusal *why, struct cn_action refused)
{
    if (why->id != CN_LEGAL)
        page_write_refused(out, "why", display, why, refused);
}

/* ---- one action ---- */

bool query_action(const json_t *question, const char *key, const struct cn_law *law,
                  struct cn_action *action)
{
    const char *text = query_text(question, key);
    return text != NULL && cn_action_parse(law, text, strlen(text), action);
}

static void answer_check(struct cn__text *out, const json_t *question,
                         const struct display *display)
{
    struct cn_action action;
    struct cn_refusal why;
    if (!query_action(question, "action", display->law, &action)) {
        query_error(out, "action");
        return;
    }
    const bool legal = page_check(display, action, &why);
    cn__json_open(out, NULL, '{');
    cn__json_bool(out, "legal", legal);
    put_why(out, display, &why, action);
    cn__json_close(out, '}');
}

static void answer_discard(struct cn__text *out, const json_t *question,
                           const struct display *display)
{
    cn_card card;
    char text[CN_ACTION_TEXT];
    struct cn_refusal why;
    if (!cn__get_card(question, "card", &card, NULL)) {
        query_error(out, "card");
        return;
    }
    const struct cn_action action = cn_action_of(CN_ACTION_DISCARD, cn_card_kind(card), 0, 0, 0);
    const bool legal = page_check(display, action, &why);
    cn_action_format(display->law, action, text);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "action", text);
    cn__json_bool(out, "legal", legal);
    cn__json_bool(out, "out", legal && display_goes_out(display, 1));
    put_why(out, display, &why, action);
    cn__json_close(out, '}');
}

/* ---- picked cards ---- */

/* Returns whether all the cards are in the hand, each as often as it is named. */
static bool holds(const struct display *display, const cn_card *cards, int count)
{
    int copies[CN_CARD_CODES] = {0};
    for (int i = 0; i < display->card_count; i++)
        copies[display->cards[i]]++;
    for (int i = 0; i < count; i++)
        if (--copies[cards[i]] < 0)
            return false;
    return true;
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

/* Reads the cards that a question is about; answers with an error if they are none. */
static bool read_cards(struct cn__text *out, const json_t *question, cn_card cards[CN_CARDS_MAX],
                       int *count)
{
    if (cn__get_cards(question, "cards", CN_CARDS_MAX, cards, count, NULL))
        return true;
    query_error(out, "cards");
    return false;
}

/* Returns whether a card is neither wild nor of the meld's rank. */
static bool is_of_other_rank(const struct display *display, int meld, const cn_card *cards,
                             int count)
{
    if (meld >= display->board.meld_count[display->side])
        return false;
    const int rank = cn_meld_kind(display->board.melds[display->side][meld]);
    for (int i = 0; i < count && !cn_kind_is_wild(rank); i++)
        if (cn_card_kind(cards[i]) != rank && !cn_kind_is_wild(cn_card_kind(cards[i])))
            return true;
    return false;
}

static void only_onto(const struct display *display, int meld, const cn_card *cards, int count,
                      struct card_plays *plans)
{
    struct cn_action action = adding(meld, cards, count);
    for (int i = 0; i < plans->count; i++) {
        if (plans->at[i].count != 1 || !cn_action_equal(plans->at[i].step[0].action, action))
            continue;
        plans->at[0] = plans->at[i];
        plans->count = 1;
        return;
    }
    plans->count = 0;
    /* An action has no cards of other ranks: as if there were too few of the meld's. */
    if (is_of_other_rank(display, meld, cards, count))
        action.amount = UINT8_MAX;
    page_check(display, action, &plans->why);
}

static void put_other_rank(struct cn__text *out, const struct display *display, int meld,
                           const struct cn_refusal *why)
{
    char kind[SAY_SIZE];
    char text[SAY_SIZE];
    const int rank = cn_meld_kind(display->board.melds[display->side][meld]);
    cn_words_kind(display->words, rank, true, kind, sizeof kind);
    cn__json_open(out, "why", '{');
    if (why->article[0] != '\0')
        cn__json_string(out, "law", why->article);
    cn__json_string(out, "id", cn_refusal_name(why->id));
    WORDS1(display->words, text, "ui.other_rank", kind);
    cn__json_string(out, "text", words_capitalize(text, sizeof text));
    cn__json_close(out, '}');
}

static void answer_plans(struct cn__text *out, const json_t *question,
                         const struct display *display)
{
    cn_card cards[CN_CARDS_MAX];
    struct card_plays plans;
    int count;
    int64_t meld = CN_NO_MELD;
    if (!read_cards(out, question, cards, &count))
        return;
    memset(&plans.why, 0, sizeof plans.why);
    plans.count = 0;
    if (count > 0 && display->viewer != CN_NO_SEAT && holds(display, cards, count)) {
        plays_for_cards(display, cards, count, &plans);
        if (cn__get_int(question, "onto", 0, CN_MELDS_MAX - 1, &meld, NULL))
            only_onto(display, (int)meld, cards, count, &plans);
    }
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "plans", '[');
    for (int i = 0; i < plans.count; i++)
        page_write_plan(out, display, &plans.at[i]);
    cn__json_close(out, ']');
    if (plans.count == 0 && plans.why.id == CN_REFUSED_NOT_HELD_MELD && meld != CN_NO_MELD &&
        is_of_other_rank(display, (int)meld, cards, count)) {
        put_other_rank(out, display, (int)meld, &plans.why);
    } else if (plans.count == 0 && plans.why.id != CN_LEGAL) {
        const struct cn_refusal why = plans.why;
        plays_anyway(display, cards, count, (int)meld, &plans);
        page_write_refused_plans(out, "why", display, &why, &plans);
    }
    cn__json_close(out, '}');
}

static void answer_takes(struct cn__text *out, const struct display *display)
{
    struct cn_action takes[TAKES_MAX];
    struct cn_refusal why;
    memset(&why, 0, sizeof why);
    const int count = display->viewer != CN_NO_SEAT ? takes_available(display, takes, &why) : 0;
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "takes", '[');
    for (int i = 0; i < count; i++) {
        cn_card cards[CN_CARDS_MAX];
        page_write_choice(out, display, takes[i], cards,
                          display_pick_cards(display, takes[i], cards));
    }
    cn__json_close(out, ']');
    if (count == 0)
        put_why(out, display, &why, cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0));
    cn__json_close(out, '}');
}

static void answer_claim(struct cn__text *out, const json_t *question,
                         const struct display *display)
{
    cn_card cards[CN_CARDS_MAX];
    cn_card shown[2];
    char text[CN_ACTION_TEXT];
    struct cn_action take;
    struct cn_refusal why;
    int count;
    if (!read_cards(out, question, cards, &count))
        return;
    cn__json_open(out, NULL, '{');
    if (display->viewer != CN_NO_SEAT && holds(display, cards, count) &&
        take_for_cards(display, cards, count, &take, shown)) {
        if (page_check(display, take, &why)) {
            cn_action_format(display->law, take, text);
            cn__json_string(out, "action", text);
            cn__json_cards(out, "cards", shown, 2);
        }
        put_why(out, display, &why, take);
    }
    cn__json_close(out, '}');
}

static void answer_points(struct cn__text *out, const json_t *question,
                          const struct display *display)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!read_cards(out, question, cards, &count))
        return;
    const int points = points_of_cards(display, cards, count);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "points", points);
    page_write_opening(out, "minimum", display, points);
    cn__json_close(out, '}');
}

/* ---- special hands ---- */

static void put_goal(struct cn__text *out, const struct display *display, const struct goal *goal)
{
    const struct cn_special_hand *row = &display->law->rules.special_hands.row[goal->row];
    cn_card cards[CN_CARDS_MAX];
    char text[SAY_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "name", row->name);
    cn_words_special_hand(display->words, row->name, text, sizeof text);
    cn__json_string(out, "title", text);
    cn__json_int(out, "points", row->points);
    cn__json_bool(out, "wins", row->wins != 0);
    cn__json_int(out, "missing", goal->missing);
    cn__json_cards(out, "cards", cards, display_goal_cards(display, goal, cards));
    cn__json_string(out, "text", words_goal(display, goal, text, sizeof text));
    cn__json_string(out, "needs", words_special_cards(display, goal->row, text, sizeof text));
    cn__json_close(out, '}');
}

static void answer_goals(struct cn__text *out, const struct display *display)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    const int count = display_goals(display, goals);
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "goals", '[');
    for (int i = 0; i < count; i++)
        put_goal(out, display, &goals[i]);
    cn__json_close(out, ']');
    cn__json_close(out, '}');
}

/* ---- hints ---- */

/* Writes what trials found, and the principle of the action if this seat may do it now. */
static void say_found(const struct display *display, const struct cn_finding *finding,
                      struct cn_action action, char *text, size_t size)
{
    words_found(display->words, finding, text, size);
    const size_t used = strlen(text) + 1;
    if (used + 1 >= size || !display_is_my_turn(display) || !display_check(display, action, NULL))
        return;
    text[used - 1] = ' ';
    words_capitalize(words_reason(display, action, text + used, size - used), size - used);
}

/* Writes why an action is good, in the page's language: the server's text is in English. It also
 * gives what trials found, or the reason's name. If the reason does not follow from what this seat
 * sees, and its text needs something that only the server knows, writes nothing. */
static void say_why(const struct display *display, const json_t *question, struct cn_action action,
                    char *text, size_t size)
{
    const char *why = query_text(question, "why");
    char key[64];
    struct cn_finding finding;
    text[0] = '\0';
    if (why == NULL)
        return;
    if (cn_finding_parse(why, &finding)) {
        say_found(display, &finding, action, text, size);
        return;
    }
    if (display_is_my_turn(display) && display_check(display, action, NULL)) {
        const struct cn_view view = {display->law,  &display->board, &display->memory,
                                     display->hand, display->pile,   (uint8_t)display->bottom_seat};
        const struct cn_reason reason = cn_reason_for(&view, action);
        if (strcmp(cn_reason_name(reason.id), why) == 0) {
            words_reason(display, action, text, size);
            return;
        }
    }
    snprintf(key, sizeof key, "reason.%s", why);
    if (!cn_words_lookup(display->words, key, text, size) || strchr(text, '{') != NULL)
        text[0] = '\0';
}

static void answer_hint(struct cn__text *out, const json_t *question, const struct display *display)
{
    struct cn_action action;
    char what[SAY_SIZE];
    char why[SAY_SIZE];
    char text[2 * SAY_SIZE];
    if (!query_action(question, "action", display->law, &action)) {
        query_error(out, "action");
        return;
    }
    words_capitalize(words_action(display, action, what, sizeof what), sizeof what);
    say_why(display, question, action, why, sizeof why);
    if (why[0] != '\0')
        words_capitalize(why, sizeof why);
    snprintf(text, sizeof text, "%s%s%s", what, why[0] != '\0' ? " " : "", why);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", text);
    if (page_check(display, action, NULL))
        page_write_full_choice(out, "choice", display, action);
    cn__json_close(out, '}');
}

/* What one can do at a real table besides, with these cards. */
static void answer_irregular(struct cn__text *out, const json_t *question,
                             const struct display *display)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!read_cards(out, question, cards, &count))
        return;
    struct card_play *plans = malloc(IRREGULAR_MAX * sizeof *plans);
    const bool can = plans != NULL && holds(display, cards, count);
    const int found = can ? display_irregular(display, cards, count, plans) : 0;
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "plans", '[');
    for (int i = 0; i < found; i++)
        page_write_plan(out, display, &plans[i]);
    cn__json_close(out, ']');
    cn__json_close(out, '}');
    free(plans);
}

static void answer_undoing(struct cn__text *out, const json_t *question,
                           const struct display *display)
{
    char text[2 * SAY_SIZE];
    int64_t n;
    if (!cn__get_int(question, "n", 1, INT32_MAX, &n, NULL)) {
        query_error(out, "n");
        return;
    }
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", words_undoing(display, (int)n, text, sizeof text));
    cn__json_close(out, '}');
}

bool seat_query(struct cn__text *out, const char *what, const json_t *question,
                const struct display *display)
{
    if (strcmp(what, "check") == 0)
        answer_check(out, question, display);
    else if (strcmp(what, "discard") == 0)
        answer_discard(out, question, display);
    else if (strcmp(what, "plans") == 0)
        answer_plans(out, question, display);
    else if (strcmp(what, "take-options") == 0)
        answer_takes(out, display);
    else if (strcmp(what, "take-for-cards") == 0)
        answer_claim(out, question, display);
    else if (strcmp(what, "points") == 0)
        answer_points(out, question, display);
    else if (strcmp(what, "goals") == 0)
        answer_goals(out, display);
    else if (strcmp(what, "hint") == 0)
        answer_hint(out, question, display);
    else if (strcmp(what, "irregular") == 0)
        answer_irregular(out, question, display);
    else if (strcmp(what, "undoing") == 0)
        answer_undoing(out, question, display);
    else
        return false;
    return true;
}
