/** What the first cards cost, and how calm a deal is. Prints figures; expects nothing. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { swift, test } from '../browser/house';
import { numbered } from '../browser/new-game';
import { dealt, hand, Player } from '../browser/player';
import { formats } from '../browser/sizes';

/** Passes everything on to the server, and counts what came back until a moment: heads and bodies,
 * as packed. */
async function counting(url: string): Promise<{ url: string; bytes: (until: number) => number }> {
  const { hostname, port } = new URL(url);
  const came: { at: number; bytes: number }[] = [];
  const door = createServer((browser: Socket) => {
    const server = connect(Number(port), hostname);
    server.on('data', (data) => came.push({ at: Date.now(), bytes: data.length }));
    server.pipe(browser).on('error', () => server.destroy());
    browser.pipe(server).on('error', () => browser.destroy());
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  door.unref();
  const own = (door.address() as AddressInfo).port;
  const bytes = (until: number): number =>
    came.filter(({ at }) => at <= until).reduce((sum, one) => sum + one.bytes, 0);
  return { url: `http://127.0.0.1:${String(own)}/`, bytes };
}

/** Notes when the first card is drawn. */
function noteCards(): void {
  const watching = new MutationObserver(() => {
    if (!document.querySelector('[role=option]')) return;
    watching.disconnect();
    requestAnimationFrame(() => Object.assign(globalThis, { cardsAt: Date.now() }));
  });
  watching.observe(document, { subtree: true, childList: true });
}
declare const cardsAt: number | undefined;

const kilo = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(6);

/** From the click on "Play now" to the first painted card, in milliseconds. */
async function click(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Play now' }).waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const button = [...document.querySelectorAll('button')].find((one) =>
          one.textContent.includes('Play now'),
        );
        const began = performance.now();
        const look = (): void => {
          if (!document.querySelector('[role=option]')) return;
          watching.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        };
        const watching = new MutationObserver(look);
        watching.observe(document, { subtree: true, childList: true });
        button?.click();
      }),
  );
}

test('bytes from an empty cache to the first cards', async ({ server, person }) => {
  for (const locale of ['en', 'de']) {
    const door = await counting(server.url);
    const page = await person({ baseURL: door.url, settings: { language: locale } });
    const asked: Request[] = [];
    page.on('requestfinished', (request) => asked.push(request));
    await page.addInitScript(noteCards);
    await page.goto('./');
    await page.locator('.main .button').first().click();
    await hand(page).first().waitFor();
    const until = await (await page.waitForFunction(() => cardsAt)).jsonValue();
    const all = door.bytes(until ?? 0);
    const lines: [number, string][] = [];
    for (const request of asked) {
      if (request.timing().startTime > (until ?? 0)) continue;
      const { responseBodySize } = await request.sizes();
      lines.push([responseBodySize, new URL(request.url()).pathname]);
    }
    const bodies = lines.reduce((sum, [size]) => sum + size, 0);
    console.log(
      `\n${locale}: ${kilo(all)} kB packed until the first cards; ` +
        `${String(lines.length)} answers with ${kilo(bodies)} kB`,
    );
    for (const [size, name] of lines.sort(([a], [b]) => b - a).slice(0, 60))
      console.log(`  ${kilo(size)} ${name}`);
    await page.context().close();
  }
});

test('milliseconds from the click to the first cards', async ({ person }) => {
  const took: number[] = [];
  for (let i = 0; i < 9; i++) {
    const page = await person();
    await page.goto('./');
    await page.waitForLoadState('networkidle');
    took.push(await click(page));
    await page.context().close();
  }
  took.sort((a, b) => a - b);
  const all = took.map((one) => one.toFixed(0)).join(' ');
  console.log(`\nclick to cards: median ${took[4]!.toFixed(0)} ms, of 9: ${all}`);
});

/** Collects layout shifts and long tasks from now on. */
function watch(): void {
  const seen = {
    shift: 0,
    pressed: 0,
    who: {} as Record<string, number>,
    tasks: [] as { began: number; took: number }[],
    /** When the person's turns began and ended. */
    turns: [{ at: 0, mine: true }],
  };
  Object.assign(globalThis, { seen });
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Element | null }[];
  }
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as Shift[]) {
      if (one.hadRecentInput) seen.pressed += one.value;
      else seen.shift += one.value;
      for (const { node } of one.sources) {
        const name = `${node?.nodeName ?? ''}.${node instanceof Element ? node.className : ''}`;
        seen.who[name] = (seen.who[name] ?? 0) + one.value;
      }
    }
  }).observe({ type: 'layout-shift' });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ began: startTime, took: Math.round(duration) });
  }).observe({ type: 'longtask' });
  new MutationObserver(() => {
    const mine = document.querySelector('.says.mine') !== null;
    if (seen.turns.at(-1)!.mine !== mine) seen.turns.push({ at: performance.now(), mine });
  }).observe(document, { subtree: true, attributeFilter: ['class'] });
}
declare const seen: {
  shift: number;
  pressed: number;
  who: Record<string, number>;
  tasks: { began: number; took: number }[];
  turns: { at: number; mine: boolean }[];
};

for (const { width, height } of formats)
  test(`layout shift over a deal, ${String(width)}x${String(height)}`, async ({ person }) => {
    const page = await person({ viewport: { width, height }, settings: swift });
    await numbered(page, '1950');
    await dealt(page);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(watch);
    await new Player(page).deal();
    const { shift, pressed, who } = await page.evaluate(() => seen);
    const most = Object.entries(who).sort(([, a], [, b]) => b - a);
    console.log(
      `\nlayout shift ${String(width)}x${String(height)}: ${shift.toFixed(3)}, ` +
        `${pressed.toFixed(3)} more within half a second of a press; ` +
        most
          .slice(0, 6)
          .map(([name, value]) => `${name} ${value.toFixed(3)}`)
          .join(', '),
    );
  });

test('longest task in a deal, at a quarter of the speed', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, settings: { sounds: false } });
  await numbered(page, '1950');
  await dealt(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(watch);
  await new Player(page).deal();
  const { tasks, turns } = await page.evaluate(() => seen);
  tasks.sort((a, b) => b.took - a.took);
  const between = tasks.filter(({ began }) => !turns.findLast(({ at }) => at <= began)?.mine);
  const longest = (of: typeof tasks): string =>
    `${String(of.length)}; longest ${of
      .slice(0, 9)
      .map(({ took }) => took)
      .join(' ')}`;
  console.log(`\ntasks over 50 ms: ${longest(tasks)}; while others play: ${longest(between)}`);
});
