import { listAudit } from '@portside/contract/console/audit';
import { viewUser } from '@portside/contract/account';
import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import * as staffCalls from '@portside/contract/console/line-separations';
import { listStaff, viewMe, viewRoles } from '@portside/contract/console/staff';
import { enterVerification, startVerification } from '@portside/contract/console/verification';
import { fillPath } from '@portside/contract/endpoint';
import { askLoginCode, enterLoginCode } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours, minutes } from '../clock.ts';
import { type Caller, harbor } from '../testing/caller.ts';
import { withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail } from '../testing/mailbox.ts';
import {
  addDocument,
  askFor,
  idOf,
  prove,
  separated,
  trained,
  wholeRequest,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { remindStaff } from './telling-staff.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  ada = await trained(app);
});
afterAll(() => app.close());

const own = { number: '2125550147', who: 'own' as const };
const staffId = async (role: string) => {
  const { staff } = await ada.call(listStaff, {});
  return staff.find((one) => one.role === role)?.id ?? '';
};
/** Also for oneself. */
async function train(role: string, isTrained: boolean): Promise<void> {
  await prove(ada);
  await ada.call(staffCalls.setSeparationTraining, { id: await staffId(role), trained: isTrained });
}

const tries = (id: string) =>
  [
    [staffCalls.listSeparations, {}],
    [staffCalls.viewSeparationRequest, { id }],
    [staffCalls.takeSeparationDocument, { id, documentId: 'sdo_1' }],
    [staffCalls.askInSeparation, { id, text: 'Hello' }],
    [staffCalls.proveInSeparation, { id, number: own.number, how: 'By phone' }],
    [staffCalls.grantSeparation, { id, numbers: [own.number] }],
    [staffCalls.refuseSeparation, { id, reason: 'documents' }],
  ] as const;

test('[P05] an admin who is not trained, and each agent, is refused as others are, and learns nothing of it', async () => {
  const { separation } = await askFor(app, [own]);
  const id = await idOf(app, separation.reference);
  await ada.call(staffCalls.viewSeparationRequest, { id });
  const agent = await app.staff('agent');
  for (const [call, input] of tries(id)) {
    expect((await agent.refusal(call, input)).problem.code, call.name).toBe('forbidden');
  }
  const seenByTrained = (await ada.call(listAudit, {})).entries.map(({ call }) => call);
  expect(seenByTrained).toContain('viewSeparationRequest');
  await train('admin', false);
  for (const [call, input] of tries(id)) {
    expect((await ada.refusal(call, input)).problem.code, call.name).toBe('forbidden');
  }
  const { can } = await ada.call(viewMe, {});
  expect(can.filter((name) => /Separation/.test(name))).toEqual(['setSeparationTraining']);
  const { entries } = await ada.call(listAudit, {});
  const calls = new Set(entries.map(({ call }) => call));
  expect([...calls].filter((name) => /Separation/.test(name))).toEqual(['setSeparationTraining']);
  const asked = { call: 'viewSeparationRequest' };
  expect((await ada.call(listAudit, asked)).entries).toEqual([]);
  const { path } = fillPath('GET /console/api/audit.csv', {});
  const headers = { ...harbor, authorization: `Bearer ${ada.token}` };
  const csv = await (await app.fetch(path, { headers })).text();
  expect(csv).not.toContain(id);
  expect(csv).not.toContain(',viewSeparationRequest,');
  await train('admin', true);
  expect((await ada.call(viewMe, {})).can).toContain('grantSeparation');
  expect((await ada.call(listAudit, asked)).entries.length).toBeGreaterThan(0);
});

test('[P05] who is trained is noted on the page of staff, in the table of roles, and for the next call', async () => {
  await train('agent', true);
  const agent = await app.staff('agent');
  await agent.call(staffCalls.listSeparations, {});
  const { staff } = await ada.call(listStaff, {});
  expect(staff.filter((one) => one.trained).map(({ role }) => role)).toEqual(['admin', 'agent']);
  await train('agent', false);
  expect((await agent.refusal(staffCalls.listSeparations, {})).problem.code).toBe('forbidden');
  const { calls } = await ada.call(viewRoles, {});
  const ofTrained = calls.filter((one) => one.trained).map(({ name }) => name);
  expect(ofTrained.toSorted()).toEqual(
    tries('')
      .map(([{ name }]) => name)
      .toSorted(),
  );
  // Training is of a person, not of a role.
  await train('viewer', true);
  const viewer = await app.staff('viewer');
  expect((await viewer.refusal(staffCalls.listSeparations, {})).problem.code).toBe('forbidden');
  await train('viewer', false);
});

test('[P05] the customer’s page and timeline tell nothing of a request about their line', async () => {
  const { noa, line } = await withLine(app);
  const { id } = await wholeRequest(app, [line.mdn]);
  await prove(ada);
  const how = 'Her caseworker called from the shelter';
  await ada.call(staffCalls.proveInSeparation, { id, number: line.mdn, how });
  const { customerId } =
    (await ada.call(staffCalls.viewSeparationRequest, { id })).looked[0]?.account ?? {};
  const named = { id: customerId ?? '' };
  expect((await ada.refusal(viewCustomer, named)).problem.code).toBe('not_verified');
  expect((await ada.refusal(viewTimeline, named)).problem.code).toBe('not_verified');
  const { entries } = await ada.call(listAudit, { customerId: customerId ?? '' });
  expect(entries.filter(({ call }) => /Separation/.test(call))).toEqual([]);
  const all = await ada.call(listAudit, {});
  const ofRequest = all.entries.filter(({ about }) => about === id);
  expect(ofRequest.length).toBeGreaterThan(0);
  const text = JSON.stringify(ofRequest);
  for (const secret of [line.mdn, how, noa.email, customerId ?? '']) {
    expect(text).not.toContain(secret);
  }
});

test('[P05] refused: without a document, of whose line nobody knows, of a number that isn’t here, or of the address’s own account', async () => {
  const { noa, line } = await withLine(app);
  const reason = async (id: string, number: string) =>
    (await ada.refusal(staffCalls.grantSeparation, { id, numbers: [number] })).problem;
  const { token, separation } = await askFor(app, [{ number: line.mdn, who: 'own' }, own]);
  const id = await idOf(app, separation.reference);
  await prove(ada);
  expect((await reason(id, line.mdn)).reason).toBe('no_document');
  await addDocument(app, token);
  expect((await reason(id, line.mdn)).reason).toBe('unproven');
  expect((await reason(id, '2125550188')).code).toBe('invalid');
  for (const number of [line.mdn, own.number]) {
    await ada.call(staffCalls.proveInSeparation, { id, number, how: 'By phone' });
  }
  const not = await reason(id, own.number);
  expect(not.reason).toBe('can_not_go');
  expect(not.message).toMatch(/^\(212\) 555-0147: No line of ours has this number/);
  const mine = await wholeRequest(app, [line.mdn], { email: noa.email });
  await prove(ada);
  expect((await reason(mine.id, line.mdn)).reason).toBe('own_account');
  const wrong = { id, number: '2125550188', how: 'By phone' };
  const unknown = await ada.refusal(staffCalls.proveInSeparation, wrong);
  expect(unknown.problem.reason).toBe('unknown_number');
});

test('[P05] refused for what the rule allows: why, what to do, and where to complain come by email', async () => {
  const { email, separation, token } = await askFor(app, [own]);
  await addDocument(app, token);
  const id = await idOf(app, separation.reference);
  await prove(ada);
  await nextEmail(app, email, /^Your request$/);
  const note = 'The second page is cut off.';
  await ada.call(staffCalls.refuseSeparation, { id, reason: 'documents', note });
  const mail = await nextEmail(app, email, /^Your request$/);
  for (const part of [note, 'a new request', 'consumercomplaints.fcc.gov', '1-888-225-5322']) {
    expect(mail.text).toContain(part);
  }
  const seen = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(seen).toMatchObject({ state: 'refused', refused: { reason: 'documents', note } });
});

test('[P05] trained staff are reminded a business day before, each day once it is late, and without detail', async () => {
  const { token, separation } = await askFor(app, [own]);
  const whole = await addDocument(app, token);
  const id = await idOf(app, separation.reference);
  const box = 'admin@harbor.example';
  const count = async () => {
    await remindStaff(app.app);
    await remindStaff(app.app);
    await allEmailsSent(app);
    const all = await app.emails(box, 0);
    return all.filter(({ text }) => /has to be answered|is over/.test(text)).length;
  };
  const before = await count();
  const answerBy = Date.parse(whole.answerBy ?? '');
  app.clock.move(answerBy - app.clock.now().getTime() - minutes(60));
  const reminded = await count();
  expect(reminded).toBeGreaterThan(before);
  app.clock.move(minutes(61));
  const warned = await count();
  expect(warned).toBeGreaterThan(reminded);
  app.clock.move(hours(23));
  expect(await count()).toBe(warned);
  app.clock.move(hours(1));
  expect(await count()).toBe(warned + 1);
  const mails = await app.emails(box, 0);
  const text = JSON.stringify(mails.filter(({ subject }) => /request waits/.test(subject)));
  for (const secret of [separation.reference, id, own.number, 'Noor']) {
    expect(text).not.toContain(secret);
  }
});

test('[P05] staff who are not trained don’t read on the survivor’s timeline what it was about', async () => {
  const { line } = await withLine(app);
  const { email } = await separated(app, [line.mdn]);
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const survivor = app.with((await app.anyone.call(enterLoginCode, { email, otp })).token);
  const { id } = await survivor.call(viewUser, {});
  const agent = await app.staff('agent');
  await agent.call(startVerification, { id, how: 'code' });
  const code = (await nextEmail(app, email, /support/)).code ?? '';
  await agent.call(enterVerification, { id, code });
  const { entries } = await agent.call(viewTimeline, { id });
  expect(JSON.stringify(entries)).not.toMatch(/Domestic Violence|request \d/);
});

test('[P05] of many requests in an hour staff hear once, and of those after it when it is over', async () => {
  await allEmailsSent(app);
  app.clock.move(hours(2));
  const box = 'admin@harbor.example';
  const count = async () => {
    await allEmailsSent(app);
    const all = await app.emails(box, 0);
    return all.filter(({ text }) => text.includes('A request waits in the console.')).length;
  };
  const before = await count();
  for (let sent = 0; sent < 3; sent += 1) {
    const { token } = await askFor(app, [own]);
    await addDocument(app, token);
  }
  await remindStaff(app.app);
  expect(await count()).toBe(before + 1);
  app.clock.move(minutes(61));
  await remindStaff(app.app);
  await remindStaff(app.app);
  expect(await count()).toBe(before + 2);
  app.clock.move(minutes(61));
  await remindStaff(app.app);
  expect(await count()).toBe(before + 2);
});

test('[P05] whole and proven requests are listed first, however many others came before them', async () => {
  const unproven = await askFor(app, [own]);
  await addDocument(app, unproven.token);
  const open = await askFor(app, [own]);
  app.clock.move(days(1));
  const { line } = await withLine(app);
  const proven = await wholeRequest(app, [line.mdn]);
  const { separations, more } = await (await trained(app)).call(staffCalls.listSeparations, {});
  expect(more).toBeUndefined();
  const listed = separations.map(({ reference }) => reference);
  const wanted = [proven.reference, unproven.separation.reference, open.separation.reference];
  expect(listed.filter((one) => wanted.includes(one))).toEqual(wanted);
});
