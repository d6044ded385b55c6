/* screen_keys.c -- what keys do: picking cards, actions, windows. */
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "command_parser.h"
#include "screen.h"

/* ---- messages ---- */

static void refuse(struct screen *screen, const struct cn_refusal *why)
{
    screen_forget(screen);
    words_refusal(&screen->display, why, screen->message, sizeof screen->message);
    words_capitalize(screen->message, sizeof screen->message);
    snprintf(screen->article, sizeof screen->article, "%s", why->article);
    screen->warning = true;
}

/* Adds to a refusal that the key for it does it all the same, if that can be insisted on. */
static void offer_anyway(struct screen *screen)
{
    char text[SAY_SIZE];
    const size_t used = strlen(screen->message);
    if (screen->anyway.count > 0)
        snprintf(screen->message + used, sizeof screen->message - used, " %s",
                 WORDS0(screen->display.words, text, "ui.anyway"));
}

/* Refuses one action. */
static void refuse_action(struct screen *screen, struct cn_action action, const cn_card *cards,
                          int count, const struct cn_refusal *why)
{
    struct cn_action found[ANYWAY_MAX];
    refuse(screen, why);
    const int ways = display_anyway(&screen->display, action, found);
    for (int i = 0; i < ways && screen->anyway.count < CARD_PLAYS_MAX; i++) {
        if (cn_action_plain(found[i]).type == CN_ACTION_TOUCH)
            continue; /* not what was wanted */
        struct card_play *plan = &screen->anyway.at[screen->anyway.count++];
        plan->count = 1;
        plan->step[0].action = found[i];
        plan->step[0].count = cn_action_equal(cn_action_plain(found[i]), action) ? count : 0;
        if (plan->step[0].count > 0)
            memcpy(plan->step[0].cards, cards, (size_t)count);
    }
    offer_anyway(screen);
}

/* ---- picking ---- */

static void drop_picks(struct screen *screen)
{
    memset(screen->picked, 0, sizeof screen->picked);
}

static void toggle(struct screen *screen, int i)
{
    if (i < 0 || i >= screen->display.card_count)
        return;
    screen->cursor = i;
    screen->picked[i] = !screen->picked[i];
}

/* Picks one more card of the rank; if all are picked, picks none. */
static void pick_rank(struct screen *screen, int kind)
{
    int first = -1;
    for (int i = 0; i < screen->display.card_count; i++) {
        if (cn_card_kind(screen->display.cards[i]) != kind)
            continue;
        if (first < 0)
            first = i;
        if (screen->picked[i])
            continue;
        toggle(screen, i);
        return;
    }
    for (int i = first; i >= 0 && i < screen->display.card_count; i++)
        if (cn_card_kind(screen->display.cards[i]) == kind)
            screen->picked[i] = false;
    if (first >= 0)
        screen->cursor = first;
}

static bool move_cursor(struct screen *screen, int key)
{
    const int last = screen->display.card_count - 1;
    if (last < 0)
        return false;
    switch (key) {
    case KEY_LEFT: screen->cursor = screen->cursor > 0 ? screen->cursor - 1 : last; break;
    case KEY_RIGHT: screen->cursor = screen->cursor < last ? screen->cursor + 1 : 0; break;
    case KEY_UP: screen->cursor = hand_neighbour(screen, -1); break;
    case KEY_DOWN: screen->cursor = hand_neighbour(screen, 1); break;
    case KEY_HOME: screen->cursor = 0; break;
    case KEY_END: screen->cursor = last; break;
    default: return false;
    }
    return true;
}

/* ---- acting ---- */

/* Repeats what the seat has drawn, and moves the cursor to the card. */
static void show_draw(struct screen *screen)
{
    const struct display *display = &screen->display;
    char turn[SAY_SIZE];
    if (display->news_count == 0)
        return;
    const struct news_item *news = &display->news[display->news_count - 1];
    if (news->type != CN_EVENT_DRAW || news->seat != screen->viewer)
        return;
    display_news_text(display, news, screen->message, sizeof screen->message);
    const size_t used = strlen(screen->message);
    snprintf(screen->message + used, sizeof screen->message - used, " %s",
             words_turn(display, turn, sizeof turn));
    for (int i = 0; i < display->card_count && news->card_count > 0; i++)
        if (display->cards[i] == news->cards[0])
            screen->cursor = i;
}

/* Shows why nothing was played: the rules' reason, or the remote table's own. */
static void refuse_play(struct screen *screen, const struct cn_refusal *why)
{
    if (!screen->source->refused) {
        refuse(screen, why);
        return;
    }
    screen_hear(screen);
    screen->warning = true;
}

/* Plays an action. If it is not legal, returns false and shows why. */
static bool play(struct screen *screen, struct cn_action action, const cn_card *cards)
{
    struct cn_refusal why;
    if (screen->source->type->play(screen->source, screen->viewer, action, cards, &why)) {
        screen_forget(screen);
        screen_refresh(screen);
        show_draw(screen);
        return true;
    }
    if (screen->source->refused)
        refuse_play(screen, &why);
    else
        refuse_action(screen, action, cards, cards != NULL, &why);
    return false;
}

static void play_plan(struct screen *screen, const struct card_play *plan)
{
    struct cn_refusal why;
    /* Going out ends the deal and cannot be undone. */
    if (display_goes_out(&screen->display, card_play_cards(plan)) &&
        !window_confirm(screen, DEED_YES, "ui.confirm.out"))
        return;
    const int done = game_source_play_cards(screen->source, screen->viewer, plan, &why);
    screen_forget(screen);
    if (done < plan->count)
        refuse_play(screen, &why);
    screen_refresh(screen);
    if (done == plan->count)
        drop_picks(screen);
}

static void choose_plan(struct screen *screen)
{
    char lines[CARD_PLAYS_MAX][SAY_SIZE];
    char title[SAY_SIZE];
    const int count = screen->plans.count;
    for (int i = 0; i < count; i++) {
        words_plan(&screen->display, &screen->plans.at[i], lines[i], sizeof lines[i]);
        words_capitalize(lines[i], sizeof lines[i]);
    }
    WORDS0(screen->display.words, title, "ui.title.choose");
    const int chosen = window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play_plan(screen, &screen->plans.at[chosen]);
}

/* What the picked cards can be melded as. */
static void meld_picks(struct screen *screen)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = screen_picks(screen, cards);
    if (count == 0) {
        screen_say(screen, "ui.pick_first", "");
        return;
    }
    plays_for_cards(&screen->display, cards, count, &screen->plans);
    if (screen->plans.count == 0) {
        refuse(screen, &screen->plans.why);
        plays_anyway(&screen->display, cards, count, CN_NO_MELD, &screen->anyway);
        offer_anyway(screen);
    } else if (screen->plans.count == 1)
        play_plan(screen, &screen->plans.at[0]);
    else
        choose_plan(screen);
}

/* A click on a meld adds the picked cards to it, if they can be added. */
static void add_picks(struct screen *screen, int meld)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = screen_picks(screen, cards);
    if (count > 0)
        plays_for_cards(&screen->display, cards, count, &screen->plans);
    for (int i = 0; count > 0 && i < screen->plans.count; i++) {
        const struct card_play *plan = &screen->plans.at[i];
        if (plan->count != 1 || plan->step[0].action.type != CN_ACTION_ADD)
            continue;
        if (plan->step[0].action.place != meld)
            continue;
        play_plan(screen, plan);
        return;
    }
    meld_picks(screen);
}

/* The one picked card, or the card under the cursor if none is picked. */
static void discard(struct screen *screen)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = screen_picks(screen, cards);
    if (count > 1 || screen->display.card_count == 0) {
        screen_say(screen, "ui.discard_one", "");
        return;
    }
    if (count == 0)
        cards[0] = screen->display.cards[screen->cursor];
    if (play(screen, cn_action_of(CN_ACTION_DISCARD, cn_card_kind(cards[0]), 0, 0, 0), cards))
        drop_picks(screen);
}

/* Takes the pile with the picked cards if they determine how, else by a menu of the legal ways. */
static void take(struct screen *screen)
{
    struct cn_action takes[TAKES_MAX];
    char lines[TAKES_MAX][SAY_SIZE];
    char title[SAY_SIZE];
    cn_card cards[CN_CARDS_MAX];
    cn_card shown[2];
    struct cn_refusal why;
    const int picked = screen_picks(screen, cards);
    if (picked > 0 && take_for_cards(&screen->display, cards, picked, &takes[0], shown)) {
        play(screen, takes[0], shown);
        return;
    }
    const int count = takes_available(&screen->display, takes, &why);
    if (count == 0) {
        refuse_action(screen, cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0), NULL, 0, &why);
        return;
    }
    for (int i = 0; i < count; i++) {
        words_action(&screen->display, takes[i], lines[i], sizeof lines[i]);
        words_capitalize(lines[i], sizeof lines[i]);
    }
    WORDS0(screen->display.words, title, "ui.title.take");
    const int chosen = window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play(screen, takes[chosen], NULL);
}

/* Puts two melds of a rank together. */
static void combine(struct screen *screen)
{
    struct cn_action found[CARD_PLAYS_MAX];
    char lines[CARD_PLAYS_MAX][SAY_SIZE];
    char title[SAY_SIZE];
    const int melds = screen->display.board.meld_count[screen->display.side];
    int count = 0;
    struct cn_refusal why;
    for (int into = 0; into < melds; into++)
        for (int from = into + 1; from < melds && count < CARD_PLAYS_MAX; from++) {
            found[count] = cn_action_of(CN_ACTION_MERGE, into, from, 0, 0);
            if (!display_check(&screen->display, found[count], NULL))
                continue;
            words_action(&screen->display, found[count], lines[count], SAY_SIZE);
            words_capitalize(lines[count++], SAY_SIZE);
        }
    if (count == 0) {
        display_check(&screen->display, cn_action_of(CN_ACTION_MERGE, 0, 1, 0, 0), &why);
        refuse(screen, &why);
        return;
    }
    WORDS0(screen->display.words, title, "ui.title.choose");
    const int chosen = window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play(screen, found[chosen], NULL);
}

/* Lays down a bonus card that was kept; of both colours, the one that is chosen. */
static void lay_three(struct screen *screen)
{
    static const int threes[] = {CN_BLACK_THREE, CN_RED_THREE};
    struct cn_action found[2];
    char lines[2][SAY_SIZE];
    char title[SAY_SIZE];
    int count = 0;
    struct cn_refusal why;
    for (int i = 0; i < 2; i++) {
        found[count] = cn_action_of(CN_ACTION_FACE, threes[i], 0, 0, 0);
        if (!display_check(&screen->display, found[count], &why))
            continue;
        words_action(&screen->display, found[count], lines[count], SAY_SIZE);
        words_capitalize(lines[count++], SAY_SIZE);
    }
    if (count == 0) {
        refuse(screen, &why);
        return;
    }
    WORDS0(screen->display.words, title, "ui.title.choose");
    const int chosen = count == 1 ? 0 : window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play(screen, found[chosen], NULL);
}

/* Actions that cannot be undone ask for confirmation; illegal ones are refused immediately. */
static void play_confirmed(struct screen *screen, int type, enum deed yes, const char *key)
{
    const struct cn_action action = cn_action_of(type, 0, 0, 0, 0);
    struct cn_refusal why;
    if (!display_check(&screen->display, action, &why))
        refuse_action(screen, action, NULL, 0, &why);
    else if (window_confirm(screen, yes, key))
        play(screen, action, NULL);
}

/* ---- at a refereed table ---- */

/* Lets the person choose one of the plans; one alone is played at once. */
static void do_plans(struct screen *screen, const char *title_key)
{
    char lines[IRREGULAR_MAX][SAY_SIZE];
    char title[SAY_SIZE];
    const int count = screen->plans.count;
    for (int i = 0; i < count; i++) {
        words_plan(&screen->display, &screen->plans.at[i], lines[i], sizeof lines[i]);
        words_capitalize(lines[i], sizeof lines[i]);
    }
    WORDS0(screen->display.words, title, title_key);
    const int chosen = window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play_plan(screen, &screen->plans.at[chosen]);
}

/* Does what was just refused; or else offers everything that can be insisted on. */
static void act_anyway(struct screen *screen)
{
    static struct card_play found[IRREGULAR_MAX];
    cn_card cards[CN_CARDS_MAX];
    if (screen->anyway.count > 0) {
        screen->plans = screen->anyway;
        if (screen->plans.count == 1)
            play_plan(screen, &screen->plans.at[0]);
        else
            do_plans(screen, "ui.title.anyway");
        return;
    }
    const int picked = screen_picks(screen, cards);
    const int count = display_irregular(&screen->display, cards, picked, found);
    screen->plans.count = count < CARD_PLAYS_MAX ? count : CARD_PLAYS_MAX;
    memcpy(screen->plans.at, found, (size_t)screen->plans.count * sizeof found[0]);
    if (count == 0)
        screen_say(screen, "ui.anyway.nothing", "");
    else
        do_plans(screen, "ui.title.anyway");
}

static void call_attention(struct screen *screen)
{
    play(screen, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0), NULL);
}

/* Asks for the decision that is due, with what each choice does; that of the key comes first. */
static void decide(struct screen *screen, enum deed answer)
{
    static const int yes[] = {CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT, CN_ACTION_ACCEPT,
                              CN_ACTION_WAIVE, CN_ACTION_CALL};
    static const int no[] = {CN_ACTION_WAIVE, CN_ACTION_CALL, CN_ACTION_REQUIRE_DRAW,
                             CN_ACTION_REQUIRE_OUT, CN_ACTION_ACCEPT};
    const int *types = answer == DEED_NO ? no : yes;
    struct cn_action found[CARD_PLAYS_MAX];
    char lines[CARD_PLAYS_MAX][SAY_SIZE];
    char title[SAY_SIZE];
    int count = 0;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        found[count] = cn_action_of(types[i], 0, 0, 0, 0);
        if (!display_check(&screen->display, found[count], NULL))
            continue;
        words_decision_effect(&screen->display, found[count], lines[count], sizeof lines[count]);
        words_capitalize(lines[count++], SAY_SIZE);
    }
    words_turn(&screen->display, title, sizeof title);
    const int chosen = window_menu(screen, title, lines, count);
    if (chosen >= 0)
        play(screen, found[chosen], NULL);
}

static bool is_deciding(const struct screen *screen)
{
    return screen->display.board.due != CN_DUE_NOTHING && display_is_my_turn(&screen->display);
}

/* Returns false if the deed has nothing to do with a referee. */
static bool do_refereed(struct screen *screen, enum deed deed)
{
    if (screen->display.law == NULL || !screen->display.law->refereed ||
        screen->display.viewer == CN_NO_SEAT)
        return false;
    if (is_deciding(screen) && (deed == DEED_YES || deed == DEED_NO || deed == DEED_MELD))
        decide(screen, deed);
    else if (deed == DEED_CALL)
        call_attention(screen);
    else if (deed == DEED_SPECIAL)
        act_anyway(screen);
    else
        return false;
    return true;
}

static void undo(struct screen *screen, bool all)
{
    if (screen->display.undo_count == 0) {
        screen_say(screen, game_source_is_remote(screen->source) ? "ui.far.no_undo" : "ui.no_undo",
                   "");
        return;
    }
    int before;
    do {
        before = screen->display.undo_count;
        screen->source->type->undo(screen->source);
        screen_refresh(screen);
    } while (all && screen->display.undo_count > 0 && screen->display.undo_count < before);
    if (screen->display.undo_count < before)
        screen_say(screen, "ui.taken_back", "");
}

static int page_columns(const struct screen *screen)
{
    return screen->columns - 4 < 78 ? screen->columns - 4 : 78;
}

/* How near the hand is to each special hand, or why none can be laid. */
static void show_goals(struct screen *screen, const struct cn_refusal *why)
{
    if (text_page_goals(&screen->page, &screen->display, page_columns(screen)))
        window_page(screen, "ui.foot.page");
    else
        refuse(screen, why);
}

static bool may_have_hint(struct screen *screen)
{
    const bool mine = display_is_my_turn(&screen->display);
    const bool allowed = !screen->source->no_hints;
    if (!mine || !allowed)
        screen_say(screen, mine ? "ui.far.no_hints" : "ui.hint.wait", "");
    return mine && allowed;
}

static void hint(struct screen *screen)
{
    char text[SAY_SIZE];
    struct advice advice;
    if (!may_have_hint(screen))
        return;
    advise(&screen->display, &advice);
    screen_forget(screen);
    words_advice(&screen->display, &advice, screen->message, sizeof screen->message);
    /* The gain is shown if it fits into the message's two lines. */
    const size_t used = strlen(screen->message);
    words_gain(&screen->display, &advice, text, sizeof text);
    if (text[0] != '\0' &&
        cn__columns(screen->message) + cn__columns(text) < 2 * page_columns(screen) - 20)
        snprintf(screen->message + used, sizeof screen->message - used, " %s", text);
}

/* Shows the moves considered for a hint, and why. */
static void show_reasons(struct screen *screen)
{
    struct advice advice;
    if (!may_have_hint(screen))
        return;
    advise(&screen->display, &advice);
    text_page_advice(&screen->page, &screen->display, &advice, page_columns(screen));
    window_page(screen, "ui.foot.page");
}

/* Lays the hand if it is a special hand, or else shows how near it is to each. */
static void lay_special_hand(struct screen *screen)
{
    struct card_plays *plans = &screen->plans;
    switch (parse_command(&screen->display, CN_ACTION_HAND, "", "", plans)) {
    case COMMAND_PLANS:
        if (plans->count > 1)
            choose_plan(screen);
        else if (window_confirm(screen, DEED_YES, "ui.confirm.special"))
            play_plan(screen, &plans->at[0]);
        break;
    case COMMAND_REFUSED: show_goals(screen, &plans->why); break;
    case COMMAND_UNCLEAR: screen_say(screen, "ui.no_special", ""); break;
    }
}

/* ---- windows ---- */

static void show_score(struct screen *screen)
{
    text_page_sheet(&screen->page, screen->source, &screen->display);
    window_page(screen, "ui.foot.page");
}

/* Adds the notices of a remote table. */
static void add_sayings(struct screen *screen)
{
    char text[SAY_SIZE];
    text_page_line(&screen->page, "");
    text_page_line(&screen->page, WORDS0(screen->display.words, text, "ui.far.title.said"));
    int at = 0;
    for (const char *said; (said = game_source_recent(screen->source, &at)) != NULL;)
        text_page_text(&screen->page, said, strlen(said), page_columns(screen));
}

static void show_log(struct screen *screen)
{
    text_page_log(&screen->page, &screen->display, page_columns(screen));
    if (game_source_is_remote(screen->source))
        add_sayings(screen);
    window_page_end(screen, "ui.foot.page");
}

static void show_table(struct screen *screen)
{
    text_page_table(&screen->page, &screen->display, page_columns(screen));
    window_page(screen, "ui.foot.page");
}

/* Help is the catalogue's lines ui.help.1, .2, …, those of this rule set among them. Lines that
 * begin with ">" are indented. */
static void show_help(struct screen *screen)
{
    char text[SAY_SIZE];
    text_page_clear(&screen->page, WORDS0(screen->display.words, text, "ui.title.help"));
    for (int at = 0; text_page_help(&screen->display, "ui.help.", &at, text, sizeof text);) {
        if (text[0] == '>')
            text[0] = ' ';
        text_page_line(&screen->page, text);
    }
    window_page(screen, "ui.foot.page");
}

/* Shows the article that the last refusal cites, or else the help. */
static void show_why(struct screen *screen)
{
    if (screen->article[0] != '\0')
        window_article(screen, screen->article);
    else
        show_help(screen);
}

static void next_pace(struct screen *screen)
{
    char key[32];
    if (game_source_is_remote(screen->source)) /* at a remote table the host decides */
        return;
    screen->pace = (enum pace)((screen->pace + 1) % PACES);
    snprintf(key, sizeof key, "ui.pace.now.%d", screen->pace);
    screen_say(screen, key, "");
}

/* ---- keys ---- */

/* Commands that only show something work at any time. */
static bool do_look(struct screen *screen, enum deed deed)
{
    switch (deed) {
    case DEED_HINT: hint(screen); break;
    case DEED_REASONS: show_reasons(screen); break;
    case DEED_SCORE: show_score(screen); break;
    case DEED_LOG: show_log(screen); break;
    case DEED_TABLE: show_table(screen); break;
    case DEED_LAW: window_law_book(screen); break;
    case DEED_WHY: show_why(screen); break;
    case DEED_HELP: show_help(screen); break;
    case DEED_PACE: next_pace(screen); break;
    case DEED_QUIT: screen_quit(screen); break;
    case DEED_REDRAW: clearok(curscr, TRUE); break;
    default: return false;
    }
    return true;
}

static bool do_play(struct screen *screen, enum deed deed)
{
    switch (deed) {
    case DEED_DRAW: play(screen, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL); break;
    case DEED_TAKE: take(screen); break;
    case DEED_MELD: meld_picks(screen); break;
    case DEED_DISCARD: discard(screen); break;
    case DEED_UNDO: undo(screen, false); break;
    case DEED_UNDO_ALL: undo(screen, true); break;
    case DEED_COMBINE: combine(screen); break;
    case DEED_FACE: lay_three(screen); break;
    case DEED_SPECIAL: lay_special_hand(screen); break;
    case DEED_ASK: play_confirmed(screen, CN_ACTION_ASK, DEED_YES, "ui.confirm.ask"); break;
    case DEED_YES: play_confirmed(screen, CN_ACTION_YES, DEED_YES, "ui.confirm.yes"); break;
    case DEED_NO: play_confirmed(screen, CN_ACTION_NO, DEED_NO, "ui.confirm.answer_no"); break;
    case DEED_STOP: play_confirmed(screen, CN_ACTION_STOP, DEED_YES, "ui.confirm.stop"); break;
    default: return false;
    }
    return true;
}

/* "10" is one ten, although each of its digits would be one. */
static bool is_rest_of_ten(struct screen *screen, int key)
{
    const bool rest = key == '0' && screen->after_one;
    screen->after_one = key == '1';
    return rest;
}

static void pick(struct screen *screen, int key)
{
    const enum deed deed = key_deed(key);
    const int kind = key_kind(screen->display.words, key);
    if (key >= PRESS_MELD)
        add_picks(screen, key - PRESS_MELD);
    else if (key >= PRESS_CARD)
        toggle(screen, key - PRESS_CARD);
    else if (deed == DEED_PICK)
        toggle(screen, screen->cursor);
    else if (kind != CN_NO_KIND)
        pick_rank(screen, kind);
    else if (deed == DEED_LET_GO)
        drop_picks(screen);
    else if (!move_cursor(screen, key))
        return;
    screen_forget(screen);
}

void screen_handle_key(struct screen *screen, int key)
{
    const enum deed answer = key_answer(&screen->display, key);
    const enum deed deed = answer != DEED_NONE ? answer : key_deed(key);
    const bool rest = is_rest_of_ten(screen, key);
    if (key == PRESS_GONE)
        screen->leaving = true;
    else if (screen_is_too_small(screen) && deed == DEED_QUIT)
        screen_quit(screen);
    else if (screen_is_too_small(screen) || rest)
        return;
    else if (!do_look(screen, deed) && !do_refereed(screen, deed) && !do_play(screen, deed))
        pick(screen, key);
}
