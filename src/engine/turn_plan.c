/* turn_plan.c -- the exact answer to "can this turn still end legally?" under every law.
 *
 * Melds only grow, so the order of play hardly matters: a turn can end legally if some way for the
 * side's melds to lie in the end is both within reach and enough. Whatever the law asks along the
 * way is then met as well:
 *
 * - Melds are combined before anything is laid on them, since the limits count what lies there.
 *   Only where a rank dies when a meld of it is complete (dead_ranks) may the combining come last.
 * - A wild needs its naturals (wild_needs_naturals), so naturals are laid first. Wilds go to the
 *   ranks before a wild meld is begun that locks them (IA13); one that locks them now must first be
 *   completed.
 * - A claim waits for what the opening needs, and the opening needs it again when the turn ends.
 *   What lies in the end lay there when the pile joined, or could have: it comes from known cards.
 *   Only wilds that naturals must outnumber may be laid after that (I31); they count for nothing
 *   then, so the number of these late wilds is tried.
 * - At most one meld of a rank that dies is completed in a turn, and it is completed last.
 *
 * For each rank a table says what n naturals and w wilds more can make of it: which canastas, and
 * whether the opening has the meld that it needs. The ranks share nothing but wilds and the cards
 * to keep, so the tables are added up over the ranks: for staying in with the most points, for
 * going out with the set of states that the canastas can be in. A meld of wilds is one more rank.
 * Deuces and jokers differ only in points, and the dearest are laid first.
 */
#include "turn_plan.h"
#include "plan.h"
#include "special.h"

/* ---- hands that are refilled ---- */

/* Returns how many cards the next second hand brings; 0 if none waits. */
static int second_hand(const struct plan *p)
{
    return p->board->second[p->seat] > 0 ? p->board->second_size[p->seat] : 0;
}

static bool comes_when_empty(const struct plan *p)
{
    return p->rules->second_hand_when == CN_SECOND_HAND_WHEN_EMPTY;
}

/* Returns how many more canastas bring a second hand in this turn, or -1 if none brings one. It is
 * 0 where only the opening is still to be completed, and above 1 where canastas of the side have
 * been combined in this turn. */
static int gains_for_hand(const struct plan *p)
{
    if (second_hand(p) == 0 || comes_when_empty(p) || p->board->canastas_before == UINT8_MAX)
        return -1;
    const int lacks = p->board->canastas_before + 1 - p->board->canastas[p->side];
    return lacks > 0 ? lacks : 0;
}

static bool lacks_consent(const struct plan *p)
{
    return p->rules->out_consent && p->board->answer != CN_ANSWER_YES &&
           cn_board_partner(p->board, p->seat) != CN_NO_SEAT;
}

/* Will the seat receive a talon for this opening (A:talon)? */
static bool talon_is_due(const struct plan *p)
{
    return cn_board_talon_due(p->rules, p->board) > 0;
}

/* ---- the ends ---- */

/* Would a card that the seat does not know do as the one that goes out? It might be barred, and the
 * seat would then have no way on. */
static bool unknown_may_go_out(const struct plan *p)
{
    return p->rules->last_discard_bars == 0;
}

/* Can it go out with a second hand that is taken up first? All that is known is laid, and the one
 * card that comes is discarded. */
static bool goes_out_by_second_hand(const struct plan *p)
{
    const int gains = gains_for_hand(p);
    if (p->board->second[p->seat] != 1 || second_hand(p) != 1 || p->im->unknown > 0 ||
        !unknown_may_go_out(p))
        return false;
    return (comes_when_empty(p) || gains >= 0) &&
           cn__plan_goes_out_laying(p, p->hand, gains > 0 ? gains : 0);
}

/* Could the side have this many canastas? Gives every rank all wilds and forgets the limits, so
 * "no" is certain and "yes" is not. */
static bool may_have_canastas(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                              int needed)
{
    const int side = board->side[board->turn];
    const int wilds = cn_hand_wilds(hand);
    const bool second = law->rules.second_meld != CN_SECOND_MELD_NEVER;
    const uint64_t dead = law->rules.dead_ranks ? board->closed : 0;
    int size[CN_KINDS + 1] = {0};
    int count = board->canastas[side];
    if (count >= needed)
        return true;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (!cn_meld_is_canasta(meld))
            size[cn_meld_kind(meld)] += cn_meld_size(meld);
    }
    if (law->rules.wild_melds != CN_WILD_MELDS_NONE)
        count += (size[CN_JOKER] + wilds) / 7;
    for (uint64_t kinds = (cn_hand_mask(hand) | board->ranks[side]) & CN_NATURALS_MASK & ~dead;
         kinds != 0 && count < needed;) {
        const int kind = cn_mask_pop(&kinds);
        const int most = (size[kind] + cn_hand_count(hand, kind) + wilds) / 7;
        count += second ? most : at_most(most, 1);
    }
    return count >= needed;
}

/* Do wilds never join the natural melds of a kind, so that only naturals complete them? */
static bool stays_natural(const struct cn_law *law, const struct cn_board *board, int kind)
{
    return holds(law->rules.pure_kinds, kind) ||
           (holds(law->rules.pure_after_opening, kind) && !cn_is_opening_turn(board));
}

/* Does an unfinished meld bar from going out whatever is laid? Asked where a side has one meld of a
 * kind at most. */
static bool stays_barred(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
    const int side = board->side[board->turn];
    if (law->rules.out_bars == 0 || law->rules.second_meld != CN_SECOND_MELD_NEVER ||
        board->phase == CN_PHASE_LAST_RED_THREE)
        return false;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        const int kind = cn_meld_kind(meld);
        if (meld == 0)
            continue;
        const bool wild = kind == CN_JOKER;
        const int more = wild ? cn_hand_wilds(hand) : cn_hand_count(hand, kind);
        if (cn_meld_size(meld) + more < 7 &&
            (wild ? holds(law->rules.out_bars, CN_KINDS_WORDS)
                  : cn_meld_wilds(meld) == 0 && holds(law->rules.out_bars, kind) &&
                        stays_natural(law, board, kind)))
            return true;
    }
    return false;
}

bool cn_plan_may_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                        int left)
{
    const struct cn_rules *rules = &law->rules;
    const int side = board->side[board->turn];
    const uint64_t ranks = board->ranks[side];
    const uint64_t dead = rules->dead_ranks ? board->closed : 0;
    const uint64_t pairs = cn_hand_doubles(hand) & ~ranks & CN_NATURALS_MASK & ~dead;
    const bool opens_pairs = cn_is_opening_turn(board) || rules->wild_needs_naturals <= 2;
    const int stuck = cn_mask_size(cn_hand_singles(hand) & (~ranks | dead) & CN_NATURALS_MASK) +
                      cn_hand_size(cn_hand_keep(hand, dead & ~cn_hand_singles(hand))) +
                      (opens_pairs ? 0 : 2 * cn_mask_size(pairs));
    if (stuck > left || cn_mask_size(pairs) > cn_hand_wilds(hand) + left)
        return false;
    return may_have_canastas(law, board, hand, cn_board_canastas_needed(rules, board)) &&
           !stays_barred(law, board, hand);
}

/* Single cards that can be laid nowhere, so that one of them is the discard. */
static uint64_t lone_kinds(const struct plan *p)
{
    return cn_hand_singles(p->hand) & ~p->board->ranks[p->side] &
           (CN_NATURALS_MASK | cn_kind_mask(CN_BLACK_THREE));
}

static bool goes_out_discarding(const struct plan *p)
{
    const uint64_t lone = lone_kinds(p);
    if (cn_mask_has_several(lone))
        return false;
    for (uint64_t mask = lone != 0 ? lone : cn_hand_mask(p->hand); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (!holds(p->rules->last_discard_bars, kind) &&
            cn__plan_goes_out_laying(p, cn_hand_remove(p->hand, cn_hand_single(kind, 1)), 0))
            return true;
    }
    return false;
}

/* Checks all requirements for going out, except the answer. */
static bool can_go_out(const struct plan *p)
{
    const int bonus = bonus_cards(p->rules, p->im->hand);
    const int unknown = p->im->unknown + at_most(bonus, p->board->stock);
    if (cn_partner_waits(p->rules, p->board, p->seat) || unknown > 1)
        return false;
    if (p->board->second[p->seat] > 0)
        return bonus == 0 && goes_out_by_second_hand(p);
    if (!cn_plan_may_go_out(p->law, p->board, p->hand, 1 - unknown))
        return false;
    if (unknown == 1)
        return unknown_may_go_out(p) && cn__plan_goes_out_laying(p, p->hand, 0);
    if (p->rules->go_out_by_melding && cn__plan_goes_out_laying(p, p->hand, 0))
        return true;
    return goes_out_discarding(p);
}

/* Is the hand a special one, which obeys a yes (A:hands)? */
static bool lays_special_hand(const struct plan *p)
{
    const struct cn_board *board = p->board;
    if (board->phase != CN_PHASE_MELD || board->drew_from != CN_DREW_STOCK || board->laid ||
        cn_side_has_melded(board, p->side) || p->im->unknown > 0)
        return false;
    for (int row = 0; row < p->rules->special_hands.count; row++)
        if (cn_special_fits(p->rules, &p->rules->special_hands.row[row], p->im->hand))
            return true;
    return false;
}

/* Can only going out end the turn (L40, L18)? */
static bool must_go_out(const struct cn_lookahead *im)
{
    return im->board.phase != CN_PHASE_LAST_RED_THREE &&
           (im->board.answer == CN_ANSWER_YES || im->board.black_laid);
}

/* Must what lies in the end be a complete opening? */
static bool opens(const struct plan *p)
{
    return p->opening && p->board->laid;
}

/* Are there canastas enough, and nothing that bars from going out, as all lies there? */
static bool may_lie_out(const struct plan *p)
{
    if (!cn_board_has_canastas(p->law, p->board, p->side) || p->board->second[p->seat] > 0 ||
        cn_partner_waits(p->rules, p->board, p->seat) || lacks_consent(p))
        return false;
    return cn_board_out_bar(p->rules, p->board, p->side) == CN_NO_KIND;
}

/* Is the opening complete as it lies, for a seat that goes out? */
static bool opens_out(const struct plan *p)
{
    if (!opens(p) || cn__plan_opening_is_there(p, false))
        return true;
    const int without = cn__plan_uncounted(p);
    return without >= 0 && p->board->canastas[p->side] >= without &&
           cn__plan_opening_is_there(p, true);
}

/* The hand is empty and the turn is over. What was owed must have been met on the way here. */
static bool may_be_empty(const struct plan *p)
{
    const struct cn_lookahead *im = p->im;
    if (im->board.answer == CN_ANSWER_NO || !opens_out(p) || !p->rules->go_out_by_melding)
        return false;
    return may_lie_out(p) || (im->keeps_none && !must_go_out(im));
}

/* Can this many cards be kept, the unknown ones among them, but no bonus cards? */
static bool can_keep(const struct plan *p, int keep)
{
    const int unknown = p->im->unknown;
    const int size = cn_hand_size(p->hand);
    const int joining = second_hand(p);
    const int gains = gains_for_hand(p);
    struct stay stay = {.opens = opens(p), .gains = gains > 0 ? gains : 0};
    stay.kept = keep > unknown ? keep - unknown : 0;
    stay.kept_with_gain = stay.kept > joining ? stay.kept - joining : 0;
    if (gains == 0)
        stay.kept = stay.kept_with_gain;
    stay.fills = unknown > 0 || (joining > 0 && (gains == 0 || comes_when_empty(p)));
    if (!claim_waits(p->im) && size >= stay.kept &&
        (!stay.opens || cn__plan_opening_is_there(p, false)))
        return true;
    if (!stay.opens && stay.gains == 0)
        return false;
    if (size < (stay.gains > 0 ? stay.kept_with_gain : stay.kept))
        return false;
    return cn__plan_stays(p, &stay);
}

/* Can the turn end with a discard that does not go out? Two cards are held before it (L38): the
 * discard, and one to keep, unless a talon or a second hand is to come. A bonus card is kept like
 * any other, but a discard it is only if it is faced and another comes for it (IA21). */
static bool can_stay(const struct plan *p)
{
    const struct cn_lookahead *im = p->im;
    const int waiting = p->board->second[p->seat];
    int keep = 2;
    if (im->keeps_none && im->board.answer != CN_ANSWER_NO)
        keep = p->rules->go_out_by_melding ? 0 : 1;
    if (talon_is_due(p))
        keep = at_most(keep, 1);
    if (comes_when_empty(p) && waiting > 0) {
        const bool fills = im->unknown == 0 && (second_hand(p) > 1 || waiting > 1);
        keep = at_most(keep, fills ? 0 : 1);
    }
    const int bonus = bonus_cards(p->rules, im->hand);
    const int least = keep > 0 && p->board->stock == 0 ? 1 : 0;
    return can_keep(p, keep - bonus > least ? keep - bonus : least);
}

/* L44: the turn ends by stopping with a card in hand, or by melding everything (I28), which is not
 * going out: nothing bars from it, but a side that lacks its canastas keeps a card. */
static bool can_end_last_red(const struct plan *p)
{
    const struct cn_lookahead *im = p->im;
    const bool empties = p->rules->go_out_by_melding;
    const int waiting = p->board->second[p->seat];
    if (cn_hand_is_empty(im->hand) && im->unknown == 0) {
        if (!p->board->laid)
            return true; /* the last bonus card was faced */
        return (!opens(p) || cn__plan_opening_is_there(p, false)) && empties && waiting == 0 &&
               (im->keeps_none || cn_board_has_canastas(p->law, p->board, p->side));
    }
    const bool keeps_none = (waiting > 0 && comes_when_empty(p)) || (im->keeps_none && empties) ||
                            bonus_cards(p->rules, im->hand) > 0;
    if (can_keep(p, keeps_none ? 0 : 1))
        return true;
    return empties && waiting == 0 && cn__plan_goes_out_laying(p, p->hand, 0);
}

bool cn_plan_can_end(const struct cn_lookahead *im)
{
    struct plan p;
    cn__plan_init(&p, im);
    if (cn_hand_is_empty(im->hand) && claim_waits(im))
        return false; /* nothing can be laid or combined any more (I24) */
    if (im->board.phase == CN_PHASE_LAST_RED_THREE)
        return can_end_last_red(&p);
    if (cn_hand_is_empty(im->hand) && im->unknown == 0)
        return may_be_empty(&p);
    if (!must_go_out(im) && can_stay(&p))
        return true;
    if (im->board.answer == CN_ANSWER_YES && lays_special_hand(&p))
        return true;
    return im->board.answer != CN_ANSWER_NO && !lacks_consent(&p) && can_go_out(&p);
}

bool cn_plan_can_go_out(const struct cn_lookahead *im)
{
    struct plan p;
    cn__plan_init(&p, im);
    return bonus_cards(p.rules, im->hand) == 0 && can_go_out(&p);
}

bool cn_plan_can_meld_all(const struct cn_lookahead *im)
{
    struct plan p;
    cn__plan_init(&p, im);
    return bonus_cards(p.rules, im->hand) == 0 && im->board.second[p.seat] == 0 &&
           !cn_partner_waits(p.rules, p.board, p.seat) && cn__plan_goes_out_laying(&p, p.hand, 0);
}

/* Does a discard of the last card, of this kind, go out? A talon or a second hand may come for it
 * instead. */
bool cn_plan_can_end_by_discard(const struct cn_lookahead *im)
{
    struct plan p;
    cn__plan_init(&p, im);
    const struct cn_board *board = &im->board;
    const bool last = cn_hand_size(im->hand) + im->unknown == 1;
    const int kind = cn_mask_first(cn_hand_mask(im->hand));
    const bool barred = last && im->unknown == 0 && holds(p.rules->last_discard_bars, kind);
    const bool may_go_out = last && may_lie_out(&p) && !barred && opens_out(&p);
    const bool refills = (comes_when_empty(&p) && board->second[p.seat] > 0) ||
                         (talon_is_due(&p) && (!may_go_out || board->answer == CN_ANSWER_NO));
    const bool goes_out = last && !refills;
    if (opens(&p) &&
        (claim_waits(im) || !(goes_out ? opens_out(&p) : cn__plan_opening_is_there(&p, false))))
        return false;
    if (board->answer != CN_ANSWER_NONE && goes_out != (board->answer == CN_ANSWER_YES))
        return false;
    if (board->black_laid && !goes_out)
        return false;
    return !goes_out || im->keeps_none || may_go_out;
}

/* ---- quick necessary conditions ---- */

/* Adds up all that could possibly be laid: every wild, every natural but single ones, and black
 * threes, which a seat that goes out may lay. */
bool cn_plan_may_reach_minimum(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
    const struct cn_rules *rules = &law->rules;
    const int32_t *points = rules->card_points.of;
    const int side = board->side[board->turn];
    if (board->laid || rules->canasta_lifts_minimum != CN_LIFTS_NEVER)
        return true;
    const struct cn_kind_law *threes = &law->kinds[CN_BLACK_THREE];
    const bool lays_threes =
        threes->largest > 0 && cn_hand_count(hand, CN_BLACK_THREE) >= threes->fewest;
    const uint64_t black = lays_threes ? cn_kind_mask(CN_BLACK_THREE) : 0;
    const uint64_t dead = rules->dead_ranks ? board->closed : 0;
    const uint64_t melded = (CN_NATURALS_MASK | black) & ~dead;
    const uint64_t pairs = cn_hand_pairs(hand) & melded;
    const bool has_wilds = cn_hand_wilds(hand) > 0;
    if ((rules->opening_needs == CN_OPENING_NATURAL_MELD ||
         rules->opening_needs == CN_OPENING_THREE_NATURALS) &&
        (cn_hand_triples(hand) & melded) == 0)
        return false;
    int sum = cn_hand_count(hand, CN_JOKER) * points[CN_JOKER] +
              cn_hand_count(hand, CN_DEUCE) * points[CN_DEUCE];
    for (uint64_t kinds = has_wilds ? pairs : pairs & cn_hand_triples(hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        sum += cn_hand_count(hand, kind) * points[kind];
    }
    return sum >= board->minimum[side];
}
