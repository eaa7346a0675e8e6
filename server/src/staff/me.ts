import type {
  viewMe as viewMeCall,
  viewRoles as viewRolesCall,
} from '@portside/contract/console/staff';
import type { Endpoint, OutputOf } from '@portside/contract/endpoint';
import { notFound } from '../http/no.ts';
import { isProven, mayCall, type Staff } from '../http/who.ts';
import type { App } from '../app.ts';
import { passkeysOf } from './passkey-store.ts';
import { hasPassword } from './passkeys.ts';
import { staffById } from './store.ts';

type Calls = () => readonly Endpoint[];

/** @param calls all of the console's, which no slice knows by itself */
export const viewMe =
  (calls: Calls) =>
  async (app: App, who: Staff): Promise<OutputOf<typeof viewMeCall>> => ({
    id: who.staffId,
    name: who.name,
    email: who.email,
    role: who.role,
    can: calls()
      .filter((one) => one.caller === 'staff' && mayCall(one, who))
      .map(({ name }) => name),
    provenUntil: isProven(who, app.clock.now()) ? who.provenUntil.toISOString() : null,
    ways: await waysOf(app, who),
  });

async function waysOf(
  { db }: App,
  { tenant, staffId }: Staff,
): Promise<OutputOf<typeof viewMeCall>['ways']> {
  const staff = await staffById(db.query, tenant, staffId);
  if (!staff) throw notFound();
  const hasPasskey = (await passkeysOf(db.query, staffId)).length > 0;
  return [
    ...(hasPasskey ? ['passkey' as const] : []),
    ...(hasPassword(staff) ? ['code' as const] : []),
  ];
}

/** Without the row of the requirements, which engineers read: nobody at the desk has them. */
const plain = (summary: string): string => summary.replaceAll(/ \([A-Z]\d{2}\)/g, '');

export const viewRoles = (calls: Calls) => async (): Promise<OutputOf<typeof viewRolesCall>> => ({
  calls: calls().map(({ name, wire, summary, roles = [], trained, verified }) => ({
    name,
    wire,
    summary: plain(summary),
    roles: [...roles],
    ...(trained && { trained }),
    verified: verified !== undefined,
  })),
});
