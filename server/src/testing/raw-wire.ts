import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * Calls as a program of somebody else's sends them: method, path and fields as text. Nothing here
 * comes from the contract, so that a change of it does not change what these tests send.
 */
export const client = { 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' };

export const text = expect.any(String);
/** What every changing call answers. */
export const said = { message: expect.stringMatching(/./) };

export type Json = Record<string, unknown>;
interface Sent {
  readonly body?: Json | undefined;
  readonly token?: string | undefined;
  /** In place of the client's. */
  readonly headers?: Record<string, string> | undefined;
}

export const password = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };

let newcomers = 0;

/** @param app is asked for at each call: it is opened in a hook. */
export function rawWire(app: () => TestApp) {
  function open(line: string, { body, token, headers = client }: Sent = {}): Promise<Response> {
    const [method = '', path = ''] = line.split(' ');
    return app().fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...headers,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function send(line: string, sent: Sent = {}) {
    const answer = await open(line, sent);
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  /** The answer of a call that is expected to go well. */
  async function answered(line: string, token?: string, body?: Json, headers?: object) {
    const answer = await send(line, { body, token, headers: { ...client, ...headers } });
    expect(answer, line).toMatchObject({ status: 200 });
    return answer.body;
  }

  /** The fields that a call complains of; by default one without any. */
  async function asked(line: string, token?: string, body: Json = {}): Promise<string[]> {
    const answer = await send(line, { body, token });
    expect(answer.status, line).toBe(400);
    return (answer.body['errors'] as { field: string }[]).map(({ field }) => field);
  }

  async function login(email: string, given = 'Harbor1!'): Promise<string> {
    const { token } = await answered('POST /app/users/login', undefined, {
      email,
      password: given,
    });
    return token as string;
  }

  async function newcomer() {
    newcomers += 1;
    const email = `wire${newcomers}@example.com`;
    const person = { firstName: 'Noa', lastName: 'Wire', email, ...password };
    const { token } = await answered('POST /app/users/register', undefined, person);
    return { email, token: token as string };
  }

  /** A list of an answer, by its name. */
  const list = async (line: string, name: string, token?: string) =>
    (await answered(line, token))[name] as Json[];

  return { open, send, answered, asked, login, newcomer, list };
}
