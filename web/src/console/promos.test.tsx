// @vitest-environment jsdom
import { addPromo, changePromo, listPromos } from '@portside/contract/console/promos';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { PromosPage } from './promos-page.tsx';

const spring = {
  id: 'prm_1',
  code: 'SPRING',
  percentOff: null,
  amountOff: 5,
  everyPeriod: true,
  mostUses: 100,
  mostEach: 1,
  from: '2026-11-20',
  until: null,
  state: 'on' as const,
  used: 3,
  version: 4,
  fromFile: false,
  changedBy: 'Blake Moreno',
};
const list = answering(listPromos, () => ({ promos: [spring] }));
const all = [listPromos, addPromo, changePromo];

test('[L11] the list says what each code takes off, and how often it was used', async () => {
  const stage = showConsole(<PromosPage />, { can: [listPromos], answers: [list] });
  const row = await screen.findByRole('row', { name: /SPRING/ });
  expect(row.textContent).toContain('$5.00 of each payment');
  expect(row.textContent).toContain('3 of 100; 1 each');
  expect(row.textContent).toContain('From Nov 20, 2026');
  // Who may not change one is not offered it.
  expect(screen.queryByRole('button', { name: /Add|Change/ })).toBeNull();
  stage.close();
});

test('[L11] a code is added with what it takes off; what is wrong is said at its field', async () => {
  const answers = [list, answering(addPromo, () => ({ message: 'Done', id: 'prm_2' }))];
  const stage = showConsole(<PromosPage />, { can: all, answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a promo code' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a promo code' });
  await userEvent.type(within(dialog).getByLabelText(/^Code/), 'new-year');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add it' }));
  expect(await within(dialog).findByText('Enter whole percent.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText(/^Percent of the plan/), '15');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add it' }));
  await expect
    .poll(() => stage.sent(addPromo.name))
    .toEqual([{ code: 'new-year', percentOff: 15, everyPeriod: false, mostEach: 1 }]);
  stage.close();
});

test('[L11] a change sends the version that was looked at', async () => {
  const answers = [list, answering(changePromo, () => ({ message: 'Done' }))];
  const stage = showConsole(<PromosPage />, { can: all, answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Change: SPRING' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change SPRING' });
  await userEvent.clear(within(dialog).getByLabelText(/^How often in all/));
  await userEvent.click(within(dialog).getByLabelText('Ended'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => stage.sent(changePromo.name))
    .toEqual([{ id: 'prm_1', version: 4, ended: true, mostEach: 1, from: '2026-11-20' }]);
  stage.close();
});
