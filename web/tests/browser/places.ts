/** Every page that has an address, and one that has none. Add new pages here. */
import { expect, type Page } from '@playwright/test';

export const places = [
  '',
  'new',
  'friends',
  'join',
  'learn',
  'problems',
  'problems/1',
  'lessons',
  'lessons/black',
  'lessons/black/1',
  'daily',
  'turns',
  'law',
  'law/L31',
  'sheet',
  'settle',
  'settle/law=L53/what=too-many/noticed=in-time',
  'settle/law=L53/what=looked/noticed=in-time/points=yes',
  'replay',
  'again/n/305',
  'fair',
  'history',
  'settings',
  'nowhere',
];

/** Goes there and waits until it is shown. The page before must be gone, because it has a heading
 * too. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = '';
  });
  await page.goto(`./#/${place}`);
  await expect(page.locator('h1:not([data-before])').first()).not.toBeEmpty();
}

const evening = 86_400_000;
const begun = Date.UTC(2026, 0, 2, 19, 30);

/** The file of somebody who has played for some evenings: won and lost, alone and with friends. */
const lived = JSON.stringify({
  kind: 'canasta-evenings',
  v: 1,
  deals: Array.from({ length: 34 }, (_, at) => ({
    id: String(at),
    at: begun + Math.floor(at / 5) * evening + (at % 5) * 900_000,
    table: at % 3 ? 'here' : 'elsewhere',
    local: at % 3 > 0,
    deal: 1 + (at % 5),
    place: 1 + (at % 5),
    rules: ['laws1950', 'american', 'laws1950'][at % 3],
    house: at % 7 === 6 ? 'target = 3000' : '',
    players: at % 4 === 3 ? 2 : 4,
    partners: at % 4 === 3 ? [] : [at % 3 ? ':club' : 'Maximiliane von Hohenstein'],
    opponents: at % 4 === 3 ? [':expert'] : at % 3 ? [':club', ':club'] : ['Ben', 'Cleo'],
    made: 250 + ((at * 371) % 900) - (at % 6 === 5 ? 700 : 0),
    theirs: 200 + ((at * 733) % 800),
    worth: at % 9 === 8 ? null : 280 + ((at * 97) % 260),
    canastas: at % 3,
    out: ['self', 'side', 'others', 'nobody'][at % 4],
    game: at % 5 === 4 ? (at % 2 ? 'won' : 'lost') : null,
  })),
  daily: Array.from({ length: 3 }, (_, before) => ({
    day: new Date(Date.now() - before * evening).toISOString().slice(0, 10),
    made: 1420 - 500 * before,
    theirs: 635,
    worth: before === 1 ? null : 900,
    at: begun,
  })),
  problems: [1, 2, 3].map((problem) => ({ problem, right: problem !== 2, at: begun })),
  records: [{ table: 'here', record: '{"t":"canasta","v":1}\n' }],
});

/** Takes that file in, on the page of the history. */
export async function takeLife(page: Page): Promise<void> {
  await goTo(page, 'history');
  const buffer = Buffer.from(lived);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lived.json', mimeType: 'application/json', buffer });
  await expect(page.getByRole('listitem')).toHaveCount(30);
}

/** Goes to each of them, and again to those that show what was played, once something is there. */
export async function everyPlace(
  page: Page,
  look: (place: string) => Promise<void>,
): Promise<void> {
  for (const place of places) {
    await goTo(page, place);
    await look(place === '' ? 'start' : place);
  }
  await takeLife(page);
  await page.locator('main summary').first().click();
  await look('history of some evenings');
  for (const place of ['daily', 'problems', 'lessons/black']) {
    await goTo(page, place);
    await look(`${place}, played`);
  }
}

/** Expands every group of a table's rules, once they have been loaded. */
export async function unfoldRules(page: Page): Promise<void> {
  await expect(page.locator('.house details').first()).toBeAttached();
  for (const more of await page.locator('main summary').all()) await more.click();
}
