// @vitest-environment jsdom
import { editUser } from '@portside/contract/account';
import { stepUp } from '@portside/contract/sign-in';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { said } from '../testing/sign-in-stage.tsx';
import { freshToken, no, unanswered } from '../testing/stage.tsx';
import { ProofPanel } from './proof-panel.tsx';

const title = 'Confirm it’s you';

/** A screen that knows nothing of proofs. */
function Screen() {
  const call = useCall();
  const [outcome, setOutcome] = useState('');
  const [work, setWork] = useState(new AbortController());
  const save = () =>
    call(editUser, { phoneNumber: '+12125550177' }, { signal: work.signal }).then(
      ({ message }) => setOutcome(message),
      () => setOutcome('Not changed'),
    );
  return (
    <>
      <Button onClick={() => void save()}>Save</Button>
      <Button
        onClick={() => {
          work.abort();
          setWork(new AbortController());
        }}
      >
        Give up
      </Button>
      <p>{outcome}</p>
    </>
  );
}

/** Once `opens` accepts what is sent, calls that need a proof succeed. */
async function open(
  opens: (proof: { password?: string; otp?: string }) => boolean | Promise<boolean>,
  by?: readonly string[],
) {
  let proven = false;
  const page = showScreen(
    <ProofPanel>
      <Screen />
    </ProofPanel>,
    {
      token: freshToken(),
      answers: [
        answering(editUser, () => {
          if (proven) return { message: 'Changed' };
          throw no(422, {
            reason: 'proof_required',
            message: 'Please confirm it’s you.',
            ...(by && { by }),
          });
        }),
        answering(stepUp, async ({ password, otp }) => {
          if (password === undefined && otp === undefined) {
            return { message: 'We sent a code', provenUntil: null };
          }
          proven = await opens({ ...(password && { password }), ...(otp && { otp }) });
          if (proven) return { message: 'Thank you', provenUntil: '2999-01-01T00:00:00Z' };
          const field = otp === undefined ? 'password' : 'otp';
          const message = 'This is not right.';
          throw no(422, { reason: 'wrong', message, errors: [{ field, message }] });
        }),
      ],
    },
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  // It comes with the first call that wants it, however slow the machine.
  await screen.findByRole('dialog', { name: title });
  return { ...page, user };
}

test('a call without a fresh proof asks for the password and is repeated by itself', async () => {
  const { user, sent } = await open(({ password }) => password === 'Harbor1!');
  const field = await screen.findByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('Harbor2!{Enter}');
  await waitFor(() => expect(said('Password')).toBe('This is not right.'));
  expect(sent('editUser')).toHaveLength(1);
  await user.clear(field);
  await user.type(field, 'Harbor1!{Enter}');
  expect(await screen.findByText('Changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('editUser')).toHaveLength(2);
});

test('[E15] a code by mail proves it too, sent when it is asked for', async () => {
  const { user, sent } = await open(({ otp }) => otp === '123456');
  expect(sent('stepUp')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Email me a code' }));
  const code = await screen.findByLabelText('One-time code');
  expect(sent('stepUp')).toEqual([{}]);
  await user.click(code);
  await user.paste('123456');
  expect(await screen.findByText('Changed')).toBeTruthy();
  const action = 'editUser';
  expect(sent('stepUp')).toEqual([{}, { otp: '123456', action }]);
});

test('[E19] [I20] a proof without an answer is left by the cross, and the call is refused', async () => {
  const { user } = await open(unanswered);
  await user.type(await screen.findByLabelText('Password'), 'Harbor1!{Enter}');
  const dialog = screen.getByRole('dialog', { name: title });
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Not changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('closing the dialog leaves the call refused; the next call asks again', async () => {
  const { user, sent } = await open(() => false);
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Not changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  expect(sent('stepUp')).toEqual([]);
});

test('a change that is given up takes the question with it; a late answer settles no other', async () => {
  let answerLate = (_proven: boolean) => {};
  const { user } = await open(({ password }) =>
    password === 'Harbor1!' ? new Promise((resolve) => (answerLate = resolve)) : false,
  );
  await user.type(await screen.findByLabelText('Password'), 'Harbor1!{Enter}');
  const giveUp = screen.getByRole('button', { name: 'Give up', hidden: true });
  act(() => giveUp.click());
  expect(await screen.findByText('Not changed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  await act(async () => answerLate(true));
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
});

test('[K15] where what opened the session is not enough, only the other ways are offered, with the reason', async () => {
  const { user } = await open(({ otp }) => otp === '123456', ['code']);
  expect(await screen.findByText(/a different way than you logged in/)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use your password' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Email me a code' }));
  await user.click(await screen.findByLabelText('One-time code'));
  await user.paste('123456');
  expect(await screen.findByText('Changed')).toBeTruthy();
});
