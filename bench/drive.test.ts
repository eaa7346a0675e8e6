import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { drive } from './drive.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
}

test('as many requests as were asked for are answered, of all paths and people in turns', async () => {
  const seen: string[] = [];
  const body = 'x'.repeat(300_000);
  const url = await serve((request, response) => {
    seen.push(`${request.headers.name as string} ${request.url}`);
    response.setHeader('content-length', body.length).end(body);
  });
  let made = 0;
  const { requests, perSecond } = await drive(
    {
      url,
      paths: ['/a', '/b'],
      askers: [{ name: 'maya' }, { name: 'omar' }],
      fresh: () => ({ once: String((made += 1)) }),
    },
    { requests: 400 },
  );
  expect([requests, seen.length, made]).toEqual([400, 400, 400]);
  expect(perSecond).toBeGreaterThan(0);
  for (const one of ['maya /a', 'maya /b', 'omar /a', 'omar /b'])
    expect(seen.filter((all) => all === one)).toHaveLength(100);
});

test('an answer without a body counts; an error, or one without a length, ends the measurement', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/known') response.writeHead(304).end();
    if (request.url === '/failed') response.writeHead(500, { 'content-length': 0 }).end();
    if (request.url === '/cut') request.socket.destroy();
    if (request.url === '/endless') response.write('part');
  });
  const ask = (path: string) => drive({ url, paths: [path] }, { requests: 50 });
  expect((await ask('/known')).requests).toBe(50);
  await expect(ask('/failed')).rejects.toThrow('Answered with 500');
  await expect(ask('/endless')).rejects.toThrow('without a length');
  await expect(ask('/cut')).rejects.toThrow('closed before its answer');
});

test('a drive by the clock ends when its time is over', async () => {
  const url = await serve((_request, response) => {
    response.setHeader('content-length', 2).end('ok');
  });
  const began = performance.now();
  const { requests } = await drive({ url, paths: ['/'] }, { seconds: 0.3 });
  expect(requests).toBeGreaterThan(16);
  expect(performance.now() - began).toBeGreaterThan(300);
});
