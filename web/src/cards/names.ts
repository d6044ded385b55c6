/** Names of cards, read aloud and shown. */

import type { Card, Kind } from '../core/contract/lists';
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

/** The kind of a card, as the core names it: "3r" for a red three. */
export function kindOf(card: Card): Kind {
  const rank = rankOf(card);
  if (rank !== '3') return rank;
  return 'hd'.includes(suitOf(card)) ? '3r' : '3b';
}
