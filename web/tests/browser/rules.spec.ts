/** House rules that are lists or tables: plain fields, by mouse, keyboard and on a phone, with
 * errors shown beside them. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { dealt } from './player';
import { change, newGame } from './new-game';
import { unfoldRules } from './places';

const steps = (page: Page) =>
  page.getByRole('group', { name: 'Count of the initial meld', exact: true });
const field = (page: Page, name: string) => steps(page).getByRole('textbox', { name });

async function openRules(page: Page, ...groups: string[]): Promise<void> {
  await newGame(page, 'Rules', 'House rules');
  await page.getByRole('radio', { name: /Laws of 1950/ }).check();
  for (const group of groups) await page.getByText(group, { exact: true }).click();
}

test('no rule has to be typed in a program’s notation', async ({ person }) => {
  const page = await person();
  for (const name of [/Laws of 1950/, /Three-pack/, /Hoyle/]) {
    await newGame(page);
    await unfoldRules(page);
    await page.getByRole('radio', { name }).check();
    await expect(steps(page)).toBeVisible();
    const values = await page
      .locator('.house input[type=text]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => !/^-?\d*$/.test(value))).toEqual([]);
    await page.reload();
  }
});

test('ready house rules are chosen under their set, and undone', async ({ person }) => {
  const page = await person();
  await newGame(page, 'Rules', 'House rules');
  await page.getByRole('radio', { name: /Laws of 1950/ }).check();
  const ready = page.getByRole('button', { name: 'Rules of the Pagat site' });
  await expect(ready).toHaveCount(0);
  await page.getByRole('radio', { name: /American Canasta/ }).check();
  await expect(ready).toHaveAttribute('aria-pressed', 'false');
  await expect(ready).toHaveAccessibleDescription(/garbage brings 2,000/i);
  await ready.click();
  await expect(ready).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.differs li')).toHaveCount(4);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(ready).toHaveAttribute('aria-pressed', 'false');
});

test('the contract of a ready set of Hand and Foot is in the form', async ({ person }) => {
  const page = await person();
  await newGame(page, 'Rules', 'House rules');
  await page.getByRole('radio', { name: /Hand and Foot/ }).check();
  const books = page.getByRole('button', { name: 'Wild books, as on Board Game Arena' });
  const hands = page.getByRole('button', { name: 'Three hands, as in Triple Play' });
  await books.click();
  await expect(page.locator('.differs li')).toHaveCount(4);
  await hands.click();
  await expect(books).toHaveAttribute('aria-pressed', 'false');
  await expect(hands).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.differs li')).toHaveCount(2);
});

test('a step of the minimum is added, corrected and removed with only the keyboard', async ({
  person,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 } });
  await openRules(page, 'The opening');
  await expect(field(page, 'Row 4: points to meld')).toHaveValue('120');
  await steps(page).getByRole('button', { name: 'Add a row' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Row 5: from how many points')).toBeFocused();
  await expect(page.getByText('A number is missing here.')).toHaveCount(0);
  await page.keyboard.type('3000');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Row 5: points to meld')).toBeFocused();
  await page.keyboard.type('150');
  await page.keyboard.press('Tab');
  const wrong = page.getByText('This must be more than 3000 in the row above.');
  await expect(wrong).toBeVisible();
  await expect(field(page, 'Row 5: from how many points')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Row 5: from how many points')).toHaveAccessibleDescription(
    /more than 3000/,
  );
  await expect(field(page, 'Row 5: points to meld')).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText('the rule stays as it was')).toBeVisible();
  await expect(page.getByText('Your house rules')).toHaveCount(0);

  await field(page, 'Row 5: from how many points').fill('7,000');
  await page.keyboard.press('Tab');
  await expect(wrong).toHaveCount(0);
  await expect(field(page, 'Row 5: from how many points')).toHaveValue('7000');
  await expect(page.getByText('From 7000 points: 150 to meld').first()).toBeVisible();
  await page.reload();
  await change(page, 'House rules');
  await page
    .locator('summary')
    .filter({ hasText: /^The opening/ })
    .click();
  await expect(field(page, 'Row 5: points to meld')).toHaveValue('150');
  await steps(page).getByRole('button', { name: 'Remove row 5' }).press('Enter');
  await expect(field(page, 'Row 4: from how many points')).toBeFocused();
  await expect(page.getByText('Your house rules')).toHaveCount(0);
  const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});

test('an error in a field can be reverted, and is shown in every language', async ({ person }) => {
  for (const [language, missing] of [
    ['en', 'A number is missing here.'],
    ['es', 'Aquí falta un número.'],
    ['de', 'Hier fehlt eine Zahl.'],
    ['fr', 'Il manque un nombre ici.'],
  ] as const) {
    const page = await person({ settings: { motion: 'off', language } });
    await page.goto('./#/new');
    await page.locator('.sentence button').click();
    await unfoldRules(page);
    const step = page
      .locator('[data-row="1"]')
      .filter({ has: page.locator('input').nth(1) })
      .first();
    await step.locator('input').last().fill('');
    await page.keyboard.press('Tab');
    await expect(page.getByText(missing)).toBeVisible();
    await expect(page.locator('.still')).toHaveCount(1);
    await page.locator('.still button').click();
    await expect(step.locator('input').last()).toHaveValue('50');
    await expect(page.locator('.still')).toHaveCount(0);
  }
});

test('kinds are ticked, points and bonuses entered, and the table plays by them', async ({
  person,
}) => {
  const page = await person();
  await openRules(page, 'The pack', 'Threes as bonus cards', 'The score');
  const freeze = page.getByRole('group', { name: 'Cards that freeze the pack' });
  await expect(freeze.getByRole('checkbox', { name: 'jokers' })).toBeChecked();
  await freeze.getByRole('checkbox', { name: 'black threes' }).check();
  await page
    .getByRole('group', { name: 'Points of the cards' })
    .getByRole('textbox', { name: 'aces' })
    .fill('25');
  await page.keyboard.press('Tab');
  const bonus = page.getByRole('group', { name: 'Bonus for red threes' });
  await bonus.getByRole('button', { name: 'Remove row 4' }).click();
  await expect(bonus.getByRole('textbox', { name: '3 red threes or more' })).toHaveValue('300');
  await bonus.getByRole('textbox', { name: '3 red threes or more' }).fill('lots');
  await page.keyboard.press('Tab');
  await expect(bonus.getByText('This must be a whole number from -10000 to 10000.')).toBeVisible();
  await bonus.getByRole('textbox', { name: '3 red threes or more' }).fill('500');
  await page.keyboard.press('Tab');
  const differs = page.locator('.differs');
  await expect(differs.getByText('jokers, deuces, red threes, black threes')).toBeVisible();
  await expect(differs.getByText('aces: 25')).toBeVisible();
  await expect(differs.getByText('3 red threes or more: 500')).toBeVisible();
  await expect(differs).not.toContainText(/[[\]{}]/);
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  await dealt(page);
});

test('any text pasted into a field is only an error', async ({ person }) => {
  const page = await person();
  await openRules(page, 'The opening');
  for (const text of [
    '\ud83c\udca1'.repeat(8),
    '\u4e00'.repeat(16),
    '\ud83c',
    '"], [0',
    '1\u00a0500',
  ]) {
    await field(page, 'Row 3: points to meld').fill(text);
    await page.keyboard.press('Tab');
    await expect(steps(page).locator('p.wrong')).toHaveCount(1);
  }
  await field(page, 'Row 3: points to meld').fill('95');
  await page.keyboard.press('Tab');
  await expect(steps(page).locator('p.wrong')).toHaveCount(0);
  await expect(page.getByText('From 1500 points: 95 to meld').first()).toBeVisible();
});

test('a rule that does not fit has an error beside its field', async ({ person }) => {
  const page = await person();
  await openRules(page, 'Dealing and drawing');
  await page.getByLabel('Cards dealt to each').fill('40');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Cards dealt to each')).toHaveAccessibleDescription(
    /the deal needs/,
  );
  await page.getByLabel('Cards dealt to each').fill('11');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Cards dealt to each')).not.toHaveAccessibleDescription(
    /the deal needs/,
  );
});
