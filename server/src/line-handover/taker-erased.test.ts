import { viewUser } from '@portside/contract/account';
import { eraseCustomer } from '@portside/contract/console/customers';
import { staffStepUp } from '@portside/contract/console/staff';
import { startVerification } from '@portside/contract/console/verification';
import { viewLine } from '@portside/contract/line-detail';
import { viewHandover } from '@portside/contract/line-handover';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed, handedOver, offerTo, unlock, withFreeLine } from '../testing/handing-over.ts';
import { emailWhen } from '../testing/shopping.ts';
import { demoCodes, staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endOffers } from './ended-offers.ts';

/* Whoever was offered a line, or took it, is erased: the giver knows still what became of it. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const db = () => app.app.db.query;

async function erased(person: Caller & { email: string }) {
  const { id } = await person.call(viewUser, {});
  await sql`update lines set status = 'ended', ended_at = ${app.clock.now()},
    released_at = ${app.clock.now()} where customer_id = ${id}`.execute(db());
  const admin = await staffAt(app.address, 'admin');
  const { code = '' } = (await demoCodes(app.address)).find((one) => one.role === 'admin') ?? {};
  await admin.call(staffStepUp, { code });
  await admin.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  await admin.call(eraseCustomer, { id, reason: 'Asked for it by letter' });
  const { rows } = await sql`select from line_handovers where email = ${person.email}`.execute(
    db(),
  );
  expect(rows).toEqual([]);
}

test('[P06] [L19] the line of a taker who is erased was handed over still, without an address', async () => {
  const { noa, omar, line } = await handedOver(app);
  const { handover } = await noa.call(viewLine, { id: line.id });
  expect(handover?.to).toBe(omar.email);
  await erased(omar);
  const now = await noa.call(viewLine, { id: line.id });
  expect(now).toMatchObject({ status: 'ended', handover: { ...handover, to: '' } });
  expect((await noa.call(viewHandover, { id: line.id })).handover).toEqual({ ...handover, to: '' });
});

test('[P06] [L19] an open offer to somebody who is erased is over, and the giver is told', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  await erased(omar);
  expect(await noa.call(viewLine, { id: line.id })).not.toHaveProperty('handover');
  await endOffers(app.app);
  const told = await emailWhen(app, noa.email, /^The offer of your line .* is over$/);
  expect(told.text).toContain('can’t accept it any more');
  expect(told.text).not.toContain(omar.email);
  const { rows } = await sql<{ state: string }>`
    select state from line_handovers where line_id = ${line.id}`.execute(db());
  expect(rows).toEqual([{ state: 'dropped' }]);
  expect(await noa.call(viewHandover, { id: line.id })).toEqual({});
  await unlock(app, line.id);
  const ines = await confirmed(app);
  await offerTo(noa, line.id, ines.email);
});
