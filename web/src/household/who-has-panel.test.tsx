// @vitest-environment jsdom
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { changeRole, giveLine, takeBackLine } from '@portside/contract/household';
import type { LineHousehold } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no } from '../testing/stage.tsx';
import { WhoHasPanel } from './who-has-panel.tsx';

const title = 'Who has this line';
const give = 'Give this line to someone';
const email = 'ben@example.com';
const until = '2099-10-20T17:00:00Z';
const may = { mayGive: true } as const satisfies Partial<LineDetail>;
const invited: LineHousehold = { as: 'holder', invited: { email, role: 'user', until } };
const given: LineHousehold = { as: 'holder', member: { name: 'Ben', email, role: 'user' } };
const managed: LineHousehold = { as: 'holder', member: { name: 'Ben', email, role: 'manager' } };
const invitedWords = `You invited ${email} to use this line. It can be accepted until Oct 20, 2099.`;
const onlyYou = /^Only you\. You can give it to someone/;
const mayUse =
  'Can use this line: see its usage, set its alerts, set up its SIM, set its 911 address, check what isn’t working, set its locks and block it. Pays for nothing.';
const mayManage =
  'The same as a user, and can also change its plan, buy add-ons for it and pay for its next 30 days, with a card of their own.';
const things = 'its usage, its alerts, its SIM, its 911 address and what a check of it finds';

function Panel() {
  const { data } = useLine('l1');
  return data ? <WhoHasPanel line={data} /> : <p>Not yet</p>;
}

interface Shown {
  /** Before the call counts. */
  press?: () => void;
  /** What the line is after a refusal. */
  becomes?: Partial<LineDetail>;
  agent?: boolean;
  unconfirmed?: boolean;
  can?: readonly CarrierCapability[];
}

function show(change: Partial<LineDetail>, how: Shown = {}) {
  let line: LineDetail = { ...lineDetail, ...change };
  const become = (household: LineHousehold | undefined) => {
    if (how.becomes) line = { ...lineDetail, ...how.becomes };
    how.press?.();
    line = { ...lineDetail, ...may, ...(household && { household }) };
  };
  const user = {
    ...maya,
    ...(how.agent && { agent: { name: 'Ann', until } }),
    ...(how.unconfirmed && { emailVerified: false }),
  };
  return showScreen(<Panel />, {
    token: freshToken(),
    ...(how.can && { can: how.can }),
    answers: [
      answering(viewLine, () => line),
      answering(listLines, () => ({ lines: [line] })),
      answering(listNeeds, () => ({ needs: [], data: [] })),
      answering(giveLine, ({ role }) => {
        const household: LineHousehold = { as: 'holder', invited: { email, role, until } };
        become(household);
        return { message: 'The invitation is on its way.', household };
      }),
      answering(changeRole, ({ role }) => {
        const household: LineHousehold = { as: 'holder', member: { name: 'Ben', email, role } };
        become(household);
        return { message: 'The role is changed.', household };
      }),
      answering(takeBackLine, () => {
        become(undefined);
        return { message: 'The line is yours alone.' };
      }),
      { name: 'viewUser', answer: () => user },
    ],
  });
}

const button = (name: string) => screen.queryByRole('button', { name });
const heading = () => screen.getByRole('heading', { name: title });
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const ask = async (name: string, dialog = name) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: dialog }));
};
type Dialog = Awaited<ReturnType<typeof ask>>;
const field = (dialog: Dialog) =>
  dialog.getByRole('textbox', { name: 'Email address of the person who gets the line' });
const enter = async (dialog: Dialog, address = email) => {
  await userEvent.click(field(dialog));
  await userEvent.paste(address);
};
const send = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
const takeBack = () => ask('Take this line back', 'Take this line back?');
const confirmBack = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Take this line back' }));

test('[P04] before anybody is invited it says what each role may do, what the holder no longer sees, and what stays', async () => {
  const page = show(may);
  expect(await screen.findByText(onlyYou)).toBeTruthy();
  const dialog = await ask(give);
  const user = dialog.getByRole<HTMLInputElement>('radio', { name: 'User', description: mayUse });
  expect(user.checked).toBe(true);
  expect(dialog.getByRole('radio', { name: 'Manager', description: mayManage })).toBeTruthy();
  const unseen = dialog.getByRole('region', { name: 'What you no longer see' });
  expect(unseen.textContent).toContain(`While they have the line: ${things}.`);
  const stays = dialog.getByRole('region', { name: 'What stays with you' });
  expect(stays.textContent).toContain('its number and its bill');
  expect(stays.textContent).toContain('You can block it and set its locks.');
  expect(stays.textContent).toContain('You alone can end it');
  expect(dialog.getByText(/can accept it for 7 days, with an account here/)).toBeTruthy();
  expect(page.sent('giveLine')).toEqual([]);
});

test('[P04] where the carrier offers less, none of it is promised', async () => {
  show(may, { can: [] });
  const dialog = await ask(give);
  const words = 'Can use this line: set up its SIM, check what isn’t working and set its locks.';
  expect(dialog.getByText(`${words} Pays for nothing.`)).toBeTruthy();
  expect(dialog.getByText(/can also pay for its next 30 days, with a card/)).toBeTruthy();
  expect(dialog.queryByText(/block|911|usage|alerts|add-ons|change its plan/)).toBeNull();
});

test.each([
  ['User', 'user', invitedWords],
  ['Manager', 'manager', invitedWords.replace('to use', 'to manage')],
])('[P04] a person is invited as %s', async (name, role, words) => {
  const page = show(may);
  const dialog = await ask(give);
  await enter(dialog);
  await userEvent.click(dialog.getByRole('radio', { name }));
  await send(dialog);
  await isGone();
  expect(page.sent('giveLine')).toEqual([{ id: 'l1', email, role }]);
  expect((await screen.findByText(words)).closest('[aria-live]')).toBeTruthy();
  expect(screen.getByText('Invited')).toBeTruthy();
  expect(button(give)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[P04] of a line without a number the dialog says that it is on its way', async () => {
  show({ ...may, mdn: '', status: 'pending' });
  expect((await ask(give)).getByText('Number on its way')).toBeTruthy();
});

test('[P04] nothing is sent without an address', async () => {
  const page = show(may);
  const dialog = await ask(give);
  await send(dialog);
  await waitFor(() => expect(field(dialog).getAttribute('aria-invalid')).toBe('true'));
  expect(page.sent('giveLine')).toEqual([]);
});

test('[P04] a refusal of the address stands at its field', async () => {
  const own = 'This is your own address.';
  show(may, {
    press() {
      const errors = [{ field: 'email', message: own }];
      throw no(422, { reason: 'own_address', message: own, errors });
    },
  });
  const dialog = await ask(give);
  await enter(dialog, maya.email);
  await send(dialog);
  expect(await dialog.findByText(own)).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field(dialog)));
});

const above = [
  'line_ended',
  'busy',
  'not_offered',
  'email_unconfirmed',
  'invited',
  'given',
  'offered',
  'too_many',
  'moves_paused',
  'holder_only',
] as const;
/** Also what the table of acts adds. */
const refusals: Readonly<Record<string, { message: string }>> = giveLine.refusals;

test.each(above)('[P04] %s is said above the fields, in the server’s words', async (reason) => {
  const { message = 'nothing' } = refusals[reason] ?? {};
  const page = show(may, {
    press() {
      throw no(422, { reason, message });
    },
  });
  const dialog = await ask(give);
  await enter(dialog);
  await send(dialog);
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain(message);
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(field(dialog).getAttribute('aria-invalid')).toBeNull();
  // What is behind may be of before.
  await waitFor(() => expect(page.sent('viewLine').length).toBeGreaterThan(1));
});

test('[P04] no refusal of inviting is forgotten here', () => {
  const shown = [...above, 'own_address', 'proof_required'];
  expect(Object.keys(giveLine.refusals).toSorted()).toEqual(shown.toSorted());
});

test('[P04] who gave it in another tab finds that behind the refusal', async () => {
  const { message } = giveLine.refusals.given;
  show(may, {
    becomes: { household: given },
    press() {
      throw no(422, { reason: 'given', message });
    },
  });
  const dialog = await ask(give);
  await enter(dialog);
  await send(dialog);
  await dialog.findByRole('alert');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await isGone();
  expect(screen.getByText('Ben')).toBeTruthy();
  expect(button(give)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[P04] who closes the dialog is back at its button', async () => {
  const page = show(may);
  const dialog = await ask(give);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button(give)));
  expect(page.sent('giveLine')).toEqual([]);
});

test('[P04] an invitation is taken back in one press', async () => {
  const page = show({ household: invited });
  expect(await screen.findByText(invitedWords)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take the invitation back' }));
  expect(await screen.findByText(onlyYou)).toBeTruthy();
  expect(page.sent('takeBackLine')).toEqual([{ id: 'l1', what: 'invitation' }]);
  expect(button(give)).toBeTruthy();
  expect(document.activeElement).toBe(heading());
});

test('[P04] an invitation that nobody took back stays', async () => {
  show(
    { household: invited },
    {
      press() {
        throw lost();
      },
    },
  );
  const back = await screen.findByRole('button', { name: 'Take the invitation back' });
  await userEvent.click(back);
  await waitFor(() => expect(back.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByText(invitedWords)).toBeTruthy();
});

test.each([
  ['User', given, mayUse],
  ['Manager', managed, mayManage],
])(
  '[P04] who has it is shown as %s, and what the holder doesn’t see',
  async (role, household, words) => {
    show({ household });
    for (const [name, value] of [
      ['First name', 'Ben'],
      ['Email', email],
    ] as const) {
      expect((await screen.findByText(name)).nextSibling?.textContent).toBe(value);
    }
    expect(screen.getByText(role)).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(
      screen.getByText(new RegExp(`Until you take it back, you don’t see ${things}`)),
    ).toBeTruthy();
  },
);

test('[P04] whoever has no first name is called by the address', async () => {
  show({ household: { as: 'holder', member: { name: '', email, role: 'user' } } });
  expect(await screen.findByRole('button', { name: `Make ${email} a manager` })).toBeTruthy();
  expect(screen.queryByText('First name')).toBeNull();
});

test('[P04] a user becomes a manager, and the dialog says what that adds', async () => {
  const page = show({ household: given });
  const dialog = await ask('Make Ben a manager', 'Make Ben a manager of this line?');
  const adds = 'change its plan, buy add-ons for it and pay for its next 30 days';
  expect(dialog.getByText(`Ben can then also ${adds}, with a card of their own.`)).toBeTruthy();
  expect(page.sent('changeRole')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Make them a manager' }));
  await isGone();
  expect(page.sent('changeRole')).toEqual([{ id: 'l1', role: 'manager' }]);
  expect(await screen.findByRole('button', { name: 'Make Ben a user' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[P04] a manager becomes a user, and the dialog says what ends at once', async () => {
  const page = show({ household: managed });
  const dialog = await ask('Make Ben a user', 'Make Ben a user of this line?');
  expect(dialog.getByText(/^At once Ben can no longer pay for this line/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Make them a user' }));
  await isGone();
  expect(page.sent('changeRole')).toEqual([{ id: 'l1', role: 'user' }]);
  expect(await screen.findByRole('button', { name: 'Make Ben a manager' })).toBeTruthy();
});

test('[P04] the role of a line that was given back meanwhile is not changed, and the page says who has it', async () => {
  show(
    { household: given },
    {
      becomes: may,
      press() {
        const { message } = changeRole.refusals.not_given;
        throw no(422, { reason: 'not_given', message });
      },
    },
  );
  const dialog = await ask('Make Ben a manager', 'Make Ben a manager of this line?');
  await userEvent.click(dialog.getByRole('button', { name: 'Make them a manager' }));
  await isGone();
  expect(await screen.findByText(onlyYou)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[P04] taking it back asks first, and says what happens at once and what doesn’t', async () => {
  const page = show({ household: given });
  const dialog = await takeBack();
  for (const words of [
    /^At once Ben can’t open this line here anymore.*We email Ben about it/,
    `From then on you see again: ${things}. You don’t see what was used before.`,
    'The line keeps working in the phone that has its SIM. If it shouldn’t, block it.',
    'Its locks are turned on, and a SIM change that Ben began is stopped if it still can be.',
    'Until you enter a 911 address again, 911 may get the one that Ben entered. You don’t see it.',
  ]) {
    expect(dialog.getByText(words)).toBeTruthy();
  }
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  expect(page.sent('takeBackLine')).toEqual([]);
  await confirmBack(dialog);
  await isGone();
  expect(page.sent('takeBackLine')).toEqual([{ id: 'l1', what: 'line' }]);
  expect(await screen.findByText(onlyYou)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('[P04] what doesn’t work is not said to keep working', async () => {
  show({ household: given, status: 'suspended' }, { can: [] });
  const dialog = await takeBack();
  expect(dialog.queryByText(/keeps working/)).toBeNull();
  expect(
    dialog.getByText(
      'Its locks are turned on, and a SIM change that Ben began is stopped if it still can be.',
    ),
  ).toBeTruthy();
});

test('[P04] who keeps it given after all is back at the button', async () => {
  const page = show({ household: given });
  const dialog = await takeBack();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button('Take this line back')));
  expect(page.sent('takeBackLine')).toEqual([]);
});

test('[P04] a line that nobody took back is not said to be', async () => {
  show(
    { household: given },
    {
      press() {
        throw lost();
      },
    },
  );
  const dialog = await takeBack();
  const confirm = dialog.getByRole('button', { name: 'Take this line back' });
  await userEvent.click(confirm);
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByText(onlyYou)).toBeNull();
});

test('[P04] [P06] a line that is offered to another account leads to that offer', async () => {
  show({ ...may, handover: { to: 'ana@example.com', until } });
  expect(await screen.findByText(giveLine.refusals.offered.message)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See the offer' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/number#hand-over');
  expect(button(give)).toBeNull();
});

test('[P04] who hasn’t confirmed an address does that first', async () => {
  show(may, { unconfirmed: true });
  expect(await screen.findByText(giveLine.refusals.email_unconfirmed.message)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Confirm it in your dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
  expect(button(give)).toBeNull();
});

test.each([
  ['where lines are not given', {}],
  ['for its user', { household: { as: 'user', holder: 'Ana' } }],
  ['for its manager', { household: { as: 'manager', holder: 'Ana' } }],
] as const)('[P04] %s there is no such section', async (_, change) => {
  show(change);
  await waitFor(() => expect(screen.queryByText('Not yet')).toBeNull());
  expect(screen.queryByRole('heading')).toBeNull();
});

test('[P04] what was given stays to be taken back where no more is given', async () => {
  show({ household: given });
  expect(await screen.findByRole('button', { name: 'Take this line back' })).toBeTruthy();
});

test.each([
  [may, 'Only the customer can give this line to someone.'],
  [{ household: invited }, 'Only the customer can take the invitation back.'],
  [{ household: given }, 'Only the customer can change this, or take the line back.'],
])('[P04] [K24] an agent sees it and changes nothing: %j', async (change, words) => {
  show(change, { agent: true });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
