/** The browser verifies that a deal was fair: it accepts an honest deal and rejects one that was
 * changed. */
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

async function playDeal(page: Page): Promise<void> {
  await makeTable(page, 'Ann');
  await fillWithBots(page);
  await begin(page);
  await new Player(page).deal();
}

test('an honest deal is accepted, also through a proxy that changes nothing', async ({
  person,
}) => {
  const page = await person({ settings: swift });
  const kinds = new Set<string>();
  await between(page, (line) => {
    kinds.add(line.t);
    return line;
  });
  await playDeal(page);
  await expect(page.getByText(fair)).toBeVisible();
  await expect(page.getByText(unfair)).toHaveCount(0);
  expect([...kinds]).toEqual(expect.arrayContaining(['commit', 'part', 'fair', 'cut', 'reveal']));
});

/** Another number of the same length. */
function other(hex: unknown): string {
  const text = String(hex);
  return (text.startsWith('0') ? '1' : '0') + text.slice(1);
}
/** Two cards have been swapped. */
function swapped(deck: unknown): unknown {
  if (typeof deck === 'string')
    return deck.slice(2, 4) === deck.slice(0, 2)
      ? deck.slice(4) + deck.slice(0, 4)
      : deck.slice(2, 4) + deck.slice(0, 2) + deck.slice(4);
  const cards = [...(deck as string[])];
  const at = cards.findIndex((card) => card !== cards[0]);
  [cards[0], cards[at]] = [cards[at]!, cards[0]!];
  return cards;
}

const forgeries: Record<string, (line: Line) => Line> = {
  'the deck that is shown': (line) =>
    line.t === 'reveal' ? { ...line, committed: swapped(line.committed) } : line,
  'the nonce that is shown': (line) =>
    line.t === 'reveal' ? { ...line, nonce: other(line.nonce) } : line,
  'the number that was fixed': (line) =>
    line.t === 'commit' ? { ...line, hash: other(line.hash) } : line,
  'the own part': (line) =>
    line.t === 'fair' && Array.isArray(line.parts)
      ? {
          ...line,
          parts: (line.parts as unknown[]).map((part) =>
            typeof part === 'string' ? other(part) : part,
          ),
        }
      : line,
};

for (const [what, change] of Object.entries(forgeries))
  test(`a deal is rejected if a proxy changed ${what}`, async ({ person }) => {
    const page = await person({ settings: swift });
    let changed = 0;
    await between(page, (line) => {
      const after = change(line);
      if (JSON.stringify(after) !== JSON.stringify(line)) changed++;
      return after;
    });
    await playDeal(page);
    expect(changed).toBeGreaterThan(0);
    await expect(page.getByText(unfair).first()).toBeVisible();
    await expect(page.getByText(fair)).toHaveCount(0);
  });

/** A player who was sent another contribution before the cut sees a deal made with this one. */
test('a deal is rejected if another seat’s contribution was changed before the cut', async ({
  person,
}) => {
  const [ann, ben] = [await person({ settings: swift }), await person({ settings: swift })];
  const kinds = new Set<string>();
  const forged = (line: Line, part: unknown, seat: unknown): unknown => {
    if (seat !== 1 || typeof part !== 'string') return part;
    kinds.add(line.t);
    return other(part);
  };
  await between(ann, (line) => {
    if (line.t === 'part') return { ...line, part: forged(line, line.part, line.seat) };
    if (line.t !== 'shuffled') return line;
    return {
      ...line,
      parts: (line.parts as unknown[]).map((part, seat) => forged(line, part, seat)),
    };
  });
  const link = await makeTable(ann, 'Ann');
  await joinTable(ben, link, 'Ben');
  await fillWithBots(ann);
  await begin(ann, ben);
  await Promise.all([ann, ben].map((page) => new Player(page).deal()));
  expect([...kinds].sort()).toEqual(['part', 'shuffled']);
  await expect(ann.getByText(unfair).first()).toBeVisible();
  await expect(ann.getByText(fair)).toHaveCount(0);
  await expect(ben.getByText(fair)).toBeVisible();
});

/** Reloading the page must not let a server choose another deal. */
test('after a reload the page accepts an honest deal and rejects another contribution', async ({
  person,
}) => {
  const [ann, ben] = [await person({ settings: swift }), await person({ settings: swift })];
  await between(ben, forgeries['the own part']!);
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
