import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { lineOfNotice } from './active-lines.ts';
import { endedByCarrierEmail } from './block-emails.ts';
import { lineNoticed } from './carrier-notices.ts';
import { publishLine } from './line-news.ts';
import { worksOn } from './line-work.ts';
import * as store from './store.ts';
import { endLine } from './suspension.ts';
import { tellOfLine } from './told.ts';

/** Whoever took the number along, or changed it, is known by then. */
const SURE_AFTER_SECONDS = 900;

/**
 * The carrier did something to a line unasked. One that is over there ends here: nobody pays for it
 * any more. Looked at twice, as a number may just be moving. @throws OutsideFailure
 */
export async function lookAtLine(
  app: App,
  about: { tenant: number; ref: string; seen?: true },
): Promise<void> {
  const line = await lineOfNotice(app, about);
  if (!line?.mdn || (line.status !== 'active' && line.status !== 'suspended')) return;
  const { carrier } = app.adapters.of(line.tenant_id);
  const state = await carrier.viewLine({
    lineKey: store.carrierKeyOf(line),
    msisdn: line.mdn,
  });
  await app.db.transaction(async (tx) => {
    const now = await store.lockAnyLine(tx, line.id);
    if (now?.mdn !== line.mdn || now.status !== line.status) return;
    await publishLine(app, tx, now, now.status);
    if (state !== 'released' || (await isAtWork(tx, line.id))) return;
    if (!about.seen) {
      const again = { ...about, seen: true } as const;
      return app.jobs.enqueue(tx, lineNoticed, again, { after: SURE_AFTER_SECONDS });
    }
    await endLine(app, tx, line.id, { isGone: true });
    app.log.error({ lineId: line.id }, 'the carrier has ended a line');
    await tellOfLine(app, tx, now, 'end', (brand, reader) =>
      endedByCarrierEmail(brand, reader, now),
    );
  });
}

/** A number that comes does not end the one before, and a hold moves none. */
const isAtWork = async (tx: Tx, lineId: string) =>
  (await worksOn(tx, lineId)).some((one) => one !== 'port_in' && one !== 'hold');
