import type { CarrierPortIn } from '../carrier-port-ins.ts';
import type { Gigs } from './gigs.ts';
import { type Porting, subscription } from './resources.ts';
import type { RequestRow } from './store.ts';
import {
  declinedReasons,
  fieldsOfRequired,
  look,
  notCreatedReasons,
  portingKinds,
} from './tables.ts';

export async function describePorting(
  gigs: Gigs,
  one: Porting,
  row: Pick<RequestRow, 'subscription_id'> | undefined,
): Promise<CarrierPortIn> {
  const ref = one.id;
  const kind = look(portingKinds, one.status) ?? 'pending';
  switch (kind) {
    case 'pending':
    case 'completed':
      return { kind, ref, iccid: await iccidOf(gigs, row) };
    case 'details_required':
      return asksFor(one);
    case 'rejected': {
      if (one.status === 'failed') {
        return { kind, ref, reason: 'carrier_system', raw: { code: one.status, text: '' } };
      }
      const raw = { code: one.declinedCode ?? one.status, text: one.declinedMessage ?? '' };
      return { kind, ref, reason: look(declinedReasons, one.declinedCode) ?? 'unknown', raw };
    }
    default:
      return { kind, ref };
  }
}

/** What a customer cannot tell is for the carrier and the operator, so it is a delay. */
function asksFor({ id: ref, status, required: wanted }: Porting): CarrierPortIn {
  const required = wanted.flatMap((field) => look(fieldsOfRequired, field) ?? []);
  const raw = { code: status, text: wanted.join(', ') };
  if (required.length === 0) return { kind: 'delayed', ref, raw };
  return { kind: 'details_required', ref, required, raw };
}

export function reasonNotCreated(code: string): CarrierPortIn & { kind: 'not_created' } {
  const reason = look(notCreatedReasons, code) ?? 'carrier_system';
  return { kind: 'not_created', reason, raw: { code, text: '' } };
}

async function iccidOf(
  { http, store }: Gigs,
  row: Pick<RequestRow, 'subscription_id'> | undefined,
): Promise<string> {
  if (!row?.subscription_id) return '';
  const one = await http.get(subscription, `/subscriptions/${row.subscription_id}`);
  if (one.phoneNumber) await store.keepLine(one.phoneNumber.replace(/^\+1/, ''), one.id);
  return one.sim?.iccid ?? '';
}
