import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import type { Problem } from '@portside/contract/problem';
import { sql } from 'kysely';
import { harbor } from './caller.ts';
import type { TestApp } from './test-app.ts';

export interface Answer {
  readonly status: number;
  readonly problem: Partial<Problem>;
}

/** No limit of earlier calls is in its way: what was told to wait for one is sent once more without. */
export async function pastLimits<T extends Pick<Answer, 'status'> | undefined>(
  { app }: Pick<TestApp, 'app'>,
  send: () => Promise<T>,
): Promise<T> {
  const answer = await send();
  if (answer?.status !== 429) return answer;
  await sql`delete from limits`.execute(app.db.query);
  return send();
}

/** A call as it is, whether it fits or not. */
export const sendAsIs = (
  app: TestApp,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token?: string,
): Promise<Answer> => pastLimits(app, () => send(app, endpoint, input, token));

async function send(
  app: TestApp,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token?: string,
): Promise<Answer> {
  const { method, path, used } = fillPath(endpoint.wire, input);
  const headers = new Headers({ ...harbor, 'content-type': 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const header = endpoint.headers[name];
    if (header) headers.set(header, String(value));
    else if (!used.has(name)) rest[name] = value;
  }
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  const answer = await (method === 'GET'
    ? app.fetch(`${path}?${query}`, { method, headers })
    : app.fetch(path, { method, headers, body: JSON.stringify(rest) }));
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, problem: isJson ? (JSON.parse(text) as Problem) : {} };
}
