/* The packages have no types of their own. */
declare module 'subset-font' {
  interface Wishes {
    targetFormat?: 'sfnt' | 'woff2';
    keepFeatures?: string[];
    dropTables?: string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subset(font: Buffer, text: string, wishes?: Wishes): Promise<Buffer>;
}
declare module 'fontverter' {
  export function convert(font: Buffer, to: 'sfnt' | 'woff2'): Promise<Buffer>;
}
