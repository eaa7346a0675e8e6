import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { checkSimAndPhone, giveSim } from './sim-claims.ts';
import { anyLine } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const TENANT = 6;
const FREE = '8901410000000005500';

test('a SIM is given to one line: to another one it is not, and that keeps what it had', async () => {
  const [one, other] = [(await withLine(app)).line, (await withLine(app)).line];
  const { db } = app.app;
  const given = (id: string, iccid: string) =>
    db.transaction((tx) => giveSim(tx, TENANT, id, iccid));
  expect(await given(one.id, FREE)).toBe(true);
  expect(await given(other.id, FREE)).toBe(false);
  // The same once more changes nothing.
  expect(await given(one.id, FREE)).toBe(true);
  const rows = await Promise.all([one, other].map(({ id }) => anyLine(db.query, id)));
  expect(rows.map((row) => row?.iccid)).toEqual([FREE, other.iccid]);
});

test('before anything is paid a SIM that a line has is refused', async () => {
  const { line } = await withLine(app);
  const { iccid } = line;
  const checked = await checkSimAndPhone(app.app, TENANT, { iccid });
  expect(checked).toMatchObject({ reason: 'sim_in_use' });
});
