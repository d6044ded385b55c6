/** Formats numbers for the language, as the terminal does (src/display/say.c): 5,000 in English,
 * 5000 in Spanish. */

import { t } from './words.svelte';

/** A sentence of the module, which writes numbers as a terminal shows them, with the minus of the
 * pages. */
export const withMinus = (text: string): string => text.replace(/(^|\s)-(?=\d)/g, '$1−');

export function points(value: number): string {
  const number = Math.abs(value);
  const grouped =
    number >= Number(t('ui.thousands.from'))
      ? String(number).replace(/\B(?=(\d{3})+$)/g, t('ui.thousands'))
      : String(number);
  return value < 0 ? `−${grouped}` : grouped;
}

/** With its sign, also if positive. */
export function signed(value: number): string {
  return value > 0 ? `+${points(value)}` : points(value);
}
