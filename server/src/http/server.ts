import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { constants as zlib } from 'node:zlib';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
} from 'fastify';
import type { MoveTime } from '../adapters/sandbox/clock-control.ts';
import type { PlayMail } from '../adapters/sandbox/mail-control.ts';
import { sandboxPages } from '../adapters/sandbox-pages.ts';
import type { App } from '../app.ts';
import { api, type Identify } from './api.ts';
import { answerBroken } from './broken-requests.ts';
import { consoleApi, type ServedConsole } from './console-api.ts';
import { consolePage } from './console-page.ts';
import { supportPages, type ServeSupport } from './support-pages.ts';
import { events, type LiveSessions } from './events.ts';
import { health } from './health.ts';
import { networkFactor, type Owners } from '../limits/limits.ts';
import { networkOf } from './network.ts';
import { chatFrame } from './chat-frame.ts';
import { closeChatHosts } from './chat-host.ts';
import { contentApi } from './content-api.ts';
import { countAnswers, type Gauges } from './metrics.ts';
import { notices, type ReceiveNotice } from './notices.ts';
import { homeScreen } from './home-screen.ts';
import { No } from './no.ts';
import { offlinePage } from './offline-page.ts';
import { openPageFront, type PageFront } from './page-front.ts';
import { pages, type WebSource } from './pages.ts';
import { sendProblem } from './problems.ts';
import { trusted } from '../settings/proxies.ts';
import { secureHeaders, strictestHeaders } from './security.ts';
import type { HandedIn, Route } from './serve.ts';
import { traceCalls } from './trace-calls.ts';
import { siteFiles } from './site-files.ts';
import { isAnySimulated } from '../settings/simulated.ts';

export interface Served extends HandedIn {
  routes: readonly Route[];
  identify: Identify;
  liveSessions: LiveSessions;
  owners: Owners;
  notices: Readonly<Record<string, ReceiveNotice>>;
  support: ServeSupport;
  gauges: Gauges;
  /** The sandbox's control. */
  playMail: (app: App) => PlayMail;
  console: ServedConsole;
}

/** A caller that is gone has no address. */
const networkOfCaller = ({ ip }: { ip?: string }) => networkOf(ip ?? 'gone');

const GRACE_MS = 10_000;
const CALLS_A_MINUTE = 300;
/** Until a request is complete, and between two requests. */
const times = { requestTimeout: 30_000, keepAliveTimeout: 72_000 };

export async function buildServer(
  app: App,
  served: Served,
  web: WebSource,
  moveTime?: MoveTime,
): Promise<FastifyInstance> {
  const { config } = app;
  const loggerInstance: FastifyBaseLogger = app.log;
  const front = openPageFront(app);
  const http = Fastify({
    serverFactory: web.serverFactory ?? behind(front, config.trustsForwardedHost),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name the request's id; a child logger for each would be costly.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    trustProxy: trusted(config.proxies),
    bodyLimit: 64 * 1024,
    ...times,
    forceCloseConnections: 'idle',
    // Accepted calls are answered while closing.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: readableUrl,
    clientErrorHandler: answerBroken,
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...strictestHeaders, 'x-request-id': request.id });
      void sendProblem(error, request, reply);
    },
  });
  http.setErrorHandler(sendProblem);
  http.setNotFoundHandler(async () => {
    throw new No('not_found');
  });
  // Browsers set their proofs' time by it.
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.clock.movedBy) reply.header('date', app.clock.now().toUTCString());
    done();
  });
  http.addHook('onRequest', (_request, reply, done) => {
    // The next call must go to another process.
    if (app.leaving.signal.aborted) reply.header('connection', 'close');
    done();
  });
  http.addHook('preClose', async () => {
    // Idle connections would keep the process for a minute more.
    const goodbye = setInterval(() => http.server.closeIdleConnections(), 50);
    // Calls get their time; silent connections do not.
    const enough = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
    http.server.once('close', () => {
      clearInterval(goodbye);
      clearTimeout(enough);
    });
  });
  countAnswers(http);
  traceCalls(http);
  secureHeaders(http, config.origin.startsWith('https:'));
  closeChatHosts(http, app);
  await http.register(compress, {
    threshold: 1024,
    brotliOptions: {
      flush: zlib.BROTLI_OPERATION_FLUSH,
      params: { [zlib.BROTLI_PARAM_QUALITY]: 4 },
    },
    zlibOptions: { flush: zlib.Z_SYNC_FLUSH },
  });
  await http.register(health(app, served.gauges));
  const simulated = isAnySimulated(app.adapters, ['payment', 'carrier', 'mail']);
  if (config.roles.has('api')) {
    const flood: RateLimitPluginOptions = {
      max: CALLS_A_MINUTE * networkFactor(app),
      timeWindow: '1 minute',
      keyGenerator: networkOfCaller,
    };
    await http.register(notices(app, served.notices));
    await http.register(async (calls) => {
      await calls.register(rateLimit, flood);
      await calls.register(
        describeApi(config.origin, '/app', 'The calls of the storefront and the self-care portal.'),
      );
      await calls.register(events(app, served.identify, served.liveSessions));
      await calls.register(supportPages(app, served.support), { prefix: '/desk' });
      await calls.register(api(app, served.routes, served, served.owners));
    });
    await http.register(async (calls) => {
      await calls.register(rateLimit, flood);
      await calls.register(
        describeApi(config.origin, '/console/api', 'The calls of the operator console.'),
      );
      await calls.register(consoleApi(app, served.console));
    });
    if (simulated) {
      const staff = config.seed === 'demo' ? () => served.console.demoStaff(app) : undefined;
      const simulations = sandboxPages(app, moveTime, served.playMail(app), staff);
      await http.register(simulations, { prefix: '/sandbox' });
    }
  }
  if (config.roles.has('web')) {
    const byName = new Map(served.routes.map((route) => [route.endpoint.name, route]));
    await http.register(contentApi(app));
    await http.register(chatFrame(app, web.chatFrame));
    await http.register(consolePage(app, web.console));
    await http.register(siteFiles(app, byName));
    await http.register(homeScreen(app));
    await http.register(offlinePage(app, web.offline));
    await http.register(pages(app, byName, web.load, front));
  }
  return http;
}

const behind =
  (front: PageFront, trustsForwardedHost: boolean): FastifyServerFactory =>
  (handler) => {
    const server = createServer(times, (request, response) => {
      // Whatever keeps the answer keeps it under the name that was asked for.
      if (!trustsForwardedHost) delete request.headers['x-forwarded-host'];
      if (server.listening && front.answer(request, response)) return;
      handler(request, response);
    });
    return server;
  };

function describeApi(origin: string, prefix: string, description: string) {
  const plugin = async (http: FastifyInstance) => {
    await http.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Portside',
          version: '1',
          description,
        },
        servers: [{ url: origin }],
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            client: {
              type: 'apiKey',
              in: 'header',
              name: 'x-api-key',
              description: 'Together with the headers company-code and mvnoId',
            },
          },
        },
      },
    });
    http.get(`${prefix}/openapi.json`, { schema: { hide: true } }, async () => http.swagger());
    await http.register(swaggerUi, { routePrefix: `${prefix}/docs`, staticCSP: true });
  };
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** A broken escape: a missing page to browsers, an error to programs. */
function readableUrl({ url = '/', headers }: IncomingMessage): string {
  if (!headers.accept?.includes('text/html') || /^\/(?:app|console\/api)\//.test(url)) return url;
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
