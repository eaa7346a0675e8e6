import type { PortIn } from '@portside/contract/port-in';
import type { DraftPortIn } from './draft.ts';

export type FreeNumber = Pick<PortIn, 'id' | 'msisdn' | 'status' | 'required'>;

const free: readonly PortIn['status'][] = ['draft', 'details_needed', 'awaiting_plan', 'completed'];

/** Own numbers this plan can be for. */
export function freeNumbers(portIns: readonly PortIn[]): FreeNumber[] {
  return portIns.filter(
    ({ status, lineId, waitsForPlan }) =>
      lineId === null && free.includes(status) && (status !== 'completed' || waitsForPlan),
  );
}

export const wantsDetails = ({ status, required }: FreeNumber): boolean =>
  status !== 'completed' && required.some((field) => field !== 'iccid');

export function ownPortIn(number: FreeNumber): DraftPortIn {
  const { id: tempSubscriptionId, msisdn, status, required } = number;
  const here = status === 'completed' ? 'here already' : 'given';
  const details = wantsDetails(number) ? 'asked' : here;
  return { tempSubscriptionId, msisdn, details, required };
}
