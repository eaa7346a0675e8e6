import * as calls from '@portside/contract/console/stuck';
import type { Endpoint, OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { deskAction, type MendingAction } from '@portside/contract/stuck';
import { maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import { told } from '../words/told.ts';
import type { Staff } from '../http/who.ts';
import { keepStuck } from './keeping.ts';
import { listWork } from './list-stuck.ts';
import { mendStuck } from './mending.ts';

/** The call that carries it out: its roles are whose it is. */
const callOf = (action: MendingAction): Endpoint => calls.moneyCallOf(action) ?? calls.actOnStuck;

export async function listForStaff(
  app: App,
  who: Staff,
  { kind }: ParsedInputOf<typeof calls.listStuck>,
): Promise<OutputOf<typeof calls.listStuck>> {
  const db = app.db.query;
  const items = await listWork(app, db, who.tenant, kind);
  const customers = items.map(({ customerId = null }) => customerId);
  const names = await maskedNames(db, who.tenant, customers);
  const may = (action: MendingAction) => callOf(action).roles?.includes(who.role);
  return {
    items: items.map(({ since, snoozedUntil, notes, actions, ...item }) => ({
      ...item,
      ...(item.customerId && { customer: names.get(item.customerId) }),
      since: since.toISOString(),
      ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
      actions: actions.filter(may),
      notes: notes.map(({ by, at, note }) => ({ by, at: at.toISOString(), note })),
    })),
  };
}

type Said<Reason extends string> = Promise<{ message: string } | Refused<Reason>>;

export async function actForStaff(
  app: App,
  who: Staff,
  { id, action, note, until, over }: ParsedInputOf<typeof calls.actOnStuck>,
): Said<'taken' | 'not_stuck' | 'not_offered' | 'in_vain'> {
  const keeping = deskAction.safeParse(action);
  const by = who.name;
  const said = keeping.success
    ? await keepStuck(app, who.tenant, id, keeping.data, {
        by,
        note,
        over,
        until: until === undefined ? undefined : new Date(until),
      })
    : await mendStuck(app, who.tenant, id, action as MendingAction, { by, note });
  return answered(said);
}

/** The endpoint has the role and the proof. */
export const mendForStaff =
  (action: MendingAction) =>
  async (
    app: App,
    who: Staff,
    { id, note }: { id: string; note?: string | undefined },
  ): Said<'not_stuck' | 'not_offered' | 'in_vain'> =>
    answered(await mendStuck(app, who.tenant, id, action, { by: who.name, note }));

const answered = <Reason extends string>(said: string | Refused<Reason>) =>
  said instanceof Refused ? said : told(said);
