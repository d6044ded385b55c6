/** The format of a table: which zones it has and how large they are. It depends only on the room
 * and the size of text, so nothing on the table ever moves a zone. */

export interface Format {
  /** low: a phone on its side; tall: a phone; mid: a tablet held upright; wide: all else. */
  name: 'low' | 'tall' | 'mid' | 'wide';
  /** A phone that is not high. */
  short: boolean;
  /** Text of more than 125 %: what can be left out is left out. */
  big: boolean;
  /** One pixel of the layout, in pixels of the page. */
  u: number;
  /** Text is larger by this in large windows. */
  scale: number;
  /** The size of text in pixels, with all of that. */
  rem: number;
}

const clamp = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** `text`: the root's text size in pixels. */
export function formatOf(width: number, height: number, text: number): Format {
  const flat = width > height;
  const low = flat && (height < 520 || (width >= 860 && height < 700));
  const name = low ? 'low' : width < 600 ? 'tall' : width < 1100 && !flat ? 'mid' : 'wide';
  const u = low
    ? clamp(1, Math.min(width / 844, height / 390), 1.62)
    : name === 'wide'
      ? clamp(0.75, Math.min(width / 1200, height / 900), 1.7)
      : 1;
  const scale = name === 'wide' ? Math.max(1, u) : low && height >= 520 ? 1.1 : 1;
  return {
    name,
    short: name === 'tall' && (height < 720 || (width < 380 && height < 780)),
    big: text > 20,
    u,
    scale,
    rem: text * scale,
  };
}

/** Where people sit, clockwise from one's own seat: left of the tray, at the top, or right of
 * it. */
export type Place = 'west' | 'north' | 'east';
const seatings: Record<number, Place[]> = {
  1: ['north'],
  2: ['north', 'north'],
  3: ['west', 'north', 'east'],
  4: ['west', 'north', 'north', 'east'],
  5: ['west', 'north', 'north', 'north', 'east'],
};
/** `others`: how many sit there. With few people in a low window all of them sit at the top. */
export function placesOf(others: number, format: Format['name']): Place[] {
  const places = seatings[others] ?? [];
  return format === 'low' ? places.map(() => 'north') : places;
}

/** The widths of the cards of stock and pack. */
export function trayCard({ name, short, u }: Format): number {
  if (name === 'tall') return short ? 46 : 58;
  return name === 'mid' ? 84 : name === 'low' ? 46 * u : 84 * u;
}

/** The greatest width of a card in the hand, and how far a picked one rises. */
export function handCard({ name, u }: Format): { most: number; rise: number } {
  const most = { tall: 78, low: 64 * u, mid: 110, wide: 114 * u }[name];
  return { most, rise: (name === 'low' ? 8 : 14) * u };
}
