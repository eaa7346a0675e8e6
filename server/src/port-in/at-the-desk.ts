import type * as calls from '@portside/contract/console/port-ins';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { notFound } from '../http/no.ts';
import type { Owner, Staff } from '../http/who.ts';
import { viewSimLine } from '../lines/sim-moves.ts';
import { queuedPortIns } from './port-in-queue.ts';
import { unfinished } from './progress.ts';
import * as store from './store.ts';

const asked = unfinished.filter((status) => status !== 'draft');

export async function queuePortIns(
  app: App,
  who: Staff,
  { state }: ParsedInputOf<typeof calls.queuePortIns>,
): Promise<OutputOf<typeof calls.queuePortIns>> {
  const statuses = state === undefined ? asked : [state];
  const db = app.db.query;
  const portIns = await queuedPortIns(app, db, who.tenant, statuses);
  const customers = portIns.map(({ customerId }) => customerId);
  const names = await maskedNames(db, who.tenant, customers);
  return {
    portIns: portIns.map(({ msisdn, since, answer, required, lineId: _, ...one }) => ({
      ...one,
      customer: names.get(one.customerId) ?? null,
      numberEnds: msisdn.slice(-4),
      since: since.toISOString(),
      required: [...required],
      ...(answer && { answer: { ...answer, at: answer.at.toISOString() } }),
    })),
  };
}

interface Known {
  readonly msisdn: string;
  /** The number that its line has now, which this one takes the place of. */
  readonly replaces: string | undefined;
}

/** @throws No `not_found` */
export async function knownPortIn(app: App, owner: Owner, id: string): Promise<Known> {
  const row = await store.portInOf(app.db.query, owner, id);
  if (!row) throw notFound();
  const { msisdn, line_id: lineId } = row;
  const line = lineId === null ? undefined : await viewSimLine(app.db.query, owner, lineId);
  return { msisdn, replaces: line?.mdn || undefined };
}
