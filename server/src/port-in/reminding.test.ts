import { cancelPortIn } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '../slices.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { buyFor, draftOf, portInWhen } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const age = (id: string, days: number) =>
  sql`update port_ins set updated_at = ${app.clock.now()}::timestamptz - ${days} * interval '1 day'
    where id = ${id}`.execute(app.app.db.query);

async function remindersTo(email: string): Promise<string[]> {
  const remind = handlers.find((one) => one.job.name === 'remind-port-ins');
  await Promise.all([remind?.run(app.app, {}), remind?.run(app.app, {})]);
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all.filter(({ subject }) => /still waiting for you/.test(subject)).map(({ text }) => text);
}

test('a paid line whose number waits for the customer reminds them after a week and before it is closed, once each', async () => {
  const noa = await newcomer(app);
  const { portInId } = await buyFor(app, noa, '2125550199');
  await portInWhen(app, noa, portInId, 'details_needed');
  await age(portInId, 6);
  expect(await remindersTo(noa.email)).toEqual([]);
  await age(portInId, 8);
  const [first, ...more] = await remindersTo(noa.email);
  expect(first).toMatch(/We need something from you .* \(212\) 555-0199/);
  expect(first).toMatch(/If we don’t have it by .*\d{4}, we close the transfer/);
  expect(more).toEqual([]);
  await age(portInId, 26);
  expect(await remindersTo(noa.email)).toHaveLength(2);
  await age(portInId, 28);
  expect(await remindersTo(noa.email)).toHaveLength(2);
});

test('nobody is reminded of a number they only looked up, or of a transfer they canceled', async () => {
  const noa = await newcomer(app);
  const looked = await draftOf(noa, '2125550151');
  const { portInId } = await buyFor(app, noa, '3475550199');
  await portInWhen(app, noa, portInId, 'details_needed');
  await noa.call(cancelPortIn, { id: portInId });
  for (const id of [looked, portInId]) await age(id, 26);
  expect(await remindersTo(noa.email)).toEqual([]);
});
