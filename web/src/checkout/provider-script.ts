import type { PublicPayment } from '@portside/contract/brand';
import type { CardNetwork } from '@portside/contract/payments';

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

interface Host {
  PortsidePay?: CardProvider;
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string };
  };
}

const host = globalThis as Host;
const allowed = new Set<string>();
let policy: { createScriptURL: (url: string) => string } | undefined;

/** All other addresses are refused. */
function scriptUrl(url: string): string {
  allowed.add(url);
  const rules = {
    createScriptURL(asked: string) {
      if (!allowed.has(asked)) throw new TypeError('This script is not one of ours to load');
      return asked;
    },
  };
  policy ??= host.trustedTypes?.createPolicy('portside', rules) ?? rules;
  return policy.createScriptURL(url);
}

const loads = new Map<string, Promise<CardProvider>>();

/** From the provider's own site (I22), once; a failed load may be repeated. */
export const loadCardProvider: LoadCardProvider = (payment) => {
  const url = payment.scriptUrl;
  const known = loads.get(url);
  if (known) return known;
  const load = new Promise<CardProvider>((resolve, reject) => {
    const script = document.createElement('script');
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.nonce = nonce;
    script.async = true;
    script.addEventListener('load', () => {
      if (host.PortsidePay) resolve(host.PortsidePay);
      else fail();
    });
    script.addEventListener('error', fail);
    script.src = scriptUrl(url);
    document.head.append(script);
    function fail() {
      loads.delete(url);
      script.remove();
      reject(
        new Error(/*i18n*/ 'The payment provider isn’t responding right now. Please try again.'),
      );
    }
  });
  loads.set(url, load);
  return load;
};
