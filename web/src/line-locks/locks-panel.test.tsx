// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type LineLocks, setLocks } from '@portside/contract/line-locks';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, maya, no } from '../testing/stage.tsx';
import { LocksPanel } from './locks-panel.tsx';

const offAt = '2099-10-07T20:42:00Z';

function Panel() {
  const { data } = useLine('l1');
  return data && <LocksPanel line={data} />;
}

function show(start: LineLocks, refusal?: () => never) {
  let locks = start;
  const line = (): LineDetail => ({ ...lineDetail, locks });
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, line),
      answering(setLocks, ({ sim, number }) => {
        refusal?.();
        const set = (wanted: boolean | undefined, now: LineLocks['sim']) =>
          wanted === undefined ? now : wanted ? { on: true } : { on: true, offAt };
        locks = { sim: set(sim, locks.sim), number: set(number, locks.number) };
        return { message: 'Done.', locks };
      }),
    ],
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('[K15] each lock says what it stops; unlocking says until when it holds and can be called off', async () => {
  const page = show({ sim: { on: true }, number: { on: true } });
  expect(await screen.findAllByText('On')).toHaveLength(2);
  for (const stop of [
    'Moving this line to another SIM or eSIM',
    'Moving its eSIM to another phone',
    'Taking the number to another carrier',
    'Changing the number',
  ]) {
    expect(screen.getByText(stop)).toBeTruthy();
  }
  await press('Turn off the number lock');
  // In New York.
  expect(
    await screen.findByText(/^It stays on until Oct 7, 4:42\sPM EDT, then it turns off\./),
  ).toBeTruthy();
  expect(screen.getByText('Turning off')).toBeTruthy();
  expect(screen.getAllByText('On')).toHaveLength(1);
  const keep = screen.getByRole('button', { name: 'Keep it locked' });
  expect(keep.getAttribute('aria-describedby')).toBe(
    screen.getByRole('heading', { name: 'Number lock' }).id,
  );
  await waitFor(() => expect(document.activeElement).toBe(keep));
  await userEvent.click(keep);
  expect(await screen.findAllByText('On')).toHaveLength(2);
  expect(page.sent('setLocks')).toEqual([
    { id: 'l1', number: false },
    { id: 'l1', number: true },
  ]);
});

test('[K15] a lock that is off is on again in one press', async () => {
  const page = show({ sim: { on: false }, number: { on: true } });
  expect(await screen.findByText('Off')).toBeTruthy();
  await press('Turn on the SIM lock');
  expect(await screen.findAllByText('On')).toHaveLength(2);
  expect(page.sent('setLocks')).toEqual([{ id: 'l1', sim: true }]);
});

test('[K15] while the number moves, a lock that can’t change says why', async () => {
  const message =
    'This number is moving to another carrier. Nothing else can be changed until then.';
  show({ sim: { on: true }, number: { on: false } }, () => {
    throw no(422, { reason: 'busy', message });
  });
  await press('Turn on the number lock');
  expect((await screen.findByText(message)).closest('[role="alert"]')).toBeTruthy();
  expect(screen.getByText('Off')).toBeTruthy();
});

test('[K15] [K24] an agent sees the locks and has nothing to press', async () => {
  showScreen(<Panel />, {
    token: freshToken(),
    answers: [
      answering(viewLine, () => lineDetail),
      { name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) },
    ],
  });
  expect(await screen.findByText('Only the customer can change the locks.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
