import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from './running.ts';

export interface Area {
  readonly name: string;
  readonly files: readonly string[];
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
};

export function nearTo(file: string): string[] {
  const folder = `${path.posix.dirname(file)}/`;
  if (!file.startsWith('contract/')) return [folder];
  const word = path.posix.basename(file, '.ts');
  const slice = sliceOf[word] ?? word;
  return [folder, `server/src/${slice}/`, `web/src/${slice}/`];
}

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
        'server/src/checkout/{bill,prices,quotes,refunding,settling}.ts',
        'server/src/adapters/tax/{built-in-tax,state-rates}.ts',
      ),
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
        'server/src/lines/{activation,incoming-number,sim-claims}.ts',
        'contract/src/port-in-reasons.ts',
      ),
      tests: ['server/src/port-in/', 'server/src/lines/', 'server/src/checkout/'],
    },
  ];
}
