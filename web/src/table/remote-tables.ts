/** The tables at a server where this browser has a seat, and what is known of them without asking:
 * a list to return to. */

import { keepNewest } from '../core/newest';
import { plain } from '../core/plain';
import { fieldsOf } from '../core/values';
import { tokenOf } from '../core/seat-tokens';
import type { TableState } from './table-state.svelte';

export interface RemoteTable {
  link: string;
  /** The time of the last visit, as Date.now() counts. */
  touched: number;
  rules: string;
  title: string;
  /** The names of the other players. */
  names: string[];
  over: boolean;
}

const start = 'canasta.place';
const mostKept = 40;
const longest = 48;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest;

function read(link: string, text: string): RemoteTable | null {
  try {
    const { touched, rules, title, names, over } = fieldsOf(JSON.parse(text));
    const good =
      typeof touched === 'number' &&
      isText(rules) &&
      isText(title) &&
      Array.isArray(names) &&
      names.every(isText);
    return good
      ? { link, touched, rules, title: plain(title), names: names.map(plain), over: over === true }
      : null;
  } catch {
    return null;
  }
}

/** Remembers a table at a server when the person sits down, so that they can return to it. */
export function keepRemoteTable(table: TableState): void {
  if (table.local || table.link === '' || table.seat === null || tokenOf(table.link) === null)
    return;
  const { rules, choices, seat, stage } = table;
  const names = table.seats
    .filter((entry) => entry.held && entry.seat !== seat)
    .map(({ name }) => name);
  const place = { touched: Date.now(), rules, title: choices.title, names, over: stage === 'over' };
  try {
    keepNewest(start, table.link, JSON.stringify(place), mostKept);
  } catch {
    /* Without storage only the link leads back there. */
  }
}

/** The newest first. Without a kept token the seat was given up, or the table is gone. */
export function listRemoteTables(): RemoteTable[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start + '.'))
      .map((key) => read(key.slice(start.length + 1), localStorage.getItem(key) ?? ''))
      .filter((place): place is RemoteTable => place !== null && tokenOf(place.link) !== null)
      .sort((a, b) => b.touched - a.touched);
  } catch {
    return [];
  }
}

/** Removes it from the list; the seat is kept. */
export function dropRemoteTable(link: string): void {
  try {
    localStorage.removeItem(`${start}.${link}`);
  } catch {
    /* Nothing was kept. */
  }
}
