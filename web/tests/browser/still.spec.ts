/** Cards move, zones do not: through a whole deal stock, pack, hand and prompt stay where they are,
 * and what is pressed while cards fly is what was meant. */
import type { Page } from '@playwright/test';
import type { Page as Table } from '../../src/core/contract/table';
import type { FakeTable } from '../fixtures/fake.svelte';
import { pages } from '../fixtures/pages';
import { expect, test } from './fixtures';
import { formats } from './sizes';

declare const table: FakeTable;

/** A deal in steps: melds grow on all sides, the hand grows and shrinks, the pack is frozen, taken
 * and built again, and everybody says something. */
function deal(name: string): Table[] {
  const whole = pages[name]!();
  const steps = 12;
  return Array.from({ length: steps }, (_, step): Table => {
    const part = (count: number): number => Math.round((count * step) / (steps - 1));
    const sides = whole.sides.map((side) => ({
      ...side,
      hasMelded: step > 1,
      canastas: step < 6 ? 0 : side.canastas,
      score: step === 11 ? -12_345 : side.score,
      melds: side.melds
        .slice(0, part(side.melds.length))
        .map((one) => (step < 8 && one.cards.length > 4 ? { ...one, ...fewer(one) } : one)),
      red: side.red.slice(0, part(side.red.length)),
    }));
    const says = ['Ann is in turn', 'your turn: draw, or take the pack', whole.says][step % 3]!;
    return {
      ...whole,
      number: step,
      sides,
      says,
      hand: whole.hand.slice(0, step === 7 ? whole.hand.length : 11 - (step % 4)),
      pile: {
        ...whole.pile,
        count: step % 5,
        top: step % 5 === 0 ? null : whole.pile.top,
        crosswise: step % 2 === 0 ? null : '2c',
        frozen: step % 2 === 1,
      },
      seats: whole.seats.map((seat) => ({
        ...seat,
        cards: 1 + ((seat.cards + 7 * step) % 30),
        last: step === 0 ? '' : step % 2 === 0 ? 'drew, discarded 4♣' : seat.last,
      })),
      minimum:
        step < 2
          ? {
              need: 90,
              have: 15 * step,
              says: 'your melds count 15, your side needs 90',
              needs: '',
            }
          : null,
      legal: step % 3 === 1 ? ['draw'] : whole.legal,
    };
  });
}
function fewer(one: Table['sides'][number]['melds'][number]) {
  return { cards: one.cards.slice(0, 3), naturals: 3, wilds: 0, canasta: '' as const, missing: 4 };
}

/** Collects layout shifts from now on. */
function watch(): void {
  const shifts = { sum: 0, who: [] as string[] };
  Object.assign(globalThis, { shifts });
  interface Shift extends PerformanceEntry {
    value: number;
    sources: { node: Element | null }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      shifts.sum += entry.value;
      shifts.who.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? ''));
    }
  }).observe({ type: 'layout-shift', buffered: false });
}

function places(page: Page): Promise<string> {
  return page.evaluate(() =>
    ['[data-spot=stock]', '[data-spot=pack]', '[data-spot=hand]', '.bar', '.pad', '.foot']
      .map((what) => {
        const { left, top, width, height } = document.querySelector(what)!.getBoundingClientRect();
        return `${what} ${[left, top, width, height].map((one) => one.toFixed(1)).join(' ')}`;
      })
      .join('\n'),
  );
}

test('through a deal nothing moves but cards, at six sizes', async ({ person, at }) => {
  const page = await person({ viewport: formats[0]! });
  const moved: string[] = [];
  for (const size of formats)
    for (const name of ['long4', 'six']) {
      await page.setViewportSize(size);
      await page.goto(at(`page=${name}&motion=off`));
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const where = `${name} ${String(size.width)}x${String(size.height)}`;
      const first = await places(page);
      await page.evaluate(watch);
      for (const state of deal(name)) {
        await page.evaluate((state) => {
          table.page = state;
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }, state);
        expect(await places(page), `${where}, step ${String(state.number)}`).toBe(first);
      }
      /* Hints, refusals and notices lie over the prompt. */
      for (const press of ['h', 't', 'Escape']) {
        await page.keyboard.press(press);
        expect(await places(page), `${where}, ${press}`).toBe(first);
      }
      const { sum, who } = await page.evaluate(
        () => (globalThis as unknown as { shifts: { sum: number; who: string[] } }).shifts,
      );
      if (sum > 0.05) moved.push(`${where} ${sum.toFixed(3)}: ${[...new Set(who)].join()}`);
    }
  expect(moved).toEqual([]);
});

/** A card is drawn, or one leaves: many others change their places. A few frames into their flight
 * this returns where a card lies that was not tapped last. */
async function flight({ tap, last }: { tap: number; last: string }) {
  const { hand } = table.page;
  const next =
    tap % 2 === 0 ? [...hand, '8h'].sort() : hand.filter((_, at) => at !== tap % hand.length);
  table.page = { ...table.page, hand: next, number: 5000 + tap };
  for (let wait = 0; wait <= tap % 5; wait++)
    await new Promise((done) => requestAnimationFrame(done));
  const all = [...document.querySelectorAll<HTMLElement>('[role=option]')];
  /* Two quick taps on one card count as one. */
  const at = (7 * tap) % all.length;
  const meant = all[at]!.dataset.fly === last ? all[(at + 1) % all.length]! : all[at]!;
  const { left, top } = meant.getBoundingClientRect();
  return {
    x: left + 6,
    y: top + 8,
    fly: meant.dataset.fly!,
    picked: meant.getAttribute('aria-selected'),
    flies: document.getAnimations().length > 0,
  };
}

for (const viewport of [formats[0]!, formats[3]!])
  test(`200 of 200 taps while cards fly hit, ${String(viewport.width)} px`, async ({
    person,
    at,
  }) => {
    const page = await person({ viewport, hasTouch: true, isMobile: true });
    await page.goto(at('page=four&motion=calm'));
    await expect(page.getByRole('option').first()).toBeVisible();
    const wrong: string[] = [];
    let flew = 0;
    let last = '';
    for (let tap = 0; tap < 200; tap++) {
      const meant = await page.evaluate(flight, { tap, last });
      if (meant.flies) flew++;
      await page.touchscreen.tap(meant.x, meant.y);
      const card = page.locator(`[data-fly="${meant.fly}"]`);
      const now = await card.getAttribute('aria-selected');
      if (now === meant.picked) wrong.push(`${String(tap)}: ${meant.fly}`);
      last = meant.fly;
    }
    expect(wrong).toEqual([]);
    expect(flew).toBeGreaterThan(100);
  });

test('what is pressed on the table is as large as a finger, and apart', async ({ person, at }) => {
  const page = await person({ viewport: formats[0]! });
  for (const size of formats)
    for (const name of ['four', 'start', 'american', 'six', 'ruled']) {
      await page.setViewportSize(size);
      await page.goto(at(`page=${name}&motion=off`));
      await expect(page.getByRole('option').first()).toBeVisible();
      const faults = await page.evaluate(() => {
        const all = [
          ...document.querySelectorAll(
            '.controls button, .heap, .pad, .who, .corner button, button.meld',
          ),
        ].map((one) => ({ one, box: one.getBoundingClientRect() }));
        const said = (one: Element): string => one.textContent.trim().slice(0, 24);
        const small = all
          .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
          .map(({ one, box }) => `${said(one)} ${box.width.toFixed()}x${box.height.toFixed()}`);
        const near = all.flatMap(({ one, box: a }, i) =>
          all
            .slice(i + 1)
            .filter(
              ({ box: b }) =>
                a.left < b.right - 0.5 &&
                b.left < a.right - 0.5 &&
                a.top < b.bottom - 0.5 &&
                b.top < a.bottom - 0.5,
            )
            .map((other) => `${said(one)} on ${said(other.one)}`),
        );
        /* Of one kind they are apart, so that a finger between them does not hit the wrong one. */
        const close = ['.controls button', '.heap', 'button.meld'].flatMap((kind) => {
          const alike = all.filter(({ one }) => one.matches(kind));
          return alike.flatMap(({ one, box: a }, i) =>
            alike
              .slice(i + 1)
              .filter(
                ({ box: b }) =>
                  Math.max(a.left - b.right, b.left - a.right) < 5.9 &&
                  Math.max(a.top - b.bottom, b.top - a.bottom) < 5.9,
              )
              .map((other) => `${said(one)} close to ${said(other.one)}`),
          );
        });
        /* Cards overlap: of each at least 0.41 of its width shows, which is its rank and suit. On a
         * short phone that is 23 px. */
        const hand = [...document.querySelectorAll('[role=option]')].map((one) =>
          one.getBoundingClientRect(),
        );
        const strips = hand
          .slice(1)
          .map(({ left, top, width }, i) => ({
            left: left - hand[i]!.left,
            down: top - hand[i]!.top,
            least: 0.41 * width - 0.5,
          }))
          .filter(({ left, down, least }) => Math.abs(down) < 1 && left < least)
          .map(({ left }) => `${left.toFixed()} px of a card show`);
        return [...small, ...near, ...close, ...strips];
      });
      expect(faults, `${name} ${String(size.width)}x${String(size.height)}`).toEqual([]);
    }
});
