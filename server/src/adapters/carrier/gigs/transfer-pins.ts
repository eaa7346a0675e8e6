import type { PortOutVerbs } from '../carrier-port-outs.ts';
import type { Gigs } from './gigs.ts';
import { GigsRefusal } from './http.ts';
import { later } from '../../../clock.ts';
import { lineOf, SKEW } from './lookups.ts';
import { fingerprintOf, type Made } from './once.ts';
import {
  nationalOf,
  portOut,
  portOutCredentials,
  subscription,
  type PortOut,
} from './resources.ts';
import type { RequestRow } from './store.ts';
import { look, portOutKinds } from './tables.ts';

/** Gigs makes the credentials of a port-out in its own time, and has no call that ends them. */
export function transferPinVerbs(
  gigs: Gigs,
): Pick<PortOutVerbs, 'issueTransferPin' | 'viewIssuedPin'> {
  const { http, once, store, clock, log } = gigs;
  const isOver = ({ status, expiredAt }: PortOut) =>
    look(portOutKinds, status) === 'over' || (!!expiredAt && new Date(expiredAt) <= clock.now());
  const madeOf = (one: PortOut): Made => ({
    state: 'made',
    their_id: one.id,
    subscription_id: one.subscription,
  });
  return {
    async issueTransferPin({ key, msisdn }) {
      const row = await once({
        kind: 'port-out',
        key,
        fingerprint: fingerprintOf(msisdn),
        // One that holds is shown again: there is no need of a second.
        async find() {
          const { id } = await lineOf(gigs, msisdn);
          for await (const one of http.all(portOut, '/portOuts', { subscription: id })) {
            if (!isOver(one)) return madeOf(one);
          }
          return undefined;
        },
        async make() {
          const { id } = await lineOf(gigs, msisdn);
          try {
            return madeOf(await http.post(portOut, '/portOuts', { subscription: id }));
          } catch (error) {
            if (!(error instanceof GigsRefusal)) throw error;
            log.warn({ code: error.code, key }, 'Gigs refused a port-out');
            return { state: 'refused', reason: error.code };
          }
        },
      });
      if (row.state !== 'made') return { kind: 'refused' };
      const path = `/portOuts/${row.their_id}`;
      const one = await http.get(portOut, path);
      if (isOver(one)) return { kind: 'refused' };
      if (look(portOutKinds, one.status) !== 'issued') return { kind: 'pending' };
      const given = await http.get(portOutCredentials, `${path}/credentials`);
      return {
        kind: 'issued',
        accountNumber: given.accountNumber ?? '',
        transferPin: given.accountPin,
        expiresAt: one.expiredAt ? new Date(one.expiredAt) : null,
      };
    },
    async viewIssuedPin(ref) {
      const one = await http.get(portOut, `/portOuts/${ref}`);
      if (isOver(one) || look(portOutKinds, one.status) !== 'issued') return undefined;
      const line = await http.get(subscription, `/subscriptions/${one.subscription}`);
      const msisdn = nationalOf(line.phoneNumber);
      const asked = await store.asked('port-out', fingerprintOf(msisdn));
      return {
        msisdn,
        isAskedFor: asked.some((row) => row.their_id === ref || mayBeOf(row, one)),
        expiresAt: one.expiredAt ? new Date(one.expiredAt) : null,
      };
    },
  };
}

/** Made while an attempt was out whose answer is not here, or was lost. */
function mayBeOf(row: RequestRow, { createdAt }: PortOut): boolean {
  const made = new Date(createdAt);
  const isOutUntil = row.leased_until ?? row.unsure_until;
  if (row.state !== 'asked' || !isOutUntil) return false;
  return made >= later(row.asked_at, -SKEW) && made <= later(isOutUntil, SKEW);
}
