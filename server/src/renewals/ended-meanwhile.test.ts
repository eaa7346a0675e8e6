import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endLine } from '../lines/suspension.ts';
import { passDays, withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** What happens while a price is worked out. */
let meanwhile: (() => Promise<unknown>) | undefined;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        tax: {
          ...opened.tax,
          async taxes(sale) {
            const happens = meanwhile;
            meanwhile = undefined;
            await happens?.();
            return opened.tax.taxes(sale);
          },
        },
      }),
    },
  });
});
afterAll(() => app.close());

test('[K03] [K16] a line whose number leaves while autopay works out its price is not charged', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
  await passDays(app, 28);
  let hasLeft = false;
  meanwhile = async () => {
    hasLeft = await app.app.db.transaction((tx) => endLine(app.app, tx, id, { isGone: true }));
  };
  await passDays(app, 2);
  expect(hasLeft).toBe(true);
  expect((await noa.call(viewLine, { id })).status).toBe('ended');
  const { rows } = await sql<{ owner: string }>`select owner_id as owner from sandbox_pay_charges
    where owner_id in (select id from orders where line_id = ${id})`.execute(app.app.db.query);
  expect(rows).toEqual([]);
});
