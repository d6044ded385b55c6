/** What is said at each decision of the first deal. It goes by what the page of the seat shows; no rule is known here. */

import type { News, Page } from '../core/contract';

export interface Lesson {
  /** web.learn.KEY */
  key: string;
  args: (string | number)[];
  /** "" where none is told. */
  law: string;
}

const say = (key: string, law = '', ...args: (string | number)[]): Lesson => ({ key, args, law });

/** What one has met in this deal, in the order in which it is met. */
export const chapters = ['draw', 'meld', 'discard', 'red', 'pack', 'canasta', 'end'] as const;
export type Chapter = (typeof chapters)[number];

const ownNews = (page: Page): News[] => page.news.filter(({ seat }) => seat === page.self);

/** The own side; there is one at a table where one plays. */
function ownSide(page: Page) {
  return page.sides.find(({ seats }) => page.self !== null && seats.includes(page.self));
}

export function met(page: Page): Chapter[] {
  const own = ownNews(page);
  const side = ownSide(page);
  const did = (...types: string[]): boolean => own.some(({ type }) => types.includes(type));
  const yes: Record<Chapter, boolean> = {
    draw: did('draw', 'take'),
    meld: side?.hasMelded ?? false,
    discard: did('discard'),
    red: (side?.red.length ?? 0) > 0,
    pack: did('take'),
    canasta: (side?.canastas ?? 0) > 0,
    end: page.stage !== 'playing' && page.sheet.length > 0,
  };
  return chapters.filter((chapter) => yes[chapter]);
}

/** Others play: what the last of them did, where it teaches something. */
function whileOthers(page: Page): Lesson {
  const last = page.news.findLast(({ seat }) => seat !== page.self);
  if (page.phase === 'answer') return say('others');
  if (last?.type === 'take') return say('others.take', 'L33');
  if (page.pile.frozen && (ownSide(page)?.hasMelded ?? false)) return say('others.frozen', 'L30');
  if (page.pile.stopped) return say('others.stopped', 'L34');
  return say('others');
}

function beforeDrawing(page: Page): Lesson {
  const first = !ownNews(page).some(({ type }) => type === 'discard');
  const owes = !(ownSide(page)?.hasMelded ?? false);
  if (page.pile.takeable && owes) return say('start.take.first', 'L33', page.minimum?.need ?? 0);
  if (page.pile.takeable) return say('start.take', 'L32');
  if (first) return say('start.first', 'L15');
  if (page.pile.stopped) return say('start.stopped', 'L34');
  if (page.pile.frozen) return say('start.frozen', 'L31');
  return say('start', 'L15');
}

function afterDrawing(page: Page): Lesson {
  const side = ownSide(page);
  const canastas = side?.canastas ?? 0;
  const needed = side?.canastasNeeded ?? 1;
  const turned = ownNews(page).filter(({ turn }) => turn === page.turn);
  if (turned.some(({ red }) => red.length > 0) && !turned.some(({ type }) => type === 'meld'))
    return say('red', 'L12');
  if (page.minimum) {
    const { need, have } = page.minimum;
    if (have >= need) return say('minimum.met', 'L26', have);
    if (have > 0) return say('minimum.short', 'L26', have, need);
    if (page.legal.some((action) => action.startsWith('meld'))) return say('minimum', 'L26', need);
    return say('discard.closed', 'L26', need);
  }
  if (canastas >= needed && page.hand.length <= 4) return say('out', 'L38');
  if (canastas > 0) return say('canasta', 'L23');
  if (page.legal.some((action) => /^(meld|add)/.test(action))) {
    const nearest = Math.min(...(side?.melds ?? []).map(({ missing }) => missing || Infinity));
    return nearest <= 3 ? say('near', 'L22', nearest) : say('add', 'L20');
  }
  return say('discard', 'L16');
}

export function lesson(page: Page): Lesson {
  if (page.stage !== 'playing') return say('score', 'L42');
  if (!page.mine) return whileOthers(page);
  if (page.phase === 'answer') return say('answer', 'L40');
  if (page.phase === 'start') return beforeDrawing(page);
  if (page.phase === 'claim') return say('claim', 'L33');
  return afterDrawing(page);
}
