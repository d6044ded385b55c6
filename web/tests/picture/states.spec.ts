/** Pictures of the table in every state, to be looked at one by one: into build-logs/states. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '../browser/fixtures';

const folder = resolve(import.meta.dirname, '../../../build-logs/states');

const sizes: Record<string, [number, number]> = {
  '390': [390, 844],
  short: [390, 664],
  '844': [844, 390],
  '768': [768, 1024],
  '1024': [1024, 768],
  '1366': [1366, 768],
  '1440': [1440, 900],
  '2560': [2560, 1440],
};
const usual = ['390', '844', '768', '1440'];
const every = Object.keys(sizes);

/** The fixture, what is pressed on it, further wishes and the sizes. */
const states: Record<string, { page: string; keys?: string[]; wish?: string; at: string[] }> = {
  turn: { page: 'start', at: every },
  initial: { page: 'first', keys: ['Space'], at: usual },
  refusal: { page: 'four', keys: ['t'], at: every },
  hint: { page: 'four', keys: ['h'], at: usual },
  bots: { page: 'waiting', at: usual },
  late: { page: 'long4', at: every },
  two: { page: 'two', at: usual },
  three: { page: 'three', at: [...usual, '1024'] },
  five: { page: 'five', at: usual },
  six: { page: 'long6', at: [...usual, '1024'] },
  friends: { page: 'four', wish: 'friends', at: usual },
  german: { page: 'first', wish: 'language=de', at: usual },
  dark: { page: 'long4', wish: 'theme=dark', at: ['390', '1440'] },
  contrast: { page: 'long4', wish: 'theme=contrast&suits=four', at: ['390', '1440'] },
  large: { page: 'long4', wish: 'text=150', at: ['390', 'short', '768'] },
};

for (const [name, { page: fixture, keys = [], wish = '', at: where }] of Object.entries(states))
  test(name, async ({ person, at }) => {
    await mkdir(folder, { recursive: true });
    const page = await person();
    for (const size of where) {
      const [width, height] = sizes[size]!;
      await page.setViewportSize({ width, height });
      await page.goto(at(`page=${fixture}&motion=off&${wish}`));
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      if (keys.length > 0) await page.getByRole('option').first().focus();
      for (const key of keys) await page.keyboard.press(key);
      await page.screenshot({ path: `${folder}/${name}-${size}.png` });
    }
  });
