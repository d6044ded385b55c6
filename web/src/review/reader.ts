/** A finished record, shown step by step. The engine reads it; the address says where to get it. */

import type { Seat } from '../core/contract/lists';
import type { Luck, Page } from '../core/contract/table';
import type { Judged, Replay, Unreadable } from '../core/contract/record';
import { compiled, sharedCore, type Core } from '../core/core';
import { Module } from '../core/module';
import { unpack } from '../core/pack';
import { exampleUrl } from '../law/files';
import { settings } from '../settings.svelte';
import { readLog } from '../worker/logs';
import { resultOf, type Description } from './description';

export interface Reader {
  readonly replay: Replay;
  /** The text of the record. */
  readonly record: string;
  at(step: number, seat: Seat | 'open'): Page;
  /** What the cards of a seat's side were worth in a deal, by its index. `table`: luck.table. */
  luck(deal: number, seat: Seat, table: string): Luck | null;
  /** Reports what the bots think, decision by decision, until all are judged or it is stopped.
   * Returns a function that stops it. */
  judge(
    told: (decision: number, judged: Judged) => void,
    done: (failed: boolean) => void,
  ): () => void;
}

/** The worker that judges in slices, so that the page stays responsive. */
function judging(record: string): Reader['judge'] {
  return (told, done) => {
    const worker = new Worker(new URL('./judge.ts', import.meta.url), { type: 'module' });
    let ended = false;
    const stop = (): void => {
      ended = true;
      worker.terminate();
    };
    const end = (failed: boolean): void => {
      if (ended) return;
      stop();
      done(failed);
    };
    worker.onerror = () => end(true);
    worker.onmessage = ({
      data,
    }: MessageEvent<{ decision: number; judged: Judged } | 'done' | 'failed'>) => {
      if (typeof data === 'string') end(data === 'failed');
      else told(data.decision, data.judged);
    };
    Promise.all([compiled(), import('../core/files'), import('../words.svelte')])
      .then(async ([module, { netUrl }, { wholeWords }]) => {
        const { language } = settings;
        const words = await wholeWords(language);
        const net = new URL(netUrl, document.baseURI).href;
        worker.postMessage({ module, net, language, words, record });
      })
      .catch(() => end(true));
    return stop;
  };
}

/** The engine has one record open at a time. This is its text. */
let opened: string | null = null;

function open(core: Core, record: string): Replay | Unreadable {
  opened = null;
  const replay = core.ask('open', { record, language: settings.language });
  if (!('line' in replay)) opened = record;
  return replay;
}

export async function readRecord(record: string): Promise<Reader | Unreadable> {
  const core = await sharedCore();
  const replay = open(core, record);
  if ('line' in replay) return replay;
  return {
    replay,
    record,
    at: (step, seat) => {
      if (opened !== record) open(core, record);
      return core.ask('at', { step, seat });
    },
    luck: (deal, seat, table) => {
      if (opened !== record) open(core, record);
      return core.ask('deal-luck', { deal, seat, table }).luck;
    },
    judge: judging(record),
  };
}

/** The record of a table in this browser: of its finished deals. */
async function localRecordOf(id: string): Promise<string> {
  const log = await readLog(id);
  if (log === '') throw new Error(id);
  const module = await Module.open(await compiled());
  return module.ask('record', { log }).record;
}

async function fetched(url: string): Promise<string> {
  const answer = url === '' ? null : await fetch(url);
  if (!answer?.ok) throw new Error(url);
  return answer.text();
}

/**
 * The record that an address names: r/LINK at this server, local/ID in this browser,
 * kept/ID as it was when its last deal ended,
 * example/ARTICLE of the law book, z/DATA or DATA alone in the address. Throws if there is no such
 * record.
 */
export async function recordAt([kind = '', rest = '']: string[]): Promise<string> {
  if (kind === 'r' && /^[0-9a-f]{32}$/.test(rest)) {
    return fetched(new URL(`record/${rest}`, document.baseURI).href);
  }
  if (kind === 'local') return localRecordOf(rest);
  if (kind === 'kept') {
    const { keptRecord } = await import('../evening/store');
    return (await keptRecord(rest)) || localRecordOf(rest);
  }
  if (kind === 'example') return fetched(exampleUrl(rest));
  return unpack(kind === 'z' ? rest : kind);
}

/** The cards of one deal of a record, for others to play. Null if its cards are not known. After a
 * rematch numbers come again: `place`, counted from 1, tells which deal is meant; without it, the
 * newest. */
export function describeDeal(reader: Reader, number: number, place = 0): Description | null {
  const { replay } = reader;
  const deal = replay.deals[place - 1] ?? replay.deals.findLast((one) => one.deal === number);
  if (!deal || deal.deck === '') return null;
  /* Only a first deal begins without scores, as it does when the cards are played again. Later
   * deals cannot be compared. */
  const result =
    deal.deal === 1
      ? resultOf(reader.at(deal.last + 1, 'open'), replay.people, replay.bottom)
      : null;
  return {
    v: 1,
    rules: replay.rules,
    house: replay.house,
    players: replay.players,
    deck: deal.deck,
    number: '',
    results: result ? [result] : [],
  };
}
