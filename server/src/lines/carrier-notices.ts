import type { App } from '../app.ts';
import type { NoticeAddress } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as store from './store.ts';

/** News queued by an earlier version has no tenant. */
export interface Noticed {
  ref: string;
  tenant?: number;
}

export const activationNoticed = defineJob<Noticed>('activation-noticed', { atOnce: 8 });
export const portInNoticed = defineJob<Noticed>('port-in-noticed', { atOnce: 8 });
export const portOutNoticed = defineJob<Noticed>('port-out-noticed', { atOnce: 8 });
export const esimNoticed = defineJob<{ iccid: string; tenant?: number }>('esim-noticed', {
  atOnce: 8,
});
export const pinNoticed = defineJob<{ tenant: number; ref: string }>('pin-noticed', {
  atOnce: 4,
});
export const simChangeNoticed = defineJob<Noticed>('sim-change-noticed', { atOnce: 8 });
export const lineNoticed = defineJob<{ tenant: number; ref: string; seen?: true }>('line-noticed', {
  atOnce: 4,
});
export const planNoticed = defineJob<{ tenant: number; ref: string }>('plan-noticed', {
  atOnce: 4,
});
export const numberNoticed = defineJob<{ tenant: number; ref: string }>('number-noticed', {
  atOnce: 4,
});
export const usageNoticed = defineJob<{ msisdn: string; tenant?: number }>('usage-noticed', {
  atOnce: 4,
});

/** Stores it once; false when it is not genuine. */
export async function receiveCarrierNotice(
  app: App,
  { tenant, account }: NoticeAddress,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const notice = app.adapters.of(tenant).carrier.readNotice(headers, body);
  if (!notice) return false;
  const db = app.db.query;
  const { about, ref } = notice;
  const first = store.insertNotice(db, {
    ...notice,
    id: account + notice.id,
    received_at: app.clock.now(),
  });
  switch (about) {
    case 'activation': {
      const isIdle = store.isActivated(app.adapters.sharing('carrier', tenant), ref);
      await app.jobs.enqueueWith(db, first, activationNoticed, { ref, tenant }, isIdle);
      break;
    }
    case 'portin':
      await app.jobs.enqueueWith(db, first, portInNoticed, { ref, tenant });
      break;
    case 'portout':
      await app.jobs.enqueueWith(db, first, portOutNoticed, { ref, tenant });
      break;
    case 'transferpin':
      await app.jobs.enqueueWith(db, first, pinNoticed, { tenant, ref });
      break;
    case 'esim':
      await app.jobs.enqueueWith(db, first, esimNoticed, { iccid: ref, tenant });
      break;
    case 'simchange':
      await app.jobs.enqueueWith(db, first, simChangeNoticed, { ref, tenant });
      break;
    case 'line':
      await app.jobs.enqueueWith(db, first, lineNoticed, { tenant, ref });
      break;
    case 'plan':
      await app.jobs.enqueueWith(db, first, planNoticed, { tenant, ref });
      break;
    case 'number':
      await app.jobs.enqueueWith(db, first, numberNoticed, { tenant, ref });
      break;
    case 'usage':
      await app.jobs.enqueueWith(db, first, usageNoticed, { msisdn: ref, tenant });
      break;
    default:
      await first.execute();
  }
  return true;
}
