// @vitest-environment jsdom
import { lineRefusals } from '@portside/contract/more-lines';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, heading, type Opened, press, quote, said } from '../testing/checkout-stage.tsx';
import { lineHeading, openLines, toLine, toReview } from '../testing/line-screens-stage.tsx';
import { type Answers, fill, no } from '../testing/stage.tsx';

const radio = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

async function bring(page: Opened, number: string) {
  await page.user.click(await radio('Bring my number'));
  await fill(page.user, screen.getByLabelText('Your number'), number);
}

interface Told {
  readonly field: string;
  readonly message: string;
  readonly line?: number;
}

/** The first order is refused, the next one is paid. */
function refusedOnce(reason: string | undefined, errors: readonly Told[]): Answers {
  let isOver = false;
  return {
    placeOrder() {
      if (isOver) return answer('paid');
      isOver = true;
      const message = errors[0]?.message ?? '';
      const status = reason === undefined ? 400 : 422;
      throw no(status, { message, errors: [...errors], ...(reason !== undefined && { reason }) });
    },
  };
}

async function payAgain(page: Opened) {
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
}

test('[P03] [H28] a brought number that is refused is told on its line’s screen, which leads back to paying', async () => {
  const { message } = lineRefusals.same_number;
  const page = openLines(refusedOnce('same_number', [{ field: 'yourNumber', message, line: 3 }]));
  await toLine(page, 3);
  await bring(page, '2125550103');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await lineHeading(3);
  await waitFor(() => expect(said('Your number')).toBe(message));
  expect(document.activeElement).toBe(screen.getByLabelText('Your number'));
  await payAgain(page);
});

test('[P03] [P02] a new number that is gone is told on its line’s screen', async () => {
  const message = 'This number is gone. Please choose another one.';
  const numbers = [{ mdn: '6465550123', town: 'New York', state: 'NY' }];
  const page = openLines({
    listNewNumbers: () => ({ numbers, heldUntil: '2999-01-01T00:00:00Z' }),
    ...refusedOnce('number_gone', [{ field: 'newNumber', message, line: 2 }]),
  });
  await toLine(page, 2);
  await page.user.click(await radio('(646) 555-0123'));
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await lineHeading(2);
  await screen.findByText(message);
  await page.user.click(await radio('Any number'));
  await payAgain(page);
  expect(page.sent('placeOrder')[1]?.more).toEqual([{ simType: 'esim' }, { simType: 'esim' }]);
});

test('[P03] what is refused without a line is the first line’s', async () => {
  const message = 'IMEI should be 15 digits';
  const page = openLines(refusedOnce(undefined, [{ field: 'imei', message }]));
  await toReview(page);
  await press(page, 'Pay $85.47');
  await lineHeading(1);
  await waitFor(() => expect(said('IMEI of your phone (optional)')).toContain(message));
});

test('[P03] of several lines the first one with an error is shown, and each error at its own line', async () => {
  const message = 'IMEI should be 15 digits';
  const page = openLines(
    refusedOnce(undefined, [
      { field: 'imei', message, line: 3 },
      { field: 'yourNumber', message: 'Please check this number first.', line: 2 },
    ]),
  );
  await toLine(page, 2);
  await bring(page, '2125550100');
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await lineHeading(2);
  await waitFor(() => expect(said('Your number')).toBe('Please check this number first.'));
  expect(screen.queryByText(message)).toBeNull();
});

test.each([
  ['same_sim', { field: 'iccid', message: lineRefusals.same_sim.message, line: 2 }],
  ['esim_not_offered', { field: 'simType', message: 'Please choose a SIM card.', line: 2 }],
])('[P03] what has no field of its own is told on the line’s screen: %s', async (reason, fault) => {
  const page = openLines(refusedOnce(reason, [fault]));
  await toReview(page);
  await press(page, 'Pay $85.47');
  await lineHeading(2);
  await screen.findByText(fault.message);
});

test('[P03] an address that no SIM card can be sent to is told where it is asked', async () => {
  const message = 'Please enter your address';
  const page = openLines(refusedOnce(undefined, [{ field: 'addressOne', message }]));
  await toLine(page, 2);
  await page.user.click(await radio(/^SIM card/));
  await press(page, 'Continue');
  await lineHeading(3);
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Pay $85.47');
  await lineHeading(2);
  await waitFor(() => expect(said('Address')).toBe(message));
});

test('[P03] more lines than the brand sells by now are said at the payment, with the way to the cart', async () => {
  const message = lineRefusals.too_many_lines;
  const page = openLines({
    placeOrder() {
      throw no(422, { message, reason: 'too_many_lines' });
    },
  });
  await toReview(page);
  await press(page, 'Pay $85.47');
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy();
  await heading('Check and pay');
  await page.user.click(screen.getByRole('link', { name: 'Change your lines in the cart' }));
  await screen.findByText('The cart');
});

test('[P03] and where they have no price', async () => {
  const message = lineRefusals.too_many_lines;
  let isOver = false;
  const page = openLines({
    askQuote() {
      if (isOver) return quote(85.47);
      throw no(422, { message, reason: 'too_many_lines' });
    },
  });
  await heading('Contact and service address');
  await screen.findByRole('link', { name: 'Change your lines in the cart' });
  await press(page, 'Continue');
  await screen.findByText(message);
  isOver = true;
  await press(page, 'Continue');
  await lineHeading(1);
  expect(screen.queryByRole('link', { name: 'Change your lines in the cart' })).toBeNull();
});
