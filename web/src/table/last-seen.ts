/** The table that was left last, as its player saw it: what the first page shows of a game in play
 * before any engine is loaded. It has no card that this player did not hold. */

import type { Card } from '../core/contract/lists';
import { plain } from '../core/plain';
import { fieldsOf, listOf } from '../core/values';
import type { TableState } from './table-state.svelte';

export interface LastSeen {
  link: string;
  deal: number;
  /** It is the player's turn. */
  mine: boolean;
  /** The player's own side first. */
  sides: { name: string; score: number }[];
  /** Empty between deals. */
  hand: Card[];
}

const key = 'canasta.last-seen';
const isCard = (card: unknown): card is Card =>
  typeof card === 'string' && /^([2-9TJQKA][shdc]|X[rb])$/.test(card);
const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= 48;

export function keepLastSeen(table: TableState): void {
  const { page, seat, link, stage } = table;
  if (link === '' || seat === null || (stage !== 'play' && stage !== 'between')) return;
  const own = page.sides.findIndex(({ seats }) => seats.includes(seat));
  const sides = [page.sides[own], ...page.sides.filter((_, side) => side !== own)];
  const seen: LastSeen = {
    link,
    deal: page.deal,
    mine: stage === 'play' && page.mine,
    sides: sides.flatMap((side) => (side ? [{ name: side.name, score: side.score }] : [])),
    hand: stage === 'play' ? page.hand : [],
  };
  try {
    localStorage.setItem(key, JSON.stringify(seen));
  } catch {
    /* Then the first page names the game only. */
  }
}

/** What was seen at this table, if it was the last one and what is stored has a valid form. */
export function lastSeen(link: string): LastSeen | null {
  try {
    const kept = fieldsOf(JSON.parse(localStorage.getItem(key) ?? '{}'));
    const { deal, mine } = kept;
    const sides = listOf(kept.sides).flatMap((side) => {
      const { name, score } = fieldsOf(side);
      return isName(name) && typeof score === 'number' ? [{ name: plain(name), score }] : [];
    });
    if (kept.link !== link || typeof deal !== 'number' || sides.length < 2) return null;
    return {
      link,
      deal,
      mine: mine === true,
      sides,
      hand: listOf(kept.hand).filter(isCard),
    };
  } catch {
    return null;
  }
}

/** With a table its picture goes. */
export function dropLastSeen(link: string): void {
  if (lastSeen(link)) localStorage.removeItem(key);
}
