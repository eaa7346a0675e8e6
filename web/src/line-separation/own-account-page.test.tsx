// @vitest-environment jsdom
import {
  askSeparation,
  askSeparationCode,
  viewSeparation,
} from '@portside/contract/line-separation';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering } from '../testing/show-screen.tsx';
import {
  openOwnAccount,
  press,
  separation,
  token,
  type,
  value,
} from '../testing/separation-stage.tsx';
import { lost, no } from '../testing/stage.tsx';

const said = { message: 'If everything is right, a code is on its way.' };
const code = answering(askSeparationCode, () => said);
const asked = answering(askSeparation, () => ({
  message: 'Your request is here.',
  secret: token,
  separation,
}));
const view = answering(viewSeparation, () => ({ separation }));

function fillIn() {
  type('Safe email address', 'noor@example.com');
  type('Your name', 'Noor Haddad');
  type('Phone number to move', '(212) 555-0101');
  type('Name of the person who harmed you', 'Sam Roe');
  const box = screen.getByRole('checkbox', { name: /I use the lines/ });
  box.click();
}

async function toCode() {
  fillIn();
  press('Email me a code');
  return screen.findByLabelText('Code from our email');
}

test('[P05] the notice says how it works, what it never depends on, who pays from when, and what rights there are', () => {
  openOwnAccount([]);
  const h1 = screen.getByRole('heading', { level: 1 });
  expect(h1.textContent).toBe('Move a line to your own account');
  const part = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(part('How it works')).toContain('within two business days');
  expect(part('What you can choose')).toContain('the number of somebody in your care');
  expect(part('What you can choose')).toContain('end the other person’s line');
  const never = part('What it never depends on');
  for (const words of ['A fee, a penalty', 'consent of the account’s holder', 'credit check'])
    expect(never).toContain(words);
  expect(never).toContain('Staying with Harbor');
  expect(part('What you pay')).toContain('from the day that they move');
  expect(part('What you pay')).toContain('Lifeline');
  expect(part('Your rights')).toContain('1-888-225-5322');
  expect(part('Who learns of it')).toContain('deleted 90 days after');
  expect(part('Be safe first')).toContain('1-800-799-7233');
  expect(document.body.textContent).not.toMatch(/victim|abuser/i);
});

test('[P05] an email proves the address before anything is sent, and the request opens', async () => {
  const page = openOwnAccount([code, asked, view]);
  const field = await toCode();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText(/We sent a code to noor@example.com/)).toBeTruthy();
  expect(page.sent('askSeparationCode')).toEqual([{ email: 'noor@example.com' }]);
  expect(page.sent('askSeparation')).toEqual([]);
  type('Code from our email', '123456');
  press('Send the request');
  const title = await screen.findByRole('heading', { level: 1, name: /not complete yet/ });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(page.sent('askSeparation')).toEqual([
    {
      email: 'noor@example.com',
      otp: '123456',
      name: 'Noor Haddad',
      otherName: 'Sam Roe',
      lines: [{ number: '(212) 555-0101', who: 'own' }],
      affirmed: true,
    },
  ]);
  expect(page.router.state.location.hash).toBe('');
  // It was answered with the request: nothing is asked for again.
  expect(page.sent('viewSeparation')).toEqual([]);
});

test('[P05] what is missing is said at its field before a code is sent', async () => {
  const page = openOwnAccount([code]);
  press('Email me a code');
  expect(await screen.findByText(/Please enter a valid email address/)).toBeTruthy();
  for (const words of [
    'Please enter your name',
    'Please enter your number',
    'Please enter their name',
  ])
    expect(screen.getByText(words), words).toBeTruthy();
  expect(screen.getByText('Please confirm this.')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Safe email address')),
  );
  expect(page.calls).toEqual([]);
});

test('[P05] each line has its own number and its own words; the same one twice is said there', async () => {
  const page = openOwnAccount([code, asked]);
  fillIn();
  press('Add another line');
  const second = screen.getByRole('group', { name: 'Line 2' });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(second).getByLabelText('Phone number 2 to move')),
  );
  type('Phone number 2 to move', '2125550101');
  press('Email me a code');
  expect(await within(second).findByText('This number is there already.')).toBeTruthy();
  expect(within(second).getByText('Please choose whose phone it is.')).toBeTruthy();
  type('Phone number 2 to move', '2125550102');
  within(second).getByLabelText('The phone of somebody in my care').click();
  press('Email me a code');
  await screen.findByLabelText('Code from our email');
  type('Code from our email', '123456');
  press('Send the request');
  await waitFor(() =>
    expect(page.sent('askSeparation')).toMatchObject([
      {
        lines: [
          { number: '(212) 555-0101', who: 'own' },
          { number: '2125550102', who: 'in_care' },
        ],
      },
    ]),
  );
});

test('[P05] a line that is left out takes its words along, and the next ones move up', () => {
  openOwnAccount([]);
  press('Add another line');
  type('Phone number 1 to move', '2125550101');
  type('Phone number 2 to move', '2125550102');
  press('Leave out line 1');
  expect(value('Phone number to move')).toBe('2125550102');
  press('Add another line');
  expect(value('Phone number 2 to move')).toBe('');
  for (let lines = 2; lines < 10; lines += 1) press('Add another line');
  expect(screen.queryByRole('button', { name: 'Add another line' })).toBeNull();
});

test('[P05] an address for 911 is asked for only by who wants it, and then it is whole', async () => {
  const page = openOwnAccount([code, asked]);
  fillIn();
  expect(screen.queryByLabelText('City')).toBeNull();
  screen.getByRole('checkbox', { name: /Add the address/ }).click();
  await screen.findByLabelText('City');
  press('Email me a code');
  expect(await screen.findByText('Please enter street name')).toBeTruthy();
  expect(page.calls).toEqual([]);
});

test('[P05] a wrong code is said at its field, and another address asks for another code', async () => {
  const wrong = answering(askSeparation, () => {
    throw no(422, { reason: 'code_wrong', message: 'This code is not right. Please check it.' });
  });
  const page = openOwnAccount([code, wrong]);
  await toCode();
  type('Code from our email', '000000');
  press('Send the request');
  expect(await screen.findByText('This code is not right. Please check it.')).toBeTruthy();
  type('Safe email address', 'safe@example.com');
  expect(screen.queryByLabelText('Code from our email')).toBeNull();
  press('Email me a code');
  await screen.findByText(/We sent a code to safe@example.com/);
  expect(page.sent('askSeparationCode')).toHaveLength(2);
  expect(value('Code from our email')).toBe('');
});

test('[P05] a request that nobody answered is not called sent: the email tells', async () => {
  const nobody = answering(askSeparation, () => {
    throw lost();
  });
  openOwnAccount([code, nobody]);
  await toCode();
  type('Code from our email', '123456');
  press('Send the request');
  const alert = await screen.findByText(/We can’t tell whether that arrived/);
  expect(alert.getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText('Your name')).toBeTruthy();
});

test('[P05] a press more sends nothing more, and nothing of it is kept in the browser', async () => {
  const late = Promise.withResolvers<typeof said>();
  const page = openOwnAccount([answering(askSeparationCode, () => late.promise)]);
  fillIn();
  press('Email me a code');
  await waitFor(() => expect(page.sent('askSeparationCode')).toHaveLength(1));
  press('Email me a code');
  late.resolve(said);
  await screen.findByLabelText('Code from our email');
  expect(page.sent('askSeparationCode')).toHaveLength(1);
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  expect(kept).not.toMatch(/noor|Roe|555/i);
  for (const label of [
    'Safe email address',
    'Your name',
    'Phone number to move',
    'Their number (optional)',
  ])
    expect(screen.getByLabelText(label).getAttribute('autocomplete'), label).toBe('off');
});

test('[P05] the link of an email opens the request, and leaves the address at once', async () => {
  const page = openOwnAccount([view], `#${token}`);
  await screen.findByRole('heading', { level: 1, name: /not complete yet/ });
  expect(page.router.state.location.hash).toBe('');
  expect(page.router.state.historyAction).toBe('REPLACE');
  expect(page.sent('viewSeparation')).toEqual([{ token }]);
});

test('[P05] a place on the page in the address is no secret', async () => {
  const page = openOwnAccount([], '#safety');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Move a line/);
  await waitFor(() => expect(page.calls).toEqual([]));
  expect(page.router.state.location.hash).toBe('#safety');
});

test('[P05] a link that leads to nothing says so, and a new request can be sent', async () => {
  const message = 'This link is not right, or what it led to is gone. You can send a new request.';
  const gone = answering(viewSeparation, () => {
    throw no(422, { reason: 'unknown_link', message });
  });
  openOwnAccount([gone], '#nothing-of-ours');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  const title = screen.getByRole('heading', { level: 1, name: 'This link does not work' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  press('Send a new request');
  expect(await screen.findByLabelText('Safe email address')).toBeTruthy();
});

test('[P05] a request that did not load is asked for again', async () => {
  let fails = true;
  const answer = answering(viewSeparation, () => {
    if (fails) throw lost();
    return { separation };
  });
  openOwnAccount([answer], `#${token}`);
  await screen.findByText('Your request did not load.');
  fails = false;
  press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: /not complete yet/ })).toBeTruthy();
});
