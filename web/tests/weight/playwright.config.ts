import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** What the table weighs and how fast it is: figures for bench/README.md, not a test.
 * `scripts/web run playwright test -c tests/weight` */
export default defineConfig(usual, {
  testDir: '.',
  outputDir: '../../../build-logs/weight',
  workers: 1,
  reporter: 'line',
});
