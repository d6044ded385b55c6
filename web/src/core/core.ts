/** The engine as pages use it. Questions and answers are listed in contract/questions.ts. */

import type { Answers, Given, Question, Questions } from './contract/questions';
import { netUrl, restUrl, wasmUrls, type Extent } from './files';
import { compile, compileNow, Module } from './module';
import { fetchNet } from './net';
import { settings } from '../settings.svelte';
import { dealWords, onWords, sortedWords, wholeWords } from '../words.svelte';

const compiling: Record<string, Promise<WebAssembly.Module> | undefined> = {};

/** Fetched and compiled once; fetched again after a failure. */
function compiledFrom(url: string): Promise<WebAssembly.Module> {
  return (compiling[url] ??= compile(url).catch((error: unknown) => {
    compiling[url] = undefined;
    throw error;
  }));
}
export function compiled(extent: Extent = 'whole'): Promise<WebAssembly.Module> {
  return compiledFrom(wasmUrls[extent]);
}
/** Null if the module of a first deal was not split. */
export async function compiledRest(): Promise<WebAssembly.Module | null> {
  return restUrl === '' ? null : compiledFrom(restUrl);
}

async function openModule(extent: Extent): Promise<Module> {
  return Module.open(await compiled(extent), () => compileNow(restUrl));
}

/** What a first deal is dealt with: the whole module if a page has asked for it. */
export function firstExtent(): Extent {
  return compiling[wasmUrls.whole] ? 'whole' : 'first';
}

export class Core {
  readonly #module: Module;
  /** By language: the catalogue that the module has. */
  readonly #words = new Map<string, string>();

  constructor(module: Module) {
    this.#module = module;
  }

  ask<Q extends Question>(question: Q, ...given: Given<Q>): Answers[Q] {
    return this.#module.ask(question, ...given);
  }

  /** The default rule set. */
  defaultRules(): string {
    return this.ask('names').default;
  }

  /** The cards of a numbered deal. Throws if the rules cannot be used. */
  numberedDeck(deal: Questions['deck']): string {
    const answer = this.ask('deck', deal);
    if (!('deck' in answer)) throw new Error(answer.text);
    return answer.deck;
  }

  /** Loads the catalogue of a language and makes the module use it. */
  speak(language: string, words: string): void {
    if (this.#words.get(language) !== words)
      this.#module.file(`words/${language}.words`, sortedWords(words));
    this.#words.set(language, words);
    this.ask('language', { language });
  }

  file(name: string, content: string | Uint8Array): void {
    this.#module.file(name, content);
  }

  /** Adds what a module for a first deal lacks. */
  complete(rest: WebAssembly.Module): Promise<void> {
    return this.#module.complete(rest);
  }

  /** Loads the weights of the net, which "judge" needs. */
  async loadNet(): Promise<void> {
    if (this.#module.has('value.net')) return;
    this.#module.file('value.net', await fetchNet(netUrl));
  }
}

/** A separate instance of the module. It follows the chosen language, also when that changes later.
 * Call `close` when done. */
export async function openCore(
  spoken?: () => void,
  extent: Extent = 'whole',
): Promise<{ core: Core; close: () => void }> {
  const { language } = settings;
  const [module, words] = await Promise.all([
    openModule(extent),
    extent === 'whole' ? wholeWords(language) : dealWords(language),
  ]);
  const core = new Core(module);
  core.speak(language, words);
  const close = onWords((language, text) => {
    core.speak(language, text);
    spoken?.();
  });
  return { core, close };
}

let shared: Promise<Core> | undefined;

/** One instance shared by all pages that only look something up: rule sets, the score sheet,
 * replays. */
export function sharedCore(): Promise<Core> {
  shared ??= openCore()
    .then(({ core }) => core)
    .catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
  return shared;
}

/** The default rule set. */
export async function defaultRules(): Promise<string> {
  if (firstExtent() === 'whole') return (await sharedCore()).defaultRules();
  return new Core(await openModule('first')).defaultRules();
}
