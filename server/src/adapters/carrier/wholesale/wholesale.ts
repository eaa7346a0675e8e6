import type { StreetAddress } from '@portside/contract/street-address';
import type { Clock } from '../../../clock.ts';
import type { Once } from './once.ts';
import type { WholesaleStore } from './store.ts';
import type { Ask, Answer } from './wire.ts';

/** What its verbs share. */
export interface Wholesale {
  ask: Ask;
  store: WholesaleStore;
  once: Once;
  clock: Clock;
}

export const inquire = (
  { ask }: Pick<Wholesale, 'ask'>,
  who: { msisdn?: string; sim?: string },
): Promise<Answer> => ask('subsriberInquiry', { MSISDN: who.msisdn ?? '', sim: who.sim ?? '' });

/** Ten digits, however it writes them. */
export const numberIn = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

export const streetOf = (address: StreetAddress | undefined) => ({
  streetNumber: address?.streetNumber ?? '',
  streetDirection: address?.streetDirection ?? '',
  streetName: address?.streetName ?? '',
});

export const fingerprintOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
