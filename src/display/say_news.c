/* say_news.c -- what happened, in sentences for the log and in a few words for the seats' lines. */
#include <stdio.h>
#include <string.h>

#include "say.h"

/* ---- sentences ---- */

/* The sentence "<key>", or "<key>.you" if it is about this seat itself. */
static char *say_of(const struct display *display, int seat, const char *key, const char *number,
                    char *text, size_t size)
{
    char own[64];
    snprintf(own, sizeof own, "%s.you", key);
    return words_format(display->words, text, size, seat == display->viewer ? own : key, 2,
                        display->names[seat], number);
}

static void counts_of(const struct news_item *news, int counts[CN_KINDS])
{
    memset(counts, 0, CN_KINDS * sizeof counts[0]);
    counts[news->kind] = news->action.amount;
    counts[CN_DEUCE] = cn_action_deuces(news->action);
    counts[CN_JOKER] = cn_action_jokers(news->action);
}

/* The cards of an action that lays some from the hand; 'news' may name fewer of them. */
static void counts_of_laid(const struct news_item *news, int counts[CN_KINDS])
{
    if (news->type == CN_EVENT_MELD || news->type == CN_EVENT_ADD) {
        counts_of(news, counts);
        return;
    }
    memset(counts, 0, CN_KINDS * sizeof counts[0]);
    for (int i = 0; news->type == CN_EVENT_TAKE && i < news->card_count; i++)
        counts[cn_card_kind(news->cards[i])]++;
}

/* ---- what a ruling caused ---- */

/* Follows a ruling as its effect. Cards are also drawn and faced by decision. */
static bool is_effect(const struct news_item *news)
{
    switch (news->type) {
    case CN_EVENT_REOPEN:
    case CN_EVENT_UNLAY:
    case CN_EVENT_STOCK:
    case CN_EVENT_OWE:
    case CN_EVENT_FACE:
    case CN_EVENT_BACK:
    case CN_EVENT_BOUND: return true;
    case CN_EVENT_EXPOSE: return news->ruled;
    default: return false;
    }
}

/* A decision about a ruling comes before anything else. */
static void find_decision(const struct display *display, const struct news_item *next,
                          struct cn_news *told)
{
    const struct cn_board *board = &display->board;
    const bool waits = next == display->news + display->news_count;
    if (waits ? board->due == CN_DUE_DRAW || board->due == CN_DUE_OUT
              : next->type == CN_EVENT_REQUIRE && strcmp(next->what, "accept") != 0) {
        told->decides = true;
        told->decider = waits ? board->due_seat : next->seat;
        told->decided = waits ? NULL : next->what;
    }
}

static void find_effects(const struct display *display, const struct news_item *news,
                         struct cn_news *told)
{
    const struct news_item *next = news + 1;
    const struct news_item *end = display->news + display->news_count;
    if (news < display->news || news >= end)
        return;
    if (news->type == CN_EVENT_CALL)
        told->idle = next == end || next->type != CN_EVENT_RULING;
    if (news->type != CN_EVENT_RULING)
        return;
    for (; next < end && is_effect(next); next++) {
        told->follows |= 1u << next->type;
        told->pile |= next->pile;
    }
    find_decision(display, next, told);
}

static char *say_event(const struct display *display, const struct news_item *news, bool bare,
                       char *text, size_t size)
{
    const char *names[CN_SEATS_MAX];
    struct cn_news told = {.type = news->type,
                           .seat = news->seat,
                           .kind = news->kind,
                           .yes = news->action.type == CN_ACTION_YES,
                           .why = news->why,
                           .concealed = news->concealed,
                           .count = news->count,
                           .cards = news->cards,
                           .card_count = news->card_count,
                           .red = news->red,
                           .red_count = news->red_count,
                           .hand = news->hand,
                           .law = news->law,
                           .what = news->what,
                           .points = news->points,
                           .bare = bare,
                           .ruled = news->ruled,
                           .pile = news->pile,
                           .freezes = news->type == CN_EVENT_DISCARD &&
                                      cn_rules_freezes(&display->law->rules, news->action.place)};
    find_effects(display, news, &told);
    counts_of_laid(news, told.counts);
    display_seat_names(display, names);
    cn_words_news(display->words, &told, names, display->viewer, text, size);
    return text;
}

static char *say_any(const struct display *display, const struct news_item *news, char *text,
                     size_t size)
{
    char word[64];
    switch (news->type) {
    case CN_EVENT_OVER: return words_won(display, news->kind, text, size);
    case NEWS_CUT:
        snprintf(word, sizeof word, "%d", news->count);
        return say_of(display, news->seat, "ui.did.cut", word, text, size);
    case NEWS_UNDO:
        snprintf(word, sizeof word, "%d", news->count);
        return say_of(display, news->seat, "ui.did.undo", word, text, size);
    case NEWS_LAST_CARD: {
        const char *names[CN_SEATS_MAX];
        display_seat_names(display, names);
        cn_words_last_card(display->words, news->seat, names, display->viewer, text, size);
        return text;
    }
    default: return say_event(display, news, false, text, size);
    }
}

char *display_news_text(const struct display *display, const struct news_item *news, char *text,
                        size_t size)
{
    return words_capitalize(say_any(display, news, text, size), size);
}

char *display_ruling_text(const struct display *display, const struct news_item *news, char *text,
                          size_t size)
{
    return words_capitalize(say_event(display, news, true, text, size), size);
}

/* Returns the index of the news about the decision that is this many from the end, or -1 if it
 * is no longer known. */
static int decision_from_end(const struct display *display, int count)
{
    for (int i = display->news_count - 1; i >= 0; i--)
        if (scene_news_is_decision(&display->news[i]) && --count <= 0)
            return i;
    return -1;
}

static bool was_named(const struct display *display, int first, int at)
{
    for (int i = first; i < at; i++)
        if (scene_news_is_decision(&display->news[i]) &&
            display->news[i].seat == display->news[at].seat)
            return true;
    return false;
}

/* "East, South": the seats that decided from that piece of news on. */
static void say_deciders(const struct display *display, int first, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = first; i < display->news_count; i++) {
        if (!scene_news_is_decision(&display->news[i]) || was_named(display, first, i))
            continue;
        words_join(display->words, "list.comma", display->names[display->news[i].seat], text, size);
    }
}

char *words_undoing(const struct display *display, int count, char *text, size_t size)
{
    char first[SAY_SIZE];
    char after[16];
    char whose[SAY_SIZE];
    const int at = decision_from_end(display, count);
    text[0] = '\0';
    if (count < 1 || at < 0)
        return text;
    if (count == 1)
        return display_news_text(display, &display->news[at], text, size);
    display_news_text(display, &display->news[at], first, sizeof first);
    say_deciders(display, at + 1, whose, sizeof whose);
    snprintf(after, sizeof after, "%d", count - 1);
    return words_format(display->words, text, size, "ui.undoing.more", 3, first, after, whose);
}

/* ---- another's turn in one sentence ---- */

/* The first piece of the turn that the news belongs to: a decision, or red threes that are faced
 * before it; -1: the turn has none yet. */
static int first_of_turn(const struct display *display, int at)
{
    for (int i = 0; i <= at; i++)
        if (display->news[i].turn == display->news[at].turn &&
            (scene_news_is_decision(&display->news[i]) || display->news[i].type == CN_EVENT_FACE))
            return i;
    return -1;
}

/* What the discard has brought to its seat may come when the turn has been told. */
static bool follows_discard(const struct display *display, const struct news_item *news)
{
    return news > display->news && news[-1].type == CN_EVENT_DISCARD && news[-1].turn == news->turn;
}

/* Not a part of the turn in which it comes. */
static bool stands_alone(const struct display *display, const struct news_item *news)
{
    switch (news->type) {
    case NEWS_UNDO:
    case CN_EVENT_OVER:
    case CN_EVENT_CALL:
    case CN_EVENT_REQUIRE:
    case CN_EVENT_RULING:
    case CN_EVENT_TALON: return true;
    case CN_EVENT_PICK: return follows_discard(display, news);
    case CN_EVENT_FACE: return false;
    default: return is_effect(news);
    }
}

static bool is_last_of_turn(const struct display *display, int at)
{
    for (int i = at + 1; i < display->news_count; i++)
        if (display->news[i].turn == display->news[at].turn &&
            !stands_alone(display, &display->news[i]))
            return false;
    return true;
}

/* The clause without the name of the seat that was just named. */
static const char *without_name(const struct display *display, const struct news_item *news,
                                const char *clause)
{
    const char *name = display->names[news->seat];
    const size_t length = strlen(name);
    const bool named = strncmp(clause, name, length) == 0 && clause[length] == ' ';
    return named ? clause + length + 1 : clause;
}

/* Taking the top card needs no mention once the pile has joined the hand. */
static bool is_told_by_next(const struct display *display, int i)
{
    return display->news[i].type == CN_EVENT_TAKE && i + 1 < display->news_count &&
           display->news[i + 1].type == CN_EVENT_PILE;
}

static char *say_whole_turn(const struct display *display, int first, int last, char *text,
                            size_t size)
{
    char clause[SAY_SIZE];
    int named = CN_NO_SEAT;
    text[0] = '\0';
    for (int i = first; i <= last; i++) {
        const struct news_item *news = &display->news[i];
        if (news->turn != display->news[last].turn || stands_alone(display, news) ||
            is_told_by_next(display, i))
            continue;
        say_any(display, news, clause, sizeof clause);
        words_join(display->words, i == last ? "list.and" : "list.comma",
                   news->seat == named ? without_name(display, news, clause) : clause, text, size);
        named = news->seat < display->board.players ? news->seat : CN_NO_SEAT;
    }
    return words_capitalize(text, size);
}

char *words_aloud(const struct display *display, int at, char *text, size_t size)
{
    const struct news_item *news = &display->news[at];
    const int first = first_of_turn(display, at);
    const bool over = news->turn < display->turn || display->stage != CN_STAGE_IN_DEAL;
    if (first < 0 || display->news[first].seat == display->viewer || stands_alone(display, news))
        return display_news_text(display, news, text, size);
    text[0] = '\0';
    return over && is_last_of_turn(display, at) ? say_whole_turn(display, first, at, text, size)
                                                : text;
}

/* ---- a turn in a few words ---- */

/* The index of a jack, queen, king or ace as the front end's cards have it. */
static const char *letter_of(const struct display *display, int kind, char text[8])
{
    char key[40];
    snprintf(key, sizeof key, "%s%s", display->letters != NULL ? display->letters : "",
             cn_kind_name(kind));
    if (display->letters == NULL || kind < CN_JACK ||
        !cn_words_lookup(display->words, key, text, 8))
        snprintf(text, 8, "%s", cn_kind_name(kind));
    return text;
}

/* "7 7 7 JK" */
static void short_cards(const struct display *display, const struct news_item *news, char *text,
                        size_t size)
{
    int counts[CN_KINDS];
    size_t at = 0;
    text[0] = '\0';
    counts_of(news, counts);
    const int order[3] = {news->kind, CN_DEUCE, CN_JOKER};
    for (int i = cn_kind_is_wild(news->kind) ? 1 : 0; i < 3; i++) {
        char letter[8];
        const char *name = letter_of(display, order[i], letter);
        if (order[i] == CN_JOKER)
            name = "JK";
        if (order[i] == CN_TEN)
            name = "10";
        if (order[i] == CN_BLACK_THREE)
            name = "3";
        for (int n = 0; n < counts[order[i]] && at + 4 < size; n++)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? " " : "", name);
    }
}

/* Only the seat's own cards are named. */
static const char *draw_key(const struct news_item *news)
{
    if (news->red_count > 0)
        return "ui.short.draw.red";
    return news->card_count > 0 ? "ui.short.draw.own" : "ui.short.draw";
}

/* "7♥ 10♣" */
static void short_faces(const struct display *display, const cn_card *cards, int count, bool ascii,
                        char *text, size_t size)
{
    size_t at = 0;
    text[0] = '\0';
    for (int i = 0; i < count && at + 16 < size; i++) {
        char card[8];
        char letter[8] = "";
        const int kind = cn_card_kind(cards[i]);
        words_card_short(cards[i], ascii, card);
        if (kind >= CN_JACK)
            letter_of(display, kind, letter);
        at += (size_t)snprintf(text + at, size - at, "%s%s%s", i > 0 ? " " : "", letter,
                               kind >= CN_JACK ? card + 1 : card);
    }
}

/* What the short words of a piece of news are about: cards or how many. */
static void short_argument(const struct display *display, const struct news_item *news, bool ascii,
                           char *text, size_t size)
{
    switch (news->type) {
    case CN_EVENT_MELD:
    case CN_EVENT_ADD: short_cards(display, news, text, size); break;
    case CN_EVENT_FACE: short_faces(display, news->red, news->red_count, ascii, text, size); break;
    case CN_EVENT_DRAW:
        if (news->red_count > 0)
            short_faces(display, news->red, news->red_count, ascii, text, size);
        else
            short_faces(display, news->cards, news->card_count, ascii, text, size);
        break;
    case CN_EVENT_EXPOSE:
    case CN_EVENT_DISCARD:
        short_faces(display, news->cards, news->card_count, ascii, text, size);
        break;
    case CN_EVENT_PILE:
    case CN_EVENT_HOLD:
    case CN_EVENT_TALON:
    case CN_EVENT_PICK: snprintf(text, size, "%d", news->count); break;
    default: break;
    }
}

/* Writes a piece of news in two or three words. Returns false if it needs none. */
static bool short_news(const struct display *display, const struct news_item *news, bool ascii,
                       char *text, size_t size)
{
    char word[80] = "";
    const char *key = NULL;
    switch (news->type) {
    case CN_EVENT_FACE: key = "ui.short.face"; break;
    case CN_EVENT_DRAW: key = draw_key(news); break;
    case CN_EVENT_TAKE: key = "ui.short.claim"; break;
    case CN_EVENT_PILE: key = "ui.short.pile"; break;
    case CN_EVENT_MELD: key = "ui.short.meld"; break;
    case CN_EVENT_ADD: key = "ui.short.add"; break;
    case CN_EVENT_MERGE: key = "ui.short.combine"; break;
    case CN_EVENT_ASK: key = "ui.short.ask"; break;
    case CN_EVENT_ANSWER:
        key = news->action.type == CN_ACTION_YES ? "ui.short.yes" : "ui.short.no";
        break;
    case CN_EVENT_DISCARD: key = "ui.short.discard"; break;
    case CN_EVENT_STOP: key = "ui.short.stop"; break;
    case CN_EVENT_TALON: key = "ui.short.talon"; break;
    case CN_EVENT_PICK: key = "ui.short.pick"; break;
    case CN_EVENT_PEEK: key = "ui.short.peek"; break;
    case CN_EVENT_HOLD: key = "ui.short.pile"; break;
    case CN_EVENT_EXPOSE:
        if (news->ruled)
            return false;
        key = "ui.short.expose";
        break;
    case CN_EVENT_HAND:
        key = "ui.short.hand";
        cn_words_special_hand(display->words, news->hand, word, sizeof word);
        break;
    case NEWS_LAST_CARD: key = "ui.short.last_card"; break;
    default: return false;
    }
    short_argument(display, news, ascii, word, sizeof word);
    words_format(display->words, text, size, key, 1, word);
    return true;
}

/* The number of the seat's latest turn in which it did anything. */
static int latest_turn(const struct display *display, int seat)
{
    for (int i = display->news_count - 1; i >= 0; i--) {
        const struct news_item *news = &display->news[i];
        if (news->seat == seat && news->type != CN_EVENT_DEAL &&
            (news->type < CN_EVENT_END ||
             (news->type > CN_EVENT_OVER && news->type < CN_EVENT_TYPES)))
            return news->turn;
    }
    return 0;
}

static bool ends_a_turn(const struct news_item *news)
{
    return news->type == CN_EVENT_DISCARD || news->type == CN_EVENT_STOP;
}

/* Writes the turn's news as a list, without the first 'skip' and, unless 'end', without what
 * ends it. Returns how many there were. */
static int string_turn(const struct display *display, int seat, bool ascii, bool end, int skip,
                       char *text, size_t size)
{
    const int turn = latest_turn(display, seat);
    size_t at = 0;
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < display->news_count && turn > 0; i++) {
        char words[120];
        const struct news_item *news = &display->news[i];
        if (news->seat != seat || news->turn != turn || is_told_by_next(display, i))
            continue;
        if (!end && ends_a_turn(news))
            continue;
        if (!short_news(display, news, ascii, words, sizeof words))
            continue;
        if (count++ < skip || at >= size)
            continue;
        const char *before = at > 0 ? ", " : skip > 0 ? "... " : "";
        at += (size_t)snprintf(text + at, size - at, "%s%s", before, words);
    }
    return count;
}

static char *say_turn(const struct display *display, int seat, bool ascii, bool end, int columns,
                      char *text, size_t size)
{
    int skip = 0;
    while (skip + 1 < string_turn(display, seat, ascii, end, skip, text, size) &&
           cn__columns(text) > columns)
        skip++;
    return text;
}

char *last_turn_text(const struct display *display, int seat, bool ascii, int columns, char *text,
                     size_t size)
{
    return say_turn(display, seat, ascii, true, columns, text, size);
}

char *turn_start_text(const struct display *display, int seat, bool ascii, int columns, char *text,
                      size_t size)
{
    return say_turn(display, seat, ascii, false, columns, text, size);
}

char *turn_end_text(const struct display *display, int seat, bool ascii, char *text, size_t size)
{
    const int turn = latest_turn(display, seat);
    text[0] = '\0';
    for (int i = 0; i < display->news_count && turn > 0; i++) {
        const struct news_item *news = &display->news[i];
        if (news->seat == seat && news->turn == turn && ends_a_turn(news))
            (void)short_news(display, news, ascii, text, size);
    }
    return text;
}
