import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Moment } from '../jobs/jobs.ts';
import { inTurns, sweep } from '../jobs/sweep.ts';
import { holdLine, viewAnyRenewable } from '../lines/renewable.ts';
import { nextLookAtRises, noteLooked, openRises, type PriceRise } from '../plans/price-rises.ts';
import * as store from './next-plan-store.ts';
import { priceRisesEmail } from './price-emails.ts';
import { TOLD_BEFORE } from './renewal-price.ts';
import { viewPerson } from '../account/person.ts';
import { promoOfLine } from '../promos/using.ts';

const BATCH = 100;

/**
 * Tells whoever would pay more, 30 days before (K07). Concurrent runs are harmless. @returns false
 * when there is more than one job can do
 */
export async function tellPrices(app: App, time?: { forMs: number }): Promise<boolean> {
  const now = app.clock.now();
  const rises = (await openRises(app.db.query)).filter(({ lookAt }) => lookAt <= now);
  return inTurns(
    rises.map((rise) => tellNext(app, rise)),
    time,
  );
}

/** Each call goes on after the lines of the one before. */
function tellNext(app: App, rise: PriceRise): () => Promise<number> {
  let after = '';
  let untold = 0;
  return async () => {
    const lines = await store.dearerLines(app.db.query, rise, { after, limit: BATCH });
    untold += lines.length;
    const tellOne = async (line: store.DearerLine) => {
      await app.db.transaction((tx) => tell(app, tx, rise, line));
      untold -= 1;
    };
    await sweep(app, lines, tellOne, 'a line was not told of its price yet');
    after = lines.at(-1)?.id ?? after;
    if (lines.length === BATCH) return lines.length;
    // The next job looks for those again.
    if (untold === 0) await noteLooked(app, rise);
    return 0;
  };
}

export const nextLook = (): Moment => nextLookAtRises;

async function tell(app: App, tx: Tx, rise: PriceRise, dearer: store.DearerLine): Promise<void> {
  const { id, cents, plan_name: planName } = dearer;
  await holdLine(tx, id);
  const now = app.clock.now();
  const notice = { line_id: id, rise_id: rise.id, tenant_id: rise.tenant, told_at: now };
  const line = await viewAnyRenewable(tx, id);
  if (!line || !(await store.insertNotice(tx, notice))) return;
  const brand = app.brands.byTenant(rise.tenant);
  const person = await viewPerson(tx, line.owner);
  const email = priceRisesEmail(brand, person, line, {
    planName,
    from: later(now, TOLD_BEFORE),
    oldCents: cents,
    newCents: rise.cents,
    promoCode: (await promoOfLine(tx, id))?.code,
  });
  await queueEmail(app, tx, brand, person.email, email);
}
