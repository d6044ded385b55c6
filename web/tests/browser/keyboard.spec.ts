/** A whole deal with only the keyboard, from the first page on. */
import { expect, test } from './house';
import { dealt, focusShows, hand, Player, tabTo } from './player';

test('a whole deal with only the keyboard', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await page.keyboard.press('Tab');
  await focusShows(page);
  await tabTo(page, page.getByRole('button', { name: 'Play now' }));
  await focusShows(page);
  await page.keyboard.press('Enter');
  await dealt(page, 11);

  /* However many cards: one stop for Tab, and arrows from card to card. */
  expect(await page.locator('[role=option][tabindex="0"]').count()).toBe(1);
  const list = page.getByRole('listbox');
  await tabTo(page, list);
  const focused = (): Promise<number> =>
    hand(page).evaluateAll((all) => all.findIndex((one) => one === document.activeElement));
  await page.keyboard.press('Home');
  for (let i = 0; i < 11; i++) {
    expect(await focused()).toBe(i);
    await focusShows(page);
    await page.keyboard.press('ArrowRight');
  }
  expect(await focused()).toBe(10);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(-1);

  await new Player(page, 'keys').deal();
  const next = page.getByRole('button', { name: 'Next deal' });
  await tabTo(page, next);
  await focusShows(page);
  await page.keyboard.press('Enter');
  await dealt(page, 11);
});

test('events are announced to screen readers', async ({ person }) => {
  const page = await person();
  await page.goto('./#/again/n/305');
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 11);
  await page.keyboard.press('p');
  await expect(page.locator('[aria-live=polite][role=status]').first()).toContainText(
    /You draw|You drew/,
  );
  await page.keyboard.press('t');
  await expect(page.getByRole('alert')).toContainText(
    'You have already drawn or taken the pack in this turn.',
  );
  /* Announcements about the others: each whole turn in one sentence, then what the person has to
   * do. */
  const heard = page.locator('[aria-live=polite][role=status]').first();
  await heard.evaluate((region) => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver(() => told.push(region.textContent.trim())).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await page.keyboard.press('Escape');
  await hand(page).last().focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('d');
  await expect(heard).toContainText('Your turn');
  const told = await page.evaluate(() =>
    (globalThis as unknown as { told: string[] }).told.join(' '),
  );
  for (const name of ['West', 'North', 'East']) {
    const turns = told.split(/(?<=\.) /).filter((sentence) => sentence.includes(name));
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatch(new RegExp(`^${name} .* and discards `));
  }
  expect(told).not.toContain("'s turn");
});
