import { createConnection } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Layout } from './layout.ts';
import type { Part } from './part.ts';
import { ask, until } from './waiting.ts';

/** HAProxy, by its runtime commands. */
export interface Proxy {
  /** No new calls for this process; ends when it has none left. */
  drain(part: Part): Promise<void>;
  admit(part: Part): Promise<void>;
  ready(): Promise<unknown>;
}

const backends = ['web-ready', 'web-any', 'web-assets'];

export function proxyOf({ folder, ports }: Layout): Proxy {
  const socket = path.join(folder, 'haproxy/haproxy.sock');
  const say = async (command: string) => {
    const connection = createConnection(socket);
    connection.end(`${command}\n`);
    return text(connection);
  };
  const server = (part: Part) => part.name.replace('web-', '');
  const set = async (part: Part, state: string) => {
    for (const backend of backends) {
      await say(`set server ${backend}/${server(part)} state ${state}`);
    }
  };
  const busy = async (part: Part) => {
    const rows = (await say('show stat')).split('\n').map((row) => row.split(','));
    const now = rows[0]?.indexOf('scur') ?? -1;
    const own = rows.filter(([at = '', name]) => backends.includes(at) && name === server(part));
    return own.reduce((sum, row) => sum + Number(row[now]), 0);
  };
  return {
    async drain(part) {
      await set(part, 'drain');
      await until(`${part.name} has no calls left`, 30, async () =>
        (await busy(part)) === 0 ? true : undefined,
      );
    },
    admit: (part) => set(part, 'ready'),
    ready: () => ask(`http://127.0.0.1:${ports.web}/readyz`),
  };
}
