/** The deals played on this device: what is kept of each, sums over them, and the file that carries
 * them elsewhere. Everything in such a file is checked, as it may come from anybody. */

import { plain } from '../core/plain';
import { fieldsOf } from '../core/values';

export interface PlayedDeal {
  /** The same on every device: a table, its game and the number of the deal. */
  id: string;
  /** When it ended, as Date.now() counts. */
  at: number;
  /** The table, for its address: in this browser, or at a server. */
  table: string;
  local: boolean;
  /** Of the game, from 1. */
  deal: number;
  /** Of the table's record, from 1; 0 if it is not in one. */
  place: number;
  rules: string;
  house: string;
  players: number;
  /** Names; "" for players without one. Bots: their level with ":" before it. */
  partners: string[];
  opponents: string[];
  /** Points of the deal without the bonus for the game: ours, and the best of the others. */
  made: number;
  theirs: number;
  /** What our cards were worth; null if it is not known. */
  worth: number | null;
  canastas: number;
  /** Who went out: we ourselves, our side, another side, or nobody. */
  out: 'self' | 'side' | 'others' | 'nobody';
  /** Did the deal end the game, and did our side win it? */
  game: 'won' | 'lost' | null;
}

export interface Sum {
  deals: number;
  games: number;
  won: number;
  points: number;
  theirs: number;
  canastas: number;
  /** Deals in which our side went out. */
  out: number;
  /** Deals of which the worth is known, and points above it in these. */
  measured: number;
  above: number;
}

export function sumOf(deals: readonly PlayedDeal[]): Sum {
  const sum: Sum = {
    deals: deals.length,
    games: 0,
    won: 0,
    points: 0,
    theirs: 0,
    canastas: 0,
    out: 0,
    measured: 0,
    above: 0,
  };
  for (const deal of deals) {
    sum.games += deal.game === null ? 0 : 1;
    sum.won += deal.game === 'won' ? 1 : 0;
    sum.points += deal.made;
    sum.theirs += deal.theirs;
    sum.canastas += deal.canastas;
    sum.out += deal.out === 'self' || deal.out === 'side' ? 1 : 0;
    if (deal.worth === null) continue;
    sum.measured++;
    sum.above += deal.made - deal.worth;
  }
  return sum;
}

export const groupings = ['rules', 'partner', 'opponents', 'level'] as const;
export type Grouping = (typeof groupings)[number];

/** A level of bots among the names of opponents, or "". */
export function levelOf(deal: PlayedDeal): string {
  const levels = new Set(
    deal.opponents.filter((one) => one.startsWith(':')).map((one) => one.slice(1)),
  );
  return levels.size === 1 ? ([...levels][0] ?? '') : '';
}

function keyOf(deal: PlayedDeal, by: Grouping): string {
  if (by === 'rules') return deal.house === '' ? deal.rules : `${deal.rules}+`;
  if (by === 'level') return levelOf(deal);
  return (by === 'partner' ? deal.partners : deal.opponents).toSorted().join('\n');
}

/** Sums by what the deals have in common, those with most deals first. Deals without it, such as
 * those without a partner, are left out. */
export function groupsOf(
  deals: readonly PlayedDeal[],
  by: Grouping,
): { key: string; one: PlayedDeal; sum: Sum }[] {
  const groups = new Map<string, PlayedDeal[]>();
  for (const deal of deals) {
    const key = keyOf(deal, by);
    if (key !== '' || (by !== 'level' && by !== 'partner'))
      groups.set(key, [...(groups.get(key) ?? []), deal]);
  }
  return [...groups]
    .filter(([key]) => key !== '')
    .flatMap(([key, members]) =>
      members.slice(0, 1).map((one) => ({ key, one, sum: sumOf(members) })),
    )
    .sort((a, b) => b.sum.deals - a.sum.deals);
}

/** Which deal of a record has this number in its game, from 1: the latest, as a table may play
 * several games. 0 if there is none. */
export function placeIn(record: string, deal: number): number {
  return (
    record
      .split('\n')
      .filter((line) => line.startsWith('{"t":"deal"'))
      .findLastIndex((line) => fieldsOf(JSON.parse(line)).n === deal) + 1
  );
}

/* ---- the file ---- */

export interface Kept {
  deals: PlayedDeal[];
  daily: DailyResult[];
  problems: SolvedProblem[];
}
export interface DailyResult {
  /** "2026-11-23" */
  day: string;
  made: number;
  theirs: number;
  worth: number | null;
  at: number;
}
/** The record of a table's finished deals, from which they are replayed. */
export interface KeptRecord {
  /** As in PlayedDeal. */
  table: string;
  record: string;
}
export interface SolvedProblem {
  /** Of the set, from 1. */
  problem: number;
  /** At the first try. */
  right: boolean;
  at: number;
}

const kind = 'canasta-evenings';
const mostDeals = 100_000;
const longest = 200;
const longHouse = 20_000;
const longRecord = 20_000_000;

const isText = (value: unknown, most = longest): value is string =>
  typeof value === 'string' && value.length <= most;
const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 1e14;
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 6 && value.every((one) => isText(one));

function readDeal(value: unknown): PlayedDeal | null {
  const one = fieldsOf(value);
  const { id, at, table, local, deal, place = 0, rules, house, players } = one;
  const { partners, opponents } = one;
  const { made, theirs, worth, canastas, out, game } = one;
  if (
    !isText(id) ||
    !isText(table) ||
    !isText(rules) ||
    !isText(house, longHouse) ||
    typeof local !== 'boolean' ||
    !isWhole(at) ||
    !isWhole(deal) ||
    !isWhole(place) ||
    !isWhole(players) ||
    !isNames(partners) ||
    !isNames(opponents) ||
    !isWhole(made) ||
    !isWhole(theirs) ||
    !(worth === null || isWhole(worth)) ||
    !isWhole(canastas) ||
    !(out === 'self' || out === 'side' || out === 'others' || out === 'nobody') ||
    !(game === null || game === 'won' || game === 'lost')
  )
    return null;
  return {
    id,
    at,
    table,
    local,
    deal,
    place,
    rules: plain(rules),
    house,
    players,
    partners: partners.map(plain),
    opponents: opponents.map(plain),
    made,
    theirs,
    worth,
    canastas,
    out,
    game,
  };
}

function readDaily(value: unknown): DailyResult | null {
  const { day, made, theirs, worth, at } = fieldsOf(value);
  return isText(day, 10) &&
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    isWhole(made) &&
    isWhole(theirs) &&
    (worth === null || isWhole(worth)) &&
    isWhole(at)
    ? { day, made, theirs, worth, at }
    : null;
}

function readProblem(value: unknown): SolvedProblem | null {
  const { problem, right, at } = fieldsOf(value);
  return isWhole(problem) && problem > 0 && typeof right === 'boolean' && isWhole(at)
    ? { problem, right, at }
    : null;
}

function readRecord(value: unknown): KeptRecord | null {
  const { table, record } = fieldsOf(value);
  return isText(table) && isText(record, longRecord) ? { table, record } : null;
}

export function fileOf(kept: Kept, records: readonly KeptRecord[]): string {
  return JSON.stringify({ kind, v: 1, ...kept, records });
}

/** What is wrong with a file: the key of a sentence web.evening.file.WRONG, and the place. */
export interface Wrong {
  wrong: 'json' | 'kind' | 'version' | 'list' | 'entry' | 'many';
  /** The list and the entry, from 1; "" and 0 if it is about none. */
  list: string;
  entry: number;
}

function readList<One>(
  value: unknown,
  list: string,
  read: (one: unknown) => One | null,
): One[] | Wrong {
  if (!Array.isArray(value)) return { wrong: 'list', list, entry: 0 };
  if (value.length > mostDeals) return { wrong: 'many', list, entry: 0 };
  const all: One[] = [];
  const entries: unknown[] = value;
  for (const [index, one] of entries.entries()) {
    const found = read(one);
    if (found === null) return { wrong: 'entry', list, entry: index + 1 };
    all.push(found);
  }
  return all;
}

/** Files of older versions have no records. */
export function readFile(text: string): { kept: Kept; records: KeptRecord[] } | Wrong {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { wrong: 'json', list: '', entry: 0 };
  }
  const fields = fieldsOf(file);
  if (fields.kind !== kind) return { wrong: 'kind', list: '', entry: 0 };
  if (fields.v !== 1) return { wrong: 'version', list: '', entry: 0 };
  const deals = readList(fields.deals, 'deals', readDeal);
  if ('wrong' in deals) return deals;
  const daily = readList(fields.daily, 'daily', readDaily);
  if ('wrong' in daily) return daily;
  const problems = readList(fields.problems, 'problems', readProblem);
  if ('wrong' in problems) return problems;
  const records = readList(fields.records ?? [], 'records', readRecord);
  if ('wrong' in records) return records;
  return { kept: { deals, daily, problems }, records };
}

function mergeBy<One extends { at: number }>(
  own: readonly One[],
  other: readonly One[],
  key: (one: One) => string | number,
): One[] {
  const all = new Map(own.map((one) => [key(one), one]));
  for (const one of other) {
    const known = all.get(key(one));
    if (!known || one.at < known.at) all.set(key(one), one);
  }
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** Both together. What both have counts once, as it was first. */
export function merge(own: Kept, other: Kept): Kept {
  return {
    deals: mergeBy(own.deals, other.deals, ({ id }) => id),
    daily: mergeBy(own.daily, other.daily, ({ day }) => day),
    problems: mergeBy(own.problems, other.problems, ({ problem }) => problem),
  };
}
