import { addNotice, endNotice } from '@portside/contract/console/notices';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours } from '../clock.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { followNotices } from './follow-notices.ts';

let app: TestApp;
beforeAll(async () => {
  // No worker: nobody else looks.
  app = await openTestApp({ config: { roles: new Set(['api']) } });
});
afterAll(() => app.close());

const shown = () => app.app.brands.first.notices.map(({ texts }) => texts.en);

/** It has read, and hears of it once `come` is called. */
function slowLook() {
  const { db, brands, clock } = app.app;
  const read = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.resolve();
      await answered.promise;
      return result;
    },
  };
  const query = db.query.withPlugin(late);
  const done = followNotices({ db: { ...db, query }, brands, clock });
  return { read: read.promise, come: answered.resolve, done };
}

test('[L13] a look that is answered late brings back nothing that has ended, and hides nothing that came', async () => {
  const admin = await app.staff('admin');
  const until = new Date(app.clock.now().getTime() + hours(2)).toISOString();
  const texts = { en: 'Calls may fail.', es: 'Las llamadas pueden fallar.' };

  const before = slowLook();
  await before.read;
  const { notice } = await admin.call(addNotice, { kind: 'outage', texts, until });
  expect(shown()).toEqual(['Calls may fail.']);
  before.come();
  await before.done;
  expect(shown()).toEqual(['Calls may fail.']);

  const during = slowLook();
  await during.read;
  await admin.call(endNotice, { id: notice.id });
  expect(shown()).toEqual([]);
  during.come();
  await during.done;
  expect(shown()).toEqual([]);

  // One after the other they show what is so.
  await admin.call(addNotice, { kind: 'outage', texts, until });
  await followNotices(app.app);
  expect(shown()).toEqual(['Calls may fail.']);
});
