// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, openCheckout, press, quote } from '../testing/checkout-stage.tsx';
import { no } from '../testing/stage.tsx';

const refused = (message: string) =>
  no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });

async function typeZip(page: ReturnType<typeof openCheckout>, zipCode: string) {
  const zip = screen.getByLabelText('ZIP Code');
  await page.user.clear(zip);
  await page.user.type(zip, zipCode);
  await waitFor(() => expect(page.sent('askQuote').at(-1)?.['zipCode']).toBe(zipCode));
}

test('[H16] a refusal that comes late says nothing of the ZIP Code that was typed since', async () => {
  const slow = Promise.withResolvers<never>();
  const page = openCheckout({
    askQuote: ({ zipCode }) => (zipCode === '99950' ? slow.promise : quote()),
  });
  await heading('Contact and service address');
  await press(page, 'Change name or address');
  await typeZip(page, '99950');
  await typeZip(page, '89501');
  await page.user.click(screen.getByLabelText('City'));
  await act(async () => slow.reject(refused('We don’t cover this ZIP Code yet.')));
  expect(screen.queryByText('We don’t cover this ZIP Code yet.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
});

test('[I23] Continue does not go on with a ZIP Code that was typed over while its price was asked for', async () => {
  const slow = Promise.withResolvers<object>();
  const page = openCheckout({ askQuote: ({ address }) => (address ? slow.promise : quote()) });
  await heading('Contact and service address');
  await press(page, 'Change name or address');
  await press(page, 'Continue');
  await waitFor(() => expect(page.sent('askQuote').at(-1)).toHaveProperty('address'));
  await typeZip(page, '89501');
  await act(async () => slow.resolve(quote()));
  expect(page.router.state.location.state).toMatchObject({ step: 'who' });
});
