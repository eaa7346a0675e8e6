import type * as calls from '@portside/contract/line-separation';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { MOST_BYTES, MOST_DOCUMENTS } from '@portside/contract/line-separation';
import type { App } from '../app.ts';
import { Refused, refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { findByLink, lockByLink } from './by-link.ts';
import { sealDocument } from './sealed.ts';
import { shownTo } from './shown.ts';
import * as store from './store.ts';
import { lookAtWhole } from './whole.ts';

type Add = typeof calls.addSeparationDocument;
type Remove = typeof calls.removeSeparationDocument;

/** By what a file begins with, whatever it is called. */
const begins: readonly (readonly [type: string, bytes: Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function readFile(
  content: string,
): { type: string; bytes: number } | Refused<'not_readable' | 'too_big'> {
  if (content.length % 4 !== 0 || !BASE64.test(content)) return refused('not_readable');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MOST_BYTES) return refused('too_big');
  const [type] = begins.find(([, first]) => bytes.subarray(0, first.length).equals(first)) ?? [];
  // Two spellings of the same bytes would be two documents.
  const isStrict = bytes.toString('base64') === content;
  return type && isStrict ? { type, bytes: bytes.length } : refused('not_readable');
}

/** The same one again is there once; what was said of its kind last counts. */
export async function addSeparationDocument(
  app: App,
  who: Visitor,
  { token, kind, name, content }: ParsedInputOf<Add>,
): Promise<OutputOf<Add> | Refused<ReasonOf<Add>>> {
  const known = await findByLink(app, app.db.query, who, token);
  if (known instanceof Refused) return known;
  if (known.state !== 'open') return refused('over');
  const file = readFile(content);
  if (file instanceof Refused) return file;
  const id = app.random.id('sdo');
  const mac = app.secrets.mac(content, 'separation-document');
  const sealed = sealDocument(app, id, { name, content });
  return app.db.transaction(async (tx) => {
    const row = await lockByLink(app, tx, who, token);
    if (row instanceof Refused) return row;
    const there = await store.documentsOf(tx, row.id);
    const same = there.find((one) => one.mac === mac);
    if (same) await store.changeKind(tx, same.id, kind);
    else if (there.length >= MOST_DOCUMENTS) return refused('too_many');
    else {
      await store.insertDocument(tx, {
        id,
        separation_id: row.id,
        tenant_id: row.tenant_id,
        kind,
        ...file,
        mac,
        ...sealed,
        at: app.clock.now(),
      });
    }
    const now = await lookAtWhole(app, tx, row);
    const message = say(who.language, 'We have this document.');
    return { message, separation: await shownTo(app, tx, now) };
  });
}

export function removeSeparationDocument(
  app: App,
  who: Visitor,
  { token, id }: ParsedInputOf<Remove>,
): Promise<OutputOf<Remove> | Refused<ReasonOf<Remove>>> {
  return app.db.transaction(async (tx) => {
    const row = await lockByLink(app, tx, who, token);
    if (row instanceof Refused) return row;
    await store.dropDocument(tx, row.id, id);
    const now = await lookAtWhole(app, tx, row);
    const message = say(who.language, 'This document is deleted.');
    return { message, separation: await shownTo(app, tx, now) };
  });
}
