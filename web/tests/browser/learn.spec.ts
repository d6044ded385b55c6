/** The guided deals: through the whole deal, and leaving it. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './house';

/** Does the first thing possible now, and answers any question with yes. */
async function act(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What can I do?' }).click();
  await expect(page.locator('dialog')).toBeVisible();
  const ways = page.locator('dialog .ways button');
  const ready = page.locator('dialog .ways button:enabled');
  /* The last action may still be under way. Then nothing can be done, or it is another player's
   * turn. */
  while ((await ready.count()) === 0) {
    if ((await ways.count()) === 0) {
      await page.keyboard.press('Escape');
      return;
    }
    await page.waitForTimeout(50);
  }
  const texts = (await ready.allTextContents()).map((text) => text.trim());
  const wanted = [/^draw/i, /^discard/i, /./].flatMap(
    (what) => texts.find((text) => what.test(text)) ?? [],
  )[0]!;
  await ready.filter({ hasText: wanted }).first().click();
  const sure = page.locator('dialog .ways .strong');
  if (await sure.isVisible()) await sure.click();
}

/** The script of the classic deal: each lesson, and what the learner then does. A meld is called by
 * its number in action strings. */
const classic: [said: string, ...deeds: string[]][] = [
  ['These are your cards.', 'Next'],
  ['Draw a card.', 'Draw'],
  ['Discard the four of diamonds.', '4d', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the three aces.', 'Ah', 'Ad', 'Ac', 'Meld'],
  ['Discard the six of clubs.', '6c', 'Discard'],
  ['Take the pack.', 'Take the pack'],
  ['See what you have won.', 'Next'],
  ['Discard the four of diamonds.', '4d', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the joker with the kings.', 'Xr', 'meld:1'],
  ['Do not waste a wild card.', 'Next'],
  ['Discard the six of clubs.', '6c', 'Discard'],
  ['Your partner has added two kings.', 'Next'],
  ['Your turn again: draw.', 'Draw'],
  ['You have drawn a red three.', 'Next'],
  ['A black three stops the pack.', 'Next'],
  ['Discard the eight of diamonds.', '8d', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the king that makes seven.', 'Ks', 'meld:1'],
  ['Your first canasta!', 'Next'],
  ['Discard the five of clubs.', '5c', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Go out: lay them all.', 'all', 'Meld'],
  ['Go out: lay them all.', 'all', 'Meld'],
  ['Go out: lay them all.', 'all', 'Meld'],
  ['Discard your last card.', '5d', 'Discard', 'Go out'],
];

const american: typeof classic = [
  ['These are your thirteen cards.', 'Next'],
  ['Lay down your red three.', '3h', 'Lay down'],
  ['You hold five pairs.', 'Next'],
  ['Draw a card.', 'Draw'],
  ['Discard the four of diamonds.', '4d', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the three kings.', 'Kh', 'Ks', 'Kd', 'Meld'],
  ['Lay the two nines with the joker.', '9h', '9d', 'Xr', 'Meld'],
  ['Lay the two eights with the deuce.', '8c', '8s', '2c', 'Meld'],
  ['Discard the five of clubs.', '5c', 'Discard'],
  ['Here is your talon.', 'Next'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the three sevens.', '7h', '7d', '7c', 'Meld'],
  ['Discard the six of diamonds.', '6d', 'Discard'],
  ['Your partner has completed the sevens.', 'Next'],
  ['Take the pack.', 'Take the pack'],
  ['Lay what goes together.', 'all', 'meld:0'],
  ['Lay what goes together.', 'all', 'meld:1'],
  ['Lay what goes together.', 'all', 'meld:2'],
  ['Lay what goes together.', 'all', 'Meld'],
  ['Lay what goes together.', 'all', 'Meld'],
  ['Discard the five of clubs.', '5c', 'Discard'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the deuces and the joker together.', '2h', '2s', 'Xb', 'Meld'],
  ['Discard the seven of spades.', '7s', 'Discard'],
  ['Your partner has added three wild cards.', 'Next'],
  ['Your turn again: draw.', 'Draw'],
  ['Lay the deuce with the wild cards.', '2d', 'meld:7'],
  ['Your side has two canastas.', 'Next'],
  ['Discard your last card.', 'Ah', 'Discard', 'Go out'],
];

/** The cards of the hand that the lesson marks. */
async function ringed(page: Page): Promise<Locator[]> {
  const hand = await page.getByRole('listbox').getByRole('option').all();
  const rings = await Promise.all(
    (await page.locator('.ring').all()).map((one) => one.boundingBox()),
  );
  const boxes = await Promise.all(hand.map((one) => one.boundingBox()));
  return hand.filter((_, at) =>
    rings.some((ring) => {
      const box = boxes[at];
      return ring && box && Math.abs(ring.x + 2 - box.x) < 4 && Math.abs(ring.y + 2 - box.y) < 30;
    }),
  );
}

async function follow(page: Page, deed: string, keys: boolean): Promise<void> {
  const press = async (what: Locator): Promise<void> => {
    /* Of a card that is partly covered the corner is visible. */
    if (!keys) return what.click({ position: { x: 8, y: 8 } });
    await what.focus();
    await page.keyboard.press((await what.getAttribute('role')) === 'option' ? 'Space' : 'Enter');
  };
  if (deed.startsWith('meld:')) return press(page.locator(`.side.own [data-drop="${deed}"]`));
  if (deed === 'all') {
    const cards = await ringed(page);
    for (const card of cards) await press(card);
    return;
  }
  if (/^[2-9TJQKAX][cdhsrb]$/.test(deed))
    return press(page.locator(`[role=option][data-card="${deed}"][aria-selected=false]`).first());
  const dialog = page.locator('dialog .ways .strong');
  return press(deed === 'Go out' ? dialog : page.getByRole('button', { name: deed, exact: true }));
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const apart = (a: Box, b: Box): boolean =>
  a.x >= b.x + b.width || a.x + a.width <= b.x || a.y >= b.y + b.height || a.y + a.height <= b.y;

/** The text is on the page, and covers nothing that it explains and no rank of the hand. */
async function standsFree(page: Page): Promise<void> {
  const box = (await page.locator('.callout').boundingBox())!;
  const size = page.viewportSize()!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
  const rings = await page.locator('.ring').all();
  expect(rings.length).toBeGreaterThan(0);
  for (const ring of rings) {
    const one = (await ring.boundingBox())!;
    expect(apart(one, box), `ring ${JSON.stringify(one)}, words ${JSON.stringify(box)}`).toBe(true);
  }
  for (const card of await page.getByRole('listbox').getByRole('option').all()) {
    const { x, y, width, height } = (await card.boundingBox())!;
    expect(apart({ x, y, width, height: height / 2 }, box)).toBe(true);
  }
}

/** Stock and pack are free too, with their names. */
async function pilesFree(page: Page): Promise<void> {
  const box = (await page.locator('.callout').boundingBox())!;
  for (const pile of await page.locator('.heap').all()) {
    const { x, y, width, height } = (await pile.boundingBox())!;
    /* They may touch. */
    expect(apart({ x, y: y + 2, width, height: height - 4 }, box)).toBe(true);
  }
}

const low = { width: 390, height: 664 };
const small = { width: 390, height: 844 };
const large = { width: 1440, height: 900 };

test('a lesson does not cover the answer to a mistake', async ({ person }) => {
  const page = await person({ viewport: small });
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  for (const [said, ...deeds] of classic.slice(0, 4)) {
    await expect(page.locator('.callout .strong')).toHaveText(said);
    for (const deed of deeds) await follow(page, deed, false);
  }
  await expect(page.locator('.callout .strong')).toHaveText('Lay the three aces.');
  for (const deed of ['Ah', 'Ad', '6c', 'Meld']) await follow(page, deed, false);
  await expect(page.getByRole('alert')).toContainText('of one rank');
  const answer = page.locator('.banner.refused p');
  await expect(answer).toBeVisible();
  const seen = (): Promise<boolean> =>
    answer.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(seen).toBe(true);
  await page.locator('.banner button').first().click();
  await expect(answer).toHaveCount(0);
  await expect(page.locator('.callout')).toBeVisible();
});
test('a press that ends the dealing counts, however long it is held', async ({ person }) => {
  const page = await person({ viewport: small, quick: false, reducedMotion: 'no-preference' });
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(page.locator('.callout .strong')).toHaveText(classic[0]![0]!);
  const box = (await next.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(300);
  await page.mouse.up();
  await expect(page.locator('.callout .strong')).toHaveText(classic[1]![0]!);
});
const over = (page: Page) => page.getByRole('heading', { name: 'That was your first deal' });

for (const [game, guided, size, keys] of [
  ['classic', classic, low, false],
  ['classic', classic, large, true],
  ['american', american, small, false],
  ['american', american, large, false],
] as const) {
  const how = `${keys ? 'by keys' : 'by touch'}, ${String(size.width)} wide`;
  test(`the ${game} guided deal shows one idea per turn, ${how}`, async ({ person }) => {
    test.slow();
    const page = await person({ viewport: size, reducedMotion: 'reduce' });
    await page.goto(game === 'classic' ? './#/learn' : './#/learn/american');
    await page.getByRole('button', { name: 'Deal the cards' }).click();
    const said = page.getByRole('region', { name: 'Your coach' }).locator('.strong');
    /* With the keyboard until every kind of step has occurred once. */
    for (const [text, ...deeds] of keys ? guided.slice(0, 6) : guided) {
      await expect(said).toHaveText(text, { timeout: 30_000 });
      await expect(async () => standsFree(page)).toPass();
      if (game === 'classic')
        await expect(async () => pilesFree(page), text).toPass({ timeout: 20_000 });
      if (text === 'Take the pack.')
        await expect(page.locator('.acts .strong')).toHaveText('Take the pack');
      for (const deed of deeds) await follow(page, deed, keys);
    }
    if (keys) return;
    await expect(over(page)).toBeVisible();
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page).toHaveURL(/#\/local\//);
  });
}

test('after another action the guided deal still shows what can be done', async ({ person }) => {
  test.slow();
  const page = await person();
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  const coach = page.getByRole('region', { name: 'Your coach' });
  await expect(coach).toBeVisible();
  const said = new Set<string>();
  await expect(page.locator('.says.mine')).toBeVisible();
  while (!(await over(page).isVisible())) {
    const text = await coach
      .locator('.strong')
      .textContent({ timeout: 5000 })
      .catch(() => null);
    if (text !== null) said.add(text);
    if (await page.locator('.says.mine').isVisible()) await act(page);
    else await page.waitForTimeout(100);
  }
  expect([...said].filter((text) => text.includes('web.'))).toEqual([]);
  expect(said.size).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/#\/local\//);
});

test('advice comes in place of the lesson, and the lesson comes back', async ({ person }) => {
  const page = await person();
  await page.goto('./#/learn');
  const settings = page.getByRole('link', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  const coach = page.getByRole('region', { name: 'Your coach' });
  await expect(coach).toContainText('Two decks are mixed');
  await expect(settings).toHaveCount(0);
  await page.getByRole('button', { name: 'What would you do?' }).click();
  await expect(coach).toContainText('I would do this');
  await expect(coach).not.toContainText('Two decks are mixed');
  /* The article is about the lesson. */
  await expect(coach.getByRole('button', { name: 'Why? L17' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(coach).toContainText('Two decks are mixed');
  await expect(coach.getByRole('button', { name: 'Why? L17' })).toBeVisible();
});

test('it can be skipped at any time, and is not listed among the games', async ({ person }) => {
  const page = await person();
  await page.goto('./#/learn');
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  await expect(page.locator('.says.mine')).toBeVisible();
  await page.getByRole('button', { name: 'Why? L17' }).click();
  await expect(page.getByRole('dialog')).toContainText('What a meld is');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Skip this' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByText(/^Your .* on this device/)).toHaveCount(0);
});
