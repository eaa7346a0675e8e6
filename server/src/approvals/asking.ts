import * as calls from '@portside/contract/console/approvals';
import type { MoneyStatus } from '@portside/contract/console/approvals';
import type { Endpoint, OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { holdPaidOrder, whyNotSo } from '../checkout/desk-refunds.ts';
import { creditOf } from '../credit/credit.ts';
import type { Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { customerAt, type Owner, type Staff } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { labelOf } from '../payments/bill-lines.ts';
import { holdRole } from '../staff/role-now.ts';
import { give, statusesOf, statusOf } from './giving.ts';
import { tellStatus } from './tell-status.ts';
import { leftAlone } from './refund-limit.ts';
import * as store from './store.ts';

type Asked = Pick<
  store.ApprovalRow,
  'kind' | 'order_id' | 'amount_cents' | 'pays_to' | 'reason' | 'note'
> & { readonly key: string; readonly lineNumbers: readonly number[] };

export function refundOrder(
  app: App,
  who: Staff,
  input: ParsedInputOf<typeof calls.refundOrder>,
): Promise<OutputOf<typeof calls.refundOrder> | Refused<ReasonOf<typeof calls.refundOrder>>> {
  const owner = customerAt(who);
  const asked: Asked = {
    kind: 'refund',
    order_id: input.id,
    amount_cents: cents(input.amount),
    pays_to: input.to,
    reason: input.reason,
    note: input.note ?? '',
    key: input.idempotencyKey,
    lineNumbers: (input.lines ?? []).toSorted((a, b) => a - b),
  };
  return app.db.transaction(async (tx) => {
    const begun = await begin(tx, who, owner, calls.refundOrder, asked);
    if (begun instanceof Refused) return begun;
    const { known, role } = begun;
    if (known) return { refundId: known.id, ...tellStatus(await statusOf(tx, known)) };
    const order = await holdPaidOrder(app, tx, input.id);
    const before = await store.approvalsOfOrder(tx, input.id);
    if (before.some(({ status }) => status === 'waiting')) return refused('waits');
    if (order.refusal) return refused(order.refusal);
    const why = whyNotSo(order, { cents: asked.amount_cents, to: asked.pays_to });
    if (why) return refused(why, { left: dollars(order.left || order.credit) });
    const lines = await linesOf(tx, order.lines, asked, before);
    if (lines instanceof Refused) return lines;
    const alone = await leftAlone(app, tx, who, role, owner);
    // All of it takes the credit that was used along.
    const along_cents = asked.amount_cents === order.left ? order.credit : 0;
    const row = rowOf(app, who, owner, asked, { item: order.item, lines, along_cents });
    const done = await ask(app, tx, who, row, alone);
    return done instanceof Refused ? done : { refundId: row.id, ...tellStatus(done) };
  });
}

export function giveCredit(
  app: App,
  who: Staff,
  input: ParsedInputOf<typeof calls.giveCredit>,
): Promise<OutputOf<typeof calls.giveCredit> | Refused<ReasonOf<typeof calls.giveCredit>>> {
  const owner = customerAt(who);
  const asked: Asked = {
    kind: 'credit',
    order_id: null,
    amount_cents: cents(input.amount),
    pays_to: 'credit',
    reason: input.reason,
    note: input.note ?? '',
    key: input.idempotencyKey,
    lineNumbers: [],
  };
  return app.db.transaction(async (tx) => {
    const begun = await begin(tx, who, owner, calls.giveCredit, asked);
    if (begun instanceof Refused) return begun;
    const { known, role } = begun;
    const answer = async (creditId: string, status: MoneyStatus) => ({
      creditId,
      ...tellStatus(status),
      balance: dollars(await creditOf(tx, owner)),
    });
    if (known) return answer(known.id, await statusOf(tx, known));
    const alone = await leftAlone(app, tx, who, role, owner);
    const row = rowOf(app, who, owner, asked, { item: '', lines: [], along_cents: 0 });
    const done = await ask(app, tx, who, row, alone);
    if (!(done instanceof Refused)) return answer(row.id, done);
    if (done.reason === 'key_reused') return refused('key_reused');
    throw notFound();
  });
}

/** @returns what was asked with this key before, or the role that it goes by now */
async function begin(tx: Tx, who: Staff, owner: Owner, { roles }: Endpoint, asked: Asked) {
  const role = await holdRole(tx, who, roles);
  await store.lockGiving(tx, owner);
  const known = await store.approvalOfKey(tx, who, asked.key);
  if (known) return isSame(known, owner, asked) ? { known, role } : refused('key_reused');
  if (asked.reason === 'other' && asked.note === '') return refused('note_missing');
  return { known: undefined, role };
}

const isSame = (row: store.ApprovalRow, owner: Owner, asked: Asked): boolean =>
  row.customer_id === owner.customerId &&
  row.kind === asked.kind &&
  row.order_id === asked.order_id &&
  row.amount_cents === asked.amount_cents &&
  row.pays_to === asked.pays_to &&
  row.reason === asked.reason &&
  row.note === asked.note &&
  row.lines.map(({ number }) => number).join() === asked.lineNumbers.join();

/** Not what was declined, nor what the bank refused. */
async function goneLines(tx: Tx, before: readonly store.ApprovalRow[]): Promise<Set<number>> {
  const kept = (await statusesOf(tx, before)).filter(
    ({ status }) => status !== 'declined' && status !== 'failed',
  );
  return new Set(kept.flatMap(({ of: { lines } }) => lines.map(({ number }) => number)));
}

/** Lines of a bill go back whole, once, and come to the amount. */
async function linesOf(
  tx: Tx,
  bill: Awaited<ReturnType<typeof holdPaidOrder>>['lines'],
  { lineNumbers, amount_cents }: Asked,
  before: readonly store.ApprovalRow[],
): Promise<store.ChosenLine[] | Refused<'lines_differ' | 'line_refunded'>> {
  if (lineNumbers.length === 0) return [];
  const chosen = [...new Set(lineNumbers)].flatMap((number) => {
    const line = bill[number - 1];
    return line ? [{ number, label: labelOf(line, 'en'), cents: line.cents }] : [];
  });
  const sum = chosen.reduce((total, line) => total + line.cents, 0);
  if (chosen.length !== lineNumbers.length || sum !== amount_cents) return refused('lines_differ');
  const gone = await goneLines(tx, before);
  if (chosen.some(({ number }) => gone.has(number))) return refused('line_refunded');
  return chosen.map(({ number, label }) => ({ number, label }));
}

function rowOf(
  app: App,
  who: Staff,
  owner: Owner,
  { key, lineNumbers: _, ...asked }: Asked,
  about: Pick<store.ApprovalRow, 'item' | 'lines' | 'along_cents'>,
): store.ApprovalRow {
  return {
    ...asked,
    ...about,
    id: app.random.id('apr'),
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    status: 'waiting',
    part: null,
    asked_by: who.staffId,
    asked_name: who.name,
    asked_email: who.email,
    asked_key: key,
    asked_at: app.clock.now(),
    decided_by: null,
    decided_name: null,
    decided_at: null,
    decision: '',
  };
}

/** Carries it out at once where one person is enough. */
async function ask(app: App, tx: Tx, who: Staff, row: store.ApprovalRow, aloneCents: number) {
  // The same key at another customer's.
  if (!(await store.insertApproval(tx, row))) return refused('key_reused');
  if (row.amount_cents + row.along_cents > aloneCents) return 'waiting' as const;
  const given = await give(app, tx, row, who.name);
  if (given instanceof Refused) throw notFound();
  const approved = { ...row, status: 'approved', part: given.part } as const;
  await store.changeApproval(tx, row.id, { status: 'approved', part: given.part });
  return statusOf(tx, approved);
}
