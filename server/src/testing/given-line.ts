import type { MemberRole } from '@portside/contract/household-acts';
import { viewUser } from '@portside/contract/account';
import { sql } from 'kysely';
import { days, later } from '../clock.ts';
import type { Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

let given = 0;

/** As if the holder had given the line, and the member had taken it. Again: in another role. */
export async function give(
  app: TestApp,
  holder: Caller,
  member: Caller,
  lineId: string,
  role: MemberRole,
): Promise<void> {
  const { query } = app.app.db;
  await takeBack(app, lineId);
  const [{ id: from }, to] = await Promise.all([
    holder.call(viewUser, {}),
    member.call(viewUser, {}),
  ]);
  given += 1;
  const now = app.clock.now();
  await sql`insert into line_members (id, tenant_id, line_id, customer_id, email, role, state,
      invited_at, until, accepted_at, member_customer_id)
    select ${`mem_test_${process.pid}_${given}`}, tenant_id, id, ${from}, ${to.email}, ${role}, 'accepted',
      ${now}, ${later(now, days(7))}, ${now}, ${to.id}
    from lines where id = ${lineId}`.execute(query);
}

/** As if the holder had taken it back. Harmless when nobody has it. */
export async function takeBack(app: TestApp, lineId: string): Promise<void> {
  await sql`update line_members set state = 'taken_back', ended_at = ${app.clock.now()}
    where line_id = ${lineId} and ended_at is null`.execute(app.app.db.query);
}
