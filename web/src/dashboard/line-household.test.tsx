// @vitest-environment jsdom
import { type LineRole, roleOn } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import type { LineRoom } from '@portside/contract/line-rooms';
import { listNeeds } from '@portside/contract/needs';
import { listCards } from '@portside/contract/payments';
import { listPlans } from '@portside/contract/plans';
import { viewAlerts, viewUsage } from '@portside/contract/usage';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { card, households, refused, sharedLine } from '../testing/household-stage.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { allAlerts, freshToken, no, plan } from '../testing/stage.tsx';
import { LinePanel } from './line-panel.tsx';

const roles: readonly LineRole[] = ['holder', 'user', 'manager'];
const rooms: readonly LineRoom[] = ['usage', 'phone', 'security', 'number'];
const names = {
  usage: /^(Usage|Plan)/,
  phone: /^Phone and SIM/,
  security: /^Security/,
  number: /^Number and leaving/,
};

function show(role: LineRole, act?: string, change: Partial<LineDetail> = {}, hash = '') {
  return showScreen(<LinePanel act={act} id="l1" />, {
    at: `/dashboard/lines/l1${act ? `/${act}` : ''}${hash}`,
    token: freshToken(),
    answers: [
      answering(viewLine, () => sharedLine(role, change)),
      answering(listPlans, () => ({ plans: [plan], addOns: [] })),
      answering(listNeeds, () => ({ needs: [], data: [{ lineId: 'l1', used: 9, limit: 12_000 }] })),
      answering(viewUsage, () => ({ asOf: null, isOld: false, periods: 1, meters: [], days: [] })),
      answering(viewAlerts, () => allAlerts),
      answering(listCards, () => ({ cards: [card] })),
    ],
  });
}

const sections = () => screen.queryAllByRole('heading', { level: 2 }).flatMap(({ id }) => id || []);
const overview = () => screen.findByRole('region', { name: 'At a glance' });
const text = () => document.body.textContent;

const theirs: Record<LineRole, Record<LineRoom, readonly string[]>> = {
  holder: {
    usage: ['plan', 'autopay'],
    phone: [],
    security: ['lost-phone', 'locks', 'household'],
    number: ['new-number', 'number', 'hold', 'hand-over', 'end'],
  },
  user: {
    usage: ['usage'],
    phone: ['health', 'sim', 'emergency-address', 'facts'],
    security: ['lost-phone', 'locks'],
    number: [],
  },
  manager: {
    usage: ['usage', 'plan', 'autopay'],
    phone: ['health', 'sim', 'emergency-address', 'facts'],
    security: ['lost-phone', 'locks'],
    number: [],
  },
};

test.each(roles.flatMap((role) => rooms.map((room) => [role, room] as const)))(
  '[P04] the %s’s room “%s” has their sections alone, and asks for nothing else',
  async (role, room) => {
    const page = show(role, room);
    await screen.findAllByRole('heading', { level: 2 });
    expect(sections()).toEqual(theirs[role][room]);
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    expect(refused(role, page.calls)).toEqual([]);
    const isEmpty = theirs[role][room].length === 0;
    const name = role === 'holder' ? 'Tomas' : 'Maya';
    expect(screen.queryByText(`Only ${name} can do this`) !== null).toBe(isEmpty);
    if (!isEmpty) return;
    const back = screen.getAllByRole('link', { name: 'Back to the line' });
    for (const link of back) expect(link.getAttribute('href')).toBe('/dashboard/lines/l1');
  },
);

test.each(roles)('[P04] the %s’s overview leads to rooms with something in them', async (role) => {
  const page = show(role);
  await overview();
  for (const room of rooms) {
    const link = screen.queryByRole('link', { name: names[room] });
    expect([room, link !== null]).toEqual([room, theirs[role][room].length > 0]);
  }
  expect(refused(role, page.calls)).toEqual([]);
});

test.each<[LineRole, readonly RegExp[], readonly RegExp[]]>([
  [
    'holder',
    [
      /You gave this line to Tomas, who uses it\. Its usage and SIM are theirs to see\./,
      /Next charge\$28\.49 on Nov 4, 2099/,
      /to Visa •••• 4242/,
      /costs \$28\.00/,
      /Turn off autopay/,
      /Plan and autopay/,
    ],
    [/Data left/, /eSIM/],
  ],
  [
    'user',
    [/Data left11\.99 GB of 12 GB/, /This line is paid until Nov 5, 2099\. Maya pays for it\./],
    [/\$/, /autopay/i, /4242/, /Next charge/, /charge/],
  ],
  [
    'manager',
    [
      /Data left/,
      /On Nov 4, 2099 autopay charges Maya for the next 30 days\./,
      /Next chargeNov 4, 2099/,
      /costs \$28\.00/,
      /Usage and plan/,
    ],
    [/4242/, /Turn o(n|ff) autopay/],
  ],
])('[P04] what the overview tells the %s, and what it does not', async (role, said, unsaid) => {
  const page = show(role);
  await overview();
  for (const words of said) expect(text()).toMatch(words);
  for (const words of unsaid) expect(text()).not.toMatch(words);
  // The member’s own cards have nothing to do with the line.
  if (role !== 'holder') expect(page.sent('listCards')).toEqual([]);
});

test('[P04] while somebody is only invited, all of the line is its holder’s', async () => {
  const until = '2099-11-04T15:00:00Z';
  const household = {
    as: 'holder' as const,
    invited: { email: 't@example.com', role: 'user' as const, until },
  };
  expect(roleOn({ household })).toBeUndefined();
  expect(roleOn({ household: households.holder })).toBe('holder');
  show('holder', undefined, { household });
  await overview();
  expect(text()).toMatch(/Data left/);
  for (const room of rooms) expect(screen.getByRole('link', { name: names[room] })).toBeTruthy();
});

test.each<[LineRole, Partial<LineDetail>, string | RegExp, boolean]>([
  ['holder', { nextAction: 'set_up_sim', esim: 'ready' }, /set up esim/i, false],
  ['user', { nextAction: 'set_up_sim', esim: 'ready' }, /set up esim/i, true],
  ['user', { nextAction: 'renew' }, 'Pay for the next 30 days', false],
  ['manager', { nextAction: 'renew' }, 'Pay for the next 30 days', true],
  ['holder', { nextAction: 'renew' }, 'Pay for the next 30 days', true],
  ['user', { endsOn: '2099-11-04T15:00:00Z' }, 'Keep this line', false],
  ['manager', { endsOn: '2099-11-04T15:00:00Z' }, 'Keep this line', false],
  ['holder', { endsOn: '2099-11-04T15:00:00Z' }, 'Keep this line', true],
  [
    'user',
    { nextAction: 'unblock', status: 'suspended', statusReason: 'blocked' },
    /unblock/i,
    true,
  ],
  [
    'holder',
    { nextAction: 'unblock', status: 'suspended', statusReason: 'blocked' },
    /unblock/i,
    true,
  ],
  [
    'manager',
    { nextAction: 'end_hold', status: 'suspended', statusReason: 'on_hold' },
    /back on/,
    false,
  ],
  [
    'holder',
    { nextAction: 'end_hold', status: 'suspended', statusReason: 'on_hold' },
    /back on/,
    true,
  ],
])('[P04] to the %s %o offers %s: %s', async (role, change, name, isOffered) => {
  show(role, undefined, change);
  await overview();
  const way = [
    ...screen.queryAllByRole('link', { name }),
    ...screen.queryAllByRole('button', { name }),
  ];
  expect(way.length > 0).toBe(isOffered);
});

const unpaid: Partial<LineDetail> = {
  status: 'suspended',
  statusReason: 'unpaid',
  numberKeptUntil: '2100-01-05T17:00:00Z',
  nextAction: 'renew',
};
const held: Partial<LineDetail> = {
  status: 'suspended',
  statusReason: 'on_hold',
  heldUntil: '2100-01-05T17:00:00Z',
};
const blocking: Partial<LineDetail> = {
  status: 'suspended',
  statusReason: 'blocked',
  network: { asked: 'block', since: '2099-11-04T15:00:00Z', isLate: false },
};

test.each<[LineRole, Partial<LineDetail>, string]>([
  ['user', unpaid, 'Maya can pay until Jan 5, 2100. After that the line ends.'],
  ['manager', unpaid, 'Autopay charges Maya on Nov 4, 2099. To use it sooner, pay now.'],
  ['holder', unpaid, 'Autopay charges your card on Nov 4, 2099.'],
  ['user', held, 'It comes back on Jan 5, 2100, and Maya can turn it back on sooner.'],
  ['holder', held, 'and you can turn it back on sooner.'],
  ['user', { endsOn: '2099-11-04T15:00:00Z' }, 'This line ends on Nov 4, 2099. Then the number'],
  ['holder', { endsOn: '2099-11-04T15:00:00Z' }, 'You asked us to end this line.'],
  ['holder', blocking, 'Tomas gets an email when it’s done.'],
  ['user', blocking, 'You’ll get an email when it’s done.'],
  [
    'manager',
    { autopay: { declined: true } as LineDetail['autopay'] },
    'couldn’t charge Maya’s card. Pay now, or it tries again on Nov 4, 2099.',
  ],
  ['holder', { status: 'pending' }, 'This line isn’t active yet.'],
])('[P04] what happens next is true for the %s: %o', async (role, change, words) => {
  show(role, undefined, change);
  await overview();
  expect(text()).toContain(words);
});

test.each(roles.flatMap((role) => ['renew', 'plan'].map((act) => [role, act] as const)))(
  '[P04] the %s at the address of “%s”: theirs, or a sentence and the way back, and no call in vain',
  async (role, act) => {
    const page = show(role, act);
    if (role === 'user') {
      expect(await screen.findByText('Only Maya can do this')).toBeTruthy();
      expect(screen.getByText('The line is in Maya’s account. Please ask them.')).toBeTruthy();
      expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
      await waitFor(() => expect(page.sent('viewLine').length).toBeGreaterThan(0));
      expect(page.calls.map(({ name }) => name)).not.toContain('quoteRenewal');
      expect(page.sent('listPlans')).toEqual([]);
    } else if (act === 'renew') {
      await waitFor(() => expect(page.sent('quoteRenewal')).toHaveLength(1));
    } else {
      expect(await screen.findByRole('button', { name: 'See the price' })).toBeTruthy();
    }
    expect(refused(role, page.calls)).toEqual([]);
  },
);

test('[P04] a link to a section that is the other one’s says so above what is theirs', async () => {
  const page = show('user', 'usage', {}, '#plan');
  expect(await screen.findByText('Only Maya can do this')).toBeTruthy();
  expect(sections()).toEqual(['usage']);
  page.close();
  show('holder', 'usage', {}, '#usage');
  expect(await screen.findByText('Only Tomas can do this')).toBeTruthy();
  expect(text()).toContain('take the line back first');
});

test('[P04] a manager sees whether autopay is on and when it charges, no card, and changes nothing', async () => {
  const page = show('manager', 'usage');
  const section = (await screen.findByRole('heading', { name: 'Autopay' })).closest('section');
  expect(section?.textContent).toContain('Nov 4, 2099');
  expect(section?.textContent).not.toMatch(/Card|4242|\$/);
  expect(section?.textContent).toContain('Only Maya can change autopay: it charges their card.');
  expect(section?.querySelector('button, a')).toBeNull();
  page.close();
  show('manager', 'usage', { autopay: { on: false } as LineDetail['autopay'] });
  expect(await screen.findByText('Nothing is charged automatically.')).toBeTruthy();
  expect(screen.queryByText('Email me before the paid time ends')).toBeNull();
});

test.each<[LineRole, boolean, boolean]>([
  ['holder', false, true],
  ['user', true, false],
  ['manager', true, true],
])('[P04] [K13] the %s of a blocked line: the SIM %s, the payment %s', async (role, sim, pay) => {
  const change = { ...unpaid, statusReason: 'blocked' as const, nextAction: 'unblock' as const };
  show(role, 'security', change);
  expect(await screen.findByRole('button', { name: 'Unblock this line' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'See the SIM' }) !== null).toBe(sim);
  expect(screen.queryByRole('link', { name: 'Pay for the next 30 days' }) !== null).toBe(pay);
});

test.each<[LineRole, RegExp]>([
  ['holder', /You or Tomas can unblock it when the phone is back\..*Tomas can replace the SIM/],
  ['user', /Unblock it when you have the phone again\..*The number and the paid days move/],
  ['manager', /Unblock it when you have the phone again\..*The number and the paid days move/],
])('[P04] [K13] what to do about a blocked line is true for the %s', async (role, words) => {
  const { numberKeptUntil: _none, ...paid } = unpaid;
  show(role, 'security', { ...paid, statusReason: 'blocked', nextAction: 'unblock' });
  await screen.findByRole('button', { name: 'Unblock this line' });
  expect(text()).toMatch(words);
});

test('[P04] a line that was taken back while its page is open says so, and leads to the dashboard', async () => {
  let isTheirs = true;
  const { client } = showScreen(<LinePanel act={undefined} id="l1" />, {
    at: '/dashboard/lines/l1',
    token: freshToken(),
    answers: [
      answering(viewLine, () => {
        if (isTheirs) return sharedLine('user');
        throw no(404, { message: 'Not found.' });
      }),
      answering(listNeeds, () => ({ needs: [], data: [] })),
    ],
  });
  await overview();
  isTheirs = false;
  await client.invalidateQueries({ queryKey: ['viewLine'] });
  expect(await screen.findByText('You don’t have this line anymore')).toBeTruthy();
  expect(text()).toContain('It’s in Maya’s account, and it isn’t given to you anymore.');
  expect(text()).not.toContain('Data left');
  expect(screen.queryByText('(212) 555-0101')).toBeNull();
  const way = screen.getByRole('link', { name: 'To Dashboard' });
  expect(way.getAttribute('href')).toBe('/dashboard');
});
