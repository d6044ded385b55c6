/**
 * The lesson at each decision of a guided deal that went another way than its script. It depends on
 * what the seat's page shows; this file does not know what is legal. The sentences (`web.learn.*`)
 * and the articles describe the classic game; a guided deal of other rules has its own for those
 * that are different there.
 */

import type { News, Page } from '../core/contract/table';
import { ownSide, type Spot } from './guide';
import type { GuidedDeal } from './guided-deal';

export interface Lesson {
  /** Its sentences are web.learn.WORDSKEY. */
  key: string;
  /** "", or those of the guided deal. */
  words: string;
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
  three: 'A:threes',
  special: 'A:hands',
};

const say = (key: string, ...args: (string | number)[]): Lesson => ({
  key,
  words: '',
  args,
  law: articles[key] ?? '',
});

/** Where on the table a lesson is shown. */
export function spotsOfLesson(key: string): Spot[] {
  if (/^(claim|minimum|discard|out|near|add)/.test(key)) return [{ at: 'hand' }];
  if (key === 'start' || key === 'start.first') return [{ at: 'stock' }];
  if (/^(start|others)/.test(key)) return [{ at: 'pack' }];
  if (key === 'red') return [{ at: 'red' }];
  if (key === 'three' || key === 'special') return [{ at: 'hand' }];
  return key === 'canasta' ? [{ at: 'melds' }] : [];
}

/** With this few cards it is time to explain going out. */
const few = 4;

const ownNews = (page: Page): News[] => page.news.filter(({ seat }) => seat === page.self);

/** While others play: what the last of them did, if it teaches something. */
function whileOthers(page: Page): Lesson {
  const last = page.news.findLast(({ seat }) => seat !== page.self);
  if (page.phase === 'answer') return say('others');
  if (last?.type === 'take') return say('others.take');
  if (page.pile.frozen && (ownSide(page)?.hasMelded ?? false)) return say('others.frozen');
  if (page.pile.stopped) return say('others.stopped');
  return say('others');
}

const may = (page: Page, what: string): boolean =>
  page.legal.some((action) => action.startsWith(what));

function beforeDrawing(page: Page): Lesson {
  if (may(page, 'face')) return say('three');
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
  if (may(page, 'hand')) return say('special');
  if (may(page, 'face')) return say('three');
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

function anyLesson(page: Page): Lesson {
  if (!page.mine) return whileOthers(page);
  if (page.phase === 'answer') return say('answer');
  if (page.phase === 'start') return beforeDrawing(page);
  if (page.phase === 'claim') return say('claim');
  return afterDrawing(page);
}

/** While a deal is played. */
export function lesson(deal: GuidedDeal, page: Page): Lesson {
  const any = anyLesson(page);
  const own = deal.own[any.key];
  return own === undefined ? any : { ...any, words: deal.words, law: own };
}
