import * as calls from '@portside/contract/console/approvals';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { ownerOfRow, type Staff } from '../http/who.ts';
import { holdRole } from '../staff/role-now.ts';
import { give, statusOf } from './giving.ts';
import { tellStatus } from './tell-status.ts';
import * as store from './store.ts';

/** By somebody else than who asked; who asked may take it back. */
export async function decideApproval(
  app: App,
  who: Staff,
  { id, approve, note = '' }: ParsedInputOf<typeof calls.decideApproval>,
): Promise<OutputOf<typeof calls.decideApproval> | Refused<ReasonOf<typeof calls.decideApproval>>> {
  const found = await store.approvalOf(app.db.query, who.tenant, id);
  if (!found) throw notFound();
  const owner = ownerOfRow(found);
  who.noteAbout?.(owner);
  const { kind, order_id: orderId, amount_cents: cents, asked_name: askedBy } = found;
  who.noteDetail?.({ kind, orderId, cents, askedBy });
  return app.db.transaction(async (tx) => {
    await holdRole(tx, who, calls.decideApproval.roles);
    await store.lockGiving(tx, owner);
    const row = await store.lockApproval(tx, id);
    if (row.status !== 'waiting') return refused('decided');
    const isOwn = row.asked_by === who.staffId || row.asked_email === who.email;
    if (approve && isOwn) return refused('own_request');
    // Their activity names who asked: it was them who spoke with the customer.
    const given = approve ? await give(app, tx, row, row.asked_name) : { part: null };
    if (given instanceof Refused) return given;
    const decided = {
      status: approve ? 'approved' : 'declined',
      part: given.part,
      decided_by: who.staffId,
      decided_name: who.name,
      decided_at: app.clock.now(),
      decision: note,
    } as const;
    await store.changeApproval(tx, id, decided);
    return tellStatus(await statusOf(tx, { ...row, ...decided }));
  });
}
