import type { Named } from '@portside/contract/console/roles';
import { foundPeople } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { findOrder } from '../checkout/find-orders.ts';
import { ownerOf, type Owner } from '../http/who.ts';
import { ownerOfLine } from '../lines/find-lines.ts';
import { findPortIns } from '../port-in/find-port-ins.ts';

/** Whose it is that a call of staff names, in their brand alone. */
export async function ownerOfNamed(
  app: App,
  tenant: number,
  named: Named,
  id: string,
): Promise<Owner | undefined> {
  const db = app.db.query;
  if (named === 'line') return ownerOfLine(db, tenant, id);
  if (named === 'order') {
    const order = await findOrder(db, app.brands.byTenant(tenant), id);
    // Its number, which search takes, is no path.
    return order?.id === id ? order.owner : undefined;
  }
  if (named === 'port_in') return (await findPortIns(db, tenant, { id }))[0]?.owner;
  const [person] = await foundPeople(db, tenant, [id]);
  return person && ownerOf(tenant, person.id);
}
