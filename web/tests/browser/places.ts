/** Every page that has an address of its own, and one that has not: whoever adds a page adds it here. */
import { expect, type Page } from '@playwright/test';

const places = [
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

/** Goes to each of them, and waits until it stands. */
export async function everyPlace(page: Page, look: (place: string) => Promise<void>): Promise<void> {
  for (const place of places) {
    await page.goto(`./#/${place}`);
    await expect(page.locator('h1').first()).not.toBeEmpty();
    await look(place === '' ? 'start' : place);
  }
}
