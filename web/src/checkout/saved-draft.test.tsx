// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answers } from '../testing/stage.tsx';

type Stage = typeof import('../testing/checkout-stage.tsx');

afterEach(() => vi.resetModules());

const discounted: Answers = {
  listPortIns: () => ({ portIns: [] }),
  checkPortIn: () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' }),
};

/** Checkout in a page that has just been loaded: nothing is left of the one before but its storage. */
async function load(answers: Answers = {}, options: Parameters<Stage['openCheckout']>[1] = {}) {
  cleanup();
  vi.resetModules();
  const stage: Stage = await import('../testing/checkout-stage.tsx');
  const { quote } = stage;
  const page = stage.openCheckout(
    {
      ...discounted,
      askQuote: ({ promoCode }) => (promoCode ? quote(25.99) : quote()),
      ...answers,
    },
    options,
  );
  const type = async (label: string | RegExp, text: string) => {
    await page.user.click(await screen.findByLabelText(label));
    await page.user.paste(text);
  };
  return { ...stage, page, type, press: (name: string) => stage.press(page, name) };
}

const again = { sameCart: true } as const;
const summary = () => within(screen.getByRole('complementary', { name: 'Order summary' }));
const inStorage = () => JSON.stringify({ ...localStorage, ...sessionStorage });

/** To paying, with a number of one's own and a promo code. */
async function begin() {
  const opened = await load();
  const { page, type, press, heading, toPhone } = opened;
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  await type('Your number', '2125550100');
  await press('Continue');
  await heading('Check and pay');
  await type(/^Promo code/, 'WELCOME10');
  await press('Apply');
  await screen.findByText('WELCOME10 is applied.');
  return opened;
}

test('[C05] a page loaded anew is at the step it was at, with the number, the promo code and the total', async () => {
  const first = await begin();
  await first.press('Edit Contact and service address');
  await first.type('City', ' City');
  first.page.close();

  const { page, press, heading } = await load({}, again);
  await heading('Contact and service address');
  expect(screen.getByText('New York City, NY 10038')).toBeTruthy();
  await waitFor(() => expect(summary().getAllByText('$25.99').length).toBeGreaterThan(0));
  expect(page.sent('askQuote').map(({ promoCode }) => promoCode)).toEqual(['WELCOME10']);
  await press('Continue');
  await heading('Phone and number');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bring my number' }).checked).toBe(
    true,
  );
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toContain('555');
  await press('Continue');
  await heading('Check and pay');
  expect(screen.getByText('WELCOME10 is applied.')).toBeTruthy();
});

test('[C05] the review is there again with the saved card that was chosen, and pays', async () => {
  const first = await load();
  await first.toPay(first.page);
  await first.page.user.click(await screen.findByRole('radio', { name: /^Mastercard/ }));
  first.page.close();

  const { page, press, heading } = await load({}, again);
  await heading('Check and pay');
  await press('Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')[0]).toMatchObject({ cardId: 'card_mc', zipCode: '10038' });
  expect(inStorage()).not.toContain('Fulton Street');
});

test('a price that is another one by now is said before it is paid', async () => {
  const first = await load();
  await first.toPay(first.page);
  first.page.close();
  const { heading } = await load({ askQuote: () => first.quote(30) }, again);
  await heading('Check and pay');
  await screen.findByText('It was $28.49 and is now $30.00. You haven’t paid anything.');
});

test('a promo code that has expired is reported where it is typed', async () => {
  const first = await begin();
  first.page.close();
  const message = 'This promo code has expired.';
  const { no } = await import('../testing/stage.tsx');
  const { heading, said } = await load(
    {
      askQuote({ promoCode }) {
        if (!promoCode) return first.quote();
        throw no(422, {
          message,
          reason: 'promo_expired',
          errors: [{ field: 'promoCode', message }],
        });
      },
    },
    again,
  );
  await heading('Check and pay');
  await waitFor(() => expect(said('Promo code (optional)')).toContain(message));
  // Without it there is a price all the same.
  expect(screen.getByRole('button', { name: 'Pay $28.49' })).toBeTruthy();
});

test('a review whose price does not come says so, and asks again by a press', async () => {
  const first = await load();
  await first.toPay(first.page);
  first.page.close();
  const { lost } = await import('../testing/stage.tsx');
  let down = true;
  const { press, heading } = await load(
    {
      askQuote() {
        if (down) throw lost();
        return first.quote();
      },
    },
    again,
  );
  await heading('Check and pay');
  await screen.findByText('The price didn’t load');
  down = false;
  await press('Try again');
  await screen.findByRole('button', { name: 'Pay $28.49' });
});

test('of a new card nothing is written down: it is asked for again, and nothing else is', async () => {
  const first = await load();
  await first.fillCard(first.page);
  for (const secret of ['4242424242424242', '4242 4242', '12/88', '123"', 'tok_1']) {
    expect(inStorage()).not.toContain(secret);
  }
  first.page.close();
  const { page, heading } = await load({}, again);
  await heading('Check and pay');
  const { fillCard } = await import('../testing/checkout-stage.tsx');
  expect(fillCard).toBeTruthy();
  await page.user.click(await screen.findByRole('radio', { name: 'New card' }));
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Maya Alvarez');
});

test('[H06] [H07] the old carrier’s secrets are not written down, and asked for again before the review', async () => {
  const first = await load();
  await first.toPhone(first.page);
  await first.page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  await first.type('Your number', '2125550100');
  await first.page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await first.type('Account number', '100200300');
  await first.type(/^Number Transfer PIN/, '482913');
  await first.press('Continue');
  await first.heading('Check and pay');
  expect(inStorage()).toContain('2125550100');
  expect(inStorage()).not.toContain('100200300');
  expect(inStorage()).not.toContain('482913');
  first.page.close();

  const { page, type, press, heading, said } = await load({}, again);
  await heading('Phone and number');
  expect(said('Account number')).toBe('Please enter Billing Account Number');
  await type('Account number', '100200300');
  await type(/^Number Transfer PIN/, '482913');
  await press('Continue');
  await heading('Check and pay');
  await press('Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')[0]?.portIn).toMatchObject({
    oldService: { billingAccountNumber: '100200300', billingAccountPassword: '482913' },
  });
});

test('[M07] a birthday for the old carrier is not written down, and is asked for again before the review', async () => {
  const asks = {
    checkPortIn: () => ({
      eligible: true,
      message: 'Yes',
      tempSubscriptionId: 'prt_1',
      required: ['firstName', 'birthday'],
    }),
  };
  const first = await load(asks);
  await first.toPhone(first.page);
  await first.page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  await first.type('Your number', '2125550100');
  await first.press('Continue');
  await first.heading('Check and pay');
  await first.press('Back');
  await first.heading('Phone and number');
  await first.page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await first.type('First name', 'Quentin');
  const typed = { target: { value: '1985-03-14' } };
  fireEvent.change(screen.getByLabelText('Date of birth'), typed);
  await first.press('Continue');
  await first.heading('Check and pay');
  expect(inStorage()).not.toMatch(/1985|Quentin/);
  first.page.close();

  const { heading, said } = await load(asks, again);
  await heading('Phone and number');
  await screen.findByLabelText('Date of birth');
  expect(said('Date of birth')).toBe('Please enter your date of birth');
});

test('what one person typed is shown neither to another who logs in, nor in another cart', async () => {
  const { freshToken, maya, plan } = await import('../testing/stage.tsx');
  const first = await load({}, { token: freshToken(3600, maya.id) });
  await first.toPay(first.page);
  first.page.close();

  // Known by the token, before the server has said whose it is.
  const omar = await load(
    { viewUser: () => new Promise(() => {}) },
    { ...again, token: freshToken(3600, 'cus_omar') },
  );
  await omar.heading('Contact and service address');
  expect(screen.getByLabelText<HTMLInputElement>('ZIP Code').value).toBe('10038');
  expect(inStorage()).not.toContain('Fulton Street');
  omar.page.close();

  const maja = await load({}, { token: freshToken(3600, maya.id) });
  await maja.toPay(maja.page);
  maja.page.close();
  const { cart } = await import('../cart/cart.ts');
  cart.add({ ...plan, id: 'harbor-30' });
  const other = await load({}, { ...again, token: freshToken(3600, maya.id) });
  await other.heading('Contact and service address');
});

test('what was typed in a second account goes on when it went over into the one that was there', async () => {
  const { freshToken, maya } = await import('../testing/stage.tsx');
  const first = await load({}, { token: freshToken(3600, 'usr_second') });
  await first.toPay(first.page);
  const { session } = await import('../api/session.ts');
  session.join(freshToken(3600, maya.id), 'usr_second');
  first.page.close();

  const home = await load({}, { ...again, token: freshToken(3600, maya.id) });
  await home.heading('Check and pay');
  home.page.close();
  const stranger = await load({}, { ...again, token: freshToken(3600, 'usr_omar') });
  await stranger.heading('Contact and service address');
});

test('an own number that has gone to another line is not bought for: a new one is chosen', async () => {
  const own = {
    id: 'prt_own',
    msisdn: '2125550142',
    status: 'awaiting_plan',
    lineId: null,
    required: [],
    waitsForPlan: true,
  };
  const first = await load({ listPortIns: () => ({ portIns: [own] }) });
  await first.toPhone(first.page);
  const card = await screen.findByRole<HTMLInputElement>('radio', { name: '(212) 555-0142' });
  await waitFor(() => expect(card.checked).toBe(true));
  await first.press('Continue');
  await first.heading('Check and pay');
  await first.press('Back');
  await first.heading('Phone and number');
  first.page.close();

  const { heading } = await load({}, again);
  await heading('Phone and number');
  const fresh = await screen.findByRole<HTMLInputElement>('radio', { name: 'Get a new number' });
  await waitFor(() => expect(fresh.checked).toBe(true));
});

test.each(['', 'null', '{"cartId":7}', 'not json'])(
  'a draft that cannot be read is none: %s',
  async (stored) => {
    const first = await load();
    await first.toPay(first.page);
    first.page.close();
    sessionStorage.setItem('portside:checkout', stored);
    const { heading } = await load({}, again);
    await heading('Contact and service address');
  },
);

test('[C05] a draft of the five old steps keeps what was typed, and begins at the first screen', async () => {
  const first = await begin();
  first.page.close();
  const kept = JSON.parse(sessionStorage.getItem('portside:checkout') ?? '{}') as { way: object };
  const { asked } = kept.way as { asked: object };
  const old = { ...kept, way: { step: 3, furthest: 4, asked, total: 25.99 } };
  sessionStorage.setItem('portside:checkout', JSON.stringify(old));
  const { page, press, heading } = await load({}, again);
  await heading('Contact and service address');
  await waitFor(() => expect(page.sent('askQuote')).toHaveLength(1));
  await press('Continue');
  await heading('Phone and number');
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toContain('555');
  await press('Continue');
  await heading('Check and pay');
  expect(screen.getByText('WELCOME10 is applied.')).toBeTruthy();
});
