import type { PortIn } from '@portside/contract/port-in';

/** Of a number that has no line yet; what is asked about it can differ. */
export type FreeNumber = Pick<PortIn, 'id' | 'msisdn' | 'status' | 'required'>;

const free: readonly PortIn['status'][] = ['draft', 'details_needed', 'awaiting_plan', 'completed'];

/** The customer's own numbers that this plan can be for: checked, waiting, or here without a line. */
export function freeNumbers(portIns: readonly PortIn[]): FreeNumber[] {
  return portIns.filter(
    ({ status, lineId, waitsForPlan }) =>
      lineId === null && free.includes(status) && (status !== 'completed' || waitsForPlan),
  );
}

/** Its old carrier's details are not here yet. */
export const wantsDetails = ({ status, required }: FreeNumber): boolean =>
  status !== 'completed' &&
  (required.includes('billingAccount') || required.includes('pinPassword'));
