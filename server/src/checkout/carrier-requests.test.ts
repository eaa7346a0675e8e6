import { viewUser } from '@portside/contract/account';
import { askQuote, placeOrder } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { updatePortIn } from '@portside/contract/port-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ActivationRequest } from '../adapters/carrier/carrier-activations.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import type { PortInRequest } from '../adapters/carrier/carrier-port-ins.ts';
import type { TaxPort } from '../adapters/tax/tax.ts';
import { minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { draftOf, oldService } from '../testing/porting.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** What the customer typed must come to the carrier as it was typed: nothing is left on the way. */
let app: TestApp;
let activations: ActivationRequest[] = [];
let portIns: PortInRequest[] = [];
let taxes: Parameters<TaxPort['taxes']>[0][] = [];
beforeAll(async () => {
  const listening = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    activate(request) {
      activations.push(request);
      return carrier.activate(request);
    },
    submitPortIn(request) {
      portIns.push(request);
      return carrier.submitPortIn(request);
    },
  });
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: listening(opened.carrier),
        tax: {
          ...opened.tax,
          taxes(request) {
            taxes.push(request);
            return opened.tax.taxes(request);
          },
        },
      }),
    },
  });
});
beforeEach(() => {
  activations = [];
  portIns = [];
});
afterAll(() => app.close());

const boston = { city: 'Boston', state: 'MA', zipCode: '02110' };
const imei = '350000000000006';

async function order(customer: Caller, change: Partial<InputOf<typeof placeOrder>>) {
  const cart = await fillCart(app, { zipCode: '02110', planId: 'cutter-25' });
  const token = await paymentToken(app, cards.visa);
  const input = orderOf(cart, { ...boston, paymentToken: token, ...change });
  expect(await customer.call(placeOrder, input)).toMatchObject({ status: 'paid' });
}

test('[H16] [H21] [H22] an order’s names, ZIP code, plan, SIM and phone come to the carrier', async () => {
  const customer = await newcomer(app);
  const iccid = '890141000000000711';
  // Ordered for somebody else than the account's owner.
  const person = { firstName: 'Rae', lastName: 'Moreno' };
  await order(customer, { ...person, simType: 'physical', iccid, imei });
  const [asked] = await app.eventually(async () => (activations.length ? activations : undefined));
  expect(asked).toMatchObject({
    zipCode: '02110',
    simType: 'physical',
    iccid,
    imei,
    planId: 'cutter-25',
    subscriber: person,
  });
});

const home = {
  streetNumber: '14',
  streetDirection: 'NE',
  streetName: 'Pier Street',
  streetUnit: 'Apt 4B',
  ...boston,
};

test('the address of the order, with its unit, comes to the carrier: help is sent there', async () => {
  const customer = await newcomer(app);
  await order(customer, home);
  const [first] = await app.eventually(async () => (activations.length ? activations : undefined));
  expect(first?.address).toEqual(home);
  expect(await customer.call(viewUser, {})).toMatchObject(home);

  // The next line is for somewhere else; the profile stays as it is.
  activations = [];
  const away = { ...home, streetNumber: '9', streetUnit: 'Suite 2' };
  await order(customer, away);
  const [second] = await app.eventually(async () => (activations.length ? activations : undefined));
  expect(second?.address).toEqual(away);
  expect(await customer.call(viewUser, {})).toMatchObject(home);
  // The sandbox writes its log after it has answered.
  const log = async () => (await app.fetch('/sandbox/carrier')).text();
  await expect.poll(log).toContain('used at 9 NE Pier Street, Suite 2, Boston, MA 02110');
});

test('name and address of the order come to the carrier with a number that is brought, too', async () => {
  const customer = await newcomer(app);
  const msisdn = '3125550172';
  const tempSubscriptionId = await draftOf(customer, msisdn, '60601');
  const portIn = { tempSubscriptionId, msisdn, zipCode: '02110', oldService };
  const person = { firstName: 'Rae', lastName: 'Moreno' };
  await order(customer, { ...home, ...person, portIn });
  const [asked] = await app.eventually(async () => (portIns.length ? portIns : undefined));
  expect(asked).toMatchObject({ msisdn, address: home, subscriber: person });
});

test('the tax question has the street with its unit, as far as it is known', async () => {
  taxes = [];
  const customer = await newcomer(app);
  const { state: _state, zipCode, ...street } = home;
  const cart = await fillCart(app, { zipCode, planId: 'cutter-25' });
  expect(taxes.at(-1)).not.toHaveProperty('address');
  await app.anyone.call(askQuote, {
    planId: 'cutter-25',
    cartId: cart.cartId,
    zipCode,
    address: {
      ...street,
      streetDirection: '',
    },
  });
  expect(taxes.at(-1)?.address).toEqual({ ...street, streetDirection: '' });

  // An order whose price has expired is priced again, for its own address.
  app.clock.move(minutes(31));
  const token = await paymentToken(app, cards.visa);
  const stale = await customer.refusal(placeOrder, orderOf(cart, { ...home, paymentToken: token }));
  expect(stale.problem.reason).toBe('quote_expired');
  expect(taxes.at(-1)?.address).toMatchObject(street);
});

test('[G08] [I08] the new owner, the old account and the ZIP code of a port-in come to the carrier', async () => {
  const customer = await newcomer(app);
  const msisdn = '3125550171';
  const tempSubscriptionId = await draftOf(customer, msisdn, '60601');
  const accountDetails = { firstName: 'Rae', lastName: 'Moreno' };
  await customer.call(updatePortIn, {
    msisdn,
    tempSubscriptionId,
    oldService: { ...oldService, firstName: 'Old', lastName: 'Owner', zipCode: '60602' },
    accountDetails,
  });
  await order(customer, { imei, portIn: { tempSubscriptionId, msisdn, zipCode: '02110' } });
  const [asked] = await app.eventually(async () => (portIns.length ? portIns : undefined));
  expect(asked).toMatchObject({
    msisdn,
    zipCode: '02110',
    oldAccount: {
      accountNumber: '998877665',
      pin: '4321',
      firstName: 'Old',
      lastName: 'Owner',
      zipCode: '60602',
    },
    subscriber: accountDetails,
    sim: { simType: 'esim', imei },
  });
});
