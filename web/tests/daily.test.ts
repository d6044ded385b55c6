/** The deal of the day: numbers, days, results and comparisons. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Replay } from '../src/core/contract/record';
import {
  cardsOf,
  dayOf,
  latest,
  numberAt,
  numberOf,
  placeOf,
  playedOf,
  streakOf,
} from '../src/evening/daily';
import { dailyTableAt, dailyTableOf, keepDailyTable } from '../src/evening/daily-tables';
import { Storage } from './storage';

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
});

test('days are counted from 1 January 2026, at midnight UTC', () => {
  expect(numberAt(Date.UTC(2026, 0, 1))).toBe(1);
  expect(numberAt(Date.UTC(2026, 0, 2) - 1)).toBe(1);
  expect(dayOf(1)).toBe('2026-01-01');
  expect(dayOf(328)).toBe('2026-11-24');
  expect(numberOf('2026-11-24')).toBe(328);
  for (const number of [1, 59, 60, 365, 366, 1000]) expect(numberOf(dayOf(number))).toBe(number);
  expect(cardsOf(328)).toBe('daily-328');
});

test('thirty days are shown, and no deal before the first', () => {
  expect(latest(3)).toEqual([3, 2, 1]);
  expect(latest(100)).toHaveLength(30);
  expect(latest(100).at(-1)).toBe(71);
  expect(latest(0)).toEqual([]);
});

test('only the first table of a deal counts', () => {
  expect(dailyTableOf(5)).toBeNull();
  keepDailyTable({ number: 5, id: 'aa', link: '1' });
  keepDailyTable({ number: 6, id: 'bb', link: '2' });
  expect(dailyTableOf(5)).toEqual({ number: 5, id: 'aa', link: '1' });
  expect(dailyTableAt('2')).toEqual({ number: 6, id: 'bb', link: '2' });
  expect(dailyTableAt('3')).toBeNull();
  localStorage.setItem('canasta.daily.3', 'damaged');
  expect(dailyTableAt('3')).toBeNull();
});

const step = (type: string, decision = -1) => ({ deal: 1, seat: 0, type, decision });
const decided = (seat: number, action: string) => ({ step: 0, seat, action, text: '' });
const replay = (steps: ReturnType<typeof step>[], decisions: ReturnType<typeof decided>[]) =>
  ({
    steps,
    decisions,
    deals: [{ deal: 1, first: 0, last: steps.length - 1, deck: '' }],
  }) as unknown as Replay;

test('what was undone is not sent', () => {
  const steps = [step('draw', 0), step('meld', 1), step('meld', 2), step('undo'), step('meld', 3)];
  const decisions = ['draw', 'meld 7 3 0 0', 'meld 9 3 0 0', 'meld 8 3 0 0'];
  const all = replay(
    steps,
    decisions.map((action) => decided(0, action)),
  );
  const played = playedOf(all, '{"t":"undo","seat":0,"n":2}\n', 0, [420, 310]);
  expect(played).toEqual({
    made: 420,
    theirs: 310,
    actions: ['draw', 'meld 8 3 0 0'],
    tookBack: false,
  });
});

test('a turn taken back after others played is not compared', () => {
  const all = replay(
    [step('draw', 0), step('discard', 1), step('draw', 2), step('undo'), step('discard', 3)],
    [decided(0, 'draw'), decided(0, 'discard 4'), decided(1, 'draw'), decided(0, 'discard 5')],
  );
  const played = playedOf(all, '{"t":"undo","seat":0,"n":2}\n', 0, [0, 0]);
  expect(played).toMatchObject({ actions: ['draw', 'discard 5'], tookBack: true });
  expect(playedOf(all, '', 0, [])).toBeNull();
});

test('a place among others goes by hundreds', () => {
  const bars = [
    { from: -200, count: 2 },
    { from: 0, count: 3 },
    { from: 400, count: 1 },
  ];
  expect(placeOf(bars, 50)).toEqual({ worse: 2, all: 6 });
  expect(placeOf(bars, -150)).toEqual({ worse: 0, all: 6 });
  expect(placeOf([], 50)).toEqual({ worse: 0, all: 0 });
});

test('days in a row end with a day without a result', () => {
  const result = (day: string) => ({ day, made: 0, theirs: 0, worth: null, at: 0 });
  expect(streakOf([], 10)).toBe(0);
  expect(streakOf([result(dayOf(9)), result(dayOf(8)), result(dayOf(6))], 10)).toBe(2);
  expect(streakOf([result(dayOf(10)), result(dayOf(9))], 10)).toBe(2);
  expect(streakOf([result(dayOf(8))], 10)).toBe(0);
});
