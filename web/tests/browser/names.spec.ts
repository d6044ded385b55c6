/** A bot has one name at a table, its place: in sentences, lists and sheets, and in what is stored
 * of the game. */
import { expect, test } from './house';
import { Player } from './player';
import { begin, closePeople, fillWithBots, makeTable, openPeople } from './table';

const places = ['West', 'North', 'East'];

test('a bot is named by its place everywhere', async ({ person }) => {
  const page = await person();
  await makeTable(page, 'Ann');
  await fillWithBots(page);
  for (const place of places)
    await expect(page.getByRole('button', { name: new RegExp(`^${place} a bot`) })).toBeVisible();
  await begin(page);
  const numbered = page.getByText(/\bBot \d/);
  const plates = await page.locator('.plate .name b').allTextContents();
  expect([...plates].sort()).toEqual([...places].sort());
  await openPeople(page);
  for (const place of places)
    await expect(
      page.getByRole('listitem').getByText(place, { exact: true }).first(),
    ).toBeVisible();
  await expect(numbered).toHaveCount(0);
  await closePeople(page);

  await new Player(page).deal();
  await expect(page.getByRole('table').first()).toContainText('North');
  await expect(page.getByRole('table').first()).toContainText('West and East');
  await expect(numbered).toHaveCount(0);

  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForURL(/#\/replay\//);
  const seats = page.getByLabel('Seen by').locator('option');
  await expect(seats).toHaveText([/everyone/, 'Ann', ...places]);
  await page.getByLabel('Seen by').selectOption('North');
  await expect(seats).toHaveText([/everyone/, 'Ann', ...places]);
  await page.getByRole('button', { name: 'Review the decisions' }).click();
  for (const name of ['Ann', ...places])
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Play these cards again' }).click();
  await expect(page.getByText('Ann and North against West and East')).toBeVisible();
});
