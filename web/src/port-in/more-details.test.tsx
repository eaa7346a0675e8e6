// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, dialog, gone, pending, rejected, show } from '../testing/tracker-stage.tsx';
import { fill } from '../testing/stage.tsx';

const wanted = ['zipCode', 'address', 'city', 'state', 'birthday'] as const;

test('[M07] the form asks for all that the old carrier asks for, and sends it', async () => {
  const page = show({ ...rejected('details_required'), required: [...wanted] });
  await page.user.click(await screen.findByRole('button', { name: 'Enter the details' }));
  const asked = await dialog('Re-submit port-in');
  expect(within(asked).getByText(/needs more details to let your number go/)).toBeTruthy();
  expect(within(asked).queryByLabelText('Account number')).toBeNull();
  const type = (label: string | RegExp, text: string) =>
    fill(page.user, within(asked).getByLabelText(label), text);
  // One of them is not enough.
  await type('Date of birth', '1985-03-14');
  await page.user.click(button(asked, 'Re-submit'));
  expect(asked.querySelectorAll('[aria-invalid="true"]')).toHaveLength(4);
  expect(page.sent('resubmitPortIn')).toEqual([]);
  await type('Address on your old carrier’s account', '12 Oak Street');
  await type('City', 'New York');
  await page.user.click(within(asked).getByRole('combobox', { name: 'State' }));
  await page.user.click(await screen.findByRole('option', { name: 'New York' }));
  await type('ZIP Code on your old carrier’s account', '10038');
  await page.user.click(button(asked, 'Re-submit'));
  await gone();
  expect(page.sent('resubmitPortIn')).toEqual([
    {
      msisdn: '2125550190',
      oldService: {
        birthday: '1985-03-14',
        address: '12 Oak Street',
        city: 'New York',
        state: 'NY',
        zipCode: '10038',
        carrier: 'verizon',
      },
    },
  ]);
});

test('[M07] what a number’s old carrier wants is asked for from the beginning', async () => {
  const page = show({
    ...pending,
    status: 'details_needed',
    lineId: 'lin_1',
    oldCarrier: null,
    donor: 'Prairie Wireless',
    required: ['billingAccount', 'pinPassword', 'birthday'],
  });
  expect(await screen.findByText(/Sent to Prairie Wireless/)).toBeTruthy();
  await page.user.click(await screen.findByRole('button', { name: 'Enter the details' }));
  const asked = await dialog('Let’s port in your number');
  for (const label of ['Account number', /^Number Transfer PIN/, 'Date of birth']) {
    expect(within(asked).getByLabelText(label)).toBeTruthy();
  }
  expect(within(asked).queryByLabelText('City')).toBeNull();
});
