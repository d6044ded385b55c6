/** The law book as pages get it: every article, and the answers to what players ask. */

import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Module } from '../src/core/module';
import { blocks, findArticle, inBooks, shown, type Book } from '../src/law/text';
import { hasModule, openModule } from './module';

const root = fileURLToPath(new URL('../../', import.meta.url));
const languages = ['en', 'es', 'de', 'fr'];

/** A module with the files that a page would register. */
async function openLaw(language: string): Promise<{ module: Module; books: Book[] }> {
  const module = await openModule();
  const add = (name: string) => module.file(name, readFileSync(`${root}data/${name}`, 'utf8'));
  add(`words/${language}.words`);
  add('law/kin.index');
  for (const folder of new Set(['en', language]))
    for (const file of readdirSync(`${root}data/law/${folder}`)) add(`law/${folder}/${file}`);
  const { articles } = module.ask('law', { language });
  return { module, books: inBooks(articles) };
}

const questions = readFileSync(`${root}tests/law-questions.txt`, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([language = '', words = '', answers = '']) => ({
    language,
    words,
    answers: answers.split(' '),
  }));

describe.runIf(hasModule).each(languages)('the law book: %s', (language) => {
  test('all references name an article, and no article is empty', async () => {
    const { books } = await openLaw(language);
    const all = books.flatMap(({ articles }) => articles);
    expect(books.length).toBe(15);
    const pieces = all.flatMap(({ text }) =>
      blocks(text).flatMap((block) => (block.is === 'text' ? block.pieces : block.items.flat())),
    );
    const astray = pieces.filter(({ refers }) => refers !== '' && !findArticle(books, refers));
    expect(astray).toEqual([]);
    expect(all.filter(({ text, title }) => text === '' || title === '')).toEqual([]);
    expect(all.filter((article) => article.language !== language)).toEqual([]);
  });

  test('players’ questions are answered among the first three results', async () => {
    const { module, books } = await openLaw(language);
    const asked = questions.filter((one) => one.language === language);
    expect(asked.length).toBeGreaterThanOrEqual(15);
    for (const { words, answers } of asked.slice(0, 5)) {
      const { found } = module.ask('law-search', { language, book: '', words });
      const names = shown(books, found)
        .slice(0, 3)
        .map(({ article }) => article.name);
      expect(
        names.some((name) => answers.includes(name)),
        `${words}: ${names.join(' ')}`,
      ).toBe(true);
    }
  });
});

describe.runIf(hasModule)('what is shown of an answer', () => {
  test('is found in the text, ignoring accents and line ends', async () => {
    const { module, books } = await openLaw('en');
    const first = (words: string) =>
      shown(books, module.ask('law-search', { language: 'en', book: '', words }).found)[0];
    expect(first('l31')?.article.name).toBe('L31');
    expect(first('Way to  CLAIM')?.match).toBe('way to claim');
    expect(first('xylophone')).toBeUndefined();
  });
});
