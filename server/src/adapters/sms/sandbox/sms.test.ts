import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxPages } from '../../sandbox-pages.ts';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { listTexts, sandboxSms } from './sms.ts';
import { smsSuite } from '../sms.suite.ts';

let bench: TestWorld;
beforeAll(async () => {
  bench = await openTestWorld();
});
afterAll(() => bench.close());

smsSuite('the sandbox', {
  port: () => sandboxSms(bench.world),
  now: () => bench.world.clock.now(),
  stopped: '+12125550098',
  landline: '+12125550097',
  arrived: async (to) => (await listTexts(bench.world, to)).map((one) => one.body),
});

test('[M13] the sandbox shows its texts, to people and to programs', async () => {
  const http = Fastify();
  await http.register(sandboxPages(bench.world), { prefix: '/sandbox' });
  await sandboxSms(bench.world).send({ to: '+12125550155', body: 'Harbor: <b>hello</b>' });
  const page = await http.inject({ url: '/sandbox/texts?to=(212) 555-0155' });
  expect(page.body).toContain('Harbor: &lt;b&gt;hello&lt;/b&gt;');
  const list = await http.inject({ url: '/sandbox/texts/messages?to=2125550155' });
  expect(list.json()).toEqual([
    { to: '+12125550155', body: 'Harbor: <b>hello</b>', sentAt: expect.any(String) },
  ]);
  await http.close();
});
