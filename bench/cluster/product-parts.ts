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
  /** It may stand behind a pooler; the version before knew none. */
  readonly isPooled: boolean;
}

/** Long enough for the proxy to notice: it looks twice a second. */
const DRAIN_SECONDS = 2;

export function productParts(layout: Layout, first: Version): ProductParts {
  const { ports } = layout;
  const portOf = new Map<string, number>();
  const at = (port: number) =>
    `postgres://portside:${layout.portsidePassword}@127.0.0.1:${port}/portside`;
  const program = (part: { name: string }, { tree, isPooled }: Version): Program => ({
    name: part.name,
    command: [process.execPath, path.join(tree, 'server/src/main.ts')],
    cwd: tree,
    log: path.join(layout.folder, `${part.name}.log`),
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(portOf.get(part.name)),
      PORTSIDE_ENV: 'trial',
      PORTSIDE_SEED: 'demo',
      PORTSIDE_LOG: 'warn',
      PORTSIDE_ROLES: part.name.startsWith('web') ? 'web,api' : 'worker',
      PORTSIDE_ORIGIN: `http://127.0.0.1:${ports.web}`,
      // The driver writes a visitor's address as the network in front would, HAProxy adds its own.
      PORTSIDE_TRUST_PROXY: '2',
      PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
      PORTSIDE_DATA: path.join(layout.folder, part.name),
      PORTSIDE_DRAIN_SECONDS: String(DRAIN_SECONDS),
      DATABASE_URL: at(isPooled ? ports.pooler : ports.primary),
      ...(isPooled && { DATABASE_DIRECT_URL: at(ports.primary) }),
    },
  });
  const make = (name: string, port: number) => {
    portOf.set(name, port);
    return openPart(program({ name }, first));
  };
  const ready = async (part: Part) => {
    const address = `http://127.0.0.1:${portOf.get(part.name)}`;
    await until(`${part.name} is ready`, 60, () => ask(`${address}/readyz`));
  };
  return {
    webs: [make('web-one', ports.webOne), make('web-two', ports.webTwo)],
    workers: [make('worker-one', ports.workerOne), make('worker-two', ports.workerTwo)],
    async start(part, version) {
      part.start(program(part, version));
      await ready(part);
    },
    ready,
  };
}
