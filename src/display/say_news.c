/* say_news.c -- what happened, in sentences for the log and in a few words for the seats' lines. */
#include <stdio.h>
#include <string.h>

#include "say.h"

/* ---- sentences ---- */

/* The sentence "<key>", or "<key>.you" if it is about this seat itself. */
static char *say_of(const struct display *face, int seat, const char *key, const char *number,
                    char *text, size_t size)
{
    char own[64];
    snprintf(own, sizeof own, "%s.you", key);
    return words_format(face->words, text, size, seat == face->viewer ? own : key, 2,
                        face->names[seat], number);
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

static char *say_event(const struct display *face, const struct news_item *news, char *text,
                       size_t size)
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
                           .hand = news->hand};
    counts_of_laid(news, told.counts);
    display_seat_names(face, names);
    cn_words_news(face->words, &told, names, face->viewer, text, size);
    return text;
}

static char *say_any(const struct display *face, const struct news_item *news, char *text,
                     size_t size)
{
    char word[64];
    switch (news->type) {
    case CN_EVENT_OVER: return words_won(face, news->kind, text, size);
    case NEWS_CUT:
        snprintf(word, sizeof word, "%d", news->count);
        return say_of(face, news->seat, "ui.did.cut", word, text, size);
    case NEWS_UNDO:
        snprintf(word, sizeof word, "%d", news->count);
        return say_of(face, news->seat, "ui.did.undo", word, text, size);
    case NEWS_LAST_CARD: {
        const char *names[CN_SEATS_MAX];
        display_seat_names(face, names);
        cn_words_last_card(face->words, news->seat, names, face->viewer, text, size);
        return text;
    }
    default: return say_event(face, news, text, size);
    }
}

char *display_news_text(const struct display *face, const struct news_item *news, char *text,
                        size_t size)
{
    return words_capitalize(say_any(face, news, text, size), size);
}

/* Returns the index of the news about the decision that is this many from the end, or -1 if it
 * is no longer known. */
static int decision_from_end(const struct display *face, int count)
{
    for (int i = face->news_count - 1; i >= 0; i--)
        if (scene_news_is_decision(&face->news[i]) && --count <= 0)
            return i;
    return -1;
}

static bool was_named(const struct display *face, int first, int at)
{
    for (int i = first; i < at; i++)
        if (scene_news_is_decision(&face->news[i]) && face->news[i].seat == face->news[at].seat)
            return true;
    return false;
}

/* "East, South": the seats that decided from that piece of news on. */
static void say_deciders(const struct display *face, int first, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = first; i < face->news_count; i++) {
        if (!scene_news_is_decision(&face->news[i]) || was_named(face, first, i))
            continue;
        words_join(face->words, "list.comma", face->names[face->news[i].seat], text, size);
    }
}

char *words_undoing(const struct display *face, int count, char *text, size_t size)
{
    char first[SAY_SIZE];
    char after[16];
    char whose[SAY_SIZE];
    const int at = decision_from_end(face, count);
    text[0] = '\0';
    if (count < 1 || at < 0)
        return text;
    if (count == 1)
        return display_news_text(face, &face->news[at], text, size);
    display_news_text(face, &face->news[at], first, sizeof first);
    say_deciders(face, at + 1, whose, sizeof whose);
    snprintf(after, sizeof after, "%d", count - 1);
    return words_format(face->words, text, size, "ui.undoing.more", 3, first, after, whose);
}

/* ---- another's turn in one sentence ---- */

/* The first piece of the turn that the news belongs to: a decision, or red threes that are faced
 * before it; -1: the turn has none yet. */
static int first_of_turn(const struct display *face, int at)
{
    for (int i = 0; i <= at; i++)
        if (face->news[i].turn == face->news[at].turn &&
            (scene_news_is_decision(&face->news[i]) || face->news[i].type == CN_EVENT_FACE))
            return i;
    return -1;
}

/* Not a part of the turn in which it comes. */
static bool stands_alone(const struct news_item *news)
{
    return news->type == NEWS_UNDO || news->type == CN_EVENT_OVER;
}

static bool is_last_of_turn(const struct display *face, int at)
{
    for (int i = at + 1; i < face->news_count; i++)
        if (face->news[i].turn == face->news[at].turn && !stands_alone(&face->news[i]))
            return false;
    return true;
}

/* The clause without the name of the seat that was just named. */
static const char *without_name(const struct display *face, const struct news_item *news,
                                const char *clause)
{
    const char *name = face->names[news->seat];
    const size_t length = strlen(name);
    const bool named = strncmp(clause, name, length) == 0 && clause[length] == ' ';
    return named ? clause + length + 1 : clause;
}

/* Taking the top card needs no mention once the pile has joined the hand. */
static bool is_told_by_next(const struct display *face, int i)
{
    return face->news[i].type == CN_EVENT_TAKE && i + 1 < face->news_count &&
           face->news[i + 1].type == CN_EVENT_PILE;
}

static char *say_whole_turn(const struct display *face, int first, int last, char *text,
                            size_t size)
{
    char clause[SAY_SIZE];
    int named = CN_NO_SEAT;
    text[0] = '\0';
    for (int i = first; i <= last; i++) {
        const struct news_item *news = &face->news[i];
        if (news->turn != face->news[last].turn || stands_alone(news) || is_told_by_next(face, i))
            continue;
        say_any(face, news, clause, sizeof clause);
        words_join(face->words, i == last ? "list.and" : "list.comma",
                   news->seat == named ? without_name(face, news, clause) : clause, text, size);
        named = news->seat < face->board.players ? news->seat : CN_NO_SEAT;
    }
    return words_capitalize(text, size);
}

char *words_aloud(const struct display *face, int at, char *text, size_t size)
{
    const struct news_item *news = &face->news[at];
    const int first = first_of_turn(face, at);
    const bool over = news->turn < face->turn || face->stage != CN_STAGE_IN_DEAL;
    if (first < 0 || face->news[first].seat == face->viewer || stands_alone(news))
        return display_news_text(face, news, text, size);
    text[0] = '\0';
    return over && is_last_of_turn(face, at) ? say_whole_turn(face, first, at, text, size) : text;
}

/* ---- a turn in a few words ---- */

/* The index of a jack, queen, king or ace as the front end's cards have it. */
static const char *letter_of(const struct display *face, int kind, char text[8])
{
    char key[40];
    snprintf(key, sizeof key, "%s%s", face->letters != NULL ? face->letters : "",
             cn_kind_name(kind));
    if (face->letters == NULL || kind < CN_JACK || !cn_words_lookup(face->words, key, text, 8))
        snprintf(text, 8, "%s", cn_kind_name(kind));
    return text;
}

/* "7 7 7 JK" */
static void short_cards(const struct display *face, const struct news_item *news, char *text,
                        size_t size)
{
    int counts[CN_KINDS];
    size_t at = 0;
    text[0] = '\0';
    counts_of(news, counts);
    const int order[3] = {news->kind, CN_DEUCE, CN_JOKER};
    for (int i = cn_kind_is_wild(news->kind) ? 1 : 0; i < 3; i++) {
        char letter[8];
        const char *name = letter_of(face, order[i], letter);
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
static void short_faces(const struct display *face, const cn_card *cards, int count, bool ascii,
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
            letter_of(face, kind, letter);
        at += (size_t)snprintf(text + at, size - at, "%s%s%s", i > 0 ? " " : "", letter,
                               kind >= CN_JACK ? card + 1 : card);
    }
}

/* What the short words of a piece of news are about: cards or how many. */
static void short_argument(const struct display *face, const struct news_item *news, bool ascii,
                           char *text, size_t size)
{
    switch (news->type) {
    case CN_EVENT_MELD:
    case CN_EVENT_ADD: short_cards(face, news, text, size); break;
    case CN_EVENT_FACE: short_faces(face, news->red, news->red_count, ascii, text, size); break;
    case CN_EVENT_DRAW:
        if (news->red_count > 0)
            short_faces(face, news->red, news->red_count, ascii, text, size);
        else
            short_faces(face, news->cards, news->card_count, ascii, text, size);
        break;
    case CN_EVENT_DISCARD:
        short_faces(face, news->cards, news->card_count, ascii, text, size);
        break;
    case CN_EVENT_PILE:
    case CN_EVENT_TALON:
    case CN_EVENT_PICK: snprintf(text, size, "%d", news->count); break;
    default: break;
    }
}

/* Writes a piece of news in two or three words. Returns false if it needs none. */
static bool short_news(const struct display *face, const struct news_item *news, bool ascii,
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
    case CN_EVENT_HAND:
        key = "ui.short.hand";
        cn_words_special_hand(face->words, news->hand, word, sizeof word);
        break;
    case NEWS_LAST_CARD: key = "ui.short.last_card"; break;
    default: return false;
    }
    short_argument(face, news, ascii, word, sizeof word);
    words_format(face->words, text, size, key, 1, word);
    return true;
}

/* The number of the seat's latest turn in which it did anything. */
static int latest_turn(const struct display *face, int seat)
{
    for (int i = face->news_count - 1; i >= 0; i--) {
        const struct news_item *news = &face->news[i];
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
static int string_turn(const struct display *face, int seat, bool ascii, bool end, int skip,
                       char *text, size_t size)
{
    const int turn = latest_turn(face, seat);
    size_t at = 0;
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < face->news_count && turn > 0; i++) {
        char words[120];
        const struct news_item *news = &face->news[i];
        if (news->seat != seat || news->turn != turn || is_told_by_next(face, i))
            continue;
        if (!end && ends_a_turn(news))
            continue;
        if (!short_news(face, news, ascii, words, sizeof words))
            continue;
        if (count++ < skip || at >= size)
            continue;
        const char *before = at > 0 ? ", " : skip > 0 ? "... " : "";
        at += (size_t)snprintf(text + at, size - at, "%s%s", before, words);
    }
    return count;
}

static char *say_turn(const struct display *face, int seat, bool ascii, bool end, int columns,
                      char *text, size_t size)
{
    int skip = 0;
    while (skip + 1 < string_turn(face, seat, ascii, end, skip, text, size) &&
           cn__columns(text) > columns)
        skip++;
    return text;
}

char *last_turn_text(const struct display *face, int seat, bool ascii, int columns, char *text,
                     size_t size)
{
    return say_turn(face, seat, ascii, true, columns, text, size);
}

char *turn_start_text(const struct display *face, int seat, bool ascii, int columns, char *text,
                      size_t size)
{
    return say_turn(face, seat, ascii, false, columns, text, size);
}

char *turn_end_text(const struct display *face, int seat, bool ascii, char *text, size_t size)
{
    const int turn = latest_turn(face, seat);
    text[0] = '\0';
    for (int i = 0; i < face->news_count && turn > 0; i++) {
        const struct news_item *news = &face->news[i];
        if (news->seat == seat && news->turn == turn && ends_a_turn(news))
            (void)short_news(face, news, ascii, text, size);
    }
    return text;
}
