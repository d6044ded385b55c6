/* events.c -- what happened, in words, as one seat may hear it.
 *
 * Each event is said in the words of the seat that hears it: its own draw names the cards, another's
 * only how many; red threes are faced, so everybody hears which. An event of one's own seat takes the
 * key with ".own". An event whose cards are hidden even from us (cards is NULL) still has its count.
 */
#include <assert.h>
#include <string.h>

#include "speech.h"

struct teller {
    const struct cn_words *words;
    const struct cn_event *event;
    const char *const *names;
    int own;
    struct cn__writer *out;
};

/* ---- lists of cards ---- */

/* Puts the n texts together: "a, b and c". */
struct lister {
    const struct cn_words *words;
    char text[CN__LIST_SIZE];
    int left;         /* items to come */
    const char *last; /* what joins the last one; NULL: "and" */
};

static void list_item(struct lister *list, const char *item)
{
    list->left--;
    if (list->text[0] == '\0') {
        struct cn__writer out = cn__buffer_of(list->text, sizeof list->text);
        cn__write_string(&out, item);
        return;
    }
    char before[CN__LIST_SIZE];
    memcpy(before, list->text, sizeof before);
    const char *const parts[] = {before, item};
    const char *last = list->last != NULL ? list->last : "list.and";
    cn_words_format(list->words, list->left == 0 ? last : "list.comma", parts, 2, list->text,
                    sizeof list->text);
}

static bool is_red_three(cn_card card)
{
    return card < CN_CARD_CODES && cn_card_kind(card) == CN_RED_THREE;
}

static int count_red(const cn_card *cards, int count)
{
    int red = 0;
    for (int i = 0; cards != NULL && i < count; i++)
        red += is_red_three(cards[i]) ? 1 : 0;
    return red;
}

/* Adds the cards that are, or are not, red threes, each by its name. */
static void list_cards(struct lister *list, const cn_card *cards, int count, bool red)
{
    char name[CN__WORD_SIZE * 2];
    for (int i = 0; cards != NULL && i < count; i++) {
        if (is_red_three(cards[i]) != red)
            continue;
        cn_words_card(list->words, cards[i], name, sizeof name);
        list_item(list, name);
    }
}

/* "3 sevens" */
static void say_amount(const struct cn_words *words, int count, int kind, char *text, size_t size)
{
    char number[CN__WORD_SIZE], name[CN__WORD_SIZE];
    struct cn__writer out = cn__buffer_of(number, sizeof number);
    cn__write_number(&out, count);
    cn_words_kind(words, kind, count != 1, name, sizeof name);
    const char *const parts[] = {number, name};
    cn_words_format(words, "amount", parts, 2, text, size);
}

/* "3 sevens and 1 deuce": the cards by kinds, naturals first. */
static void list_amounts(struct lister *list, const cn_card *cards, int count)
{
    int of[CN_KINDS] = {0};
    for (int i = 0; cards != NULL && i < count; i++)
        if (cards[i] < CN_CARD_CODES)
            of[cn_card_kind(cards[i])]++;
    of[CN_RED_THREE] = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        list->left += of[kind] > 0 ? 1 : 0;
    for (int kind = CN_KINDS - 1; kind >= 0; kind--) {
        char amount[CN__WORD_SIZE * 2];
        if (of[kind] == 0)
            continue;
        say_amount(list->words, of[kind], kind, amount, sizeof amount);
        list_item(list, amount);
    }
}

/* ---- telling ---- */

/* Says the sentence "event.<key>", with ".own" if the seat is our own and the catalogue has that. */
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
    tell_of(t, t->event->seat, key, one, two);
}

static void number_text(int32_t number, char text[CN__WORD_SIZE])
{
    struct cn__writer out = cn__buffer_of(text, CN__WORD_SIZE);
    cn__write_number(&out, number);
}

static bool is_own(const struct teller *t)
{
    return t->event->seat == t->own;
}

/* The faced red threes are the dealt ones and those among the cards drawn for them. */
static void tell_face(const struct teller *t)
{
    const struct cn_event *e = t->event;
    struct lister red = {.words = t->words};
    struct lister kept = {.words = t->words};
    const int drawn_red = count_red(e->drawn, e->drawn_count);
    red.left = count_red(e->cards, e->card_count) + drawn_red;
    list_cards(&red, e->cards, e->card_count, true);
    list_cards(&red, e->drawn, e->drawn_count, true);
    kept.left = e->drawn_count - drawn_red;
    if (is_own(t))
        list_cards(&kept, e->drawn, e->drawn_count, false);
    tell(t, kept.text[0] != '\0' ? "FACE.drawn" : "FACE", red.text, kept.text);
}

/* Cards that came in: which, for the seat itself, else how many; the red threes among them for all. */
static void tell_incoming(const struct teller *t, bool amounts, const char *plain,
                          const char *with_red, const char *only_red)
{
    const struct cn_event *e = t->event;
    struct lister red = {.words = t->words};
    struct lister kept = {.words = t->words};
    char number[CN__WORD_SIZE];
    red.left = count_red(e->cards, e->card_count);
    const int kept_count = e->card_count - red.left;
    const char *key = red.left == 0 ? plain : kept_count == 0 ? only_red : with_red;
    list_cards(&red, e->cards, e->card_count, true);
    number_text(kept_count, number);
    if (is_own(t) && amounts) {
        list_amounts(&kept, e->cards, e->card_count);
    } else if (is_own(t)) {
        kept.left = kept_count;
        list_cards(&kept, e->cards, e->card_count, false);
    }
    tell(t, key, is_own(t) && e->cards != NULL ? kept.text : number, red.text);
}

static void tell_take(const struct teller *t)
{
    const struct cn_event *e = t->event;
    char meld[CN__WORD_SIZE];
    char kinds[CN__WORD_SIZE] = "";
    struct lister shown = {.words = t->words};
    if (e->card_count == 0 || e->cards == NULL) {
        number_text(e->meld, meld);
        tell(t, "TAKE.onto", meld, "");
        return;
    }
    bool wild = false;
    for (int i = 0; i < e->card_count; i++)
        if (cn_kind_is_wild(cn_card_kind(e->cards[i])))
            wild = true;
    list_amounts(&shown, e->cards, e->card_count);
    cn_words_kind(t->words, cn_card_kind(e->cards[0]), true, kinds, sizeof kinds);
    tell(t, wild ? "TAKE.wild" : "TAKE.pair", shown.text, kinds);
}

static void tell_meld(const struct teller *t, const char *key)
{
    char meld[CN__WORD_SIZE];
    struct lister laid = {.words = t->words};
    number_text(t->event->meld, meld);
    list_amounts(&laid, t->event->cards, t->event->card_count);
    tell(t, key, laid.text, meld);
}

static void tell_combine(const struct teller *t)
{
    char from[CN__WORD_SIZE], into[CN__WORD_SIZE];
    number_text(t->event->meld, from);
    number_text(t->event->merged_into, into);
    tell(t, "COMBINE", from, into);
}

/* To discard a wild card is "freezing the pack" (C4). */
static void tell_discard(const struct teller *t)
{
    const struct cn_event *e = t->event;
    const cn_card card = e->cards != NULL && e->card_count > 0 ? e->cards[0] : CN_NO_CARD;
    const int kind = card < CN_CARD_CODES ? cn_card_kind(card) : CN_NO_KIND;
    char name[CN__WORD_SIZE * 2];
    cn_words_card(t->words, card, name, sizeof name);
    tell(t,
         cn_kind_is_wild(kind)    ? "DISCARD.freeze"
         : kind == CN_BLACK_THREE ? "DISCARD.black_three"
                                  : "DISCARD",
         name, "");
}

static void tell_end(const struct teller *t)
{
    switch (t->event->why) {
    case CN_END_OUT: tell(t, t->event->concealed ? "END.concealed" : "END.out", "", ""); break;
    case CN_END_STOCK: tell(t, "END.stock", "", ""); break;
    default: tell(t, "END.red3", "", ""); break;
    }
}

/* A side is called by its lowest seat, which has the side's number. */
static void tell_over(const struct teller *t)
{
    tell_of(t, t->event->winner, "OVER", "", "");
}

static void tell_event(const struct teller *t)
{
    switch (t->event->type) {
    case CN_EVENT_DEAL: tell(t, "DEAL", "", ""); break;
    case CN_EVENT_FACE: tell_face(t); break;
    case CN_EVENT_DRAW: tell_incoming(t, false, "DRAW", "DRAW.red", "DRAW.only_red"); break;
    case CN_EVENT_TAKE: tell_take(t); break;
    case CN_EVENT_PILE:
        if (t->event->card_count == 0)
            tell(t, "PILE.empty", "", "");
        else
            tell_incoming(t, true, "PILE", "PILE.red", "PILE.only_red");
        break;
    case CN_EVENT_MELD: tell_meld(t, "MELD"); break;
    case CN_EVENT_ADD: tell_meld(t, "ADD"); break;
    case CN_EVENT_MERGE: tell_combine(t); break;
    case CN_EVENT_ASK: tell(t, "ASK", "", ""); break;
    case CN_EVENT_ANSWER: tell(t, t->event->yes ? "ANSWER.yes" : "ANSWER.no", "", ""); break;
    case CN_EVENT_DISCARD: tell_discard(t); break;
    case CN_EVENT_STOP: tell(t, "STOP", "", ""); break;
    case CN_EVENT_END: tell_end(t); break;
    case CN_EVENT_OVER: tell_over(t); break;
    default: assert(false);
    }
}

size_t cn_words_event(const struct cn_words *words, const struct cn_event *event,
                      const char *const *names, int own, char *text, size_t size)
{
    struct cn__writer out = cn__buffer_of(text, size);
    const struct teller t = {words, event, names, own, &out};
    tell_event(&t);
    return out.length;
}

size_t cn_words_last_card(const struct cn_words *words, int seat, const char *const *names, int own,
                          char *text, size_t size)
{
    const struct cn_event nothing = {0};
    struct cn__writer out = cn__buffer_of(text, size);
    const struct teller t = {words, &nothing, names, own, &out};
    tell_of(&t, seat, "PUMPA", "", "");
    return out.length;
}

/* ---- whose turn it is ---- */

/* What is legal, strung together: "draw, or take the pack". */
static void say_may(const struct cn_words *words, unsigned may, char *text, size_t size)
{
    static const struct {
        const char *key;
        unsigned types;
    } ways[] = {
        {"may.draw", 1u << CN_ACTION_DRAW},
        {"may.take", CN_TYPES_TAKE},
        {"may.meld", CN_TYPES_LAY},
        {"may.combine", 1u << CN_ACTION_MERGE},
        {"may.discard", 1u << CN_ACTION_DISCARD},
        {"may.stop", 1u << CN_ACTION_STOP},
        {"may.ask", 1u << CN_ACTION_ASK},
    };
    struct lister list = {.words = words, .last = "may.or"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        list.left += (ways[i].types & may) != 0;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char way[CN__LIST_SIZE];
        if ((ways[i].types & may) == 0)
            continue;
        cn_words_lookup(words, ways[i].key, way, sizeof way);
        list_item(&list, way);
    }
    struct cn__writer out = cn__buffer_of(text, size);
    cn__write_string(&out, list.text);
}

/* NULL: what may be done says all. */
static const char *phase_key(const struct cn_board *table, int side)
{
    switch (table->phase) {
    case CN_PHASE_START: return table->stock == 0 ? "phase.START.stock_gone" : "phase.START";
    case CN_PHASE_ANSWER: return "phase.ANSWER";
    case CN_PHASE_TAKING:
        return table->count < table->minimum[side] ? "phase.CLAIM" : "phase.CLAIM.counted";
    case CN_PHASE_MELD: return NULL;
    case CN_PHASE_LAST_RED_THREE: return "phase.LAST_RED";
    default: return "phase.ENDED";
    }
}

/* Whoever has asked is bound by the answer for the rest of the turn (L40), and is told so all the while. */
static const char *bound_key(const struct cn_board *table)
{
    if (table->phase == CN_PHASE_ANSWER || table->phase == CN_PHASE_ENDED)
        return NULL;
    return table->answer == CN_ANSWER_YES  ? "bound.yes"
           : table->answer == CN_ANSWER_NO ? "bound.no"
                                           : NULL;
}

static void say_own_turn(const struct cn_words *words, const struct cn_board *table, unsigned may,
                         struct cn__writer *out)
{
    const int side = cn_board_side(table, table->turn);
    char ways[CN__LIST_SIZE], count[CN__WORD_SIZE], needed[CN__WORD_SIZE], asked[CN__LIST_SIZE];
    const char *phase = phase_key(table, side);
    const char *bound = bound_key(table);
    say_may(words, may, ways, sizeof ways);
    number_text(table->count, count);
    number_text(table->minimum[side], needed);
    const struct cn__argument of_phase[] = {{ways, NULL}, {count, NULL}, {needed, NULL}};
    struct cn__writer inner = cn__buffer_of(asked, sizeof asked);
    if (phase != NULL)
        cn__words_expand(words, phase, of_phase, 3, &inner);
    else
        cn__write_string(&inner, ways);
    const struct cn__argument of_bound[] = {{asked, NULL}};
    if (bound != NULL)
        cn__words_expand(words, bound, of_bound, 1, out);
    else
        cn__write_string(out, asked);
}

static const char *turn_key(const struct cn_board *table)
{
    if (table->phase == CN_PHASE_ENDED)
        return "phase.ENDED";
    return table->phase == CN_PHASE_ANSWER ? "turn.ANSWER" : "turn";
}

size_t cn_words_turn(const struct cn_words *words, const struct cn_board *table,
                     const char *const *names, int own, unsigned may, char *text, size_t size)
{
    char name[CN__WORD_SIZE];
    const int actor = cn_board_actor(table);
    struct cn__writer out = cn__buffer_of(name, sizeof name);
    cn__words_seat(words, actor, names, &out);
    const struct cn__argument of_other[] = {{name, NULL}};
    out = cn__buffer_of(text, size);
    if (actor == own)
        say_own_turn(words, table, may, &out);
    else
        cn__words_expand(words, turn_key(table), of_other, 1, &out);
    return out.length;
}

/* ---- actions ---- */

/* "3 sevens and 1 deuce", for the cards that an action lays beside each other. */
static void say_laid(const struct cn_words *words, struct cn_action action, int kind, char *text,
                     size_t size)
{
    const int kinds[3] = {kind, CN_DEUCE, CN_JOKER};
    const int counts[3] = {action.amount, cn_action_deuces(action), cn_action_jokers(action)};
    struct lister list = {.words = words};
    for (int i = 0; i < 3; i++)
        list.left += counts[i] > 0;
    for (int i = 0; i < 3; i++) {
        char amount[CN__WORD_SIZE * 2];
        if (counts[i] == 0)
            continue;
        say_amount(words, counts[i], kinds[i], amount, sizeof amount);
        list_item(&list, amount);
    }
    struct cn__writer out = cn__buffer_of(text, size);
    cn__write_string(&out, list.text);
}

static int kind_of_action(struct cn_action action, const struct cn_board *table)
{
    const cn_packed_meld *melds = table->melds[table->side[table->turn]];
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: return table->pile_top;
    case CN_ACTION_ADD:
    case CN_ACTION_MERGE:
        return action.place < CN_MELDS_MAX ? cn_meld_kind(melds[action.place]) : CN_NO_KIND;
    default: return action.place;
    }
}

/* The number and the cards of a meld of the side in turn: "2: 3 sevens and 1 deuce". */
static void say_meld(const struct cn_words *words, const struct cn_board *table, int meld,
                     char *text, size_t size)
{
    const cn_packed_meld m = table->melds[table->side[table->turn]][meld];
    const struct cn_action laid =
        cn_action_of(CN_ACTION_MELD, 0, cn_meld_naturals(m), cn_meld_deuces(m), cn_meld_jokers(m));
    char number[CN__WORD_SIZE], cards[CN__LIST_SIZE];
    number_text(meld, number);
    say_laid(words, laid, cn_meld_kind(m), cards, sizeof cards);
    const char *const parts[] = {number, cards};
    cn_words_format(words, "action.meld.which", parts, 2, text, size);
}

/* Does the rank alone not say which meld is meant? Two melds can be put together in one way only. */
static bool needs_which(struct cn_action action, const struct cn_board *table, int kind)
{
    const int side = table->side[table->turn];
    if (action.type != CN_ACTION_TAKE_ONTO && action.type != CN_ACTION_ADD &&
        action.type != CN_ACTION_MERGE)
        return false;
    if (action.place >= CN_MELDS_MAX ||
        (action.type == CN_ACTION_MERGE && action.amount >= CN_MELDS_MAX))
        return false;
    return cn_side_melds_of(table, side, kind) > (action.type == CN_ACTION_MERGE ? 2 : 1);
}

size_t cn_words_action(const struct cn_words *words, struct cn_action action,
                       const struct cn_board *table, char *text, size_t size)
{
    static const char *const keys[CN_ACTION_TYPES] = {[CN_ACTION_DRAW] = "draw",
                                                      [CN_ACTION_STOP] = "stop",
                                                      [CN_ACTION_ASK] = "ask",
                                                      [CN_ACTION_YES] = "yes",
                                                      [CN_ACTION_NO] = "no",
                                                      [CN_ACTION_TAKE_PAIR] = "take.pair",
                                                      [CN_ACTION_TAKE_DEUCE] = "take.deuce",
                                                      [CN_ACTION_TAKE_JOKER] = "take.joker",
                                                      [CN_ACTION_TAKE_ONTO] = "take.onto",
                                                      [CN_ACTION_MELD] = "meld",
                                                      [CN_ACTION_ADD] = "add",
                                                      [CN_ACTION_MERGE] = "combine",
                                                      [CN_ACTION_DISCARD] = "discard"};
    const int kind = kind_of_action(action, table);
    char many[CN__WORD_SIZE] = "", one[CN__WORD_SIZE] = "", cards[CN__LIST_SIZE] = "";
    char meld[CN__LIST_SIZE] = "", other[CN__LIST_SIZE] = "";
    char key[CN__KEY_SIZE], name[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(text, size);
    if (kind < CN_KINDS) {
        cn_words_kind(words, kind, true, many, sizeof many);
        cn_words_kind(words, kind, false, one, sizeof one);
        const bool one_card = action.type == CN_ACTION_DISCARD;
        const struct cn_action laid =
            one_card ? cn_action_of(CN_ACTION_MELD, kind, 1, 0, 0) : action;
        say_laid(words, laid, kind, cards, sizeof cards);
    }
    const bool which = kind < CN_KINDS && needs_which(action, table, kind);
    if (which) {
        say_meld(words, table, action.place, meld, sizeof meld);
        if (action.type == CN_ACTION_MERGE)
            say_meld(words, table, action.amount, other, sizeof other);
    }
    const struct cn__argument arguments[] = {
        {many, one}, {cards, NULL}, {meld, NULL}, {other, NULL}};
    cn__key(name, keys[action.type], which ? ".which" : "");
    cn__key(key, "action.", name);
    cn__words_expand(words, key, arguments, 4, &out);
    return out.length;
}
