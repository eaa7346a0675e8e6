// @vitest-environment jsdom
import {
  addSeparationDocument,
  answerSeparation,
  proveSeparationLine,
  removeSeparationDocument,
  type Separation,
  textSeparationCode,
  viewSeparation,
  withdrawSeparation,
} from '@portside/contract/line-separation';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answer, answering } from '../testing/show-screen.tsx';
import {
  openOwnAccount,
  press,
  separation,
  token,
  type,
  waiting,
} from '../testing/separation-stage.tsx';
import { lost, no } from '../testing/stage.tsx';

/** As the server has it, which an act changes. */
async function open(first: Separation, answers: readonly Answer[] = []) {
  const server = { now: first };
  const view = answering(viewSeparation, () => ({ separation: server.now }));
  const page = openOwnAccount([...answers, view], `#${token}`);
  const title = await screen.findByRole('heading', { level: 1, name: /./ });
  await screen.findByText(/Request LS-7K2M/);
  return { ...page, server, title };
}

const h1 = () => screen.getByRole('heading', { level: 1 });

test('[P05] a request that is not whole says what is missing, and names no day', async () => {
  await open({ ...separation, missing: ['document', 'care'] });
  expect(h1().textContent).toBe('Your request is here, and not complete yet');
  expect(screen.getByText(/A document that shows what happened/)).toBeTruthy();
  expect(screen.getByText(/A statement, signed by you/)).toBeTruthy();
  expect(screen.queryByText(/We answer by/)).toBeNull();
  expect(screen.getByText(/To come back to this page/)).toBeTruthy();
  expect(
    screen.getByText(/Request LS-7K2M, for \(212\) 555-0101. We write to n•••@example.com/),
  ).toBeTruthy();
});

test('[P05] a whole one says the day of the answer, in the brand’s time', async () => {
  await open(waiting);
  expect(h1().textContent).toBe('Your request is complete, and with us');
  expect(screen.getByText(/We answer by the end of Dec 1, 2099/)).toBeTruthy();
  expect(screen.queryByText('This is missing:')).toBeNull();
});

test('[P05] a day that has passed is not promised again', async () => {
  await open({ ...waiting, answerBy: '2020-12-02T04:59:59Z' });
  expect(screen.getByText(/We should have answered by Dec 1, 2020, and have not/)).toBeTruthy();
  expect(screen.queryByText(/We answer by/)).toBeNull();
});

test('[P05] a question is answered, and then the request waits again', async () => {
  const answered = answering(answerSeparation, () => ({ message: 'Sent.', separation: waiting }));
  const question = { text: 'Which officer signed it?', at: '2099-11-28T15:00:00Z' };
  const page = await open({ ...waiting, state: 'asked', question }, [answered]);
  expect(h1().textContent).toBe('We have a question');
  expect(screen.getByText('Which officer signed it?')).toBeTruthy();
  expect(screen.getByText(/The days to our answer go on/)).toBeTruthy();
  expect(screen.getByText(/We answer by the end of Dec 1, 2099/)).toBeTruthy();
  press('Send');
  expect(await screen.findByText('Please enter a message')).toBeTruthy();
  type('Message', 'Officer Lee.');
  press('Send');
  await waitFor(() => expect(h1().textContent).toBe('Your request is complete, and with us'));
  await waitFor(() => expect(document.activeElement).toBe(h1()));
  expect(page.sent('answerSeparation')).toEqual([{ token, text: 'Officer Lee.' }]);
});

test('[P05] a refusal has its reason in words, what staff wrote, what to do, and the FCC', async () => {
  await open({
    ...waiting,
    state: 'refused',
    refused: {
      reason: 'not_shared',
      note: 'The line is in a company’s account.',
      at: waiting.receivedAt,
    },
  });
  expect(h1().textContent).toBe('We could not grant your request');
  expect(
    screen.getByText('The line is not in an account with the person who harmed you.'),
  ).toBeTruthy();
  expect(screen.getByText('The line is in a company’s account.')).toBeTruthy();
  expect(screen.getByText(/Check the number and the name/)).toBeTruthy();
  expect(screen.getByText(/1-888-225-5322/)).toBeTruthy();
  // It is over.
  for (const name of ['Add this document', 'Send', 'Take this request back'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  press('Send a new request');
  expect(await screen.findByLabelText('Safe email address')).toBeTruthy();
});

test('[P05] after the move it says which numbers moved, and how to log in', async () => {
  await open({
    ...waiting,
    state: 'done',
    lines: waiting.lines.map((line) => ({ ...line, moved: true })),
    done: { at: '2099-12-01T15:00:00Z', numbers: ['2125550101'] },
  });
  expect(h1().textContent).toBe('Your number is in your own account');
  expect(screen.getByText('(212) 555-0101 moved to your own account.')).toBeTruthy();
  expect(screen.getByText(/Autopay is off/)).toBeTruthy();
  const login = screen.getByRole('link', { name: 'Log in with a code' });
  expect(login.getAttribute('href')).toBe('/login-without-password');
  expect(screen.queryByRole('button', { name: 'Take this request back' })).toBeNull();
});

test('[P05] while one line has moved and another is undecided, it says both, and asks for no code of the first', async () => {
  await open({
    ...waiting,
    lines: [
      { number: '2125550101', who: 'own', proven: true, moved: true },
      { number: '2125550102', who: 'own', proven: false },
    ],
  });
  expect(h1().textContent).toBe('Your request is complete, and with us');
  expect(screen.getByText(/^\(212\) 555-0101 moved to your own account before/)).toBeTruthy();
  expect(screen.getByText(/In your own account$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Text a code to (212) 555-0101' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Text a code to (212) 555-0102' })).toBeTruthy();
});

const pdf = () => new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' });
const choose = (file: File) => userEvent.upload(screen.getByLabelText('File'), file);

test('[P05] a document goes with its kind, and makes the request whole', async () => {
  const added = answering(addSeparationDocument, () => ({
    message: 'Added.',
    separation: waiting,
  }));
  const page = await open(separation, [added]);
  press('Add this document');
  expect(await screen.findByText('Please choose what this document is.')).toBeTruthy();
  expect(screen.getByText('Please choose a file.')).toBeTruthy();
  expect(page.sent('addSeparationDocument')).toEqual([]);
  screen.getByLabelText('Of the police or a court').click();
  await choose(pdf());
  press('Add this document');
  await waitFor(() => expect(h1().textContent).toBe('Your request is complete, and with us'));
  expect(page.sent('addSeparationDocument')).toEqual([
    { token, kind: 'official', name: 'report.pdf', content: btoa('%PDF-1.7') },
  ]);
  const list = screen.getByRole('region', { name: 'Documents' });
  expect(within(list).getByText('report.pdf')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('File').value).toBe('');
});

test('[P05] what is no document, or too large, is said at the field of the file', async () => {
  const message = 'Please send a PDF, or a picture as JPEG or PNG.';
  const refused = answering(addSeparationDocument, () => {
    throw no(422, { reason: 'not_readable', message, errors: [{ field: 'content', message }] });
  });
  const page = await open(separation, [refused]);
  screen.getByLabelText('Of the police or a court').click();
  const large = pdf();
  Object.defineProperty(large, 'size', { value: 4 * 1024 * 1024 + 1 });
  await choose(large);
  press('Add this document');
  expect(await screen.findByText(/larger than 4 MB/)).toBeTruthy();
  expect(page.sent('addSeparationDocument')).toEqual([]);
  await choose(pdf());
  press('Add this document');
  expect(await screen.findByText(message)).toBeTruthy();
  const file = screen.getByLabelText('File');
  await waitFor(() => expect(document.activeElement).toBe(file));
  expect(file.getAttribute('aria-invalid')).toBe('true');
});

test('[P05] a statement of care is asked for only where somebody is in their care', async () => {
  const page = await open(separation);
  expect(screen.queryByLabelText(/in my care/)).toBeNull();
  page.close();
  await open({ ...separation, lines: [{ number: '2125550101', who: 'in_care', proven: false }] });
  expect(screen.getByLabelText('My statement that somebody is in my care')).toBeTruthy();
});

test('[P05] a document is taken out again, the focus goes to the list, and five are enough', async () => {
  const five = Array.from({ length: 5 }, (_, at) => ({
    id: `doc_${at}`,
    kind: 'official' as const,
    name: `page ${at}.pdf`,
    at: waiting.receivedAt,
  }));
  const removed = answering(removeSeparationDocument, () => ({
    message: 'Removed.',
    separation: { ...waiting, documents: five.slice(1) },
  }));
  const page = await open({ ...waiting, documents: five }, [removed]);
  expect(screen.queryByRole('button', { name: 'Add this document' })).toBeNull();
  press('Remove page 0.pdf');
  await waitFor(() => expect(screen.queryByText('page 0.pdf')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Documents' }));
  expect(page.sent('removeSeparationDocument')).toEqual([{ token, id: 'doc_0' }]);
  expect(screen.getByRole('button', { name: 'Add this document' })).toBeTruthy();
});

test('[P05] a code that was texted to the line shows who has it', async () => {
  const proven = {
    ...separation,
    lines: [{ number: '2125550101', who: 'own' as const, proven: true }],
  };
  const wrong = 'This code is not right. Please check it.';
  const page = await open(separation, [
    answering(textSeparationCode, () => ({ message: 'A code is on its way, if it is with us.' })),
    answering(proveSeparationLine, ({ otp }) => {
      if (otp !== '123456') throw no(422, { reason: 'code_wrong', message: wrong });
      return { message: 'Thank you.', separation: proven };
    }),
  ]);
  const lines = within(screen.getByRole('region', { name: 'The lines' }));
  expect(lines.getByText(/We don’t know yet who has this phone/)).toBeTruthy();
  press('Text a code to (212) 555-0101');
  expect(await lines.findByText(/If \(212\) 555-0101 is a line of ours/)).toBeTruthy();
  const boxes = () => lines.getAllByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(boxes()[0]));
  await userEvent.paste('000000');
  expect(await lines.findByText(wrong)).toBeTruthy();
  await userEvent.paste('123456');
  expect(await lines.findByText(/We know who has this phone/)).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('(212) 555-0101');
  expect(page.sent('proveSeparationLine')).toEqual([
    { token, number: '2125550101', otp: '000000' },
    { token, number: '2125550101', otp: '123456' },
  ]);
});

test('[P05] where no texts can be sent, none is offered', async () => {
  await open({ ...separation, texts: false });
  expect(screen.getByText(/We can’t send texts here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Text a code/ })).toBeNull();
});

test('[P05] a request is taken back after a question on the page, which covers nothing', async () => {
  const page = await open(waiting, [answering(withdrawSeparation, () => ({ message: 'Done.' }))]);
  press('Take this request back');
  const question = screen.getByRole('heading', { name: 'Take this request back?' });
  expect(document.activeElement).toBe(question);
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Keep it');
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Take this request back' }),
  );
  expect(page.sent('withdrawSeparation')).toEqual([]);
  press('Take this request back');
  press('Take it back');
  press('Take it back');
  await waitFor(() => expect(h1().textContent).toBe('You took this request back'));
  await waitFor(() => expect(document.activeElement).toBe(h1()));
  expect(page.sent('withdrawSeparation')).toEqual([{ token }]);
  expect(screen.queryByText('report.pdf')).toBeNull();
  expect(screen.queryByText(/To come back to this page/)).toBeNull();
});

test('[P05] an act that nobody answered is not called done or failed, and can be looked at', async () => {
  const nobody = answering(answerSeparation, () => {
    throw lost();
  });
  const page = await open(waiting, [nobody]);
  type('Message', 'One thing more.');
  press('Send');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'can’t tell whether your last step arrived',
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('One thing more.');
  page.server.now = {
    ...waiting,
    state: 'done',
    done: { at: waiting.receivedAt, numbers: ['2125550101'] },
  };
  press('Look again');
  await waitFor(() => expect(h1().textContent).toBe('Your number is in your own account'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[P05] what another tab or staff decided meanwhile is shown, at an act and on coming back', async () => {
  const over = answering(withdrawSeparation, () => {
    throw no(422, { reason: 'over', message: 'This request can’t be changed any more.' });
  });
  const page = await open(waiting, [over]);
  page.server.now = { ...waiting, state: 'withdrawn' };
  press('Take this request back');
  press('Take it back');
  await waitFor(() => expect(h1().textContent).toBe('You took this request back'));
  page.server.now = { ...waiting, state: 'done', done: { at: waiting.receivedAt, numbers: [] } };
  act(() => void fireEvent(document, new Event('visibilitychange')));
  await waitFor(() => expect(h1().textContent).toBe('Your number is in your own account'));
});
