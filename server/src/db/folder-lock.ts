import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The data folder belongs to another process that is still running. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The folder ${folder} is in use by process ${pid}. Stop it first, or choose another folder with PORTSIDE_DATA.`,
    );
    this.pid = pid;
  }
}

/**
 * Takes the folder for this process: a file with its process id. A file left by a process that is
 * gone is taken over. Returns the release.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (owner && owner !== process.pid && isRunning(owner)) throw new FolderInUse(folder, owner);
      await rm(path, { force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
