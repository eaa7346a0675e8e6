// @vitest-environment jsdom
import {
  changeEmail,
  editUser,
  resendCode,
  type UserInfo,
  viewUser,
} from '@portside/contract/account';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAnswer } from '../api/use-answer.ts';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { said } from '../testing/sign-in-stage.tsx';
import { freshToken, maya, no, unanswered } from '../testing/stage.tsx';
import { DetailsPanel } from './details-panel.tsx';

afterEach(() => void vi.useRealTimers());

const saved = answering(editUser, () => ({ message: 'Changed' }));

async function edit(name: string, answers: readonly Answer[], who: UserInfo = maya) {
  const page = showScreen(<DetailsPanel user={who} />, { answers, token: freshToken() });
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name });
  return {
    ...page,
    user,
    dialog,
    button,
    fill: async (texts: Record<string, string>) => {
      for (const [label, text] of Object.entries(texts)) {
        const field = screen.getByLabelText(label);
        await user.clear(field);
        if (text) await user.type(field, text);
      }
    },
    press: (label: string) => user.click(screen.getByRole('button', { name: label })),
    gone: async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(button));
    },
  };
}

const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('[E04] the name is edited from what it is, and the focus comes back', async () => {
  const { fill, user, gone, sent } = await edit('Edit name', [saved]);
  expect([valueOf('First name'), valueOf('Last name')]).toEqual(['Maya', 'Alvarez']);
  await fill({ 'Last name': 'Alvarez-Ortiz' });
  await user.keyboard('{Enter}');
  await gone();
  expect(sent('editUser')).toEqual([{ firstName: 'Maya', lastName: 'Alvarez-Ortiz' }]);
});

test('[E04] [H20] [H32] names that are too short are not sent; digits cannot be typed', async () => {
  const { fill, press, calls } = await edit('Edit name', []);
  await fill({ 'First name': 'M4', 'Last name': '' });
  expect(valueOf('First name')).toBe('M');
  await press('Save');
  expect(said('First name')).toBe('Please enter your first name');
  expect(said('Last name')).toBe('Please enter your last name');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
  expect(calls).toEqual([]);
});

test('[E05] the address is sent whole, with its direction', async () => {
  const { fill, press, user, gone, sent } = await edit('Edit address', [saved]);
  await fill({ Number: '40', 'Street name': 'Pier Road', 'ZIP Code': '10004x' });
  await user.click(screen.getByRole('combobox', { name: 'Direction' }));
  await user.click(await screen.findByRole('option', { name: 'NE' }));
  await press('Save');
  await gone();
  expect(sent('editUser')).toEqual([
    {
      streetNumber: '40',
      streetDirection: 'NE',
      streetName: 'Pier Road',
      streetUnit: '',
      city: 'New York',
      state: 'NY',
      zipCode: '10004',
    },
  ]);
});

test('[E05] an apartment or unit is optional, stands with the street and is sent with it', async () => {
  const { fill, press, gone, sent } = await edit('Edit address', [saved], {
    ...maya,
    streetUnit: 'Apt 4B',
  });
  expect(screen.getByText('120 W Fulton Street, Apt 4B')).toBeTruthy();
  expect(valueOf('Apartment or unit (optional)')).toBe('Apt 4B');
  await fill({ 'Apartment or unit (optional)': '# 12-C of the eastern tower' });
  await press('Save');
  await gone();
  expect(sent('editUser')).toMatchObject([{ streetUnit: '# 12-C of the easter' }]);
});

test('[E05] an empty address is told field by field', async () => {
  const empty = { streetNumber: '', streetDirection: '', streetName: '', city: '', state: '' };
  const { press, calls } = await edit('Edit address', [], { ...maya, ...empty, zipCode: '' });
  await press('Save');
  expect(['Number', 'Street name', 'City', 'ZIP Code'].map(said)).toEqual([
    'Please enter street number',
    'Please enter street name',
    'Please enter city',
    'Please enter 5 digit ZIP Code',
  ]);
  expect(screen.getByText('Please select a state')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('[H28] what the server does not accept shows at its field, and the dialog stays', async () => {
  const message = 'We cannot find this street.';
  const { press, dialog } = await edit('Edit address', [
    answering(editUser, () => {
      throw no(400, { message: 'Check', errors: [{ field: 'streetName', message }] });
    }),
  ]);
  await press('Save');
  await waitFor(() => expect(said('Street name')).toBe(message));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Street name')));
  expect(dialog.getAttribute('aria-busy')).toBeNull();
});

test('[E19] the dialog is busy and stays while the answer is on its way', async () => {
  let answer = (_: { message: string }) => {};
  const waiting = answering(editUser, () => new Promise((resolve) => (answer = resolve)));
  const { press, dialog, gone } = await edit('Edit name', [waiting]);
  await press('Save');
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('dialog')).toBe(dialog);
  act(() => answer({ message: 'Changed' }));
  await gone();
});

test.each(['Edit name', 'Edit address', 'Edit phone number'])(
  '[E19] [I20] %s without an answer is left by Cancel, and the account is shown as it is',
  async (title) => {
    const views: string[] = [];
    const { press, gone } = await edit(title, [
      answering(editUser, unanswered),
      answering(viewUser, () => (views.push(title), maya)),
    ]);
    await press('Save');
    views.length = 0;
    await press('Cancel');
    await gone();
    // What was given up may have arrived all the same.
    await waitFor(() => expect(views).toContain(title));
  },
);

test('[E08] [H18] [H19] [H35] a phone number is code and digits, and travels as one number', async () => {
  const { fill, press, user, gone, sent } = await edit('Edit phone number', [saved]);
  expect([valueOf('Code'), valueOf('Contact number')]).toEqual(['+1', '2125550101']);
  expect(screen.getByLabelText<HTMLInputElement>('Code').placeholder).toBe('+44');
  await fill({ Code: '', 'Contact number': '123' });
  await press('Save');
  expect(said('Code')).toBe('Enter code');
  expect(said('Contact number')).toBe('Please enter a valid phone number');
  await user.type(screen.getByLabelText('Code'), '44');
  expect(valueOf('Code')).toBe('+44');
  await fill({ 'Contact number': '07700 900-123' });
  expect(valueOf('Contact number')).toBe('07700900123');
  await press('Save');
  await gone();
  expect(sent('editUser')).toEqual([{ phoneNumber: '+447700900123' }]);
});

test('[E08] [H28] an American number that is none is told, also when only the server knows', async () => {
  const message = 'Please enter a valid phone number';
  const { fill, press, calls, sent } = await edit('Edit phone number', [
    answering(editUser, () => {
      throw no(400, { message: 'Check', errors: [{ field: 'contactNumber', message }] });
    }),
  ]);
  await fill({ 'Contact number': '0125550101' });
  await press('Save');
  expect(said('Contact number')).toBe(message);
  expect(calls).toEqual([]);
  await fill({ 'Contact number': '2125550177' });
  await press('Save');
  await waitFor(() => expect(said('Contact number')).toBe(message));
  expect(sent('editUser')).toHaveLength(1);
});

test('[E08] [H18] a customer without a number begins with the brand’s country code', async () => {
  await edit('Edit phone number', [], { ...maya, contactNumber: '' });
  expect([valueOf('Code'), valueOf('Contact number')]).toEqual(['+1', '']);
});

test('[E06] [J02] a new address gets a code first; exactly five digits change it', async () => {
  const { fill, press, user, gone, sent } = await edit('Edit email', [
    saved,
    answering(changeEmail, () => ({ message: 'Your email address was changed.' })),
  ]);
  await fill({ 'New email address': 'maya.reyes@example.com' });
  await press('Send code');
  const code = await screen.findByLabelText('One-time code');
  expect(sent('editUser')).toEqual([{ email: 'maya.reyes@example.com' }]);
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.keyboard('1234');
  await press('Verify');
  expect(said('One-time code')).toBe('Please enter the 5-digit code');
  expect(sent('changeEmail')).toEqual([]);
  await user.click(code);
  await user.keyboard('5');
  await gone();
  expect(sent('changeEmail')).toEqual([{ newEmail: 'maya.reyes@example.com', otp: '12345' }]);
});

test('[E06] [H02] an address that is none, or the same one, gets no code', async () => {
  const message = 'This is already your email address.';
  const { fill, press, sent } = await edit('Edit email', [
    answering(editUser, () => {
      throw no(422, { reason: 'email_same', message, errors: [{ field: 'email', message }] });
    }),
  ]);
  await fill({ 'New email address': 'maya@' });
  await press('Send code');
  expect(said('New email address')).toBe(
    'Please enter a valid email address. Example: name@example.com',
  );
  expect(sent('editUser')).toEqual([]);
  await fill({ 'New email address': 'maya@example.com' });
  await press('Send code');
  await waitFor(() => expect(said('New email address')).toBe(message));
});

test('[E07] [J02] the code is sent again after 30 seconds, and not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { fill, press, sent } = await edit('Edit email', [
    saved,
    answering(resendCode, () => ({ message: 'Code Re-sent! Please enter the new code' })),
  ]);
  await fill({ 'New email address': 'maya.reyes@example.com' });
  await press('Send code');
  await screen.findByLabelText('One-time code');
  await press('Resend code in 30 s');
  expect(sent('resendCode')).toEqual([]);
  await advance(30_500);
  await press('Resend code');
  await waitFor(() => expect(sent('resendCode')).toEqual([{ email: 'maya.reyes@example.com' }]));
  expect(await screen.findByRole('button', { name: /^Resend code in \d+ s$/ })).toBeTruthy();
});

test('[A16] an agent reads the details, and edits none of them', () => {
  const agent = { name: 'Sam', until: '2999-01-01T00:00:00Z' };
  showScreen(<DetailsPanel user={{ ...maya, agent }} />, { token: freshToken() });
  expect(screen.getByText('Maya Alvarez')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('[M05] who gets no emails is asked to check the address, beside it', () => {
  const hint = /Our emails to this address bounce/;
  const shown = showScreen(<DetailsPanel user={maya} />, { token: freshToken() });
  expect(screen.queryByText(hint)).toBeNull();
  shown.close();
  showScreen(<DetailsPanel user={{ ...maya, emailComesBack: true }} />, { token: freshToken() });
  const email = screen.getByRole('button', { name: 'Edit email' }).closest('dd');
  expect(email?.textContent).toMatch(hint);
});

function Account() {
  const { data } = useAnswer(viewUser, {});
  return data ? <DetailsPanel user={data} /> : null;
}

test('a save that ends late leaves the dialog alone that was opened since', async () => {
  const slow = Promise.withResolvers<UserInfo>();
  let isSaved = false;
  const page = showScreen(<Account />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => (isSaved ? slow.promise : maya)),
      answering(editUser, () => {
        isSaved = true;
        return { message: 'Changed' };
      }),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit name' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.sent('editUser')).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Edit phone number' }));
  const number = await screen.findByLabelText('Contact number');
  await user.clear(number);
  await user.type(number, '2125550177');
  await act(async () => slow.resolve(maya));
  expect(screen.getByRole('dialog', { name: 'Edit phone number' })).toBeTruthy();
  expect(valueOf('Contact number')).toMatch(/550177|550-0177/);
});
