// @vitest-environment jsdom
import { carrierCapability, type CarrierCapability } from '@portside/contract/carrier-can';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import type { LineRoom } from '@portside/contract/line-rooms';
import { listNeeds } from '@portside/contract/needs';
import { listPlans } from '@portside/contract/plans';
import { type Usage, viewAlerts, viewUsage } from '@portside/contract/usage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { allAlerts, freshToken, lineDetail, maya, plan } from '../testing/stage.tsx';
import { LinePanel } from './line-panel.tsx';

const usage: Usage = { asOf: null, isOld: false, periods: 1, meters: [], days: [] };
const extra = { price: 6, megabytes: 2000, validity: 'period', recurring: false } as const;

const everything: Record<LineRoom, readonly string[]> = {
  usage: ['usage', 'plan', 'add-ons', 'autopay'],
  phone: ['health', 'sim', 'emergency-address', 'facts'],
  security: ['lost-phone', 'locks'],
  number: ['new-number', 'number', 'end'],
};

interface Shown {
  room?: LineRoom | undefined;
  agent?: boolean;
  at?: string;
  can?: readonly CarrierCapability[];
}

/** A room of the line, or its overview. */
async function show(
  change: Partial<LineDetail>,
  { room, agent = false, at = '/', can }: Shown = {},
) {
  const page = showScreen(<LinePanel act={room} id="l1" />, {
    at,
    answers: [
      answering(viewLine, () => ({ ...lineDetail, ...change })),
      answering(listPlans, () => ({
        plans: [plan],
        addOns: [{ id: 'data-2', name: 'Extra 2 GB', ...extra }],
      })),
      answering(viewUsage, () => usage),
      answering(listNeeds, () => ({ needs: [], data: [] })),
      answering(viewAlerts, () => allAlerts),
      ...(agent ? [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }] : []),
    ],
    ...(can && { can }),
    ...(agent && { token: freshToken() }),
  });
  if (!room) await screen.findByRole('region', { name: 'At a glance' });
  else await screen.findAllByRole('heading', { level: 2 });
  if (room === 'usage' && (!can || can.includes('allowances'))) {
    await screen.findByRole('heading', { name: 'Add-ons' });
  }
  return page;
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id);
const rooms = Object.keys(everything) as LineRoom[];

/** The sections of all rooms, in their order. */
async function allHeadings(change: Partial<LineDetail>, how: Shown = {}): Promise<string[]> {
  const all: string[] = [];
  for (const room of rooms) {
    const page = await show(change, { ...how, room });
    all.push(...headings());
    page.close();
  }
  return all;
}
const later = '2099-11-04T15:00:00Z';

const without = (...ids: string[]) =>
  Object.values(everything)
    .flat()
    .filter((id) => !ids.includes(id));

test.each<[string, Partial<LineDetail>, string[]]>([
  ['active', {}, without()],
  [
    'pending',
    { status: 'pending', mdn: '', paidUntil: null },
    without('lost-phone', 'new-number', 'number'),
  ],
  ['unpaid', { status: 'suspended', statusReason: 'unpaid' }, without('new-number')],
  ['blocked', { status: 'suspended', statusReason: 'blocked' }, without('new-number')],
  ['paused by us', { status: 'suspended', statusReason: 'by_operator' }, without('new-number')],
  ['to end', { endsOn: later }, without()],
  [
    'moving away',
    { portOut: { state: 'requested', at: later }, underWay: ['port_out'] },
    without(),
  ],
])('[K01] a line that is %s has these sections, in this order', async (_what, change, ids) => {
  expect(await allHeadings(change)).toEqual(ids);
});

test('[K01] [K16] beside a number that leaves nothing is offered that would be refused, and it says why', async () => {
  const change: Partial<LineDetail> = {
    locks: { sim: { on: true }, number: { on: false } },
    portOut: { state: 'requested', at: later },
    underWay: ['port_out'],
  };
  let said = 0;
  for (const room of rooms) {
    const page = await show(change, { room });
    said += screen.queryAllByText(/^This number is moving to another carrier/).length;
    for (const name of ['End this line', 'Change the number', 'Turn off the SIM lock']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Add / })).toBeNull();
    if (room === 'security') {
      expect(screen.getByRole('button', { name: 'Turn on the number lock' })).toBeTruthy();
    }
    page.close();
  }
  expect(said).toBeGreaterThan(3);
  await show(change);
  expect(screen.getByText(/When your number has moved/)).toBeTruthy();
});

test('[K01] a line that has ended has its overview alone', async () => {
  await show({ status: 'ended' });
  expect(headings()).toEqual(['facts']);
  expect(screen.queryByRole('link', { name: /Usage and plan/ })).toBeNull();
});

test.each(rooms)(
  '[K01] the room “%s” of an ended line leads back to the overview',
  async (room) => {
    const { router } = showScreen(<LinePanel act={room} id="l1" />, {
      at: `/dashboard/lines/l1/${room}`,
      answers: [answering(viewLine, () => ({ ...lineDetail, status: 'ended' as const }))],
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/lines/l1'));
  },
);

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
  expect(await allHeadings({}, { can: allBut(lacking) })).toEqual(without(id));
});

test('[M07] what the carrier does not offer is no button, and somebody can be asked for a transfer PIN', async () => {
  const locks = { sim: { on: true }, number: { on: false } };
  const can = allBut('numberLock', 'transferPin', 'issueTransferPin', 'changePlan');
  expect(await allHeadings({ locks }, { can })).toEqual(without());
  const security = await show({ locks }, { can, room: 'security' });
  expect(screen.getByRole('heading', { name: 'SIM lock' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Number lock' })).toBeNull();
  security.close();
  const number = await show({ locks }, { can, room: 'number' });
  expect(screen.queryByRole('button', { name: 'Get a transfer PIN' })).toBeNull();
  expect(screen.getByText(/^Contact us, and we’ll give you the account number/)).toBeTruthy();
  number.close();
  await show({ locks }, { can, room: 'usage' });
  expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
});

test('[M07] a card by mail is offered only where the carrier mails one', async () => {
  const off = { sim: { on: false }, number: { on: false } };
  await show({ locks: off }, { can: allBut('mailSim'), room: 'phone' });
  await userEvent.click(screen.getByRole('button', { name: /^Get a new SIM/ }));
  const asked = await screen.findByRole('dialog', { name: 'Get a new SIM' });
  expect(within(asked).getByRole('radio', { name: /SIM card I have/ })).toBeTruthy();
  expect(within(asked).queryByRole('radio', { name: /Mail me a SIM card/ })).toBeNull();
});

test('[K01] the overview leads to its four rooms, and to what a lost phone needs', async () => {
  await show({});
  const links = within(screen.getByRole('navigation', { name: 'More about this line' }));
  expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    rooms.map((room) => `/dashboard/lines/l1/${room}`),
  );
  const lost = screen.getByRole('link', { name: 'Lost or stolen phone' });
  expect(lost.getAttribute('href')).toBe('/dashboard/lines/l1/security#lost-phone');
});

test('[M07] [K13] where the carrier blocks no line, the overview leads to no block', async () => {
  await show({}, { can: allBut('suspendLine') });
  expect(screen.queryByRole('link', { name: 'Lost or stolen phone' })).toBeNull();
});

test('[M07] [K11] where the carrier tells no usage, nothing is said of what is left', async () => {
  await show({}, { can: allBut('usage') });
  expect(screen.getByText('Next charge')).toBeTruthy();
  expect(screen.queryByText('Data left')).toBeNull();
});

const places = Object.entries(everything).flatMap(([room, ids]) =>
  ids.map((id) => [id, room] as const),
);

test.each(places)(
  '[K01] an address of before that ends with #%s leads to that section, in the room “%s”',
  async (id, room) => {
    const { router } = showScreen(<LinePanel act={undefined} id="l1" />, {
      at: `/dashboard/lines/l1#${id}`,
      answers: [answering(viewLine, () => lineDetail), answering(viewUsage, () => usage)],
    });
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: `/dashboard/lines/l1/${room}`,
        hash: `#${id}`,
      }),
    );
  },
);

test.each(places)('[K01] #%s in the room “%s” takes the focus', async (id, room) => {
  await show({}, { room: room as LineRoom, at: `/dashboard/lines/l1/${room}#${id}` });
  await waitFor(() => expect(document.activeElement?.id).toBe(id));
});

test('[K01] one thing on the page is in the color of the next action: what is to be paid', async () => {
  await show({ nextAction: 'renew', locks: { sim: { on: false }, number: { on: false } } });
  const pressed = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
  expect(
    pressed.filter((one) => one.className.includes('bg-action ')).map((one) => one.textContent),
  ).toEqual(['Pay for the next 30 days']);
});

const pending = {
  status: 'pending',
  mdn: '',
  paidUntil: null,
  period: undefined,
} as const satisfies Partial<LineDetail>;

test.each<[string, LineRoom, Partial<LineDetail>, RegExp[]]>([
  [
    'pending',
    'usage',
    pending,
    [
      /see your usage here once this line is active/,
      /change the plan once this line is active/,
      /add something while this line is active/,
    ],
  ],
  [
    'pending',
    'phone',
    pending,
    [/get a new SIM once this line is active/, /change it here once the line is active/],
  ],
  ['pending', 'number', pending, [/Contact us to cancel it/]],
  ['to end', 'usage', { endsOn: later }, [/its plan stays as it is/, /nothing more is charged\.$/]],
  ['to end', 'number', { endsOn: later }, [/asked us to end this line/]],
])(
  '[K01] of a line that is %s each section of “%s” says why nothing can be done',
  async (_what, room, change, sentences) => {
    await show(change, { room });
    for (const words of sentences) {
      expect((await screen.findAllByText(words)).length, String(words)).toBeGreaterThan(0);
    }
  },
);

test.each<[LineRoom, number]>([
  ['usage', 3],
  ['phone', 2],
  ['security', 2],
  ['number', 3],
])(
  '[K24] an agent sees all of “%s”, each with a word on who may change it, and no button that does',
  async (room, count) => {
    await show({}, { agent: true, room });
    expect(headings()).toEqual(everything[room]);
    expect((await screen.findAllByText(/^Only the customer can/)).length).toBe(count);
    expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(
      room === 'phone' ? ['Check this line'] : [],
    );
  },
);

test('[K24] an agent sees the overview without a button', async () => {
  await show({}, { agent: true });
  expect(screen.queryAllByRole('button')).toEqual([]);
});
