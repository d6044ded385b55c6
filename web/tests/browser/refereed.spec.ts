/** Four people at one table with a referee: a draw too many, a first meld that is too small, a
 * fourth wild card, a wrong take and red threes that nobody lays down; called, and watched; once
 * with keys alone. */
import type { Locator, Page } from '@playwright/test';
import { dealOf } from './arranged';
import { expect, swift, test, type Wishes } from './house';
import { hand, Player, tabTo, type Way } from './player';
import { begin, joinTable } from './table';

const hands = [
  '4c 4d 4h 5c 5d 5h 3h Kc Qd 9c Jc',
  '6c 6d 6h 2c 2d 2h Xr Kd Qc Tc Js',
  '3d Kh Qh Th Td 8c 7c 4s Ad Jd 5s',
  '6s 6c 7d 7h 7s 8d 8h 8s 9d 9h 9s',
];
const names = ['Ann', 'Ben', 'Cleo', 'Dan'];

/** With the mouse, unless all is done with keys. */
let way: Way = 'mouse';
test.beforeEach(() => {
  way = 'mouse';
});

async function pick(page: Page, cards: string): Promise<void> {
  await page.keyboard.press('Escape');
  const player = new Player(page, way);
  for (const card of cards.split(' ')) {
    const at = await page
      .getByRole('option')
      .evaluateAll(
        (all, card) =>
          all.findIndex((one) => one.matches(`[data-card="${card}"][aria-selected=false]`)),
        card,
      );
    expect(at, card).toBeGreaterThanOrEqual(0);
    await player.pick(at);
    await expect(page.getByRole('option').nth(at)).toHaveAttribute('aria-selected', 'true');
  }
}
/** Draws, and waits for the card: it moves others to another place. */
async function draw(page: Page): Promise<void> {
  const held = await hand(page).count();
  await page.keyboard.press('p');
  await expect(hand(page)).toHaveCount(held + 1);
}
/** Lays cards, and waits until they have gone or something is asked: cards are picked by place. */
async function lay(page: Page, cards: string): Promise<void> {
  const held = await hand(page).count();
  await pick(page, cards);
  await page.keyboard.press('Enter');
  const gone = hand(page).nth(held - 1);
  const asked = page.getByRole('button', { name: /^(Do it anyway|Go out)$/ });
  await expect(async () => {
    expect((await gone.count()) === 0 || (await asked.first().isVisible())).toBe(true);
  }).toPass();
}
async function discard(page: Page, card: string): Promise<void> {
  await pick(page, card);
  await page.keyboard.press('d');
}
async function press(page: Page, button: Locator): Promise<void> {
  if (way !== 'keys') return button.click();
  await expect(button).toBeEnabled();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}
/** What strict play refuses is refused, and then done. */
async function anyway(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Do it anyway' }));
}
async function drawAgain(page: Page): Promise<void> {
  if (way === 'keys') await page.keyboard.press('p');
  else await page.locator('button.heap').first().click();
}
const inTurn = (page: Page, says: string | RegExp) =>
  expect(page.locator('.state .says')).toContainText(says);
const ruling = (page: Page) => page.getByRole('region', { name: 'The referee' });
const seat = (page: Page, name: string) => page.locator('.plate', { hasText: name });

/** The four at their table, where the first deal is this one. */
async function seated(
  person: (wishes: Wishes) => Promise<Page>,
  mode: string,
): Promise<[Page, Page, Page, Page]> {
  const people = await Promise.all(
    names.map(() => person({ settings: swift, viewport: { width: 1280, height: 800 } })),
  );
  const [ann, ben, cleo, dan] = people as [Page, Page, Page, Page];
  const house = `referee = "${mode}"\npoint_penalties = true\n`;
  await ann.goto(dealOf(hands, 'Ks', 'As Ac Ah Tc Kc Ts Jh Kd', house));
  await ann.getByLabel('Your name').fill('Ann');
  await ann.getByRole('button', { name: 'Play with friends' }).click();
  await ann.waitForURL(/\/[0-9a-f]{32}$/);
  const link = new URL(ann.url()).pathname.slice(1);
  for (const [page, name] of [
    [ben, 'Ben'],
    [cleo, 'Cleo'],
    [dan, 'Dan'],
  ] as const)
    await joinTable(page, link, name);
  await begin(...people);
  return [ann, ben, cleo, dan];
}

for (const [mode, by] of [
  ['called', 'mouse'],
  ['called', 'keys'],
  ['watchful', 'mouse'],
] as const)
  test(`four people err, and the referee rules: ${mode}, ${by}`, async ({ person }) => {
    way = by;
    const [ann, ben, cleo, dan] = await seated(person, mode);

    /** Where the referee is called, there is no ruling until then. */
    const called = async (page: Page, told: Page, says: string): Promise<void> => {
      if (mode === 'called') await expect(ruling(told)).not.toContainText(says);
      await expect(async () => {
        if (mode === 'called') await page.keyboard.press('c');
        await expect(ruling(told)).toContainText(says, { timeout: 2000 });
      }).toPass();
    };

    /* A card too many. */
    await inTurn(ann, 'Your turn');
    await draw(ann);
    await expect(hand(ann)).toHaveCount(12);
    await drawAgain(ann);
    await expect(ann.getByRole('alert')).toContainText('already drawn');
    await anyway(ann);
    await expect(hand(ann)).toHaveCount(13);
    await called(ben, cleo, 'a card too many');
    await expect(seat(dan, 'Ann')).toContainText('Owes a discard');
    await expect(ruling(ann)).toContainText('You owe a discard');

    /* A first meld that is too small, and cannot be made good. */
    await lay(ann, '4c 4d 4h');
    await anyway(ann);
    await called(ben, dan, 'a first meld that counts too little');
    await expect(hand(ann)).toHaveCount(13);
    await expect(seat(ben, 'Ann').getByRole('list').getByRole('listitem')).toHaveCount(3);
    await discard(ann, 'Qd');
    await expect(ann.getByRole('alert')).toContainText('exposed');
    await discard(ann, '4c');

    /* A fourth wild card is shown, and exposed. */
    await inTurn(ben, 'Your turn');
    await draw(ben);
    await lay(ben, '6c 6d 6h 2c 2d 2h');
    await expect(hand(ben)).toHaveCount(6);
    await lay(ben, 'Xr');
    await anyway(ben);
    await called(cleo, ann, 'too many wild cards in a meld');
    await discard(ben, 'Xr');

    /* Nobody says that Cleo has a red three. */
    await inTurn(cleo, 'Your turn');
    await draw(cleo);
    await discard(cleo, '7c');

    /* A wrong take: the next opponent decides. */
    await inTurn(dan, 'Your turn');
    await dan.keyboard.press('o');
    await press(dan, dan.getByRole('dialog').getByRole('button', { name: /into the hand/ }));
    await called(ann, cleo, 'taken the pack wrongly');
    await press(
      ann,
      ruling(ann)
        .getByRole('button', { name: /require/i })
        .first(),
    );
    await expect(seat(dan, 'Ann').locator('.arrow')).toHaveCount(0);
    await inTurn(dan, 'draw');
    await draw(dan);
    await expect(hand(dan)).toHaveCount(12);

    /* Dan goes out, and the red threes in the hands cost their side. */
    for (const cards of ['6s 6c', '7d 7h 7s', '8d 8h 8s', '9d 9h 9s']) await lay(dan, cards);
    await discard(dan, 'Kc');
    await press(dan, dan.getByRole('button', { name: 'Go out' }));
    const penalties = ann.getByRole('row', { name: /Penalties/ });
    await expect(penalties).toContainText(/−1,050|-1,050/);
    await press(ann, penalties.getByRole('button'));
    await expect(ann.getByRole('link', { name: /L53/ })).toHaveCount(1);
    await expect(ann.getByRole('link', { name: /L56/ })).toHaveCount(1);
  });

test('four people err, and nobody calls attention', async ({ person }) => {
  const [ann, ben, cleo, dan] = await seated(person, 'called');

  /* A card too many, and a first meld that is too small. */
  await inTurn(ann, 'Your turn');
  await draw(ann);
  await expect(hand(ann)).toHaveCount(12);
  await drawAgain(ann);
  await anyway(ann);
  await expect(hand(ann)).toHaveCount(13);
  await lay(ann, '4c 4d 4h');
  await anyway(ann);
  await expect(hand(ann)).toHaveCount(10);
  await discard(ann, 'Qd');

  /* A fourth wild card is shown, until the next opponent has played. */
  await inTurn(ben, 'Your turn');
  await draw(ben);
  await lay(ben, '6c 6d 6h 2c 2d 2h');
  await expect(hand(ben)).toHaveCount(6);
  await lay(ben, 'Xr');
  await anyway(ben);
  await expect(seat(cleo, 'Ben').getByRole('list').getByRole('listitem')).toHaveCount(1);
  await discard(ben, 'Kd');
  await inTurn(cleo, 'Your turn');
  await draw(cleo);
  await discard(cleo, '7c');
  await expect(seat(cleo, 'Ben').getByRole('list').getByRole('listitem')).toHaveCount(0);
  await expect(hand(ben)).toHaveCount(5);

  /* A wrong take stands once the next opponent has played. */
  await inTurn(dan, 'Your turn');
  await dan.keyboard.press('o');
  await dan
    .getByRole('dialog')
    .getByRole('button', { name: /into the hand/ })
    .click();
  await expect(hand(dan)).toHaveCount(15);
  await discard(dan, 'Qd');
  await inTurn(ann, 'Your turn');
  await draw(ann);
  await expect(hand(ann)).toHaveCount(10);
  await ben.keyboard.press('c');
  await expect(cleo.getByText(/nothing to put right/).first()).toBeAttached();
  for (const page of [ann, ben, cleo, dan]) await expect(ruling(page)).not.toContainText(/L5\d/);

  /* Dan goes out, and only the red threes that nobody laid down cost points. */
  await discard(ann, '9c');
  for (const [page, card] of [
    [ben, 'Qc'],
    [cleo, '8c'],
  ] as const) {
    await inTurn(page, 'Your turn');
    await draw(page);
    await discard(page, card);
  }
  await inTurn(dan, 'Your turn');
  await draw(dan);
  await expect(hand(dan)).toHaveCount(15);
  for (const cards of ['6s 6c', '7c 7d 7h 7s', '8d 8h 8s', '9d 9h 9s', 'Ks Kd Kd'])
    await lay(dan, cards);
  await dan.getByRole('button', { name: 'Go out' }).click();
  for (const page of [ann, dan]) {
    const penalties = page.getByRole('row', { name: /Penalties/ });
    await expect(penalties).toContainText(/[−-]1,000/);
    await penalties.getByRole('button').click();
    await expect(page.getByRole('link', { name: /L56/ })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /L5[1-57-9]|L60|P\d/ })).toHaveCount(0);
  }
});
