/** Numbers as they are written in the language. */

import { settings } from '../settings.svelte';

export function number(value: number): string {
  return new Intl.NumberFormat(settings.language).format(value);
}
