/** What is remembered of the deals of this device. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './house';
import { Player } from './player';

test('a deal is remembered, replayed, and carried to another browser', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await new Player(page).deal();
  const luck = page.getByText(/^Your cards were worth \S+, you made \S+: \S+ (more|less)\./);
  const [, made = ''] = /you made (\S+):/.exec(await luck.innerText()) ?? [];
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
  const damaged = (await readFile(file, 'utf8')).replace('"canastas":', '"cnastas":');
  await field.setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from(damaged) });
  await expect(other.getByRole('alert')).toHaveText(
    'The file is damaged: entry 1 of the list “deals” cannot be read. Nothing was taken in.',
  );
  await other.getByRole('button', { name: 'Delete everything' }).click();
  await other.getByRole('button', { name: 'Delete everything' }).last().click();
  await expect(other.getByText('No deal yet.')).toBeVisible();
});
