/** Names of cards, read aloud and shown. */

import type { Card } from '../core/contract/lists';
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

/** The index in the corner of the card: "10", "Q". */
export function indexOf(card: Card): string {
  return t('web.index.' + rankOf(card));
}
