import type { setSeparationTraining as call } from '@portside/contract/console/line-separations';
import { agents } from '@portside/contract/console/roles';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import * as store from './store.ts';

/** Counts from the next call on. Also for oneself: a shop may have one admin. */
export function setSeparationTraining(
  app: App,
  who: Staff,
  { id, trained }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, id);
    if (!staff) throw notFound();
    const since = trained ? (staff.trained_at ?? app.clock.now()) : null;
    await store.changeStaff(tx, id, { trained_at: since });
    return told(
      trained
        ? `${staff.email} is noted as trained to help survivors.`
        : `${staff.email} is not noted as trained to help survivors any more.`,
    );
  });
}

/** Where to write that something waits for them; of nobody trained, the admins. */
export async function addressesOfTrained(db: Query, tenant: number): Promise<readonly string[]> {
  const here = (await store.allStaff(db, tenant)).filter(
    ({ joined_at: joined, removed_at: removed }) => joined !== null && removed === null,
  );
  const trained = here.filter(
    ({ role, trained_at: since }) => since !== null && agents.includes(role),
  );
  const told = trained.length > 0 ? trained : here.filter(({ role }) => role === 'admin');
  return told.map(({ email }) => email);
}
