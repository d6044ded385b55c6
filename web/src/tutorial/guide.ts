/**
 * The lessons of the guided deal while it follows its script (deal.ts): one idea per turn, and
 * where it is on the table. Null: the deal went another way, and the lessons for any deal apply.
 */

import type { Card } from '../core/contract/lists';
import type { Page } from '../core/contract/table';

/** What a lesson explains; `cards` are in the learner's hand, `red` belongs to the learner's
 * side. */
export type Spot =
  | { at: 'stock' | 'pack' | 'red' | 'hand' | 'melds' }
  | { at: 'meld'; meld: number }
  | { at: 'cards'; cards: readonly Card[] };

export interface Step {
  /** web.learn.guide.KEY */
  key: string;
  law: string;
  spots: Spot[];
  /** Only to be read; there is nothing to do. */
  reads?: boolean;
}

const step = (key: string, law: string, ...spots: Spot[]): Step => ({ key, law, spots });
const reading = (key: string, law: string, ...spots: Spot[]): Step => ({
  ...step(key, law, ...spots),
  reads: true,
});
const cards = (...names: Card[]): Spot => ({ at: 'cards', cards: names });

const own = (page: Page) =>
  page.sides.find(({ seats }) => page.self !== null && seats.includes(page.self));
const meldOf = (page: Page, rank: string) => own(page)?.melds.find((meld) => meld.rank === rank);
const holds = (page: Page, ...names: Card[]): boolean =>
  names.every((name) => page.hand.includes(name));
/** How many turns the learner has finished. */
const turnsOf = (page: Page): number =>
  page.news.filter(({ seat, type }) => seat === page.self && type === 'discard').length;

/** The kings on the table, which the sentence explains. */
function kings(page: Page): Spot[] {
  const meld = meldOf(page, 'K');
  return meld ? [{ at: 'meld', meld: meld.meld }] : [];
}

function beforeDrawing(page: Page, turn: number): Step[] {
  const draw = step(turn === 0 ? 'draw' : 'again', 'L15', { at: 'stock' });
  if (turn === 0)
    return [reading('hand', 'L17', cards('Kh', 'Ks', 'Ah', 'Ad', '9c', '9d', '7s', '7h')), draw];
  if (turn === 2)
    return page.pile.takeable && page.pile.top === 'Kc' && holds(page, 'Kh', 'Ks')
      ? [step('pack', 'L32', { at: 'pack' }, cards('Kh', 'Ks'))]
      : [];
  if (turn === 4 && meldOf(page, 'K')?.cards.length === 6)
    return [reading('partner', 'L20', ...kings(page)), draw];
  return [draw];
}

/** The card that ends the turn, by turn. */
const thrown: Record<number, Card> = { 0: '4d', 1: '6c', 2: '4d', 3: '6c', 4: '8d', 5: '5c' };

function beforeDiscard(page: Page, turn: number): Step[] {
  const card = thrown[turn];
  const side = own(page);
  const end = (key: string, law: string): Step[] =>
    card !== undefined && holds(page, card) ? [step(key, law, cards(card))] : [];
  switch (turn) {
    case 0:
      return end('discard', 'L16');
    case 1:
      if (side?.hasMelded) return end('first.end', 'L28');
      return holds(page, 'Ah', 'Ad', 'Ac') ? [step('first', 'L26', cards('Ah', 'Ad', 'Ac'))] : [];
    case 2:
      return meldOf(page, 'K') ? end('pack.end', 'L33') : [];
    case 3:
      if (!meldOf(page, 'K')) return [];
      return holds(page, 'Xr')
        ? [step('wild', 'L18', cards('Xr'), ...kings(page))]
        : end('wild.end', 'L30');
    case 4:
      return side?.red.length === 1
        ? [reading('red', 'L12', { at: 'red' }), ...end('red.end', 'L34')]
        : [];
    case 5:
      if (meldOf(page, 'K')?.canasta)
        return [reading('canasta.end', 'L23', ...kings(page)), ...end('canasta.discard', 'L38')];
      return meldOf(page, 'K')?.missing === 1 && holds(page, 'Ks')
        ? [step('canasta', 'L22', cards('Ks'), ...kings(page))]
        : [];
    case 6:
      return out(page);
    default:
      return [];
  }
}

/** All cards of a rank still in the hand; then the last card. */
function out(page: Page): Step[] {
  if (!own(page)?.canastas) return [];
  if (page.hand.length === 1) return [step('last', 'L39', cards(...page.hand))];
  const sets = ['9', '7', 'J'].map((rank) => page.hand.filter((card) => card.startsWith(rank)));
  const next = sets.find((set) => set.length > 0);
  return next && sets.flat().length === page.hand.length - 1
    ? [step('out', 'L38', cards(...next))]
    : [];
}

/** The lesson to show now. The first that applies wins; lessons already read are left out. */
export function guide(page: Page, read: readonly string[]): Step | null {
  if (page.stage !== 'playing' || !page.mine) return null;
  const turn = turnsOf(page);
  const all =
    page.phase === 'start'
      ? beforeDrawing(page, turn)
      : page.phase === 'meld'
        ? beforeDiscard(page, turn)
        : [];
  return all.find(({ key, reads }) => !reads || !read.includes(key)) ?? null;
}

/** Every key that can be shown, and the article where it can be read; a test compares. */
export const guideKeys = [
  'hand',
  'draw',
  'discard',
  'again',
  'first',
  'first.end',
  'pack',
  'pack.end',
  'wild',
  'wild.end',
  'partner',
  'red',
  'red.end',
  'canasta',
  'canasta.end',
  'canasta.discard',
  'out',
  'last',
] as const;
