// @vitest-environment jsdom
import * as calls from '@portside/contract/console/add-ons';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { AddOnPage } from './add-on-page.tsx';
import { AddOnsPage } from './add-ons-page.tsx';

const data = {
  id: 'data-2',
  name: 'Extra 2 GB',
  description: '2 GB more',
  descriptionInSpanish: '2 GB más',
  price: 7,
  megabytes: 2000,
  recurring: false,
  state: 'on_sale' as const,
  version: 2,
  isDraft: true,
  publishesAt: null,
};
const shown = {
  addOn: data,
  missing: [] as string[],
  publishFailed: null,
  preview: (['en', 'es'] as const).map((language) => ({
    language,
    addOn: {
      id: data.id,
      name: data.name,
      description: language === 'es' ? '2 GB más' : '2 GB more',
      price: 7,
      validity: 'period' as const,
      recurring: false,
    },
  })),
  versions: [
    {
      number: 2,
      savedBy: 'Ada',
      savedAt: '2026-11-20T15:00:00Z',
      publishedBy: null,
      publishedAt: null,
      changes: [{ what: 'Price', from: '$6.00', to: '$7.00' }],
    },
  ],
};
const list = answering(calls.listStaffAddOns, () => ({ addOns: [data] }));
const view = answering(calls.viewStaffAddOn, () => shown);

const open = (at: string, answers: readonly Answer[] = []) =>
  showConsole(
    <Routes>
      <Route element={<AddOnsPage />} path="/add-ons" />
      <Route element={<AddOnPage />} path="/add-ons/:id" />
    </Routes>,
    { can: Object.values(calls), answers: [list, view, ...answers], at },
  );

test('[L10] an add-on stands there as the shop will show it, with what its versions changed', async () => {
  const stage = open('/add-ons');
  await userEvent.click(await screen.findByRole('link', { name: 'Extra 2 GB' }));
  const preview = await screen.findByRole('region', { name: 'As the shop will show it' });
  expect(preview.textContent).toContain('2 GB más');
  const table = screen.getByRole('table', { name: 'What version 2 changed' });
  expect(within(table).getByRole('row', { name: 'Price $6.00 $7.00' })).toBeTruthy();
  stage.close();
});

test('[L10] an add-on is edited, published at a time, and taken off sale after a question', async () => {
  const done = () => ({ message: 'Done' });
  const stage = open('/add-ons/data-2', [
    answering(calls.saveAddOn, () => ({ message: 'Kept', version: 3 })),
    answering(calls.publishAddOn, done),
    answering(calls.takeAddOnOff, done),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Extra 2 GB' }));
  await userEvent.clear(edit.getByLabelText('Price in dollars'));
  await userEvent.click(edit.getByRole('button', { name: 'Save the draft' }));
  expect(await edit.findByText('Enter a price in dollars.')).toBeTruthy();
  await userEvent.type(edit.getByLabelText('Price in dollars'), '8');
  await userEvent.click(edit.getByRole('button', { name: 'Save the draft' }));
  await expect
    .poll(() => stage.sent(calls.saveAddOn.name))
    .toMatchObject([{ id: 'data-2', version: 2, price: 8, descriptionInSpanish: '2 GB más' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const publish = within(await screen.findByRole('dialog', { name: 'Publish Extra 2 GB?' }));
  await userEvent.type(publish.getByLabelText(/^When/), '2026-12-01T09:00');
  await userEvent.click(publish.getByRole('button', { name: 'Publish then' }));
  await expect
    .poll(() => stage.sent(calls.publishAddOn.name))
    .toEqual([{ id: 'data-2', version: 2, at: '2026-12-01T09:00' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Take off sale' }));
  const off = within(await screen.findByRole('dialog', { name: 'Take Extra 2 GB off sale?' }));
  await userEvent.click(off.getByRole('button', { name: 'Take off sale' }));
  await expect
    .poll(() => stage.sent(calls.takeAddOnOff.name))
    .toEqual([{ id: 'data-2', version: 2 }]);
  stage.close();
});

test('[L10] a new add-on begins as a draft, in gigabytes', async () => {
  const stage = open('/add-ons', [answering(calls.addAddOn, () => ({ message: 'It is there.' }))]);
  await userEvent.click(await screen.findByRole('button', { name: 'New add-on' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New add-on' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Extra 10 GB');
  await userEvent.type(dialog.getByLabelText('Price in dollars'), '20');
  await userEvent.type(dialog.getByLabelText('Description'), '10 GB more');
  await userEvent.type(dialog.getByLabelText('Id'), 'data-10');
  await userEvent.type(dialog.getByLabelText(/^Data in GB/), '10');
  await userEvent.click(dialog.getByRole('button', { name: 'Make the draft' }));
  await expect
    .poll(() => stage.sent(calls.addAddOn.name))
    .toMatchObject([{ id: 'data-10', price: 20, megabytes: 10_000, recurring: false }]);
  stage.close();
});
