/**
 * What a page has heard and given at a table, kept for as long as its tab is open: opened anew, the page goes on where it was,
 * and can still vouch for a deal whose deck was fixed before. All of it was told to this seat, or came from it.
 */

import type { Questions } from '../core/contract';

/** A line that was taken in, or something of our own that the module was told. */
export type Step =
  | string
  | ({ do: 'give' } & Questions['give'])
  | ({ do: 'cut' } & Questions['cut'])
  | ({ do: 'away' } & Questions['away']);

export interface Memory {
  steps: Step[];
  /** The highest number under which this seat had done something, as far as the page knew. */
  done: number;
}

/** Some hundred deals. With more, nothing is kept rather than a part. */
const mostKept = 1_500_000;

/** What is said anew to whoever comes, and what the hands of others stand in. */
const passing = [
  'actions',
  'bye',
  'clock',
  'hands',
  'here',
  'hint',
  'listed',
  'made',
  'no',
  'ok',
  'pong',
  'proposal',
  'settled',
];

export class Journal {
  #steps: Step[] = [];
  #length = 0;
  #given: number[] = [];

  /** A line of the server that was taken in. */
  hear(text: string, { t, id, ...line }: { t: string; id?: number; token?: string }): void {
    const answers = (t === 'ok' || t === 'no') && id !== undefined && this.#given.includes(id);
    if (passing.includes(t) && !answers) return;
    if (line.token === undefined) this.#add(text, text.length);
    else {
      const bare = JSON.stringify({ t, ...line, token: undefined });
      this.#add(bare, bare.length);
    }
  }

  tell(question: Exclude<Step, string>): void {
    if (question.do !== 'away') this.#given.push(question.id);
    if (question.do === 'away' && (this.#length === 0 || this.#isAway())) return;
    this.#add(question, 120);
  }

  /** Is the connection known to be lost already? */
  #isAway(): boolean {
    const last = this.#steps.at(-1);
    return typeof last === 'object' && last.do === 'away';
  }

  #add(step: Step, length: number): void {
    this.#length += length;
    if (this.#length <= mostKept) this.#steps.push(step);
    else this.#steps = [];
  }

  get steps(): Step[] {
    return this.#steps;
  }

  forget(): void {
    this.#steps = [];
    this.#length = 0;
  }
}

/* ---- in the tab ---- */

const start = 'canasta.seen.';

function isMemory(value: unknown): value is Memory {
  return (
    typeof value === 'object' &&
    value !== null &&
    'done' in value &&
    typeof value.done === 'number' &&
    'steps' in value &&
    Array.isArray(value.steps) &&
    value.steps.every((step) => typeof step === 'string' || (typeof step === 'object' && step !== null))
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
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key);
    if (memory.steps.length > 0) sessionStorage.setItem(start + link, JSON.stringify(memory));
  } catch {
    /* Then the next deal can be vouched for. */
  }
}
