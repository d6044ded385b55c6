/** Reads the result of a deal of the day from the record of its table, and keeps it. */

import { settings } from '../settings.svelte';
import { wholeWords } from '../words.svelte';
import { readRecord, recordAt } from '../review/reader';
import { changeTable } from '../worker/logs';
import { dayOf, playedOf, type Played } from './daily';
import { dailyTableOf } from './daily-tables';
import type { DailyResult } from './history';
import { luckTable } from './luck';
import { everything, keepDaily } from './store';

/** The person's seat. */
const seat = 0;

export interface Settled {
  result: DailyResult;
  /** Null if only the result is known, as after taking in the file of another browser. */
  played: Played | null;
  /** The table's, for its replay; "" if the record is not here. */
  id: string;
}

async function readTable(number: number, id: string): Promise<Settled | null> {
  const record = await recordAt(['kept', id]);
  const reader = await readRecord(record);
  const deal = 'line' in reader ? undefined : reader.replay.deals[0];
  if ('line' in reader || !deal) return null;
  const scores = reader.at(deal.last + 1, 'open').sheet[0];
  const totals = (scores?.sides ?? []).map(({ total, bonus = 0 }) => total - bonus);
  const played = playedOf(reader.replay, record, seat, totals);
  if (!played) return null;
  const luck = await luckTable().then(
    (text) => reader.luck(0, seat, text),
    () => null,
  );
  const { made, theirs } = played;
  const result = { day: dayOf(number), made, theirs, worth: luck?.worth ?? null, at: Date.now() };
  return { result, played, id };
}

/** Null if this deal was not played to its end here. */
export async function settleDaily(number: number): Promise<Settled | null> {
  await wholeWords(settings.language);
  const table = dailyTableOf(number);
  const now = table ? await readTable(number, table.id).catch(() => null) : null;
  if (now && table) {
    await keepDaily(now.result).catch(() => undefined);
    /* Nothing follows it, so the game need not be continued. */
    await changeTable(table.id, { over: true }).catch(() => undefined);
  }
  const day = dayOf(number);
  const known = await everything().then(
    ({ daily }) => daily.find((one) => one.day === day) ?? null,
    () => null,
  );
  if (!known) return now;
  /* The first result counts, also one that came from another browser. */
  const own = now !== null && now.result.made === known.made && now.result.theirs === known.theirs;
  return { result: known, played: own ? now.played : null, id: own ? now.id : '' };
}
