/** The guided deals. A rule set that has one is in this list; nothing else knows which. */

import { american } from './deals/american';
import { laws1950 } from './deals/laws1950';
import type { GuidedDeal } from './guided-deal';

/** The first is for people who have never played. */
export const guidedDeals: readonly [GuidedDeal, ...GuidedDeal[]] = [laws1950, american];

export const guidedDealOf = (rules: string): GuidedDeal | undefined =>
  guidedDeals.find((deal) => deal.rules === rules);
