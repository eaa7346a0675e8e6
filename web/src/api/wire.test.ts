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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCall } from './call.ts';

/**
 * What the browser really sends for each call of section 7 and of I23, to the letter. The server's
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
  ['I05', viewUser, {}, 'GET /app/users/view'],
  [
    'I06',
    updateNickname,
    { id: 'lin_1', nickname: 'Kitchen' },
    'POST /app/users/sub-nickname/lin_1/update',
    { nickname: 'Kitchen' },
  ],
  [
    'I08',
    updatePortIn,
    { oldService, accountDetails: names, msisdn: '3125550142' },
    'POST /app/users/portin/temp/update',
    { oldService, accountDetails: names, msisdn: '3125550142' },
  ],
  [
    'I09',
    bringNumber,
    { ...number, oldService, ...temp },
    'POST /app/users/portin/bring/number',
    { ...number, oldService, ...temp },
  ],
  [
    'I09',
    bringNumber,
    { ...number, iccid: '890141000000000521', isAttSim: true, ...temp },
    'POST /app/users/portin/bring/number',
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
    'POST /app/users/portin/make/start',
    {
      oldService: { ...oldService, ...names },
      accountDetails: names,
      activationDetails: { simType: 'esim' },
      msisdn: '3125550142',
    },
  ],
  ['I12', deleteCard, { cardId: 'crd_1' }, 'DELETE /app/payments/cards', { cardId: 'crd_1' }],
  ['I13', listCards, {}, 'GET /app/payments/cards'],
  [
    'I14',
    setPrimaryCard,
    { cardId: 'crd_1' },
    'POST /app/payments/cards/setdefault',
    { cardId: 'crd_1' },
  ],
  ['I15', openCardPage, {}, 'GET /app/payments/storecardpage'],
  ['I16', changePassword, passwords, 'POST /app/users/changepassword', passwords],
  ['I17', editUser, names, 'PUT /app/users/edit', names],
  ['I17', editUser, address, 'PUT /app/users/edit', address],
  ['I17', editUser, { email: 'a@example.com' }, 'PUT /app/users/edit', { email: 'a@example.com' }],
  [
    'I17',
    editUser,
    { phoneNumber: '+13125550199' },
    'PUT /app/users/edit',
    { phoneNumber: '+13125550199' },
  ],
  ['I18', changeEmail, code, 'POST /app/users/validate-otp-update-email', code],
  [
    'I19',
    resendCode,
    { email: 'a@example.com' },
    'POST /app/users/resend/otp',
    { email: 'a@example.com' },
  ],
  ['I23', logout, {}, 'POST /app/users/logout'],
  ['I23', listSessions, {}, 'GET /app/users/sessions'],
  ['I23', endSession, { id: 'ses_1' }, 'DELETE /app/users/sessions/ses_1'],
  ['I23', listActivity, { cursor: 'a' }, 'GET /app/users/activity?cursor=a'],
  ['I23', stepUp, { password: 'a' }, 'POST /app/users/step-up', { password: 'a' }],
  ['I23', listLines, {}, 'GET /app/lines'],
  ['I23', viewEsim, { id: 'lin_1' }, 'GET /app/lines/lin_1/esim'],
  ['I23', viewCardPage, { sessionId: 's 1' }, 'GET /app/payments/storecardpage/s%201'],
  [
    'I23',
    placeOrder,
    { ...order, ...names, ...address, idempotencyKey: 'cart-1:1' },
    'POST /app/checkout/orders',
    { ...order, ...names, ...address },
  ],
  ['I23', viewOrder, { id: 'ord_1' }, 'GET /app/checkout/orders/ord_1'],
  [
    'I23',
    listTransactions,
    { month: 3, year: 2026, q: 'sloop', limit: 5, cursor: 'a' },
    'GET /app/payments/transactions?month=3&year=2026&q=sloop&limit=5&cursor=a',
  ],
  ['I23', listPortIns, {}, 'GET /app/portins'],
  ['I23', viewPortIn, { id: 'prt_1' }, 'GET /app/portins/prt_1'],
  ['I23', cancelPortIn, { id: 'prt_1' }, 'POST /app/portins/prt_1/cancel'],
];
/** Calls without the token. */
const anyones: Row[] = [
  [
    'I11',
    contactUs,
    { name: 'Maya', email: 'm@example.com', message: 'Hello' },
    'POST /app/users/contactus',
    { name: 'Maya', email: 'm@example.com', message: 'Hello' },
  ],
  ['I23', register, person, 'POST /app/users/register', person],
  [
    'I23',
    login,
    { email: 'm@example.com', password: 'a' },
    'POST /app/users/login',
    { email: 'm@example.com', password: 'a' },
  ],
  [
    'I23',
    askLoginCode,
    { email: 'm@example.com' },
    'POST /app/users/login/otp',
    { email: 'm@example.com' },
  ],
  [
    'I23',
    enterLoginCode,
    { email: 'm@example.com', otp: '123456' },
    'POST /app/users/login/otp/verify',
    { email: 'm@example.com', otp: '123456' },
  ],
  [
    'I23',
    forgotPassword,
    { email: 'm@example.com' },
    'POST /app/users/forgotpassword',
    { email: 'm@example.com' },
  ],
  ['I23', resetPassword, reset, 'POST /app/users/resetpassword', reset],
  ['I23', crmLogin, { ticket: 't' }, 'POST /app/users/login/crm', { ticket: 't' }],
  ['I23', nameBrowser, {}, 'POST /app/browsers'],
  ['I23', listPlans, {}, 'GET /app/plans'],
  ['I23', viewPlan, { id: 'sloop-12' }, 'GET /app/plans/sloop-12'],
  ['I23', viewCoverage, { zipCode: '10038' }, 'GET /app/coverage?zipCode=10038'],
  ['I23', listPrices, { zipCode: '10038' }, 'GET /app/plans/prices?zipCode=10038'],
  ['I23', askQuote, cart, 'POST /app/checkout/quote', cart],
  ['I23', checkSim, { iccid: '8901' }, 'POST /app/sim/check', { iccid: '8901' }],
  ['I23', checkDevice, { imei: '3500' }, 'POST /app/devices/check', { imei: '3500' }],
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
    line: 'POST /app/users/portin/check',
    body: JSON.stringify(number),
  });
  expect(check.headers.authorization).toBe('Bearer maya-token');
});

test('[I23] the key that makes an order happen once is a header', async () => {
  const placed = await sent(placeOrder, { ...order, idempotencyKey: 'cart-1:1' });
  expect(placed.headers['idempotency-key']).toBe('cart-1:1');
  expect(placed.body).not.toContain('cart-1:1');
});
