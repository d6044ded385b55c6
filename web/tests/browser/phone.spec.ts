/** Small touch screens: nothing overflows, and everything is large enough for a finger. */
import type { Page } from '@playwright/test';
import { arrangedDeal, outAtOnce } from './arranged';
import { expect, swift, test } from './house';
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

test('with the largest text a hint does not become a column of words', async ({ person }) => {
  const page = await person({ settings: swift, viewport: { width: 1024, height: 768 } });
  const house = 'hand_size = 11\ndraw_count = 1\n';
  await page.goto(arrangedDeal(outAtOnce, '4c', { house, players: 2 }));
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 11);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(hand(page)).toHaveCount(12);
  /* The settings are read when the page is opened. */
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('canasta.settings') ?? '{}') as object;
    const settings = { ...kept, language: 'de', textSize: 150 };
    localStorage.setItem('canasta.settings', JSON.stringify(settings));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Tipp' }).click();
  const told = page.locator('.hint p');
  await expect(told).toBeVisible();
  expect((await told.boundingBox())!.width).toBeGreaterThan(300);
});
