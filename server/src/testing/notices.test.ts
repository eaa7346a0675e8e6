import {
  addNotice,
  changeNotice,
  endNotice,
  listNotices,
} from '@portside/contract/console/notices';
import { listAudit } from '@portside/contract/console/audit';
import { viewLineHealth } from '@portside/contract/line-health';
import { viewNotices } from '@portside/contract/notices';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { days, hours, minutes } from '../clock.ts';
import { buildServer } from '../http/server.ts';
import type { WebEntry } from '../http/pages.ts';
import { served } from '../slices.ts';
import { callerAt, type Caller } from './caller.ts';
import { keptIf } from './kept-pages.ts';
import { withLine } from './line-life.ts';
import { openSecondProcess } from './second-process.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let admin: Caller;
let http: FastifyInstance;
let address: string;
let rendered = 0;

const web: WebEntry = {
  placeOf: keptIf(() => true),
  renderPage: async (_request, { notices }) => {
    rendered += 1;
    return { status: 200, headers: {}, failures: [], html: `<p>${JSON.stringify(notices)}</p>` };
  },
};
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
  admin = await app.staff('admin');
  http = await buildServer(app.app, served, { load: async () => web });
  address = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  await app.close();
});
beforeEach(async () => {
  const { notices } = await admin.call(listNotices, {});
  for (const { id, state } of notices) if (state !== 'over') await admin.call(endNotice, { id });
});

const at = (ms: number) => new Date(app.app.clock.now().getTime() + ms).toISOString();
const page = async (path = '/') => (await fetch(`${address}${path}`)).text();
const texts = { en: 'Calls may fail. We are on it.', es: 'Las llamadas pueden fallar.' };
const outage = () => ({ kind: 'outage' as const, texts, until: at(hours(2)) });
const refusalOf = async (more: object) => {
  const { status, problem } = await admin.refusal(addNotice, { ...outage(), ...more });
  return problem.reason ?? status;
};

test('[L13] one for all stands on the pages of both languages, kept pages too, and is gone when it is ended', async () => {
  expect(await page()).toContain('[]');
  const { notice } = await admin.call(addNotice, outage());
  app.clock.move(minutes(1));
  // A visitor who would wait for more than a second gets the page as it was.
  await expect.poll(() => page()).toContain('Calls may fail.');
  await expect.poll(() => page('/es/faq')).toContain('Las llamadas');
  const made = rendered;
  await page();
  expect(rendered).toBe(made);
  await admin.call(endNotice, { id: notice.id });
  app.clock.move(minutes(1));
  await expect.poll(() => page()).toContain('[]');
});

test('[L13] a page that is kept is made anew within two seconds of when a notice begins, and of when it ends', async () => {
  await admin.call(addNotice, { ...outage(), from: at(minutes(10)), until: at(minutes(20)) });
  app.clock.move(minutes(10) - 5000);
  expect(await page()).toContain('[]');
  app.clock.move(7000);
  expect(await page()).toContain('Calls may fail.');
  app.clock.move(minutes(10) - 4000);
  expect(await page()).toContain('Calls may fail.');
  app.clock.move(4000);
  expect(await page()).toContain('[]');
});

test('[L13] it is refused while a language of the brand is missing, and when it ends before it begins', async () => {
  expect(await refusalOf({ texts: { en: 'Calls may fail.' } })).toBe('language_missing');
  expect(await refusalOf({ texts: { en: 'Calls may fail.', es: '  ' } })).toBe('language_missing');
  expect(await refusalOf({ until: at(-1000) })).toBe('over_before_it_begins');
  expect(await refusalOf({ from: at(hours(3)) })).toBe('over_before_it_begins');
  expect(await refusalOf({ until: at(days(91)) })).toBe('too_long');
  expect(await refusalOf({ zipPrefix: '10a' })).toBe(400);
  expect(await refusalOf({ kind: 'party' })).toBe(400);
  expect(await refusalOf({ until: '2026-13-45T99:99' })).toBe(400);
  expect((await admin.call(listNotices, {})).languages).toEqual(['en', 'es']);
});

test('[L13] a time without a zone is the brand’s', async () => {
  const { notice } = await admin.call(addNotice, {
    ...outage(),
    from: '2099-01-10T08:00',
    until: '2099-01-10T20:30',
  });
  expect(notice).toMatchObject({
    from: '2099-01-10T13:00:00.000Z',
    until: '2099-01-11T01:30:00.000Z',
    state: 'planned',
  });
});

test('[L13] [K22] one by ZIP prefix is for the lines there alone: on their dashboard and in what is wrong with the line', async () => {
  const { noa, line } = await withLine(app);
  const trouble = async () =>
    (await noa.call(viewLineHealth, { id: line.id })).findings.find(
      ({ code }) => code === 'outage',
    );
  await admin.call(addNotice, { ...outage(), zipPrefix: '90' });
  expect((await noa.call(viewNotices, {})).notices).toEqual([]);
  expect(await trouble()).toMatchObject({ ok: true });
  const { notice } = await admin.call(addNotice, { ...outage(), zipPrefix: '100' });
  expect((await noa.call(viewNotices, {})).notices).toEqual([
    { id: notice.id, kind: 'outage', text: texts.en, zipPrefix: '100' },
  ]);
  expect(await trouble()).toMatchObject({
    ok: false,
    action: 'wait',
    message: expect.stringContaining('We know of an outage near 100'),
  });
  expect(await page()).toContain('[]');
  await admin.call(changeNotice, { ...outage(), id: notice.id, kind: 'news', zipPrefix: '100' });
  expect(await trouble()).toMatchObject({ ok: true });
});

test('[L13] [L15] one that is shown is changed and keeps its beginning; the audit has it before and after', async () => {
  const { notice } = await admin.call(addNotice, outage());
  app.clock.move(minutes(5));
  const changed = await admin.call(changeNotice, {
    ...outage(),
    id: notice.id,
    texts: { en: 'Calls work again in Queens.', es: 'En Queens ya funcionan.' },
  });
  expect(changed.notice.from).toBe(notice.from);
  app.clock.move(minutes(1));
  expect(await page()).toContain('in Queens');
  const { entries } = await admin.call(listAudit, { call: 'changeNotice' });
  expect(entries[0]).toMatchObject({
    about: notice.id,
    detail: { texts: { en: 'Calls work again in Queens.' }, before: { texts } },
  });
  await admin.call(endNotice, { id: notice.id });
  const late = await admin.refusal(changeNotice, { ...outage(), id: notice.id });
  expect(late).toMatchObject({ status: 422, problem: { reason: 'notice_over' } });
  expect((await admin.call(endNotice, { id: notice.id })).message).toBe('It is over already.');
});

test('[L13] another process, and no other brand, says it within seconds', async () => {
  const other = await openSecondProcess(app);
  try {
    const { noa } = await withLine(app);
    const away = callerAt(other.address, noa.token);
    await admin.call(addNotice, outage());
    await app.eventually(async () => {
      const { notices } = await away.call(viewNotices, {});
      return notices.length === 1 || undefined;
    });
    expect(app.app.brands.byId('mesa')?.notices).toEqual([]);
  } finally {
    await other.close();
  }
});
