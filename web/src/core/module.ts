/** The WebAssembly module: files go in, a question of a part is answered. The same in a page, a worker and node. */

import type { ClientQuestion, HostQuestion, ReplayQuestion, SetsQuestion, SheetQuestion } from './contract';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  web_input(length: number): number;
  web_output(): number;
  web_file(nameLength: number, length: number): number;
  web_client(length: number): number;
  web_host(length: number): number;
  web_replay(length: number): number;
  web_sheet(length: number): number;
  web_sets(length: number): number;
}

export interface Questions {
  client: ClientQuestion;
  host: HostQuestion;
  replay: ReplayQuestion;
  sheet: SheetQuestion;
  sets: SetsQuestion;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module asks its surroundings for nothing. Where a library would, it is told that there is no such thing. */
function imports(module: WebAssembly.Module): WebAssembly.Imports {
  const noSuchCall = 52;
  const all: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function') (all[from] ??= {})[name] = () => noSuchCall;
  return all;
}

export class Module {
  readonly #exports: Exports;
  readonly #files = new Set<string>();

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize?.();
  }

  static async open(compiled: WebAssembly.Module): Promise<Module> {
    return new Module(await WebAssembly.instantiate(compiled, imports(compiled)));
  }

  #put(bytes: Uint8Array): number {
    const at = this.#exports.web_input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Throws where the module cannot use it: it is another version's, or there is no memory. */
  file(name: string, content: string | Uint8Array): void {
    const first = encoder.encode(name);
    const rest = typeof content === 'string' ? encoder.encode(content) : content;
    const both = new Uint8Array(first.length + rest.length);
    both.set(first);
    both.set(rest, first.length);
    this.#put(both);
    if (this.#exports.web_file(first.length, rest.length) === 0) throw new Error(name);
    this.#files.add(name);
  }

  call<Part extends keyof Questions>(part: Part, question: Questions[Part]): unknown {
    const length = this.#exports[`web_${part}`](this.#put(encoder.encode(JSON.stringify(question))));
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.web_output(), length);
    const answer: unknown = JSON.parse(decoder.decode(bytes));
    /* Judged has an error of its own, a number. */
    if (
      typeof answer === 'object' &&
      answer !== null &&
      'error' in answer &&
      typeof answer.error === 'string'
    )
      throw new Error(`${part} ${'do' in question ? question.do : ''}: ${answer.error}`);
    return answer;
  }
}

/** Compiles while it comes, where the server names its type. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(url);
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
