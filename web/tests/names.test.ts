/** Names that stand in the pages too, for the eye: they are those that the module knows. */

import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scoreItems, type Names, type SheetAnswer } from '../src/core/contract';
import { guideKeys } from '../src/learn/guide';
import { articles } from '../src/learn/lessons';
import { levels, phrases } from '../src/parts/people';
import { hasModule, openModule, words } from './module';

async function names(): Promise<Names> {
  return (await openModule()).call('sets', { do: 'names' }) as Names;
}

describe.runIf(hasModule)('names', () => {
  test('levels are those of the bots, and have their word', async () => {
    expect([...levels]).toEqual((await names()).levels);
    for (const level of levels) expect(words()).toContain(`\nlevel.${level} = `);
  });

  test('phrases are those of the protocol', async () => {
    expect([...phrases].sort()).toEqual((await names()).phrases.sort());
  });

  test('score items are those of the engine', async () => {
    const answer = (await openModule()).call('sheet', {
      do: 'score',
      rules: 'laws1950',
      house: '',
      players: 4,
      deals: [],
      language: 'en',
    });
    const { laws } = answer as SheetAnswer;
    expect(Object.keys(laws)).toEqual([...scoreItems, 'minimum', 'settle']);
  });
});

test('what the guided deal cites can be read', () => {
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
