/** The two typefaces of the pages, cut down to the letters that pages use. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';
import { convert } from 'fontverter';
import type { Plugin } from 'vite';

const packages = fileURLToPath(new URL('../node_modules/@fontsource-variable/', import.meta.url));
const built = fileURLToPath(new URL('../built/fonts/', import.meta.url));

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
/** English, and the signs of the table. */
const plain =
  [...between(0x20, 0x7e)].filter((one) => !'#$<>@[\\]^_`{|}~'.includes(one)).join('') +
  '\u00a0±·×–—‘’“”…‹›−→←';
/** What the other languages write besides: German, and French and Spanish. */
const german = 'ÄÖÜßäöü„';
const accented = '¡«»¿ÀÁÂÇÈÉÊËÍÎÏÑÓÔÙÚÛàáâçèéêëíîïñóôùúûŒœ';
const others = [...between(0x20, 0x7e), ...between(0xa1, 0xff), ...'Ÿ‚•‹›€™'];
/** Names of players from elsewhere. */
const extended = between(0x100, 0x151) + between(0x154, 0x17f) + 'ȘșȚțẞ';
/** Kerning and figures of one width: the pages use nothing else. */
const keepFeatures = ['kern', 'tnum'];
/** What menus of typefaces, underlines that grow with the weight and other scripts need; and, with
 * GDEF, kerning that differs by weight. */
const dropTables = ['STAT', 'MVAR', 'BASE', 'GDEF'];

interface Typeface {
  name: string;
  /** The package that has it. */
  from: string;
  axes: Record<string, number | { min: number; max: number }>;
  /** Its name is reserved for the unchanged typeface. */
  renamed?: { from: string[]; to: string };
}
const typefaces: Typeface[] = [
  { name: 'besley', from: 'besley', axes: { wght: 600 } },
  {
    name: 'gothic',
    from: 'source-sans-3',
    axes: { wght: { min: 400, max: 700 } },
    renamed: { from: ['Source Sans 3', 'SourceSans3'], to: 'Gothic' },
  },
];
/** The ranges of app.css. A language gets what it writes, and not more. */
export const parts = {
  latin: plain,
  'latin-german': german,
  'latin-accented': accented,
  'latin-rest': others.filter((one) => !(plain + german + accented).includes(one)).join(''),
  'latin-ext': extended,
};
const licence = ({ from }: Typeface): string => `${packages}${from}/LICENSE`;

/** Offset of a table of an OpenType file; 0: it has none. */
function tableAt(font: Buffer, tag: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  return 0;
}

interface Name {
  id: number;
  /** Where its record and its text are. */
  record: number;
  at: number;
  text: string;
}
function namesOf(font: Buffer): Name[] {
  const table = tableAt(font, 'name');
  const strings = table + font.readUInt16BE(table + 4);
  return Array.from({ length: font.readUInt16BE(table + 2) }, (_, i) => {
    const record = table + 6 + 12 * i;
    const at = strings + font.readUInt16BE(record + 10);
    const bytes = Buffer.from(font.subarray(at, at + font.readUInt16BE(record + 8)));
    return {
      id: font.readUInt16BE(record + 6),
      record,
      at,
      text: bytes.swap16().toString('utf16le'),
    };
  });
}
/** In each language that it names itself in. */
export function familyOf(font: Buffer): string[] {
  return namesOf(font).flatMap(({ id, text }) => (id === 1 ? [text] : []));
}
/** Family, unique, full and PostScript names. A shorter name takes the place of a longer one, so
 * nothing else moves. */
const names = [1, 3, 4, 6, 16, 25];
function rename(font: Buffer, { from, to }: { from: string[]; to: string }): Buffer {
  for (const { id, record, at, text: old } of namesOf(font)) {
    const text = from.reduce((said, one) => said.replaceAll(one, to), old);
    if (!names.includes(id) || text === old) continue;
    const bytes = Buffer.from(text, 'utf16le').swap16();
    font.fill(0, at, at + 2 * old.length);
    bytes.copy(font, at);
    font.writeUInt16BE(bytes.length, record + 8);
  }
  return font;
}

async function cut(one: Typeface, part: keyof typeof parts): Promise<Buffer> {
  const from = part === 'latin-ext' ? part : 'latin';
  const file = `${packages}${one.from}/files/${one.from}-${from}-wght-normal.woff2`;
  const wishes = {
    targetFormat: 'sfnt' as const,
    variationAxes: one.axes,
    keepFeatures,
    dropTables,
  };
  const font = await subset(readFileSync(file), parts[part], wishes);
  return convert(one.renamed ? rename(font, one.renamed) : font, 'woff2');
}

/** Writes them to built/fonts/, unless they are there: their packages have fixed versions. */
export async function cutFonts(): Promise<void> {
  mkdirSync(built, { recursive: true });
  const versions = typefaces.map(({ from }) => readFileSync(`${packages}${from}/package.json`));
  const made = [...versions, readFileSync(fileURLToPath(import.meta.url))].join('\n');
  const stamp = `${built}made`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  for (const one of typefaces)
    for (const part of Object.keys(parts) as (keyof typeof parts)[])
      writeFileSync(`${built}${one.name}-${part}.woff2`, await cut(one, part));
  writeFileSync(stamp, made);
}

/** The licence of a typeface goes wherever the typeface goes. */
export function fontLicences(): Plugin {
  return {
    name: 'canasta-font-licences',
    apply: 'build',
    generateBundle() {
      for (const one of typefaces)
        this.emitFile({
          type: 'asset',
          fileName: `assets/${one.name}-licence.txt`,
          source: readFileSync(licence(one)),
        });
    },
  };
}
