// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { bringNumber, checkPortIn, updatePortIn } from '@portside/contract/port-in';
import { checkSim, simSentences } from '@portside/contract/sim';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import {
  button,
  check,
  checkWithSim,
  dialog,
  gone,
  long,
  openCheck,
  own,
  show,
  sim,
  toDetails,
  waysOut,
} from '../testing/number-checks-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { fill, lost, maya, no, unanswered } from '../testing/stage.tsx';

beforeEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
});

test('[E09] the dashboard shows both checks, and the SIM check leads on to the port-in check', async () => {
  const page = show();
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  await fill(page.user, within(asked).getByLabelText('SIM number'), own);
  await page.user.click(button(asked, 'Check'));
  await page.user.click(await within(asked).findByRole('button', { name: 'Next' }));
  await dialog('Check port-in eligibility');
  expect(page.sent('checkSim')).toEqual([{ iccid: own }]);
});

test('[G06] the SIM check says whether a new SIM is needed, and a typed number asks again', async () => {
  const page = show(
    answering(checkSim, ({ iccid }) =>
      iccid.startsWith('890141')
        ? sim(iccid)
        : sim(iccid, {
            isCarrierSim: false,
            newSimRequired: true,
            message: simSentences.needed,
            warning: 'This SIM number may have a typo. Please check it.',
          }),
    ),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  const field = within(asked).getByLabelText('SIM number');
  await fill(page.user, field, own);
  await page.user.click(button(asked, 'Check'));
  await within(asked).findByText(
    "Your existing SIM card is all set for porting. No new SIM card is required, and you're ready to proceed with the next steps.",
  );
  await page.user.clear(field);
  await fill(page.user, field, '8901260000000000031');
  await page.user.click(button(asked, 'Check'));
  await within(asked).findByText(
    "Your porting requires a new SIM card. No action needed; we'll handle it for you!",
  );
  // It looks mistyped: said, and no reason to stop.
  expect(within(asked).getByText(/may have a typo/)).toBeTruthy();
  await page.user.click(button(asked, 'Next'));
  await check(page, '2125550100', await dialog('Check port-in eligibility'));
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  await dialog('Let’s port in your number');
});

test('[G06] a SIM in use is told, and leads nowhere', async () => {
  const page = show(
    answering(checkSim, ({ iccid }) => sim(iccid, { inUse: true, message: simSentences.inUse })),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  await page.user.type(within(asked).getByLabelText('SIM number'), `${own}{Enter}`);
  await within(asked).findByText('This SIM is already in use. Check the number, or contact us.');
  expect(within(asked).queryByRole('button', { name: 'Next' })).toBeNull();
});

test.each([
  ['', 'Please enter sim number'],
  ['8901', 'sim number should be 18-22 digits'],
])('[H22] the SIM number "%s" is told under its field', async (typed, sentence) => {
  const { sent, user } = show();
  await user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  if (typed) await fill(user, within(asked).getByLabelText('SIM number'), typed);
  await user.click(button(asked, 'Check'));
  expect(within(asked).getByText(sentence)).toBeTruthy();
  expect(sent('checkSim')).toEqual([]);
});

test.each([
  ['', 'Please enter Port In Number'],
  ['212555', 'Please enter a valid number'],
])('[H08] the number "%s" is told under its field', async (typed, sentence) => {
  const page = show();
  const asked = await openCheck(page);
  if (typed) await fill(page.user, within(asked).getByLabelText('Number to transfer'), typed);
  await page.user.clear(within(asked).getByLabelText('ZIP Code'));
  await page.user.click(button(asked, 'Check'));
  expect(within(asked).getByText(sentence)).toBeTruthy();
  expect(within(asked).getByText('Please enter 5 digit ZIP Code')).toBeTruthy();
  expect(page.sent('checkPortIn')).toEqual([]);
});

test('[H30] [H31] letters are not taken, and the ZIP Code of the account is filled in', async () => {
  const page = show();
  const asked = await openCheck(page);
  const zip = within(asked).getByLabelText<HTMLInputElement>('ZIP Code');
  expect(zip.value).toBe(maya.zipCode);
  const number = within(asked).getByLabelText<HTMLInputElement>('Number to transfer');
  await page.user.type(number, 'call +1 (212) 555-0100');
  expect(number.value).toBe(' +1 (212) 555-0100');
});

test('[E12] [G01] an eligible number is good news, and without a SIM the details are asked', async () => {
  const page = show();
  await check(page, '212.555.0100');
  const news = await dialog('Good News!');
  expect(within(news).getByText('Your number is eligible for port-in')).toBeTruthy();
  expect(page.sent('checkPortIn')).toEqual([{ msisdn: '2125550100', zipCode: '10005' }]);
  await page.user.click(button(news, 'Continue'));
  await dialog('Let’s port in your number');
  expect(page.sent('bringNumber')).toEqual([]);
});

test('[G01] [G03] [I09] with a SIM of the carrier, Continue submits at once and forgets the number', async () => {
  const page = show();
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  await page.user.type(within(asked).getByLabelText('SIM number'), `${own}{Enter}`);
  await page.user.click(await within(asked).findByRole('button', { name: 'Next' }));
  await check(page, '2125550100', await dialog('Check port-in eligibility'));
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([
    {
      msisdn: '2125550100',
      zipCode: '10005',
      iccid: own,
      isAttSim: true,
      tempSubscriptionId: 'prt_1',
    },
  ]);
  const again = await openCheck(page);
  expect(within(again).getByLabelText<HTMLInputElement>('Number to transfer').value).toBe('');
  // The card went with the number: another number asks for the details.
  await check(page, '2125550101', again);
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  await dialog('Let’s port in your number');
});

test('[G04] a direct submit that fails closes the dialog, forgets the number, leads to the dashboard', async () => {
  const page = show(
    answering(bringNumber, () => {
      throw no(422, { message: 'The transfer could not be started.', reason: 'not_created' });
    }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  await page.user.type(within(asked).getByLabelText('SIM number'), `${own}{Enter}`);
  await page.user.click(await within(asked).findByRole('button', { name: 'Next' }));
  await check(page, '2125550195', await dialog('Check port-in eligibility'));
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  await gone();
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'));
  const again = await openCheck(page);
  expect(within(again).getByLabelText<HTMLInputElement>('Number to transfer').value).toBe('');
});

test('[E13] [G02] a number that is not eligible says why, and trying again keeps what was typed', async () => {
  const page = show();
  await check(page, '2125550180');
  const failed = await dialog('Oops!');
  expect(within(failed).getByText('This number is not eligible for port-in.')).toBeTruthy();
  expect(within(failed).getByText('This number can’t be transferred.')).toBeTruthy();
  expect(within(failed).getByRole('img', { name: 'Failed' })).toBeTruthy();
  await page.user.click(button(failed, 'Try again'));
  const asked = await dialog('Check port-in eligibility');
  expect(within(asked).getByLabelText<HTMLInputElement>('Number to transfer').value).toBe(
    '2125550180',
  );
});

test('[E13] [G02] a check that nobody answered shows the failure dialog with another try', async () => {
  let down = true;
  const page = show(
    answering(checkPortIn, () => {
      if (down) throw lost();
      return { eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' };
    }),
  );
  await check(page, '2125550100');
  const failed = await dialog('That Failed...');
  expect(within(failed).getByText('Something went wrong. Please try again!')).toBeTruthy();
  await page.user.click(button(failed, 'Try again'));
  down = false;
  await page.user.click(button(await dialog('Check port-in eligibility'), 'Check'));
  await dialog('Good News!');
});

test.each(waysOut)(
  '[E12] [G01] %s on “Good News!” submits nothing, with a SIM of the carrier either',
  async (_, leave) => {
    const page = show();
    await checkWithSim(page, '2125550100');
    await dialog('Good News!');
    await leave(page.user);
    await gone();
    expect(page.sent('bringNumber')).toEqual([]);
    expect(page.router.state.location.pathname).toBe('/dashboard/dashboard');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Quick SIM check' })),
    );
  },
);

test.each(waysOut)('[E13] [G02] %s on “Oops!” does not try again', async (_, leave) => {
  const page = show();
  await check(page, '2125550180');
  await dialog('Oops!');
  await leave(page.user);
  await gone();
});

test('[E19] [I20] a check without an answer is left by Cancel, and no failure is shown', async () => {
  const page = show(answering(checkPortIn, unanswered));
  await check(page, '2125550100');
  const asked = await dialog('Check port-in eligibility');
  expect(asked.getAttribute('aria-busy')).toBe('true');
  await page.user.click(button(asked, 'Cancel'));
  await gone();
  expect(shownNotifications()).toEqual([]);
});

test('[E19] [I20] details without an answer are left by Cancel, and nothing more is sent', async () => {
  const page = show(answering(updatePortIn, unanswered));
  const asked = await toDetails(page);
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913{Enter}');
  await waitFor(() => expect(asked.getAttribute('aria-busy')).toBe('true'));
  await page.user.click(button(asked, 'Cancel'));
  await gone();
  expect(page.sent('bringNumber')).toEqual([]);
});

test('[E19] [G04] [I20] a direct submit without an answer is left by Not now, and stays on its page', async () => {
  const page = show(answering(bringNumber, unanswered));
  await checkWithSim(page, '2125550100');
  const news = await dialog('Good News!');
  await page.user.click(button(news, 'Continue'));
  await waitFor(() => expect(news.getAttribute('aria-busy')).toBe('true'));
  await page.user.click(button(news, 'Not now'));
  await gone();
  expect(page.router.state.location.pathname).toBe('/dashboard/dashboard');
});

test('[E10] [G07] [I08] [I09] adding a port-in saves the details, submits them, and its message stays', async () => {
  const page = show();
  const asked = await toDetails(page);
  expect(within(asked).getByText('Please provide your old carrier details')).toBeTruthy();
  expect(button(asked, 'Cancel')).toBeTruthy();
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await page.user.type(
    within(asked).getByLabelText('Number Transfer PIN (not your account or voicemail PIN)'),
    '482913',
  );
  await page.user.click(button(asked, 'Save'));
  await gone();
  const oldService = { billingAccountNumber: '100200300', billingAccountPassword: '482913' };
  expect(page.calls.map(({ name }) => name).filter((name) => /PortIn$|Number$/.test(name))).toEqual(
    ['checkPortIn', 'updatePortIn', 'bringNumber'],
  );
  const draft = { msisdn: '2125550100', tempSubscriptionId: 'prt_1', oldService };
  const accountDetails = { firstName: 'Maya', lastName: 'Alvarez' };
  expect(page.sent('updatePortIn')).toEqual([{ ...draft, accountDetails }]);
  expect(page.sent('bringNumber')).toEqual([{ ...draft, zipCode: '10005' }]);
  expect(shownNotifications()).toEqual([
    { id: expect.any(String), error: false, message: 'Saved' },
    { id: expect.any(String), error: false, message: long, stayOpen: true },
  ]);
});

test('[H06] [H07] [H29] the port-in form asks for account number and PIN, and sends nothing without', async () => {
  const page = show();
  const asked = await toDetails(page);
  await page.user.click(button(asked, 'Save'));
  expect(within(asked).getByText('Please enter Billing Account Number')).toBeTruthy();
  expect(within(asked).getByText('Please enter your PIN Password')).toBeTruthy();
  await fill(page.user, within(asked).getByLabelText('Account number'), '12345');
  await page.user.click(button(asked, 'Save'));
  expect(within(asked).getByText('Please enter a valid Number')).toBeTruthy();
  expect(page.sent('updatePortIn')).toEqual([]);
});

test('[H34] account number and PIN take 30 characters, letters too, and letters in a PIN are warned about', async () => {
  const page = show();
  const asked = await toDetails(page);
  const account = within(asked).getByLabelText<HTMLInputElement>('Account number');
  await page.user.type(account, 'A'.repeat(31));
  expect(account.value).toHaveLength(30);
  const pin = within(asked).getByLabelText(/^Number Transfer PIN/);
  await page.user.type(pin, 'secret');
  expect(within(asked).getByText(/usually digits only/)).toBeTruthy();
  await page.user.click(button(asked, 'Save'));
  await gone();
  expect(page.sent('bringNumber')).toHaveLength(1);
});

test('[E10] the old carrier’s own instructions are next to the fields, with their date', async () => {
  const page = show();
  const asked = await toDetails(page);
  expect(within(asked).getByText(/Don’t cancel your old line/)).toBeTruthy();
  await page.user.click(within(asked).getByRole('combobox', { name: 'Your old carrier' }));
  await page.user.click(await screen.findByRole('option', { name: 'Verizon' }));
  for (const text of [/14 digits/, /#PORT/, /7 days/, /Number Lock/, /June 2026/]) {
    expect(within(asked).getByText(text)).toBeTruthy();
  }
});

test('[E10] what the carrier asks for beyond the two becomes a field of the form', async () => {
  let asks = true;
  const page = show(
    answering(bringNumber, () => {
      const errors = [{ field: 'zipCode', message: 'Please enter 5 digit ZIP Code' }];
      if (asks) throw no(400, { message: 'Please check the highlighted fields.', errors });
      return { portInId: 'prt_1', status: 'pending' as const, message: long };
    }),
  );
  const asked = await toDetails(page);
  await fill(page.user, within(asked).getByLabelText('Account number'), '100200300');
  await page.user.type(within(asked).getByLabelText(/^Number Transfer PIN/), '482913{Enter}');
  const zip = await within(asked).findByLabelText('ZIP Code on your old carrier’s account');
  expect(within(asked).getByText('What your old carrier has on file')).toBeTruthy();
  asks = false;
  await page.user.type(zip, '10038{Enter}');
  await gone();
  expect(page.sent('bringNumber').at(-1)).toMatchObject({ oldService: { zipCode: '10038' } });
});

test('[A16] an agent of customer care brings no number in the customer’s name', async () => {
  const agent = { name: 'Sam', until: '2999-01-01T00:00:00Z' };
  show(answering(viewUser, () => ({ ...maya, agent })));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('[G06] an answer about a number that was typed over meanwhile leads nowhere', async () => {
  const first = Promise.withResolvers<ReturnType<typeof sim>>();
  const page = show(
    answering(checkSim, ({ iccid }) => (iccid === own ? first.promise : sim(iccid))),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  const field = within(asked).getByLabelText('SIM number');
  await page.user.type(field, `${own}{Enter}`);
  await page.user.clear(field);
  await fill(page.user, field, '8901410000000000038');
  first.resolve(sim(own));
  const again = button(asked, 'Check');
  await waitFor(() => expect(again.getAttribute('aria-disabled')).not.toBe('true'));
  expect(within(asked).queryByText(simSentences.ready)).toBeNull();
  await page.user.click(button(asked, 'Check'));
  await within(asked).findByRole('button', { name: 'Next' });
  expect(page.sent('checkSim')).toHaveLength(2);
});
