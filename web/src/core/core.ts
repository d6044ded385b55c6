/** The engine, as pages ask it. What is asked and answered stands in contract.ts. */

import type { Answers, Given, Question, Questions } from './contract';
import { netUrl, wasmUrl } from './files';
import { compile, Module } from './module';
import { settings } from '../settings.svelte';
import { onWords, wholeWords } from '../words.svelte';

let compiling: Promise<WebAssembly.Module> | undefined;

/** Fetched and compiled once; asked for again after a failure. */
export function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile(wasmUrl).catch((error: unknown) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

export class Core {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  ask<Q extends Question>(question: Q, ...given: Given<Q>): Answers[Q] {
    return this.#module.ask(question, ...given);
  }

  /** The rule set if none was chosen. */
  defaultRules(): string {
    return this.ask('names').default;
  }

  /** The cards of a numbered deal. Throws if the rules cannot be used. */
  numberedDeck(deal: Questions['deck']): string {
    const answer = this.ask('deck', deal);
    if (!('deck' in answer)) throw new Error(answer.text);
    return answer.deck;
  }

  /** The catalogue of a language, and the client speaks it. */
  speak(language: string, words: string): void {
    if (!this.#module.has(`words/${language}.words`))
      this.#module.file(`words/${language}.words`, words);
    this.ask('language', { language });
  }

  file(name: string, content: string | Uint8Array): void {
    this.#module.file(name, content);
  }

  /** The weights of the net: needed by "judge". */
  async loadNet(): Promise<void> {
    if (this.#module.has('value.net')) return;
    const answer = await fetch(netUrl);
    if (!answer.ok) throw new Error(netUrl);
    this.#module.file('value.net', new Uint8Array(await answer.arrayBuffer()));
  }
}

/** A module of its own, that speaks the language which is chosen, also when another is chosen
 * later. Call `close` in the end. */
export async function openCore(spoken?: () => void): Promise<{ core: Core; close: () => void }> {
  const [module, words] = await Promise.all([
    compiled().then(Module.open),
    wholeWords(settings.language),
  ]);
  const core = new Core(module);
  core.speak(settings.language, words);
  const close = onWords((language, text) => {
    core.speak(language, text);
    spoken?.();
  });
  return { core, close };
}

let shared: Promise<Core> | undefined;

/** One for all pages that only look something up: rule sets, the score sheet, replays. */
export function sharedCore(): Promise<Core> {
  shared ??= openCore()
    .then(({ core }) => core)
    .catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
  return shared;
}

/** The rule set if none was chosen. */
export async function defaultRules(): Promise<string> {
  return (await sharedCore()).defaultRules();
}
