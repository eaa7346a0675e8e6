import type * as calls from '@portside/contract/console/add-ons';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { dateAndTime, money } from '@portside/contract/formats';
import type { App } from '../app.ts';
import { languagesOf } from '../brands/brand-languages.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { told } from '../words/told.ts';
import * as addOnStore from './add-on-store.ts';
import { addOnOf } from './add-ons.ts';
import { clearPlanCache } from './plan-cache.ts';
import { differences } from './plan-versions.ts';
import { publishDueOf, timeOfDraft } from './publish-later.ts';
import {
  type AddOnContent as Content,
  addOnVersions,
  noTime,
  type Version,
} from './version-store.ts';

type Told = { message: string };
type Asked = { id: string; version: number };

const contentOf = ({
  tenant_id: _tenant,
  id: _id,
  position: _at,
  ...content
}: addOnStore.AddOnRow): Content => content;

export async function listStaffAddOns(
  app: App,
  { tenant }: Staff,
): Promise<OutputOf<typeof calls.listStaffAddOns>> {
  const [rows, versions] = await Promise.all([
    addOnStore.allAddOns(app.db.query, tenant),
    addOnVersions.versionsOf(app.db.query, tenant),
  ]);
  const newest = (id: string) => versions.find((one) => one.id === id);
  return { addOns: rows.map((row) => onWire(row, newest(row.id))) };
}

export async function viewStaffAddOn(
  app: App,
  { tenant, brand }: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof calls.viewStaffAddOn>> {
  const row = await addOnStore.addOnEver(app.db.query, tenant, id);
  if (!row) throw notFound();
  const versions = await addOnVersions.versionsOf(app.db.query, tenant, id);
  const newest = { ...row, ...versions[0]?.content };
  return {
    addOn: onWire(row, versions[0]),
    preview: languagesOf(brand).map((language) => ({
      language,
      addOn: addOnOf(newest, language),
    })),
    missing: missingOf(newest, await addOnStore.addOnsOnSale(app.db.query, tenant)),
    publishFailed: versions[0]?.publish_failed ?? null,
    versions: versions.map((one, at) => ({
      number: one.number,
      savedBy: one.saved_by,
      savedAt: one.saved_at.toISOString(),
      publishedBy: one.published_by,
      publishedAt: one.published_at?.toISOString() ?? null,
      changes: differences(shown, versions[at + 1]?.content, one.content),
    })),
  };
}

const shown: readonly [string, (content: Content) => string][] = [
  ['Name', (one) => one.name],
  ['Price', (one) => money(dollars(one.price_cents))],
  ['Description', (one) => one.description],
  ['Description in Spanish', (one) => one.es?.description ?? ''],
  ['On sale', (one) => (one.on_sale ? 'yes' : 'no')],
];

/** The brand's Spanish, where it has it. */
function missingOf(one: addOnStore.AddOnRow, onSale: readonly addOnStore.AddOnRow[]): string[] {
  const speaksSpanish = onSale.some(({ es }) => es?.description);
  const lacks = speaksSpanish && !one.es?.description;
  return lacks ? ['The description in Spanish is missing.'] : [];
}

function onWire(row: addOnStore.AddOnRow, newest: Version<Content> | undefined) {
  const content = newest?.content ?? row;
  const spanish = content.es?.description;
  return {
    id: row.id,
    name: content.name,
    description: content.description,
    ...(spanish && { descriptionInSpanish: spanish }),
    price: dollars(content.price_cents),
    megabytes: content.megabytes,
    recurring: content.recurring,
    state: row.on_sale ? ('on_sale' as const) : ('off_sale' as const),
    version: newest?.number ?? 0,
    isDraft: newest !== undefined && newest.published_at === null,
    publishesAt: newest?.publish_at?.toISOString() ?? null,
  };
}

async function lockAt(tx: Tx, tenant: number, { id, version }: Asked) {
  const row = await addOnStore.lockAddOn(tx, tenant, id);
  if (!row) throw notFound();
  const [newest] = await addOnVersions.versionsOf(tx, tenant, id);
  if ((newest?.number ?? 0) === version) return { row, newest };
  return refused('changed_meanwhile', { by: newest?.saved_by ?? '' });
}

/** A version that is on sale already, or a draft. */
async function keep(
  app: App,
  tx: Tx,
  { tenant_id, id }: addOnStore.AddOnRow,
  kept: { number: number; content: Content; by: string; isDraft?: true },
): Promise<void> {
  const now = app.clock.now();
  await addOnVersions.insertVersion(tx, {
    tenant_id,
    id,
    number: kept.number,
    content: kept.content,
    saved_by: kept.by,
    saved_at: now,
    published_by: kept.isDraft ? null : kept.by,
    published_at: kept.isDraft ? null : now,
  });
}

type Edited = Pick<
  ParsedInputOf<typeof calls.saveAddOn>,
  'name' | 'description' | 'descriptionInSpanish' | 'price'
>;

const withEdit = (edit: Edited) => ({
  name: edit.name,
  description: edit.description,
  price_cents: cents(edit.price),
  es: edit.descriptionInSpanish ? { description: edit.descriptionInSpanish } : null,
});

export function saveAddOn(
  app: App,
  who: Staff,
  edit: ParsedInputOf<typeof calls.saveAddOn>,
): Promise<OutputOf<typeof calls.saveAddOn> | Refused<'changed_meanwhile'>> {
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who.tenant, edit);
    if (!('row' in found)) return found;
    const { row, newest } = found;
    if (!newest)
      await keep(app, tx, row, { number: 0, content: contentOf(row), by: 'the plan file' });
    const number = edit.version + 1;
    const content = { ...(newest?.content ?? contentOf(row)), ...withEdit(edit) };
    await keep(app, tx, row, { number, content, by: who.name, isDraft: true });
    return { ...told('The draft is kept. The shop shows what was published.'), version: number };
  });
}

type Publish = typeof calls.publishAddOn;

export async function publishAddOn(
  app: App,
  who: Staff,
  asked: ParsedInputOf<Publish>,
): Promise<OutputOf<Publish> | Refused<ReasonOf<Publish>>> {
  const { tenant, brand } = who;
  if (!asked.at) {
    const answer = await app.db.transaction((tx) => publish(app, tx, tenant, asked, who.name));
    clearPlanCache(app, tenant);
    return answer;
  }
  const wish = { at: asked.at, brand };
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, tenant, asked);
    if (!('row' in found)) return found;
    const { row, newest } = found;
    const time = timeOfDraft(app, newest, wish);
    if (time instanceof Refused) return time;
    const { at, draft } = time;
    const onSale = await addOnStore.addOnsOnSale(tx, tenant);
    const missing = missingOf({ ...row, ...draft.content }, onSale);
    if (missing.length > 0) return refused('incomplete', { missing });
    const plan = { publish_at: at, publish_by: who.name, publish_failed: null };
    await addOnVersions.setVersion(tx, draft, plan);
    const said = dateAndTime(at.toISOString(), brand.timeZone, 'en');
    return told(`${draft.content.name} will be published on ${said}.`);
  });
}

/** Lines that have it are not touched: what they have was bought. */
async function publish(
  app: App,
  tx: Tx,
  tenant: number,
  asked: Asked,
  by: string,
): Promise<Told | Refused<'changed_meanwhile' | 'incomplete'>> {
  const found = await lockAt(tx, tenant, asked);
  if (!('row' in found)) return found;
  const { row, newest } = found;
  const now = { ...row, ...newest?.content, on_sale: true };
  const missing = missingOf(now, await addOnStore.addOnsOnSale(tx, tenant));
  if (missing.length > 0) return refused('incomplete', { missing });
  await addOnStore.putAddOns(tx, [now]);
  const published = { published_by: by, published_at: app.clock.now(), ...noTime };
  if (newest) await addOnVersions.setVersion(tx, newest, { ...published, publish_failed: null });
  else await keep(app, tx, row, { number: 1, content: contentOf(now), by });
  return told(`${now.name} is on sale.`);
}

export function holdAddOn(
  app: App,
  { tenant }: Staff,
  asked: Asked,
): Promise<Told | Refused<'changed_meanwhile'>> {
  return app.db.transaction(async (tx) => {
    const found = await lockAt(tx, tenant, asked);
    if (!('row' in found)) return found;
    if (found.newest) await addOnVersions.setVersion(tx, found.newest, noTime);
    return told('It is not published by itself any more.');
  });
}

/** Drafts of add-ons whose time has come. */
export const publishAddOnsDue = (app: App): Promise<void> =>
  publishDueOf(app, addOnVersions, 'an add-on', whyNot, async (version) => {
    const { tenant_id: tenant, id, number, publish_by: by } = version;
    return (tx) => publish(app, tx, tenant, { id, version: number }, by ?? '');
  });

const whyNot = {
  changed_meanwhile: 'A colleague had changed it.',
  incomplete: 'Something was missing.',
} as const;

export async function takeAddOnOff(
  app: App,
  who: Staff,
  asked: Asked,
): Promise<Told | Refused<'changed_meanwhile'>> {
  const answer = await app.db.transaction(async (tx) => {
    const found = await lockAt(tx, who.tenant, asked);
    if (!('row' in found)) return found;
    const off = { ...found.row, on_sale: false };
    await addOnStore.putAddOns(tx, [off]);
    await keep(app, tx, off, { number: asked.version + 1, content: contentOf(off), by: who.name });
    return told(`${off.name} is off sale. Lines that have it keep it until their days end.`);
  });
  clearPlanCache(app, who.tenant);
  return answer;
}

/** Off sale, with a draft. */
export function addAddOn(
  app: App,
  who: Staff,
  { id, megabytes, recurring, ...edit }: ParsedInputOf<typeof calls.addAddOn>,
): Promise<Told | Refused<'id_taken'>> {
  const { tenant } = who;
  return app.db.transaction(async (tx) => {
    const all = await addOnStore.allAddOns(tx, tenant);
    if (all.some((one) => one.id === id)) return refused('id_taken');
    const row = {
      ...withEdit(edit),
      tenant_id: tenant,
      id,
      position: Math.max(-1, ...all.map(({ position }) => position)) + 1,
      megabytes,
      recurring,
      on_sale: false,
      carrier_add_on_id: null,
    };
    await addOnStore.putAddOns(tx, [row]);
    await keep(app, tx, row, { number: 1, content: contentOf(row), by: who.name, isDraft: true });
    return told(`${edit.name} is there as a draft. Publish it when it is right.`);
  });
}

/** Add-ons that the console edited, and that an import would change or take off sale. */
export async function editedAddOns(
  tx: Tx,
  tenant: number,
  imported: readonly addOnStore.AddOnRow[],
): Promise<string[]> {
  const versions = await addOnVersions.versionsOf(tx, tenant);
  const edited = new Set(versions.map((one) => one.id));
  return (await addOnStore.allAddOns(tx, tenant))
    .filter(({ id }) => edited.has(id))
    .filter((row) => {
      const next = imported.find((one) => one.id === row.id);
      return next ? differences(shown, row, next).length > 0 : row.on_sale;
    })
    .map(({ id }) => id);
}
