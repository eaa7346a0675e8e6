import { fillPath } from '@portside/contract/endpoint';
import { changeRole } from '@portside/contract/household';
import { viewOrder } from '@portside/contract/checkout';
import { downloadReceipt, listTransactions, printReceipt } from '@portside/contract/payments';
import { viewPrivacy } from '@portside/contract/privacy';
import { viewUser } from '@portside/contract/account';
import { renewLine, quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveCustomer } from '../checkout/moving.ts';
import { runVerb } from '../operator/socket.ts';
import { type Caller, harbor } from '../testing/caller.ts';
import { dispute, ownFile } from '../testing/handing-over.ts';
import { given } from '../testing/household.ts';
import { freshKey } from '../testing/line-life.ts';
import { mailOf, managed, paidByManager, payAsManager } from '../testing/managers-payment.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { proving } from '../testing/proving.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What is left of a payment by who manages a line: for its holder, whose bill it is, and for them (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function receipt(who: Caller, { wire }: { wire: string }, id: string): Promise<Buffer> {
  const { path } = fillPath(wire as typeof printReceipt.wire, { id });
  const headers = { ...harbor, authorization: `Bearer ${who.token}` };
  const answer = await app.fetch(path, { headers });
  if (!answer.ok) throw new Error(`No receipt: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

const renewalOf = async (who: Caller) => {
  const { transactions } = await who.call(listTransactions, {});
  const found = transactions.find(({ kind }) => kind === 'renewal');
  if (!found) throw new Error('There is none');
  return found;
};

test('[P04] the holder reads who paid, and nothing of the card', async () => {
  const { noa, orderId } = await paidByManager(app);
  await sql`update transactions set last4_digits = '9911' where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  const seen = await renewalOf(noa);
  expect(seen).toMatchObject({ paidBy: 'Omar', last4DigitCard: '' });
  expect(seen.paymentDetails).not.toHaveProperty('paymentMethod');
  expect(await noa.call(viewOrder, { id: orderId })).toMatchObject({
    transaction: { paidBy: 'Omar', last4DigitCard: '' },
  });
  const page = (await receipt(noa, printReceipt, seen.id)).toString();
  const pdf = pdfText(await receipt(noa, downloadReceipt, seen.id));
  const headers = { ...harbor, authorization: `Bearer ${noa.token}` };
  const table = await (await app.fetch('/app/payments/transactions.csv', { headers })).text();
  for (const text of [page, pdf]) {
    expect(text).toContain('Paid by');
    expect(text).toContain('Omar');
    expect(text).not.toMatch(/9911|Payment Method/);
  }
  expect(table).toContain('Paid by Omar');
  expect(table).not.toContain('9911');
});

test('[P04] the holder’s file has no card of the manager’s, and the manager’s has what they paid and no address', async () => {
  const { noa, member, orderId } = await paidByManager(app);
  await sql`update transactions set last4_digits = '9911' where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  await sql`update transactions set customer = '["Noa of Quay Lane"]' where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  const [holders, managers] = [await ownFile(app, noa), await ownFile(app, member)];
  expect(holders).not.toContain('9911');
  expect(holders).toContain('Noa of Quay Lane');
  expect(managers).toContain('9911');
  expect(managers).not.toContain('Noa of Quay Lane');
});

test('[P04] without first names the receipts are sentences all the same', async () => {
  const { noa, member, orderId } = await paidByManager(app, { named: false });
  await runVerb(app.app, ['order', 'refund', orderId, '--by', 'Dana']);
  await emailWhen(app, noa.email, /^We refunded/);
  const [holder, theirs] = [
    (await mailOf(app, noa)).join('\n'),
    (await mailOf(app, member)).join('\n'),
  ];
  expect(holder).toContain(`${member.email}, who manages this line, paid`);
  expect(holder).toContain(`of what ${member.email} paid for`);
  expect(theirs).toContain('The line is the account holder’s');
});

test('[P04] a refund after the two accounts became one is told once, to the one who paid', async () => {
  const { noa, member, orderId } = await paidByManager(app);
  const [from, to] = [await member.call(viewUser, {}), await noa.call(viewUser, {})];
  const accounts = { tenant: 6, from: from.id, to: to.id };
  await app.app.db.transaction((tx) => moveCustomer(app.app, tx, accounts));
  await runVerb(app.app, ['order', 'refund', orderId, '--by', 'Dana']);
  await emailWhen(app, noa.email, /^We refunded/);
  const told = (await mailOf(app, noa)).filter((mail) => mail.startsWith('We refunded'));
  expect(told.map((mail) => mail.split('\n')[0])).toEqual(['We refunded your Harbor payment']);
});

test('[P04] why a bank refused a card is told to whoever paid with it, and to nobody else', async () => {
  const { noa, member, id } = await managed(app);
  const { quoteId } = await member.call(quoteRenewal, { id });
  const token = await paymentToken(app, cards.poor);
  const key = freshKey();
  const pay = { id, quoteId, idempotencyKey: key, paymentToken: token };
  const theirs = await member.call(renewLine, pay);
  expect(theirs).toMatchObject({ status: 'declined', reason: 'insufficient_funds' });
  const same = await noa.call(renewLine, pay);
  const seen = (await noa.call(viewOrder, { id: theirs.orderId })).payment;
  for (const answer of [same, seen]) {
    expect(answer).toMatchObject({ status: 'declined', reason: 'declined' });
    expect(answer.message).toBe('That payment didn’t go through. Nothing was charged.');
  }
});

test('[P04] [L20] who pays for a line of another’s at the bank, or argues there, is not erased', async () => {
  const waiting = await managed(app);
  await payAsManager(app, waiting, cards.confirms);
  const reasons = async (who: Caller) =>
    (await who.call(viewPrivacy, {})).obstacles.map(({ reason }) => reason);
  expect(await reasons(waiting.member)).toEqual(['order_open', 'money_open']);
  const { member, orderId } = await paidByManager(app);
  expect(await reasons(member)).toEqual([]);
  await dispute(app, orderId);
  expect(await reasons(member)).toEqual(['dispute_open']);
});

test('[P04] the switch is off: nobody becomes a manager any more, and a manager may become a user', async () => {
  const { noa, id } = await given(app);
  const lines = app.app.brands.byTenant(6).lines as { household: boolean };
  lines.household = false;
  try {
    await proving(noa);
    const no = await noa.refusal(changeRole, { id, role: 'manager' });
    expect(no.problem.reason).toBe('not_offered');
    await noa.call(changeRole, { id, role: 'user' });
  } finally {
    lines.household = true;
  }
});
