import { expect, test } from 'vitest';
import { piecesOf } from '../src/table/Chips.svelte';

const shown = (text: string): string =>
  piecesOf(text)
    .map(({ text, suit }) => (suit === '' ? text : `[${text}${suit}]`))
    .join('')
    .replaceAll('\u00a0', '_');

test('cards in a sentence are set apart, and the ranks of a meld stay on one line', () => {
  expect(shown('drew, discarded 10♦')).toBe('drew, discarded [10d]');
  expect(shown('took the pack, melded 7 7 10 and K K 2, discarded Q♣')).toBe(
    'took the pack, melded 7_7_10 and K_K_2, discarded [Qc]',
  );
  expect(shown('5 cards, A new meld')).toBe('5 cards, A new meld');
});
