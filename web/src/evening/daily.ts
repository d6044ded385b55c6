/** The deal of the day: its number, its cards, and what a player made of them. It is the same for
 * everybody: PROTOCOL.md, "The daily deal". */

import type { Replay } from '../core/contract/record';
import { fieldsOf } from '../core/values';
import type { DailyResult } from './history';

/** Deal 1 was that of 1 January 2026. A day begins at midnight, UTC, everywhere. */
const firstDay = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

export const dailyGame = { rules: 'laws1950', house: '', players: 4, level: 'club' } as const;
/** This many of the latest deals are shown, and can be played. */
export const dailyShown = 30;

export const numberAt = (now: number): number => Math.floor((now - firstDay) / dayMs) + 1;

/** "2026-11-23" */
export const dayOf = (number: number): string =>
  new Date(firstDay + (number - 1) * dayMs).toISOString().slice(0, 10);

export const numberOf = (day: string): number => numberAt(Date.parse(day));

/** The number of the cards, for numberedDeck. */
export const cardsOf = (number: number): string => `daily-${String(number)}`;

/** The latest deals, the newest first. */
export function latest(today: number): number[] {
  const count = Math.max(0, Math.min(dailyShown, today));
  return Array.from({ length: count }, (_, before) => today - before);
}

export interface Played {
  made: number;
  theirs: number;
  /** The person's actions, without those that were undone. */
  actions: string[];
  /** An action was undone after others had played. That result cannot be compared. */
  tookBack: boolean;
}

/** How many actions each undo of the first deal withdrew, in order. */
function undone(record: string): number[] {
  const counts: number[] = [];
  for (const line of record.split('\n')) {
    if (!line.includes('"undo"')) continue;
    const { t, n } = fieldsOf(JSON.parse(line));
    if (t === 'undo') counts.push(typeof n === 'number' ? n : 1);
  }
  return counts;
}

/** What the first deal of a record came to for a seat. Null if it is not over. `totals`: of its
 * sides, without the bonus for the game. */
export function playedOf(
  replay: Replay,
  record: string,
  seat: number,
  totals: number[],
): Played | null {
  const [deal] = replay.deals;
  if (!deal || totals.length < 2) return null;
  const kept: { seat: number; action: string }[] = [];
  const counts = undone(record);
  let tookBack = false;
  for (const step of replay.steps.slice(deal.first, deal.last + 1)) {
    const decision = replay.decisions[step.decision];
    if (decision) kept.push(decision);
    if (step.type !== 'undo') continue;
    const gone = kept.splice(-(counts.shift() ?? 1));
    tookBack ||= gone.some((one) => one.seat !== seat);
  }
  const actions = kept.filter((one) => one.seat === seat).map(({ action }) => action);
  const own = seat % 2;
  return { made: totals[own] ?? 0, theirs: totals[1 - own] ?? 0, actions, tookBack };
}

/** What players who shared a deal were ahead by, counted in steps of 100 points. */
export interface Bar {
  /** From this, up to 99 more. */
  from: number;
  count: number;
}
export interface Other {
  name: string;
  made: number;
  theirs: number;
  /** Ourselves. */
  own: boolean;
}
export interface Shared {
  bars: Bar[];
  others: Other[];
}

/** How many did worse, as well and better, from the steps that the results fall into. */
export function placeOf(bars: readonly Bar[], ahead: number): { worse: number; all: number } {
  const own = Math.floor(ahead / 100) * 100;
  let worse = 0;
  let all = 0;
  for (const { from, count } of bars) {
    all += count;
    if (from < own) worse += count;
  }
  return { worse, all };
}

/** Days in a row with a result, up to today or yesterday. */
export function streakOf(results: readonly DailyResult[], today: number): number {
  const played = new Set(results.map(({ day }) => numberOf(day)));
  let last = played.has(today) ? today : today - 1;
  let count = 0;
  while (played.has(last--)) count++;
  return count;
}
