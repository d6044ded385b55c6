/** Inviting, and turns that may take days. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { expect, test } from './house';
import { hand } from './player';
import { begin, fillWithBots, joinTable } from './table';

/** What was given to the device to share. */
declare const shared: ShareData[];

/** The text of a QR code, from its picture alone. */
async function readSquare(page: Page, picture: Buffer): Promise<string> {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return { width, height, data: [...context.getImageData(0, 0, width, height).data] };
  }, picture.toString('base64'));
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

test('an invitation names the game; a turn of days waits, is listed, and told', async ({
  person,
}) => {
  const anna = await person();
  /* This browser shows no notifications. */
  await anna.addInitScript(() => {
    Object.assign(window, {
      Notification: { permission: 'granted', requestPermission: () => Promise.resolve('granted') },
      shared: [],
    });
    navigator.share = (what) => {
      shared.push(what ?? {});
      return Promise.resolve();
    };
  });
  await anna.goto('./#/friends');
  await anna.getByLabel('Your name').fill('Anna');
  await anna.getByText('Table settings').click();
  await anna.getByLabel('Three days').check();
  await expect(anna.getByText(/^Come when you have time. After three days/)).toBeVisible();
  await anna.getByLabel('At once').check();
  await anna.getByLabel('A name for the table (optional)').fill('By post');
  await anna.getByRole('button', { name: 'Open the table' }).click();
  await expect(anna.getByRole('button', { name: 'I am ready' })).toBeVisible();
  const link = new URL(anna.url()).pathname.slice(1);

  // The link as a square that is large enough, and that a camera reads in every theme.
  const square = anna.getByRole('img', { name: 'QR code of the link' });
  await expect(square).toBeVisible();
  expect((await square.boundingBox())?.width).toBeGreaterThan(140);
  for (const theme of ['light', 'dark', 'contrast']) {
    await anna.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    expect(await readSquare(anna, await square.screenshot())).toBe(anna.url());
  }
  await expect(anna.getByText(/Anna invites you to a game of Canasta/)).toBeVisible();
  await anna.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await anna.getByRole('button', { name: 'Copy' }).click();
  expect(await anna.evaluate(() => navigator.clipboard.readText())).toBe(anna.url());
  await anna.getByRole('button', { name: 'Send' }).click();
  const invites = 'Anna invites you to a game of Canasta';
  expect(await anna.evaluate(() => shared)).toEqual([{ title: invites, url: anna.url() }]);

  const bruno = await person();
  await bruno.goto(`./${link}`);
  await expect(bruno.getByText(/^By post · Laws of 1950 · 4 players/)).toBeVisible();
  await expect(bruno.getByText(/^Come when you have time. After three days/)).toBeVisible();
  await joinTable(bruno, link, 'Bruno');
  const carla = await person();
  await carla.goto(`./${link}`);
  await expect(carla.getByText('Already there: Bruno.')).toBeVisible();

  await fillWithBots(anna);
  await begin(anna, bruno);
  await expect(anna.locator('.bar .clock')).toHaveCount(0); // not in seconds
  await bruno.goto('./#/turns');
  await anna.goto('./');
  await anna.getByRole('link', { name: 'Whose turn is it?' }).click();
  const own = anna.getByRole('link', { name: /^(▸ )?Your turn, 2 days left/ });
  await expect(own).toContainText('By post');
  const saving = anna.waitForEvent('download');
  await anna.getByRole('button', { name: 'Calendar file' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain('BEGIN:VEVENT');
  expect(file).toContain(`UID:${link}-`);
  await anna.getByLabel('Tell me when it is my turn').check();
  await expect(anna.getByLabel('Tell me when it is my turn')).toBeChecked();
  await expect(bruno.getByRole('link', { name: /^Somebody else is in turn/ })).toBeVisible();

  await bruno.getByLabel('Tell me when it is my turn').click();
  await expect(bruno.getByText('This browser does not allow notifications here.')).toBeVisible();

  // Nobody had to stay: one comes back, and the hand is there.
  await own.click();
  await expect(hand(anna)).not.toHaveCount(0);
});

test('house rules and the referee stand on the invitation', async ({ person }) => {
  const anna = await person();
  await anna.goto('./');
  const link = await anna.evaluate(async () => {
    const socket = new WebSocket(new URL('ws', document.baseURI.replace(/^http/, 'ws')));
    await new Promise((resolve) => (socket.onopen = resolve));
    const made = new Promise<string>((resolve) => {
      socket.onmessage = ({ data }) => resolve(String(data));
    });
    const house = 'target = 3000\nreferee = called\n';
    socket.send(JSON.stringify({ t: 'make', v: 2, id: 1, name: 'Ida', house }));
    return (JSON.parse((await made).split('\n')[0] ?? '') as { table: string }).table;
  });
  await anna.goto(`./${link}`);
  await expect(anna.getByText('With a referee who is called')).toBeVisible();
  const list = anna.getByRole('group').filter({ hasText: 'House rules' });
  await expect(list.getByRole('listitem')).toContainText('3000');
});
