/* events.c -- what happened, in the words of the seat that reads it.
 *
 * The log of both front ends, the pages and the library's cn_words_event all reduce an event to a
 * cn_news and call cn_words_news, so that their wording cannot differ. A seat's own draw names the
 * cards, another's only their number; red threes are laid down openly, so everyone reads which. An
 * event of the reading seat itself takes the key with ".own".
 */
#include <assert.h>
#include <string.h>

#include "speech.h"

struct teller {
    const struct cn_words *words;
    const struct cn_news *news;
    const char *const *names;
    int own;
    struct cn__writer *out;
};

/* Writes the sentence "event.<key>", or "event.<key>.own", if there is one, to the seat itself. */
static void tell_of(const struct teller *t, int seat, const char *key, const char *one,
                    const char *two)
{
    char name[CN__WORD_SIZE], common[CN__KEY_SIZE], own[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(name, sizeof name);
    cn__words_seat(t->words, seat, t->names, &out);
    cn__key(common, "event.", key);
    cn__key(own, common, ".own");
    const struct cn__argument arguments[] = {{name, NULL}, {one, NULL}, {two, NULL}};
    const bool ours = seat == t->own && cn__has_key(t->words, own);
    cn__words_expand(t->words, ours ? own : common, arguments, 3, t->out);
}

static void tell(const struct teller *t, const char *key, const char *one, const char *two)
{
    tell_of(t, t->news->seat, key, one, two);
}

static void say_red(const struct teller *t, char text[CN__LIST_SIZE])
{
    cn_words_cards(t->words, t->news->red, t->news->red_count, text, CN__LIST_SIZE);
}

static void say_rank(const struct teller *t, char text[CN__WORD_SIZE])
{
    text[0] = '\0';
    if (t->news->kind < CN_KINDS)
        cn__words_melded(t->words, t->news->kind, text);
}

/* ---- cards that come in ---- */

/* A dealt hand's red threes, and those among the cards drawn to replace them. */
static void tell_face(const struct teller *t)
{
    char red[CN__LIST_SIZE], drawn[CN__LIST_SIZE];
    say_red(t, red);
    cn_words_cards(t->words, t->news->cards, t->news->card_count, drawn, sizeof drawn);
    tell(t, t->news->card_count > 0 ? "FACE.drawn" : "FACE", red, drawn);
}

static const char *incoming_key(const struct cn_news *news, const char *plain, const char *with_red,
                                const char *only_red)
{
    return news->red_count == 0 ? plain : news->count == 0 ? only_red : with_red;
}

static void tell_draw(const struct teller *t)
{
    char kept[CN__LIST_SIZE], red[CN__LIST_SIZE];
    say_red(t, red);
    if (t->news->card_count > 0)
        cn_words_cards(t->words, t->news->cards, t->news->card_count, kept, sizeof kept);
    else
        cn__number_text(t->news->count, kept);
    tell(t, incoming_key(t->news, "DRAW", "DRAW.red", "DRAW.only_red"), kept, red);
}

/* Only a number even to the seat itself: nobody may look through the pile again (I27). */
static void tell_pile(const struct teller *t)
{
    char number[CN__WORD_SIZE], red[CN__LIST_SIZE];
    say_red(t, red);
    cn__number_text(t->news->count, number);
    const bool empty = t->news->count == 0 && t->news->red_count == 0;
    tell(t, empty ? "PILE.empty" : incoming_key(t->news, "PILE", "PILE.red", "PILE.only_red"),
         number, red);
}

/* Nobody sees the cards of a talon, and only its seat those that it takes up. */
static void tell_waiting(const struct teller *t, const char *key)
{
    char text[CN__LIST_SIZE];
    if (t->news->card_count > 0)
        cn_words_cards(t->words, t->news->cards, t->news->card_count, text, sizeof text);
    else
        cn__number_text(t->news->count, text);
    tell(t, t->news->card_count > 0 ? "PICK.seen" : key, text, "");
}

/* ---- cards that are laid ---- */

static void tell_take(const struct teller *t)
{
    char kinds[CN__WORD_SIZE], shown[CN__LIST_SIZE];
    const int *counts = t->news->counts;
    const int wilds = counts[CN_DEUCE] + counts[CN_JOKER];
    say_rank(t, kinds);
    if (t->news->kind >= CN_KINDS || counts[t->news->kind] + wilds == 0) {
        tell(t, "TAKE.onto", kinds, "");
        return;
    }
    cn_words_counts(t->words, counts, shown, sizeof shown);
    tell(t, wilds > 0 ? "TAKE.wild" : "TAKE.pair", shown, kinds);
}

static void tell_laid(const struct teller *t, const char *key)
{
    char kinds[CN__WORD_SIZE], cards[CN__LIST_SIZE];
    say_rank(t, kinds);
    cn_words_counts(t->words, t->news->counts, cards, sizeof cards);
    tell(t, key, cards, kinds);
}

static void tell_hand(const struct teller *t)
{
    char name[CN__WORD_SIZE * 2] = "";
    if (t->news->hand != NULL)
        cn_words_special_hand(t->words, t->news->hand, name, sizeof name);
    tell(t, "HAND", name, "");
}

static void tell_merge(const struct teller *t)
{
    char kinds[CN__WORD_SIZE];
    say_rank(t, kinds);
    tell(t, "COMBINE", kinds, "");
}

/* To discard a wild card is "freezing the pack" (C4), where the rules let it freeze. */
static void tell_discard(const struct teller *t)
{
    const cn_card card = t->news->card_count > 0 ? t->news->cards[0] : CN_NO_CARD;
    const int kind = card < CN_CARD_CODES ? cn_card_kind(card) : CN_NO_KIND;
    char name[CN__WORD_SIZE * 2];
    cn_words_card(t->words, card, name, sizeof name);
    const bool wild = cn_kind_is_wild(kind);
    tell(t,
         wild && t->news->freezes         ? "DISCARD.freeze"
         : wild || kind == CN_BLACK_THREE ? "DISCARD.stop"
                                          : "DISCARD",
         name, "");
}

/* ---- the rest ---- */

static void tell_end(const struct teller *t)
{
    switch (t->news->why) {
    case CN_END_OUT: tell(t, t->news->concealed ? "END.concealed" : "END.out", "", ""); break;
    case CN_END_STOCK: tell(t, "END.stock", "", ""); break;
    case CN_END_HAND: tell(t, "END.hand", "", ""); break;
    default: tell(t, "END.red3", "", ""); break;
    }
}

/* Cards of a hand that everybody sees, or has seen. */
static void tell_shown(const struct teller *t, const char *key)
{
    char cards[CN__LIST_SIZE];
    cn_words_cards(t->words, t->news->cards, t->news->card_count, cards, sizeof cards);
    tell(t, key, cards, "");
}

/* ---- at a refereed table ---- */

static void tell_pile_held(const struct teller *t)
{
    char number[CN__WORD_SIZE], red[CN__LIST_SIZE];
    say_red(t, red);
    cn__number_text(t->news->count, number);
    tell(t, t->news->red_count > 0 ? "HOLD.red" : "HOLD", number, red);
}

/* A card that only its seat sees. */
static void tell_secret(const struct teller *t, const char *key)
{
    char seen[CN__KEY_SIZE];
    cn__key(seen, key, ".seen");
    tell_shown(t, t->news->card_count > 0 ? seen : key);
}

static void tell_noted(const struct teller *t, const char *key)
{
    char what[CN__LIST_SIZE], name[CN__WORD_SIZE];
    struct cn__writer out = cn__buffer_of(name, sizeof name);
    const bool ours = t->news->seat == t->own;
    cn__words_seat(t->words, t->news->seat, t->names, &out);
    out = cn__buffer_of(what, sizeof what);
    cn__words_noted(t->words, t->news->law, t->news->what, name, ours, &out);
    tell(t, key, t->news->law != NULL ? t->news->law : "", what);
}

/* What nobody has called reads as it was seen: only of a touch no other event tells. */
static void tell_irregular(const struct teller *t)
{
    if (t->news->law == NULL)
        tell(t, "IRREGULAR.touch", "", "");
    else
        tell_noted(t, "IRREGULAR");
}

static void tell_call(const struct teller *t)
{
    tell(t,
         t->news->seat == CN_NO_SEAT ? "CALL.referee"
         : t->news->idle             ? "CALL.idle"
                                     : "CALL",
         "", "");
}

static void tell_require(const struct teller *t)
{
    char key[CN__KEY_SIZE];
    cn__key(key, "REQUIRE.", t->news->what != NULL ? t->news->what : "waive");
    tell(t, key, "", "");
}

static void tell_owe(const struct teller *t)
{
    char number[CN__WORD_SIZE];
    cn__number_text(t->news->count, number);
    tell(t, "OWE", number, "");
}

static void tell_reopen(const struct teller *t)
{
    tell_shown(t, !t->news->pile            ? t->news->card_count > 0 ? "REOPEN.cards" : "REOPEN"
                  : t->news->card_count > 0 ? "REOPEN.both"
                                            : "REOPEN.pile");
}

static void tell_news(const struct teller *t)
{
    switch ((enum cn_event_type)t->news->type) {
    case CN_EVENT_DEAL: tell(t, "DEAL", "", ""); break;
    case CN_EVENT_FACE: tell_face(t); break;
    case CN_EVENT_DRAW: tell_draw(t); break;
    case CN_EVENT_TAKE: tell_take(t); break;
    case CN_EVENT_PILE: tell_pile(t); break;
    case CN_EVENT_MELD: tell_laid(t, "MELD"); break;
    case CN_EVENT_ADD: tell_laid(t, "ADD"); break;
    case CN_EVENT_MERGE: tell_merge(t); break;
    case CN_EVENT_ASK: tell(t, "ASK", "", ""); break;
    case CN_EVENT_ANSWER: tell(t, t->news->yes ? "ANSWER.yes" : "ANSWER.no", "", ""); break;
    case CN_EVENT_DISCARD: tell_discard(t); break;
    case CN_EVENT_STOP: tell(t, "STOP", "", ""); break;
    case CN_EVENT_END: tell_end(t); break;
    /* A side is called by its lowest seat, which has the side's number. */
    case CN_EVENT_OVER: tell_of(t, t->news->kind, "OVER", "", ""); break;
    case CN_EVENT_TALON: tell_waiting(t, "TALON"); break;
    case CN_EVENT_PICK: tell_waiting(t, "PICK"); break;
    case CN_EVENT_HAND: tell_hand(t); break;
    case CN_EVENT_IRREGULAR: tell_irregular(t); break;
    case CN_EVENT_CALL: tell_call(t); break;
    case CN_EVENT_REQUIRE: tell_require(t); break;
    case CN_EVENT_PEEK: tell_secret(t, "PEEK"); break;
    case CN_EVENT_HOLD: tell_pile_held(t); break;
    case CN_EVENT_EXPOSE: tell_shown(t, t->news->ruled ? "EXPOSE.ruled" : "EXPOSE"); break;
    case CN_EVENT_LAPSE: tell_noted(t, "LAPSE"); break;
    case CN_EVENT_BACK: tell_shown(t, "BACK"); break;
    case CN_EVENT_RULING: cn__words_ruling(t->words, t->news, t->names, t->own, t->out); break;
    case CN_EVENT_OWE: tell_owe(t); break;
    case CN_EVENT_STOCK: tell_secret(t, "STOCK"); break;
    case CN_EVENT_REOPEN: tell_reopen(t); break;
    case CN_EVENT_UNLAY: tell_shown(t, "UNLAY"); break;
    case CN_EVENT_BOUND: tell(t, "BOUND", "", ""); break;
    default: assert(false);
    }
}

size_t cn_words_news(const struct cn_words *words, const struct cn_news *news,
                     const char *const *names, int own, char *text, size_t size)
{
    struct cn__writer out = cn__buffer_of(text, size);
    const struct teller t = {words, news, names, own, &out};
    tell_news(&t);
    return out.length;
}

/* ---- an event as one seat may know it ---- */

/* The cards of an event, sorted into those that everyone sees and those that only its seat does. */
struct sorted_cards {
    cn_card red[CN_CARDS_MAX], kept[CN_CARDS_MAX];
    int red_count, kept_count;
};

/* Cards that wait, or have waited, come into a hand before any of them is laid down. */
static bool waits(const struct cn_event *event)
{
    return event->type == CN_EVENT_TALON || event->type == CN_EVENT_PICK;
}

/* The bonus cards laid down stand in 'shown' in the order in which they came; an event made by hand
 * may leave them out, and then all red threes are. */
static void sort_cards(struct sorted_cards *sorted, const struct cn_event *event,
                       const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        const bool red = cards != NULL && !waits(event) &&
                         (event->shown != NULL ? sorted->red_count < event->shown_count &&
                                                     cards[i] == event->shown[sorted->red_count]
                                               : cn_card_kind(cards[i]) == CN_RED_THREE);
        if (red)
            sorted->red[sorted->red_count++] = cards[i];
        else
            sorted->kept[sorted->kept_count++] = cards != NULL ? cards[i] : CN_NO_CARD;
    }
}

static bool is_laid(const struct cn_event *event)
{
    return event->type == CN_EVENT_TAKE || event->type == CN_EVENT_MELD ||
           event->type == CN_EVENT_ADD;
}

static bool shows_cards(const struct cn_event *event, int own)
{
    const bool known = event->type == CN_EVENT_FACE ? event->drawn != NULL : event->cards != NULL;
    const bool open = event->type == CN_EVENT_DISCARD || event->type == CN_EVENT_EXPOSE ||
                      event->type == CN_EVENT_BACK || event->type == CN_EVENT_UNLAY ||
                      event->type == CN_EVENT_REOPEN;
    return known && event->type != CN_EVENT_TALON && (open || event->seat == own);
}

/* At a refereed table 'shown' has only what came for a red three and was laid down too (R4). */
static bool is_faced_by_decision(const struct cn_event *event)
{
    return event->type == CN_EVENT_FACE && event->card_count == 1 && event->shown != NULL &&
           (event->shown_count == 0 || event->shown[0] != event->cards[0]);
}

size_t cn_words_event(const struct cn_words *words, const struct cn_event *event,
                      const char *const *names, int own, char *text, size_t size)
{
    struct sorted_cards sorted;
    sorted.red_count = sorted.kept_count = 0;
    struct cn_news news = {.type = event->type,
                           .seat = event->seat,
                           .kind = event->type == CN_EVENT_OVER ? event->winner : event->kind,
                           .yes = event->yes != 0,
                           .why = event->why,
                           .concealed = event->concealed != 0,
                           .hand = event->name,
                           .law = event->law,
                           .what = event->what,
                           .points = event->points,
                           .ruled = event->ruled != 0,
                           .pile = event->pile != NULL,
                           .freezes = event->freezes != 0};
    if (is_faced_by_decision(event)) {
        struct cn_event replaced = *event;
        replaced.type = CN_EVENT_DRAW;
        sort_cards(&sorted, &replaced, event->drawn, event->drawn_count);
        memmove(sorted.red + 1, sorted.red, (size_t)sorted.red_count++);
        sorted.red[0] = event->cards[0];
    } else if (event->type != CN_EVENT_DEAL) {
        sort_cards(&sorted, event, event->cards, event->card_count);
    }
    if (event->type == CN_EVENT_FACE && !is_faced_by_decision(event))
        sort_cards(&sorted, event, event->drawn, event->drawn_count);
    for (int i = 0; i < sorted.kept_count && is_laid(event) && event->cards != NULL; i++)
        news.counts[cn_card_kind(sorted.kept[i])]++;
    news.red = sorted.red;
    news.red_count = sorted.red_count;
    news.count = event->type == CN_EVENT_OWE ? event->n : sorted.kept_count;
    news.cards = sorted.kept;
    news.card_count = shows_cards(event, own) ? sorted.kept_count : 0;
    return cn_words_news(words, &news, names, own, text, size);
}

size_t cn_words_last_card(const struct cn_words *words, int seat, const char *const *names, int own,
                          char *text, size_t size)
{
    const struct cn_news news = {.seat = seat};
    struct cn__writer out = cn__buffer_of(text, size);
    const struct teller t = {words, &news, names, own, &out};
    tell(&t, "PUMPA", "", "");
    return out.length;
}
