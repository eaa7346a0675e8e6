import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { endSession, listSessions } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[K15] a line that somebody holds while the browser is logged out keeps nobody waiting, and what it began there is stopped after that', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const thief = await app.as(noa.email, 'Anchor7!');
  await thief.call(setLocks, { id, sim: false });
  const { sessions } = await noa.call(listSessions, {});
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  await proving(noa);
  await app.app.db.transaction(async (tx) => {
    await sql`select from lines where id = ${id} for update`.execute(tx);
    const { message } = await noa.call(endSession, { id: other });
    expect(message).toBe('That browser is logged out.');
    expect((await noa.call(viewLine, { id })).locks.sim.offAt).toBeDefined();
  });
  expect((await nextEmail(app, noa.email, /browser had started/)).text).toContain('Locked again');
  expect((await noa.call(viewLine, { id })).locks.sim).toEqual({ on: true });
});
