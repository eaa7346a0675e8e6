import type { MendingAction, StuckKind } from '@portside/contract/stuck';
import { money } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { dollars } from '../money.ts';
import { listStuck, type Stuck } from '../checkout/stuck.ts';
import { itemOf, type StuckItem } from './item.ts';

interface Words {
  readonly kind: StuckKind;
  readonly actions: readonly MendingAction[];
  readonly say: (about: string) => string;
}

const words: Readonly<Record<Stuck['kind'], Words>> = {
  placed: {
    kind: 'payment',
    actions: ['ask_again'],
    say: (about) => `Nobody knows yet whether the payment for ${about} went through.`,
  },
  confirm: {
    kind: 'payment',
    actions: ['ask_again', 'cancel'],
    say: (about) => `The payment for ${about} waits at the bank’s page for the customer.`,
  },
  refunding: {
    kind: 'refund',
    actions: ['ask_again'],
    say: (about) => `The refund for ${about} is under way and has no answer.`,
  },
  refund_failed: {
    kind: 'refund',
    actions: ['refund', 'paid_back'],
    say: (about) => `The bank refused the refund for ${about}. The customer is owed the money.`,
  },
  no_line: {
    kind: 'activation',
    actions: ['ask_again', 'cancel'],
    say: (about) => `${about} is paid, and its line is not active after an hour.`,
  },
  disputed: {
    kind: 'dispute',
    actions: [],
    say: (about) => `The customer disputes the payment at the bank (${about}).`,
  },
  warned: {
    kind: 'fraud_warning',
    actions: ['leave'],
    say: (about) =>
      `The card’s bank reports this payment as fraud (${about}), and may take it back. Give it back before that from the customer’s page, which spares the fee of a dispute, or leave it paid.`,
  },
  card_page: {
    kind: 'card_page',
    actions: [],
    say: () => 'A page for saving a card has been open for more than an hour.',
  },
  owed: {
    kind: 'credit',
    actions: ['forgive'],
    say: () => 'Money went back although its credit was already spent: the customer owes it.',
  },
  stray: {
    kind: 'refund',
    actions: [],
    say: (about) =>
      `A charge ${about} paid for nothing, and the payment provider did not give it back.`,
  },
};

export async function stuckMoney(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const found = await listStuck(app, db);
  return found
    .filter((one) => one.tenant === tenant)
    .map((one) => {
      const { kind, actions, say } = words[one.kind];
      const amount = one.amountCents > 0 ? ` ${money(dollars(one.amountCents))}.` : '';
      const { customerId, since, id: subject } = one;
      return itemOf({ kind, subject, since, customerId, actions, reason: say(one.about) + amount });
    });
}
