import type * as calls from '@portside/contract/console/promos';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { beginOfDay, dayInZone, dayLater } from '../brands/time-zone.ts';
import { later } from '../clock.ts';
import { invalid, notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { told } from '../words/told.ts';
import * as store from './store.ts';

type Added = OutputOf<typeof calls.addPromo>;
type Listed = OutputOf<typeof calls.listPromos>;

export async function listPromos(app: App, who: Staff): Promise<Listed> {
  const rows = await store.promosOf(app.db.query, who.tenant);
  return { promos: rows.map((row) => promoOf(app, who, row)) };
}

function promoOf(app: App, { brand }: Staff, row: store.PromoRow): Listed['promos'][number] {
  const lastDay = row.ends_at && later(row.ends_at, -1);
  return {
    id: row.id,
    code: row.code,
    percentOff: row.percent_off,
    amountOff: row.cents_off === null ? null : dollars(row.cents_off),
    everyPeriod: row.every_period,
    mostUses: row.most_uses,
    mostEach: row.most_each,
    from: row.starts_at && dayInZone(row.starts_at, brand.timeZone),
    until: lastDay && dayInZone(lastDay, brand.timeZone),
    state: stateOf(row, app.clock.now()),
    used: row.used,
    version: row.version,
    fromFile: row.from_file,
    changedBy: row.changed_by,
  };
}

function stateOf(row: store.PromoRow, now: Date) {
  if (row.ended_at) return 'ended';
  if (row.ends_at && row.ends_at <= now) return 'over';
  if (row.starts_at && row.starts_at > now) return 'not_yet';
  return row.most_uses !== null && row.used >= row.most_uses ? 'used_up' : 'on';
}

export function addPromo(
  app: App,
  who: Staff,
  { code, percentOff, amountOff, everyPeriod, ...limits }: ParsedInputOf<typeof calls.addPromo>,
): Promise<Added | Refused<'code_taken'>> {
  if ((percentOff === undefined) === (amountOff === undefined)) {
    throw invalid('percentOff', 'Say what it takes off: percent, or an amount.');
  }
  const row: store.PromoRow = {
    id: app.random.id('prm'),
    tenant_id: who.tenant,
    code,
    percent_off: percentOff ?? null,
    cents_off: amountOff === undefined ? null : cents(amountOff),
    every_period: everyPeriod,
    ...limitsOf(who, limits),
    ended_at: null,
    used: 0,
    version: 1,
    from_file: false,
    changed_by: who.name,
    created_at: app.clock.now(),
  };
  return app.db.transaction(async (tx) => {
    if (!(await store.insertPromo(tx, row))) return refused('code_taken');
    return {
      ...told(`${code} can be used${row.starts_at ? ' from its first day on' : ' now'}.`),
      id: row.id,
    };
  });
}

/** What a code takes off stays: somebody was told it. */
export function changePromo(
  app: App,
  who: Staff,
  { id, ended, version, ...limits }: ParsedInputOf<typeof calls.changePromo>,
): Promise<{ message: string } | Refused<'changed_meanwhile'>> {
  const values = limitsOf(who, limits);
  return app.db.transaction(async (tx) => {
    const row = await store.lockPromo(tx, who.tenant, id);
    if (!row) throw notFound();
    if (row.version !== version) return refused('changed_meanwhile', { by: row.changed_by });
    await store.setPromo(tx, id, {
      ...values,
      ended_at: ended ? (row.ended_at ?? app.clock.now()) : null,
      version: version + 1,
      from_file: false,
      changed_by: who.name,
    });
    const kept = row.every_period ? ' Lines that have it keep it.' : '';
    return told(ended ? `${row.code} has ended.${kept}` : `${row.code} is changed.`);
  });
}

type Limits = Pick<
  ParsedInputOf<typeof calls.addPromo>,
  'mostUses' | 'mostEach' | 'from' | 'until'
>;

function limitsOf({ brand }: Staff, { mostUses, mostEach, from, until }: Limits) {
  if (from && until && until < from) throw invalid('until', 'Choose a day on or after the first.');
  return {
    most_uses: mostUses ?? null,
    most_each: mostEach ?? null,
    starts_at: from ? beginOfDay(from, brand.timeZone) : null,
    ends_at: until ? beginOfDay(dayLater(until, 1), brand.timeZone) : null,
  };
}
