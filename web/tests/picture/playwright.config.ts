import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** `scripts/web run playwright test -c tests/picture` redraws docs/table.png. */
export default defineConfig(usual, { testDir: '.', outputDir: '../../../build-logs/picture' });
