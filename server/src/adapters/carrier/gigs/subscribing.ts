import { OutsideFailure } from '../../outside-failure.ts';
import type { Gigs } from './gigs.ts';
import { gone } from './http.ts';
import { plan, subscription } from './resources.ts';

interface NewSubscription {
  plan: string;
  user: string;
  sim?: string;
  porting?: string;
  userAddress?: string;
  metadata: Readonly<Record<string, string>>;
}

export async function createSubscription(gigs: Gigs, asked: NewSubscription) {
  try {
    return await gigs.http.post(subscription, '/subscriptions', asked);
  } catch (error) {
    if (!gone(error)) throw error;
    return whatIsGone(gigs, asked.plan, error);
  }
}

/** Not the customer's fault, so nothing is refused: it goes on once the settings are right. */
export async function whatIsGone(gigs: Gigs, planId: string, error: unknown): Promise<never> {
  try {
    await gigs.http.get(plan, `/plans/${encodeURIComponent(planId)}`);
  } catch (other) {
    if (!gone(other)) throw other;
    const sentence = `Gigs has no plan ${planId}: set the carrier’s id of the plan`;
    throw new OutsideFailure('carrier', 'not_done', new Error(sentence));
  }
  throw new OutsideFailure('carrier', 'not_done', error);
}
