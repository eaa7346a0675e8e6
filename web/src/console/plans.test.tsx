// @vitest-environment jsdom
import {
  addPlan,
  holdPlan,
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
import { no, plan } from '../testing/stage.tsx';
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
  publishesAt: null,
};
const shown = {
  plan: sloop,
  missing: [] as string[],
  publishFailed: null,
  preview: (['en', 'es'] as const).map((language) => ({
    language,
    plan: {
      ...plan,
      retailName: 'Sloop 12 GB',
      retailPrice: 27,
      retailDescription: language === 'es' ? 'Para casi todos.' : 'Enough for most.',
    },
  })),
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
const all = [listStaffPlans, viewStaffPlan, savePlan, publishPlan, holdPlan, takePlanOff];
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

test('[L10] the plan stands there as the shop will show it, in both languages; nothing in it can be pressed', async () => {
  const stage = open();
  const preview = await screen.findByRole('region', { name: 'As the shop will show it' });
  const inSpanish = within(preview).getByText('Para casi todos.');
  expect(inSpanish.closest('[lang=es]')?.hasAttribute('inert')).toBe(true);
  expect(preview.textContent).toContain('Elegir este plan');
  expect(preview.textContent).toContain('Choose this plan');
  stage.close();
});

test('[L10] the values of the label are in the form; what is wrong in one is said at its field', async () => {
  const label = {
    uniquePlanId: 'M0012345678SLOOP2024000001',
    introductory: null,
    contract: { months: 0 },
    monthlyFees: [],
    oneTimeFees: [{ name: 'eSIM or SIM card', amount: 0 }],
    earlyTerminationFee: 0,
    governmentTaxes: 'varies' as const,
    discountsUrl: '/faq',
    speeds: [
      { generation: '5G' as const, download: '40 to 220 Mbps', upload: '6 Mbps', latency: '25 ms' },
    ],
    includedData: '12 GB',
    additionalData: 'After that 128 kbps',
    networkManagementUrl: '/terms-and-conditions',
    privacyUrl: '/privacy-policy',
  };
  const labelInSpanish = { includedData: '12 GB', additionalData: 'Después, 128 kbps' };
  // An earlier version kept what nothing charges.
  const kept = { ...label, earlyTerminationFee: 35, contract: { months: 12 } };
  const withLabel = { ...shown, plan: { ...sloop, label: kept, labelInSpanish } };
  const saved = answering(savePlan, () => ({ message: 'Kept', version: 4 }));
  const stage = open({ answers: [list, answering(viewStaffPlan, () => withLabel), saved] });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sloop 12 GB' }));
  const fill = async (name: string, text: string) => {
    await userEvent.clear(dialog.getByLabelText(new RegExp(`^${name}`)));
    if (text) await userEvent.type(dialog.getByLabelText(new RegExp(`^${name}`)), text);
  };
  for (const never of [/introductory/, /contract/, /termination/, /Monthly fees/]) {
    expect(dialog.queryByLabelText(never)).toBeNull();
  }
  expect(dialog.getByText(/no contract, no early termination fee/)).toBeTruthy();
  await fill('What is free at the start', 'Delivery: 2.00');
  await fill('5G, latency', '');
  await userEvent.click(dialog.getByRole('button', { name: 'Save the draft' }));
  expect(await dialog.findByText(/^A line for each, like “Name: 0.00”/)).toBeTruthy();
  expect(dialog.getByText('Say it in words.')).toBeTruthy();
  expect(stage.sent(savePlan.name)).toEqual([]);
  await fill('What is free at the start', 'eSIM: 0.00');
  await fill('5G, latency', '30 ms');
  await userEvent.click(dialog.getByRole('button', { name: 'Save the draft' }));
  const speeds = [{ ...label.speeds[0], latency: '30 ms' }];
  await expect
    .poll(() => stage.sent(savePlan.name))
    .toMatchObject([
      { label: { ...label, speeds, oneTimeFees: [{ name: 'eSIM', amount: 0 }] }, labelInSpanish },
    ]);
  stage.close();
});

test('[L10] a new plan begins as a copy, and its page opens', async () => {
  const made = answering(addPlan, () => ({ message: 'It is there.' }));
  const stage = open({ at: '/plans', answers: [list, view, made], can: [...all, addPlan] });
  await userEvent.click(await screen.findByRole('button', { name: 'New plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New plan' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'A copy of' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sloop 12 GB' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Dinghy 1 GB');
  await userEvent.type(dialog.getByLabelText('Id'), 'dinghy-1');
  await userEvent.type(dialog.getByLabelText(/^Data in GB/), '1');
  await userEvent.click(dialog.getByRole('button', { name: 'Make the draft' }));
  await expect
    .poll(() => stage.sent(addPlan.name))
    .toEqual([{ id: 'dinghy-1', copyOf: 'sloop-12', retailName: 'Dinghy 1 GB', dataGb: 1 }]);
  stage.close();
});

test('[L10] a draft is published at a time that is chosen, and that can be taken back', async () => {
  let publishesAt: string | null = null;
  const answers = [
    list,
    answering(viewStaffPlan, () => ({ ...shown, plan: { ...sloop, publishesAt } })),
    answering(publishPlan, () => {
      publishesAt = '2026-12-01T14:00:00Z';
      return { message: 'It will be published.' };
    }),
    answering(holdPlan, () => {
      publishesAt = null;
      return { message: 'It is not.' };
    }),
  ];
  const stage = open({ answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^When/), '2026-12-01T09:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish then' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Don’t publish it then' }));
  await expect.poll(() => stage.sent(holdPlan.name)).toEqual([{ id: 'sloop-12', version: 3 }]);
  expect(stage.sent(publishPlan.name)).toMatchObject([{ at: '2026-12-01T09:00' }]);
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
  for (const [name, confirm, call] of [
    ['Publish', 'Publish now', publishPlan],
    ['Take off sale', 'Take off sale', takePlanOff],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: confirm }));
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
  await screen.findAllByText('Enough for most.');
  const pressed = screen.queryAllByRole('button').filter((one) => !one.closest('[inert]'));
  expect(pressed).toEqual([]);
  second.close();
});

test('[P10] prices of several months are kept with the draft; what is empty is not offered', async () => {
  const prepay = [
    { months: 3 as const, price: 70 },
    { months: 6 as const, price: 130 },
  ];
  const withPrices = answering(viewStaffPlan, () => ({ ...shown, plan: { ...sloop, prepay } }));
  const saved = answering(savePlan, () => ({ message: 'Kept', version: 4 }));
  const stage = open({ answers: [list, withPrices, saved] });
  expect(await screen.findByText('3 months: $70.00, 6 months: $130.00')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sloop 12 GB' }));
  const field = (name: RegExp) => dialog.getByLabelText<HTMLInputElement>(name);
  expect(field(/^3 months \(90 days\)/).value).toBe('70.00');
  expect(field(/^12 months/).value).toBe('');
  await userEvent.clear(field(/^6 months/));
  await userEvent.type(field(/^12 months/), '240.005');
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save the draft' }));
  await save();
  expect(await dialog.findByText('Enter dollars and cents.')).toBeTruthy();
  expect(field(/^12 months/).getAttribute('aria-invalid')).toBe('true');
  expect(stage.sent(savePlan.name)).toEqual([]);
  await userEvent.clear(field(/^12 months/));
  await userEvent.type(field(/^12 months/), '$240');
  await save();
  await expect
    .poll(() => stage.sent(savePlan.name))
    .toMatchObject([
      {
        prepay: [
          { months: 3, price: 70 },
          { months: 12, price: 240 },
        ],
      },
    ]);
  stage.close();
});

test('[P10] a plan without such prices says so, and keeps none', async () => {
  const saved = answering(savePlan, () => ({ message: 'Kept', version: 4 }));
  const stage = open({ answers: [list, view, saved] });
  expect(await screen.findByText('Not offered')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save the draft' }));
  await expect.poll(() => stage.sent(savePlan.name)).toMatchObject([{ prepay: [] }]);
  stage.close();
});
