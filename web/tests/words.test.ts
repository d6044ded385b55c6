import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fill, parseWords, sortedWords } from '../src/words.svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { complete, tablePart } from '../vite/sources';
import { words } from './module';

vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

test('arguments are filled in at their places', () => {
  expect(fill('{0} and {1}', ['a', 2])).toBe('a and 2');
  expect(fill('{0} {0?card|cards}', [1])).toBe('1 card');
  expect(fill('{0} {0?card|cards}', [2])).toBe('2 cards');
  expect(fill('{1?the last action|the last {1} actions}', ['Ada', 3])).toBe('the last 3 actions');
  expect(fill('{0}', [])).toBe('');
});

test('text of an argument is never read as a pattern', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(fill('{0}|{1}', [a, b])).toBe(`${a}|${b}`);
      expect(fill('{1?{0}|{0} {1}}', [a, b])).toBe(b === '1' ? fill('{0}', [a]) : `${a} ${b}`);
    }),
  );
});

test('a sentence without patterns stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (sentence) => {
      fc.pre(!sentence.includes('{'));
      expect(fill(sentence, ['x', 'y'])).toBe(sentence);
    }),
  );
});

test('a catalogue is read line by line', () => {
  const catalogue = parseWords('# no = line\nweb.a = one = 1\n\nweb.b = {0}\nnothing');
  expect([...catalogue]).toEqual([
    ['web.a', 'one = 1'],
    ['web.b', '{0}'],
  ]);
});

test('the module gets its sentences by key', () => {
  expect(sortedWords('b.c = two\n  lines\n# no\nb-a = 0\nb = 1\nä = 2\n')).toBe(
    '# sorted\nb = 1\nb-a = 0\nb.c = two lines\nä = 2\n',
  );
  const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const keys = [...parseWords(sortedWords(words())).keys()];
  expect(keys).toEqual([...keys].sort(byBytes));
  expect(keys.length).toBe(parseWords(words()).size);
});

test('no sentence of the pages leaves a pattern unfilled', () => {
  for (const [key, sentence] of parseWords(words()))
    if (key.startsWith('web.')) expect(fill(sentence, [1, 2, 3, 4]), key).not.toMatch(/[{}]/);
});

test('missing sentences are in English', () => {
  const english = 'web.a = one\n# about b\nweb.b = two\nform.de = of {0}\nweb.c = three = 3\n';
  const whole = complete('web.b = zwei\n# web.c = drei\n', english);
  expect([...parseWords(whole)]).toEqual([
    ['web.b', 'zwei'],
    ['web.a', 'one'],
    ['web.c', 'three = 3'],
  ]);
  expect(complete(english, english)).toBe(english);
});

test('a page never shows a key, whichever line of a catalogue is missing', () => {
  const english = words();
  for (const key of ['web.shell.menu', 'web.people.rise', 'net.full']) {
    const lost = english
      .split('\n')
      .filter((line) => !line.startsWith(`${key} = `))
      .join('\n');
    expect(parseWords(lost).has(key)).toBe(false);
    expect(parseWords(complete(lost, english)).get(key)).toBe(parseWords(english).get(key));
  }
});

test('what a table says is among the sentences of a first deal', () => {
  const root = new URL('../../src/', import.meta.url);
  const rooms = ['engine', 'words', 'bots', 'client', 'display', 'table'];
  const sources = rooms.flatMap((room) =>
    readdirSync(new URL(room, root))
      .filter((name) => name.endsWith('.c'))
      .map((name) => readFileSync(new URL(`${room}/${name}`, root), 'utf8')),
  );
  const said = sources.flatMap((text) =>
    [...text.matchAll(/"((?:ui|event|refusal|action|reason|phase|say|net)\.[a-z_.]+)/g)].map(
      ([, key]) => key!,
    ),
  );
  const left = new Set([...parseWords(tablePart(words())).keys()]);
  const all = [...parseWords(words()).keys()];
  const first = /^(ui\.(thousands|same_name|sheet\.deal)|net\.table$)/;
  /** Said at the end of a deal, in hints, which wait for all sentences, and of what the default
   * rules do not have: special hands, contracts, bars, second hands. */
  const later =
    /^(action\.hand|ui\.(goal|luck|sheet\.note|won|hint|opening|contract|standing|waiting|out|fact))(\.|$)/;
  const missing = all.filter(
    (key) =>
      !left.has(key) &&
      !first.test(key) &&
      !later.test(key) &&
      said.some((one) => key.startsWith(one)),
  );
  expect(said.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
