import {
  addStaffPasskey,
  askNewStaffPasskey,
  listStaff,
  staffPasskeyLogin,
  askStaffPasskey,
} from '@portside/contract/console/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthenticator } from '../testing/authenticator.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'http://127.0.0.1';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L01] a passkey that waits while its owner’s login is reset is not kept', async () => {
  const agent = await app.staff('agent');
  const phone = makeAuthenticator();
  const { options } = await agent.call(askNewStaffPasskey, {});
  const passkey = phone.create(options, origin);
  const { staff } = await (await app.staff('admin')).call(listStaff, {});
  const { id } = staff.find(({ email }) => email === 'agent@harbor.example') ?? { id: '' };
  let asked: Promise<{ status: number }> | undefined;
  await app.app.db.transaction(async (tx) => {
    await sql`select from staff where id = ${id} for update`.execute(tx);
    asked = agent.refusal(addStaffPasskey, { passkey });
    await app.eventually(async () => {
      const { rows } = await sql`
        select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0 || undefined;
    });
    // What a reset does.
    await sql`
      update staff set joined_at = null, password_hash = null, app_secret = null
      where id = ${id}`.execute(tx);
    await sql`delete from staff_passkeys where staff_id = ${id}`.execute(tx);
  });
  expect((await asked)?.status).toBe(404);
  const answer = phone.get((await app.anyone.call(askStaffPasskey, {})).options, origin);
  const { problem } = await app.anyone.refusal(staffPasskeyLogin, { passkey: answer });
  expect(problem.reason).toBe('passkey_unknown');
  const { rows } = await sql`select from staff_passkeys where staff_id = ${id}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([]);
});
