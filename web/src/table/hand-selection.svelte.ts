/** A person's input at the table: cards picked, questions asked before an action, refusals. It
 * contains no rules. */

import { untrack } from 'svelte';
import type { Card } from '../core/contract/lists';
import type {
  Choice,
  DueChoice,
  Goal,
  HandMark,
  Options,
  Plan,
  Plans,
} from '../core/contract/table';
import { kindOf } from '../cards/names';
import { t } from '../words.svelte';
import { keyed, type Item } from './items';
import type { Refusal, Table } from './table';

export interface Question {
  title: string;
  text: string;
  choices: { text: string; deed: () => void; strong?: boolean }[];
}

const binding: Record<string, string> = {
  ask: 'web.do.ask.sure',
  yes: 'web.do.yes.sure',
  no: 'web.do.no.sure',
  stop: 'web.do.stop.sure',
  hand: 'web.do.hand.sure',
};

export class HandSelection {
  picked: string[] = $state([]);
  question: Question | null = $state(null);
  refused: Refusal | null = $state.raw(null);
  /** What a meld or a card is, for who asks by touching it; not a refusal. */
  note: Refusal | null = $state.raw(null);
  /** Where the dragged cards could be dropped: "pack", "new", "meld:3". */
  targets: string[] = $state([]);
  hinted = $state(false);
  sheet: '' | 'can' | 'keys' | 'goals' | 'other' | 'scores' | 'seat' = $state('');
  /** The news of rulings up to this id has been put away. */
  readTo = $state(-1);

  #kept: Item[] = [];
  readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  items: Item[] = $derived.by(() => {
    const hand = this.table.page.hand;
    this.#kept = keyed(
      this.#kept,
      hand,
      untrack(() => this.picked),
    );
    return this.#kept;
  });
  chosen: Item[] = $derived(this.items.filter((item) => this.picked.includes(item.key)));
  cards: Card[] = $derived(this.chosen.map((item) => item.card));
  refusal: Refusal | null = $derived.by(() => this.refused ?? this.table.refusal);
  mine: boolean = $derived.by(() => this.table.page.mine && this.table.page.stage === 'playing');
  free: boolean = $derived.by(() => this.mine && !this.table.pending && !this.table.paused);
  plans: Plan[] = $derived.by(() => {
    if (!this.mine || this.cards.length === 0) return [];
    return this.table.ask('plans', { cards: this.cards }).plans;
  });
  points: number = $derived.by(() =>
    this.cards.length === 0 ? 0 : this.table.ask('points', { cards: this.cards }).points,
  );

  /** Where a referee rules one can act at any time, though not always by the law. */
  acts: boolean = $derived.by(() => {
    const { referee, self, stage } = this.table.page;
    return (
      referee !== null &&
      self !== null &&
      stage === 'playing' &&
      !this.table.pending &&
      !this.table.paused
    );
  });

  can(action: string): boolean {
    return this.mine && this.table.page.legal.includes(action);
  }
  mayLay: boolean = $derived.by(() => this.mine && this.table.page.mayLay);
  mayDiscard: boolean = $derived.by(() => this.mine && this.table.page.mayDiscard);
  /** A card that goes to the pack is now a discard and no longer takes the pack. */
  #throwsOff: boolean = $derived.by(() => this.mayLay || this.mayDiscard);

  /** What is to be known of a card of the hand. */
  markOf(card: Card): HandMark | undefined {
    const kind = kindOf(card);
    return this.table.page.marks.find((mark) => mark.kind === kind);
  }
  /** … and of the one that is picked. */
  mark: HandMark | undefined = $derived.by(() => {
    const [only, ...others] = this.cards;
    return only !== undefined && others.length === 0 ? this.markOf(only) : undefined;
  });
  /** Cards of the hand that lie face up: true if a ruling has exposed them. */
  up: Map<string, boolean> = $derived.by(() => {
    const { self, seats } = this.table.page;
    const left = [...this.items];
    return new Map(
      (self === null ? [] : (seats[self]?.up ?? [])).flatMap(({ card, exposed }) => {
        const at = left.findIndex((item) => item.card === card);
        return at < 0 ? [] : left.splice(at, 1).map(({ key }): [string, boolean] => [key, exposed]);
      }),
    );
  });
  /** The bonus card to lay down: the one that is picked, or any if none is. */
  facing: Choice | undefined = $derived.by(() => {
    if (!this.mine) return undefined;
    const faces = this.table.page.faces;
    if (this.cards.length === 0) return faces[0];
    const kinds = new Set(this.cards.map(kindOf));
    return faces.find(({ action }) => kinds.size === 1 && kinds.has(action.slice(5)));
  });

  pick(key: string): void {
    this.picked = this.picked.includes(key)
      ? this.picked.filter((one) => one !== key)
      : [...this.picked, key];
    this.dismiss();
  }
  pickCards(cards: Card[]): void {
    const free = [...this.items];
    this.picked = cards.flatMap((card) => {
      const at = free.findIndex((item) => item.card === card);
      return at < 0 ? [] : free.splice(at, 1).map(({ key }) => key);
    });
  }
  clear(): void {
    this.picked = [];
    this.hinted = false;
    this.dismiss();
  }
  tell(text: string): void {
    this.dismiss();
    this.note = { id: 'note', text };
  }
  dismiss(): void {
    this.refused = null;
    this.note = null;
    this.question = null;
    if (this.table.refusal) this.table.dismiss();
  }

  async steps(steps: Choice[]): Promise<void> {
    this.dismiss();
    for (const step of steps) {
      const refusal = await this.table.act(this.#asPossible(step.action), step.cards);
      if (refusal) {
        this.refused = refusal;
        return;
      }
      /* The referee has ruled on it. */
      if (step.action.startsWith('!') && this.table.page.referee?.mode === 'watchful') break;
    }
    const insisted = steps.some(({ action }) => action.startsWith('!'));
    this.picked = insisted
      ? []
      : this.picked.filter((key) => this.items.some((item) => item.key === key));
    this.hinted = false;
  }

  /** What is insisted on may have become legal by the steps before it. */
  #asPossible(action: string): string {
    if (!action.startsWith('!')) return action;
    const { why } = this.table.ask('check', { action });
    return why?.id === 'INSIST_LEGAL' ? action.slice(1) : action;
  }

  /** Asks for confirmation before going out or before a binding word. */
  run(steps: Choice[], out = false): void {
    const last = steps.at(-1)?.action;
    if (last === undefined) return;
    const verb = last.split(' ')[0] ?? '';
    const sentence = out && verb !== 'hand' ? 'web.do.out' : binding[verb];
    if (!sentence) {
      void this.steps(steps);
      return;
    }
    this.question = {
      title: t('web.do.sure'),
      text: t(sentence),
      choices: [
        {
          text: t(verb === 'hand' ? 'web.do.lay' : out ? 'web.do.out.button' : `web.do.${verb}`),
          strong: true,
          deed: () => void this.steps(steps),
        },
      ],
    };
  }

  choose(text: string, ways: { text: string; steps: Choice[]; out?: boolean }[]): void {
    const [only, ...others] = ways;
    if (only && others.length === 0) {
      this.run(only.steps, only.out);
      return;
    }
    this.question = {
      title: t('web.do.choose'),
      text,
      choices: ways.map((way) => ({ text: way.text, deed: () => this.run(way.steps, way.out) })),
    };
  }

  do(action: string): void {
    if (this.free) this.run([{ action, text: '' }]);
    else if (this.acts && !this.mine) this.#refuse(action);
  }
  /** Says why the law refuses it, and that it can be done all the same. */
  #refuse(action: string): void {
    this.dismiss();
    this.refused = this.table.ask('check', { action }).why ?? null;
  }

  /** Does what the law refuses. Any of the ways may be meant. */
  insist(plans: Plan[]): void {
    if (!this.acts) return;
    this.sheet = '';
    this.dismiss();
    const [only, ...others] = plans;
    if (only && others.length === 0) void this.steps(only.steps);
    else
      this.question = {
        title: t('web.do.choose'),
        text: '',
        choices: plans.map(({ text, steps }) => ({ text, deed: () => void this.steps(steps) })),
      };
  }
  /** What else one can do at a real table, with the picked cards. */
  irregular(): Plan[] {
    void this.table.page;
    return this.table.ask('irregular', { cards: this.cards }).plans;
  }
  call(): void {
    if (!this.acts) return;
    if (this.table.page.referee?.mayCall) void this.steps([{ action: 'call', text: '' }]);
    else this.#refuse('call');
  }
  decide({ action }: DueChoice): void {
    if (this.free) void this.steps([{ action, text: '' }]);
  }
  /** Puts the rulings away. */
  read(): void {
    this.readTo = this.table.page.news.at(-1)?.id ?? -1;
  }

  take(): void {
    if (!this.mine) this.do('take pair');
    if (!this.free) return;
    if (this.cards.length > 0) {
      const claim = this.table.ask('take-for-cards', { cards: this.cards });
      if (claim.action) {
        this.run([{ action: claim.action, text: '', cards: claim.cards ?? this.cards }]);
        return;
      }
    }
    const { takes, why } = this.table.ask('take-options');
    if (takes.length === 0) this.refused = why ?? null;
    else
      this.choose(
        t('web.do.choose.take'),
        takes.map((way) => ({ text: way.text, steps: [way] })),
      );
  }

  /** Lays a bonus card down. */
  face(): void {
    if (this.free && this.facing) this.run([this.facing]);
  }
  /** Lays the whole hand, a special one. */
  layHand(): void {
    if (!this.free) return;
    this.choose(
      t('web.do.choose.hand'),
      this.table.page.hands.map((one) => ({ text: one.text, steps: [one] })),
    );
  }
  goals(): Goal[] {
    void this.table.page;
    return this.table.ask('goals').goals;
  }

  lay(onto?: number, cards: Card[] = this.cards): void {
    if (!this.free || cards.length === 0) return;
    const { plans, why } = this.#planned(cards, onto);
    if (plans.length === 0) this.refused = why ?? null;
    else this.choose(t('web.do.choose.text'), plans);
  }

  discard(card: Card | undefined = this.cards[0]): void {
    if (!this.free || card === undefined) return;
    const answer = this.table.ask('discard', { card });
    if (answer.legal) this.run([{ action: answer.action, text: '', cards: [card] }], answer.out);
    else this.refused = answer.why ?? null;
  }

  undo(): void {
    if (this.table.page.undoable > 0 && !this.table.pending) {
      this.dismiss();
      this.table.back(1);
    }
  }

  hint(): void {
    if (this.mine && this.table.choices.hints) {
      this.dismiss();
      this.hinted = true;
      this.table.askHint();
    }
  }

  options(): Options {
    // The table may change while the options are open.
    void this.table.page;
    const also = this.table.hint?.action;
    return this.table.ask('options', also === undefined ? {} : { also });
  }
  /** Carries out an offered choice completely: with its cards, and the question that it needs. */
  follow(choice: Choice): void {
    if (this.free) this.run([choice], choice.out);
  }

  /** Presses on the stock and the pack. */
  stock(): void {
    this.do('draw');
  }
  pack(): void {
    if (this.#throwsOff && this.cards.length === 1) this.discard();
    else this.take();
  }

  /** Where these cards could be dropped. */
  seek(cards: Card[]): void {
    const found: string[] = [];
    if (this.free) {
      const one = cards.length === 1 ? cards[0] : undefined;
      if (one && this.table.ask('discard', { card: one }).legal) found.push('pack');
      if (this.planned(cards)) found.push('new');
      const own = this.table.page.sides.find((side) => side.seats.includes(this.table.page.seat));
      for (const meld of own?.melds ?? [])
        if (this.planned(cards, meld.meld)) found.push(`meld:${meld.meld}`);
    }
    this.targets = found;
  }
  /** Where dragged or picked cards go: melds are marked. */
  readonly places: string[] = $derived.by(() => {
    if (this.targets.length > 0) return this.targets;
    const { cards } = this;
    if (!this.mayLay || cards.length === 0 || cards.length > 8) return [];
    const { page } = this.table;
    const own = page.sides.find((side) => side.seats.includes(page.seat));
    return (own?.melds ?? [])
      .filter(({ meld }) => this.planned(cards, meld))
      .map(({ meld }) => `meld:${String(meld)}`);
  });
  #planned(cards: Card[], onto?: number): Plans {
    return this.table.ask('plans', onto === undefined ? { cards } : { cards, onto });
  }
  planned(cards: Card[], onto?: number): boolean {
    return this.#planned(cards, onto).plans.length > 0;
  }
  drop(target: string, cards: Card[]): void {
    if (target === 'pack') {
      if (cards.length === 1 && this.#throwsOff) this.discard(cards[0]);
      else this.take();
    } else if (target === 'new') this.lay(undefined, cards);
    else if (target.startsWith('meld:')) this.lay(Number(target.slice(5)), cards);
  }
}

const selections = new WeakMap<Table, HandSelection>();

/** The selection of a table is kept while another page, such as the law, is open. */
export function selectionOf(table: Table): HandSelection {
  const known = selections.get(table);
  if (known) return known;
  /* It outlives the page that first requests it. Its derived values must not belong to that page,
   * or they would stop updating. */
  const made: { selection?: HandSelection } = {};
  $effect.root(() => {
    made.selection = new HandSelection(table);
  });
  const selection = made.selection ?? new HandSelection(table);
  selections.set(table, selection);
  return selection;
}
