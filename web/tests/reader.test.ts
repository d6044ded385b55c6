/** Reading several records at once, and the messages to and from a worker that judges them. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRecord, type Reader } from '../src/review/reader';
import { hasModule, openModule, words } from './module';

const world = vi.hoisted(() => ({
  core: null as unknown,
  words: (): Promise<string> => Promise.resolve(''),
}));
vi.mock('../src/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../src/core/files', () => ({ netUrl: 'value.net' }));
vi.mock('../src/words.svelte', () => ({ wholeWords: () => world.words() }));
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
    world.core = module;
  });

  test('each reader reads its own record, not the one opened last', async () => {
    const record = law('B_cut');
    const first = await reads(record);
    const second = await reads(record.replaceAll('Ann', 'Eve'));
    const name = (reader: Reader): string | undefined => reader.at(0, 'open').seats[0]?.name;
    expect([name(second), name(first), name(second)]).toEqual(['Eve', 'Ann', 'Eve']);
    expect(await readRecord('{"t":"nothing"}\n')).toHaveProperty('line');
    expect([name(first), name(second)]).toEqual(['Ann', 'Eve']);
  });
});

describe('the review', () => {
  /** Replaces a worker: does nothing except what a test does. */
  class Judge {
    static all: Judge[] = [];
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: (() => void) | null = null;
    asked: unknown[] = [];
    ended = false;
    constructor() {
      Judge.all.push(this);
    }
    postMessage(what: unknown): void {
      this.asked.push(what);
    }
    terminate(): void {
      this.ended = true;
    }
  }
  const steps = { ask: () => ({ rules: '', players: 4, names: [], seed: '', steps: [] }) };
  const until = (what: () => void): Promise<void> => vi.waitFor(what);

  beforeEach(() => {
    Judge.all = [];
    world.core = steps;
    world.words = () => Promise.resolve('words');
    vi.stubGlobal('Worker', Judge);
    vi.stubGlobal('document', { baseURI: 'https://here/' });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('the worker ends when done or failed, and either is reported once', async () => {
    for (const word of ['done', 'failed', 'error'] as const) {
      const ends: boolean[] = [];
      const reader = await reads('');
      reader.judge(
        () => undefined,
        (failed) => ends.push(failed),
      );
      const judge = Judge.all.at(-1)!;
      await until(() => expect(judge.asked).toHaveLength(1));
      if (word === 'error') judge.onerror?.();
      else judge.onmessage?.({ data: word });
      expect(judge.ended).toBe(true);
      judge.onerror?.();
      expect(ends).toEqual([word !== 'done']);
    }
  });

  test('without its words it fails, and one that was stopped reports nothing', async () => {
    world.words = () => Promise.reject(new Error('no network'));
    const ends: boolean[] = [];
    const reader = await reads('');
    reader.judge(
      () => undefined,
      (failed) => ends.push(failed),
    );
    await until(() => expect(ends).toEqual([true]));
    expect(Judge.all.map(({ ended }) => ended)).toEqual([true]);
    const stop = reader.judge(
      () => undefined,
      (failed) => ends.push(failed),
    );
    stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ends).toEqual([true]);
    expect(Judge.all.map(({ ended }) => ended)).toEqual([true, true]);
  });
});
