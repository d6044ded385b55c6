/** The deals of this device: sums, groups, and the file that carries them elsewhere. */
import { describe, expect, test } from 'vitest';
import {
  fileOf,
  groupsOf,
  merge,
  readFile,
  sumOf,
  type Kept,
  type PlayedDeal,
} from '../src/evening/history';

const deal = (id: string, more: Partial<PlayedDeal> = {}): PlayedDeal => ({
  id,
  at: 1000,
  table: 't',
  local: true,
  deal: 1,
  rules: 'laws1950',
  house: '',
  players: 4,
  partners: [':club'],
  opponents: [':club', ':club'],
  made: 420,
  theirs: 300,
  worth: 310,
  canastas: 1,
  out: 'self',
  game: null,
  ...more,
});
const kept = (deals: PlayedDeal[]): Kept => ({ deals, daily: [], problems: [] });

test('sums count what is known', () => {
  const sum = sumOf([
    deal('a'),
    deal('b', { made: -50, worth: null, out: 'others', game: 'lost', canastas: 0 }),
    deal('c', { out: 'side', game: 'won' }),
  ]);
  expect(sum).toEqual({
    deals: 3,
    games: 2,
    won: 1,
    points: 790,
    theirs: 900,
    canastas: 2,
    out: 2,
    measured: 2,
    above: 220,
  });
});

test('groups go by what deals have in common', () => {
  const deals = [
    deal('a'),
    deal('b', { partners: ['Bob'], opponents: ['Cid', ':club'] }),
    deal('c', { partners: ['Bob'], opponents: [':club', 'Cid'], rules: 'american' }),
    deal('d', { partners: [], players: 2, opponents: [':expert'], house: 'target = 3000' }),
  ];
  const keys = (by: Parameters<typeof groupsOf>[1]) =>
    groupsOf(deals, by).map(({ key, sum }) => `${key.replace('\n', '+')} ${String(sum.deals)}`);
  expect(keys('rules')).toEqual(['laws1950 2', 'american 1', 'laws1950+ 1']);
  expect(keys('partner')).toEqual(['Bob 2', ':club 1']);
  expect(keys('opponents')).toEqual([':club+Cid 2', ':club+:club 1', ':expert 1']);
  expect(keys('level')).toEqual(['club 3', 'expert 1']);
});

describe('the file', () => {
  const own: Kept = {
    deals: [deal('a'), deal('b', { at: 2000, worth: null })],
    daily: [{ day: '2026-11-23', made: 500, theirs: 10, worth: null, at: 5 }],
    problems: [{ problem: 7, right: true, at: 6 }],
  };
  test('comes back as it was', () => {
    expect(readFile(fileOf(own))).toEqual(own);
  });
  test('is put together with what is there, and nothing counts twice', () => {
    const other = {
      deals: [deal('a'), deal('c', { at: 1500 })],
      daily: [{ day: '2026-11-23', made: 900, theirs: 10, worth: null, at: 9 }],
      problems: [],
    };
    const both = merge(own, other);
    expect(both.deals.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(both.daily).toEqual(own.daily); // the first try counts
    expect(merge(both, other)).toEqual(both);
  });
  const text = fileOf(kept([deal('a'), deal('b')]));
  const damaged: [string, string, object][] = [
    ['no JSON', text.slice(1), { wrong: 'json' }],
    ['another file', '{"deals":[]}', { wrong: 'kind' }],
    ['no object', '[1]', { wrong: 'kind' }],
    ['a newer one', text.replace('"v":1', '"v":2'), { wrong: 'version' }],
    ['no list', text.replace('"daily":[]', '"daily":{}'), { wrong: 'list', list: 'daily' }],
    [
      'a damaged entry',
      text.replace('"id":"b"', '"id":5'),
      { wrong: 'entry', list: 'deals', entry: 2 },
    ],
    [
      'points that are no number',
      text.replace('"made":420', '"made":"<b>"'),
      { wrong: 'entry', list: 'deals', entry: 1 },
    ],
    [
      'a day that is none',
      fileOf({ ...own, daily: [{ ...own.daily[0]!, day: '../../etc' }] }),
      { wrong: 'entry', list: 'daily', entry: 1 },
    ],
  ];
  test.each(damaged)('is refused: %s', (_, file, wrong) => {
    expect(readFile(file)).toMatchObject(wrong);
  });
});
