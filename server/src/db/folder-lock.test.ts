import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portside-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Takes the folder in a process of its own, which says how that went and then stays. */
const program = `
  const { lockFolder } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'folder-lock.ts')).href)});
  const said = await lockFolder(process.argv[1]).then(() => 'held', (error) => error.constructor.name);
  process.stdout.write(said);
  setInterval(() => {}, 1000);
`;

async function otherProcess(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(end);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid, said: said.toString(), end };
}

test('a folder that another process holds is refused with its process id', async () => {
  const folder = await freshFolder();
  const { pid, said } = await otherProcess(folder);
  expect(said).toBe('held');
  const refused = await lockFolder(folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FolderInUse);
  expect(refused).toMatchObject({ pid, message: expect.stringContaining(`process ${pid}`) });
});

test('the folder of a process that was killed is free at once', async () => {
  const folder = await freshFolder();
  const { end } = await otherProcess(folder);
  await end();
  const release = await lockFolder(folder);
  await release();
});

test('a process id that was left behind holds nothing, though such a process runs', async () => {
  const folder = await freshFolder();
  for (const file of ['lock', 'lock.pid']) {
    await writeFile(join(folder, file), '1');
    const release = await lockFolder(folder);
    await release();
  }
});

test('of several processes that start at once one gets the folder', async () => {
  const folder = await freshFolder();
  const all = await Promise.all(Array.from({ length: 4 }, () => otherProcess(folder)));
  expect(all.map(({ said }) => said).toSorted()).toEqual([
    'FolderInUse',
    'FolderInUse',
    'FolderInUse',
    'held',
  ]);
});

test('one process cannot open its folder twice, and again once it was closed', async () => {
  const folder = await freshFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({ pid: process.pid });
  // The refused try gave nothing away.
  expect((await otherProcess(folder)).said).toBe('FolderInUse');
  await release();
  await (
    await lockFolder(folder)
  )();
});
