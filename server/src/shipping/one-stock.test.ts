import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { databaseOf } from '../testing/old-database.ts';

test('[L20] a card that stood in two stocks stays where it was sent first, else where it came in first', async () => {
  const db = await databaseOf('2026-11-27-964-number-changes-reason');
  const day = (number: number) => new Date(Date.UTC(2026, 10, number));
  const rows = [
    // Sent by 6 after 7 had it.
    [6, 'sent', day(2), day(3)],
    [7, 'sent', day(1), null],
    // Sent by both.
    [6, 'twice', day(1), day(4)],
    [7, 'twice', day(2), day(3)],
    [6, 'free', day(2), null],
    [7, 'free', day(1), null],
    [8, 'free', day(1), null],
    [6, 'alone', day(1), null],
  ] as const;
  for (const [tenant, iccid, added, used] of rows) {
    await sql`insert into sim_stock (tenant_id, iccid, added_at, added_by, used_at)
      values (${tenant}, ${iccid}, ${added}, 'Mo', ${used})`.execute(db.query);
  }
  await migrate(db);
  const left = await sql`select iccid, tenant_id from sim_stock order by iccid`.execute(db.query);
  expect(left.rows).toEqual([
    { iccid: 'alone', tenant_id: 6 },
    { iccid: 'free', tenant_id: 7 },
    { iccid: 'sent', tenant_id: 6 },
    { iccid: 'twice', tenant_id: 7 },
  ]);
  const again = sql`insert into sim_stock (tenant_id, iccid, added_at, added_by)
    values (8, 'free', ${day(5)}, 'Mo')`.execute(db.query);
  await expect(again).rejects.toThrow(/sim_stock_of_card/);
});
