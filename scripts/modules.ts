import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Of `npm run check`: what the packages name is installed, in that version. */
const root = path.resolve(import.meta.dirname, '..');

interface Package {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = async (folder: string) =>
  JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')) as Package;

async function installed(workspace: string, name: string): Promise<string | undefined> {
  for (const folder of [`${workspace}/node_modules/${name}`, `node_modules/${name}`]) {
    const found = await read(folder).catch(() => undefined);
    if (found) return found.version;
  }
  return undefined;
}

for (const workspace of ['.', 'contract', 'server', 'web']) {
  const { dependencies, devDependencies } = await read(workspace);
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
    const found = await installed(workspace, name);
    if (found === wanted) continue;
    console.log(`${name} ${wanted} is wanted, and ${found ?? 'none'} is there`);
    process.exitCode = 1;
  }
}
