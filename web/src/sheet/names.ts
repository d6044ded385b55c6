/** What stands above the columns of a sheet. */

import { t } from '../words.svelte';

export function sideName(names: string[], side: number, sides: number): string {
  const own = names[side] ?? '';
  if (own !== '') return own;
  return sides === 2 ? t(side === 0 ? 'web.real.we' : 'web.real.they') : t('web.real.side', side + 1);
}

export const items = [
  'melds',
  'canastas',
  'red',
  'out',
  'concealed',
  'hands',
  'undeclared',
  'other',
  'bonus',
] as const;
export type Item = (typeof items)[number];

/** Where the same words stand after a deal at a table of this program, they are those. */
export function itemKey(item: Item): string {
  return item === 'undeclared' || item === 'other' ? `web.real.${item}` : `web.sheet.${item}`;
}
