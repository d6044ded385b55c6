/** A person meets what three games have and the Laws of 1950 have not, each played by its own rule
 * set: the talon, the foot, a second hand for a canasta, closed books, six players. */
import type { Page } from '@playwright/test';
import { arrangedDeal } from './arranged';
import { expect, test } from './house';
import { dealt, hand } from './player';

const cards = (text: string): string[] => text.split(' ');

async function begin(page: Page, address: string, count: number, drawn: number): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, count);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(hand(page)).toHaveCount(count + drawn);
}
async function pick(page: Page, wanted: string): Promise<void> {
  for (const card of cards(wanted))
    await page
      .locator(`[role=option][data-card="${card}"][aria-selected=false]`)
      .first()
      .click({ position: { x: 8, y: 12 } });
}
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
async function meld(page: Page, wanted: string): Promise<void> {
  await pick(page, wanted);
  await press(page, 'Meld');
}
const own = (page: Page) => page.getByRole('region', { name: 'Melds: We' });

/** This many others have a second hand waiting, and the marks of all are on the page. */
async function feetWait(page: Page, others: number): Promise<void> {
  const marks = page.locator('.plate .wait');
  await expect(marks).toHaveCount(others);
  for (const mark of await marks.all()) {
    const box = (await mark.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  const wide = `${String(viewport.width)} wide`;

  test(`in American Canasta the opening earns a talon, ${wide}`, async ({ person }) => {
    const page = await person({ viewport });
    const address = arrangedDeal(cards('Ac Ad Ah As Kc Kd Kh Ks Kc 7s 9d 8c 6h'), '5c', {
      rules: 'american',
      upcard: false,
    });
    await begin(page, address, 13, 1);
    await meld(page, 'Ac Ad Ah As');
    await meld(page, 'Kc Kd Kh Ks Kc');
    await expect(own(page)).toContainText('canastas 0, needs 2');
    await pick(page, '9d');
    await press(page, 'Discard');
    /* Four cards were left. The talon of four comes at the start of the next turn. */
    await expect(hand(page)).toHaveCount(8);
  });

  test(`in Hand and Foot the foot follows, and a book is closed, ${wide}`, async ({ person }) => {
    const page = await person({ viewport });
    const address = arrangedDeal(cards('Kc Kd Kh Ks Kc Kd Kh Qc Qd Qh Qs'), 'Qc Qd', {
      rules: 'handandfoot',
      packs: 5,
      second: cards('Kc Kd Kh Ks 4c 4d 5c 6c 8c 9c Th'),
    });
    await begin(page, address, 11, 2);
    await feetWait(page, 3);
    await meld(page, 'Kc Kd Kh Ks Kc Kd Kh');
    await expect(own(page)).toContainText('canastas 1, needs 2');
    await meld(page, 'Qc Qd Qh Qs Qc Qd');
    await expect(hand(page)).toHaveCount(11);
    /* The book is closed, so kings of the foot begin another meld. */
    await meld(page, 'Kc Kd Kh');
    await expect(own(page).locator('[data-drop^="meld:"]')).toHaveCount(3);
  });

  test(`in Pennies from Heaven a canasta brings the second hand, ${wide}`, async ({ person }) => {
    const page = await person({ viewport });
    const address = arrangedDeal(cards('Kc Kd Kh Ks Kc Kd Kh 7c 7d 8c 9c 5h 6h'), 'Tc Jd', {
      rules: 'pennies',
      packs: 4,
      players: 6,
      second: cards('4c 4d 5c 6c 8d 9d Th Jh Qs Qd As'),
    });
    await begin(page, address, 13, 2);
    await feetWait(page, 5);
    await meld(page, 'Kc Kd Kh Ks Kc Kd Kh');
    await expect(hand(page)).toHaveCount(19);
    await pick(page, '7c');
    await press(page, 'Discard');
    await expect(page.locator('.banner')).toContainText(/sevens/i);
    await expect(hand(page)).toHaveCount(19);
  });
}
