/** The typefaces as the pages ship them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { convert } from 'fontverter';
import { expect, test } from 'vitest';
import { cutFonts, familyOf } from '../vite/fonts';

const at = (name: string): string => join(import.meta.dirname, '../built/fonts', name);

test('they are small, and a reserved name is not used for a changed typeface', async () => {
  await cutFonts();
  for (const [name, family, most] of [
    ['besley-latin', 'Besley', 20_000],
    ['gothic-latin', 'Gothic', 26_000],
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
