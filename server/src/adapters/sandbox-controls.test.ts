import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const operatorToken = 'the watch of the harbor';
let trial: TestApp;
let real: TestApp;
beforeAll(async () => {
  trial = await openTestApp();
  const origin = 'https://www.harbor.example';
  real = await openTestApp({ config: { production: true, seed: 'none', origin, operatorToken } });
});
afterAll(async () => {
  await trial.close();
  await real.close();
});

const post = async (app: TestApp, path: string, body: object, token?: string) => {
  const answer = await app.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
};

test('another carrier asks for a seeded number too, and a carrier’s state of it can be changed', async () => {
  const asked = await post(trial, '/sandbox/carrier/portout', {
    msisdn: '2125550101',
    step: 'request',
  });
  expect(asked).toEqual({ status: 409, said: { error: { message: 'The number lock is on.' } } });
  const turned = { msisdn: '3125550102', state: 'restricted' };
  expect((await post(trial, '/sandbox/carrier/line', turned)).status).toBe(200);
  const strange = { msisdn: '2125550999', step: 'request' };
  expect((await post(trial, '/sandbox/carrier/portout', strange)).status).toBe(404);
});

test('in production the controls of simulated services are the operator’s', async () => {
  const controls = ['/carrier/break', '/pay/break', '/carrier/portout', '/clock', '/pay/refunds'];
  for (const path of controls) {
    expect((await post(real, `/sandbox${path}`, { mode: 'none' })).status, path).toBe(404);
    const wrong = await post(
      real,
      `/sandbox${path}`,
      { mode: 'none' },
      'somebody else’s token'.slice(0, 8),
    );
    expect(wrong.status, path).toBe(404);
  }
  expect((await real.fetch('/sandbox/carrier')).status).toBe(404);
  const broken = await post(real, '/sandbox/carrier/break', { mode: 'slow' }, operatorToken);
  expect(broken.status).toBe(200);
  // What a purchase needs is for customers.
  expect((await real.fetch('/sandbox/pay/client.js')).status).toBe(200);
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', cardholderName: 'Noa' };
  expect((await post(real, '/sandbox/pay/tokens', card)).status).toBe(200);
});

test('in production without a token the controls are closed', async () => {
  const origin = 'https://www.harbor.example';
  const closed = await openTestApp({ config: { production: true, seed: 'none', origin } });
  try {
    const none = await post(closed, '/sandbox/carrier/break', { mode: 'slow' }, 'undefined');
    expect(none.status).toBe(404);
  } finally {
    await closed.close();
  }
});
