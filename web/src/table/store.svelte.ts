/** A table, over a server or over a worker: keeps what is said about people; the game is the module's. */

import type { Answers, Given, Page, QuestionOf, Seat } from '../core/contract';
import { asLine, whole } from '../core/plain';
import type { Hooks, Transport } from '../core/socket';
import { dropToken, keepToken, randomHex } from '../core/tokens';
import { settings } from '../settings.svelte';
import { hasWords, t } from '../words.svelte';
import { choicesOf, read, type Line } from './lines';
import { Journal, type Memory, type Step } from './memory';
import { Queue } from './queue';
import type { Chair, Choices, Drawn, Hint, Proposal, Refusal, Said, Stage, Table } from './table';

/** What the store needs of core/core.ts. */
export interface ClientCore {
  ask<Q extends QuestionOf<'client'>>(question: Q, ...given: Given<Q>): Answers[Q];
}

export interface Options {
  local: boolean;
  /** "": a table shall be made first, with this message. */
  link: string;
  make?: Record<string, unknown>;
  name: string;
  /** What proves that the chair is ours; null: we watch. */
  token: string | null;
  /** The chair wanted, where one is free. */
  seat?: Seat;
  /** Where the record of a shared table can be read. */
  recordUrl?: (link: string) => string;
  /** The record of a table of this browser, as an address. */
  shareLocal?: () => Promise<string>;
  /** What this tab has known of the table before the page was opened anew. */
  memory?: Memory | null;
  /** Called when the table was left for good, or closed. */
  ended?: () => void;
  /** Called with every change of the stage. */
  staged?: (table: TableStore) => void;
}

const longestChat = 200;
const mostTries = 3;

export const initialPage: Page = {
  number: -1,
  has: false,
  rules: '',
  target: 0,
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
  },
  stock: { count: 0 },
  minimum: null,
  undoable: 0,
  mayLay: false,
  mayDiscard: false,
  legal: [],
  news: [],
  sheet: [],
  over: null,
};

const defaultChoices: Choices = {
  title: '',
  timer: 'none',
  join: 'all',
  watch: true,
  hints: true,
  listed: false,
  pace: 0,
  open: 0,
};

/** Codes with which a server says that it does not want us back: what they mean. */
const final: Record<number, string> = { 4001: 'taken', 4003: 'token', 4004: 'join' };
/** Refusals of a hello after which another would be refused as well. */
const hopeless = ['table', 'damaged', 'version', 'watch', 'crowd', 'token', 'name'];
/** Here is no chair for us. Where watching is allowed we are a watcher after such a word, else the connection ends. */
const noChair = ['full', 'join', 'hand'];

/** What is heard also while a snapshot is on its way: answers, and the end. */
const heardMeanwhile = ['welcome', 'ok', 'no', 'bye'];

/** What is said beside the game, after which its page is what it was. */
const aside = ['ok', 'no', 'here', 'chat', 'proposal', 'settled', 'share', 'hint', 'hands'];

function sentence(why: string, text = ''): string {
  const key = `net.${why}`;
  return hasWords(key) ? t(key, text) : t('join.refused', why);
}

export class TableStore implements Table {
  readonly local: boolean;
  link: string = $state('');
  status: Table['status'] = $state('connecting');
  closed: string = $state('');
  /** Why there was no chair for us, a sentence, until we say that we watch instead; "". */
  chairless: string = $state('');
  stage: Stage = $state('lobby');
  page: Page = $state.raw(initialPage);
  rules: string = $state('');
  house: string = $state('');
  players: number = $state(0);
  chairs: Chair[] = $state.raw([]);
  seat: Seat | null = $state(null);
  watchers: number = $state(0);
  choices: Choices = $state.raw(defaultChoices);
  said: Said[] = $state.raw([]);
  proposals: Proposal[] = $state.raw([]);
  clock: Table['clock'] = $state.raw(null);
  paused: Table['paused'] = $state.raw(null);
  cutter: Seat | null = $state(null);
  cutting: boolean = $state(false);
  hint: Hint | null = $state.raw(null);
  record: string = $state('');
  drawn: Drawn[] = $state.raw([]);
  arranged: boolean = $state(false);
  openHands: string[][] | null = $state.raw(null);
  verdict: Table['verdict'] = $state.raw(null);
  pending: boolean = $state(false);
  /** On the way to the first cards, without a word. */
  skipping: boolean = $state(false);
  refusal: Refusal | null = $state.raw(null);

  readonly #core: ClientCore;
  readonly #options: Options;
  readonly #queue: Queue;
  #transport: (Transport & { cut?: () => void }) | null = null;
  #token: string | null;
  /** Whose chair is not certain yet: the token comes with "new". */
  #isNew: boolean;
  /** The number of the last line taken in; 0: a snapshot is needed. */
  #last = 0;
  #welcomed = false;
  #begun = false;
  #snapshot = false;
  /** We were ready when the connection was lost, after this line, and nothing has changed since. */
  #wasReady = false;
  #lostAt = 0;
  #stuckAt = -1;
  #tries = 0;
  #lastNo = '';
  #voted: number[] = [];
  readonly #journal = new Journal();
  /** What was heard before is heard again: nothing is answered. */
  #recalling = false;
  /** What a page that was opened anew may still owe: the part of this deal, this cut. */
  #owed: { deal?: number; k?: number } | null = null;
  /** A snapshot was asked for: until its welcome, nothing that is told of the table fits. */
  #deaf = false;
  #greeted: (() => void)[] = [];

  constructor(core: ClientCore, options: Options) {
    this.#core = core;
    this.#options = options;
    this.local = options.local;
    this.link = options.link;
    this.#token = options.token;
    this.#isNew = !options.local && options.token !== null;
    this.#queue = new Queue(
      Date.now(),
      (text) => this.#transport?.send(text),
      (pending) => {
        this.pending = pending;
      },
    );
    this.#core.ask('begin', { seat: null });
    if (options.memory) this.#recall(options.memory);
  }

  /** What carries the messages is given these, and then to `over`. */
  readonly hooks: Hooks = {
    opened: () => this.#opened(),
    frame: (text) => this.#frame(text),
    lost: (code) => this.#lost(code),
  };

  over(transport: Transport): this {
    this.#transport = transport;
    return this;
  }

  get isHost(): boolean {
    return this.seat !== null && (this.chairs[this.seat]?.host ?? false);
  }

  /** When the table has told how things stand, or will not. */
  greeted(): Promise<void> {
    if (this.#welcomed || this.status === 'closed') return Promise.resolve();
    return new Promise((resolve) => this.#greeted.push(resolve));
  }

  /** It cannot be used, or no more. */
  fail(why: string, words: string): void {
    this.#lastNo = why;
    this.#close(words);
  }

  setToken(token: string): void {
    this.#token = token;
  }

  /** The next deal comes without being asked about the cut. */
  skipCeremonies(): void {
    this.skipping = true;
  }

  /** The language has changed. */
  spoken(): void {
    this.#refresh();
  }

  /* ---- a page that was opened anew ---- */

  /** What would have to be known to go on from here. */
  get memory(): Memory {
    return { steps: this.#journal.steps, done: this.#queue.highest };
  }

  /** To the module it is as if the connection had been lost. */
  #recall({ steps, done }: Memory): void {
    this.#recalling = true;
    try {
      for (const step of steps) this.#again(step);
      this.#queue.recall(done);
      this.#away();
    } catch {
      this.#forget();
    }
    this.#recalling = false;
    this.#refresh();
  }

  #again(step: Step): void {
    if (typeof step === 'string') this.#take(step);
    else this.#tell(step);
  }

  /** Somebody else sat here meanwhile, or it cannot be read: what this page remembers is not what the seat has done. */
  #forget(): void {
    this.#journal.forget();
    this.#begun = false;
    this.#last = 0;
    this.#owed = null;
    this.seat = null;
    this.verdict = null;
    this.said = [];
    this.#core.ask('begin', { seat: null });
  }

  /** What the module is told of our own. */
  #tell(question: Exclude<Step, string>): void {
    this.#journal.tell(question);
    if (this.#recalling && question.do === 'cut') this.#owed = { k: question.k };
    this.#core.ask(question.do, question);
  }

  #away(): void {
    this.#tell({ do: 'away' });
  }

  /** What came while we were away is known now. */
  #payOwed(): void {
    const owed = this.#owed;
    this.#owed = null;
    if (owed === null || this.seat === null) return;
    if (owed.deal !== undefined && this.stage === 'parts') this.#give(owed.deal);
    if (this.stage !== 'cut' || this.cutter !== this.seat) return;
    if (owed.k !== undefined) this.cut(owed.k);
    else this.#comeToCut();
  }

  /* ---- coming to the table ---- */

  #opened(): void {
    if (this.link === '' && this.#options.make) this.#send({ t: 'make', ...this.#options.make });
    else this.#hello();
  }

  #send(message: Record<string, unknown>): void {
    this.#transport?.send(asLine(message));
  }

  #hello(): void {
    const { seat } = this.#options;
    const name = whole(this.#options.name);
    const watching = this.#token === null;
    this.#send({
      t: 'hello',
      v: 1,
      table: this.link,
      ...(this.#token !== null && { token: this.#token }),
      ...(this.#isNew && { new: true }),
      ...((this.#isNew || watching) && name !== '' && { name }),
      ...(this.#isNew && seat !== undefined && { seat }),
      ...(watching && { watching: true }),
      ...(this.#last > 0 && { last: this.#last }),
    });
  }

  #lost(code: number): boolean {
    if (this.#welcomed) {
      this.#wasReady = this.seat !== null && this.#chairAt(this.seat).ready;
      this.#lostAt = this.#last;
    }
    this.#welcomed = false;
    this.#queue.lost();
    this.#away();
    if (code in final) this.#bye({ t: 'bye', code });
    /* Whoever wants a new table is told at once, and decides; one of which we have not heard may be there already. */
    if (this.link === '') this.#close(t('web.friends.trouble'));
    if (this.status === 'closed') return false;
    this.status = 'lost';
    this.clock = null;
    return true;
  }

  /** The word counts, also where the connection ends otherwise than it says. */
  #bye(line: Line): void {
    this.#lastNo = line.why ?? this.#lastNo;
    const known = final[line.code ?? 0];
    if (known === undefined) return;
    this.#journal.forget();
    this.#close(sentence(this.#lastNo === '' ? known : this.#lastNo), true);
  }

  #close(words: string, late = false): void {
    if (this.status === 'closed') return;
    this.status = 'closed';
    this.closed = words;
    this.#queue.clear('gone');
    this.#transport?.close(late);
    this.#tellGreeted();
    this.#options.ended?.();
  }

  #tellGreeted(): void {
    for (const resolve of this.#greeted.splice(0)) resolve();
  }

  /* ---- what is heard ---- */

  #frame(text: string): void {
    const stage = this.stage;
    let told = false;
    for (const line of text.split('\n')) if (line !== '') told = this.#take(line) || told;
    if (told) this.#refresh();
    if (this.#welcomed) this.#payOwed();
    if (this.stage !== stage) this.#options.staged?.(this);
  }

  #refresh(): void {
    if (!this.#begun) return;
    this.page = { ...initialPage, ...this.#core.ask('page') };
    if (this.clock && this.page.has && this.page.stage === 'playing' && this.page.actor !== this.clock.seat)
      this.clock = null;
  }

  /** True if the page may be another after it: to draw it anew costs time while cards still fly. */
  #take(text: string): boolean {
    const line = read(text);
    if (line === null || (this.#deaf && !heardMeanwhile.includes(line.t))) return false;
    /* The module first: it knows what was heard before. */
    const taken = this.#core.ask('take', { line: text });
    if (taken.verdict) this.verdict = taken.verdict;
    if (taken.is === 'known') return false;
    this.#journal.hear(text, line);
    if (taken.is === 'wrong') {
      this.#askForSnapshot();
      return true;
    }
    if (line['#'] !== undefined) this.#last = line['#'];
    if (taken.is === 'ok') this.#takeGame(line);
    if (this.#recalling) this.#settle(line);
    if (!this.#recalling || (line.t !== 'ok' && line.t !== 'no')) this.#takeTable(line);
    return !aside.includes(line.t);
  }

  /** Our part has come. */
  #settle(line: Line): void {
    if (line.t === 'ok' || (line.t === 'part' && line.seat === this.seat)) this.#owed = null;
  }

  /** Where not even a snapshot helps, a new connection does less harm than asking for ever. */
  #askForSnapshot(): void {
    this.#tries = this.#last === this.#stuckAt ? this.#tries + 1 : 0;
    this.#stuckAt = this.#last;
    this.#last = 0;
    this.#welcomed = false;
    this.#deaf = true;
    if (this.#recalling) return;
    this.#queue.lost(); // what was decided about another table must wait
    if (this.#tries < mostTries) {
      this.#hello();
      return;
    }
    this.#tries = 0;
    if (this.#transport?.cut) this.#transport.cut();
    else this.#close(sentence('damaged'));
  }

  /** Lines of the record. */
  #takeGame(line: Line): void {
    if (line['#'] !== undefined) this.hint = null;
    switch (line.t) {
      case 'game':
        if (this.#snapshot && !this.#recalling) void this.#queue.ask(() => ({ t: 'sheet' }));
        if (this.stage === 'over' && !this.#snapshot) this.arranged = false; // it was the first game's first deal
        if (!this.#snapshot) this.#gather('parts');
        this.#snapshot = false;
        break;
      case 'deal':
      case 'view':
        this.stage = 'play';
        this.cutter = null;
        this.cutting = false;
        this.skipping = false;
        break;
      case 'end':
        this.#gather('between');
        break;
      case 'over':
        this.stage = 'over';
        break;
    }
  }

  /** A deal has ended, or a game begins: all are asked anew whether they are ready. */
  #gather(stage: Stage): void {
    this.stage = stage;
    this.openHands = null;
    this.record = ''; // that of the deals before
    if (stage === 'parts') this.drawn = [];
    this.#wasReady = false;
    this.clock = null;
    this.proposals = this.proposals.filter(({ what }) => what === 'sit');
    this.chairs = this.chairs.map((chair) => ({ ...chair, ready: false }));
  }

  #takeTable(line: Line): void {
    switch (line.t) {
      case 'made':
        return this.#made(line);
      case 'welcome':
        return this.#welcome(line);
      case 'table':
        return this.#table(line);
      case 'set':
        this.choices = choicesOf(line, this.choices);
        return;
      case 'seat':
        return this.#chair(line);
      case 'drawn':
        return this.#draws(line);
      case 'hands':
        this.openHands = line.hands ?? null;
        return;
      case 'here':
        return this.#here(line);
      case 'chat':
        return this.#chat(line);
      case 'pause':
        this.paused = line.yes ? { seat: line.seat ?? null } : null;
        this.clock = null;
        return;
      case 'share':
        this.record = this.#options.recordUrl?.(line.link ?? '') ?? '';
        return;
      case 'commit':
        return this.#commit(line);
      case 'shuffled':
        return this.#shuffled(line);
      case 'proposal':
        return this.#proposal(line);
      case 'settled':
        return this.#settled(line);
      case 'clock':
        this.clock = { seat: line.seat ?? 0, ends: Date.now() + (line.ms ?? 0) };
        return;
      case 'hint':
        this.hint = this.#hinted(line);
        return;
      case 'ok':
        return this.#queue.answer(line);
      case 'no':
        if (line.id === undefined) this.#refused(line);
        return this.#queue.answer(line);
      case 'bye':
        return this.#bye(line);
    }
  }

  #made(line: Line): void {
    this.link = line.table ?? '';
    this.#token = line.token ?? this.#token;
    this.#isNew = false;
    if (this.#token !== null && !this.local) keepToken(this.link, this.#token);
    this.#hello();
  }

  #welcome(line: Line): void {
    const seat = line.seat ?? null;
    this.#deaf = false;
    if (!this.#recalling) {
      if (this.#isAnothers(seat, line.done ?? 0)) return;
      this.#holdToken(seat, line.token);
    }
    if (seat !== null) this.chairless = '';
    if (seat !== this.seat) this.#outdate();
    if (seat !== this.seat) this.#wasReady = false;
    if (!this.#begun) this.#core.ask('begin', { seat });
    else if (seat !== this.seat || this.#last === 0) this.#core.ask('anew', { seat });
    if (seat !== this.seat) this.#last = 0;
    this.#begun = true;
    this.seat = seat;
    if (this.#recalling) return;
    this.#welcomed = true;
    this.#lastNo = '';
    this.status = 'here';
    this.#queue.welcome(line.done ?? 0);
    this.#tellGreeted();
  }

  /** Another page has played for this seat: what was given there, we do not know. All is asked for as if we came first. */
  #isAnothers(seat: Seat | null, done: number): boolean {
    if (seat === null || !this.#begun || !this.#queue.isBehind(done)) return false;
    this.#forget();
    this.#queue.recall(done);
    this.#deaf = true;
    this.#hello();
    return true;
  }

  #holdToken(seat: Seat | null, token: string | undefined): void {
    if (this.seat !== null && seat === null) this.#forgetToken();
    this.#isNew &&= seat === null && this.#token !== null;
    if (seat !== null && token !== undefined) this.#token = token;
    if (seat !== null && this.#token !== null && !this.local) keepToken(this.link, this.#token);
  }

  /** No chair goes with it: who comes back, watches. */
  #forgetToken(): void {
    this.#token = null;
    this.#isNew = false;
    if (!this.local) dropToken(this.link);
  }

  #table(line: Line): void {
    this.rules = line.rules ?? '';
    this.house = line.house ?? '';
    this.arranged = line.arranged ?? false;
    this.players = line.players ?? 0;
    this.stage = line.stage ?? 'lobby';
    this.#snapshot = this.stage !== 'lobby';
    if (line['#'] !== this.#lostAt) this.#wasReady = false; // what we have missed may be another deal
    this.choices = choicesOf(line, defaultChoices); // what is not said is as usual
    this.paused = null;
    this.cutter = null;
    this.cutting = false;
    this.clock = null;
    this.proposals = [];
    this.chairs = Array.from({ length: this.players }, (_, seat) => this.#chairAt(seat));
  }

  #chairAt(seat: Seat): Chair {
    const free: Chair = { seat, name: '', level: '', held: false, host: false, here: 'yes', ready: false };
    return this.chairs[seat] ?? free;
  }

  #changeChair(seat: Seat, change: Partial<Chair>): void {
    const chairs = [...this.chairs];
    chairs[seat] = { ...this.#chairAt(seat), ...change };
    this.chairs = chairs;
  }

  #chair(line: Line): void {
    const seat = line.seat ?? 0;
    const name = line.name ?? '';
    const changed = name !== this.#chairAt(seat).name;
    this.#changeChair(seat, {
      name,
      level: line.level ?? '',
      held: name !== '' || line.host === true, // whoever plays alone need not have a name
      host: line.host ?? false,
      ...(changed && { here: 'yes', ready: false }),
    });
  }

  #draws(line: Line): void {
    const from = line.seat ?? 0;
    const { name } = this.#chairAt(from);
    this.#wasReady = false; // nobody has seen yet who sits where
    const others = this.drawn.filter((one) => one.from !== from);
    const all = [...others, { name, from, to: line.to ?? from, cards: line.cards ?? [] }];
    this.drawn = all.sort((a, b) => a.from - b.from);
  }

  /** Readiness is not kept over a restart of the server: it is said again. Else it was ended on purpose. */
  #here(line: Line): void {
    if (line.watchers !== undefined) this.watchers = line.watchers;
    if (line.seat === undefined) return;
    this.#changeChair(line.seat, { here: line.here ?? 'yes', ready: line.ready ?? false });
    if (line.seat !== this.seat || line.ready === undefined) return;
    if (this.#wasReady && !line.ready) void this.#queue.ask(() => ({ t: 'ready' }));
    this.#wasReady = false;
  }

  #chat(line: Line): void {
    const one: Said = {
      id: line['#'] ?? 0,
      seat: line.seat ?? null,
      name: line.name ?? '',
      text: line.text ?? '',
      phrase: line.phrase ?? '',
    };
    this.said = [...this.said, one].slice(-longestChat);
  }

  /** A part of our own in the deal that is being made; the module knows whether one was given for it already. */
  #commit(line: Line): void {
    this.#gather('parts');
    this.verdict = null;
    if (this.seat === null) return;
    if (this.#recalling) this.#owed = { deal: line.deal ?? 0 };
    else this.#give(line.deal ?? 0);
  }

  #give(deal: number): void {
    void this.#queue.ask((id) => {
      const random = randomHex(16);
      this.#journal.tell({ do: 'give', id, random });
      return { t: 'part', deal, part: this.#core.ask('give', { id, random }).part };
    });
  }

  #shuffled(line: Line): void {
    this.stage = 'cut';
    this.cutter = line.seat ?? null;
    if (this.#recalling) this.#owed = {};
    if (this.#recalling || this.seat === null || this.cutter !== this.seat) return;
    this.#comeToCut();
  }

  /** It is for this person to cut: asked only where ceremonies are wanted. */
  #comeToCut(): void {
    if (this.skipping || !settings.ceremonies) this.#cutMiddle();
    else this.cutting = true;
  }

  #cutMiddle(): void {
    const { cards, least, most } = this.#core.ask('cuts');
    const spread = Math.floor(cards / 4);
    const near = Math.floor(cards / 2 + (Math.random() - 0.5) * spread);
    this.cut(Math.min(most, Math.max(least, near)));
  }

  #proposal(line: Line): void {
    const what = line.what ?? 'back';
    const seat = line.seat ?? null;
    const on = line.on ?? 0;
    const asked = what === 'sit' ? this.isHost : this.seat !== null && seat !== this.seat;
    const one: Proposal = {
      on,
      what,
      seat: what === 'sit' ? null : seat,
      n: line.n ?? 0,
      undoes: what === 'back' ? this.#undoing(line.n ?? 1) : '',
      name: line.name ?? '',
      mine: what === 'sit' ? this.#wouldSit(line.name) : seat === this.seat,
      open: asked && !this.#voted.includes(on),
    };
    if (what === 'sit' && one.mine) this.#outdate(); // it says the same
    this.proposals = [...this.proposals.filter((other) => other.what !== what), one];
  }

  #undoing(n: number): string {
    try {
      return this.#core.ask('undoing', { n }).text;
    } catch {
      return ''; // no game is known yet
    }
  }

  /** Have we asked for a chair, and nobody else of another name? */
  #wouldSit(name: string | undefined): boolean {
    return this.seat === null && this.#isNew && name === whole(this.#options.name);
  }

  #settled({ what, yes }: Line): void {
    const own = this.proposals.some((one) => one.what === what && one.mine);
    this.proposals = this.proposals.filter((one) => one.what !== what);
    if (what === 'open' && own && yes !== true) {
      this.refusal = { id: 'open', text: t('web.people.no-open') };
    }
    if (what !== 'sit' || yes === true || this.seat !== null) return;
    this.#forgetToken();
    if (own) this.refusal = { id: 'sit', text: t('web.people.no-sit') };
  }

  /** In our words: the server's are English. Null: what it hints at is no action. */
  #hinted({ action = '', why = '' }: Line): Hint | null {
    try {
      const { text, choice } = this.#core.ask('hint', { action, why });
      return { action, text, choice: choice ?? null };
    } catch {
      return null;
    }
  }

  /** A refusal of a hello, or of the table that was to be made. */
  #refused(line: Line): void {
    const why = line.why ?? '';
    this.#lastNo = why;
    const made = this.link !== '';
    if (made && why === 'table') this.#forgetToken(); // of what is no more there is no chair
    if (made && noChair.includes(why) && (!this.#welcomed || this.seat === null)) {
      this.#forgetToken();
      if (!this.#welcomed) {
        this.chairless = sentence(why, line.text);
        return;
      }
    }
    if (!this.#welcomed && (!made || hopeless.includes(why))) this.#close(sentence(why, line.text));
    else this.refusal = { id: why, text: sentence(why, line.text) };
    if (this.#deaf && why === 'slow') this.#transport?.cut?.(); // it was not even heard that we asked
  }

  /* ---- what is wanted ---- */

  /** What was refused before is not what is wanted now. In this browser it may be a word about the browser, which stays. */
  #outdate(): void {
    if (!this.local) this.refusal = null;
  }

  async #ask(message: Record<string, unknown> & { t: string }, matters = false): Promise<Refusal | null> {
    this.#outdate();
    const no = await this.#queue.ask(() => message, matters);
    if (no === null) return null;
    const why = no.why ?? '';
    const refusal: Refusal =
      no.law === undefined
        ? { id: why, text: sentence(why, no.text) }
        : this.#byLaw({ id: why, law: no.law, text: t('join.refused', no.law) }, message);
    this.refusal = refusal;
    return refusal;
  }

  /** The server says in English what the law refuses. Our table is now as its own is, and says the same in our words. */
  #byLaw(refusal: Refusal, { action }: Record<string, unknown>): Refusal {
    if (typeof action !== 'string') return refusal;
    return this.#core.ask('check', { action }).why ?? refusal;
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
    return this.#ask({ t: 'act', at: this.#last, action, ...(cards && cards.length > 0 && { cards }) }, true);
  }

  dismiss(): void {
    this.refusal = null;
  }

  watchInstead(): void {
    this.chairless = '';
  }

  ready(): void {
    void this.#ask({ t: 'ready' });
  }

  cut(k: number): void {
    this.cutting = false;
    void this.#queue
      .ask((id) => {
        this.#tell({ do: 'cut', id, k });
        return { t: 'cut', k };
      }, true)
      .then((no) => {
        if (no === null) return;
        this.refusal = { id: no.why ?? '', text: sentence(no.why ?? '', no.text) };
        this.cutting = this.stage === 'cut' && this.cutter === this.seat;
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
    void this.#ask({ t: 'back', n }, true);
  }

  rematch(): void {
    void this.#ask({ t: 'rematch' });
  }

  vote(on: number, yes: boolean): void {
    this.#voted.push(on);
    this.proposals = this.proposals.map((one) => (one.on === on ? { ...one, open: false } : one));
    void this.#ask({ t: 'vote', on, yes });
  }

  sit(seat: Seat): void {
    if (this.seat !== null) {
      void this.#ask({ t: 'sit', seat }); // another chair: the token goes with its holder
      return;
    }
    const token = randomHex(16);
    this.#token = token;
    this.#isNew = true;
    void this.#ask({ t: 'sit', seat, name: this.#options.name || t('web.you'), token }).then((no) => {
      if (no !== null && no.id !== 'ask' && this.seat === null) this.#token = null;
    });
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
    this.drawn = [];
    void this.#ask({ t: 'seats' });
  }

  set(choices: Partial<Choices>): void {
    void this.#ask({ t: 'set', ...choices });
  }

  leave(): void {
    if (this.status === 'closed') return;
    this.status = 'closed';
    this.#queue.clear('gone');
    this.#transport?.close();
    this.#tellGreeted();
    this.#options.ended?.();
  }
}
