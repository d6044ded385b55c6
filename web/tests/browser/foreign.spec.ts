/** Servers, files and links may contain anything; it stays text, and damage is reported. */
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { watchCanary } from './canary';
import { expect, test } from './house';
import { folded, payloads, sayable, tried } from './payloads';
import { hand } from './player';
import { begin, fillWithBots, makeTable, openPeople, type Line } from './table';

const program =
  process.env.CANASTA ?? join(resolve(import.meta.dirname, '../../..'), 'build/canasta');
const lab = process.env.CANASTA_LAB ?? join(dirname(program), 'canasta-lab');

const squeeze = (text: string | Buffer): string => deflateRawSync(text).toString('base64url');

test('there are at least three hundred payloads', () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(300);
});

test('all that a server sends about people stays text', async ({ person, server }) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  let number = 0;
  let say: (line: Line) => void = () => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((frame) => {
      for (const text of frame.toString().split('\n'))
        if (text !== '') number = Math.max(number, Number((JSON.parse(text) as Line)['#'] ?? 0));
      socket.send(frame);
    });
    say = (line) => socket.send(JSON.stringify(line));
  });
  await makeTable(page, 'Ann');
  await fillWithBots(page);
  await begin(page);
  await expect(page.getByRole('button', { name: /^What can I do/ })).toBeVisible();
  await openPeople(page);
  /* The server sends nothing more before Ann has moved, so any further line is not its own. JSON
   * cannot contain a lone surrogate. */
  for (const text of tried.filter((one) => one === sayable(one))) {
    say({ t: 'seat', '#': ++number, seat: 1, name: text });
    say({ t: 'seat', '#': ++number, seat: 2, level: text });
    say({ t: 'set', '#': ++number, title: text });
    say({ t: 'chat', '#': ++number, seat: 1, name: text, text });
    say({ t: 'chat', '#': ++number, name: 'Bea', phrase: sayable(text.slice(0, 40)) });
    say({ t: 'proposal', '#': ++number, on: number, what: 'sit', name: text });
    say({ t: 'no', why: text, text });
    say({ t: 'hint', '#': number, action: text, why: text, text });
    say({ t: 'share', '#': ++number, link: text });
    const last = page.getByRole('log').locator('.words').last();
    /* The phrase, the level and the link are not in their lists and are ignored; a text longer
     * than the protocol allows is cut. */
    const whole = folded(text);
    await expect
      .poll(async () => {
        const shown = folded((await last.textContent()) ?? '');
        return whole.startsWith(shown) && shown.length >= Math.min(whole.length, 200);
      })
      .toBe(true);
    await harmless();
  }
  await expect(hand(page)).toHaveCount(11);
});

/** The first turns of a game played by bots, as lines. */
function beginning(): Record<string, unknown>[] {
  const options = [
    'simulate',
    '--games',
    '1',
    '--bots',
    'greedy',
    '--seed',
    'foreign',
    '--jobs',
    '1',
  ];
  const record = execFileSync(lab, [...options, '--record', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return record
    .split('\n')
    .slice(0, 40)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
const asText = (lines: unknown[]): string =>
  lines.map((line) => JSON.stringify(line) + '\n').join('');

/** Goes elsewhere within the same page. Returns the text of the part that appears with it. */
async function visit(page: Page, place: string, part: string): Promise<string> {
  return page.evaluate(
    ({ place, part }) =>
      new Promise<string>((done) => {
        for (const one of document.querySelectorAll(part)) one.setAttribute('data-old', '');
        location.hash = place;
        const look = (): void => {
          const found = document.querySelector(`${part}:not([data-old])`);
          if (found) done(found.textContent);
          else setTimeout(look, 5);
        };
        setTimeout(look, 5);
      }),
    { place, part },
  );
}
const complaint = '.wrong[role=alert]';
const unread = /^(The record cannot be read|There is no record here)/;
const undescribed = /describes no deal/;

const inFours = Array.from({ length: Math.ceil(tried.length / 4) }, (_, at) =>
  [0, 1, 2, 3].map((more) => tried[(4 * at + more) % tried.length]!),
);

/** Readable records. A reader skips unknown fields, but accepts no lone surrogates. */
function readable(any: string[]): string {
  const texts = any.map(sayable);
  const [game, ...lines] = beginning();
  const [a = '', b = ''] = texts;
  const strange: unknown[] = [
    { t: a, ['__proto__']: { toString: b }, note: a },
    { t: 'note', note: texts },
    { t: 'Z', number: 1e300, constructor: a },
  ];
  const names = texts.map((text) => sayable(text.slice(0, 200)));
  return asText([
    { ...game, names, seed: names[1]!.slice(0, 60), note: names[2] },
    ...strange,
    ...lines,
  ]);
}

/** Records that cannot be read. */
function unreadable(text: string): string[] {
  const lines = beginning();
  const [game, deal] = lines;
  return [
    asText([{ ...game, rules: text }, deal]),
    asText([{ ...game, set: { [text]: text } }, deal]),
    asText([{ ...game, names: [text] }, deal]),
    asText([game, { ...deal, deck: [text] }]),
    asText([game, deal, { t: 'draw', seat: 0, cards: [text] }]),
    asText([game, deal, { t: 'try', seat: 0, action: text, legal: true }]),
    text,
    `${asText([game])}${text}\n${asText([deal])}`,
  ];
}

test('a record from a link or a file shows names as text and reports its faults', async ({
  person,
  server,
}) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  await page.goto('./#/replay');
  for (const texts of inFours) {
    const record = readable(texts);
    await visit(page, `#/replay/z/${squeeze(record)}`, '.watch');
    const shown = (await page.getByLabel('Seen by').locator('option').allTextContents()).map(
      folded,
    );
    for (const text of texts) {
      const name = folded(text).slice(0, 12);
      if (name !== '') expect(shown.some((one) => one.includes(name))).toBe(true);
    }
    await harmless();
    await visit(page, '#/replay', '#file');
    await page.locator('#file').setInputFiles({
      name: `${texts[0]!.replace(/[/\0]/g, '').slice(0, 80)}.jsonl`,
      mimeType: 'application/json',
      buffer: Buffer.from(record),
    });
    await expect(page.locator('.watch')).toBeVisible();
    await harmless();
  }
  for (const [at, text] of tried.entries()) {
    const all = unreadable(text.slice(0, 2000));
    const some = at < 12 ? all : [all[at % all.length]!];
    for (const record of some)
      expect(
        await visit(page, `#/replay/z/${squeeze(record)}`, `:is(.watch, ${complaint})`),
        record.slice(0, 300),
      ).toMatch(unread);
    await harmless();
  }
});

test('a damaged link is reported, and stored data is kept', async ({ person, server }) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  await page.goto('./#/sheet');
  await page.getByLabel('Name of side 1').fill('Own');
  await page.getByRole('button', { name: 'Open the sheet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Own' })).toBeVisible();
  const record = asText(beginning());
  const whole = squeeze(record);
  const middle = Math.floor(whole.length / 2);
  const damaged = [
    '',
    'A',
    '!!!',
    '%00',
    '%E0%A4%A',
    '__proto__',
    whole.slice(0, middle),
    whole.slice(middle),
    whole.slice(0, middle) + 'AAAA' + whole.slice(middle + 4),
    whole + whole,
    squeeze('\0'.repeat(1000)),
    squeeze(Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
    squeeze('[]'),
    squeeze('null'),
    squeeze('{"t":"game"}\n'),
    squeeze('{'.repeat(100_000)),
    squeeze(Buffer.alloc(1 << 26, ' ')),
    squeeze(asText([{ t: 'game', v: 1e300, players: -1, scores: [1e300, -1e300] }])),
    squeeze(record.replace('"n":1,', '"n":99999999999999999999,')),
    squeeze(record.replace('"scores":[0,0]', '"scores":[1e400,"7"]')),
    squeeze(record.replaceAll('"seat":', '"seat":1e9,"x":')),
  ];
  for (const text of damaged) {
    expect(await visit(page, `#/replay/z/${text}`, complaint)).toMatch(unread);
    expect(await visit(page, `#/again/z/${text}`, complaint)).toMatch(undescribed);
    expect(await visit(page, `#/sheet/z/${text}`, 'h1')).toBe('There is no such sheet here');
  }
  await harmless();
  await page.goto('./#/sheet');
  await expect(page.getByRole('link', { name: /^Own/ })).toBeVisible();
});

const side = (number: unknown): Record<string, unknown> =>
  Object.fromEntries(
    ['melds', 'canastas', 'red', 'out', 'concealed', 'hands', 'bonus', 'total', 'score'].map(
      (key) => [key, number],
    ),
  );

test('a link to the same cards shows the names of their players as text', async ({
  person,
  server,
}) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  await page.goto('./#/');
  const [, deal] = beginning();
  const deck = (deal!.deck as string[]).join('');
  const told = {
    v: 1,
    rules: 'laws1950',
    house: '',
    players: 4,
    deck,
    number: '',
    results: [] as unknown[],
  };
  for (const texts of inFours) {
    const [a = '', b = '', c = '', d = ''] = texts.map((text) => text.slice(0, 48));
    const names = [
      [a, c],
      [b, d],
    ];
    const results = [{ names, sides: [side(100), side(-50)] }];
    const more = { ['__proto__']: { deck: a, pwned: 1 }, constructor: a };
    const link = squeeze(JSON.stringify({ ...told, ...more, number: a, results }));
    await visit(page, `#/again/z/${link}`, '#played');
    await page.getByRole('button', { name: /Show/ }).click();
    const heads = folded((await page.getByRole('columnheader').allTextContents()).join(' '));
    for (const text of [a, b, c, d]) expect(heads).toContain(folded(text));
    await harmless();
  }
  const wrong: unknown[] = [
    ...tried.flatMap((text) => [
      { ...told, rules: text },
      { ...told, deck: text },
      { ...told, results: text },
    ]),
    { ...told, players: 1e9 },
    { ...told, players: '4' },
    { ...told, number: 'x'.repeat(65) },
    { ...told, results: [{ names: [['a'], ['b']], sides: [side('1'), side(1)] }] },
    { ...told, results: [{ names: [['a'], ['b']], sides: [side(1e300), side(1)] }] },
    { ...told, results: [{ names: [['a'], [{}]], sides: [side(1), side(1)] }] },
    { ...told, results: [null] },
    { ...told, results: Array.from({ length: 99 }, () => null) },
  ];
  for (const [at, one] of wrong.entries()) {
    expect(await visit(page, `#/again/z/${squeeze(JSON.stringify(one))}`, complaint)).toMatch(
      undescribed,
    );
    if (at % 10 === 0) await harmless();
  }
  await harmless();
});

test('a link to a score sheet shows names and notes as text, and counts only numbers', async ({
  person,
  server,
}) => {
  const page = await person();
  const harmless = await watchCanary(page, server.url);
  await page.goto('./#/');
  for (const texts of inFours) {
    const [a = '', b = '', c = '', d = ''] = texts.map((text) => text.slice(0, 48));
    const hers = { melds: 120, note: c, ['__proto__']: { melds: 7000 }, constructor: a };
    const theirs = {
      melds: '5000',
      other: 1e300,
      red: 1.5,
      out: 'true',
      natural: [1],
      mixed: -9e15,
      note: d,
    };
    const sheet = {
      ...{ title: a, rules: 'laws1950', house: '', players: 4, names: [a, b] },
      ...{ deals: [[hers, theirs], a, null], id: '__proto__', made: 1e300, touched: 1e300 },
    };
    await visit(page, `#/sheet/z/${squeeze(JSON.stringify(sheet))}`, '.shared');
    await expect(page.locator('[data-score="0"]')).toHaveText('120');
    const pad = folded((await page.locator('.pad').textContent()) ?? '');
    for (const text of [a, b, c, d]) expect(pad).toContain(folded(text));
    await harmless();
    await visit(page, '#/replay', 'h1');
  }
  for (const text of tried) {
    const odd = { title: '', rules: text, house: '', players: 4, names: ['', ''], deals: [] };
    await visit(page, `#/sheet/z/${squeeze(JSON.stringify(odd))}`, 'h1');
    await visit(page, '#/replay', 'h1');
    const house = { ...odd, rules: 'laws1950', house: text };
    await visit(page, `#/sheet/z/${squeeze(JSON.stringify(house))}`, 'h1');
    await harmless();
    await visit(page, '#/replay', 'h1');
  }
  expect(await page.evaluate(() => 'pwned' in {})).toBe(false);
});
