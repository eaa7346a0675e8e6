import { viewUser } from '@portside/contract/account';
import { listStuck } from '@portside/contract/console/stuck';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { replaceSim } from '@portside/contract/sim-replacement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailPort } from '../adapters/mail/mail.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { verbs } from '../operator/verbs.ts';
import { lineOf, passHours, withLine } from '../testing/line-life.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let isDown = false;

const sometimesDown = (mail: MailPort): MailPort => ({
  ...mail,
  send: async (email) => {
    if (isDown) throw new OutsideFailure('mail', 'not_done');
    return mail.send(email);
  },
});

beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, mail: sometimesDown(opened.mail) }) },
  });
});
afterAll(() => app.close());

const untaken = () => verbs.warnings?.run(app.app, [], {});

test('[K14] [K15] [L06] while no mail server takes the warning no SIM moves and no lock goes off; then the delay begins', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await openSimLock(app, id);
  isDown = true;
  await noa.call(setLocks, { id, number: false });
  await noa.call(replaceSim, { id, simType: 'esim' });
  await passHours(app, 1);
  const waiting = await noa.call(viewLine, { id });
  expect(waiting.locks.number.on).toBe(true);
  expect(waiting.sim?.state).toBe('announced');
  expect(await lineOf(noa, id)).toMatchObject({ iccid: line.iccid });
  expect(await untaken()).toContain(`${id}:number:`);
  const agent = await app.staff('agent');
  const { items } = await agent.call(listStuck, { kind: 'email' });
  const { id: customerId } = await noa.call(viewUser, {});
  expect(items.filter((one) => one.customerId === customerId)).toMatchObject([
    { reason: expect.stringContaining('number lock turns off. It stays on until one does') },
  ]);
  isDown = false;
  await inTime(app, async () => (await untaken()) === 'Every warning has left.' || undefined);
  expect((await noa.call(viewLine, { id })).locks.number.on).toBe(true);
  await passHours(app, 1);
  const after = await noa.call(viewLine, { id });
  expect(after.locks.number.on).toBe(false);
  expect(after.sim?.state).toBe('done');
});
