/** The sentences of problems and lessons: a file of their own, which only these pages load. */

import { fill, parseWords } from '../words.svelte';

const urls: Record<string, string> = import.meta.glob('../../built/practice/*.index', {
  query: '?url',
  import: 'default',
  eager: true,
});

let words: Map<string, string> = $state.raw(new Map());
const texts = new Map<string, Promise<string>>();

async function text(language: string): Promise<string> {
  const answer = await fetch(urls[`../../built/practice/${language}.index`] ?? '');
  if (!answer.ok) throw new Error(language);
  return answer.text();
}

export async function loadPractice(language: string): Promise<void> {
  const known = texts.get(language) ?? text(language);
  texts.set(language, known);
  known.catch(() => texts.delete(language));
  words = parseWords(await known);
}

/** The sentence web.practice.KEY. */
export function say(key: string, ...args: (string | number)[]): string {
  return fill(words.get(`web.practice.${key}`) ?? key, args);
}
