/** The deals of this device: sums, groups, and the file that carries them elsewhere. */
import { describe, expect, test } from 'vitest';
import { courseOf, thinned } from '../src/evening/course';
import {
  fileOf,
  groupsOf,
  merge,
  placeIn,
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
  place: 1,
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
  const records = [{ table: 't', record: '{"t":"canasta"}\n{"t":"game"}\n' }];
  test('comes back as it was', () => {
    expect(readFile(fileOf(own, records))).toEqual({ kept: own, records });
  });
  test('of an older version has no records', () => {
    const old = { ...deal('a'), place: undefined };
    const file = { kind: 'canasta-evenings', v: 1, deals: [old], daily: [], problems: [] };
    const read = readFile(JSON.stringify(file));
    expect(read).toEqual({ kept: kept([deal('a', { place: 0 })]), records: [] });
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
  const text = fileOf(kept([deal('a'), deal('b')]), records);
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
      fileOf({ ...own, daily: [{ ...own.daily[0]!, day: '../../etc' }] }, []),
      { wrong: 'entry', list: 'daily', entry: 1 },
    ],
    [
      'a record that is no text',
      text.replace(/"records":\[.*/, '"records":[{"table":"t","record":7}]}'),
      { wrong: 'entry', list: 'records', entry: 1 },
    ],
  ];
  test.each(damaged)('is refused: %s', (_, file, wrong) => {
    expect(readFile(file)).toMatchObject(wrong);
  });
});

describe('the course of points above luck', () => {
  const played = [300, 310, null, -90, 520].map((made, at) =>
    deal(String(at), { at, made: made ?? 0, worth: made === null ? null : 300 }),
  );
  test('adds up over the deals whose worth is known', () => {
    expect(courseOf(played).sums).toEqual([0, 0, 10, -380, -160]);
    expect(courseOf([])).toEqual({ sums: [0], spans: [] });
  });
  test('is cut into parts that leave none out', () => {
    expect(courseOf(played, 2).spans).toEqual([
      { from: 1, to: 2, at: 1, gained: 10, sum: 10 },
      { from: 3, to: 4, at: 4, gained: -170, sum: -160 },
    ]);
    const many = Array.from({ length: 23 }, (_, at) => deal(String(at), { at, made: 301 }));
    const { spans } = courseOf(many);
    expect(spans).toHaveLength(10);
    expect(spans.at(0)?.from).toBe(1);
    expect(spans.at(-1)).toMatchObject({ to: 23, sum: -9 * 23 });
    spans.slice(1).forEach((one, at) => expect(one.from).toBe(spans[at]!.to + 1));
  });
  test('is thinned for the chart, and keeps its ends', () => {
    const values = Array.from({ length: 1001 }, (_, at) => at);
    expect(thinned(values, 5)).toEqual([0, 250, 500, 750, 1000]);
    expect(thinned([1, 2], 5)).toEqual([1, 2]);
  });
});

test('a deal is found in a record, in the latest game of its table', () => {
  const deals = [1, 2, 3, 1, 2].map((n) => `{"t":"deal","n":${String(n)},"deck":[]}\n{"t":"end"}`);
  const record = deals.join('\n');
  expect([1, 2, 3, 4].map((n) => placeIn(record, n))).toEqual([4, 5, 3, 0]);
  expect(placeIn('', 1)).toBe(0);
});
