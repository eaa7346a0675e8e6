import { expect, test } from 'vitest';
import { completeCarrier, NotOffered, withoutCapabilities } from './carrier-can.ts';
import type { CarrierPort } from './carrier.ts';

const verb = () => Promise.resolve(undefined);
const carrierWith = (...verbs: (keyof CarrierPort)[]) =>
  ({ name: 'small', ...Object.fromEntries(verbs.map((one) => [one, verb])) }) as CarrierPort;

test('[M07] a carrier can what it has verbs for; the others say that it does not offer them', () => {
  const small = completeCarrier(carrierWith('setNumberLock', 'viewNumberLock', 'activate'));
  expect([...small.can]).toEqual(['numberLock']);
  expect(() => small.usage({ msisdn: '2125550101' }, new Date(0))).toThrow(NotOffered);
  const less = withoutCapabilities(small, 'numberLock');
  expect([...less.can]).toEqual([]);
  expect(() => less.viewNumberLock({ msisdn: '2125550101' })).toThrow(NotOffered);
  expect(less).toMatchObject({ name: 'small', activate: verb });
});

test('[M07] a capability by halves stops the start, and what is missing is named', () => {
  const halves = () => completeCarrier(carrierWith('setNumberLock'));
  expect(halves).toThrow(/numberLock by halves: viewNumberLock is missing/);
});
