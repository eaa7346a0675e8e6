import { resubmitPortIn, updatePortIn, viewPortIn } from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { hours, minutes } from '../clock.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { buyFor, oldService, portInWhen } from '../testing/porting.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openSecondProcess, type SecondProcess } from '../testing/second-process.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let second: SecondProcess;

beforeAll(async () => {
  // Every PIN is the wrong one.
  const unmoved = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    updatePortIn: ({ oldAccount: { pin: _pin, ...oldAccount }, ...update }) =>
      carrier.updatePortIn({ ...update, oldAccount }),
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: unmoved(opened.carrier) }) },
  });
  second = await openSecondProcess(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

async function rejected(msisdn: string) {
  const customer = await newcomer(app);
  const { portInId: id } = await buyFor(app, customer, msisdn);
  await portInWhen(app, customer, id, 'action_needed');
  return { customer, id };
}

const guess = (caller: Caller, msisdn: string, pin: string) =>
  caller.call(resubmitPortIn, { msisdn, oldService: { billingAccountPassword: pin } });

async function rejectedAgain(customer: Caller, id: string, attempts: number) {
  return app.eventually(async () => {
    app.clock.move(200);
    const portIn = await customer.call(viewPortIn, { id });
    return portIn.status === 'action_needed' && portIn.attempts === attempts ? portIn : undefined;
  });
}

async function emailsAbout(email: string) {
  await allEmailsSent(app);
  const all = await app.emails(email);
  return all.map((one) => one.subject).filter((one) => /\d{3}-\d{4}/.test(one));
}

test('[I10] five submits of a number are taken in a day, whichever process is asked, and two emails written', async () => {
  const msisdn = '2125550291';
  const { customer, id } = await rejected(msisdn);
  for (const turn of [1, 2, 3, 4, 5]) {
    await guess(customer, msisdn, `000${turn}`);
    await rejectedAgain(customer, id, turn + 1);
  }
  const elsewhere = callerAt(second.address, customer.token);
  for (const caller of [customer, elsewhere]) {
    const { status, problem } = await caller.refusal(resubmitPortIn, {
      msisdn,
      oldService: { billingAccountPassword: '0006' },
    });
    expect([status, problem.reason]).toEqual([422, 'too_many_submits']);
    expect(problem.message).toMatch(/too often today/);
  }
  expect((await customer.call(viewPortIn, { id })).attempts).toBe(6);
  const subjects = await emailsAbout(customer.email);
  expect(subjects.filter((one) => /check your details/.test(one))).toHaveLength(1);
  expect(subjects).toHaveLength(2);
  app.clock.move(hours(25));
  const tomorrow = await app.as(customer.email, 'Anchor7!');
  await guess(tomorrow, msisdn, '0007');
  // Whoever has left is told that it was rejected again.
  await rejectedAgain(tomorrow, id, 7);
  const later = await emailsAbout(customer.email);
  expect(later.filter((one) => /check your details/.test(one))).toHaveLength(2);
});

test('twenty-five re-submits at once, at two processes, are one, and no email', async () => {
  const msisdn = '2125550392';
  const { customer, id } = await rejected(msisdn);
  const before = (await emailsAbout(customer.email)).length;
  const callers = [customer, callerAt(second.address, customer.token)];
  await Promise.all(
    Array.from({ length: 25 }, (_, at) =>
      (callers[at % 2] ?? customer).call(resubmitPortIn, { msisdn, oldService: { lockOff: true } }),
    ),
  );
  const { attempts } = await portInWhen(app, customer, id, 'action_needed');
  expect(attempts).toBe(2);
  expect((await emailsAbout(customer.email)).length).toBe(before);
});

test('[I10] what the old carrier refused is not sent again as it was: the field says so', async () => {
  const msisdn = '2125550491';
  const { customer, id } = await rejected(msisdn);
  const pin = oldService.billingAccountPassword;
  const same = await customer.refusal(resubmitPortIn, {
    msisdn,
    oldService: { billingAccountPassword: ` ${pin} ` },
  });
  const message = 'Your old carrier already refused this. Please fix it, then send it again.';
  expect(same.problem).toMatchObject({
    reason: 'unchanged',
    errors: [{ field: 'pinPassword', message }],
  });
  const elsewhere = await customer.refusal(resubmitPortIn, {
    msisdn,
    oldService: { billingAccountPassword: pin, billingAccountNumber: '111222333' },
  });
  expect(elsewhere.problem.errors).toEqual([{ field: 'pinPassword', message }]);
  const spanish = callerAt(app.address, customer.token, () => ({ 'accept-language': 'es' }));
  const said = await spanish.refusal(resubmitPortIn, {
    msisdn,
    oldService: { billingAccountPassword: pin },
  });
  expect(said.problem.errors?.[0]?.message).toMatch(/^Su operador anterior/);
  expect((await customer.call(viewPortIn, { id })).attempts).toBe(1);
  // Corrected first and sent later is corrected too.
  const saved = { ...oldService, billingAccountPassword: '7788' };
  await customer.call(updatePortIn, { msisdn, oldService: saved });
  await customer.call(resubmitPortIn, { msisdn });
  await rejectedAgain(customer, id, 2);
});

test('five submits are a customer’s for all numbers together', async () => {
  const customer = await newcomer(app);
  const ids: string[] = [];
  for (const msisdn of ['2125550591', '2125550691']) {
    const { portInId } = await buyFor(app, customer, msisdn);
    await portInWhen(app, customer, portInId, 'action_needed');
    ids.push(portInId);
  }
  for (const turn of [1, 2, 3]) {
    await guess(customer, '2125550591', `000${turn}`);
    await rejectedAgain(customer, ids[0] ?? '', turn + 1);
    app.clock.move(minutes(1));
  }
  for (const turn of [1, 2]) {
    await guess(customer, '2125550691', `000${turn}`);
    await rejectedAgain(customer, ids[1] ?? '', turn + 1);
  }
  for (const msisdn of ['2125550591', '2125550691']) {
    const refused = await customer.refusal(resubmitPortIn, {
      msisdn,
      oldService: { billingAccountPassword: '0009' },
    });
    expect(refused.problem.reason).toBe('too_many_submits');
  }
});
