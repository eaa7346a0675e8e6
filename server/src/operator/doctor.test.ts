import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { nothingOutside, type AdapterSettings } from '../settings/adapter-settings.ts';
import { CheckFailed } from '../adapters/health.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { Adapters } from '../app.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { networkFactor } from '../limits/limits.ts';
import { examine } from './doctor.ts';
import { runVerb } from './socket.ts';

let app: TestApp;
let withServers: TestApp;
beforeAll(async () => {
  [app, withServers] = await Promise.all([openTestApp(), openWithServers()]);
});
afterAll(async () => {
  await Promise.all([app.close(), withServers.close()]);
});

const secret = 'a-password-of-somebody';
const smtp = {
  kind: 'smtp',
  url: `smtp://me:${secret}@mail.example`,
  from: 'a@b.example',
} as const;

type Check = (tenant: number) => Promise<void>;
let check: Check;

/** Both brands with a mail server of their own. */
function openWithServers(): Promise<TestApp> {
  const own: AdapterSettings = { ...nothingOutside.usual, mail: { ...smtp, from: 'm@b.example' } };
  const adapters = {
    usual: { ...nothingOutside.usual, mail: smtp },
    brands: { harbor: { ...nothingOutside.usual, mail: smtp }, mesa: own },
  };
  const overridden = (opened: Adapters, tenant: number): Adapters => ({
    ...opened,
    mail: { ...opened.mail, name: 'smtp', check: () => check(tenant) },
  });
  return openTestApp({
    config: { adapters, seed: 'none' },
    overrides: { adapters: overridden },
  });
}

/** The check of those servers does this. */
function checkedBy(does: Check): TestApp {
  check = does;
  return withServers;
}

/** A trial on a server is reachable by others, so doctor does not like it. */
function expectFine(at: TestApp, { text, fine }: { text: string; fine: boolean }): void {
  const isServer = at.app.config.database.kind === 'postgres';
  const wrong = text.split('\n').filter((line) => line.startsWith('LOOK'));
  expect(wrong).toEqual(isServer ? [expect.stringMatching(/^LOOK {2}environment: a trial/)] : []);
  expect(fine).toBe(!isServer);
}

const doctor = (at: TestApp, ...more: string[]) => runVerb(at.app, ['doctor', ...more]);

test('[M11] doctor finds nothing wrong with a trial, and says what it has looked at', async () => {
  const answer = await doctor(app);
  expectFine(app, answer);
  const { text } = answer;
  for (const about of ['migrations', 'clock', 'workers', 'payment', 'carrier', 'mail', 'tax']) {
    expect(text).toMatch(new RegExp(`^ok {4}${about}: `, 'm'));
  }
  expect(text).toMatch(/^ok {4}database: PostgreSQL \d+/m);
  expect(text).not.toContain('nothing to call');
  // Nothing is outside, so limits by network are a trial's.
  expect(networkFactor(app.app)).toBe(100);
});

test('[M11] a service that works is called once, and one of a single brand is told by its brand', async () => {
  const asked: number[] = [];
  const at = checkedBy(async (tenant) => void asked.push(tenant));
  const answer = await doctor(at);
  expect(answer.text).toContain('ok    mail of harbor: smtp answers');
  expect(answer.text).toContain('ok    mail of mesa: smtp answers');
  expectFine(at, answer);
  expect(asked).toEqual([6, 7]);
});

test('[M11] doctor says what to do about a refused key, fails, and is read by programs too', async () => {
  const advice = 'the password is refused: take a new one from the mail provider';
  const at = checkedBy(async (tenant) => {
    if (tenant === 7) throw new CheckFailed('mail', advice);
  });
  const { text, fine } = await doctor(at);
  expect(fine).toBe(false);
  expect(text).toContain(`LOOK  mail of mesa: smtp can't be used\n      → ${advice}`);
  expect(text).toContain('ok    mail of harbor: smtp answers');
  const said = await doctor(at, '--json');
  expect(said.fine).toBe(false);
  expect(JSON.parse(said.text)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      { about: 'mail of mesa', fine: false, text: "smtp can't be used", todo: advice },
      { about: 'mail of harbor', fine: true, text: 'smtp answers' },
    ]),
  });
});

test('[M11] a service that is down is named with the reason, and no secret is ever shown', async () => {
  const at = checkedBy(async () => {
    const reason = new Error(`connect ECONNREFUSED me:${secret}@mail.example`);
    throw new OutsideFailure('mail', 'not_done', reason);
  });
  for (const more of [[], ['--json']]) {
    const { text, fine } = await doctor(at, ...more);
    expect(fine).toBe(false);
    expect(text).toContain('smtp does not answer: connect ECONNREFUSED me:…@mail.example');
    expect(text).not.toContain(secret);
  }
});

test('[M11] a silent service does not keep doctor, and the others are looked at all the same', async () => {
  const at = checkedBy((tenant) => (tenant === 6 ? new Promise(() => {}) : Promise.resolve()));
  const found = await examine(at.app, 200);
  const textOf = (about: string) => found.find((one) => one.about === about)?.text;
  expect(textOf('mail of harbor')).toBe('smtp does not answer: no answer within 0.2 seconds');
  expect(textOf('mail of mesa')).toBe('smtp answers');
});

test('[M11] a clock that does not agree with the database’s is told with the difference', async () => {
  app.clock.move(minutes(3.5));
  const { text, fine } = await doctor(app);
  expect(text).toContain("LOOK  clock: this machine's is 3 min ahead of the database's");
  expect(fine).toBe(false);
});
