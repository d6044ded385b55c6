/** A server's table with people at it, and the lines that each of them received. */
import { expect, type Page } from '@playwright/test';
import { dealt } from './player';

export type Line = Record<string, unknown> & { t: string };

/** All lines that a page receives from now on. */
export function overhear(page: Page): Line[] {
  const lines: Line[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const text of payload.toString().split('\n'))
        if (text !== '') lines.push(JSON.parse(text) as Line);
    }),
  );
  return lines;
}

/** Opens a table on the page "Play with friends", with its default settings. */
export async function openTable(page: Page, name: string): Promise<void> {
  await page.goto('./#/friends');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/[0-9a-f]{32}$/);
}

export interface TableWishes {
  title?: string;
}

/** Opens a table on the page "Play with friends", with bots that move without delay. Returns its
 * link. */
export async function makeTable(
  page: Page,
  name: string,
  { title = '' }: TableWishes = {},
): Promise<string> {
  await page.goto('./#/friends');
  await page.getByLabel('Your name').fill(name);
  await page.getByText('Table settings').click();
  await page.getByLabel('At once').check();
  if (title !== '') await page.getByLabel('A name for the table (optional)').fill(title);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/[0-9a-f]{32}$/);
  await expect(page.getByRole('button', { name: 'I am ready' })).toBeVisible();
  return new URL(page.url()).pathname.slice(1);
}

export async function joinTable(
  page: Page,
  link: string,
  name: string,
  watching = false,
): Promise<void> {
  await page.goto(`./${link}`);
  await page.getByLabel('Your name').fill(name);
  if (watching) await page.getByLabel('I only want to watch').check();
  await page.getByRole('button', { name: 'Go to the table' }).click();
  const waiting = 'You are watching. Choose a free seat if you want to play.';
  if (watching) await expect(page.getByText(waiting)).toBeVisible();
  else await expect(page.getByRole('button', { name: 'I am ready' })).toBeVisible();
}

export async function fillWithBots(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fill .* with bots$/ }).click();
}

export async function ready(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I am ready' }).click();
}

/** Everyone at the table is ready, one of them cuts unless a bot does, and the cards are dealt. */
export async function begin(...people: Page[]): Promise<void> {
  for (const page of people) await ready(page);
  await Promise.all(people.map((page) => dealt(page)));
}

/** The drawer with people and chat, beside a deal in play. */
export async function openPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^People/ }).click();
}
export async function closePeople(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'People' }).getByRole('button', { name: 'Close' }).click();
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say something to everyone').fill(text);
  await page.getByRole('button', { name: 'Say', exact: true }).click();
}

function cardsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^([2-9TJQKA][cdhs]|X[rb])$/.test(value) ? [value] : [];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(cardsIn);
  return [];
}

/** The card fields that everybody at a table may see, by kind of line. */
const open: Record<string, string[]> = {
  deal: ['upcards'],
  face: ['red'],
  draw: ['red'],
  pile: ['red'],
  take: ['with', 'cards', 'red'],
  meld: ['cards'],
  add: ['cards'],
  combine: ['cards'],
  discard: ['card', 'cards', 'kind'],
  view: ['melds', 'red', 'pile', 'upcards', 'known'],
  drawn: ['cards'],
};

/** Lines that revealed a card which the seat (null: a spectator) could not know before the deal had
 * ended. */
export function leaks(lines: Line[], seat: number | null): string[] {
  const found: string[] = [];
  let playing = true;
  for (const line of lines) {
    if (line.t === 'end') playing = false;
    if (line.t === 'commit' || line.t === 'deal') playing = true;
    if (!playing) continue;
    const own = seat !== null && (line.seat === seat || line.seat === undefined);
    const known = [
      ...(open[line.t] ?? []),
      ...(own ? ['hand', 'cards', 'drawn', 'action', 'text'] : []),
    ];
    const hidden = Object.entries(line).filter(
      ([key, value]) =>
        !known.includes(key) && (cardsIn(value).length > 0 || key === 'deck' || key === 'seed'),
    );
    if (hidden.length > 0 || line.t === 'hands' || line.t === 'reveal')
      found.push(JSON.stringify(line));
  }
  return found;
}

/** What the side made in the deal that is over, as the luck meter says it. */
export async function madeOf(page: Page): Promise<string> {
  const said = await page.getByText(/^Your cards were worth/).innerText();
  return /you made (\S+):|worth (\S+), and that is what/.exec(said)!.slice(1).join('');
}
