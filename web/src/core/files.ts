/** Addresses of the files that are fetched at run time. Vite provides their names. */

type Urls = Record<string, string>;

const modules: Urls = import.meta.glob(['../../built/*.wasm', '../../built/packed.net'], {
  query: '?url',
  import: 'default',
  eager: true,
});
const words: Urls = import.meta.glob('../../built/words/*.words', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** "first": a module with only what a first deal by the default rules needs. "whole": all. */
export type Extent = 'first' | 'whole';
export const wasmUrls: Record<Extent, string> = {
  first: modules['../../built/first.wasm'] ?? '',
  whole: modules['../../built/canasta.wasm'] ?? '',
};
/** What "first" lacks until the first cards are on the screen; "" if it was not split. */
export const restUrl = modules['../../built/rest.wasm'] ?? '';
export const netUrl = modules['../../built/packed.net'] ?? '';

/** Each language is a file: "en", "es", … */
export const languages: string[] = Object.keys(words)
  .map((path) => /\/([a-z-]+)\.words$/.exec(path)?.[1] ?? '')
  .filter((name) => name !== '');

/** The whole catalogue of a language, or the part that the first page or a first deal needs. */
export function wordsUrl(language: string, part: '' | 'web' | 'table'): string {
  return words[`../../built/words/${language}${part && `.${part}`}.words`] ?? '';
}

/** Milliseconds until what could not be fetched is fetched again. */
export const retry = 3000;
