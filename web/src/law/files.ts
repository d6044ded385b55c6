/** Addresses of the law and of its examples. Not beside the others (core/files.ts): there are many,
 * which a first deal would load with it. */

type Urls = Record<string, string>;

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
