/** The colours of app.css can be read on their grounds, in every theme, and no style uses a
 * property that nobody defines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');
const sheet = readFileSync(join(src, 'app.css'), 'utf8');

/** The custom properties of a rule. */
function tokens(selector: string): Record<string, string> {
  const at = sheet.indexOf(`${selector} {`);
  const body = sheet.slice(at, sheet.indexOf('}', at));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]),
  );
}
const light = tokens(':root');
const themes = {
  light,
  dark: { ...light, ...tokens(":root[data-theme='dark']") },
  contrast: { ...light, ...tokens(":root[data-theme='contrast']") },
};
const four = tokens(":root[data-suits='four']");

/** As WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds: [string[], string[]][] = [
  [
    ['ink', 'soft', 'accent', 'rule', 'warn', 'we-p', 'they-p', 'third-p'],
    ['paper', 'raised'],
  ],
  [['accent-ink'], ['accent']],
  [
    ['on-felt', 'on-soft', 'live', 'we', 'they', 'third'],
    ['felt', 'felt-hi', 'deep'],
  ],
  [['live-ink'], ['live']],
  [['black', 'red'], ['card']],
  [['on-felt'], ['back']],
];

test('every ink has at least 4.5 to 1 on every ground it is used on', () => {
  for (const [theme, all] of Object.entries(themes))
    for (const [inks, papers] of grounds)
      for (const ink of inks)
        for (const paper of papers) {
          const ratio = contrast(all[ink]!, all[paper]!);
          expect(ratio, `${theme}: ${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
        }
  for (const all of Object.values(themes))
    for (const ink of ['dia', 'club'])
      expect(contrast(four[ink]!, all.card!)).toBeGreaterThanOrEqual(4.5);
});

test('every custom property that is used is defined', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|svelte|ts)$/.test(name),
  );
  const all = files.map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));
  const defined = new Set(
    all.flatMap(({ text }) => [...text.matchAll(/--([\w-]+)\s*[:=]/g)].map(([, name]) => name)),
  );
  const unknown = all.flatMap(({ name, text }) =>
    [...text.matchAll(/var\(--([\w-]+)\)/g)]
      .filter(([, used]) => !defined.has(used))
      .map(([, used]) => `${name}: --${used!}`),
  );
  expect(unknown).toEqual([]);
});
