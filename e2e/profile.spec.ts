import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer, codeTo, emailTo, logInBy, newcomer, password } from './customers.ts';
import { expect, test } from './journey.ts';
import { expectFocusIn, expectFocusKept, pressOn, tabTo, typeTogether } from './keys.ts';

const editOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const detail = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: editOf(page, name) });

/** The sentence under a field, as a screen reader finds it. */
async function expectFault(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  await expect(field).toBeFocused();
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.type(text);
}

/** Opened by the keyboard it keeps the focus, is accessible, and Escape gives it back. */
async function expectDialog(page: Page, name: string): Promise<Locator> {
  const dialog = dialogOf(page, name);
  await pressOn(page, editOf(page, name));
  await expectFocusKept(page, dialog);
  await expectAccessible(page, name);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(editOf(page, name)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectFocusIn(dialog);
  return dialog;
}

test(
  '[E04] [E05] [E08] [I17] name, phone number and address are changed with the keyboard alone',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    const person = await arriveAsNewcomer(page, request);
    await page.goto('/dashboard/profile');
    await expectAccessible(page, 'the profile');

    const name = await expectDialog(page, 'Edit name');
    await type(page, name.getByLabel('First name'), '');
    await page.keyboard.press('Enter');
    await expectFault(name.getByLabel('First name'), 'Please enter your first name');
    await expectAccessible(page, 'the name with an error');
    await type(page, name.getByLabel('First name'), 'Zoë');
    await page.keyboard.press('Enter');
    await expect(name).toBeHidden();
    await expect(editOf(page, 'Edit name')).toBeFocused();
    await expect(detail(page, 'Edit name')).toContainText('Zoë Quay');

    const phone = await expectDialog(page, 'Edit phone number');
    await type(page, phone.getByLabel('Contact number'), '1112223333');
    await page.keyboard.press('Enter');
    await expectFault(phone.getByLabel('Contact number'), 'Please enter a valid phone number');
    await type(page, phone.getByLabel('Contact number'), '2125550143');
    await pressOn(page, phone.getByRole('button', { name: 'Save' }));
    await expect(phone).toBeHidden();
    await expect(detail(page, 'Edit phone number')).toContainText('(212) 555-0143');

    const address = await expectDialog(page, 'Edit address');
    await pressOn(page, address.getByRole('button', { name: 'Save' }));
    await expectFault(address.getByLabel('Number'), 'Please enter street number');
    await expectAccessible(page, 'the empty address with its errors');
    await type(page, address.getByLabel('Number'), '14');
    await choose(page, address.getByRole('combobox', { name: 'Direction' }), 'NW');
    await type(page, address.getByLabel('Street name'), 'Pier Street');
    await type(page, address.getByLabel('City'), 'New York');
    await choose(page, address.getByRole('combobox', { name: 'State' }), 'New York');
    await type(page, address.getByLabel('ZIP Code'), '10038');
    await page.keyboard.press('Enter');
    await expect(address).toBeHidden();
    await expect(detail(page, 'Edit address')).toContainText('14 NW Pier Street');
    await expect(detail(page, 'Edit address')).toContainText('New York, NY 10038');

    await page.reload();
    await expect(detail(page, 'Edit name')).toContainText('Zoë Quay');
    await expect(detail(page, 'Edit address')).toContainText('14 NW Pier Street');
    await emailTo(request, person.email, /address was changed/);
  },
);

/** Opens a select and goes to the option by its first letters. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await pressOn(page, select);
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
  await typeTogether(page, option);
  await page.keyboard.press('Enter');
  await expect(select).toContainText(option);
}

test(
  '[E06] [E15] [I18] [J02] the email address is changed by a code of five digits that came to the new one',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const person = await arriveAsNewcomer(page, request);
    const next = newcomer().email;
    await page.goto('/dashboard/profile');
    const dialog = await expectDialog(page, 'Edit email');
    const email = dialog.getByLabel('New email address');
    // What only the server knows.
    await type(page, email, person.email);
    await page.keyboard.press('Enter');
    await expectFault(email, 'This is already your email address.');
    await type(page, email, next);
    await page.keyboard.press('Enter');

    const boxes = dialog.getByRole('textbox', { name: 'One-time code' });
    await expect(boxes).toBeFocused();
    await expect(dialog.locator('[data-box]')).toHaveCount(5);
    await expect(dialog).toContainText(`We sent a 5-digit code to ${next}.`);
    await expect(dialog.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeVisible();
    await expectFocusKept(page, dialog);
    await expectAccessible(page, 'the code for a new address');
    const code = await codeTo(request, next, /new email address/);
    expect(code).toMatch(/^\d{5}$/);
    await tabTo(page, boxes);
    await page.keyboard.type(code.slice(0, 4));
    await pressOn(page, dialog.getByRole('button', { name: 'Verify' }));
    await expect(dialog.getByText('Please enter the 5-digit code')).toBeVisible();
    await tabTo(page, boxes);
    await page.keyboard.type(code.slice(4));
    await expect(dialog).toBeHidden();
    await expect(detail(page, 'Edit email')).toContainText(next);
    await emailTo(request, person.email, /email address was changed/);
  },
);

test(
  '[E01] [E02] [E13] [I16] the password is changed with the keyboard alone, and only the new one logs in',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const person = await arriveAsNewcomer(page, request);
    await page.goto('/dashboard/setting');
    const dialog = await expectDialog(page, 'Change Password');
    const current = dialog.getByLabel('Current password', { exact: true });
    const fresh = dialog.getByLabel('New password', { exact: true });
    const confirm = dialog.getByLabel('Confirm new password', { exact: true });
    await type(page, current, 'Wrong1!x');
    await type(page, fresh, 'Anchor7!quay');
    await type(page, confirm, 'Anchor7!');
    await page.keyboard.press('Enter');
    await expectFault(confirm, 'Passwords do not match');
    await expect(dialog.getByRole('alert')).toContainText('The two new passwords');
    await type(page, confirm, 'Anchor7!quay');
    await page.keyboard.press('Enter');

    const failed = dialogOf(page, 'That Failed...');
    await expect(failed).toContainText('Something went wrong. Please try again!');
    await expectAccessible(page, 'the failed change of the password');
    await pressOn(page, failed.getByRole('button', { name: 'Try again' }));
    await expect(failed).toBeHidden();
    await expectFault(current, 'current password');
    await type(page, current, password);
    await page.keyboard.press('Enter');

    const done = dialogOf(page, 'Password changes!');
    await expect(done).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectAccessible(page, 'the changed password');
    await pressOn(page, done.getByRole('button', { name: 'To Dashboard' }));
    await expect(page).toHaveURL('/dashboard');
    await emailTo(request, person.email, /password was changed/);

    expect(await logInBy(request, person.email, 'Anchor7!quay')).toBe(200);
    expect(await logInBy(request, person.email, password)).toBe(422);
  },
);
