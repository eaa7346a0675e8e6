import { days, later, minutes } from '../../../clock.ts';
import type { CarrierCustomer } from '../carrier-activations.ts';
import type { LineAtCarrier } from '../carrier-lines.ts';
import type { Gigs } from './gigs.ts';
import { gone } from './http.ts';
import {
  nationalOf,
  plan,
  porting,
  type Porting,
  sim,
  type Sim,
  subscription,
  type Subscription,
} from './resources.ts';
import type { RequestRow } from './store.ts';
import { everySubscription } from './tables.ts';

/** The key of `metadata` with our key of the line. */
export const LINE = 'portside_line';
/** Their clock and ours. */
export const SKEW = minutes(5);

/** By what it carries: Gigs keeps `metadata`, but lists nothing by it. */
export async function subscriptionOfKey(
  gigs: Gigs,
  user: string | undefined,
  key: string,
): Promise<Subscription | undefined> {
  if (!user) return undefined;
  const asked = { user, status: everySubscription };
  for await (const one of gigs.http.all(subscription, '/subscriptions', asked)) {
    if (one.metadata[LINE] === key) return one;
  }
  return undefined;
}

/** Whose it may be at Gigs what a request made. */
export const userAsked = async (
  { store }: Gigs,
  row: RequestRow | undefined,
  customer: CarrierCustomer,
): Promise<string | undefined> => row?.user_id ?? (await store.userOf(customer.id));

/** The porting of a request, begun since; no other request has it. */
export async function portingOf(
  { http, store }: Gigs,
  row: RequestRow,
  user: string | undefined,
  phoneNumber: string,
): Promise<Porting | undefined> {
  if (row.their_id) return http.get(porting, `/portings/${row.their_id}`);
  if (!user) return undefined;
  const since = later(row.asked_at, -SKEW);
  for await (const one of http.all(porting, '/portings')) {
    if (new Date(one.createdAt) < since) return undefined;
    if (one.phoneNumber !== phoneNumber || one.user !== user) continue;
    const owner = await store.byRef('port-in', one.id);
    if (!owner || owner.key === row.key) return one;
  }
  return undefined;
}

/** Gigs deletes a draft after 30 days. */
const DRAFTS = days(31);

/** A number that waits for its line, or was only checked. */
export async function draftOf(
  { http, clock }: Gigs,
  phoneNumber: string,
  isIts: (one: Porting) => boolean | Promise<boolean>,
): Promise<Porting | undefined> {
  const oldest = later(clock.now(), -DRAFTS);
  for await (const one of http.all(porting, '/portings')) {
    if (new Date(one.createdAt) < oldest) return undefined;
    if (one.phoneNumber !== phoneNumber || one.status !== 'draft') continue;
    if (await isIts(one)) return one;
  }
  return undefined;
}

/** Undefined for an eSIM: Gigs gives a new one. */
export async function freeSim(
  gigs: Gigs,
  { simType, iccid }: { simType: 'esim' | 'physical'; iccid?: string },
): Promise<{ id: string } | { reason: string } | undefined> {
  if (simType === 'esim' || !iccid) return undefined;
  const found = await simOf(gigs, iccid);
  if (!found) return { reason: 'simNotFound' };
  return found.status === 'inactive' ? found : { reason: 'simAlreadyUsed' };
}

/** Archived plans and drafts open no line. */
export async function sellsPlan({ http }: Gigs, planId: string): Promise<boolean> {
  try {
    const { status } = await http.get(plan, `/plans/${encodeURIComponent(planId)}`);
    return status === 'available';
  } catch (error) {
    if (gone(error)) return false;
    throw error;
  }
}

export async function simOf({ http }: Gigs, iccid: string): Promise<Sim | undefined> {
  const [found] = await http.search(sim, '/sims', { iccid });
  return found;
}

/** @throws Error for a number that is no line of the project */
export async function lineOf(gigs: Gigs, msisdn: string): Promise<Subscription> {
  const found = await findLine(gigs, msisdn);
  if (!found) throw new Error(`Gigs has no line ${msisdn}`);
  return found;
}

/** Our line, wherever its number is by now. Undefined when Gigs has it no more. */
export async function subscriptionOfLine(
  gigs: Gigs,
  { lineKey: key, msisdn }: LineAtCarrier,
): Promise<Subscription | undefined> {
  const { http, store } = gigs;
  const row = await store.one({ kind: 'activation', key });
  if (row?.subscription_id) {
    return http.get(subscription, `/subscriptions/${row.subscription_id}`);
  }
  // Made with a number that came, or before there were keys.
  const found = await lineOf(gigs, msisdn);
  const { [LINE]: owner = key } = found.metadata;
  if (owner === key) return found;
  const all = http.all(subscription, '/subscriptions', { status: everySubscription });
  for await (const one of all) if (one.metadata[LINE] === key) return one;
  return undefined;
}

export async function findLine(gigs: Gigs, msisdn: string): Promise<Subscription | undefined> {
  const { http, store } = gigs;
  const kept = await store.subscriptionOf(msisdn);
  if (kept) {
    const one = await http.get(subscription, `/subscriptions/${kept}`);
    if (one.status === 'ended' || nationalOf(one.phoneNumber) === msisdn) return one;
  }
  let ended: Subscription | undefined;
  const all = http.all(subscription, '/subscriptions', { status: everySubscription });
  for await (const one of all) {
    if (nationalOf(one.phoneNumber) !== msisdn) continue;
    if (one.status !== 'ended') {
      await store.keepLine(msisdn, one.id);
      return one;
    }
    ended ??= one;
  }
  return ended;
}
