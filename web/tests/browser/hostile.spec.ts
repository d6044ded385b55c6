/** Pages of other origins, and people who write markup. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchCanary } from './canary';
import { expect, test } from './house';
import { canary, folded, sayable, tried } from './payloads';
import { begin, fillWithBots, joinTable, makeTable, openPeople, say } from './table';

test('a page of another origin can neither connect, nor read, nor frame', async ({
  person,
  server,
}) => {
  const other = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<!doctype html><title>other</title><p>other</p>');
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const page = await person({ errors: false });
  await page.goto(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`);
  const socket = new URL('ws', server.url);
  socket.protocol = 'ws:';
  const told = await page.evaluate(
    ({ url, address }) => {
      const connected = new Promise<string>((done) => {
        const socket = new WebSocket(address);
        socket.onopen = () => done('open');
        socket.onerror = () => done('refused');
      });
      const fetched = fetch(url).then(
        (answer) => `read ${String(answer.status)}`,
        () => 'refused',
      );
      return Promise.all([connected, fetched]);
    },
    { url: server.url, address: socket.href },
  );
  expect(told).toEqual(['refused', 'refused']);
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    document.body.append(frame);
    return loaded;
  }, server.url);
  const inside = page.frames().find((frame) => frame !== page.mainFrame())!;
  expect(await inside.locator('#app').count()).toBe(0);
  await new Promise((done) => other.close(done));
});

/** The same connection from the server's page is accepted, so the refusal above is about the
 * origin. */
test('the server’s own page connects', async ({ person }) => {
  const page = await person();
  await page.goto('./#/join');
  await expect(page.getByText('There are no open tables right now.')).toBeVisible();
});

const short = [
  `<img src=x onerror=${canary}>`.slice(0, 24),
  '"><b id=pwned>x</b>',
  '<i id=pwned>Ann</i>',
  "'-__pwned-'{@html 1}",
  '<svg onload=__pwned=1>',
  '{{__pwned}}${__pwned}{0}',
  '</p><hr id=pwned>&lt;b',
  '\u202e<u id=pwned>evil\u202c',
];
const long = [
  `<img src=x onerror="${canary}">`,
  `<script>${canary}</script>`,
  `"><svg/onload=${canary}>`,
  `<a href="javascript:${canary}" id=pwned>click</a>`,
  `<iframe srcdoc="<script>parent.__pwned=1</script>" id=pwned></iframe>`,
  `<math><mtext></mtext><style><img src=x onerror=${canary}></style></math>`,
  `{@html '<b id=pwned>'} {{constructor.constructor('${canary}')()}} \${${canary}}`,
  `\u202e\u2066<b id="pwned" onmouseover='${canary}'>hold</b>\u2069 {0} {1?a|b}`,
];

/** As the server stores it, without characters that hide or reverse text. */
const kept = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();

test('names, titles and chat full of markup stay text', async ({ person, server }) => {
  const [host, guest] = [await person(), await person()];
  const harmless = [await watchCanary(host, server.url), await watchCanary(guest, server.url)];
  const link = await makeTable(host, short[0]!, { title: long[0]!.slice(0, 48) });
  await expect(host.getByRole('heading', { level: 1 })).toHaveText(long[0]!.slice(0, 48));
  await joinTable(guest, link, short[1]!);
  for (const page of [host, guest]) {
    await expect(page.getByRole('button', { name: kept(short[0]!) })).toBeVisible();
    await expect(page.getByRole('button', { name: kept(short[1]!) })).toBeVisible();
  }
  for (const still of harmless) await still();
  await fillWithBots(host);
  await begin(host, guest);
  await openPeople(guest);
  await openPeople(host);
  for (const text of long) {
    await say(host, text);
    for (const page of [host, guest])
      await expect(page.getByRole('log').getByText(kept(text), { exact: true })).toBeVisible();
  }
  for (const still of harmless) await still();
});

test('each kind of markup stays text as a name', async ({ person, server }) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  for (const name of short) {
    await makeTable(page, name, { title: name });
    await expect(page.getByRole('button', { name: kept(name) }).first()).toBeVisible();
    await harmless();
  }
});

const said = tried.map((text) => sayable(text).slice(0, 250)).filter((text) => folded(text) !== '');

test('chat reaches everyone as text', async ({ person, server }) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  await makeTable(page, 'Ann');
  for (const [at, text] of said.entries()) {
    /* A connection may send twenty lines in a burst. */
    if (at % 18 === 17) {
      await page.reload();
      await expect(page.getByRole('button', { name: 'I am ready' })).toBeVisible();
    }
    await say(page, text);
    const last = page.getByRole('log').locator('.words').last();
    await expect.poll(async () => folded((await last.textContent()) ?? '')).toBe(folded(text));
    await harmless();
  }
});
