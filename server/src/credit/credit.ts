import type { viewCredit as viewCreditCall } from '@portside/contract/credit';
import type { OutputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Customer, Owner } from '../http/who.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';

const reasons: Readonly<Record<store.EntryRow['reason'], string>> = {
  refund: 'Refund',
  unused_days: 'Unused days of a plan',
  goodwill: 'From us: {note}',
  used: 'Used for a payment',
  returned: 'Refund of a payment',
};

/** K21. */
export async function viewCredit(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewCreditCall>> {
  const entries = await store.entriesOf(app.db.query, who);
  return {
    balance: dollars(entries.reduce((sum, one) => sum + one.cents, 0)),
    entries: entries.map((one) => ({
      on: one.created_at.toISOString(),
      amount: dollars(one.cents),
      reason: say(who.language, reasonOf(one), { note: one.note }),
    })),
  };
}

const reasonOf = ({ reason, note }: store.EntryRow) =>
  reason === 'goodwill' && !note ? 'From us' : reasons[reason];

export const creditOf = (db: Query, owner: Owner): Promise<number> => store.balanceOf(db, owner);

/** Once for each reason and cause. @returns false when it is there already */
export async function addCredit(
  app: App,
  tx: Tx,
  owner: Owner,
  entry: Pick<store.EntryRow, 'cents' | 'reason' | 'cause'> & { note?: string },
): Promise<boolean> {
  if (entry.cents === 0) return false;
  return store.insertEntry(tx, {
    note: '',
    ...entry,
    id: app.random.id('cre'),
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    created_at: app.clock.now(),
  });
}

/** What came of a cause. Cents. */
export const creditGiven = store.centsOf;

export async function moveCustomer(
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  await store.moveEntries(tx, tenant, from, to);
}
