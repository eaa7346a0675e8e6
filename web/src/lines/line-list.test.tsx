// @vitest-environment jsdom
import { type Line, listLines } from '@portside/contract/lines';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lost, line as stageLine } from '../testing/stage.tsx';
import { LineFigures } from './line-figure-list.tsx';
import { LineList } from './line-list.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const active: Line = { ...stageLine, nickname: 'Sloop 12 GB', paidUntil: '2099-11-06T03:30:00Z' };
const activating: Line = { ...active, status: 'activating', paidUntil: null };
const pending: Line = { ...activating, mdn: '', status: 'pending' };

/** Answers one list after the other, the last of them for ever; tells how often it was asked. */
function show(...answers: (readonly Line[] | 'down')[]) {
  const asked = { times: 0 };
  const next = () => {
    const answer = answers[Math.min(asked.times, answers.length - 1)] ?? [];
    asked.times += 1;
    if (answer === 'down') throw lost();
    return { lines: [...answer] };
  };
  const figures = (line: Line) => <LineFigures autopay={null} line={line} />;
  showScreen(<LineList figures={figures} />, { answers: [answering(listLines, next)] });
  return asked;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const status = () => screen.getByRole('article').dataset['status'];

test('a line is shown by number, state, plan and the day it is paid until, in the time zone of the brand', async () => {
  show([active]);
  expect(await screen.findByRole('article', { name: '(212) 555-0101' })).toBeTruthy();
  // Five in the morning of the 6th in UTC is still the 5th in New York.
  for (const text of ['Active', 'Sloop 12 GB', 'Nov 5, 2099']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('[K01] [K03] with credit the next charge says that it is used first', async () => {
  const card = {
    id: 'visa',
    network: 'visa' as const,
    primaryCard: true,
    last4Digits: '4242',
    cardholderName: '',
    expiry: '',
  };
  const nextCharge = { on: '2099-11-04T15:00:00Z', amount: 28.49, card, credit: 5 };
  const consent = { version: '1', text: 'I allow it.' };
  showScreen(<LineFigures autopay={{ on: true, nextCharge, consent }} line={active} />);
  const charge = (await screen.findByText('Next charge')).nextElementSibling;
  expect(charge?.textContent).toBe('$28.49 on Nov 4, 2099Your credit is used first.');
});

test('a line with its own name shows it next to the plan', async () => {
  show([{ ...active, nickname: 'Tablet' }]);
  expect(await screen.findByText('Tablet')).toBeTruthy();
  expect(screen.getByText('Sloop 12 GB')).toBeTruthy();
});

test('a line on its way is asked for every two seconds, and no more once it is settled', async () => {
  vi.useFakeTimers();
  const asked = show([pending], [activating], [active]);
  await pass(10);
  expect(screen.getByRole('article', { name: 'Number on its way' })).toBeTruthy();
  await pass(2_000);
  expect(status()).toBe('activating');
  await pass(2_000);
  expect(status()).toBe('active');
  await pass(60_000);
  expect(asked.times).toBe(3);
});

test('a refresh that fails leaves the line on the screen and tries again later', async () => {
  vi.useFakeTimers();
  const asked = show([activating], 'down', [active]);
  await pass(10);
  await pass(2_000);
  expect(asked.times).toBe(2);
  expect(status()).toBe('activating');
  expect(screen.queryByText('Your line didn’t load')).toBeNull();
  await pass(14_000);
  expect(asked.times).toBe(2);
  await pass(2_000);
  expect(status()).toBe('active');
});

test('without a line there is a way to the plans', async () => {
  show([]);
  expect(await screen.findByText('No line yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/shop');
});

test('a line that the network would not turn on says where the money goes', async () => {
  show([{ ...activating, status: 'ended' }]);
  expect(await screen.findByText(/Your payment goes back to the card you used/)).toBeTruthy();
});

const number = { id: 'prt_1', msisdn: '2125550190', isOver: false };

test('without a line, a number on its way is what the line starts with; a plan is asked for there', async () => {
  const show = vi.fn<() => void>();
  const waiting = { ...number, message: 'Choose a plan.', needsCustomer: true, show };
  showScreen(<LineList incoming={[waiting]} />, {
    answers: [answering(listLines, () => ({ lines: [] }))],
  });
  await screen.findByRole('heading', { name: 'Your line starts with (212) 555-0190' });
  expect(screen.queryByRole('link', { name: 'Choose a plan' })).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'See what happens next' }));
  expect(show).toHaveBeenCalledTimes(1);
});

test('once that number has ended without a line, there is no line yet, and a plan to choose', async () => {
  const ended = { ...number, isOver: true, message: 'Ended.', needsCustomer: false };
  showScreen(<LineList incoming={[{ ...ended, show: () => {} }]} />, {
    answers: [answering(listLines, () => ({ lines: [] }))],
  });
  await screen.findByRole('heading', { name: 'No line yet' });
  expect(screen.getByRole('link', { name: 'Choose a plan' })).toBeTruthy();
});

const bound = (status: 'details_needed' | 'action_needed' | 'submitted') => ({
  ...pending,
  portIn: { id: 'prt_1', msisdn: '2125550190', status },
});

test.each(['details_needed', 'action_needed'] as const)(
  'a line whose number is %s says what it waits for, and leads there',
  async (status) => {
    const show = vi.fn<() => void>();
    const message = 'We need your account number.';
    const incoming = [{ ...number, message, needsCustomer: true, show }];
    showScreen(<LineList incoming={incoming} />, {
      answers: [answering(listLines, () => ({ lines: [bound(status)] }))],
    });
    await screen.findByText(
      'This line is waiting for (212) 555-0190. We need your account number.',
    );
    expect(screen.getByText('Action needed')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'See what it needs' }));
    expect(show).toHaveBeenCalledTimes(1);
  },
);

test('a line whose number moves says which one it waits for', async () => {
  show([bound('submitted')]);
  await screen.findByText(/This line starts once \(212\) 555-0190 is here/);
  expect(screen.queryByRole('button', { name: 'See what it needs' })).toBeNull();
});

test('a line whose number is called off waits for nobody, and one in use says what takes its place', async () => {
  const calledOff = { ...number, message: 'We asked them to stop.', needsCustomer: false };
  const used = { ...bound('submitted'), id: 'l2', mdn: '2125550102', status: 'active' as const };
  showScreen(<LineList incoming={[{ ...calledOff, show: () => {} }]} />, {
    answers: [answering(listLines, () => ({ lines: [bound('action_needed'), used] }))],
  });
  await screen.findByText('This line is active. (212) 555-0190 is replacing its number.');
  expect(screen.queryByText('Action needed')).toBeNull();
});

test('of several lines the first whose SIM waits has the one filled button', async () => {
  const ready: Line = { ...active, id: 'l2', mdn: '2125550102', esim: 'ready' };
  show([{ ...active, esim: 'enabled' }, ready, { ...ready, id: 'l3', mdn: '2125550103' }]);
  const buttons = await screen.findAllByRole('button', { name: 'Set up eSIM' });
  expect(buttons.map((button) => button.className.includes('bg-action text-on-action'))).toEqual([
    true,
    false,
  ]);
});

const numbers = async () => {
  const tiles = await screen.findAllByRole('article');
  return tiles.map((one) => one.querySelector('h3')?.textContent);
};

test('[K20] what needs attention comes first, what has ended last, and a line that changes keeps its place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const of = (last: number, more: Partial<Line>): Line => ({
    ...active,
    id: `l${last}`,
    mdn: `212555010${last}`,
    esim: 'enabled',
    ...more,
  });
  const ended = of(1, { status: 'ended' });
  const fine = of(2, {});
  const due = of(3, { nextAction: 'renew' });
  const moving = of(4, { status: 'activating' });
  const paused = of(5, { status: 'suspended', statusReason: 'unpaid', nextAction: 'renew' });
  const before = [ended, fine, due, moving, paused];
  show(before, [
    ended,
    { ...fine, status: 'suspended', statusReason: 'blocked' },
    due,
    of(4, {}),
    paused,
  ]);
  const order = ['5', '3', '4', '2', '1'].map((last) => `(212) 555-010${last}`);
  expect(await numbers()).toEqual(order);
  const [first, second] = screen.getAllByRole('link', { name: 'Pay for the next 30 days' });
  expect(first?.className).toContain('bg-action text-on-action');
  expect(second?.className).not.toContain('bg-action text-on-action');
  await pass(2_000);
  expect(screen.getByText(/This line is blocked/)).toBeTruthy();
  expect(await numbers()).toEqual(order);
});

test('[K20] a further line is one press away', async () => {
  show([active]);
  const add = await screen.findByRole('link', { name: 'Add a line' });
  expect(add.getAttribute('href')).toBe('/shop');
});
