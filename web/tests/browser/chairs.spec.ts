/** One gives the chair up in the middle of a deal, another takes it over; and whoever may not is told why. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { hand } from './player';
import { closePeople, fillWithBots, joinTable, makeTable, openPeople, ready } from './table';

const people = (page: Page) => page.getByRole('dialog', { name: 'People' });

async function giveUp(page: Page): Promise<void> {
  await openPeople(page);
  await people(page).getByRole('button', { name: 'Give up my chair' }).click();
  await page
    .getByRole('dialog', { name: 'Give up your chair?' })
    .getByRole('button', { name: 'Give it up' })
    .click();
  await expect(
    people(page)
      .getByRole('button', { name: /^Sit here/ })
      .first(),
  ).toBeVisible();
}
const sitOn = (page: Page, chair: number) =>
  people(page)
    .getByRole('button', { name: new RegExp(`^Sit here.*${String(chair)}$`) })
    .click();

test('another takes over a chair that was given up, and whoever has seen a hand is told why not', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  const bruno = await person({ viewport: { width: 360, height: 740 } });
  await joinTable(bruno, link, 'Bruno');
  const carla = await person();
  await joinTable(carla, link, 'Carla', true);
  await fillWithBots(anna);
  await ready(anna);
  await ready(bruno);
  await expect(hand(bruno)).not.toHaveCount(0);

  await giveUp(bruno);
  await expect(hand(bruno)).toHaveCount(0);
  await sitOn(bruno, 3);
  const why = people(bruno).getByText(
    'Whoever may have seen another hand of this deal can sit down when it is over.',
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

test('whom the host lets in takes the chair over, and whom not is told', async ({ person }) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  const bruno = await person();
  await joinTable(bruno, link, 'Bruno');
  const carla = await person();
  await joinTable(carla, link, 'Carla', true);
  await fillWithBots(anna);
  await anna.getByText('Set the table').click();
  await anna.getByLabel('Whom I let in').check();
  await ready(anna);
  await ready(bruno);
  await expect(hand(bruno)).not.toHaveCount(0);
  await giveUp(bruno);

  await openPeople(carla);
  await sitOn(carla, 2);
  await expect(people(carla).getByText('The host is asked whether you may sit down.')).toBeVisible();
  await expect(bruno.getByText('Carla would like to sit down. The host is asked.')).toHaveCount(1);
  await expect(anna.getByText('Carla would like to sit down. May Carla join?')).toBeVisible();
  await anna.getByRole('button', { name: 'No', exact: true }).click();
  await expect(people(carla).getByText('You were not given a chair this time.')).toBeVisible();
  await sitOn(carla, 2);
  await anna.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(people(carla).getByText('you · ')).toBeVisible();
  await closePeople(carla);
  await expect(hand(carla)).not.toHaveCount(0);
});

test('with the link alone one sits down in the middle of a deal, and whoever waits to be let in is told so', async ({
  person,
}) => {
  const anna = await person();
  const link = await makeTable(anna, 'Anna');
  await fillWithBots(anna);
  await ready(anna);
  await expect(hand(anna)).not.toHaveCount(0);
  const come = async (name: string) => {
    const page = await person();
    await page.goto(`./${link}`);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Go to the table' }).click();
    return page;
  };
  const bruno = await come('Bruno');
  await expect(hand(bruno)).not.toHaveCount(0);

  await openPeople(anna);
  await people(anna).getByText('Set the table').click();
  await people(anna).getByLabel('Whom I let in').check();
  await people(anna).getByLabel('Others may watch').uncheck();
  await expect(people(anna).getByLabel('Others may watch')).not.toBeChecked();
  await closePeople(anna);
  const carla = await come('Carla');
  await expect(carla.getByText('The host is being asked whether you may sit down.')).toBeVisible();
  await anna.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(hand(carla)).not.toHaveCount(0);
});
