/** A table without a server: carries out what the module wants done. Separate from the worker
 * around it, for tests. */

import type { Effect, Effects } from '../core/contract/session';
import type { Module } from '../core/module';
import { randomHex } from '../core/seat-tokens';
import type { FromWorker } from './speech';

export interface Surroundings {
  /** The table has been made. Called before its log begins. */
  made?(token: string): Promise<void>;
  append(text: string): Promise<void>;
  say(what: FromWorker): void;
  /** The weights of the net. */
  net(): Promise<Uint8Array>;
  now(): number;
  /** Runs it soon, after everything that is already queued. */
  soon(what: () => void): void;
}

const client = 1;
/** About how long a slice of thinking lasts, in milliseconds: it must not delay the person's
 * actions. */
const slice = { least: 4, most: 12 };
const retry = 3000;

export class LocalTable {
  readonly #module: Module;
  readonly #around: Surroundings;
  /** By seat: what its bot will do as long as it is legal. */
  readonly #script: string[][];
  #log = '';
  /** A queue: messages must not be sent before the log is stored. */
  #doing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Questions that bots think about, the newest last. */
  #thinking: number[] = [];
  #nodes = 500;

  constructor(module: Module, around: Surroundings, script: readonly (readonly string[])[] = []) {
    this.#module = module;
    this.#around = around;
    this.#script = script.map((actions) => [...actions]);
  }

  /** Adds what the module lacks, if it is for a first deal. */
  async complete(rest: WebAssembly.Module): Promise<void> {
    await this.#module.complete(rest);
  }

  #now(): number {
    return Math.floor(this.#around.now());
  }

  #fresh(): { now: number; random: string } {
    return { now: this.#now(), random: randomHex(64) };
  }

  /** Makes it. Returns null, or why not. */
  async make(message: string, link: string): Promise<{ token: string } | { why: string }> {
    const made = this.#module.ask('make', { message, link, ...this.#fresh() });
    if ('why' in made) return made;
    await this.#around.made?.(made.token);
    await this.#carryOut(made.effects);
    return { token: made.token };
  }

  /** False: the log cannot be read. */
  load(log: string): boolean {
    const loaded = this.#module.ask('load', { log, now: this.#now() });
    this.#log = log;
    return !('line' in loaded);
  }

  message(text: string): void {
    this.#do(() => this.#module.ask('message', { client, message: text, ...this.#fresh() }));
  }

  /** Of the finished deals: the page never receives cards of a deal in play that its seat has not
   * seen. */
  record(): void {
    const { record } = this.#module.ask('record', { log: this.#log });
    this.#around.say({ is: 'record', text: record });
  }

  #do(ask: () => Effects): void {
    this.#doing = this.#doing
      .then(() => this.#carryOut(ask().effects))
      .catch((error: unknown) => {
        console.error(error);
        this.#around.say({ is: 'failed', why: 'memory' });
      });
  }

  async #carryOut(effects: Effect[]): Promise<void> {
    const kept = effects
      .flatMap((effect) => (effect.is === 'append' ? [effect.text] : []))
      .join('');
    if (kept !== '') {
      this.#log += kept;
      await this.#around.append(kept);
    }
    const said = effects.flatMap((effect) => (effect.is === 'send' ? [effect.text] : []));
    if (said.length > 0) this.#around.say({ is: 'frame', text: said.join('\n') });
    for (const effect of effects) {
      if (effect.is === 'close') this.#around.say({ is: 'closed', code: effect.code });
      if (effect.is === 'timer') this.#wake(effect.at);
      if (effect.is === 'think') this.#think(effect.decision, effect.net);
    }
  }

  #wake(at: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (at === 0) return;
    const wait = Math.max(0, at - this.#around.now());
    this.#timer = setTimeout(() => this.#do(() => this.#module.ask('timer', this.#fresh())), wait);
  }

  #think(decision: number, net: boolean): void {
    if (this.#thinking.includes(decision)) return;
    this.#thinking.push(decision);
    if (net && !this.#module.has('value.net')) void this.#getNet(decision);
    else this.#around.soon(() => this.#slice(decision));
  }

  async #getNet(decision: number): Promise<void> {
    let weights: Uint8Array;
    try {
      weights = await this.#around.net();
    } catch {
      this.#around.say({ is: 'net-missing', missing: true });
      setTimeout(() => void this.#getNet(decision), retry);
      return;
    }
    /* A file that arrived but cannot be used is not fetched again: it would be the same. */
    try {
      if (!this.#module.has('value.net')) this.#module.file('value.net', weights);
      this.#around.say({ is: 'net-missing', missing: false });
      this.#slice(decision);
    } catch (error) {
      console.error(error);
      this.#around.say({ is: 'failed', why: 'memory' });
    }
  }

  /** The module thinks only about the newest question. An older one that is still wanted is asked
   * again. */
  #slice(decision: number): void {
    const began = this.#around.now();
    const answer = this.#module.ask('think', {
      decision,
      nodes: this.#nodes,
      script: this.#script,
    });
    const took = this.#around.now() - began;
    if (took < slice.least) this.#nodes = Math.min(this.#nodes * 2, 1_000_000);
    if (took > slice.most) this.#nodes = Math.max(Math.floor(this.#nodes / 2), 1);
    if (!answer.done && !answer.stale) {
      this.#around.soon(() => this.#slice(decision));
      return;
    }
    this.#thinking = this.#thinking.filter((other) => other !== decision);
    const { action, seat = -1, used = 0 } = answer;
    this.#script[seat]?.splice(0, used);
    if (action !== undefined && !answer.stale)
      this.#do(() => this.#module.ask('thought', { decision, action, ...this.#fresh() }));
  }
}
