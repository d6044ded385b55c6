/** The first page leads back to a table with friends as long as it exists. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { goTo, places } from './places';
import { hand } from './player';
import { begin, fillWithBots, joinTable, makeTable, openPeople } from './table';

async function start(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Menu' }).click();
  await page.getByRole('link', { name: 'Home' }).click();
}

test('the first page links to a table with friends only while it exists', async ({ person }) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna', { title: 'Friday' });
  const bruno = await person({ viewport: { width: 360, height: 740 } });
  await joinTable(bruno, link, '<b>Bruno</b>');
  await fillWithBots(anna);
  await begin(anna, bruno);

  await start(anna);
  /* It is the page, and its button leads there. */
  const game = anna.getByRole('region', { name: 'Continue your game' });
  await expect(game.locator('.facts')).toHaveText(/^<b>Bruno<\/b> · Friday · Laws of 1950/);
  await game.getByRole('link').click();
  await expect(anna).toHaveURL(new RegExp(`/${link}$`));
  await expect(hand(anna)).not.toHaveCount(0);
  await start(anna);
  const back = anna.getByRole('link', { name: 'Continue with <b>Bruno</b>' });
  await expect(back).toContainText('Friday');
  await back.click();
  await expect(anna).toHaveURL(new RegExp(`/${link}$`));
  await expect(hand(anna)).not.toHaveCount(0);

  /* A player who has given the seat up has no table to return to. */
  await openPeople(bruno);
  const people = bruno.getByRole('dialog', { name: 'People' });
  await people.getByRole('button', { name: 'Give up my seat' }).click();
  await bruno
    .getByRole('dialog', { name: 'Give up' })
    .getByRole('button', { name: 'Give it up' })
    .click();
  await expect(people.getByRole('button', { name: /^Sit here/ }).first()).toBeVisible();
  await bruno.goto('./');
  await expect(bruno.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(bruno.getByText('Your tables with friends')).toHaveCount(0);

  /* The table no longer exists: the server says so, once. */
  const gone = 'f'.repeat(32);
  await anna.evaluate(
    ({ gone, link }) => {
      const kept = (what: string) => localStorage.getItem(`canasta.${what}.${link}`)!;
      for (const what of ['token', 'place'])
        localStorage.setItem(`canasta.${what}.${gone}`, kept(what));
    },
    { gone, link },
  );
  await anna.goto('./');
  await expect(anna.getByRole('link', { name: /^Continue (with|at) (?!your game)/ })).toHaveCount(
    2,
  );
  const stranger = await person();
  await stranger.goto(`./${gone}`);
  await expect(stranger.getByRole('heading', { name: 'There is no such table' })).toBeVisible();
  await expect(stranger.getByLabel('Your name')).toHaveCount(0);
  await stranger.goto(`./${link}`);
  await expect(stranger.getByLabel('Your name')).toBeVisible();
  const invitation = stranger.getByRole('heading', {
    name: 'Anna invites you to a game of Canasta',
  });
  await expect(invitation).toBeFocused();
  await expect(
    stranger.getByText('Friday · Laws of 1950 · 4 players · the game has begun'),
  ).toBeVisible();
  await anna.goto(`./${gone}`);
  await expect(anna.getByText('There is no such table here.')).toBeVisible();
  await anna.getByRole('button', { name: 'Home' }).click();
  await expect(anna.getByRole('link', { name: /^Continue (with|at) (?!your game)/ })).toHaveCount(
    1,
  );
  await anna.getByRole('button', { name: /^Remove from the list/ }).click();
  await expect(anna.getByText('Your tables with friends')).toHaveCount(0);
});

test('a server that does not answer is reported immediately, and the person can leave', async ({
  person,
  server,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  const bruno = await person({ errors: false }); // a worker that nobody wants may not come any more
  await joinTable(bruno, link, 'Bruno');
  await anna.goto('./#/friends');
  await expect(anna.getByRole('button', { name: 'Open the table' })).toBeVisible();
  await start(bruno);
  await expect(bruno.getByRole('link', { name: 'Continue with Anna' })).toBeVisible();
  await bruno.evaluate(() => sessionStorage.clear()); // as another window would
  await server.kill();

  await anna.getByRole('button', { name: 'Open the table' }).click();
  await expect(anna.getByRole('alert')).toHaveText(
    'The server does not answer. Are you connected to the network?',
  );
  await bruno.getByRole('link', { name: 'Continue with Anna' }).click();
  await expect(bruno.getByText('The server does not answer.')).toBeVisible();
  await bruno.getByRole('button', { name: 'Home' }).click();
  await expect(bruno.getByRole('link', { name: 'New game' })).toBeVisible();

  await server.again();
  await anna.getByRole('button', { name: 'Open the table' }).click();
  await expect(anna.getByRole('button', { name: 'I am ready' })).toBeVisible();
});

test('a button does not move under the finger: it appears with the content above it', async ({
  person,
}) => {
  const page = await person();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('./#/friends');
  await expect(page.getByLabel('Your name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the table' })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeVisible();
});

test('a sentence that is still loading is blank, not a key', async ({ person }) => {
  const page = await person();
  /* The whole catalogue is still loading; the sentences of the first page have arrived. */
  const whole = /\/en-[^/]*\.words$/;
  let come: () => void = () => undefined;
  let asked = 0;
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(whole, async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const link = 'e'.repeat(32);
    const place = {
      touched: 1,
      rules: 'laws1950',
      title: '',
      names: ['Bruno', 'Carla'],
      over: false,
    };
    localStorage.setItem(`canasta.token.${link}`, '0'.repeat(32));
    localStorage.setItem(`canasta.place.${link}`, JSON.stringify(place));
  });
  await page.goto('./');
  await expect(page.getByRole('link', { name: 'Continue with Bruno and Carla' })).toBeVisible();
  await page.goto(`./${'f'.repeat(32)}`);
  for (const place of places) await page.goto(`./#/${place}`);
  await page.goto('./#/law');
  await expect.poll(() => asked).toBeGreaterThan(0);
  come();
  await goTo(page, 'law');
  await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toBeVisible();
  await page.goto(`./${'f'.repeat(32)}`);
  await expect(
    page.getByText('There is no such table here. Please check that you have the whole link.'),
  ).toBeVisible();
});
