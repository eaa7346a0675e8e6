// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { changeNumber } from '@portside/contract/number-change';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { no, line as stageLine } from '../testing/stage.tsx';
import { NumberChangePanel } from './number-change-panel.tsx';

function Panel() {
  const { data } = useLine('l1');
  return data && <NumberChangePanel line={data} />;
}

const offered = { mdn: '4155550123', town: 'San Francisco', state: 'CA' };

function show(change: Partial<LineDetail> = {}, refusal?: () => never) {
  let refuses = refusal;
  const line: LineDetail = {
    ...stageLine,
    addOns: [],
    plan: { ...stageLine.plan, retailPrice: 25 },
    autopay: { on: false, consent: { version: '1', text: 'I allow it.' } },
    locks: { sim: { on: true }, number: { on: false } },
    ...change,
  };
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, () => line),
      answering(listNewNumbers, ({ others }) => ({
        numbers: others ? [{ ...offered, mdn: '4155550188' }] : [offered],
        heldUntil: '2999-01-01T00:00:00Z',
      })),
      answering(changeNumber, () => {
        const says = refuses;
        refuses = undefined;
        says?.();
        return { message: 'Your new number is (415) 555-0123.', mdn: '4155550123' };
      }),
    ],
  });
}

test('[K18] what is lost is said first; then a ZIP Code gets a new number', async () => {
  const message = 'There is no free number near this ZIP Code right now. Please try another one.';
  const page = show({}, () => {
    throw no(422, { reason: 'no_numbers', message });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change the number' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('(212) 555-0101 is gone for good: you can’t have it back.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^ZIP Code for the new number/), '94105');
  const give = { name: 'Give up (212) 555-0101' };
  await userEvent.click(dialog.getByRole('button', give));
  expect(await dialog.findByText(message)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', give));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.sent('changeNumber')).toEqual([
    { id: 'l1', zipCode: '94105' },
    { id: 'l1', zipCode: '94105' },
  ]);
});

test('[P02] [K18] the new number is chosen from some near the ZIP Code, or from others', async () => {
  const message = 'This number is gone. Please choose another one.';
  const page = show({}, () => {
    throw no(422, { reason: 'number_gone', message, errors: [{ field: 'newNumber', message }] });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change the number' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^ZIP Code for the new number/), '94105');
  const first = await dialog.findByRole('radio', { name: '(415) 555-0123' });
  expect(dialog.getByText('San Francisco, CA')).toBeTruthy();
  await userEvent.click(first);
  const give = { name: 'Give up (212) 555-0101' };
  await userEvent.click(dialog.getByRole('button', give));
  expect(await dialog.findByText(message)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Show other numbers' }));
  await userEvent.click(await dialog.findByRole('radio', { name: '(415) 555-0188' }));
  await userEvent.click(dialog.getByRole('button', give));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.sent('changeNumber')).toEqual([
    { id: 'l1', zipCode: '94105', newNumber: '4155550123' },
    { id: 'l1', zipCode: '94105', newNumber: '4155550188' },
  ]);
});

test('[K18] with the number lock on the way leads to the locks', async () => {
  show({ locks: { sim: { on: true }, number: { on: true } } });
  expect(await screen.findByRole('link', { name: 'See the locks' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
