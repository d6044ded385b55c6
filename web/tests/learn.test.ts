/** The guided deal: its cards, and its sentences. */

import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guidedDeck } from '../src/tutorial/deal';
import { guideKeys } from '../src/tutorial/guide';

const sentences = (language: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../data/words/${language}.words`, import.meta.url)),
    'utf8',
  ).replace(/\n +/g, ' ');

/** "Of the same rank", in each language. */
const sameRank = { en: 'the same rank', es: 'mismo valor', de: 'selben Rang', fr: 'même valeur' };

describe.each(Object.entries(sameRank))('the lessons: %s', (language, same) => {
  test('every step has its words', () => {
    for (const key of guideKeys)
      for (const part of ['do', 'why'])
        expect(sentences(language)).toContain(`\nweb.learn.guide.${key}.${part} = `);
  });
  test('a wild card goes with natural cards of the same rank only', () => {
    const said = /^web\.learn\.minimum\.short\.why = (.*)$/m.exec(sentences(language))?.[1];
    expect(said).toContain(same);
  });
});

test('the deck is two packs and four jokers', () => {
  const cards = guidedDeck().match(/../g) ?? [];
  expect(cards.length).toBe(108);
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  expect(counts.size).toBe(54);
  expect([...counts.values()].every((count) => count === 2)).toBe(true);
});
