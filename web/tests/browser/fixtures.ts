/** The pages of tests/fixtures, served to all tests of a file whose table needs no game. */
import { resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { test } from './house';

/** The address of a fixture with these parameters, which tests/fixtures/main.ts reads. */
export function fixtures(): (wishes: string) => string {
  let server: ViteDevServer;
  const folder = resolve(import.meta.dirname, '../fixtures');
  test.beforeAll(async () => {
    server = await createServer({
      configFile: resolve(folder, 'vite.config.ts'),
      root: folder,
      logLevel: 'error',
      server: { port: 0, host: '127.0.0.1', hmr: false },
    });
    await server.listen();
  });
  test.afterAll(() => server.close());
  return (wishes) => `${server.resolvedUrls!.local[0]!}?${wishes}`;
}
