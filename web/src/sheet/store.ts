/** Score sheets of tables with real cards, as this browser keeps them. */

import type { Entry } from '../core/contract';
import { pack, unpack } from '../core/pack';
import { plain, whole } from '../core/plain';
import { fieldsOf, listOf } from '../core/values';
import { randomHex } from '../core/tokens';

/** What was written down for a side in a deal. Without `out` nobody has said yet whether the side went out. */
export interface Written extends Entry {
  /** What the other points are for. */
  note?: string;
}
export interface Paper {
  id: string;
  title: string;
  rules: string;
  house: string;
  players: number;
  /** By side. "" where none was given. */
  names: string[];
  /** By deal, by side. */
  deals: Written[][];
  /** Milliseconds since 1970. */
  made: number;
  touched: number;
}

const key = 'canasta.sheets';

const numbers = ['melds', 'natural', 'mixed', 'red', 'hands', 'undeclared', 'other'] as const;
const switches = ['out', 'concealed'] as const;

/** Whatever comes from outside is taken apart and put together again: only what a sheet is made of is kept. */
function readWritten(value: unknown): Written {
  const from = fieldsOf(value);
  const written: Written = {};
  for (const name of numbers) {
    const number = from[name];
    if (typeof number === 'number' && Number.isSafeInteger(number) && number !== 0) written[name] = number;
  }
  for (const name of switches) if (from[name] === true) written[name] = true;
  if (from.out === false) written.out = false;
  if (typeof from.note === 'string' && from.note !== '') written.note = plain(from.note).slice(0, 80);
  return written;
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';
/** No date is later. */
const latest = 8.64e15;
const numberOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= latest ? Math.floor(value) : 0;

export function readPaper(value: unknown): Paper | null {
  const from = fieldsOf(value);
  const rules = plain(textOf(from.rules, 64));
  const players = numberOf(from.players);
  const names = listOf(from.names)
    .slice(0, 6)
    .map((name) => plain(textOf(name, 48)));
  if (rules === '' || players < 2 || players > 6 || names.length < 2) return null;
  return {
    id: textOf(from.id, 32) || randomHex(8),
    title: plain(textOf(from.title, 80)),
    rules,
    house: whole(textOf(from.house, 4096)),
    players,
    names,
    deals: listOf(from.deals)
      .slice(0, 200)
      .map((deal) => names.map((_, side) => readWritten(listOf(deal)[side]))),
    made: numberOf(from.made),
    touched: numberOf(from.touched),
  };
}

/** The latest first. */
export function listPapers(): Paper[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return listOf(all)
      .flatMap((one) => readPaper(one) ?? [])
      .sort((a, b) => b.touched - a.touched);
  } catch {
    return [];
  }
}

/** False where the browser does not keep it. */
function keepAll(papers: Paper[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(papers));
    return true;
  } catch {
    return false;
  }
}

export function findPaper(id: string): Paper | null {
  return listPapers().find((paper) => paper.id === id) ?? null;
}

export function keepPaper(paper: Paper): boolean {
  return keepAll([paper, ...listPapers().filter(({ id }) => id !== paper.id)]);
}

export function deletePaper(id: string): boolean {
  return keepAll(listPapers().filter((paper) => paper.id !== id));
}

export function newPaper(rules: string, house: string, players: number, names: string[]): Paper {
  const now = Date.now();
  return {
    id: randomHex(8),
    title: '',
    rules,
    house,
    players,
    names,
    deals: [],
    made: now,
    touched: now,
  };
}

/** Calls back when another window of this browser has written. Returns how to stop that. */
export function onOthers(changed: () => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === key) changed();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/* ---- by link ---- */

export function packPaper(paper: Paper): Promise<string> {
  const { title, rules, house, players, names, deals } = paper;
  return pack(JSON.stringify({ title, rules, house, players, names, deals }));
}

export async function unpackPaper(packed: string): Promise<Paper | null> {
  try {
    return readPaper(JSON.parse(await unpack(packed)));
  } catch {
    return null;
  }
}

/** Without what only people read. */
export function entryOf(written: Written): Entry {
  const { note, ...entry } = readWritten(written);
  void note;
  return entry;
}

/** Is there anything on it? A deal that was only opened is none. */
export function isBlank(deal: Written[]): boolean {
  return deal.every((side) => Object.keys(readWritten(side)).length === 0);
}
