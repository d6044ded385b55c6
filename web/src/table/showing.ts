/** What is seen of a table: which page, by how things stand at it. */

import type { Table } from './table';

export type Showing = 'nothing' | 'lobby' | 'board' | 'after';

type Standing = Pick<Table, 'local' | 'players' | 'stage' | 'page' | 'cutting'> & {
  skipping: boolean;
};

/** While cards are shuffled and bots cut, what was seen before stays: not a page for a moment. */
export function showing(table: Standing): Showing {
  const { local, players, stage, page, cutting, skipping } = table;
  if (players === 0 || (skipping && stage !== 'play')) return 'nothing';
  if (stage === 'between' || stage === 'over') return 'after';
  if (stage === 'lobby' || !page.has) return 'lobby';
  return stage === 'play' || (local && !cutting) ? 'board' : 'lobby';
}
