import { CallFailed, type Call, type CallOptions } from '@portside/contract/call';
import { type Endpoint, fillPath } from '@portside/contract/endpoint';
import { createHttp, type HttpHost } from './http.ts';
import { isOffline } from './online.ts';
import { leadsOn } from './with-proof.ts';

/** What a failed call does beside failing. */
export interface CallEvents {
  /** The server's sentence, for a notification (I21), and whether the page shows it as well. */
  readonly failed: (message: string, shown: boolean) => void;
  /** A 401: the token is missing, expired, revoked or unproven (F03). */
  readonly sessionOver: () => void;
}

/**
 * The browser's `call`: the only fetch there is. Every failure is told, also when a form shows it at
 * a field; but not one that the caller asked for, not one of a quiet call, and not the want of a
 * fresh proof or a second step, which lead on (with-proof.ts). Without a network nothing is told for
 * each call: the page says it once (shell/offline-tile.tsx).
 */
export function createCall(host: HttpHost, events: CallEvents): Call {
  const http = createHttp(host);
  return async (endpoint, input, options) => {
    const { method, path, used } = fillPath(endpoint.wire, input);
    const headers: Record<string, string> = {};
    const rest: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(input)) {
      const header = endpoint.headers[field];
      if (value === undefined || used.has(field)) continue;
      if (header) headers[header] = typeof value === 'string' ? value : JSON.stringify(value);
      else rest[field] = value;
    }
    const token = endpoint.caller === 'customer' || endpoint.knowsCustomer === true;
    const wayIn = isWayIn(endpoint);
    const asker = host.token();
    const signal = options?.signal ? { signal: options.signal } : {};
    try {
      if (method === 'GET') {
        return (await http.send('GET', withQuery(path, rest), {
          headers,
          token,
          document: endpoint.document !== undefined,
          ...signal,
        })) as never;
      }
      // A call without payload has no body at all (I02), so that no proxy invents one for it.
      const body = Object.keys(rest).length > 0 ? { body: rest } : {};
      return (await http.send(method, path, {
        ...body,
        headers,
        token,
        wayIn,
        ...signal,
      })) as never;
    } catch (error) {
      if (error instanceof CallFailed && !error.aborted) {
        // A gateway in front of us knows no codes of ours; only a shop nobody knows is another matter.
        const over = error.status === 401 && error.problem.code !== 'unknown_client';
        // Somebody may have logged in anew while this answer was on its way.
        if (over && host.token() === asker) events.sessionOver();
        const unsaid = error.transport === 'network' && isOffline();
        if (!unsaid && !leadsOn(error) && !options?.quiet) {
          events.failed(error.message, isShown(error, options?.shown));
        }
      }
      throw error;
    }
  };
}

/** Whether the failure stands on the page: at its field, or where the caller puts it. */
function isShown({ errors, reason }: CallFailed, shown: CallOptions['shown']): boolean {
  return errors.length > 0 || shown === 'all' || (shown === 'refusals' && reason !== undefined);
}

/** A call without a token that answers one: every way to log in. */
function isWayIn({ caller, output }: Endpoint): boolean {
  const { shape } = output as { shape?: object };
  return caller === 'anyone' && shape !== undefined && 'token' in shape;
}

function withQuery(path: string, input: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(input).map(([field, value]) => [field, String(value)]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}
