// @vitest-environment jsdom
import { bringNumber } from '@portside/contract/port-in';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import {
  button,
  check,
  checkWithSim,
  dialog,
  gone,
  line,
  saveDetails,
  show,
  showWith,
  toDetails,
  waysOut,
} from '../testing/number-checks-stage.tsx';
import { answering } from '../testing/show-screen.tsx';

beforeEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
});

const nothingSent =
  'We haven’t sent anything to your old carrier yet. Choose a plan for this number.';
const waits = answering(bringNumber, () => ({
  portInId: 'prt_1',
  status: 'awaiting_plan' as const,
  message: nothingSent,
}));

test('[E10] [I09] without a paid line Save keeps the details, says that nothing was sent, and leads to the shop', async () => {
  const page = show(waits);
  await saveDetails(page, await toDetails(page));
  const plan = await dialog('Choose a plan for this number');
  expect(within(plan).getByText(nothingSent)).toBeTruthy();
  expect(within(plan).getByText('(212) 555-0100')).toBeTruthy();
  // Said once: it is in the dialog.
  expect(shownNotifications().map(({ message }) => message)).toEqual(['Saved']);
  await page.user.click(within(plan).getByRole('link', { name: 'Choose a plan' }));
  await screen.findByText('The shop');
});

test('[G01] [I09] a SIM of the carrier without a plan for it leads to the shop too', async () => {
  const page = show(waits);
  await checkWithSim(page, '2125550100');
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  const plan = await dialog('Choose a plan for this number');
  expect(within(plan).getByText(nothingSent)).toBeTruthy();
  await page.user.click(button(plan, 'Not now'));
  await gone();
});

test('[E10] [I09] a number takes the place of another only after it was said what is lost, and was agreed', async () => {
  const page = showWith([line]);
  await check(page, '(212) 555-0100');
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  const asked = await dialog('Let’s port in your number');
  await page.user.click(
    within(asked).getByRole('combobox', { name: 'Where will the number be used?' }),
  );
  await page.user.click(await screen.findByRole('option', { name: 'Instead of (347) 555-0133' }));
  await saveDetails(page, asked);
  const question = await dialog('Transfer (212) 555-0100?');
  expect(within(question).getByText('You give up (347) 555-0133')).toBeTruthy();
  expect(within(question).getByText(/your line Kitchen/)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Not now' })),
  );
  expect(page.sent('bringNumber')).toEqual([]);
  await page.user.click(button(question, 'Yes, transfer it'));
  await gone();
  expect(page.sent('bringNumber')).toMatchObject([{ msisdn: '2125550100', lineId: 'lin_1' }]);
});

test.each(waysOut)('[E10] [I09] %s at that question sends nothing', async (_, leave) => {
  const page = showWith([line]);
  await check(page, '(212) 555-0100');
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  const asked = await dialog('Let’s port in your number');
  await page.user.click(
    within(asked).getByRole('combobox', { name: 'Where will the number be used?' }),
  );
  await page.user.click(await screen.findByRole('option', { name: 'Instead of (347) 555-0133' }));
  await saveDetails(page, asked);
  await dialog('Transfer (212) 555-0100?');
  await leave(page.user);
  await gone();
  expect(page.sent('bringNumber')).toEqual([]);
});
