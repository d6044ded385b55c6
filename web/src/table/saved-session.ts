/**
 * What a page has received and sent at a table, kept until its tab is closed. After a reload the
 * page continues where it was, and can still verify a deal whose deck was committed to before. The
 * module writes it (src/client/session_journal.c).
 */

import type { SavedSession } from '../core/contract/session';

const start = 'canasta.seen.';

function isSavedSession(value: unknown): value is SavedSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'highest' in value &&
    typeof value.highest === 'number' &&
    'journal' in value &&
    typeof value.journal === 'string'
  );
}

export function loadSession(link: string): SavedSession | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(start + link) ?? 'null');
    return isSavedSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Kept for one table only: playing at another means having left the first. */
export function saveSession(link: string, memory: SavedSession): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(start)) sessionStorage.removeItem(key);
    if (memory.journal !== '') sessionStorage.setItem(start + link, JSON.stringify(memory));
  } catch {
    /* Then verification is possible from the next deal on. */
  }
}
