/** What is kept of an open table while the page is hidden or left. */

import { keepLastSeen } from './last-seen';
import { keepRemoteTable } from './remote-tables';
import { saveSession } from './saved-session';
import type { TableState } from './table-state.svelte';

/** Saves the summary, so that after a reload or a return to the table the game continues from here.
 * Returns what to do when it is over. */
export function remembering(table: TableState): () => void {
  const keep = (): void => {
    if (table.link !== '') saveSession(table.link, table.savedSession);
    keepRemoteTable(table);
    keepLastSeen(table);
  };
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') keep();
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    removeEventListener('pagehide', keep);
    document.removeEventListener('visibilitychange', hidden);
    keep();
  };
}
