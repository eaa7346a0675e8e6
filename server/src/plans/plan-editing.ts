import type * as calls from '@portside/contract/console/plans';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { told } from '../words/told.ts';
import { addOnsOnSale } from './add-ons.ts';
import { labelOf } from './label.ts';
import { clearPlanCache } from './plan-cache.ts';
import { changesBetween, missingOf } from './plan-versions.ts';
import { notePrices } from './price-rises.ts';
import * as store from './store.ts';
import * as versionStore from './version-store.ts';

type Content = versionStore.PlanContent;
type Edit = ParsedInputOf<typeof calls.savePlan>;
type Told = { message: string };

const contentOf = ({
  tenant_id: _tenant,
  id: _id,
  position: _at,
  ...content
}: store.PlanRow): Content => content;

/** Whether the console has edited a plan: then the folder of the brand is no longer the truth. */
export const isEdited = (app: App, tenant: number): Promise<boolean> =>
  versionStore.hasVersions(app.db.query, tenant);

export async function listStaffPlans(
  app: App,
  { tenant }: Staff,
): Promise<OutputOf<typeof calls.listStaffPlans>> {
  const [rows, versions] = await Promise.all([
    store.allPlans(app.db.query, tenant),
    versionStore.versionsOf(app.db.query, tenant),
  ]);
  return {
    plans: rows.map((row) =>
      onWire(
        row,
        versions.find((one) => one.plan_id === row.id),
      ),
    ),
  };
}

export async function viewStaffPlan(
  app: App,
  { tenant, brand }: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof calls.viewStaffPlan>> {
  const row = await store.planEver(app.db.query, tenant, id);
  if (!row) throw notFound();
  const versions = await versionStore.versionsOf(app.db.query, tenant, id);
  const newest = { ...row, ...versions[0]?.content };
  const label = labelOf(newest, brand, 'en', await addOnsOnSale(app, tenant, 'en'));
  const others = await store.plansOnSale(app.db.query, tenant);
  return {
    plan: onWire(row, versions[0]),
    ...(label && { label }),
    missing: missingOf(newest, brand, others),
    versions: versions.map((one, at) => ({
      number: one.number,
      savedBy: one.saved_by,
      savedAt: one.saved_at.toISOString(),
      publishedBy: one.published_by,
      publishedAt: one.published_at?.toISOString() ?? null,
      changes: changesBetween(versions[at + 1]?.content, one.content),
    })),
  };
}

function onWire(row: store.PlanRow, newest: versionStore.VersionRow | undefined) {
  const content = newest?.content ?? row;
  const spanish = content.es?.retailDescription;
  return {
    id: row.id,
    retailName: content.retail_name,
    retailDescription: content.retail_description,
    ...(spanish && { descriptionInSpanish: spanish }),
    retailPrice: dollars(content.price_cents),
    popular: content.popular,
    ...(content.label && { label: content.label }),
    state: row.on_sale ? ('on_sale' as const) : ('off_sale' as const),
    version: newest?.number ?? 0,
    isDraft: newest !== undefined && newest.published_at === null,
  };
}

/** The plan and its versions, if the newest is the one that was looked at. The caller's tx holds them. */
async function lockAt(tx: Tx, { tenant }: Staff, { id, version }: { id: string; version: number }) {
  const row = await store.lockPlan(tx, tenant, id);
  if (!row) throw notFound();
  const [newest] = await versionStore.versionsOf(tx, tenant, id);
  if ((newest?.number ?? 0) === version) return { row, newest };
  return refused('changed_meanwhile', { by: newest?.saved_by ?? '' });
}

export function savePlan(
  app: App,
  who: Staff,
  edit: Edit,
): Promise<OutputOf<typeof calls.savePlan> | Refused<'changed_meanwhile'>> {
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who, edit);
    if (!('row' in found)) return found;
    const { row, newest } = found;
    // What was there before is kept, so that it can be compared.
    if (!newest)
      await keep(app, tx, row, { number: 0, content: contentOf(row), by: 'the plan file' });
    const number = edit.version + 1;
    const content = withEdit(newest?.content ?? contentOf(row), edit);
    await keep(app, tx, row, { number, content, by: who.name, isDraft: true });
    return { ...told('The draft is kept. The shop shows what was published.'), version: number };
  });
}

function withEdit(before: Content, edit: Edit): Content {
  const spanish = edit.descriptionInSpanish;
  const { retailDescription: _old, ...others } = before.es ?? {};
  const es = spanish ? { ...others, retailDescription: spanish } : others;
  return {
    ...before,
    retail_name: edit.retailName,
    retail_description: edit.retailDescription,
    price_cents: cents(edit.retailPrice),
    popular: edit.popular,
    label: edit.label ?? before.label,
    es: Object.keys(es).length > 0 ? es : null,
  };
}

/** A version that is on sale already, or a draft. */
async function keep(
  app: App,
  tx: Tx,
  { tenant_id, id: plan_id }: store.PlanRow,
  kept: { number: number; content: Content; by: string; isDraft?: true },
): Promise<void> {
  const { number, content, by } = kept;
  const now = app.clock.now();
  await versionStore.insertVersion(tx, {
    tenant_id,
    plan_id,
    number,
    content,
    saved_by: by,
    saved_at: now,
    published_by: kept.isDraft ? null : by,
    published_at: kept.isDraft ? null : now,
  });
}

/** A price that rises is told 30 days before, as after an import (K07). */
export async function publishPlan(
  app: App,
  who: Staff,
  asked: ParsedInputOf<typeof calls.publishPlan>,
): Promise<Told | Refused<'changed_meanwhile' | 'incomplete' | 'carrier_lacks_plan'>> {
  const { tenant, brand } = who;
  const knows = await carrierKnows(app, tenant, asked.id);
  if (knows === false) return refused('carrier_lacks_plan');
  const answer = await app.db.transaction(async (tx) => {
    const before = await store.lockPrices(tx, tenant);
    const found = await lockAt(tx, who, asked);
    if (!('row' in found)) return found;
    const { row, newest } = found;
    const now = { ...row, ...newest?.content, on_sale: true };
    const missing = missingOf(now, brand, await store.plansOnSale(tx, tenant));
    if (missing.length > 0) return refused('incomplete', { missing });
    await store.putPlans(tx, [now]);
    await notePrices(app, tx, tenant, { before, now: [now] });
    const published = { published_by: who.name, published_at: app.clock.now() };
    if (newest) await versionStore.publishVersion(tx, newest, published);
    else await keep(app, tx, row, { number: 1, content: contentOf(now), by: who.name });
    const asks = knows ? '' : ' Nobody could be asked whether the carrier has it.';
    const rises = now.price_cents > row.price_cents;
    const tells = rises
      ? ' Its lines are told, and pay the new price in 30 days at the earliest.'
      : '';
    return told(`${now.retail_name} is on sale.${tells}${asks}`);
  });
  clearPlanCache(app, tenant);
  return answer;
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

export async function takePlanOff(
  app: App,
  who: Staff,
  asked: ParsedInputOf<typeof calls.takePlanOff>,
): Promise<Told | Refused<'changed_meanwhile'>> {
  const answer = await app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who, asked);
    if (!('row' in found)) return found;
    const off = { ...found.row, on_sale: false };
    await store.putPlans(tx, [off]);
    await keep(app, tx, off, { number: asked.version + 1, content: contentOf(off), by: who.name });
    return told(`${off.retail_name} is off sale. Lines that have it keep it and its price.`);
  });
  clearPlanCache(app, who.tenant);
  return answer;
}
