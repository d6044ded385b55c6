/** Stored settings may be from another version, or anything. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { fieldsOf, listOf, oneOf } from '../src/core/values';
import type { Settings } from '../src/settings.svelte';
import { lastChoice } from '../src/score-pad/house';

vi.mock('../src/core/files', () => ({ languages: ['de', 'en'] }));

async function settingsFrom(kept: string | null): Promise<Settings> {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => kept });
  vi.stubGlobal('navigator', { languages: ['xx', 'de-CH'] });
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined }));
  return (await import('../src/settings.svelte')).settings;
}
afterEach(() => vi.unstubAllGlobals());

describe('settings', () => {
  test('are stored', async () => {
    const kept = { name: 'Ann', language: 'en', theme: 'dark', textSize: 130, sounds: false };
    expect(await settingsFrom(JSON.stringify(kept))).toMatchObject({
      ...kept,
      motion: 'auto',
      chat: true,
    });
  });

  test.each([
    null,
    '',
    '{',
    '[]',
    '7',
    'null',
    '{"theme":"pink","textSize":1e9,"chat":"no","name":7}',
  ])('that cannot be read are the default: %s', async (kept) => {
    const settings = await settingsFrom(kept);
    expect(settings).toMatchObject({
      name: '',
      language: 'de',
      theme: 'auto',
      textSize: 100,
      chat: true,
    });
  });
});

test('the last house rules are a text, or empty', () => {
  const keep = (kept: unknown): void => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
  };
  keep({ rules: 'hoyle', players: 2, houses: { hoyle: 'target = 1', laws1950: 7 } });
  expect(lastChoice()).toEqual({ rules: 'hoyle', players: 2, house: 'target = 1' });
  keep({ rules: 'laws1950', players: 'two', houses: { laws1950: 7 } });
  expect(lastChoice()).toEqual({ rules: 'laws1950', players: 4, house: '' });
  keep([1]);
  expect(lastChoice()).toBeNull();
});

test('values from outside', () => {
  expect([fieldsOf(null), fieldsOf([1]), fieldsOf('a'), fieldsOf({ a: 1 })]).toEqual([
    {},
    {},
    {},
    { a: 1 },
  ]);
  expect([listOf({ length: 1 }), listOf([1])]).toEqual([[], [1]]);
  expect([oneOf([1, 2], 2, 1), oneOf([1, 2], '2', 1)]).toEqual([2, 1]);
});
