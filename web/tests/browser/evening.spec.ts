/** What is remembered of the deals of this device. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, swift, test } from './house';
import { Player } from './player';
import { begin, fillWithBots, joinTable, madeOf, makeTable } from './table';

async function forget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).last().click();
  await expect(page.getByText('No deal yet.')).toBeVisible();
}

test('a deal is remembered, replayed, and carried to another browser', async ({ person }) => {
  const page = await person({ settings: swift });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await new Player(page).deal();
  const made = await madeOf(page);
  await page.goto('./#/history');
  await expect(page.getByRole('listitem').filter({ hasText: `${made} : ` })).toHaveCount(1);
  await expect(page.getByRole('rowheader', { name: 'Laws of 1950' })).toBeVisible();
  await page.getByRole('button', { name: 'Level of bots' }).click();
  await expect(page.getByRole('rowheader', { name: 'club' })).toBeVisible();
  await page.getByRole('link', { name: /^Replay/ }).click();
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  await page.goBack();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a file' }).click();
  const file = await (await saving).path();
  const other = await person();
  await other.goto('./#/history');
  await expect(other.getByText('No deal yet.')).toBeVisible();
  const field = other.getByLabel('Open a file');
  await field.setInputFiles(file);
  await expect(other.getByText('One deal is new.')).toBeVisible();
  await field.setInputFiles(file);
  await expect(other.getByText('0 deals are new.')).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: `${made} : ` })).toHaveCount(1);
  await other.getByRole('link', { name: /^Replay/ }).click();
  await expect(other.getByRole('slider', { name: 'Step' })).toBeVisible();
  await other.goBack();
  const damaged = (await readFile(file, 'utf8')).replace('"canastas":', '"cnastas":');
  await field.setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from(damaged) });
  await expect(other.getByRole('alert')).toHaveText(
    'The file is damaged: entry 1 of the list “deals” cannot be read. Nothing was taken in.',
  );
  await forget(other);

  /* A file of an older version has no records: nothing to replay. */
  const take = async (kept: object): Promise<void> => {
    const buffer = Buffer.from(JSON.stringify(kept));
    await field.setInputFiles({ name: 'a', mimeType: '', buffer });
  };
  const { records, ...old } = JSON.parse(await readFile(file, 'utf8')) as { records: object[] };
  expect(records).toHaveLength(1);
  await take(old);
  await expect(other.getByText('One deal is new.')).toBeVisible();
  await expect(other.getByRole('link', { name: /^Replay/ })).toHaveCount(0);
  await forget(other);

  /* What is kept can be deleted, also if it is not a deal. */
  await expect(other.getByRole('button', { name: 'Delete everything' })).toHaveCount(0);
  await take({ ...old, deals: [], problems: [{ problem: 1, right: true, at: 1 }] });
  await expect(other.getByText('0 deals are new.')).toBeVisible();
  await forget(other);
});

test('a deal with friends is remembered with its record, and replayed without the server', async ({
  person,
  server,
}) => {
  const people = [await person({ settings: swift }), await person({ settings: swift })];
  const [anna, bruno] = people as [Page, Page];
  const link = await makeTable(anna, 'Anna');
  await joinTable(bruno, link, 'Bruno');
  await fillWithBots(anna);
  await begin(...people);
  /* A record that is asked for before the deck is revealed lacks the deal. */
  await anna.route(
    '**/record/*',
    async (route) => {
      const response = await route.fetch();
      const [game = ''] = (await response.text()).split('\n');
      await route.fulfill({ response, body: `${game}\n` });
    },
    { times: 1 },
  );
  await Promise.all(people.map((page) => new Player(page).deal()));
  const made: string[] = [];
  /* Once the deck is revealed */
  for (const page of people) made.push(await madeOf(page));
  const replay = async (page: Page, seat: number): Promise<void> => {
    await page.evaluate(() => (location.hash = '#/history'));
    const deal = page.getByRole('listitem').filter({ hasText: `${made[seat] ?? ''} : ` });
    await expect(deal).toContainText(seat === 0 ? 'Bruno' : 'Anna');
    await deal.getByRole('link', { name: /^Replay/ }).click();
    await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  };
  /* The pages' files are here after the first time. */
  for (const [seat, page] of people.entries()) await replay(page, seat);
  await server.kill();
  for (const [seat, page] of people.entries()) await replay(page, seat);
});
