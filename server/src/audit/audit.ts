import type {
  exportAudit as exportAuditCall,
  listAudit as listAuditCall,
} from '@portside/contract/console/audit';
import * as separations from '@portside/contract/console/line-separations';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { findPeople, maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { beginOfDay, dayLater } from '../brands/time-zone.ts';
import type { Query } from '../db/database.ts';
import { csvRecord } from '../formats/csv.ts';
import { Document } from '../http/document.ts';
import { invalid } from '../http/no.ts';
import type { Owner, Staff, Visitor } from '../http/who.ts';
import { idAt } from '../random.ts';
import { browserName } from '../sessions/browser-name.ts';
import { textOf } from './chain.ts';
import { doneByStaff } from './done-by-staff.ts';
import * as store from './store.ts';

/** Whom staff help so is known to those alone who may (P05). */
const ofSurvivors = Object.values(separations).flatMap((one) =>
  'trained' in one && one.trained ? [one.name] : [],
);

const hiddenFrom = ({ trained }: Staff): readonly string[] => (trained ? [] : ofSurvivors);

const PAGE = 50;
const MOST_EXPORTED = 100_000;

interface Noted {
  who: Visitor | Staff;
  call: string;
  about: string | undefined;
  owner: Owner | undefined;
  detail: Readonly<Record<string, unknown>>;
  outcome: string;
}

/** In the transaction of what it tells. */
export function noteStaffCall(app: App, db: Query, { who, owner, ...noted }: Noted): Promise<void> {
  const isStaff = 'staffId' in who;
  return note(app, db, {
    ...noted,
    tenant: who.tenant,
    staffId: isStaff ? who.staffId : null,
    staff: isStaff ? who.email : 'nobody',
    role: isStaff ? who.role : '',
    customerId: owner?.customerId,
    from: who,
  });
}

/** What the command line did, or a customer whose wish staff are asked about later. */
export function noteOperator(
  app: App,
  db: Query,
  noted: {
    tenant: number;
    operator: string;
    role?: string;
    call: string;
    about: string;
    customerId?: string;
    detail: object;
  },
): Promise<void> {
  return note(app, db, {
    tenant: noted.tenant,
    staffId: null,
    staff: noted.operator,
    role: noted.role ?? 'command line',
    call: noted.call,
    about: noted.about,
    customerId: noted.customerId,
    detail: noted.detail,
    outcome: 'done',
    from: { network: '', userAgent: '', requestId: '' },
  });
}

/** A login, or a try at one, by somebody who has no session yet. */
export function noteArrival(
  app: App,
  db: Query,
  who: Visitor,
  noted: { staffId: string; email: string; role: string; call: string; outcome: string },
): Promise<void> {
  return note(app, db, {
    tenant: who.tenant,
    staffId: noted.staffId,
    staff: noted.email,
    role: noted.role,
    call: noted.call,
    about: undefined,
    customerId: undefined,
    detail: {},
    outcome: noted.outcome,
    from: who,
  });
}

async function note(
  app: App,
  db: Query,
  noted: {
    tenant: number;
    staffId: string | null;
    staff: string;
    role: string;
    call: string;
    about: string | undefined;
    customerId: string | undefined;
    detail: object;
    outcome: string;
    from: Pick<Visitor, 'network' | 'userAgent' | 'requestId'>;
  },
): Promise<void> {
  const row = {
    id: app.random.id('aud'),
    tenant_id: noted.tenant,
    at: app.clock.now(),
    staff_id: noted.staffId,
    staff: noted.staff,
    role: noted.role,
    call: noted.call,
    customer_id: noted.customerId ?? null,
    about: noted.about === undefined ? null : kept(noted.about),
    outcome: noted.outcome,
    detail: kept(JSON.stringify(noted.detail).slice(0, 4000)),
    network: noted.from.network,
    user_agent: noted.from.userAgent,
    request_id: noted.from.requestId,
  };
  const stamp = app.secrets.mac(textOf(row), 'audit');
  await store.insertEntry(db, { ...row, stamp, seq: null, hash: null });
}

/**
 * As the database keeps and gives it, or the stamp would be of other words: no NUL, no half of a pair,
 * no mark of byte order, which the embedded one's driver drops.
 */
const kept = (text: string) => text.toWellFormed().replaceAll(/[\0\uFEFF]/g, '\uFFFD');

export async function listAudit(
  app: App,
  who: Staff,
  { cursor, from, to, customerId, ...asked }: ParsedInputOf<typeof listAuditCall>,
): Promise<OutputOf<typeof listAuditCall>> {
  const rows = await store.entriesOf(app.db.query, {
    ...asked,
    ...between(who, from, to),
    customerIds: await customersNamed(app, who, customerId),
    besides: hiddenFrom(who),
    tenant: who.tenant,
    before: cursor,
    limit: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const customers = shown.map((row) => row.customer_id);
  const names = await maskedNames(app.db.query, who.tenant, customers);
  const entries = shown.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    staffId: row.staff_id,
    staff: row.staff,
    role: row.role,
    call: row.call,
    customerId: row.customer_id,
    customer: names.get(row.customer_id) ?? null,
    about: row.about,
    outcome: row.outcome,
    detail: detailOf(row),
    network: row.network,
    browser: row.user_agent === '' ? '' : browserName(row.user_agent, 'en'),
    number: row.seq,
  }));
  const next = rows.length > PAGE ? entries.at(-1)?.id : undefined;
  return { entries, ...(next && { next }) };
}

const MOST_NAMED = 50;

/** The audit is kept for years: of a name or an address it keeps who looked, and no more of it. */
async function customersNamed(
  app: App,
  who: Staff,
  typed: string | undefined,
): Promise<readonly string[] | undefined> {
  if (!typed) return undefined;
  if (/^[a-z]{3}_[a-z0-9]+$/.test(typed)) {
    who.noteDetail?.({ customerId: typed });
    return [typed];
  }
  who.noteDetail?.({ customer: `${typed.slice(0, 3)}•••` });
  const by = typed.includes('@') ? { email: typed } : { name: typed };
  const found = await findPeople(app.db.query, who.tenant, by, MOST_NAMED + 1);
  if (found.length > MOST_NAMED) {
    throw invalid('customerId', `More than ${MOST_NAMED} customers fit. Type more of it.`);
  }
  return found.map(({ id }) => id);
}

/** Ids say when they were made, so that the same index finds these days. */
const between = ({ brand }: Staff, from: string | undefined, to: string | undefined) => ({
  since: from && idAt('aud', beginOfDay(from, brand.timeZone)),
  until: to && idAt('aud', beginOfDay(dayLater(to, 1), brand.timeZone)),
});

/** A long one was cut off, and is no JSON any more. */
function detailOf({ detail }: store.AuditRow): Record<string, unknown> {
  try {
    return JSON.parse(detail) as Record<string, unknown>;
  } catch {
    return { text: detail };
  }
}

export async function exportAudit(
  app: App,
  who: Staff,
  { from, to, customerId, ...asked }: ParsedInputOf<typeof exportAuditCall>,
): Promise<Document> {
  const day = app.clock.now().toISOString().slice(0, 10);
  const customerIds = await customersNamed(app, who, customerId);
  const besides = hiddenFrom(who);
  const found = { ...asked, ...between(who, from, to), customerIds, besides, tenant: who.tenant };
  return new Document({
    fileName: `audit-${day}.csv`,
    content: lines(app, found),
  });
}

const columns = [
  'number',
  'at',
  'staff',
  'role',
  'call',
  'customer',
  'about',
  'outcome',
  'detail',
  'network',
  'hash',
];

async function* lines(
  app: App,
  asked: Omit<store.Asked, 'before' | 'limit'>,
): AsyncIterable<string> {
  yield csvRecord(columns);
  let before: string | undefined;
  for (let count = 0; count < MOST_EXPORTED;) {
    const rows = await store.entriesOf(app.db.query, { ...asked, before, limit: 1000 });
    for (const row of rows) {
      const cells = [
        row.seq,
        row.at.toISOString(),
        row.staff,
        row.role,
        row.call,
        row.customer_id,
        row.about,
        row.outcome,
        row.detail,
        row.network,
        row.hash,
      ];
      yield csvRecord(cells.map((cell) => String(cell ?? '')));
    }
    before = rows.at(-1)?.id;
    count += rows.length;
    if (rows.length < 1000) return;
  }
}

/** Of a customer: what was done, and not each look that shows this list. */
export async function callsAbout(
  app: App,
  { tenant, customerId }: Owner,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ mark: string; id: string; at: string; by: string; text: string }[]> {
  const asked = { tenant, customerIds: [customerId], before, limit, besides: looks };
  const rows = await store.entriesOf(app.db.query, asked);
  return rows.map(({ id, at, staff: by, call, outcome }) => {
    const did = doneByStaff(call);
    const text = outcome === 'done' ? did : `${did}: ${outcome.replaceAll('_', ' ')}`;
    return { mark: id, id, at: at.toISOString(), by, text };
  });
}

const looks = ['viewVerification', 'viewCustomer', 'viewTimeline'];
