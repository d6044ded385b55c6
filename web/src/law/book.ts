/** The law book. Its files are fetched when it is opened; their form is told in text/law.c. */

import { lawBooks } from '../core/files';
import { parseBook, translate, type Book } from './text';

export * from './text';

/** As text/law.c has them (a test compares); a book that is not named here comes after those that are. */
export const order = [
  'laws1950',
  'bicycle',
  'montevideo',
  'hoyle',
  'pumpa',
  'interpretations',
  'minute',
  'culbertson',
  'strategy',
  'history',
];

async function load(language: string): Promise<Book[]> {
  return Promise.all(
    lawBooks(language).map(async (file) => {
      const answer = await fetch(file.url);
      if (!answer.ok) throw new Error(file.url);
      return parseBook(file.name, file.language, await answer.text());
    }),
  );
}

const place = (book: Book): number => (order.indexOf(book.name) + order.length + 1) % (order.length + 1);

async function whole(language: string): Promise<Book[]> {
  const [english, own] = await Promise.all([load('en'), language === 'en' ? [] : load(language)]);
  return english
    .map((book) =>
      translate(
        book,
        own.find(({ name }) => name === book.name),
      ),
    )
    .sort((a, b) => place(a) - place(b));
}

const kept = new Map<string, Promise<Book[]>>();

export function lawBook(language: string): Promise<Book[]> {
  const books = kept.get(language) ?? whole(language);
  kept.set(language, books);
  books.catch(() => kept.delete(language));
  return books;
}
