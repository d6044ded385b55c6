/** The service worker: it has the names of all files of a build. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Large files that are rarely needed are fetched last, and may fail. */
const later = /\.(net|law|index|jsonl)$|latin-(ext|rest).*\.woff2$|-licence\.txt$/;
const source = fileURLToPath(new URL('./sw.js', import.meta.url));
/** Their names do not change with their content, and Vite copies them without bundling. */
const publicFiles = [
  'manifest.webmanifest',
  'icons/icon.svg',
  'icons/icon-192.png',
  'icons/icon-512.png',
];

export function offline(): Plugin {
  let folder = '';
  return {
    name: 'canasta-offline',
    apply: 'build',
    configResolved({ publicDir }) {
      folder = publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256');
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)))
          hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
        for (const name of publicFiles) hash.update(name).update(readFileSync(join(folder, name)));
        const names = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
        if (!names.includes('index.html')) names.push('index.html');
        const script = readFileSync(source, 'utf8')
          .replace("'BUILD'", JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace(
            "['NOW']",
            JSON.stringify([...names.filter((name) => !later.test(name)), ...publicFiles]),
          )
          .replace("['LATER']", JSON.stringify(names.filter((name) => later.test(name))));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: script });
      },
    },
  };
}
