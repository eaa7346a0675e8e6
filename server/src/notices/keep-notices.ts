import type * as calls from '@portside/contract/console/notices';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { languagesOf } from '../brands/brand-languages.ts';
import type { Brand } from '../brands/brands.ts';
import { shopTime } from '../brands/time-zone.ts';
import { days, later } from '../clock.ts';
import { invalid, notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import { followNotices } from './follow-notices.ts';
import * as store from './store.ts';

const LISTED = 200;
const SHOWN_FOR = days(90);

type Add = typeof calls.addNotice;
type Change = typeof calls.changeNotice;
type Written = ParsedInputOf<Add>;

export async function listNotices(
  app: App,
  { brand, tenant }: Staff,
): Promise<OutputOf<typeof calls.listNotices>> {
  const rows = await store.noticesOf(app.db.query, tenant, LISTED);
  const now = app.clock.now();
  return { notices: rows.map((row) => shown(row, now)), languages: [...languagesOf(brand)] };
}

export async function addNotice(
  app: App,
  who: Staff,
  input: Written,
): Promise<OutputOf<Add> | Refused<ReasonOf<Add>>> {
  const now = app.clock.now();
  const written = read(who.brand, input, now);
  const no = refusalOf(who.brand, written, now);
  if (no) return no;
  const row = { ...written, ...stamp(app, who), id: app.random.id('ntc'), tenant_id: who.tenant };
  const answer = await app.db.transaction(async (tx) => {
    await store.insertNotice(tx, row);
    return { ...told(sentenceOf(row, now)), notice: shown(row, now) };
  });
  await followNotices(app);
  return answer;
}

/** One that is shown began when it began. */
export async function changeNotice(
  app: App,
  who: Staff,
  { id, ...input }: ParsedInputOf<Change>,
): Promise<OutputOf<Change> | Refused<ReasonOf<Change>>> {
  const answer = await app.db.transaction(async (tx) => {
    const before = await store.lockNotice(tx, who.tenant, id);
    if (!before) throw notFound();
    const now = app.clock.now();
    if (before.until_at <= now) return refused('notice_over');
    const written = read(who.brand, input, before.from_at <= now ? before.from_at : now);
    const no = refusalOf(who.brand, written, now);
    if (no) return no;
    who.noteDetail?.({ before: auditOf(before) });
    const row = { ...before, ...written, ...stamp(app, who) };
    await store.saveNotice(tx, row);
    return { ...told(sentenceOf(row, now)), notice: shown(row, now) };
  });
  await followNotices(app);
  return answer;
}

export async function endNotice(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string }> {
  const answer = await app.db.transaction(async (tx) => {
    const before = await store.lockNotice(tx, who.tenant, id);
    if (!before) throw notFound();
    const now = app.clock.now();
    if (before.until_at <= now) return told('It is over already.');
    who.noteDetail?.({ before: auditOf(before) });
    await store.saveNotice(tx, { ...before, until_at: now, ...stamp(app, who) });
    return told('It is over, and no page shows it any more.');
  });
  await followNotices(app);
  return answer;
}

const stamp = (app: App, { email }: Staff) => ({
  changed_at: app.clock.now(),
  changed_by: email,
});

type Fields = Pick<store.NoticeRow, 'kind' | 'zip_prefix' | 'texts' | 'from_at' | 'until_at'>;

function read(brand: Brand, input: Written, begun: Date): Fields {
  const { en, es } = input.texts;
  return {
    kind: input.kind,
    zip_prefix: input.zipPrefix ? input.zipPrefix : null,
    texts: { ...(en && { en }), ...(es && { es }) },
    from_at: input.from ? momentOf(brand, 'from', input.from) : begun,
    until_at: momentOf(brand, 'until', input.until),
  };
}

/** @throws No for a day that is in no calendar */
function momentOf({ timeZone }: Brand, field: string, text: string): Date {
  const at = shopTime(text, timeZone);
  if (!at) throw invalid(field, 'Choose a day and a time.');
  return at;
}

function refusalOf(brand: Brand, { texts, from_at, until_at }: Fields, now: Date) {
  if (languagesOf(brand).some((language) => !texts[language])) return refused('language_missing');
  if (until_at <= from_at || until_at <= now) return refused('over_before_it_begins');
  return until_at > later(from_at, SHOWN_FOR) ? refused('too_long') : undefined;
}

const sentenceOf = ({ from_at }: Fields, now: Date) =>
  from_at <= now ? 'Pages show it within seconds.' : 'It is planned.';

const auditOf = ({ kind, texts, zip_prefix, from_at, until_at }: Fields) => ({
  kind,
  texts,
  zipPrefix: zip_prefix,
  from: from_at.toISOString(),
  until: until_at.toISOString(),
});

function shown(row: store.NoticeRow, now: Date): OutputOf<Add>['notice'] {
  const { id, kind, texts, zip_prefix, from_at, until_at } = row;
  return {
    id,
    kind,
    texts,
    ...(zip_prefix !== null && { zipPrefix: zip_prefix }),
    from: from_at.toISOString(),
    until: until_at.toISOString(),
    state: until_at <= now ? 'over' : from_at <= now ? 'shown' : 'planned',
    by: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  };
}
