import { CallFailed, type Call, type CallOptions } from '@portside/contract/call';
import { type Endpoint, fillPath } from '@portside/contract/endpoint';
import { createHttp, type HttpHost } from './http.ts';
import { isOffline } from './online.ts';
import { leadsOn } from './with-proof.ts';

export interface CallEvents {
  /** `shown`: the page shows it as well (I21). */
  readonly failed: (message: string, shown: boolean) => void;
  /** A 401 (F03). */
  readonly sessionOver: () => void;
}

/**
 * The browser's only fetch. Failures become notifications, except aborted and quiet calls, missing
 * proofs (with-proof.ts), and lost networks, which the page reports once (shell/offline-tile.tsx).
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
      // No empty body (I02): proxies might alter it.
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
        // A gateway's 401 has no code of ours; an unknown shop is no logout.
        const over = error.status === 401 && error.problem.code !== 'unknown_client';
        // Another tab may have logged in since.
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

function isShown({ errors, reason }: CallFailed, shown: CallOptions['shown']): boolean {
  return errors.length > 0 || shown === 'all' || (shown === 'refusals' && reason !== undefined);
}

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
