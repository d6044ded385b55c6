/** The law book. Its files are fetched when it is opened; the module reads them. */

import { sharedCore, type Core } from '../core/core';
import { lawFiles } from './files';
import { wholeWords } from '../words.svelte';
import { inBooks, shown, type Book, type Found } from './text';

export * from './text';

async function register(core: Core, language: string): Promise<void> {
  await Promise.all(
    lawFiles(language).map(async ({ name, url }) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(url);
      core.file(name, await answer.text());
    }),
  );
}

async function whole(language: string): Promise<Book[]> {
  const [core, words] = await Promise.all([sharedCore(), wholeWords(language)]);
  core.speak(language, words);
  await register(core, language);
  return inBooks(core.ask('law', { language }).articles);
}

const kept = new Map<string, Promise<Book[]>>();

export function lawBook(language: string): Promise<Book[]> {
  const books = kept.get(language) ?? whole(language);
  kept.set(language, books);
  books.catch(() => kept.delete(language));
  return books;
}

/** The articles that match the words, best first. Those of the book `first` rank higher. */
export async function search(language: string, first: string, words: string): Promise<Found[]> {
  if (words.trim() === '') return [];
  const [books, core] = await Promise.all([lawBook(language), sharedCore()]);
  return shown(books, core.ask('law-search', { language, book: first, words }).found);
}
