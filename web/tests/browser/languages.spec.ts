/** Every language of the game is complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { parseWords } from './words';
import { expect, test } from './house';
import { everyPlace } from './places';
import { dealt } from './player';
import { makeTable } from './table';

const root = resolve(import.meta.dirname, '../../..');
const languages = readdirSync(resolve(root, 'data/words')).map((file) =>
  file.replace('.words', ''),
);
const catalogue = (language: string): Map<string, string> =>
  parseWords(readFileSync(resolve(root, `data/words/${language}.words`), 'utf8'));

for (const language of languages) {
  test(`every page is translated: ${language}`, async ({ person }) => {
    const page = await person({ locale: language });
    const words = catalogue(language);
    const press = (key: string): Promise<void> =>
      page
        .getByRole('button', { name: words.get(key)!, exact: true })
        .first()
        .click();
    await everyPlace(page, () => speaks(page, language));
    await page.goto('./');
    await press('web.start.play');
    await dealt(page, 11);
    await speaks(page, language);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: words.get('web.can.title')! })).toBeVisible();
    await speaks(page, language);
  });
}

async function speaks(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const said = await page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const told = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap(
      (one) => names.map((name) => one.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...told].join('\n');
  });
  const keys =
    /\b(?:web|ui|net|join|say|phrase|level|set|card|rank|suit|choice|param|law)\.[a-z][\w.-]+/g;
  expect(said.match(keys) ?? [], page.url()).toEqual([]);
}

test('another language is used immediately, and on the next visit', async ({ person }) => {
  const page = await person();
  await page.goto('./#/settings');
  for (const language of [...languages.filter((one) => one !== 'en'), 'en', 'de']) {
    await page.locator(`label[lang=${language}]`).click();
    await expect(page.locator('h1')).toHaveText(catalogue(language).get('web.settings.title')!);
    await speaks(page, language);
  }
  await page.reload();
  await expect(page.locator('h1')).toHaveText(catalogue('de').get('web.settings.title')!);
});

test('a table changes its language with its page', async ({ person }) => {
  const page = await person();
  await makeTable(page, 'Ann');
  await page.goto('./#/settings');
  await page.locator('label[lang=es]').click();
  await expect(page.locator('h1')).toHaveText(catalogue('es').get('web.settings.title')!);
});
