import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import type { Manifest } from 'vite';
import { assetsOf, type BuiltAssets } from './src/assets.ts';
import { buildChatFrame } from './chat-frame.ts';
import { buildConsole } from './console.ts';
import { buildOneScript } from './one-script.ts';
import {
  bareImports,
  sharedConfig,
  webFolder,
  withoutAdvice,
  withoutFrameworkMode,
} from './vite.ts';

const out = path.join(webFolder, 'dist');

/** Builds the browser's files, then the page renderer that knows their names. */
export async function buildWeb() {
  process.env.NODE_ENV = 'production';
  await rm(out, { recursive: true, force: true });
  await build({
    ...sharedConfig,
    plugins: [...sharedConfig.plugins, bareImports, withoutAdvice(), withoutFrameworkMode()],
    logLevel: 'warn',
    build: {
      outDir: path.join(out, 'client'),
      manifest: 'manifest.json',
      cssCodeSplit: false,
      // The server names what a page needs early; links hurry theirs (entry.client.tsx). The helper
      // that would do it again weighs more than it saves.
      modulePreload: false,
      // A data: address would need a hole in the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { client: path.join(webFolder, 'src/entry.client.tsx') },
        output: {
          // What every page loads is one file, and so are the plans, and what sends a form with its
          // rules: compressed better than twenty.
          codeSplitting: {
            groups: [
              { name: 'site', tags: ['$initial'], priority: 1 },
              { name: 'plans', test: /web[\\/]src[\\/](plans[\\/]plan-|ui[\\/](badge|price))/ },
              { name: 'forms', test: /web[\\/]src[\\/]api[\\/](check-input|send|use-late-)/ },
            ],
          },
        },
      },
    },
  });
  const manifestFile = path.join(out, 'client/manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const assets = assetsOf(manifest);
  const sheets = assets.css.map((file) => readFile(path.join(out, 'client', file), 'utf8'));
  const built: BuiltAssets = { ...assets, styles: (await Promise.all(sheets)).join('').trim() };
  await build({
    ...sharedConfig,
    logLevel: 'warn',
    define: { __PORTSIDE_ASSETS__: JSON.stringify(built) },
    build: {
      ssr: true,
      outDir: path.join(out, 'server'),
      rolldownOptions: {
        input: path.join(webFolder, 'src/entry.server.tsx'),
        output: { entryFileNames: 'entry.server.js' },
      },
    },
  });
  await writeFile(path.join(out, 'chat-frame.js'), await buildChatFrame());
  await writeFile(path.join(out, 'worker.js'), await buildOneScript('src/entry.worker.ts'));
  await writeFile(path.join(out, 'offline.js'), await buildOneScript('src/entry.offline.ts'));
  await buildConsole(out);
  await compressFolder(path.join(out, 'client/assets'));
  await compressFolder(path.join(out, 'console/assets'));
}

/** A .br and a .gz beside every text file, made once here instead of at each request. */
async function compressFolder(folder: string) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const file = path.join(folder, name);
    const content = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${file}.br`, await brotli(content, { params }));
    await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
  }
}

if (import.meta.main) await buildWeb();
