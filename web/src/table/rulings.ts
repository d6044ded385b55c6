/** The rulings that a table still shows: those of the turn in progress and the one before it, until
 * they are put away. */

import type { News, Page } from '../core/contract/table';

/** @param readTo the news up to this id has been put away */
export function rulingsOf(page: Page, readTo: number): News[] {
  if (!page.referee || page.stage !== 'playing') return [];
  const told = page.news.filter(({ id, turn }) => id > readTo && turn >= page.turn - 1);
  const rulings = told.filter(({ type }) => type === 'ruling');
  if (rulings.length > 0) return rulings;
  /* Somebody called, and there was nothing to put right. */
  const last = told.at(-1);
  return last?.type === 'call' ? [last] : [];
}
