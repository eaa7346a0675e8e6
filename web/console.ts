import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Manifest } from 'vite';
import { assetsOf } from './src/assets.ts';
import { bareImports, sharedConfig, webFolder } from './vite.ts';

const entry = 'src/entry.console.tsx';

/**
 * The console's files, in a build of their own, so that nothing of it is in what customers load and
 * theirs is the same with and without it (docs/decisions/0880).
 */
export async function buildConsole(out: string): Promise<void> {
  const outDir = path.join(out, 'console');
  await build({
    ...sharedConfig,
    base: '/console/',
    plugins: [...sharedConfig.plugins, bareImports],
    logLevel: 'warn',
    build: {
      outDir,
      manifest: 'manifest.json',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { console: path.join(webFolder, entry) },
        // A library that customers load as well has a file of its own here.
        output: { chunkFileNames: 'assets/console-[name]-[hash].js' },
      },
    },
  });
  const manifest = path.join(outDir, 'manifest.json');
  const { entry: script, css } = assetsOf(
    JSON.parse(await readFile(manifest, 'utf8')) as Manifest,
    entry,
  );
  await rm(manifest);
  const files = { scripts: [`/console${script}`], styles: css.map((file) => `/console${file}`) };
  await writeFile(path.join(out, 'console.json'), JSON.stringify(files));
}
