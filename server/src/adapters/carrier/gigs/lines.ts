import { days, later } from '../../../clock.ts';
import type { LineVerbs } from '../carrier-lines.ts';
import type { CarrierPortOut, PortOutVerbs } from '../carrier-port-outs.ts';
import type { Gigs } from './gigs.ts';
import { gone, GigsRefusal } from './http.ts';
import { lineOf, subscriptionOfLine } from './lookups.ts';
import { fingerprintOf, type Made } from './once.ts';
import { change, nationalOf, portOut, subscription, type Subscription } from './resources.ts';
import { changeAtGigs } from './sims.ts';
import { whatIsGone } from './subscribing.ts';
import { lineStates, look, planChangeKinds } from './tables.ts';

export function lineVerbs(
  gigs: Gigs,
): Pick<LineVerbs, 'releaseLine' | 'viewLine' | 'changePlan' | 'viewPlan'> {
  const { http, store, once, log } = gigs;
  return {
    async releaseLine(line) {
      const found = await subscriptionOfLine(gigs, line);
      if (!found || found.status === 'ended') return;
      const { id } = found;
      try {
        await http.remove(`/subscriptions/${id}`);
      } catch (error) {
        const now = await http.get(subscription, `/subscriptions/${id}`);
        if (now.status !== 'ended') throw error;
      }
    },
    async viewLine({ lineKey, msisdn }) {
      const found = lineKey
        ? await subscriptionOfLine(gigs, { lineKey, msisdn })
        : await lineOf(gigs, msisdn);
      return found ? (look(lineStates, found.status) ?? 'active') : 'released';
    },
    async changePlan({ key, msisdn, planId }) {
      const row = await once({
        kind: 'plan',
        key,
        fingerprint: fingerprintOf(msisdn, planId),
        async find(asked) {
          const { id } = await lineOf(gigs, msisdn);
          return changeAtGigs(gigs, asked, id, (one) => one.requestedChange?.plan === planId);
        },
        async make(): Promise<Made> {
          const { id } = await lineOf(gigs, msisdn);
          const asked = { plan: planId, subscription: id, when: 'now' };
          try {
            const made = await http.post(change, '/subscriptionChanges', asked);
            return { state: 'made', their_id: made.id, subscription_id: id };
          } catch (error) {
            if (gone(error)) return whatIsGone(gigs, planId, error);
            if (!(error instanceof GigsRefusal)) throw error;
            log.warn({ code: error.code, key }, 'Gigs refused a change of plan');
            return { state: 'refused', reason: error.code };
          }
        },
      });
      if (row.state !== 'made') return { kind: 'refused' };
      const { status } = await http.get(change, `/subscriptionChanges/${row.their_id}`);
      return { kind: look(planChangeKinds, status) ?? 'pending' };
    },
    async viewPlan({ msisdn }) {
      const one = await lineOf(gigs, msisdn);
      const changes = await store.claimed('plan', one.id);
      return changes.size === 0 ? undefined : one.plan.id;
    },
  };
}

const LEFT = 'phoneNumberPortedOut';
/** A number leaves with credentials of a port-out, which are not good for longer. */
const CREDENTIALS = days(60);

/** Gigs tells of a number that left, not of another carrier's request for it. */
export function portOutVerbs({ http }: Gigs): Pick<PortOutVerbs, 'viewPortOut' | 'portOutsSince'> {
  return {
    async viewPortOut(ref) {
      const one = await http.get(subscription, `/subscriptions/${ref}`);
      if (!hasLeft(one)) throw new Error(`The number of ${ref} has not left`);
      return portOutOf(one);
    },
    async portOutsSince(since) {
      const oldest = later(since, -CREDENTIALS);
      const asked = new Set<string>();
      for await (const one of http.all(portOut, '/portOuts')) {
        if (new Date(one.createdAt) < oldest) break;
        asked.add(one.subscription);
      }
      const left: CarrierPortOut[] = [];
      for (const id of asked) {
        const one = await http.get(subscription, `/subscriptions/${id}`);
        if (hasLeft(one) && new Date(one.endedAt) >= since) left.push(portOutOf(one));
      }
      return left;
    },
  };
}

type Left = Subscription & { endedAt: string };

const hasLeft = (one: Subscription): one is Left =>
  one.status === 'ended' && one.cancellationDetails?.cause === LEFT && Boolean(one.endedAt);

const portOutOf = (one: Left): CarrierPortOut => ({
  ref: one.id,
  msisdn: nationalOf(one.phoneNumber),
  state: 'completed',
  reason: null,
  changedAt: new Date(one.endedAt),
});
