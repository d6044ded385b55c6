/** How the law book is written: articles, what they refer to, and how one finds them. */

export interface Article {
  /** "L31", "B:draw" */
  name: string;
  title: string;
  /** File of the book: "laws1950" */
  book: string;
  bookTitle: string;
  source: string;
  /** Another than was asked for, where the book of that language lacks the article. */
  language: string;
  text: string;
}
export interface Book {
  name: string;
  title: string;
  source: string;
  articles: Article[];
}

export function parseBook(name: string, language: string, file: string): Book {
  const book: Book = { name, title: name, source: '', articles: [] };
  const [head = '', ...parts] = file.split(/^== /m);
  book.title = /^book = (.*)$/m.exec(head)?.[1]?.trim() ?? name;
  book.source = /^source = (.*)$/m.exec(head)?.[1]?.trim() ?? '';
  for (const part of parts) {
    const end = part.indexOf('\n');
    const [article = '', title = ''] = part.slice(0, end < 0 ? undefined : end).split('|');
    book.articles.push({
      name: article.trim(),
      title: title.trim(),
      book: name,
      bookTitle: book.title,
      source: book.source,
      language,
      text: end < 0 ? '' : part.slice(end).trim(),
    });
  }
  return book;
}

/** The book of another language in the place of the English one; what it lacks stays English. */
export function translate(english: Book, own: Book | undefined): Book {
  if (!own) return english;
  const known = new Map(own.articles.map((article) => [article.name, article]));
  const articles = english.articles.map(
    (article) => known.get(article.name) ?? { ...article, bookTitle: own.title, source: own.source },
  );
  return { ...own, articles };
}

/** An article by its name, in whatever letters; "P" stands for the first of those with a number. */
export function findArticle(books: Book[], name: string): Article | undefined {
  const wanted = name.toLowerCase();
  const all = books.flatMap(({ articles }) => articles);
  return (
    all.find((article) => article.name.toLowerCase() === wanted) ??
    all.find((article) => article.name.toLowerCase() === `${wanted}1`)
  );
}

export type Piece = { text: string; refers: string };
export type Block = { is: 'text'; pieces: Piece[] } | { is: 'list'; items: Piece[][] };

/** Text, and in it what stands in square brackets: another article. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(\[[^\]\s]+\])/)
    .filter((part) => part !== '')
    .map((part) => {
      const refers = /^\[(.+)\]$/.exec(part)?.[1] ?? '';
      return { text: refers === '' ? part : refers, refers };
    });
}

/** Lines are broken in the file for the eye alone. */
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

/* ---- looking something up ---- */

/** As somebody may type it: small, without accents. One letter stays one letter, so that places stay where they are. */
export function plain(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.length === letter.length ? bare : letter.toLowerCase();
  }).join('');
}

export interface Found {
  article: Article;
  /** Of the text around the first place: before it, the words, after it. All "" where only the title has them. */
  before: string;
  match: string;
  after: string;
}

const around = 60;

function excerpt(text: string, at: number, length: number): Omit<Found, 'article'> {
  const from = at <= around ? 0 : text.indexOf(' ', at - around) + 1;
  const to = at + length + around >= text.length ? text.length : text.lastIndexOf(' ', at + length + around);
  return {
    before: (from > 0 ? '… ' : '') + text.slice(Math.min(from, at), at),
    match: text.slice(at, at + length),
    after: text.slice(at + length, Math.max(to, at + length)) + (to < text.length ? ' …' : ''),
  };
}

/** Articles with these words: first those of that name, then those with the words in the title. */
export function search(books: Book[], words: string): Found[] {
  const wanted = plain(oneLine(words));
  if (wanted === '') return [];
  const found: (Found & { rank: number })[] = [];
  for (const article of books.flatMap(({ articles }) => articles)) {
    const text = oneLine(article.text.replace(/^- /gm, '').replace(/[[\]]/g, ''));
    const at = plain(text).indexOf(wanted);
    const named = plain(article.name) === wanted;
    const titled = plain(article.title).includes(wanted);
    if (!named && !titled && at < 0) continue;
    const part = at < 0 ? { before: '', match: '', after: '' } : excerpt(text, at, wanted.length);
    found.push({ article, ...part, rank: named ? 0 : titled ? 1 : 2 });
  }
  return found.sort((a, b) => a.rank - b.rank);
}
