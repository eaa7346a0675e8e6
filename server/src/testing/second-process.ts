import { buildServer } from '../http/server.ts';
import { served } from '../slices.ts';
import { start } from '../process/start.ts';
import type { TestApp } from './test-app.ts';

/** Where the second one listens, and its end. */
export interface SecondProcess {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Another API next to a running one, on the same database. On a PostgreSQL server it shares nothing
 * else, as a second process does; PGlite can be opened once only, so there it is a second HTTP
 * server, with everything that one holds in memory of its own.
 */
export async function openSecondProcess(app: TestApp): Promise<SecondProcess> {
  const { config, log } = app.app;
  if (config.database.kind === 'postgres') {
    const roles = new Set(['api'] as const);
    // The same outside services, whatever a test has put around them.
    const adapters = (_opened: unknown, tenantId: number) => app.app.adapters.of(tenantId);
    const { clock } = app;
    const { signInCost } = app.app;
    return start({ ...config, roles, seed: 'none' }, { clock, log, adapters, signInCost });
  }
  const noPages = () => Promise.reject(new Error('There are no pages here'));
  const http = await buildServer(app.app, served, { load: noPages });
  return {
    address: await http.listen({ host: config.host, port: 0 }),
    close: () => http.close(),
  };
}
