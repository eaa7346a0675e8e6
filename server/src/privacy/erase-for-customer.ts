import type { eraseCustomer as eraseCall } from '@portside/contract/console/customers';
import type { OutputOf, ReasonOf } from '@portside/contract/endpoint';
import type { Obstacle } from '@portside/contract/privacy';
import type { Person } from '../account/person.ts';
import type { App } from '../app.ts';
import { noteOperator } from '../audit/audit.ts';
import type { Brand } from '../brands/brands.ts';
import type { Refused } from '../http/no.ts';
import { customerAt, type Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import { erase } from './erase.ts';

/** By an admin, for a verified customer. The audit has the reason. */
export async function eraseCustomer(
  app: App,
  who: Staff,
): Promise<OutputOf<typeof eraseCall> | Refused<ReasonOf<typeof eraseCall>>> {
  const no = await app.db.transaction((tx) => erase(app, tx, who.brand, customerAt(who)));
  return no ?? told('The customer is erased. Receipts, and what the law asks for, stay.');
}

/** By the command line. */
export function eraseByOperator(
  app: App,
  brand: Brand,
  { owner, id }: Person,
  { reason, operator }: { reason: string; operator: string },
): Promise<undefined | Refused<Obstacle>> {
  return app.db.transaction(async (tx) => {
    const no = await erase(app, tx, brand, owner);
    if (no) return no;
    await noteOperator(app, tx, {
      tenant: owner.tenant,
      operator,
      call: 'eraseCustomer',
      about: id,
      customerId: id,
      detail: { reason },
    });
    return undefined;
  });
}
