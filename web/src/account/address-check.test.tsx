// @vitest-environment jsdom
import { editUser } from '@portside/contract/account';
import { checkAddress } from '@portside/contract/address-check';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya, no } from '../testing/stage.tsx';
import { EditAddressDialog } from './edit-address-dialog.tsx';

const right = {
  streetNumber: '120',
  streetDirection: '',
  streetName: 'Fulton St',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

const saved = answering(editUser, () => ({ message: 'Changed' }));
const suggesting = answering(checkAddress, (typed) =>
  typed.streetName === 'Fultn Street' ? { suggestion: right } : {},
);

function open(answers = [saved, suggesting]) {
  let closed = 0;
  const dialog = (
    <EditAddressDialog
      onClose={() => void (closed += 1)}
      open
      user={{ ...maya, ...right, streetName: 'Fultn Street' }}
    />
  );
  const page = showScreen(dialog, { answers, token: freshToken() });
  const user = userEvent.setup();
  return {
    ...page,
    user,
    save: async () => user.click(await screen.findByRole('button', { name: 'Save' })),
    closes: () => waitFor(() => expect(closed).toBe(1)),
  };
}

const question = () => screen.findByRole('group', { name: 'Did you mean this address?' });

test('[M10] a suggestion is read out, and one press takes it over and saves', async () => {
  const { user, save, sent, closes } = open();
  await save();
  const panel = await question();
  await waitFor(() => expect(document.activeElement).toBe(panel));
  const described = panel.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('120 Fulton StNew York, NY 10038');
  expect(sent('editUser')).toEqual([]);
  await user.tab();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use this' })),
  );
  await user.keyboard('{Enter}');
  await closes();
  expect(sent('editUser')).toEqual([right]);
  expect(sent('checkAddress')).toHaveLength(1);
});

test('[M10] a customer who keeps their own is believed, and not asked again', async () => {
  const { user, save, sent, closes } = open();
  await save();
  await question();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await closes();
  expect(sent('editUser')).toEqual([{ ...right, streetName: 'Fultn Street' }]);
  expect(sent('checkAddress')).toHaveLength(1);
});

test('[M10] saving again under the question keeps what was typed: it is no wall', async () => {
  const { save, sent, closes } = open();
  await save();
  await question();
  await save();
  await closes();
  expect(sent('editUser')).toEqual([{ ...right, streetName: 'Fultn Street' }]);
  expect(sent('checkAddress')).toHaveLength(1);
});

test('[M10] typing on takes the question away', async () => {
  const { user, save } = open();
  await save();
  await question();
  await user.type(screen.getByLabelText('City'), ' City');
  expect(screen.queryByRole('group', { name: 'Did you mean this address?' })).toBeNull();
});

test('[M10] where the check fails, the address is saved as if there were none', async () => {
  const failing = answering(checkAddress, () => {
    throw no(503, { message: 'Down' });
  });
  const { save, sent, closes } = open([saved, failing]);
  await save();
  await closes();
  expect(sent('editUser')).toHaveLength(1);
});

test('[M10] where addresses are not checked nobody is asked', async () => {
  const { save, sent, calls, closes } = open([saved]);
  await save();
  await closes();
  expect(sent('editUser')).toHaveLength(1);
  expect(calls.map((one) => one.name)).not.toContain('checkAddress');
});
