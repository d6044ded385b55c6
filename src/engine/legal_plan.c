/* legal_plan.c -- the list of a turn that only a plan decides (turn_plan.h).
 *
 * As in legal.c, what plainly leaves a way to end the turn is listed without a question. The plan
 * is slow, so an opening, which asks most, is first judged by what it surely comes to and by what
 * it cannot come to; only what lies between is left to the plan.
 */
#include "lister.h"
#include "special.h"

/* Is it what the opening needs, whatever it needs: naturals alone, the claimed top card aside? */
static bool is_natural_meld(const struct lister *l, int m)
{
    const cn_packed_meld meld = l->board->melds[l->side][m];
    if (l->board->drew_from == CN_DREW_PILE && m == l->board->take_meld)
        return false;
    return meld != 0 && cn_meld_wilds(meld) == 0 && cn_meld_naturals(meld) >= 3;
}

/* Does this many cards on a meld complete it, so that nothing more of its rank is laid? */
static bool closes_rank(const struct lister *l, int size)
{
    return l->law->rules.dead_ranks && size >= 7;
}

/* All naturals of a kind, laid at once on this meld, or as a new one if it is 0. */
static void count_plain_kind(struct lister *l, int kind, cn_packed_meld meld)
{
    struct opening *o = &l->opening;
    const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, meld);
    const int held = cn_hand_count(l->hand, kind);
    if (held > 0 && !(room.open && cn_room_for_naturals(&room, held)))
        return;
    const bool closed = meld != 0 && closes_rank(l, cn_meld_size(meld) + held);
    o->plain |= cn_kind_mask(kind);
    o->points += held * l->law->rules.card_points.of[kind];
    o->cards += held;
    o->room[kind] = (uint8_t)(closed ? 0 : smaller(l->wilds, cn_room_for_wilds(&room, held)));
}

/* Notes a pair that a wild would open, the dearest first. */
static void count_pair(struct opening *o, int points)
{
    int at = o->pairs++;
    for (; at > 0 && o->pair_points[at - 1] < points; at--)
        o->pair_points[at] = o->pair_points[at - 1];
    o->pair_points[at] = points;
}

static void count_pairs(struct lister *l)
{
    const struct cn_law *law = l->law;
    const uint64_t shut = l->rooms.begun | l->rooms.dead | l->rooms.pure | l->rooms.natural;
    uint64_t kinds =
        cn_hand_doubles(l->hand) & CN_NATURALS_MASK & ~(shut | l->board->ranks[l->side]);
    if (law->rules.fewest_naturals > 2 || law->wild_limit[CN_LIMITS_DEFAULT][2] == 0 ||
        l->wilds == 0)
        return;
    l->opening.pair_kinds = kinds;
    while (kinds != 0)
        count_pair(&l->opening, 2 * law->rules.card_points.of[cn_mask_pop(&kinds)]);
}

/* Returns what all could count that is not a pair, if nothing stood against it. */
static int most_points(const struct lister *l)
{
    const int32_t *points = l->law->rules.card_points.of;
    const uint64_t melded = cn_hand_triples(l->hand) | l->board->ranks[l->side];
    int most = l->board->opening_points + cn_hand_count(l->hand, CN_JOKER) * points[CN_JOKER] +
               cn_hand_count(l->hand, CN_DEUCE) * points[CN_DEUCE] +
               cn_hand_count(l->hand, CN_BLACK_THREE) * points[CN_BLACK_THREE];
    for (uint64_t kinds = cn_hand_mask(l->hand) & CN_NATURALS_MASK & melded & ~l->rooms.dead;
         kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        most += cn_hand_count(l->hand, kind) * points[kind];
    }
    return most;
}

/* Counts what an opening can lay besides any one action: naturals of a meld that lies there, each
 * kind at once, or that are enough for a new one; how many wilds those melds take; and pairs. */
static void count_opening(struct lister *l)
{
    const struct cn_board *board = l->board;
    const cn_packed_meld *melds = board->melds[l->side];
    const uint64_t several = ranks_with_two(l);
    struct opening *o = &l->opening;
    o->plain = o->natural = o->pair_kinds = 0;
    o->points = cn_opening_count(&l->law->rules, board);
    o->cards = o->pairs = 0;
    o->keep = cn_board_talon_once_laid(&l->law->rules, board) > 0 ? 1 : 2;
    for (int m = 0; m < board->meld_count[l->side]; m++) {
        const int kind = cn_meld_kind(melds[m]);
        if (is_natural_meld(l, m))
            o->natural |= cn_kind_mask(kind);
        if (melds[m] != 0 && kind != CN_JOKER && (several & cn_kind_mask(kind)) == 0)
            count_plain_kind(l, kind, melds[m]);
    }
    uint64_t kinds = cn_hand_triples(l->hand) & CN_NATURALS_MASK & ~board->ranks[l->side];
    const uint64_t there = o->plain;
    while (kinds != 0)
        count_plain_kind(l, cn_mask_pop(&kinds), 0);
    o->natural |= o->plain & ~there;
    count_pairs(l);
    o->bounded = l->law->rules.concealed_minimum == CN_CONCEALED_ALWAYS &&
                 l->law->rules.canasta_lifts_minimum == CN_LIFTS_NEVER;
    o->most = most_points(l);
}

/* Wilds that the plain melds take besides a meld of this kind, while one that the opening needs
 * stays natural if 'spares'. */
static int room_beside(const struct lister *l, uint64_t kind, bool spares)
{
    const struct opening *o = &l->opening;
    int beside = 0;
    int least = CN_WILDS_MAX;
    if (spares && (o->natural & ~(kind | o->plain)) != 0)
        spares = false;
    for (uint64_t kinds = o->plain & ~kind; kinds != 0;) {
        const int at = cn_mask_pop(&kinds);
        beside += o->room[at];
        if ((o->natural & cn_kind_mask(at)) != 0)
            least = smaller(least, o->room[at]);
    }
    return spares ? beside - smaller(least, beside) : beside;
}

/* What an opening comes to after an action, with the plain naturals. */
struct opened {
    int count, left; /* points; cards in the hand */
    int jokers, deuces;
    int own; /* further wilds that the meld of the action takes */
    bool natural;
};

static struct opened opened_by(const struct lister *l, struct cn_laying laying,
                               struct cn_action action)
{
    const int32_t *points = l->law->rules.card_points.of;
    const struct opening *o = &l->opening;
    const bool is_new = laying.meld == CN_NO_MELD;
    const uint64_t kind = cn_kind_mask(laying.kind);
    const cn_packed_meld meld = is_new ? 0 : l->board->melds[l->side][laying.meld];
    const int size = cn_meld_size(meld) + laying.naturals + laying.wilds;
    const bool closes = closes_rank(l, size);
    struct opened now = {.jokers = cn_hand_count(l->hand, CN_JOKER) - cn_action_jokers(action),
                         .deuces = cn_hand_count(l->hand, CN_DEUCE) - cn_action_deuces(action)};
    now.natural = laying.kind != CN_JOKER && laying.wilds == 0 &&
                  (is_new ? laying.naturals >= 3 : is_natural_meld(l, laying.meld));
    now.count = o->points + cn_action_deuces(action) * points[CN_DEUCE] +
                cn_action_jokers(action) * points[CN_JOKER];
    now.left = l->size - o->cards - laying.wilds;
    const bool plain = (o->plain & kind) != 0;
    if (plain && !closes && laying.wilds <= o->room[laying.kind] &&
        is_new == ((l->board->ranks[l->side] & kind) == 0)) {
        now.own = o->room[laying.kind] - laying.wilds; /* the rest of the kind follows */
        return now;
    }
    const int unlaid = laying.naturals - (plain ? cn_hand_count(l->hand, laying.kind) : 0);
    const struct cn_room room = cn_room_of(l->law, &l->rooms, laying.kind, meld);
    now.count += unlaid * points[laying.kind];
    now.left -= unlaid;
    now.own = closes ? 0 : cn_room_for_wilds(&room, laying.naturals) - laying.wilds;
    return now;
}

/* Returns the points of this many wilds, jokers first. */
static int wild_points(const struct lister *l, const struct opened *now, int wilds)
{
    const int32_t *points = l->law->rules.card_points.of;
    const int jokers = smaller(now->jokers, wilds);
    return jokers * points[CN_JOKER] + (wilds - jokers) * points[CN_DEUCE];
}

/* Do further wilds, up to 'room' of them on the melds, make the count with enough cards kept? Pairs
 * that are worth 'but' leave one out: the action has laid it. */
static bool wilds_suffice(const struct lister *l, const struct opened *now, int room, int pairs,
                          int but)
{
    const struct opening *o = &l->opening;
    const int missing = l->board->minimum[l->side] - now->count;
    const int rest = now->left - o->keep;
    const int wilds = now->jokers + now->deuces;
    int opened = 0;
    int points = 0;
    if (rest < 0)
        return false;
    if (wild_points(l, now, smaller(smaller(room, wilds), rest)) >= missing)
        return true;
    for (int i = 0; i < pairs && opened < wilds && 3 * (opened + 1) <= rest; i++) {
        if (o->pair_points[i] == but) {
            but = 0;
            continue;
        }
        points += o->pair_points[i];
        opened++;
        const int more = smaller(smaller(room, wilds - opened), rest - 3 * opened);
        if (points + wild_points(l, now, opened + more) >= missing)
            return true;
    }
    return false;
}

/* What a pair is worth that the action lays, else 0. */
static int own_pair(const struct lister *l, struct cn_laying laying)
{
    return (l->opening.pair_kinds & cn_kind_mask(laying.kind)) != 0
               ? 2 * l->law->rules.card_points.of[laying.kind]
               : 0;
}

/* Do this laying, the plain naturals and further wilds make an opening that keeps enough cards? As
 * meets_count: one way is enough, and other ways are left to the plan. Some meld must stay what the
 * opening needs: this one without wilds, or one of the others, which then gets none. */
static bool opens_plainly(const struct lister *l, struct cn_laying laying, struct cn_action action)
{
    const struct opening *o = &l->opening;
    const uint64_t kind = cn_kind_mask(laying.kind);
    const bool needs = l->law->rules.opening_needs != CN_OPENING_ANYTHING;
    const bool others = !needs || (o->natural & ~kind) != 0;
    const struct opened now = opened_by(l, laying, action);
    if (!others && !now.natural)
        return false;
    const bool locks = laying.kind == CN_JOKER; /* it may lock the others */
    const int pairs = locks || l->rooms.locked ? 0 : o->pairs;
    const int but = own_pair(l, laying);
    if (now.natural && wilds_suffice(l, &now, room_beside(l, kind, false), pairs, but))
        return true;
    const int beside = locks ? 0 : room_beside(l, kind, needs);
    return others && wilds_suffice(l, &now, now.own + beside, pairs, but);
}

/* Would the opening count too little even if nothing stood against laying what is left? A pair
 * needs a wild of its own. */
static bool opens_never(const struct lister *l, struct cn_laying laying)
{
    const struct opening *o = &l->opening;
    const int own = own_pair(l, laying);
    const int wilds = l->wilds - laying.wilds;
    int but = own;
    int most = o->most + own;
    if (!o->bounded)
        return false;
    for (int i = 0, opened = 0; i < o->pairs && opened < wilds; i++) {
        if (o->pair_points[i] == but) {
            but = 0;
            continue;
        }
        most += o->pair_points[i];
        opened++;
    }
    return most < l->board->minimum[l->side];
}

/* Is what leaves fewer than two cards illegal in any case? Only going out could end the turn, or a
 * second hand that comes. */
static bool cannot_empty(struct lister *l)
{
    if (!l->free_to_stay || l->board->second[l->board->turn] > 0)
        return false;
    if (l->may_go_out < 0)
        l->may_go_out =
            l->board->answer != CN_ANSWER_NO && cn_may_go_out(l->law, l->board, l->hand, 1);
    return !l->may_go_out;
}

/* Is there no natural meld after this, and no way to one, though the opening needs it? Where a rank
 * has one meld only, another rank must have it. */
static bool spoils_opening(const struct lister *l, struct cn_laying laying)
{
    const struct cn_rules *rules = &l->law->rules;
    if (rules->opening_needs != CN_OPENING_NATURAL_MELD ||
        rules->second_meld != CN_SECOND_MELD_NEVER || l->board->drew_from != CN_DREW_STOCK ||
        cn_hand_count(l->hand, CN_BLACK_THREE) > 0)
        return false;
    const uint64_t natural = cn_hand_triples(l->hand) & CN_NATURALS_MASK;
    return laying.wilds > 0 && ((l->opening.natural | natural) & ~cn_kind_mask(laying.kind)) == 0;
}

/* Lists laying this, which may lie so: unconditionally if the turn plainly ends, else if the plan
 * says so. */
static void list_planned(struct lister *l, struct cn_laying laying, struct cn_action action)
{
    if (l->free_to_stay && l->size - laying.naturals - laying.wilds >= 2)
        list(l, action);
    else if (!l->opens_by_count) {
        if (!cannot_empty(l))
            list_if_it_ends(l, action);
    } else if (opens_plainly(l, laying, action))
        list(l, action);
    else if (!spoils_opening(l, laying) && !opens_never(l, laying))
        list_if_it_ends(l, action);
}

/* Lists laying n naturals, alone if 'plain', and with every choice of wilds up to 'most'. */
static void list_choices(struct lister *l, struct cn_laying laying, bool plain, int least, int most)
{
    const bool is_new = laying.meld == CN_NO_MELD;
    struct cn_action action =
        cn_action_of(is_new ? CN_ACTION_MELD : CN_ACTION_ADD, is_new ? laying.kind : laying.meld,
                     laying.naturals, 0, 0);
    laying.wilds = 0;
    if (plain)
        list_planned(l, laying, action);
    most = smaller(most, l->wilds);
    for (laying.wilds = least; laying.wilds <= most; laying.wilds++)
        for (int i = l->choices->from[laying.wilds]; i < l->choices->from[laying.wilds + 1]; i++) {
            action.wilds = l->choices->choice[i];
            list_planned(l, laying, action);
        }
}

/* The fewest wilds that make a meld of these naturals and what lies there. */
static int least_wilds(const struct cn_room *room, int naturals)
{
    const int size = room->naturals + room->wilds + naturals;
    return size >= 2 ? 1 : 3 - size;
}

/* Lists laying 'fewest' to 'held' naturals with all wilds that may lie so, if every choice leaves
 * enough cards; 'word' is the action without any. Most melds take no wilds, so naturals alone are
 * written in pairs. */
static inline struct cn_action *put_room(struct lister *l, struct cn_action *end, uint32_t word,
                                         const struct cn_room *room, int fewest, int held)
{
    const int there = room->naturals + room->wilds;
    const int most = smaller(held, room->largest - there);
    const int dry =
        l->wilds > 0 && room->takes_wilds ? smaller(most, room->needs - room->naturals - 1) : most;
    int n = fewest > 0 ? fewest : 1;
    end = make_room(l, end);
    do {
        for (int i = 0; i < 2; i++, n++) {
            put_word(end, word + word_of(0, 0, n, 0));
            end += (int)(n <= dry) & (int)(there + n >= 3) &
                   (int)(room->wilds <= room->limit[room->naturals + n]);
        }
    } while (n <= dry);
    for (n = fewest > dry ? fewest : dry + 1; n <= most; n++) {
        const int least = cn_room_for_naturals(room, n) ? 0 : least_wilds(room, n);
        end = put_wilds(l, make_room(l, end), word + word_of(0, 0, n, 0), least,
                        cn_room_for_wilds(room, n));
    }
    return end;
}

/* Lists laying 'fewest' to 'held' naturals on a meld, or as a new one, with all wilds that may lie
 * so. What the meld has room for is asked once. */
static void list_room(struct lister *l, struct cn_laying laying, int fewest, int held)
{
    const bool is_new = laying.meld == CN_NO_MELD;
    const struct cn_room room = cn_room_of(l->law, &l->rooms, laying.kind,
                                           is_new ? 0 : l->board->melds[l->side][laying.meld]);
    for (laying.naturals = fewest; laying.naturals <= held; laying.naturals++)
        list_choices(l, laying, cn_room_for_naturals(&room, laying.naturals),
                     least_wilds(&room, laying.naturals),
                     room.takes_wilds ? cn_room_for_wilds(&room, laying.naturals) : 0);
}

/* Kinds of which the hand has enough for a new meld. */
static uint64_t planned_melds(const struct lister *l)
{
    const bool takes_pairs = l->wilds > 0 && !l->rooms.locked && l->rooms.needs <= 2;
    const uint64_t several = takes_pairs ? cn_hand_pairs(l->hand) : cn_hand_triples(l->hand);
    return several & CN_NATURALS_MASK & ~(l->rooms.begun | l->rooms.dead);
}

static bool begins_wild_meld(const struct lister *l)
{
    return l->law->kinds[CN_JOKER].largest > 0 && l->wilds >= CN_WILD_MELD_LEAST &&
           !l->rooms.locked && ((l->rooms.begun | l->rooms.dead) & cn_kind_mask(CN_JOKER)) == 0;
}

static void list_planned_melds(struct lister *l)
{
    for (uint64_t kinds = planned_melds(l); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        list_room(l, (struct cn_laying){.meld = CN_NO_MELD, .kind = kind},
                  l->law->kinds[kind].fewest, cn_hand_count(l->hand, kind));
    }
    if (begins_wild_meld(l))
        list_room(l, (struct cn_laying){.meld = CN_NO_MELD, .kind = CN_JOKER}, 0, 0);
}

/* The same in a turn that owes nothing and has enough cards. */
static void list_roomy_planned_melds(struct lister *l)
{
    struct cn_action *end = l->end;
    for (uint64_t kinds = planned_melds(l); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, 0);
        end = put_room(l, end, word_of(CN_ACTION_MELD, kind, 0, 0), &room,
                       l->law->kinds[kind].fewest, cn_hand_count(l->hand, kind));
    }
    if (begins_wild_meld(l)) {
        const struct cn_room room = cn_room_of(l->law, &l->rooms, CN_JOKER, 0);
        end = put_room(l, end, word_of(CN_ACTION_MELD, CN_JOKER, 0, 0), &room, 0, 0);
    }
    l->end = end;
}

static void list_planned_additions(struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    for (int m = 0; m < l->board->meld_count[l->side]; m++) {
        const int kind = cn_meld_kind(melds[m]);
        const int held = kind == CN_JOKER ? 0 : cn_hand_count(l->hand, kind);
        if (melds[m] == 0 || held + l->wilds == 0 || (l->rooms.dead & cn_kind_mask(kind)) != 0)
            continue;
        if (kind == CN_BLACK_THREE) {
            list_adding_black_threes(l, m, cn_meld_naturals(melds[m]));
            continue;
        }
        list_room(l, (struct cn_laying){.meld = m, .kind = kind}, 0, held);
    }
}

/* The same in a turn that owes nothing and has enough cards. */
static void list_roomy_planned_additions(struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    const cn_hand naturals = cn_hand_keep(l->hand, CN_NATURALS_MASK & ~l->rooms.dead);
    struct cn_action *end = l->end;
    for (int m = 0; m < l->board->meld_count[l->side]; m++) {
        const cn_packed_meld meld = melds[m];
        const int kind = cn_meld_kind(meld);
        if (meld == 0)
            continue;
        if (kind == CN_BLACK_THREE) {
            l->end = end;
            list_adding_black_threes(l, m, cn_meld_naturals(meld));
            end = l->end;
            continue;
        }
        const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, meld);
        end = put_room(l, end, word_of(CN_ACTION_ADD, m, 0, 0), &room, 0,
                       cn_hand_count(naturals, kind));
    }
    l->end = end;
}

static void list_planned_discards(struct lister *l)
{
    uint64_t kinds = cn_board_discards(l->law, l->board, l->hand);
    if (l->free_to_stay && l->size >= 2) {
        put_discards(l, kinds);
        return;
    }
    while (kinds != 0) {
        const int kind = cn_mask_pop(&kinds);
        if (discard_is_legal(l, kind))
            list(l, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0));
    }
}

static void list_hands(struct lister *l)
{
    const struct cn_board *board = l->board;
    if (l->law->rules.special_hands.count == 0)
        return;
    if (board->laid || !cn_is_opening_turn(board) || board->drew_from != CN_DREW_STOCK ||
        board->answer == CN_ANSWER_NO)
        return;
    const uint32_t found = cn_special_names(&l->law->rules, l->hand);
    for (int row = 0; found >> row != 0; row++)
        if ((found >> row & 1) != 0)
            list(l, cn_action_of(CN_ACTION_HAND, row, 0, 0, 0));
}

/* Lists what is laid. Nothing is while the seat has a bonus card to lay down first. */
static void list_planned_laying(struct lister *l)
{
    const struct cn_board *board = l->board;
    if (cn_is_opening_turn(board) && (cn_hand_mask(l->hand) & l->law->bonus) != 0)
        return;
    if (cn_is_opening_turn(board) && !board->laid && (opening_is_out_of_reach(l) || !can_open(l)))
        return;
    l->rooms = cn_laying_rooms(l->law, board);
    l->opens_by_count = cn_is_opening_turn(board) && board->phase == CN_PHASE_MELD &&
                        !board->black_laid && board->answer != CN_ANSWER_YES;
    if (l->opens_by_count)
        count_opening(l);
    if (l->roomy)
        list_roomy_planned_melds(l);
    else
        list_planned_melds(l);
    list_black_threes(l);
    if (l->roomy)
        list_roomy_planned_additions(l);
    else
        list_planned_additions(l);
    list_combinations(l);
}

void cn__list_planned_turn(struct lister *l)
{
    const struct cn_board *board = l->board;
    const int deuces = cn_hand_count(l->hand, CN_DEUCE);
    const int jokers = cn_hand_count(l->hand, CN_JOKER);
    l->wilds = deuces + jokers;
    choose_wilds(l, deuces, jokers);
    l->free_to_stay = board->phase == CN_PHASE_MELD && !board->black_laid &&
                      board->answer != CN_ANSWER_YES && !(board->laid && cn_is_opening_turn(board));
    l->roomy = false;
    l->may_go_out = -1;
    if (board->phase == CN_PHASE_MELD)
        list_planned_discards(l);
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        list_if_legal(l, CN_ACTION_STOP, 0);
    if (board->phase == CN_PHASE_MELD && may_ask(l))
        list_if_legal(l, CN_ACTION_ASK, 0);
    list_facing(l);
    list_hands(l);
    if (cn_is_opening_turn(board))
        l->free_to_stay = false; /* laying is what begins to owe */
    l->roomy =
        l->free_to_stay && l->size - l->wilds - cn_hand_bound(l->hand, CN_NATURALS_MASK) >= 2;
    list_planned_laying(l);
}
