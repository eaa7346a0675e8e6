import type * as calls from '@portside/contract/console/plans';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { dateAndTime } from '@portside/contract/formats';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { shopTime } from '../brands/time-zone.ts';
import type { Tx } from '../db/database.ts';
import { invalid, refused, Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { told } from '../words/told.ts';
import { clearPlanCache } from './plan-cache.ts';
import { contentOf, keep, lockAt } from './plan-editing.ts';
import { missingOf } from './plan-versions.ts';
import { notePrices } from './price-rises.ts';
import * as store from './store.ts';
import * as versionStore from './version-store.ts';

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
    if (!newest || newest.published_at) return refused('no_draft');
    const at = shopTime(asked.at, brand.timeZone);
    if (!at) throw invalid('at', 'Choose a day and a time.');
    if (at <= app.clock.now()) return refused('too_early');
    const then = { ...row, ...newest.content, on_sale: true };
    const missing = missingOf(then, brand, await store.plansOnSale(tx, tenant));
    if (missing.length > 0) return refused('incomplete', { missing });
    const plan = { publish_at: at, publish_by: who.name, publish_failed: null };
    await versionStore.setVersion(tx, newest, plan);
    const time = dateAndTime(at.toISOString(), brand.timeZone, 'en');
    return told(`${newest.content.retail_name} will be published on ${time}.`);
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
    if (found.newest) await versionStore.setVersion(tx, found.newest, noTime);
    return told('It is not published by itself any more.');
  });
}

const noTime = { publish_at: null, publish_by: null };

const BATCH = 100;

/** Drafts whose time has come. Any process may run it, also twice. */
export async function publishDue(app: App): Promise<void> {
  const due = await versionStore.versionsDue(app.db.query, app.clock.now(), BATCH);
  const named = due.map((version) => ({ id: version.plan_id, version }));
  const failed = 'a plan could not be published at its time yet';
  await sweep(app, named, ({ version }) => publishAtItsTime(app, version), failed);
}

async function publishAtItsTime(app: App, version: versionStore.VersionRow): Promise<void> {
  const { tenant_id: tenant, plan_id: id, number } = version;
  const brand = app.brands.byTenant(tenant);
  const knows = await carrierKnows(app, tenant, id);
  await app.db.transaction(async (tx) => {
    const [newest] = await versionStore.versionsOf(tx, tenant, id);
    // Taken back, published, or a newer draft took its place, a moment ago.
    if (newest?.number !== number || !newest.publish_at) return;
    await versionStore.setVersion(tx, newest, noTime);
    const by = { tenant, brand, by: newest.publish_by ?? '' };
    const answer =
      knows === false
        ? refused('carrier_lacks_plan')
        : await publish(app, tx, by, { id, version: number }, knows);
    if (!(answer instanceof Refused)) return;
    const why = whyNot[answer.reason];
    await versionStore.setVersion(tx, newest, { publish_failed: why });
    app.log.warn({ plan: id, reason: answer.reason }, 'a plan was not published at its time');
  });
  clearPlanCache(app, tenant);
}

const whyNot = {
  changed_meanwhile: 'A colleague had changed it.',
  incomplete: 'Something was missing.',
  carrier_lacks_plan: 'The carrier did not sell it.',
} as const;

export const nextToPublish = (): Moment => versionStore.nextToPublish;

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
  if (newest) await versionStore.setVersion(tx, newest, { ...published, publish_failed: null });
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
