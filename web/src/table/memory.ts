/**
 * What a page has received and sent at a table, kept until its tab is closed. After a reload the
 * page continues where it was, and can still verify a deal whose deck was committed to before. The
 * module writes it (src/client/session_journal.c).
 */

export interface Memory {
  /** Lines sent to this seat or by it. */
  journal: string;
  /** The highest event number at which this seat had acted, as far as the page knew. */
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

/** Kept for one table only: playing at another means having left the first. */
export function keepMemory(link: string, memory: Memory): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(start)) sessionStorage.removeItem(key);
    if (memory.journal !== '') sessionStorage.setItem(start + link, JSON.stringify(memory));
  } catch {
    /* Then verification is possible from the next deal on. */
  }
}
