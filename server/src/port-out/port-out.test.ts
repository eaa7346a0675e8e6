import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { listNeeds } from '@portside/contract/needs';
import { listTransactions } from '@portside/contract/payments';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { replaceSim, stopReplacement } from '@portside/contract/sim-replacement';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { days } from '../clock.ts';
import { handlers } from '../slices.ts';
import { lineOf, passDays, withLine, type Noa } from '../testing/line-life.ts';
import { provenAt } from '../testing/proving.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;

const setLock = (msisdn: string, on: boolean) => app.adapters.carrier.setNumberLock({ msisdn, on });

/** As `PUT locks` leaves it once the time to call it off is over. */
async function unlock({ id, mdn }: { id: string; mdn: string }) {
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, now() - interval '1 year', true from lines where id = ${id}
    on conflict (line_id) do update set number_off_at = excluded.number_off_at`.execute(db());
  await setLock(mdn, false);
}

async function withOpenLine() {
  const made = await withLine(app);
  await unlock(made.line);
  return made;
}

async function otherCarrier(msisdn: string, step: string, transferPin?: string) {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step, ...(transferPin && { transferPin }) }),
  });
  return answer.status;
}

const stateWhen = (noa: Noa, id: string, state: string) =>
  inTime(app, async () => {
    const { portOut } = await noa.call(viewLine, { id });
    return portOut?.state === state ? portOut : undefined;
  });

const subjectsTo = async (noa: Noa) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox_mail where to_address = ${noa.email} order by seq`.execute(db());
  return rows.map((row) => row.subject);
};

const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });

const other = (pin: string) => (pin === '111111' ? '222222' : '111111');

test('[K16] account number and transfer PIN are shown once, and stand in no email, log or activity', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  const made = await noa.call(openPortOut, { id });
  expect(made.accountNumber).toMatch(/^\d{10}$/);
  expect(made.transferPin).toMatch(/^\d{6}$/);
  const left = Date.parse(made.expiresAt ?? '') - app.app.clock.now().getTime();
  expect(Math.round(left / 3_600_000)).toBe(7 * 24);
  await emailWhen(app, noa.email, /A transfer PIN for/);
  const shown = await noa.call(viewLine, { id });
  expect(shown.transferPin).toEqual({ expiresAt: made.expiresAt });
  const { activity } = await noa.call(listActivity, {});
  expect(activity[0]?.kind).toBe('transfer_pin_made');
  const kept = await Promise.all(
    ['sandbox_mail', 'activity', 'sandbox_carrier_log', 'transfer_pins'].map((table) =>
      sql`select * from ${sql.table(table)}`.execute(db()),
    ),
  );
  const mine = kept.map(({ rows }) => rows.filter((row) => JSON.stringify(row).includes(mdn)));
  expect(JSON.stringify([mine, shown, activity])).not.toContain(made.transferPin);
});

test('[K16] a new PIN ends the one before, the account number stays, and a PIN ends by one press', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  const first = await noa.call(openPortOut, { id });
  const second = await noa.call(openPortOut, { id });
  expect(second.accountNumber).toBe(first.accountNumber);
  if (first.transferPin !== second.transferPin) {
    expect(await otherCarrier(mdn, 'request', first.transferPin)).toBe(409);
  }
  await noa.call(closePortOut, { id });
  expect((await noa.call(viewLine, { id })).transferPin).toBeUndefined();
  expect(await otherCarrier(mdn, 'request', second.transferPin)).toBe(409);
  // With nothing there it is harmless.
  await noa.call(closePortOut, { id });
  const third = await noa.call(openPortOut, { id });
  expect(await otherCarrier(mdn, 'request', third.transferPin)).toBe(200);
});

test('[K16] after seven days a PIN has ended', async () => {
  const { noa, line } = await withOpenLine();
  const { transferPin } = await noa.call(openPortOut, { id: line.id });
  await passDays(app, 7);
  expect((await noa.call(viewLine, { id: line.id })).transferPin).toBeUndefined();
  expect(await otherCarrier(line.mdn, 'request', transferPin)).toBe(409);
});

test('[K16] each step of the other carrier is told at once, and the line ends when the number has left', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
  const { transferPin } = await noa.call(openPortOut, { id });
  expect(await otherCarrier(mdn, 'request', transferPin)).toBe(200);
  await stateWhen(noa, id, 'requested');
  await emailWhen(app, noa.email, /asked for your number/);
  // Nothing else begins meanwhile.
  await prove(noa);
  const busy = (await noa.refusal(openPortOut, { id })).problem;
  expect(busy).toMatchObject({ reason: 'busy', with: 'port_out' });
  await passDays(app, 13);
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  expect(await otherCarrier(mdn, 'confirm')).toBe(200);
  await stateWhen(noa, id, 'confirmed');
  await emailWhen(app, noa.email, /about to move/);
  expect(await otherCarrier(mdn, 'complete')).toBe(200);
  await stateWhen(noa, id, 'completed');
  await emailWhen(app, noa.email, /has moved/);
  const gone = await noa.call(viewLine, { id });
  expect(gone).toMatchObject({ status: 'ended', autopay: { on: false } });
  await passDays(app, 40);
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.map((one) => one.kind)).toEqual(['new_line']);
  const about = (await subjectsTo(noa)).filter((one) => /number|Autopay charges/.test(one));
  expect(about.filter((one) => /has moved/.test(one))).toHaveLength(1);
  await prove(noa);
  expect((await noa.refusal(openPortOut, { id })).problem.reason).toBe('line_ended');
});

test('[K16] a request is refused by one press while the carrier allows it, and not after', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  // At once, before any notice is here.
  const { message } = await noa.call(closePortOut, { id });
  expect(message).toContain('Your number stays');
  await stateWhen(noa, id, 'refused');
  await emailWhen(app, noa.email, /stays/);
  expect(await otherCarrier(mdn, 'confirm')).toBe(409);
  // The line is free again.
  await noa.call(openPortOut, { id });
  expect(await otherCarrier(mdn, 'request')).toBe(200);
  expect(await otherCarrier(mdn, 'confirm')).toBe(200);
  expect((await noa.refusal(closePortOut, { id })).problem.reason).toBe('too_late');
  expect(await otherCarrier(mdn, 'cancel')).toBe(200);
  await stateWhen(noa, id, 'cancelled');
  await noa.call(openPortOut, { id });
});

test('[K16] [K25] a wrong PIN and a locked number are refused at the carrier, and the customer is told', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  // None was ever made.
  expect(await otherCarrier(mdn, 'request')).toBe(409);
  const { transferPin } = await noa.call(openPortOut, { id });
  expect(await otherCarrier(mdn, 'request', other(transferPin))).toBe(409);
  const wrong = await emailWhen(app, noa.email, /We refused a request/);
  expect(wrong.text).toContain('wrong or has ended');
  await setLock(mdn, true);
  expect(await otherCarrier(mdn, 'request', transferPin)).toBe(409);
  await app.eventually(async () => {
    const mails = await app.emails(noa.email, 0);
    return mails.find((mail) => mail.text.includes('The number lock is on'));
  });
  for (const step of ['confirm', 'complete', 'cancel']) {
    expect(await otherCarrier(mdn, step)).toBe(409);
  }
  expect(await otherCarrier('9075550199', 'request')).toBe(404);
  expect(await otherCarrier(mdn, 'steal')).toBe(400);
  expect((await lineOf(noa, id)).status).toBe('active');
});

test('[K16] five wrong tries end a transfer PIN, here and at the carrier; four do not', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  const { transferPin } = await noa.call(openPortOut, { id });
  const guess = () => otherCarrier(mdn, 'request', other(transferPin));
  const refusals = async (count: number) =>
    app.eventually(async () => {
      const found = (await subjectsTo(noa)).filter((one) => /We refused|We ended/.test(one));
      return found.length >= count ? found : undefined;
    });
  for (let n = 1; n <= 4; n += 1) {
    await guess();
    await refusals(n);
  }
  expect((await noa.call(viewLine, { id })).transferPin).toBeTruthy();
  await guess();
  expect((await refusals(5)).filter((one) => /We ended the transfer PIN/.test(one))).toHaveLength(
    1,
  );
  expect((await noa.call(viewLine, { id })).transferPin).toBeUndefined();
  await app.eventually(async () => {
    const { rows } = await sql<{ told: boolean }>`
      select told from transfer_pins where line_id = ${id}`.execute(db());
    return rows.every(({ told }) => told) || undefined;
  });
  await otherCarrier(mdn, 'request', transferPin);
  await refusals(6);
  // A new PIN has its five tries again.
  await prove(noa);
  const again = await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request', other(again.transferPin));
  await refusals(7);
  expect((await noa.call(viewLine, { id })).transferPin).toBeTruthy();
});

test('[K16] asked for while the SIM is being replaced, the number holds the line after that', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await openSimLock(app, id);
  await noa.call(replaceSim, { id, simType: 'esim' });
  expect(await otherCarrier(mdn, 'request')).toBe(200);
  await stateWhen(noa, id, 'requested');
  await noa.call(stopReplacement, { id });
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  await otherCarrier(mdn, 'cancel');
  await stateWhen(noa, id, 'cancelled');
  expect(await noa.call(viewLine, { id })).not.toHaveProperty('underWay');
});

test('[K16] notices that are lost, repeated or late change nothing', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  const lose = () => sql`update sandbox_notices set done = true where not done`.execute(db());
  await otherCarrier(mdn, 'request');
  await otherCarrier(mdn, 'confirm');
  const { rows } = await sql<{ ref: string }>`
    select ref from sandbox_carrier_port_outs where msisdn = ${mdn}`.execute(db());
  const ref = rows[0]?.ref ?? '';
  const early = await app.adapters.carrier.viewPortOut(ref);
  await lose();
  await otherCarrier(mdn, 'complete');
  await lose();
  await handlers.find((one) => one.job.name === 'finish-port-outs')?.run(app.app, {});
  expect(await noa.call(viewLine, { id })).toMatchObject({
    status: 'ended',
    portOut: { state: 'completed' },
  });
  const noticed = handlers.find((one) => one.job.name === 'port-out-noticed');
  await Promise.all([noticed?.run(app.app, { ref }), noticed?.run(app.app, { ref })]);
  // An answer from before the end that comes after it.
  const view = vi.spyOn(app.adapters.carrier, 'viewPortOut').mockResolvedValue(early);
  await noticed?.run(app.app, { ref });
  view.mockRestore();
  expect((await noa.call(viewLine, { id })).portOut?.state).toBe('completed');
  await emailWhen(app, noa.email, /has moved/);
  const moves = (await subjectsTo(noa)).filter((one) => /has moved/.test(one));
  expect(moves).toHaveLength(1);
});

test('[K16] a request whose end was lost long ago holds the line no longer', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  await stateWhen(noa, id, 'requested');
  await otherCarrier(mdn, 'cancel');
  await sql`update sandbox_notices set done = true where not done`.execute(db());
  await sql`update sandbox_carrier_port_outs set changed_at = changed_at - interval '5 days'
    where msisdn = ${mdn}`.execute(db());
  await sql`update port_outs set at = at - interval '5 days' where line_id = ${id}`.execute(db());
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  await handlers.find((one) => one.job.name === 'finish-port-outs')?.run(app.app, {});
  expect((await noa.call(viewLine, { id })).portOut?.state).toBe('cancelled');
  expect(await noa.call(viewLine, { id })).not.toHaveProperty('underWay');
  await emailWhen(app, noa.email, /stays$/);
});

test('[K16] a request that takes no step lets its line go on a day that was said, and is told', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  const { at, endsOn = '' } = await stateWhen(noa, id, 'requested');
  expect(Date.parse(endsOn) - Date.parse(at)).toBe(days(14));
  await passDays(app, 13);
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  await passDays(app, 2);
  const after = await noa.call(viewLine, { id });
  expect(after.portOut).toMatchObject({ state: 'expired' });
  expect(after.portOut).not.toHaveProperty('endsOn');
  expect(after).not.toHaveProperty('underWay');
  const codes = (await noa.call(listNeeds, {})).needs.map(({ code }) => code);
  expect(codes).not.toContain('port_out');
  const { text } = await emailWhen(app, noa.email, /goes on as usual$/);
  expect(text).toContain('If the other carrier takes the number after all');
  const told = (await subjectsTo(noa)).filter((one) => /goes on as usual/.test(one));
  expect(told).toHaveLength(1);

  // What the carrier says afterwards counts.
  await otherCarrier(mdn, 'confirm');
  const again = await stateWhen(noa, id, 'confirmed');
  expect(Date.parse(again.endsOn ?? '') - Date.parse(again.at)).toBe(days(14));
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  await otherCarrier(mdn, 'complete');
  await stateWhen(noa, id, 'completed');
  expect((await lineOf(noa, id)).status).toBe('ended');
});

test('[K16] a carrier that has another answer, or none, goes before the day on which a request ends', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  await stateWhen(noa, id, 'requested');
  const silent = vi
    .spyOn(app.adapters.carrier, 'viewPortOut')
    .mockRejectedValue(new OutsideFailure('carrier', 'unknown'));
  await passDays(app, 15);
  expect((await noa.call(viewLine, { id })).underWay).toEqual(['port_out']);
  silent.mockRestore();
  await otherCarrier(mdn, 'cancel');
  await sql`update sandbox_notices set done = true where not done`.execute(db());
  await handlers.find((one) => one.job.name === 'end-hanging-port-outs')?.run(app.app, {});
  expect((await noa.call(viewLine, { id })).portOut?.state).toBe('cancelled');
  expect((await subjectsTo(noa)).filter((one) => /goes on as usual/.test(one))).toEqual([]);
});

test('[K16] [K15] a request that its line is not held for any more is refused by the number lock as before', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await noa.call(openPortOut, { id });
  await otherCarrier(mdn, 'request');
  await stateWhen(noa, id, 'requested');
  await passDays(app, 15);
  await stateWhen(noa, id, 'expired');
  await noa.call(setLocks, { id, number: true });
  await stateWhen(noa, id, 'refused');
  expect(await otherCarrier(mdn, 'complete')).toBe(409);
});

test('[K16] a PIN that the carrier did not take is not shown, and ends', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  const { carrier } = app.adapters;
  const set = vi
    .spyOn(carrier, 'setTransferPin')
    .mockRejectedValue(new OutsideFailure('carrier', 'unknown'));
  const { status } = await noa.refusal(openPortOut, { id });
  expect(status).toBeGreaterThanOrEqual(500);
  set.mockRestore();
  expect((await noa.call(viewLine, { id })).transferPin).toBeUndefined();
  expect(await otherCarrier(line.mdn, 'request')).toBe(409);
});

test('[K16] an unpaid line may leave, and its number is not given up while it does', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn } = line;
  await passDays(app, 80);
  expect((await noa.call(viewLine, { id })).statusReason).toBe('unpaid');
  await prove(noa);
  await noa.call(openPortOut, { id });
  expect(await otherCarrier(mdn, 'request')).toBe(200);
  await stateWhen(noa, id, 'requested');
  await passDays(app, 13);
  expect((await lineOf(noa, id)).status).toBe('suspended');
  expect(await otherCarrier(mdn, 'complete')).toBe(200);
  await stateWhen(noa, id, 'completed');
  expect((await lineOf(noa, id)).status).toBe('ended');
});

test('[K16] with the number lock on there is no PIN, and another customer finds no line', async () => {
  const { noa, line } = await withLine(app);
  const { problem } = await noa.refusal(openPortOut, { id: line.id });
  expect(problem.reason).toBe('number_locked');
  const stranger = await newcomer(app);
  expect((await stranger.refusal(openPortOut, { id: line.id })).status).toBe(404);
  expect((await stranger.refusal(closePortOut, { id: line.id })).status).toBe(404);
});

test('[K16] [K24] a PIN needs a fresh proof, and is not for support', async () => {
  expect(openPortOut).toMatchObject({ freshProof: true, notForAgents: true });
  expect(closePortOut.notForAgents).toBe(true);
  const { noa, line } = await withOpenLine();
  await provenAt(db(), noa.email, null);
  const { problem } = await noa.refusal(openPortOut, { id: line.id });
  expect(problem.reason).toBe('proof_required');
});
