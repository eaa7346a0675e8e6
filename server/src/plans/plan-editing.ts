import type * as calls from '@portside/contract/console/plans';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { languagesOf } from '../brands/brand-languages.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { told } from '../words/told.ts';
import { addOnsOnSale } from './add-ons.ts';
import { labelOf } from './label.ts';
import { planOf } from './plans.ts';
import { clearPlanCache } from './plan-cache.ts';
import { changesBetween, missingOf } from './plan-versions.ts';
import { inDollars, prepayOf } from './prepay.ts';
import * as store from './store.ts';
import {
  addOnVersions,
  type PlanContent as Content,
  planVersions,
  type Version,
} from './version-store.ts';

type Edit = ParsedInputOf<typeof calls.savePlan>;
type Told = { message: string };

export const contentOf = ({
  tenant_id: _tenant,
  id: _id,
  position: _at,
  ...content
}: store.PlanRow): Content => content;

/** Whether the console has edited a plan: then the folder of the brand is no longer the truth. */
export const isEdited = async (app: App, tenant: number): Promise<boolean> =>
  (await planVersions.hasVersions(app.db.query, tenant)) ||
  (await addOnVersions.hasVersions(app.db.query, tenant));

export async function listStaffPlans(
  app: App,
  { tenant }: Staff,
): Promise<OutputOf<typeof calls.listStaffPlans>> {
  const [rows, versions] = await Promise.all([
    store.allPlans(app.db.query, tenant),
    planVersions.versionsOf(app.db.query, tenant),
  ]);
  return {
    plans: rows.map((row) =>
      onWire(
        row,
        versions.find((one) => one.id === row.id),
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
  const versions = await planVersions.versionsOf(app.db.query, tenant, id);
  const newest = { ...row, ...versions[0]?.content };
  const label = labelOf(newest, brand, 'en', await addOnsOnSale(app, tenant, 'en'));
  const others = await store.plansOnSale(app.db.query, tenant);
  return {
    plan: onWire(row, versions[0]),
    ...(label && { label }),
    preview: await previewOf(app, brand, newest),
    publishFailed: versions[0]?.publish_failed ?? null,
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

/** By what the shop itself shows with. */
async function previewOf(app: App, brand: Brand, row: store.PlanRow) {
  const shown = languagesOf(brand).map(async (language) => {
    const addOns = await addOnsOnSale(app, row.tenant_id, language);
    const label = brand.duties.broadbandLabels && labelOf(row, brand, language, addOns);
    return { language, plan: planOf(row, language), ...(label && { label }) };
  });
  return Promise.all(shown);
}

function onWire(row: store.PlanRow, newest: Version<Content> | undefined) {
  const content = newest?.content ?? row;
  const spanish = content.es?.retailDescription;
  const labelWords = content.es?.label;
  return {
    id: row.id,
    retailName: content.retail_name,
    retailDescription: content.retail_description,
    ...(spanish && { descriptionInSpanish: spanish }),
    retailPrice: dollars(content.price_cents),
    popular: content.popular,
    ...(content.prepay && { prepay: content.prepay.map(inDollars) }),
    ...(content.label && { label: content.label }),
    ...(labelWords && {
      labelInSpanish: {
        includedData: labelWords.includedData,
        additionalData: labelWords.additionalData,
      },
    }),
    state: row.on_sale ? ('on_sale' as const) : ('off_sale' as const),
    version: newest?.number ?? 0,
    isDraft: newest !== undefined && newest.published_at === null,
    publishesAt: newest?.publish_at?.toISOString() ?? null,
  };
}

/** The plan and its versions, if the newest is the one that was looked at. The caller's tx holds them. */
export async function lockAt(
  tx: Tx,
  { tenant }: Pick<Staff, 'tenant'>,
  { id, version }: { id: string; version: number },
) {
  const row = await store.lockPlan(tx, tenant, id);
  if (!row) throw notFound();
  const [newest] = await planVersions.versionsOf(tx, tenant, id);
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
  const words = edit.labelInSpanish && {
    label: { feeNames: {}, ...others.label, ...edit.labelInSpanish },
  };
  const es = { ...others, ...(spanish && { retailDescription: spanish }), ...words };
  return {
    ...before,
    retail_name: edit.retailName,
    retail_description: edit.retailDescription,
    price_cents: cents(edit.retailPrice),
    popular: edit.popular,
    prepay: edit.prepay ? prepayOf(edit.prepay) : (before.prepay ?? null),
    label: edit.label ?? before.label,
    es: Object.keys(es).length > 0 ? es : null,
  };
}

/** A version that is on sale already, or a draft. */
export async function keep(
  app: App,
  tx: Tx,
  { tenant_id, id }: store.PlanRow,
  kept: { number: number; content: Content; by: string; isDraft?: true },
): Promise<void> {
  const { number, content, by } = kept;
  const now = app.clock.now();
  await planVersions.insertVersion(tx, {
    tenant_id,
    id,
    number,
    content,
    saved_by: by,
    saved_at: now,
    published_by: kept.isDraft ? null : by,
    published_at: kept.isDraft ? null : now,
  });
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

/** A copy, off sale, with a draft that is to be edited. */
export function addPlan(
  app: App,
  who: Staff,
  { id, copyOf, retailName, dataGb }: ParsedInputOf<typeof calls.addPlan>,
): Promise<Told | Refused<'id_taken' | 'no_such_plan'>> {
  const { tenant } = who;
  return app.db.transaction(async (tx) => {
    const all = await store.allPlans(tx, tenant);
    if (all.some((one) => one.id === id)) return refused('id_taken');
    const copied = all.find((one) => one.id === copyOf);
    if (!copied) return refused('no_such_plan');
    const row = {
      ...copied,
      id,
      position: Math.max(...all.map(({ position }) => position)) + 1,
      nickname: retailName,
      retail_name: retailName,
      data_gb: dataGb,
      popular: false,
      on_sale: false,
      carrier_plan_id: null,
    };
    await store.putPlans(tx, [row]);
    await keep(app, tx, row, { number: 1, content: contentOf(row), by: who.name, isDraft: true });
    return told(`${retailName} is there as a draft. Edit it, then publish it.`);
  });
}
