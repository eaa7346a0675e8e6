import { OutsideFailure } from '../../outside-failure.ts';
import type { Portability, PortInRequest, PortInVerbs, OldAccount } from '../carrier-port-ins.ts';
import { describePorting, reasonNotCreated } from './porting-states.ts';
import { draftOf, freeSim, LINE, portingOf, subscriptionOfKey, userAsked } from './lookups.ts';
import type { Gigs } from './gigs.ts';
import { gone, GigsRefusal } from './http.ts';
import { fingerprintOf, type Made } from './once.ts';
import { isCode, userOfRequest } from './people.ts';
import { e164Of, plan, porting, type Porting, subscription } from './resources.ts';
import { createSubscription, whatIsGone } from './subscribing.ts';
import type { RequestRow } from './store.ts';
import { fieldsOfRequired, look, openPortings } from './tables.ts';

/** What carriers in the US usually want; Gigs tells exactly once there is a porting. */
const USUAL = ['billingAccount', 'pinPassword', 'firstName', 'lastName', 'zipCode'] as const;

export function portInVerbs(gigs: Gigs): PortInVerbs {
  const { http, store, once, log, settings } = gigs;

  async function view(ref: string) {
    const row = await store.byRef('port-in', ref);
    try {
      return await describePorting(gigs, await http.get(porting, `/portings/${ref}`), row);
    } catch (error) {
      if (!gone(error) || !row) throw error;
      // Gigs deletes drafts after 30 days.
      return { kind: row.state === 'canceled' ? 'cancelled' : 'expired', ref } as const;
    }
  }

  return {
    async checkPortIn({ msisdn }) {
      const user = settings.checkUser;
      if (await isOurs(gigs, msisdn)) return { portable: false, reason: 'same_network' };
      if (!user) return { portable: true, required: USUAL };
      const made = await checked(gigs, user, msisdn);
      if ('portable' in made) return made;
      await http.remove(`/portings/${made.id}`);
      const donor = made.donorProvider?.name;
      const required = made.required.flatMap((field) => look(fieldsOfRequired, field) ?? []);
      return { portable: true, required, ...(donor && { donor }) };
    },

    async submitPortIn(request) {
      const { key, customer, msisdn, line, sim } = request;
      if (line?.replaces) {
        // Gigs documents no porting onto a line that has a number.
        const raw = { code: 'replaces', text: 'Gigs brings a number only to a new line' };
        return { kind: 'not_created', reason: 'carrier_system', raw };
      }
      const row = await once({
        kind: 'port-in',
        key,
        fingerprint: fingerprintOf(msisdn, line?.key, line?.planId, sim?.iccid),
        async find(asked) {
          const user = await userAsked(gigs, asked, customer);
          const found = await portingOf(gigs, asked, user, e164Of(msisdn));
          return found ? finish(gigs, request, asked, found) : undefined;
        },
        make: (asked) => begin(gigs, request, asked),
      });
      if (row.state === 'canceled') return { kind: 'cancelled', ref: row.their_id ?? row.ref };
      if (row.state === 'refused') return reasonNotCreated(row.reason);
      return view(row.their_id);
    },

    async updatePortIn({ key, ref, oldAccount }) {
      await once({
        kind: 'port-in-update',
        key,
        fingerprint: ref,
        async find(row) {
          if (row.reason === null) return undefined;
          const now = await http.get(porting, `/portings/${ref}`);
          return standsAt(now) === row.reason ? undefined : { state: 'made', their_id: ref };
        },
        async make(row) {
          const before = await http.get(porting, `/portings/${ref}`);
          await store.change(row, { reason: standsAt(before) });
          try {
            await http.patch(porting, `/portings/${ref}`, detailsOf(oldAccount));
          } catch (error) {
            if (!(error instanceof GigsRefusal)) throw error;
            log.warn({ code: error.code, ref }, 'Gigs takes no update of a port-in');
          }
          return { state: 'made', their_id: ref };
        },
      });
      return view(ref);
    },

    async cancelPortIn(ref) {
      const before = await view(ref);
      if (before.kind === 'cancelled' || before.kind === 'expired') return before;
      const { status } = await http.get(porting, `/portings/${ref}`);
      const row = await store.byRef('port-in', ref);
      try {
        if (status === 'draft') await http.remove(`/portings/${ref}`);
        else if (openPortings.includes(status)) {
          await http.post(porting, `/portings/${ref}/cancel`, {});
        }
        if (row && openPortings.includes(status)) await store.change(row, { state: 'canceled' });
      } catch (error) {
        if (!isCode(error, 'portingNotCancelable', 'portingAlreadyCanceled')) throw error;
      }
      return view(ref);
    },

    viewPortIn: view,

    async findPortIn({ key, msisdn, customer }) {
      const row = await store.one({ kind: 'port-in', key });
      if (!row || row.state === 'refused') return undefined;
      if (row.state !== 'asked') return view(row.their_id ?? row.ref);
      const user = await userAsked(gigs, row, customer);
      const found = await portingOf(gigs, row, user, e164Of(msisdn));
      // A draft is not on its way: sent again, it goes on from there.
      if (!found || found.status === 'draft') return undefined;
      const [, line] = JSON.parse(row.fingerprint) as (string | null)[];
      const begun = line ? await subscriptionOfKey(gigs, user, line) : undefined;
      const made = { their_id: found.id, subscription_id: begun?.id ?? null };
      await store.change(row, { state: 'made', ...made, leased_until: null, unsure_until: null });
      return describePorting(gigs, found, { ...row, ...made });
    },
  };
}

/** It may have left since, and come back. */
async function isOurs({ http, store }: Gigs, msisdn: string): Promise<boolean> {
  const known = await store.subscriptionOf(msisdn);
  if (!known) return false;
  const { status, phoneNumber } = await http.get(subscription, `/subscriptions/${known}`);
  return status !== 'ended' && phoneNumber === e164Of(msisdn);
}

/** The eligibility check is a draft, which is thrown away. */
async function checked(
  gigs: Gigs,
  user: string,
  msisdn: string,
): Promise<Porting | Exclude<Portability, { portable: true }>> {
  const phoneNumber = e164Of(msisdn);
  try {
    const provider = await anyProvider(gigs);
    return await gigs.http.post(porting, '/portings', { phoneNumber, provider, user });
  } catch (error) {
    if (gone(error)) throw new OutsideFailure('carrier', 'not_done', error);
    if (!(error instanceof GigsRefusal)) throw error;
    // Of a check before, whose end was lost.
    const left = await draftOf(gigs, phoneNumber, (one) => one.user === user);
    if (left) return left;
    const { reason } = reasonNotCreated(error.code);
    return {
      portable: false,
      reason: reason === 'pending_elsewhere' || reason === 'same_network' ? reason : 'not_portable',
    };
  }
}

async function begin(gigs: Gigs, request: PortInRequest, row: RequestRow): Promise<Made> {
  const { http, store, settings, log } = gigs;
  const phoneNumber = e164Of(request.msisdn);
  const user = await userOfRequest(gigs, row, request.customer);
  const planId = request.line?.planId;
  const provider = planId ? await providerOf(gigs, planId) : await anyProvider(gigs);
  const create = () => http.post(porting, '/portings', { phoneNumber, provider, user });
  const isLeft = (its: Porting['user']) => its === user || (!!its && its === settings.checkUser);
  let made: Porting;
  try {
    try {
      made = await create();
    } catch (error) {
      const left = isCode(error, 'portingAlreadyExists')
        ? await draftOf(gigs, phoneNumber, (one) => isLeft(one.user))
        : undefined;
      if (!left) throw error;
      await http.remove(`/portings/${left.id}`);
      made = await create();
    }
  } catch (error) {
    if (!(error instanceof GigsRefusal)) throw error;
    log.warn({ code: error.code, key: request.key }, 'Gigs refused a port-in');
    return { state: 'refused', reason: error.code };
  }
  await store.change(row, { their_id: made.id });
  return finish(gigs, request, row, made);
}

/** From wherever an attempt before has come to. */
async function finish(
  gigs: Gigs,
  request: PortInRequest,
  row: RequestRow,
  at: Porting,
): Promise<Made> {
  const { http, log } = gigs;
  const { customer, line, sim } = request;
  try {
    const details = detailsOf(request.oldAccount);
    if (at.status === 'draft' && Object.keys(details).length > 0) {
      await http.patch(porting, `/portings/${at.id}`, details);
    }
    if (!line) return { state: 'made', their_id: at.id };
    const user = at.user ?? (await userOfRequest(gigs, row, customer));
    const known = await subscriptionOfKey(gigs, user, line.key);
    if (known) return { state: 'made', their_id: at.id, subscription_id: known.id };
    const free = sim && (await freeSim(gigs, sim));
    if (free && 'reason' in free) return await drop(free.reason);
    const made = await createSubscription(gigs, {
      plan: line.planId,
      user,
      porting: at.id,
      ...(free && { sim: free.id }),
      metadata: { [LINE]: line.key },
    });
    return { state: 'made', their_id: at.id, subscription_id: made.id };
  } catch (error) {
    if (!(error instanceof GigsRefusal)) throw error;
    log.warn({ code: error.code, key: request.key }, 'Gigs refused a port-in');
    return drop(error.code);
  }

  async function drop(reason: string): Promise<Made> {
    if (at.status === 'draft') await http.remove(`/portings/${at.id}`);
    return { state: 'refused', reason };
  }
}

async function providerOf(gigs: Gigs, planId: string): Promise<string> {
  try {
    return (await gigs.http.get(plan, `/plans/${encodeURIComponent(planId)}`)).provider;
  } catch (error) {
    if (!gone(error)) throw error;
    return whatIsGone(gigs, planId, error);
  }
}

/** The project's networks are those of its plans. */
async function anyProvider({ http }: Gigs): Promise<string> {
  for await (const one of http.all(plan, '/plans')) return one.provider;
  throw new Error('The project has no plan at Gigs');
}

const standsAt = (one: Porting) => `${one.status} ${one.declinedAttempts} ${one.required.join()}`;

/** Of the address Gigs takes all or nothing. */
function detailsOf(old: OldAccount) {
  const { accountNumber, pin, firstName, lastName, birthday, address, city, state, zipCode } = old;
  return {
    ...(accountNumber && { accountNumber }),
    ...(pin && { accountPin: pin }),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(birthday && { birthday }),
    ...(address &&
      city &&
      zipCode && {
        address: {
          line1: address,
          city,
          postalCode: zipCode,
          country: 'US',
          ...(state && { state }),
        },
      }),
  };
}
