/** The law book: every article of every book opens, and what it refers to is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { blocks, findArticle, parseBook, search, translate } from '../../src/law/text';
import { expect, test } from './house';

const law = resolve(import.meta.dirname, '../../../rules/law');
const read = (language: string) =>
  readdirSync(resolve(law, language))
    .filter((file) => file.endsWith('.law'))
    .map((file) =>
      parseBook(file.replace('.law', ''), language, readFileSync(resolve(law, language, file), 'utf8')),
    );

for (const language of readdirSync(law))
  test(`all references of the books lead somewhere: ${language}`, () => {
    const own = read(language);
    const books = read('en').map((book) =>
      translate(
        book,
        own.find(({ name }) => name === book.name),
      ),
    );
    const astray = books
      .flatMap(({ articles }) => articles)
      .flatMap((article) =>
        blocks(article.text)
          .flatMap((block) => (block.is === 'text' ? [block.pieces] : block.items))
          .flat()
          .filter(({ refers }) => refers !== '' && !findArticle(books, refers))
          .map(({ refers }) => `${article.name}: ${refers}`),
      );
    expect(astray).toEqual([]);
    expect(books.flatMap(({ articles }) => articles).filter(({ text }) => text === '')).toEqual([]);
  });

test('what is looked for is found by name, title and text, whatever its accents', () => {
  const books = read('en');
  expect(search(books, 'l31')[0]?.article.name).toBe('L31');
  expect(search(books, 'FROZEN pile')[0]?.article.title).toMatch(/frozen pile/i);
  expect(search(books, 'two natural cards')[0]?.match).toMatch(/two\s+natural\s+cards/i);
  expect(search(books, 'no such words')).toEqual([]);
});

test('every article opens, and one gets from one to the next', async ({ person }) => {
  const page = await person();
  const articles = read('en').flatMap(({ articles }) => articles);
  await page.goto('./#/law');
  await expect(page.getByRole('heading', { level: 1, name: 'The law book' })).toBeVisible();
  for (const { name, title } of articles) {
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      `#/law/${encodeURIComponent(name)}`,
    );
    await expect(page.locator('article h1')).toHaveText(title);
    expect(await page.locator('article .law p, article .law li').count()).toBeGreaterThan(0);
  }
  await page.goto('./#/law/minute');
  await page.locator('article .law a', { hasText: 'L13' }).click();
  await expect(page.locator('article h1')).toHaveText('What red threes are worth');
  await page.goBack();
  await expect(page.locator('article h1')).toContainText('Canasta in a minute');
});

test('an article that is in no book is said to be none, in a rule set too', async ({ person }) => {
  const page = await person();
  for (const [address, name] of [
    ['nonsense', 'nonsense'],
    ['laws1950/L99', 'L99'],
  ] as const) {
    await page.goto(`./#/law/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`There is no article ${name}`);
  }
  await page.goto('./#/law/laws1950');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The law book');
});

test('one looks something up with the keyboard alone', async ({ person }) => {
  const page = await person();
  await page.goto('./#/law');
  await page.getByLabel('Look something up').fill('wild card');
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('article h1')).toContainText(/wild card/i);
});
