/** The pages of tests/fixtures, built and served once for all tests of a worker whose table needs
 * no game. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { Server, test as base } from './house';

export { expect } from './house';

interface Fixtures {
  /** The address of a fixture with these parameters, which tests/fixtures/main.ts reads. */
  at: (wishes: string) => string;
}

export const test = base.extend<object, Fixtures>({
  at: [
    async ({}, use) => {
      const root = resolve(import.meta.dirname, '../fixtures');
      const outDir = await mkdtemp(join(tmpdir(), 'canasta-fixtures-'));
      await build({
        configFile: resolve(root, 'vite.config.ts'),
        root,
        logLevel: 'error',
        build: { outDir, emptyOutDir: true },
      });
      const server = await Server.start(outDir);
      await use((wishes) => `${server.url}?${wishes}`);
      await server.stop();
      await rm(outDir, { recursive: true });
    },
    { scope: 'worker' },
  ],
});
