import { viewUser } from '@portside/contract/account';
import { listPlans } from '@portside/contract/plans';
import { login, register } from '@portside/contract/sign-in';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type BoundBrowser, type Lie } from '../testing/bound-browser.ts';
import { callerAt, harbor } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let browser: BoundBrowser;
let token: string;
const maya = { email: 'maya@example.com', password: 'Harbor1!' };

beforeAll(async () => {
  app = await openTestApp();
  browser = await openBrowser(app);
  ({ token } = await browser.caller().call(login, maya));
});
afterAll(() => app.close());

/** The status of the customer's view with this proof. */
const viewWith = async (dpop: string | undefined, bearer = token) => {
  const caller = callerAt(app.address, bearer, () => (dpop === undefined ? {} : { dpop }));
  return caller.call(viewUser, {}).then(
    () => 200,
    (error: { status: number }) => error.status,
  );
};
const proofOf = (lie?: Lie) => browser.proof('GET', '/app/users/view', token, lie);

test('[I01] a token that came with a proof names the key, and opens nothing without a fresh proof', async () => {
  expect(decodeJwt(token).cnf).toEqual({ jkt: browser.thumbprint });
  await browser.caller(token).call(viewUser, {});
  const stolen = await app.with(token).refusal(viewUser, {});
  expect(stolen).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } });
  const thief = await openBrowser(app);
  expect((await thief.caller(token).refusal(viewUser, {})).status).toBe(401);
});

test('[I01] replay: a proof is worth one call', async () => {
  const dpop = await proofOf();
  expect(await viewWith(dpop)).toBe(200);
  expect(await viewWith(dpop)).toBe(401);
});

test('[I01] a proof is for its method, its path, its host and its token', async () => {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const lies: Record<string, unknown>[] = [
    { htm: 'POST' },
    { htu: `${app.address}/app/lines` },
    { htu: 'https://evil.example/app/users/view' },
    { htu: 'not an address' },
    { htu: undefined },
    { ath: 'of-another-token' },
    { ath: undefined },
    { jti: undefined },
    { jti: '' },
    { jti: 7 },
    { jti: {} },
    { iat: now - 301 },
    { iat: now + 360 },
    { iat: undefined },
    { exp: now - 400 },
  ];
  for (const claims of lies) {
    expect(await viewWith(await proofOf({ claims })), JSON.stringify(claims)).toBe(401);
  }
  expect(await viewWith(await proofOf({ claims: { iat: now - 240 } }))).toBe(200);
  const behindProxy = `${app.address.replace('http:', 'https:')}/app/users/view`;
  expect(await viewWith(await proofOf({ claims: { htu: behindProxy } }))).toBe(200);
  expect(await viewWith(await proofOf({ header: { typ: 'JWT' } }))).toBe(401);
});

test('in production a proof is for one of the brand’s own hosts, whatever host a call names', async () => {
  const origin = 'https://www.harbor.example';
  const real = await openTestApp({ config: { production: true, seed: 'none', origin } });
  try {
    const own = await openBrowser(real);
    const path = '/app/users/register';
    const statusAt = async (host: string, name: string) => {
      const htu = `https://${host}${path}`;
      const dpop = await own.proof('POST', path, undefined, { claims: { htu } });
      const person = { firstName: 'Greta', lastName: 'Gull', email: `${name}@example.com` };
      const payload = { ...person, regPassword: 'Lantern8#', confirmRegPassword: 'Lantern8#' };
      const headers = { ...harbor, host, dpop };
      const { statusCode } = await real.http.inject({
        method: 'POST',
        url: path,
        headers,
        payload,
      });
      return statusCode;
    };
    expect(await statusAt('evil.example', 'eve')).toBe(401);
    expect(await statusAt('mesa.example', 'mia')).toBe(401);
    expect(await statusAt('harbor.example', 'una')).toBe(200);
    expect(await statusAt('www.harbor.example', 'wes')).toBe(200);
  } finally {
    await real.close();
  }
});

test('algorithm confusion: a proof is signed by the public key in it, by an algorithm of the list', async () => {
  const url = { htm: 'GET', htu: `${app.address}/app/users/view`, jti: 'j-1' };
  const claims = { ...url, iat: Math.floor(app.clock.now().getTime() / 1000) };
  const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = `${b64({ alg: 'none', typ: 'dpop+jwt' })}.${b64(claims)}.`;
  const secret = Buffer.alloc(32, 1);
  const oct = { kty: 'oct', k: secret.toString('base64url') };
  const symmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: oct })
    .sign(secret);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const own = await exportJWK(privateKey);
  const withPrivateKey = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: own })
    .sign(privateKey);
  for (const dpop of [none, symmetric, withPrivateKey, 'a.b.c', 'x'.repeat(200)]) {
    expect(await viewWith(dpop)).toBe(401);
    const caller = callerAt(app.address, undefined, () => ({ dpop }));
    expect((await caller.refusal(login, maya)).status).toBe(401);
  }
});

test('[I01] a browser’s key may be one of Ed25519', async () => {
  const other = await openBrowser(app, 'EdDSA');
  const { token: its } = await other.caller().call(login, maya);
  expect(decodeJwt(its).cnf).toEqual({ jkt: other.thumbprint });
  expect(await other.caller(its).call(viewUser, {})).toMatchObject({ email: maya.email });
});

test('[I01] a proof that was touched opens nothing, though its key was right before', async () => {
  expect(await viewWith(await proofOf())).toBe(200);
  const [head = '', body = '', signature = ''] = (await proofOf()).split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const later = Buffer.from(JSON.stringify({ ...claims, jti: 'another' })).toString('base64url');
  const thief = await openBrowser(app);
  const [, , thiefs] = (await thief.proof('GET', '/app/users/view', token)).split('.');
  for (const touched of [
    `${head}.${later}.${signature}`,
    `${head}.${body}.${thiefs}`,
    `${head}.${body}.${signature.slice(0, -8)}`,
    `${head}.${body}.`,
    `${head}.${body}`,
  ]) {
    expect(await viewWith(touched)).toBe(401);
  }
  const withPoint = (x: string) =>
    proofOf({ header: { jwk: { kty: 'EC', crv: 'P-256', x, y: 'AA' } } });
  for (const x of ['AA', 'x'.repeat(43), '']) expect(await viewWith(await withPoint(x))).toBe(401);
  expect(await viewWith(`${head}.${body}.${signature}`)).toBe(200);
});

test('[I01] a login with a proof that is none opens no session; a plain token needs none', async () => {
  const email = 'unbound@example.com';
  const person = { firstName: 'Una', lastName: 'Bound', email, regPassword: 'Anchor7!' };
  const broken = callerAt(app.address, undefined, () => ({ dpop: 'broken' }));
  const input = { ...person, confirmRegPassword: 'Anchor7!' };
  expect((await broken.refusal(register, input)).status).toBe(401);
  const { token: plain } = await app.anyone.call(register, input);
  expect(decodeJwt(plain).cnf).toBeUndefined();
  const withAny = callerAt(app.address, plain, () => ({ dpop: 'broken' }));
  expect(await withAny.call(viewUser, {})).toMatchObject({ email });
  await broken.call(listPlans, {});
});

test('somebody who is logged in can log in again with the same browser, in one call', async () => {
  const { token: again } = await browser.caller(token).call(login, maya);
  expect(again).not.toBe(token);
  await browser.caller(again).call(viewUser, {});
});
