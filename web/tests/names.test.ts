/** The catalogues have a word for every name that pages use. */

import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { levels, phrases } from '../src/core/contract/lists';
import { guidedDeals } from '../src/tutorial/deals';
import { articles } from '../src/tutorial/lessons';
import { words } from './module';

test('levels and phrases have words', () => {
  for (const level of levels) expect(words()).toContain(`\nlevel.${level} = `);
  for (const phrase of phrases) expect(words()).toContain(`\nphrase.${phrase} = `);
});

test('articles cited by the guided deals exist', () => {
  const folder = fileURLToPath(new URL('../../data/law/en/', import.meta.url));
  const known = readdirSync(folder)
    .filter((file) => file.endsWith('.law'))
    .map((file) => readFileSync(folder + file, 'utf8'))
    .join('');
  const cited = [
    ...Object.values(articles),
    ...guidedDeals.flatMap(({ own, steps }) => [
      ...Object.values(own),
      ...steps.map(({ law }) => law),
    ]),
  ];
  for (const article of cited) expect(known).toContain(`\n== ${article} | `);
});
