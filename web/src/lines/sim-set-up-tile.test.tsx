// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import { type Line, listLines } from '@portside/contract/lines';
import { installUrls } from '@portside/contract/lpa';
import { activateSim, type EsimState, simSentences, viewEsim } from '@portside/contract/sim';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { no, line as stageLine } from '../testing/stage.tsx';
import { Qr } from '../ui/qr.tsx';
import { messages } from '../words/es.ts';
import { wordsOf } from '../words/i18n.ts';
import { EsimDialog } from './esim-dialog.tsx';
import { nextOfSim, SimSetUp } from './sim-set-up-tile.tsx';

const line: Line = { ...stageLine, mdn: '2125550104', iccid: '8901410000000000013' };
const code = 'LPA:1$smdp.carrier.example$K7-PINE-2204-XW';

const esim = (state: EsimState, masked = false) => ({
  state,
  message: `It is ${state}.`,
  activationCode: masked ? 'LPA:1$smdp.carrier.example$••••' : code,
  masked,
  smdpAddress: 'smdp.carrier.example',
  matchingId: masked ? '' : 'K7-PINE-2204-XW',
  ...(!masked && { confirmationCode: '4711' }),
  installUrls: masked ? null : installUrls(code),
});

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9)';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64)';

function show(userAgent: string, ...answers: Answer[]) {
  const page = showScreen(
    <EsimDialog line={line} onClose={() => undefined} open userAgent={userAgent} />,
    { answers: [...answers, answering(viewEsim, () => esim('ready'))] },
  );
  return { ...page, user: userEvent.setup() };
}

/** What a camera sees of the drawing: its path is painted into pixels. */
function decoded(picture: Element): string | undefined {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 6;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  const path = picture.querySelectorAll('path')[1]?.getAttribute('d') ?? '';
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4;
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return jsQR(pixels, width, width)?.data;
}

test('on another screen the QR code holds the whole activation code', async () => {
  show(desktop);
  const picture = await screen.findByRole('img', { name: 'QR code that installs your eSIM' });
  expect(decoded(picture)).toBe(code);
});

test.each([
  'LPA:1$smdp.carrier.example$A',
  'LPA:1$rsp-0.very-long-name.of-a-server.harbor.example$0123-4567-89AB-CDEF-0123-4567$1.3.6.1.4.1$1',
  'LPA:1$smdp.carrier.example$$$1',
])('the QR code of %s is read back as it was', (text) => {
  const { container } = render(<Qr label="code" text={text} />);
  expect(decoded(container.querySelector('svg') as Element)).toBe(text);
});

test.each([
  ['an iPhone', iPhone, 'Install on this iPhone', 'https://esimsetup.apple.com/'],
  ['an Android phone', android, 'Install on this Android phone', 'https://esimsetup.android.com/'],
])(
  'on %s one tap installs, and the QR code waits for another screen',
  async (_, agent, name, to) => {
    show(agent);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name });
    expect(link.getAttribute('href')).toBe(`${to}esim_qrcode_provisioning?carddata=${code}`);
    expect(link.rel).toContain('noreferrer');
    expect(screen.getByText('Show a QR code for another phone').closest('details')?.open).toBe(
      false,
    );
  },
);

test('by hand there are address, code and confirmation code, each with a copy', async () => {
  const { user } = show(desktop);
  await user.click(await screen.findByText('Enter it by hand'));
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  const group = screen.getByText('Enter it by hand').closest('details') as HTMLElement;
  for (const copy of within(group).getAllByRole('button', { name: 'Copy' })) await user.click(copy);
  expect(copied).toEqual(['smdp.carrier.example', 'K7-PINE-2204-XW', '4711', code]);
  expect(within(group).getAllByRole('button', { name: 'Copied' })).toHaveLength(4);
});

const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
const failing = (status: number, message: string) => () => {
  throw no(status, { message });
};

test('the state is followed, also after a failed look, and once installed the code is hidden', async () => {
  let answer = () => esim('ready');
  show(
    desktop,
    answering(viewEsim, () => answer()),
  );
  await screen.findByText('Before you begin');
  answer = failing(503, 'Please try again.');
  comeBack();
  await screen.findByText(/We couldn’t look just now/);
  answer = () => esim('enabled', true);
  await screen.findByText('It is enabled.');
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  expect(document.body.textContent).not.toContain('PINE');
  expect(screen.getByText('LPA:1$smdp.carrier.example$••••')).toBeTruthy();
});

test('when nobody answers, the code stays while it is asked again; when the proof is over, it goes', async () => {
  let answer = () => esim('ready');
  show(
    desktop,
    answering(viewEsim, () => answer()),
  );
  await screen.findByRole('img', { name: /QR code/ });
  for (const status of [429, 503]) {
    answer = failing(status, 'Please try again.');
    comeBack();
    await screen.findByText(/We couldn’t look just now/);
    expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
    answer = () => esim('ready');
    comeBack();
    await waitFor(() => expect(screen.queryByText(/We couldn’t look just now/)).toBeNull());
  }
  answer = failing(422, 'Confirm it’s you.');
  comeBack();
  await screen.findByText('Confirm it’s you.');
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
});

test('what is to be looked at before is not ticked off', async () => {
  show(desktop);
  const before = (await screen.findByText('Before you begin')).closest('section');
  expect(before?.querySelectorAll('li')).toHaveLength(2);
  expect(before?.querySelector('svg')).toBeNull();
});

test.each([
  ['ready', 'Check the Wi-Fi, then scan the code once more.', false],
  ['installed', 'Restart the phone. The first connection can take a few minutes.', false],
  ['enabled', 'Restart the phone. The first connection can take a few minutes.', false],
  ['error', 'If it is not there, ask us for a new eSIM. You keep your number.', true],
] as const)(
  'where an eSIM that is %s did not work, it says what to try',
  async (state, tip, open) => {
    show(
      desktop,
      answering(viewEsim, () => esim(state, state === 'enabled')),
    );
    const help = (await screen.findByText('It did not work')).closest('details');
    expect(help?.open).toBe(open);
    expect(within(help as HTMLElement).getByText(tip)).toBeTruthy();
    const more = within(help as HTMLElement).getByRole('link', { name: 'More ways to reach us' });
    expect(more.getAttribute('href')).toBe('/contact-us');
  },
);

test('without a fresh proof the refusal is shown, and nothing is asked again by itself', async () => {
  let proven = false;
  const page = show(
    desktop,
    answering(viewEsim, () => {
      if (proven) return esim('ready');
      throw no(422, { message: 'Please confirm it’s you.', reason: 'proof_required' });
    }),
  );
  await screen.findByText('Please confirm it’s you.');
  expect(page.sent('viewEsim')).toHaveLength(1);
  proven = true;
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('img', { name: 'QR code that installs your eSIM' });
});

test.each([
  ['preparing', 'Set up eSIM'],
  ['ready', 'Set up eSIM'],
  ['downloaded', 'Set up eSIM'],
  ['unknown', 'Set up eSIM'],
  ['installed', 'Turn on your eSIM'],
  ['disabled', 'Turn on your eSIM'],
  ['deleted', 'See what’s wrong with your eSIM'],
  ['error', 'See what’s wrong with your eSIM'],
  ['enabled', undefined],
] as const)('of an eSIM that is %s the card offers what is next: %s', (state, name) => {
  showScreen(<SimSetUp line={{ ...line, esim: state }} />);
  expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(name ? [name] : []);
});

const button = () => screen.findByRole('button', { name: 'Set up eSIM' });

test('the address says which line is set up and never its code; coming back opens it again', async () => {
  const page = showScreen(<SimSetUp line={line} />, {
    at: '/dashboard',
    answers: [answering(viewEsim, () => esim('ready'))],
  });
  const user = userEvent.setup();
  await user.click(await button());
  await screen.findByRole('dialog', { name: 'Set up your eSIM' });
  expect(page.router.state.location.search).toBe('?setup=l1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.router.state.location.search).toBe('');
  await act(() => page.router.navigate('/dashboard?setup=l1'));
  await screen.findByRole('dialog', { name: 'Set up your eSIM' });
});

const card: Line = { ...line, simType: 'physical', iccid: '', status: 'pending' };

async function activation(...answers: Answer[]) {
  const page = showScreen(<SimSetUp line={card} />, {
    answers: [
      ...answers,
      answering(activateSim, ({ iccid }) => ({ message: 'Thank you.', iccid: iccid ?? '' })),
      answering(listLines, () => ({ lines: [card] })),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Activate SIM card' }));
  const asked = await screen.findByRole('dialog', { name: 'Activate your SIM card' });
  return { ...page, user, asked, field: within(asked).getByLabelText('SIM card number') };
}

test.each([
  ['', 'Please enter ICCID number'],
  ['8901', 'ICCID number should be 18-22 digits'],
])('[H22] the ICCID "%s" is told under its field', async (typed, sentence) => {
  const { asked, field, sent, user } = await activation();
  if (typed) await user.type(field, typed);
  await user.click(within(asked).getByRole('button', { name: 'Activate' }));
  expect(within(asked).getByText(sentence)).toBeTruthy();
  expect(sent('activateSim')).toEqual([]);
});

test('[H22] [H31] a SIM card is activated by its number; a wrong check digit is only warned about', async () => {
  const { asked, field, sent, user } = await activation();
  await user.type(field, '8901 4100-0000 0000 014');
  expect((field as HTMLInputElement).value).toBe('8901410000000000014');
  expect(within(asked).getByText(/may have a typo/)).toBeTruthy();
  await user.click(within(asked).getByRole('button', { name: 'Activate' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('activateSim')).toEqual([{ id: 'l1', iccid: '8901410000000000014' }]);
});

test('[K01] a card that is activated and waits for its number is not to be activated again', () => {
  const portIn = { id: 'prt_1', msisdn: '2125550199', status: 'action_needed' } as const;
  const waiting = { ...card, iccid: '8901410000000000013', status: 'pending', portIn } as const;
  expect(nextOfSim(waiting)).toBeUndefined();
  expect(nextOfSim({ ...waiting, iccid: '' })).toBe('activate');
});

test('[H22] in Spanish the warning about a wrong check digit is Spanish', async () => {
  showScreen(
    <I18nProvider i18n={wordsOf('es', messages)}>
      <SimSetUp line={card} />
    </I18nProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Activar la tarjeta SIM' }));
  const asked = await screen.findByRole('dialog', { name: 'Active su tarjeta SIM' });
  await user.type(within(asked).getByLabelText('Número de la tarjeta SIM'), '8901410000000000014');
  expect(
    within(asked).getByText('Este número de SIM puede tener un error. Revíselo.'),
  ).toBeTruthy();
});

test('[H22] a SIM card that is in use is told under the field', async () => {
  const message = simSentences.inUse;
  const { asked, field, user } = await activation(
    answering(activateSim, () => {
      throw no(422, { message, reason: 'sim_in_use', errors: [{ field: 'iccid', message }] });
    }),
  );
  await user.type(field, '8901410000000000019{Enter}');
  expect(await within(asked).findByText(message)).toBeTruthy();
});
