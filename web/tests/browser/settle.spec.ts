/** "Settle a question": a ruling for a table with real cards. */
import type { Page } from '@playwright/test';
import { expect, swift, test } from './house';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const answer = (page: Page, name: string) =>
  page.locator('.answers').getByRole('link', { name, exact: true });

/** Reaches a link by the Tab key alone and presses it. */
async function pressByKeys(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
    if (focused === name) return page.keyboard.press('Enter');
  }
  throw new Error(`the Tab key does not reach "${name}"`);
}

async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.scrollingElement!.scrollWidth - document.scrollingElement!.clientWidth,
  );
  expect(over, page.url()).toBe(0);
}

test('five questions by keyboard on a telephone, and back', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, settings: swift });
  await page.goto('./');
  await page.getByRole('link', { name: /^Settle a question/ }).click();
  await expect(heading(page)).toHaveText('Settle a question');
  await expect(page.locator('.answers a')).toHaveCount(11);
  await fits(page);
  for (const [name, next] of [
    ['A wrong draw: too many cards, none, out of turn, or a look at the stock', 'What exactly?'],
    ['Drew more cards than allowed', /^Since the mistake, has the next opponent/],
    ['Not yet', 'How many cards too many?'],
    ['2', 'Did you agree to play with point penalties?'],
  ] as const) {
    await pressByKeys(page, name);
    await expect(heading(page)).toHaveText(next);
    await expect(heading(page)).toBeFocused();
    await expect(answer(page, "I don't know")).toBeVisible();
    await fits(page);
  }
  await pressByKeys(page, 'Yes');
  await expect(heading(page)).toHaveText('The ruling');
  await expect(page.locator('.ruling')).toHaveText(
    'Keep the extra cards. For each, skip one later draw and just discard. ' +
      'Take 50 points off this side for each card.',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'skip the draw' })).toHaveText(
    'In 2 later turns, skip the draw and just discard',
  );
  await expect(page.getByText('Points: −100')).toBeVisible();
  await fits(page);
  await page.getByRole('button', { name: /^P1/ }).click();
  await expect(page.getByRole('dialog', { name: /^Irregular draw/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await answer(page, "I don't know").click();
  await expect(page.locator('.ruling')).toContainText('only if you agreed to point penalties');
  await expect(page.getByText('It costs no points.')).toBeVisible();
  await page.getByRole('link', { name: /^Change.*How many cards too many/ }).click();
  await expect(heading(page)).toHaveText('How many cards too many?');
  await page.goBack();
  await expect(heading(page)).toHaveText('The ruling');
});

test('a link restores a ruling, also in another language', async ({ person }) => {
  const page = await person({ settings: swift });
  await page.goto('./#/settle/law=L57/what=taken/noticed=in-time/entitled=no/points=yes');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('A link to this ruling').inputValue();
  const other = await person({ settings: { ...swift, language: 'de' } });
  await other.goto(link);
  await expect(other.locator('.ruling')).toHaveText(
    'Legen Sie das Paket wieder hin, wie es war, und ziehen Sie vom Talon. ' +
      'Ziehen Sie dieser Partei 200 Punkte ab.',
  );
  await expect(other.locator('ol li')).toHaveCount(3);
  /* What does not exist is named, and the questions go on. */
  await page.goto('./#/settle/law=L57/what=eaten/noticed=in-time');
  await expect(page.getByRole('alert')).toContainText('(what)');
  await expect(heading(page)).toHaveText('What exactly?');
  await page.goto('./#/settle/l%00aw=L57/%C3%28=x/what=%3Cb%3E');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(heading(page)).toHaveText('What exactly?');
  await page.goto('./#/settle/colour=red');
  await expect(page.getByRole('alert')).toContainText('(colour)');
  await expect(page.locator('.answers a')).toHaveCount(11);
});

test('points are entered on the score sheet, with their law', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, settings: swift });
  await page.goto('./#/sheet');
  for (const [side, name] of ['Ann & Bob', 'Cleo & Dan'].entries())
    await page.getByLabel(`Name of side ${String(side + 1)}`).fill(name);
  await page.getByRole('button', { name: 'Open the sheet' }).click();
  /* From the sheet: the deal that is being played. */
  await page.getByRole('link', { name: 'Settle a question' }).click();
  await answer(page, 'The deal is over and a red three was never laid out').click();
  await answer(page, 'Yes').click();
  await answer(page, '1').click();
  await page.getByRole('button', { name: 'Cleo & Dan' }).click();
  await expect(heading(page)).toHaveText('Deal 1');
  const theirs = page.getByRole('region', { name: 'Cleo & Dan' });
  await expect(theirs.locator('.ruling')).toContainText('−500');
  await expect(page.locator('[data-total="1"]')).toHaveText('−500');
  await expect(theirs.locator('dt', { hasText: 'Penalties' })).toBeVisible();
  await theirs.locator('.ruling').getByRole('button', { name: /^L56/ }).click();
  await expect(page.getByRole('dialog', { name: 'Red three not declared' })).toBeVisible();
  await page.keyboard.press('Escape');
  /* From the deal. What was entered there stays. */
  await page.getByRole('textbox', { name: 'Points of the cards melded, Ann & Bob' }).fill('250');
  await page.getByRole('link', { name: 'Settle a question' }).click();
  await page.goto(`${page.url()}/law=L57/what=touched/noticed=in-time/points=yes`);
  await page.getByRole('button', { name: 'Ann & Bob' }).click();
  await expect(page.locator('[data-total="0"]')).toHaveText('200');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('[data-score="0"]')).toHaveText('200');
  await expect(page.locator('[data-score="1"]')).toHaveText('−500');
  await page.getByRole('button', { name: /^Items of deal 1/ }).click();
  await page.getByRole('button', { name: 'Penalties' }).click();
  await expect(page.getByRole('dialog', { name: /^Irregular draw/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('link', { name: 'Deal 1' }).click();
  await page.getByRole('button', { name: /^Remove L56/ }).click();
  await expect(page.locator('[data-total="1"]')).toHaveText('0');
});

test('articles lead to the questions that they answer', async ({ person }) => {
  const page = await person({ settings: swift });
  await page.goto('./#/law/L54');
  await page.getByRole('link', { name: "Cards were melded in an opponent's turn" }).click();
  await expect(heading(page)).toHaveText(/^Since the mistake/);
  await page.goto('./#/law/L31');
  await expect(heading(page)).toHaveText('Taking a frozen pile');
  await expect(page.locator('.settles')).toHaveCount(0);
  await page.goto('./#/settle/law=L51/noticed=later');
  await page.getByRole('button', { name: /^L51/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settle a question' }).click();
  await expect(heading(page)).toHaveText('Has anyone played in this deal yet?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
