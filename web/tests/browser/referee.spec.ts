/** A table with a referee: what can be done against the law, and what follows. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { arrangedDeal } from './arranged';
import type { FakeTable } from '../fixtures/fake.svelte';
import { expect, test } from './fixtures';
import { swift } from './house';
import { dealt, focusShows, hand, tabTo } from './player';

declare const table: FakeTable;
declare const axe: {
  run: (where: object, how: object) => Promise<{ violations: { id: string }[] }>;
};
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const acts = (page: Page): Promise<string[]> => page.evaluate(() => table.acts);
const faults = async (page: Page): Promise<string[]> => {
  await page.evaluate(source);
  return page.evaluate(async () =>
    /* A slip lies over some melds: axe would take its paper for their ground. */
    (await axe.run({ exclude: ['.melds'] }, { resultTypes: ['violations'] })).violations.map(
      ({ id }) => id,
    ),
  );
};
const alerts = (page: Page) => page.getByRole('alert');

/** Visible buttons that a finger would miss, with the area that their ::after adds. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.referee button, .controls button, .banner button')]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        const after = parseFloat(getComputedStyle(one, '::after').height);
        return width < 44 || Math.max(height, Number.isNaN(after) ? 0 : after) < 40;
      })
      .map((one) => one.textContent),
  );
/** Nothing of the referee's lies over the hand or the controls. */
const overlaps = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = (on: string) => document.querySelector(on)?.getBoundingClientRect();
    const told = box('.told');
    const kept = [box('.near .hand'), box('.near .foot')];
    return kept.filter(
      (one) => told && one && one.top < told.bottom - 1 && one.left < told.right - 1,
    ).length;
  });

test('a person acts against the law with keys alone, and decides', async ({ person, at }) => {
  const page = await person();
  await page.goto(at('page=ruled&motion=off'));
  const region = page.getByRole('region', { name: 'The referee' });
  await expect(region).toContainText('she owes one discard more');
  await page.evaluate(() => (table.page = { ...table.page, mine: false, actor: 1, legal: [] }));

  /* Drawing out of turn takes two presses. */
  await page.keyboard.press('p');
  await expect(alerts(page)).toHaveText("it's not your turn");
  expect(await acts(page)).toEqual([]);
  const anyway = page.getByRole('button', { name: 'Do it anyway' });
  await anyway.focus();
  await page.keyboard.press('Enter');
  expect(await acts(page)).toEqual(['!draw']);

  await page.keyboard.press('c');
  expect(await acts(page)).toEqual(['!draw', 'call']);

  await page.keyboard.press('o');
  const more = page.getByRole('dialog', { name: 'Other things one can do at a real table' });
  await expect(more).toContainText('only if somebody calls attention');
  await more.getByRole('button', { name: '!peek' }).press('Enter');
  expect(await acts(page)).toEqual(['!draw', 'call', '!peek']);
  await expect(more).toHaveCount(0);

  /* Cards that lie face up are named so. */
  await expect(page.getByRole('option', { name: /seven of spades.*you must discard/ })).toHaveCount(
    1,
  );
  await expect(page.getByRole('option', { name: /king of diamonds; it lies face up/ })).toHaveCount(
    1,
  );

  await page.goto(at('page=deciding&motion=off'));
  await expect(region).toContainText('Do you require her to draw from the stock?');
  await region.getByRole('button', { name: /Require nothing/i }).press('Enter');
  expect(await acts(page)).toEqual(['waive']);
});

test('alone with bots, with keys and a screen reader', async ({ person }) => {
  const page = await person({ settings: swift });
  const cards = ['4c', '4d', '4h', '6c', '7d', '8h', '9c', 'Kc', 'Qd', 'Jc', 'Ts'];
  const house = 'referee = "watchful"\npoint_penalties = true\n';
  await page.goto(arrangedDeal(cards, '5c', { house }));
  await tabTo(page, page.getByRole('button', { name: 'Play it alone' }));
  await page.keyboard.press('Enter');
  await dealt(page, 11);
  await page.keyboard.press('p');
  await expect(hand(page)).toHaveCount(12);
  await page.keyboard.press('p');
  await expect(alerts(page)).toContainText('already drawn');
  await tabTo(page, page.getByRole('button', { name: 'Do it anyway' }));
  await focusShows(page);
  await page.keyboard.press('Enter');
  await expect(hand(page)).toHaveCount(13);
  const said = page.getByRole('status').filter({ hasText: 'a card too many' });
  await expect(said.first()).toBeAttached();

  /* The law is one key away, and what is owed stays. */
  const region = page.getByRole('region', { name: 'The referee' });
  await tabTo(page, region.getByRole('button', { name: 'Why? L53' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('L53');
  await page.keyboard.press('Escape');
  await expect(region).toContainText('You owe a discard');

  await page.keyboard.press('o');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Look at the top card' }));
  await page.keyboard.press('Enter');
  await expect(region).toContainText('looked');
});

test('a bot calls attention, and what is owed is paid', async ({ person }) => {
  const page = await person({ settings: swift });
  const cards = ['4c', '4d', '4h', '6c', '7d', '8h', '9c', 'Kc', 'Qd', 'Jc', 'Ts'];
  const house = 'referee = "called"\npoint_penalties = true\n';
  await page.goto(arrangedDeal(cards, '5c', { house }));
  /* Only this level notices everything. */
  await page.getByRole('radio', { name: 'master' }).check();
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 11);
  const region = page.getByRole('region', { name: 'The referee' });
  const says = page.locator('.state .says');
  const discard = async (): Promise<void> => {
    await hand(page)
      .first()
      .click({ position: { x: 8, y: 12 } });
    await page.keyboard.press('d');
  };

  await page.keyboard.press('p');
  await expect(hand(page)).toHaveCount(12);
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await expect(hand(page)).toHaveCount(13);
  await expect(region).toContainText(/you have drawn a card too many;.* loses 50 points/i);
  await expect(page.getByText(/(West|East) calls attention/).first()).toBeAttached();
  await expect(region).toContainText('You owe a discard');

  /* The next turn is short, and then all is as before. */
  await discard();
  await expect(hand(page)).toHaveCount(12);
  await expect(says).toContainText('you owe a discard, so you do not draw');
  await discard();
  await expect(hand(page)).toHaveCount(11);
  await expect(says).toContainText('Your turn: draw');
  await expect(region).not.toContainText('You owe');
  await page.keyboard.press('p');
  await expect(hand(page)).toHaveCount(12);
});

test('the stock and the pack are pressed out of turn with mouse and finger', async ({
  person,
  at,
}) => {
  for (const hasTouch of [false, true]) {
    const page = await person({ hasTouch });
    await page.goto(at('page=ruled&motion=off'));
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.evaluate(() => (table.page = { ...table.page, mine: false, actor: 1, legal: [] }));
    const press = (at: number): Promise<void> => {
      const heap = page.locator('button.heap').nth(at);
      return hasTouch ? heap.tap() : heap.click();
    };
    await press(0);
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    await press(1);
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    expect(await acts(page)).toEqual(['!draw', '!take pair']);
  }
});

test('it is clean, large enough and uncovered', async ({ person, at }) => {
  const page = await person();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    for (const [name, language] of [
      ['ruled', 'en'],
      ['deciding', 'de'],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(at(`page=${name}&language=${language}&motion=off`));
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await small(page)).toEqual([]);
      expect(await overlaps(page)).toBe(0);
      expect(await faults(page)).toEqual([]);
    }
});

test('at a table of strict play none of it is there', async ({ person, at }) => {
  const page = await person();
  await page.goto(at('page=four&motion=off'));
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('o');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Call attention' })).toHaveCount(0);
  expect(await acts(page)).toEqual([]);
});
