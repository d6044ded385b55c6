/** Sentences, from the same catalogues as in the other programs. The first page has only its own
 * part, and a first deal that and one more; the rest is loaded when it is needed. */

import { wordsUrl } from './core/files';

let catalogue: Map<string, string> = $state.raw(new Map());
let current = '';
/** The rest of the catalogue has not been loaded. */
let partial = false;

type Listener = (language: string, text: string) => void;
const listeners = new Set<Listener>();
const texts = new Map<string, Promise<string>>();

/** Reads lines "key = sentence". A line that begins with a blank continues the sentence above. */
export function parseWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const line of text.replace(/[ \t\r]*\n[ \t]+/g, ' ').split('\n')) {
    const at = line.indexOf(' = ');
    if (at > 0 && !line.startsWith('#')) words.set(line.slice(0, at), line.slice(at + 3));
  }
  return words;
}

/** The same entries by key, a line each, marked so that the module searches them by halves
 * (src/words/words.c). */
export function sortedWords(text: string): string {
  const entries = [...parseWords(text)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return ['# sorted', ...entries.map(([key, sentence]) => `${key} = ${sentence}`), ''].join('\n');
}

/** "{0}" is an argument; "{0?a|b}" is a if it is the number 1, else b. Arguments are never expanded
 * again. */
export function fill(sentence: string, args: (string | number)[]): string {
  const one = (n: string) => String(args[Number(n)] ?? '');
  return sentence.replace(
    /\{(\d)\?((?:[^{}|]|\{\d\})*)\|((?:[^{}]|\{\d\})*)\}|\{(\d)\}/g,
    (_, which: string | undefined, single = '', many = '', plain = '') => {
      if (which === undefined) return one(String(plain));
      const chosen = one(which) === '1' ? String(single) : String(many);
      return chosen.replace(/\{(\d)\}/g, (_all, n: string) => one(n));
    },
  );
}

/**
 * The sentence of a key. A whole catalogue has every key (vite/sources.ts). Until it is loaded this
 * returns an empty string and requests the catalogue, so pages need not know which part they use.
 */
export function t(key: string, ...args: (string | number)[]): string {
  const sentence = catalogue.get(key);
  if (sentence !== undefined) return fill(sentence, args);
  if (!partial) return key;
  askForAll();
  return '';
}

let asking = false;
function askForAll(): void {
  if (asking) return;
  asking = true;
  wholeWords(current)
    .catch(() => undefined)
    .finally(() => (asking = false));
}

/** Are there only the sentences of a first turn? */
export function arePartial(): boolean {
  return partial;
}

export function hasWords(key: string): boolean {
  return catalogue.has(key);
}

async function text(language: string, part: Parameters<typeof wordsUrl>[1]): Promise<string> {
  const answer = await fetch(wordsUrl(language, part));
  if (!answer.ok) throw new Error(language);
  return answer.text();
}

/** The sentences of the first page. */
export async function loadWords(language: string): Promise<void> {
  const first = await text(language, 'web');
  current = language;
  partial = true;
  begun = first;
  catalogue = parseWords(first);
  document.documentElement.lang = language;
}
/** The text of the first page's part. */
let begun = '';
const dealt = new Map<string, Promise<string>>();

/** Loads the sentences of a first deal, unless all have been loaded. Returns what there is. */
export async function dealWords(language: string): Promise<string> {
  const whole = texts.get(language);
  if (whole || language !== current) return wholeWords(language);
  const known = dealt.get(language) ?? text(language, 'table');
  dealt.set(language, known);
  known.catch(() => dealt.delete(language));
  const both = `${begun}\n${await known}`;
  if (language !== current) return wholeWords(language);
  if (partial) catalogue = parseWords(both);
  return both;
}

function wholeText(language: string): Promise<string> {
  const known = texts.get(language) ?? text(language, '');
  texts.set(language, known);
  known.catch(() => texts.delete(language));
  return known;
}

/** Loads the whole catalogue, and uses it if its language is still the chosen one. */
export async function wholeWords(language: string): Promise<string> {
  const whole = await wholeText(language);
  if (language !== current) return whole;
  partial = false;
  catalogue = parseWords(whole);
  return whole;
}

/** Changes the language everywhere. If it cannot be loaded, the old one stays. */
export async function changeLanguage(language: string): Promise<void> {
  if (texts.size === 0 && listeners.size === 0) return loadWords(language);
  const whole = await wholeText(language);
  current = language;
  await wholeWords(language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener(language, whole);
}

/** Calls back when the language changes. Returns a function that stops that. */
export function onWords(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
