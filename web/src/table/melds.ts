/** The size of melds, and how they share the room of their side. */

import type { MeldPage } from '../core/contract/table';
import { t } from '../words.svelte';

/** From one card to the next, in card widths: enough to show its index. */
const step = 0.39;
/** If there is little room: cards of one rank need only be counted, and the last one shows the
 * rank. */
const closeStep = 0.16;
/** Between melds, and below each, in pixels and in rem. */
const gap = 10;
const closeGap = 4;
const under = 1.25;
const beside = 0.9;
/** The least width of a touch target. Melds that cannot be played to need only the width of a
 * card. */
const finger = 44;

export function gapOf({ close }: Size): number {
  return close ? closeGap : gap;
}

/** Where each visible card of a meld is, in card widths. */
export function places(meld: MeldPage, { close }: Pick<Size, 'close'>): number[] {
  if (meld.canasta) return [0];
  const natural = (at: number): boolean => meld.cards[at]?.[0] === meld.rank[0];
  let x = 0;
  return meld.cards.map((_, at) => {
    if (at > 0) x += close && natural(at - 1) && natural(at) ? closeStep : step;
    return x;
  });
}

/** Width and height, in card widths. */
export function extent(meld: MeldPage, size: Pick<Size, 'close'>): [number, number] {
  if (meld.canasta) return [1.05, 1.48];
  /* The last card before a canasta is laid crosswise. */
  return [1 + (places(meld, size).at(-1) ?? 0) + (meld.missing === 1 ? 0.4 : 0), 1.4];
}

/** `terse`: a canasta shows only how many cards it has; its colour tells the rest. */
export function labelOf(meld: MeldPage, terse: boolean): string {
  if (meld.state === 'dead') return t('web.table.dead', meld.cards.length);
  if (meld.canasta && terse) return String(meld.cards.length);
  if (meld.canasta) return `${t(`web.table.${meld.canasta}`)} ${String(meld.cards.length)}`;
  const progress = t('web.table.of', meld.cards.length, meld.cards.length + meld.missing);
  return meld.rank === 'X' && !terse ? `${t('web.table.wild')} ${progress}` : progress;
}

let pen: CanvasRenderingContext2D | null | undefined;
/** In pixels, as the browser renders it. */
function written(text: string, rem: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0.5 * rem * text.length;
  pen.font = `600 ${String(0.75 * rem)}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

export function ranked(melds: MeldPage[]): MeldPage[] {
  const ranks = 'AKQJT98765432';
  const place = ({ rank }: MeldPage): number => ranks.indexOf(rank.charAt(0));
  return [...melds].sort((a, b) => place(a) - place(b));
}

/** The room of a side, in whole pixels, as the browser reports it. */
export interface Room {
  width: number;
  height: number;
}
export interface Size {
  /** The width of a card. */
  w: number;
  terse: boolean;
  /** Cards of one rank, and melds, are closer together. */
  close: boolean;
}

/** The width of each meld, and the height of all. `touched`: the player plays to them. */
export function lay(melds: MeldPage[], size: Size, width: number, touched: boolean) {
  const { w, terse } = size;
  const between = gapOf(size);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let x = 0;
  let y = 0;
  let row = 0;
  const boxes = ranked(melds).map((meld) => {
    const [wide, high] = extent(meld, size);
    const narrow = touched || !size.close ? finger : w;
    const least = Math.max(
      narrow,
      written(labelOf(meld, terse), rem) + (meld.canasta ? beside * rem : 2),
    );
    const box = Math.ceil(Math.max(wide * w, least));
    /* A row must not wrap if it was computed to fit: the real room may be a fraction of a pixel
     * less. */
    if (x > 0 && x + box > width - 1) {
      y += row + between;
      x = row = 0;
    }
    x += box + between;
    row = Math.max(row, high * w + under * rem);
    return box;
  });
  return { boxes, height: Math.ceil(y + row) };
}

/** From the most detailed to the one that takes the least room. */
const closest = { terse: true, close: true };
const ways = [{ terse: false, close: false }, { terse: true, close: false }, closest];

/** The size, the same for all sides, at which their melds fit. `least`: if they do not fit at that
 * size, the table scrolls. */
export function sizeFor(
  sides: { melds: MeldPage[]; room: Room; touched: boolean }[],
  least: number,
  most: number,
): Size {
  const known = sides.filter(({ melds, room }) => melds.length > 0 && room.width > 0);
  const fit = (size: Size): boolean =>
    known.every(
      ({ melds, room, touched }) => lay(melds, size, room.width, touched).height <= room.height,
    );
  /* Larger cards close together are easier to read than small ones spread out. */
  const readable = Math.min(most, 1.3 * least);
  const way =
    [readable, least].flatMap((w) => ways.filter((one) => fit({ ...one, w }))).at(0) ?? closest;
  let w = most;
  while (w > least && !fit({ ...way, w })) w--;
  return { ...way, w: Math.max(w, least) };
}
