import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { sharedConfig, webFolder } from './vite.ts';

/** A script of one file, apart from the site's. @throws Error when it cannot be */
export async function buildOneScript(entry: string): Promise<string> {
  const built = (await build({
    ...sharedConfig,
    plugins: [],
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(webFolder, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  const [{ code }, ...more] = built.output;
  if (more.length > 0) throw new Error(`${entry} is more than one file`);
  return code.trim();
}
