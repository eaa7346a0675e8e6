import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { listLines } from '@portside/contract/lines';
import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, lineOf, passDays, renew, withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

test('[K20] each of several lines has its own period, autopay and next step', async () => {
  const { noa, line: first } = await withLine(app, { saveCard: true });
  await passDays(app, 9);
  const second = await addLine(app, noa);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: second.id, on: true, consent: version });
  await passDays(app, 12);
  // The first is due in nine days, the second in eighteen.
  expect((await lineOf(noa, first.id)).nextAction).toBe('renew');
  expect((await lineOf(noa, second.id)).nextAction).toBeUndefined();
  await passDays(app, 9);
  const paused = await lineOf(noa, first.id);
  expect(paused).toMatchObject({
    status: 'suspended',
    statusReason: 'unpaid',
    nextAction: 'renew',
  });
  expect(paused.numberKeptUntil).toBe((await noa.call(viewLine, { id: first.id })).numberKeptUntil);
  const other = await lineOf(noa, second.id);
  expect(other).toMatchObject({ status: 'active' });
  // In nine days, too: but it pays itself.
  expect(other.nextAction).toBeUndefined();
  expect(other.statusReason).toBeUndefined();
  expect((await noa.call(viewLine, { id: second.id })).autopay.on).toBe(true);
  await noa.call(setAutopay, { id: second.id, on: false });
  expect((await lineOf(noa, second.id)).nextAction).toBe('renew');
  await renew(app, noa, first.id);
  const { lines } = await noa.call(listLines, {});
  expect(lines.map(({ id }) => id)).toEqual([first.id, second.id]);
});
