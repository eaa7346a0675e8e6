import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { confirmEmail } from '@portside/contract/account';
import { acceptHandover, listHandovers, offerLine } from '@portside/contract/line-handover';
import { type Usage, viewUsage } from '@portside/contract/usage';
import { exportOwn } from '@portside/contract/privacy';
import { fillPath } from '@portside/contract/endpoint';
import { sql } from 'kysely';
import { proving } from './proving.ts';
import type { Line } from '@portside/contract/lines';
import { type Caller, harbor } from './caller.ts';
import { freshKey, withLine, type Noa } from './line-life.ts';
import { nextCode } from './mailbox.ts';
import { cards, newcomer, paymentToken } from './shopping.ts';
import type { TestApp } from './test-app.ts';

/** Where the taker uses the line. */
export const quay = {
  streetNumber: '14',
  streetName: 'Quay Lane',
  city: 'New York',
  state: 'NY',
  zipCode: '10004',
};

/** Somebody whose address is confirmed. */
export async function confirmed(app: TestApp): Promise<Noa> {
  const one = await newcomer(app);
  await one.call(confirmEmail, { otp: await nextCode(app, one.email, /Confirm/) });
  return one;
}

/** Both locks of the line are off, as if its owner had turned them off long ago. */
export async function unlock(app: TestApp, id: string): Promise<void> {
  // Of one that was just handed over the carrier is being told that its lock is on.
  await app.eventually(async () => {
    const { rows } = await sql`select from line_locks
      where line_id = ${id} and number_off_at is null and carrier_off`.execute(app.app.db.query);
    return rows.length === 0 ? true : undefined;
  });
  const long = new Date(app.app.clock.now().getTime() - 86_400_000);
  await sql`insert into line_locks (line_id, tenant_id, sim_off_at, number_off_at, carrier_off)
    select id, tenant_id, ${long}, ${long}, true from lines where id = ${id}
    on conflict (line_id)
      do update set sim_off_at = ${long}, number_off_at = ${long}, carrier_off = true`.execute(
    app.app.db.query,
  );
}

/** Somebody with a confirmed address and an active line without locks. */
export async function withFreeLine(
  app: TestApp,
  priced: Parameters<typeof withLine>[2] = {},
): Promise<{ noa: Noa; line: Line }> {
  const { noa, line } = await withLine(app, {}, priced);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  await unlock(app, line.id);
  return { noa, line };
}

export const offerTo = (noa: Caller, id: string, email: string) =>
  noa.call(offerLine, { id, email });

/** @returns the line’s id in the taker’s account */
export async function accept(taker: Caller): Promise<string> {
  const { offers } = await taker.call(listHandovers, {});
  const [offer] = offers;
  if (!offer) throw new Error('Nothing is offered');
  return (await taker.call(acceptHandover, { id: offer.id, ...quay })).lineId;
}

/** A line that was handed over: its giver, its taker, and its ids here and there. */
export async function handedOver(app: TestApp, priced: Parameters<typeof withLine>[2] = {}) {
  const { noa, line } = await withFreeLine(app, priced);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  return { noa, omar, line, id };
}

/** The order that paid for the first period of a line. */
export async function firstOrderOf(app: TestApp, id: string): Promise<string> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_periods where line_id = ${id} and number = 1`.execute(
    app.app.db.query,
  );
  return rows[0]?.order_id ?? '';
}

async function atBank(app: TestApp, path: string, body: object): Promise<string> {
  const answer = await app.fetch(`/sandbox/pay/disputes${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The bank does not: ${await answer.text()}`);
  const { dispute = '' } = (await answer.json()) as { dispute?: string };
  return dispute;
}

/** Its customer asks the bank for the money of an order back. @returns the dispute */
export async function dispute(app: TestApp, order: string): Promise<string> {
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${order}`.execute(app.app.db.query);
  const id = await atBank(app, '', { payment: rows[0]?.ref });
  await app.eventually(async () => {
    const found = await sql`
      select from disputes where dispute_ref = ${id}`.execute(app.app.db.query);
    return found.rows.length > 0 || undefined;
  });
  return id;
}

/** The bank decides, and it is known here. */
export async function decide(app: TestApp, id: string, status: 'won' | 'lost'): Promise<void> {
  await atBank(app, '/move', { dispute: id, status });
  await app.eventually(async () => {
    const found = await sql`
      select from disputes where dispute_ref = ${id} and status = ${status}`.execute(
      app.app.db.query,
    );
    return found.rows.length > 0 || undefined;
  });
}

/** Pays for the add-on beside the plan. @returns the order */
export async function buy(app: TestApp, who: Caller, id: string, addOnId: string): Promise<string> {
  const { quoteId } = await who.call(quoteAddOn, { id, addOnId });
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  return (await who.call(buyAddOn, pay)).orderId;
}

/** The carrier cuts by the day in UTC, as some do. @returns how to put it back */
export function countByDay({ adapters }: TestApp): () => void {
  const { carrier } = adapters;
  const byHour = carrier.usage.bind(carrier);
  carrier.usage = async (line, since) => {
    const { asOf, records } = await byHour(line, new Date(0));
    const days = Map.groupBy(
      records,
      (one) => `${one.kind} ${one.from.toISOString().slice(0, 10)}`,
    );
    const all = [...days].map(([key, same]) => ({
      kind: same[0]?.kind ?? 'data',
      from: new Date(`${key.slice(-10)}T00:00:00Z`),
      amount: same.reduce((sum, one) => sum + one.amount, 0),
    }));
    return { asOf, records: all.filter(({ from }) => from >= since) };
  };
  return () => {
    carrier.usage = byHour;
  };
}

/** Megabytes, as the line’s page counts them once the carrier has told that many. */
export function usedWhen(app: TestApp, who: Caller, id: string, megabytes: number): Promise<Usage> {
  return app.eventually(async () => {
    app.clock.move(20_000);
    const usage = await who.call(viewUsage, { id });
    const used = usage.meters.find(({ kind }) => kind === 'data')?.used;
    return used === megabytes ? usage : undefined;
  });
}

/** The file of one’s own data. */
export async function ownFile(app: TestApp, who: Caller): Promise<string> {
  await proving(who);
  const { method, path } = fillPath(exportOwn.wire, {});
  const headers = { ...harbor, authorization: `Bearer ${who.token}` };
  const answer = await app.fetch(path, { method, headers });
  if (!answer.ok) throw new Error(`No file: ${await answer.text()}`);
  return answer.text();
}
