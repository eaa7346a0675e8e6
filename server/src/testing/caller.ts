import {
  actionOf,
  fillPath,
  type Endpoint,
  type InputOf,
  type OutputOf,
} from '@portside/contract/endpoint';
import type { Problem } from '@portside/contract/problem';
import { stepUp } from '@portside/contract/sign-in';

/** The headers of the demo brand. */
export const harbor = {
  'x-api-key': 'harbor-demo-key',
  'company-code': 'WEB-1',
  mvnoid: '6',
} as const;

/** Somebody who calls the product through its front door. */
export interface Caller {
  readonly address: string;
  readonly token: string | undefined;
  /** @throws Failed */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  /** The failure that a call is expected to end in; an answer fails the test. */
  refusal(endpoint: Endpoint, input: Record<string, unknown>): Promise<Failed>;
}

/** A call that was answered with a problem. */
export class Failed extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(`${status} ${problem.code}: ${problem.message} ${JSON.stringify(problem.errors ?? '')}`);
    this.status = status;
    this.problem = problem;
  }
}

/** More headers for a call, some of which depend on it. They win over the usual ones. */
export type MoreHeaders = (
  method: string,
  path: string,
) => Record<string, string> | Promise<Record<string, string>>;

/**
 * A caller of the product at this address, with or without a token.
 * @param fetching how a call is sent: `fetch`, or one that gives up sooner
 */
export function callerAt(
  address: string,
  token: string | undefined,
  more: MoreHeaders = () => ({}),
  fetching: typeof fetch = fetch,
): Caller {
  async function send(endpoint: Endpoint, input: Record<string, unknown>): Promise<Response> {
    const { method, path, used } = fillPath(endpoint.wire, input);
    const headers = new Headers({ accept: 'application/json', ...harbor });
    if (token) headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(await more(method, path))) headers.set(name, value);
    const rest: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(input)) {
      const header = endpoint.headers[field];
      if (used.has(field) || value === undefined) continue;
      if (header) headers.set(header, value as string);
      else rest[field] = value;
    }
    if (method === 'GET') {
      const query = new URLSearchParams(rest as Record<string, string>).toString();
      return fetching(`${address}${path}${query ? `?${query}` : ''}`, { headers });
    }
    headers.set('content-type', 'application/json');
    return fetching(`${address}${path}`, { method, headers, body: JSON.stringify(rest) });
  }
  return {
    address,
    token,
    async call(endpoint, input) {
      const answer = await send(endpoint, input);
      const body: unknown = await answer.json();
      if (!answer.ok) throw new Failed(answer.status, body as Problem);
      return endpoint.output.parse(body) as never;
    },
    async refusal(endpoint, input) {
      const answer = await send(endpoint, input);
      const body: unknown = await answer.json();
      if (answer.ok) throw new Error(`${endpoint.name} was not refused: ${JSON.stringify(body)}`);
      return new Failed(answer.status, body as Problem);
    },
  };
}

/** Where a call asks for a proof, says the password again and repeats it, as the browser does. */
export function confirming(caller: Caller, password: string): Caller {
  return {
    ...caller,
    async call(endpoint, input) {
      try {
        return await caller.call(endpoint, input);
      } catch (error) {
        if (!(error instanceof Failed) || error.problem.reason !== 'proof_required') throw error;
        await caller.call(stepUp, { password, action: actionOf(endpoint, input) });
        return caller.call(endpoint, input);
      }
    },
  };
}
