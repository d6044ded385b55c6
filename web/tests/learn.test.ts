/** The guided deals: their cards, and their sentences. */

import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guidedDeals } from '../src/tutorial/deals';
import { deckOf } from '../src/tutorial/guided-deal';
import { articles } from '../src/tutorial/lessons';

const sentences = (language: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../data/words/${language}.words`, import.meta.url)),
    'utf8',
  ).replace(/\n +/g, ' ');

/** "Of the same rank", in each language. */
const sameRank = { en: 'the same rank', es: 'mismo valor', de: 'selben Rang', fr: 'même valeur' };

describe.each(Object.entries(sameRank))('the lessons: %s', (language, same) => {
  test('every lesson, chapter and page has its words', () => {
    const known = sentences(language);
    const wanted = guidedDeals.flatMap(({ words, steps, own, chapters }) => [
      ...steps.flatMap(({ key }) => [`${words}guide.${key}.do`, `${words}guide.${key}.why`]),
      ...Object.keys(own).flatMap((key) => [`${words}${key}.do`, `${words}${key}.why`]),
      ...['title', 'lead', 'score', 'over.next', 'minute'].map((key) => words + key),
      ...['aim', 'turn', 'score'].flatMap((one) => [`${words}${one}.title`, `${words}${one}.text`]),
      ...chapters.map(({ key }) => `chapter.${key}`),
    ]);
    for (const key of Object.keys(articles)) wanted.push(`${key}.do`, `${key}.why`);
    expect(wanted.filter((key) => !known.includes(`\nweb.learn.${key} = `))).toEqual([]);
  });
  test('a wild card goes with natural cards of the same rank only', () => {
    const said = /^web\.learn\.minimum\.short\.why = (.*)$/m.exec(sentences(language))?.[1];
    expect(said).toContain(same);
  });
});

test.each(guidedDeals.map((deal) => [deal.rules, deal] as const))(
  'the deck of %s is two packs and four jokers, and every hand has as many cards',
  (_, deal) => {
    const cards = deckOf(deal).match(/../g) ?? [];
    expect(cards.length).toBe(108);
    const counts = new Map<string, number>();
    for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
    expect(counts.size).toBe(54);
    expect([...counts.values()].every((count) => count === 2)).toBe(true);
    expect(new Set(deal.hands.map((hand) => hand.split(' ').length)).size).toBe(1);
  },
);
