import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { problemMessages } from '@portside/contract/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** All that comes until the server closes. */
async function answerTo(bytes: string): Promise<{ head: string; body: unknown }> {
  const { port, hostname } = new URL(app.address);
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  socket.write(bytes);
  const [head = '', body = ''] = (await answer).split('\r\n\r\n');
  expect(/content-length: (\d+)/.exec(head)?.[1]).toBe(String(Buffer.byteLength(body)));
  return { head, body: JSON.parse(body) };
}

const big = `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`;

test.each<[string, string, number, keyof typeof problemMessages]>([
  ['headers that are too large', big, 431, 'too_large'],
  ['an unknown method', 'BREW /healthz HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'unsupported'],
  ['no HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'unsupported'],
])(
  '[N08] %s are answered like any refusal, and the connection ends',
  async (_, bytes, status, code) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('connection: close');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(body).toEqual({
      code,
      message: problemMessages[code],
      requestId: expect.any(String) as string,
    });
  },
);

test('[N08] one broken request on a kept connection does not lose the next one', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port, hostname } = new URL(app.address);
  const statusOf = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      request({ hostname, port, path: '/healthz', agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });
  const pairs = Array.from({ length: 20 }, () => [
    statusOf({ x: 'a'.repeat(40_000) }),
    statusOf({}),
  ]);
  const statuses = await Promise.all(pairs.flat());
  expect(statuses).toEqual(Array.from({ length: 20 }, () => [431, 200]).flat());
  agent.destroy();
});
