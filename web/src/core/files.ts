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
const law: Urls = import.meta.glob('../../built/law/**/*.{law,index}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const examples: Urls = import.meta.glob('../../built/examples/*.jsonl', {
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

/** What the module needs for the law in a language. It includes the English files for articles that
 * the language lacks. */
export function lawFiles(language: string): { name: string; url: string }[] {
  return Object.entries(law).flatMap(([path, url]) => {
    const [, name = '', folder] = /(law\/(?:([a-z-]+)\/)?[^/]+)$/.exec(path) ?? [];
    return folder === undefined || folder === 'en' || folder === language ? [{ name, url }] : [];
  });
}

/** The record of an article's example, or "" if it has none. */
export function exampleUrl(article: string): string {
  return examples[`../../built/examples/${article}.jsonl`] ?? '';
}
