/** Score sheets of games with real cards, kept in this browser. */

import type { Entry } from '../core/contract/rules';
import { pack, unpack } from '../core/pack';
import { plain, whole } from '../core/plain';
import { fieldsOf, listOf } from '../core/values';
import { randomHex } from '../core/seat-tokens';

/** What was entered for a side in a deal. Without `out` it is not known whether the side went
 * out. */
export interface SavedEntry extends Omit<Entry, 'rulings'> {
  /** The reason for the other points. */
  note?: string;
  /** What rulings cost the side. */
  rulings?: SavedRuling[];
}
export interface SavedRuling {
  /** The article. */
  law: string;
  /** Below 0. */
  points: number;
}
export interface SavedPad {
  id: string;
  title: string;
  rules: string;
  house: string;
  players: number;
  /** By side; "" if not given. */
  names: string[];
  /** By deal, by side. */
  deals: SavedEntry[][];
  /** Milliseconds since 1970. */
  made: number;
  touched: number;
}

const key = 'canasta.sheets';

/** Fields with a place of their own; all others are in `more`. */
const numbers = ['melds', 'natural', 'mixed', 'red', 'hands', 'undeclared', 'other'] as const;
const switches = ['out', 'concealed'] as const;

/** Together they stay within what the engine adds up. */
const mostRulings = 20;
const mostLost = 5000;

function readRuling({ law, points }: Record<string, unknown>): SavedRuling[] {
  return typeof law === 'string' &&
    typeof points === 'number' &&
    Number.isSafeInteger(points) &&
    points < 0 &&
    points >= -mostLost
    ? [{ law: plain(law).slice(0, 32), points }]
    : [];
}

/** Rebuilds an entry from untrusted data: keeps only the fields that a sheet has. */
function readEntry(value: unknown): SavedEntry {
  const from = fieldsOf(value);
  const written: SavedEntry = {};
  for (const name of numbers) {
    const number = from[name];
    if (typeof number === 'number' && Number.isSafeInteger(number) && number !== 0)
      written[name] = number;
  }
  const more = listOf(from.more)
    .map(fieldsOf)
    .flatMap(({ name, value }) =>
      typeof name === 'string' && Number.isSafeInteger(value) && value !== 0
        ? [{ name: plain(name).slice(0, 32), value: Number(value) }]
        : [],
    );
  if (more.length > 0) written.more = more.slice(0, 100);
  if (typeof from.special === 'string' && from.special !== '')
    written.special = plain(from.special).slice(0, 32);
  for (const name of switches) if (from[name] === true) written[name] = true;
  if (from.out === false) written.out = false;
  if (typeof from.note === 'string' && from.note !== '')
    written.note = plain(from.note).slice(0, 80);
  const rulings = listOf(from.rulings).map(fieldsOf).flatMap(readRuling).slice(0, mostRulings);
  if (rulings.length > 0) written.rulings = rulings;
  return written;
}

const own = (name: string): (typeof numbers)[number] | undefined =>
  numbers.find((one) => one === name);

/** What was entered in a field of the sheet. */
export function countOf(written: SavedEntry, field: string): number {
  const name = own(field);
  if (name !== undefined) return written[name] ?? 0;
  return written.more?.find((one) => one.name === field)?.value ?? 0;
}

/** The change that enters a number in a field. */
export function counted(written: SavedEntry, field: string, value: number): Partial<SavedEntry> {
  const name = own(field);
  if (name !== undefined) return { [name]: value };
  const rest = (written.more ?? []).filter((one) => one.name !== field);
  return { more: value === 0 ? rest : [...rest, { name: field, value }] };
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';
/** The latest date that JavaScript can represent. */
const latest = 8.64e15;
const numberOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= latest ? Math.floor(value) : 0;

export function readPad(value: unknown): SavedPad | null {
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
      .map((deal) => names.map((_, side) => readEntry(listOf(deal)[side]))),
    made: numberOf(from.made),
    touched: numberOf(from.touched),
  };
}

/** The latest first. */
export function listPads(): SavedPad[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return listOf(all)
      .flatMap((one) => readPad(one) ?? [])
      .sort((a, b) => b.touched - a.touched);
  } catch {
    return [];
  }
}

/** False if the browser does not store it. */
function keepAll(pads: SavedPad[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(pads));
    return true;
  } catch {
    return false;
  }
}

export function findPad(id: string): SavedPad | null {
  return listPads().find((pad) => pad.id === id) ?? null;
}

export function keepPad(pad: SavedPad): boolean {
  return keepAll([pad, ...listPads().filter(({ id }) => id !== pad.id)]);
}

export function deletePad(id: string): boolean {
  return keepAll(listPads().filter((pad) => pad.id !== id));
}

export function newPad(rules: string, house: string, players: number, names: string[]): SavedPad {
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

/** Calls back when another window of this browser changes the sheets. Returns a function that stops
 * that. */
export function onOthers(changed: () => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === key) changed();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/* ---- Sheets in links ---- */

export function packPad(pad: SavedPad): Promise<string> {
  const { title, rules, house, players, names, deals } = pad;
  return pack(JSON.stringify({ title, rules, house, players, names, deals }));
}

export async function unpackPad(packed: string): Promise<SavedPad | null> {
  try {
    return readPad(JSON.parse(await unpack(packed)));
  } catch {
    return null;
  }
}

/** The sheet with a ruling entered for a side in a deal, from 1, which may be the next one. */
export function withRuling(
  pad: SavedPad,
  deal: number,
  side: number,
  ruling: SavedRuling,
): SavedPad {
  const blank = (): SavedEntry[] => pad.names.map(() => ({}));
  const deals = deal > pad.deals.length ? [...pad.deals, blank()] : [...pad.deals];
  const at = Math.min(deal, deals.length) - 1;
  deals[at] = (deals[at] ?? blank()).map((entry, place) =>
    place === side ? { ...entry, rulings: [...(entry.rulings ?? []), ruling] } : entry,
  );
  return { ...pad, deals, touched: Date.now() };
}

/** As the engine reads it, without what is only for human readers. */
export function entryOf(written: SavedEntry): Entry {
  const { note, rulings, ...entry } = readEntry(written);
  void note;
  if (!rulings) return entry;
  return { ...entry, rulings: rulings.reduce((sum, { points }) => sum + points, 0) };
}

/** The deal that is being played, from 1: rulings may have been entered for it already. */
export function currentDeal({ deals }: SavedPad): number {
  const last = deals.at(-1);
  const onlyRulings =
    last !== undefined &&
    last.every((entry) => Object.keys(readEntry(entry)).every((name) => name === 'rulings'));
  return onlyRulings ? deals.length : deals.length + 1;
}

/** Is nothing entered? True for a deal that was only opened. */
export function isBlank(deal: SavedEntry[]): boolean {
  return deal.every((side) => Object.keys(readEntry(side)).length === 0);
}
