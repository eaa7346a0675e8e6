import type { App } from '../app.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as store from './store.ts';

/** The carrier sent news of an activation. */
export const activationNoticed = defineJob<{ ref: string }>('activation-noticed', { atOnce: 8 });
/** The carrier sent news of a port-in: whoever brings numbers looks how it stands. */
export const portInNoticed = defineJob<{ ref: string }>('port-in-noticed', { atOnce: 8 });
/** The carrier sent news of an eSIM. */
export const esimNoticed = defineJob<{ iccid: string }>('esim-noticed', { atOnce: 8 });

/** Verifies and stores a notice of the carrier, once; false when it is not genuine. */
export async function receiveCarrierNotice(
  app: App,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const notice = app.adapters.carrier.readNotice(headers, body);
  if (!notice) return false;
  await app.db.transaction(async (tx) => {
    const fresh = await store.insertNotice(tx, { ...notice, received_at: app.clock.now() });
    if (!fresh) return;
    const { about, ref } = notice;
    if (about === 'activation') await app.jobs.enqueue(tx, activationNoticed, { ref });
    if (about === 'portin') await app.jobs.enqueue(tx, portInNoticed, { ref });
    if (about === 'esim') await app.jobs.enqueue(tx, esimNoticed, { iccid: ref });
  });
  return true;
}
