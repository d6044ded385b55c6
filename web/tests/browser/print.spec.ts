/** On paper everything is dark on white whatever the theme, and there are no controls. */
import type { Page } from '@playwright/test';
import { arrangedDeal, outAtOnce } from './arranged';
import { expect, swift, test } from './house';
import { everyPlace } from './places';
import { hand, Player } from './player';

/** Pale text, buttons, and anything cut off. */
function unfit(): string[] {
  const found: string[] = [];
  const bright = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = (/\d.*/.exec(colour)?.[0] ?? '').split(/[ ,]+/).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent?.trim() ?? '';
    const holder = walk.currentNode.parentElement!;
    if (
      text === '' ||
      !holder.checkVisibility({ visibilityProperty: true }) ||
      holder.closest('.unseen')
    )
      continue;
    if (bright(getComputedStyle(holder).color) > 0.4) found.push(`pale: ${text.slice(0, 40)}`);
  }
  for (const one of document.querySelectorAll('.button, header a'))
    if (one.checkVisibility()) found.push(`to press: ${one.textContent.trim()}`);
  for (const one of document.querySelectorAll<HTMLElement>('main, main *'))
    if (one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowY))
      if (one.scrollHeight > one.clientHeight + 1) found.push(`cut: ${one.className}`);
  return found;
}

const printed = async (page: Page, look: () => Promise<void>): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  await look();
  expect(await page.evaluate(unfit)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
};

for (const theme of ['dark', 'contrast'])
  test(`every page can be printed from the theme "${theme}"`, async ({ person }) => {
    const page = await person({ settings: { ...swift, theme } });
    await everyPlace(page, async (place) => {
      if (place === 'law/L31') await expect(page.locator('article .law p').first()).not.toBeEmpty();
      await printed(page, async () => {
        if (place === 'law/L31') await expect(page.locator('.index')).toBeHidden();
        if (place === 'law') await expect(page.getByRole('link', { name: /^L52/ })).toBeVisible();
      });
    });
  });

test('the score of a deal can be printed', async ({ person }) => {
  const page = await person({ settings: { ...swift, theme: 'dark' } });
  const house = 'hand_size = 11\ndraw_count = 1\n';
  await page.goto(arrangedDeal(outAtOnce, '4c', { house, players: 2 }));
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await expect(hand(page)).toHaveCount(11);
  await new Player(page).deal();
  /* Each of two players is a side, whose name is not told twice. */
  await expect(page.getByRole('columnheader')).toHaveText(['You', 'North']);
  await printed(page, async () => {
    await expect(page.getByRole('row', { name: /^Cards melded/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Score/ }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  });
});
