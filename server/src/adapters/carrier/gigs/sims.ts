import { later, minutes } from '../../../clock.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { SimChange, SimVerbs } from '../carrier-sims.ts';
import type { CarrierVerbs } from '../carrier.ts';
import type { Gigs } from './gigs.ts';
import { gone, GigsRefusal } from './http.ts';
import { freeSim, lineOf, simOf, SKEW } from './lookups.ts';
import { fingerprintOf, type Made } from './once.ts';
import { change, type Change, credentials, profile } from './resources.ts';
import type { RequestRow } from './store.ts';
import { esimStates, look, simChangeKinds } from './tables.ts';

/** A change of a subscription that an attempt made whose answer was lost. */
export async function changeAtGigs(
  { http, store }: Gigs,
  row: RequestRow,
  subscription: string,
  fits: (one: Change) => boolean,
): Promise<Made | undefined> {
  const claimed = await store.claimed(row.kind, subscription);
  const since = later(row.asked_at, -SKEW);
  for await (const one of http.all(change, '/subscriptionChanges')) {
    if (new Date(one.createdAt) < since) return undefined;
    if (one.subscription === subscription && fits(one) && !claimed.has(one.id)) {
      return { state: 'made', their_id: one.id, subscription_id: subscription };
    }
  }
  return undefined;
}

export function simVerbs(
  gigs: Gigs,
): Omit<SimVerbs, 'mailSim'> & Pick<CarrierVerbs, 'checkSim' | 'viewEsim'> {
  const { http, store, once, clock, random, log } = gigs;

  async function describe(row: RequestRow): Promise<SimChange> {
    if (row.state === 'canceled') return { kind: 'cancelled', ref: row.ref };
    if (row.state === 'refused') {
      const reason = row.reason === 'simAlreadyUsed' ? 'sim_in_use' : 'other';
      return { kind: 'refused', ref: row.ref, reason };
    }
    const one = await http.get(change, `/subscriptionChanges/${row.their_id}`);
    const kind = look(simChangeKinds, one.status) ?? 'pending';
    if (kind === 'cancelled') return { kind, ref: one.id };
    if (kind === 'refused') return { kind, ref: one.id, reason: 'other' };
    return { kind, ref: one.id, iccid: one.sim?.iccid ?? '' };
  }

  /** What was asked stands in the row. */
  async function find(row: RequestRow): Promise<Made | undefined> {
    const [msisdn, , iccid] = JSON.parse(row.fingerprint) as [string, string, string];
    const line = await lineOf(gigs, msisdn);
    const wanted = iccid ? (await simOf(gigs, iccid))?.id : 'auto';
    return changeAtGigs(gigs, row, line.id, (one) => one.requestedChange?.sim === wanted);
  }

  async function settle(row: RequestRow, made: Made | { state: 'canceled' }): Promise<RequestRow> {
    await store.change(row, { ...made, leased_until: null, unsure_until: null });
    return { ...row, ...made };
  }

  return {
    async changeSim(request) {
      const { key, msisdn, oldIccid, simType, iccid } = request;
      const row = await once({
        kind: 'sim',
        key,
        fingerprint: fingerprintOf(msisdn, oldIccid, simType === 'esim' ? '' : (iccid ?? '')),
        find,
        async make(): Promise<Made> {
          const free = await freeSim(gigs, request);
          if (free && 'reason' in free) return { state: 'refused', reason: free.reason };
          const { id } = await lineOf(gigs, msisdn);
          const asked = { sim: free?.id ?? 'auto', subscription: id, when: 'now' };
          try {
            const made = await http.post(change, '/subscriptionChanges', asked);
            return { state: 'made', their_id: made.id, subscription_id: id };
          } catch (error) {
            if (!(error instanceof GigsRefusal) || gone(error)) throw error;
            log.warn({ code: error.code, key }, 'Gigs refused a change of SIM');
            return { state: 'refused', reason: error.code };
          }
        },
      });
      return describe(row);
    },
    async findSimChange({ key }) {
      const row = await store.one({ kind: 'sim', key });
      if (!row) return undefined;
      if (row.state !== 'asked') return describe(row);
      const made = await find(row);
      return made && describe(await settle(row, made));
    },
    async cancelSimChange({ key }) {
      const now = clock.now();
      const about = { kind: 'sim', key, fingerprint: '', asked_at: now } as const;
      const known = await store.one(about);
      const row =
        known ?? (await store.add({ ...about, ref: random.id('gigs'), state: 'canceled' }));
      const stopped = row.state === 'asked' ? await stopUnknown(row, now) : row;
      if (stopped.state !== 'made') return describe(stopped);
      const before = await describe(stopped);
      if (before.kind !== 'pending') return before;
      try {
        await http.remove(`/subscriptionChanges/${stopped.their_id}`);
      } catch (error) {
        if (!(error instanceof GigsRefusal)) throw error;
      }
      return describe(stopped);
    },
    async checkSim(iccid) {
      const found = await simOf(gigs, iccid);
      return {
        ours: found !== undefined,
        inUse: found !== undefined && found.status !== 'inactive',
      };
    },
    async viewEsim(iccid) {
      const found = await simOf(gigs, iccid);
      if (found?.type !== 'eSIM') return undefined;
      const { status } = await http.get(profile, `/sims/${found.id}/eSimProfile`);
      const told = look(esimStates, status);
      if (found.status === 'retired' || told === 'deleted') {
        return { state: 'deleted', activationCode: '' };
      }
      const activationCode = await codeOf(found.id);
      return { state: told ?? (activationCode ? 'ready' : 'preparing'), activationCode };
    },
  };

  async function stopUnknown(row: RequestRow, now: Date): Promise<RequestRow> {
    const leased = await store.lease(row, now, later(now, minutes(5)));
    if (!leased) throw new OutsideFailure('carrier', 'not_done');
    try {
      const made = await find(leased);
      const isUnsure = leased.unsure_until !== null && leased.unsure_until > now;
      if (!made && isUnsure) throw new OutsideFailure('carrier', 'unknown');
      return await settle(leased, made ?? { state: 'canceled' });
    } catch (error) {
      await store.change(row, { leased_until: null });
      throw error;
    }
  }

  async function codeOf(simId: string): Promise<string> {
    try {
      return (await http.get(credentials, `/sims/${simId}/credentials`)).activationCode;
    } catch (error) {
      if (gone(error)) return '';
      throw error;
    }
  }
}
