/** The law book: every article of every book opens, and its references exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from './house';

const law = resolve(import.meta.dirname, '../../../data/law/en');
const english = readdirSync(law)
  .filter((file) => file.endsWith('.law'))
  .flatMap((file) => [...readFileSync(resolve(law, file), 'utf8').matchAll(/^== (.*) \| (.*)$/gm)])
  .map(([, name = '', title = '']) => ({ name, title }));

test('every article opens, and leads to the next', async ({ person }) => {
  const page = await person();
  await page.goto('./#/law');
  await expect(page.getByRole('heading', { level: 1, name: 'The law book' })).toBeVisible();
  for (const { name, title } of english) {
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

test('an unknown article is reported, also within a rule set', async ({ person }) => {
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
  await expect(page.locator('#law-minute')).toHaveText('Canasta in a minute, for Rummy players');
  await page.goto('./#/law/american');
  await expect(page.locator('#law-minute')).toHaveText('American Canasta in a minute');
});

test('the law can be searched with only the keyboard', async ({ person }) => {
  const page = await person();
  await page.goto('./#/law');
  await page.getByLabel('Look something up').fill('wild card');
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('article h1')).toContainText(/wild card/i);
});

test('a question in plain words finds its article first, in every language', async ({ person }) => {
  const page = await person();
  const hits = page.locator('.found li');
  await page.goto('./#/law');
  for (const [asked, article] of [
    ['how many points to open', 'L26 The minimum count'],
    ['can I take the pile with a joker', 'L32 Taking a pile that is not frozen'],
    ['frozen to one side', 'L29 Frozen to one side'],
  ] as const) {
    await page.getByLabel('Look something up').fill(asked);
    await expect(hits.first().locator('strong')).toHaveText(article);
  }
  await page.goto('./#/law/hoyle/L1');
  await page.getByLabel('Look something up').fill('how many points to open');
  await expect(hits.first()).toContainText('Canasta according to Hoyle');
});

test('players of other languages can search in their words', async ({ person }) => {
  for (const [locale, asked, article] of [
    ['es-ES', 'limpia', 'L23 '],
    ['es-ES', 'sucia', 'L23 '],
    ['de-DE', 'darf ich den Stapel mit einem Joker nehmen', 'L32 '],
    ['fr-FR', 'combien de points pour ouvrir', 'L26 '],
  ] as const) {
    const page = await person({ locale });
    await page.goto('./#/law');
    await page.locator('#law-search').fill(asked);
    const first = page.locator('.found li:nth-child(-n + 3) strong', { hasText: article });
    await expect(first.first()).toBeVisible();
  }
});

test('the laws of refereed play have examples that can be played step by step', async ({
  person,
}) => {
  const page = await person();
  for (const file of readdirSync(resolve(law, '../../examples'))) {
    const name = file.replace('.jsonl', '');
    await page.goto(`./#/law/${name}`);
    await page.getByRole('link', { name: 'Play an example step by step' }).click();
    await expect(page.getByRole('button', { name: 'One step forward' })).toBeEnabled();
    await page.goBack();
    await expect(page.locator('article h1')).toBeVisible();
  }
  /* The program deals, so questions lead through what can go wrong with a deal. */
  for (const [name, first] of [
    ['L51', 'Has anyone played in this deal yet?'],
    ['L52', 'Has every player had a turn?'],
  ] as const) {
    await page.goto(`./#/law/${name}`);
    await expect(page.locator('article .law')).toContainText('this cannot happen');
    await expect(page.getByRole('link', { name: 'Play an example step by step' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go through a case question by question' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(first);
    for (let asked = first as string; asked !== 'The ruling';) {
      await page.locator('.answers').getByRole('link').first().click();
      await expect(heading).not.toHaveText(asked);
      asked = await heading.innerText();
    }
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
});
