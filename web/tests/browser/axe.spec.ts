/** axe-core finds no accessibility problem on any page, in any state and in any theme. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { change } from './new-game';
import { everyPlace, goTo, unfoldRules } from './places';
import { dealt, Player } from './player';
import { begin, fillWithBots, joinTable, makeTable, openPeople, say } from './table';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes = ['light', 'dark', 'contrast'];

interface Found {
  id: string;
  nodes: {
    target: unknown[];
    any: { message: string }[];
    all: { message: string }[];
    none: { message: string }[];
  }[];
}
declare const axe: { run: (where: Document, how: object) => Promise<{ violations: Found[] }> };

/** Collects all findings, so that one run reports everything. */
class Findings {
  readonly all: string[] = [];

  async look(page: Page, state: string): Promise<void> {
    await page.evaluate(source);
    const before = await page.locator('html').getAttribute('data-theme');
    for (const theme of themes) {
      const found = await page.evaluate(async (theme) => {
        document.documentElement.dataset.theme = theme;
        await Promise.all(
          document.getAnimations().map((one) => one.finished.catch(() => undefined)),
        );
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
            return `${id} ${target.join(' ')}: ${why}`;
          }),
        );
      }, theme);
      this.all.push(...found.map((what) => `${state}, ${theme}: ${what}`));
    }
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme ?? ''), before);
  }

  none(): void {
    expect(this.all).toEqual([]);
  }
}

test('the check finds accessibility problems', async ({ person }) => {
  const page = await person();
  const findings = new Findings();
  await page.goto('./');
  await expect(page.locator('h1')).toBeVisible();
  await page.evaluate(() => {
    const button = document.createElement('button');
    document.querySelector('main')!.append(button);
  });
  await findings.look(page, 'start');
  expect(findings.all.filter((what) => what.includes('button-name')).length).toBe(themes.length);
});

test('pages without a table', async ({ person }) => {
  const page = await person();
  const findings = new Findings();
  await everyPlace(page, (place) => findings.look(page, place));
  for (const place of ['friends', 'new']) {
    await goTo(page, place);
    if (place === 'new') await change(page);
    await unfoldRules(page);
    await findings.look(page, `${place}, opened`);
    await page
      .getByRole('button', { name: 'Add a row Count of the initial meld', exact: true })
      .click();
    await page.keyboard.type('less');
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
    await expect(page.getByText('A number is missing here.')).toBeVisible();
    await findings.look(page, `${place}, a wrong field`);
  }
  await page.goto('./#/join');
  await page.getByRole('button', { name: 'Go to the table' }).click();
  await findings.look(page, 'join, a wrong link');
  findings.none();
});

test('a table in play, and after the deal', async ({ person }) => {
  const page = await person();
  const findings = new Findings();
  await page.goto('./#/again/n/305');
  await page.getByRole('button', { name: 'Play it alone' }).click();
  await dealt(page, 11);
  await findings.look(page, 'table');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await findings.look(page, 'what can I do');
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await findings.look(page, 'keys');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(page.locator('.banner')).toBeVisible();
  await findings.look(page, 'hint');
  await page.keyboard.press('t');
  await expect(page.locator('.banner')).toContainText('Why?');
  await findings.look(page, 'refusal');
  const player = new Player(page);
  while (player.turns < 5 && (await player.step()));
  await findings.look(page, 'table with melds');
  await player.deal();
  await findings.look(page, 'deal over');
  await page.getByRole('button', { name: 'Canastas' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await findings.look(page, 'deal over, opened');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  await page.keyboard.press('End');
  await findings.look(page, 'replay');
  await page.getByRole('button', { name: 'Review the decisions' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await findings.look(page, 'analysis');
  findings.none();
});

test('a table with friends', async ({ person }) => {
  const [host, guest, spectator] = [await person(), await person(), await person()];
  const findings = new Findings();
  const link = await makeTable(host, 'Ann', { title: 'Tuesday' });
  await joinTable(guest, link, 'Ben');
  await spectator.goto(`./${link}`);
  await expect(spectator.getByRole('button', { name: 'Go to the table' })).toBeVisible();
  await findings.look(spectator, 'invited');
  await joinTable(spectator, link, 'Eve', true);
  await say(host, 'Good evening');
  await host.getByText('Change the table settings').click();
  await host.getByText('Ready-made phrases').click();
  await findings.look(host, 'waiting room of the host');
  await findings.look(guest, 'waiting room of a guest');
  await findings.look(spectator, 'waiting room of a spectator');
  await fillWithBots(host);
  await begin(host, guest);
  const late = await person();
  await late.goto(`./${link}`);
  await expect(late.getByRole('radio')).toHaveCount(2);
  await findings.look(late, 'invited to a game in play');
  await openPeople(host);
  await findings.look(host, 'people');
  await findings.look(spectator, 'table of a spectator');
  findings.none();
});
