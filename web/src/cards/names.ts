/** Cards in words, for ears and for eyes. */

import type { Card } from '../core/contract';
import { t } from '../words.svelte';

export function rankOf(card: Card): string {
  return card.charAt(0);
}
export function suitOf(card: Card): string {
  return card.charAt(1);
}

/** "the seven of hearts" */
export function cardName(card: Card): string {
  if (rankOf(card) === 'X') return t('card.' + card);
  return t('card', t('rank.' + rankOf(card)), t('suit.' + suitOf(card)));
}

/** What stands in the corner of the card: "10", "Q". */
export function indexOf(card: Card): string {
  return t('web.index.' + rankOf(card));
}
