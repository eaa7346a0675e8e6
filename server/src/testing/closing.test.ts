import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventsPath } from '@portside/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { harbor } from './caller.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { buildServer } from '../http/server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[N01] a call that was half sent when the server began to close is answered', async () => {
  const own = await buildServer(app.app, served, {
    load: () => Promise.reject(new Error('No page is asked for')),
  });
  const closing = Promise.withResolvers<void>();
  own.addHook('preClose', async () => closing.resolve());
  const { port } = new URL(await own.listen({ port: 0, host: '127.0.0.1' }));
  const connection = connect(Number(port), '127.0.0.1');
  const answer = text(connection);
  const begun = once(own.server, 'connection');
  connection.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  const [accepted] = (await begun) as [Socket];
  while (accepted.bytesRead === 0) await new Promise(setImmediate);
  const closed = own.close();
  await closing.promise;
  connection.write('connection: close\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK[^]*{"status":"up"}$/);
  await closed;
});

test('a stream that is asked for while the server closes does not hold it up', async () => {
  const maya = await app.as('maya@example.com');
  const [identifying, identified] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closing = Promise.withResolvers<void>();
  const slowly: typeof served.identify = async (...asked) => {
    identifying.resolve();
    await identified.promise;
    return served.identify(...asked);
  };
  const own = await buildServer(
    app.app,
    { ...served, identify: slowly },
    { load: () => Promise.reject(new Error('No page is asked for')) },
  );
  own.addHook('preClose', async () => closing.resolve());
  const address = await own.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(address + eventsPath, {
    headers: { ...harbor, authorization: `Bearer ${maya.token}` },
  });
  await identifying.promise;
  const closed = own.close();
  await closing.promise;
  identified.resolve();
  await closed;
  expect(await (await answer).text()).toMatch(/event: again\ndata: {}\n\n$/);
});
