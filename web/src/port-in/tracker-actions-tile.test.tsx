// @vitest-environment jsdom
import { bringNumber, checkPortIn, listPortIns, type PortIn } from '@portside/contract/port-in';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownNotifications } from '../api/notifications.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { fill, no } from '../testing/stage.tsx';
import {
  button,
  dialog,
  gone,
  line,
  pending,
  rejected,
  show,
  showWith,
  step,
  waiting,
} from '../testing/tracker-stage.tsx';
import { PlanInCart } from './plan-link-tile.tsx';
import { TrackerPanel } from './tracker-panel.tsx';

test.each<[string, PortIn]>([
  ['that waits for a plan', waiting],
  ['whose order was declined', { ...waiting, status: 'draft', waitsForPlan: false }],
])('[I09] a number %s leads to the shop, and is not sent by a press', async (_, portIn) => {
  const page = show(portIn);
  const main = await screen.findByRole('link', { name: 'Choose a plan' });
  expect(main.getAttribute('href')).toBe('/shop');
  expect(screen.getByText('Waiting for a plan')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Bring/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use it on a line you already have' })).toBeNull();
  expect(page.sent('bringNumber')).toEqual([]);
});

test('[I09] with a plan in the cart it leads back to checkout, and while that is paid nowhere', async () => {
  const inCart = (portIn: PortIn) =>
    showScreen(
      <PlanInCart value>
        <TrackerPanel lines={[]} portIns={[portIn]} />
      </PlanInCart>,
    );
  const page = inCart(waiting);
  const main = await screen.findByRole('link', { name: 'Back to checkout' });
  expect(main.getAttribute('href')).toBe('/cart/checkout');
  page.close();
  inCart({ ...waiting, waitsForPlan: false, waitsForPayment: true });
  await screen.findByRole('button', { name: 'Change the details' });
  expect(screen.queryByRole('link', { name: 'Back to checkout' })).toBeNull();
});

test('[I09] a waiting number is put on a line in use after it was said what is lost', async () => {
  const page = showWith([line, { ...line, id: 'lin_2', mdn: '3475550134' }], waiting);
  await page.user.click(
    await screen.findByRole('button', { name: 'Use it on a line you already have' }),
  );
  const question = await dialog('Transfer (212) 555-0190?');
  expect(within(question).getByText('You give up (347) 555-0133')).toBeTruthy();
  expect(within(question).getByText(/We ask Verizon to release \(212\) 555-0190/)).toBeTruthy();
  await page.user.click(within(question).getByRole('combobox'));
  await page.user.click(await screen.findByRole('option', { name: 'Instead of (347) 555-0134' }));
  expect(within(question).getByText('You give up (347) 555-0134')).toBeTruthy();
  expect(page.sent('bringNumber')).toEqual([]);
  await page.user.click(button(question, 'Yes, transfer it'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([
    { msisdn: '2125550190', zipCode: '10005', tempSubscriptionId: 'prt_1', lineId: 'lin_2' },
  ]);
});

test('[E10] the details of a paid line’s number are kept first, and sent after the question', async () => {
  const page = show({
    ...pending,
    status: 'details_needed',
    lineId: 'lin_1',
    required: ['billingAccount', 'pinPassword'],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Enter the details' }));
  const asked = await dialog('Let’s port in your number');
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await fill(page.user, within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await page.user.click(button(asked, 'Save'));
  const question = await dialog('Transfer (212) 555-0190?');
  expect(within(question).getByText('It becomes the number of your new line.')).toBeTruthy();
  expect(within(question).queryByText(/give up/)).toBeNull();
  expect(page.sent('updatePortIn')).toHaveLength(1);
  expect(page.sent('bringNumber')).toEqual([]);
  await page.user.click(button(question, 'Yes, transfer it'));
  await gone();
  expect(page.sent('bringNumber')).toMatchObject([{ tempSubscriptionId: 'prt_1' }]);
});

test('[E10] what a refused question asks for becomes a field of the form', async () => {
  const page = show(
    {
      ...pending,
      status: 'details_needed',
      lineId: 'lin_1',
      required: ['billingAccount', 'pinPassword'],
    },
    answering(bringNumber, () => {
      const errors = [{ field: 'zipCode', message: 'Please enter 5 digit ZIP Code' }];
      throw no(400, { message: 'Please check the highlighted fields.', errors });
    }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Enter the details' }));
  const asked = await dialog('Let’s port in your number');
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913{Enter}');
  await page.user.click(button(await dialog('Transfer (212) 555-0190?'), 'Yes, transfer it'));
  const form = await dialog('Let’s port in your number');
  const zip = await within(form).findByLabelText('ZIP Code on your old carrier’s account');
  await waitFor(() => expect(document.activeElement).toBe(zip));
  // What was typed before is still there.
  expect(within(form).getByLabelText<HTMLInputElement>('Account number').value).toBe('100200300');
});

test('[E10] a refusal that no field can mend leaves the question where it is', async () => {
  const page = show(
    { ...pending, status: 'details_needed', lineId: 'lin_1', required: ['pinPassword'] },
    answering(bringNumber, () => {
      throw no(422, { message: 'We asked too often today.', reason: 'too_many_submits' });
    }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Enter the details' }));
  const asked = await dialog('Let’s port in your number');
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913{Enter}');
  const question = await dialog('Transfer (212) 555-0190?');
  await page.user.click(button(question, 'Yes, transfer it'));
  await waitFor(() => expect(page.sent('bringNumber')).toHaveLength(1));
  await waitFor(() => expect(question.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Transfer (212) 555-0190?' })).toBe(question);
});

test('[E10] kept details of a paid line’s number are sent after the question', async () => {
  const page = show({ ...pending, status: 'details_needed', lineId: 'lin_1', required: [] });
  await page.user.click(await screen.findByRole('button', { name: 'Start the transfer' }));
  await page.user.click(button(await dialog('Transfer (212) 555-0190?'), 'Yes, transfer it'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([
    { msisdn: '2125550190', zipCode: '10005', tempSubscriptionId: 'prt_1' },
  ]);
});

test('[E10] [I10] at a re-submit any other detail can be corrected, the old carrier too', async () => {
  const page = show({ ...rejected('account_number'), simType: 'esim' });
  await page.user.click(await screen.findByRole('button', { name: 'Fix the account number' }));
  const asked = await dialog('Re-submit port-in');
  expect(within(asked).queryByRole('combobox')).toBeNull();
  await page.user.click(button(asked, 'Change other details'));
  const others = within(asked).getByRole('group', { name: /^Other details/ });
  await waitFor(() => expect(document.activeElement).toBe(others));
  await page.user.click(within(asked).getByRole('combobox', { name: 'Your old carrier' }));
  await page.user.click(await screen.findByRole('option', { name: 'AT&T' }));
  await page.user.type(
    within(asked).getByLabelText('ZIP Code on your old carrier’s account'),
    '100',
  );
  await fill(page.user, within(asked).getByLabelText('Account number'), '900200300');
  await page.user.click(button(asked, 'Re-submit'));
  // What is typed is judged, what is empty is not.
  expect(asked.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
  await page.user.type(
    within(asked).getByLabelText('ZIP Code on your old carrier’s account'),
    '38',
  );
  await fill(page.user, within(asked).getByLabelText(/^Number Transfer PIN/), '991133');
  await page.user.click(button(asked, 'Re-submit'));
  await gone();
  expect(page.sent('resubmitPortIn')).toEqual([
    {
      msisdn: '2125550190',
      oldService: {
        billingAccountNumber: '900200300',
        billingAccountPassword: '991133',
        zipCode: '10038',
        carrier: 'att',
      },
      activationDetails: { simType: 'esim' },
    },
  ]);
});

test('a number that could not be sent is checked again from its tile, and somebody can be asked', async () => {
  const page = show(
    {
      ...pending,
      status: 'failed',
      reason: 'never_created',
      canCancel: false,
      message: 'The transfer could not be started.',
    },
    answering(checkPortIn, () => ({ eligible: true, message: 'Yes', tempSubscriptionId: 'prt_2' })),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Check the number again' }));
  const asked = await dialog('Check port-in eligibility');
  expect(within(asked).getByLabelText<HTMLInputElement>('Number to transfer').value).toBe(
    '2125550190',
  );
  expect(screen.getByText('Contact Us').closest('a')?.getAttribute('href')).toBe('/contact-us');
});

test('a delay has a day, and somebody to ask; once that day has passed, it says so and names no day', async () => {
  const delayed = (isOver: boolean): PortIn => ({
    ...pending,
    status: 'delayed',
    history: [...pending.history, step('delayed', '2026-11-21T03:00:00Z')],
    delay: { until: '2026-11-23T03:00:00Z', isOver },
  });
  const page = show(delayed(false));
  // Three in the morning of the 23rd in UTC, in New York.
  await screen.findByText(
    'If it isn’t here by Sunday, November 22, contact us and we’ll ask your old carrier.',
  );
  expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy();
  page.close();
  show(delayed(true));
  const said = await screen.findByText(/^This is taking longer than we said/);
  expect(said.textContent).toMatch(/We keep asking your old carrier.* Call us at .*\d{3}/);
  expect(screen.queryByText(/November 22/)).toBeNull();
});

test('a number that we stopped sending is sent as it is by a press, and somebody can be asked', async () => {
  const page = show({
    ...pending,
    status: 'delayed',
    stuck: true,
    message: 'We stopped for now. One of us looks into it.',
    history: [...pending.history, step('delayed')],
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(/If it isn’t here by/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy();
  await page.user.click(again);
  await waitFor(() => expect(page.sent('resubmitPortIn')).toEqual([{ msisdn: '2125550190' }]));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 })),
  );
});

test('a number that was sent is said at once, and a dialog opened since stays open', async () => {
  const slow = Promise.withResolvers<{ portIns: PortIn[] }>();
  let isSent = false;
  const page = showWith(
    [line],
    waiting,
    answering(listPortIns, () => (isSent ? slow.promise : { portIns: [waiting] })),
    answering(bringNumber, () => {
      isSent = true;
      return { portInId: 'prt_1', status: 'pending' as const, message: 'It was sent.' };
    }),
  );
  const use = await screen.findByRole('button', { name: 'Use it on a line you already have' });
  await page.user.click(use);
  await page.user.click(button(await dialog('Transfer (212) 555-0190?'), 'Yes, transfer it'));
  await waitFor(() =>
    expect(shownNotifications().map(({ message }) => message)).toContain('It was sent.'),
  );
  await page.user.keyboard('{Escape}');
  await gone();
  await page.user.click(screen.getByRole('button', { name: 'Cancel the transfer' }));
  const question = await screen.findByRole('dialog');
  await act(async () => slow.resolve({ portIns: [waiting] }));
  expect(screen.getByRole('dialog')).toBe(question);
});
