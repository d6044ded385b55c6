import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  // The pages work under any path that a proxy gives them.
  base: './',
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // data: addresses are not allowed by the server's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true }, '/record': 'http://127.0.0.1:8080' },
  },
});
