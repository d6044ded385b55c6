/** However many melds a side has, they stay as large as their room allows, and every index is
 * visible. */
import { expect, test, vi } from 'vitest';
import { formatOf, placesOf } from '../src/table/format';
import { layHand } from '../src/table/hand-layout';
import {
  boundsOf,
  floorOf,
  labelOf,
  lay,
  looksOf,
  partsOf,
  shapeOf,
  type Bounds,
} from '../src/table/melds';
import { meld } from './fixtures/pages';

vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

const phone = boundsOf(formatOf(390, 844, 16), 1);
const wide = boundsOf(formatOf(1440, 900, 16), 1);
const all = 'AKQJT987654'.split('');
const melds = (count: number, size: number) =>
  all
    .slice(0, count)
    .map((rank, i) =>
      meld(i, Array.from({ length: size }, (_, at) => rank + 'shdc'[at % 4]!).join(' ')),
    );
const look = (count: number, size: number, width: number, height: number, bounds: Bounds) =>
  looksOf([{ melds: melds(count, size), room: { width, height }, own: true }], bounds)[0]!;

test('formats follow the room alone', () => {
  const of = (width: number, height: number) => formatOf(width, height, 16).name;
  expect([of(390, 844), of(844, 390), of(768, 1024), of(1280, 720)]).toEqual([
    'tall',
    'low',
    'mid',
    'wide',
  ]);
  expect([of(1366, 650), of(2560, 1440), of(390, 500)]).toEqual(['low', 'wide', 'tall']);
  expect(formatOf(390, 664, 16).short).toBe(true);
  expect(formatOf(2560, 1440, 16).rem).toBeGreaterThan(24);
});

test('people sit around the table', () => {
  expect(placesOf(3, 'tall')).toEqual(['west', 'north', 'east']);
  expect(placesOf(5, 'wide')).toEqual(['west', 'north', 'north', 'north', 'east']);
  expect(placesOf(3, 'low')).toEqual(['north', 'north', 'north']);
});

test('with room all cards of a meld are shown, with less stacks, then tiles', () => {
  expect(look(4, 4, 374, 200, phone).way).toBe('fan');
  expect(look(9, 6, 374, 160, phone).way).toBe('stack');
  expect(look(11, 6, 374, 105, phone).way).toBe('tile');
  expect(look(6, 4, 1380, 200, wide)).toEqual({ way: 'fan', w: 76 });
});

test('they fit whatever form they have, or the table must scroll', () => {
  for (let count = 1; count <= 11; count++)
    for (const size of [3, 6])
      for (const height of [90, 150, 220]) {
        const room = { width: 374, height };
        const side = { melds: melds(count, size), room, own: true };
        const one = looksOf([side], phone)[0]!;
        const laid = lay(side.melds, one, room.width, true, phone);
        const scrolls = floorOf(side, phone) > height;
        if (!scrolls) expect(laid.height).toBeLessThanOrEqual(height);
        for (const { x, width } of laid.boxes) {
          expect(x + width).toBeLessThanOrEqual(374.5);
          expect(width).toBeGreaterThanOrEqual(44);
        }
      }
});

test('no side has cards more than a quarter larger than another', () => {
  const many = { melds: melds(11, 6), room: { width: 374, height: 110 }, own: true };
  const few = { melds: melds(1, 3), room: { width: 374, height: 200 }, own: false };
  const [a, b] = looksOf([many, few], phone);
  expect(b!.w / a!.w).toBeCloseTo(1.25, 1);
});

test('a fan shows every index, a stack its numbers', () => {
  const fan = shapeOf(meld(0, '7h 7d 7s 2c Xb'), 'fan').shown;
  fan.slice(1).forEach(({ x }, i) => expect(x - fan[i]!.x).toBeGreaterThan(0.419));
  expect(shapeOf(meld(0, '7h 7d 7s 2c Xb'), 'stack').shown).toMatchObject([
    { card: '7h', count: 3 },
    { card: '2c', count: 2 },
  ]);
  expect(shapeOf(meld(0, '7h 7d 7s 2c Xb'), 'tile').shown).toMatchObject([{ count: 5 }]);
  expect(shapeOf(meld(0, '2c 2d Xb'), 'stack').shown).toMatchObject([{ card: '2c', count: 3 }]);
  expect(shapeOf(meld(0, '7h 7d 7s 7c 7h 7d 7s'), 'fan').shown).toHaveLength(1);
});

test('the parts below a meld count its cards', () => {
  expect(partsOf(meld(0, '7h 7d 2c')).join()).toBe(
    'natural,natural,wild,missing,missing,missing,missing',
  );
  expect(partsOf(meld(0, '7h 7d 7s 7c 7h 7d')).at(-1)).toBe('next');
  expect(partsOf(meld(0, '2c 2d Xb')).slice(0, 3)).toEqual(['wild', 'wild', 'wild']);
  expect(partsOf(meld(0, '7h 7d 7s 7c 7h 7d 7s'))).toEqual([]);
});

test('a meld of wild cards, and one that gets nothing more, are named', () => {
  const fan = { way: 'fan', w: 60 } as const;
  expect(labelOf(meld(0, '2c 2d Xb'), fan, 200, 16)).toContain('web.table.wild');
  const wild = meld(0, '2c 2d Xb 2h 2s Xr 2c');
  expect(labelOf(wild, fan, 100, 16)).toContain('web.table.wild');
  expect(labelOf(wild, fan, 60, 16)).toBe('');
  expect(labelOf(meld(0, '7h 7d 7s'), fan, 200, 16)).not.toContain('web.table.wild');
  expect(labelOf(meld(0, '7h 7d 7s'), fan, 40, 16)).toBe('3/7');
  expect(labelOf({ ...meld(0, '7h 7d 7s'), state: 'dead' }, fan, 200, 16)).toContain('dead');
});

test('a hand never leaves its zone, and shows each index', () => {
  for (let count = 1; count <= 70; count++) {
    const cards = Array.from({ length: count }, (_, i) => all[Math.floor(i / 7) % 11]! + 's');
    const zone = { width: 374, height: 144, most: 78, rise: 14 };
    const { w, spots } = layHand(cards, zone);
    expect(w).toBeGreaterThan(count <= 30 ? 40 : 24);
    spots.forEach(({ x, y }, i) => {
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x + w).toBeLessThanOrEqual(374.01);
      expect(y).toBeGreaterThanOrEqual(13.99);
      expect(y + 1.4 * w).toBeLessThanOrEqual(144.01);
      const next = spots[i + 1];
      if (next?.y === y) expect((next.x - x) / w).toBeGreaterThan(0.4);
    });
  }
});
