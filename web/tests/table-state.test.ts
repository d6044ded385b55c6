/** The bookkeeping of a table, over the real module and a local table, and over made-up lines. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answers, Given, QuestionOf } from '../src/core/contract/questions';
import { settings } from '../src/settings.svelte';
import type { SavedSession } from '../src/core/contract/session';
import { showing } from '../src/table/showing';
import { TableState, type ClientCore, type Options } from '../src/table/table-state.svelte';
import { LocalTable } from '../src/worker/table';
import { hasModule, net, openModule, words } from './module';

/* As for a new person. */
vi.mock('../src/settings.svelte', () => ({
  settings: { ceremonies: true, language: 'en', name: '' },
}));
vi.mock('../src/core/files', () => ({ wordsUrl: () => '', languages: ['en'] }));

const link = '0123456789abcdef0123456789abcdef';

type Asked = QuestionOf<'client'>;
type Core = ClientCore & { asked: { do: string }[] };

/** The module itself, except for the answers replaced here. */
async function coreWith(answers: Partial<Record<Asked, unknown>>): Promise<Core> {
  const module = await openModule();
  module.file('words/en.words', words());
  module.ask('language', { language: 'en' });
  const asked: { do: string }[] = [];
  return {
    asked,
    ask<Q extends Asked>(question: Q, ...[given]: Given<Q>): Answers[Q] {
      asked.push({ do: question, ...given });
      const answer = answers[question] ?? (question === 'check' ? { legal: true } : undefined);
      if (answer instanceof Error) throw answer;
      const ask = module.ask.bind(module) as (question: Asked, given: unknown) => unknown;
      return (answer ?? ask(question, given)) as Answers[Q];
    },
  };
}

async function remote(
  answers: Partial<Record<Asked, unknown>> = {},
  options: Partial<Options> = {},
) {
  const sent: Record<string, unknown>[] = [];
  const core = await coreWith(answers);
  const table = new TableState(core, {
    local: false,
    link,
    name: 'Ada',
    token: '33'.repeat(16),
    ...options,
  });
  table.over({
    send: (text) => sent.push(JSON.parse(text) as Record<string, unknown>),
    close: () => undefined,
  });
  const hear = (...lines: object[]) =>
    table.hooks.frame(lines.map((line) => JSON.stringify(line)).join('\n'));
  const of = (kind: string) => sent.filter(({ t }) => t === kind);
  return { core, table, sent, hear, of };
}

const welcome = { t: 'welcome', v: 2, table: link, last: 5, seat: 1, done: 7 };
const snapshot = [
  {
    t: 'table',
    '#': 5,
    rules: 'laws1950',
    players: 2,
    stage: 'lobby',
    timer: 'relaxed',
    hints: true,
  },
  { t: 'seat', seat: 0, name: 'Bea', host: true },
  { t: 'seat', seat: 1, name: 'Ada' },
];

const game = { t: 'game', v: 1, rules: 'laws1950', players: 2, names: ['Bea', 'Ada'] };

describe.skipIf(!hasModule)('coming to a table', () => {
  test('hello sends a new token until the seat is ours', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    expect(of('hello')[0]).toMatchObject({
      token: '33'.repeat(16),
      new: true,
      name: 'Ada',
      table: link,
    });
    hear(welcome, ...snapshot);
    expect(table.seat).toBe(1);
    expect(table.status).toBe('here');
    expect(table.seats.map(({ name }) => name)).toEqual(['Bea', 'Ada']);
    expect(table.choices.timer).toBe('relaxed');
    expect(table.isHost).toBe(false);
    table.hooks.lost(1006);
    expect(table.status).toBe('lost');
    table.hooks.opened();
    expect(of('hello')[1]).toEqual({
      t: 'hello',
      v: 2,
      table: link,
      token: '33'.repeat(16),
      last: 5,
    });
  });

  test('a page that knew more than the server continues from its snapshot', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'chat', '#': 9, name: 'Bea', text: 'hello' });
    table.hooks.lost(1006);
    table.hooks.opened();
    expect(of('hello')[1]).toMatchObject({ last: 9 });
    hear({ ...welcome, last: 6 }, { ...snapshot[0], '#': 6 }, { t: 'no', at: 6, why: 'lost' });
    expect(table.status).toBe('here');
    expect(table.refusal?.id).toBe('lost');
    table.hooks.lost(1006);
    table.hooks.opened();
    expect(of('hello')[2]).toMatchObject({ last: 6 });
  });

  const draws = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ t: 'draw', '#': from + at, seat: 0 }));

  test('it gives up after three snapshots that do not help', async () => {
    const { table, hear, of } = await remote({}, { local: true });
    table.hooks.opened();
    hear(welcome, ...snapshot);
    for (let tries = 1; tries <= 3; tries++) {
      hear(...draws(6, 2));
      expect(table.status).toBe('here');
      expect(of('hello')).toHaveLength(1 + tries);
      hear(welcome, ...snapshot);
    }
    hear(...draws(6, 2));
    expect(table.status).toBe('closed');
  });

  test('if no seat is free one may watch, without a token', async () => {
    for (const why of ['full', 'hand', 'join']) {
      const { table, hear, of } = await remote();
      table.hooks.opened();
      hear({ t: 'no', why });
      expect(table.status).toBe('connecting');
      expect(table.seatRefused).not.toBe('');
      hear({ t: 'welcome', v: 2, table: link, last: 5, watching: true }, ...snapshot);
      expect(table.status).toBe('here');
      expect(table.seatRefused).not.toBe('');
      table.watchInstead();
      expect(table.seatRefused).toBe('');
      table.hooks.lost(1006);
      table.hooks.opened();
      expect(of('hello')[1]).toMatchObject({ watching: true });
      expect(of('hello')[1]).not.toHaveProperty('token');
    }
  });

  test('a person refused, or without a seat, does not ask again by returning', async () => {
    const without = [
      { t: 'settled', on: 9, what: 'sit', yes: false },
      { t: 'no', why: 'full' },
    ];
    for (const word of without)
      for (const atTheTable of [false, true]) {
        const { table, hear, of } = await remote({}, atTheTable ? { token: null } : {});
        table.hooks.opened();
        if (!atTheTable) hear({ t: 'no', why: 'ask' });
        hear({ t: 'welcome', v: 2, table: link, last: 5 }, ...snapshot);
        if (atTheTable) table.sit(1);
        if (atTheTable) hear({ t: 'proposal', on: 9, what: 'sit', name: 'Ada' });
        hear({ t: 'settled', on: 8, what: 'back', yes: false }, word);
        table.hooks.lost(1006);
        table.hooks.opened();
        expect(of('hello')[1]).toMatchObject({ watching: true });
        expect(of('hello')[1]).not.toHaveProperty('token');
      }
  });

  test('a person waiting for the host asks again after a lost connection', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear({ t: 'no', why: 'ask' }, { t: 'welcome', v: 2, table: link, last: 5 }, ...snapshot);
    hear({ t: 'settled', on: 8, what: 'back', yes: false });
    table.hooks.lost(1006);
    table.hooks.opened();
    expect(of('hello')[1]).toMatchObject({ token: '33'.repeat(16), new: true });
  });

  test('a new table is not waited for if no server answers', async () => {
    const { table } = await remote({}, { link: '', make: { v: 2 }, token: null });
    expect(table.hooks.lost(1006)).toBe(false);
    await table.greeted();
    expect(table.status).toBe('closed');
    expect(table.closed).not.toBe('');
  });

  test('if spectators are not allowed either, it ends with that reason', async () => {
    const { table, hear } = await remote();
    table.hooks.opened();
    hear({ t: 'no', why: 'full' }, { t: 'bye', code: 4004, why: 'full' });
    expect(table.status).toBe('closed');
  });

  test('a code that is final closes it with a sentence', async () => {
    const { table } = await remote();
    table.hooks.opened();
    expect(table.hooks.lost(4001)).toBe(false);
    expect(table.status).toBe('closed');
    expect(table.closed).not.toBe('');
  });
});

test.skipIf(!hasModule)('a word that is final counts before the connection ends', async () => {
  const { table, hear } = await remote();
  table.hooks.opened();
  hear(welcome, ...snapshot, { t: 'bye', code: 4001, why: 'taken' });
  expect(table.status).toBe('closed');
});

describe.skipIf(!hasModule)('wishes', () => {
  test('ids continue after those acknowledged; unanswered messages are resent', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    const done = table.act('draw');
    expect(of('act')[0]).toMatchObject({ id: 100_000_000_000_000, at: 5, action: 'draw' });
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

  test('one message is pending at a time', async () => {
    const { table, hear, sent } = await remote();
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    table.say('one');
    table.say('two');
    expect(sent.filter(({ t }) => t === 'chat')).toHaveLength(1);
    hear({ t: 'ok', id: 100_000_000_000_000 });
    expect(sent.filter(({ t }) => t === 'chat').map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test('sitting down at one’s own seat only reports presence', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    table.sit(1);
    expect(of('sit')).toEqual([{ t: 'sit', id: 100_000_000_000_000, seat: 1 }]);
  });

  test('an illegal action is not sent', async () => {
    const why = { law: 'L31', id: 'FROZEN', text: 'The pack is frozen.' };
    const { table, hear, of } = await remote({ check: { legal: false, why } });
    table.hooks.opened();
    hear(welcome, ...snapshot);
    expect(await table.act('draw')).toEqual(why);
    expect(table.refusal).toEqual(why);
    expect(of('act')).toHaveLength(0);
  });

  test('the server’s refusals by law are shown in our words', async () => {
    const why = { law: 'L31', id: 'FROZEN', text: 'Das Paket ist eingefroren.' };
    const answers: { check: { legal: boolean; why?: typeof why } } = { check: { legal: true } };
    const { table, hear } = await remote(answers);
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    const no = { t: 'no', why: 'FROZEN', law: 'L31', text: 'the pack is frozen' };
    const known = table.act('draw');
    answers.check = { legal: false, why };
    hear({ ...no, id: 100_000_000_000_000 });
    expect(await known).toEqual(why);
    expect(table.refusal).toEqual(why);
    answers.check = { legal: true };
    const unknown = table.act('draw');
    hear({ ...no, id: 100_000_000_000_001 });
    expect(await unknown).toMatchObject({ id: 'FROZEN', law: 'L31' });
    expect(table.refusal?.text).not.toContain('the pack is frozen');
  });

  test('the contribution is sent, and the cut unless the person wants to be asked', async () => {
    settings.ceremonies = false;
    onTestFinished(() => {
      settings.ceremonies = true;
    });
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    hear({ ...game, '#': 6 }, { t: 'commit', '#': 7, deal: 1, hash: '44'.repeat(32) });
    expect(of('pledge')[0]).toMatchObject({ deal: 1 });
    const pledges = [null, String(of('pledge')[0]?.['pledge'])];
    hear(
      { t: 'ok', id: 100_000_000_000_000 },
      { t: 'pledge', '#': 8, seat: 1, pledge: pledges[1] },
      { t: 'pledged', '#': 9, pledges, seat: 1 },
    );
    expect(table.stage).toBe('cut');
    expect(table.cutting).toBe(false);
    expect(of('cut')).toHaveLength(1);
    hear(
      { t: 'ok', id: 100_000_000_000_001 },
      { t: 'open', '#': 10, deal: 1, k: of('cut')[0]?.['k'] },
    );
    expect(table.stage).toBe('parts');
    expect(of('part')).toHaveLength(1);
  });

  test('the person is asked to cut until a cut is accepted', async () => {
    const { table, hear, of } = await remote();
    const pledges = ['55'.repeat(32), '66'.repeat(32)];
    table.hooks.opened();
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    hear({ ...game, '#': 6 }, { t: 'pledged', '#': 7, pledges, seat: 0 });
    expect(table.cutting).toBe(false);
    hear({ t: 'pledged', '#': 8, pledges, seat: 1 });
    expect(table.cutting).toBe(true);
    expect(of('cut')).toEqual([]);
    table.cut(3);
    expect(table.cutting).toBe(false);
    hear({ t: 'no', id: 100_000_000_000_000, why: 'cut' });
    await vi.waitFor(() => expect(table.cutting).toBe(true));
    table.cut(40);
    expect(of('cut').map(({ k }) => k)).toEqual([3, 40]);
  });

  test('lone surrogates are removed from chat and names', async () => {
    const { table, hear, of } = await remote({}, { name: 'A\ud83dda' });
    table.hooks.opened();
    expect(of('hello')[0]).toMatchObject({ name: 'Ada' });
    hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    table.say('\udc4d');
    table.say('so \ud83d\0fine 🃏');
    expect(of('chat').map(({ text }) => text)).toEqual(['so fine 🃏']);
    table.set({ title: 'Ours \ud83d' });
    hear({ t: 'ok', id: 100_000_000_000_000 });
    expect(of('set')[0]).toMatchObject({ title: 'Ours' });
  });

  test('a message that the table could not read is not waited for', async () => {
    for (const why of ['json', 'object', 'long']) {
      const { table, hear, of } = await remote();
      table.hooks.opened();
      hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
      const done = table.act('draw');
      table.say('then');
      hear({ t: 'no', why });
      expect(await done).toMatchObject({ id: why });
      expect(of('chat')).toHaveLength(1);
      expect(table.refusal).toMatchObject({ id: why });
    }
  });

  /** At a table where we have said that we are ready. */
  async function readied() {
    const at = await remote();
    at.table.hooks.opened();
    at.hear({ ...welcome, done: 99_999_999_999_999 }, ...snapshot);
    at.table.ready();
    at.hear({ t: 'here', seat: 1, here: 'yes', ready: true }, { t: 'ok', id: 100_000_000_000_000 });
    expect(at.of('ready')).toHaveLength(1);
    const back = () => {
      at.table.hooks.lost(1006);
      at.table.hooks.lost(1006); // a first try to come back failed
      at.table.hooks.opened();
    };
    return { ...at, back };
  }
  const again = { ...welcome, done: 100_000_000_000_000 };
  const unready = { t: 'here', seat: 1, here: 'yes', ready: false };

  test('readiness is sent again, once, after a restart that lost it', async () => {
    const { hear, of, back } = await readied();
    back();
    hear(again, ...snapshot, { t: 'here', seat: 0, here: 'yes', ready: false }, unready);
    expect(of('ready')).toHaveLength(2);
    hear({ t: 'ok', id: 100_000_000_000_001 }, unready);
    expect(of('ready')).toHaveLength(2);
  });

  test('readiness that the table has ended is not sent again', async () => {
    const elsewhere = { t: 'welcome', v: 2, table: link, last: 6, seat: 0, done: 0 };
    const drawn = { t: 'drawn', '#': 6, seat: 1, to: 1, cards: ['Kh'] };
    const ways: ((at: Awaited<ReturnType<typeof readied>>) => void)[] = [
      ({ hear }) => hear(unready),
      ({ hear }) => hear(drawn, { ...welcome, last: 6, done: 0 }, ...snapshot, unready),
      ({ hear }) => hear(elsewhere, ...snapshot, { ...unready, seat: 0 }),
      ({ hear, back }) => {
        back();
        hear(again, drawn, unready);
      },
      ({ hear, back }) => {
        back();
        const [first, ...seats] = snapshot;
        hear({ ...again, last: 80 }, { ...first, '#': 80, stage: 'between' }, ...seats, unready);
      },
      ({ hear, back }) => {
        back();
        hear(elsewhere, ...snapshot, { ...unready, seat: 0 });
      },
      ({ hear, back }) => {
        hear({ ...welcome, seat: undefined }, ...snapshot); // the seat was given up
        back();
        hear(elsewhere, ...snapshot, { ...unready, seat: 0 });
      },
    ];
    for (const way of ways) {
      const at = await readied();
      way(at);
      expect(at.of('ready'), String(way)).toHaveLength(1);
    }
  });
});

test.skipIf(!hasModule)('a rematch is not arranged', async () => {
  const { table, hear } = await remote();
  table.hooks.opened();
  const [first, ...seats] = snapshot;
  hear(welcome, { ...first, arranged: true, stage: 'over' }, ...seats, game);
  expect(table.arranged).toBe(true);
  hear({ ...game, '#': 8 });
  expect(table.arranged).toBe(false);
});

describe.skipIf(!hasModule)('what is said', () => {
  test('a hint is shown in our words, and an invalid action gives none', async () => {
    const answers: { hint: unknown } = {
      hint: { text: 'Vom Talon ziehen.', choice: { action: 'draw', text: 'ziehen' } },
    };
    const { core, table, hear } = await remote(answers);
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'hint', id: 8, action: 'draw', why: 'DRAW', text: 'English' });
    expect(table.hint).toEqual({
      action: 'draw',
      text: 'Vom Talon ziehen.',
      choice: { action: 'draw', text: 'ziehen' },
    });
    expect(core.asked).toContainEqual({ do: 'hint', action: 'draw', why: 'DRAW' });
    answers.hint = new Error('action');
    hear({ t: 'hint', id: 9, action: 'discard 7', why: 'DRAW', text: 'English' });
    expect(table.hint).toBeNull();
  });

  test('proposals can be voted on once', async () => {
    const { table, hear, of } = await remote();
    table.hooks.opened();
    hear(welcome, ...snapshot, { t: 'proposal', on: 77, what: 'back', seat: 0, n: 2 });
    expect(table.proposals).toEqual([
      {
        on: 77,
        what: 'back',
        seat: 0,
        n: 2,
        undoes: '', // no game is known
        name: '',
        mine: false,
        open: true,
      },
    ]);
    table.vote(77, true);
    expect(of('vote')[0]).toMatchObject({ on: 77, yes: true });
    hear({ t: 'proposal', on: 77, what: 'back', seat: 0, n: 2 });
    expect(table.proposals[0]?.open).toBe(false);
    hear({ t: 'settled', on: 77, what: 'back', yes: true });
    expect(table.proposals).toEqual([]);
  });

  test('a player who asks to show the hands receives the others’ votes', async () => {
    const { table, hear } = await remote();
    table.hooks.opened();
    const asks = (seat: number) => hear({ t: 'proposal', on: 79, what: 'open', seat, n: 60 });
    hear(welcome, ...snapshot);
    asks(1);
    expect(table.proposals[0]).toMatchObject({ what: 'open', n: 60, mine: true, open: false });
    hear({ t: 'settled', on: 79, what: 'open', yes: false });
    expect(table.refusal?.id).toBe('open');
    table.dismiss();
    asks(0);
    expect(table.proposals[0]).toMatchObject({ mine: false, open: true });
    hear({ t: 'settled', on: 79, what: 'open', yes: false });
    expect(table.refusal).toBeNull();
    asks(1);
    hear({ t: 'settled', on: 79, what: 'open', yes: true });
    expect(table.refusal).toBeNull();
  });

  test('only the person who asked for a seat receives the outcome', async () => {
    const { table, hear, of } = await remote({}, { token: null });
    const watching = { ...welcome, seat: undefined, watching: true };
    const asks = (name: string) => hear({ t: 'proposal', on: 78, what: 'sit', name });
    table.hooks.opened();
    hear(watching, ...snapshot);
    asks('Ada');
    expect(table.proposals[0]?.mine).toBe(false);
    hear({ t: 'settled', on: 78, what: 'sit', yes: false });
    expect(table.refusal).toBeNull();

    table.sit(0);
    asks('Carl');
    expect(table.proposals[0]?.mine).toBe(false);
    asks('Ada');
    hear({ t: 'ok', id: of('sit')[0]?.id });
    expect(table.proposals[0]?.mine).toBe(true);
    hear({ t: 'settled', on: 78, what: 'sit', yes: false });
    expect(table.refusal?.id).toBe('sit');
    table.sit(0);
    expect(table.refusal).toBeNull();
  });

  test('chat stays text, pauses stop the clock', async () => {
    const { table, hear } = await remote();
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

/** A page at a table of the module, and its state if it is closed in the middle. */
interface Visit {
  log: string;
  token: string;
  memory: SavedSession | null;
}

interface Game {
  rules: string;
  players: number;
}

/** Does what the page asks for, and always plays the first legal action, until `done` or until this
 * many frames have arrived. */
async function visit(
  before: Visit | null,
  frames = Infinity,
  { rules, players }: Game = { rules: 'laws1950', players: 4 },
  done = (table: TableState): boolean => table.verdict !== null,
  /** If it returns true, it has done something other than deciding. */
  instead: (table: TableState) => boolean = () => false,
): Promise<Visit & { table: TableState }> {
  const core = await openModule();
  core.file('words/en.words', words());
  core.ask('language', { language: 'en' });
  const host = await openModule();
  let log = before?.log ?? '';
  let heard = 0;
  const closed = (): boolean => heard >= frames;
  const table = new TableState(core, {
    local: true,
    link,
    name: 'Ada',
    token: before?.token ?? null,
    saved: before?.memory ?? null,
  });
  const local = new LocalTable(host, {
    append: async (text) => {
      if (!closed()) log += text;
    },
    say: (what) => {
      if (what.is === 'frame' && !closed()) {
        heard++;
        table.hooks.frame(what.text);
      }
      if (what.is === 'failed') throw new Error(what.why);
    },
    net: async () => net(),
    now: () => performance.now(),
    soon: (what) => setImmediate(what),
  });
  let token = before?.token ?? '';
  if (before) {
    expect(local.load(log)).toBe(true);
  } else {
    const make = { t: 'make', v: 2, name: 'Ada', rules, players, seat: 0, pace: 0 };
    const made = await local.make(JSON.stringify(make), link);
    if (!('token' in made)) throw new Error(made.why);
    token = made.token;
    table.setToken(token);
  }
  table.over({
    send: (text) => {
      if (!closed()) local.message(text);
    },
    close: () => undefined,
  });
  table.hooks.opened();
  await table.greeted();
  if (!before) for (let seat = 1; seat < players; seat++) table.bot(seat, 'club');
  if (table.stage === 'lobby') table.ready();
  const refusals: unknown[] = [];
  for (let round = 0; round < 20_000 && !closed(); round++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (done(table)) break;
    const { page } = table;
    if (showing(table) === 'lobby' && table.cutting) table.cut(40);
    if (table.stage !== 'play' || !page.mine || table.pending) continue;
    expect(page.hand.length).toBeGreaterThan(0);
    if (instead(table)) continue;
    const action = page.legal[0];
    /* Requests still under way when a page is closed are never answered. */
    if (action !== undefined) void table.act(action).then((why) => refusals.push(why));
  }
  expect(refusals.filter((why) => why !== null)).toEqual([]);
  return {
    log,
    token,
    memory: JSON.parse(JSON.stringify(table.savedSession)) as SavedSession,
    table,
  };
}

describe.skipIf(!hasModule)('with the module', () => {
  test('a deal is played to its end, and was fair', { timeout: 60_000 }, async () => {
    const { table } = await visit(null);
    expect(table.verdict?.name).toBe('fair');
    expect(table.stage).toBe('between');
    expect(table.page.sheet).toHaveLength(1);
    expect(table.page.sides).toHaveLength(2);
  });

  /** Alone with bots, as a new person begins: the person must cut if the rules say so. */
  test(
    'every rule set deals for every number of players, also after a reload',
    { timeout: 120_000 },
    async () => {
      const module = await openModule();
      const { sets } = module.ask('list', { language: 'en' });
      const games = sets.flatMap(({ name, players }) =>
        players.map((n) => ({ rules: name, players: n })),
      );
      expect(games.length).toBeGreaterThan(sets.length);
      let cuts = 0;
      for (const game of games) {
        const what = `${game.rules}, ${String(game.players)} players`;
        const dealt = (table: TableState): boolean =>
          showing(table) === 'board' && table.page.hand.length > 0;
        const waits = (table: TableState): boolean => dealt(table) || table.cutting;
        const begun = await visit(null, Infinity, game, waits);
        if (begun.table.cutting) cuts++;
        expect(showing(begun.table), what).toBe(begun.table.cutting ? 'lobby' : 'board');
        for (const memory of [begun.memory, null]) {
          const { table } = await visit({ ...begun, memory }, Infinity, game, dealt);
          expect(dealt(table), what).toBe(true);
          expect(table.page.hand.length, what).toBeGreaterThan(10);
        }
      }
      expect(cuts).toBeGreaterThan(0);
    },
  );

  test('alone, undoing one’s last decision also undoes the bots’ moves since', async () => {
    const hands: string[] = [];
    let turns = 0;
    let wanted = '';
    let asked = false;
    const instead = (at: TableState): boolean => {
      const now = at.page.hand.join(' ');
      if (wanted !== '') {
        expect(now).toBe(wanted);
        expect(at.page.phase).toBe('meld');
        expect(at.page.news.at(-1)).toMatchObject({ type: 'undo', seat: 0 });
        expect(at.page.news.at(-1)!.count).toBeGreaterThan(3);
        wanted = '';
      } else if (at.page.phase === 'start' && !asked && ++turns % 3 === 0) {
        wanted = hands.at(-1)!;
        at.back(1);
        return true;
      }
      /* After the partner's answer the turn stands at its start again: no bot has moved. */
      asked = at.page.legal[0] === 'ask';
      hands.push(now);
      return false;
    };
    const { table } = await visit(null, Infinity, undefined, undefined, instead);
    expect(turns).toBeGreaterThan(3);
    expect(table.proposals).toEqual([]);
    expect(table.verdict?.name).toBe('fair');
  });

  test('a reloaded page can still verify the deal', { timeout: 120_000 }, async () => {
    for (const frames of [5, 6, 7, 8, 9, 10, 12, 20, 40]) {
      const first = await visit(null, frames);
      expect(first.table.verdict, `after ${String(frames)} frames`).toBeNull();
      const second = await visit(first, 11);
      const third = await visit(second);
      expect(third.table.verdict?.name, `after ${String(frames)} frames`).toBe('fair');
      expect(third.table.page.sheet).toHaveLength(1);
    }
  });

  test('a page remembers what its seat received, and no token', { timeout: 60_000 }, async () => {
    const { memory, token } = await visit(null, 40);
    const text = JSON.stringify(memory);
    expect(text).not.toContain(token);
    const told = (memory?.journal ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.filter(({ t, id }) => t === 'part' && id !== undefined)).toHaveLength(2);
    expect(told.length).toBeGreaterThan(20);
    for (const line of told) {
      expect(['deck', 'seed', 'hands', 'nonce'].filter((key) => key in line)).toEqual([]);
      if (line.t === 'draw' && line.seat !== 0) expect(line).not.toHaveProperty('cards');
    }
  });

  test('nothing is remembered if another page has played for the seat since', async () => {
    const first = await visit(null, 20);
    const elsewhere = await visit({ ...first, memory: null }, 14);
    const again = await visit({ ...elsewhere, memory: first.memory });
    expect(again.table.verdict).toMatchObject({ name: 'unchecked.later', unfair: false });
  });
});
