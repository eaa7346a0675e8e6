import type { Clock } from '../../../clock.ts';
import { readJson } from '../../sandbox/read-json.ts';
import type { CarrierNotice } from '../carrier.ts';
import type { GigsSettings } from './http.ts';
import { event, type GigsEvent } from './resources.ts';
import { svixSignatureHolds } from '../svix-signature.ts';

/** @returns undefined for one that is not genuine */
export function readGigsNotice(
  settings: GigsSettings,
  clock: Clock,
  headers: Record<string, string | undefined>,
  body: string,
): CarrierNotice | undefined {
  const key = Buffer.from(settings.webhookSecret.replace(/^whsec_/, ''), 'base64');
  if (!svixSignatureHolds(headers, body, key, clock.now())) return undefined;
  const told = readJson(event, body);
  if (told?.project !== settings.project) return undefined;
  return { id: headers['webhook-id'] ?? '', ...subjectOf(told) };
}

type Subject = Pick<CarrierNotice, 'about' | 'ref'>;

/** What it is about, by its object; the rest is asked. */
function subjectOf({ data }: GigsEvent): Subject {
  const { id: ref = '' } = data;
  const line = textOf(data['subscription']);
  switch (data.object) {
    case 'subscription':
      return isNew(data['status']) ? { about: 'activation', ref } : aboutLine(data, ref);
    case 'portOut':
      return { about: 'transferpin', ref };
    case 'porting':
      return { about: 'portin', ref };
    case 'subscriptionChange':
      if (data['sim'] != null) return { about: 'simchange', ref };
      return { about: 'plan', ref: line };
    case 'eSimProfile':
      return { about: 'esim', ref: textOf((data['sim'] as { iccid?: unknown } | null)?.iccid) };
    case 'sim':
      return { about: 'esim', ref: textOf(data['iccid']) };
    case 'usageBalance':
    case 'usageNotification':
    case 'usageThresholdExceeded':
      return { about: 'usage', ref: line };
    default:
      return { about: 'other', ref };
  }
}

const NEW = ['pending', 'initiated', 'active'];
const isNew = (status: unknown) => NEW.includes(String(status));

function aboutLine(data: GigsEvent['data'], ref: string): Subject {
  const { cause } = (data['cancellationDetails'] ?? {}) as { cause?: unknown };
  return { about: cause === 'phoneNumberPortedOut' ? 'portout' : 'line', ref };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
