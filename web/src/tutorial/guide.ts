/** Finds the lesson of a guided deal that fits what the learner's page shows. This file does not
 * know what is legal. */

import type { Card } from '../core/contract/lists';
import type { Page, SidePage } from '../core/contract/table';
import type { Chapter, GuidedDeal, Place, Step, When } from './guided-deal';

/** Where on the table a lesson is shown. */
export type Spot =
  | { at: 'stock' | 'pack' | 'red' | 'hand' | 'melds' }
  | { at: 'meld'; meld: number }
  | { at: 'cards'; cards: readonly Card[] };

/** The learner's side; a player at the table always has one. */
export const ownSide = (page: Page): SidePage | undefined =>
  page.sides.find(({ seats }) => page.self !== null && seats.includes(page.self));

const meldOf = (page: Page, kind: string) => ownSide(page)?.melds.find(({ rank }) => rank === kind);

const ofRank = (page: Page, rank: string): Card[] =>
  page.hand.filter((card) => card.startsWith(rank));

/** The deck has two of each card, so a card may be asked for twice. */
function holds(page: Page, names: readonly Card[]): boolean {
  const free = [...page.hand];
  return names.every((name) => {
    const at = free.indexOf(name);
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

function isBeside(page: Page, { ranks, cards }: NonNullable<When['besides']>): boolean {
  const such = ranks.flatMap((rank) => ofRank(page, rank)).length;
  return such > 0 && page.hand.length - such === cards;
}

const is = <T>(wanted: T | undefined, so: (wanted: T) => boolean): boolean =>
  wanted === undefined || so(wanted);

function applies(page: Page, when: When): boolean {
  const side = ownSide(page);
  return (
    is(when.holds, (names) => holds(page, names)) &&
    is(when.besides, (besides) => isBeside(page, besides)) &&
    is(when.hand, (count) => page.hand.length === count) &&
    is(when.takes, (top) => page.pile.takeable && page.pile.top === top) &&
    is(when.tops, (top) => page.pile.top === top) &&
    is(when.takeable, (takeable) => page.pile.takeable === takeable) &&
    is(when.melds, (melds) =>
      Object.entries(melds).every(
        ([kind, count]) => (meldOf(page, kind)?.cards.length ?? 0) === count,
      ),
    ) &&
    is(when.threes, (count) => side?.red.length === count) &&
    is(when.canastas, (least) => (side?.canastas ?? 0) >= least) &&
    is(when.opened, (opened) => side?.hasMelded === opened)
  );
}

/** Is the learner to take the pack now, and not to draw? */
export const asksToTake = (page: Page, step: Step | null): boolean =>
  step?.when?.takes !== undefined && page.pile.takeable;

/** How many turns the learner has finished. */
const turnsOf = (page: Page): number =>
  page.news.filter(({ seat, type }) => seat === page.self && type === 'discard').length;

/** The lesson to show now; null if the deal went another way. The first that applies wins; lessons
 * already read are left out. */
export function guide(deal: GuidedDeal, page: Page, read: readonly string[]): Step | null {
  if (page.stage !== 'playing' || !page.mine) return null;
  const turn = turnsOf(page);
  return (
    deal.steps.find(
      (step) =>
        step.turn === turn &&
        step.phase === page.phase &&
        !(step.reads === true && read.includes(step.key)) &&
        applies(page, step.when ?? {}),
    ) ?? null
  );
}

function spotOfMeld(page: Page, kind: string): Spot[] {
  const meld = meldOf(page, kind);
  return meld ? [{ at: 'meld', meld: meld.meld }] : [];
}

function spotOf(page: Page, place: Place): Spot[] {
  if (place.at === 'meld') return spotOfMeld(page, place.kind);
  if (place.at === 'rest') return [{ at: 'cards', cards: page.hand }];
  if (place.at !== 'rank') return [place];
  const next = place.ranks.find((rank) => ofRank(page, rank).length > 0);
  if (next === undefined) return [];
  return [{ at: 'cards', cards: ofRank(page, next) }, ...spotOfMeld(page, next)];
}

export const spotsOf = (page: Page, places: readonly Place[]): Spot[] =>
  places.flatMap((place) => spotOf(page, place));

function isMet(page: Page, { did, when, wild, threes, scored }: Chapter): boolean {
  const side = ownSide(page);
  const own = page.news.filter(({ seat }) => seat === page.self);
  return (
    is(did, (types) => own.some(({ type }) => types.includes(type))) &&
    is(when, (one) => applies(page, one)) &&
    is(wild, () => side?.melds.some(({ wilds }) => wilds > 0) ?? false) &&
    is(threes, () => (side?.red.length ?? 0) > 0) &&
    is(scored, () => page.stage !== 'playing' && page.sheet.length > 0)
  );
}

/** What the learner has met in this deal. */
export const met = (deal: GuidedDeal, page: Page): string[] =>
  deal.chapters.filter((chapter) => isMet(page, chapter)).map(({ key }) => key);
