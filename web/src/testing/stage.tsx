import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { PublicBrand, PublicPayment } from '@portside/contract/brand';
import { carrierCapability, type CarrierCapability } from '@portside/contract/carrier-can';
import { type Call, CallFailed } from '@portside/contract/call';
import type { UserInfo } from '@portside/contract/account';
import { maya as person } from '@portside/contract/demo-people';
import type { LineDetail } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import type { Plan } from '@portside/contract/plans';
import type { Problem } from '@portside/contract/problem';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { PageProvider } from '../api/page.tsx';
import { session, startSession } from '../api/session.ts';
import { CallProvider } from '../api/use-call.tsx';
import { startCart } from '../cart/cart.ts';

export const brand: PublicBrand = {
  id: 'harbor',
  product: 'Harbor',
  host: 'Harbor Mobile',
  company: 'Harbor Mobile, Inc.',
  client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'harbor-demo-key' },
  copyrightYear: 2024,
  timeZone: 'America/New_York',
  countryCode: '+1',
  appUrl: 'https://harbor.example/app',
  support: { email: 'help@harbor.example', phone: '(212) 555-0100', hours: 'Every day' },
  chat: { kind: 'built-in', scriptUrl: null },
  labels: true,
  cardStartDays: 14,
  fees: { activationCents: 0, regulatoryCents: 149 },
  themeUrl: '/theme.css',
  logoUrl: '/logo.svg',
  markUrl: '/mark.svg',
  pictures: {},
  payment: { kind: 'sandbox', scriptUrl: 'https://pay.example/v1.js', publishableKey: 'pk' },
  can: carrierCapability.options,
  trial: {
    mailbox: { lead: 'The email is in', link: 'the mailbox', url: '/sandbox/mail' },
    people: {
      title: 'Demo people',
      lead: 'Everybody’s password is',
      password: 'Secret-1!',
      hint: 'They use Secret-1!',
      all: [{ name: 'Maya', email: 'maya@example.com', flag: 'active', has: 'one line' }],
    },
  },
};

export const plan: Plan = {
  id: 'harbor-25',
  nickname: '',
  mdn: '',
  retailName: 'Sloop',
  retailDescription: '10 GB\nTalk and text',
  retailPrice: 25,
  popular: true,
  flag: 2,
};

export const line: Line = {
  id: 'l1',
  mdn: '2125550101',
  nickname: '',
  icon: 'phone',
  plan: { id: 'sloop-12', retailName: 'Sloop 12 GB', flag: 3 },
  iccid: '',
  simType: 'esim',
  status: 'active',
  paidUntil: null,
};

/** The same line on its own page, active and paid for long. */
export const lineDetail: LineDetail = {
  ...line,
  esim: 'enabled',
  paidUntil: '2099-11-06T03:30:00Z',
  plan: { ...line.plan, retailPrice: 25 },
  period: { from: '2099-10-07T03:30:00Z', to: '2099-11-06T03:30:00Z' },
  autopay: { on: false, consent: { version: '1', text: 'I allow it.' } },
  addOns: [],
  locks: { sim: { on: true }, number: { on: true } },
};

/** Maya as her account knows her. */
export const maya: UserInfo = {
  id: 'cus_maya',
  userHash: '',
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  ...person.contact,
  hasPassword: true,
  emailVerified: true,
  language: 'en',
  lines: [],
};

// Without the compiled catalogue, so that a test never sees an old one.
const words = setupI18n({ locale: 'en', messages: { en: {} } });

/** What each call answers, by the endpoint's name; a thrown `no` is a failure on the wire. */
export type Answers = Record<string, (input: Record<string, unknown>) => unknown>;

/** A token that opens protected pages for an hour. */
export const allAlerts = { data80: true, data100: true, pay7: true, pay3: true, pay1: true };

export const freshToken = (seconds = 3600, sub?: string) =>
  `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, sub }))}.x`;

/** A failed call, as the server words it. */
export function no(status: number, problem: Partial<Problem> & { message: string }): CallFailed {
  const code = status === 422 ? 'refused' : status === 503 ? 'outside_down' : 'invalid';
  return new CallFailed({ code, requestId: 'r', ...problem }, status);
}

/** Nobody answered. */
export const lost = () =>
  new CallFailed({ code: 'unexpected', message: 'Network Error', requestId: '' }, 0, 'network');

/** A call that nobody answers; it ends when its caller gives it up, and not before. */
export const unanswered = () => new Promise<never>(() => {});

/** As fetch does: what is given up is rejected. */
function givenUp(signal: AbortSignal | undefined): Promise<never> {
  const problem = { code: 'unexpected', message: 'Request aborted', requestId: '' } as const;
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new CallFailed(problem, 0, 'aborted')));
  });
}

/** Opens a page with a typed `call` of the test's own; every call that is made is noted. */
export function openPage(options: {
  routes: RouteObject[];
  at: string;
  answers: Answers;
  /** undefined: nobody is logged in. */
  token?: string | undefined;
  payment?: PublicPayment | undefined;
  /** What the brand's carrier offers, where that is not everything. */
  can?: readonly CarrierCapability[] | undefined;
  /** Off without. */
  referrals?: PublicBrand['referrals'];
  /** One without. */
  linesAtOnce?: number | undefined;
}) {
  const shownBrand = {
    ...brand,
    can: options.can ?? brand.can,
    ...(options.referrals && { referrals: options.referrals }),
    ...(options.payment && { payment: options.payment }),
    ...(options.linesAtOnce && { linesAtOnce: options.linesAtOnce }),
    ...(options.answers['checkAddress'] && { checksAddresses: true as const }),
  };
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const call = (async (endpoint, input, sent) => {
    calls.push({ name: endpoint.name, input });
    const answer = options.answers[endpoint.name];
    if (!answer) throw new Error(`${endpoint.name} is not answered in this test`);
    return (await Promise.race([answer(input), givenUp(sent?.signal)])) as never;
  }) satisfies Call;
  localStorage.removeItem('token');
  if (options.token) localStorage.setItem('token', options.token);
  const stopSession = startSession(async () => {
    const view = options.answers['viewUser'];
    return (view ? view({}) : maya) as UserInfo;
  });
  const stopCart = startCart(options.linesAtOnce);
  const router = createMemoryRouter(options.routes, { initialEntries: [options.at] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = render(
    <I18nProvider i18n={words}>
      <PageProvider value={{ brand: shownBrand, language: 'en', appQr: '' }}>
        <CallProvider value={call}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CallProvider>
      </PageProvider>
    </I18nProvider>,
  );
  return {
    calls,
    client,
    router,
    sent: (name: string) => calls.filter((one) => one.name === name).map((one) => one.input),
    close() {
      shown.unmount();
      stopSession();
      stopCart();
      session.end();
      client.clear();
    },
  };
}

/** As typed, at once: for fields whose keystrokes are not the point. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
