import { changeSettings, viewSettings } from '@portside/contract/console/settings';
import { listAudit } from '@portside/contract/console/audit';
import { viewText } from '@portside/contract/content';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundLimitOf } from '../brands/refund-limit.ts';
import { minutes } from '../clock.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { passDays, withLine } from '../testing/line-life.ts';
import { proving } from '../testing/proving.ts';
import { openSecondProcess } from '../testing/second-process.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const brand = () => app.app.brands.first;
/** Time is moved, and a login is a proof for ten minutes. */
async function set(input: Record<string, unknown>) {
  admin = await app.staff('admin');
  return admin.call(changeSettings, input);
}

test('[L16] each setting stands beside what the folder says, and goes back to it', async () => {
  const { settings, version } = await set({ keptDays: 45, unlockMinutes: 30 });
  expect(settings.keptDays).toMatchObject({
    value: 45,
    inFolder: 60,
    changed: { by: 'admin@harbor.example' },
  });
  expect(brand().lines).toMatchObject({ keptDays: 45, unlockMinutes: 30, simChangeMinutes: 15 });
  const back = await set({ keptDays: null, version });
  expect(back.settings.keptDays).toEqual({ value: 60, inFolder: 60, changed: null });
  expect(back.settings.unlockMinutes.value).toBe(30);
  expect(brand().lines.keptDays).toBe(60);
  await set({ unlockMinutes: null });
});

test('[L16] [L15] a change is in the audit with what was before and after, and nothing else is', async () => {
  await set({ refundLimits: { agent: 10, billing: 250.5, admin: 500 }, keptDays: 60 });
  expect(refundLimitOf(brand(), 'billing')).toBe(25_050);
  expect(refundLimitOf(brand(), 'viewer')).toBe(0);
  const { entries } = await admin.call(listAudit, { call: 'changeSettings' });
  expect(entries[0]?.detail).toMatchObject({
    before: { refundLimits: { agent: 0, billing: 100, admin: 500 } },
    after: { refundLimits: { agent: 10, billing: 250.5, admin: 500 } },
  });
  await set({ refundLimits: null });
  expect(refundLimitOf(brand(), 'agent')).toBe(0);
});

test('[L16] bounds are checked, and nothing of a refused change holds', async () => {
  for (const wrong of [
    { keptDays: 0 },
    { keptDays: 366 },
    { keptDays: 30.5 },
    { unlockMinutes: 1441 },
    { refundLimits: { agent: -1, billing: 1, admin: 1 } },
    { refundLimits: { agent: 1.005, billing: 1, admin: 1 } },
    { supportHours: { en: '', es: 'Siempre', opening: [] } },
    { supportHours: { en: 'a', es: 'b', opening: [{ days: [1], from: '18:00', to: '08:00' }] } },
  ]) {
    const refusal = await admin.refusal(changeSettings, { unlockMinutes: 20, ...wrong });
    expect([wrong, refusal.status]).toEqual([wrong, 400]);
  }
  expect(brand().lines.unlockMinutes).toBe(15);
});

test('[L16] hours in one language alone are refused, and whole ones are what the pages say', async () => {
  const opening = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];
  const english = { supportHours: { en: 'On weekdays, 9 am to 5 pm', opening } };
  expect(await admin.refusal(changeSettings, english)).toMatchObject({
    status: 422,
    problem: { reason: 'language_missing' },
  });
  await set({
    supportHours: { en: 'On weekdays, 9 am to 5 pm', es: 'Los días hábiles, de 9 a 17', opening },
  });
  expect(brand().support).toMatchObject({ hours: 'On weekdays, 9 am to 5 pm', opening });
  expect(brand().support.email).toBe('help@harbor.example');
  await set({ supportHours: null });
  expect(brand().support.opening).toHaveLength(1);
});

test('[L16] who changes what a colleague has changed meanwhile is told', async () => {
  const { version } = await admin.call(viewSettings, {});
  await set({ keptDays: 61, version });
  const refusal = await admin.refusal(changeSettings, { keptDays: 62, version });
  expect(refusal).toMatchObject({ status: 422, problem: { reason: 'changed_meanwhile' } });
  await set({ keptDays: null });
});

test('[L16] a text that names the days says the new ones at once', async () => {
  const said = async () =>
    JSON.stringify(await app.anyone.call(viewText, { page: 'terms-and-conditions' }));
  expect(await said()).toContain('number for 60 days');
  await set({ keptDays: 77 });
  expect(await said()).toContain('number for 77 days');
  expect(await said()).not.toContain('number for 60 days');
  await set({ keptDays: null });
});

test('[L16] another process knows of a change within seconds, and an unlock under way keeps its time', async () => {
  const other = await openSecondProcess(app);
  try {
    const { noa, line } = await withLine(app);
    const away = callerAt(other.address, noa.token);
    const unlock = async () => {
      await proving(noa);
      const { locks } = await away.call(setLocks, { id: line.id, sim: false });
      return Date.parse(locks.sim.offAt ?? '');
    };
    const first = await unlock();
    await set({ unlockMinutes: 40 });
    const { locks } = await noa.call(viewLine, { id: line.id });
    expect(Date.parse(locks.sim.offAt ?? '')).toBe(first);
    await app.eventually(async () => {
      await noa.call(setLocks, { id: line.id, sim: true });
      const left = (await unlock()) - app.app.clock.now().getTime();
      return left > minutes(38) && left <= minutes(40) ? true : undefined;
    });
  } finally {
    await other.close();
    await set({ unlockMinutes: null });
  }
});

test('[L16] a number that was to be kept for 60 days keeps them, and gets more when there are more', async () => {
  const { noa, line } = await withLine(app);
  const kept = async () =>
    Date.parse((await noa.call(viewLine, { id: line.id })).numberKeptUntil ?? '');
  await passDays(app, 31);
  const promised = await kept();
  await set({ keptDays: 10 });
  expect(await kept()).toBe(promised);
  app.clock.move(minutes(6));
  await passDays(app, 20);
  expect((await noa.call(viewLine, { id: line.id })).status).toBe('suspended');
  await set({ keptDays: 90 });
  expect((await kept()) - promised).toBe(30 * 86_400_000);
  await set({ keptDays: 10 });
  await passDays(app, 45);
  expect((await noa.call(viewLine, { id: line.id })).status).toBe('suspended');
  await set({ keptDays: null });
});
