import { eventsPath } from '@portside/contract/events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openedTracing, type BegunStep } from '../process/traces.ts';

/** Balancers and Prometheus ask all the time; a stream of events lasts as long as its page. */
const unwatched: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', eventsPath]);

/**
 * A trace for each call, by its route pattern. It begins here: what a visitor writes into
 * `traceparent` is not believed. Hooks are there only where somebody traces.
 */
export function traceCalls(http: FastifyInstance): void {
  const tracing = openedTracing();
  if (!tracing) return;
  const calls = new WeakMap<FastifyRequest, BegunStep>();
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (unwatched.has(route)) {
      done();
      return;
    }
    const { method, id } = request;
    const call = tracing.begin({
      name: `${method} ${route}`,
      kind: 'call',
      attributes: { 'http.request.method': method, 'http.route': route, 'portside.request_id': id },
    });
    calls.set(request, call);
    call.run(done);
  });
  // The body was read by the connection, which is part of no call.
  http.addHook('preValidation', (request, _reply, done) => {
    const call = calls.get(request);
    if (call) call.run(done);
    else done();
  });
  http.addHook('onResponse', (request, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode };
    calls.get(request)?.end({ attributes, failed: statusCode >= 500 });
    done();
  });
}
