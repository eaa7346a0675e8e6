import { stampOf, type StripeAccount } from './account.ts';
import { checkFields, invalid, mapOf, missing, textOf } from './wire.ts';
import type { Fields } from './wire.ts';

const DAY = 86_400;

/** By the docs: what a day came to after fees, at the bank two days later; the newest first. */
export function listPayouts(account: StripeAccount, fields: Fields): object {
  checkFields(fields, {
    limit: 'integer',
    starting_after: 'text',
    arrival_date: { gte: 'integer', lte: 'integer' },
  });
  const limit = Number(textOf(fields, 'limit') ?? 10);
  if (limit < 1 || limit > 100) throw invalid('limit is from 1 to 100', { param: 'limit' });
  const asked = mapOf(fields, 'arrival_date');
  const from = Number(textOf(asked, 'gte') ?? 0);
  const to = Number(textOf(asked, 'lte') ?? Infinity);
  const all = payouts(account).filter((one) => one.arrival_date >= from && one.arrival_date <= to);
  const after = textOf(fields, 'starting_after');
  const at = all.findIndex(({ id }) => id === after);
  if (after !== undefined && at < 0) throw missing('payout', after, 'starting_after');
  const left = all.slice(at + 1);
  return { object: 'list', has_more: left.length > limit, data: left.slice(0, limit) };
}

function payouts(account: StripeAccount) {
  const days = new Map<number, number>();
  const add = (created: number, cents: number) => {
    const day = Math.floor(created / DAY) * DAY;
    days.set(day, (days.get(day) ?? 0) + cents);
  };
  for (const { created, amount, status } of account.intents.values()) {
    if (status === 'succeeded') add(created, amount - Math.round(amount * 0.029) - 30);
  }
  for (const { created, amount, status } of account.refunds.values()) {
    if (status === 'succeeded') add(created, -amount);
  }
  const now = stampOf(account.now());
  return [...days]
    .filter(([day]) => day + DAY <= now)
    .toSorted(([one], [other]) => other - one)
    .map(([day, amount]) => ({
      id: `po_${day}`,
      object: 'payout',
      amount,
      arrival_date: day + 2 * DAY,
      automatic: true,
      created: day + DAY,
      currency: 'usd',
      livemode: false,
      method: 'standard',
      status:
        account.payoutStates.get(`po_${day}`) ?? (day + 2 * DAY <= now ? 'paid' : 'in_transit'),
      type: 'bank_account',
    }));
}
