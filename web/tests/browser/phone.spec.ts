/** Small touch screens: nothing overflows, and everything is large enough for a finger. */
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { everyPlace } from './places';
import { dealt, hand, Player } from './player';

const sizes = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
];
const finger = 44;

async function fits(page: Page): Promise<void> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.scrollingElement!.scrollWidth,
    room: innerWidth,
  }));
  expect(wide, `${page.url()} sticks out`).toBeLessThanOrEqual(room);
}

/** Targets too small for a finger, including the area around them that responds. */
async function small(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const all = document.querySelectorAll(
      'button, a.button, summary, select, input[type=text], nav a',
    );
    return [...all].flatMap((one) => {
      if (one.getClientRects().length === 0 || one.closest('[inert], .skip')) return [];
      const { width, height } = one.getBoundingClientRect();
      const around = getComputedStyle(one, '::after');
      const more = (side: string, other: string): number =>
        around.content !== 'none' && around.position === 'absolute'
          ? Math.max(0, -parseFloat(around.getPropertyValue(side))) +
            Math.max(0, -parseFloat(around.getPropertyValue(other)))
          : 0;
      const wide = width + more('left', 'right');
      const high = height + more('top', 'bottom');
      const fine = wide >= finger - 0.5 && high >= finger - 0.5;
      const words = one.textContent.trim().slice(0, 30);
      const name = `${one.tagName.toLowerCase()}.${one.className} "${words}"`;
      return fine || width < 2
        ? []
        : [`${name} ${String(Math.round(wide))}x${String(Math.round(high))}`];
    });
  }, finger);
}

for (const viewport of sizes) {
  const name = `${String(viewport.width)}x${String(viewport.height)}`;

  test(`every page fits: ${name}`, async ({ person }) => {
    const page = await person({ viewport, hasTouch: true, isMobile: true });
    const found: string[] = [];
    await everyPlace(page, async (place) => {
      await fits(page);
      found.push(...(await small(page)).map((what) => `${place}: ${what}`));
    });
    expect(found).toEqual([]);
  });

  test(`turns by tapping: ${name}`, async ({ person }) => {
    const page = await person({ viewport, hasTouch: true, isMobile: true });
    await page.goto('./');
    await page.getByRole('button', { name: 'Play now' }).tap();
    await dealt(page, 11);
    await fits(page);
    expect(await small(page)).toEqual([]);
    const player = new Player(page, 'touch');
    /* One after the other: two quick taps on one card count as one. */
    for (const selected of ['true', 'false'])
      for (let i = 0; i < 11; i++) {
        await player.pick(i);
        await expect(hand(page).nth(i)).toHaveAttribute('aria-selected', selected);
      }
    /* A deal may end before the fourth turn; the page that says so is looked at too. */
    await player.begin(4, async () => {
      await fits(page);
      if (await page.locator('#over-title').isVisible()) expect(await small(page)).toEqual([]);
    });
    expect(player.turns).toBe(4);
  });
}

test('the button that begins is on the first screen; a missing name is shown at its field', async ({
  person,
}) => {
  const page = await person();
  const pages = {
    './#/new': 'Deal the cards',
    './#/friends': 'Open the table',
    './#/sheet/new': 'Open the sheet',
  };
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height });
    for (const [address, name] of Object.entries(pages)) {
      await page.goto(address);
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
  }
  await page.goto('./#/friends');
  const open = page.getByRole('button', { name: 'Open the table' });
  for (let times = 0; times < 2; times++) {
    await open.focus();
    await page.getByText('House rules').scrollIntoViewIfNeeded();
    await open.click();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expect(page.getByText('Please enter your name first.')).toBeInViewport();
  }
});

interface Watched {
  looks: number;
  /** Wrong statements about whether the table continues below, even for a few frames. */
  wrong: string[];
}

/** Checks in every frame from now on whether the sign for "continues below" is right. */
function watchSign(): void {
  const watched: Watched = { looks: 0, wrong: [] };
  Object.assign(globalThis, { watched });
  let lasting = 0;
  const look = (): void => {
    const felt = document.querySelector('.felt');
    const end = felt?.getBoundingClientRect().bottom ?? 0;
    const moving = felt
      ?.getAnimations({ subtree: true })
      .map(({ effect }) => (effect as KeyframeEffect).target);
    const under = [...(felt?.querySelectorAll('h2, p, .heap, .melds > li, .card') ?? [])].filter(
      (one) =>
        one.getBoundingClientRect().bottom > end + 1 &&
        !moving?.some((other) => other?.contains(one)),
    );
    const said = document.querySelector('.more.below') !== null;
    watched.looks++;
    lasting = said === under.length > 0 ? 0 : lasting + 1;
    if (lasting === 5)
      watched.wrong.push(said ? 'nothing is below' : `below: ${under[0]!.outerHTML.slice(0, 80)}`);
    requestAnimationFrame(() => setTimeout(look));
  };
  look();
}

test('during a deal “more below” appears exactly if the table continues below', async ({
  person,
}) => {
  const page = await person({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).tap();
  await dealt(page, 11);
  await page.evaluate(watchSign);
  await new Player(page, 'touch').deal();
  const { looks, wrong } = await page.evaluate(
    () => (globalThis as unknown as { watched: Watched }).watched,
  );
  expect(looks).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
  await fits(page);
  expect(await small(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next deal' }).tap();
  await dealt(page, 11);
});
