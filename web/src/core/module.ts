/** The WebAssembly module: takes files and answers questions about a part. Works the same in a
 * page, in a worker and in node. */

import { partOf, type Answers, type Given, type Question } from './contract/questions';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module needs no imports. Where a library would call one, it gets the error that this is not
 * supported. */
function imports(module: WebAssembly.Module): WebAssembly.Imports {
  const noSuchCall = 52;
  const all: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function') (all[from] ??= {})[name] = () => noSuchCall;
  return all;
}

export class Module {
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #files = new Set<string>();

  constructor(instance: WebAssembly.Instance) {
    const { memory } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('memory');
    this.#exports = instance.exports;
    this.#memory = memory;
    this.#call('_initialize');
  }

  #call(name: string, ...numbers: number[]): number {
    const exported = this.#exports[name];
    if (typeof exported !== 'function') throw new Error(name);
    return Number(exported(...numbers));
  }

  static async open(compiled: WebAssembly.Module): Promise<Module> {
    return new Module(await WebAssembly.instantiate(compiled, imports(compiled)));
  }

  #put(bytes: Uint8Array): number {
    const at = this.#call('web_input', bytes.length);
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Throws if the module cannot use it: it is from another version, or memory is short. */
  file(name: string, content: string | Uint8Array): void {
    const first = encoder.encode(name);
    const rest = typeof content === 'string' ? encoder.encode(content) : content;
    const both = new Uint8Array(first.length + rest.length);
    both.set(first);
    both.set(rest, first.length);
    this.#put(both);
    if (this.#call('web_file', first.length, rest.length) === 0) throw new Error(name);
    this.#files.add(name);
  }

  /** Throws if the question is malformed, which is a bug in the caller. */
  ask<Q extends Question>(question: Q, ...[given]: Given<Q>): Answers[Q] {
    const text = JSON.stringify({ do: question, ...given });
    const length = this.#call(`web_${partOf[question]}`, this.#put(encoder.encode(text)));
    const bytes = new Uint8Array(this.#memory.buffer, this.#call('web_output'), length);
    /* The module checks its own answers in builds with assertions (src/pages/schema.c). */
    const answer = JSON.parse(decoder.decode(bytes));
    /* Judged has an error field of its own, a number. */
    if (typeof answer.error === 'string') throw new Error(`${question}: ${answer.error}`);
    return answer;
  }
}

/** Compiles while downloading if the server sends the right media type. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(url);
  if (answer.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
