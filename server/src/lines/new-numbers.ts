import type { listNewNumbers as listNewNumbersCall } from '@portside/contract/new-numbers';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { coverageAt } from '../coverage/coverage.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';

const offerOf = ({ customerId }: Owner) => `offer ${customerId}`;

export async function listNewNumbers(
  app: App,
  who: Customer,
  { zipCode, others }: ParsedInputOf<typeof listNewNumbersCall>,
): Promise<OutputOf<typeof listNewNumbersCall> | Refused<'no_coverage'>> {
  if ((await coverageAt(app, who.tenant, zipCode)) === 'none') return refused('no_coverage');
  const { carrier } = app.adapters.of(who.tenant);
  const { numbers, until } = await carrier.offerNumbers({
    key: offerOf(who),
    zipCode,
    ...(others === 'true' && { others: true }),
  });
  return {
    numbers: numbers.map(({ msisdn: mdn, town, state }) => ({ mdn, town, state })),
    heldUntil: until.toISOString(),
  };
}

/**
 * Before anything is paid or changed. @param purpose what it is for, which keeps one number
 * @returns the key that the carrier keeps it under; undefined where none was chosen @throws
 * OutsideFailure
 */
export async function keepNewNumber(
  app: App,
  who: Customer,
  purpose: string,
  msisdn: string | undefined,
): Promise<string | undefined | Refused<'number_gone'>> {
  const { carrier } = app.adapters.of(who.tenant);
  if (!msisdn || !carrier.can.has('chooseNumber')) return undefined;
  const key = `kept ${who.customerId} ${purpose}`;
  const isKept = await carrier.keepNumber({ key, offered: offerOf(who), msisdn });
  return isKept ? key : refused('number_gone');
}
