import type { StaffRole } from '@portside/contract/console/roles';
import type { Endpoint } from '@portside/contract/endpoint';
import type { Query } from '../db/database.ts';
import { No } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import * as store from './store.ts';

/**
 * Holds a role until the transaction ends: it may have been taken away since the call began. Two calls
 * of one person come after each other. @throws No `forbidden`
 */
export async function holdRole(
  tx: Query,
  { tenant, staffId }: Staff,
  roles: readonly StaffRole[] | undefined,
): Promise<StaffRole> {
  const staff = await store.lockStaff(tx, tenant, staffId);
  if (!staff || !roles?.includes(staff.role)) throw new No('forbidden');
  return staff.role;
}

/** The same for a call that only trained staff may make. @throws No `forbidden` */
export async function holdTrained(
  tx: Query,
  { tenant, staffId }: Staff,
  { roles }: Pick<Endpoint, 'roles'>,
): Promise<void> {
  const staff = await store.lockStaff(tx, tenant, staffId);
  if (!staff?.trained_at || !roles?.includes(staff.role)) throw new No('forbidden');
}
