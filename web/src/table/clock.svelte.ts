/** The clock of the seat that decides, as it runs down while somebody looks at it. */

import type { Table } from './table';

/** Milliseconds that are left; null: no clock runs. Asked for while a part is made. */
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
