/** Sentences: the same catalogue file as everywhere else, rules/words/LANGUAGE.words. */

import type { Language } from './settings.svelte';

let catalogue: Map<string, string> = $state.raw(new Map());

export function parseWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf(' = ');
    if (at > 0 && !line.startsWith('#')) words.set(line.slice(0, at), line.slice(at + 3));
  }
  return words;
}

/** "{0}" is an argument; "{0?a|b}" is a if it is the number 1, else b. */
export function fill(sentence: string, args: (string | number)[]): string {
  return sentence
    .replace(/\{(\d)\?([^|}]*)\|((?:[^{}]|\{\d\})*)\}/g, (_, n: string, one: string, many: string) =>
      String(args[Number(n)]) === '1' ? one : many,
    )
    .replace(/\{(\d)\}/g, (_, n: string) => String(args[Number(n)] ?? ''));
}

/** The sentence of a key; the key itself where the catalogue has none. */
export function t(key: string, ...args: (string | number)[]): string {
  return fill(catalogue.get(key) ?? key, args);
}

export async function loadWords(language: Language): Promise<string> {
  const answer = await fetch(`words/${language}.words`);
  const text = await answer.text();
  catalogue = parseWords(text);
  document.documentElement.lang = language;
  return text;
}
