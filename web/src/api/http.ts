import { CallFailed, type CallOptions } from '@portside/contract/call';
import type { Client } from '@portside/contract/brand';
import type { Method } from '@portside/contract/endpoint';
import type { Problem } from '@portside/contract/problem';
import { cookieOf } from './cookie.ts';
import { documentOf } from './document.ts';
import type { ProvenCall } from './key-proof.ts';
import { isBound } from './token.ts';

/** What all calls of a browser share (I01). */
export interface HttpHost {
  /** Empty for the page's own origin. */
  readonly base: string;
  readonly client: Client;
  readonly language: string;
  readonly token: () => string | undefined;
  readonly browserId?: () => string | undefined;
  /** Undefined without a key. */
  readonly prove?: (about: ProvenCall) => Promise<string | undefined>;
  /** Has XSRF-TOKEN (I20). */
  readonly cookies: () => string;
  readonly setCookie?: (cookie: string) => void;
  readonly say?: (sentence: string) => string;
}

type Headers = Readonly<Record<string, string>>;

/** The helper variants of I02. No timeout (I20); a signal aborts. */
export function createHttp(host: HttpHost) {
  const clock: ServerClock = { ahead: 0 };
  const send = (method: Method, path: string, sent: Sent) =>
    exchange(host, clock, method, path, sent);
  return {
    post: (path: string, body: unknown, options?: CallOptions) =>
      send('POST', path, { body, token: true, ...options }),
    postWithoutToken: (path: string, body: unknown, options?: CallOptions) =>
      send('POST', path, { body, ...options }),
    postWithHeaders: (path: string, body: unknown, headers: Headers, options?: CallOptions) =>
      send('POST', path, { body, headers, token: true, ...options }),
    postEmpty: (path: string, options?: CallOptions) =>
      send('POST', path, { token: true, ...options }),
    patch: (path: string, body: unknown, options?: CallOptions) =>
      send('PATCH', path, { body, token: true, ...options }),
    put: (path: string, body: unknown, options?: CallOptions) =>
      send('PUT', path, { body, token: true, ...options }),
    get: (path: string, options?: CallOptions & { dataType?: string }) => {
      const { dataType, ...rest } = options ?? {};
      return send('GET', path, { headers: dataType ? { dataType } : {}, token: true, ...rest });
    },
    getWithoutToken: (path: string, options?: CallOptions) => send('GET', path, { ...options }),
    /** A stream (events.ts), whatever its status. */
    open: (path: string, sent: Sent) => ask(host, clock, 'GET', path, { token: true, ...sent }),
    delete: (path: string, body?: unknown, options?: CallOptions) =>
      send('DELETE', path, { body, token: true, ...options }),
    send,
  };
}

export interface Sent extends CallOptions {
  readonly body?: unknown;
  readonly headers?: Headers;
  readonly token?: boolean;
  /** The call answers a token, so the key's proof goes with it. */
  readonly wayIn?: boolean;
  readonly document?: boolean;
}

/** Milliseconds. */
interface ServerClock {
  ahead: number;
}

/** The server allows 5 minutes. */
const WRONG_CLOCK = 60_000;

async function exchange(
  host: HttpHost,
  clock: ServerClock,
  method: Method,
  path: string,
  sent: Sent,
) {
  let response: Response;
  let text: string;
  try {
    const before = clock.ahead;
    response = await ask(host, clock, method, path, sent);
    // A phone with a wrong clock tries once more with the server's time.
    const late = response.status === 401 && Math.abs(clock.ahead - before) > WRONG_CLOCK;
    if (late) response = await ask(host, clock, method, path, sent);
    if (sent.document && response.ok) return { ...(await documentOf(response)) };
    text = await response.text();
  } catch {
    const say = host.say ?? ((sentence) => sentence);
    throw sent.signal?.aborted
      ? transport('aborted', say(/*i18n*/ 'Request aborted'))
      : transport('network', say(/*i18n*/ 'Network Error'));
  }
  const answer = parsed(text);
  if (response.ok && answer !== undefined) return answer;
  const { status } = response;
  // The server's sentence first (E16).
  const problem: Partial<Problem> | undefined = answer;
  if (!response.ok && problem?.message) {
    throw new CallFailed({ code: 'unexpected', requestId: '', ...problem } as Problem, status);
  }
  throw transport('status', `Request failed with status code ${status}`, status);
}

async function ask(
  host: HttpHost,
  clock: ServerClock,
  method: Method,
  path: string,
  sent: Sent,
): Promise<Response> {
  const token = sent.token ? host.token() : undefined;
  const proven = token === undefined ? sent.wayIn : isBound(token);
  const url = host.base + path;
  const proof = proven
    ? await host.prove?.({
        method,
        url: new URL(url, globalThis.location?.origin).href,
        token,
        now: Date.now() + clock.ahead,
      })
    : undefined;
  const response = await fetch(url, {
    method,
    headers: {
      ...headersOf(host, method, sent),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(proof ? { DPoP: proof } : {}),
    },
    credentials: 'same-origin',
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    signal: sent.signal ?? null,
  });
  const said = Date.parse(response.headers.get('date') ?? '');
  // Dates have whole seconds; the middle is closest.
  if (!Number.isNaN(said)) clock.ahead = said + 500 - Date.now();
  return response;
}

function headersOf(host: HttpHost, method: Method, sent: Sent): Headers {
  const { client, language } = host;
  const mid = host.browserId?.();
  const xsrf = xsrfOf(host) ?? (method === 'GET' ? undefined : makeXsrf(host));
  return {
    accept: 'application/json',
    'accept-language': language,
    'x-api-key': client.apiKey,
    'company-code': client.companyCode,
    mvnoId: String(client.mvnoId),
    ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(mid ? { 'x-mid': mid } : {}),
    ...(xsrf ? { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) } : {}),
    ...sent.headers,
  };
}

const xsrfOf = (host: HttpHost) => cookieOf(host.cookies(), 'XSRF-TOKEN');

/**
 * Public pages set no cookies, so the first changing call makes this one. Other sites can neither
 * read nor set it.
 */
function makeXsrf(host: HttpHost): string | undefined {
  if (!host.setCookie) return undefined;
  const value = crypto
    .getRandomValues(new Uint8Array(18))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
  const secure = globalThis.location?.protocol === 'https:' ? '; Secure' : '';
  host.setCookie(`XSRF-TOKEN=${value}; Path=/; SameSite=Strict${secure}`);
  // Without cookies the server does not ask for it.
  return xsrfOf(host);
}

/** An empty answer is an empty object. */
function parsed(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function transport(trouble: 'network' | 'aborted' | 'status', message: string, status = 0) {
  return new CallFailed({ code: 'unexpected', message, requestId: '' }, status, trouble);
}
