import { type Line, listLines } from '@portside/contract/lines';
import { bringNumber, checkPortIn, listPortIns, updatePortIn } from '@portside/contract/port-in';
import { checkSim, simSentences } from '@portside/contract/sim';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect } from 'vitest';
import { NumberChecksPanel } from '../port-in/number-checks-panel.tsx';
import { type Answer, answering, showScreen } from './show-screen.tsx';
import { fill, freshToken, line as stageLine } from './stage.tsx';

export const own = '89014100000000000020';
export const long = 'Once your new SIM or eSIM QR code arrives, activate an eSIM with the QR code.';

export const sim = (iccid: string, more: object = {}) => ({
  iccid,
  isCarrierSim: true,
  newSimRequired: false,
  inUse: false,
  message: simSentences.ready as string,
  ...more,
});

const answers: readonly Answer[] = [
  answering(checkPortIn, ({ msisdn }) =>
    msisdn.endsWith('80')
      ? {
          eligible: false,
          reason: 'not_portable' as const,
          message: 'This number can’t be transferred.',
        }
      : { eligible: true, message: 'Yes', tempSubscriptionId: 'prt_1' },
  ),
  answering(checkSim, ({ iccid }) => sim(iccid)),
  answering(updatePortIn, () => ({
    portInId: 'prt_1',
    status: 'draft' as const,
    message: 'Saved',
  })),
  answering(bringNumber, () => ({ portInId: 'prt_1', status: 'pending' as const, message: long })),
  answering(listLines, () => ({ lines: [] })),
  answering(listPortIns, () => ({ portIns: [] })),
];

export function show(...more: Answer[]) {
  return showWith([], ...more);
}

export function showWith(lines: readonly Line[], ...more: Answer[]) {
  const site = (
    <Routes>
      <Route element={<NumberChecksPanel lines={lines} />} path="/dashboard" />
      <Route element={<NumberChecksPanel lines={lines} />} path="/dashboard/dashboard" />
      <Route element={<p>The shop</p>} path="/shop" />
    </Routes>
  );
  const page = showScreen(site, {
    at: '/dashboard/dashboard',
    answers: [...more, ...answers],
    token: freshToken(),
  });
  return { ...page, user: userEvent.setup() };
}
export type Page = ReturnType<typeof show>;

export const dialog = (name: string) => screen.findByRole('dialog', { name });
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
export const button = (inside: HTMLElement, name: string) =>
  within(inside).getByRole('button', { name });

export async function openCheck({ user }: Page) {
  await user.click(await screen.findByRole('button', { name: 'Check port-in eligibility' }));
  return dialog('Check port-in eligibility');
}

export async function check(page: Page, number: string, asked?: HTMLElement) {
  const form = asked ?? (await openCheck(page));
  const zip = within(form).getByLabelText('ZIP Code');
  await fill(page.user, within(form).getByLabelText('Number to transfer'), number);
  await page.user.clear(zip);
  await fill(page.user, zip, '10005');
  await page.user.click(button(form, 'Check'));
}

/** Through the SIM check, to the answer about a number that the card is for. */
export async function checkWithSim(page: Page, number: string) {
  await page.user.click(await screen.findByRole('button', { name: 'Quick SIM check' }));
  const asked = await dialog('Quick SIM check');
  await page.user.type(within(asked).getByLabelText('SIM number'), `${own}{Enter}`);
  await page.user.click(await within(asked).findByRole('button', { name: 'Next' }));
  await check(page, number, await dialog('Check port-in eligibility'));
}

export async function toDetails(page: Page) {
  await check(page, '(212) 555-0100');
  await page.user.click(button(await dialog('Good News!'), 'Continue'));
  return dialog('Let’s port in your number');
}

export const waysOut = [
  ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  [
    'Not now',
    async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Not now' })),
  ],
] as const;

export async function saveDetails({ user }: Page, asked: HTMLElement) {
  await fill(user, within(asked).getByLabelText('Account number'), '100200300');
  await fill(user, within(asked).getByLabelText(/^Number Transfer PIN/), '482913');
  await user.click(button(asked, 'Save'));
}

export const line: Line = {
  ...stageLine,
  id: 'lin_1',
  mdn: '3475550133',
  nickname: 'Kitchen',
  iccid: '89014100000000000120',
};
