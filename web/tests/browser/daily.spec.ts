/** The daily deal: the same cards for everybody, once. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { cards, dealt, Player } from './player';

async function openDaily(page: Page): Promise<void> {
  await page.goto('./#/daily');
  await page.getByRole('button', { name: 'Play this deal' }).click();
  await dealt(page, 11);
}

test('the same cards for everybody; one result, kept and sent', async ({ person }) => {
  const page = await person();
  const other = await person();
  await openDaily(page);
  await openDaily(other);
  const hand = await cards(page);
  expect(hand).toHaveLength(11);
  expect(await cards(other)).toEqual(hand);
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);

  // It is there when one comes back.
  await page.goto('./#/daily');
  await page.getByRole('button', { name: 'Continue your game' }).click();
  await dealt(page, 11);
  expect(await cards(page)).toEqual(hand);
  await new Player(page).deal();
  const result = page.getByRole('region', { name: /^Deal \d+$/ });
  await expect(result.getByText('points ahead')).toBeVisible();
  await expect(result.getByText(/above luck \(your cards were worth/)).toBeVisible();
  // The server has played it again, and counts it.
  await expect(result.getByRole('heading', { name: 'At this server' })).toBeVisible();
  await expect(result.getByRole('list', { name: /^How many/ }).getByText('▸')).toBeVisible();
  const line = result.getByText(/^Canasta, daily deal \d+: \S+ : \S+ · \S+ above luck/);
  const text = await line.innerText();
  expect(text).toContain('#/daily');
  for (const suit of '♠♥♦♣') expect(text).not.toContain(suit);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await result.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);

  // There is no second deal, and no second try.
  await expect(page.getByRole('button', { name: 'Next deal' })).toHaveCount(0);
  await page.getByRole('link', { name: 'The daily deal' }).click();
  await expect(page.getByRole('heading', { name: 'The daily deal' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Deal \d+$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play this deal' })).toHaveCount(0);
  const days = page.getByRole('list').last().getByRole('listitem');
  await expect(days).toHaveCount(30);
  await expect(days.nth(0)).toContainText(/ : /);
  await expect(days.nth(1)).toContainText('not played');
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
});

test('a deal of another day has other cards', async ({ person }) => {
  const page = await person();
  await openDaily(page);
  const today = await cards(page);
  await page.goto('./#/daily');
  await page.getByRole('list').last().getByRole('link').nth(1).click();
  await page.getByRole('button', { name: 'Play this deal' }).click();
  await dealt(page, 11);
  expect(await cards(page)).not.toEqual(today);
});
