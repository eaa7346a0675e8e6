import { cardBrand } from '@portside/contract/card-brands';
import { cvvRule, expiryRule, fields } from '@portside/contract/fields';
import { e164 } from '@portside/contract/formats';
import { otherState, stateGoesWithZip } from '@portside/contract/places';
import { fieldFaults } from '../api/check-input.ts';
import type { FieldError } from '@portside/contract/problem';
import type { Billing, BroughtNumber, Contact, Draft, Shipping } from './draft.ts';

type Faults = Record<string, string>;
type Rules = Parameters<typeof fieldFaults>[0];

/** The contract's sentences for the fields of one step, by field; the server says the same ones. */
function faultsOf(rules: Rules, values: object): Faults {
  const faults = fieldFaults(rules, values as Record<string, unknown>);
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

export function numberFaults(values: { readonly zipCode: string }): Faults {
  return faultsOf({ zipCode: fields.zipCode }, values);
}

/** H23: a number to bring, typed here or known; its details only where somebody gives them now. */
export function broughtFaults(
  values: BroughtNumber & { readonly zipCode: string },
  isTyped: boolean,
): Faults {
  const details = { billingAccount: fields.billingAccount, pinPassword: fields.pinPassword };
  return faultsOf(
    {
      ...(isTyped && { yourNumber: fields.yourNumber }),
      zipCode: fields.zipCode,
      ...(values.detailsWhen === 'now' && details),
    },
    values,
  );
}

/** Of the old carrier's details that were to go with the order: what is not here (any more). */
export function missingSecrets({ numberKind, portIn, brought }: Draft): FieldError[] {
  if (numberKind === 'new' || portIn?.details !== 'asked' || brought.detailsWhen === 'later') {
    return [];
  }
  const rules: Rules = { billingAccount: fields.billingAccount, pinPassword: fields.pinPassword };
  return fieldFaults(rules, { ...brought });
}

const shippingRules = {
  addressOne: fields.addressOne,
  addressTwo: fields.addressTwo,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
};

/**
 * An address is asked for a SIM card only, and where it is another than the service address: nothing
 * is sent for an eSIM.
 */
export function simFaults(
  values: Shipping & { readonly simType: string; readonly imei: string },
): Faults {
  const asks = values.simType === 'physical' && !values.sameAddress;
  const faults = faultsOf(
    {
      ...(asks && shippingRules),
      // It may stay empty; half of one is a mistake.
      ...(values.imei !== '' && { imei: fields.imei }),
    },
    values,
  );
  return asks ? withPlace(faults, values) : faults;
}

const contactRules = {
  firstName: fields.firstName,
  lastName: fields.lastName,
  countryCode: fields.countryCode,
  contactNumber: fields.contactNumber,
  streetNumber: fields.streetNumber,
  streetDirection: fields.streetDirection,
  streetName: fields.streetName,
  streetUnit: fields.streetUnit,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
};

export function contactFaults(values: Contact & { readonly zipCode: string }): Faults {
  const faults = faultsOf(contactRules, values);
  const whole = faults.countryCode ?? faults.contactNumber;
  if (whole === undefined && !e164(values.contactNumber, values.countryCode)) {
    faults.contactNumber = 'Please enter a valid phone number';
  }
  return withPlace(faults, values);
}

/** State and ZIP Code are each right, and no address has both. */
function withPlace(
  faults: Faults,
  { state, zipCode }: Pick<Shipping, 'state' | 'zipCode'>,
): Faults {
  if (faults.state || faults.zipCode || stateGoesWithZip(state, zipCode)) return faults;
  return { ...faults, state: otherState };
}

/** What the card form holds while it is typed. */
export interface CardValues extends Billing {
  readonly name: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
}

const billingRules = {
  address: fields.address,
  city: fields.city,
  zipCode: fields.zipCode,
  country: fields.country,
  companyName: fields.companyName,
};

export function cardFaults(values: CardValues, now: Date): Faults {
  const card = {
    name: fields.name,
    number: fields.number,
    expiry: expiryRule(now),
    cvv: cvvRule(cardBrand(values.number)),
  };
  return faultsOf(values.sameAddress ? card : { ...card, ...billingRules }, values);
}

/** Whether a saved card can still be charged. */
export function cardHolds(expiry: string, now: Date): boolean {
  return expiryRule(now).safeParse(expiry).success;
}
