import { viewUser } from '@portside/contract/account';
import { listAudit } from '@portside/contract/console/audit';
import {
  endForCustomer,
  replaceSimForCustomer,
  resumeForCustomer,
  suspendForCustomer,
} from '@portside/contract/console/line-actions';
import { enterVerification, startVerification } from '@portside/contract/console/verification';
import { viewCustomer } from '@portside/contract/console/customers';
import { viewLine } from '@portside/contract/line-detail';
import { holdLine } from '@portside/contract/line-hold';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { withLine, type Noa } from '../testing/line-life.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
});
afterAll(() => app.close());

const reason = 'They called';
const idOf = async (noa: Noa) => (await noa.call(viewUser, {})).id;
const byTicket = async (noa: Noa) =>
  agent.call(startVerification, { id: await idOf(noa), how: 'ticket', reference: 'HELP-1' });

async function byCode(noa: Noa) {
  const id = await idOf(noa);
  await sql`update customers set email_verified = true where id = ${id}`.execute(app.app.db.query);
  await agent.call(startVerification, { id, how: 'code' });
  const { code = '' } = await nextEmail(app, noa.email, /support/);
  await agent.call(enterVerification, { id, code });
}

/** Who did it, as the customer reads it; the network's own rows may come in between. */
const whoDid = async (noa: Noa, kind: string) =>
  (await noa.call(listActivity, {})).activity.find((one) => one.kind === kind)?.agent;

test('[L09] no action on a line before its customer is verified', async () => {
  const { line } = await withLine(app);
  for (const call of [suspendForCustomer, resumeForCustomer, endForCustomer]) {
    const { status, problem } = await agent.refusal(call, { id: line.id, reason });
    expect([status, problem.code]).toEqual([403, 'not_verified']);
  }
  const sim = { id: line.id, reason, simType: 'esim' };
  expect((await agent.refusal(replaceSimForCustomer, sim)).problem.code).toBe('not_verified');
});

test('[L09] [L15] a line is suspended and resumed as its customer does it, with the name of who did', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await byTicket(noa);
  await agent.call(suspendForCustomer, { id, reason });
  expect(await noa.call(viewLine, { id })).toMatchObject({
    status: 'suspended',
    statusReason: 'blocked',
  });
  expect(await whoDid(noa, 'line_blocked')).toBe('Aya Tanaka');
  await agent.call(resumeForCustomer, { id, reason });
  expect(await whoDid(noa, 'line_unblocked')).toBe('Aya Tanaka');
  const admin = await app.staff('admin');
  const { entries } = await admin.call(listAudit, { customerId: await idOf(noa) });
  expect(entries.slice(0, 2)).toMatchObject([
    { call: 'resumeForCustomer', outcome: 'done', about: id, detail: { reason } },
    { call: 'suspendForCustomer', outcome: 'done', about: id, detail: { reason } },
  ]);
});

test('[L09] [P09] "Resume" ends the block first, then the hold, and says what is left', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await byTicket(noa);
  await noa.call(holdLine, { id, days: 30, costDays: 3 });
  await agent.call(suspendForCustomer, { id, reason });
  const { lines } = await agent.call(viewCustomer, { id: await idOf(noa) });
  expect(lines[0]?.heldUntil).toBe((await noa.call(viewLine, { id })).heldUntil);
  const first = await agent.call(resumeForCustomer, { id, reason });
  expect(first.message).toMatch(/stays paused for another reason/);
  expect(await noa.call(viewLine, { id })).toMatchObject({ statusReason: 'on_hold' });
  const second = await agent.call(resumeForCustomer, { id, reason });
  expect(second.message).toMatch(/once the line works again/);
  expect(await whoDid(noa, 'line_hold_ended')).toBe('Aya Tanaka');
  expect(await noa.call(viewLine, { id })).not.toHaveProperty('heldUntil');
});

test('[L09] a line is ended with its paid days, and the customer is told', async () => {
  const { noa, line } = await withLine(app);
  await byTicket(noa);
  const { message } = await agent.call(endForCustomer, { id: line.id, reason });
  expect(message).toMatch(/^This line ends on/);
  expect(await whoDid(noa, 'line_ends')).toBe('Aya Tanaka');
});

test('[L09] a SIM changes only after a code that the customer read out; then SIM lock and email apply', async () => {
  const { noa, line } = await withOpenSim(app);
  const sim = { id: line.id, reason, simType: 'esim' as const };
  await byTicket(noa);
  const byPaper = await agent.refusal(replaceSimForCustomer, sim);
  expect(byPaper.problem.reason).toBe('code_needed');
  await byCode(noa);
  const { message } = await agent.call(replaceSimForCustomer, sim);
  expect(message).toMatch(/^The change begins in \d+ minutes/);
  expect(await whoDid(noa, 'sim_change_asked')).toBe('Aya Tanaka');
  await nextEmail(app, noa.email, /SIM/);

  const locked = await withLine(app);
  await byCode(locked.noa);
  const no = await agent.refusal(replaceSimForCustomer, { ...sim, id: locked.line.id });
  expect(no.problem.reason).toBe('sim_locked');
});

test('[L09] to end a line or change its SIM the member of staff proves themselves anew', async () => {
  const { noa, line } = await withLine(app);
  await byTicket(noa);
  await sql`update staff_sessions set proven_at = proven_at - interval '1 hour'`.execute(
    app.app.db.query,
  );
  const { problem } = await agent.refusal(endForCustomer, { id: line.id, reason });
  expect(problem.reason).toBe('proof_required');
  agent = await app.staff('agent');
});
