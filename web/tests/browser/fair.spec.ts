/** The browser verifies that a deal was fair: it accepts an honest deal and rejects one that was
 * changed. Each kind of change is in web_table_test.c, forged_deals_are_not_fair. */
import type { Page } from '@playwright/test';
import { expect, swift, test } from './house';
import { hand, Player } from './player';
import { begin, fillWithBots, joinTable, makeTable, type Line } from './table';

const fair = 'The deal was fair: the server committed to the deck before your contribution came';
const unfair = /not fair/i;

/** A middleman between the server and the browser, who changes what the server sends. */
async function between(page: Page, change: (line: Line) => Line): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const lines = frame.toString().split('\n');
      socket.send(
        lines
          .map((text) => (text === '' ? '' : JSON.stringify(change(JSON.parse(text) as Line))))
          .join('\n'),
      );
    });
  });
}

/** Another number of the same length. */
function other(hex: unknown): string {
  const text = String(hex);
  return (text.startsWith('0') ? '1' : '0') + text.slice(1);
}
function withOtherParts(line: Line): Line {
  if (line.t !== 'fair' || !Array.isArray(line.parts)) return line;
  const parts = line.parts as unknown[];
  return { ...line, parts: parts.map((part) => (typeof part === 'string' ? other(part) : part)) };
}

/** A player who is sent another part than the one that was pledged says so at once, and sends none,
 * so that the deal is void; the next one is tainted too. */
test('a deal is rejected if another seat’s contribution was changed', async ({ person }) => {
  const [ann, ben] = [await person({ settings: swift }), await person({ settings: swift })];
  const kinds = new Set<string>();
  await between(ann, (line) => {
    if (line.t !== 'part' || line.seat !== 1) return line;
    kinds.add(line.t);
    return { ...line, part: other(line.part) };
  });
  /* One in between who changes nothing is not noticed. */
  const passed = new Set<string>();
  await between(ben, (line) => {
    passed.add(line.t);
    return line;
  });
  const link = await makeTable(ann, 'Ann');
  await joinTable(ben, link, 'Ben');
  await fillWithBots(ann);
  await begin(ann, ben);
  await Promise.all([ann, ben].map((page) => new Player(page).deal()));
  expect([...kinds]).toEqual(['part']);
  await expect(ann.getByText(unfair).first()).toBeVisible();
  await expect(ann.getByText(fair)).toHaveCount(0);
  await expect(ben.getByText(fair)).toBeVisible();
  await expect(ben.getByText(unfair)).toHaveCount(0);
  const steps = ['commit', 'pledge', 'pledged', 'open', 'part', 'fair', 'cut', 'reveal'];
  expect([...passed]).toEqual(expect.arrayContaining(steps));
});

/** Reloading the page must not let a server choose another deal. */
test('after a reload the page accepts an honest deal and rejects another contribution', async ({
  person,
}) => {
  const [ann, ben] = [await person({ settings: swift }), await person({ settings: swift })];
  await between(ben, withOtherParts);
  for (const [page, name] of [
    [ann, 'Ann'],
    [ben, 'Ben'],
  ] as const) {
    await makeTable(page, name);
    await fillWithBots(page);
    await begin(page);
    await page.reload();
    await expect(hand(page)).toHaveCount(11);
    await new Player(page).deal();
  }
  await expect(ann.getByText(fair)).toBeVisible();
  await expect(ben.getByText(unfair).first()).toBeVisible();
  await expect(ben.getByText(fair)).toHaveCount(0);
});
