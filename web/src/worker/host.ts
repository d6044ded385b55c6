/** The worker of a table that needs no server. */

import { compileNow, Module } from '../core/module';
import { fetchNet } from '../core/net';
import { appendLog, keepTable, readLog } from './logs';
import type { FromWorker, ToWorker } from './speech';
import { LocalTable, type Surroundings } from './table';

const say = (what: FromWorker): void => postMessage(what);

/** A message to itself comes after those that wait, and is not delayed as a timer is. */
function makeSoon(): (what: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return (what) => {
    waiting.push(what);
    channel.port2.postMessage(0);
  };
}

/** A table is in one page at a time; the lock is released when the worker ends. */
function lock(table: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!('locks' in navigator)) {
      resolve(true);
      return;
    }
    void navigator.locks.request(`canasta.table.${table}`, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}

async function open(wanted: Extract<ToWorker, { is: 'open' }>): Promise<LocalTable | null> {
  if (!(await lock(wanted.table.id))) {
    say({ is: 'failed', why: 'elsewhere' });
    return null;
  }
  let keeps = true;
  const forget = (): void => {
    keeps = false;
    say({ is: 'unkept' });
  };
  const around: Surroundings = {
    made: (token) => keepTable({ ...wanted.table, token }).catch(forget),
    append: async (text) => {
      if (keeps) await appendLog(wanted.table.id, text).catch(forget);
    },
    say,
    net: () => fetchNet(wanted.net),
    now: () => performance.now(),
    soon: makeSoon(),
  };
  const module = await Module.open(wanted.module, () => compileNow(wanted.rest));
  const table = new LocalTable(module, around, wanted.script);
  let token = '';
  if (wanted.make === null) {
    if (!table.load(await readLog(wanted.table.id))) {
      say({ is: 'failed', why: 'damaged' });
      return null;
    }
  } else {
    const made = await table.make(wanted.make, wanted.table.link);
    if ('why' in made) {
      say({ is: 'failed', why: made.why });
      return null;
    }
    token = made.token;
  }
  say({ is: 'opened', token });
  return table;
}

let table: Promise<LocalTable | null> | null = null;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.is) {
    case 'open':
      table = open(data);
      table.catch(() => say({ is: 'failed', why: 'memory' }));
      break;
    case 'rest':
      void table?.then((open) => open?.complete(data.module));
      break;
    case 'message':
      void table?.then((open) => open?.message(data.text));
      break;
    case 'record':
      void table?.then((open) => open?.record());
      break;
  }
});
