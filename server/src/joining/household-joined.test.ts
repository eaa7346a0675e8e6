import { viewUser } from '@portside/contract/account';
import { leaveLine } from '@portside/contract/household';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed } from '../testing/handing-over.ts';
import { give, given, take } from '../testing/household.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { bringAlong } from './joining.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const idOf = async (who: Caller) => (await who.call(viewUser, {})).id;
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from line_members where line_id = ${id}
    order by invited_at desc, id desc limit 1`.execute(app.app.db.query);
  return rows[0];
};

test('[P04] accounts become one: a member’s line goes along, and one’s own is given to nobody', async () => {
  const { noa, omar, id } = await given(app);
  const ines = await confirmed(app);
  const [from, to] = [await idOf(omar), await idOf(ines)];
  await bringAlong(app.app, { tenant: 6, from, to });
  await ines.call(leaveLine, { id });
  await give(noa, id, ines.email);
  await take(ines);
  await allEmailsSent(app);
  const before = (await app.emails(noa.email, 0)).length;
  await bringAlong(app.app, { tenant: 6, from: to, to: await idOf(noa) });
  expect((await stateOf(id))?.state).toBe('dropped');
  await allEmailsSent(app);
  expect(await app.emails(noa.email, 0)).toHaveLength(before);
});
