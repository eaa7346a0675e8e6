import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './running.ts';

export interface Area {
  readonly name: string;
  readonly files: readonly string[];
  /** Tables and models, which take seconds: tried first. */
  readonly quick: readonly string[];
  readonly tests: readonly string[];
}

/** Too slow to run for every mutant. */
export const tooSlow: readonly string[] = [
  'server/src/checkout/crash.test.ts',
  'server/src/checkout/card-numbers.test.ts',
];

/** Words of the contract whose slice has another name. */
const sliceOf: Readonly<Record<string, string>> = {
  sim: 'lines',
  'port-in-reasons': 'port-in',
  chat: 'support',
  call: 'api',
};

/** Whose promises have their tests where they are used. */
const usedIn: Readonly<Record<string, readonly string[]>> = {
  'server/src/codes/': ['server/src/sign-in/', 'server/src/account/'],
  'server/src/lines/activation.ts': ['server/src/checkout/carrier-requests'],
  'server/src/lines/incoming-number.ts': ['server/src/port-in/'],
  'server/src/lines/sim-claims.ts': [
    'server/src/port-in/',
    'server/src/checkout/',
    'server/src/shipping/',
    'server/src/sim-replacement/',
  ],
  'server/src/payments/': [
    'server/src/checkout/checkout.test',
    'server/src/checkout/declines',
    'server/src/checkout/provider-news',
    'server/src/checkout/refund-to-credit',
    'server/src/checkout/stray-charges',
    'server/src/disputes/',
    'server/src/reconciliation/',
    'server/src/today/',
  ],
  'server/src/payments/month-figures.ts': ['server/src/books/'],
  'server/src/payments/month-store.ts': ['server/src/books/'],
  'server/src/payments/item-words.ts': ['server/src/plan-change/change-now'],
  'server/src/payments/jobs.ts': ['server/src/testing/calendar/'],
  'server/src/payments/moving.ts': ['server/src/joining/'],
  'server/src/payments/fraud-warnings.ts': [
    'server/src/testing/fraud-warnings',
    'server/src/stuck/at-the-desk',
  ],
  'server/src/plans/price-rises.ts': ['server/src/renewals/price-notices'],
};

/** Its folder's tests, and those where it is used. */
export function nearTo(file: string): { own: string[]; used: readonly string[] } {
  const folder = `${path.posix.dirname(file)}/`;
  if (!file.startsWith('contract/')) {
    return { own: [folder], used: [...(usedIn[folder] ?? []), ...(usedIn[file] ?? [])] };
  }
  const word = path.posix.basename(file, '.ts');
  const slice = sliceOf[word] ?? word;
  const asking = testsAsking(word);
  const used = [`server/src/${slice}/`, `web/src/${slice}/`];
  return { own: [folder], used: asking.length > MANY ? used : [...used, ...asking] };
}

/** More tests than that take longer than all others. */
const MANY = 20;

/** Tests that name this part of the contract. */
const testsAsking = (word: string): string[] =>
  globSync(['server/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'], { cwd: root }).filter(
    (file) => readFileSync(path.join(root, file), 'utf8').includes(`'@portside/contract/${word}'`),
  );

const sources = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|suite)\./.test(file))
    .toSorted();

/** Where a small change does most harm. */
export function areas(): Area[] {
  return [
    {
      name: 'contract',
      files: sources('contract/src/*.ts'),
      quick: ['contract/src/', 'server/src/testing/guards'],
      tests: [
        'contract/src/',
        'server/src/testing/field-table',
        'server/src/testing/wire',
        'server/src/testing/own-wire',
        'server/src/testing/shop-wire',
        'web/src/api/wire',
      ],
    },
    {
      name: 'money',
      files: sources(
        'server/src/money.ts',
        'server/src/payments/*.ts',
        'server/src/checkout/{bill,plan-price,prices,quotes,refunding,settling}.ts',
        'server/src/plan-change/arithmetic.ts',
        'server/src/adapters/tax/built-in/{tax,state-rates}.ts',
      ),
      quick: [
        'server/src/checkout/money-model',
        'server/src/checkout/bill',
        'server/src/plan-change/arithmetic',
        'server/src/adapters/tax/built-in/',
        'server/src/payments/bill-lines',
      ],
      tests: [
        'server/src/payments/',
        'server/src/checkout/',
        'server/src/adapters/tax/',
        'server/src/testing/shop-wire',
      ],
    },
    {
      name: 'states',
      files: sources(
        'server/src/port-in/{progress,move-port-in,details,missing-details,owners}.ts',
        'server/src/lines/{activation,incoming-number,sim-claims,suspension}.ts',
        'server/src/checkout/{move-order,order-status}.ts',
        'server/src/port-out/port-outs.ts',
        'server/src/sim-replacement/{moving-sim,stopping}.ts',
        'contract/src/port-in-reasons.ts',
      ),
      quick: [
        'server/src/port-in/every-transition',
        'server/src/port-in/progress',
        'server/src/checkout/every-step',
        'server/src/testing/state-tables',
      ],
      tests: ['server/src/port-in/', 'server/src/lines/', 'server/src/checkout/'],
    },
    {
      name: 'adapters',
      files: sources(
        'server/src/adapters/*/{gigs,wholesale,stripe,strapi,twilio,avalara,usps}/*.ts',
        'server/src/adapters/*/{chatwoot,intercom,smtp}/*.ts',
        'server/src/adapters/{call-json,ask-outside,carrier/svix-signature,mail/mail-returns}.ts',
      ).filter((file) => !file.endsWith('/settings.ts')),
      quick: [],
      tests: ['server/src/adapters/'],
    },
    {
      name: 'time',
      files: sources(
        'server/src/renewals/{autopay-times,price-notices,renew,renewal-price}.ts',
        'server/src/plans/price-rises.ts',
        'server/src/lines/{lapse,number-kept,periods}.ts',
        'server/src/port-in/{jobs,reminding,submit-limits}.ts',
        'server/src/sim-replacement/{denial-link,replacement-view}.ts',
        'server/src/{sessions,support,texts,emails}/jobs.ts',
        'server/src/codes/codes.ts',
        'server/src/support/case-link.ts',
      ),
      quick: ['server/src/testing/calendar/', 'server/src/jobs/schedules'],
      tests: ['server/src/renewals/', 'server/src/lines/', 'server/src/port-in/'],
    },
    {
      name: 'guards',
      files: sources(
        'server/src/http/{serve,who}.ts',
        'server/src/line-locks/{line-locks,set-locks}.ts',
        'server/src/port-out/transfer-pins.ts',
        'server/src/sim-replacement/why-not.ts',
        'server/src/sessions/{session-token,sessions}.ts',
      ),
      quick: ['server/src/testing/guards'],
      tests: [
        'server/src/sessions/',
        'server/src/line-locks/',
        'server/src/line-safety/',
        'server/src/sign-in/',
        'server/src/testing/others-ids',
      ],
    },
  ];
}
