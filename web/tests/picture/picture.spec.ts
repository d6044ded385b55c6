/** The README's picture: a real table in the middle of a deal. */
import { resolve } from 'node:path';
import { expect, test } from '../browser/house';
import { numbered } from '../browser/new-game';
import { hand, Player } from '../browser/player';

const file = resolve(import.meta.dirname, '../../../docs/table.png');

test('the picture', async ({ person }) => {
  const page = await person({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
  await numbered(page, '1950');
  await expect(hand(page)).not.toHaveCount(0);
  let taken = false;
  await new Player(page).deal(async ({ turns }) => {
    if (taken || turns < 7) return;
    taken = true;
    await page.mouse.move(640, 620);
    /* No card flies in it. */
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
    );
    await page.screenshot({ path: file });
  });
  expect(taken).toBe(true);
});
