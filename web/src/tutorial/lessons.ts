/**
 * The lesson at each decision of the first deal. It depends on what the seat's page shows; this
 * file does not know what is legal. The sentences (`web.learn.*`) and the articles describe the
 * default rules: both are texts of this one deal.
 */

import type { News, Page } from '../core/contract/table';
import type { Spot } from './guide';

export interface Lesson {
  /** web.learn.KEY */
  key: string;
  args: (string | number)[];
  /** "" if no article is cited. */
  law: string;
}

/** By lesson: the article to read. */
export const articles: Readonly<Record<string, string>> = {
  'others.take': 'L33',
  'others.frozen': 'L30',
  'others.stopped': 'L34',
  start: 'L15',
  'start.first': 'L15',
  'start.take.first': 'L33',
  'start.take': 'L32',
  'start.stopped': 'L34',
  'start.frozen': 'L31',
  claim: 'L33',
  red: 'L12',
  minimum: 'L26',
  'minimum.short': 'L26',
  'minimum.met': 'L26',
  'discard.closed': 'L26',
  discard: 'L16',
  add: 'L20',
  near: 'L22',
  canasta: 'L23',
  out: 'L38',
  answer: 'L40',
};

const say = (key: string, ...args: (string | number)[]): Lesson => ({
  key,
  args,
  law: articles[key] ?? '',
});

/** Where on the table a lesson is shown. */
export function spotsOf(key: string): Spot[] {
  if (/^(claim|minimum|discard|out|near|add)/.test(key)) return [{ at: 'hand' }];
  if (key === 'start' || key === 'start.first') return [{ at: 'stock' }];
  if (/^(start|others)/.test(key)) return [{ at: 'pack' }];
  if (key === 'red') return [{ at: 'red' }];
  return key === 'canasta' ? [{ at: 'melds' }] : [];
}

/** With this few cards it is time to explain going out. */
const few = 4;

/** What the learner has met in this deal, in the order of first meeting it. */
export const chapters = [
  'draw',
  'discard',
  'meld',
  'pack',
  'wild',
  'red',
  'canasta',
  'end',
] as const;
export type Chapter = (typeof chapters)[number];

const ownNews = (page: Page): News[] => page.news.filter(({ seat }) => seat === page.self);

/** The learner's side; a player at the table always has one. */
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
    wild: side?.melds.some(({ wilds }) => wilds > 0) ?? false,
    canasta: (side?.canastas ?? 0) > 0,
    end: page.stage !== 'playing' && page.sheet.length > 0,
  };
  return chapters.filter((chapter) => yes[chapter]);
}

/** While others play: what the last of them did, if it teaches something. */
function whileOthers(page: Page): Lesson {
  const last = page.news.findLast(({ seat }) => seat !== page.self);
  if (page.phase === 'answer') return say('others');
  if (last?.type === 'take') return say('others.take');
  if (page.pile.frozen && (ownSide(page)?.hasMelded ?? false)) return say('others.frozen');
  if (page.pile.stopped) return say('others.stopped');
  return say('others');
}

function beforeDrawing(page: Page): Lesson {
  const first = !ownNews(page).some(({ type }) => type === 'discard');
  const owes = !(ownSide(page)?.hasMelded ?? false);
  if (page.pile.takeable && owes) return say('start.take.first', page.minimum?.need ?? 0);
  if (page.pile.takeable) return say('start.take');
  if (first) return say('start.first');
  if (page.pile.stopped) return say('start.stopped');
  if (page.pile.frozen) return say('start.frozen');
  return say('start');
}

function afterDrawing(page: Page): Lesson {
  const side = ownSide(page);
  const canastas = side?.canastas ?? 0;
  const needed = side?.canastasNeeded ?? 1;
  const turned = ownNews(page).filter(({ turn }) => turn === page.turn);
  if (turned.some(({ red }) => red.length > 0) && !turned.some(({ type }) => type === 'meld'))
    return say('red');
  if (page.minimum) {
    const { need, have } = page.minimum;
    if (have >= need) return say('minimum.met', have);
    if (have > 0) return say('minimum.short', have, need);
    if (page.legal.some((action) => action.startsWith('meld'))) return say('minimum', need);
    return say('discard.closed', need);
  }
  if (canastas >= needed && page.hand.length <= few) return say('out');
  if (canastas > 0) return say('canasta');
  if (page.legal.some((action) => /^(meld|add)/.test(action))) {
    const nearest = Math.min(...(side?.melds ?? []).map(({ missing }) => missing || Infinity));
    return nearest <= 3 ? say('near', nearest) : say('add');
  }
  return say('discard');
}

/** While a deal is played. */
export function lesson(page: Page): Lesson {
  if (!page.mine) return whileOthers(page);
  if (page.phase === 'answer') return say('answer');
  if (page.phase === 'start') return beforeDrawing(page);
  if (page.phase === 'claim') return say('claim');
  return afterDrawing(page);
}
