import type { OldService } from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import {
  detailFaults,
  noDetails,
  oldServiceOf,
  type PortInDetails,
} from '../port-in/port-in-details.ts';

/**
 * The old carrier's details stay in memory (saved-draft.ts). Its ZIP Code is not the one where the
 * line is used, which the same form asks for.
 */
export interface BroughtNumber extends Omit<PortInDetails, 'zipCode' | 'lockOff'> {
  readonly yourNumber: string;
  /** With the order, or after it. */
  readonly detailsWhen: 'now' | 'later';
  readonly oldZipCode: string;
}

const { zipCode: oldZipCode, lockOff: _lockOff, ...empty } = noDetails;
export const noBroughtNumber: BroughtNumber = {
  ...empty,
  oldZipCode,
  yourNumber: '',
  detailsWhen: 'later',
};

/** The form's values for the fields that the dashboard has, too. */
export const detailsOf = (brought: BroughtNumber): PortInDetails => ({
  ...noDetails,
  ...brought,
  zipCode: brought.oldZipCode,
});

export const fieldHere = <Name extends string>(name: Name) =>
  name === 'zipCode' ? ('oldZipCode' as const) : (name as Exclude<Name, 'zipCode'>);

/** By this form's names. */
export function broughtDetailFaults(
  asks: readonly PortInField[],
  brought: BroughtNumber,
): Record<string, string> {
  const faults = Object.entries(detailFaults(asks, detailsOf(brought)));
  return Object.fromEntries(faults.map(([field, message]) => [fieldHere(field), message]));
}

export const broughtService = (
  asks: readonly PortInField[],
  brought: BroughtNumber,
): NonNullable<OldService> => oldServiceOf(asks, detailsOf(brought));
