/** Numbers in every language; tests/units/terminal_words_test.c has the same for the terminal. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { points, signed, withMinus } from '../src/numbers';
import { minimumSays } from '../src/review/items';
import { loadWords } from '../src/words.svelte';

vi.mock('../src/core/files', () => ({
  wordsUrl: (language: string) => `../../data/words/${language}.words`,
}));
vi.stubGlobal('document', { documentElement: { lang: '' } });
vi.stubGlobal('fetch', (path: string) =>
  Promise.resolve(new Response(readFileSync(fileURLToPath(new URL(path, import.meta.url))))),
);
afterAll(() => vi.unstubAllGlobals());

const written: [string, number, string][] = [
  ['en', 995, '995'],
  ['en', 5000, '5,000'],
  ['en', -10000, '−10,000'],
  ['de', 5000, '5.000'],
  ['de', 10000, '10.000'],
  ['es', 5000, '5000'],
  ['es', -9995, '−9995'],
  ['es', 10000, '10.000'],
  ['fr', 5000, '5\u00a0000'],
];

test.each(written)('%s: %i', async (language, value, text) => {
  await loadWords(language);
  expect(points(value)).toBe(text);
  expect(signed(value)).toBe(value > 0 ? `+${text}` : text);
});

test('where no first meld is too small, the sheet has a word and not a 0', async () => {
  await loadWords('en');
  expect([90, 0].map(minimumSays)).toEqual(['90', 'any']);
  await loadWords('de');
  expect(minimumSays(0)).toBe('beliebig');
});

test('a sentence of the module gets the minus of the pages', () => {
  expect(withMinus('-5 of 10, you made -1,045: well-made, 3-4')).toBe(
    '−5 of 10, you made −1,045: well-made, 3-4',
  );
});
