/** The form and the size of melds: fans, stacks or tiles, as large as the room of their side
 * allows. */

import type { Card } from '../core/contract/lists';
import type { MeldPage } from '../core/contract/table';
import { t } from '../words.svelte';
import type { Format } from './format';

/** From one card to the next, in card widths: an index is never cut. */
const step = 0.42;
/** The last cards of a stack show beside the first. */
const peek = 0.46;
/** The least width of what is pressed, and of what is not. */
const finger = 44;
const narrow = 34;

/** fan: all cards. stack: the first natural and the first wild card, with their numbers. tile: one
 * card with the number of all. */
export type Way = 'fan' | 'stack' | 'tile';
/** The form of a side's melds, and the width of their cards. */
export interface Look {
  way: Way;
  w: number;
}
/** The room of a side, in whole pixels, as the browser reports it. */
export interface Room {
  width: number;
  height: number;
}
export interface Bounds {
  least: number;
  most: number;
  u: number;
  rem: number;
  /** Touched melds are never narrower than a finger; others are, only on phones. */
  phone: boolean;
}

/** `larger`: the setting for the size of cards. */
export function boundsOf({ name, u, rem }: Format, larger: number): Bounds {
  const least = { tall: 33, low: 30 * Math.min(u, 1.3), mid: 44, wide: 46 * u }[name];
  const most = { tall: 56, low: 44 * u, mid: 72, wide: 76 * u }[name];
  return {
    least: least * larger,
    most: most * larger,
    u,
    rem,
    phone: name === 'tall' || name === 'low',
  };
}

/** A visible card of a meld. */
export interface Shown {
  card: Card;
  /** In card widths. */
  x: number;
  /** Index among the cards of the meld. */
  at: number;
  /** How many cards it stands for. */
  count: number;
}
export interface Shape {
  /** In card widths. */
  width: number;
  shown: Shown[];
}

const isWild = (card: Card): boolean => card.startsWith('X') || card.startsWith('2');

export function shapeOf(meld: MeldPage, way: Way): Shape {
  const { cards } = meld;
  const all = cards.length;
  if (meld.canasta) {
    const card = meld.top ?? cards[0] ?? '';
    return { width: 1.06, shown: [{ card, x: 0, at: Math.max(0, cards.indexOf(card)), count: 1 }] };
  }
  if (way === 'fan')
    return {
      width: 1 + step * Math.max(0, all - 1),
      shown: cards.map((card, at) => ({ card, x: at * step, at, count: 1 })),
    };
  const naturals = meld.naturals > 0 ? meld.naturals : all;
  const first = { card: cards[0] ?? '', x: 0, at: 0 };
  const wild = cards.findIndex((card, at) => at >= naturals && isWild(card));
  if (way === 'tile' || wild < 0) return { width: 1.03, shown: [{ ...first, count: all }] };
  return {
    width: 1 + peek,
    shown: [
      { ...first, count: naturals },
      { card: cards[wild] ?? '', x: peek, at: wild, count: all - naturals },
    ],
  };
}

/** What lies below a meld: seven parts and, unless it is a tile, a line of text. */
export function under(way: Way, { rem, u }: { rem: number; u: number }): number {
  return way === 'tile' ? 7 * u : 1.02 * rem + 6 * u;
}
export function gapOf(way: Way, { u }: Bounds): number {
  const fan = Math.max(7, 9 * u);
  return way === 'tile' ? 6 * u : way === 'stack' ? Math.min(fan, 7 * u) : fan;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

/** Where each meld is, by rank, and the height of all. `own`: the player plays to them. */
export function lay(
  melds: MeldPage[],
  { way, w }: Look,
  width: number,
  own: boolean,
  bounds: Bounds,
): { boxes: Box[]; height: number } {
  const gap = gapOf(way, bounds);
  const row = 1.4 * w + under(way, bounds);
  const beside = gap + (way === 'fan' ? 3 * bounds.u : 0);
  const least = own || !bounds.phone ? finger : way === 'tile' ? 0 : narrow;
  let x = 0;
  let y = 0;
  const boxes = ranked(melds).map((meld) => {
    const box = Math.max(shapeOf(meld, way).width * w, least);
    if (x > 0 && x + box > width) {
      x = 0;
      y += row + gap;
    }
    const place = { x, y, width: box };
    x += box + beside;
    return place;
  });
  return { boxes, height: melds.length > 0 ? y + row : 0 };
}

export function ranked(melds: MeldPage[]): MeldPage[] {
  const ranks = 'AKQJT98765432';
  const place = ({ rank }: MeldPage): number => ranks.indexOf(rank.charAt(0));
  return [...melds].sort((a, b) => place(a) - place(b));
}

interface Side {
  melds: MeldPage[];
  room: Room;
  own: boolean;
}

/** Above the melds of a side. */
export const above = (bounds: Bounds): number => 7 * bounds.u;
/** A tile may be smaller than a card of a fan. */
const tiny = 0.84;

/** The greatest width at which they fit; 0: none. */
function fit({ melds, room, own }: Side, way: Way, bounds: Bounds): number {
  const least = way === 'tile' ? bounds.least * tiny : bounds.least;
  const high = room.height - above(bounds);
  const fits = (w: number): boolean =>
    lay(melds, { way, w }, room.width, own, bounds).height <= high;
  if (fits(bounds.most)) return bounds.most;
  if (!fits(least)) return 0;
  let [small, large] = [least, bounds.most];
  while (large - small > 0.5) {
    const middle = (small + large) / 2;
    if (fits(middle)) small = middle;
    else large = middle;
  }
  return small;
}

function lookOf(side: Side, bounds: Bounds): Look {
  const fan = fit(side, 'fan', bounds);
  const stack = fit(side, 'stack', bounds);
  /* All cards side by side are better, unless stacks would be much larger. */
  if (fan > 0 && (fan >= 1.12 * bounds.least || fan >= 0.85 * stack)) return { way: 'fan', w: fan };
  if (stack > 0) return { way: 'stack', w: stack };
  /* If not even tiles fit, the table scrolls. */
  return { way: 'tile', w: fit(side, 'tile', bounds) || tiny * bounds.least };
}

/** For each side. The cards of one are at most a quarter larger than those of another. */
export function looksOf(sides: Side[], bounds: Bounds): Look[] {
  const looks = sides.map((side) => lookOf(side, bounds));
  const used = looks.filter((_, i) => (sides[i]?.melds.length ?? 0) > 0);
  const most = 1.25 * Math.min(bounds.most, ...used.map(({ w }) => w));
  return looks.map(({ way, w }) => ({ way, w: Math.min(w, most) }));
}

/** The height that the melds of a side need at least. */
export function floorOf(side: Side, bounds: Bounds): number {
  const look: Look = { way: 'tile', w: tiny * bounds.least };
  if (side.melds.length === 0 || side.room.width === 0) return 0;
  return above(bounds) + lay(side.melds, look, side.room.width, side.own, bounds).height;
}

/** One of the parts below a meld that count its cards. */
export type Part = 'natural' | 'wild' | 'missing' | 'next';
export function partsOf(meld: MeldPage): Part[] {
  if (meld.canasta) return [];
  const wilds = meld.naturals > 0 ? meld.wilds : meld.cards.length;
  const laid = meld.cards.map<Part>((_, at) =>
    at < meld.cards.length - wilds ? 'natural' : 'wild',
  );
  const rest = Array.from<unknown, Part>({ length: meld.missing }, () =>
    meld.missing === 1 ? 'next' : 'missing',
  );
  return [...laid, ...rest];
}

/** The text below a meld of this width in pixels; "" if there is no room for any. */
export function labelOf(meld: MeldPage, { way }: Look, width: number, rem: number): string {
  if (way === 'tile') return '';
  const count = meld.cards.length;
  if (meld.state === 'dead') return t('web.table.dead', count);
  if (meld.canasta) {
    const word = t(`web.table.${meld.canasta}`);
    /* Letters are 0.36 rem wide on average; the word may fill half of the gaps beside it. */
    return 0.36 * rem * word.length <= Math.max(width, finger) + 6 ? word : '';
  }
  const whole = count + meld.missing;
  if (width < 3.4 * rem) return `${String(count)}/${String(whole)}`;
  if (meld.missing === 1) return t('web.table.one-to-go', count);
  const progress = t('web.table.of', count, whole);
  return meld.rank === 'X' && width > 7 * rem ? `${t('web.table.wild')} ${progress}` : progress;
}
