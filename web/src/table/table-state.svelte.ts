/**
 * A table, at a server or in a worker. The module handles the protocol and the game
 * (src/client/session.h). This file copies its state for Svelte, carries out its effects, and keeps
 * what only a browser has.
 */

import type { Seat } from '../core/contract/lists';
import type { Page } from '../core/contract/table';
import type {
  SavedSession,
  SessionAnswer,
  SessionChoices,
  SessionDrawn,
  SessionEffect,
  SessionProposal,
  SessionSaid,
  SessionSeat,
  SessionState,
  Told,
} from '../core/contract/session';
import type { Answers, Given, QuestionOf } from '../core/contract/questions';
import { asLine, whole } from '../core/plain';
import type { Hooks, Transport } from '../core/socket';
import { dropToken, keepToken, randomHex } from '../core/seat-tokens';
import { share } from '../core/share';
import { settings } from '../settings.svelte';
import { arePartial, hasWords, t } from '../words.svelte';
import type { Hint, Refusal, Table } from './table';

/** The part of core/core.ts that it uses. */
export interface ClientCore {
  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q];
}

export interface Options {
  local: boolean;
  /** "": the table must be made first, with the message `make`. */
  link: string;
  make?: Record<string, unknown>;
  name: string;
  /** Proves that the seat is ours; null: we watch. */
  token: string | null;
  /** The seat wanted, if it is free. */
  seat?: Seat;
  /** Where the record of a shared table can be read. */
  recordUrl?: (link: string) => string;
  /** The record of a table of this browser, as an address. */
  shareLocal?: () => Promise<string>;
  /** What this tab knew of the table before the page was reloaded. */
  saved?: SavedSession | null;
  /** Called when the table has been left for good, or closed. */
  ended?: () => void;
  /** Called with every change of the stage. */
  onStage?: (table: TableState) => void;
  /** Called once the first cards are on the screen. */
  onCards?: () => void;
}

const longestChat = 200;

export const initialPage: Page = {
  number: -1,
  has: false,
  rules: '',
  target: 0,
  ways: { black: false, swing: false, rounds: 0, needs: 'meld', beside: false },
  players: 0,
  direction: 'clockwise',
  stage: 'between',
  deal: 0,
  dealer: 0,
  idle: null,
  self: null,
  seat: 0,
  actor: null,
  inTurn: null,
  mine: false,
  phase: 'start',
  turn: 0,
  says: '',
  seats: [],
  sides: [],
  hand: [],
  handPoints: 0,
  pile: {
    count: 0,
    top: null,
    frozen: false,
    closed: false,
    stopped: false,
    takeable: false,
    crosswise: null,
    says: '',
    also: '',
  },
  stock: { count: 0 },
  minimum: null,
  hands: [],
  faces: [],
  marks: [],
  goals: false,
  undoable: 0,
  mayLay: false,
  mayDiscard: false,
  legal: [],
  news: [],
  sheet: [],
  notes: [],
  over: null,
  referee: null,
};

const defaultChoices: SessionChoices = {
  title: '',
  timer: 'none',
  join: 'all',
  watch: true,
  hints: true,
  listed: false,
  pace: 0,
  open: 0,
};

type Answer = SessionAnswer;
interface Moment {
  now: number;
  random: string;
}

function sentence(why: string, text = ''): string {
  const key = `net.${why}`;
  return hasWords(key) ? t(key, text) : t('join.refused', why);
}

export class TableState implements Table {
  readonly local: boolean;
  link: string = $state('');
  status: Table['status'] = $state('connecting');
  closed: string = $state('');
  /** A sentence that says why we got no seat, until we choose to watch instead; otherwise "". */
  seatRefused: string = $state('');
  stage: SessionState['stage'] = $state('lobby');
  page: Page = $state.raw(initialPage);
  rules: string = $state('');
  house: string = $state('');
  players: number = $state(0);
  seats: SessionSeat[] = $state.raw([]);
  seat: Seat | null = $state(null);
  watchers: number = $state(0);
  choices: SessionChoices = $state.raw(defaultChoices);
  said: SessionSaid[] = $state.raw([]);
  proposals: SessionProposal[] = $state.raw([]);
  clock: Table['clock'] = $state.raw(null);
  paused: Table['paused'] = $state.raw(null);
  cutter: Seat | null = $state(null);
  cutting: boolean = $state(false);
  hint: Hint | null = $state.raw(null);
  record: string = $state('');
  drawn: SessionDrawn[] = $state.raw([]);
  arranged: boolean = $state(false);
  openHands: string[][] | null = $state.raw(null);
  verdict: Table['verdict'] = $state.raw(null);
  withheld: Seat[] = $state.raw([]);
  pending: boolean = $state(false);
  /** Going to the first cards without stopping. */
  skipping: boolean = $state(false);
  refusal: Refusal | null = $state.raw(null);

  readonly #core: ClientCore;
  readonly #options: Options;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  /** What `hint` was made of. */
  #advice = { hint: '', hintWhy: '' };
  #transport: (Transport & { cut?: () => void }) | null = null;
  #tickets = 0;
  #welcomed = false;
  #showsCards = false;
  /** We have chosen to watch because no seat was free. */
  #watches = false;
  /** Why it cannot be used, if the reason is not the table's. */
  #failed: string | null = null;
  #greeted: (() => void)[] = [];
  #endedState = { endedWhy: '', endedText: '' };

  constructor(core: ClientCore, options: Options) {
    this.#core = core;
    this.#options = options;
    this.local = options.local;
    const { link, token, seat, make, saved } = options;
    const told = core.ask('begin', {
      now: Date.now(),
      link,
      name: whole(options.name),
      ...(token !== null && { token }),
      isNew: !options.local && token !== null,
      ...(seat !== undefined && { seat }),
      ...(make && { make: asLine({ t: 'make', ...make }) }),
      ...(saved && saved),
    });
    this.#take(told);
    if (saved) this.#refresh();
  }

  /** Passed to the transport, which is then passed to `over`. */
  readonly hooks: Hooks = {
    opened: () => this.#step((at) => this.#core.ask('connected', at)),
    frame: (text) => this.#step((at) => this.#core.ask('heard', { text, ...at })),
    lost: (code) => {
      this.#step((at) => this.#core.ask('closed', { code, ...at }));
      return this.status !== 'closed';
    },
  };

  over(transport: Transport): this {
    this.#transport = transport;
    return this;
  }

  get isHost(): boolean {
    return this.seat !== null && (this.seats[this.seat]?.host ?? false);
  }

  /** Resolves when the table has reported its state, or never will. */
  greeted(): Promise<void> {
    if (this.#welcomed || this.status === 'closed') return Promise.resolve();
    return new Promise((resolve) => this.#greeted.push(resolve));
  }

  /** The table cannot be used, or no longer. */
  fail(why: string, words: string): void {
    this.#failed = words;
    this.#step((at) => this.#core.ask('leave', { text: why, ...at }));
  }

  setToken(token: string): void {
    this.#core.ask('token', { token });
  }

  /** The next deal comes without being asked about the cut. */
  skipCeremonies(): void {
    this.skipping = true;
  }

  /** The language has changed. */
  spoken(): void {
    this.#advice = { hint: '', hintWhy: '' };
    this.#refresh();
  }

  /** What a reloaded page needs to continue from here. */
  get savedSession(): SavedSession {
    return this.#core.ask('journal');
  }

  /* ---- The session ---- */

  #step(ask: (moment: Moment) => Told): void {
    const { stage } = this;
    this.#take(ask({ now: Date.now(), random: randomHex(32) }));
    if (this.stage !== stage) this.#options.onStage?.(this);
  }

  #take({ effects, said, forgot, page, state }: Told): void {
    if (forgot) this.said = [];
    if (said.length > 0) this.said = [...this.said, ...said].slice(-longestChat);
    this.#copy(state);
    for (const effect of effects) this.#carryOut(effect);
    if (page) this.#refresh();
    if (this.cutting && (this.skipping || !settings.ceremonies)) this.#cutMiddle();
  }

  #copy(state: SessionState): void {
    if (state.seat !== this.seat) this.#outdate();
    this.#welcomed = state.welcomed;
    this.link = state.link;
    this.rules = state.rules;
    this.house = state.house;
    this.players = state.players;
    this.seat = state.seat;
    this.watchers = state.watchers;
    this.arranged = state.arranged;
    this.cutter = state.cutter;
    this.cutting = state.cutting;
    this.pending = state.pending;
    if (state.stage === 'play') this.skipping = false;
    this.#copyRecord(state);
    this.stage = state.stage;
    if (state.seatRefused === '') this.#watches = false;
    this.seatRefused =
      state.seatRefused === '' || this.#watches
        ? ''
        : sentence(state.seatRefused, state.seatRefusedText);
    this.seats = share(this.seats, state.seats);
    this.choices = share(this.choices, state.choices);
    this.drawn = share(this.drawn, state.drawn);
    this.clock = share(this.clock, state.clock);
    this.paused = share(this.paused, state.paused);
    this.verdict = share(this.verdict, state.verdict);
    this.withheld = share(this.withheld, state.withheld);
    this.openHands = share(this.openHands, state.openHands);
    this.#copyProposals(state.proposals);
    if (state.hint !== this.#advice.hint || state.hintWhy !== this.#advice.hintWhy) {
      this.#advice = state;
      this.hint = this.#hinted(state);
    }
    this.#endedState = state;
    if (state.status !== 'closed') this.status = state.status;
    if (state.welcomed) this.#tellGreeted();
  }

  #copyProposals(fresh: SessionProposal[]): void {
    const proposals = share(this.proposals, fresh);
    if (proposals === this.proposals) return;
    const asks = (all: SessionProposal[]): boolean =>
      all.some(({ what, mine }) => what === 'sit' && mine);
    if (asks(proposals) && !asks(this.proposals)) this.#outdate(); // it says the same
    this.proposals = proposals;
  }

  /** In this browser the record is packed here, and contains the deals before. */
  #copyRecord(state: SessionState): void {
    if (!this.local)
      this.record = state.record === '' ? '' : (this.#options.recordUrl?.(state.record) ?? '');
    else if (state.stage !== this.stage && (state.stage === 'pledges' || state.stage === 'between'))
      this.record = '';
  }

  #carryOut(effect: SessionEffect): void {
    switch (effect.is) {
      case 'send':
        this.#transport?.send(effect.text);
        return;
      case 'reconnect':
        if (this.#transport?.cut) this.#transport.cut();
        else this.fail('damaged', sentence('damaged'));
        return;
      case 'answer':
        this.#answers.get(effect.ticket)?.(effect);
        this.#answers.delete(effect.ticket);
        return;
      case 'refusal':
        this.refusal = { id: effect.why, text: sentence(effect.why, effect.text) };
        return;
      case 'declined':
        if (effect.what === 'open') this.refusal = { id: 'open', text: t('web.people.no-open') };
        if (effect.what === 'sit') this.refusal = { id: 'sit', text: t('web.people.no-sit') };
        return;
      case 'token':
        if (!this.local) keepToken(this.link, effect.text);
        return;
      case 'no-token':
        if (!this.local) dropToken(this.link);
        return;
      case 'ended':
        this.#ended();
    }
  }

  #ended(): void {
    const { endedWhy, endedText } = this.#endedState;
    this.status = 'closed';
    this.closed =
      this.#failed ??
      (endedWhy !== ''
        ? sentence(endedWhy, endedText)
        : this.link === ''
          ? t('web.friends.trouble')
          : '');
    this.#transport?.close(endedWhy !== '' && this.#failed === null);
    this.#tellGreeted();
    this.#options.ended?.();
  }

  #tellGreeted(): void {
    for (const resolve of this.#greeted.splice(0)) resolve();
  }

  #refresh(): void {
    this.page = share(this.page, { ...initialPage, ...this.#core.ask('page') });
  }

  /** In the chosen language: the server's words are English. Null if the hint is not an action. */
  #hinted({ hint, hintWhy }: SessionState): Hint | null {
    // Its reason is not among the sentences of a first turn; spoken() comes with the rest.
    if (hint === '' || arePartial()) return null;
    try {
      const { text, choice } = this.#core.ask('hint', { action: hint, why: hintWhy });
      return { action: hint, text, choice: choice ?? null };
    } catch {
      return null;
    }
  }

  #cutMiddle(): void {
    const { cards, least, most } = this.#core.ask('cut-range');
    const spread = Math.floor(cards / 4);
    const near = Math.floor(cards / 2 + (Math.random() - 0.5) * spread);
    this.cut(Math.min(most, Math.max(least, near)));
  }

  /* ---- Requests ---- */

  /** A new request clears the last refusal. In this browser the message may be about the browser,
   * and stays. */
  #outdate(): void {
    if (!this.local) this.refusal = null;
  }

  #want(message: { t: string; [key: string]: unknown }): Promise<Answer> {
    const ticket = ++this.#tickets;
    return new Promise((resolve) => {
      this.#answers.set(ticket, resolve);
      this.#step((at) => this.#core.ask('want', { ticket, message: asLine(message), ...at }));
    });
  }

  async #ask(message: { t: string; [key: string]: unknown }): Promise<Refusal | null> {
    this.#outdate();
    const { done, why, law, text } = await this.#want(message);
    if (done) return null;
    const refusal: Refusal =
      law === ''
        ? { id: why, text: sentence(why, text) }
        : this.#byLaw({ id: why, law, text: t('join.refused', law) }, message);
    this.refusal = refusal;
    return refusal;
  }

  /** The server gives the law's refusal in English. Our table now has the same state, and gives the
   * same refusal in the chosen language. */
  #byLaw(refusal: Refusal, { action }: Record<string, unknown>): Refusal {
    if (typeof action !== 'string') return refusal;
    return this.#core.ask('check', { action }).why ?? refusal;
  }

  showsCards(): void {
    if (this.#showsCards) return;
    this.#showsCards = true;
    this.#options.onCards?.();
  }

  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q] {
    return this.#core.ask(question, ...given);
  }

  async act(action: string, cards?: string[]): Promise<Refusal | null> {
    this.refusal = null;
    const { legal, why } = this.#core.ask('check', { action });
    if (!legal) {
      this.refusal = why ?? null;
      return this.refusal;
    }
    return this.#ask({ t: 'act', action, ...(cards && cards.length > 0 && { cards }) });
  }

  dismiss(): void {
    this.refusal = null;
  }

  watchInstead(): void {
    this.#watches = true;
    this.seatRefused = '';
  }

  ready(): void {
    void this.#ask({ t: 'ready' });
  }

  cut(k: number): void {
    void this.#want({ t: 'cut', k }).then(({ done, why, text }) => {
      if (!done) this.refusal = { id: why, text: sentence(why, text) };
    });
  }

  say(text: string): void {
    if (whole(text).trim() !== '') void this.#ask({ t: 'chat', text });
  }

  phrase(name: string): void {
    void this.#ask({ t: 'chat', phrase: name });
  }

  pause(yes: boolean): void {
    void this.#ask({ t: 'pause', yes });
  }

  back(n: number): void {
    this.refusal = null;
    void this.#ask({ t: 'back', n });
  }

  rematch(): void {
    void this.#ask({ t: 'rematch' });
  }

  vote(on: number, yes: boolean): void {
    void this.#ask({ t: 'vote', on, yes });
  }

  /** Changes seats: the token moves with its holder. Without one, the session provides a token. */
  sit(seat: Seat): void {
    const name = this.#options.name || t('web.you');
    void this.#ask({ t: 'sit', seat, ...(this.seat === null && { name }) });
  }

  rise(): void {
    void this.#ask({ t: 'rise' });
  }

  askHint(): void {
    this.refusal = null;
    void this.#ask({ t: 'hint' });
  }

  share(): void {
    const { shareLocal } = this.#options;
    if (shareLocal) void shareLocal().then((address) => (this.record = address));
    else void this.#ask({ t: 'share' });
  }

  bot(seat: Seat, level: string | null): void {
    void this.#ask({ t: 'bot', seat, ...(level !== null && { level }) });
  }

  free(seat: Seat): void {
    void this.#ask({ t: 'free', seat });
  }

  drawSeats(): void {
    void this.#ask({ t: 'seats' });
  }

  set(choices: Partial<SessionChoices>): void {
    void this.#ask({ t: 'set', ...choices });
  }

  leave(): void {
    if (this.status !== 'closed') this.#step((at) => this.#core.ask('leave', { text: '', ...at }));
  }
}
