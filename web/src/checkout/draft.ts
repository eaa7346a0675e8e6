import type { UserInfo } from '@portside/contract/account';
import { phoneParts } from '@portside/contract/countries';
import type { SimType } from '@portside/contract/lines';
import { stateOfZip } from '@portside/contract/places';
import type { OrderedPortIn } from '@portside/contract/port-in';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { streetLine } from '@portside/contract/street-address';
import type { Device } from '../lines/device-check-form.tsx';
import { type BroughtNumber, noBroughtNumber } from './brought-number.ts';
import type { CardAddress } from './provider-script.ts';

export interface Shipping {
  /** The service address; the fields below are unused. */
  readonly sameAddress: boolean;
  readonly addressOne: string;
  readonly addressTwo: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly streetNumber: string;
  readonly streetDirection: string;
  readonly streetName: string;
  readonly streetUnit: string;
  readonly city: string;
  readonly state: string;
}

export interface Billing {
  readonly sameAddress: boolean;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly country: string;
  readonly companyName: string;
}

export interface DraftPortIn extends Pick<OrderedPortIn, 'tempSubscriptionId' | 'msisdn'> {
  readonly details: 'here already' | 'given' | 'asked';
  /** What this number's old carrier wants to be told, as far as it is known by now. */
  readonly required?: readonly PortInField[] | undefined;
}

/** Everything chosen and typed for an order, never a card's number, expiry or code. */
export interface Draft {
  /** `own`: one of the customer's numbers, checked before or waiting for a plan. */
  readonly numberKind: 'new' | 'bring' | 'own';
  /** Chosen, or preselected and seen. */
  readonly numberChosen: boolean;
  readonly brought: BroughtNumber;
  /** Empty: the network picks one. */
  readonly newNumber: string;
  readonly portIn?: DraftPortIn | undefined;
  /** Of the service address; decides number and taxes. */
  readonly zipCode: string;
  readonly promoCode: string;
  readonly simType: SimType;
  readonly imei: string;
  readonly device?: Device | undefined;
  readonly shipping: Shipping;
  readonly contact: Contact;
  readonly cardHolder: string;
  readonly billing: Billing;
  readonly saveCard: boolean;
  /** Of further lines (P03), by their key in the cart: what the first one has above. */
  readonly more: Readonly<Record<string, LineDraft>>;
}

/** Of one line: its phone, SIM and number. */
export type LineDraft = Pick<
  Draft,
  | ('numberKind' | 'numberChosen' | 'brought' | 'newNumber' | 'portIn')
  | ('simType' | 'imei' | 'device')
>;

/**
 * Filled in from the account. @param given a ZIP Code asked about before: with another one than the
 * account's, the account's address is not used
 */
export function freshDraft(user: UserInfo | undefined, countryCode: string, given: string): Draft {
  const zipCode = given || (user?.zipCode ?? '');
  const home = zipCode === user?.zipCode ? user : undefined;
  const firstName = user?.firstName ?? '';
  const lastName = user?.lastName ?? '';
  return {
    numberKind: 'new',
    numberChosen: false,
    brought: noBroughtNumber,
    newNumber: '',
    zipCode,
    promoCode: '',
    simType: 'esim',
    imei: '',
    shipping: {
      sameAddress: true,
      addressOne: user ? streetLine({ ...user, streetUnit: '' }) : '',
      addressTwo: user?.streetUnit ?? '',
      city: user?.city ?? '',
      state: user?.state ?? '',
      zipCode: user ? user.zipCode || zipCode : '',
    },
    contact: {
      firstName,
      lastName,
      ...phoneParts(user?.contactNumber ?? '', countryCode),
      streetNumber: home?.streetNumber ?? '',
      streetDirection: home?.streetDirection ?? '',
      streetName: home?.streetName ?? '',
      streetUnit: home?.streetUnit ?? '',
      city: home?.city ?? '',
      state: home?.state ?? '',
    },
    cardHolder: nameOf({ firstName, lastName }),
    billing: {
      sameAddress: true,
      address: '',
      city: '',
      zipCode: '',
      country: 'US',
      companyName: '',
    },
    saveCard: false,
    more: {},
  };
}

export const nameOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName.trim(), lastName.trim()].filter(Boolean).join(' ');

/** The card's name, until another one is typed. */
export function holderFor({ cardHolder, contact }: Draft, typed: Contact): string {
  return ['', nameOf(contact)].includes(cardHolder) ? nameOf(typed) : cardHolder;
}

/** Fills in only what is empty. */
export function fillDraft(draft: Draft, user: UserInfo, countryCode: string): Draft {
  const known = freshDraft(user, countryCode, draft.zipCode);
  return {
    ...filled(known, draft),
    shipping: filled(known.shipping, draft.shipping),
    contact: filled(known.contact, draft.contact),
    billing: draft.billing,
    brought: draft.brought,
  };
}

function filled<Values extends object>(known: Values, typed: Values): Values {
  const given = Object.entries(typed).filter(([, value]) => value !== '');
  return { ...known, ...Object.fromEntries(given) };
}

export function shippingAddress({
  shipping: { sameAddress, ...typed },
  contact,
  zipCode,
}: Pick<Draft, 'shipping' | 'contact' | 'zipCode'>): Omit<Shipping, 'sameAddress'> {
  if (!sameAddress) return typed;
  return {
    addressOne: streetLine({ ...contact, streetUnit: '' }),
    addressTwo: contact.streetUnit,
    city: contact.city,
    state: stateFor(contact.state, zipCode),
    zipCode,
  };
}

export function cardAddress({
  billing: { sameAddress, address, city, zipCode, country, companyName },
  contact,
  zipCode: serviceZip,
}: Pick<Draft, 'billing' | 'contact' | 'zipCode'>): CardAddress {
  if (sameAddress) {
    return {
      address: streetLine(contact),
      city: contact.city.trim(),
      zipCode: serviceZip,
      country: 'US',
    };
  }
  const company = companyName.trim();
  return {
    address: address.trim(),
    city: city.trim(),
    zipCode,
    country,
    ...(company && { companyName: company }),
  };
}

/** By default the ZIP Code's state. */
export function stateFor(chosen: string, zipCode: string): string {
  return chosen || (stateOfZip(zipCode) ?? '');
}
