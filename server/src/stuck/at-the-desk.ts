import { givers } from '@portside/contract/console/roles';
import type * as calls from '@portside/contract/console/stuck';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { deskAction, type MendingAction } from '@portside/contract/stuck';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { keepStuck } from './keeping.ts';
import { listWork } from './list-stuck.ts';
import { mendStuck } from './mending.ts';

const harmless: readonly MendingAction[] = ['ask_again', 'retry'];

export async function listForStaff(
  app: App,
  who: Staff,
  { kind }: ParsedInputOf<typeof calls.listStuck>,
): Promise<OutputOf<typeof calls.listStuck>> {
  const items = await listWork(app, app.db.query, who.tenant, kind);
  const mayGive = givers.includes(who.role);
  const may = (action: MendingAction) =>
    who.role !== 'viewer' && (mayGive || harmless.includes(action));
  return {
    items: items.map(({ since, snoozedUntil, notes, actions, ...item }) => ({
      ...item,
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
  return told(said);
}

/** The endpoint has the role and the proof. */
export const mendForStaff =
  (action: MendingAction) =>
  async (
    app: App,
    who: Staff,
    { id, note }: { id: string; note?: string | undefined },
  ): Said<'not_stuck' | 'not_offered' | 'in_vain'> =>
    told(await mendStuck(app, who.tenant, id, action, { by: who.name, note }));

const told = <Reason extends string>(said: string | Refused<Reason>) =>
  said instanceof Refused ? said : { message: said };
