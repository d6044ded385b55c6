/** What a seat wants done: one at a time, under numbers that rise, again after a lost connection until it is answered. */

import { asLine } from '../core/plain';
import type { Line } from './lines';

/** null: done. */
export type Answer = Line | null;
type Message = Record<string, unknown> & { t: string };

interface Wish {
  make: (id: number) => Message;
  answered: (answer: Answer) => void;
  matters: boolean;
}

/** What a table says of a message that it could not read: its number it does not know. */
const unread = ['json', 'object', 'long'];

function answers(line: Line, id: number): boolean {
  return line.id === undefined ? line.t === 'no' && unread.includes(line.why ?? '') : line.id === id;
}

export class Queue {
  readonly #send: (text: string) => void;
  readonly #changed: (pending: boolean) => void;
  #wishes: Wish[] = [];
  #next: number;
  #open = false;
  /** The highest number that was sent, or known to be done; -1: none is known. */
  #highest = -1;
  #asked: { id: number; text: string; again: boolean; wish: Wish } | null = null;

  /** `next`: ids rise, also over several visits to a table. */
  constructor(next: number, send: (text: string) => void, changed: (pending: boolean) => void) {
    this.#next = next;
    this.#send = send;
    this.#changed = changed;
  }

  /** `matters`: the person waits for it. */
  ask(make: Wish['make'], matters = false): Promise<Answer> {
    return new Promise((answered) => {
      this.#wishes.push({ make, answered, matters });
      this.#go();
    });
  }

  get highest(): number {
    return this.#highest;
  }

  /** What a former page of this seat knew. */
  recall(highest: number): void {
    this.#highest = highest;
  }

  /** Has somebody done more for this seat than we? */
  isBehind(done: number): boolean {
    return this.#highest >= 0 && done > this.#highest;
  }

  /** The server knows who we are; `done`: what it has done last for this seat. */
  welcome(done: number): void {
    this.#highest = Math.max(this.#highest, done);
    this.#next = Math.max(this.#next, done + 1);
    this.#open = true;
    if (this.#asked) {
      this.#asked.again = true;
      this.#send(this.#asked.text);
    } else {
      this.#go();
    }
  }

  lost(): void {
    this.#open = false;
  }

  /** Of "ok" and "no". Null: not an answer to what was asked. */
  answer(line: Line): void {
    const asked = this.#asked;
    if (asked === null || !answers(line, asked.id)) return;
    this.#asked = null;
    /* What was sent twice, since the answer was lost, may have been done the first time. */
    const done = line.t === 'ok' || (asked.again && line.why === 'old');
    this.#go();
    this.#tell();
    asked.wish.answered(done ? null : line);
  }

  /** Nothing of what was wanted will be done. */
  clear(why: string): void {
    const all = [...(this.#asked ? [this.#asked.wish] : []), ...this.#wishes];
    this.#asked = null;
    this.#wishes = [];
    this.#tell();
    for (const wish of all) wish.answered({ t: 'no', why });
  }

  #go(): void {
    if (this.#open && this.#asked === null) {
      const wish = this.#wishes.shift();
      if (wish) {
        const id = this.#next++;
        this.#highest = id;
        const { t, ...rest } = wish.make(id);
        this.#asked = { id, text: asLine({ t, id, ...rest }), again: false, wish };
        this.#send(this.#asked.text);
      }
    }
    this.#tell();
  }

  #tell(): void {
    this.#changed(this.#asked?.wish.matters === true || this.#wishes.some(({ matters }) => matters));
  }
}
