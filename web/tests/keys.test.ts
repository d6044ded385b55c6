/** Every sentence of the pages and the program is in the catalogues: no key is ever shown in its
 * place. */

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parseWords } from '../src/words.svelte';

vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

const root = resolve(import.meta.dirname, '../..');
const languages = readdirSync(resolve(root, 'data/words')).map((file) =>
  file.replace('.words', ''),
);
const catalogue = (language: string): Map<string, string> =>
  parseWords(readFileSync(resolve(root, `data/words/${language}.words`), 'utf8'));
const english = [...catalogue('en').keys()];

/** The values of keys that are put together at run time. */
const some = '\0';

interface Used {
  /** With `some` in place of the part that is put together. */
  key: string;
  where: string;
}

function files(folder: string, ends: RegExp): string[] {
  return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name) && !/node_modules|tests|built|dist/.test(name))
    .map((name) => `${folder}/${name}`);
}

function find(file: string, patterns: [RegExp, (found: string) => string][]): Used[] {
  const source = readFileSync(resolve(root, file), 'utf8');
  return patterns.flatMap(([pattern, read]) =>
    [...source.matchAll(pattern)].map((found) => ({
      key: read(found[1]!),
      where: `${file}:${String(source.slice(0, found.index).split('\n').length)}`,
    })),
  );
}

function inPages(): Used[] {
  const whole = (key: string): string => key;
  return files('web/src', /\.(ts|svelte)$/).flatMap((file) =>
    find(file, [
      [/['"`](web\.[\w.-]*\w)['"`]/g, whole],
      [/\bt\(\s*'([\w.-]*\w)'/g, whole],
      [/\bt\([^'()`]*\? '([\w.-]*\w)' : /g, whole],
      [/\bt\(\s*'([\w.-]*\.)' \+/g, (key) => key + some],
      [/\bt\(\s*`([^`]*\$\{[^`]*)`/g, (key) => key.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).join(some)],
    ]),
  );
}

/** Names that are no keys: join.fair.NAME and web.fair.NAME say what a judged deal is called. */
const names = /^fair\.(watched|late|other)$/;

/** Whatever is written like a key of the catalogue is one, or its beginning. */
function inProgram(): Used[] {
  const first = [
    ...new Set(english.filter((key) => key.includes('.')).map((key) => key.split('.')[0]!)),
  ];
  const literal = new RegExp(`(?<!#include )"((?:${first.join('|')})\\.[\\w.%-]*)"`, 'g');
  return ['src', 'web/wasm']
    .flatMap((folder) => files(folder, /\.[ch]$/))
    .flatMap((file) =>
      find(file, [[literal, (key) => key.replace(/%[a-z]/g, some).replace(/\.$/, `.${some}`)]]),
    )
    .filter(({ key }) => !names.test(key));
}

function isKnown({ key }: Used, more: string): boolean {
  const parts = key.split(some).map((part) => part.replaceAll('.', '\\.'));
  const pattern = new RegExp(`^${parts.join('.+')}${more}$`);
  return english.some((known) => pattern.test(known));
}

describe('every key has its sentence', () => {
  test('of the pages', () => {
    const used = inPages();
    expect(new Set(used.map(({ key }) => key)).size).toBeGreaterThan(400);
    expect(used.filter((one) => !isKnown(one, ''))).toEqual([]);
  });

  test('of the program', () => {
    const used = inProgram();
    expect(new Set(used.map(({ key }) => key)).size).toBeGreaterThan(250);
    expect(used.filter((one) => !isKnown(one, '(\\..+)?'))).toEqual([]);
  });

  test('in every language', () => {
    expect(languages).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']));
    for (const language of languages) {
      const words = catalogue(language);
      expect(english.filter((key) => !words.has(key), language)).toEqual([]);
    }
  });
});
