/** The address of a question, and rulings on a score sheet. */
import { expect, test, vi } from 'vitest';
import { currentDeal, entryOf, newPad, readPad, withRuling } from '../src/score-pad/saved-pads';
import { readAddress, settleAddress, startAddress } from '../src/settle/address';

vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

const facts = [
  { name: 'law', value: 'L53' },
  { name: 'what', value: 'too-many' },
];

test('an address has the facts, and the deal of a sheet', () => {
  expect(settleAddress(facts)).toBe('#/settle/law=L53/what=too-many');
  const on = { sheet: 'a/b=c', deal: 3 };
  const parts = settleAddress(facts, on).split('/').slice(2).map(decodeURIComponent);
  expect(readAddress(parts)).toEqual({ facts, on });
  expect(readAddress(['nonsense', '=x', 'law='])).toEqual({
    facts: [{ name: 'law', value: '' }],
    on: null,
  });
  /* What a link may hide. */
  expect(readAddress(['la\0w\u202e=L5\u200b3']).facts).toEqual([{ name: 'law', value: 'L53' }]);
  expect(readAddress([`law=${'x'.repeat(1e5)}`]).facts[0]?.value).toHaveLength(40);
  for (const deal of ['0', '-1', '1.5', 'x', ''])
    expect(readAddress(['sheet=a', `deal=${deal}`]).on).toBeNull();
});

test('an article begins with what its questions have in common', () => {
  const other = [facts[0]!, { name: 'what', value: 'looked' }];
  expect(startAddress([])).toBe('');
  expect(startAddress([{ facts, text: '' }])).toBe('#/settle/law=L53/what=too-many');
  expect(
    startAddress([
      { facts, text: '' },
      { facts: other, text: '' },
    ]),
  ).toBe('#/settle/law=L53');
});

test('rulings belong to the deal in play until it is counted', () => {
  const pad = newPad('laws1950', '', 4, ['', '']);
  expect(currentDeal(pad)).toBe(1);
  const once = withRuling(pad, 1, 1, { law: 'P1', points: -50 });
  const twice = withRuling(once, currentDeal(once), 1, { law: 'P2', points: -100 });
  expect(twice.deals).toHaveLength(1);
  expect(entryOf(twice.deals[0]![1]!)).toEqual({ rulings: -150 });
  expect(entryOf(twice.deals[0]![0]!)).toEqual({});
  expect(currentDeal({ ...twice, deals: [[{ melds: 50 }, {}]] })).toBe(2);
});

test('rulings of a link are checked', () => {
  const good = { law: 'P1', points: -50 };
  const bad = [{ law: 1, points: -50 }, { law: 'P1', points: 50 }, { law: 'P1', points: -1e9 }, 7];
  const pad = readPad({
    rules: 'laws1950',
    players: 4,
    names: ['', ''],
    deals: [[{ rulings: [good, ...bad] }]],
  });
  expect(pad?.deals[0]?.[0]?.rulings).toEqual([good]);
});
