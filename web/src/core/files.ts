/** Where the files lie that are fetched at run time. Their names come from Vite. */

type Urls = Record<string, string>;

const modules: Urls = import.meta.glob('../../built/*.{wasm,net}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const words: Urls = import.meta.glob('../../built/words/*.words', {
  query: '?url',
  import: 'default',
  eager: true,
});
const law: Urls = import.meta.glob('../../built/law/*/*.law', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const wasmUrl = modules['../../built/canasta.wasm'] ?? '';
export const netUrl = modules['../../built/value.net'] ?? '';

/** A language is a file: "en", "es", … */
export const languages: string[] = Object.keys(words)
  .map((path) => /\/([a-z-]+)\.words$/.exec(path)?.[1] ?? '')
  .filter((name) => name !== '');

/** The whole catalogue of a language, or what the first page needs of it. */
export function wordsUrl(language: string, first: boolean): string {
  return words[`../../built/words/${language}${first ? '.web' : ''}.words`] ?? '';
}

/** The books of a language: name ("laws1950") and address. Where a language has none, the English ones. */
export function lawBooks(language: string): { name: string; language: string; url: string }[] {
  const of = (wanted: string) =>
    Object.entries(law).flatMap(([path, url]) => {
      const parts = /law\/([a-z-]+)\/(.+)\.law$/.exec(path);
      return parts?.[1] === wanted ? [{ name: parts[2] ?? '', language: wanted, url }] : [];
    });
  const own = of(language);
  return own.length > 0 ? own : of('en');
}
