/** The engine, as pages ask it. What is asked and answered stands in contract.ts. */

import type {
  ClientQuestion,
  Names,
  ReplayQuestion,
  SetsQuestion,
  SheetAnswer,
  SheetQuestion,
} from './contract';
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

  client<Answer>(question: ClientQuestion): Answer {
    return this.#module.call('client', question) as Answer;
  }
  replay<Answer>(question: ReplayQuestion): Answer {
    return this.#module.call('replay', question) as Answer;
  }
  sheet(question: SheetQuestion): SheetAnswer {
    return this.#module.call('sheet', question) as SheetAnswer;
  }
  sets<Answer>(question: SetsQuestion): Answer {
    return this.#module.call('sets', question) as Answer;
  }

  /** The rule set where none was chosen. */
  usual(): string {
    return this.sets<Names>({ do: 'names' }).usual;
  }

  /** The catalogue of a language, and the client speaks it. */
  speak(language: string, words: string): void {
    if (!this.#module.has(`words/${language}.words`)) this.#module.file(`words/${language}.words`, words);
    this.client({ do: 'language', language });
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

/** A module of its own, that speaks the language which is chosen, also when another is chosen later. Call `close` in the end. */
export async function openCore(spoken?: () => void): Promise<{ core: Core; close: () => void }> {
  const [module, words] = await Promise.all([compiled().then(Module.open), wholeWords(settings.language)]);
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

/** The rule set where none was chosen. */
export async function usualRules(): Promise<string> {
  return (await sharedCore()).usual();
}
