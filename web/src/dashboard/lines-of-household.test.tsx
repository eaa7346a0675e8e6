// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import type { Call } from '@portside/contract/call';
import type { LineRole } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type Finding, viewLineHealth } from '@portside/contract/line-health';
import { type Line, listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { listCards, listTransactions } from '@portside/contract/payments';
import { listPortIns } from '@portside/contract/port-in';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { HealthPanel } from '../line-health/health-panel.tsx';
import { LineList } from '../lines/line-list.tsx';
import { lineWords, linesInBrief, waitsForCustomer } from '../lines/line-words.ts';
import { card, refused, sharedLine } from '../testing/household-stage.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken } from '../testing/stage.tsx';
import { waiting } from '../testing/tracker-stage.tsx';
import { tellUsage } from '../usage/use-usage-news.ts';
import { HomePanel } from './home-panel.tsx';
import { LineFiguresPanel } from './line-figures-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const roles: readonly LineRole[] = ['holder', 'user', 'manager'];
const tile = () => screen.findByRole('article', { name: '(212) 555-0101' });

function list(role: LineRole, change: Partial<Line> = {}) {
  return showScreen(<LineList figures={(line) => <LineFiguresPanel line={line} />} />, {
    at: '/dashboard',
    token: freshToken(),
    answers: [
      answering(listLines, () => ({ lines: [{ ...sharedLine(role), ...change }] })),
      answering(viewLine, () => sharedLine(role)),
      answering(listNeeds, () => ({ needs: [], data: [{ lineId: 'l1', used: 0, limit: 12_000 }] })),
    ],
  });
}

test.each<[LineRole, readonly string[], readonly string[]]>([
  ['holder', ['Next charge'], ['Data left']],
  ['user', ['Data left'], ['Next charge']],
  ['manager', ['Data left', 'Next charge'], []],
])('[P04] the %s’s tile has their figures', async (role, has, not) => {
  const page = list(role);
  const shown = within(await tile());
  for (const name of has) expect(await shown.findByText(name)).toBeTruthy();
  for (const name of not) expect(shown.queryByText(name)).toBeNull();
  // Only for the next charge.
  await waitFor(() => expect(page.sent('viewLine')).toHaveLength(role === 'user' ? 0 : 1));
  expect(refused(role, page.calls)).toEqual([]);
});

test.each<[LineRole, Partial<Line>, string | RegExp, boolean]>([
  ['holder', { nextAction: 'set_up_sim', esim: 'ready' }, 'Set up eSIM', false],
  [
    'holder',
    { nextAction: 'set_up_sim', simType: 'physical', iccid: '' },
    'Activate SIM card',
    false,
  ],
  ['user', { nextAction: 'set_up_sim', simType: 'physical', iccid: '' }, 'Activate SIM card', true],
  ['user', { nextAction: 'renew', esim: 'ready' }, 'Pay for the next 30 days', false],
  // What the holder has to pay does not stand before what is theirs.
  ['user', { nextAction: 'renew', esim: 'ready' }, 'Set up eSIM', true],
  ['manager', { nextAction: 'renew' }, 'Pay for the next 30 days', true],
  [
    'user',
    { nextAction: 'end_hold', status: 'suspended', statusReason: 'on_hold' },
    /back on/,
    false,
  ],
])('[P04] the %s’s tile of %o offers %s: %s', async (role, change, name, isOffered) => {
  list(role, change);
  const shown = within(await tile());
  const ways = [
    ...shown.queryAllByRole('link', { name }),
    ...shown.queryAllByRole('button', { name }),
  ];
  expect(ways.length > 0).toBe(isOffered);
});

test('[P04] the address of a SIM’s set-up opens nothing for the holder of a line that somebody has', async () => {
  const { sent } = showScreen(<LineList />, {
    at: '/dashboard?setup=l1',
    token: freshToken(),
    answers: [
      answering(listLines, () => ({ lines: [sharedLine('holder', { esim: 'ready' })] })),
      answering(listNeeds, () => ({ needs: [], data: [] })),
    ],
  });
  await tile();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent('viewActivation')).toEqual([]);
});

const portIn = { id: 'p1', msisdn: '2125550199', status: 'details_needed' as const };

test.each<[LineRole, Partial<Line>, string]>([
  ['holder', { status: 'pending' }, 'This line isn’t active yet. This page updates automatically.'],
  ['user', { status: 'pending' }, 'We’re setting up your line. This page updates automatically.'],
  ['holder', { esim: 'ready' }, 'This line is active.'],
  ['user', { esim: 'ready' }, 'This line is active. Set up its eSIM to use it.'],
])('[P04] in words, to the %s: %o', (role, change, meaning) => {
  expect(lineWords(i18n, { ...sharedLine(role), ...change }, undefined).meaning).toBe(meaning);
});

test('[P04] the one who brings a number is its holder: it waits for nobody else', () => {
  const waits = (role: LineRole) =>
    waitsForCustomer({ ...sharedLine(role), status: 'pending', portIn });
  expect(roles.map((role) => [role, waits(role)])).toEqual([
    ['holder', true],
    ['user', false],
    ['manager', false],
  ]);
});

test.each<[LineRole, Partial<Line>, string]>([
  ['user', { nextAction: 'renew' }, 'Your line is active. Nothing to do now.'],
  ['manager', { nextAction: 'renew' }, 'You can pay for your next 30 days.'],
  [
    'holder',
    {
      status: 'suspended',
      statusReason: 'blocked',
      network: { asked: 'block', since: '2099-11-04T15:00:00Z', isLate: false },
    },
    'The network is blocking a line that you gave to someone.',
  ],
])('[P04] the headline is true for the %s: %o', (role, change, words) => {
  expect(linesInBrief(i18n, [{ ...sharedLine(role), esim: 'enabled', ...change }])).toBe(words);
});

test('[P04] the payment page asks about a card’s lines those that it may pay for alone', async () => {
  const own: LineDetail = { ...sharedLine('holder'), id: 'own' };
  const { sent } = showScreen(<PaymentPanel />, {
    at: '/dashboard/payment',
    answers: [
      answering(listCards, () => ({ cards: [card] })),
      answering(listTransactions, () => ({ transactions: [] })),
      answering(listLines, () => ({ lines: [own, sharedLine('user'), sharedLine('manager')] })),
      answering(viewLine, ({ id }) => ({ ...own, id })),
    ],
  });
  const shown = await screen.findByRole('article', { name: 'Visa ending in 4242' });
  await userEvent.click(within(shown).getByRole('button', { name: /^Delete/ }));
  expect(await screen.findByText('(212) 555-0101: $28.49 on Nov 4, 2099')).toBeTruthy();
  expect(sent('viewLine')).toEqual([{ id: 'own' }]);
});

test.each(roles)(
  '[P04] a number is brought to the holder’s line by them alone: %s',
  async (role) => {
    showScreen(<HomePanel />, {
      at: '/dashboard',
      token: freshToken(),
      answers: [
        answering(listLines, () => ({ lines: [sharedLine(role)] })),
        answering(listPortIns, () => ({ portIns: [waiting] })),
        answering(listNeeds, () => ({ needs: [], data: [] })),
        answering(listTransactions, () => ({ transactions: [] })),
      ],
    });
    await tile();
    await screen.findByText(waiting.message);
    const button = screen.queryByRole('button', { name: 'Use it on a line you already have' });
    expect(button !== null).toBe(role === 'holder');
  },
);

test.each<[LineRole, string]>([
  ['user', '/dashboard/lines/l1/usage#usage'],
  ['manager', '/dashboard/lines/l1/usage#add-ons'],
])('[P04] [K12] the news that data is used up leads the %s to %s', async (role, to) => {
  onTestFinished(() => shownNotifications().forEach(({ id }) => closeNotification(id)));
  const call = (async () => ({ lines: [sharedLine(role)] })) as unknown as Call;
  await tellUsage({ kind: 'usage', id: 'l1', status: 'data 100' }, { call, i18n, canAdd: true });
  expect(shownNotifications()[0]?.link?.to).toBe(to);
});

const findings: Finding[] = (
  ['renew', 'end_hold', 'finish_port_in', 'buy_add_on', 'replace_sim'] as const
).map((action, at) => ({
  code: (['payment', 'hold', 'port_in', 'usage', 'sim'] as const)[at] ?? 'sim',
  ok: false,
  message: action,
  action,
}));

test.each<[LineRole, readonly string[]]>([
  ['user', ['Replace the SIM']],
  ['manager', ['Pay for the next 30 days', 'See the add-ons', 'Replace the SIM']],
])('[P04] [K22] what was found leads the %s only where they may go', async (role, names) => {
  showScreen(<HealthPanel line={sharedLine(role)} />, {
    answers: [answering(viewLineHealth, () => ({ findings, complete: true }))],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check this line' }));
  await screen.findByText('replace_sim');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
});
