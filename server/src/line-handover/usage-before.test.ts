import { viewLine } from '@portside/contract/line-detail';
import { type Usage, viewUsage } from '@portside/contract/usage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import {
  accept,
  confirmed,
  countByDay,
  offerTo,
  ownFile,
  usedWhen,
  withFreeLine,
} from '../testing/handing-over.ts';
import { consume, passDays } from '../testing/line-life.ts';
import { again, carrier } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What was used before and after a line changed hands: all of it counts, and nobody sees the other’s days. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

interface Row {
  line_id: string;
  kind: string;
  starts_at: string;
  amount: number;
}

const MB = 1_000_000;

async function exported(who: Caller, id: string): Promise<Row[]> {
  const { tables } = JSON.parse(await ownFile(app, who)) as { tables: Record<string, Row[]> };
  return (tables['usage_readings'] ?? []).filter((one) => one.line_id === id);
}

const shown = ({ days }: Usage) => days.map((one) => one.megabytes).filter((one) => one > 0);

async function changesHands() {
  const { noa, line } = await withFreeLine(app);
  await passDays(app, 2);
  await consume(app, line.mdn, 100);
  await passDays(app, 1);
  const giver = await again(app, noa);
  await consume(app, line.mdn, 300);
  await usedWhen(app, giver, line.id, 400);
  // Nobody has read this when it is handed over.
  await consume(app, line.mdn, 200);
  const omar = await confirmed(app);
  await proving(giver);
  await offerTo(giver, line.id, omar.email);
  const id = await accept(omar);
  // The giver's still, and counted late.
  await consume(app, line.mdn, 30);
  return { omar, line, id };
}

test.each(['hour', 'day'])(
  '[P06] [K11] where the carrier cuts by the %s, all that was used counts once, and days are shown from the handover on',
  async (cut) => {
    const back = cut === 'day' ? countByDay(app) : () => undefined;
    try {
      const { omar, line, id } = await changesHands();
      const first = await usedWhen(app, omar, id, 630);
      const [late, before] = cut === 'day' ? [[], 630] : [[30], 600];
      expect(shown(first)).toEqual(late);
      await passDays(app, 1);
      await consume(app, line.mdn, 50);
      const taker = await again(app, omar);
      const then = await usedWhen(app, taker, id, 680);
      expect(shown(then)).toEqual([...late, 50]);
      await passDays(app, 5);
      const later = await again(app, omar);
      expect(shown(await usedWhen(app, later, id, 680))).toEqual([...late, 50]);
      const { takenOverAt } = await later.call(viewLine, { id });
      const rows = await exported(later, id);
      expect(rows.map((one) => one.amount / MB).toSorted((a, b) => b - a)).toEqual([
        before,
        50,
        ...late,
      ]);
      expect(rows.every((one) => one.starts_at >= (takenOverAt ?? ''))).toBe(true);
    } finally {
      back();
    }
  },
);

test('[P06] [K11] what the giver’s line had used counts at once, while the carrier does not answer', async () => {
  const { noa, line } = await withFreeLine(app);
  await consume(app, line.mdn, 400);
  await usedWhen(app, noa, line.id, 400);
  const omar = await confirmed(app);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  await carrier(app, 'down');
  const { meters, days } = await omar.call(viewUsage, { id });
  await carrier(app, 'none');
  expect(meters.find(({ kind }) => kind === 'data')?.used).toBe(400);
  expect(days.every(({ megabytes }) => megabytes === 0)).toBe(true);
});
