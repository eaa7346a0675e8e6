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
}, 20_000);
