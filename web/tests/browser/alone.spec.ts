/** Alone against bots, from the first click to the score sheet. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { newGame } from './new-game';
import { cards, dealt, hand, Player } from './player';

test('one click leads from the first page to the first cards, with animations and sounds', async ({
  person,
}) => {
  const page = await person({ quick: false, offline: true, reducedMotion: 'no-preference' });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(hand(page)).toHaveCount(11);
  const draw = page.locator('.acts').getByRole('button', { name: 'Draw', exact: true });
  /* A press on it counts while the cards are dealt, unless it comes at once. */
  await expect(async () => {
    if ((await hand(page).count()) === 11) await draw.click();
    await expect(hand(page)).not.toHaveCount(11, { timeout: 2000 });
  }).toPass();
  await expect(draw).toHaveCount(0);
});

/* A call of what is not there yet would stop the page for as long as it is held back. */
test('the first cards need only the first part of the module', async ({ person }) => {
  for (const language of ['en', 'de', 'es', 'fr']) {
    const page = await person({ settings: { language } });
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/rest-[^/]*\.wasm$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('./');
    await page.locator('.main .button').first().click();
    await expect(hand(page)).toHaveCount(11);
    release();
    await expect(page.locator('.acts').getByRole('button').first()).toBeEnabled();
    await page.close();
  }
});

test('a whole deal to its score sheet, with a reload in the middle', async ({ person }) => {
  const page = await person({ offline: true });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await dealt(page, 11);
  let reloaded = false;
  const player = new Player(page);
  await player.deal(async ({ turns }) => {
    if (reloaded || turns < 2) return;
    reloaded = true;
    await expect(page.locator('.acts button[disabled]')).toHaveCount(0);
    const before = await cards(page);
    const says = await page.getByRole('region', { name: 'Stock and pack' }).innerText();
    await page.reload();
    await expect(hand(page)).toHaveCount(before.length);
    expect(await cards(page)).toEqual(before);
    const pack = page.getByRole('region', { name: 'Stock and pack' });
    await expect.poll(() => pack.innerText()).toBe(says);
  });
  expect(reloaded).toBe(true);
  await expect(page.getByRole('heading', { name: 'Deal 1 is over' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^We/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Score \d/ })).toContainText(/\d/);
  await page.getByRole('button', { name: 'Next deal' }).click();
  await dealt(page, 11);
  /* Another page was shown in between. The next deal is played like the first. */
  const again = new Player(page);
  await again.begin(3);
  expect(again.turns).toBe(3);
  /* This game is the first page: its score and one's own hand. */
  const held = await hand(page).count();
  await page.goto('./');
  const game = page.getByRole('region', { name: 'Continue your game' });
  await expect(game.locator('.facts')).toHaveText(/^Laws of 1950 · Deal 2( · it is your turn)?$/);
  await expect(game.locator('.scores > *')).toHaveText([/^We −?[\d,]+$/, /^They −?[\d,]+$/]);
  await expect(game.locator('.hand .face')).toHaveCount(held);
  await expect(page.getByRole('link', { name: 'New game' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play now' })).toHaveCount(0);
  await game.getByRole('link', { name: 'Continue your game' }).click();
  await expect(hand(page)).not.toHaveCount(0);
});

test('a refusal links to its article, a meld is undone, and a hint shows its cards', async ({
  person,
}) => {
  const page = await person();
  /* A numbered deal: three aces in the first hand, and the first turn. */
  await page.goto('./#/again/n/305');
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 11);
  await page.locator('.acts').getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(hand(page)).toHaveCount(12);

  await page.getByRole('button', { name: /^Pack:/ }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You have already drawn or taken the pack in this turn.',
  );
  await page.getByRole('button', { name: 'Why? L15' }).click();
  const article = page.getByRole('dialog', { name: 'Drawing or taking' });
  await expect(article).toContainText('L15');
  await article.getByRole('link', { name: 'law book' }).click();
  await expect(page).toHaveURL(/#\/law\/.*L15$/);
  await expect(page.locator('article h1')).toHaveText('Drawing or taking');
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await expect(hand(page)).toHaveCount(12);

  const before = await cards(page);
  const player = new Player(page);
  for (const [at, card] of before.entries()) if (card.startsWith('A')) await player.pick(at);
  await page.locator('.acts').getByRole('button', { name: 'Meld', exact: true }).click();
  await expect(hand(page)).toHaveCount(9);
  const own = page.getByRole('region', { name: 'Melds: We' });
  await expect(own).toContainText('three aces');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hand(page)).toHaveCount(12);
  expect(await cards(page)).toEqual(before);
  await expect(own).toContainText('nothing melded yet');

  /* The hint takes the place of a refusal. */
  await page.getByRole('button', { name: /^Pack:/ }).click();
  await expect(page.getByRole('alert')).not.toHaveText('');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByRole('alert')).toHaveText('');
  await page.getByRole('button', { name: 'Pick these cards' }).click();
  await expect(page.locator('[role=option][aria-selected=true]')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Do this' }).click();
  await expect(hand(page)).not.toHaveCount(12);
  /* The advice was the discard, or a meld, after which the turn is ended by hand. */
  let held = before;
  if ((await hand(page).count()) < 11) {
    held = await cards(page);
    await player.pick(0);
    await page.locator('.acts').getByRole('button', { name: 'Discard', exact: true }).click();
  }
  /* Whatever the bots have played since, the person's state is restored. */
  await expect(
    page.locator('.acts').getByRole('button', { name: 'Draw', exact: true }),
  ).toBeVisible();
  await page.getByText('Menu').click();
  await page.getByRole('button', { name: 'Undo my last action' }).click();
  await expect(hand(page)).toHaveCount(held.length);
  expect(await cards(page)).toEqual(held);
});

test('if the game cannot be loaded, the page shows an error and a retry works', async ({
  person,
}) => {
  const page = await person({ errors: false });
  let broken = true;
  await page.route(/\/assets\/host-[^/]*\.js$/, (route) =>
    broken ? route.abort() : route.continue(),
  );
  /* A worker is started in advance, and fails. */
  const failed = page.waitForEvent('requestfailed');
  await page.goto('./');
  await failed;
  const play = page.getByRole('button', { name: 'Play now' });
  await play.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong in this browser. Please open the game again.',
  );
  broken = false;
  await page.reload();
  await play.click();
  await dealt(page, 11);

  const second = await person({ errors: false });
  broken = true;
  await second.route(/\/assets\/host-[^/]*\.js$/, (route) =>
    broken ? route.abort() : route.continue(),
  );
  const failedAgain = second.waitForEvent('requestfailed');
  await second.goto('./');
  await failedAgain;
  broken = false;
  await second.getByRole('button', { name: 'Play now' }).click();
  await dealt(second, 11);
});

test('every rule set deals for every number of players on a first visit', async ({ person }) => {
  const page = await person();
  const storage = await page.context().newCDPSession(page);
  /* All caches are cleared, but the files need not be fetched again for each game. */
  const forget = async (): Promise<void> => {
    const origin = new URL(page.url()).origin;
    await page.goto('about:blank');
    await storage.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb',
    });
  };
  const box = async (what: string) => (await page.locator(what).boundingBox())!;
  const field = (name: string) => page.locator(`.chooser input[name$=${name}]`);
  const choose = (name: string, value: string): Promise<void> =>
    field(name)
      .and(page.locator(`[value="${value}"]`))
      .check({ force: true });
  const values = (name: string): Promise<string[]> =>
    field(name).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

  const games: [string, string][] = [];
  await newGame(page, 'Players', 'Rules');
  for (const rules of await values('-rules')) {
    await choose('-rules', rules);
    for (const players of await values('-players')) games.push([rules, players]);
  }
  expect(games.length).toBeGreaterThan(15);
  let cuts = 0;
  for (const [rules, players] of games) {
    await forget();
    await newGame(page, 'Players', 'Rules');
    await expect(field('-rules').first()).toBeChecked();
    await choose('-rules', rules);
    await choose('-players', players);
    await page.getByRole('button', { name: 'Deal the cards' }).click();
    const cut = page.getByRole('button', { name: 'Cut here' });
    await cut.or(hand(page).first()).first().waitFor();
    if (await cut.isVisible()) {
      if (cuts++ === 0) await page.reload();
      /* The picture holds the two packets, however many decks there are. */
      expect((await box('.packet.upper')).y).toBeGreaterThan((await box('.deck')).y);
      await cut.click();
    }
    await expect(page.locator('.plate')).toHaveCount(Number(players) - 1);
    await expect(hand(page).nth(10), `${rules}, ${players} players`).toBeVisible();
  }
  expect(cuts).toBeGreaterThan(0);
});

/** The tables of which this browser keeps a log. */
function logged(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('canasta', 1);
        opening.onerror = () => reject(new Error('storage'));
        opening.onsuccess = () => {
          const lines = opening.result.transaction('lines').objectStore('lines');
          const all = lines.getAll() as IDBRequest<{ table: string }[]>;
          all.onsuccess = () => {
            opening.result.close();
            resolve([...new Set(all.result.map(({ table }) => table))]);
          };
        };
      }),
  );
}

test('a game deleted during play leaves no log, nor does a lesson', async ({ person }) => {
  const page = await person();
  const draw = (): Promise<void> =>
    page.locator('.acts').getByRole('button', { name: 'Draw', exact: true }).click();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await dealt(page, 11);
  expect(await logged(page)).toHaveLength(1);
  const other = await page.context().newPage();
  await other.goto('./');
  await other.getByText('Your game on this device').click();
  await other.getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('Your game on this device')).toHaveCount(0);
  await draw();
  await expect(hand(page)).not.toHaveCount(11);
  expect(await logged(page)).toEqual([]);

  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  await dealt(page, 11);
  await draw();
  await expect(hand(page)).not.toHaveCount(11);
  expect(await logged(page)).toEqual([]);

  /* Leftovers of earlier visits are removed. */
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('canasta', 1);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('lines', 'readwrite');
          for (const text of ['1', '2'])
            writing.objectStore('lines').add({ table: 'nobody', text });
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  expect(await logged(page)).toEqual(['nobody']);
  await page.goto('./#/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await dealt(page, 11);
  await page.goto('./#/');
  await expect.poll(async () => (await logged(page)).includes('nobody')).toBe(false);
  expect(await logged(page)).toHaveLength(1);
});

test('a bot can be replaced by another in the middle of a deal', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await dealt(page);
  await expect(page.locator('.plate').filter({ hasText: 'beginner' })).toHaveCount(0);
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('button', { name: 'The bots' }).click();
  const bots = page.getByRole('dialog', { name: 'The bots' });
  await bots.getByLabel('North: how well the bot plays').selectOption('beginner');
  await bots.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.plate').filter({ hasText: 'beginner' })).toHaveCount(1);
  await page.reload();
  await expect(page.locator('.plate').filter({ hasText: 'beginner' })).toHaveCount(1);
});
