/** The law book on screen: articles, references, and the excerpts that a search shows. */

import type { LawArticle, LawFound } from '../core/contract/rules';

export type Article = LawArticle;
export interface Book {
  name: string;
  title: string;
  source: string;
  articles: Article[];
}

/** The articles as the module returns them, by book. */
export function inBooks(articles: Article[]): Book[] {
  const books: Book[] = [];
  for (const article of articles) {
    if (books.at(-1)?.name !== article.book)
      books.push({
        name: article.book,
        title: article.bookTitle,
        source: article.source,
        articles: [],
      });
    books.at(-1)?.articles.push(article);
  }
  return books;
}

/** Finds an article by its name, ignoring case. "P" means the first of those with a number. */
export function findArticle(books: Book[], name: string): Article | undefined {
  const wanted = name.toLowerCase();
  const all = books.flatMap(({ articles }) => articles);
  return (
    all.find((article) => article.name.toLowerCase() === wanted) ??
    all.find((article) => article.name.toLowerCase() === `${wanted}1`)
  );
}

/** The rules of a set in a minute: its own article, or that of the classic game. */
export const minuteOf = (books: Book[], rules: string): Article | undefined =>
  findArticle(books, `minute-${rules}`) ?? findArticle(books, 'minute');

export type Piece = { text: string; refers: string };
export type Block = { is: 'text'; pieces: Piece[] } | { is: 'list'; items: Piece[][] };

/** Splits text at references in square brackets to other articles. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(\[[^\]\s]+\])/)
    .filter((part) => part !== '')
    .map((part) => {
      const refers = /^\[(.+)\]$/.exec(part)?.[1] ?? '';
      return { text: refers === '' ? part : refers, refers };
    });
}

/** Line breaks in the file are only for its readers. */
const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

export function blocks(text: string): Block[] {
  return text
    .split(/\n[ \t]*\n/)
    .filter((part) => part.trim() !== '')
    .map((part): Block => {
      if (!part.startsWith('- ')) return { is: 'text', pieces: pieces(oneLine(part)) };
      const items = part.slice(2).split(/\n- /);
      return { is: 'list', items: items.map((item) => pieces(oneLine(item))) };
    });
}

/* ---- Search ---- */

export interface Found {
  article: Article;
  /** The text around the first match: before it, the words, after it. All "" if only the title
   * matches. */
  before: string;
  match: string;
  after: string;
}

const around = 60;

function excerpt(text: string, at: number, length: number): Omit<Found, 'article'> {
  const from = at <= around ? 0 : text.indexOf(' ', at - around) + 1;
  const to =
    at + length + around >= text.length ? text.length : text.lastIndexOf(' ', at + length + around);
  return {
    before: (from > 0 ? '… ' : '') + text.slice(Math.min(from, at), at),
    match: text.slice(at, at + length),
    after: text.slice(at + length, Math.max(to, at + length)) + (to < text.length ? ' …' : ''),
  };
}

/** What the module found, with the words as they are spelt in the text. */
export function shown(books: Book[], found: LawFound[]): Found[] {
  return found.flatMap(({ article: name, match }) => {
    const article = findArticle(books, name);
    if (!article) return [];
    const text = oneLine(article.text.replace(/^- /gm, '').replace(/[[\]]/g, ''));
    const words = oneLine(match.replace(/^- /gm, '').replace(/[[\]]/g, ''));
    const at = words === '' ? -1 : text.indexOf(words);
    const part = at < 0 ? { before: '', match: '', after: '' } : excerpt(text, at, words.length);
    return [{ article, ...part }];
  });
}
