import type { Activation, ActivationRequest, ActivationVerbs } from '../carrier-activations.ts';
import type { Gigs } from './gigs.ts';
import { GigsRefusal } from './http.ts';
import { draftOf, freeSim, LINE, subscriptionOfKey, userAsked } from './lookups.ts';
import { fingerprintOf, type Made } from './once.ts';
import { addressOf, userOfRequest } from './people.ts';
import { e164Of, nationalOf, subscription, type Subscription } from './resources.ts';
import type { RequestRow } from './store.ts';
import { createSubscription } from './subscribing.ts';
import { activationKinds, look, refusalsOfActivation } from './tables.ts';

export function activationVerbs(gigs: Gigs): ActivationVerbs {
  return {
    async activate(request) {
      const { customer, key, planId, simType, iccid = '', msisdn = '' } = request;
      const row = await gigs.once({
        kind: 'activation',
        key,
        // Not who has it: what an account has may go over to another one.
        fingerprint: fingerprintOf(planId, simType, iccid, msisdn),
        async find(asked) {
          const user = await userAsked(gigs, asked, customer);
          return madeOf(await subscriptionOfKey(gigs, user, key));
        },
        make: (asked) => subscribe(gigs, request, asked),
      });
      return standing(gigs, row);
    },
    async viewActivation(ref) {
      const row = await gigs.store.byRef('activation', ref);
      if (row?.state === 'refused') return standing(gigs, row);
      return describe(gigs, await gigs.http.get(subscription, `/subscriptions/${ref}`));
    },
    async findActivation({ key, customer }) {
      const row = await gigs.store.one({ kind: 'activation', key });
      if (row && row.state !== 'asked') return standing(gigs, row);
      const user = await userAsked(gigs, row, customer);
      const found = await subscriptionOfKey(gigs, user, key);
      return found && describe(gigs, found);
    },
  };
}

async function standing(gigs: Gigs, row: RequestRow): Promise<Activation> {
  if (row.state === 'refused') {
    const reason = look(refusalsOfActivation, row.reason) ?? 'other';
    return { kind: 'refused', ref: row.ref, reason };
  }
  return describe(gigs, await gigs.http.get(subscription, `/subscriptions/${row.their_id}`));
}

async function describe(gigs: Gigs, one: Subscription): Promise<Activation> {
  const kind = look(activationKinds, one.status) ?? 'pending';
  await noteLine(gigs, one);
  if (kind === 'ended') return { kind, ref: one.id };
  return { kind, ref: one.id, msisdn: nationalOf(one.phoneNumber), iccid: one.sim?.iccid ?? '' };
}

/** Gigs lists no subscriptions by number. */
async function noteLine({ store }: Gigs, one: Subscription): Promise<void> {
  if (one.phoneNumber && one.status !== 'ended') {
    await store.keepLine(nationalOf(one.phoneNumber), one.id);
  }
}

const madeOf = (one: Subscription | undefined): Made | undefined =>
  one && { state: 'made', their_id: one.id, subscription_id: one.id };

/** Perhaps brought by an account that was joined to this one. */
const waitingDraft = (gigs: Gigs, msisdn: string, user: string) =>
  draftOf(
    gigs,
    e164Of(msisdn),
    async ({ id, user: its }) =>
      its === user || (await gigs.store.byRef('port-in', id))?.state === 'made',
  );

async function subscribe(gigs: Gigs, request: ActivationRequest, row: RequestRow): Promise<Made> {
  const { customer, key, planId, msisdn, address } = request;
  const own = await userOfRequest(gigs, row, customer);
  // The user may be new to us, and not to Gigs.
  const known = madeOf(await subscriptionOfKey(gigs, own, key));
  if (known) return known;
  // A number that came before waits as a draft; Gigs gives no other that is asked for.
  const porting = msisdn ? await waitingDraft(gigs, msisdn, own) : undefined;
  if (msisdn && !porting) return { state: 'refused', reason: 'numberNotChosen' };
  const user = porting?.user ?? own;
  try {
    const userAddress = address && (await addressOf(gigs, user, address));
    const sim = await freeSim(gigs, request);
    if (sim && 'reason' in sim) return { state: 'refused', reason: sim.reason };
    const made = await createSubscription(gigs, {
      plan: planId,
      user,
      ...(sim && { sim: sim.id }),
      ...(porting && { porting: porting.id }),
      ...(userAddress && { userAddress }),
      metadata: { [LINE]: key },
    });
    return { state: 'made', their_id: made.id, subscription_id: made.id };
  } catch (error) {
    if (!(error instanceof GigsRefusal)) throw error;
    gigs.log.warn({ code: error.code, key }, 'Gigs refused a subscription');
    return { state: 'refused', reason: error.code };
  }
}
