import { ownerOfRow } from '../http/who.ts';
import { handle } from '../jobs/jobs.ts';
import { ownerDenied } from '../sessions/denied.ts';
import { makeSafe } from './make-safe.ts';

export const handlers = [
  handle(ownerDenied, (app, { tenant, customerId }) =>
    makeSafe(app, ownerOfRow({ tenant_id: tenant, customer_id: customerId })),
  ),
];
