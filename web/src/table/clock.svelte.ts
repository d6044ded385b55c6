/** The clock of the seat that decides, counting down while it is shown. */

import type { Table } from './table';

const hour = 3_600_000;

/** A turn of days is not counted down in seconds. */
export const counted = (left: number | null): number | null =>
  left === null || left > hour ? null : left;

/** Milliseconds left; null: no clock runs. Call it while a component is initialised. */
export function countdown(table: Pick<Table, 'clock'>): { readonly left: number | null } {
  let now = $state(Date.now());
  $effect(() => {
    if (!table.clock) return;
    now = Date.now();
    const beat = setInterval(() => (now = Date.now()), 500);
    return () => clearInterval(beat);
  });
  return {
    get left() {
      return table.clock ? Math.max(0, table.clock.ends - now) : null;
    },
  };
}
