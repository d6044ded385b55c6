/* Draws public/icons/icon.svg as the PNGs that some systems want: node scripts/icons.mjs
 * [chromium]. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url));
const svg = readFileSync(folder + 'icon.svg', 'utf8');
const browser = await chromium.launch({
    executablePath: process.argv[2] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
        `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: `${folder}icon-${size}.png` });
}
await browser.close();
