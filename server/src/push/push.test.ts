import { viewUser } from '@portside/contract/account';
import { allowPush, endPush, type PushKind, pushKinds, viewPush } from '@portside/contract/push';
import {
  endOtherSessions,
  endSession,
  listSessions,
  nameBrowser,
} from '@portside/contract/sessions';
import { changePassword, login, logout, stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours } from '../clock.ts';
import { asAgent } from '../testing/as-agent.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { consume, withLine } from '../testing/line-life.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import type { QueuedPush } from './push-hooks.ts';
import { sendNotice } from './send-push.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const asJson = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

interface Shown {
  body: {
    title: string;
    body: string;
    path: string;
    tag: string;
    lang: string;
    renotify?: boolean;
  };
  topic: string;
  urgency: string;
  ttl: number;
}

interface Browser {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser that lets us send notices, at the simulated push service. */
async function browserOf(who: Caller): Promise<Browser> {
  const { publicKey: key } = await who.call(viewPush, {});
  const made = await app.fetch('/sandbox/push/browsers', { method: 'POST', ...asJson({ key }) });
  return (await made.json()) as Browser;
}
const allow = (
  who: Caller,
  { id: _own, ...browser }: Browser,
  kinds: PushKind[] = [...pushKinds],
) => who.call(allowPush, { ...browser, kinds });

const steer = (browser: Browser, answer: string, retryAfter?: number) =>
  app.fetch(`/sandbox/push/browsers/${browser.id}`, {
    method: 'PUT',
    ...asJson({ answer, ...(retryAfter !== undefined && { retryAfter }) }),
  });

const shownIn = async ({ id }: Browser): Promise<Shown[]> =>
  (await (await app.fetch(`/sandbox/push/browsers/${id}/messages`)).json()) as Shown[];

/** The newest first, once nothing is on its way. */
async function noticesIn(browser: Browser): Promise<Shown[]> {
  await app.eventually(async () => {
    const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pgboss.job
      where name = 'send-push' and state in ('created', 'retry', 'active')
      and start_after <= now()`.execute(db());
    return Number(rows[0]?.waiting) === 0 || undefined;
  });
  return shownIn(browser);
}

const idOf = async (who: Caller) => (await who.call(viewUser, {})).id;
const say = (customerId: string, body: string, about: PushKind = 'usage', same = body) =>
  app.app.db.transaction((tx) =>
    app.app.push.queue(app.app, tx, 6, {
      customerId,
      about,
      body,
      same,
      language: 'en',
      path: '/dashboard',
    }),
  );
const bodies = async (browser: Browser) =>
  (await noticesIn(browser)).map(({ body }) => body.body).toReversed();

/** Another browser of the same person, with the id that the product gave it. */
async function another(email: string, password = 'Anchor7!'): Promise<Caller> {
  const { token } = await app.anyone.call(login, { email, password });
  return app.with(token);
}

/** What waits at the queue for this browser: when, and with what. */
async function waiting(owner: string): Promise<{ seconds: number; data: QueuedPush }[]> {
  const { rows } = await sql<{ seconds: number; data: QueuedPush }>`
    select extract(epoch from j.start_after - now())::float as seconds, j.data from pgboss.job j
    join push_subscriptions s on s.id = j.data ->> 'subscriptionId'
    where j.name = 'send-push' and j.state = 'created' and s.customer_id = ${owner}`.execute(db());
  return rows;
}

test('[P08] who turned notices on is told what the email tells, in their language, with the end of the number and the way to the line', async () => {
  const { noa, line } = await withLine(app);
  expect(await noa.call(viewPush, {})).toMatchObject({ offered: true, browsers: [] });
  const [chosen, other] = [await browserOf(noa), await browserOf(noa)];
  const { message, browsers } = await allow(noa, chosen, ['usage']);
  expect(message).toBe('Notices are on in this browser.');
  expect(browsers).toEqual([
    expect.objectContaining({ kinds: ['usage'], mark: expect.stringMatching(/^[0-9a-f]{16}$/) }),
  ]);
  await allow(noa, other, ['order', 'security']);
  await consume(app, line.mdn, 9_600);
  await emailWhen(app, noa.email, /has used 80%/);
  const [notice, ...more] = await app.eventually(async () => {
    const found = await shownIn(chosen);
    return found.length > 0 ? found : undefined;
  });
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    body: {
      title: 'Harbor',
      body: `•••${line.mdn.slice(-4)} has used 80% of its data`,
      path: `/dashboard/lines/${line.id}`,
      tag: notice?.topic,
      lang: 'en',
    },
    urgency: 'normal',
  });
  expect(notice?.ttl).toBeGreaterThan(11 * 3600);
  expect(JSON.stringify(notice)).not.toContain(line.mdn);
  expect(await noticesIn(other)).toEqual([]);
});

test('[P08] a change of the account is told in every browser that wants to hear of it, and its link opens nothing by itself', async () => {
  const noa = await newcomer(app);
  const browser = await browserOf(noa);
  await allow(noa, browser, ['security']);
  await noa.call(stepUp, { password: 'Anchor7!' });
  const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const told = await noticesIn(browser);
  const news = told.find(({ body }) => body.body.startsWith('The password of your account'));
  expect(news).toMatchObject({
    body: { body: expect.stringMatching(/Not you\? Call \(212\) 555-0100 now\.$/) },
    urgency: 'high',
  });
  expect(told.map(({ body }) => body.renotify)).toEqual(told.map(() => true));
  expect(told.map(({ body }) => body.path)).toEqual(told.map(() => '/dashboard/setting'));
});

test('[P08] only a push service of a browser is called, whatever somebody sends for one', async () => {
  const noa = await newcomer(app);
  const { id: _id, ...browser } = await browserOf(noa);
  for (const endpoint of [
    'https://10.0.0.1/admin',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    `${app.address}/sandbox/push`,
  ]) {
    const no = await noa.refusal(allowPush, { ...browser, endpoint, kinds: ['usage'] });
    expect(no.problem.reason).toBe('unknown_service');
  }
  const noKey = await noa.refusal(allowPush, {
    ...browser,
    p256dh: 'A'.repeat(87),
    kinds: ['usage'],
  });
  expect(noKey.problem.reason).toBe('unknown_service');
});

test('[P08] an agent in the account sees nothing of it and turns nothing on; another customer ends nothing', async () => {
  const noa = await newcomer(app);
  const browser = await browserOf(noa);
  const { browsers } = await allow(noa, browser);
  const agent = await asAgent(app, noa.email);
  const { id: _id, ...subscription } = browser;
  expect((await agent.refusal(viewPush, {})).problem.code).toBe('forbidden');
  const asked = await agent.refusal(allowPush, { ...subscription, kinds: ['usage'] });
  expect(asked.problem.code).toBe('forbidden');
  const stranger = await newcomer(app);
  const foreign = await stranger.refusal(endPush, { id: browsers[0]?.id ?? '' });
  expect(foreign.status).toBe(404);
  expect((await noa.call(viewPush, {})).browsers).toHaveLength(1);
  expect((await noa.call(endPush, { id: browsers[0]?.id ?? '' })).browsers).toEqual([]);
  await say(await idOf(noa), 'after the end');
  expect(await bodies(browser)).not.toContain('after the end');
});

test('[P08] ten browsers at most; kinds are chosen anew in the same one, and its secrets stand nowhere in the clear', async () => {
  const noa = await newcomer(app);
  const made: Browser[] = [];
  for (let at = 0; at < 11; at += 1) made.push(await browserOf(noa));
  const [first, ...others] = made;
  const last = others.pop();
  if (!first || !last) throw new Error('There are eleven');
  for (const one of [first, ...others]) await allow(noa, one, ['usage']);
  const { id: _id, ...subscription } = last;
  const full = await noa.refusal(allowPush, { ...subscription, kinds: ['usage'] });
  expect(full.problem.reason).toBe('too_many_browsers');
  const { id } = (await noa.call(viewPush, {})).browsers.at(-1) ?? {};
  const again = await allow(noa, first, ['payment', 'security']);
  expect(again.browsers.at(-1)?.id).toBe(id);
  expect(again.browsers).toHaveLength(10);
  expect(again.browsers.filter(({ kinds }) => kinds.join(' ') === 'security payment')).toHaveLength(
    1,
  );
  const { rows } = await sql`select * from push_subscriptions
    where customer_id = ${await idOf(noa)}`.execute(db());
  const kept = JSON.stringify([rows, (await sql`select * from push_keys`.execute(db())).rows]);
  expect(kept).not.toContain(first.endpoint);
  expect(kept).not.toContain(first.auth);
  expect(kept).not.toContain('"d"');
});

test('[P08] logging out ends notices in that browser; everywhere else, by one browser, or with the password, in the others', async () => {
  const noa = await newcomer(app);
  const owner = await idOf(noa);
  const there = await another(noa.email);
  const [here, far] = [await browserOf(noa), await browserOf(there)];
  await allow(noa, here);
  await allow(there, far);
  await there.call(logout, {});
  await say(owner, 'one');
  expect([await bodies(here), await bodies(far)]).toEqual([['one'], []]);

  const ways = {
    everywhere: () => noa.call(endOtherSessions, {}),
    byOne: async () => {
      const { sessions } = await noa.call(listSessions, {});
      const other = sessions.find(({ current }) => !current);
      await noa.call(endSession, { id: other?.id ?? '' });
    },
    password: () =>
      noa.call(changePassword, {
        currentPassword: 'Anchor7!',
        newPassword: 'Harbor8!',
        confirmNewPassword: 'Harbor8!',
      }),
  };
  for (const end of [ways.everywhere, ways.byOne, ways.password]) {
    const next = await another(noa.email);
    const browser = await browserOf(next);
    await allow(next, browser);
    await noa.call(stepUp, { password: 'Anchor7!' });
    await end();
    expect((await noa.call(viewPush, {})).browsers).toHaveLength(1);
    await say(owner, 'after it');
    expect(await bodies(browser)).not.toContain('after it');
  }
  expect(await bodies(here)).toContain('after it');
});

test('[P08] a logout that left its browser here, as by a process before this one, is noticed at the next notice; a session that ran out or made way for a newer login tells on', async () => {
  const { mid } = await app.anyone.call(nameBrowser, {});
  const noa = await newcomer(app);
  const owner = await idOf(noa);
  const atBrowser = async () => {
    const anyone = callerAt(app.address, undefined, () => ({ 'x-mid': mid }));
    const { token } = await anyone.call(login, { email: noa.email, password: 'Anchor7!' });
    return callerAt(app.address, token, () => ({ 'x-mid': mid }));
  };
  const there = await atBrowser();
  const [plain, named] = [await browserOf(noa), await browserOf(there)];
  await allow(noa, plain);
  await allow(there, named);
  const sessionOf = async (browser: Browser) => {
    const { rows } = await sql<{ id: string }>`select session_id as id from push_subscriptions
      where endpoint_hash = encode(sha256(${browser.endpoint}::bytea), 'hex')`.execute(db());
    return rows[0]?.id;
  };
  const leave = (id: string | undefined) =>
    sql`update sessions set ended_at = now() where id = ${id}`.execute(db());
  const told = async (body: string) => {
    await say(owner, body);
    return [await bodies(plain), await bodies(named)].map((shown) => shown.includes(body));
  };
  const [first, second] = [await sessionOf(plain), await sessionOf(named)];
  await sql`update sessions set expires_at = now() - interval '1 day'
    where id in (${first}, ${second})`.execute(db());
  expect(await told('ran out')).toEqual([true, true]);
  const newer = await atBrowser();
  await leave(first);
  await leave(second);
  expect(await told('left')).toEqual([false, true]);
  expect((await newer.call(viewPush, {})).browsers).toHaveLength(1);
  const { sessions } = await newer.call(listSessions, {});
  await leave(sessions.find(({ current }) => current)?.id);
  expect(await told('left there, too')).toEqual([false, false]);
  const { rows } = await sql`select 1 from push_subscriptions
    where customer_id = ${owner}`.execute(db());
  expect(rows).toEqual([]);
});

test('[P08] whoever logs in at the browser of somebody else ends what that one would be told there', async () => {
  const { mid } = await app.anyone.call(nameBrowser, {});
  const atBrowser = (token?: string) => callerAt(app.address, token, () => ({ 'x-mid': mid }));
  const loggedIn = async ({ email }: { email: string }) => {
    const { token } = await atBrowser().call(login, { email, password: 'Anchor7!' });
    return atBrowser(token);
  };
  const [first, second] = [await newcomer(app), await newcomer(app)];
  const one = await loggedIn(first);
  const browser = await browserOf(one);
  await allow(one, browser);
  // The same one again, after a session that ran out: it goes on, and ends with its logout.
  const again = await loggedIn(first);
  expect((await again.call(viewPush, {})).browsers).toHaveLength(1);
  await loggedIn(second);
  await say(await idOf(one), 'for the first');
  expect(await bodies(browser)).toEqual([]);
  await allow(again, browser);
  await (await loggedIn(first)).call(logout, {});
  expect((await again.call(viewPush, {})).browsers).toEqual([]);
});

test('[P08] a browser that is gone is forgotten; what is refused is not sent again', async () => {
  const noa = await newcomer(app);
  const owner = await idOf(noa);
  const [gone, refusing] = [await browserOf(noa), await browserOf(noa)];
  for (const one of [gone, refusing]) await allow(noa, one);
  await steer(gone, '410');
  await steer(refusing, '413');
  await say(owner, 'one');
  await noticesIn(gone);
  expect((await noa.call(viewPush, {})).browsers).toHaveLength(1);
  expect(await waiting(owner)).toEqual([]);
});

test('[P08] a push service that is busy is asked again when it says, one that fails after longer and longer pauses, and no more once it is no news', async () => {
  const noa = await newcomer(app);
  const owner = await idOf(noa);
  const browser = await browserOf(noa);
  await allow(noa, browser);
  await steer(browser, '429', 1800);
  await say(owner, 'one');
  await noticesIn(browser);
  const [busy] = await waiting(owner);
  expect(busy?.seconds).toBeGreaterThan(1700);
  expect(busy?.seconds).toBeLessThanOrEqual(1800);
  if (!busy) throw new Error('Nothing waits');

  await steer(browser, '500');
  await sendNotice(app.app, { ...busy.data, tries: 3 });
  const pauses = (await waiting(owner)).map(({ seconds }) => Math.round(seconds / 10) * 10);
  expect(pauses.toSorted((a, b) => a - b)[0]).toBe(240);

  await steer(browser, '201');
  await sendNotice(app.app, busy.data);
  await sendNotice(app.app, busy.data);
  const twice = await shownIn(browser);
  expect(new Set(twice.map(({ body }) => body.tag)).size).toBe(1);
  app.clock.move(hours(13));
  await sendNotice(app.app, busy.data);
  expect(await shownIn(browser)).toHaveLength(twice.length);
});

test('[P08] a browser gets twenty notices a day at most, and security more', async () => {
  const noa = await newcomer(app);
  const owner = await idOf(noa);
  const browser = await browserOf(noa);
  await allow(noa, browser);
  for (let at = 0; at < 22; at += 1) await say(owner, `usage ${at}`);
  expect(await noticesIn(browser)).toHaveLength(20);
  await say(owner, 'a new SIM', 'security');
  expect(await bodies(browser)).toContain('a new SIM');
  app.clock.move(hours(25));
  await say(owner, 'the next day');
  expect(await bodies(browser)).toContain('the next day');
});
