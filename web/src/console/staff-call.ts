import { type Call, CallFailed } from '@portside/contract/call';
import { fillPath } from '@portside/contract/endpoint';
import { createHttp, type HttpHost } from '../api/http.ts';
import { isOffline } from '../api/online.ts';
import { leadsOn, withProof } from '../api/with-proof.ts';

interface StaffCallEvents {
  readonly failed: (message: string) => void;
  readonly sessionOver: () => void;
  /** Asks for the code of the authenticator app; whether it was right. */
  readonly prove: (signal: AbortSignal) => Promise<boolean>;
}

/** The console's `call`: typed by the same contract, with the token of staff. */
export function createStaffCall(host: HttpHost, events: StaffCallEvents): Call {
  const http = createHttp(host);
  const call: Call = async (endpoint, input, options) => {
    const { method, path, used } = fillPath(endpoint.wire, input);
    const headers: Record<string, string> = {};
    const rest: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(input)) {
      const header = endpoint.headers[field];
      if (value === undefined || used.has(field)) continue;
      if (header) headers[header] = typeof value === 'string' ? value : JSON.stringify(value);
      else rest[field] = value;
    }
    const token = endpoint.caller === 'staff';
    const sent = {
      headers,
      token,
      wayIn: !token,
      document: endpoint.document !== undefined,
      ...(options?.signal && { signal: options.signal }),
      ...(method !== 'GET' && Object.keys(rest).length > 0 && { body: rest }),
    };
    const query = method === 'GET' ? queryOf(rest) : '';
    try {
      return (await http.send(method, path + query, sent)) as never;
    } catch (error) {
      if (error instanceof CallFailed && !error.aborted) tell(error, options?.shown);
      throw error;
    }
  };

  function tell(error: CallFailed, shown: 'all' | 'refusals' | undefined) {
    if (error.status === 401 && error.problem.code === 'unauthenticated') events.sessionOver();
    const isShown =
      error.errors.length > 0 || shown === 'all' || (shown === 'refusals' && error.reason);
    const isUnsaid = error.transport === 'network' && isOffline();
    if (!isShown && !isUnsaid && !leadsOn(error) && error.problem.code !== 'not_verified') {
      events.failed(error.message);
    }
  }

  return withProof(call, (_wanted, signal) => events.prove(signal));
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(input).map(([field, value]) => [field, String(value)]),
  );
  return query.size > 0 ? `?${query}` : '';
}
