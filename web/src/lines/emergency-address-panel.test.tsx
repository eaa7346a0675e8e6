// @vitest-environment jsdom
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, maya, no } from '../testing/stage.tsx';
import { EmergencyAddressPanel } from './emergency-address-panel.tsx';
import { useLine } from './use-line.ts';

const home = {
  streetNumber: '120',
  streetDirection: '',
  streetName: 'Fulton Street',
  streetUnit: 'Apt 3',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};
const notFound = '911 responders can’t find this address.';

function Panel() {
  const { data } = useLine('l1');
  return data && <EmergencyAddressPanel line={data} />;
}

function show(start: LineDetail['emergencyAddress'] | null = home) {
  let address = start;
  const line = (): LineDetail => ({ ...lineDetail, ...(address && { emergencyAddress: address }) });
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, line),
      answering(
        setEmergencyAddress,
        ({ id: _, streetDirection = '', streetUnit = '', ...wanted }) => {
          if (wanted.streetNumber === '911') {
            throw no(422, {
              reason: 'not_found_by_carrier',
              message: notFound,
              errors: [{ field: 'streetNumber', message: notFound }],
            });
          }
          address = { ...wanted, streetDirection, streetUnit };
          return { message: 'Your 911 address is changed.' };
        },
      ),
    ],
  });
}

test('[K19] the 911 address is shown, and a refusal stands at its field until it is corrected', async () => {
  const page = show();
  expect(await screen.findByText('120 Fulton Street, Apt 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change the 911 address' }));
  const dialog = within(await screen.findByRole('dialog'));
  const number = dialog.getByRole('textbox', { name: 'Number' });
  await userEvent.clear(number);
  await userEvent.type(number, '911');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(notFound)).toBeTruthy();
  expect(number.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(number));
  await userEvent.clear(number);
  await userEvent.type(number, '14');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('14 Fulton Street, Apt 3')).toBeTruthy();
  expect(page.sent('setEmergencyAddress').map((sent) => sent?.streetNumber)).toEqual(['911', '14']);
});

test('[K19] a line without an address asks for one, and nothing is sent without its parts', async () => {
  const page = show(null);
  expect(await screen.findByText('We don’t have an address for this line.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enter the 911 address' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('textbox', { name: 'City' }).getAttribute('aria-invalid')).toBe('true');
  expect(page.sent('setEmergencyAddress')).toEqual([]);
});

test('[K19] [K24] an agent sees the address and cannot change it', async () => {
  showScreen(<Panel />, {
    token: freshToken(),
    answers: [
      answering(viewLine, () => ({ ...lineDetail, emergencyAddress: home })),
      { name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) },
    ],
  });
  expect(await screen.findByText('Only the customer can change this address.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
