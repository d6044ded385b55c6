import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** `scripts/web run playwright test -c tests/picture picture` redraws docs/table.png, and `states`
 * draws every state of the table into build-logs/states. */
export default defineConfig(usual, { testDir: '.', outputDir: '../../../build-logs/picture' });
