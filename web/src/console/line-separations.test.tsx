// @vitest-environment jsdom
import {
  askInSeparation,
  grantSeparation,
  listSeparations,
  type LookedAtLine,
  proveInSeparation,
  refuseSeparation,
  takeSeparationDocument,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { captureSavedFiles } from '../testing/saved-files.ts';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { lost, no } from '../testing/stage.tsx';
import { LineSeparationPage, type SeparationRequest } from './line-separation-page.tsx';
import { LineSeparationsPage } from './line-separations-page.tsx';

const pages = (
  <Routes>
    <Route element={<LineSeparationsPage />} path="/line-separations" />
    <Route element={<LineSeparationPage />} path="/line-separations/:id" />
  </Routes>
);
const calls = [
  listSeparations,
  viewSeparationRequest,
  takeSeparationDocument,
  askInSeparation,
  proveInSeparation,
  grantSeparation,
  refuseSeparation,
];

const row = {
  id: 'sep_1',
  reference: 'LS-7K2M',
  state: 'waiting' as const,
  lines: 2,
  receivedAt: '2099-11-27T15:00:00Z',
  answerBy: '2099-12-02T04:59:59Z',
};
const account = { customerId: 'usr_9', name: 'Sam Roe', lines: 3 };
const own: LookedAtLine = {
  number: '2125550101',
  who: 'own',
  proven: true,
  lineId: 'lin_1',
  account,
};
const cared: LookedAtLine = { ...own, number: '2125550102', who: 'in_care', proven: false };

const request: SeparationRequest = {
  ...row,
  name: 'Noor Haddad',
  email: 'noor@example.com',
  language: 'es',
  otherName: 'Sam Roe',
  otherIsThere: true,
  contactNote: 'Mornings only.',
  looked: [own, cared],
  documents: [
    { id: 'doc_1', kind: 'official', name: '../x.html', at: row.receivedAt, bytes: 204_800 },
  ],
  missing: [],
  messages: [{ by: 'Blake', ours: true, text: 'Which officer?', at: row.receivedAt }],
  keptUntil: '2100-02-25T15:00:00Z',
};

function open(first: SeparationRequest, answers: readonly Answer[] = [], can = calls) {
  const server = { now: first };
  const page = showConsole(pages, {
    can,
    role: 'agent',
    at: '/line-separations/sep_1',
    answers: [
      ...answers,
      answering(listSeparations, () => ({ separations: [row] })),
      answering(viewSeparationRequest, () => server.now),
    ],
  });
  return { ...page, server };
}
const user = userEvent.setup();
const press = async (
  name: string | RegExp,
  within_ = screen as Pick<typeof screen, 'findByRole'>,
) => user.click(await within_.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');

test('[P05] the list has the reference, the state and the day of the law, and no name', async () => {
  const late = { ...row, id: 'sep_2', reference: 'LS-OLD', answerBy: '2020-12-02T04:59:59Z' };
  const decided = { ...row, id: 'sep_3', reference: 'LS-DONE', state: 'done' as const };
  showConsole(pages, {
    can: calls,
    at: '/line-separations',
    answers: [answering(listSeparations, () => ({ separations: [late, row, decided] }))],
  });
  const rowOf = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await rowOf(/LS-7K2M/)).toMatch(/Waits for a decisionDec 1, 2099, 11:59 PM2Nov 27, 2099/);
  expect(await rowOf(/LS-OLD/)).toContain('Late');
  expect(await rowOf(/LS-DONE/)).toContain('Moved–');
});

test('[P05] the list says how many requests it leaves out', async () => {
  const answer = answering(listSeparations, () => ({ separations: [row], more: 12 }));
  showConsole(pages, { can: calls, at: '/line-separations', answers: [answer] });
  expect(await screen.findByText('12 more are here, and not in this list.')).toBeTruthy();
});

test('[P05] a line that has moved can’t be chosen again; what is left out of a move stays to be decided', async () => {
  const moved: LookedAtLine = { number: '2125550109', who: 'own', proven: true, moved: true };
  const other: LookedAtLine = { ...own, number: '2125550103' };
  open({ ...request, looked: [moved, own, other] });
  expect(await screen.findByText('It is in an account of its own.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /555-0109/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /555-0103/ }));
  await press('Move the lines');
  const asked = await dialog();
  expect(asked.textContent).toContain('Move (212) 555-0101?');
  expect(asked.textContent).toContain('(212) 555-0103 still has to be decided afterwards');
});

test('[P05] one request has all of it, and no way to the account of the holder', async () => {
  open(request);
  expect(await screen.findByText('Noor Haddad')).toBeTruthy();
  for (const words of ['noor@example.com', 'Spanish', 'Mornings only.', 'Which officer?'])
    expect(screen.getByText(words), words).toBeTruthy();
  expect(screen.getByText(/A line of the same account has this number/)).toBeTruthy();
  const lines = screen.getByRole('region', { name: 'Lines' });
  expect(lines.textContent).toContain('in the account of Sam Roe with 3 lines');
  expect(lines.textContent).toContain('By text: a code that we texted to this phone came back.');
  expect(lines.textContent).toContain('Nobody knows yet who has this phone.');
  expect(screen.queryByRole('link', { name: /Sam Roe/ })).toBeNull();
  expect(screen.getByText(/Don’t open the page of the account/)).toBeTruthy();
});

test('[P05] a document is saved as a file that no browser shows, under a name of ours', async () => {
  const files = captureSavedFiles();
  const take = answering(takeSeparationDocument, () => ({
    name: '../x.html',
    type: 'application/pdf',
    content: btoa('%PDF-1.7 \xff'),
  }));
  const page = open(request, [take]);
  await press('Save as a file: ../x.html');
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['LS-7K2M-1.pdf']));
  expect(files[0]?.content.type).toBe('application/octet-stream');
  expect(files[0]?.content.size).toBe(10);
  expect(page.sent('takeSeparationDocument')).toEqual([{ id: 'sep_1', documentId: 'doc_1' }]);
  expect(document.querySelector('iframe, embed, object, img')).toBeNull();
});

test('[P05] staff ask by email to the safe address, and the field is empty again', async () => {
  const asked = answering(askInSeparation, () => ({ message: 'Asked.' }));
  const page = open(request, [asked]);
  await press('Ask');
  expect(await screen.findByText('Write what you need.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLTextAreaElement>('What you need');
  await user.type(field, 'The date?');
  await press('Ask');
  await waitFor(() => expect(field.value).toBe(''));
  expect(page.sent('askInSeparation')).toEqual([{ id: 'sep_1', text: 'The date?' }]);
  expect(screen.getByText(/By email to noor@example.com. They read Spanish/)).toBeTruthy();
});

test('[P05] how else a line is known is written down, and then it can go', async () => {
  const proven = answering(proveInSeparation, () => {
    page.server.now = {
      ...request,
      looked: [
        own,
        { ...cared, proven: true, provenBy: 'Read out by Blake', keptSince: row.receivedAt },
      ],
    };
    return { message: 'Written down.' };
  });
  const page = open(request, [proven]);
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '(212) 555-0102' });
  await screen.findByRole('button', { name: 'Move the lines' });
  expect(box()).toMatchObject({ disabled: true, checked: false });
  await press('Write down a proof: (212) 555-0102');
  await press('Write it down', within(await dialog()));
  expect(await screen.findByText('Say why.')).toBeTruthy();
  await user.type(screen.getByLabelText('How you know it'), 'The report names it.');
  await press('Write it down', within(await dialog()));
  expect(await screen.findByText('Known otherwise: Read out by Blake')).toBeTruthy();
  expect(screen.getByText(/kept from change since Nov 27, 2099/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box()).toMatchObject({ disabled: false, checked: true });
  expect(page.sent('proveInSeparation')).toEqual([
    { id: 'sep_1', number: '2125550102', how: 'The report names it.' },
  ]);
});

const both = { ...request, looked: [own, { ...cared, proven: true }] };

test('[P05] before lines move it says what happens and that nobody else is told', async () => {
  const granted = answering(grantSeparation, () => {
    page.server.now = {
      ...both,
      state: 'done',
      done: { at: row.receivedAt, numbers: ['2125550101'] },
    };
    return { message: 'Moved.' };
  });
  const page = open(both, [granted]);
  await user.click(await screen.findByRole('checkbox', { name: '(212) 555-0102' }));
  await press('Move the lines');
  const asked = within(await dialog());
  expect(asked.getByRole('heading').textContent).toBe('Move (212) 555-0101?');
  const words = (await dialog()).textContent;
  expect(words).toContain('under noor@example.com');
  expect(words).toContain('In the account of Sam Roe the lines have ended. Nobody there is told');
  expect(words).toContain('nobody else is');
  expect(page.sent('grantSeparation')).toEqual([]);
  await press('Move now', asked);
  expect(await screen.findByText('Moved')).toBeTruthy();
  expect(page.sent('grantSeparation')).toEqual([{ id: 'sep_1', numbers: ['2125550101'] }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Move the lines' })).toBeNull());
});

test('[P05] without a line nothing is asked; what can’t go can’t be chosen, and says why', async () => {
  const hindered = {
    ...cared,
    proven: true,
    hindrance: 'leaving' as const,
    hint: 'It goes to another carrier.',
  };
  const page = open({ ...request, looked: [own, hindered] });
  await user.click(await screen.findByRole('checkbox', { name: '(212) 555-0101' }));
  await press('Move the lines');
  const fault = await screen.findByText('Choose at least one line.');
  await waitFor(() => expect(document.activeElement?.contains(fault)).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('It goes to another carrier.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '(212) 555-0102' }).disabled).toBe(
    true,
  );
  expect(page.sent('grantSeparation')).toEqual([]);
});

test('[P05] a grant that is refused, or that nobody answered, is told at the lines', async () => {
  const message = 'No document shows what the law asks for. Ask for one first.';
  let answers = false;
  const page = open(both, [
    answering(grantSeparation, () => {
      if (!answers) throw lost();
      throw no(422, { reason: 'no_document', message });
    }),
  ]);
  await press('Move the lines');
  await press('Move now', within(await dialog()));
  expect(await screen.findByText(/Nobody answered, so it may have happened/)).toBeTruthy();
  // The page is asked for again, as it may have happened.
  await waitFor(() => expect(page.sent('viewSeparationRequest').length).toBeGreaterThan(1));
  answers = true;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Move the lines');
  await press('Move now', within(await dialog()));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('[P05] a refusal needs a reason of the rule, and goes with a note', async () => {
  const refused = answering(refuseSeparation, () => {
    page.server.now = {
      ...request,
      state: 'refused',
      refused: { reason: 'documents', note: 'No signature.', at: row.receivedAt },
    };
    return { message: 'Refused.' };
  });
  const page = open(request, [refused]);
  await press('Refuse the request');
  const asked = within(await dialog());
  expect(asked.getAllByRole('radio')).toHaveLength(5);
  await press('Refuse', asked);
  expect(await asked.findByText('Choose the reason.')).toBeTruthy();
  await user.click(asked.getByRole('radio', { name: 'The documents don’t show it' }));
  await user.type(asked.getByLabelText(/What exactly/), 'No signature.');
  await press('Refuse', asked);
  expect(await screen.findByText('No signature.')).toBeTruthy();
  expect(page.sent('refuseSeparation')).toEqual([
    { id: 'sep_1', reason: 'documents', note: 'No signature.' },
  ]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Decide' })).toBeNull());
});

test('[P05] a colleague who was faster is told of, and the page shows what they decided', async () => {
  const message = 'This request is decided already.';
  const page = open(both, [
    answering(grantSeparation, () => {
      page.server.now = { ...both, state: 'withdrawn' };
      throw no(422, { reason: 'decided', message });
    }),
  ]);
  await press('Move the lines');
  await press('Move now', within(await dialog()));
  expect(await screen.findByText('Taken back')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Move the lines' })).toBeNull();
});

test('[P05] who may only look has no buttons', async () => {
  open(request, [], [listSeparations, viewSeparationRequest]);
  await screen.findByText('Noor Haddad');
  for (const name of [/^Save/, 'Ask', /^Write down/, 'Move the lines', 'Refuse the request'])
    expect(screen.queryByRole('button', { name }), String(name)).toBeNull();
});
