import path from 'node:path';
import type { Layout } from './layout.ts';
import { openPart, type Part, type Program } from './part.ts';
import { ask, until } from './waiting.ts';

/** The processes of Portside: two that answer, two that work. */
export interface ProductParts {
  readonly webs: readonly [Part, Part];
  readonly workers: readonly [Part, Part];
  /** Starts a part on this version, and waits until it says that it is ready. */
  start(part: Part, version: Version): Promise<void>;
  ready(part: Part): Promise<void>;
}

/** A tree of the product, built. */
export interface Version {
  readonly name: string;
  readonly tree: string;
  /** Whether it may be behind a pooler; older versions may not. */
  readonly isPooled: boolean;
}

/** Long enough for the proxy to notice: it looks twice a second. */
const DRAIN_SECONDS = 2;

function portOf({ ports }: Layout, name: string): number {
  const port = {
    'web-one': ports.webOne,
    'web-two': ports.webTwo,
    'worker-one': ports.workerOne,
    'worker-two': ports.workerTwo,
  }[name];
  if (port === undefined) throw new Error(`There is no process ${name}`);
  return port;
}

/** The settings of one process of Portside. */
export function settingsOf(
  layout: Layout,
  name: string,
  isPooled: boolean,
): Record<string, string> {
  const { folder, ports, portsidePassword } = layout;
  const at = (port: number, name = 'portside') =>
    `postgres://portside:${portsidePassword}@127.0.0.1:${port}/${name}`;
  return {
    HOST: '127.0.0.1',
    PORT: String(portOf(layout, name)),
    PORTSIDE_ENV: 'trial',
    PORTSIDE_SEED: 'demo',
    PORTSIDE_LOG: 'warn',
    PORTSIDE_ROLES: name.startsWith('web') ? 'web,api' : 'worker',
    PORTSIDE_ORIGIN: `http://127.0.0.1:${ports.web}`,
    // The driver writes a visitor's address as the network in front would, HAProxy adds its own.
    PORTSIDE_TRUST_PROXY: '2',
    PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
    PORTSIDE_DATA: path.join(folder, name),
    PORTSIDE_DRAIN_SECONDS: String(DRAIN_SECONDS),
    DATABASE_URL: at(isPooled ? ports.pooler : ports.primary),
    ...(isPooled && {
      DATABASE_DIRECT_URL: at(ports.primary),
      DATABASE_REPLICA_URL: at(ports.pooler, 'portside_standby'),
    }),
  };
}

export function productParts(layout: Layout, first: Version): ProductParts {
  const program = (part: { name: string }, { tree, isPooled }: Version): Program => ({
    name: part.name,
    command: [process.execPath, path.join(tree, 'server/src/main.ts')],
    cwd: tree,
    log: path.join(layout.folder, `${part.name}.log`),
    env: { NODE_ENV: 'production', ...settingsOf(layout, part.name, isPooled) },
  });
  const make = (name: string) => openPart(program({ name }, first));
  const ready = async (part: Part) => {
    const address = `http://127.0.0.1:${portOf(layout, part.name)}`;
    await until(`${part.name} is ready`, 60, () => ask(`${address}/readyz`));
  };
  return {
    webs: [make('web-one'), make('web-two')],
    workers: [make('worker-one'), make('worker-two')],
    async start(part, version) {
      part.start(program(part, version));
      await ready(part);
    },
    ready,
  };
}
