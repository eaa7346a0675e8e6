import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Programs } from './packages.ts';

/** Ports, folders and users. */
export interface Layout {
  readonly folder: string;
  readonly programs: Programs;
  /** The user of PostgreSQL and PgBouncer; undefined unless root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly adminPassword: string;
  readonly portsidePassword: string;
  /** A folder that the user of PostgreSQL may write to. */
  subfolder(name: string): string;
}

const portNames = [
  'etcd',
  'etcdPeer',
  'restOne',
  'restTwo',
  'postgresOne',
  'postgresTwo',
  'primary',
  'standby',
  'pooler',
  'web',
  'webOne',
  'webTwo',
  'workerOne',
  'workerTwo',
] as const;
type PortName = (typeof portNames)[number];

/** Whoever PostgreSQL and PgBouncer run as when this is root, which they refuse. */
export const unprivileged = () => (process.getuid?.() === 0 ? idsOf('postgres') : undefined);

export function makeLayout(programs: Programs, firstPort: number, user: Layout['user']): Layout {
  const folder = mkdtempSync(path.join(tmpdir(), 'portside-cluster-'));
  chmodSync(folder, 0o755);
  const ports = Object.fromEntries(portNames.map((name, i) => [name, firstPort + i]));
  return {
    folder,
    programs,
    user,
    ports: ports as Layout['ports'],
    adminPassword: randomBytes(18).toString('hex'),
    portsidePassword: randomBytes(18).toString('hex'),
    subfolder(name) {
      const made = path.join(folder, name);
      mkdirSync(made, { recursive: true, mode: 0o700 });
      if (user) chownSync(made, user.uid, user.gid);
      return made;
    },
  };
}

function idsOf(name: string): { uid: number; gid: number } {
  const id = (what: string) => Number(execFileSync('id', [what, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
