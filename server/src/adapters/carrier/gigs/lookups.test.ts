import { expect, test } from 'vitest';
import { freeSim } from './lookups.ts';

/** Nobody is to be asked. */
const nobody = {} as never;

test.each([
  ['an eSIM, whatever number stands beside it', { simType: 'esim', iccid: '8901410000000005500' }],
  ['an eSIM', { simType: 'esim' }],
  ['a card of which no number is known', { simType: 'physical' }],
] as const)('Gigs gives a new SIM for %s, and is asked for none', async (_, sim) => {
  expect(await freeSim(nobody, sim)).toBeUndefined();
});
