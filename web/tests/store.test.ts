/** The bookkeeping of a table, over the real module and a local table, and over made-up lines. */

import { describe, expect, test, vi } from 'vitest';
import type { ClientQuestion, Page, Taken } from '../src/core/contract';
import { TableStore, type ClientCore, type Options } from '../src/table/store.svelte';
import { LocalTable } from '../src/worker/table';
import { hasModule, net, openModule, words } from './module';

vi.mock('../src/settings.svelte', () => ({ settings: { ceremonies: false, language: 'en', name: '' } }));
vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

const link = '0123456789abcdef0123456789abcdef';

/** A module that takes everything. */
function fakeCore(
  answers: Partial<Record<ClientQuestion['do'], unknown>> = {},
): ClientCore & { asked: ClientQuestion[] } {
  const asked: ClientQuestion[] = [];
  return {
    asked,
    client<Answer>(question: ClientQuestion): Answer {
      asked.push(question);
      const usual: Partial<Record<ClientQuestion['do'], unknown>> = {
        take: { is: 'other' } satisfies Taken,
        page: { number: 0, has: false } satisfies Partial<Page>,
        check: { legal: true },
        give: { part: '22'.repeat(16) },
        cuts: { cards: 108, least: 4, most: 104 },
      };
      return (answers[question.do] ?? usual[question.do] ?? {}) as Answer;
    },
  };
}

function remote(core: ClientCore, options: Partial<Options> = {}) {
  const sent: Record<string, unknown>[] = [];
  const table = new TableStore(core, { local: false, link, name: 'Ada', token: '33'.repeat(16), ...options });
  table.over({
    send: (text) => sent.push(JSON.parse(text) as Record<string, unknown>),
    close: () => undefined,
  });
  const hear = (...lines: object[]) =>
    table.hooks.frame(lines.map((line) => JSON.stringify(line)).join('\n'));
  const of = (kind: string) => sent.filter(({ t }) => t === kind);
  return { table, sent, hear, of };
}

const welcome = { t: 'welcome', v: 1, table: link, last: 5, seat: 1, done: 7 };
const snapshot = [
  { t: 'table', '#': 5, rules: 'laws1950', players: 2, stage: 'lobby', timer: 'relaxed', hints: true },
  { t: 'seat', seat: 0, name: 'Bea', host: true },
  { t: 'seat', seat: 1, name: 'Ada' },
];

describe('coming to a table', () => {
  test('hello brings a token that is new until the seat is ours', () => {
    const { table, hear, of } = remote(fakeCore());
    table.hooks.opened();
    expect(of('hello')[0]).toMatchObject({ token: '33'.repeat(16), new: true, name: 'Ada', table: link });
    hear(welcome, ...snapshot);
    expect(table.seat).toBe(1);
    expect(table.status).toBe('here');
    expect(table.chairs.map(({ name }) => name)).toEqual(['Bea', 'Ada']);
    expect(table.choices.timer).toBe('relaxed');
    expect(table.isHost).toBe(false);
    table.hooks.lost(1006);
    expect(table.status).toBe('lost');
    table.hooks.opened();
    expect(of('hello')[1]).toEqual({ t: 'hello', v: 1, table: link, token: '33'.repeat(16), last: 5 });
  });

  test('what does not fit is asked for anew', () => {
    const core = fakeCore();
    const { table, hear, of } = remote(core);
    table.hooks.opened();
    hear(welcome, ...snapshot);
    const before = core.client;
    core.client = <Answer>(question: ClientQuestion) =>
      question.do === 'take' ? ({ is: 'wrong' } as Answer) : before<Answer>(question);
    hear({ t: 'draw', '#': 6, seat: 0 });
    core.client = before;
    expect(of('hello')[1]).not.toHaveProperty('last');
    hear(welcome);
    expect(core.asked).toContainEqual({ do: 'anew', seat: 1 });
  });

  test('a code that is final closes it with a sentence', () => {
    const { table } = remote(fakeCore());
    table.hooks.opened();
    expect(table.hooks.lost(4001)).toBe(false);
    expect(table.status).toBe('closed');
    expect(table.closed).not.toBe('');
  });
});

test('a word that is final counts before the connection ends', () => {
  const { table, hear } = remote(fakeCore());
  table.hooks.opened();
  hear(welcome, ...snapshot, { t: 'bye', code: 4001, why: 'taken' });
  expect(table.status).toBe('closed');
});

describe('wishes', () => {
  test('ids rise above what was done, and what was not answered is sent again', async () => {
    const { table, hear, of } = remote(fakeCore());
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    const done = table.act('d');
    expect(of('act')[0]).toMatchObject({ id: 100_000_000_000_000, at: 5, action: 'd' });
    expect(table.pending).toBe(true);
    table.hooks.lost(1006);
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 });
    expect(of('act')).toHaveLength(2);
    expect(of('act')[1]).toEqual(of('act')[0]);
    hear({ t: 'no', id: 100_000_000_000_000, why: 'old' });
    expect(await done).toBeNull();
    expect(table.pending).toBe(false);
  });

  test('one is under way at a time', () => {
    const { table, hear, sent } = remote(fakeCore());
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    table.say('one');
    table.say('two');
    expect(sent.filter(({ t }) => t === 'chat')).toHaveLength(1);
    hear({ t: 'ok', id: 100_000_000_000_000 });
    expect(sent.filter(({ t }) => t === 'chat').map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test('what the law refuses is not sent', async () => {
    const why = { law: 'L31', id: 'FROZEN', text: 'The pack is frozen.' };
    const { table, hear, of } = remote(fakeCore({ check: { legal: false, why } }));
    table.hooks.opened();
    hear(welcome, ...snapshot);
    expect(await table.act('t')).toEqual(why);
    expect(table.refusal).toEqual(why);
    expect(of('act')).toHaveLength(0);
  });

  test('what the server refuses by law is said in our words', async () => {
    const why = { law: 'L31', id: 'FROZEN', text: 'Das Paket ist eingefroren.' };
    const answers: { check: { legal: boolean; why?: typeof why } } = { check: { legal: true } };
    const { table, hear } = remote(fakeCore(answers));
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    const no = { t: 'no', why: 'FROZEN', law: 'L31', text: 'the pack is frozen' };
    const known = table.act('take pair');
    answers.check = { legal: false, why };
    hear({ ...no, id: 100_000_000_000_000 });
    expect(await known).toEqual(why);
    expect(table.refusal).toEqual(why);
    answers.check = { legal: true };
    const unknown = table.act('take pair');
    hear({ ...no, id: 100_000_000_000_001 });
    expect(await unknown).toMatchObject({ id: 'FROZEN', law: 'L31' });
    expect(table.refusal?.text).not.toContain('the pack is frozen');
  });

  test('a part is given, and the cut where nobody wants to be asked', () => {
    const { table, hear, of } = remote(fakeCore());
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    hear({ t: 'commit', '#': 6, deal: 1, hash: '44'.repeat(32) });
    expect(of('part')[0]).toMatchObject({ deal: 1, part: '22'.repeat(16) });
    hear({ t: 'ok', id: 100_000_000_000_000 }, { t: 'shuffled', '#': 7, parts: [], seat: 1 });
    expect(table.stage).toBe('cut');
    expect(of('cut')).toHaveLength(1);
  });

  test('readiness is said again where it was forgotten', () => {
    const { table, hear, of } = remote(fakeCore());
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    table.ready();
    hear({ t: 'ok', id: 100_000_000_000_000 }, { t: 'here', seat: 1, here: 'yes', ready: false });
    expect(of('ready')).toHaveLength(2);
  });
});

describe('what is said', () => {
  test('a hint is said in our words, and what is no action is none', () => {
    const answers: { hint: unknown } = { hint: { text: 'Vom Talon ziehen.' } };
    const core = fakeCore(answers);
    const { table, hear } = remote(core);
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'hint', id: 8, action: 'draw', why: 'DRAW', text: 'English' });
    expect(table.hint).toEqual({ action: 'draw', text: 'Vom Talon ziehen.' });
    expect(core.asked).toContainEqual({ do: 'hint', action: 'draw', why: 'DRAW' });
    const { client } = core;
    core.client = (question) => {
      if (question.do === 'hint') throw new Error('action');
      return client(question);
    };
    hear({ t: 'hint', id: 9, action: 'fly', why: 'DRAW', text: 'English' });
    expect(table.hint).toBeNull();
  });

  test('proposals can be voted on once', () => {
    const { table, hear, of } = remote(fakeCore());
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'proposal', on: 77, what: 'back', seat: 0, n: 2 });
    expect(table.proposals).toEqual([{ on: 77, what: 'back', seat: 0, n: 2, name: '', open: true }]);
    table.vote(77, true);
    expect(of('vote')[0]).toMatchObject({ on: 77, yes: true });
    hear({ t: 'proposal', on: 77, what: 'back', seat: 0, n: 2 });
    expect(table.proposals[0]?.open).toBe(false);
    hear({ t: 'settled', on: 77, what: 'back', yes: true });
    expect(table.proposals).toEqual([]);
  });

  test('chat stays text, pauses stop the clock', () => {
    const { table, hear } = remote(fakeCore());
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'clock', seat: 0, ms: 90_000 });
    expect(table.clock?.seat).toBe(0);
    hear(
      { t: 'chat', '#': 6, name: 'Bea', seat: 0, text: '<b>hi</b>' },
      { t: 'pause', '#': 7, yes: true, seat: 0 },
    );
    expect(table.said[0]?.text).toBe('<b>hi</b>');
    expect(table.clock).toBeNull();
    expect(table.paused).toEqual({ seat: 0 });
  });
});

describe.skipIf(!hasModule)('with the module', () => {
  test('a deal is played to its end, and was fair', { timeout: 60_000 }, async () => {
    const core = await openModule();
    core.file('words/en.words', words());
    core.call('client', { do: 'language', language: 'en' });
    const host = await openModule();
    const table = new TableStore(
      { client: <Answer>(question: ClientQuestion) => core.call('client', question) as Answer },
      { local: true, link, name: 'Ada', token: null },
    );
    const local = new LocalTable(host, {
      append: async () => undefined,
      say: (what) => {
        if (what.is === 'frame') table.hooks.frame(what.text);
        if (what.is === 'failed') throw new Error(what.why);
      },
      net: async () => net(),
      now: () => performance.now(),
      soon: (what) => setImmediate(what),
    });
    const make = { t: 'make', v: 1, name: 'Ada', rules: 'laws1950', players: 4, seat: 0, pace: 0 };
    const made = await local.make(JSON.stringify(make), link);
    if (!('token' in made)) throw new Error(made.why);
    table.setToken(made.token);
    table.over({ send: (text) => local.message(text), close: () => undefined });
    table.hooks.opened();
    await table.greeted();
    for (const seat of [1, 2, 3]) table.bot(seat, 'club');
    table.ready();
    const refusals: unknown[] = [];
    for (let round = 0; round < 20_000 && !table.verdict; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      const { page } = table;
      if (table.stage !== 'play' || !page.mine || table.pending) continue;
      expect(page.hand.length).toBeGreaterThan(0);
      const action = page.legal[0];
      if (action !== undefined) refusals.push(await table.act(action));
    }
    expect(refusals.filter((why) => why !== null)).toEqual([]);
    expect(table.verdict?.name).toBe('fair');
    expect(table.stage).toBe('between');
    expect(table.page.sheet).toHaveLength(1);
    expect(table.page.sides).toHaveLength(2);
  });
});
