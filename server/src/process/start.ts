import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { nextAtSandboxes, startDelivery } from '../adapters/sandbox-delivery.ts';
import { openApp, type App, type Overrides } from '../app.ts';
import type { Config } from '../settings/config.ts';
import { builtWeb } from '../http/built-web.ts';
import { devWeb } from '../http/dev-web.ts';
import { buildServer } from '../http/server.ts';
import { followTime, moveTime, readyToMove, type TimedWork } from '../jobs/moving-time.ts';
import { testKeyFindings } from '../operator/doctor-settings.ts';
import { openSocket } from '../operator/socket.ts';
import type { TraceSettings } from '../settings/trace-settings.ts';
import { fillPromos } from '../promos/brand-codes.ts';
import { stockEmptyShops } from '../seed/plans.ts';
import { seed } from '../seed/seed.ts';
import { traceBy } from './traces.ts';
import { version } from './version.ts';
import { followBrands, handlers, handedIn, schedules, served } from '../slices.ts';

export interface Running {
  app: App;
  http: FastifyInstance;
  address: string;
  /** What a move of the sandbox's clock does, and tests in place of waiting. */
  work: TimedWork;
  /** Still serves, but is not ready, until balancers notice. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

const FOLLOW_MS = 1000;

export async function start(config: Config, overrides: Overrides = {}): Promise<Running> {
  const app = await openApp(config, handedIn, overrides);
  const tracing = config.traces && (await openTraces(app, config.traces));
  if (tracing) traceBy(tracing);
  for (const { name, meant } of config.misspelled) {
    app.log.warn(`${name} is no setting, and nobody reads it. Is ${meant} meant?`);
  }
  if (config.production) for (const { text } of testKeyFindings(config)) app.log.warn(text);
  await app.jobs.start(handlers);
  await followBrands(app);
  await readyToMove(app);
  if (config.seed === 'demo') await seed(app);
  else await stockEmptyShops(app);
  await fillPromos(app);
  const dev = config.dev ? await devWeb() : undefined;
  const work: TimedWork = {
    handlers,
    schedules,
    tick: () => delivery.tick(),
    ticks: nextAtSandboxes,
    drain: () => app.jobs.drain(),
  };
  const http = await buildServer(app, served, dev ?? builtWeb(), (to) => moveTime(app, to, work));
  await http.listen({ host: config.host, port: config.port });
  const address = addressOf(http, config);
  const delivery = startDelivery(app, address);
  const closeSocket = await openSocket(app);
  // Another process may have moved the clock, or staff have set something there.
  const isAlone = config.database.kind !== 'postgres';
  let isLooking = false;
  const following = setInterval(() => {
    // One look at a time: a database that hangs would gather them.
    if (isAlone || isLooking) return;
    isLooking = true;
    void Promise.all([followTime(app), followBrands(app)])
      .catch((error: unknown) => app.log.warn({ error }, 'what other processes set is not known'))
      .finally(() => (isLooking = false));
  }, FOLLOW_MS);
  if (config.roles.has('worker')) await app.jobs.work(app, handlers, schedules);
  return {
    app,
    http,
    address,
    work,
    async leave() {
      app.leaving.abort();
      await setTimeout(config.drainSeconds * 1000);
    },
    async close() {
      // A move of time stops: else its call keeps the server open.
      app.leaving.abort();
      clearInterval(following);
      await closeSocket();
      await delivery.stop();
      await dev?.close();
      await http.close();
      await app.close();
      if (tracing) traceBy(undefined);
      await tracing?.close();
    },
  };
}

/** Its libraries are loaded by whoever traces. */
async function openTraces({ log, config: { roles } }: App, settings: TraceSettings) {
  const { openTelemetry } = await import('./open-telemetry.ts');
  const about = { 'service.version': version, 'portside.roles': [...roles].join(',') };
  return openTelemetry(settings, about, log);
}

function addressOf(http: FastifyInstance, config: Config): string {
  const bound = http.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  return `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
}
