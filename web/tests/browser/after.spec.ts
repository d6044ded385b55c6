/** After a deal: its sheet explained, replayed, judged by the bots, and the same cards played
 * again. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from './house';
import { hand, Player } from './player';
import { madeOf } from './table';

const program =
  process.env.CANASTA ?? join(resolve(import.meta.dirname, '../../..'), 'build/canasta');
const lab = process.env.CANASTA_LAB ?? join(dirname(program), 'canasta-lab');

test('a deal is explained, replayed, reviewed, and played again with a comparison', async ({
  person,
}) => {
  const page = await person();
  await page.goto('./');
  await page.getByRole('button', { name: 'Play now' }).click();
  await new Player(page).deal();

  await page.getByRole('button', { name: 'Canastas' }).click();
  await expect(page.getByText('A canasta is a meld of seven or more cards.')).toBeVisible();
  await expect(page.getByRole('link', { name: /in the law book/ })).toBeVisible();
  const natural = page.getByText(/^(We|They): \d+ (natural|mixed)/).first(); // what lay there
  await expect(natural).toBeVisible();

  const total = await page.getByRole('row', { name: /^This deal/ }).innerText();
  expect(await madeOf(page)).toBe(/\S+$/.exec(total.split('\t')[1] ?? '')?.[0]);
  await expect(page.locator('.over dl')).toHaveText(/^Next first meld.*L\d/);
  const next = await page.locator('.over dl').innerText();
  const ending = await page.locator('.over header').innerText();
  await page.reload();
  await expect(page.getByRole('row', { name: /^This deal/ })).toHaveText(/./);
  await expect(page.locator('.over dl')).toHaveText(/L\d/);
  expect(await page.locator('.over dl').innerText()).toBe(next);
  expect(await page.locator('.over header').innerText()).toBe(ending);
  expect(ending).toContain('\n');

  /* A player who resumes the game later has not seen the deal: the page then does not show what was
   * on the table, rather than showing nothing there. */
  await page.addInitScript(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Canastas' }).click();
  await expect(page.getByText('A canasta is a meld of seven or more cards.')).toBeVisible();
  await expect(natural).toHaveCount(0);
  expect(await page.locator('.over header').innerText()).toBe(ending); // how it ended, is
  expect(await madeOf(page)).not.toBe('');

  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForURL(/#\/replay\/z\//);
  const steps = page.getByRole('slider', { name: 'Step' });
  const first = Number(await steps.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect(steps).toHaveValue(String(first + 1));
  await page.keyboard.press('End');
  await expect(steps).toHaveValue((await steps.getAttribute('max')) ?? '');
  await page.getByLabel('Seen by').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Review the decisions' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await page.getByRole('button', { name: 'Play these cards again' }).click();
  await page.waitForURL(/#\/again\/z\//);
  /* Other players need only the link. */
  const address = await page.getByLabel('The link to these cards').inputValue();
  const other = await person();
  await other.goto(address);
  await other.getByRole('button', { name: 'Play it alone' }).click();
  await expect(hand(other)).toHaveCount(11);
  await new Player(other).deal();
  await expect(
    other.getByRole('heading', { name: 'The same cards at other tables' }),
  ).toBeVisible();
  const [, own = ''] = total.split(/\s*\t\s*/);
  await expect(other.getByRole('row', { name: /^This deal/ }).nth(1)).toContainText(own);
});

test('the last request is shown, also if earlier answers come later', async ({ person }) => {
  /* The answer to another page's request for the record arrives with this one's reply. */
  const record = await readFile(
    resolve(import.meta.dirname, '../../../tests/laws/B_cut.jsonl'),
    'utf8',
  );
  const [slow, quick, broken] = ['a', 'b', 'c'].map((one) => one.repeat(32));
  const page = await person({ errors: false });
  let answers: (() => Promise<void>)[] = [];
  await page.route(/\/record\//, (route) => {
    const own = route.request().url();
    const body = own.endsWith(quick!)
      ? record.replaceAll('Ann', 'Quick')
      : record.replaceAll('Ann', 'Slow');
    const answer = () => route.fulfill({ status: own.endsWith(broken!) ? 404 : 200, body });
    if (own.endsWith(quick!)) return answer();
    answers.push(answer);
    return Promise.resolve();
  });
  const answerAll = async () => {
    for (const answer of answers) {
      const done = page.waitForResponse((one) => !one.url().endsWith(quick!));
      await answer();
      await done;
    }
    answers = [];
    /* Everything that follows an answer has happened. */
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  };
  for (const late of [slow, broken]) {
    await page.goto(`./#/replay/r/${late!}`);
    await expect.poll(() => answers.length).toBe(1);
    await page.goto(`./#/replay/r/${quick!}`);
    await expect(page.getByLabel('Seen by')).toContainText('Quick');
    await answerAll();
    await expect(page.getByLabel('Seen by')).toContainText('Quick');
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.goto(`./#/again/r/${late!}`);
    await expect.poll(() => answers.length).toBe(1);
    await page.goto('./#/again/n/305');
    await expect(page.getByText('305')).toBeVisible();
    await answerAll();
    await expect(page.getByText('305')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('an invalid record is refused with a sentence', async ({ person }) => {
  const page = await person();
  await page.goto('./#/replay/z/AAAA');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('./#/again/z/AAAA');
  await expect(page.getByRole('alert')).toContainText('describes no deal');
});

test('a replay on a phone: the buttons cover nothing, and the hand is above them', async ({
  person,
}) => {
  const options = [
    'simulate',
    '--games',
    '1',
    '--bots',
    'greedy',
    '--seed',
    'phone',
    '--jobs',
    '1',
  ];
  const record = execFileSync(lab, [...options, '--record', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = record.split('\n').slice(0, 60).join('\n') + '\n';
  const page = await person({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`./#/replay/z/${deflateRawSync(lines).toString('base64url')}`);
  const steps = page.getByRole('slider', { name: 'Step' });
  await expect(steps).toBeVisible();
  const box = async (what: string): Promise<{ top: number; bottom: number }> =>
    page.locator(what).evaluate((one) => one.getBoundingClientRect());
  for (const seat of [0, 1]) {
    await page.getByLabel('Seen by').selectOption({ index: seat });
    for (let i = 0; i < 12; i++)
      await page.getByRole('button', { name: 'One step forward' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await expect
      .poll(async () =>
        Math.abs((await box('.watch > .bar')).top - (await box('.watch > .board')).bottom),
      )
      .toBeLessThan(1.5);
    const hand = await box('.near');
    const bar = await box('.watch > .bar');
    expect(bar.bottom).toBeLessThan(741);
    expect(hand.bottom).toBeLessThan(bar.top + 1.5);
    expect(hand.bottom).toBeGreaterThan(bar.top - 30);
  }
});
