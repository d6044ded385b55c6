/** The table that is open, kept while the person looks something up: the law, the settings. */

import type { Route } from '../route.svelte';
import type { TableState } from './table-state.svelte';

interface Held {
  place: Route;
  table: TableState | null;
  opening: Promise<TableState | null>;
}

/** Pages from which the person returns to the table. */
const besides = ['law', 'settings', 'fair', 'sheet', 'replay', 'again'];
const same = (a: Route, b: Route) => a.page === b.page && a.rest[0] === b.rest[0];

let held: Held | null = $state.raw(null);

function letGo(): void {
  const old = held;
  held = null;
  void old?.opening.then((table) => table?.leave()).catch(() => undefined);
}

/** The table at an address: the one held, or a new one that replaces it. */
export function hold(
  place: Route,
  open: () => Promise<TableState | null>,
): Promise<TableState | null> {
  if (held && same(held.place, place) && held.table?.status !== 'closed') return held.opening;
  letGo();
  const fresh: Held = { place, table: null, opening: open() };
  held = fresh;
  fresh.opening.then(
    (table) => {
      fresh.table = table;
    },
    () => {
      if (held === fresh) held = null;
    },
  );
  return fresh.opening;
}

/** A newly made table is known by its new address. */
export function holdOpen(place: Route, table: TableState): void {
  letGo();
  held = { place, table, opening: Promise.resolve(table) };
}

/** Any other page leaves the table. */
export function holdOnlyFor(now: Route): void {
  if (held && !same(held.place, now) && !besides.includes(now.page)) letGo();
}

export function keptPlace(): Route | null {
  return held?.place ?? null;
}
