/** The luck meter: what the cards of a deal were worth, once it is over. */

import type { Luck } from '../core/contract/table';
import { readRecord, recordAt } from '../review/reader';
import type { Table } from '../table/table';
import { listTables } from '../worker/logs';

const urls: Record<string, string> = import.meta.glob('../../built/luck.index', {
  query: '?url',
  import: 'default',
  eager: true,
});

let loading: Promise<string> | undefined;

/** Fetched once; fetched again after a failure. */
export function luckTable(): Promise<string> {
  loading ??= fetch(Object.values(urls)[0] ?? '')
    .then((answer) => {
      if (!answer.ok) throw new Error('luck.table');
      return answer.text();
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The deal that has just ended at a table. Where no deck is revealed, the log of this browser
 * knows the cards. */
export async function luckOf(table: Table): Promise<Luck | null> {
  const text = await luckTable();
  const known = table.ask('luck', { table: text }).luck;
  if (known !== null || !table.local || table.seat === null) return known;
  const kept = (await listTables()).find(({ link }) => link === table.link);
  if (!kept) return null;
  const reader = await readRecord(await recordAt(['local', kept.id]));
  return 'line' in reader ? null : reader.luck(reader.replay.deals.length - 1, table.seat, text);
}
