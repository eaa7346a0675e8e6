// @vitest-environment jsdom
import {
  listStaffPlans,
  publishPlan,
  savePlan,
  takePlanOff,
  viewStaffPlan,
} from '@portside/contract/console/plans';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { PlanPage } from './plan-page.tsx';
import { PlansPage } from './plans-page.tsx';

const sloop = {
  id: 'sloop-12',
  retailName: 'Sloop 12 GB',
  retailDescription: 'Enough for most.',
  descriptionInSpanish: 'Para casi todos.',
  retailPrice: 27,
  popular: false,
  state: 'on_sale' as const,
  version: 3,
  isDraft: true,
};
const shown = {
  plan: sloop,
  missing: [] as string[],
  versions: [
    {
      number: 3,
      savedBy: 'Blake Moreno',
      savedAt: '2026-11-20T15:00:00Z',
      publishedBy: null,
      publishedAt: null,
      changes: [{ what: 'Price', from: '$25.00', to: '$27.00' }],
    },
  ],
};
const all = [listStaffPlans, viewStaffPlan, savePlan, publishPlan, takePlanOff];
const list = answering(listStaffPlans, () => ({ plans: [sloop] }));
const view = answering(viewStaffPlan, () => shown);

const open = (options: Partial<Parameters<typeof showConsole>[1]> = {}) =>
  showConsole(
    <Routes>
      <Route element={<PlansPage />} path="/plans" />
      <Route element={<PlanPage />} path="/plans/:id" />
    </Routes>,
    { can: all, answers: [list, view], at: '/plans/sloop-12', ...options },
  );

test('[L10] the list leads to a plan, whose versions stand side by side', async () => {
  const stage = open({ at: '/plans' });
  const row = await screen.findByRole('row', { name: /Sloop 12 GB/ });
  expect(row.textContent).toContain('$27.00');
  expect(row.textContent).toContain('On sale, with a draft');
  row.focus();
  await userEvent.keyboard('{Enter}');
  const table = await screen.findByRole('table', { name: 'What version 3 changed' });
  expect(within(table).getByRole('row', { name: 'Price $25.00 $27.00' })).toBeTruthy();
  expect(screen.getByText(/Not published/)).toBeTruthy();
  stage.close();
});

test('[L10] a draft sends the version that was looked at; a colleague’s earlier save is said', async () => {
  const late = answering(savePlan, () => {
    throw no(422, { reason: 'changed_meanwhile', message: 'A colleague has changed this plan.' });
  });
  const stage = open({ answers: [list, view, late] });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Sloop 12 GB' });
  const price = within(dialog).getByLabelText('Price in dollars');
  await userEvent.clear(price);
  await userEvent.type(price, '29');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save the draft' }));
  expect(await within(dialog).findByText('A colleague has changed this plan.')).toBeTruthy();
  expect(stage.sent(savePlan.name)).toMatchObject([
    { id: 'sloop-12', version: 3, retailPrice: 29, descriptionInSpanish: 'Para casi todos.' },
  ]);
  stage.close();
});

test('[L10] publishing and taking off sale are asked first', async () => {
  const done = { message: 'Done' };
  const answers = [
    list,
    view,
    answering(publishPlan, () => done),
    answering(takePlanOff, () => done),
  ];
  const stage = open({ answers });
  for (const [name, call] of [
    ['Publish', publishPlan],
    ['Take off sale', takePlanOff],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name }));
    await expect.poll(() => stage.sent(call.name)).toEqual([{ id: 'sloop-12', version: 3 }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  }
  stage.close();
});

test('[L10] what is missing stands there instead of Publish; who may not edit is offered nothing', async () => {
  const lacks = answering(viewStaffPlan, () => ({
    ...shown,
    missing: ['The broadband label has no values.'],
  }));
  const first = open({ answers: [list, lacks] });
  expect(await screen.findByText('The broadband label has no values.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  first.close();
  const second = open({ can: [listStaffPlans, viewStaffPlan] });
  await screen.findByText('Enough for most.');
  expect(screen.queryByRole('button')).toBeNull();
  second.close();
});
