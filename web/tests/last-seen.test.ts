/** What the first page shows of a game in play: what its player saw, and no other card. */

import { beforeEach, expect, test, vi } from 'vitest';
import { dropLastSeen, keepLastSeen, lastSeen } from '../src/table/last-seen';
import { keepLineUp, lineUps } from '../src/table/line-ups';
import type { TableState } from '../src/table/table-state.svelte';
import { pages } from './fixtures/pages';
import { Storage } from './storage';

let storage = new Storage();
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
});

const link = '1'.repeat(32);
const seat = (number: number | null, stage: string, name = 'four'): TableState =>
  ({ link, seat: number, stage, page: pages[name]!() }) as unknown as TableState;

test("keeps the score, with the player's side first, and the player's hand", () => {
  const table = seat(1, 'play');
  keepLastSeen(table);
  const seen = lastSeen(link)!;
  expect(seen.sides).toEqual([
    { name: 'They', score: 1870 },
    { name: 'We', score: 2145 },
  ]);
  expect(seen.hand).toEqual(table.page.hand);
  expect(seen.deal).toBe(3);
  expect(lastSeen('2'.repeat(32))).toBeNull();
  dropLastSeen('2'.repeat(32));
  expect(lastSeen(link)).not.toBeNull();
  dropLastSeen(link);
  expect(lastSeen(link)).toBeNull();
});

test('keeps no card of others, of a hand that is over, or for a spectator', () => {
  const open = seat(0, 'play', 'open');
  const [, second] = open.page.open!.hands;
  keepLastSeen(open);
  expect(storage.getItem('canasta.last-seen')).not.toContain(JSON.stringify(second![0]));
  keepLastSeen(seat(0, 'between'));
  expect(lastSeen(link)).toMatchObject({ hand: [], mine: false });
  dropLastSeen(link);
  keepLastSeen(seat(null, 'play'));
  keepLastSeen(seat(0, 'over'));
  expect(lastSeen(link)).toBeNull();
});

test('what is stored may be anything', () => {
  for (const text of ['', '{', 'null', '[]', `{"link":"${link}"}`, `{"link":"${link}","deal":1}`]) {
    storage.setItem('canasta.last-seen', text);
    expect(lastSeen(link), text).toBeNull();
  }
  const sides = [
    { name: 'We', score: 1 },
    { name: 'They', score: 2 },
  ];
  const kept = { link, deal: 1, sides, hand: ['4s', 7, '<b>', 'Xr'] };
  storage.setItem('canasta.last-seen', JSON.stringify(kept));
  expect(lastSeen(link)).toMatchObject({ hand: ['4s', 'Xr'], mine: false });
});

test('the games begun before come newest first, each once, and only whole ones', () => {
  const game = (players: number, level: string) => ({
    rules: 'laws1950',
    house: '',
    players,
    levels: Array.from({ length: players - 1 }, () => level),
  });
  keepLineUp(game(4, 'club'));
  keepLineUp(game(2, 'master'));
  keepLineUp(game(4, 'club'));
  expect(lineUps()).toEqual([game(4, 'club'), game(2, 'master')]);
  const wrong = [{ ...game(4, 'club'), levels: ['club'] }, game(4, 'nobody'), 7, {}];
  storage.setItem('canasta.line-ups', JSON.stringify([...wrong, game(2, 'expert')]));
  expect(lineUps()).toEqual([game(2, 'expert')]);
});
