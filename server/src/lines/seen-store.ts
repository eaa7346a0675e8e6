import { sql } from 'kysely';
import { prepared } from '../db/prepared.ts';
import { shown, type ShownLine } from './store.ts';

/** With whether somebody else has it (P04). */
export type SeenLine = ShownLine & { readonly is_given: boolean };

export const seenOfOrder = prepared((db, tenant: number, customerId: string, orderId: string) =>
  sql<SeenLine>`
    select ${sql.join(shown.map((column) => sql.ref(column)))}, status <> 'ended' and exists (
      select from line_members where line_members.line_id = lines.id
        and line_members.tenant_id = lines.tenant_id
        and line_members.customer_id = lines.customer_id
        and state = 'accepted' and ended_at is null and member_customer_id is not null
    ) as is_given
    from lines where tenant_id = ${tenant} and customer_id = ${customerId}
      and order_id = ${orderId}`.compile(db),
);
