import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { editUser, viewUser } from '@portside/contract/account';
import { listSessions } from '@portside/contract/sessions';
import {
  askLoginCode,
  createCrmTicket,
  enterLoginCode,
  login,
  register,
} from '@portside/contract/sign-in';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, seconds } from '../clock.ts';
import { openBrowser } from '../testing/bound-browser.ts';
import { callerAt, harbor } from '../testing/caller.ts';
import { nextCode } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const coast = { 'x-api-key': 'coast-demo-key', mvnoid: '7' };
const maya = { email: 'maya@example.com', password: 'Harbor1!' };

let brands: string;
let app: TestApp;
beforeAll(async () => {
  brands = await mkdtemp(join(tmpdir(), 'portside-brands-'));
  const harborFolder = resolve(import.meta.dirname, '../../../brands/harbor');
  for (const id of ['harbor', 'coast'])
    await cp(harborFolder, join(brands, id), { recursive: true });
  const file = join(brands, 'coast/brand.json');
  const brand = JSON.parse(await readFile(file, 'utf8')) as { client: object };
  Object.assign(brand, { id: 'coast', product: 'Coast', plainTokens: false, hostNames: [] });
  Object.assign(brand.client, { mvnoId: 7, apiKey: 'coast-demo-key' });
  await writeFile(file, JSON.stringify(brand));
  app = await openTestApp({ config: { brandsFolder: brands } });
});
afterAll(async () => {
  await app.close();
  await rm(brands, { recursive: true });
});

const key = () => app.app.secrets.key('session-token');
const viewStatus = async (token: string, headers: Record<string, string> = {}) =>
  (
    await app.fetch('/app/users/view', {
      headers: { ...harbor, authorization: `Bearer ${token}`, ...headers },
    })
  ).status;
test('token of another tenant: it opens nothing, nor do its codes, links and people', async () => {
  const browser = await openBrowser(app);
  const atCoast = browser.caller(undefined, coast);
  const twin = { ...maya, password: 'Anchor7!' };
  const { token: coastToken } = await atCoast.call(register, {
    firstName: 'Maya',
    lastName: 'Coast',
    email: twin.email,
    regPassword: twin.password,
    confirmRegPassword: twin.password,
  });
  await browser.caller(coastToken, coast).call(viewUser, {});
  expect((await browser.caller(coastToken).refusal(viewUser, {})).status).toBe(401);
  const { token } = await app.anyone.call(login, maya);
  expect(await viewStatus(token, coast)).toBe(401);
  const wrong = await atCoast.refusal(login, maya);
  expect(wrong.problem.reason).toBe('wrong_login');
  app.clock.move(seconds(31));
  await app.anyone.call(askLoginCode, { email: maya.email });
  const otp = await nextCode(app, maya.email, /Your Harbor login code/);
  const foreign = await atCoast.refusal(enterLoginCode, { email: maya.email, otp });
  expect(foreign.problem.reason).toBe('code_expired');
  const { status } = await callerAt(app.address, undefined, () => coast).refusal(createCrmTicket, {
    crmSecret: 'harbor-demo-crm-secret',
    email: twin.email,
    agent: 'Dana',
    reason: 'test',
  });
  expect(status).toBe(401);
});

test('[I01] a tenant without plain tokens refuses a login that brings no proof', async () => {
  const plain = callerAt(app.address, undefined, () => coast);
  const person = { firstName: 'Pia', lastName: 'Plain', email: 'pia@example.com' };
  const passwords = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };
  expect((await plain.refusal(register, { ...person, ...passwords })).status).toBe(401);
  const browser = await openBrowser(app);
  const bound = browser.caller(undefined, coast);
  // The refused one has left no account behind.
  await bound.call(register, { ...person, ...passwords });
});

test('session fixation: every login makes a session of its own, whatever the call brings', async () => {
  const attacker = await newcomer(app);
  const { sid } = decodeJwt(attacker.token ?? '');
  const answer = await app.fetch('/app/users/login', {
    method: 'POST',
    headers: {
      ...harbor,
      'content-type': 'application/json',
      authorization: `Bearer ${attacker.token}`,
      cookie: `sid=${String(sid)}`,
    },
    body: JSON.stringify({ ...maya, sid, sessionId: sid, token: attacker.token }),
  });
  const { token } = (await answer.json()) as { token: string };
  expect(decodeJwt(token).sid).not.toBe(sid);
  expect(await attacker.call(viewUser, {})).toMatchObject({ email: attacker.email });
  expect((await attacker.call(listSessions, {})).sessions).toHaveLength(1);
});

test('header and mail injection: no line break gets into a name or an address', async () => {
  const input = {
    firstName: 'Noa',
    lastName: 'Newcomer',
    email: 'noa.inject@example.com',
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  };
  const breaks = ['\r\nBcc: all@example.com', '\nSubject: won', '\r\n\r\n<script>', '\u0000'];
  for (const more of breaks) {
    for (const field of ['firstName', 'lastName', 'email'] as const) {
      const { status, problem } = await app.anyone.refusal(register, {
        ...input,
        [field]: `${input[field]}${more}x`,
      });
      expect(status).toBe(400);
      expect(problem.errors?.map((one) => one.field)).toEqual([field]);
    }
    const noa = await app.as(maya.email, maya.password);
    expect((await noa.refusal(editUser, { email: `a@example.com${more}x` })).status).toBe(400);
  }
  const markup = await newcomer(app);
  const tagged = { firstName: '<img src=x>', lastName: 'Newcomer' };
  expect((await markup.refusal(editUser, tagged)).status).toBe(400);
  await markup.call(editUser, { phoneNumber: '+16175550133' });
  for (const { subject, html } of await app.emails(markup.email, 3)) {
    expect(html, subject).not.toContain('<img src=x');
  }
});

test('mass assignment: what the contract does not name changes nothing', async () => {
  const email = 'greedy@example.com';
  const more = {
    emailVerified: true,
    email_verified: true,
    id: 'usr_1',
    tenant: 7,
    customerId: 'usr_1',
  };
  const { token } = await app.anyone.call(register, {
    firstName: 'Gree',
    lastName: 'Dy',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
    ...more,
  });
  const greedy = app.with(token);
  const before = await greedy.call(viewUser, {});
  expect(before).toMatchObject({ email, emailVerified: false });
  expect(before.id).not.toBe('usr_1');
  const moreAgain = {
    emailVerified: true,
    contactNumber: '+16175550133',
    id: 'usr_1',
    provenAt: '2099-01-01',
  };
  await greedy.call(editUser, { firstName: 'Greta', lastName: 'Dy', ...moreAgain });
  expect(await greedy.call(viewUser, {})).toEqual({ ...before, firstName: 'Greta' });
});

test('expired and future tokens, and those of nobody, open nothing', async () => {
  const noa = await newcomer(app);
  const { sid, sub } = decodeJwt(noa.token ?? '');
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const sign = (claims: Record<string, unknown>, secret: Uint8Array = key()) =>
    new SignJWT({ sid, ...(sub && { sub }), aud: 'tenant:6', iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(secret);
  // The same claims, rightly signed, do open: what is refused below is refused for its lie.
  expect(await viewStatus(await sign({}))).toBe(200);
  const lies: Record<string, unknown>[] = [
    { exp: now - 1 },
    { iat: now + 3600, exp: now + 7200 },
    { nbf: now + 3600 },
    { exp: undefined },
    { sid: 'ses_unknown' },
    { sid: undefined },
    { sub: 'usr_unknown' },
    { aud: 'tenant:7' },
    { aud: undefined },
  ];
  for (const lie of lies) expect(await viewStatus(await sign(lie)), JSON.stringify(lie)).toBe(401);
  expect(await viewStatus(await sign({}, new Uint8Array(32)))).toBe(401);
  expect(await viewStatus(await sign({}, app.app.secrets.key('another-use')))).toBe(401);
});

test('a token that was right before opens nothing at another brand, touched, or after its time', async () => {
  const noa = await newcomer(app);
  const { sid, sub } = decodeJwt(noa.token ?? '');
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const token = await new SignJWT({
    sid,
    ...(sub && { sub }),
    aud: 'tenant:6',
    iat: now,
    exp: now + 60,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key());
  for (let time = 0; time < 2; time += 1) expect(await viewStatus(token)).toBe(200);
  expect(await viewStatus(token, coast)).toBe(401);
  const [head, body, signature = ''] = token.split('.');
  const flipped = signature.startsWith('A') ? 'B' : 'A';
  expect(await viewStatus(`${head}.${body}.${flipped}${signature.slice(1)}`)).toBe(401);
  expect(await viewStatus(`${token}.`)).toBe(401);
  // The same bytes in another spelling: the last letter has two bits to spare.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const next = letters[letters.indexOf(signature.slice(-1)) + 1] ?? '';
  for (const end of [`${signature.slice(0, -1)}${next}`, `${signature}=`]) {
    expect(Buffer.from(end, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    expect(await viewStatus(`${head}.${body}.${end}`)).toBe(401);
  }
  app.clock.move(seconds(61));
  expect(await viewStatus(token)).toBe(401);
  expect(await viewStatus(noa.token ?? '')).toBe(200);
});

test('algorithm confusion: a token is signed with HS256 and our key, and nothing else', async () => {
  const noa = await newcomer(app);
  const [, body = '', signature = ''] = (noa.token ?? '').split('.');
  const head = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  expect(await viewStatus(`${head({ alg: 'none', typ: 'JWT' })}.${body}.`)).toBe(401);
  expect(await viewStatus(`${head({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`)).toBe(401);
  for (const alg of ['HS384', 'RS256', 'ES256', 'none', 'HS256 ']) {
    expect(await viewStatus(`${head({ alg, typ: 'JWT' })}.${body}.${signature}`)).toBe(401);
  }
  const browser = await openBrowser(app);
  const asProof = await browser.proof('GET', '/app/users/view', undefined, {
    claims: { ...decodeJwt(noa.token ?? '') },
    header: { typ: 'JWT' },
  });
  expect(await viewStatus(asProof)).toBe(401);
});

test('token after sign-out: an old token stays worthless after its owner logs in again', async () => {
  const noa = await newcomer(app);
  await app.fetch('/app/users/logout', {
    method: 'POST',
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  await app.as(noa.email, 'Anchor7!');
  expect(await viewStatus(noa.token ?? '')).toBe(401);
  app.clock.move(days(1));
  expect(await viewStatus(noa.token ?? '')).toBe(401);
});
