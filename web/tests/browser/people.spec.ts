/** The waiting room: people who join by the link, where they sit, and their chat. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { hand } from './player';
import { begin, joinTable, openTable, ready } from './table';

test('the link leads to a waiting room with a draw for seats; names and chat stay text', async ({
  person,
}) => {
  const anna = await person();
  await openTable(anna, '<b>Anna</b>');
  await expect(anna.getByLabel('The link to this table')).toHaveValue(anna.url());

  const bruno = await person({ viewport: { width: 360, height: 740 } });
  await bruno.goto(anna.url());
  await bruno.getByLabel('Your name').fill('Bruno');
  await bruno.getByRole('button', { name: 'Go to the table' }).click();
  await expect(bruno.getByRole('button', { name: /<b>Anna<\/b>/ })).toBeVisible();
  await bruno.getByLabel('Say something to everyone').fill('Hello <img src=x onerror=alert(1)>');
  await bruno.keyboard.press('Enter');
  await expect(anna.getByRole('log')).toContainText('Hello <img src=x onerror=alert(1)>');
  expect(await anna.locator('img').count()).toBe(0);

  const watcher = await person();
  await watcher.goto(anna.url());
  await watcher.getByLabel('Your name').fill('Grandma');
  await watcher.getByLabel('I only want to watch').check();
  await watcher.getByRole('button', { name: 'Go to the table' }).click();
  await expect(anna.getByText('1 person is watching')).toBeVisible();

  await bruno.getByRole('button', { name: /^Seat 3/ }).click();
  await bruno.getByRole('button', { name: 'Sit here' }).click();
  await expect(anna.getByRole('button', { name: /^Bruno/ })).toBeVisible();
  await expect(anna.getByRole('button', { name: /^Seat 2/ })).toBeVisible();
  await anna.getByRole('button', { name: 'Fill them with bots' }).click();
  /* A bot is named as at the board, by its place as the viewer sees it. */
  for (const name of [/^West a bot: club/, /^East a bot: club/])
    await expect(anna.getByRole('button', { name })).toBeVisible();
  await anna.getByRole('button', { name: 'Draw for seats' }).click();
  await expect(bruno.getByText('The highest card plays first.')).toBeVisible();
  await expect(bruno.getByText(/^is now in seat/)).toHaveCount(4);

  await begin(anna, bruno);
  await expect(watcher.getByText(/'s turn/).first()).toBeVisible();
  await expect(hand(watcher)).toHaveCount(0);
});

test('everyone sees a pause, undoing needs consent, and a seat can be given up', async ({
  person,
}) => {
  const anna = await person();
  await anna.goto('./#/friends');
  await anna.getByLabel('Your name').fill('Anna');
  await anna.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await anna.getByRole('button', { name: 'Open the table' }).click();
  await anna.waitForURL(/\/[0-9a-f]{32}$/);
  const bruno = await person();
  await bruno.goto(anna.url());
  await bruno.getByLabel('Your name').fill('Bruno');
  await bruno.getByRole('button', { name: 'Go to the table' }).click();
  await begin(bruno, anna);

  await anna.getByRole('button', { name: 'People' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await anna.keyboard.press('Escape');
  await expect(bruno.getByText('Anna has paused the game.')).toBeVisible();
  await bruno.getByRole('button', { name: 'Continue' }).click();
  await expect(anna.getByText('The game is paused.')).toHaveCount(0);

  /* Beginning the game draws, which reveals a card, so the other is asked. */
  const draws = (page: typeof anna) =>
    page.locator('.acts').getByRole('button', { name: 'Draw', exact: true });
  await expect.poll(async () => (await draws(anna).count()) + (await draws(bruno).count())).toBe(1);
  const [active, other] = (await draws(anna).count()) > 0 ? [anna, bruno] : [bruno, anna];
  const before = await hand(active).count();
  await draws(active).click();
  await expect(hand(active)).not.toHaveCount(before);
  await active.getByRole('button', { name: 'People' }).click();
  await active.getByRole('dialog').getByRole('button', { name: 'Ask to undo' }).click();
  await active.keyboard.press('Escape');
  await expect(
    other.getByText(/would like to undo this: .* draws .*\. Is that all right\?/),
  ).toBeVisible();
  await other.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(hand(active)).toHaveCount(before);

  await bruno.getByRole('button', { name: 'People' }).click();
  const rise = bruno
    .getByRole('dialog', { name: 'People' })
    .getByRole('button', { name: 'Give up my seat' });
  const asked = bruno.getByRole('dialog', { name: 'Give up your seat?' });
  await rise.click();
  await expect(asked).toContainText('A bot then continues in that seat. You can return to it');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toHaveCount(0);
  await expect(rise).toBeVisible();
  await rise.click();
  await asked.getByRole('button', { name: 'Give it up' }).click();
  await expect(bruno.getByRole('dialog').getByRole('button', { name: /^Sit here/ })).toBeVisible();
});

test('a person who comes to a full table sees that it is full, and may watch or leave', async ({
  person,
}) => {
  const anna = await person();
  await anna.goto('./#/friends');
  await anna.getByLabel('Your name').fill('Anna');
  await anna.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await anna.getByRole('button', { name: 'Open the table' }).click();
  await anna.waitForURL(/\/[0-9a-f]{32}$/);
  await expect(anna.getByText('Choose a seat to sit there, to put a bot there')).toBeVisible();
  await expect(anna.getByText('Partners have the same mark')).toHaveCount(0);

  const come = async (name: string) => {
    const page = await person();
    await page.goto(anna.url());
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Go to the table' }).click();
    return page;
  };
  const bruno = await come('Bruno');
  await expect(bruno.getByRole('button', { name: 'I am ready' })).toBeVisible();
  const carla = await come('Carla');
  await expect(carla.getByText('There is no free seat at this table')).toBeVisible();
  await expect(carla.getByRole('button', { name: 'Home' })).toBeVisible();
  await carla.getByRole('button', { name: 'Watch the game' }).click();
  await expect(carla.getByText('You are watching.')).toBeVisible();

  /* If spectators are not allowed, there is only the way back. */
  await anna.getByText('Change the table settings').click();
  await anna.getByLabel('Others may watch').uncheck();
  await expect(carla.getByText('This table has no spectators.')).toBeVisible();
  const dora = await come('Dora');
  await expect(dora.getByText('There is no free seat at this table')).toBeVisible();
  await expect(dora.getByRole('button', { name: 'Watch the game' })).toHaveCount(0);
});

test('a person without a seat may choose again to watch; one with a seat returns to it', async ({
  person,
}) => {
  const anna = await person();
  await openTable(anna, 'Anna');
  await anna.getByText('Change the table settings').click();
  await anna.getByLabel('People I let in').check({ force: true });
  await expect(anna.getByText('The host is asked each time.')).toBeVisible();
  const bruno = await person();
  const come = async () => {
    await bruno.getByLabel('Your name').fill('Bruno');
    await bruno.getByRole('button', { name: 'Go to the table' }).click();
  };
  const asked = anna.getByText('Bruno would like to sit down. May Bruno join?');
  await bruno.goto(anna.url());
  await come();
  await expect(asked).toBeVisible();
  await expect(bruno.getByText('You are watching.')).toBeVisible();

  /* Nothing was decided: after a reload the person is asked again. */
  await bruno.reload();
  await expect(bruno.getByLabel('I only want to watch')).toBeVisible();
  await expect(asked).toHaveCount(0);
  await come();
  await expect(asked).toBeVisible();
  await anna.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(bruno.getByRole('button', { name: 'I am ready' })).toBeVisible();
  await bruno.reload();
  await expect(bruno.getByRole('button', { name: 'I am ready' })).toBeVisible();
});

test('removing a person needs confirmation', async ({ person }) => {
  const anna = await person();
  await openTable(anna, 'Anna');
  const bruno = await person();
  await bruno.goto(anna.url());
  await bruno.getByLabel('Your name').fill('Bruno');
  await bruno.getByRole('button', { name: 'Go to the table' }).click();
  await anna.getByRole('button', { name: /^Bruno/ }).click();
  await anna.getByRole('button', { name: 'Take the seat from Bruno' }).click();
  const asked = anna.getByRole('dialog', { name: 'Take the seat from Bruno?' });
  await expect(asked).toContainText('Bruno can return to it');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(bruno.getByRole('button', { name: 'I am ready' })).toBeVisible();
  await anna.getByRole('button', { name: 'Take the seat from Bruno' }).click();
  await asked.getByRole('button', { name: 'Take the seat' }).click();
  await expect(bruno.getByText('You are watching.')).toBeVisible();
});

test('players see that spectators are shown hands; a second window of a player shows none', async ({
  person,
}) => {
  const anna = await person();
  await openTable(anna, 'Anna');
  const come = async (name: string, watching = false) => {
    const page = await person();
    await page.goto(anna.url());
    await page.getByLabel('Your name').fill(name);
    if (watching) await page.getByLabel('I only want to watch').check();
    await page.getByRole('button', { name: 'Go to the table' }).click();
    return page;
  };
  const bruno = await come('Bruno');
  const told = 'Spectators see all hands, at least 1 minute late.';
  await expect(bruno.getByRole('button', { name: 'I am ready' })).toBeVisible();
  await expect(bruno.getByText(told)).toHaveCount(0);
  await anna.getByText('Change the table settings').click();
  await anna.getByLabel('When do they see the hands?').selectOption('1 minute later');
  await expect(anna.getByText('as they were at least 1 minute ago')).toBeVisible();
  const carla = await come('Carla');
  for (const page of [anna, bruno, carla]) await expect(page.getByText(told)).toBeVisible();
  await bruno.getByRole('button', { name: 'I see' }).click();
  await expect(bruno.getByText(told)).toHaveCount(0);
  await anna.getByLabel('When do they see the hands?').selectOption('3 minutes later');
  await expect(bruno.getByText('see all hands, at least 3 minutes late')).toBeVisible();

  /* A browser has one seat: a second window takes it over and does not watch. */
  const second = await bruno.context().newPage();
  await second.goto(anna.url());
  await expect(second.getByRole('button', { name: 'I am ready' })).toBeVisible();
  await expect(bruno.getByText('The table is closed')).toBeVisible();

  const dora = await come('Dora', true);
  await expect(dora.getByText('You are watching.')).toBeVisible();
  await expect(dora.getByText(/^Spectators see all hands, /)).toHaveCount(0);
});

test('during the cut, everyone sees which player is waited for', async ({ person }) => {
  const names = ['Anna', 'Bruno'];
  const people = await Promise.all(
    names.map(() => person({ settings: { motion: 'off', sounds: false } })),
  );
  const [anna, bruno] = people as [Page, Page];
  await anna.goto('./#/friends');
  await anna.getByLabel('Your name').fill('Anna');
  await anna.getByRole('group', { name: 'How many play?' }).getByText('2', { exact: true }).click();
  await anna.getByRole('button', { name: 'Open the table' }).click();
  await expect(anna).toHaveURL(/\/[0-9a-f]{32}$/);
  await joinTable(bruno, new URL(anna.url()).pathname.slice(1), 'Bruno');
  for (const page of people) await ready(page);
  for (const page of people)
    await expect(page.getByRole('heading', { name: /cuts? the cards/ })).toBeVisible();
  const own = await Promise.all(people.map((page) => page.getByText('You cut the cards').count()));
  const cutter = own.indexOf(1);
  const other = 1 - cutter;
  await expect(people[cutter]!.getByText(`${names[other]!} waits for you to cut.`)).toBeVisible();
  await expect(people[other]!.getByRole('status')).toContainText(
    `The table waits for ${names[cutter]!} to cut the cards.`,
  );
  await people[cutter]!.context().close();
  await expect(people[other]!.getByText(`${names[cutter]!} is away just now.`)).toBeVisible();
});
