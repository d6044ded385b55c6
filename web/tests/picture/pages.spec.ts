/** Pictures of the pages other than the table, to be looked at one by one: into
 * build-logs/pages. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { swift, test } from '../browser/house';
import { change } from '../browser/new-game';
import { Player } from '../browser/player';

const folder = resolve(import.meta.dirname, '../../../build-logs/pages');
const sizes = [
  [390, 844],
  [1440, 900],
] as const;

async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${name}-${String(width)}.png` });
  }
}

for (const [name, address] of Object.entries({
  'start-new': '',
  'new-game': '#/new',
  friends: '#/friends',
  lessons: '#/lessons',
  lesson: '#/lessons/pack',
  problems: '#/problems',
  daily: '#/daily',
  history: '#/history',
  law: '#/law',
  settings: '#/settings',
  settle: '#/settle',
  sheet: '#/sheet',
}))
  test(name, async ({ person }) => {
    const page = await person();
    await page.goto(`./${address}`);
    await page.locator('h1, h2').first().waitFor();
    await picture(page, name);
  });

test('what can be changed about a new game', async ({ person }) => {
  const page = await person();
  await page.goto('./#/new');
  await change(page, 'Rules', 'Bots');
  await picture(page, 'new-game-change');
});

test('a deal is over, and one comes back', async ({ person }) => {
  const page = await person({ settings: swift });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await new Player(page).deal();
  await picture(page, 'deal-over');
  await page.goto('./');
  await page.locator('h1, h2').first().waitFor();
  await picture(page, 'start-return');
});

test('a table with friends', async ({ person }) => {
  const ann = await person();
  await ann.goto('./#/friends');
  await ann.getByLabel('Your name').fill('Ann');
  await ann.getByRole('button', { name: 'Open the table' }).click();
  await ann.getByRole('button', { name: 'I am ready' }).waitFor();
  await picture(ann, 'waiting-room');
  const bea = await person();
  await bea.goto(ann.url());
  await bea.locator('h1, h2').first().waitFor();
  await picture(bea, 'invitation');
});
