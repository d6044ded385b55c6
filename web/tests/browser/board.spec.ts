/** Each control on the board does what its label says, and nothing else. */
import type { Page } from '@playwright/test';
import type { FakeTable } from '../fixtures/fake.svelte';
import { expect, test } from './fixtures';

declare const table: FakeTable;

/** Begins a new deal at a table whose clock stands still: the dealing lasts until it is skipped. */
async function deal(page: Page): Promise<void> {
  await page.evaluate(() => {
    const news = {
      id: 1000,
      turn: 0,
      seat: 0,
      type: 'deal' as const,
      text: '',
      aloud: '',
      cards: [],
      red: [],
      count: 0,
      meld: -1,
      law: '',
    };
    table.page = { ...table.page, deal: table.page.deal + 1, news: [news] };
  });
  await expect(page.getByText('any key, to skip')).toBeVisible();
}
const acts = (page: Page): Promise<string[]> => page.evaluate(() => table.acts);

for (const hasTouch of [false, true])
  test(`skipping the dealing plays nothing: ${hasTouch ? 'finger' : 'mouse'} and keys`, async ({
    person,
    at,
  }) => {
    const page = await person({ hasTouch });
    await page.clock.install();
    await page.goto(at('page=start&motion=calm'));
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const skipping = page.getByText('any key, to skip');
    const stock = page.locator('.heap').first();
    const press = (): Promise<void> => (hasTouch ? stock.tap() : stock.click());

    await deal(page);
    await press();
    await expect(skipping).toHaveCount(0);
    await deal(page);
    await page.keyboard.press('p');
    await expect(skipping).toHaveCount(0);
    await deal(page);
    await stock.focus();
    await page.keyboard.press('Enter');
    await expect(skipping).toHaveCount(0);
    await deal(page);
    await stock.focus();
    await page.keyboard.press(' ');
    await expect(skipping).toHaveCount(0);
    expect(await acts(page)).toEqual([]);

    /* The next press plays. */
    await press();
    expect(await acts(page)).toEqual(['draw']);
  });

test('while cards are dealt a button does what it says, at the first press', async ({
  person,
  at,
}) => {
  const page = await person();
  await page.clock.install();
  await page.goto(at('page=start&motion=calm'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const skipping = page.getByText('any key, to skip');
  const draw = page.locator('.acts').getByRole('button', { name: 'Draw', exact: true });

  /* Nothing says that the stock may be pressed, as it may not. */
  await deal(page);
  await expect(page.locator('.heap.may')).toHaveCount(0);
  /* The second press of a double press, on what was there before, is not meant for it. */
  await draw.click();
  await expect(skipping).toHaveCount(0);
  expect(await acts(page)).toEqual([]);
  await expect(page.locator('.heap.may').first()).toBeVisible();

  await deal(page);
  await page.clock.runFor(500);
  await draw.click();
  await page.clock.runFor(1); // the dealing ends once the press is over
  await expect(skipping).toHaveCount(0);
  expect(await acts(page)).toEqual(['draw']);
  await page.evaluate(() => table.back());

  await deal(page);
  await page.clock.runFor(500);
  await draw.focus();
  await page.keyboard.press('Enter');
  await expect(skipping).toHaveCount(0);
  expect(await acts(page)).toEqual(['draw', 'draw']);
});

test('the menu opens at the first press, also while cards are dealt', async ({ person, at }) => {
  const page = await person();
  await page.clock.install();
  await page.goto(at('page=start&motion=calm&friends'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await deal(page);
  await page.locator('summary').filter({ hasText: 'Menu' }).click();
  await page.clock.runFor(1); // the dealing ends once the press is over
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.getByText('any key, to skip')).toHaveCount(0);
  expect(await acts(page)).toEqual([]);
});

test('a person who comes in the middle of a deal sees no dealing', async ({ person, at }) => {
  const page = await person();
  await page.clock.install();
  await page.goto(at('page=start&motion=calm'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const skipping = page.getByText('any key, to skip');
  await deal(page);
  await page.keyboard.press('p');
  await expect(skipping).toHaveCount(0);
  await page.evaluate(() => {
    table.page = { ...table.page, deal: table.page.deal + 1, news: [] };
  });
  await expect(page.locator('.bar .says')).toBeVisible();
  await expect(skipping).toHaveCount(0);
});

test('absent players, and bots that play for them, are shown at the name and announced', async ({
  person,
  at,
}) => {
  const page = await person();
  await page.goto(at('page=four&motion=off&friends'));
  const plate = (name: string) => page.locator('.plate').filter({ hasText: name });
  const heard = page.locator('.board > [aria-live=polite]');
  await expect(plate('Bernardo')).toContainText('away');
  await expect(plate('Clara')).toContainText('a bot plays');
  await expect(plate('Dorothea').locator('.here')).toHaveCount(0);
  await expect(heard).toHaveText('Bernardo is away. A bot plays for Clara.');
  const change = (seat: number, here: 'yes' | 'away' | 'bot'): Promise<void> =>
    page.evaluate(
      ([seat, here]) => {
        table.seats = table.seats.map((one) => (one.seat === seat ? { ...one, here } : one));
      },
      [seat, here] as const,
    );
  await change(2, 'yes');
  await expect(plate('Clara').locator('.here')).toHaveCount(0);
  await expect(heard).toHaveText('Clara is back.');
  await change(3, 'bot');
  await expect(plate('Dorothea')).toContainText('a bot plays');
  await expect(heard).toHaveText('A bot plays for Dorothea.');
  /* A notice reports the person's own state. */
  await change(0, 'bot');
  await expect(heard).toHaveText('A bot plays for Dorothea.');
});

test('a double click on a card counts as one click', async ({ person, at }) => {
  const page = await person();
  await page.goto(at('page=four&motion=off'));
  const card = page.getByRole('option').nth(3);
  await card.dblclick({ position: { x: 8, y: 12 } });
  await expect(card).toHaveAttribute('aria-selected', 'true');
  /* Each tap of a finger may have a click count of one: then only their times tell. */
  const other = page.getByRole('option').nth(6);
  await other.evaluate((one) => {
    for (let i = 0; i < 2; i++)
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  });
  await expect(other).toHaveAttribute('aria-selected', 'true');
  /* Later, or after another press, it is a separate click. */
  await card.click({ position: { x: 8, y: 12 } });
  await expect(card).toHaveAttribute('aria-selected', 'false');
});

test('messages are shown and read aloud for a while when the drawer is closed', async ({
  person,
  at,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 } });
  await page.clock.install();
  await page.goto(at('page=four&motion=off&friends'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const heard = page.locator('.heard[aria-live=polite]');
  const say = (seat: number, text: string, phrase = ''): Promise<void> =>
    page.evaluate(([seat, text, phrase]) => table.hear(seat, text, phrase), [
      seat,
      text,
      phrase,
    ] as const);
  await expect(heard).toHaveText('');
  await say(1, 'Good evening <b>all</b>');
  await expect(heard).toContainText('Bernardo Good evening <b>all</b>');
  await say(2, '', 'well-played');
  await expect(heard).toContainText('Clara Well played');
  /* The person already knows their own words. */
  await say(0, 'Thank you');
  await expect(heard).toContainText('Clara Well played');
  await page.clock.fastForward(13_000);
  await expect(heard).toHaveText('');
  await say(1, 'Your turn');
  await heard.getByRole('button', { name: 'Close' }).click();
  await expect(heard).toHaveText('');
});

test('the time left is shown every second and announced once, as is the end of a pause', async ({
  person,
  at,
}) => {
  const page = await person();
  await page.clock.install();
  await page.goto(at('page=four&motion=off&friends'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.evaluate(() => {
    const told: string[] = [];
    const look = () => {
      for (const one of document.querySelectorAll(
        '[role=status], [aria-live=polite], [role=alert]',
      ))
        told.push(one.textContent.trim());
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { told });
    table.clock = { seat: 0, ends: Date.now() + 25_000 };
  });
  const shown = page.locator('.bar .clock');
  const hurry = page.getByText('You have ten seconds left.');
  await expect(shown).toHaveText('25 s left');
  await page.clock.runFor(14_000);
  await expect(shown).toHaveText('11 s left');
  await expect(hurry).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(shown).toHaveText('10 s left');
  await expect(hurry).toHaveCount(1);
  await page.clock.runFor(5_000);
  await expect(shown).toHaveText('5 s left');
  const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  expect(told.filter((text) => /\d s left/.test(text))).toEqual([]);

  await page.evaluate(() => {
    table.paused = { seat: 1 };
    table.clock = null;
  });
  await expect(hurry).toHaveCount(0);
  const spoken = page.locator('.table > [role=status]').first();
  await expect(spoken).not.toContainText('The game continues.');
  await page.evaluate(() => (table.paused = null));
  await expect(spoken).toHaveText(/^The game continues\. ./);
});

test('no text is selected while a card is dragged', async ({ person, at }) => {
  const page = await person();
  await page.goto(at('page=four&motion=off'));
  const picks = (): Promise<boolean> =>
    page
      .locator('.bar .says')
      .evaluate((one) =>
        one.dispatchEvent(new Event('selectstart', { bubbles: true, cancelable: true })),
      );
  await page
    .getByRole('option')
    .nth(3)
    .hover({ position: { x: 8, y: 12 } });
  expect(await picks()).toBe(true);
  await page.mouse.down();
  expect(await picks()).toBe(false);
  await page.mouse.up();
  expect(await picks()).toBe(true);
});

test('a table with wild melds and special hands tells what they are', async ({ person, at }) => {
  const page = await person();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('page=american'));
  const own = page.getByRole('region', { name: 'Melds: We' });

  /* A meld says what it takes when it is touched with no card picked. */
  await own.getByRole('button', { name: 'your wild cards go only here' }).click();
  await expect(page.locator('.banner')).toContainText('until it has seven cards');
  expect(await acts(page)).toEqual([]);

  /* A card that may not be discarded says so, with its article. */
  await page.getByRole('option', { name: /^the seven of hearts; The discard pile/ }).click();
  await expect(page.locator('.state .small')).toContainText('sevens may be discarded');
  await expect(page.locator('.state .small').getByText('Why? A:discard')).toBeVisible();
  await page.keyboard.press('Escape');

  /* The score so far, and what is missing to go out. */
  await page.getByRole('button', { name: /^Scores/ }).click();
  const account = page.getByRole('dialog');
  await expect(account).toContainText('1,110');
  await expect(account).toContainText('one canasta: the threes count nothing yet');
  await expect(account).toContainText('the meld of sevens must be completed');
  await page.keyboard.press('Escape');
  await expect(account).toHaveCount(0);

  await page.keyboard.press('g');
  await expect(page.getByRole('dialog')).toContainText('2 cards are missing');
  await page.getByRole('button', { name: 'Pick these cards' }).click();
  await expect(page.locator('[role=option][aria-selected=true]')).toHaveCount(4);
  await page.keyboard.press('Escape');

  await page.getByRole('option', { name: 'the three of spades' }).click();
  await page.getByRole('button', { name: 'Lay down' }).click();
  expect(await acts(page)).toEqual(['face 3b']);
  await page.getByRole('button', { name: 'Special hand' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lay it' }).click();
  expect(await acts(page)).toEqual(['face 3b', 'hand pairs']);

  await expect(page.getByRole('list', { name: 'The others' })).toContainText('4 extra cards');
});

test('from 1280 pixels people and chat stand beside the table', async ({ person, at }) => {
  const page = await person({ viewport: { width: 1280, height: 720 } });
  await page.goto(at('page=four&motion=off&friends'));
  const beside = page.getByRole('complementary', { name: 'People' });
  await expect(beside.getByLabel('Say something to everyone')).toBeVisible();
  await expect(page.getByRole('button', { name: /^People/ })).toHaveCount(0);
  await page.setViewportSize({ width: 1279, height: 720 });
  await expect(beside).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^People/ })).toBeVisible();
});

test('pressing a person or the score pad tells the whole', async ({ person, at }) => {
  const page = await person({ viewport: { width: 390, height: 844 } });
  await page.goto(at('page=four&motion=off'));
  await page.getByRole('list', { name: 'The others' }).getByRole('button').nth(1).click();
  const sheet = page.getByRole('dialog', { name: 'Clara' });
  await expect(sheet).toContainText('took the pack with two sevens, melded 7 7 7 and K K K 2');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Scores: We 2,145/ }).click();
  await expect(page.getByRole('dialog', { name: 'Scores' })).toContainText('1,870');
});
