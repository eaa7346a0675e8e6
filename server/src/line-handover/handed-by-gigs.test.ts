import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../http/who.ts';
import { lineOfNotice } from '../lines/active-lines.ts';
import { handLineOver } from '../lines/handing-over.ts';
import { lookAtLine } from '../lines/line-at-carrier.ts';
import { endLine } from '../lines/suspension.ts';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { quay } from '../testing/handing-over.ts';
import { newcomer } from '../testing/shopping.ts';

/* At a carrier that knows a line by a key of ours. */

let brand: GigsBrand;
beforeAll(async () => {
  brand = await openGigsBrand();
});
afterAll(() => brand.close());

test('[P06] [M07] Gigs knows the new line by the key of the old one: its news finds it, it works on, and is released with it', async () => {
  const { app, project, shop, work, buys } = brand;
  const { line } = await buys('giver@at-gigs.example');
  const taker = await newcomer(shop, 'taker@at-gigs.example');
  const { query } = app.app.db;
  const { rows } = await sql<{ tenant_id: number; activation_ref: string }>`
    select tenant_id, activation_ref from lines where id = ${line.id}`.execute(query);
  const { tenant_id: tenant = 0, activation_ref: ref = '' } = rows[0] ?? {};
  const owner = ownerOf(tenant, (await taker.call(viewUser, {})).id);
  const address = { ...quay, streetDirection: '', streetUnit: '' };
  const handed = await app.app.db.transaction((tx) =>
    handLineOver(app.app, tx, line.id, { owner, address, asksCarrier: false }),
  );
  await work();
  const [subscription] = project.has.subscriptions;
  expect(subscription?.status).toBe('active');
  for (const about of [ref, line.mdn]) {
    expect((await lineOfNotice(app.app, { tenant, ref: about }))?.id).toBe(handed?.id);
    await lookAtLine(app.app, { tenant, ref: about, seen: true });
  }
  const [taken] = (await taker.call(listLines, {})).lines;
  expect(taken).toMatchObject({ id: handed?.id, mdn: line.mdn, status: 'active' });
  // What is left of the old line never ends the number.
  await app.app.db.transaction((tx) => endLine(app.app, tx, line.id));
  await work();
  expect(subscription?.status).toBe('active');
  await app.app.db.transaction((tx) => endLine(app.app, tx, handed?.id ?? ''));
  await app.eventually(async () => {
    await work();
    return project.has.subscriptions[0]?.status === 'ended' || undefined;
  });
});
