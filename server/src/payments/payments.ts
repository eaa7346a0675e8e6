import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { cardSetupChanged } from './card-setups.ts';
import { disputeChanged } from './disputes.ts';
import { paymentChanged, refundChanged } from './news.ts';
import { customerLines } from './parties.ts';
import type { TransactionRow } from './rows.ts';
import * as noticeStore from './notice-store.ts';
import * as transactionStore from './transaction-store.ts';
import { viewPerson } from '../account/person.ts';

export type { Attempt, ChargeOwner, OwnerNews, Owners } from './owner.ts';

/** Verifies and stores a notice of the provider, once; false when it is not genuine. */
export async function receivePaymentNotice(
  app: App,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const notice = app.adapters.payment.readNotice(headers, body);
  if (!notice) return false;
  await app.db.transaction(async (tx) => {
    const fresh = await noticeStore.insertNotice(tx, { ...notice, received_at: app.clock.now() });
    if (fresh && notice.about === 'payment') {
      await app.jobs.enqueue(tx, paymentChanged, { paymentRef: notice.ref });
    }
    if (fresh && notice.about === 'refund') {
      await app.jobs.enqueue(tx, refundChanged, { refundRef: notice.ref });
    }
    if (fresh && notice.about === 'dispute') {
      await app.jobs.enqueue(tx, disputeChanged, { disputeRef: notice.ref });
    }
    if (fresh && notice.about === 'card_setup') {
      await app.jobs.enqueue(tx, cardSetupChanged, { sessionId: notice.ref });
    }
  });
  return true;
}

/** A payment that was made elsewhere or before, for seeds and imports. */
export async function recordPayment(
  app: App,
  tx: Tx,
  row: Omit<TransactionRow, 'id' | 'customer' | 'seller'>,
): Promise<void> {
  const person = await viewPerson(tx, row.tenant_id, row.customer_id);
  await transactionStore.insertTransaction(tx, {
    ...row,
    id: app.random.id('trx'),
    customer: customerLines(person),
    seller: null,
  });
}
