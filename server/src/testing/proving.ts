import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Caller } from './caller.ts';

/** The customer confirms that it is them, for one action. */
export const proving = (caller: Caller, password = 'Anchor7!') => caller.call(stepUp, { password });

/** As if they had just done so, or not for a while (null), in all of their sessions. */
export async function provenAt(db: Query, email: string, at: Date | null): Promise<void> {
  await sql`update sessions
    set proven_at = ${at}, proof_at = ${at}, proof_by = 'password', proof_for = null
    where customer_id = (select id from customers where email = ${email})`.execute(db);
}
