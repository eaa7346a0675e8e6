import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { cardSetupChanged } from './card-setups.ts';
import { cardChanged } from './cards.ts';
import { disputeChanged } from './disputes.ts';
import { fraudWarningChanged } from './fraud-warnings.ts';
import { paymentChanged, refundChanged } from './news.ts';
import { customerLines } from './parties.ts';
import type { TransactionRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';
import * as noticeStore from './notice-store.ts';
import * as transactionStore from './transaction-store.ts';
import { viewPerson } from '../account/person.ts';
import { type NoticeAddress, ownerOfRow } from '../http/who.ts';

export { paymentsToGive } from './given-store.ts';
export type { Attempt, ChargeOwner, OwnerNews, Owners } from './owner.ts';

/** Stores it once; false when it is not genuine. */
export async function receivePaymentNotice(
  app: App,
  { tenant, account }: NoticeAddress,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const notice = app.adapters.of(tenant).payment.readNotice(headers, body);
  if (!notice) return false;
  const db = app.db.query;
  const { about, ref } = notice;
  const first = noticeStore.insertNotice(db, {
    ...notice,
    id: account + notice.id,
    received_at: app.clock.now(),
  });
  switch (about) {
    case 'payment': {
      // A paid charge has no news; refunds and disputes have their own notices.
      const isIdle = chargeStore.isPaid(app.adapters.sharing('payment', tenant), ref);
      await app.jobs.enqueueWith(db, first, paymentChanged, { paymentRef: ref, tenant }, isIdle);
      break;
    }
    case 'refund':
      await app.jobs.enqueueWith(db, first, refundChanged, { refundRef: ref, tenant });
      break;
    case 'dispute':
      await app.jobs.enqueueWith(db, first, disputeChanged, { disputeRef: ref, tenant });
      break;
    case 'fraud_warning':
      await app.jobs.enqueueWith(db, first, fraudWarningChanged, { warningRef: ref, tenant });
      break;
    case 'card_setup':
      await app.jobs.enqueueWith(db, first, cardSetupChanged, { sessionId: ref, tenant });
      break;
    case 'card':
      await app.jobs.enqueueWith(db, first, cardChanged, { ref, tenant });
      break;
    default:
      await first.execute();
  }
  return true;
}

export async function recordPayment(
  app: App,
  tx: Tx,
  row: Omit<TransactionRow, 'id' | 'customer' | 'seller'>,
): Promise<void> {
  const person = await viewPerson(tx, ownerOfRow(row));
  await transactionStore.insertTransaction(tx, {
    ...row,
    id: app.random.id('trx'),
    customer: customerLines(person),
    seller: null,
  });
}
