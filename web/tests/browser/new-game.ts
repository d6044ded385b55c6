/** The page "New game": opened for changes, with some of its rows open. */
import type { Page } from '@playwright/test';

type Row = 'Players' | 'Rules' | 'House rules' | 'Bots' | 'Your name' | 'A numbered deal';

/** Shows what can be changed, on the page that is open. */
export async function change(page: Page, ...rows: Row[]): Promise<void> {
  await page.getByRole('button', { name: 'Change' }).click();
  for (const row of rows)
    await page
      .locator('.choice > summary')
      .filter({ hasText: new RegExp(`^${row}`) })
      .click();
}

export async function newGame(page: Page, ...rows: Row[]): Promise<void> {
  await page.goto('./#/new');
  await change(page, ...rows);
}

/** Deals the cards of this number, by the default rules. */
export async function numbered(page: Page, number: string): Promise<void> {
  await newGame(page, 'A numbered deal');
  await page.getByLabel('Number of the deal').fill(number);
  await page.getByRole('button', { name: 'Deal the cards' }).click();
}
