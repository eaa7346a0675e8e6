import type { Stripe } from 'stripe';
import type { Payout } from '../payment.ts';
import type { StripeSide } from './client.ts';

const PAGE = 100;

const kinds: Readonly<Record<string, Payout['kind']>> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

/** Stripe says the date of arrival as its midnight in UTC. */
const stampOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000);

export async function listPayouts(
  { stripe }: StripeSide,
  { from, to }: { from: string; to: string },
): Promise<Payout[]> {
  const found: Payout[] = [];
  const arrival_date = { gte: stampOf(from), lte: stampOf(to) };
  for await (const one of stripe.payouts.list({ arrival_date, limit: PAGE })) {
    found.push(payoutOf(one));
  }
  return found.toSorted((a, b) => a.arrives.localeCompare(b.arrives));
}

const payoutOf = (one: Stripe.Payout): Payout => ({
  ref: one.id,
  amountCents: one.amount,
  kind: kinds[one.status] ?? 'under_way',
  arrives: new Date(one.arrival_date * 1000).toISOString().slice(0, 10),
});
