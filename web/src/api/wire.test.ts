import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeEmail, editUser, resendCode, viewUser } from '@portside/contract/account';
import { askQuote, placeOrder, viewOrder } from '@portside/contract/checkout';
import type { Endpoint } from '@portside/contract/endpoint';
import { listLines, updateNickname } from '@portside/contract/lines';
import {
  deleteCard,
  listCards,
  listTransactions,
  openCardPage,
  setPrimaryCard,
  viewCardPage,
} from '@portside/contract/payments';
import { viewCoverage } from '@portside/contract/coverage';
import { listPlans, listPrices, viewPlan } from '@portside/contract/plans';
import {
  bringNumber,
  cancelPortIn,
  checkPortIn,
  listPortIns,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { endSession, listActivity, listSessions, nameBrowser } from '@portside/contract/sessions';
import {
  askLoginCode,
  changePassword,
  crmLogin,
  enterLoginCode,
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { checkDevice, checkSim, viewEsim } from '@portside/contract/sim';
import { contactUs } from '@portside/contract/support';
import { at, wire } from '@portside/contract/wire.suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCall } from './call.ts';

/**
 * What the browser really sends for each call of section 7 and of I23, verbatim. The server's
 * side of it is server/src/testing/wire.test.ts.
 */
interface Seen {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}
let server: Server;
let base: string;
let seen: Seen | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen = { line: `${request.method} ${request.url}`, headers: request.headers, body };
      response.end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function sent(endpoint: Endpoint, input: object): Promise<Seen> {
  const call = createCall(
    {
      base,
      client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'harbor-demo-key' },
      language: 'en',
      token: () => 'maya-token',
      cookies: () => '',
    },
    { failed: () => {}, sessionOver: () => {} },
  );
  await call(endpoint, input as never);
  if (!seen) throw new Error('Nothing was sent');
  return seen;
}

const oldService = { billingAccountNumber: '998877665', billingAccountPassword: '4321' };
const names = { firstName: 'Maya', lastName: 'Alvarez' };
const number = { msisdn: '3125550142', zipCode: '10038' };
const temp = { tempSubscriptionId: 'prt_1' };
const street = { streetNumber: '1', streetDirection: 'W', streetName: 'Pier Street' };
const address = { ...street, city: 'Boston', state: 'MA', zipCode: '02110' };
const code = { newEmail: 'a@example.com', otp: '12345' };
const passwords = { currentPassword: 'a', newPassword: 'b', confirmNewPassword: 'b' };
const person = { ...names, email: 'm@example.com', regPassword: 'a', confirmRegPassword: 'a' };
const reset = { token: 't', newPassword: 'b', confirmNewPassword: 'b' };
const cart = { planId: 'sloop-12', zipCode: '10038', promoCode: 'WELCOME10', cartId: 'cart-1' };
const order = { quoteId: 'quo_1', cartId: 'cart-1', cardId: 'crd_1', simType: 'esim', imei: '35' };

/** With the customer's token: endpoint, input, the line on the wire, and the body if there is one. */
type Row = [ids: string, endpoint: Endpoint, input: object, line: string, body?: object];
const customers: Row[] = [
  ['I05', viewUser, {}, wire.viewUser],
  [
    'I06',
    updateNickname,
    { id: 'lin_1', nickname: 'Kitchen' },
    at(wire.updateNickname, 'lin_1'),
    { nickname: 'Kitchen' },
  ],
  [
    'I08',
    updatePortIn,
    { oldService, accountDetails: names, msisdn: '3125550142' },
    wire.updatePortIn,
    { oldService, accountDetails: names, msisdn: '3125550142' },
  ],
  [
    'I09',
    bringNumber,
    { ...number, oldService, ...temp },
    wire.bringNumber,
    { ...number, oldService, ...temp },
  ],
  [
    'I09',
    bringNumber,
    { ...number, iccid: '890141000000000521', isAttSim: true, ...temp },
    wire.bringNumber,
    { ...number, iccid: '890141000000000521', isAttSim: true, ...temp },
  ],
  [
    'I10',
    resubmitPortIn,
    {
      oldService: { ...oldService, ...names },
      accountDetails: names,
      activationDetails: { simType: 'esim' },
      msisdn: '3125550142',
    },
    wire.resubmitPortIn,
    {
      oldService: { ...oldService, ...names },
      accountDetails: names,
      activationDetails: { simType: 'esim' },
      msisdn: '3125550142',
    },
  ],
  ['I12', deleteCard, { cardId: 'crd_1' }, wire.deleteCard, { cardId: 'crd_1' }],
  ['I13', listCards, {}, wire.listCards],
  ['I14', setPrimaryCard, { cardId: 'crd_1' }, wire.setPrimaryCard, { cardId: 'crd_1' }],
  ['I15', openCardPage, {}, wire.openCardPage],
  ['I16', changePassword, passwords, wire.changePassword, passwords],
  ['I17', editUser, names, wire.editUser, names],
  ['I17', editUser, address, wire.editUser, address],
  ['I17', editUser, { email: 'a@example.com' }, wire.editUser, { email: 'a@example.com' }],
  [
    'I17',
    editUser,
    { phoneNumber: '+13125550199' },
    wire.editUser,
    { phoneNumber: '+13125550199' },
  ],
  ['I18', changeEmail, code, wire.changeEmail, code],
  ['I19', resendCode, { email: 'a@example.com' }, wire.resendCode, { email: 'a@example.com' }],
  ['I23', logout, {}, wire.logout],
  ['I23', listSessions, {}, wire.listSessions],
  ['I23', endSession, { id: 'ses_1' }, at(wire.endSession, 'ses_1')],
  ['I23', listActivity, { cursor: 'a' }, `${wire.listActivity}?cursor=a`],
  ['I23', stepUp, { password: 'a' }, wire.stepUp, { password: 'a' }],
  ['I23', listLines, {}, wire.listLines],
  ['I23', viewEsim, { id: 'lin_1' }, at(wire.viewEsim, 'lin_1')],
  ['I23', viewCardPage, { sessionId: 's 1' }, at(wire.viewCardPage, 's 1')],
  [
    'I23',
    placeOrder,
    { ...order, ...names, ...address, idempotencyKey: 'cart-1:1' },
    wire.placeOrder,
    { ...order, ...names, ...address },
  ],
  ['I23', viewOrder, { id: 'ord_1' }, at(wire.viewOrder, 'ord_1')],
  [
    'I23',
    listTransactions,
    { month: 3, year: 2026, q: 'sloop', limit: 5, cursor: 'a' },
    `${wire.listTransactions}?month=3&year=2026&q=sloop&limit=5&cursor=a`,
  ],
  ['I23', listPortIns, {}, wire.listPortIns],
  ['I23', viewPortIn, { id: 'prt_1' }, at(wire.viewPortIn, 'prt_1')],
  ['I23', cancelPortIn, { id: 'prt_1' }, at(wire.cancelPortIn, 'prt_1')],
  // Their credit is taken off.
  ['I23', askQuote, cart, wire.askQuote, cart],
];
/** Calls without the token. */
const anyones: Row[] = [
  [
    'I11',
    contactUs,
    { name: 'Maya', email: 'm@example.com', message: 'Hello' },
    wire.contactUs,
    { name: 'Maya', email: 'm@example.com', message: 'Hello' },
  ],
  ['I23', register, person, wire.register, person],
  [
    'I23',
    login,
    { email: 'm@example.com', password: 'a' },
    wire.login,
    { email: 'm@example.com', password: 'a' },
  ],
  ['I23', askLoginCode, { email: 'm@example.com' }, wire.askLoginCode, { email: 'm@example.com' }],
  [
    'I23',
    enterLoginCode,
    { email: 'm@example.com', otp: '123456' },
    wire.enterLoginCode,
    { email: 'm@example.com', otp: '123456' },
  ],
  [
    'I23',
    forgotPassword,
    { email: 'm@example.com' },
    wire.forgotPassword,
    { email: 'm@example.com' },
  ],
  ['I23', resetPassword, reset, wire.resetPassword, reset],
  ['I23', crmLogin, { ticket: 't' }, wire.crmLogin, { ticket: 't' }],
  ['I23', nameBrowser, {}, wire.nameBrowser],
  ['I23', listPlans, {}, wire.listPlans],
  ['I23', viewPlan, { id: 'sloop-12' }, at(wire.viewPlan, 'sloop-12')],
  ['I23', viewCoverage, { zipCode: '10038' }, `${wire.viewCoverage}?zipCode=10038`],
  ['I23', listPrices, { zipCode: '10038' }, `${wire.listPrices}?zipCode=10038`],
  ['I23', checkSim, { iccid: '8901' }, wire.checkSim, { iccid: '8901' }],
  ['I23', checkDevice, { imei: '3500' }, wire.checkDevice, { imei: '3500' }],
];

const rows = [customers, anyones].flatMap((some) =>
  some.map(([ids, endpoint, input, line, body]) => {
    return { ids, endpoint, input, line, body, token: some === customers };
  }),
);

test.each(rows)(
  '[$ids] [I01] the browser sends $line',
  async ({ endpoint, input, line, token, body }) => {
    const call = await sent(endpoint, input);
    expect(call.line).toBe(line);
    expect(call.body === '' ? undefined : JSON.parse(call.body)).toEqual(body);
    expect(call.headers).toMatchObject({
      accept: 'application/json',
      'x-api-key': 'harbor-demo-key',
      'company-code': 'WEB-1',
      mvnoid: '6',
    });
    expect(call.headers.authorization).toBe(token ? 'Bearer maya-token' : undefined);
    expect(call.headers['content-type']).toBe(body ? 'application/json' : undefined);
  },
);

test('[I07] portin/check knows the customer where there is one', async () => {
  const check = await sent(checkPortIn, number);
  expect(check).toMatchObject({
    line: wire.checkPortIn,
    body: JSON.stringify(number),
  });
  expect(check.headers.authorization).toBe('Bearer maya-token');
});

test('[I23] the key that makes an order happen once is a header', async () => {
  const placed = await sent(placeOrder, { ...order, idempotencyKey: 'cart-1:1' });
  expect(placed.headers['idempotency-key']).toBe('cart-1:1');
  expect(placed.body).not.toContain('cart-1:1');
});
