import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { assetsOf, entryModule } from '../web/src/assets.ts';

const client = path.resolve(import.meta.dirname, '../web/dist/client');

export interface PageWeight {
  /** Gzip bytes of all JavaScript loaded before any interaction. */
  readonly scripts: number;
  /** The same as a browser of today is sent it: brotli. */
  readonly sent: number;
  readonly styles: number;
  readonly files: readonly { file: string; bytes: number }[];
}

export function pageWeight(module: string): PageWeight {
  const manifest = path.join(client, 'manifest.json');
  if (!existsSync(manifest))
    throw new Error('There is no build to weigh: run `npm run build` first.');
  const { css, preload } = assetsOf(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest);
  const scripts = new Set([...(preload[entryModule] ?? []), ...(preload[module] ?? [])]);
  const files = [...scripts].map((file) => ({ file, bytes: zipped(file) }));
  return {
    scripts: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sent: [...scripts].reduce((sum, file) => sum + sentAs(file), 0),
    styles: css.reduce((sum, file) => sum + zipped(file), 0),
    files: files.toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** At most 115 kB of JavaScript. */
export const homePageWeight = () => pageWeight('src/home/home-page.tsx');

// Brotli's default is its best quality, with which the build compresses.
const sentAs = (file: string) => brotliCompressSync(readFileSync(path.join(client, file))).length;

const zipped = (file: string) =>
  gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length;
