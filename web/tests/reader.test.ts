/** Records that are read, several at once. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readRecord, type Reader } from '../src/after/reader';
import type { ReplayQuestion } from '../src/core/contract';
import { hasModule, openModule, words } from './module';

const world = vi.hoisted(() => ({ core: null as unknown }));
vi.mock('../src/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../src/core/files', () => ({ netUrl: 'value.net' }));
vi.mock('../src/words.svelte', () => ({ wholeWords: () => Promise.resolve('') }));
vi.mock('../src/core/core', () => ({
  compiled: () => Promise.resolve('module'),
  sharedCore: () => Promise.resolve(world.core),
}));

const law = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../tests/laws/${name}.jsonl`, import.meta.url)), 'utf8');

async function reads(record: string): Promise<Reader> {
  const reader = await readRecord(record);
  if ('line' in reader) throw new Error(reader.text);
  return reader;
}

describe.skipIf(!hasModule)('with the module', () => {
  beforeEach(async () => {
    const module = await openModule();
    module.file('words/en.words', words());
    world.core = { replay: (question: ReplayQuestion) => module.call('replay', question) };
  });

  test('each reader reads its own record, whichever was opened last', async () => {
    const record = law('B_cut');
    const first = await reads(record);
    const second = await reads(record.replaceAll('Ann', 'Eve'));
    const name = (reader: Reader): string | undefined => reader.at(0, 'open').seats[0]?.name;
    expect([name(second), name(first), name(second)]).toEqual(['Eve', 'Ann', 'Eve']);
    expect(await readRecord('{"t":"nothing"}\n')).toHaveProperty('line');
    expect([name(first), name(second)]).toEqual(['Ann', 'Eve']);
  });
});
