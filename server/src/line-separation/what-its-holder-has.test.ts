import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { listLines } from '@portside/contract/lines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownFile } from '../testing/handing-over.ts';
import { passDays, withLine } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { separated } from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

test('[P05] [I10] to its holder a line that was separated looks like one that ended, in their file too', async () => {
  const one = await withLine(app);
  await proving(one.noa);
  await one.noa.call(endLine, { id: one.line.id });
  await passDays(app, 31);
  const first = await again(app, one.noa);
  await inTime(app, async () => {
    const { lines } = await first.call(listLines, {});
    return lines[0]?.status === 'ended' ? true : undefined;
  });
  const usual = await first.call(viewLine, { id: one.line.id });
  const other = await withLine(app);
  await separated(app, [other.line.mdn]);
  const separate = await other.noa.call(viewLine, { id: other.line.id });
  const shape = ({ iccid, simType }: { iccid?: string; simType: string }) => ({
    simType,
    iccid: iccid === '' ? 'empty' : 'there',
  });
  expect(shape(separate as never)).toEqual(shape(usual as never));
  type Row = Record<string, unknown>;
  type File = { tables: { lines: Row[]; line_periods: Row[] } };
  const file = JSON.parse(await ownFile(app, other.noa)) as File;
  expect(file.tables.lines).toMatchObject([{ iccid: other.line.iccid, status: 'ended' }]);
  // Worth of days that is gone, and neither used, refunded nor credit.
  const none = { cut_cents: null, was_from: null, was_to: null };
  expect(file.tables.line_periods).toMatchObject([none]);
  expect(file.tables.line_periods[0]).toMatchObject({ order_id: expect.any(String), number: 1 });
});
