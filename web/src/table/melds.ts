/** How large melds lie, and how they share the room of their side. */

import type { MeldPage } from '../core/contract';
import { t } from '../words.svelte';

/** From one card to the next, in widths of a card: as much as its index needs. */
export const step = 0.39;
/** Between melds, and under each, in pixels and in sizes of the page's letters. */
export const gap = 10;
const under = 1.25;
const beside = 0.9;

/** Wide and high, in widths of a card. */
export function extent(meld: MeldPage): [number, number] {
  if (meld.canasta) return [1.05, 1.48];
  const more = step * (meld.cards.length - 1);
  /* The last card before a canasta lies across. */
  return [1 + more + (meld.missing === 1 ? 0.4 : 0), 1.4];
}

/** `terse`: of a canasta only how many cards; its colour tells the rest. */
export function labelOf(meld: MeldPage, terse: boolean): string {
  if (meld.canasta && terse) return String(meld.cards.length);
  return meld.canasta
    ? `${t(`web.table.${meld.canasta}`)} ${String(meld.cards.length)}`
    : t('web.table.of', meld.cards.length, meld.cards.length + meld.missing);
}

let pen: CanvasRenderingContext2D | null | undefined;
/** In pixels, as the browser writes it. */
function written(text: string, rem: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0.5 * rem * text.length;
  pen.font = `600 ${String(0.75 * rem)}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

export function ranked(melds: MeldPage[]): MeldPage[] {
  const ranks = 'AKQJT98765432';
  return [...melds].sort((a, b) => ranks.indexOf(a.rank[0]!) - ranks.indexOf(b.rank[0]!));
}

/** The room of a side, in pixels, as the browser tells it: whole ones. */
export interface Room {
  width: number;
  height: number;
}
export interface Size {
  /** The width of a card. */
  w: number;
  terse: boolean;
}

/** The width of each meld, and the height of all. */
export function lay(melds: MeldPage[], { w, terse }: Size, width: number) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let x = 0;
  let y = 0;
  let row = 0;
  const boxes = ranked(melds).map((meld) => {
    const [wide, high] = extent(meld);
    const least = Math.max(44, written(labelOf(meld, terse), rem) + (meld.canasta ? beside * rem : 2));
    const box = Math.ceil(Math.max(wide * w, least));
    /* A row must not break where it was reckoned whole: the room may be a part of a pixel less. */
    if (x > 0 && x + box > width - 1) {
      y += row + gap;
      x = row = 0;
    }
    x += box + gap;
    row = Math.max(row, high * w + under * rem);
    return box;
  });
  return { boxes, height: Math.ceil(y + row) };
}

/** The size, the same for all sides, with which their melds have room. `least`: if they have none, the table scrolls. */
export function sizeFor(sides: { melds: MeldPage[]; room: Room }[], least: number, most: number): Size {
  const known = sides.filter(({ melds, room }) => melds.length > 0 && room.width > 0);
  const fit = (size: Size): boolean =>
    known.every(({ melds, room }) => lay(melds, size, room.width).height <= room.height);
  const terse = !fit({ w: least, terse: false });
  let w = most;
  while (w > least && !fit({ w, terse })) w--;
  return { w: Math.max(w, least), terse };
}
