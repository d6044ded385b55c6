import { expect, test } from 'vitest';
import { keyed } from '../src/table/items';

const keys = (items: { key: string }[]): string[] => items.map((item) => item.key);

test('a card keeps its key through a change of the hand', () => {
  const old = keyed([], ['7h', '7h', 'Kd'], []);
  const now = keyed(old, ['2c', '7h', '7h', 'Kd'], []);
  expect(keys(now).slice(1)).toEqual(keys(old));
  expect(new Set(keys(now)).size).toBe(4);
});

test('of two equal cards, the picked one disappears', () => {
  const old = keyed([], ['7h', '7h'], []);
  const now = keyed(old, ['7h'], [old[0]!.key]);
  expect(keys(now)).toEqual([old[1]!.key]);
});
