/** One player gives a seat up in the middle of a deal and another takes it over. Players who may
 * not do so see why. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { dealt, hand } from './player';
import {
  begin,
  closePeople,
  fillWithBots,
  joinTable,
  makeTable,
  openPeople,
  overhear,
} from './table';

const people = (page: Page) => page.getByRole('dialog', { name: 'People' });

async function giveUp(page: Page): Promise<void> {
  await openPeople(page);
  await people(page).getByRole('button', { name: 'Give up my seat' }).click();
  await page
    .getByRole('dialog', { name: 'Give up your seat?' })
    .getByRole('button', { name: 'Give it up' })
    .click();
  await expect(
    people(page)
      .getByRole('button', { name: /^Sit here/ })
      .first(),
  ).toBeVisible();
}
const sitOn = (page: Page, seat: number) =>
  people(page)
    .getByRole('button', { name: new RegExp(`^Sit here.*${String(seat)}$`) })
    .click();

test('another player takes over a free seat, unless they have seen a hand', async ({ person }) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  const bruno = await person({ viewport: { width: 360, height: 740 } });
  await joinTable(bruno, link, 'Bruno');
  const carla = await person();
  await joinTable(carla, link, 'Carla', true);
  await fillWithBots(anna);
  await begin(anna, bruno);

  await giveUp(bruno);
  await expect(hand(bruno)).toHaveCount(0);
  await sitOn(bruno, 3);
  const why = people(bruno).getByText(
    'You may have seen another hand. You can sit down after this deal.',
  );
  await expect(why).toBeVisible();
  await people(bruno).getByRole('button', { name: 'I see' }).click();
  await expect(why).toHaveCount(0);
  await closePeople(bruno);

  await openPeople(carla);
  await sitOn(carla, 2);
  await expect(people(carla).getByText('you · ')).toBeVisible();
  await closePeople(carla);
  await expect(hand(carla)).not.toHaveCount(0);
  await openPeople(anna);
  await expect(people(anna).getByText('Carla', { exact: true }).first()).toBeVisible();
});

test('a player admitted by the host gets the seat, and a refused one is informed', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  const bruno = await person();
  await joinTable(bruno, link, 'Bruno');
  const carla = await person();
  await joinTable(carla, link, 'Carla', true);
  await fillWithBots(anna);
  await anna.getByText('Change the table settings').click();
  await anna.getByLabel('People I let in').check();
  await begin(anna, bruno);
  await giveUp(bruno);

  await openPeople(carla);
  await sitOn(carla, 2);
  await expect(
    people(carla).getByText('The host is asked whether you may sit down.'),
  ).toBeVisible();
  await expect(bruno.getByText('Carla would like to sit down. The host is asked.')).toHaveCount(1);
  await expect(anna.getByText('Carla would like to sit down. May Carla join?')).toBeVisible();
  await anna.getByRole('button', { name: 'No', exact: true }).click();
  await expect(people(carla).getByText('You were not given a seat this time.')).toBeVisible();
  await sitOn(carla, 2);
  await anna.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(people(carla).getByText('you · ')).toBeVisible();
  await closePeople(carla);
  await expect(hand(carla)).not.toHaveCount(0);
});

test('the link alone seats a player during a deal, or shows that the host is asked', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  await fillWithBots(anna);
  await begin(anna);
  const come = async (name: string) => {
    const page = await person();
    await page.goto(`./${link}`);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Go to the table' }).click();
    return page;
  };
  const bruno = await come('Bruno');
  await dealt(bruno);

  await openPeople(anna);
  await people(anna).getByText('Change the table settings').click();
  await expect(people(anna).getByLabel('Brisk')).toBeDisabled();
  await people(anna).getByLabel('When do they see the hands?').selectOption('1 minute later');
  await expect(
    people(anna).getByText('A deal is being played, so the others are asked'),
  ).toBeVisible();
  await expect(
    bruno.getByText('Anna would like spectators to see all hands of this deal'),
  ).toBeVisible();
  await bruno.getByRole('button', { name: 'No', exact: true }).click();
  await expect(people(anna).getByText('Not everyone agreed')).toBeVisible();
  await expect(people(anna).getByLabel('When do they see the hands?')).toHaveValue('0');
  await people(anna).getByLabel('People I let in').check();
  await people(anna).getByLabel('Others may watch').uncheck();
  await expect(people(anna).getByLabel('Others may watch')).not.toBeChecked();
  await closePeople(anna);
  const carla = await come('Carla');
  await expect(carla.getByText('The host is being asked whether you may sit down.')).toBeVisible();
  await anna.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(hand(carla)).not.toHaveCount(0);
});

test('a person who joins by link during a game chooses among the bots’ seats', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  await fillWithBots(anna);
  await begin(anna);

  const bruno = await person({ viewport: { width: 360, height: 740 } });
  const lines = overhear(bruno);
  await bruno.goto(`./${link}`);
  const seats = bruno.getByRole('group', { name: 'Whose seat would you like?' });
  await expect(seats.getByRole('radio')).toHaveCount(3);
  await expect(seats.getByRole('radio').first()).toBeChecked();
  await expect(seats.getByRole('radio', { name: /^North/ })).toHaveAccessibleName(
    /a bot: Club · partner of Anna · 0 points so far/i,
  );
  await expect(seats.getByRole('radio', { name: /^West/ })).toHaveAccessibleName(/partner of East/);
  await bruno.getByLabel('I only want to watch').check();
  await expect(seats).toHaveCount(0);
  await bruno.getByLabel('I only want to watch').uncheck();
  await seats.getByRole('radio').first().focus();
  await bruno.keyboard.press('ArrowDown');
  await expect(seats.getByRole('radio', { name: /^North/ })).toBeChecked();

  const carla = await person();
  await carla.goto(`./${link}`);
  await carla.getByLabel('Your name').fill('Carla');
  await expect(carla.getByRole('radio', { name: /^North/ })).toBeVisible();
  await carla.getByRole('radio', { name: /^North/ }).check();

  await bruno.getByLabel('Your name').fill('Bruno');
  await bruno.getByRole('button', { name: 'Go to the table' }).click();
  await expect(hand(bruno)).not.toHaveCount(0);
  expect(lines.findLast(({ t }) => t === 'welcome')?.seat).toBe(2);

  /* The seat that was picked has gone: any other will do. */
  await expect(carla.getByRole('radio')).toHaveCount(2);
  await expect(carla.getByRole('radio').first()).toBeChecked();
  await carla.getByRole('button', { name: 'Go to the table' }).click();
  await expect(hand(carla)).not.toHaveCount(0);
});

test('without spectators, joining shows nothing of the game and needs one press', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  await fillWithBots(anna);
  await anna.getByText('Change the table settings').click();
  await anna.getByLabel('Others may watch').uncheck();
  await expect(anna.getByLabel('Others may watch')).not.toBeChecked();
  await begin(anna);
  const bruno = await person();
  const lines = overhear(bruno);
  await bruno.goto(`./${link}`);
  await bruno.getByLabel('Your name').fill('Bruno');
  await expect.poll(() => lines.some(({ t, why }) => t === 'no' && why === 'watch')).toBe(true);
  await expect(bruno.getByRole('radio')).toHaveCount(0);
  await bruno.getByRole('button', { name: 'Go to the table' }).click();
  await expect(hand(bruno)).not.toHaveCount(0);
});
