import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { buyFor, portInWhen } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { anyPortIn } from './store.ts';
import { countSubmit } from './submit-limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

test('[I10] of twelve submits at once five are counted, and five more a day later', async () => {
  const customer = await newcomer(app);
  const { portInId } = await buyFor(app, customer, '2125550291');
  await portInWhen(app, customer, portInId, 'action_needed');
  const { db } = app.app;
  const row = await anyPortIn(db.query, portInId);
  if (!row) throw new Error('The number was brought');
  const round = async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, () => db.transaction((tx) => countSubmit(app.app, tx, row))),
    );
    return taken.filter(Boolean).length;
  };
  expect(await round()).toBe(5);
  expect(await round()).toBe(0);
  app.clock.move(days(1) + 1);
  expect(await round()).toBe(5);
});
