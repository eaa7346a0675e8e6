import { editUser } from '@portside/contract/account';
import { type Call, CallFailed } from '@portside/contract/call';
import { expect, test } from 'vitest';
import { withProof } from './with-proof.ts';

const refusal = (reason: string) =>
  new CallFailed({ code: 'refused', reason, message: 'No', requestId: '' }, 422);
const phone = { phoneNumber: '+12125550177' };

/** A server that wants a proof until `proven` says otherwise. */
function stage(answerTo: (proven: boolean) => Promise<{ message: string }>) {
  const state = { proven: false, sent: 0, asked: 0 };
  const call: Call = async () => {
    state.sent += 1;
    return answerTo(state.proven) as never;
  };
  return { state, call };
}

test('a call that wants a fresh proof is repeated by itself once there is one', async () => {
  const { state, call } = stage(async (proven) => {
    if (!proven) throw refusal('proof_required');
    return { message: 'Your phone number was changed.' };
  });
  const proving = withProof(call, async () => ((state.asked += 1), (state.proven = true)));
  expect(await proving(editUser, phone)).toEqual({ message: 'Your phone number was changed.' });
  expect(state).toEqual({ proven: true, sent: 2, asked: 1 });
});

test('without a proof the call stays refused, and nobody is asked twice', async () => {
  const { state, call } = stage(async () => {
    throw refusal('proof_required');
  });
  const proving = withProof(call, async () => ((state.asked += 1), false));
  await expect(proving(editUser, phone)).rejects.toMatchObject({ reason: 'proof_required' });
  expect(state).toMatchObject({ sent: 1, asked: 1 });
});

test('calls that are refused together ask once', async () => {
  const { state, call } = stage(async (proven) => {
    if (!proven) throw refusal('proof_required');
    return { message: 'Done' };
  });
  const proving = withProof(call, async () => {
    state.asked += 1;
    await Promise.resolve();
    return (state.proven = true);
  });
  await Promise.all([proving(editUser, phone), proving(editUser, phone)]);
  expect(state.asked).toBe(1);
});

test('another refusal is the screen’s own', async () => {
  const { state, call } = stage(async () => {
    throw refusal('email_same');
  });
  const proving = withProof(call, async () => ((state.asked += 1), true));
  await expect(proving(editUser, phone)).rejects.toMatchObject({ reason: 'email_same' });
  expect(state.asked).toBe(0);
});
