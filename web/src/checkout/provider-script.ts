import type { PublicPayment } from '@portside/contract/brand';
import type { CardNetwork } from '@portside/contract/payments';
import { forgetLoad, loadOutsideScript } from '../api/outside-script.ts';

export const providerAway =
  /*i18n*/ 'The payment provider isn’t responding right now. Please try again.';

/** The provider compares it with the bank's. */
export interface CardAddress {
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  /** Two letters. */
  readonly country: string;
  readonly companyName?: string;
}

/** Goes to the provider only. */
export interface CardDetails {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly cardholderName: string;
  readonly billing: CardAddress;
}

/** All our own calls ever see of a new card. */
export interface CardToken {
  readonly paymentToken: string;
  readonly network: CardNetwork | null;
  readonly last4Digits: string;
}

/** `createToken` rejects with a sentence for the customer. */
export interface CardProvider {
  createToken: (card: CardDetails) => Promise<CardToken>;
}

export type LoadCardProvider = (payment: PublicPayment) => Promise<CardProvider>;

const host = globalThis as { PortsidePay?: CardProvider };

/** From the provider's own site (I22), once; a failed load may be repeated. */
export const loadCardProvider: LoadCardProvider = async ({ scriptUrl }) => {
  try {
    await loadOutsideScript(scriptUrl);
    if (host.PortsidePay) return host.PortsidePay;
    forgetLoad(scriptUrl);
  } catch {
    // The sentence below is for people.
  }
  throw new Error(providerAway);
};
