/** A table without a server: the module, and the code that carries out its effects. */

import { describe, expect, test } from 'vitest';
import type { Questions } from '../src/core/contract/questions';
import { parseServerLine } from '../src/core/contract/reader';
import { Module } from '../src/core/module';
import { guidedDealOf } from '../src/tutorial/deals';
import { deckOf } from '../src/tutorial/guided-deal';
import { LocalTable, type Surroundings } from '../src/worker/table';
import type { FromWorker } from '../src/worker/speech';
import { hasModule, hasRest, net, openModule, read } from './module';
import { pledgeOf } from '../../tests/web/pledge.mjs';

interface Heard {
  t: string;
  [key: string]: unknown;
}

const link = '0123456789abcdef0123456789abcdef';
const part = '11'.repeat(32);

/** The pledge of the part above to the deal that a line commits to. */
function pledge(commit: Heard): object {
  const deal = commit['deal'] as number;
  return { t: 'pledge', deal, pledge: pledgeOf(link, deal, 0, String(commit['hash']), part) };
}
const make = JSON.stringify({
  t: 'make',
  v: 2,
  name: 'Ada',
  rules: 'laws1950',
  players: 4,
  seat: 0,
  pace: 0,
});

async function sit(
  begun: { kept: string; token: string } | null,
  wait: (heard: Heard, send: (text: object) => void) => boolean,
  wish = make,
  script: readonly (readonly string[])[] = [],
  name: 'canasta' | 'first' = 'canasta',
) {
  const module = await openModule(name);
  let kept = begun?.kept ?? '';
  const heard: Heard[] = [];
  let token = begun?.token ?? '';
  let over = false;
  await new Promise<void>((resolve, reject) => {
    const take = (text: string) => {
      for (const one of text.split('\n').filter((line) => line !== '')) {
        if (over) return;
        const line = JSON.parse(one) as Heard;
        if (parseServerLine(one) === null) reject(new Error(`no line of a server: ${one}`));
        heard.push(line);
        if (wait(line, (message) => table.message(JSON.stringify(message)))) {
          over = true;
          resolve();
        }
      }
    };
    const around: Surroundings = {
      append: async (text) => {
        if (!over) kept += text;
      },
      say: (what: FromWorker) => {
        try {
          if (what.is === 'frame') take(what.text);
        } catch (error) {
          over = true;
          reject(error as Error);
        }
        if (what.is === 'failed') reject(new Error(what.why));
      },
      net: async () => net(),
      now: () => performance.now(),
      soon: (what) => setImmediate(what),
    };
    const table = new LocalTable(module, around, script);
    const hello = (more: object) =>
      table.message(JSON.stringify({ t: 'hello', v: 2, table: link, actions: true, ...more }));
    if (begun !== null) {
      expect(table.load(begun.kept)).toBe(true);
      hello({ token });
    } else {
      void table.make(wish, link).then((made) => {
        if (!('token' in made)) throw new Error(made.why);
        token = made.token;
        hello({ token });
      });
    }
  });
  return { kept, heard, token };
}

/** Always plays the first legal action, or what it is given to do, until the deal ends. */
function player(
  level: string,
  stop: (line: Heard) => boolean = ({ t }) => t === 'reveal',
  deeds?: string[],
) {
  let id = 1;
  let last = 0;
  let ready = false;
  return (line: Heard, send: (text: object) => void): boolean => {
    if (typeof line['#'] === 'number') last = line['#'];
    if (typeof line['done'] === 'number') id = line['done'] + 1;
    if (line.t === 'welcome' && id === 1)
      for (const seat of [1, 2, 3]) send({ t: 'bot', id: id++, seat, level });
    if (line.t === 'table' && line['stage'] !== 'lobby') ready = true;
    if (line.t === 'seat' && line['seat'] === 3 && line['level'] === level && !ready) {
      ready = true;
      send({ t: 'ready', id: id++ });
    }
    if (line.t === 'commit') send({ ...pledge(line), id: id++ });
    if (line.t === 'pledged' && line['seat'] === 0) send({ t: 'cut', id: id++, k: 40 });
    if (line.t === 'open') send({ t: 'part', id: id++, deal: line['deal'], part });
    if (line.t === 'actions' && line['seat'] === 0) {
      const list = line['actions'] as string[];
      const deed = deeds ? deeds.shift() : list[0];
      if (deed === undefined || !list.includes(deed))
        throw new Error(`${String(deed)} is none of ${list.join(', ')}`);
      send({ t: 'act', id: id++, at: last, action: deed });
    }
    if (line.t === 'no') throw new Error(JSON.stringify(line));
    return stop(line);
  };
}

describe.skipIf(!hasModule)('a table with no server', () => {
  test.each(['beginner', 'casual', 'club', 'expert'])(
    'the first module plays a deal with %s bots, and the whole one goes on from its log',
    async (level) => {
      const { kept, heard, token } = await sit(null, player(level), make, [], 'first');
      expect(heard.filter(({ t }) => t === 'end')).toHaveLength(1);
      const whole = await openModule();
      expect(whole.ask('load', { log: kept, now: 0 })).toEqual({});
      const first = await openModule('first');
      expect(first.ask('record', { log: kept })).toEqual(whole.ask('record', { log: kept }));
      await sit({ kept, token }, ({ t }) => t === 'welcome');
    },
  );
  test('the first module has the default rules and no others', async () => {
    const [whole, first] = [await openModule(), await openModule('first')];
    expect(first.ask('names')).toEqual(whole.ask('names'));
    const wanted = { now: 0, random: '22'.repeat(64), link };
    for (const rules of ['threepack', 'american', 'uruguay']) {
      const message = make.replace('laws1950', rules);
      expect('why' in first.ask('make', { message, ...wanted })).toBe(true);
    }
    const house = make.replace('"players"', '"house":"referee = called","players"');
    expect('why' in first.ask('make', { message: house, ...wanted })).toBe(true);
  });

  test.each(['beginner', 'club', 'master'])(
    'a deal with %s bots ends, and its log is read again',
    { timeout: 60_000 },
    async (level) => {
      const { kept, heard } = await sit(null, player(level));
      expect(heard.filter(({ t }) => t === 'end')).toHaveLength(1);
      const again = await openModule();
      expect(again.ask('load', { log: kept, now: 0 })).toEqual({});
      const { record } = again.ask('record', { log: kept });
      expect(record).toContain('"t":"end"');
    },
  );

  test('a person without a name has none in the record', { timeout: 60_000 }, async () => {
    const nameless = { ...(JSON.parse(make) as Record<string, unknown>), name: undefined };
    const { kept, heard } = await sit(null, player('club'), JSON.stringify(nameless));
    expect(heard.find(({ t, seat }) => t === 'seat' && seat === 0)).toMatchObject({ host: true });
    const module = await openModule();
    expect(module.ask('load', { log: kept, now: 0 })).toEqual({});
    const { record } = module.ask('record', { log: kept });
    const [game = ''] = record.split('\n');
    expect((JSON.parse(game) as { names: string[] }).names).toEqual(['', 'club', 'club', 'club']);
  });

  test('bots follow their script as far as it is legal', { timeout: 60_000 }, async () => {
    const guided = guidedDealOf('laws1950')!;
    const arranged = { ...(JSON.parse(make) as Record<string, unknown>), deck: deckOf(guided) };
    const script = guided.bots.map((actions) => ['discard 2', 'take pair', ...actions]);
    const end = ({ t, seat }: Heard) => t === 'discard' && seat === 3;
    const { heard } = await sit(null, player('beginner', end), JSON.stringify(arranged), script);
    const thrown = heard.filter(({ t, seat }) => t === 'discard' && seat !== 0);
    expect(thrown.map(({ seat, card }) => [seat, card])).toEqual([
      [1, '7d'],
      [2, '9s'],
      [3, 'Jc'],
    ]);
  });

  test(
    'the guided deal of American Canasta goes as its lessons say',
    { timeout: 60_000 },
    async () => {
      const guided = guidedDealOf('american')!;
      const arranged = {
        ...(JSON.parse(make) as Record<string, unknown>),
        rules: 'american',
        deck: deckOf(guided),
      };
      const deeds = [
        ...['face 3r', 'draw', 'discard 4'],
        ...['draw', 'meld K 3 0 0', 'meld 9 2 0 1', 'meld 8 2 1 0', 'discard 5'],
        ...['draw', 'meld 7 3 0 0', 'discard 6'],
        ...['take pair', 'add 0 1 0 0', 'add 1 1 0 0', 'add 2 1 0 0'],
        ...['meld 4 3 0 0', 'meld 6 3 0 0', 'discard 5'],
        ...['draw', 'meld X 0 2 1', 'discard 7'],
        ...['draw', 'add 7 0 1 0', 'discard A'],
      ];
      const learner = player('beginner', ({ t }) => t === 'end', deeds);
      const { heard } = await sit(null, learner, JSON.stringify(arranged), guided.bots);
      expect(deeds).toEqual([]);
      expect(heard.find(({ t }) => t === 'end')).toMatchObject({ why: 'out', seat: 0 });
    },
  );

  /** A page may be closed at any moment: its game continues where it stopped. */
  test.each([25, 33, 40, 77, 120])(
    'closed after line %i, it goes on',
    { timeout: 60_000 },
    async (lines) => {
      let heard = 0;
      const first = await sit(
        null,
        player('club', ({ t }) => t === 'reveal' || ++heard === lines),
      );
      /* However its record is requested, it reveals no deal in play. */
      const given: Questions['record'] = Object.assign({ log: first.kept }, { whole: true });
      const { record } = (await openModule()).ask('record', given);
      expect(record).not.toContain('"t":"deal"');
      const then = await sit(first, player('club'));
      expect(then.heard.filter(({ t }) => t === 'end')).toHaveLength(1);
    },
  );
});

/** A module whose weights the server has changed since, or that has no memory left. */
describe.runIf(hasModule)('weights that cannot be used', () => {
  test('are fetched only once', async () => {
    const module = await openModule();
    let fetched = 0;
    const failed = await new Promise<string>((resolve) => {
      const table = new LocalTable(module, {
        append: () => Promise.resolve(),
        say: (what: FromWorker) => {
          if (what.is === 'failed') resolve(what.why);
          if (what.is !== 'frame') return;
          for (const one of what.text.split('\n').filter((line) => line !== '')) {
            const line = JSON.parse(one) as Heard;
            if (line.t === 'welcome')
              for (const more of [
                { t: 'bot', seat: 1, level: 'master' },
                { t: 'bot', seat: 2, level: 'master' },
                { t: 'bot', seat: 3, level: 'master' },
                { t: 'ready' },
              ])
                table.message(JSON.stringify({ ...more, id: ++id }));
            if (line.t === 'commit') table.message(JSON.stringify({ ...pledge(line), id: ++id }));
            if (line.t === 'pledged' && line['seat'] === 0)
              table.message(JSON.stringify({ t: 'cut', id: ++id, k: 20 }));
            if (line.t === 'open')
              table.message(JSON.stringify({ t: 'part', id: ++id, deal: 1, part }));
            if (line.t === 'actions')
              table.message(
                JSON.stringify({
                  t: 'act',
                  id: ++id,
                  at: last,
                  action: (line['actions'] as string[])[0],
                }),
              );
            if (typeof line['#'] === 'number') last = line['#'];
          }
        },
        net: () => {
          fetched++;
          return Promise.resolve(new Uint8Array(10));
        },
        now: () => performance.now(),
        soon: (what) => setImmediate(what),
      });
      let id = 0;
      let last = 0;
      void table.make(make, link).then((made) => {
        const token = 'token' in made ? made.token : '';
        table.message(JSON.stringify({ t: 'hello', v: 2, table: link, token, actions: true }));
      });
    });
    expect(failed).toBe('memory');
    expect(fetched).toBe(1);
  });
});

test('a file that the module refuses is reported, and not registered', async () => {
  /* Its functions give 0: (memory (export "memory") 1), _initialize, web_input, web_file. */
  const refusing =
    'AGFzbQEAAAABEANgAAF/YAF/AX9gAn9/AX8DBAMAAQIFAwEAAQcvBAZtZW1vcnkCAAtfaW' +
    '5pdGlhbGl6ZQAACXdlYl9pbnB1dAABCHdlYl9maWxlAAIKEAMEAEEACwQAQQALBABBAAs=';
  const bytes = Uint8Array.from(atob(refusing), (letter) => letter.charCodeAt(0));
  const module = await Module.open(new WebAssembly.Module(bytes));
  expect(() => module.file('value.net', new Uint8Array(4))).toThrow('value.net');
  expect(module.has('value.net')).toBe(false);
});

test.skipIf(!hasRest)('the rest of a module is loaded when it is needed, once', async () => {
  let loaded = 0;
  const rest = (name: 'rest'): WebAssembly.Module => {
    loaded++;
    return read(name);
  };
  const [early, late] = [await openModule('first', rest), await openModule('first', rest)];
  await early.complete(read('rest'));
  const { kept: log } = await sit(null, player('beginner'), make, [], 'first');
  const answer = early.ask('record', { log });
  expect(loaded).toBe(0);
  for (let again = 0; again < 2; again++) {
    expect(late.ask('record', { log })).toEqual(answer);
    expect(loaded).toBe(1);
  }
});
