/**
 * What a page has heard and given at a table, kept for as long as its tab is open: opened again,
 * the page continues where it was, and can still vouch for a deal whose deck was fixed before. The
 * module writes it (src/client/session_journal.c).
 */

export interface Memory {
  /** Lines that were told to this seat, or came from it. */
  journal: string;
  /** The highest number under which this seat had done something, as far as the page knew. */
  highest: number;
}

const start = 'canasta.seen.';

function isMemory(value: unknown): value is Memory {
  return (
    typeof value === 'object' &&
    value !== null &&
    'highest' in value &&
    typeof value.highest === 'number' &&
    'journal' in value &&
    typeof value.journal === 'string'
  );
}

export function recalled(link: string): Memory | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(start + link) ?? 'null');
    return isMemory(value) ? value : null;
  } catch {
    return null;
  }
}

/** That of one table: whoever plays at another one has left the first. */
export function keepMemory(link: string, memory: Memory): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(start)) sessionStorage.removeItem(key);
    if (memory.journal !== '') sessionStorage.setItem(start + link, JSON.stringify(memory));
  } catch {
    /* Then the next deal can be vouched for. */
  }
}
