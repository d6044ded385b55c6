/** Cards of a hand with keys, so that identical cards can be told apart. */

import type { Card } from '../core/contract/lists';

export interface Item {
  key: string;
  card: Card;
}

let next = 0;

/** The new hand with the keys of the old one. Of two identical cards, a picked one is assumed to
 * have gone first. */
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
