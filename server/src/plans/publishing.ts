import type * as calls from '@portside/contract/console/plans';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { dateAndTime } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { refused, Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import { clearPlanCache } from './plan-cache.ts';
import { contentOf, keep, lockAt } from './plan-editing.ts';
import { missingOf } from './plan-versions.ts';
import { publishDueOf, timeOfDraft } from './publish-later.ts';
import { notePrices } from './price-rises.ts';
import * as store from './store.ts';
import { noTime, planVersions } from './version-store.ts';

type Call = typeof calls.publishPlan;
type Told = { message: string };

/** Now, or at a time. A price that rises is told 30 days before, as after an import (K07). */
export async function publishPlan(
  app: App,
  who: Staff,
  asked: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const knows = await carrierKnows(app, who.tenant, asked.id);
  if (knows === false) return refused('carrier_lacks_plan');
  if (asked.at) return publishLater(app, who, { ...asked, at: asked.at });
  const by = { ...who, by: who.name };
  const answer = await app.db.transaction((tx) => publish(app, tx, by, asked, knows));
  clearPlanCache(app, who.tenant);
  return answer;
}

/** What is missing is said now, and looked at again when it is time. */
function publishLater(app: App, who: Staff, asked: ParsedInputOf<Call> & { at: string }) {
  const { brand, tenant } = who;
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who, asked);
    if (!('row' in found)) return found;
    const { row, newest } = found;
    const time = timeOfDraft(app, newest, { at: asked.at, brand });
    if (time instanceof Refused) return time;
    const { at, draft } = time;
    const then = { ...row, ...draft.content, on_sale: true };
    const missing = missingOf(then, brand, await store.plansOnSale(tx, tenant));
    if (missing.length > 0) return refused('incomplete', { missing });
    const plan = { publish_at: at, publish_by: who.name, publish_failed: null };
    await planVersions.setVersion(tx, draft, plan);
    const said = dateAndTime(at.toISOString(), brand.timeZone, 'en');
    return told(`${draft.content.retail_name} will be published on ${said}.`);
  });
}

export function holdPlan(
  app: App,
  who: Staff,
  asked: { id: string; version: number },
): Promise<Told | Refused<'changed_meanwhile'>> {
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who, asked);
    if (!('row' in found)) return found;
    if (found.newest) await planVersions.setVersion(tx, found.newest, noTime);
    return told('It is not published by itself any more.');
  });
}

/** Drafts of plans whose time has come. */
export const publishDue = (app: App): Promise<void> =>
  publishDueOf(app, planVersions, 'a plan', whyNot, async (version) => {
    const { tenant_id: tenant, id, number, publish_by: by } = version;
    const brand = app.brands.byTenant(tenant);
    const knows = await carrierKnows(app, tenant, id);
    return async (tx) =>
      knows === false
        ? refused('carrier_lacks_plan')
        : publish(app, tx, { tenant, brand, by: by ?? '' }, { id, version: number }, knows);
  });

const whyNot = {
  changed_meanwhile: 'A colleague had changed it.',
  incomplete: 'Something was missing.',
  carrier_lacks_plan: 'The carrier did not sell it.',
} as const;

interface Publisher {
  readonly tenant: number;
  readonly brand: Brand;
  readonly by: string;
}

async function publish(
  app: App,
  tx: Tx,
  { tenant, brand, by }: Publisher,
  asked: { id: string; version: number },
  carrierHasIt: boolean | undefined,
): Promise<Told | Refused<'changed_meanwhile' | 'incomplete'>> {
  const before = await store.lockPrices(tx, tenant);
  const found = await lockAt(tx, { tenant }, asked);
  if (!('row' in found)) return found;
  const { row, newest } = found;
  const now = { ...row, ...newest?.content, on_sale: true };
  const missing = missingOf(now, brand, await store.plansOnSale(tx, tenant));
  if (missing.length > 0) return refused('incomplete', { missing });
  await store.putPlans(tx, [now]);
  await notePrices(app, tx, tenant, { before, now: [now] });
  const published = { published_by: by, published_at: app.clock.now(), ...noTime };
  if (newest) await planVersions.setVersion(tx, newest, { ...published, publish_failed: null });
  else await keep(app, tx, row, { number: 1, content: contentOf(now), by });
  const asks = carrierHasIt ? '' : ' Nobody could be asked whether the carrier has it.';
  const rises = now.price_cents > row.price_cents;
  const tells = rises
    ? ' Its lines are told, and pay the new price in 30 days at the earliest.'
    : '';
  return told(`${now.retail_name} is on sale.${tells}${asks}`);
}

/** Undefined where the carrier cannot be asked now. */
async function carrierKnows(app: App, tenant: number, id: string): Promise<boolean | undefined> {
  const row = await store.planEver(app.db.query, tenant, id);
  const { carrier } = app.adapters.of(tenant);
  try {
    return await carrier.sellsPlan?.(row?.carrier_plan_id ?? id);
  } catch (error) {
    app.log.warn({ error, plan: id }, 'the carrier could not be asked about a plan');
    return undefined;
  }
}
