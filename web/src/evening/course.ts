/** How points above luck added up over time, for a chart and for the table beside it. */

import type { PlayedDeal } from './history';

export interface Span {
  /** Deals, from 1, of those whose worth is known. */
  from: number;
  to: number;
  /** When the last of them ended, as Date.now() counts. */
  at: number;
  /** Points above luck in them, and in all deals up to here. */
  gained: number;
  sum: number;
}

export interface Course {
  /** What it had come to before the first deal (0) and after each. */
  sums: number[];
  /** The same in at most this many parts of about the same length. */
  spans: Span[];
}

export function courseOf(deals: readonly PlayedDeal[], parts = 10): Course {
  const sums = [0];
  const ends: number[] = [];
  for (const { made, worth, at } of deals) {
    if (worth === null) continue;
    sums.push((sums.at(-1) ?? 0) + made - worth);
    ends.push(at);
  }
  const count = Math.min(parts, ends.length);
  const spans = Array.from({ length: count }, (_, part) => {
    const before = Math.floor((part * ends.length) / count);
    const to = Math.floor(((part + 1) * ends.length) / count);
    const sum = sums[to] ?? 0;
    return { from: before + 1, to, at: ends[to - 1] ?? 0, gained: sum - (sums[before] ?? 0), sum };
  });
  return { sums, spans };
}

/** At most this many of the values, the first and the last among them. */
export function thinned(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values];
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => values[Math.round(at * step)] ?? 0);
}
