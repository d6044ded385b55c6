/** What stands on the table can be read at every size and in every language. */
import type { Page } from '@playwright/test';
import type { FakeTable } from '../fixtures/fake.svelte';
import { expect, test } from './fixtures';
import { formats } from './sizes';

declare const table: FakeTable;

const languages = ['en', 'de', 'es', 'fr'];
const phones = [...formats.filter(({ width }) => width < 900), { width: 360, height: 664 }];
const discarded: Record<string, string> = {
  en: 'discarded 10♦',
  de: '10♦ abgeworfen',
  es: 'descartó 10♦',
  fr: 'jette 10♦',
};

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}
/** The layout has followed a change. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
const sizeOf = ({ width, height }: { width: number; height: number }): string =>
  `${String(width)}x${String(height)}`;

/** Texts of these elements that are not seen whole: cut, or beyond the edge of the window. */
function cut(page: Page, what: string): Promise<string[]> {
  return page.evaluate((what) => {
    const all = [...document.querySelectorAll<HTMLElement>(what)].filter(
      (one) => one.offsetWidth > 1 && getComputedStyle(one).visibility === 'visible',
    );
    if (all.length === 0) return ['none is shown'];
    return all
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return (
          one.scrollWidth > one.clientWidth + 1 ||
          one.scrollHeight > one.clientHeight + 3 ||
          box.left < 0 ||
          box.right > innerWidth
        );
      })
      .map((one) => one.textContent.trim());
  }, what);
}

test('the partner is called so, in words, at every size', async ({ person, at }) => {
  const page = await person();
  for (const language of languages)
    for (const wish of ['page=four', 'page=long6', 'page=four&text=150']) {
      await open(page, at(`${wish}&motion=off&language=${language}`));
      for (const size of formats) {
        await page.setViewportSize(size);
        await drawn(page);
        const where = `${sizeOf(size)} ${wish} ${language}`;
        expect(await cut(page, '.plate .about'), where).toEqual([]);
      }
    }
});

test('on a phone the last move of everybody is read whole, and opens when tapped', async ({
  person,
  at,
}) => {
  const page = await person({ hasTouch: true, isMobile: true });
  for (const language of languages) {
    await open(page, at(`page=four&motion=off&language=${language}`));
    await page.evaluate((text) => {
      table.page = {
        ...table.page,
        seats: table.page.seats.map((seat) => ({ ...seat, last: text, lastEnd: text })),
      };
    }, discarded[language]!);
    for (const size of phones) {
      await page.setViewportSize(size);
      await drawn(page);
      const where = `${sizeOf(size)} ${language}`;
      expect(await cut(page, '.last > span:not(.unseen)'), where).toEqual([]);
      const bubble = page.locator('.plate').filter({ hasText: 'Clara' }).locator('.last');
      await expect(bubble).toContainText('10');
      await bubble.tap();
      const sheet = page.getByRole('dialog', { name: 'Clara' });
      await expect(sheet).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    }
  }
});

test('red threes are as high as the line they stand in, however many', async ({ person, at }) => {
  const page = await person();
  for (const fixture of ['four', 'long6']) {
    await open(page, at(`page=${fixture}&motion=off`));
    await page.evaluate(() => {
      table.page = {
        ...table.page,
        sides: table.page.sides.map((side) => ({ ...side, red: ['3h', '3d', '3h', '3d'] })),
      };
    });
    for (const size of formats) {
      await page.setViewportSize(size);
      await drawn(page);
      const faults = await page.evaluate(() =>
        [...document.querySelectorAll('.side')].flatMap((side) => {
          const edge = side.getBoundingClientRect();
          const all = [...side.querySelectorAll('.red svg')].map((one) =>
            one.getBoundingClientRect(),
          );
          return [
            ...all.filter(({ width, height }) => width < 24 || height < 18),
            ...all.filter(({ left, right }) => left < edge.left || right > edge.right + 0.5),
            ...all.slice(1).filter(({ left, width }, i) => left - all[i]!.left < 0.44 * width),
          ].map(({ left, right, height }) => `${String(left)}-${String(right)} ${String(height)}`);
        }),
      );
      expect(faults, `${sizeOf(size)} ${fixture}`).toEqual([]);
    }
  }
});

/** The counters of melds, the state of the pack, the hand and the buttons. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slip = document.querySelector('.told .banner')!.getBoundingClientRect();
    return [
      ...document.querySelectorAll('.melds .label, .count, .parts, .middle .says, .acts button'),
      ...document.querySelectorAll('[role=option], .quiet button'),
    ]
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < slip.right && right > slip.left && top < slip.bottom && bottom > slip.top;
      })
      .map((one) => one.textContent.trim());
  });
}

test('in a wide window refusals and hints cover nothing that is read', async ({ person, at }) => {
  const page = await person();
  const long =
    'Discard a nine. The next player takes the pack in 1 of 10 trials, otherwise in 1 of 5. ' +
    'This is the card that you need least, and it helps the others least.';
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
    { width: 2560, height: 1440 },
  ]) {
    await page.setViewportSize(size);
    for (const fixture of ['four', 'start']) {
      await open(page, at(`page=${fixture}&motion=off`));
      await page.evaluate((whole) => {
        /* As many melds as there are ranks. */
        const { melds } = table.page.sides[0]!;
        const more = Array.from({ length: 9 }, (_, i) => ({
          ...melds[i % melds.length]!,
          meld: i,
        }));
        table.page = {
          ...table.page,
          pile: { ...table.page.pile, takeable: false },
          sides: table.page.sides.map((side) => ({ ...side, melds: more })),
        };
        table.askHint = () => {
          const choice = { action: 'discard 9', text: 'discard a nine', cards: ['9d'] };
          table.hint = { action: 'discard 9', text: whole, choice };
        };
      }, long);
      for (const press of ['t', 'h']) {
        await page.keyboard.press(press);
        await expect(page.locator('.told .banner')).toBeVisible();
        expect(await covered(page), `${sizeOf(size)} ${fixture} ${press}`).toEqual([]);
      }
    }
  }
});

test('below the score stands what is on the table now, or what is still needed', async ({
  person,
  at,
}) => {
  const page = await person({ viewport: { width: 1366, height: 768 } });
  await open(page, at('page=four&motion=off'));
  await expect(page.locator('.pad .column').first()).toContainText('+195 laid');
  await page.locator('.pad').click();
  await expect(page.getByRole('dialog')).toContainText('points on the table: 195');
  await open(page, at('page=first&motion=off'));
  await expect(page.locator('.pad .column').first()).toContainText('first meld 90');
});

test('what leads from the first page to another looks like a link', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  const titles = page.locator('.ways strong');
  await expect(titles.first()).toBeVisible();
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  for (const title of await titles.all()) {
    await expect(title).not.toHaveCSS('color', ink);
    await expect(title).toHaveCSS('text-decoration-line', 'underline');
  }
});
