import { freshId, need, stampOf, tell } from './account.ts';
import type { FraudWarning, StripeAccount } from './account.ts';
import { warningObject } from './objects.ts';

/** A card's bank reports a payment as fraud. */
export function warnOfFraud(account: StripeAccount, paymentRef: string): string {
  const warning: FraudWarning = {
    id: freshId('issfr'),
    created: stampOf(account.now()),
    intent: need(account.intents, paymentRef, 'payment_intent'),
    fraudType: 'made_with_stolen_card',
  };
  account.warnings.set(warning.id, warning);
  tell(account, 'radar.early_fraud_warning.created', warningObject(warning, account));
  return warning.id;
}
