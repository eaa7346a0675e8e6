// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { changeNumber } from '@portside/contract/number-change';
import { act, screen, waitFor, within } from '@testing-library/react';
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

function show(change: Partial<LineDetail> = {}, refusal?: () => never, later?: Promise<string>) {
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
      answering(listNewNumbers, async ({ others, zipCode }) => ({
        numbers: others
          ? [{ ...offered, mdn: (await later) ?? '4155550188' }]
          : [zipCode === '10005' ? { ...offered, mdn: '2125550177' } : offered],
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

test('[P02] [K18] a number near another ZIP Code is not taken along to the new one', async () => {
  const page = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the number' }));
  const dialog = within(await screen.findByRole('dialog'));
  const zip = dialog.getByLabelText(/^ZIP Code for the new number/);
  await userEvent.type(zip, '94105');
  await userEvent.click(await dialog.findByRole('radio', { name: '(415) 555-0123' }));
  await userEvent.clear(zip);
  await userEvent.type(zip, '10005');
  await dialog.findByRole('radio', { name: '(212) 555-0177' });
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Any number' }).checked).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Give up (212) 555-0101' }));
  await waitFor(() => expect(page.sent('changeNumber')).toEqual([{ id: 'l1', zipCode: '10005' }]));
});

test('[P02] [K18] others that come late for another ZIP Code leave the choice alone', async () => {
  const others = Promise.withResolvers<string>();
  const page = show({}, undefined, others.promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Change the number' }));
  const dialog = within(await screen.findByRole('dialog'));
  const zip = dialog.getByLabelText(/^ZIP Code for the new number/);
  await userEvent.type(zip, '94105');
  await dialog.findByRole('radio', { name: '(415) 555-0123' });
  await userEvent.click(dialog.getByRole('button', { name: 'Show other numbers' }));
  await userEvent.clear(zip);
  await userEvent.type(zip, '10005');
  await userEvent.click(await dialog.findByRole('radio', { name: '(212) 555-0177' }));
  await act(async () => others.resolve('4155550188'));
  await userEvent.click(dialog.getByRole('button', { name: 'Give up (212) 555-0101' }));
  await waitFor(() => expect(page.sent('changeNumber')).toHaveLength(1));
  expect(page.sent('changeNumber')).toEqual([
    { id: 'l1', zipCode: '10005', newNumber: '2125550177' },
  ]);
});

test('[K18] with the number lock on the way leads to the locks', async () => {
  show({ locks: { sim: { on: true }, number: { on: true } } });
  expect(await screen.findByRole('link', { name: 'See the locks' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
