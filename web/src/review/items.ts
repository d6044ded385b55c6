/** The lines of a score sheet in words: rules differ in what a line adds up and in its sign. */

import type { ScoreItem } from '../core/contract/lists';
import type { ScoreWays } from '../core/contract/table';
import { points } from '../numbers';
import { t } from '../words.svelte';

export function itemName(item: ScoreItem, ways: ScoreWays): string {
  return t(item === 'red' && ways.black ? 'web.sheet.red.both' : `web.sheet.${item}`);
}

/** What the threes need to count for a side. With the swing their own sentence says it. */
function threesAbout(ways: ScoreWays): string[] {
  if (ways.black || ways.swing) return [t('web.sheet.red.both.about')];
  if (ways.needs === 'meld') return [t('web.sheet.red.about')];
  const needs =
    ways.needs === 'nothing' || ways.needs === 'canasta'
      ? t(`web.sheet.red.needs.${ways.needs}`)
      : t('web.sheet.red.needs.kind', t(`kinds.${ways.needs}`));
  return [t('web.sheet.red.needs'), needs];
}

/** Sentences: what the line is, and when it counts otherwise. */
export function itemAbout(item: ScoreItem, ways: ScoreWays): string[] {
  const about = item === 'red' ? threesAbout(ways) : [t(`web.sheet.${item}.about`)];
  if (ways.swing && item === 'red') about.push(t('web.sheet.red.swing'));
  if (ways.swing && item === 'melds') about.push(t('web.sheet.melds.swing'));
  if (ways.beside && item === 'hands') about.push(t('web.sheet.hands.beside'));
  return about;
}

/** What the first meld of a side must count. 0: nothing is asked of it, as below a score of 0. */
export function minimumSays(minimum: number): string {
  return minimum > 0 ? points(minimum) : t('web.sheet.minimum.any');
}
