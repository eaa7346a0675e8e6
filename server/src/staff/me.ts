import type {
  viewMe as viewMeCall,
  viewRoles as viewRolesCall,
} from '@portside/contract/console/staff';
import type { Endpoint, OutputOf } from '@portside/contract/endpoint';
import { isProven, type Staff } from '../http/who.ts';
import type { App } from '../app.ts';

type Calls = () => readonly Endpoint[];

const mayMake = ({ roles, caller }: Endpoint, { role }: Staff) =>
  caller === 'staff' && (roles?.includes(role) ?? false);

/** @param calls all of the console's, which no slice knows by itself */
export const viewMe =
  (calls: Calls) =>
  async (app: App, who: Staff): Promise<OutputOf<typeof viewMeCall>> => ({
    id: who.staffId,
    name: who.name,
    email: who.email,
    role: who.role,
    can: calls()
      .filter((one) => mayMake(one, who))
      .map(({ name }) => name),
    provenUntil: isProven(who, app.clock.now()) ? who.provenUntil.toISOString() : null,
  });

export const viewRoles = (calls: Calls) => async (): Promise<OutputOf<typeof viewRolesCall>> => ({
  calls: calls()
    .filter(({ caller }) => caller === 'staff')
    .map(({ name, wire, summary, roles = [], verified }) => ({
      name,
      wire,
      summary,
      roles: [...roles],
      verified: verified !== undefined,
    })),
});
