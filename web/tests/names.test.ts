/** The catalogues have a word for every name that pages use. */

import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { levels, phrases } from '../src/core/contract/lists';
import { guideKeys } from '../src/tutorial/guide';
import { articles } from '../src/tutorial/lessons';
import { words } from './module';

test('levels and phrases have words', () => {
  for (const level of levels) expect(words()).toContain(`\nlevel.${level} = `);
  for (const phrase of phrases) expect(words()).toContain(`\nphrase.${phrase} = `);
});

test('articles cited by the guided deal exist', () => {
  const folder = fileURLToPath(new URL('../../data/law/en/', import.meta.url));
  const known = readdirSync(folder)
    .map((file) => readFileSync(folder + file, 'utf8'))
    .join('');
  for (const [key, article] of Object.entries(articles)) {
    expect(known).toContain(`\n== ${article} | `);
    expect(words()).toContain(`\nweb.learn.${key}`);
  }
  for (const key of guideKeys) expect(words()).toContain(`\nweb.learn.guide.${key}.do = `);
});
