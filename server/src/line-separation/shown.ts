import type { Separation, SeparationState } from '@portside/contract/line-separation';
import { maskedEmail } from '../account/masking.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { openLines, openMessage, openName, openTold } from './sealed.ts';
import * as store from './store.ts';

type Row = store.SeparationRow;
type Missing = Separation['missing'][number];

export function stateOf(row: Row): SeparationState {
  if (row.state === 'lapsed') return 'withdrawn';
  if (row.state !== 'open') return row.state;
  if (row.asked_at) return 'asked';
  return row.whole_at ? 'waiting' : 'open';
}

/** What the law asks for, and isn't here. */
export function missingOf(
  lines: readonly Pick<store.LineRow, 'who'>[],
  documents: readonly Pick<store.DocumentRow, 'kind'>[],
): Missing[] {
  const kinds = new Set(documents.map(({ kind }) => kind));
  const cares = lines.some(({ who }) => who === 'in_care');
  return [
    ...(kinds.has('official') || kinds.has('professional') ? [] : (['document'] as const)),
    ...(cares && !kinds.has('care') ? (['care'] as const) : []),
  ];
}

export const documentsShown = (app: App, documents: readonly store.Listed[]) =>
  documents.map((one) => ({
    id: one.id,
    kind: one.kind,
    name: openName(app, one),
    at: one.at.toISOString(),
  }));

export function refusalShown(app: App, row: Row): Separation['refused'] {
  if (row.state !== 'refused' || !row.reason || !row.decided_at) return undefined;
  const note = openTold(app, row)?.note;
  return { reason: row.reason, ...(note && { note }), at: row.decided_at.toISOString() };
}

export function doneShown(
  row: Row,
  lines: readonly { number: string; line_id: string | null }[],
): Separation['done'] {
  if (row.state !== 'done' || !row.decided_at) return undefined;
  const numbers = lines.filter((one) => one.line_id).map(({ number }) => number);
  return { at: row.decided_at.toISOString(), numbers };
}

export const hasTexts = (app: App, tenant: number): boolean =>
  app.adapters.of(tenant).sms.name !== 'off';

/** To who has the link. */
export async function shownTo(app: App, db: Query, row: Row): Promise<Separation> {
  const [rows, documents, messages] = await Promise.all([
    store.linesOf(db, row.id),
    store.documentsOf(db, row.id),
    store.messagesOf(db, row.id),
  ]);
  const lines = openLines(app, rows);
  const told = openTold(app, row);
  const asked = row.state === 'open' && row.asked_at && messages.findLast(({ ours }) => ours);
  const refused = refusalShown(app, row);
  const done = doneShown(row, lines);
  return {
    reference: row.reference,
    state: stateOf(row),
    email: told ? maskedEmail(told.email) : '',
    lines: lines.map(({ number, who, proven_at: proven, line_id: movedTo }) => ({
      number,
      who,
      proven: proven !== null,
      ...(movedTo !== null && { moved: true as const }),
    })),
    documents: documentsShown(app, documents),
    missing: row.state === 'open' ? missingOf(rows, documents) : [],
    receivedAt: row.received_at.toISOString(),
    ...(row.state === 'open' && row.answer_by && { answerBy: row.answer_by.toISOString() }),
    ...(asked && {
      question: { text: openMessage(app, asked).text, at: asked.at.toISOString() },
    }),
    ...(refused && { refused }),
    ...(done && { done }),
    texts: hasTexts(app, row.tenant_id),
  };
}
