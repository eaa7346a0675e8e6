import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { served } from '../server/src/slices.ts';
import { faultsOf, type Secret } from './fuzz/judge.ts';
import { callers, planOf, type Planned, type Target } from './fuzz/plan.ts';
import { fuzz } from './fuzz/run.ts';
import { targetsOf } from './fuzz/targets.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const target: Target = {
  name: 'viewThing',
  method: 'POST',
  path: '/things/{id}',
  right: { id: 'thg_1', words: 'Some words' },
  headers: {},
  endsSession: false,
};
const secrets: readonly Secret[] = [{ words: 'Quillwyrm', whose: 'another customer', except: [] }];
const people = {
  tokenOf: () => 'Bearer x',
  idsOf: () => ['thg_2'],
  secrets,
  renew: async () => {},
};

/** Fuzzes a server that answers so, and tells what it was found guilty of. */
async function guiltOf(answer: RequestListener): Promise<string[]> {
  const open = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  server = open;
  await new Promise<void>((listening) => open.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(open.address() as AddressInfo).port}`;
  const { faults } = await fuzz({
    address,
    targets: [target],
    shop: {},
    people,
    seed: 1,
    calls: 60,
  });
  return [...new Set(faults.flatMap((one) => one.faults))];
}

test('[N08] fuzzed calls find a route that fails, and none at one that does not', async () => {
  expect(await guiltOf((_, response) => response.writeHead(400).end('{"code":"invalid"}'))).toEqual(
    [],
  );
  server?.close();
  expect(await guiltOf((_, response) => response.writeHead(500).end())).toContain('answered 500');
  server?.close();
  expect(await guiltOf((_, response) => response.destroy())).toContain('no answer');
});

test.each([
  ['a stack trace', 'at openThing (/srv/thing.js:3:7)'],
  ['a file path', '/opt/portside/brands/harbor'],
  ['words of SQL', 'syntax error at or near "x"'],
  ['an error of the program', 'TypeError: Cannot read properties of undefined'],
])('[N08] fuzzed calls find a route that tells %s', async (name, words) => {
  expect(await guiltOf((_, response) => response.end(words))).toContain(`tells ${name}`);
});

test('[N08] fuzzed calls find a route that tells of another customer', async () => {
  const told = await guiltOf((_, response) => response.end('{"firstName":"Quillwyrm"}'));
  expect(told).toEqual(['tells of another customer']);
});

test('[N08] an answer over two seconds is a fault, and what the caller wrote is no leak', () => {
  const call = { ...planOf(1, [target], {})(0), body: '{"words":"select a from b"}', isCut: false };
  const answer = { status: 200, text: '{"words":"select a from b"}', milliseconds: 1 };
  expect(faultsOf(call, answer, secrets)).toEqual([]);
  expect(faultsOf(call, { ...answer, milliseconds: 2001 }, secrets)).toEqual(['took 2001 ms']);
  expect(faultsOf({ ...call, body: '{}' }, answer, secrets)).toEqual(['tells words of SQL']);
});

test('[N08] a seed repeats its calls, which reach every endpoint by every caller', () => {
  const targets = targetsOf(served);
  const calls = (seed: number) => {
    const plan = planOf(seed, targets, {});
    return Array.from({ length: targets.length * 5 }, (_, number): Planned => plan(number));
  };
  const made = calls(7);
  expect(calls(7)).toEqual(made);
  expect(calls(8)).not.toEqual(made);
  const endpoints = [...served.routes, ...served.console.routes].map(
    ({ endpoint }) => endpoint.name,
  );
  const called = new Set(made.map((one) => one.target));
  expect(endpoints.filter((name) => !called.has(name))).toEqual([]);
  expect(new Set(made.map(({ caller }) => caller))).toEqual(new Set(callers));
});
