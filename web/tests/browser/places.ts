/** Every page that has an address of its own, and one that has not: whoever adds a page adds it
 * here. */
import { expect, type Page } from '@playwright/test';

export const places = [
  '',
  'new',
  'friends',
  'join',
  'learn',
  'law',
  'law/L31',
  'sheet',
  'replay',
  'again/n/305',
  'fair',
  'settings',
  'nowhere',
];

/** Goes there, and waits until it stands: the page before must be gone, for it has a heading as
 * well. */
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

/** Opens all that the rules of a table are folded into, where they have been read. */
export async function unfoldRules(page: Page): Promise<void> {
  await expect(page.locator('.house details').first()).toBeAttached();
  for (const more of await page.locator('main summary').all()) await more.click();
}
