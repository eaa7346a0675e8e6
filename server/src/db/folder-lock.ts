import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class FolderInUse extends Error {
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`;
    super(
      `The folder ${folder} is in use by ${holder}. Stop it first, or choose another folder with PORTSIDE_DATA.`,
    );
    this.pid = pid;
  }
}

/** SQLite's code for a locked file. */
const SQLITE_BUSY = 5;

/**
 * An operating system's lock through SQLite, released when the process ends. The process id is for
 * the message only. Returns the release.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const holder = join(folder, 'lock.pid');
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new FolderInUse(folder, await pidIn(holder));
  }
  await writeFile(holder, String(process.pid));
  return async () => {
    await rm(holder, { force: true });
    lock.close();
  };
}

async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
