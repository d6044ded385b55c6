// What the pages fetch at run time lies in built/, made before Vite runs, and goes through Vite
// like all else: its name changes with its bytes, so it can be kept for ever and never fits another
// page's script.
//
//   built/canasta.wasm, built/value.net    scripts/web puts them there, from build-wasm/
//   built/packed.net                       written here, from value.net
//   built/words/, built/law/               written here, from data/words and data/law, where a
//                                          language is a file
//   built/examples/                        written here, from data/examples
//   built/practice/, built/problems.jsonl  written here, from data/words and data/problems.jsonl
//   built/fonts/                           written here, from npm packages
//
// scripts/web must count these folders of data/ among what the pages are made of.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { cutFonts, fontLicences } from './vite/fonts.ts';
import { copyEvenings, copyExamples, copyLaw, packNets, splitWords } from './vite/sources.ts';
import { offline } from './vite/offline.ts';

splitWords();
copyLaw();
copyExamples();
copyEvenings();
packNets();
await cutFonts();

/** What a person waits for comes in few files: each answer has a head of some 400 bytes, and large
 * files pack better. Each group takes what its modules import, unless one above it has that. */
const chunks = [
  { name: 'start', test: /\/src\/(main|core\/core)\.ts$|rolldown\/runtime/, priority: 3 },
  { name: 'table', test: /\/src\/(pages\/AtTable\.svelte|table\/open\.ts)$/, priority: 1 },
];

export default defineConfig({
  // The pages work under any path that a proxy gives them.
  base: './',
  plugins: [svelte(), fontLicences(), offline()],
  assetsInclude: ['**/*.words', '**/*.law', '**/*.index', '**/*.net', '**/*.jsonl'],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // data: addresses are not allowed by the server's policy.
    assetsInlineLimit: 0,
    // Of a page that is opened later the scripts wait in the cache; their names would cost a first
    // page a kilobyte.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  worker: { format: 'es' },
  // What stands in tests/browser is for Playwright.
  // No outcome hangs on how fast the machine is.
  test: { include: ['tests/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
  server: {
    proxy: {
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
      '/record': 'http://127.0.0.1:8080',
    },
  },
});
