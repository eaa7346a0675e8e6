import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { clockControl } from './clock-control.ts';

async function controlOf(move: () => Promise<Date | undefined>) {
  const http = Fastify();
  await http.register(clockControl, { clock: systemClock, move, aliveMs: 5 });
  const asked = { method: 'POST', url: '/', payload: { hours: 1 } } as const;
  return { http, answer: () => http.inject(asked) };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 40));

test('[K25] an answer that takes long is on its way meanwhile, and is one JSON value', async () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const { http, answer } = await controlOf(async () => {
    await soon();
    return now;
  });
  const { statusCode, body, headers } = await answer();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(body).toMatch(/^ +\{/);
  expect(JSON.parse(body)).toEqual({ now: now.toISOString() });
  await http.close();
});

test('a move that fails on its way is no answer, and the next one is asked for anew', async () => {
  let isBroken = true;
  const { http, answer } = await controlOf(async () => {
    await soon();
    if (isBroken) throw new Error('The database is away');
    return new Date(0);
  });
  await expect(answer()).rejects.toThrow(/destroyed|away/);
  isBroken = false;
  expect((await answer()).statusCode).toBe(200);
  await http.close();
});
