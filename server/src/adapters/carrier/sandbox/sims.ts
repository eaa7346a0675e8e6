import { luhnHolds } from '@portside/contract/card-brands';
import { isCarrierSim } from '@portside/contract/sim';
import type { World } from '../../../app.ts';
import type { DeviceFacts, SimFacts } from '../carrier.ts';

/** Cards that end in 9 are in use. */
export function simFacts(iccid: string): SimFacts {
  const ours = isCarrierSim(iccid);
  return { ours, inUse: ours && iccid.endsWith('9') };
}

export function deviceFacts(imei: string): DeviceFacts {
  const tac = imei.slice(0, 8);
  return {
    esim: tac !== '35000001',
    locked: tac === '35000002',
    blocked: tac === '35000003',
  };
}

/** 19 digits with a Luhn check digit, never a magic 9. */
export function newIccid(world: World): string {
  for (;;) {
    const begun = `890141${world.random.digits(12)}`;
    const last = [...'0123456789'].find((digit) => luhnHolds(begun + digit)) ?? '9';
    if (last !== '9') return begun + last;
  }
}
