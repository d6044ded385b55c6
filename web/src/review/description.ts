/**
 * A deal to be played again, alone or by another four players: a short text for the part of an
 * address after "#", which is never sent to a server. It holds the order of the cards and the
 * results of its earlier players.
 */

import { rareItems, scoreItems, type Seat } from '../core/contract/lists';
import type { Page, SheetSide } from '../core/contract/table';
import { keepNewest } from '../core/newest';
import { pack, unpack } from '../core/pack';
import { plain, whole } from '../core/plain';
import { fieldsOf } from '../core/values';

export interface Result {
  /** Names by side; "" for players without a name, bots included: each reader sees them named by
   * place, in the reader's own language. */
  names: string[][];
  sides: SheetSide[];
  /** The seat that places are named from; 0 if absent. */
  bottom?: Seat;
}
export interface Description {
  v: 1;
  rules: string;
  house: string;
  players: number;
  /** Two characters per card; "" for a numbered deal. */
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

/** An address may contain anything. */
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

/** Removes hidden characters from text that people may have written. */
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

/** Describes the first deal of the game shown on a page. `people`: their names by seat, "" for bots
 * and players without a name. */
export function resultOf(page: Page, people: string[], bottom: Seat): Result | null {
  const first = page.sheet[0];
  if (!first || page.sides.length !== first.sides.length) return null;
  const names = page.sides.map((side) => side.seats.map((seat) => people[seat] ?? ''));
  return { names, sides: first.sides, bottom };
}

const start = 'canasta.again';
const mostKept = 40;

/** Remembers that others have played the first deal of this table. */
export function keepDescription(link: string, description: Description): void {
  try {
    keepNewest(start, link, JSON.stringify(description), mostKept);
  } catch {
    /* Without storage there is no comparison after the deal. */
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
