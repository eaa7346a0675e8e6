import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseParts } from './database-parts.ts';
import { fill } from './fill.ts';
import type { Layout } from './layout.ts';
import type { Part } from './part.ts';
import { ask, until } from './waiting.ts';

/** The two PostgreSQL servers, and which one is the primary. */
export interface PostgresPair {
  /** Up, one of them primary, the other one its synchronous standby. */
  ready(): Promise<void>;
  /** The part that is the primary now, and the other one. */
  roles(): Promise<{ primary: Part; standby: Part }>;
  /** Waits until this part is the primary. */
  isPrimary(part: Part): Promise<unknown>;
  /** Kills the PostgreSQL server of a part, all its processes; Patroni lives. */
  killServer(part: Part): void;
  /** Kills Patroni and server: the machine is gone until the part is started again. */
  killMachine(part: Part): Promise<void>;
  /** Freezes or resumes all processes of a part. */
  signalMachine(part: Part, signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Stops Patroni and its server, whatever state they are in. */
  stop(part: Part): Promise<void>;
  /** Runs one statement on the primary as its superuser. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export function postgresPair(layout: Layout, { patroni }: DatabaseParts): PostgresPair {
  const { ports } = layout;
  const [one, two] = patroni;

  async function members(): Promise<readonly Member[]> {
    const looks = [ports.restOne, ports.restTwo].map((port) =>
      ask(`http://127.0.0.1:${port}/cluster`),
    );
    return ((await Promise.any(looks)) as { members: Member[] }).members;
  }

  async function roles() {
    return until('a primary', 60, async () => {
      const leader = (await members()).find(({ role }) => role === 'leader')?.name;
      if (!leader) return undefined;
      return leader === 'one' ? { primary: one, standby: two } : { primary: two, standby: one };
    });
  }

  /** The processes of its PostgreSQL server, if it has one that is ours. */
  function serverOf(part: Part): number[] {
    const data = path.join(layout.folder, part.name, 'data');
    const pid = Number(read(path.join(data, 'postmaster.pid')).split('\n', 1)[0]);
    return read(`/proc/${pid}/cmdline`).includes(data) ? familyOf(pid) : [];
  }
  function killServer(part: Part) {
    for (const pid of serverOf(part)) signalTo(pid, 'SIGKILL');
  }

  return {
    async ready() {
      await until('a primary with its synchronous standby', 90, async () => {
        const all = await members();
        const isUp = all.some(({ role }) => role === 'leader');
        return (isUp && all.some(({ role }) => role === 'sync_standby')) || undefined;
      });
    },
    roles,
    isPrimary: (part) =>
      until(`${part.name} is the primary`, 60, async () =>
        (await roles()).primary === part ? true : undefined,
      ),
    killServer,
    async killMachine(part) {
      const gone = part.kill();
      killServer(part);
      await gone;
    },
    signalMachine(part, signal) {
      const patroniOf = part.pid === undefined ? [] : familyOf(part.pid);
      for (const pid of [...patroniOf, ...serverOf(part)]) signalTo(pid, signal);
    },
    async stop(part) {
      this.signalMachine(part, 'SIGCONT');
      await part.stop();
      killServer(part);
    },
    async query<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      const client = await connect(layout, 'portside');
      try {
        return (await client.query<Row>(statement, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** A connection to the primary as its superuser, past the pooler. */
async function connect(layout: Layout, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: layout.ports.primary,
    user: 'postgres',
    password: layout.adminPassword,
    database,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes the role and the database of Portside. */
export async function makeRoles(layout: Layout): Promise<void> {
  const client = await until('the primary behind the proxy', 30, () => connect(layout, 'postgres'));
  const text = fill('roles.sql', { portsidePassword: layout.portsidePassword });
  for (const statement of text.split(/;\n/)) await client.query(statement);
  await client.end();
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [parent, ...all.map(Number).filter((pid) => parentOf(pid) === parent)];
}

function parentOf(pid: number): number {
  const text = read(`/proc/${pid}/stat`);
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** A file that may not be there any more. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
