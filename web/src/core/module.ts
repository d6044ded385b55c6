/** The WebAssembly module: takes files and answers questions about a part. Works the same in a
 * page, in a worker and in node. */

import { partOf, type Answers, type Given, type Question } from './contract/questions';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where a library would call the system, it gets the error that this is not supported. */
const noSuchCall = 52;

/** The rest of a module that was split (scripts/web), for a call that cannot wait. */
type Rest = () => WebAssembly.Module;

export class Module {
  #exports: WebAssembly.Exports = {};
  #memory = new WebAssembly.Memory({ initial: 0 });
  readonly #files = new Set<string>();
  readonly #rest: Rest | undefined;

  private constructor(rest: Rest | undefined) {
    this.#rest = rest;
  }

  static async open(compiled: WebAssembly.Module, rest?: Rest): Promise<Module> {
    const opened = new Module(rest);
    const instance = await WebAssembly.instantiate(compiled, opened.#imports(compiled));
    const { memory } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('memory');
    opened.#exports = instance.exports;
    opened.#memory = memory;
    opened.#call('_initialize');
    return opened;
  }

  #imports(compiled: WebAssembly.Module): WebAssembly.Imports {
    const all: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(compiled))
      if (kind === 'function')
        (all[from] ??= {})[name] =
          from === 'placeholder' ? this.#placeholder(Number(name)) : () => noSuchCall;
    return all;
  }

  /** What the first part calls until the rest has put its own function there. */
  #placeholder(at: number): (...given: unknown[]) => unknown {
    return (...given) => {
      if (!this.#rest) throw new Error('rest');
      void new WebAssembly.Instance(this.#rest(), this.#forRest());
      const { table } = this.#exports;
      if (!(table instanceof WebAssembly.Table)) throw new Error('table');
      return table.get(at)(...given);
    };
  }

  #forRest(): WebAssembly.Imports {
    return { primary: this.#exports };
  }

  /** Adds the rest of a module that was split. */
  async complete(rest: WebAssembly.Module): Promise<void> {
    await WebAssembly.instantiate(rest, this.#forRest());
  }

  #call(name: string, ...numbers: number[]): number {
    const exported = this.#exports[name];
    if (typeof exported !== 'function') throw new Error(name);
    return Number(exported(...numbers));
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

/** The same, without returning before it is there. */
export function compileNow(url: string): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  /* Bytes as they are: a page cannot ask for an ArrayBuffer here. */
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  if (request.status !== 200) throw new Error(url);
  return new WebAssembly.Module(
    Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)),
  );
}
