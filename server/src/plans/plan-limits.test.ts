import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Plan {
  id: string;
  limits?: { hotspotGb?: number; roamingGb?: number };
  terms: { hotspot: string | null; roaming: string | null };
}

test.each(['harbor', 'mesa'])(
  '[K11] what the shop of %s says of hotspot and roaming is what the meters count',
  async (brand) => {
    const file = new URL(`../../../brands/${brand}/plans.json`, import.meta.url);
    const { plans } = JSON.parse(await readFile(file, 'utf8')) as { plans: Plan[] };
    const inWords = (words: string | null) => Number(/^(\d+) GB/.exec(words ?? '')?.[1] ?? NaN);
    for (const { id, limits = {}, terms } of plans) {
      const { hotspotGb = NaN, roamingGb = NaN } = limits;
      expect({ id, hotspotGb, roamingGb }).toEqual({
        id,
        hotspotGb: inWords(terms.hotspot),
        roamingGb: inWords(terms.roaming),
      });
    }
  },
);
