/** However closely the cards of a meld are packed, the important parts stay visible. */
import { expect, test, vi } from 'vitest';
import { extent, labelOf, places } from '../src/table/melds';
import { meld } from './fixtures/pages';

vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

/** How much of each card the next one leaves visible, in card widths. */
function seen(text: string, close: boolean): number[] {
  const all = places(meld(0, text), { close });
  return all.map((x, at) => (all[at + 1] ?? x + 1) - x);
}

test('if there is room, the index of every card is visible', () => {
  for (const each of seen('7h 7d 7s 2c Xb', false)) expect(each).toBeGreaterThan(0.35);
});

test('in little room one natural shows the rank, and every card is visible', () => {
  const [first, second, rank, deuce, joker] = seen('7h 7d 7s 2c Xb', true);
  for (const covered of [first!, second!]) {
    expect(covered).toBeLessThan(0.2);
    expect(covered).toBeGreaterThan(0.1);
  }
  for (const whole of [rank!, deuce!, joker!]) expect(whole).toBeGreaterThan(0.35);
});

test('a meld of wild cards, and one that gets nothing more, are named', () => {
  expect(labelOf(meld(0, '2c 2d Xb'), false)).toContain('web.table.wild');
  expect(labelOf(meld(0, '2c 2d Xb 2h 2s Xr 2c'), false)).toContain('web.table.wild');
  expect(labelOf(meld(0, '7h 7d 7s'), false)).not.toContain('web.table.wild');
  expect(labelOf({ ...meld(0, '7h 7d 7s'), state: 'dead' }, true)).toContain('web.table.dead');
});

test('a meld gets narrower, not higher, and keeps room for the card across', () => {
  for (const text of ['7h 7d 7s', '7h 7d 7s 7c 2c Xb', '7h 7d 7s 7c 7h 7d 7s']) {
    const [wide, high] = extent(meld(0, text), { close: false });
    const [narrow, same] = extent(meld(0, text), { close: true });
    expect(narrow).toBeLessThanOrEqual(wide);
    expect(same).toBe(high);
  }
  const across = meld(0, '7h 7d 7s 7c 2c Xb');
  expect(extent(across, { close: true })[0]).toBeGreaterThan(
    places(across, { close: true }).at(-1)! + 1,
  );
});
