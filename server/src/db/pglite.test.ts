import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** What V8 says of code it lets go of, while a database is made, used and left. */
async function freed(before: string): Promise<string[]> {
  // Not what Node's own taking away of types had compiled, while our modules were read.
  const script = `${before}
    const { setFlagsFromString } = await import('node:v8');
    setFlagsFromString('--trace-wasm-code-gc');
    const { PGlite } = await import(${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))});
    const database = await PGlite.create();
    await database.query('select count(*) from pg_class');
    await database.close();
    gc();`;
  const flags = ['--expose-gc', '--stress-wasm-code-gc'];
  const args = [...flags, '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args);
  return stdout.split('\n').filter((line) => line.includes('Freeing'));
}

test('the embedded database lets V8 free no WebAssembly code, which may end the process', async () => {
  expect(await freed('')).not.toEqual([]);
  const ours = JSON.stringify(new URL('pglite.ts', import.meta.url).href);
  expect(await freed(`await import(${ours});`)).toEqual([]);
}, 180_000);
