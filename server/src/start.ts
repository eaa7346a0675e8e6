import type { FastifyInstance } from 'fastify';
import { startDelivery } from './adapters/sandbox-delivery.ts';
import { openApp, type App, type Overrides } from './app.ts';
import type { Config } from './config.ts';
import { devWeb } from './http/dev-web.ts';
import { builtWeb } from './http/pages.ts';
import { buildServer } from './http/server.ts';
import { openDesk } from './operator/desk.ts';
import { seed } from './seed/seed.ts';
import { handlers, schedules, served } from './slices.ts';

/** The product, running. */
export interface Running {
  app: App;
  http: FastifyInstance;
  /** Where it listens, for people: `http://localhost:3000`. */
  address: string;
  close(): Promise<void>;
}

/** Opens the App and plays the roles of the settings: web, api, worker. */
export async function start(config: Config, overrides: Overrides = {}): Promise<Running> {
  const app = await openApp(config, overrides);
  await app.jobs.start(handlers);
  if (config.seed === 'demo') await seed(app);
  const dev = config.dev ? await devWeb() : undefined;
  const http = await buildServer(app, served, dev ?? { load: builtWeb() });
  await http.listen({ host: config.host, port: config.port });
  const address = addressOf(http, config);
  const delivery = startDelivery(app, address);
  const closeDesk = await openDesk(app);
  if (config.roles.has('worker')) await app.jobs.work(app, handlers, schedules);
  return {
    app,
    http,
    address,
    async close() {
      await closeDesk();
      await delivery.stop();
      await dev?.close();
      await http.close();
      await app.close();
    },
  };
}

function addressOf(http: FastifyInstance, config: Config): string {
  const bound = http.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  return `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
}
