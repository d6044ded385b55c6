/** After the first visit neither network nor server is needed. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, files, Server, test } from './house';
import { hand, Player } from './player';

/** Everything that the service worker names is cached, including the files it fetches last. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const script = await (await page.request.get('./sw.js')).text();
  const names = [...script.matchAll(/"([\w./-]+\.[a-z\d]+)"/g)].map((match) => match[1]!);
  expect(names.filter((name) => name.endsWith('.law')).length).toBeGreaterThan(0);
  const missing = (): Promise<string[]> =>
    page.evaluate(async (names) => {
      const found = await Promise.all(
        names.map((name) => caches.match(new URL(name, document.baseURI).href)),
      );
      return names.filter((_, at) => !found[at]);
    }, names);
  await expect.poll(missing).toEqual([]);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('without network and server: deals, a problem, a sheet, a ruling, the law book', async ({
  person,
  server,
}) => {
  const page = await person({ offline: true });
  await page.goto('./');
  await kept(page);
  await server.kill();
  await page.context().setOffline(true);

  await page.reload();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(hand(page)).toHaveCount(11);
  await new Player(page).deal();
  await expect(page.getByRole('heading', { name: 'Deal 1 is over' })).toBeVisible();

  await page.goto('./#/daily');
  await page.getByRole('button', { name: 'Play this deal' }).click();
  await expect(hand(page)).toHaveCount(11);
  await new Player(page).deal();
  await expect(page.getByText(/above luck \(your cards were worth/)).toBeVisible();
  await page.goto('./#/problems/1');
  await page.reload();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('Who must not get the pack now?').first()).toBeVisible();
  await page.goto('./#/history');
  await expect(page.getByRole('link', { name: /^Replay/ })).toHaveCount(2);

  await page.goto('./#/sheet');
  await expect(page.getByRole('heading', { level: 1, name: 'The score sheet' })).toBeVisible();
  await page.goto('./#/settle/law=L51/noticed=later');
  await page.reload();
  await expect(page.locator('.ruling')).toContainText('Too late');
  await page.goto('./#/law/L31');
  await page.reload();
  await expect(page.locator('article h1')).not.toBeEmpty();
  await expect(page.locator('article .law p').first()).not.toBeEmpty();
});

test('it deletes only its own old caches of the origin', async ({ person }) => {
  const page = await person({ errors: false, offline: true });
  /* A page of this origin that starts no service worker. */
  await page.goto('./manifest.webmanifest');
  const others = ['canasta /elsewhere/ 0123', 'canasta-0123456789abcdef', 'other'];
  const old = ['canasta / 0123', 'canasta-fedcba9876543210'];
  await page.evaluate(
    async ([others, old]) => {
      for (const name of [...others!, ...old!]) {
        const cache = await caches.open(name);
        const front = old!.includes(name) ? '/index.html' : '/elsewhere/index.html';
        await cache.put(front, new Response('old'));
      }
    },
    [others, old],
  );
  await page.goto('./');
  await kept(page);
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => others.includes(name)).sort()).toEqual([...others].sort());
  expect(names.filter((name) => old.includes(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('canasta / '))).toHaveLength(1);
});

test('an open page continues with its own build when a newer one takes over', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'canasta-web-'));
  await cp(files, folder, { recursive: true });
  const server = await Server.start(folder);
  const context = await browser.newContext({ baseURL: server.url, locale: 'en' });
  const page = await context.newPage();
  await page.goto('./');
  await kept(page);

  /* Another build, in which the file of the law page has another name. */
  const assets = await readdir(join(folder, 'assets'));
  const law = assets.find((name) => /^Law-.*\.js$/.test(name))!;
  const script = await readFile(join(folder, 'sw.js'), 'utf8');
  const newer = script
    .replace(/const build = "[^"]+"/, 'const build = "newer"')
    .replaceAll(law, 'Law-new.js');
  expect(newer.match(/Law-new/g)).toHaveLength(1);
  await writeFile(join(folder, 'sw.js'), newer);
  await rename(join(folder, 'assets', law), join(folder, 'assets/Law-new.js'));
  for (const end of ['br', 'gz']) {
    await rm(join(folder, `sw.js.${end}`), { force: true });
    await rm(join(folder, 'assets', `${law}.${end}`), { force: true });
  }
  await server.kill();
  await server.again();

  /* It takes over although the page is open, later than the page would wait for it. */
  await page.evaluate(async () => {
    const changed = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
    const all = (await navigator.serviceWorker.getRegistration())!;
    await all.update();
    const fresh = (all.installing ?? all.waiting)!;
    while (fresh.state === 'installing')
      await new Promise((done) => fresh.addEventListener('statechange', done, { once: true }));
    if (fresh.state === 'installed') fresh.postMessage('now');
    await changed;
    while (fresh.state !== 'activated')
      await new Promise((done) => fresh.addEventListener('statechange', done, { once: true }));
  });
  expect(await page.evaluate(() => caches.keys())).toContain('canasta / newer');
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.evaluate(() => (location.hash = '#/law/L31'));
  await expect(page.locator('article h1')).not.toBeEmpty();
  await context.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

test('the page can be installed', async ({ person }) => {
  const page = await person();
  await page.goto('./');
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(manifest!);
  expect(answer.ok()).toBe(true);
  const told = (await answer.json()) as {
    name: string;
    display: string;
    lang: string;
    icons: { src: string; sizes: string }[];
  };
  expect(told.display).toBe('standalone');
  expect(told.lang).toBe('en');
  expect(told.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src } of told.icons)
    expect((await page.request.get(new URL(src, answer.url()).href)).ok()).toBe(true);
});
