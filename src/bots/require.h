/* require.h -- the decisions of a next opponent at a refereed table: to require what a ruling
 * allows, or to waive it (REFEREE, 5). What each is worth, by what the seat sees; and what either
 * does in an imagined deal.
 */
#ifndef CN_BOTS_REQUIRE_H
#define CN_BOTS_REQUIRE_H

#include "bots.h"

/* What a decision is about. */
struct cn__stakes {
    int offender;
    bool nearly_out; /* its side may go out, and it has few cards left */
    int theirs;      /* cards that the others of its side hold */
    int pack;        /* cards that the pile would bring it */
    int caught;      /* points of the view's hand that no meld of its side takes */
    int gain;        /* points by which requiring is better than waiving, as the seat judges */
};

/* Weighs the decision that is due, by points or, with CN_CARE_CARDS, by counting cards. */
void cn__require_weigh(const struct cn_view *view, enum cn_care care, struct cn__stakes *stakes);

/* Performs any action of the deciding seat in an imagined deal, decisions included. A card that
 * would lie where nobody has noted it is imagined too. */
void cn__require_imagine(const struct cn_law *law, struct cn_deal *deal, struct cn_action action);

#endif
