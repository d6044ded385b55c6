/** After a deal: its sheet explained, looked at again, judged by the bots, and the same cards once more. */
import { expect, test } from './house';
import { hand, Player } from './player';

test('a deal is explained, replayed, judged, and played again with a comparison', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(hand(page)).toHaveCount(11);
  await new Player(page).deal();

  await page.getByRole('button', { name: 'Canastas' }).click();
  await expect(page.getByText('A canasta is a meld of seven cards or more.')).toBeVisible();
  await expect(page.getByRole('link', { name: /in the law book/ })).toBeVisible();
  const total = await page.getByRole('row', { name: /^This deal/ }).innerText();
  const next = await page.getByRole('row', { name: /^Next first meld/ }).innerText();
  const ending = await page.locator('.over header').innerText();
  await page.reload();
  await expect(page.getByRole('row', { name: /^This deal/ })).toHaveText(/./);
  expect(await page.getByRole('row', { name: /^Next first meld/ }).innerText()).toBe(next);
  expect(await page.locator('.over header').innerText()).toBe(ending);
  expect(ending).toContain('\n');

  await page.getByRole('button', { name: 'Look at it again' }).click();
  await page.waitForURL(/#\/replay\/z\//);
  const steps = page.getByRole('slider', { name: 'Step' });
  const first = Number(await steps.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect(steps).toHaveValue(String(first + 1));
  await page.keyboard.press('End');
  await expect(steps).toHaveValue((await steps.getAttribute('max')) ?? '');
  await page.getByLabel('Seen by').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Let them look' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await page.getByRole('button', { name: 'Play these cards again' }).click();
  await page.waitForURL(/#\/again\/z\//);
  /* The link is all that others need. */
  const address = await page.getByLabel('The link to these cards').inputValue();
  const other = await person();
  await other.goto(address);
  await other.getByRole('button', { name: 'Play it alone' }).click();
  await expect(hand(other)).toHaveCount(11);
  await new Player(other).deal();
  await expect(other.getByRole('heading', { name: 'The same cards at other tables' })).toBeVisible();
  const [, own = ''] = total.split(/\s*\t\s*/);
  await expect(other.getByRole('row', { name: /^This deal/ }).nth(1)).toContainText(own);
});

test('a record that is none is refused in words', async ({ person }) => {
  const page = await person();
  await page.goto('./#/replay/z/AAAA');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('./#/again/z/AAAA');
  await expect(page.getByRole('alert')).toContainText('describes no deal');
});
