import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { No } from './no.ts';
import { metricsText } from './metrics.ts';
import { sameSecret } from './tenant.ts';

/** `/healthz`: the process is up. `/readyz`: database, migrations and jobs can be used. */
export function health(app: App): FastifyPluginAsync {
  return async (http) => {
    http.get('/healthz', async () => ({ status: 'up' }));
    http.get('/readyz', async (request, reply) => {
      try {
        const pending = await pendingMigrations(app.db);
        await app.jobs.counts();
        if (pending.length === 0) return { status: 'ready' };
        return await reply.status(503).send({ status: 'not ready', pending });
      } catch (error) {
        request.log.error({ error }, 'not ready');
        return reply.status(503).send({ status: 'not ready' });
      }
    });
    http.get('/metrics', async (request, reply) => {
      const { metricsToken, production } = app.config;
      const opens = metricsToken
        ? sameSecret(request.headers.authorization, `Bearer ${metricsToken}`)
        : !production;
      if (!opens) throw new No('not_found');
      return reply.type('text/plain; version=0.0.4').send(await metricsText(app));
    });
  };
}
