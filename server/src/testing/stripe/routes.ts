import { freshId, need, stampOf, type StripeAccount } from './account.ts';
import { updateDispute } from './disputes.ts';
import { cancelIntent, createIntent } from './intents.ts';
import * as objects from './objects.ts';
import { listPayouts } from './payouts.ts';
import { createRefund } from './refunds.ts';
import { createSession, createToken } from './setups.ts';
import { checkFields, invalid, listOf, mapOf, missing, textOf } from './wire.ts';
import type { Fields, Shape } from './wire.ts';

type Answer = (account: StripeAccount, fields: Fields, id: string) => object;

/** What can be shown whole is said by each; other names are refused. */
const expandable = (...names: readonly string[]) => ({ expand: { list: names } });

/** The endpoints that the adapter may use; all others are not there. */
export const routes: readonly (readonly [method: string, path: RegExp, answer: Answer])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents$/, listIntents],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    (account, fields, id) => cancelIntent(account, id, fields),
  ],
  [
    'GET',
    /^\/v1\/payment_intents\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, expandable('payment_method'));
      const intent = need(account.intents, id, 'payment_intent', 'intent');
      return objects.intentObject(intent, account.origin, listOf(fields, 'expand'));
    },
  ],
  ['POST', /^\/v1\/refunds$/, createRefund],
  [
    'GET',
    /^\/v1\/refunds$/,
    (account, fields) =>
      listed(account.refunds, fields, { payment_intent: 'text' }, objects.refundObject, (one) => {
        const of = textOf(fields, 'payment_intent');
        return of === undefined || one.intent.id === of;
      }),
  ],
  [
    'GET',
    /^\/v1\/refunds\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, {});
      return objects.refundObject(need(account.refunds, id, 'refund'));
    },
  ],
  ['GET', /^\/v1\/payouts$/, listPayouts],
  [
    'GET',
    /^\/v1\/disputes\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, {});
      return objects.disputeObject(need(account.disputes, id, 'dispute'));
    },
  ],
  [
    'GET',
    /^\/v1\/radar\/early_fraud_warnings\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, {});
      return objects.warningObject(need(account.warnings, id, 'early_fraud_warning'), account);
    },
  ],
  ['POST', /^\/v1\/disputes\/(\w+)$/, updateDispute],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, expandable('setup_intent', 'setup_intent.payment_method'));
      const session = need(account.sessions, id, 'checkout.session');
      const expand = listOf(fields, 'expand');
      return objects.sessionObject(session, account.now(), account.origin, expand);
    },
  ],
  [
    'GET',
    /^\/v1\/payment_methods\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, {});
      return objects.methodObject(need(account.methods, id, 'PaymentMethod', 'payment_method'));
    },
  ],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, detachMethod],
  ['POST', /^\/v1\/confirmation_tokens$/, createToken],
  [
    'GET',
    /^\/v1\/confirmation_tokens\/(\w+)$/,
    (account, fields, id) => {
      checkFields(fields, {});
      return objects.tokenObject(need(account.tokens, id, 'confirmation_token'));
    },
  ],
];

function createCustomer(account: StripeAccount, fields: Fields): object {
  checkFields(fields, { email: 'text', name: 'text', description: 'text', metadata: 'map' });
  const customer = {
    id: freshId('cus'),
    created: stampOf(account.now()),
    email: textOf(fields, 'email') ?? null,
    name: textOf(fields, 'name') ?? null,
    metadata: mapOf(fields, 'metadata'),
  };
  account.customers.set(customer.id, customer);
  return objects.customerObject(customer);
}

function detachMethod(account: StripeAccount, fields: Fields, id: string): object {
  checkFields(fields, {});
  const method = need(account.methods, id, 'PaymentMethod', 'payment_method');
  if (method.customer === null) {
    throw invalid('The payment method you provided is not attached to a customer.');
  }
  method.customer = null;
  method.isDetached = true;
  return objects.methodObject(method);
}

function listIntents(account: StripeAccount, fields: Fields): object {
  const expand = listOf(fields, 'expand').map((name) => name.replace(/^data\./, ''));
  return listed(
    account.intents,
    fields,
    { customer: 'text', ...expandable('data.payment_method') },
    (one) => objects.intentObject(one, account.origin, expand),
    (one) => [undefined, one.customer].includes(textOf(fields, 'customer')),
  );
}

/** The newest first, after the one that was named. */
function listed<T extends { id: string; created: number }>(
  all: Map<string, T>,
  fields: Fields,
  more: Record<string, Shape>,
  show: (one: T) => object,
  fits: (one: T) => boolean,
): object {
  checkFields(fields, {
    limit: 'integer',
    starting_after: 'text',
    created: { gte: 'integer' },
    ...more,
  });
  const limit = Number(textOf(fields, 'limit') ?? 10);
  if (limit < 1 || limit > 100) throw invalid('limit is from 1 to 100', { param: 'limit' });
  const since = Number(textOf(mapOf(fields, 'created'), 'gte') ?? 0);
  const newestFirst = [...all.values()].toReversed();
  const after = textOf(fields, 'starting_after');
  const index = newestFirst.findIndex((one) => one.id === after);
  if (after !== undefined && index < 0) throw missing('object', after, 'starting_after');
  const found = newestFirst.slice(index + 1).filter((one) => one.created >= since && fits(one));
  const page = found.slice(0, limit);
  return { object: 'list', has_more: found.length > limit, data: page.map(show) };
}
