/** Points as they are written, and what each kind of card counts by a rule set. */

import { t } from '../words.svelte';

export function points(value: number): string {
  const digits = Math.abs(value).toString();
  const grouped = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, t('ui.thousands')) : digits;
  return value < 0 ? `−${grouped}` : grouped;
}

/** "{X: 50, 2: 20, …}", as a profile writes the points of the cards. */
export function kindPoints(value: string): { kind: string; points: number }[] {
  return [...value.matchAll(/([0-9A-Z][rb]?)\s*:\s*(\d+)/g)].map(([, kind = '', count = '0']) => ({
    kind,
    points: Number(count),
  }));
}
