/** The score sheet for real cards: entering the melds of a game gives the scores that the engine
 * computed for it. */
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { change, newGame } from './new-game';

const program =
  process.env.CANASTA ?? join(resolve(import.meta.dirname, '../../..'), 'build/canasta');
const lab = process.env.CANASTA_LAB ?? join(dirname(program), 'canasta-lab');

interface Side {
  melds: number;
  canastas: number;
  red: number;
  hands: number;
  total: number;
  score: number;
}
interface End {
  t: 'end';
  why: string;
  seat: number;
  concealed: boolean;
  sides: Side[];
}

/** A whole game played by bots. */
function game(seed: string, players: number): End[] {
  const options = [
    'simulate',
    '--games',
    '1',
    '--players',
    String(players),
    '--bots',
    'greedy,random',
  ];
  const record = execFileSync(lab, [...options, '--seed', seed, '--jobs', '1', '--record', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
  return record
    .split('\n')
    .filter((line) => line.startsWith('{"t":"end"'))
    .map((line) => JSON.parse(line) as End);
}

/** The fewest canastas worth this many points: 500 for a natural one, 300 for a mixed one. */
function canastas(points: number): { natural: number; mixed: number } {
  for (let natural = Math.floor(points / 500); natural >= 0; natural--)
    if ((points - natural * 500) % 300 === 0)
      return { natural, mixed: (points - natural * 500) / 300 };
  throw new Error(String(points));
}
const redThrees = (points: number): number =>
  Math.abs(points) === 800 ? 4 : Math.abs(points) / 100;

const number = (text: string | null): number =>
  Number((text ?? '').replace('−', '-').replace(/[^-\d]/g, ''));

async function write(page: Page, names: string[], deal: End): Promise<void> {
  const put = (label: string, side: number, value: number) =>
    page.getByRole('textbox', { name: `${label}, ${names[side] ?? ''}` }).fill(String(value));
  if (deal.why === 'out') {
    const side = deal.seat % names.length;
    await page
      .getByRole('group', { name: 'Who went out?' })
      .getByText(names[side] ?? '', { exact: true })
      .click();
    if (deal.concealed) await page.getByLabel('with a concealed hand').check();
  }
  for (const [side, had] of deal.sides.entries()) {
    const { natural, mixed } = canastas(had.canastas);
    await put('Points of the cards melded', side, had.melds);
    await put('Natural canastas', side, natural);
    await put('Mixed canastas', side, mixed);
    await put('Red threes', side, redThrees(had.red));
    await put('Points of the cards left in hand', side, -had.hands);
  }
}

async function openSheet(page: Page, players: number, names: string[]): Promise<void> {
  await page.goto('./#/sheet');
  const counts = page.getByRole('group', { name: 'How many play?' });
  await counts.getByText(String(players), { exact: true }).click();
  for (const [side, name] of names.entries())
    await page.getByLabel(`Name of side ${String(side + 1)}`).fill(name);
  await page.getByRole('button', { name: 'Open the sheet' }).click();
}

for (const { players, names, seed } of [
  { players: 4, names: ['Anna & Chiara', 'Bruno & David'], seed: 'sheet-4' },
  { players: 3, names: ['Ada', 'Ben', '<i>Cleo</i>'], seed: 'sheet-3' },
])
  test(`a game of ${String(players)} has the engine’s totals`, async ({ person }) => {
    const page = await person({ viewport: { width: 360, height: 740 } });
    await openSheet(page, players, names);
    await expect(page.locator('.race p')).toHaveText(names);
    for (const [at, deal] of game(seed, players).entries()) {
      await page.getByRole('button', { name: `Enter deal ${String(at + 1)}` }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: `Deal ${String(at + 1)}` }),
      ).toBeVisible();
      await write(page, names, deal);
      for (const [side, had] of deal.sides.entries())
        expect(number(await page.locator(`[data-total="${String(side)}"]`).textContent())).toBe(
          had.score,
        );
      await page.getByRole('button', { name: 'Done' }).click();
      for (const [side, had] of deal.sides.entries())
        expect(number(await page.locator(`[data-score="${String(side)}"]`).textContent())).toBe(
          had.score,
        );
    }
    await expect(page.getByText('The game is over.')).toBeVisible();
    await expect(page.getByText('to check')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('The game is over.')).toBeVisible();
  });

/* What each side has at the end of a deal, and what that scores by the rulebook. */
const counted = [
  {
    set: 'Hand and Foot',
    /* We go out: 400 + 2 × 500 + 300 + 200, and 100 for going out. Red threes count without a
     * meld, too. */
    sides: [
      {
        fields: {
          'Points of the cards melded': 400,
          'Natural canastas': 2,
          'Mixed canastas': 1,
          'Red threes': 2,
        },
        total: 2000,
      },
      { fields: { 'Red threes': 1, 'Points of all cards left': 150 }, total: -50 },
    ],
    next: '90',
  },
  {
    set: 'Pennies from Heaven',
    /* We go out: 700 + 1500 + 500 + 300 + 1000 + 300, and 100 for going out. Without a canasta of
     * sevens red threes count against a side. */
    sides: [
      {
        fields: {
          'Points of the cards melded': 700,
          'Natural canastas of sevens': 1,
          'Other natural canastas': 1,
          'Other mixed canastas': 1,
          'Canastas of wild cards': 1,
          'Red threes': 3,
        },
        total: 4400,
      },
      {
        fields: {
          'Points of the cards melded': 300,
          'Other mixed canastas': 1,
          'Red threes': 2,
          'Points of all cards left': 120,
        },
        total: 280,
      },
    ],
    next: '',
  },
];

for (const { set, sides, next } of counted)
  test(`a deal of ${set} is entered, and has the rulebook’s total`, async ({ person }) => {
    const page = await person({ viewport: { width: 390, height: 844 } });
    await page.goto('./#/sheet/new');
    await page.getByRole('radio', { name: new RegExp(set) }).check();
    await page.getByRole('button', { name: 'Open the sheet' }).click();
    await page.getByRole('button', { name: 'Enter deal 1' }).click();
    const out = page.getByRole('group', { name: 'Who went out?' });
    await out.getByText('We', { exact: true }).click();
    for (const [side, { fields }] of sides.entries())
      for (const [label, value] of Object.entries(fields))
        await page
          .getByRole('textbox', { name: `${label}, ${['We', 'They'][side]!}` })
          .fill(String(value));
    for (const [side, { total }] of sides.entries())
      expect(number(await page.locator(`[data-total="${String(side)}"]`).textContent())).toBe(
        total,
      );
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('to check')).toHaveCount(0);
    for (const [side, { total }] of sides.entries())
      expect(number(await page.locator(`[data-score="${String(side)}"]`).textContent())).toBe(
        total,
      );
    await expect(page.getByRole('button', { name: 'Enter deal 2' })).toBeVisible();
    if (next !== '')
      await expect(page.getByRole('row', { name: /Next first meld/ })).toContainText(next);
  });

test('an earlier deal is corrected, and a deleted one is restored', async ({ person }) => {
  const page = await person();
  await openSheet(page, 4, ['', '']);
  await page.getByRole('button', { name: 'Enter deal 1' }).click();
  const choices = page.getByRole('group', { name: 'Who went out?' });
  const unsaid = page.getByText('Enter who went out, or that nobody did.');
  await expect(choices.getByRole('radio')).toHaveCount(3);
  await expect(choices.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Points of the cards melded, We' }).fill('250');
  await expect(unsaid).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Red threes, They' }).fill('5');
  await page.getByRole('textbox', { name: 'Points of the cards melded, We' }).focus();
  await expect(page.getByText('You counted 5 red threes, but there are only 4.')).toBeVisible();
  await expect(unsaid).toBeVisible();
  await choices.getByText('Nobody', { exact: true }).click();
  await expect(unsaid).toHaveCount(0);
  await page.reload();
  await expect(choices.getByRole('radio', { name: 'Nobody' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Red threes, They' }).fill('1');
  await page.getByRole('button', { name: /^Count.*melded, They/ }).click();
  await page.getByRole('textbox', { name: /^Aces/i }).fill('3');
  await page.getByRole('textbox', { name: /^Jokers/i }).fill('1');
  await page.getByRole('button', { name: 'Use these' }).click();
  await expect(page.getByRole('textbox', { name: 'Points of the cards melded, They' })).toHaveValue(
    '110',
  );
  /* The field filled in last has an error, but the button still works. */
  await page.getByRole('textbox', { name: 'Natural canastas, They' }).fill('9');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'to check' }).click();
  await page.getByRole('textbox', { name: 'Natural canastas, They' }).fill('0');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('[data-score="0"]')).toHaveText('250');
  await expect(page.locator('[data-score="1"]')).toHaveText('210');

  await page.getByRole('link', { name: 'Deal 1' }).click();
  await page.getByRole('textbox', { name: 'Points of the cards melded, We' }).fill('255');
  await page.getByRole('button', { name: 'Delete this deal' }).click();
  await expect(page.locator('[data-score="0"]')).toHaveText('0');
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(page.locator('[data-score="0"]')).toHaveText('255');

  await page.getByRole('button', { name: 'Share by link' }).click();
  const address = await page.getByLabel('Link to this sheet').inputValue();
  expect(new URL(address).pathname + new URL(address).search).not.toContain('255');
  const other = await person();
  await other.goto(address);
  await expect(other.locator('[data-score="0"]')).toHaveText('255');
  await other.getByRole('button', { name: 'Save a copy and continue' }).click();
  await expect(other.getByRole('button', { name: 'Enter deal 2' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete the sheet' }).click();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(1);
});

test('a rule set is chosen in plain words, and unusable house rules show the reason', async ({
  person,
}) => {
  const page = await person();
  await newGame(page, 'Rules', 'House rules');
  await page.getByRole('radio', { name: /Laws of 1950/ }).check();
  await page.getByText('Dealing and drawing').click();
  await page.getByLabel('Cards dealt to each').fill('13');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'Your house rules' })).toBeVisible();
  await page.getByLabel('Cards dealt to each').fill('40');
  await page.keyboard.press('Tab');
  await expect(page.getByText('These rules conflict')).toBeVisible();
  await page.getByLabel('Cards dealt to each').fill('13');
  await page.keyboard.press('Tab');
  await expect(page.getByText('These rules conflict')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('4 players, club level, Laws of 1950, one house rule')).toBeVisible();
  await change(page);
  await expect(page.getByText('(default: 11)')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Cards dealt to each' }).click();
  await expect(page.getByText('(default: 11)')).toHaveCount(0);
});

test('a sheet that is not on this device is reported missing, and a new one is offered', async ({
  person,
}) => {
  const page = await person();
  for (const address of ['./#/sheet/zzzz', './#/sheet/s/zzzz']) {
    await page.goto(address);
    await expect(
      page.getByRole('heading', { name: 'This sheet is not on this device' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'A new sheet' })).toBeVisible();
    await expect(page.locator('form, fieldset')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'A new sheet' }).click();
  await expect(page).toHaveURL(/#\/sheet\/new$/);
});

test('a minus sign is not lost; nothing is refused while a field is filled in', async ({
  person,
}) => {
  const page = await person();
  await page.goto('./#/sheet');
  await page.getByRole('button', { name: 'Open the sheet' }).click();
  await page.getByRole('button', { name: 'Enter deal 1' }).click();
  const field = (name: string) => page.getByRole('textbox', { name });
  const warning = page.getByText(/to go out a side needs/i);
  await page.getByRole('group', { name: 'Who went out?' }).getByText('We', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'We' })).toBeChecked();
  await field('Points of the cards melded, We').pressSequentially('-50');
  await expect(field('Points of the cards melded, We')).toHaveValue('50');
  await expect(page.getByText('No minus sign, so these points are added.')).toBeVisible();
  await expect(page.locator('[data-total="0"]')).toHaveText('150');
  await field('Natural canastas, We').focus();
  await expect(warning).toHaveCount(0);
  await field('Points of the cards left in hand, They').pressSequentially('-50');
  await expect(
    page.getByText('No minus sign needed: these points are always taken off.'),
  ).toBeVisible();
  await expect(page.locator('[data-total="1"]')).toHaveText('−50');
  await expect(warning).toBeVisible();
  await field('Natural canastas, We').fill('1');
  await expect(warning).toHaveCount(0);
});

test('what a house rule counts is explained too, where no article tells of it', async ({
  person,
}) => {
  const page = await person();
  await page.goto('./#/sheet/new');
  await page.getByText('House rules').click();
  await page.getByText('The score', { exact: true }).click();
  await page.getByLabel('Bonus for a natural canasta').fill('600');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Open the sheet' }).click();
  await page.getByRole('button', { name: 'Enter deal 1' }).click();
  await page.getByRole('button', { name: 'the law of: Natural canastas' }).first().click();
  const told = page.getByRole('dialog', { name: 'A house rule' });
  await expect(told).toContainText('Your table plays it so.');
  await expect(told).toContainText('600');
});
