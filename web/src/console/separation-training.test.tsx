// @vitest-environment jsdom
import {
  listSeparations,
  setSeparationTraining,
} from '@portside/contract/console/line-separations';
import { listStaff, viewMe } from '@portside/contract/console/staff';
import type { OutputOf } from '@portside/contract/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { FramePage } from './frame-page.tsx';
import { StaffPage } from './staff-page.tsx';

const user = userEvent.setup();
type Member = OutputOf<typeof listStaff>['staff'][number];

const blake: Member = {
  id: 'stf_2',
  name: 'Blake',
  email: 'blake@example.com',
  role: 'agent',
  trained: false,
  status: 'active',
  lastSeenAt: null,
};
const staff: Member[] = [
  { ...blake, id: 'stf_1', name: 'Avery', email: 'avery@example.com', role: 'admin' },
  blake,
  { ...blake, id: 'stf_3', name: 'Cody', email: 'cody@example.com', role: 'billing' },
];

test('[P05] an admin says who is trained, reads what it means, and takes it away again', async () => {
  let rows = staff;
  const page = showConsole(<StaffPage />, {
    can: [listStaff, setSeparationTraining],
    role: 'admin',
    answers: [
      answering(listStaff, () => ({ staff: rows })),
      answering(setSeparationTraining, ({ id, trained }) => {
        rows = rows.map((one) => (one.id === id ? { ...one, trained } : one));
        return { message: 'Noted.' };
      }),
    ],
  });
  const row = () => screen.findByRole('row', { name: /Blake/ });
  expect((await row()).textContent).toContain('ActiveNo');
  await user.click(screen.getByRole('button', { name: 'Training: Blake (blake@example.com)' }));
  const asked = within(await screen.findByRole('dialog'));
  expect(asked.getByText(/they see all of these requests with their documents/)).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Trained' }));
  await waitFor(async () => expect((await row()).textContent).toContain('ActiveYes'));
  await user.click(screen.getByRole('button', { name: 'Training: Blake (blake@example.com)' }));
  await user.click(await screen.findByRole('button', { name: 'Not trained any more' }));
  await waitFor(async () => expect((await row()).textContent).toContain('ActiveNo'));
  expect(page.sent('setSeparationTraining')).toEqual([
    { id: 'stf_2', trained: true },
    { id: 'stf_2', trained: false },
  ]);
});

test('[P05] training is there for agents and admins, oneself too, and not for who may not say so', async () => {
  const answers = [answering(listStaff, () => ({ staff }))];
  const page = showConsole(<StaffPage />, { can: [listStaff, setSeparationTraining], answers });
  await screen.findByRole('row', { name: /Cody/ });
  const names = screen.getAllByRole('button', { name: /^Training/ }).map((one) => one.ariaLabel);
  expect(names).toEqual([
    'Training: Avery (avery@example.com)',
    'Training: Blake (blake@example.com)',
  ]);
  expect(screen.queryByRole('button', { name: /^Remove: Avery/ })).toBeNull();
  page.close();
  showConsole(<StaffPage />, { can: [listStaff], answers });
  await screen.findByRole('row', { name: /Cody/ });
  expect(screen.queryByRole('button', { name: /^Training/ })).toBeNull();
});

const listed = (state: 'waiting' | 'asked' | 'open' | 'done') => ({
  id: `sep_${state}`,
  reference: 'LS-1',
  state,
  lines: 1,
  receivedAt: '2099-11-27T15:00:00Z',
  answerBy: null,
});

test('[P05] the navigation has the entry, and how many wait, only for who is trained', async () => {
  const open = (can: readonly string[]) =>
    showConsole(<FramePage>Here</FramePage>, {
      can: [],
      answers: [
        answering(viewMe, () => ({
          id: 'stf_2',
          name: 'Blake',
          email: 'blake@example.com',
          role: 'agent' as const,
          can: [...can],
          provenUntil: null,
          ways: ['code' as const],
        })),
        answering(listSeparations, () => ({
          separations: (['waiting', 'asked', 'open', 'done'] as const).map(listed),
        })),
      ],
    });
  const page = open([listSeparations.name]);
  const entry = await screen.findByRole('link', { name: /^Line separations/ });
  await waitFor(() => expect(entry.textContent).toBe('Line separations2 waiting'));
  page.close();
  const other = open([]);
  await screen.findByText('Blake');
  expect(screen.queryByRole('link', { name: /^Line separations/ })).toBeNull();
  expect(other.sent('listSeparations')).toEqual([]);
});
