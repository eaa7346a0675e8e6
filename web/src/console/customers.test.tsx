// @vitest-environment jsdom
import {
  addNote,
  eraseCustomer,
  exportCustomer,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import {
  replaceSimForCustomer,
  resumeForCustomer,
  suspendForCustomer,
} from '@portside/contract/console/line-actions';
import { searchConsole } from '@portside/contract/console/search';
import {
  enterVerification,
  startVerification,
  viewVerification,
} from '@portside/contract/console/verification';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { customerPage as page, showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { CustomerPage } from './customer-page.tsx';
import { FindPage } from './find-page.tsx';
import { SearchForm } from './search-form.tsx';

const all = [
  viewCustomer,
  viewTimeline,
  startVerification,
  enterVerification,
  addNote,
  eraseCustomer,
  exportCustomer,
  suspendForCustomer,
  resumeForCustomer,
  replaceSimForCustomer,
];

const open = (answers: readonly Answer[], at: string) =>
  showConsole(
    <>
      <SearchForm />
      <Routes>
        <Route element={<FindPage />} path="/find" />
        <Route element={<CustomerPage />} path="/customers/:id" />
        <Route element={<h1>Elsewhere</h1>} path="*" />
      </Routes>
    </>,
    { can: [searchConsole, ...all], answers, at },
  );

const result = (id: string, title: string) => ({
  kind: 'customer' as const,
  id,
  title,
  detail: 'm•••@example.com, •••• 0101',
  customerId: id,
});

const notVerified = () => {
  throw no(403, { code: 'not_verified', message: 'Verify the caller first.' });
};

const ways = (more: object = {}) =>
  answering(viewVerification, () => ({
    title: 'Maya A.',
    codes: [{ to: 'email' as const, shown: 'm•••@example.com' }],
    chats: false,
    warnings: [],
    until: null,
    ...more,
  }));

test('[L03] `/` leads to the search, Enter to what fits, arrows to the next, and Enter opens it', async () => {
  const stage = open(
    [
      answering(searchConsole, () => ({
        results: [result('usr_1', 'Maya A.'), result('usr_2', 'Maya B.')],
        more: true,
        hint: 'More than 20 fit. Type more of it.',
      })),
      answering(viewCustomer, notVerified),
      ways(),
    ],
    '/',
  );
  await userEvent.keyboard('/maya{Enter}');
  const first = await screen.findByRole('row', { name: /Maya A/ });
  expect(stage.sent(searchConsole.name)).toEqual([{ q: 'maya' }]);
  await expect.poll(() => document.activeElement).toBe(first);
  expect(screen.getByText('More than 20 fit. Type more of it.')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => stage.sent(viewCustomer.name)).toEqual([{ id: 'usr_2' }]);
});

test('[L03] nothing that fits says what to type instead, and a slash in a field is a slash', async () => {
  open(
    [
      answering(searchConsole, () => ({
        results: [],
        more: false,
        hint: 'Nothing fits. Check the spelling.',
      })),
    ],
    '/find?q=zzz',
  );
  expect(await screen.findByRole('heading', { name: /Nothing fits/ })).toBeTruthy();
  const field = screen.getByLabelText('Find a customer, line, order or port-in');
  await userEvent.type(field, '/');
  expect((field as HTMLInputElement).value).toBe('zzz/');
});

test('[L04] [L05] before the caller is verified nothing is shown; their code opens the page', async () => {
  let isOpen = false;
  const stage = open(
    [
      answering(viewCustomer, () => (isOpen ? page : notVerified())),
      answering(viewTimeline, () => ({ entries: [] })),
      ways({ warnings: ['The contact number changed within the last 30 days.'] }),
      answering(startVerification, () => ({ sentTo: 'm•••@example.com' })),
      answering(enterVerification, ({ code }) => {
        if (code !== '123456') {
          throw no(422, {
            reason: 'code_wrong',
            message: 'This is not the code.',
            errors: [{ field: 'code', message: 'This is not the code.' }],
          });
        }
        isOpen = true;
        return { until: page.verifiedUntil };
      }),
    ],
    '/customers/usr_1',
  );
  expect(await screen.findByRole('heading', { name: 'Verify Maya A.' })).toBeTruthy();
  expect(screen.getByText('The contact number changed within the last 30 days.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('maya@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
  const field = await screen.findByLabelText('Their code');
  expect(stage.sent(startVerification.name)).toEqual([{ id: 'usr_1', how: 'code', to: 'email' }]);
  await userEvent.type(field, '111111{Enter}');
  expect(await screen.findByText('This is not the code.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Maya Alvarez' })).toBeTruthy();
  expect(screen.getByText('maya@example.com')).toBeTruthy();
});

test('[L04] a ticket is written down, and opens the page at once', async () => {
  const stage = open(
    [
      answering(viewCustomer, notVerified),
      ways({ codes: [] }),
      answering(startVerification, () => ({ until: page.verifiedUntil })),
    ],
    '/customers/usr_1',
  );
  await userEvent.type(await screen.findByLabelText('Number of the ticket'), 'HELP-1');
  await userEvent.click(screen.getByRole('button', { name: 'Open the page' }));
  await expect
    .poll(() => stage.sent(startVerification.name))
    .toEqual([{ id: 'usr_1', how: 'ticket', reference: 'HELP-1' }]);
});

test('[L04] [P09] of a line on hold the page tells until when', async () => {
  const [line] = page.lines;
  if (!line) throw new Error('The page of the stage has a line');
  const held = { ...line, status: 'suspended', heldUntil: '2027-03-01T17:00:00Z' };
  open(
    [
      answering(viewCustomer, () => ({ ...page, lines: [held] })),
      answering(viewTimeline, () => ({ entries: [] })),
    ],
    '/customers/usr_1',
  );
  expect(await screen.findByText(/On hold until .*2027/)).toBeTruthy();
});

test('[P06] [L04] a line that went to another account, or came from one, says so, and nothing else of that account', async () => {
  const [line] = page.lines;
  const there = { ...line!, status: 'ended', handedOverAt: '2027-03-01T17:00:00Z' };
  const here = { ...line!, id: 'lin_2', takenOverAt: '2027-03-02T17:00:00Z' };
  open(
    [
      answering(viewCustomer, () => ({ ...page, lines: [there, here] })),
      answering(viewTimeline, () => ({ entries: [] })),
    ],
    '/customers/usr_1',
  );
  expect(await screen.findByText('Handed over')).toBeTruthy();
  expect(screen.getByText(/Handed over to another account on .*Mar 1, 2027/)).toBeTruthy();
  expect(screen.getByText(/Taken over from another account on .*Mar 2, 2027/)).toBeTruthy();
  expect(screen.queryByText('Ended')).toBeNull();
  // It is paid for there.
  expect(screen.getAllByText(/Paid until/)).toHaveLength(1);
});

const showLines = (more: Partial<typeof page>) =>
  open(
    [
      answering(viewCustomer, () => ({ ...page, ...more })),
      answering(viewTimeline, () => ({ entries: [] })),
    ],
    '/customers/usr_1',
  );

test('[P04] [L04] beside a line stands who has it, with the way to their page', async () => {
  const [line] = page.lines;
  const member = {
    id: 'usr_2',
    name: 'Omar Q.',
    email: 'omar@example.com',
    role: 'manager',
  } as const;
  showLines({ lines: [{ ...line!, member }] });
  const link = await screen.findByRole('link', { name: 'Omar Q.' });
  expect(link.getAttribute('href')).toBe('/customers/usr_2');
  expect(link.closest('li')?.textContent).toContain(
    'Omar Q. (invited at omar@example.com) has this line, as manager',
  );
});

test('[P04] [L04] whoever is only invited to a line is an address, and leads nowhere', async () => {
  const [line] = page.lines;
  showLines({ lines: [{ ...line!, member: { email: 'omar@example.com', role: 'user' } }] });
  const said = 'omar@example.com is invited to have this line, as user, and has not accepted yet';
  const row = (await screen.findByText(said)).closest('li') as HTMLElement;
  expect(within(row).queryByRole('link')).toBeNull();
  expect(row.textContent).not.toContain('has this line');
});

test('[P04] [L04] lines of other accounts that a customer has stand by themselves, with whose they are', async () => {
  const linesOfOthers = [
    {
      id: 'lin_9',
      number: '2125550109',
      plan: 'Sloop 12 GB',
      status: 'active',
      role: 'user' as const,
      holder: { id: 'usr_2', name: 'Noa B.' },
    },
  ];
  showLines({ linesOfOthers });
  const title = await screen.findByRole('heading', { name: 'Lines of other accounts' });
  const part = within(title.closest('section') as HTMLElement);
  expect(part.getByRole('listitem').textContent).toBe(
    '(212) 555-0109ActiveSloop 12 GB. They have it as user, in the account of Noa B.',
  );
  expect(part.getByRole('link', { name: 'Noa B.' }).getAttribute('href')).toBe('/customers/usr_2');
  // It is not theirs to end or to move.
  expect(part.queryByRole('button')).toBeNull();
});

test('[P04] [L04] of a customer who shares no line nothing is said of it', async () => {
  showLines({});
  await screen.findByRole('heading', { name: 'Maya Alvarez' });
  expect(screen.queryByRole('heading', { name: 'Lines of other accounts' })).toBeNull();
  expect(document.body.textContent).not.toMatch(/has this line|is invited/);
});

test('[L04] the page tells what is theirs, its timeline goes on below, and a note is kept', async () => {
  const entry = (id: string, text: string) => ({
    id,
    at: '2026-11-20T15:00:00Z',
    what: 'account' as const,
    by: 'Customer',
    text,
  });
  const stage = open(
    [
      answering(viewCustomer, () => page),
      answering(viewTimeline, ({ cursor }) =>
        cursor
          ? { entries: [entry('act_1', 'The account was opened')] }
          : { entries: [entry('act_2', 'Logged in')], next: 'account=act_2' },
      ),
      answering(addNote, () => ({ message: 'The note is there for your colleagues.' })),
    ],
    '/customers/usr_1',
  );
  await screen.findByRole('heading', { name: 'Maya Alvarez' });
  for (const words of ['(212) 555-0101', 'eSIM 8901410000000000013', 'Visa •••• 4242', 'Spanish']) {
    expect(document.body.textContent).toContain(words);
  }
  expect(screen.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe(
    '/chats/cht_1',
  );
  // A code is more than a ticket, and 15 minutes may be too short.
  expect(screen.getByRole('button', { name: 'Verify again' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('The account was opened')).toBeTruthy();
  expect(screen.getByText('Logged in')).toBeTruthy();
  const form = screen.getByRole('form', { name: 'A note' });
  await userEvent.type(within(form).getByLabelText('A note for colleagues'), 'Asked for a card.');
  await userEvent.click(within(form).getByRole('button', { name: 'Save the note' }));
  await expect
    .poll(() => stage.sent(addNote.name))
    .toEqual([{ id: 'usr_1', text: 'Asked for a card.' }]);
});

test('[L05] once the 15 minutes are over, what was shown is gone', async () => {
  let count = 0;
  open(
    [
      answering(viewCustomer, () => {
        count += 1;
        return count === 1 ? { ...page, closesIn: 0 } : notVerified();
      }),
      answering(viewTimeline, () => ({ entries: [] })),
      ways(),
    ],
    '/customers/usr_1',
  );
  await screen.findByRole('heading', { name: 'Maya Alvarez' });
  await screen.findByRole('heading', { name: 'Verify Maya A.' });
  expect(document.body.textContent).not.toContain('maya@example.com');
});

test('[L04] a closed account says so, and what did not load is tried again', async () => {
  let isThere = false;
  open(
    [
      answering(viewCustomer, () => {
        if (isThere) return page;
        throw no(404, { code: 'not_found', message: 'Not found' });
      }),
      answering(viewTimeline, () => ({ entries: [] })),
    ],
    '/customers/usr_1',
  );
  expect(await screen.findByText(/their account is closed/)).toBeTruthy();
  isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Maya Alvarez' })).toBeTruthy();
});

test('[L09] a line is suspended with a reason, and a SIM that needs a code says so', async () => {
  const stage = open(
    [
      answering(viewCustomer, () => page),
      answering(viewTimeline, () => ({ entries: [] })),
      answering(suspendForCustomer, () => ({ message: 'It is asked for.' })),
      answering(replaceSimForCustomer, () => {
        throw no(422, { reason: 'code_needed', message: 'Verify them by a code.' });
      }),
    ],
    '/customers/usr_1',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend: (212) 555-0101' }));
  const suspend = await screen.findByRole('dialog', { name: /^Suspend/ });
  await userEvent.type(within(suspend).getByLabelText('Why, for the audit'), 'Lost');
  await userEvent.click(within(suspend).getByRole('button', { name: 'Suspend' }));
  await expect
    .poll(() => stage.sent(suspendForCustomer.name))
    .toEqual([{ id: 'lin_1', reason: 'Lost' }]);
  expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'New SIM: (212) 555-0101' }));
  const sim = await screen.findByRole('dialog', { name: /^New SIM/ });
  await userEvent.type(within(sim).getByLabelText('Why, for the audit'), 'New phone');
  await userEvent.click(within(sim).getByRole('button', { name: 'New SIM' }));
  expect(await within(sim).findByText('Verify them by a code.')).toBeTruthy();
  expect(stage.sent(replaceSimForCustomer.name)).toEqual([
    { id: 'lin_1', reason: 'New phone', simType: 'esim' },
  ]);
});

test('[L19] the file of what is kept asks for a reason first, and is saved', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:file';
  const file = { fileName: 'customer-usr_1-2026-11-20.json', content: new Blob(['{}']) };
  const stage = open(
    [
      answering(viewCustomer, () => page),
      answering(viewTimeline, () => ({ entries: [] })),
      answering(exportCustomer, () => file as never),
    ],
    '/customers/usr_1',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Export as JSON' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Say why.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Why'), 'Asked by email');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await expect.poll(() => saved).toEqual([file.fileName]);
  expect(stage.sent(exportCustomer.name)).toEqual([{ id: 'usr_1', reason: 'Asked by email' }]);
  click.mockRestore();
});

test('[L19] erasing asks for a reason, and says in the dialog what stands in the way', async () => {
  let count = 0;
  const stage = open(
    [
      answering(viewCustomer, () => page),
      answering(viewTimeline, () => ({ entries: [] })),
      answering(eraseCustomer, () => {
        count += 1;
        if (count === 1) throw no(422, { reason: 'line_live', message: 'You still have a line.' });
        return { message: 'The customer is erased.' };
      }),
    ],
    '/customers/usr_1',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
  const dialog = await screen.findByRole('dialog', { name: /^Erase .+\?$/ });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase now' }));
  expect(await within(dialog).findByText('Say why.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Why'), 'Asked in a letter');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase now' }));
  expect(await within(dialog).findByText(/You still have a line/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase now' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: /^Erase/ })).toBeNull();
  expect(stage.sent(eraseCustomer.name)).toHaveLength(2);
});

test('[L04] [L08] what waits for a second person is on the customer’s page, with the way to it', async () => {
  const approvals = [
    {
      id: 'apr_1',
      kind: 'refund' as const,
      item: 'Sloop 12 GB',
      amount: 28.49,
      askedBy: 'Blake',
      askedAt: '2026-11-20T15:00:00Z',
    },
    {
      id: 'apr_2',
      kind: 'credit' as const,
      item: '',
      amount: 40,
      askedBy: 'Blake',
      askedAt: '2026-11-20T15:00:00Z',
    },
  ];
  const answers = [
    answering(viewCustomer, () => ({ ...page, approvals })),
    answering(viewTimeline, () => ({ entries: [] })),
  ];
  open(answers, '/customers/usr_1');
  const title = await screen.findByRole('heading', { name: 'Waits for a second person' });
  const part = within(title.closest('section') as HTMLElement);
  const [refund, credit] = part.getAllByRole('listitem');
  expect(refund?.textContent).toContain('Refund for Sloop 12 GB$28.49');
  expect(refund?.textContent).toContain('Asked for by Blake, Nov 20, 2026');
  expect(credit?.textContent).toContain('Credit$40.00');
  const links = part.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/approvals', '/approvals']);
});
