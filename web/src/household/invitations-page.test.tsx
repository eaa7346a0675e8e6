// @vitest-environment jsdom
import type { UserInfo } from '@portside/contract/account';
import type { OutputOf } from '@portside/contract/endpoint';
import {
  acceptInvitation,
  declineInvitation,
  type HouseholdInvitation,
  listInvitations,
} from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, unanswered } from '../testing/stage.tsx';
import { InvitationsPage } from './invitations-page.tsx';

const ana: HouseholdInvitation = {
  id: 'm1',
  from: 'Ana',
  lastFour: '0147',
  plan: 'Sloop 12 GB',
  role: 'user',
  until: '2099-10-20T17:00:00Z',
};
const ben: HouseholdInvitation = {
  ...ana,
  id: 'm2',
  from: 'Ben',
  lastFour: '0199',
  role: 'manager',
};

type List = OutputOf<typeof listInvitations>;

interface Shown {
  list?: () => List | Promise<List>;
  accept?: () => unknown;
  decline?: () => void;
  user?: () => UserInfo;
}

const Line = () => <h1>The line, {JSON.stringify(useLocation().state)}</h1>;

/** What is answered leaves the list. */
function show(invitations: readonly HouseholdInvitation[], how: Shown = {}) {
  let left = [...invitations];
  const drop = (id: string) => {
    left = left.filter((one) => one.id !== id);
  };
  const site = (
    <Routes>
      <Route
        element={<InvitationsPage confirm={<p>Enter the code here</p>} />}
        path="/dashboard/household"
      />
      <Route element={<Line />} path="/dashboard/lines/:id" />
    </Routes>
  );
  return showScreen(site, {
    at: '/dashboard/household',
    token: freshToken(),
    answers: [
      answering(listInvitations, how.list ?? (() => ({ emailConfirmed: true, invitations: left }))),
      answering(acceptInvitation, async ({ id }) => {
        await how.accept?.();
        drop(id);
        return { message: 'You have it.', lineId: 'l9' };
      }),
      answering(declineInvitation, ({ id }) => {
        drop(id);
        how.decline?.();
        return { message: 'You declined it.' };
      }),
      answering(listNeeds, () => ({ needs: [], data: [] })),
      answering(listLines, () => ({ lines: [] })),
      answering(viewLine, () => lineDetail),
      { name: 'viewUser', answer: how.user ?? (() => maya) },
    ],
  });
}

const tile = async (name: string) => within(await screen.findByRole('article', { name }));
const ofAna = 'Number ending in 0147';
const ofBen = 'Number ending in 0199';
const press = async (of: string, name: string) =>
  userEvent.click((await tile(of)).getByRole('button', { name }));
const accept = (of: string) => press(of, 'Accept this line');
const heading = () => screen.getByRole('heading', { level: 1 });
const none = 'You have no invitation';

test('[P04] an invitation to use a line says who, which, the plan, until when, and what it means', async () => {
  show([ana]);
  const shown = await tile(ofAna);
  expect(
    shown.getByText('Ana wants you to use this line. You can accept until Oct 20, 2099.'),
  ).toBeTruthy();
  expect(shown.getByText('Plan').nextSibling?.textContent).toBe('Sloop 12 GB');
  expect(shown.getByText('Your role').nextSibling?.textContent).toBe('User');
  const get = shown.getByRole('region', { name: 'What you get' });
  expect(get.textContent).toContain('You can use this line: see its usage, set its alerts,');
  expect(get.textContent).toContain('It costs you nothing.');
  expect(get.textContent).toContain('You can give it back at any time.');
  expect(get.textContent).not.toMatch(/pay for|You can also/);
  const stays = shown.getByRole('region', { name: 'What stays with Ana' });
  expect(stays.textContent).toContain(
    'Ana doesn’t see its usage, its alerts, its SIM, its 911 address and what a check of it finds.',
  );
  expect(stays.textContent).toContain('Ana sees your first name and email address');
  expect(stays.textContent).toContain('Ana can take the line back at any time.');
  expect(screen.getByText('Nothing changes until you accept.')).toBeTruthy();
});

test('[P04] an invitation to manage a line says what comes with it, and what it can cost', async () => {
  show([ben]);
  const shown = await tile(ofBen);
  expect(shown.getByText(/^Ben wants you to manage this line\./)).toBeTruthy();
  expect(shown.getByText('Your role').nextSibling?.textContent).toBe('Manager');
  const get = shown.getByRole('region', { name: 'What you get' });
  expect(get.textContent).toContain(
    'You can also change its plan, buy add-ons for it and pay for its next 30 days, with a card of your own.',
  );
  expect(get.textContent).toContain('It costs you nothing, unless you decide to pay for it.');
});

test('[P04] a line without a number is called so', async () => {
  show([{ ...ana, lastFour: '' }]);
  expect(await tile('A line that gets its number soon')).toBeTruthy();
});

test('[P04] one press accepts, and leads to the line', async () => {
  const page = show([ana, ben]);
  await accept(ofBen);
  const at = await screen.findByRole('heading', { name: /^The line/ });
  expect(at.textContent).toContain('{"accepted":true}');
  expect(page.router.state.location.pathname).toBe('/dashboard/lines/l9');
  expect(page.sent('acceptInvitation')).toEqual([{ id: 'm2' }]);
});

test('[P04] while it is asked only the button that was pressed waits, and a second press asks nothing', async () => {
  const page = show([ana, ben], { accept: unanswered });
  await accept(ofAna);
  const button = (await tile(ofAna)).getByRole('button', { name: 'Accept this line' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  const other = (await tile(ofBen)).getByRole('button', { name: 'Accept this line' });
  expect(other.getAttribute('aria-busy')).toBeNull();
  await userEvent.click(button);
  await userEvent.click(other);
  expect(page.sent('acceptInvitation')).toEqual([{ id: 'm1' }]);
  expect(page.router.state.location.pathname).toBe('/dashboard/household');
});

test.each(['invitation_over', 'closing'] as const)(
  '[P04] %s when it is accepted is said on the page, which takes the focus',
  async (reason) => {
    const { message } = acceptInvitation.refusals[reason];
    const page = show([ana], {
      accept() {
        throw no(422, { reason, message });
      },
    });
    await accept(ofAna);
    const note = (await screen.findByText(message)).closest('p');
    expect(note?.closest('[role="status"]')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(page.router.state.location.pathname).toBe('/dashboard/household');
    // The list is asked for anew.
    await waitFor(() => expect(page.sent('listInvitations').length).toBeGreaterThan(1));
  },
);

test('[P04] an invitation that is over leaves the list, and why is said once', async () => {
  let open = true;
  const { message } = acceptInvitation.refusals.invitation_over;
  show([], {
    list: () => ({ emailConfirmed: true, invitations: open ? [ana] : [] }),
    accept() {
      open = false;
      throw no(404, { code: 'not_found', message });
    },
  });
  await accept(ofAna);
  expect(await screen.findByText(none)).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByText(/^If an email of ours led you here/)).toBeNull();
});

test('[P04] who lost the confirmed address meanwhile is asked for it', async () => {
  let confirmed = true;
  show([], {
    list: () => ({ emailConfirmed: confirmed, invitations: confirmed ? [ana] : [] }),
    user: () => ({ ...maya, emailVerified: confirmed }),
    accept() {
      confirmed = false;
      const { message } = acceptInvitation.refusals.email_unconfirmed;
      throw no(422, { reason: 'email_unconfirmed', message });
    },
  });
  await accept(ofAna);
  expect(await screen.findByText(/^Confirm your email address first/)).toBeTruthy();
});

test('[P04] what got no answer can be accepted again', async () => {
  let down = true;
  const page = show([ana], {
    accept() {
      if (down) throw lost();
    },
  });
  await accept(ofAna);
  await waitFor(() => expect(page.sent('acceptInvitation')).toHaveLength(1));
  expect(await tile(ofAna)).toBeTruthy();
  down = false;
  await accept(ofAna);
  expect(await screen.findByRole('heading', { name: /^The line/ })).toBeTruthy();
});

test('[P04] declining asks first, says who is told, and the invitation goes', async () => {
  const page = show([ana, ben]);
  await press(ofAna, 'Decline');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^We email Ana that you declined\./)).toBeTruthy();
  expect(dialog.getByText(ofAna)).toBeTruthy();
  expect(page.sent('declineInvitation')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByText(ofAna)).toBeNull());
  expect(page.sent('declineInvitation')).toEqual([{ id: 'm1' }]);
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(screen.getByText(ofBen)).toBeTruthy();
});

test('[P04] who doesn’t decline after all is back at the button', async () => {
  const page = show([ana, ben]);
  await press(ofBen, 'Decline');
  const dialog = within(await screen.findByRole('dialog'));
  const cancel = dialog.getByRole('button', { name: 'Not now' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await userEvent.click(cancel);
  const button = (await tile(ofBen)).getByRole('button', { name: 'Decline' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(page.sent('declineInvitation')).toEqual([]);
});

test.each(['accepted', 'invitation_over', 'email_unconfirmed'] as const)(
  '[P04] %s when it is declined: the dialog closes, and the page says why',
  async (reason) => {
    const { message } = declineInvitation.refusals[reason];
    show([ana], {
      decline() {
        throw no(422, { reason, message });
      },
    });
    await press(ofAna, 'Decline');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
    const note = (await screen.findByText(message)).closest('p');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(note));
  },
);

test('[P04] without one it says what may have become of the one in an email', async () => {
  show([]);
  expect(await screen.findByText(none)).toBeTruthy();
  expect(screen.getByText(/that invitation is over: it was taken back/)).toBeTruthy();
  expect(screen.queryByText(/until you accept/)).toBeNull();
  expect(screen.getByRole('link', { name: 'To Dashboard' })).toBeTruthy();
});

test('[P04] an unconfirmed address is confirmed first, and then the invitations are there', async () => {
  let emailVerified = false;
  show([], {
    user: () => ({ ...maya, emailVerified }),
    list: () => ({ emailConfirmed: emailVerified, invitations: emailVerified ? [ana] : [] }),
  });
  expect(await screen.findByText('Enter the code here')).toBeTruthy();
  expect(screen.getByText(/^Confirm your email address first/)).toBeTruthy();
  expect(screen.queryByText(none)).toBeNull();
  emailVerified = true;
  await act(() => session.refresh());
  expect(await tile(ofAna)).toBeTruthy();
  expect(screen.queryByText('Enter the code here')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('[P04] while it loads it says so, and what didn’t load is asked for again', async () => {
  const waits = show([], { list: unanswered });
  expect((await screen.findByText('Loading')).getAttribute('role')).toBe('status');
  waits.close();
  let down = true;
  show([], {
    list() {
      if (down) throw lost();
      return { emailConfirmed: true, invitations: [ana] };
    },
  });
  await screen.findByText('Your invitations didn’t load');
  expect(screen.queryByText(none)).toBeNull();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await tile(ofAna)).toBeTruthy();
});

test('[P04] [K24] an agent sees the invitation, and answers nothing', async () => {
  show([ana], { user: () => ({ ...maya, agent: { name: 'Ann', until: ana.until } }) });
  expect(await screen.findByText('Only the customer can accept or decline it.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
