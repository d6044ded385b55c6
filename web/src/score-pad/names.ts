/** The titles of a sheet's columns. */

import { t } from '../words.svelte';

export function sideName(names: string[], side: number, sides: number): string {
  const own = names[side] ?? '';
  if (own !== '') return own;
  return sides === 2
    ? t(side === 0 ? 'web.real.we' : 'web.real.they')
    : t('web.real.side', side + 1);
}
