import { setLocks } from '@portside/contract/line-locks';
import { editUser } from '@portside/contract/account';
import { type Call, CallFailed } from '@portside/contract/call';
import { expect, test } from 'vitest';
import { withProof } from './with-proof.ts';

const refusal = (reason: string, more: object = {}) =>
  new CallFailed({ code: 'refused', reason, message: 'No', requestId: '', ...more }, 422);
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

test('the question ends when the last call that waits for it is given up', async () => {
  const { call } = stage(async () => {
    throw refusal('proof_required');
  });
  const ended: boolean[] = [];
  const proving = withProof(call, (_wanted, signal) => {
    ended.push(false);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        ended[ended.length - 1] = true;
        resolve(false);
      });
    });
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const both = [one, other].map(({ signal }) => proving(editUser, phone, { signal }));
  const refusals = Promise.allSettled(both);
  await expect.poll(() => ended).toEqual([false]);
  one.abort();
  expect(ended).toEqual([false]);
  other.abort();
  expect(ended).toEqual([true]);
  expect((await refusals).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  const given = new AbortController();
  given.abort();
  await expect(proving(editUser, phone, { signal: given.signal })).rejects.toMatchObject({
    reason: 'proof_required',
  });
  expect(ended).toEqual([true]);
});

test('a call that was given up is not sent again when the proof comes for another', async () => {
  const { state, call } = stage(async (proven) => {
    if (!proven) throw refusal('proof_required');
    return { message: 'Done' };
  });
  let prove = () => {};
  const proving = withProof(call, () => new Promise((resolve) => (prove = () => resolve(true))));
  const given = new AbortController();
  const one = proving(editUser, phone, { signal: given.signal });
  const other = proving(editUser, phone);
  await expect.poll(() => state.sent).toBe(2);
  given.abort();
  state.proven = true;
  prove();
  await expect(one).rejects.toMatchObject({ reason: 'proof_required' });
  expect(await other).toEqual({ message: 'Done' });
  expect(state.sent).toBe(3);
});

test('[K15] what is proven names the action, and two actions are asked for in turn', async () => {
  const asked: unknown[] = [];
  const proven = new Set<string>();
  const call: Call = async (_endpoint, input) => {
    const isProven = proven.delete((input as { id: string }).id);
    if (!isProven) throw refusal('proof_required', { by: ['code'] });
    return { message: 'Done' } as never;
  };
  const proving = withProof(call, async (wanted) => {
    asked.push(wanted);
    await Promise.resolve();
    proven.add(wanted.action.replace('setLocks ', ''));
    return true;
  });
  await Promise.all(['lin_1', 'lin_2'].map((id) => proving(setLocks, { id, sim: false })));
  expect(asked).toEqual(
    ['lin_1', 'lin_2'].map((id) => ({ action: `setLocks ${id}`, by: ['code'] })),
  );
});
