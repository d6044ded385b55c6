/** Where the cards of a hand lie within their zone, whose size they never change. */

import type { Card } from '../core/contract/lists';

/** The least part of a card that the next one leaves visible, in card widths. */
const least = 0.41;
/** From one row to the next: enough to show rank and suit. */
const down = 0.78;

export interface Lying {
  /** The width of the cards. */
  w: number;
  spots: { x: number; y: number }[];
}

const across = (count: number): number => 1 + Math.max(0, count - 1) * least;
const high = (rows: number): number => 1.4 + (rows - 1) * down;

/** The size of the cards, and in how many rows they lie. */
function sizeOf(count: number, width: number, height: number, most: number) {
  const whole = Math.min(most, height / 1.4);
  const one = Math.min(whole, width / across(count));
  if (one >= 0.8 * whole) return { rows: 1, w: one };
  const of = (rows: number): number =>
    Math.min(whole, height / high(rows), width / across(Math.ceil(count / rows)));
  let rows = 2;
  while (of(rows + 1) > of(rows)) rows++;
  return of(rows) > one ? { rows, w: of(rows) } : { rows: 1, w: one };
}

/** In a zone of this width and height, in pixels, of which `rise` stays free for picked cards.
 * Between ranks is a little more room. */
export function layHand(
  cards: Card[],
  { width, height, most, rise }: { width: number; height: number; most: number; rise: number },
): Lying {
  const { rows, w } = sizeOf(cards.length, width, height - rise, most);
  const per = Math.ceil(cards.length / rows);
  const spots: Lying['spots'] = [];
  for (let row = 0; row < rows; row++) {
    const part = cards.slice(row * per, (row + 1) * per);
    const ends = part.map((card, i) => Number(i > 0 && card[0] !== part[i - 1]?.[0]));
    const breaks = ends.reduce((sum, one) => sum + one, 0);
    const steps = Math.max(1, part.length - 1);
    let pace = Math.min(0.6 * w, (width - w) / steps);
    let more = 0;
    if (breaks > 0) {
      const base = Math.max(0.42 * w, Math.min(0.5 * w, pace));
      more = Math.max(0, Math.min(0.22 * w, (width - w - base * steps) / breaks));
      pace = Math.min(base, (width - w - more * breaks) / steps);
    }
    let x = (width - (w + pace * (part.length - 1) + more * breaks)) / 2;
    const y = height - 1.4 * w - (rows - 1 - row) * down * w;
    ends.forEach((end, i) => {
      if (i > 0) x += pace + end * more;
      spots.push({ x, y });
    });
  }
  return { w, spots };
}
