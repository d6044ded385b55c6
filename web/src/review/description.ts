/**
 * A deal to be played again, by oneself or by another four players: a short text that an address
 * can hold after "#", so that it reaches no server. It holds the cards' order and what those
 * brought who played it before.
 */

import { rareItems, scoreItems, type Page, type Seat, type SheetSide } from '../core/contract';
import { keepNewest } from '../core/newest';
import { pack, unpack } from '../core/pack';
import { plain, whole } from '../core/plain';
import { fieldsOf } from '../core/values';

export interface Result {
  /** Names by side; "" for whoever has none, bots too: each reader calls them by their places, in
   * the own language. */
  names: string[][];
  sides: SheetSide[];
  /** The seat that the places are seen from; 0 if absent. */
  bottom?: Seat;
}
export interface Description {
  v: 1;
  rules: string;
  house: string;
  players: number;
  /** Two characters a card; "" for a numbered deal. */
  deck: string;
  number: string;
  results: Result[];
}

const mostSeats = 6;
const longestName = 48;
const mostResults = 8;

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
function isSide(value: unknown): value is SheetSide {
  const numbers = fieldsOf(value);
  const needed = [
    ...scoreItems.filter((item) => !rareItems.some((rare) => rare === item)),
    'total',
    'score',
  ];
  return (
    needed.every((key) => isWhole(numbers[key])) &&
    rareItems.every((key) => numbers[key] === undefined || isWhole(numbers[key]))
  );
}
function isResult(value: unknown): value is Result {
  const { names, sides, bottom } = fieldsOf(value);
  return (
    (bottom === undefined || (isWhole(bottom) && bottom >= 0 && bottom < mostSeats)) &&
    Array.isArray(names) &&
    Array.isArray(sides) &&
    sides.length >= 2 &&
    sides.length <= mostSeats &&
    sides.length === names.length &&
    sides.every(isSide) &&
    names.every(
      (side) =>
        Array.isArray(side) &&
        side.length <= mostSeats &&
        side.every((name) => isText(name, longestName)),
    )
  );
}

/** What comes from an address may be anything. */
export function isDescription(value: unknown): value is Description {
  const one = fieldsOf(value);
  return (
    one.v === 1 &&
    isText(one.rules, 64) &&
    isText(one.house, 4096) &&
    isWhole(one.players) &&
    one.players >= 2 &&
    one.players <= mostSeats &&
    isText(one.deck, 1024) &&
    /^([2-9TJQKAX][shdcrb])*$/.test(one.deck) &&
    isText(one.number, 64) &&
    Array.isArray(one.results) &&
    one.results.length <= mostResults &&
    one.results.every(isResult)
  );
}

/** What people may have written is text that hides nothing. */
function tidy(description: Description): Description {
  const results = description.results.map((result) => ({
    ...result,
    names: result.names.map((side) => side.map(plain)),
  }));
  return {
    ...description,
    house: whole(description.house),
    number: plain(description.number),
    results,
  };
}

export async function describe(description: Description): Promise<string> {
  return pack(JSON.stringify(description));
}

export async function understand(packed: string): Promise<Description | null> {
  try {
    const value: unknown = JSON.parse(await unpack(packed));
    return isDescription(value) ? tidy(value) : null;
  } catch {
    return null;
  }
}

/** Of the first deal of a game that is on a page. `people`: their names by seat, "" for bots and
 * whoever has none. */
export function resultOf(page: Page, people: string[], bottom: Seat): Result | null {
  const first = page.sheet[0];
  if (!first || page.sides.length !== first.sides.length) return null;
  const names = page.sides.map((side) => side.seats.map((seat) => people[seat] ?? ''));
  return { names, sides: first.sides, bottom };
}

const start = 'canasta.again';
const mostKept = 40;

/** Remembers that the first deal of this table is one that others have played. */
export function keepDescription(link: string, description: Description): void {
  try {
    keepNewest(start, link, JSON.stringify(description), mostKept);
  } catch {
    /* Then there is no comparison after the deal. */
  }
}

export function keptDescription(link: string): Description | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${start}.${link}`) ?? 'null');
    return isDescription(value) ? value : null;
  } catch {
    return null;
  }
}
