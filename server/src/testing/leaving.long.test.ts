import { listPlans } from '@portside/contract/plans';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harbor } from './caller.ts';
import { startProcess, type ProductProcess } from './product-process.ts';

/** Long enough for two looks of a balancer on a busy machine, too. */
const DRAIN_SECONDS = 12;

let folder: string;
let product: ProductProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-leaving-'));
  product = await startProcess(
    { kind: 'pglite', folder },
    { PORTSIDE_DRAIN_SECONDS: String(DRAIN_SECONDS) },
  );
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

/** As a proxy asks: on connections that stay open. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
function ask(path: string) {
  const answered = Promise.withResolvers<{ status: number; body: unknown; connection?: string }>();
  request(`${product.address}${path}`, { agent, headers: harbor }, (answer) => {
    const { connection } = answer.headers;
    void json(answer).then(
      (body) =>
        answered.resolve({
          status: answer.statusCode ?? 0,
          body,
          ...(connection && { connection }),
        }),
      answered.reject,
    );
  })
    .once('error', answered.reject)
    .end();
  return answered.promise;
}

const plans = listPlans.wire.replace('GET ', '');

test('[N01] a process that is told to end says so first, and answers every call until its balancer knows', async () => {
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  const stopped = product.stop();
  const told = Date.now();
  const seen = new Set<number>();
  let noticed = 0;
  // A balancer that looks every half second, and goes on sending calls until then.
  while (noticed < 2) {
    seen.add((await ask(plans)).status);
    const { status, body } = await ask('/readyz');
    if (status === 503) {
      expect(body).toEqual({ status: 'leaving' });
      noticed += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const last = await ask(plans);
  expect([...seen, last.status]).toEqual([200, 200]);
  expect(last.connection).toBe('close');
  expect(Date.now() - told).toBeLessThan(DRAIN_SECONDS * 1000);
  await stopped;
  expect(await product.ended).toBe(0);
  expect(Date.now() - told).toBeGreaterThan(DRAIN_SECONDS * 1000);
  await expect(ask(plans)).rejects.toThrow('ECONNREFUSED');
});
