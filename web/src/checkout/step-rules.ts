import { cardBrand } from '@portside/contract/card-brands';
import { cvvRule, expiryRule, fields } from '@portside/contract/fields';
import { lineRefusals } from '@portside/contract/more-lines';
import { e164 } from '@portside/contract/phone';
import { otherState, stateGoesWithZip } from '@portside/contract/places';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { fieldFaults } from '../api/check-input.ts';
import type { FieldError } from '@portside/contract/problem';
import { firstAsked } from '../port-in/port-in-details.ts';
import { broughtDetailFaults, type BroughtNumber } from './brought-number.ts';
import type { Billing, Contact, Draft, Shipping } from './draft.ts';

type Faults = Record<string, string>;
type Rules = Parameters<typeof fieldFaults>[0];

function faultsOf(rules: Rules, values: object): Faults {
  const faults = fieldFaults(rules, values as Record<string, unknown>);
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

export function zipFaults(values: { readonly zipCode: string }): Faults {
  return faultsOf({ zipCode: fields.zipCode }, values);
}

/** H23: details only when given now. */
export function broughtFaults(
  values: BroughtNumber & { readonly zipCode: string },
  { isTyped, asks }: { isTyped: boolean; asks: readonly PortInField[] },
): Faults {
  const rules = { ...(isTyped && { yourNumber: fields.yourNumber }), zipCode: fields.zipCode };
  return {
    ...faultsOf(rules, values),
    ...(values.detailsWhen === 'now' && broughtDetailFaults(asks, values)),
  };
}

/** Before anybody is asked about it. @param taken numbers of other lines, ten digits each */
export function takenFaults(yourNumber: string, taken: readonly string[]): Faults {
  const number = fields.yourNumber.safeParse(yourNumber).data;
  const isTaken = number !== undefined && taken.includes(number);
  return isTaken ? { yourNumber: lineRefusals.same_number.message } : {};
}

/** Details that should go with the order but are gone. */
export function missingSecrets({ numberKind, portIn, brought }: Draft): FieldError[] {
  if (numberKind === 'new' || portIn?.details !== 'asked' || brought.detailsWhen === 'later') {
    return [];
  }
  const faults = broughtDetailFaults(firstAsked(portIn.required ?? []), brought);
  return Object.entries(faults).map(([field, message]) => ({ field, message }));
}

const shippingRules = {
  addressOne: fields.addressOne,
  addressTwo: fields.addressTwo,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
};

/** The SIM card's own place, by names of its own: the same form has the old carrier's. */
export interface SimChoice extends Pick<Shipping, 'sameAddress' | 'addressOne' | 'addressTwo'> {
  readonly simType: string;
  readonly imei: string;
  readonly shippingCity: string;
  readonly shippingState: string;
  readonly shippingZip: string;
}

/** No address for an eSIM, or when it is the service address. */
export function simFaults(values: SimChoice): Faults {
  const asks = values.simType === 'physical' && !values.sameAddress;
  // Optional, but never half.
  const imei = faultsOf(values.imei === '' ? {} : { imei: fields.imei }, values);
  if (!asks) return imei;
  const { shippingCity: city, shippingState: state, shippingZip: zipCode } = values;
  const place = { ...values, city, state, zipCode };
  const faults = withPlace(faultsOf(shippingRules, place), place);
  const { city: shippingCity, state: shippingState, zipCode: shippingZip, ...street } = faults;
  return {
    ...imei,
    ...street,
    ...(shippingCity && { shippingCity }),
    ...(shippingState && { shippingState }),
    ...(shippingZip && { shippingZip }),
  };
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

/** Each may be valid, and the two not go together. */
function withPlace(
  faults: Faults,
  { state, zipCode }: Pick<Shipping, 'state' | 'zipCode'>,
): Faults {
  if (faults.state || faults.zipCode || stateGoesWithZip(state, zipCode)) return faults;
  return { ...faults, state: otherState };
}

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

/** Where the provider's own form asks for the rest. */
export function holderFaults(values: { readonly name: string }): Faults {
  return faultsOf({ name: fields.name }, values);
}

export function cardHolds(expiry: string, now: Date): boolean {
  return expiryRule(now).safeParse(expiry).success;
}
