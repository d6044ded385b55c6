/** Problems and lessons: the move is picked at the table, answered, and remembered. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { focusShows, hand, tabTo } from './player';

interface Problem {
  number: number;
  theme: string;
  grade: number;
  moves: [string, number][];
}
const all: Problem[] = readFileSync(
  resolve(import.meta.dirname, '../../../data/problems.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line, index) => ({ ...(JSON.parse(line) as Problem), number: index + 1 }));
/** One in which each of the cards of the hand may be discarded, and a black three is best. */
const black = all.find(
  ({ theme, moves }) =>
    theme === 'black' && moves.length > 2 && moves.every(([one]) => one.startsWith('discard')),
)!;

async function discard(page: Page, move: string): Promise<void> {
  const rank = move.split(' ')[1]!.slice(0, 1);
  const suits = move.endsWith('3b') ? ['3s', '3c'] : [...'shdc'].map((suit) => rank + suit);
  const cards = suits.map((card) => `[data-zone=hand][data-card="${card}"]`).join(', ');
  await page.locator(cards).first().click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
}

test('a problem is answered, explained, remembered and carried elsewhere', async ({ person }) => {
  const page = await person();
  await page.goto('./#/problems');
  await expect(page.getByText('Tried: 0 of 300. Right at the first try: 0.')).toBeVisible();
  await page.getByRole('heading', { name: 'Black threes' }).click();
  await page.getByRole('link', { name: `Problem ${String(black.number)},` }).click();

  await expect(page.getByText('Your turn. Which card would you discard?')).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('Who must not get the pack now?').first()).toBeVisible();
  await discard(page, black.moves[1]![0]);
  const wrong = page.getByRole('heading', { name: /^Not the best: it loses \S+ points\.$/ });
  await expect(wrong).toBeFocused();
  const slip = page.getByRole('region', { name: /^Not the best/ });
  await expect(slip).toContainText(/After it .+ in \d+ of 100 deals, after the best move in \d+\./);
  await expect(slip).not.toContainText('black three');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await discard(page, 'discard 3b');
  await expect(page.getByRole('heading', { name: 'Right.' })).toBeFocused();
  const rows = page.getByRole('table', { name: 'What each move loses' }).getByRole('row');
  await expect(rows).toHaveCount(black.moves.length + 1);
  await expect(rows.nth(1)).toContainText('Discard a black three');
  await page.getByRole('button', { name: 'Why? L34' }).click();
  await expect(page.getByRole('dialog')).toContainText('L34');
  await page.keyboard.press('Escape');

  /* The first try counts. */
  await page.getByRole('link', { name: 'All problems' }).click();
  await expect(page.getByText('Tried: 1 of 300. Right at the first try: 0.')).toBeVisible();
  await page.goto('./#/history');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a file' }).click();
  const file = await (await saving).path();
  expect(JSON.parse(await readFile(file, 'utf8')).problems).toMatchObject([
    { problem: black.number, right: false },
  ]);
  const other = await person();
  await other.goto('./#/history');
  await other.getByLabel('Open a file').setInputFiles(file);
  await expect(other.getByText('0 deals are new.')).toBeVisible();
  await other.goto('./#/problems');
  await expect(other.getByText('Tried: 1 of 300. Right at the first try: 0.')).toBeVisible();
});

test('what an answer has no room for can be scrolled to, and that is shown', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 664 } });
  await page.goto(`./#/problems/${String(black.number)}`);
  await discard(page, black.moves[1]![0]);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  const more = page.locator('.slip .cue');
  await expect(more).toHaveClass(/\bmore\b/);
  await page.locator('.told').evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(more).not.toHaveClass(/\bmore\b/);
  await expect(page.getByRole('link', { name: /^Next easy problem$/ })).toHaveCount(1);
});

test('a lesson by the keyboard alone', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 } });
  await page.goto('./#/lessons');
  await tabTo(page, page.getByRole('link', { name: 'Black threes' }));
  await focusShows(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Black threes' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'To the positions' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Position 1 of')).toBeVisible();
  await expect(hand(page)).not.toHaveCount(0);

  await page.keyboard.press('?');
  const way = page.getByRole('dialog').getByRole('button', { name: 'Discard a black three' });
  await tabTo(page, way);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Right.' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Next position' }));
  await focusShows(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Position 2 of')).toBeVisible();
  await page.goto('./#/lessons/black');
  await expect(page.getByText(/^1 of \d+ right$/)).toBeVisible();
});

test('the language changes under a position', async ({ person }) => {
  const page = await person({ locale: 'de' });
  await page.goto(`./#/problems/${String(black.number)}`);
  await page.getByRole('button', { name: 'Tipp' }).click();
  await expect(page.getByText('Wer darf das Paket jetzt nicht bekommen?').first()).toBeVisible();
  await page.goto('./#/lessons/wilds');
  await expect(page.getByRole('heading', { name: 'Wilde Karten' })).toBeVisible();
});
