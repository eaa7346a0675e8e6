import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { bringNumber } from '@portside/contract/port-in';
import {
  isCardAlone,
  portInField,
  portInReasons,
  type PortInField,
} from '@portside/contract/port-in-reasons';
import type { OldAccount, PortInRequest } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { isAtHome } from './progress.ts';
import type { PortInRow } from './store.ts';

type Given = Pick<ParsedInputOf<typeof bringNumber>, 'oldService' | 'accountDetails'>;

export interface Details extends OldAccount {
  holder?: { firstName?: string; lastName?: string };
  /** Our SIM card is in hand, so the old carrier's details are not needed (G01). */
  direct?: true;
  sim?: NonNullable<PortInRequest['sim']>;
  /** As last submitted; corrections are compared with it. */
  sent?: OldAccount;
}

const about = (id: string) => `port_ins.sealed_details:${id}`;

export function openDetails(app: App, row: PortInRow): Details {
  if (row.sealed_details === null) return {};
  return JSON.parse(app.secrets.open(row.sealed_details, about(row.id))) as Details;
}

export function sealDetails(app: App, id: string, details: Details): string {
  return app.secrets.seal(JSON.stringify(details), about(id));
}

export function mergeDetails(known: Details, { oldService, accountDetails }: Given): Details {
  const given: Details = {
    ...known,
    ...withValues({
      accountNumber: oldService?.billingAccountNumber,
      pin: oldService?.billingAccountPassword,
      firstName: oldService?.firstName,
      lastName: oldService?.lastName,
      zipCode: oldService?.zipCode,
      address: oldService?.address,
      city: oldService?.city,
      state: oldService?.state,
      birthday: oldService?.birthday,
      lockOff: oldService?.lockOff,
    }),
  };
  const holder = { ...known.holder, ...withValues(accountDetails ?? {}) };
  return Object.keys(holder).length > 0 ? { ...given, holder } : given;
}

export function requiredOf(row: PortInRow, details: Details): PortInField[] {
  if (row.status === 'action_needed' && row.reason) {
    const isNamed = row.reason === 'details_required' && row.required;
    return isNamed ? wantedOf(row) : [...portInReasons[row.reason].ask];
  }
  if (!isAtHome(row.status)) return [];
  const needs = details.direct ? [] : wantedOf(row).filter((field) => !has(details, field));
  if (row.sim_type === 'physical' && row.line_id && !row.iccid) needs.push('iccid');
  return needs;
}

export const waitsForCard = (app: App, row: PortInRow): boolean =>
  row.status === 'details_needed' && isCardAlone(requiredOf(row, openDetails(app, row)));

const usual: readonly PortInField[] = ['billingAccount', 'pinPassword'];

/** What this number's old carrier wants to be told. */
export function wantedOf({ required }: Pick<PortInRow, 'required'>): PortInField[] {
  if (required === null) return [...usual];
  return portInField.options.filter((field) => required.split(',').includes(field));
}

export const has = (account: OldAccount, field: PortInField): boolean =>
  valueOf[field](account) !== undefined;

export const valueOf: Readonly<Record<PortInField, (account: OldAccount) => string | undefined>> = {
  billingAccount: (account) => account.accountNumber,
  pinPassword: (account) => account.pin,
  lockOff: () => undefined,
  zipCode: (account) => account.zipCode,
  firstName: (account) => account.firstName,
  lastName: (account) => account.lastName,
  address: (account) => account.address,
  city: (account) => account.city,
  state: (account) => account.state,
  birthday: (account) => account.birthday,
  iccid: () => undefined,
};

export function oldAccountOf({
  holder: _holder,
  direct: _direct,
  sim: _sim,
  sent: _sent,
  ...account
}: Details) {
  return account satisfies OldAccount;
}

function withValues<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: NonNullable<T[Key]> };
}
