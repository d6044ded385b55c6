/** The lines of a score sheet in words: rules differ in what a line adds up and in its sign. */

import type { ScoreItem } from '../core/contract/lists';
import type { ScoreWays } from '../core/contract/table';
import { t } from '../words.svelte';

export function itemName(item: ScoreItem, ways: ScoreWays): string {
  return t(item === 'red' && ways.black ? 'web.sheet.red.both' : `web.sheet.${item}`);
}

/** Sentences: what the line is, and when it counts otherwise. */
export function itemAbout(item: ScoreItem, ways: ScoreWays): string[] {
  const red = ways.black ? 'web.sheet.red.both.about' : 'web.sheet.red.about';
  const about = [t(item === 'red' ? red : `web.sheet.${item}.about`)];
  if (ways.swing && item === 'red') about.push(t('web.sheet.red.swing'));
  if (ways.swing && item === 'melds') about.push(t('web.sheet.melds.swing'));
  return about;
}
