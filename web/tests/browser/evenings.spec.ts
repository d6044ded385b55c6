/** Whole evenings: four people play a game to its end at a server's table. One plays with a mouse,
 * one with only the keyboard and what a screen reader announces, one on a phone held sideways, and
 * one loses the connection again and again. CANASTA_FULL: five evenings, each with other people at
 * these devices, and other rules. */
import type { Page } from '@playwright/test';
import { expect, swift, test, type Wishes } from './house';
import { Player, type Way } from './player';
import { begin, joinTable } from './table';

interface Device {
  way: Way;
  wishes: Wishes;
}
const desk = { settings: swift, viewport: { width: 1200, height: 800 } };
const phone = { width: 740, height: 360 };
const devices: Record<string, Device> = {
  mouse: { way: 'mouse', wishes: desk },
  reader: { way: 'keys', wishes: desk },
  phone: {
    way: 'touch',
    wishes: { settings: swift, viewport: phone, hasTouch: true, isMobile: true },
  },
  lossy: { way: 'mouse', wishes: desk },
};
const names = ['Ann', 'Ben', 'Cleo', 'Dan'];
const lost = 'Connection lost. Reconnecting … Nothing is lost.';

/** Opens a table with this target, which Ann has made. Returns its link. */
async function makeShort(page: Page, rules: string, target: number): Promise<string> {
  await page.goto('./');
  const link = await page.evaluate(
    async ({ rules, house }) => {
      const socket = new WebSocket(new URL('ws', document.baseURI.replace(/^http/, 'ws')));
      await new Promise((resolve) => (socket.onopen = resolve));
      const made = new Promise<string>((resolve) => {
        socket.onmessage = ({ data }) => resolve(String(data));
      });
      socket.send(JSON.stringify({ t: 'make', v: 2, id: 1, name: 'Ann', rules, house }));
      const { table, token } = JSON.parse((await made).split('\n')[0] ?? '') as {
        table: string;
        token: string;
      };
      socket.close();
      localStorage.setItem(`canasta.token.${table}`, token);
      return table;
    },
    { rules, house: `target = ${String(target)}\n` },
  );
  await page.goto(`./${link}`);
  await expect(page.getByRole('button', { name: 'I am ready' })).toBeVisible();
  return link;
}

/** Everything that a screen reader announces unasked. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const on = target instanceof Element ? target : target.parentElement;
        const region = on?.closest('[aria-live], [role=status], [role=alert]');
        if (region?.textContent) heard.push(region.textContent.trim());
      }
    }).observe(document, { characterData: true, childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'));
}

/** Cards and buttons have names in the accessibility tree. Returns how many cards there are. */
async function namedCards(page: Page): Promise<number> {
  const text = await page.getByRole('main').ariaSnapshot();
  const tree = text.split('\n').map((line) => line.replace(/^( *- )'/, '$1'));
  const pressed = tree.filter((line) => /^ *- (option|button)/.test(line));
  for (const one of pressed) expect(one).toMatch(/- (option|button) "[^"]+"/);
  return pressed.filter((line) => /- option/.test(line)).length;
}

/** Our score and that of the others, as the sheet has them at the end. */
async function scores(page: Page): Promise<string[]> {
  const row = page.getByRole('row', { name: /^Score/ }).last();
  return row.getByRole('cell').allTextContents();
}

async function evening(
  person: (wishes: Wishes) => Promise<Page>,
  seating: string[],
  rules: string,
  target: number,
): Promise<void> {
  const at = seating.map((name) => devices[name]!);
  const people = await Promise.all(at.map(({ wishes }) => person(wishes)));
  const reader = people[seating.indexOf('reader')]!;
  const heard = await listen(reader);
  const link = await makeShort(people[0]!, rules, target);
  for (const seat of [1, 2, 3]) await joinTable(people[seat]!, link, names[seat]!);
  await begin(...people);

  /** Of the one who loses the connection: turns before which it is lost. */
  const losses = new Set<number>();
  let named = 0;
  const deals = await Promise.all(
    people.map((page, seat) =>
      new Player(page, at[seat]!.way).game(async ({ turns }) => {
        if (page === reader) named = Math.max(named, await namedCards(page));
        if (seating[seat] !== 'lossy' || turns % 4 !== 1 || losses.has(turns)) return;
        losses.add(turns);
        await page.context().setOffline(true);
        await expect(page.getByText(lost)).toBeVisible();
        await page.context().setOffline(false);
        await expect(page.getByText(lost)).toHaveCount(0);
      }),
    ),
  );
  expect(new Set(deals).size).toBe(1);
  expect(losses.size).toBeGreaterThan(0);
  expect(named).toBeGreaterThan(10);

  /* All see the same result: "We" comes first on every sheet. */
  const told = await Promise.all(people.map(scores));
  const [ours, theirs] = told[0]!;
  expect(told).toEqual([0, 1, 2, 3].map((seat) => (seat % 2 ? [theirs, ours] : [ours, theirs])));
  const worth = (text: string | undefined): number =>
    Number((text ?? '').replaceAll(',', '').replace('−', '-'));
  const best = Math.max(worth(ours), worth(theirs));
  expect(best).toBeGreaterThanOrEqual(target);

  /* Nothing had to be looked for: what the others did was said. */
  const said = await heard();
  const others = names.filter((_, seat) => people[seat] !== reader);
  for (const name of others) expect(said).toMatch(new RegExp(`${name} [^\n]*discards`));
  expect(said).toContain('Your turn');

  /* The evening is remembered on each device, and can be seen again. */
  for (const [seat, page] of people.entries()) {
    await expect(page.getByText(/^Your cards were worth/)).toBeVisible();
    await page.goto('./#/history');
    const won = worth(told[seat]![0]) === best;
    await expect(page.getByText(won ? 'game won' : 'game lost', { exact: true })).toHaveCount(1);
    const replays = page.getByRole('link', { name: /^Replay/ });
    await expect(replays).toHaveCount(deals[0]!);
    await replays.first().click();
    await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  }
}

const around = Object.keys(devices);
/** The seats change from evening to evening. */
const seating = (turn: number): string[] => [
  ...around.slice(turn % 4),
  ...around.slice(0, turn % 4),
];
const evenings: [string, number][] = [
  ['laws1950', 200],
  ['laws1950', 1500],
  ['bicycle', 800],
  ['hoyle', 800],
  ['montevideo', 800],
];

for (const [turn, [rules, target]] of (process.env.CANASTA_FULL
  ? evenings
  : evenings.slice(0, 1)
).entries())
  test(`an evening of four people: ${rules} to ${String(target)}`, async ({ person }) => {
    await evening(person, seating(turn), rules, target);
  });
