/** The verdict on a decision: what it says, and why. */
import { expect, test } from 'vitest';
import type { Judged } from '../src/core/contract/record';
import { verdict } from '../src/review/verdict';

const judged = (more: Partial<Judged>): Judged => ({
  done: true,
  kind: 'weighed',
  best: 'discard 4',
  bestText: 'discard a four',
  loss: 0,
  error: 9,
  worlds: 12,
  reason: 'A safe discard.',
  ...more,
});
const keys = (one: Judged, played: string) => verdict(one, played).say.map(({ key }) => key);

test('a loss names the better move, its error, and what speaks for it', () => {
  const { say, reason } = verdict(judged({ loss: 50 }), 'discard Q');
  expect(say).toEqual([{ key: 'web.replay.better', values: ['discard a four', 50, 9] }]);
  expect(reason).toBe('A safe discard.');
  const found = judged({ loss: 50, found: 'The next player takes the pack in no case.' });
  expect(verdict(found, 'discard Q').reason).toBe(
    'The next player takes the pack in no case. A safe discard.',
  );
});

test('the principle of another move is not given for the move played', () => {
  expect(keys(judged({}), 'discard 4')).toEqual(['web.replay.good']);
  expect(verdict(judged({}), 'discard 4').reason).toBe('A safe discard.');
  expect(keys(judged({}), 'discard 5')).toEqual(['web.replay.good', 'web.replay.as_good']);
  expect(verdict(judged({}), 'discard 5').reason).toBe('');
});

test('forced and unweighed moves are not reviewed', () => {
  expect(keys(judged({ kind: 'forced' }), 'discard 4')).toEqual(['web.replay.forced']);
  expect(keys(judged({ kind: 'unknown', loss: 9 }), 'discard 4')).toEqual(['web.replay.unknown']);
});
