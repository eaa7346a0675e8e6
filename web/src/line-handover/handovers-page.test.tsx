// @vitest-environment jsdom
import type { UserInfo } from '@portside/contract/account';
import type { OutputOf } from '@portside/contract/endpoint';
import { viewLine } from '@portside/contract/line-detail';
import {
  acceptHandover,
  declineHandover,
  listHandovers,
  type OfferedLine,
} from '@portside/contract/line-handover';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, unanswered } from '../testing/stage.tsx';
import { HandoversPage } from './handovers-page.tsx';

const ana: OfferedLine = {
  id: 'h1',
  from: 'Ana',
  lastFour: '0147',
  simType: 'esim',
  plan: { retailName: 'Sloop 12 GB', retailPrice: 25 },
  paidUntil: '2099-11-06T03:30:00Z',
  addOns: [],
  until: '2099-10-20T17:00:00Z',
};
const ben: OfferedLine = { ...ana, id: 'h2', from: 'Ben', lastFour: '0199', simType: 'physical' };
const over = 'This offer is over: it was taken back.';
const gone = () => no(422, { reason: 'offer_over', message: over });

type Accepted = Pick<OutputOf<typeof acceptHandover>, 'emergencyAddress'>;

interface Shown {
  list?: () => OutputOf<typeof listHandovers> | Promise<OutputOf<typeof listHandovers>>;
  accept?: () => Accepted;
  decline?: () => void;
  user?: () => UserInfo;
  can?: readonly CarrierCapability[];
}

const Line = () => <h1>The line, {JSON.stringify(useLocation().state)}</h1>;

/** What is answered leaves the list. */
function show(offers: readonly OfferedLine[], how: Shown = {}) {
  let left = [...offers];
  const drop = (id: string) => {
    left = left.filter((one) => one.id !== id);
  };
  const site = (
    <Routes>
      <Route
        element={<HandoversPage confirm={<p>Enter the code here</p>} />}
        path="/dashboard/handovers"
      />
      <Route element={<Line />} path="/dashboard/lines/:id" />
    </Routes>
  );
  return showScreen(site, {
    at: '/dashboard/handovers',
    token: freshToken(),
    ...(how.can && { can: how.can }),
    answers: [
      answering(listHandovers, how.list ?? (() => ({ emailConfirmed: true, offers: left }))),
      answering(acceptHandover, ({ id }) => {
        drop(id);
        return { message: 'It is yours.', lineId: 'l9', ...how.accept?.() };
      }),
      answering(declineHandover, ({ id }) => {
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

const tile = async (digits: string) =>
  within(await screen.findByRole('article', { name: `Number ending in ${digits}` }));
const press = async (digits: string, name: string) =>
  userEvent.click((await tile(digits)).getByRole('button', { name }));
const heading = () => screen.getByRole('heading', { level: 1 });
const accepting = async (digits: string) => {
  await press(digits, 'Accept this line');
  return within(await screen.findByRole('dialog', { name: 'Accept this line' }));
};
type Dialog = Awaited<ReturnType<typeof accepting>>;
const send = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Accept this line' }));

test('[P06] an offer tells who, the last four digits, the plan with its price, until when it is paid, the SIM and the end of the offer', async () => {
  show([{ ...ana, addOns: ['Extra 2 GB', 'Travel pass'] }]);
  const shown = await tile('0147');
  for (const text of [
    'Ana wants to hand you this line. You can accept it until Oct 20, 2099.',
    'Extra 2 GB, Travel pass',
    'before taxes and fees',
    'Nov 5, 2099',
    'eSIM',
  ]) {
    expect(shown.getByText(text)).toBeTruthy();
  }
  expect(shown.getByText('Sloop 12 GB')).toBeTruthy();
  expect(shown.getByText('$25.00 each 30 days')).toBeTruthy();
  expect(screen.getByText('Nothing changes until you accept.')).toBeTruthy();
  expect(shown.getByText(/^Nothing now\. The line is paid until Nov 5, 2099, and autopay is off/));
});

test('[P06] it says where the number works now, and how another SIM is had', async () => {
  const first = show([ana, ben]);
  const esim = await tile('0147');
  expect(esim.getByText(/in the phone that has its eSIM now.*If Ana gives you/)).toBeTruthy();
  expect(esim.getByText(/the old eSIM stops working/)).toBeTruthy();
  const card = await tile('0199');
  expect(card.getByText(/with the SIM card it has now.*Ask Ben for the card/)).toBeTruthy();
  expect(card.getByText(/the old card stops working/)).toBeTruthy();
  expect(card.queryByText(/eSIM/)).toBeNull();
  first.close();
  show([ana], { can: ['usage'] });
  const bare = await tile('0147');
  expect(bare.getByText('For another SIM, contact us once you have accepted.')).toBeTruthy();
  expect(bare.queryByText(/on the line’s page/)).toBeNull();
});

test('[P06] accepting asks where the line will be used, begins with the customer’s address, and leads to the line', async () => {
  const page = show([ana, ben], { accept: () => ({ emergencyAddress: 'asked' }) });
  const dialog = await accepting('0199');
  expect(dialog.getByText('Number ending in 0199')).toBeTruthy();
  const city = dialog.getByRole<HTMLInputElement>('textbox', { name: 'City' });
  expect(city.value).toBe(maya.city);
  expect(page.sent('acceptHandover')).toEqual([]);
  await send(dialog);
  const at = await screen.findByRole('heading', { name: /^The line/ });
  expect(at.textContent).toContain('{"takenOver":"asked"}');
  expect(page.router.state.location.pathname).toBe('/dashboard/lines/l9');
  const {
    streetNumber,
    streetDirection,
    streetName,
    streetUnit,
    city: town,
    state,
    zipCode,
  } = maya;
  expect(page.sent('acceptHandover')).toEqual([
    { id: 'h2', streetNumber, streetDirection, streetName, streetUnit, city: town, state, zipCode },
  ]);
});

test('[P06] nothing is accepted without an address', async () => {
  const page = show([ana]);
  const dialog = await accepting('0147');
  const city = dialog.getByRole('textbox', { name: 'City' });
  await userEvent.clear(city);
  await send(dialog);
  await waitFor(() => expect(document.activeElement).toBe(city));
  expect(page.sent('acceptHandover')).toEqual([]);
});

test('[P06] a refusal is said above the fields, and the offer stays', async () => {
  const message = 'This line can’t be handed over right now.';
  show([ana], {
    accept() {
      throw no(422, { reason: 'not_now', message });
    },
    list: () => ({ emailConfirmed: true, offers: [ana] }),
  });
  const dialog = await accepting('0147');
  await send(dialog);
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain(message);
  await waitFor(() => expect(document.activeElement).toBe(alert));
});

test.each([
  ['taken back meanwhile', gone, over],
  ['not there', () => no(404, { code: 'not_found', message: 'Not found.' }), 'Not found.'],
])(
  '[P06] an offer that is %s when it is accepted: the page says so, and the list is new',
  async (_, why, words) => {
    const page = show([ana], {
      accept() {
        throw why();
      },
    });
    await send(await accepting('0147'));
    const note = (await screen.findByText(words)).closest('p');
    expect(note?.closest('[role="status"]')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(await screen.findByText('No line is offered to you')).toBeTruthy();
    expect(screen.queryByText(/^If an email of ours led you here/)).toBeNull();
    expect(page.router.state.location.pathname).toBe('/dashboard/handovers');
  },
);

test('[P06] declining asks first, says who is told, and the offer goes', async () => {
  const page = show([ana, ben]);
  await press('0147', 'Decline');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^We email Ana that you declined, and Ana keeps the line/)).toBeTruthy();
  expect(page.sent('declineHandover')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByText('Number ending in 0147')).toBeNull());
  expect(page.sent('declineHandover')).toEqual([{ id: 'h1' }]);
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(screen.getByText('Number ending in 0199')).toBeTruthy();
});

test('[P06] who doesn’t decline after all is back at the button', async () => {
  const page = show([ana, ben]);
  await press('0199', 'Decline');
  const dialog = within(await screen.findByRole('dialog'));
  const cancel = dialog.getByRole('button', { name: 'Not now' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await userEvent.click(cancel);
  const button = (await tile('0199')).getByRole('button', { name: 'Decline' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(page.sent('declineHandover')).toEqual([]);
});

test('[P06] what was accepted in another tab is not declined', async () => {
  const message = 'You accepted this line already.';
  show([ana], {
    decline() {
      throw no(422, { reason: 'accepted', message });
    },
  });
  await press('0147', 'Decline');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[P06] without offers it says what may have become of the one in an email', async () => {
  show([]);
  expect(await screen.findByText('No line is offered to you')).toBeTruthy();
  expect(screen.getByText(/that offer is over: it was taken back/)).toBeTruthy();
  expect(screen.queryByText(/until you accept/)).toBeNull();
  expect(screen.getByRole('link', { name: 'To Dashboard' })).toBeTruthy();
});

test('[P06] an unconfirmed address is confirmed first, and then the offers are there', async () => {
  let emailVerified = false;
  show([], {
    user: () => ({ ...maya, emailVerified }),
    list: () => ({ emailConfirmed: emailVerified, offers: emailVerified ? [ana] : [] }),
  });
  expect(await screen.findByText('Enter the code here')).toBeTruthy();
  expect(screen.getByText(/^Confirm your email address first/)).toBeTruthy();
  expect(screen.queryByText('No line is offered to you')).toBeNull();
  emailVerified = true;
  await act(() => session.refresh());
  expect(await tile('0147')).toBeTruthy();
  expect(screen.queryByText('Enter the code here')).toBeNull();
});

test('[P06] while it loads it says so, and what didn’t load is asked for again', async () => {
  const waits = show([], { list: unanswered });
  expect((await screen.findByText('Loading')).getAttribute('role')).toBe('status');
  waits.close();
  let down = true;
  show([], {
    list() {
      if (down) throw lost();
      return { emailConfirmed: true, offers: [ana] };
    },
  });
  await screen.findByText('What is offered to you didn’t load');
  expect(screen.queryByText('No line is offered to you')).toBeNull();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await tile('0147')).toBeTruthy();
});

test('[P06] [K24] an agent sees what is offered, and answers nothing', async () => {
  show([ana], {
    user: () => ({ ...maya, agent: { name: 'Ann', until: '2099-10-15T17:00:00Z' } }),
  });
  expect(await screen.findByText('Only the customer can accept or decline it.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
