import * as calls from '@portside/contract/console/line-separations';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { addressLines } from '@portside/contract/street-address';
import { KEPT_DAYS } from '@portside/contract/line-separation';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { holdTrained } from '../staff/role-now.ts';
import { told } from '../words/told.ts';
import { askedEmail, refusedEmail } from './emails.ts';
import { freeAll } from './keeping.ts';
import { lineOfNumber, lookAtLines } from './looking.ts';
import * as sealed from './sealed.ts';
import { documentsShown, doneShown, missingOf, refusalShown, stateOf } from './shown.ts';
import * as store from './store.ts';
import { lookAtWhole } from './whole.ts';

type View = typeof calls.viewSeparationRequest;
type Take = typeof calls.takeSeparationDocument;
type Ask = typeof calls.askInSeparation;
type Prove = typeof calls.proveInSeparation;
type Refuse = typeof calls.refuseSeparation;

const SHOWN = 500;

const listed = (row: store.SeparationRow, lines: number) => ({
  id: row.id,
  reference: row.reference,
  state: stateOf(row),
  lines,
  receivedAt: row.received_at.toISOString(),
  answerBy: (row.state === 'open' && row.answer_by?.toISOString()) || null,
});

export async function listSeparations(
  app: App,
  who: Staff,
): Promise<OutputOf<typeof calls.listSeparations>> {
  const db = app.db.query;
  const rows = await store.listOf(db, who.tenant, SHOWN);
  const all = rows.length < SHOWN ? rows.length : await store.countOf(db, who.tenant);
  return {
    separations: rows.map((row) => listed(row, row.lines ?? 0)),
    ...(all > rows.length && { more: all - rows.length }),
  };
}

/** @throws No `not_found`, also once it is gone */
export async function viewSeparationRequest(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<View>,
): Promise<OutputOf<View>> {
  const db = app.db.query;
  const row = await store.separationAt(db, who.tenant, id);
  if (!row) throw notFound();
  const [rows, documents, messages] = await Promise.all([
    store.linesOf(db, id),
    store.documentsOf(db, id),
    store.messagesOf(db, id),
  ]);
  const lines = sealed.openLines(app, rows);
  const about = sealed.openTold(app, row);
  const { looked, otherIsThere } = await lookAtLines(app, db, row, lines, about?.otherNumber);
  const shown = documentsShown(app, documents);
  const refusal = refusalShown(app, row);
  const done = doneShown(row, lines);
  return {
    ...listed(row, rows.length),
    name: about?.name ?? '',
    email: about?.email ?? '',
    language: row.language,
    otherName: about?.otherName ?? '',
    ...(about?.otherNumber && { otherNumber: about.otherNumber }),
    otherIsThere,
    ...(about?.contactNumber && { contactNumber: about.contactNumber }),
    ...(about?.contactNote && { contactNote: about.contactNote }),
    ...(about?.representative && { representative: about.representative }),
    ...(about?.address && { address: addressLines(about.address).join(', ') }),
    looked,
    documents: shown.map((one, at) => ({ ...one, bytes: documents[at]?.bytes ?? 0 })),
    missing: row.state === 'open' ? missingOf(rows, documents) : [],
    messages: messages.map((one) => ({
      ...sealed.openMessage(app, one),
      ours: one.ours,
      at: one.at.toISOString(),
    })),
    ...(refusal && { refused: refusal }),
    ...(done && { done }),
    keptUntil: later(row.received_at, days(KEPT_DAYS)).toISOString(),
  };
}

/** @throws No `not_found` */
export async function takeSeparationDocument(
  app: App,
  who: Staff,
  { id, documentId }: ParsedInputOf<Take>,
): Promise<OutputOf<Take>> {
  const db = app.db.query;
  const row = await store.separationAt(db, who.tenant, id);
  const found = row && (await store.documentOf(db, id, documentId));
  if (!found) throw notFound();
  const name = sealed.openName(app, found);
  return { name, type: found.type, content: sealed.openDocument(app, found) };
}

/**
 * With who decides, held until the transaction ends: of two at once the second one finds it decided.
 * @throws No `not_found`, `forbidden` when role or training was taken away meanwhile
 */
export async function holdOpenRequest(
  tx: Tx,
  who: Staff,
  id: string,
  call: Parameters<typeof holdTrained>[2],
): Promise<store.SeparationRow | Refused<'decided'>> {
  await holdTrained(tx, who, call);
  const found = await store.separationAt(tx, who.tenant, id);
  const row = found && (await store.lockSeparation(tx, id));
  if (!row) throw notFound();
  return row.state === 'open' ? row : refused('decided');
}

export function askInSeparation(
  app: App,
  who: Staff,
  { id, text }: ParsedInputOf<Ask>,
): Promise<OutputOf<Ask> | Refused<ReasonOf<Ask>>> {
  return app.db.transaction(async (tx) => {
    const row = await holdOpenRequest(tx, who, id, calls.askInSeparation);
    if (!('id' in row)) return row;
    const now = app.clock.now();
    const messageId = app.random.id('sme');
    await store.insertMessage(tx, {
      id: messageId,
      separation_id: id,
      tenant_id: row.tenant_id,
      ours: true,
      sealed: sealed.sealMessage(app, messageId, { by: who.name, text }),
      at: now,
    });
    await store.changeSeparation(tx, id, { asked_at: now });
    const { language, reference } = row;
    const written = askedEmail({ brand: who.brand, language }, { reference });
    const to = sealed.openTold(app, row)?.email ?? '';
    await queueEmail(app, tx, who.brand, to, written);
    return told('The question is on its way to the safe address. The days go on.');
  });
}

export function proveInSeparation(
  app: App,
  who: Staff,
  { id, number, how }: ParsedInputOf<Prove>,
): Promise<OutputOf<Prove> | Refused<ReasonOf<Prove>>> {
  return app.db.transaction(async (tx) => {
    const row = await holdOpenRequest(tx, who, id, calls.proveInSeparation);
    if (!('id' in row)) return row;
    const lines = sealed.openLines(app, await store.linesOf(tx, id));
    const line = lines.find((one) => one.number === number && one.line_id === null);
    if (!line) return refused('unknown_number');
    const { position } = line;
    const found = await lineOfNumber(tx, row.tenant_id, number);
    await store.changeLine(tx, line, {
      sealed: sealed.sealLine(app, { separationId: id, position }, { number, how }),
      proven_at: app.clock.now(),
      proven_by: line.proven_by ?? 'staff',
      // Counts for the line that has the number at this moment.
      proven_line_id: found?.lineId ?? null,
    });
    await lookAtWhole(app, tx, row);
    return told('It is noted how it is known who uses this line.');
  });
}

export function refuseSeparation(
  app: App,
  who: Staff,
  { id, reason, note }: ParsedInputOf<Refuse>,
): Promise<OutputOf<Refuse> | Refused<ReasonOf<Refuse>>> {
  return app.db.transaction(async (tx) => {
    const row = await holdOpenRequest(tx, who, id, calls.refuseSeparation);
    if (!('id' in row)) return row;
    await freeAll(app, tx, row);
    const about = sealed.openTold(app, row);
    if (!about) throw notFound();
    const lines = sealed.openLines(app, await store.linesOf(tx, id));
    const rest = lines.filter((line) => line.line_id === null).map(({ number }) => number);
    const left = rest.length < lines.length ? rest : [];
    await store.changeSeparation(tx, id, {
      state: 'refused',
      reason,
      decided_at: app.clock.now(),
      asked_at: null,
      ...(note && { sealed: sealed.sealTold(app, id, { ...about, note }) }),
    });
    const { language, reference } = row;
    const why = { reference, reason, note, left };
    const written = refusedEmail({ brand: who.brand, language }, why);
    await queueEmail(app, tx, who.brand, about.email, written);
    return told('The request is refused. Why, and what can be done, is on its way by email.');
  });
}
