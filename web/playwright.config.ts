import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's Chromium. The headless shell draws and scripts pages alike, without a browser's windows
 * around them: all tests together take two thirds of the processor time. */
const executablePath =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** As root it has no sandbox of its own. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Only what hangs takes as long: no outcome hangs on how fast the machine is. */
const patience = Number(process.env.PATIENCE ?? 120_000);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '../build-logs/browser',
  timeout: 4 * patience,
  expect: { timeout: patience },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: process.env.JUNIT
    ? [['list'], ['junit', { outputFile: process.env.JUNIT }]]
    : [['list']],
  use: {
    actionTimeout: patience,
    navigationTimeout: patience,
    locale: 'en',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
});
