/** Every page that has an address, and one that has none. Add new pages here. */
import { expect, type Page } from '@playwright/test';

export const places = [
  '',
  'new',
  'friends',
  'join',
  'learn',
  'problems',
  'problems/1',
  'lessons',
  'lessons/black',
  'lessons/black/1',
  'law',
  'law/L31',
  'sheet',
  'settle',
  'settle/law=L53/what=too-many/noticed=in-time',
  'settle/law=L53/what=looked/noticed=in-time/points=yes',
  'replay',
  'again/n/305',
  'fair',
  'history',
  'settings',
  'nowhere',
];

/** Goes there and waits until it is shown. The page before must be gone, because it has a heading
 * too. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = '';
  });
  await page.goto(`./#/${place}`);
  await expect(page.locator('h1:not([data-before])').first()).not.toBeEmpty();
}

/** Goes to each of them. */
export async function everyPlace(
  page: Page,
  look: (place: string) => Promise<void>,
): Promise<void> {
  for (const place of places) {
    await goTo(page, place);
    await look(place === '' ? 'start' : place);
  }
}

/** Expands every group of a table's rules, once they have been loaded. */
export async function unfoldRules(page: Page): Promise<void> {
  await expect(page.locator('.house details').first()).toBeAttached();
  for (const more of await page.locator('main summary').all()) await more.click();
}
