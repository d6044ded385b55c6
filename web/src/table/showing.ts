/** Which page of a table is shown, depending on its state. */

import type { Table } from './table';

export type Showing = 'nothing' | 'lobby' | 'board' | 'after';

type Standing = Pick<Table, 'local' | 'players' | 'stage' | 'page' | 'cutting'> & {
  skipping: boolean;
};

/** While cards are shuffled and bots cut, the previous page stays, so that no page flashes up. */
export function showing(table: Standing): Showing {
  const { local, players, stage, page, cutting, skipping } = table;
  if (players === 0 || (skipping && stage !== 'play')) return 'nothing';
  if (stage === 'between' || stage === 'over') return 'after';
  if (stage === 'lobby' || !page.has) return 'lobby';
  return stage === 'play' || (local && !cutting) ? 'board' : 'lobby';
}
