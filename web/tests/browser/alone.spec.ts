/** Alone against bots, from the first click to the score sheet. */
import { expect, test } from './house';
import { cards, hand, Player } from './player';

test('one click from the first page to the first cards, with all that moves and sounds', async ({
  person,
}) => {
  const page = await person({ settings: null, quick: false, reducedMotion: 'no-preference' });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(hand(page)).toHaveCount(11);
  const draw = page.locator('.acts').getByRole('button', { name: 'Draw', exact: true });
  await draw.click();
  await expect(hand(page)).not.toHaveCount(11);
  await expect(draw).toHaveCount(0);
});

test('a whole deal to its score sheet, opened anew in the middle', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(hand(page)).toHaveCount(11);
  let reloaded = false;
  const player = new Player(page);
  await player.deal(async ({ turns }) => {
    if (reloaded || turns < 4) return;
    reloaded = true;
    await expect(page.locator('.acts button[disabled]')).toHaveCount(0);
    const before = await cards(page);
    const says = await page.getByRole('region', { name: 'Stock and pack' }).innerText();
    await page.reload();
    await expect(hand(page)).toHaveCount(before.length);
    expect(await cards(page)).toEqual(before);
    expect(await page.getByRole('region', { name: 'Stock and pack' }).innerText()).toBe(says);
  });
  expect(reloaded).toBe(true);
  await expect(page.getByRole('heading', { name: 'Deal 1 is over' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /We/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Score/ }).last()).toContainText(/\d/);
  await page.getByRole('button', { name: 'Next deal' }).click();
  await expect(hand(page)).toHaveCount(11);
  /* Another page has been there meanwhile: the next deal is played as the first one was. */
  const again = new Player(page);
  while (again.turns < 3 && (await again.step()));
  expect(again.turns).toBe(3);
});
