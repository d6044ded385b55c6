// What the pages weigh, and how soon the first cards are there on a processor four times slower:
//   scripts/web && cmake --build --preset release --target canasta
//   scripts/web run node ../bench/pages.mjs
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test');
const data = mkdtempSync(join(tmpdir(), 'canasta-'));
const server = spawn(join(root, 'build/canasta'), [
    'serve',
    '--listen',
    '127.0.0.1:0',
    '--data',
    data,
    '--web',
    join(root, 'build/web'),
]);
const url = await new Promise((done) => {
    let told = '';
    server.stdout.on('data', (text) => {
        told += text;
        const found = /(http:\/\/[^ ]*:\d+\/)/.exec(told);
        if (found) done(found[1]);
    });
});
const options = {
    executablePath:
        process.env.CHROMIUM ??
        ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu'],
};
const browser = await chromium.launch(options);

/** What the first page asks for, packed; without the art of the cards. */
async function firstLoad() {
    const page = await browser.newPage();
    const sizes = [];
    page.on('response', async (answer) => {
        if (!/\.(js|css|words)$|\/$/.test(new URL(answer.url()).pathname)) return;
        const body = await answer.body().catch(() => null);
        if (body) sizes.push(gzipSync(body, { level: 9 }).length);
    });
    await page.goto(url);
    await page.getByRole('button', { name: 'Play now' }).waitFor();
    const sum = sizes.reduce((all, size) => all + size, 0);
    await page.close();
    return sum;
}

async function firstCards(slower) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(() => {
        addEventListener(
            'click',
            () => {
                const from = performance.now();
                const look = () => {
                    if (document.querySelector('[role=option]'))
                        window.took = performance.now() - from;
                    else requestAnimationFrame(look);
                };
                look();
            },
            { capture: true, once: true },
        );
    });
    await page.goto(url);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForFunction(() => window.took !== undefined);
    const took = await page.evaluate(() => window.took);
    await context.close();
    return Math.round(took);
}

const files = readdirSync(join(root, 'build/web/assets'));
const wasm = readFileSync(
    join(
        root,
        'build/web/assets',
        files.find((name) => name.endsWith('.wasm')),
    ),
);
const result = {
    first_load_gz_bytes: await firstLoad(),
    wasm_gz_bytes: gzipSync(wasm, { level: 9 }).length,
    wasm_br_bytes: brotliCompressSync(wasm).length,
    first_cards_ms: [await firstCards(1), await firstCards(1), await firstCards(1)],
    first_cards_4x_slower_ms: await firstCards(4),
};
console.table(Object.entries(result).map(([what, is]) => ({ what, is: String(is) })));
console.log(JSON.stringify(result));
await browser.close();
server.kill();
rmSync(data, { recursive: true, force: true });
