// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, openCheckout, press, toPay, toPhone } from '../testing/checkout-stage.tsx';
import { fill, plan } from '../testing/stage.tsx';

/** The names of F06 that a purchase takes from screen to screen; see shell/global-state.test.tsx. */
test('[F06] products, plans: the plan that was chosen is known in checkout without asking again', async () => {
  const page = openCheckout();
  await toPay(page);
  expect(screen.getAllByText(plan.retailName).length).toBeGreaterThan(0);
  expect([...page.sent('listPlans'), ...page.sent('viewPlan')]).toEqual([]);
  expect(page.sent('askQuote')[0]).toMatchObject({ planId: plan.id });
});

test('[F06] tac: what a check said of the phone is still there after a step on and back', async () => {
  const message = 'Your phone works with us.';
  const page = openCheckout({
    checkDevice: ({ imei }) => ({
      tac: String(imei).slice(0, 8),
      compatible: true,
      esim: true,
      locked: false,
      blocked: false,
      message,
    }),
  });
  await toPhone(page);
  await page.user.click(screen.getByText('Does your phone work with us?'));
  await page.user.type(screen.getByLabelText(/^IMEI/), '350000020000015{Enter}');
  await screen.findByText(message);
  await press(page, 'Continue');
  await heading('Check and pay');
  expect(screen.queryByText(message)).toBeNull();
  await press(page, 'Back');
  await heading('Phone and number');
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^IMEI/).value).toBe('350000020000015');
  expect(page.sent('checkDevice')).toHaveLength(1);
});

test('[F06] the number to be brought along is still there after a step on and back', async () => {
  const page = openCheckout({
    listPortIns: () => ({ portIns: [] }),
    checkPortIn: () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' }),
  });
  await toPhone(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Bring my number' }));
  await fill(page.user, screen.getByLabelText('Your number'), '2125550100');
  await press(page, 'Continue');
  await heading('Check and pay');
  await press(page, 'Back');
  await heading('Phone and number');
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toContain('555');
});
