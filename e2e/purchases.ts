import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { askAsCustomer, storedToken } from './customers.ts';
import { expect } from './journey.ts';
import { popular } from './shopping.ts';

interface Plans {
  readonly plans: readonly { readonly id: string; readonly retailName: string }[];
}

const harbor = { 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' };

export const cardOf = (number: string) => ({
  number,
  expiry: '12/34',
  cvv: number.startsWith('3782') ? '1234' : '123',
  cardholderName: 'Nora Quay',
});

export async function saveCard(
  page: Page,
  request: APIRequestContext,
  number: string,
): Promise<void> {
  const open = await askAsCustomer<{ url: string; sessionId: string }>(
    page,
    request,
    '/app/payments/storecardpage',
  );
  await request.post(new URL(open.url).pathname, {
    form: { ...cardOf(number), action: 'save' },
    maxRedirects: 0,
  });
  const { status } = await askAsCustomer<{ status: string }>(
    page,
    request,
    `/app/payments/storecardpage/${open.sessionId}`,
  );
  expect(status).toBe('complete');
}

interface Ordered {
  readonly portIn?: {
    readonly tempSubscriptionId: string;
    readonly msisdn: string;
    readonly zipCode: string;
    readonly oldService?: object;
  };
  readonly simType?: 'esim' | 'physical';
  /** Of a card at hand. */
  readonly iccid?: string;
}

export async function orderPlan(
  page: Page,
  request: APIRequestContext,
  number: string,
  { saved = false, ...more }: Ordered & { saved?: boolean } = {},
): Promise<string> {
  const cartId = `cart-${randomUUID()}`;
  const { plans } = await askAsCustomer<Plans>(page, request, '/app/plans');
  const planId = plans.find(({ retailName }) => retailName === popular.name)?.id;
  const quote = await post<{ quoteId: string }>(page, request, '/app/checkout/quote', {
    planId,
    cartId,
    zipCode: '10038',
  });
  const token = await request.post('/sandbox/pay/tokens', { data: cardOf(number) });
  const { paymentToken } = (await token.json()) as { paymentToken: string };
  const place = { city: 'New York', state: 'NY', zipCode: '10038' };
  const order = await post<{ status: string }>(page, request, '/app/checkout/orders', {
    quoteId: quote.quoteId,
    cartId,
    paymentToken,
    saveCard: saved,
    simType: 'esim',
    firstName: 'Nora',
    lastName: 'Quay',
    streetNumber: '14',
    streetName: 'Pier Street',
    ...place,
    ...more,
    ...(more.simType === 'physical' && {
      shipping: {
        addressOne: '14 Pier Street',
        ...place,
      },
    }),
  });
  return order.status;
}

async function buyPlans(
  page: Page,
  request: APIRequestContext,
  number: string,
  { count = 1, saved = false } = {},
): Promise<string[]> {
  for (let bought = 0; bought < count; bought += 1) {
    expect(await orderPlan(page, request, number, { saved })).toBe('paid');
  }
  let lines: { mdn: string; status: string }[] = [];
  const look = async () => {
    ({ lines } = await askAsCustomer<{ lines: typeof lines }>(page, request, '/app/lines'));
    return lines.filter(({ status }) => status === 'active').length;
  };
  await expect.poll(look, { timeout: 45_000, message: 'the lines that are on' }).toBe(count);
  return lines.map(({ mdn }) => `(${mdn.slice(0, 3)}) ${mdn.slice(3, 6)}-${mdn.slice(6)}`);
}

export async function buyPlan(
  page: Page,
  request: APIRequestContext,
  number: string,
  saved: boolean,
): Promise<string> {
  const [line = ''] = await buyPlans(page, request, number, { saved });
  return line;
}

export async function post<Answer>(
  page: Page,
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const authorization = `Bearer ${await storedToken(page)}`;
  const headers = { ...harbor, authorization, 'idempotency-key': randomUUID() };
  const answer = await request.post(path, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Answer;
}
