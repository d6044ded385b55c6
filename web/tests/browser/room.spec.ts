/** However much is melded, and on any screen: nothing overlaps, and the person's hand is fully
 * visible. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { formats } from './sizes';
import { parseWords } from './words';

interface Size {
  width: number;
  height: number;
}
const sizes: Size[] = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** As in tests/fixtures/pages.ts. */
const tables = ['four', 'six', 'three', 'long2', 'long4', 'long6', 'many'];

/** Faults of the layout, in words. */
function misplaced(): string[] {
  const all = (what: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(what)];
  const name = (one: HTMLElement): string =>
    `${one.className} "${one.textContent.trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
  const box = (one: Element): DOMRect => one.getBoundingClientRect();
  const meet = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found: string[] = [];

  /* Elements that must not overlap. The text about a side is above its melds, which are apart from
   * each other. */
  const apart = (a: HTMLElement, b: HTMLElement): boolean => !a.contains(b) && !b.contains(a);
  const zones = all(
    '.pad, .corner, .plate, .plate .last:not(.none), ' +
      '.side header, .middle .piles, .middle .says, .melds > li',
  ).filter((one) => !one.closest('.foot'));
  const drawn = (one: HTMLElement): DOMRect[] => [
    box(one),
    ...[...one.querySelectorAll('.pile > *')].map(box),
  ];
  zones.forEach((a, i) => {
    for (const b of zones.slice(i + 1))
      if (apart(a, b) && drawn(a).some((one) => drawn(b).some((other) => meet(one, other))))
        found.push(`${name(a)} lies on ${name(b)}`);
  });

  /* Everything on the table is visible or can be scrolled to; what is near is always visible. */
  const felt = document.querySelector<HTMLElement>('.felt')!;
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = felt;
  const origin = box(felt);
  for (const one of zones.flatMap((zone) => drawn(zone).map((rect) => ({ zone, rect })))) {
    const { left, right, top, bottom } = one.rect;
    const inside =
      left >= origin.left - scrollLeft - 1 &&
      right <= origin.left - scrollLeft + scrollWidth + 1 &&
      top >= origin.top - scrollTop - 1 &&
      bottom <= origin.top - scrollTop + scrollHeight + 1;
    if (!inside) found.push(`${name(one.zone)} is cut off`);
  }
  if (scrollWidth > clientWidth) found.push('it scrolls sideways');
  /* Only large text, or cards, on a phone are more than a window has room for. */
  const large =
    parseFloat(getComputedStyle(document.documentElement).fontSize) > 16 ||
    document.querySelector('.board.short') !== null;
  if (scrollHeight > clientHeight && !large)
    found.push(`it scrolls by ${String(scrollHeight - clientHeight)}`);
  if (scrollHeight > clientHeight && felt.tabIndex !== 0)
    found.push('keys do not reach what is below');
  if (document.scrollingElement!.scrollHeight > innerHeight) found.push('the page scrolls');

  const near = [...all('[role=option]'), ...all('.bar .state, .controls button')];
  for (const one of near) {
    const { left, right, top, bottom } = box(one);
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      found.push(`${name(one)} is not wholly in the window`);
    if (top < origin.bottom - 1) found.push(`${name(one)} lies on the felt`);
  }
  /* Rows of a hand overlap: of each card the corner with rank and suit must be touchable. */
  for (const one of all('[role=option]')) {
    const { left, top } = box(one);
    if (document.elementFromPoint(left + 6, top + 6)?.closest('[role=option]') !== one)
      found.push(`the corner of ${name(one)} is covered`);
  }
  /* Sentences must be complete; names, long enough to be told apart. */
  const letters = (one: Node): DOMRect[] => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  for (const one of all('.middle .says > span:not(.unseen), .bar .says'))
    if (letters(one).some(({ left, right }) => left < origin.left - 1 || right > origin.right + 1))
      found.push(`${name(one)} is cut off`);
  /* The boxes of letters are higher than their lines, so a line is cut off if its middle is. */
  for (const one of all('.bar .says'))
    if (letters(one).some(({ top, bottom }) => (top + bottom) / 2 > box(one).bottom))
      found.push(`${name(one)} is cut off below`);
  /* Words that only screen readers get have no box to speak of. */
  const words = all('.controls .acts button, .controls button > span').filter(
    (one) => box(one).width > 2,
  );
  for (const one of words) {
    const room = box(one.closest('button')!);
    const out = ({ left, right, bottom }: DOMRect): boolean =>
      left < room.left - 1 || right > room.right + 1 || bottom > room.bottom + 1;
    if (letters(one).some(out)) found.push(`${name(one)} is wider than its button`);
  }
  for (const one of all('.plate .name b')) {
    const text = one.firstChild!;
    const room = box(one);
    const seen = [...one.textContent].filter((_, at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { right, bottom } = range.getBoundingClientRect();
      return right <= room.right + 1 && bottom <= room.bottom + 3;
    });
    if (seen.length < Math.min(8, one.textContent.length)) found.push(`${name(one)} is cut short`);
  }
  for (const card of all('.card:not(.brief), [role=option]').map(box))
    if (
      Math.abs(Math.max(card.width, card.height) / Math.min(card.width, card.height) - 1.4) > 0.02
    )
      found.push('a card is out of proportion');
  return found;
}

/** Opens the table in a window of the first size, and makes it each of the others. A page shows the
 * new size in the next frame at the earliest, so a fault counts only if it stays. */
async function looksRight(page: Page, address: string, sizes: Size[]): Promise<void> {
  await page.setViewportSize(sizes[0]!);
  await page.goto(address);
  await expect(page.getByRole('option').first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const where = `${new URL(address).search} ${String(size.width)}x${String(size.height)}`;
    await expect
      .poll(() => page.evaluate(misplaced), { message: where, intervals: [20, 100] })
      .toEqual([]);
  }
}

/** Each table is opened at another size, so that every size is also the first. */
const from = (at: number): Size[] => [...sizes.slice(at), ...sizes.slice(0, at)];

test('nothing overlaps at any size', async ({ person, at }) => {
  const page = await person();
  for (const [index, table] of tables.entries()) {
    await looksRight(page, at(`page=${table}&motion=off`), from(index));
    expect(await page.locator('.melds > li').count()).toBeGreaterThan(5);
  }
});

/** At a table of people somebody is always away, and many notices are shown at once. */
test('with friends nothing overlaps at any size', async ({ person, at }) => {
  const page = await person();
  const [phone] = sizes;
  for (const table of tables)
    await looksRight(page, at(`page=${table}&motion=off&friends`), [phone!]);
  const large = 'friends&text=150&cards=huge&theme=contrast&language=de';
  await looksRight(page, at(`page=four&motion=off&${large}`), [phone!]);
  for (const [index, table] of ['four', 'long4'].entries())
    await looksRight(page, at(`page=${table}&motion=off&friends&told`), from(index));
});

/** A common prompt, and the longest of strict play. */
function promptsIn(language: string): [string, string] {
  const file = resolve(import.meta.dirname, `../../../data/words/${language}.words`);
  const words = parseWords(readFileSync(file, 'utf8'));
  const say = (key: string, ...parts: string[]): string =>
    words.get(key)!.replace(/\{(\d)[^}]*\}/g, (_, at) => parts[Number(at)]!);
  const either = say('may.or', say('may.draw'), say('may.take'));
  const end = say('may.or', say('may.meld'), say('may.discard'));
  return [say('phase.START', either), say('bound.no', end)];
}

test('in German and French with large text nothing overlaps or is cut off', async ({
  person,
  at,
}) => {
  const page = await person();
  for (const language of ['de', 'fr']) {
    const large = `motion=off&language=${language}&text=150`;
    const [turn, longest] = promptsIn(language);
    for (const table of ['start', 'long6'])
      await looksRight(page, at(`page=${table}&${large}&says=${turn}`), formats);
    await looksRight(page, at(`page=long4&${large}`), formats);
    await looksRight(page, at(`page=first&${large}&says=${longest}`), formats);
  }
});

test('the check finds faults of the layout', async ({ person, at }) => {
  const page = await person({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
  await page.goto(at('page=long4&motion=off'));
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await page.evaluate(misplaced)).toEqual([]);
  await page.addStyleTag({ content: '.melds > li:nth-child(4) { margin-inline-start: -60px; }' });
  expect((await page.evaluate(misplaced)).join()).toContain('lies on');
  await page.addStyleTag({ content: '[role=listbox] { translate: 0 100px; }' });
  expect((await page.evaluate(misplaced)).join()).toContain('not wholly in the window');
});
