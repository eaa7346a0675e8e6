import type { MendingAction } from '@portside/contract/stuck';
import type { App } from '../app.ts';
import { cancelByHand, refundByHand, settleByHand } from '../checkout/operator-actions.ts';
import { noteOrderPaidBack } from '../checkout/refunding.ts';
import { forgiveOwed } from '../credit/credit.ts';
import { invalid, Refused, refused } from '../http/no.ts';
import { askForLineAgain } from '../lines/asking-again.ts';
import { askAboutPortIn, retryStuck } from '../port-in/operator-actions.ts';
import { letPaymentStand } from '../payments/fraud-warnings.ts';
import { reconcileBooks } from '../reconciliation/reconciliation.ts';
import { askAboutSim } from '../sim-replacement/late.ts';
import type { StuckItem } from './item.ts';
import { findStuck } from './list-stuck.ts';

type No = Refused<'not_stuck' | 'not_offered' | 'in_vain'>;
interface Said {
  readonly by: string;
  readonly note?: string | undefined;
}

/** Does what the list offers, with the same verbs as everybody. @throws OutsideFailure */
export async function mendStuck(
  app: App,
  tenant: number,
  itemId: string,
  action: MendingAction,
  said: Said,
): Promise<string | No> {
  const item = (await findStuck(app, app.db.query, tenant)).find((one) => one.id === itemId);
  if (!item) return refused('not_stuck');
  if (!item.actions.includes(action)) return refused('not_offered');
  return (await mend(app, tenant, item, action, said)) ?? refused('in_vain');
}

/** @returns undefined when it changed nothing */
function mend(
  app: App,
  tenant: number,
  item: StuckItem,
  action: MendingAction,
  said: Said,
): Promise<string | undefined> {
  if (action === 'ask_again') return askAgain(app, tenant, item, said);
  if (action === 'retry') return tryAgain(app, item);
  if (action === 'leave') return leavePaid(app, item, said);
  return moveMoney(app, item, action, said);
}

const asked = 'Asked again. You see the answer here.';

async function askAgain(app: App, tenant: number, { kind, subject }: StuckItem, { by }: Said) {
  if (kind === 'sim_change') return (await askAboutSim(app, tenant, subject)) ? asked : undefined;
  if (kind === 'port_in') return (await askAboutPortIn(app, subject)) ? asked : undefined;
  if (kind === 'books') {
    await app.db.transaction((tx) => app.jobs.enqueue(tx, reconcileBooks, {}));
    return 'The books are being compared again.';
  }
  const outcome = await settleByHand(app, subject, by);
  if (outcome instanceof Refused) return undefined;
  if (kind === 'activation') return (await askForLineAgain(app, subject)) ? asked : undefined;
  return standing(outcome);
}

async function tryAgain(app: App, { kind, subject }: StuckItem) {
  const again =
    kind === 'job' ? (await app.jobs.tryAgain(subject)) > 0 : await retryStuck(app, subject);
  return again ? 'It is tried again.' : undefined;
}

async function leavePaid(app: App, { subject }: StuckItem, { by }: Said) {
  const stands = await letPaymentStand(app, { kind: 'order', id: subject }, by);
  return stands ? 'It stays paid. Its bank may still take it back.' : undefined;
}

async function moveMoney(app: App, { subject }: StuckItem, action: MendingAction, said: Said) {
  const { by: operator, note = '' } = said;
  if (action === 'forgive') {
    return (await forgiveOwed(app, subject)) > 0 ? 'It is not owed any more.' : undefined;
  }
  if (action === 'paid_back' && !note) {
    throw invalid('note', 'Please say how it was paid back, for example a check and its number');
  }
  const outcome =
    action === 'paid_back'
      ? await noteOrderPaidBack(app, subject, { operator, note })
      : await (action === 'cancel' ? cancelByHand : refundByHand)(app, subject, operator);
  if (outcome instanceof Refused) return undefined;
  return typeof outcome === 'string' ? standing(outcome) : 'A part of it goes back.';
}

const standing = (status: string) => `The order is ${status.replaceAll('_', ' ')} now.`;
