/** Canasta in three minutes: through the whole deal, and out of it. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';

/** What one can do now, the first of it; with a question after it, yes. */
async function act(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What can I do?' }).click();
  await expect(page.locator('dialog')).toBeVisible();
  const ways = page.locator('dialog .ways button');
  const ready = page.locator('dialog .ways button:enabled');
  /* What was done last may still be on its way; then nothing can be done, or it is somebody else's turn. */
  while ((await ready.count()) === 0) {
    if ((await ways.count()) === 0) {
      await page.keyboard.press('Escape');
      return;
    }
    await page.waitForTimeout(50);
  }
  const texts = (await ready.allTextContents()).map((text) => text.trim());
  const wanted = [/^draw/i, /^discard/i, /./].flatMap(
    (what) => texts.find((text) => what.test(text)) ?? [],
  )[0]!;
  await ready.filter({ hasText: wanted }).first().click();
  const sure = page.locator('dialog .ways .strong');
  if (await sure.isVisible()) await sure.click();
}

test('the first deal is played to its end, with a word at each step', async ({ person }) => {
  test.slow();
  const page = await person();
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  const coach = page.getByRole('region', { name: 'At your side' });
  await expect(coach).toBeVisible();
  const said = new Set<string>();
  const over = page.getByRole('heading', { name: 'That was your first deal' });
  await expect(page.locator('.says.mine')).toBeVisible();
  while (!(await over.isVisible())) {
    const text = await coach
      .locator('.strong')
      .textContent({ timeout: 5000 })
      .catch(() => null);
    if (text !== null) said.add(text);
    if (await page.locator('.says.mine').isVisible()) await act(page);
    else await page.waitForTimeout(100);
  }
  expect([...said].filter((text) => text.includes('web.'))).toEqual([]);
  expect(said.size).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/#\/local\//);
});

test('it can be skipped at any time, and does not stand among the games', async ({ person }) => {
  const page = await person();
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  await expect(page.locator('.says.mine')).toBeVisible();
  await page.getByRole('button', { name: 'Why? L33' }).click();
  await expect(page.getByRole('dialog')).toContainText('How to take the pile');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Skip this' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByText('on this device')).toHaveCount(0);
});
