import * as z from 'zod';
import type { UsageKind, UsageVerbs } from '../carrier-usage.ts';
import type { Gigs } from './gigs.ts';
import { findLine } from './lookups.ts';
import { usageRecord } from './resources.ts';

const records = z.object({ items: z.array(usageRecord), moreItemsAfter: z.string().nullish() });

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Gigs cuts by the day, in UTC. */
export function usageVerbs(gigs: Gigs): UsageVerbs {
  const { http, clock } = gigs;
  return {
    async usage({ msisdn }, since) {
      const asOf = clock.now();
      const line = await findLine(gigs, msisdn);
      if (!line) return { asOf, records: [] };
      const began = new Date(line.createdAt);
      const asked = {
        aggregation: 'daily',
        start: dayOf(since > began ? since : began),
        end: dayOf(asOf),
      };
      const sums = new Map<string, { kind: UsageKind; from: Date; amount: number }>();
      let after: string | null | undefined;
      do {
        const path = `/subscriptions/${line.id}/usage`;
        const read: z.infer<typeof records> = await http.get(records, path, {
          ...asked,
          ...(after && { after }),
        });
        for (const item of read.items) addTo(sums, item);
        after = read.moreItemsAfter;
      } while (after);
      const told = [...sums.values()].filter(({ from, amount }) => from >= since && amount > 0);
      return { asOf, records: told.toSorted((one, other) => +one.from - +other.from) };
    },
  };
}

/** Roaming may come as records of its own for the same day. */
function addTo(
  sums: Map<string, { kind: UsageKind; from: Date; amount: number }>,
  { start, data, dataTetheringBytes, sms, voice, labels }: z.infer<typeof usageRecord>,
): void {
  const hotspot = dataTetheringBytes ?? 0;
  const isRoaming = labels?.roaming === 'international';
  const used: [UsageKind, number][] = [
    ['data', isRoaming ? 0 : data - hotspot],
    ['hotspot', isRoaming ? 0 : hotspot],
    ['roaming', isRoaming ? data : 0],
    ['talk', voice],
    ['text', sms],
  ];
  for (const [kind, amount] of used) {
    const key = `${kind} ${start}`;
    const sum = sums.get(key) ?? { kind, from: new Date(start), amount: 0 };
    sum.amount += amount;
    sums.set(key, sum);
  }
}
