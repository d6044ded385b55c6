/** The typefaces as the pages ship them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { convert } from 'fontverter';
import { expect, test } from 'vitest';
import { cutFonts, familyOf, parts } from '../vite/fonts';

const at = (name: string): string => join(import.meta.dirname, '../built/fonts', name);

test('they are small, and a reserved name is not used for a changed typeface', async () => {
  await cutFonts();
  for (const [name, family, most] of [
    ['besley-latin', 'Besley', 11_000],
    ['gothic-latin', 'Gothic', 12_500],
    ['besley-latin-german', 'Besley', 2_000],
    ['gothic-latin-german', 'Gothic', 3_000],
    ['besley-latin-accented', 'Besley', 4_000],
    ['gothic-latin-accented', 'Gothic', 6_000],
    ['besley-latin-rest', 'Besley', 8_000],
    ['gothic-latin-rest', 'Gothic', 10_000],
    ['besley-latin-ext', 'Besley', 10_000],
    ['gothic-latin-ext', 'Gothic', 16_000],
  ] as const) {
    const file = at(`${name}.woff2`);
    const names = familyOf(await convert(readFileSync(file), 'sfnt'));
    expect(names.filter((one) => !one.startsWith(family))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    expect(statSync(file).size).toBeLessThan(most);
  }
});

/** Code points of a `unicode-range`. */
function pointsOf(range: string): number[] {
  return range.split(',').flatMap((one) => {
    const [first, last] = one
      .trim()
      .slice(2)
      .split('-')
      .map((digits) => parseInt(digits, 16));
    return Array.from({ length: (last ?? first!) - first! + 1 }, (_, i) => first! + i);
  });
}

test('the style sheet names the letters of each file', () => {
  const css = readFileSync(join(import.meta.dirname, '../src/app.css'), 'utf8');
  const faces = [...css.matchAll(/fonts\/\w+?-(latin.*?)\.woff2[^}]*unicode-range:([^;]*);/g)];
  expect(faces.length).toBe(2 * Object.keys(parts).length);
  const sorted = (all: number[]): number[] => all.sort((a, b) => a - b);
  for (const [, part, range] of faces) {
    const wanted = [...parts[part as keyof typeof parts]].map((one) => one.codePointAt(0)!);
    expect(sorted(pointsOf(range!))).toEqual(sorted(wanted));
  }
});

test('what pages say is written in two files, in English in one', () => {
  for (const [language, more] of [
    ['en', ''],
    ['es', parts['latin-accented']],
    /* Rommé, which no table says. */
    ['de', parts['latin-german'] + 'é'],
    ['fr', parts['latin-accented']],
  ] as const) {
    const file = join(import.meta.dirname, `../../data/words/${language}.words`);
    const lines = readFileSync(file, 'utf8')
      .replace(/\n[ \t]+/g, ' ')
      .split('\n');
    const sentences = lines.filter((line) => !line.startsWith('#') && line.includes(' = '));
    expect(sentences.length).toBeGreaterThan(1000);
    const known = parts.latin + more;
    /* Signs of commands and files, which terminals and servers name; pages may not. */
    const signs = (line: string): string =>
      /^(web|event|refusal|reason|action|set|list)\./.test(line) ? '' : '#<>[]_';
    const strange = sentences.flatMap((line) =>
      [...line.replace(/^.*? = /, '').replace(/[{|}]/g, '')].filter(
        (one) => !/[\s♠♥♦♣]/.test(one) && !(known + signs(line)).includes(one),
      ),
    );
    expect([...new Set(strange)]).toEqual([]);
  }
});
