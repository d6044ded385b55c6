/** Cards of a hand that can be told apart, though two of them look alike. */

import type { Card } from '../core/contract';

export interface Item {
  key: string;
  card: Card;
}

let next = 0;

/** The new hand with the keys of the old one. Of two alike, those picked are taken to be gone
 * first.
 */
export function keyed(old: Item[], hand: Card[], picked: string[]): Item[] {
  const free = [...old].sort(
    (a, b) => Number(picked.includes(a.key)) - Number(picked.includes(b.key)),
  );
  return hand.map((card) => {
    const at = free.findIndex((item) => item.card === card);
    const [known] = at >= 0 ? free.splice(at, 1) : [];
    return known ?? { key: `c${next++}`, card };
  });
}
