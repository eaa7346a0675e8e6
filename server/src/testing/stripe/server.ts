import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hours } from '../../clock.ts';
import { freshId, openAccount, type StripeAccount, type StripeEvent } from './account.ts';
import { takeFile } from './files.ts';
import { settleIntents } from './intents.ts';
import { pageOf } from './pages.ts';
import { settleRefunds } from './refunds.ts';
import { routes } from './routes.ts';
import { invalid, readForm, StripeProblem, type Fields } from './wire.ts';

/** A request of the adapter as it came, for checks against what Stripe publishes. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly idempotencyKey: string | undefined;
  /** Of a form in parts. */
  readonly files?: readonly string[];
}

export interface StripeServer {
  readonly account: StripeAccount;
  /** `http://127.0.0.1:12111` */
  readonly url: string;
  readonly seen: SeenRequest[];
  /**
   * What goes wrong with the next requests: answers get lost after the work was done, or wait
   * until it is mended, it fails before or after it, or a card is refused before there is a
   * payment.
   */
  breakNext(how: Broken, times?: number): void;
  /** What was still to go wrong does not. */
  mend(): void;
  /** Settles what is due; the events since the last time. */
  work(): StripeEvent[];
  close(): Promise<void>;
}

type Broken =
  | 'nothing'
  | 'lost_answer'
  | 'late_answer'
  | 'fails_after'
  | 'fails_before'
  | 'too_many'
  | 'forbidden'
  | 'card_unread';

interface Known {
  asked: string;
  at: Date;
  /** Real time, whatever the account's clock says. */
  asOf: number;
  /** Undefined while the first one is worked on. */
  answer?: Answer;
}

interface Answer {
  status: number;
  body: object;
}

const KEYS_KEPT = hours(24);

/**
 * One Stripe account as its public documents describe the wire: keys, forms, unknown names refused,
 * idempotency with replays, events. Nothing leaves this machine.
 * @param keptMs so long keys are kept at least, even if the account's clock moves by days
 */
export async function startStripe(
  keys: Parameters<typeof openAccount>[0],
  port = 0,
  { keptMs = 0 }: { keptMs?: number } = {},
): Promise<StripeServer> {
  const account = openAccount(keys);
  const known = new Map<string, Known>();
  const seen: SeenRequest[] = [];
  const broken: Broken[] = [];
  let mended = Promise.withResolvers<void>();
  /** Requests whose answers get lost, and how often. */
  const lost = new Map<string, number>();

  const http = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', account.origin);
    const body = await readAll(request);
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      return void response.writeHead(204).end();
    }
    if (url.pathname === '/endive/stripe.js') return sendScript(response);
    const form = request.method === 'POST' ? new URLSearchParams(body.toString()) : undefined;
    const page = pageOf(account, url.pathname, form);
    if (page && 'goTo' in page) return void response.writeHead(303, { location: page.goTo }).end();
    if (page) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(page.html);
    }
    const how = url.pathname.startsWith('/v1/') ? broken.shift() : undefined;
    const answer = await answerTo(request, url, body, how);
    const key = keyOf(request);
    const left = lost.get(key ?? '') ?? 0;
    if (how === 'lost_answer' || left > 0) {
      if (left > 0) lost.set(key ?? '', left - 1);
      return void response.destroy();
    }
    if (how === 'late_answer') await mended.promise;
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': freshId('req'),
    });
    response.end(JSON.stringify(answer.body));
  }

  async function answerTo(
    request: IncomingMessage,
    url: URL,
    body: Buffer,
    how: Broken | undefined,
  ): Promise<Answer> {
    const failed: Answer = {
      status: 500,
      body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
    };
    if (how === 'fails_before') return failed;
    if (how === 'too_many') {
      const message = 'Too many requests hit the API too quickly.';
      return { status: 429, body: { error: { type: 'invalid_request_error', message } } };
    }
    if (how === 'card_unread') {
      const error = { type: 'card_error', code: 'incorrect_cvc', message: 'Wrong code.' };
      return { status: 402, body: { error } };
    }
    if (how === 'forbidden') return problemAnswer(forbidden());
    const key = request.method === 'POST' ? keyOf(request) : undefined;
    const asked = fingerprint(url.pathname, body);
    const before = key === undefined ? undefined : known.get(key);
    const isKept =
      before &&
      (before.at.getTime() + KEYS_KEPT > account.now().getTime() ||
        before.asOf + keptMs > performance.now());
    if (isKept) {
      return replay(before, asked, key ?? '');
    }
    const one: Known = { asked, at: account.now(), asOf: performance.now() };
    if (key !== undefined) known.set(key, one);
    // Work takes a moment, in which the same key may come again.
    if (key !== undefined) await pause(2);
    const done = answerFresh(request, url, body);
    // What was refused before any work is not kept.
    if (done.status === 400 || done.status === 401 || done.status === 404) known.delete(key ?? '');
    one.answer = how === 'fails_after' ? failed : done;
    return one.answer;
  }

  function answerFresh(request: IncomingMessage, url: URL, body: Buffer): Answer {
    try {
      const isPost = request.method === 'POST';
      checkHeaders(request, url.pathname, isPost);
      if (isUpload(url.pathname, isPost)) {
        const { fields, answer } = takeFile(account, request.headers['content-type'] ?? '', body);
        const idempotencyKey = keyOf(request);
        const files = ['file'];
        seen.push({ method: 'POST', path: url.pathname, fields, idempotencyKey, files });
        return { status: 200, body: answer };
      }
      const fields = readForm(isPost ? body.toString() : url.searchParams.toString());
      const idempotencyKey = keyOf(request);
      if (!isBrowsers(url.pathname, isPost)) {
        seen.push({ method: request.method ?? '', path: url.pathname, fields, idempotencyKey });
      }
      const route = routes.find(
        ([method, path]) => method === request.method && path.test(url.pathname),
      );
      if (!route) {
        const message = `Unrecognized request URL (${request.method}: ${url.pathname}).`;
        throw new StripeProblem(404, { type: 'invalid_request_error', message });
      }
      settle();
      const [, id = ''] = route[1].exec(url.pathname) ?? [];
      const answer = route[2](account, fields, id);
      // A charge with its customer there is tried twice.
      if (isPost && idempotencyKey && isProcessing(answer)) lost.set(idempotencyKey, 2);
      return { status: 200, body: answer };
    } catch (error) {
      if (error instanceof StripeProblem) return problemAnswer(error);
      throw error;
    }
  }

  function checkHeaders(request: IncomingMessage, path: string, isPost: boolean): void {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (key !== (isBrowsers(path, isPost) ? account.publishableKey : account.secretKey)) {
      throw new StripeProblem(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
      });
    }
    const type = request.headers['content-type'] ?? '';
    const wanted = isUpload(path, isPost)
      ? 'multipart/form-data'
      : 'application/x-www-form-urlencoded';
    if (isPost && !type.startsWith(wanted)) {
      const message = `Bodies are sent as ${wanted}.`;
      throw new StripeProblem(400, { type: 'invalid_request_error', message });
    }
    if (!isBrowsers(path, isPost)) checkSellers(request, path, isPost);
  }

  function settle(): void {
    settleIntents(account);
    settleRefunds(account);
  }

  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  account.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    account,
    url: account.origin,
    seen,
    breakNext: (how, times = 1) => {
      broken.push(...Array.from({ length: times }, () => how));
    },
    mend() {
      broken.length = 0;
      mended.resolve();
      mended = Promise.withResolvers();
    },
    work() {
      settle();
      return account.events.splice(0);
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Asked by the browser's script, with the publishable key. */
const isBrowsers = (path: string, isPost: boolean) => path === '/v1/confirmation_tokens' && isPost;

/** The only call that sends a file. */
const isUpload = (path: string, isPost: boolean) => path === '/v1/files' && isPost;

/** Of the shapes that this account answers in. */
const VERSION = '2026-10-28.endive';
const making = /^\/v1\/(?:customers|payment_intents|refunds|checkout\/sessions)$/;

/** Stricter than Stripe: what is made has a key of ours, not the one that the SDK makes up. */
function checkSellers(request: IncomingMessage, path: string, isPost: boolean): void {
  const version = request.headers['stripe-version'];
  if (version !== VERSION) throw invalid(`Invalid Stripe API version: ${String(version)}`);
  if (!isPost || !making.test(path)) return;
  if (/^(?:stripe-node-|$)/.test(keyOf(request) ?? '')) {
    throw invalid('Idempotency-Key: what is made needs one of the seller');
  }
}

const keyOf = (request: IncomingMessage) =>
  request.headers['idempotency-key']?.toString().slice(0, 255);

const fingerprint = (path: string, body: Buffer) =>
  createHash('sha256').update(`${path} `).update(body).digest('hex');

function replay(before: Known, asked: string, key: string): Answer {
  if (before.asked !== asked) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`;
    return { status: 400, body: { error: { type: 'idempotency_error', message } } };
  }
  if (before.answer) return before.answer;
  const message = 'There is currently another in-progress request using this Idempotent Key.';
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message };
  return { status: 409, body: { error } };
}

const problemAnswer = ({ status, error }: StripeProblem): Answer => ({ status, body: { error } });

const forbidden = () =>
  new StripeProblem(403, {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions for this endpoint.',
  });

const isProcessing = (answer: object) =>
  'object' in answer &&
  answer.object === 'payment_intent' &&
  'status' in answer &&
  answer.status === 'processing';

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The browser's half, for walks in a browser. */
function sendScript(response: ServerResponse): void {
  const file = join(import.meta.dirname, 'stripe-script.js');
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.setHeader('content-type', 'text/javascript; charset=utf-8');
  response.end(readFileSync(file));
}
