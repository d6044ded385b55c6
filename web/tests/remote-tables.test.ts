/** The tables to return to are those where the person has a seat. */

import { beforeEach, expect, test, vi } from 'vitest';
import { dropToken, keepToken } from '../src/core/seat-tokens';
import { dropRemoteTable, keepRemoteTable, listRemoteTables } from '../src/table/remote-tables';
import type { TableState } from '../src/table/table-state.svelte';
import { Storage } from './storage';

let storage = new Storage();
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
});

const one = '1'.repeat(32);
const two = '2'.repeat(32);

function table(link: string, change: Partial<TableState> = {}): TableState {
  const entry = { level: '', host: false, here: 'yes', ready: false } as const;
  const seats = [
    { ...entry, seat: 0, name: 'Ada', held: true },
    { ...entry, seat: 1, name: 'Bea', held: true },
    { ...entry, seat: 2, name: '', held: false, level: 'club' },
  ];
  const choices = { title: 'Friday' };
  const known = { local: false, link, seat: 0, rules: 'laws1950', stage: 'play', seats, choices };
  return { ...known, ...change } as unknown as TableState;
}

test('lists tables where the person has a seat, the newest first', () => {
  vi.useFakeTimers({ now: 1000 });
  keepToken(one, 'aa');
  keepRemoteTable(table(one));
  expect(listRemoteTables()).toEqual([
    { link: one, touched: 1000, rules: 'laws1950', title: 'Friday', names: ['Bea'], over: false },
  ]);
  vi.setSystemTime(2000);
  keepToken(two, 'bb');
  keepRemoteTable(table(two, { stage: 'over' }));
  expect(listRemoteTables().map(({ link, over }) => [link, over])).toEqual([
    [two, true],
    [one, false],
  ]);
  dropToken(two);
  expect(listRemoteTables().map(({ link }) => link)).toEqual([one]);
  dropRemoteTable(one);
  expect(listRemoteTables()).toEqual([]);
  vi.useRealTimers();
});

test('lists none for a spectator, a person alone, or one never admitted', () => {
  dropToken(one);
  keepRemoteTable(table(one));
  keepToken(one, 'aa');
  keepRemoteTable(table(one, { seat: null }));
  keepRemoteTable(table(one, { local: true }));
  expect(listRemoteTables()).toEqual([]);
});

test('omits unreadable entries', () => {
  keepToken(one, 'aa');
  for (const text of ['', 'null', '{}', '{"touched":1,"rules":"x","title":"","names":[7]}']) {
    storage.setItem(`canasta.place.${one}`, text);
    expect(listRemoteTables()).toEqual([]);
  }
});
