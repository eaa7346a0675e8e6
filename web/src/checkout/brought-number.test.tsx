// @vitest-environment jsdom
import { deviceSentences } from '@portside/contract/sim';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  heading,
  type Opened,
  openCheckout,
  press,
  said,
  toPhone,
} from '../testing/checkout-stage.tsx';
import type { Answers } from '../testing/stage.tsx';
import { no } from '../testing/stage.tsx';

function open(answers: Answers = {}) {
  return openCheckout({
    listPortIns: () => ({ portIns: [] }),
    checkPortIn: () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' }),
    ...answers,
  });
}

/** As from the clipboard: what is typed key by key is shown elsewhere. */
async function fill(page: Opened, label: string | RegExp, text: string) {
  await page.user.click(screen.getByLabelText(label));
  await page.user.paste(text);
}

async function bring(page: Opened, number: string) {
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  if (number) await fill(page, 'Your number', number);
}

async function pay(page: Opened) {
  await heading('Check and pay');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
}

test('[H23] [I07] [I23] a number comes along: checked before paying, its details later', async () => {
  const page = open();
  await bring(page, '(212) 555-0100');
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('checkPortIn')).toEqual([{ msisdn: '2125550100', zipCode: '10038' }]);
  expect(page.sent('placeOrder')[0]?.portIn).toEqual({
    tempSubscriptionId: 'prt_1',
    msisdn: '2125550100',
    zipCode: '10038',
  });
});

test('[H06] [H07] [I23] the old carrier’s details can come with the order', async () => {
  const page = open();
  await bring(page, '2125550100');
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await press(page, 'Continue');
  expect(said('Account number')).toBe('Please enter Billing Account Number');
  expect(page.sent('checkPortIn')).toEqual([]);
  await fill(page, 'Account number', '100200300');
  await fill(page, /^Number Transfer PIN/, '482913');
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toMatchObject({
    oldService: { billingAccountNumber: '100200300', billingAccountPassword: '482913' },
  });
  // Nothing of it is kept in the browser.
  expect(JSON.stringify({ ...localStorage })).not.toContain('482913');
});

test('[G07] with a SIM card by mail nothing is said to begin with the payment', async () => {
  const page = openCheckout({
    listPortIns: () => ({ portIns: [] }),
    checkPortIn: () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' }),
    viewAutopayConsent: () => ({ version: '1', text: 'I allow it.' }),
  });
  await bring(page, '2125550100');
  await page.user.click(screen.getByRole('radio', { name: /^SIM card/ }));
  screen.getByText(/The transfer starts when you activate the SIM card\./);
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await fill(page, 'Account number', '100200300');
  await fill(page, /^Number Transfer PIN/, '482913');
  await press(page, 'Continue');
  const review = (await heading('Check and pay')).closest('section');
  await screen.findByText(/The first charge is 29 days after your line starts\./);
  expect(review?.textContent).toContain('when you activate the SIM card');
  expect(review?.textContent).not.toMatch(/once you’ve paid|first charge is around/);
});

test.each([
  ['', 'Please enter your number'],
  ['12345', 'Please enter a valid number'],
  ['1112223333', 'Please enter a valid number'],
])('[H23] the number "%s" is told under its field', async (typed, sentence) => {
  const page = open();
  await bring(page, typed);
  await press(page, 'Continue');
  await waitFor(() => expect(said('Your number')).toBe(sentence));
  expect(page.sent('checkPortIn')).toEqual([]);
});

test('[H23] a number that cannot come says why, and a new one goes on without it', async () => {
  const message = 'This number can’t be transferred.';
  const page = open({
    checkPortIn: () => ({ eligible: false, reason: 'not_portable', message }),
  });
  await bring(page, '2125550180');
  await press(page, 'Continue');
  await waitFor(() => expect(said('Your number')).toBe(message));
  await page.user.click(screen.getByRole('radio', { name: 'Get a new number' }));
  await press(page, 'Continue');
  await heading('Check and pay');
});

test('[H23] an order that lost its number comes back to it', async () => {
  const message = 'This number can no longer be transferred. Please check it again.';
  const page = open({
    placeOrder() {
      const errors = [{ field: 'yourNumber', message }];
      throw no(422, { message, reason: 'port_in_ended', errors });
    },
  });
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await press(page, 'Pay $28.49');
  await heading('Phone and number');
  await waitFor(() => expect(said('Your number')).toBe(message));
});

const free = (more: object) => ({
  listPortIns: () => ({
    portIns: [
      {
        id: 'prt_9',
        msisdn: '2125550107',
        lineId: null,
        required: [],
        waitsForPlan: true,
        ...more,
      },
    ],
  }),
});
const own = () => screen.findByRole<HTMLInputElement>('radio', { name: '(212) 555-0107' });

const proof = ['zipCode', 'address', 'city', 'state', 'birthday'] as const;
const asksMore: Answers = {
  checkPortIn: ({ msisdn }) => ({
    eligible: true,
    message: 'Yes',
    tempSubscriptionId: `prt_${String(msisdn)}`,
    ...(msisdn === '2125550199' && { required: ['billingAccount', 'pinPassword', ...proof] }),
  }),
};

async function giveUsual(page: Opened) {
  await fill(page, 'Account number', '100200300');
  await fill(page, /^Number Transfer PIN/, '482913');
}

async function giveProof(page: Opened) {
  await fill(page, 'Address on your old carrier’s account', '12 Oak Street');
  await fill(page, 'City', 'Albany');
  await page.user.click(screen.getByRole('combobox', { name: 'State' }));
  await page.user.click(await screen.findByRole('option', { name: 'New York' }));
  await fill(page, 'ZIP Code on your old carrier’s account', '12207');
  fireEvent.change(screen.getByLabelText('Date of birth'), { target: { value: '1985-03-14' } });
}

const given = { address: '12 Oak Street', city: 'Albany', state: 'NY', zipCode: '12207' };

test('[M07] [H06] whatever else this number’s old carrier wants is asked right after the check, and goes with the order', async () => {
  const page = open(asksMore);
  await bring(page, '2125550199');
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  expect(screen.queryByLabelText('Date of birth')).toBeNull();
  await giveUsual(page);
  await press(page, 'Continue');
  await waitFor(() => expect(said('Date of birth')).toBe('Please enter your date of birth'));
  expect(said('ZIP Code on your old carrier’s account')).toBe('Please enter 5 digit ZIP Code');
  await heading('Phone and number');
  await giveProof(page);
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]).toMatchObject({
    zipCode: '10038',
    portIn: {
      zipCode: '10038',
      oldService: {
        ...given,
        billingAccountNumber: '100200300',
        billingAccountPassword: '482913',
        birthday: '1985-03-14',
      },
    },
  });
});

test('[M07] what one number’s old carrier wants is not asked about another number, and nobody must tell it before paying', async () => {
  const page = open(asksMore);
  await bring(page, '2125550199');
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await giveUsual(page);
  await press(page, 'Continue');
  await screen.findByLabelText('Date of birth');
  await page.user.clear(screen.getByLabelText('Your number'));
  await fill(page, 'Your number', '2125550100');
  expect(screen.queryByLabelText('Date of birth')).toBeNull();
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Back');
  await page.user.clear(screen.getByLabelText('Your number'));
  await fill(page, 'Your number', '2125550199');
  await press(page, 'Continue');
  await screen.findByLabelText('Date of birth');
  await page.user.click(screen.getByRole('radio', { name: 'Later' }));
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toEqual({
    tempSubscriptionId: 'prt_2125550199',
    msisdn: '2125550199',
    zipCode: '10038',
  });
});

test('[M07] of a number that was checked before, checkout asks what is still missing and nothing else', async () => {
  const page = open(free({ status: 'draft', required: [...proof], waitsForPlan: false }));
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  expect(screen.queryByLabelText('Account number')).toBeNull();
  await press(page, 'Continue');
  expect(said('Date of birth')).toBe('Please enter your date of birth');
  await giveProof(page);
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toEqual({
    tempSubscriptionId: 'prt_9',
    msisdn: '2125550107',
    zipCode: '10038',
    oldService: { ...given, birthday: '1985-03-14' },
  });
});

test('a number that is here already and waits for a plan is taken along', async () => {
  const page = open(free({ status: 'completed' }));
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toMatchObject({
    tempSubscriptionId: 'prt_9',
    msisdn: '2125550107',
  });
});

test('[I09] [I23] a number that waits for a plan comes along without being typed again', async () => {
  const page = open(free({ status: 'awaiting_plan' }));
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  expect(screen.queryByLabelText('Your number')).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Later' })).toBeNull();
  await press(page, 'Continue');
  const review = (await heading('Check and pay')).closest('section');
  expect(review?.textContent).toContain('Transferred from your old carrier once you’ve paid');
  await press(page, 'Pay $28.49');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(page.sent('checkPortIn')).toEqual([]);
  expect(page.sent('placeOrder')[0]?.portIn).toEqual({
    tempSubscriptionId: 'prt_9',
    msisdn: '2125550107',
    zipCode: '10038',
  });
});

test('[H06] [H07] [I23] a number that was only checked comes along, and its details can come with it', async () => {
  const required = ['billingAccount', 'pinPassword'];
  const page = open(free({ status: 'draft', required, waitsForPlan: false }));
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  await page.user.click(screen.getByRole('radio', { name: 'Now' }));
  await press(page, 'Continue');
  expect(said('Account number')).toBe('Please enter Billing Account Number');
  await fill(page, 'Account number', '100200300');
  await fill(page, /^Number Transfer PIN/, '482913');
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toMatchObject({
    tempSubscriptionId: 'prt_9',
    oldService: { billingAccountNumber: '100200300', billingAccountPassword: '482913' },
  });
});

test('[I23] who wants a new number all the same gets one, and is not asked again', async () => {
  const page = open(free({ status: 'awaiting_plan' }));
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  await page.user.click(screen.getByRole('radio', { name: 'Get a new number' }));
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Back');
  await heading('Phone and number');
  expect((await own()).checked).toBe(false);
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toBeUndefined();
});

test('[H23] [I23] who has a number that waits can bring another one instead', async () => {
  const page = open(free({ status: 'awaiting_plan' }));
  await bring(page, '2125550100');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bring my number' }).checked).toBe(
    true,
  );
  await press(page, 'Continue');
  await pay(page);
  expect(page.sent('placeOrder')[0]?.portIn).toMatchObject({ msisdn: '2125550100' });
});

test('a number of somebody’s other line, or one that is on its way, is not offered', async () => {
  for (const taken of [{ lineId: 'lin_1' }, { status: 'pending' }, { status: 'cancelled' }]) {
    const page = open(free({ status: 'awaiting_plan', ...taken }));
    await toPhone(page);
    await waitFor(() => expect(page.sent('listPortIns')).toHaveLength(1));
    expect(
      screen.getByRole('radiogroup', { name: 'Your phone number' }).querySelectorAll('input'),
    ).toHaveLength(2);
    page.close();
  }
});

test('[H28] an own number that is gone at the order is told where it was chosen', async () => {
  const message = 'This number can no longer be transferred. If it’s yours, please contact us.';
  const page = open({
    ...free({ status: 'awaiting_plan' }),
    placeOrder() {
      const errors = [{ field: 'yourNumber', message }];
      throw no(422, { message, reason: 'number_taken', errors });
    },
  });
  await toPhone(page);
  await waitFor(async () => expect((await own()).checked).toBe(true));
  await press(page, 'Continue');
  await press(page, 'Pay $28.49');
  await heading('Phone and number');
  const choice = await screen.findByRole('radiogroup', { name: 'Your phone number' });
  await waitFor(() => expect(choice.textContent).toContain(message));
});

const device = (more: object) => ({
  tac: '35000000',
  compatible: true,
  esim: true,
  locked: false,
  blocked: false,
  message: deviceSentences.esim,
  ...more,
});

test.each([
  [{ compatible: false, locked: true, message: deviceSentences.locked }],
  [{ compatible: false, blocked: true, message: deviceSentences.blocked }],
  [{}],
])('[H21] a phone is checked by its IMEI before paying: %o', async (answer) => {
  const page = open({ checkDevice: () => device(answer) });
  await toPhone(page);
  await page.user.click(screen.getByText('Does your phone work with us?'));
  await page.user.type(screen.getByLabelText(/^IMEI/), '350000020000015{Enter}');
  await screen.findByText(device(answer).message);
  expect(page.sent('checkDevice')).toEqual([{ imei: '350000020000015' }]);
  await press(page, 'Continue');
  await heading('Check and pay');
});

test('[H21] a phone without eSIM is pointed to the SIM card, and half an IMEI is told', async () => {
  const page = open({ checkDevice: () => device({ esim: false, message: 'No eSIM.' }) });
  await toPhone(page);
  await page.user.click(screen.getByText('Does your phone work with us?'));
  const imei = screen.getByLabelText(/^IMEI/);
  await page.user.type(imei, '35000001');
  await press(page, 'Continue');
  await screen.findByText('IMEI should be 15 digits');
  await page.user.type(imei, '0000014{Enter}');
  await screen.findByText('This phone doesn’t take an eSIM. Please choose the SIM card.');
});

test('[I02] who goes back while the number is checked stays there', async () => {
  const slow = Promise.withResolvers<object>();
  const page = open({ checkPortIn: () => slow.promise });
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await waitFor(() => expect(page.sent('checkPortIn')).toHaveLength(1));
  await press(page, 'Back');
  await heading('Contact and service address');
  const answer = { eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' };
  await act(async () => slow.resolve(answer));
  expect(page.router.state.location.state).toMatchObject({ step: 'who' });
  await heading('Contact and service address');
});
