/** The clock of the seat that decides, counting down while it is shown. */

import type { Table } from './table';

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
