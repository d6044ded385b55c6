/** Four people at a server's table, through a whole deal and all kinds of network failures. */
import type { Page } from '@playwright/test';
import { expect, swift, test } from './house';
import { cards, hand, Player } from './player';
import {
  begin,
  closePeople,
  joinTable,
  leaks,
  makeTable,
  openPeople,
  overhear,
  say,
  type Line,
} from './table';

const lost = 'Connection lost. Reconnecting … Nothing is lost.';

async function hears(page: Page, text: string): Promise<void> {
  await openPeople(page);
  await expect(page.getByRole('log').getByText(text)).toBeVisible();
  await closePeople(page);
}

/** Cards whose face is in the page: none may be from a hidden hand. */
async function facesOfHands(page: Page): Promise<number> {
  return page.locator('[data-zone=hand], [role=option]').count();
}

/** The numbers of the lines that report a discard. */
function discards(told: Line[]): Set<unknown> {
  return new Set(told.filter(({ t }) => t === 'discard').map((line) => line['#']));
}

test('four people play a deal; one reloads, one goes offline, the server dies once', async ({
  person,
  server,
}) => {
  const names = ['Ann', 'Ben', 'Cleo', 'Dan'];
  const people = await Promise.all(
    names.map(() =>
      person({ settings: swift, offline: true, viewport: { width: 1200, height: 800 } }),
    ),
  );
  const spectator = await person();
  const [ann, ben, cleo, dan] = people as [Page, Page, Page, Page];
  const lines = people.map(overhear);
  const watched = overhear(spectator);

  const link = await makeTable(ann, 'Ann');
  await joinTable(ben, link, 'Ben');
  await joinTable(cleo, link, 'Cleo');
  await joinTable(dan, link, 'Dan');
  await joinTable(spectator, link, 'Eve', true);
  await begin(...people);
  for (const page of people) await expect(hand(page)).toHaveCount(11);

  await openPeople(ann);
  await say(ann, 'May the best pair win');
  await closePeople(ann);
  for (const page of [ben, cleo, dan, spectator]) await hears(page, 'May the best pair win');

  const happened = new Set<string>();
  const once = async (what: string, when: boolean, deed: () => Promise<void>): Promise<void> => {
    if (!when || happened.has(what)) return;
    happened.add(what);
    await deed();
  };
  const settled = (page: Page): Promise<void> =>
    expect(page.locator('.acts button[disabled]')).toHaveCount(0);

  const players = people.map((page) => new Player(page));
  await Promise.all([
    players[0]!.deal(),
    players[1]!.deal(({ turns }) =>
      once('reload', turns === 1, async () => {
        await settled(ben);
        const before = await cards(ben);
        await ben.reload();
        await expect(hand(ben)).toHaveCount(before.length);
        expect(await cards(ben)).toEqual(before);
      }),
    ),
    players[2]!.deal(({ turns }) =>
      once('offline', turns === 1, async () => {
        await cleo.context().setOffline(true);
        await expect(cleo.getByText(lost)).toBeVisible();
        await cleo.context().setOffline(false);
        await expect(cleo.getByText(lost)).toHaveCount(0);
      }),
    ),
    players[3]!.deal(({ turns }) =>
      once('killed', turns === 2, async () => {
        expect(await facesOfHands(spectator)).toBe(0);
        await server.kill();
        for (const page of people) await expect(page.getByText(lost)).toBeVisible();
        await server.again();
        for (const page of people) await expect(page.getByText(lost)).toHaveCount(0);
      }),
    ),
  ]);
  expect([...happened].sort()).toEqual(['killed', 'offline', 'reload']);

  for (const page of [...people, spectator])
    await expect(page.getByRole('heading', { name: 'Deal 1 is over' })).toBeVisible();
  for (const page of people)
    await expect(
      page.getByText(
        'The deal was fair: the server committed to the deck before your contribution came',
      ),
    ).toBeVisible();
  await expect(
    spectator.getByText('You are only watching, so no contribution of yours is in it'),
  ).toBeVisible();

  lines.forEach((told, seat) => expect(leaks(told, seat)).toEqual([]));
  expect(leaks(watched, null)).toEqual([]);
  /* The check for leaks means something only if lines arrived: the whole deal did. */
  expect(discards(watched).size).toBeGreaterThanOrEqual(people.length);
  expect(discards(watched)).toEqual(discards(lines[0]!));
});
