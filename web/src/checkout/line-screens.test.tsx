// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  heading,
  openCheckout,
  type Opened,
  press,
  quote,
  said,
  toPhone,
} from '../testing/checkout-stage.tsx';
import {
  changeCart,
  lineHeading,
  lineTitles,
  openLines,
  threeLines,
  toLine,
  toReview,
} from '../testing/line-screens-stage.tsx';
import { fill, plan } from '../testing/stage.tsx';

const place = (page: Opened) => page.router.state.location.state as object;
const radio = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

async function bring(page: Opened, number: string) {
  await page.user.click(await radio('Bring my number'));
  await page.user.clear(screen.getByLabelText('Your number'));
  await fill(page.user, screen.getByLabelText('Your number'), number);
}

const numbers = ['6465550123', '6465550124', '6465550125'].map((mdn) => ({
  mdn,
  town: 'New York',
  state: 'NY',
}));
const listNewNumbers = () => ({ numbers, heldUntil: '2999-01-01T00:00:00Z' });

test('[P03] each line has a screen of its own, in order, and Back goes one screen back', async () => {
  const page = openLines();
  await toLine(page, 1);
  const first = screen.getByRole('heading', { level: 2, name: lineTitles[0] });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(place(page)).toEqual({ step: 'phone', fromPay: false });
  await press(page, 'Continue');
  await lineHeading(2);
  expect(place(page)).toEqual({ step: 'phone', line: 'second', fromPay: false });
  await press(page, 'Continue');
  await lineHeading(3);
  await act(() => page.router.navigate(-1));
  await lineHeading(2);
  await press(page, 'Back');
  await lineHeading(1);
  await press(page, 'Continue');
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Back');
  await lineHeading(3);
});

test('[P03] the steps say which line it is, in one item for all lines', async () => {
  const page = openLines();
  await toLine(page, 2);
  const items = () => within(screen.getByRole('list', { name: 'Steps of checkout' }));
  expect(items().getAllByRole('listitem')).toHaveLength(3);
  const shown = () =>
    screen.getByRole('list', { name: 'Steps of checkout' }).querySelector('[aria-current=step]');
  expect(shown()?.textContent).toContain('Line 2 of 3');
  await press(page, 'Continue');
  await press(page, 'Continue');
  await heading('Check and pay');
  await page.user.click(items().getByRole('button', { name: /Numbers/ }));
  await lineHeading(1);
  await press(page, 'Continue');
  await heading('Check and pay');
});

test('[P03] the order has each line’s SIM and number, in the order of the price', async () => {
  const page = openLines({ listNewNumbers });
  await toLine(page, 1);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(2);
  await page.user.click(await radio(/^SIM card/));
  await page.user.click(await radio('(646) 555-0124'));
  await press(page, 'Continue');
  await lineHeading(3);
  await page.user.click(await radio(/^eSIM/));
  await page.user.click(screen.getByText('Does your phone work with us?'));
  await fill(page.user, screen.getByLabelText(/^IMEI/), '350000020000015');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('placeOrder')).toEqual([
    {
      idempotencyKey: expect.stringContaining(page.held.id),
      quoteId: 'quo_85.47',
      cartId: page.held.id,
      cardId: 'card_visa',
      simType: 'esim',
      portIn: { tempSubscriptionId: 'prt_2125550100', msisdn: '2125550100', zipCode: '10038' },
      firstName: 'Maya',
      lastName: 'Alvarez',
      contactNumber: '+12125550101',
      streetNumber: '120',
      streetDirection: 'W',
      streetName: 'Fulton Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10038',
      shipping: {
        addressOne: '120 W Fulton Street',
        addressTwo: '',
        city: 'New York',
        state: 'NY',
        zipCode: '10038',
      },
      more: [
        { simType: 'physical', newNumber: '6465550124' },
        { simType: 'esim', imei: '350000020000015' },
      ],
    },
  ]);
});

test('[P03] the kind of SIM is that of the line before; phone and number are each line’s own', async () => {
  const page = openLines({ listNewNumbers });
  await toLine(page, 1);
  await page.user.click(await radio(/^SIM card/));
  await bring(page, '2125550100');
  await page.user.click(screen.getByText('Does your phone work with us?'));
  await fill(page.user, screen.getByLabelText(/^IMEI/), '350000020000015');
  await press(page, 'Continue');
  await lineHeading(2);
  expect((await radio(/^SIM card/)).checked).toBe(true);
  expect((await radio('Get a new number')).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/^IMEI/).value).toBe('');
  await page.user.click(await radio('Bring my number'));
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toBe('');
});

test('[P03] where SIM cards are sent to is asked once, at the first line that has one', async () => {
  const page = openLines();
  await toLine(page, 2);
  await page.user.click(await radio(/^SIM card/));
  await page.user.click(screen.getByRole('checkbox', { name: 'Same as the service address' }));
  const street = screen.getByLabelText('Address');
  await page.user.clear(street);
  await fill(page.user, street, '9 Dock Street');
  await press(page, 'Continue');
  await lineHeading(3);
  expect(screen.queryByText('Where do we send it?')).toBeNull();
  screen.getByText(
    'We send it to the same address as your other SIM card: 9 Dock Street, New York, NY 10038.',
  );
  await press(page, 'Continue');
  const review = (await heading('Check and pay')).closest('section');
  expect(review?.textContent?.match(/9 Dock Street/g)).toHaveLength(1);
  screen.getByText('SIM card, sent to the same address');
  // Now the first line has the first card.
  await press(page, 'Edit Line 1: Sloop');
  await page.user.click(await radio(/^SIM card/));
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('9 Dock Street');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')[0]?.shipping).toMatchObject({ addressOne: '9 Dock Street' });
});

test('[P03] half an address that no line asks for any more is asked for before paying', async () => {
  const page = openLines();
  await toReview(page);
  await press(page, 'Edit Line 2: Clipper 30 GB');
  await page.user.click(await radio(/^SIM card/));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Edit Line 1: Sloop');
  await page.user.click(await radio(/^SIM card/));
  await page.user.click(screen.getByRole('checkbox', { name: 'Same as the service address' }));
  await page.user.clear(screen.getByLabelText('Address'));
  await page.user.click(await radio(/^eSIM/));
  await press(page, 'Continue');
  await lineHeading(2);
  await press(page, 'Continue');
  await waitFor(() => expect(said('Address')).toBeTruthy());
  await fill(page.user, screen.getByLabelText('Address'), '9 Dock Street');
  await press(page, 'Continue');
  await heading('Check and pay');
});

test('[P03] each line is reviewed with its plan, and its Edit leads to its screen and back to paying', async () => {
  const page = openLines({ listNewNumbers });
  await toLine(page, 2);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(screen.getAllByText('Contact and service address')).toHaveLength(1);
  for (const name of ['Line 1: Sloop', 'Line 2: Clipper 30 GB', 'Line 3: Ferry 5 GB']) {
    expect(screen.getAllByRole('button', { name: `Edit ${name}` })).toHaveLength(1);
  }
  screen.getByText('(212) 555-0100');
  await press(page, 'Edit Line 3: Ferry 5 GB');
  await lineHeading(3);
  expect(place(page)).toEqual({ step: 'phone', line: 'third', fromPay: true });
  await page.user.click(await radio('(646) 555-0125'));
  await press(page, 'Continue');
  await heading('Check and pay');
  screen.getByText('(646) 555-0125');
});

test('[P03] a new number of another line is not offered, nor given away for others', async () => {
  const page = openLines({ listNewNumbers });
  await toLine(page, 1);
  expect(await screen.findByRole('button', { name: 'Show other numbers' })).toBeTruthy();
  await page.user.click(await radio('(646) 555-0123'));
  await press(page, 'Continue');
  await lineHeading(2);
  await radio('(646) 555-0124');
  expect(screen.queryByRole('radio', { name: '(646) 555-0123' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show other numbers' })).toBeNull();
  await press(page, 'Back');
  await lineHeading(1);
  expect((await radio('(646) 555-0123')).checked).toBe(true);
});

test('[P03] a number that another line brings is refused at once', async () => {
  const page = openLines();
  await toLine(page, 1);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(2);
  await bring(page, '(212) 555-0100');
  await press(page, 'Continue');
  await waitFor(() =>
    expect(said('Your number')).toBe(
      'Another line of this purchase brings this number. Please choose another one.',
    ),
  );
  expect(page.sent('checkPortIn')).toHaveLength(1);
  await bring(page, '2125550101');
  await press(page, 'Continue');
  await lineHeading(3);
});

test('[P03] an own number is for one line: the next one is offered the others', async () => {
  const own = (id: string, msisdn: string) => ({
    id,
    msisdn,
    status: 'awaiting_plan',
    lineId: null,
    required: [],
    waitsForPlan: true,
  });
  const page = openLines({
    listPortIns: () => ({ portIns: [own('prt_a', '2125550142'), own('prt_b', '2125550143')] }),
  });
  await toLine(page, 1);
  await waitFor(async () => expect((await radio('(212) 555-0142')).checked).toBe(true));
  await press(page, 'Continue');
  await lineHeading(2);
  await waitFor(async () => expect((await radio('(212) 555-0143')).checked).toBe(true));
  expect(screen.queryByRole('radio', { name: '(212) 555-0142' })).toBeNull();
  await press(page, 'Continue');
  await lineHeading(3);
  expect((await radio('Get a new number')).checked).toBe(true);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')).toMatchObject([
    { portIn: { msisdn: '2125550142' }, more: [{ portIn: { msisdn: '2125550143' } }, {}] },
  ]);
});

test('[P03] [P02] another ZIP Code of the address leads through each line whose number is near it', async () => {
  const page = openLines({
    listNewNumbers,
    listPortIns: () => ({
      portIns: [
        {
          id: 'prt_a',
          msisdn: '2125550142',
          status: 'awaiting_plan',
          lineId: null,
          required: [],
          waitsForPlan: true,
        },
      ],
    }),
  });
  await toLine(page, 1);
  await waitFor(async () => expect((await radio('(212) 555-0142')).checked).toBe(true));
  await page.user.click(await radio('Get a new number'));
  await page.user.click(await radio('(646) 555-0123'));
  await press(page, 'Continue');
  await lineHeading(2);
  await waitFor(async () => expect((await radio('(212) 555-0142')).checked).toBe(true));
  await press(page, 'Continue');
  await lineHeading(3);
  await page.user.click(await radio('(646) 555-0125'));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Edit Contact and service address');
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await fill(page.user, zip, '10007');
  await press(page, 'Continue');
  await lineHeading(1);
  expect((await radio('Any number')).checked).toBe(true);
  // Paying is not reached before both were seen.
  await act(() => page.router.navigate('/cart/checkout', { state: { step: 'pay' } }));
  await lineHeading(1);
  await press(page, 'Continue');
  await lineHeading(3);
  expect((await radio('Any number')).checked).toBe(true);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(JSON.stringify(page.sent('placeOrder'))).not.toContain('newNumber');
});

test('[P03] another ZIP Code for one line’s number shows the address and the other lines before paying', async () => {
  const page = openLines({ askQuote: ({ zipCode }) => quote(zipCode === '10007' ? 90 : 85.47) });
  await toReview(page);
  await press(page, 'Edit Line 2: Clipper 30 GB');
  await bring(page, '2125550100');
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await fill(page.user, zip, '10007');
  await press(page, 'Continue');
  await heading('Contact and service address');
  await press(page, 'Continue');
  await lineHeading(1);
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $90.00');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')).toMatchObject([
    { zipCode: '10007', more: [{ portIn: { zipCode: '10007' } }, {}] },
  ]);
});

test('[P03] a line that is added in another tab is seen before paying', async () => {
  const two = { ...threeLines, more: threeLines.more.slice(0, 1) };
  const page = openLines({}, two);
  await heading('Contact and service address');
  await press(page, 'Continue');
  await heading('Phone and number: line 1 of 2, Sloop');
  await press(page, 'Continue');
  await heading('Phone and number: line 2 of 2, Clipper 30 GB');
  await press(page, 'Continue');
  await heading('Check and pay');
  act(() => changeCart(page, threeLines));
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')[0]?.more).toHaveLength(2);
});

test('[P03] a line that is removed in another tab takes what was chosen for it along', async () => {
  const page = openLines();
  await toLine(page, 2);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(3);
  await bring(page, '2125550103');
  act(() => changeCart(page, { ...threeLines, more: threeLines.more.slice(1) }));
  await heading('Phone and number: line 2 of 2, Ferry 5 GB');
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toContain('0103');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('2125550100');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')[0]?.more).toMatchObject([{ portIn: { msisdn: '2125550103' } }]);
});

test('[P03] where the first line is removed, the next one keeps what was chosen for it', async () => {
  const page = openLines();
  await toLine(page, 1);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(2);
  await bring(page, '2125550102');
  await press(page, 'Continue');
  await lineHeading(3);
  const [second, third] = threeLines.more;
  act(() => changeCart(page, { ...threeLines, key: second.key, item: second.item, more: [third] }));
  await heading('Phone and number: line 2 of 2, Ferry 5 GB');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')).toMatchObject([{ portIn: { msisdn: '2125550102' } }]);
  expect(page.sent('placeOrder')[0]?.more).toHaveLength(1);
});

test('[P03] [C03] with one line the entries and the order are as ever', async () => {
  const page = openCheckout();
  await toPhone(page);
  expect(place(page)).toEqual({ step: 'phone', fromPay: false });
  const { draft, ...kept } = JSON.parse(
    sessionStorage.getItem('portside:checkout') ?? '{}',
  ) as Record<string, object>;
  expect(draft).toMatchObject({ more: {} });
  expect(Object.keys(kept['way'] ?? {}).toSorted()).toEqual(['asked', 'reached', 'shown', 'total']);
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(place(page)).toEqual({ step: 'pay', fromPay: false });
  await press(page, 'Pay $28.49');
  await waitFor(() => expect(page.sent('placeOrder')).toHaveLength(1));
  expect(page.sent('placeOrder')[0]).not.toHaveProperty('more');
  expect(page.held.item).toEqual(plan);
});
