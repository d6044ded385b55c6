/** Tables of this browser, made or opened again. Each has greeted the person, or is closed and says
 * why. */

import type { Seat } from '../core/contract/lists';
import { compiled, compiledRest, defaultRules, firstExtent, openCore } from '../core/core';
import { netUrl, restUrl, retry, type Extent } from '../core/files';
import { asLine } from '../core/plain';
import type { Hooks, Transport } from '../core/socket';
import { randomHex } from '../core/seat-tokens';
import { settings } from '../settings.svelte';
import { dealWords, t, wholeWords } from '../words.svelte';
import { changeTable, deleteTable, findTable, listTables, type SavedTable } from '../worker/logs';
import type { FromWorker, ToWorker } from '../worker/speech';
import { holdOpen } from './held.svelte';
import { remembering } from './remember';
import { loadSession } from './saved-session';
import { TableState } from './table-state.svelte';

export interface NewGame {
  rules: string;
  house: string;
  players: number;
  /** By seat; the entry of the person's own seat is ignored. */
  levels: string[];
  name: string;
  seat?: Seat;
  /** Skip everything before the first cards. */
  quick?: boolean;
  /** Numbered deals and any other field of "make". */
  more?: Record<string, unknown>;
  /** By seat: what its bot does as long as it is legal; after that it thinks normally. */
  script?: readonly (readonly string[])[];
  /** "first" if its rules are the default ones. */
  extent?: Extent;
}

/** Bots that move immediately are hard to follow. */
export const localPace = 700;

const startWorker = (): Worker =>
  new Worker(new URL('../worker/host.ts', import.meta.url), { type: 'module' });
/** A worker started in advance. */
let spare: Worker | null = null;

/** Drops the worker if it fails to start, because it would never answer. */
function startSpare(): void {
  const worker = startWorker();
  worker.onerror = () => {
    if (spare === worker) spare = null;
  };
  spare = worker;
}

class WorkerTransport implements Transport {
  readonly #worker = spare ?? startWorker();
  #records: ((text: string) => void)[] = [];

  constructor(
    hooks: Hooks,
    opened: (token: string) => void,
    failed: (why: string) => void,
    missing: (yes: boolean) => void,
    unkept: () => void,
  ) {
    spare = null;
    this.#worker.onerror = () => failed('memory');
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      switch (data.is) {
        case 'opened':
          opened(data.token);
          hooks.opened();
          break;
        case 'frame':
          hooks.frame(data.text);
          break;
        case 'closed':
          hooks.lost(data.code);
          break;
        case 'failed':
          failed(data.why);
          break;
        case 'net-missing':
          missing(data.missing);
          break;
        case 'unkept':
          unkept();
          break;
        case 'record':
          this.#records.shift()?.(data.text);
          break;
      }
    };
  }

  post(what: ToWorker): void {
    this.#worker.postMessage(what);
  }

  send(text: string): void {
    this.post({ is: 'message', text });
  }

  /** Of the finished deals. */
  record(): Promise<string> {
    return new Promise((resolve) => {
      this.#records.push(resolve);
      this.post({ is: 'record' });
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}

/** The text for "memory" is about a server, and here there is none. */
const ownFailures: Record<string, string> = {
  elsewhere: 'web.local.elsewhere',
  memory: 'web.local.broken',
};

function localFailure(why: string): string {
  return t(ownFailures[why] ?? `net.${why}`);
}

/** Saves a summary of the game, so that lists need not read its log. */
function remember(id: string, table: TableState): void {
  const { sides, sheet } = table.page;
  const own = sides.findIndex(({ seats }) => table.seat !== null && seats.includes(table.seat));
  const others = sides.filter((_, side) => side !== own);
  const scores = [sides[own], ...others].flatMap((side) => (side ? [side.score] : []));
  const change = { touched: Date.now(), over: table.stage === 'over', deals: sheet.length, scores };
  changeTable(id, change).catch(() => undefined);
}

const mostKept = 40;

/** Deletes the oldest tables if there are too many, finished ones first. */
async function forgetOldest(): Promise<void> {
  const all = await listTables();
  const worth = [...all.filter(({ over }) => !over), ...all.filter(({ over }) => over)];
  for (const { id } of worth.slice(mostKept)) await deleteTable(id);
}

async function startLocal(
  kept: SavedTable,
  make: string | null,
  { script = [], extent = 'whole' }: Pick<NewGame, 'script' | 'extent'> = {},
): Promise<TableState> {
  const [module, opened] = await Promise.all([
    compiled(extent),
    openCore(() => table.spoken(), extent),
  ]);
  const table: TableState = new TableState(opened.core, {
    local: true,
    link: kept.link,
    token: kept.token,
    name: kept.name,
    shareLocal: async () => {
      const { pack } = await import('../core/pack');
      const packed = await pack(await transport.record());
      return new URL(`#/replay/${packed}`, document.baseURI).href;
    },
    saved: loadSession(kept.link),
    ended: () => {
      opened.close();
      forget();
    },
    onStage: (changed) => remember(kept.id, changed),
    onCards: () => {
      if (extent === 'first') void complete().then(sayAll);
    },
  });
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, retry));
  /** Until the rest is there, a call that needs it fetches it and holds the page up. */
  const complete = async (): Promise<void> => {
    while (table.status !== 'closed') {
      const rest = await compiledRest().catch(() => undefined);
      if (rest) transport.post({ is: 'rest', module: rest });
      if (rest) await opened.core.complete(rest);
      if (rest !== undefined) return;
      await pause();
    }
  };
  /** The sentences that no first turn needs. A change of language brings all of them too. */
  const sayAll = async (): Promise<void> => {
    while (table.status !== 'closed') {
      const { language } = settings;
      const words = await wholeWords(language).catch(() => undefined);
      if (words === undefined) await pause();
      else if (language === settings.language) {
        opened.core.speak(language, words);
        table.spoken();
        return;
      }
    }
  };
  const forget = remembering(table);
  const transport: WorkerTransport = new WorkerTransport(
    table.hooks,
    (token) => {
      if (token === '') return;
      table.setToken(token);
      forgetOldest().catch(() => undefined);
    },
    (why) => table.fail(why, localFailure(why)),
    (missing) => {
      if (missing) table.refusal = { id: 'net', text: t('web.local.net') };
      else if (table.refusal?.id === 'net') table.refusal = null;
    },
    () => {
      table.refusal = { id: 'unkept', text: t('web.local.unkept') };
    },
  );
  table.over(transport);
  transport.post({
    is: 'open',
    module,
    rest: new URL(restUrl, document.baseURI).href,
    net: new URL(netUrl, document.baseURI).href,
    table: kept,
    make,
    script,
  });
  await table.greeted();
  return table;
}

export async function makeLocal(game: NewGame): Promise<{ id: string; table: TableState }> {
  const id = randomHex(8);
  const link = randomHex(16);
  const seat = game.seat ?? 0;
  // "": no name is sent, and none gets into records.
  const name = (game.name || settings.name).trim();
  const level = game.levels.find((_, at) => at !== seat) ?? '';
  const now = Date.now();
  const kept: SavedTable = {
    id,
    link,
    token: '',
    rules: game.rules,
    players: game.players,
    name,
    level,
    made: now,
    touched: now,
    over: false,
    deals: 0,
    scores: [],
  };
  const { rules, house, players } = game;
  const make = {
    t: 'make',
    v: 2,
    ...(name !== '' && { name }),
    rules,
    ...(house !== '' && { house }),
    players,
    seat,
    pace: localPace,
    ...game.more,
  };
  const table = await startLocal(kept, asLine(make), game);
  for (let at = 0; at < players; at++) if (at !== seat) table.bot(at, game.levels[at] ?? 'club');
  if (game.quick) table.skipCeremonies();
  table.ready();
  return { id, table };
}

/** Fetches in advance what a first game needs. */
export async function warm(): Promise<void> {
  if (spare === null) startSpare();
  await Promise.all([compiled(firstExtent()), dealWords(settings.language)]);
}

/** Starts a game immediately, unless the table is closed and says why: you and three bots, these
 * rules or the default ones, straight to the first cards. */
export async function playNow(rules?: string): Promise<{ id: string; table: TableState }> {
  const standard = await defaultRules();
  const made = await makeLocal({
    rules: rules ?? standard,
    house: '',
    players: 4,
    levels: ['', 'club', 'club', 'club'],
    name: settings.name,
    quick: true,
    extent: rules === undefined || rules === standard ? firstExtent() : 'whole',
  });
  if (made.table.status !== 'closed') holdOpen({ page: 'local', rest: [made.id] }, made.table);
  return made;
}

/** Resumes a table of this browser. Null if the id is unknown. */
export async function openLocal(id: string): Promise<TableState | null> {
  const kept = await findTable(id).catch(() => undefined);
  return kept ? startLocal(kept, null) : null;
}
