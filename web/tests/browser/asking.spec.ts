/** "Partner, may I go out?": asked and answered by two people using only the keyboard. Both learn
 * what it means. */
import type { Page } from '@playwright/test';
import { arrangedDeal, outAtOnce } from './arranged';
import { expect, test } from './house';
import { focusShows, hand, tabTo } from './player';
import { begin, fillWithBots, joinTable } from './table';

const says = (page: Page) => page.locator('.bar .says');
const spoken = (page: Page) => page.locator('[aria-live=polite][role=status]');
const sure = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' });

async function confirm(page: Page, what: string): Promise<void> {
  await tabTo(page, sure(page).getByRole('button', { name: what, exact: true }));
  await focusShows(page);
  await page.keyboard.press('Enter');
  await expect(sure(page)).toHaveCount(0);
}

for (const { word, key, means, bound, refused } of [
  {
    word: 'Yes',
    key: 'y',
    means: 'You say yes: your partner must go out in this turn.',
    bound: 'your partner said yes: go out in this turn.',
    refused: 'Your partner said yes: you must go out in this turn.',
  },
  {
    word: 'No',
    key: 'n',
    means: 'You say no: your partner must not go out in this turn.',
    bound: 'your partner said no: do not go out in this turn.',
    refused: '',
  },
])
  test(`a partner asks, and the other answers ${word.toLowerCase()}`, async ({ person }) => {
    const anna = await person();
    await anna.goto(arrangedDeal(outAtOnce, '4c'));
    await anna.getByLabel('Your name').fill('Anna');
    await anna.getByRole('button', { name: 'Play with friends' }).click();
    await anna.waitForURL(/\/[0-9a-f]{32}$/);
    const bruno = await person({ viewport: { width: 360, height: 740 } });
    await joinTable(bruno, new URL(anna.url()).pathname.slice(1), 'Bruno');
    await bruno.getByRole('button', { name: /^Seat 3/ }).click();
    await bruno.getByRole('button', { name: 'Sit here' }).click();
    await expect(anna.getByRole('button', { name: /^Bruno/ })).toBeVisible();
    // By now he sits on the third.
    await expect(anna.getByRole('button', { name: /^Seat 2/ })).toBeVisible();
    await fillWithBots(anna);
    await begin(anna, bruno);
    await expect(hand(anna)).toHaveCount(11);
    await anna.keyboard.press('p');
    await expect(hand(anna)).toHaveCount(12);
    await anna.keyboard.press('a');
    await expect(sure(anna)).toHaveAccessibleDescription(
      'You ask: “Partner, may I go out?” The answer binds you.',
    );
    await confirm(anna, 'Ask partner');
    await expect(says(anna)).toHaveText('Bruno must answer.');

    await expect(says(bruno)).toHaveText('Your partner asks: “May I go out?” Answer yes or no.');
    await expect(spoken(bruno).first()).toContainText('Your partner asks');
    for (const one of ['Yes', 'No'])
      await expect(
        bruno.locator('.acts').getByRole('button', { name: one, exact: true }),
      ).toBeInViewport({
        ratio: 1,
      });
    await bruno.keyboard.press(key);
    await expect(sure(bruno)).toHaveAccessibleDescription(means);
    await confirm(bruno, word);

    /* Shown not just once, but as long as it is binding. */
    await expect(says(anna)).toContainText(bound);
    await expect(spoken(anna).first()).toContainText(bound);
    await anna.keyboard.press('h');
    await expect(spoken(anna).nth(1)).not.toBeEmpty();
    if (refused !== '') {
      await tabTo(anna, anna.getByRole('listbox'));
      await anna.keyboard.press('End');
      await anna.keyboard.press(' ');
      await anna.keyboard.press('d');
      await expect(anna.getByRole('alert')).toContainText(refused);
      await anna.keyboard.press('Escape');
      await expect(says(anna)).toContainText(bound);
    }
  });
