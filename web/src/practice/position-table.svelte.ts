/** A position as a table: one seat, one decision, nobody else. */

import type { Page } from '../core/contract/table';
import type { Answers, Given, QuestionOf } from '../core/contract/questions';
import type { Hint, Refusal, Table } from '../table/table';

interface PositionCore {
  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q];
}

export class PositionTable implements Table {
  readonly local = true;
  readonly link = '';
  readonly status = 'here';
  readonly closed = '';
  readonly stage = 'play';
  readonly rules: string;
  readonly house = '';
  readonly players: number;
  readonly seats = [];
  readonly seat: number;
  readonly isHost = false;
  readonly watchers = 0;
  readonly choices = {
    title: '',
    timer: 'none' as const,
    join: 'none' as const,
    watch: false,
    hints: true,
    listed: false,
    pace: 0,
    open: 0,
  };
  readonly said = [];
  readonly proposals = [];
  readonly clock = null;
  readonly paused = null;
  readonly cutter = null;
  readonly cutting = false;
  readonly drawn = [];
  readonly arranged = true;
  readonly openHands = null;
  readonly record = '';
  readonly verdict = null;
  readonly withheld = [];
  readonly pending = false;

  page: Page;
  hint: Hint | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** The move that was chosen; "" while there is none. */
  chosen: string = $state('');
  /** Has the hint been read? */
  helped: boolean = $state(false);

  readonly #core: PositionCore;
  readonly #hint: () => string;

  /** Throws if the record does not end at a decision. */
  constructor(core: PositionCore, record: string, hint: () => string) {
    this.#core = core;
    this.#hint = hint;
    const page = core.ask('position', { record });
    this.page = $state.raw(page);
    this.rules = page.rules;
    this.players = page.players;
    this.seat = page.seat;
  }

  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q] {
    return this.#core.ask(question, ...given);
  }

  /** The first move is the answer. What a plan of several would do next no longer counts. */
  act(action: string): Promise<Refusal | null> {
    if (this.chosen !== '') return Promise.resolve(null);
    const { legal, why } = this.#core.ask('check', { action });
    if (!legal) return Promise.resolve(why ?? null);
    this.chosen = action;
    this.#show();
    return Promise.resolve(null);
  }

  /** Takes the choice back. */
  retry(): void {
    this.chosen = '';
    this.#show();
  }

  /** The language has changed. */
  spoken(): void {
    if (this.hint) this.askHint();
    this.#show();
  }

  #show(): void {
    const page = this.#core.ask('page');
    if (!('seats' in page)) return;
    this.page =
      this.chosen === ''
        ? page
        : {
            ...page,
            mine: false,
            legal: [],
            mayLay: false,
            mayDiscard: false,
            says: this.wordsOf(this.chosen),
            pile: { ...page.pile, takeable: false },
          };
  }

  /** "discard a nine", with a capital. */
  wordsOf(action: string, why = ''): string {
    const { text, choice } = this.#core.ask('hint', { action, why });
    if (why !== '') return text;
    const words = choice?.text ?? text;
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  }

  askHint(): void {
    this.helped = true;
    this.hint = { action: '', text: this.#hint(), choice: null };
  }
  dismiss(): void {
    this.refusal = null;
  }

  /* What only tables with people have. */
  ready(): void {}
  cut(): void {}
  say(): void {}
  phrase(): void {}
  pause(): void {}
  back(): void {}
  rematch(): void {}
  vote(): void {}
  sit(): void {}
  rise(): void {}
  share(): void {}
  bot(): void {}
  free(): void {}
  drawSeats(): void {}
  set(): void {}
  leave(): void {}
}
