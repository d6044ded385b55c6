/** Numbers as they are written in the language, as in the terminal: 5000, 10,000. */

import { t } from './words.svelte';

export function points(value: number): string {
  const digits = Math.abs(value).toString();
  const grouped = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, t('ui.thousands')) : digits;
  return value < 0 ? `−${grouped}` : grouped;
}

/** With its sign, also where it is more than nothing. */
export function signed(value: number): string {
  return value > 0 ? `+${points(value)}` : points(value);
}
