import type { App } from '../app.ts';
import { defineJob } from '../jobs/jobs.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { carrierAddOnOf } from '../plans/carrier-plan.ts';
import * as store from './store.ts';

export const tellCarrierJob = defineJob<{ id: string }>('tell-add-on', { atOnce: 8 });

/** Gives or takes what was bought or refunded; harmless when repeated. @throws OutsideFailure */
export async function tellCarrier(app: App, id: string): Promise<void> {
  const row = await store.anyAddOn(app.db.query, id);
  if (!row || row.carrier_told_at) return;
  if (row.handed_to) {
    // The other account has it now, by the same key; what was taken back before has no copy there.
    await store.noteTold(app.db.query, row, app.clock.now());
    return;
  }
  const msisdn = (await viewAnyRenewable(app.db.query, row.line_id))?.mdn;
  if (!msisdn) return;
  const { carrier } = app.adapters.of(row.tenant_id);
  const key = row.carrier_key ?? row.id;
  const keys = Array.from({ length: row.moves + 1 }, (_, at) => (at ? `${key}-${at}` : key));
  const now = keys.pop() ?? key;
  // A key stands for one time only.
  for (const old of keys) await carrier.removeAllowance({ key: old, msisdn });
  const megabytes = row.megabytes_left ?? row.megabytes;
  if (row.taken_back_at) await carrier.removeAllowance({ key: now, msisdn });
  else if (megabytes !== 0 && row.ends_at > app.clock.now()) {
    await carrier.addAllowance({
      key: now,
      msisdn,
      addOnId: await carrierAddOnOf(app.db.query, row.tenant_id, row.add_on_id),
      ...(megabytes !== null && { megabytes }),
      from: row.starts_at,
      until: row.ends_at,
    });
  }
  if (await store.noteTold(app.db.query, row, app.clock.now())) return;
  // What was told is of before: whoever told the newer state may have been faster.
  await app.db.transaction(async (tx) => {
    await store.noteUntold(tx, id);
    await app.jobs.enqueue(tx, tellCarrierJob, { id });
  });
}
