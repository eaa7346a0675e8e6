import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { No } from './no.ts';
import { metricsText, type Gauges } from './metrics.ts';
import { sameSecret } from './tenant.ts';

/**
 * `/healthz`: the process is up. `/readyz`: database, migrations and jobs work. They and `/metrics`
 * have their own connections.
 */
export function health(app: App, gauges: Gauges): FastifyPluginAsync {
  return async (http) => {
    const db = app.db.poolFor('watch');
    http.addHook('onClose', () => db.close());
    http.get('/healthz', async () => ({ status: 'up' }));
    http.get('/readyz', async (request, reply) => {
      if (app.leaving.signal.aborted) return reply.status(503).send({ status: 'leaving' });
      const room = app.db.disk?.room();
      if (room?.isShort) {
        const { folder, freeMegabytes } = room;
        const disk = `${folder} has ${freeMegabytes} MB left`;
        return reply.status(503).send({ status: 'not ready', disk });
      }
      try {
        const pending = await pendingMigrations(db);
        const stuckFor = await app.jobs.stuckFor(db.query);
        const late = stuckFor > 0 && { jobs: 'nobody works them off', stuckSeconds: stuckFor };
        // Without workers the shop still sells.
        const isFine = pending.length === 0 && !(late && app.config.roles.has('worker'));
        const status = isFine ? 'ready' : 'not ready';
        return await reply.status(isFine ? 200 : 503).send({
          status,
          ...(pending.length > 0 && { pending }),
          ...late,
        });
      } catch (error) {
        request.log.error({ error, requestId: request.id }, 'not ready');
        return reply.status(503).send({ status: 'not ready' });
      }
    });
    http.get('/metrics', async (request, reply) => {
      const { metricsToken, production } = app.config;
      const opens = metricsToken
        ? sameSecret(request.headers.authorization, `Bearer ${metricsToken}`)
        : !production;
      if (!opens) throw new No('not_found');
      const text = await metricsText(app, db.query, gauges);
      return reply.type('text/plain; version=0.0.4').send(text);
    });
  };
}
