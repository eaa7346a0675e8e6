import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { GigsNo, type GigsProject } from './project.ts';
import type { GigsRoute } from './route.ts';
import { gigsRoutes } from './routes.ts';

/**
 * `lost`: done, but the answer does not arrive. `cut`: not done, and no answer. A number is answered
 * instead of doing it, with this code if there is one.
 */
type GigsFault = 'lost' | 'cut' | number | { status: number; code?: string };

interface GigsRequest {
  line: string;
  query: Record<string, string>;
  body: string;
  headers: { accept: string | undefined; type: string | undefined };
}

export interface GigsServer {
  url: string;
  /** What was asked, the latest last. */
  requests: GigsRequest[];
  /** Of the next request whose line (`POST /portings`) matches. */
  fail(line: RegExp, fault: GigsFault): void;
  /** Requests whose line matches are answered 503, as long as it is set. */
  away: RegExp | undefined;
  close(): Promise<void>;
}

/** Answers as Gigs' documentation says: strict, and without any memory of keys. */
export async function startGigsServer(
  project: GigsProject,
  settings: { project: string; apiKey: string },
): Promise<GigsServer> {
  const requests: GigsServer['requests'] = [];
  const faults: { line: RegExp; fault: GigsFault }[] = [];
  const routes = gigsRoutes(project);
  const base = `/projects/${settings.project}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const url = new URL(request.url ?? '/', 'http://gigs.example');
    const line = `${request.method} ${url.pathname.replace(base, '') || '/'}`;
    const { accept, 'content-type': type } = request.headers;
    const query = Object.fromEntries(url.searchParams);
    requests.push({ line, query, body, headers: { accept, type } });
    const at = faults.findIndex((one) => one.line.test(line));
    const isAway = started.away?.test(line);
    const fault = isAway ? 503 : at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'cut') return void response.destroy();
    if (typeof fault === 'number') {
      return send(response, fault, problem('serviceUnavailable', 'serviceUnavailable'));
    }
    if (typeof fault === 'object') {
      return send(response, fault.status, problem('invalid', fault.code));
    }
    const [status, answer] = answerTo(request, url, body);
    if (fault === 'lost') return void response.destroy();
    send(response, status, answer);
  }

  function answerTo(request: IncomingMessage, url: URL, body: string): [number, object] {
    try {
      if (request.headers.authorization !== `Bearer ${settings.apiKey}`) {
        throw new GigsNo(401, 'unauthenticated', undefined, 'Invalid authorization token');
      }
      // In a private beta: without it such a request fails.
      if (request.headers['idempotency-key'] !== undefined) {
        throw new GigsNo(400, 'invalid', undefined, 'Idempotency-Key is not enabled');
      }
      if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) {
        throw new GigsNo(404, 'notFound');
      }
      if (body && request.headers['content-type'] !== 'application/json') {
        throw new GigsNo(400, 'malformed', undefined, 'The body is not sent as JSON');
      }
      const found = matching(routes, request.method ?? '', url.pathname.slice(base.length));
      if (!found) throw new GigsNo(404, 'notFound');
      const query = parsed(
        found.route.query ?? z.strictObject({}),
        Object.fromEntries(url.searchParams),
      );
      const given = found.route.body ? parsed(found.route.body, json(body)) : undefined;
      return [200, found.route.answer({ id: found.id, query, body: given as never })];
    } catch (error) {
      if (!(error instanceof GigsNo)) throw error;
      return [error.status, problem(error.type, error.code, error.message)];
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      send(response, 500, problem('unknown', 'unknown', String(error)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const started: GigsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    away: undefined,
    fail: (line, fault) => void faults.push({ line, fault }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}

function matching(routes: readonly GigsRoute[], method: string, path: string) {
  for (const route of routes) {
    const [asked, pattern = ''] = route.wire.split(' ');
    const found = new RegExp(`^${pattern.replace('{id}', '([^/]+)')}$`).exec(path);
    if (found && asked === method) return { route, id: found[1] ?? '' };
  }
  return undefined;
}

function parsed(shape: z.ZodType, given: unknown): unknown {
  const read = shape.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new GigsNo(400, 'invalid', undefined, `${issue?.path.join('.')}: ${issue?.message}`);
}

function json(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    throw new GigsNo(400, 'malformed', undefined, 'The body is no JSON');
  }
}

const problem = (type: string, code?: string, message = type) => ({
  object: 'error',
  type,
  ...(code && { code }),
  message,
  documentation: [],
});

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
