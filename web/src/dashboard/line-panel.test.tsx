// @vitest-environment jsdom
import { carrierCapability, type CarrierCapability } from '@portside/contract/carrier-can';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listPlans } from '@portside/contract/plans';
import { type Usage, viewAlerts, viewUsage } from '@portside/contract/usage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, maya, plan } from '../testing/stage.tsx';
import { LinePanel } from './line-panel.tsx';

const usage: Usage = { asOf: null, isOld: false, periods: 1, meters: [], days: [] };
const extra = { price: 6, megabytes: 2000, validity: 'period', recurring: false } as const;

interface Shown {
  agent?: boolean;
  at?: string;
  can?: readonly CarrierCapability[];
}

async function show(change: Partial<LineDetail>, { agent = false, at = '/', can }: Shown = {}) {
  showScreen(<LinePanel act={undefined} id="l1" />, {
    at,
    answers: [
      answering(viewLine, () => ({ ...lineDetail, ...change })),
      answering(listPlans, () => ({
        plans: [plan],
        addOns: [{ id: 'data-2', name: 'Extra 2 GB', ...extra }],
      })),
      answering(viewUsage, () => usage),
      answering(viewAlerts, () => ({ data80: true, data100: true })),
      ...(agent ? [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }] : []),
    ],
    ...(can && { can }),
    ...(agent && { token: freshToken() }),
  });
  await screen.findByRole('heading', { name: 'What happens next' });
  const hasAddOns = change.status !== 'ended' && (!can || can.includes('allowances'));
  if (hasAddOns) await screen.findByRole('heading', { name: 'Add-ons' });
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id);
const contents = () => screen.getByRole('navigation', { name: 'On this page' });
const later = '2099-11-04T15:00:00Z';

const everything = [
  'next',
  'lost-phone',
  'health',
  'usage',
  'plan',
  'add-ons',
  'autopay',
  'sim',
  'locks',
  'new-number',
  'number',
  'emergency-address',
  'facts',
  'end',
];
const without = (...ids: string[]) => everything.filter((id) => !ids.includes(id));

test.each<[string, Partial<LineDetail>, string[]]>([
  ['active', {}, everything],
  [
    'pending',
    { status: 'pending', mdn: '', paidUntil: null },
    without('lost-phone', 'new-number', 'number'),
  ],
  ['unpaid', { status: 'suspended', statusReason: 'unpaid' }, without('new-number')],
  ['blocked', { status: 'suspended', statusReason: 'blocked' }, without('new-number')],
  ['paused by us', { status: 'suspended', statusReason: 'by_operator' }, without('new-number')],
  ['to end', { endsOn: later }, everything],
  [
    'moving away',
    { portOut: { state: 'requested', at: later }, underWay: ['port_out'] },
    everything,
  ],
  ['ended', { status: 'ended' }, ['next', 'facts']],
])('[K01] a line that is %s has these sections, in this order', async (_what, change, ids) => {
  await show(change);
  expect(headings()).toEqual(ids);
});

test('[K01] [K16] beside a number that leaves nothing is offered that would be refused, and it says why', async () => {
  const off = { sim: { on: true }, number: { on: false } };
  await show({ locks: off, portOut: { state: 'requested', at: later }, underWay: ['port_out'] });
  expect(screen.getAllByText(/^This number is moving to another carrier/).length).toBeGreaterThan(
    3,
  );
  for (const name of ['End this line', 'Change the number', 'Turn off the SIM lock']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Add / })).toBeNull();
  expect(screen.getByRole('button', { name: 'Turn on the number lock' })).toBeTruthy();
  expect(screen.getByText(/When your number has moved/)).toBeTruthy();
});

const allBut = (...lacking: readonly CarrierCapability[]) =>
  carrierCapability.options.filter((one) => !lacking.includes(one));

test.each<[CarrierCapability, string]>([
  ['suspendLine', 'lost-phone'],
  ['usage', 'usage'],
  ['allowances', 'add-ons'],
  ['changeSim', 'sim'],
  ['changeNumber', 'new-number'],
  ['emergencyAddress', 'emergency-address'],
])('[M07] where the carrier does not offer %s, there is no section “%s”', async (lacking, id) => {
  await show({}, { can: allBut(lacking) });
  expect(headings()).toEqual(without(id));
});

test('[M07] what the carrier does not offer is no button, and somebody can be asked for a transfer PIN', async () => {
  const off = { sim: { on: true }, number: { on: false } };
  await show(
    { locks: off },
    { can: allBut('numberLock', 'transferPin', 'issueTransferPin', 'changePlan') },
  );
  expect(headings()).toEqual(everything);
  expect(screen.getByRole('heading', { name: 'SIM lock' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Number lock' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Get a transfer PIN' })).toBeNull();
  expect(screen.getByText(/^Contact us, and we’ll give you the account number/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
});

test('[M07] a card by mail is offered only where the carrier mails one', async () => {
  const off = { sim: { on: false }, number: { on: false } };
  await show({ locks: off }, { can: allBut('mailSim') });
  await userEvent.click(screen.getByRole('button', { name: /^Get a new SIM/ }));
  const asked = await screen.findByRole('dialog', { name: 'Get a new SIM' });
  expect(within(asked).getByRole('radio', { name: /SIM card I have/ })).toBeTruthy();
  expect(within(asked).queryByRole('radio', { name: /Mail me a SIM card/ })).toBeNull();
});

test('[K01] the page begins with a list of its sections, and each link takes the focus there', async () => {
  await show({});
  const links = within(contents()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    everything.slice(1).map((id) => `/#${id}`),
  );
  for (const [id, name] of [
    ['sim', 'SIM'],
    ['end', 'End this line'],
  ] as const) {
    await userEvent.click(within(contents()).getByRole('link', { name }));
    await waitFor(() => expect(document.activeElement?.id).toBe(id));
  }
});

test.each(everything)('[K01] an address that ends with #%s leads to that section', async (id) => {
  await show({}, { at: `/dashboard/lines/l1#${id}` });
  await waitFor(() => expect(document.activeElement?.id).toBe(id));
});

test('[K01] one thing on the page is in the color of the next action: what is to be paid', async () => {
  await show({ nextAction: 'renew', locks: { sim: { on: false }, number: { on: false } } });
  const pressed = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
  expect(
    pressed.filter((one) => one.className.includes('bg-action ')).map((one) => one.textContent),
  ).toEqual(['Pay for the next 30 days']);
});

test.each<[string, Partial<LineDetail>, RegExp[]]>([
  [
    'pending',
    { status: 'pending', mdn: '', paidUntil: null, period: undefined },
    [
      /shown here once this line is active/,
      /change the plan once this line is active/,
      /add something while this line is active/,
      /get a new SIM once this line is active/,
      /change it here once the line is active/,
      /Contact us to cancel it/,
    ],
  ],
  [
    'to end',
    { endsOn: later },
    [/its plan stays as it is/, /nothing more is charged\.$/, /asked us to end this line/],
  ],
])(
  '[K01] on the page of a line that is %s each section says why nothing can be done',
  async (_what, change, sentences) => {
    await show(change);
    for (const words of sentences) {
      expect((await screen.findAllByText(words)).length, String(words)).toBeGreaterThan(0);
    }
  },
);

test('[K24] an agent sees all sections, each with a word on who may change it, and no button that does', async () => {
  await show({}, { agent: true });
  expect(headings()).toEqual(everything);
  expect((await screen.findAllByText(/^Only the customer can/)).length).toBe(10);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Check this line']);
});
