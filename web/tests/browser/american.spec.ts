/** A person meets what American Canasta has and the Laws of 1950 have not: a meld of wild cards,
 * the talon, an empty pack that refuses cards, and a special hand. */
import type { Page } from '@playwright/test';
import { arrangedDeal } from './arranged';
import { expect, test } from './house';
import { dealt, hand } from './player';

const house = [
  'upcard = false',
  'hand_size = 13',
  'bonus_kinds = [3r, 3b]',
  'wild_melds = locking',
  'largest_meld = 7',
  'dead_ranks = true',
  'opening_needs = natural_meld',
  'empty_pile_discard = [7, 2, X, A, dead]',
  'discard_wild = last',
  'talon = [4, 3]',
  'talon_stock = 9',
  'score_by_canastas = true',
  'special_hands = [{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}]',
  '',
].join('\n');

async function begin(page: Page, cards: string, drawn: string): Promise<void> {
  await page.goto(arrangedDeal(cards.split(' '), drawn, { house, upcard: false }));
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 13);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(hand(page)).toHaveCount(14);
}
async function pick(page: Page, cards: string): Promise<void> {
  for (const card of cards.split(' '))
    await page
      .locator(`[role=option][data-card="${card}"][aria-selected=false]`)
      .first()
      .click({ position: { x: 8, y: 12 } });
}
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

test('a wild meld, an empty pack and the talon', async ({ person }) => {
  const page = await person();
  await begin(page, 'Kc Kd Kh Ks 2c 2d Xr Xb 7s 9d 8c 6h 4s', '5c');
  const own = page.getByRole('region', { name: 'Melds: We' });

  await pick(page, 'Kc Kd Kh Ks');
  await press(page, 'Meld');
  await pick(page, '2c 2d Xr');
  await press(page, 'Meld');
  const wild = own.getByRole('button', { name: 'wild cards go only here' });
  await expect(wild).toContainText('two deuces and a joker');
  await wild.click();
  await expect(page.locator('.banner')).toContainText('until it has seven cards');
  await pick(page, 'Xb');
  await wild.click();
  await expect(wild).toContainText('two deuces and two jokers');

  await pick(page, '7s');
  await expect(page.locator('.state .small')).toContainText('sevens may be discarded there only');
  await press(page, 'Discard');
  await expect(page.locator('.banner')).toContainText('The discard pile is empty');
  await page.keyboard.press('Escape');
  await pick(page, '9d');
  await press(page, 'Discard');
  /* The hand had five cards; the talon comes at the start of the next turn. */
  await expect(hand(page)).toHaveCount(9);
});

test('a special hand is offered, and ends the deal', async ({ person }) => {
  const page = await person();
  await begin(page, '4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc', 'Td');
  await press(page, 'Special hand');
  await page.getByRole('dialog').getByRole('button', { name: 'Lay it' }).click();
  await expect(page.locator('#over-title')).toBeVisible();
  await expect(page.getByRole('row', { name: /Special hand/ })).toContainText('2,500');
});
