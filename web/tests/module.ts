/** The module itself, if it was built; tests that need it are skipped otherwise. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Module } from '../src/core/module';

const at = (name: string): string => fileURLToPath(new URL(`../built/${name}`, import.meta.url));

export const hasModule = existsSync(at('canasta.wasm'));

/** "first": the module with only what a first deal needs. */
export function openModule(
  name: 'canasta' | 'first' = 'canasta',
  rest: (name: 'rest') => WebAssembly.Module = read,
): Promise<Module> {
  return Module.open(read(name), () => rest('rest'));
}
/** The module was split, which needs a program that some machines lack. */
export const hasRest = existsSync(at('rest.wasm'));

export function read(name: 'canasta' | 'first' | 'rest'): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(at(`${name}.wasm`)));
}

export function net(): Uint8Array {
  return readFileSync(at('value.net'));
}

export function words(): string {
  return readFileSync(fileURLToPath(new URL('../../data/words/en.words', import.meta.url)), 'utf8');
}
