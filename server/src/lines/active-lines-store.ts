import { sql } from 'kysely';

/** For sweeps of the slices above. */
export const activeLines = sql`select id, tenant_id from lines where status = 'active'`;
