import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { ownerOf } from '../http/who.ts';
import { ownNumbers } from './own-numbers.ts';
import { tell, toAnother } from './say-in-text.ts';
import * as store from './store.ts';

/**
 * As if all had been said in one account: what was refused for a number ends what was agreed to for
 * it before, and of two agreements that are left the later one holds (docs/decisions/0622).
 */
export async function moveCustomer(
  app: App,
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  for (const id of [from, to].toSorted()) await store.lockTexts(tx, id);
  const all = [...(await store.consentsOf(tx, from)), ...(await store.consentsOf(tx, to))];
  const owner = ownerOf(tenant, to);
  const own = await ownNumbers(app, owner, tx);
  const isOwn = ({ number }: store.ConsentRow) => Number(own.includes(number));
  const open = all
    .filter(({ ended_at }) => ended_at === null)
    .toSorted((a, b) => isOwn(b) - isOwn(a) || b.given_at.getTime() - a.given_at.getTime());
  const holds = open.find((one) => !refusalOf(all, one));
  for (const one of open) {
    if (one === holds) continue;
    const refusal = refusalOf(all, one);
    const { ended_at, ended_by } = refusal ?? { ended_at: app.clock.now(), ended_by: 'number' };
    await store.endConsent(tx, one.customer_id, one.number, { ended_at, ended_by });
    if (refusal || one.number === holds?.number) continue;
    const { language } = await viewPerson(tx, owner);
    const who = { tenant, brand: app.brands.byTenant(tenant), language, customerId: to };
    await tell(app, tx, who, toAnother, one.number);
  }
  await store.moveTexts(tx, tenant, from, to);
}

const refusalOf = (all: readonly store.ConsentRow[], { number, given_at }: store.ConsentRow) =>
  all.find(
    (other) =>
      other.number === number &&
      (other.ended_by === 'stop' || other.ended_by === 'customer') &&
      other.ended_at !== null &&
      other.ended_at >= given_at,
  );
