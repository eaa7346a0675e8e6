import type { App } from '../app.ts';
import type { NoticeAddress } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as store from './store.ts';

export const activationNoticed = defineJob<{ ref: string }>('activation-noticed', { atOnce: 8 });
export const portInNoticed = defineJob<{ ref: string }>('port-in-noticed', { atOnce: 8 });
export const portOutNoticed = defineJob<{ ref: string; tenant?: number }>('port-out-noticed', {
  atOnce: 8,
});
export const esimNoticed = defineJob<{ iccid: string }>('esim-noticed', { atOnce: 8 });
export const simChangeNoticed = defineJob<{ ref: string }>('sim-change-noticed', { atOnce: 8 });
export const lineNoticed = defineJob<{ tenant: number; ref: string; seen?: true }>('line-noticed', {
  atOnce: 4,
});
export const planNoticed = defineJob<{ tenant: number; ref: string }>('plan-noticed', {
  atOnce: 4,
});
export const numberNoticed = defineJob<{ tenant: number; ref: string }>('number-noticed', {
  atOnce: 4,
});
export const usageNoticed = defineJob<{ msisdn: string }>('usage-noticed', { atOnce: 4 });

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
    case 'activation':
      await app.jobs.enqueueWith(db, first, activationNoticed, { ref }, store.isActivated(ref));
      break;
    case 'portin':
      await app.jobs.enqueueWith(db, first, portInNoticed, { ref });
      break;
    case 'portout':
      await app.jobs.enqueueWith(db, first, portOutNoticed, { ref, tenant });
      break;
    case 'esim':
      await app.jobs.enqueueWith(db, first, esimNoticed, { iccid: ref });
      break;
    case 'simchange':
      await app.jobs.enqueueWith(db, first, simChangeNoticed, { ref });
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
      await app.jobs.enqueueWith(db, first, usageNoticed, { msisdn: ref });
      break;
    default:
      await first.execute();
  }
  return true;
}
