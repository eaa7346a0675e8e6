import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listCards, listTransactions } from '@portside/contract/payments';
import { listPlans } from '@portside/contract/plans';
import { listSessions } from '@portside/contract/sessions';
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

/** The product with other verbs or settings, over the same database; not listening. */
async function another({ origin = app.app.config.origin, routes = served.routes }) {
  const noPages = () => Promise.reject(new Error('There are no pages here'));
  const config = { ...app.app.config, origin };
  return buildServer({ ...app.app, config }, { ...served, routes }, { load: noPages });
}

/** The same with a field of ours in every object, however deep. */
function talkative(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(talkative);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, talkative(one)]);
  return { ...Object.fromEntries(fields), key_thumbprint: 'of-ours', customer_id: 'of-ours' };
}

test('a field that the contract does not name does not leave, wherever a verb puts it', async () => {
  const routes = served.routes.map((route) => ({
    ...route,
    verb: async (...asked: Parameters<typeof route.verb>) => talkative(await route.verb(...asked)),
  }));
  const http = await another({ routes });
  try {
    const maya = await app.as('maya@example.com');
    const authorization = `Bearer ${maya.token}`;
    for (const one of [listLines, viewUser, listTransactions, listCards, listSessions, listPlans]) {
      const url = one.wire.replace('GET ', '');
      const answer = await http.inject({ url, headers: { ...harbor, authorization } });
      expect(answer.statusCode, one.name).toBe(200);
      expect(answer.body, one.name).not.toContain('of-ours');
      expect(answer.json(), one.name).toEqual(await maya.call(one, {}));
    }
  } finally {
    await http.close();
  }
});

test('every answer tells the browser what it may do with it, whatever came of the call', async () => {
  const http = await another({ origin: 'https://harbor.example' });
  try {
    const answers = [
      await http.inject({ url: '/app/plans', headers: harbor }),
      await http.inject({ url: '/app/plans' }),
      await http.inject({ url: '/app/lines', headers: harbor }),
      await http.inject({ url: '/app/nothing-here', headers: harbor }),
      await http.inject({ url: '/healthz' }),
      await http.inject({ url: '/app/%zz' }),
    ];
    expect(answers.map((one) => one.statusCode)).toEqual([200, 401, 401, 404, 200, 400]);
    for (const { headers } of answers.slice(0, 5)) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      });
    }
    const ids = new Set(answers.map(({ headers }) => headers['x-request-id']));
    expect(ids.size).toBe(answers.length);
  } finally {
    await http.close();
  }
});
