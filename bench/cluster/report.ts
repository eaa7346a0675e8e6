import type { Finding } from './ledgers.ts';
import { kinds, type Outage } from './timeline.ts';
import { BAR_SECONDS, type Undergone } from './undergo.ts';

/** What the report is made of. */
export interface Run {
  readonly at: Date;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly before: string | undefined;
  readonly seconds: number;
  readonly orders: number;
  readonly askedAgain: number;
  readonly undergone: readonly Undergone[];
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
}

/** `bench/CLUSTER.md`. */
export function reportOf(run: Run): string {
  const lines = [
    '# The cluster, part by part killed',
    '',
    `Written by \`npm run cluster\` on ${run.at.toISOString().slice(0, 16).replace('T', ' ')} UTC (${run.machine}).`,
    'What is brought up, and how to bring it up for customers: docs/operating.md, "Many machines".',
    '',
    Object.entries(run.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    '',
    `${run.orders} orders were acknowledged in ${run.seconds} s, ${run.askedAgain} of them after their customer had to ask again.`,
    run.before
      ? `The run began on ${run.before}, which was replaced process by process while customers shopped.`
      : 'The run began on this version: nothing was upgraded.',
    '',
    '## What customers noticed',
    '',
    'Seconds from the first call that failed to the first good answer after the last one that failed;',
    `a call fails that is not answered within five seconds. The bar is ${BAR_SECONDS} s. "–": no call failed. In brackets: failed of all calls.`,
    '',
    `| Part | ${kinds.join(' | ')} | slowest order to its end | how calls failed |`,
    `| --- | ${kinds.map(() => '--- |').join(' ')} --- | --- |`,
    ...run.undergone.map(
      ({ fault, outages, slowestEnd }) =>
        `| ${fault.name} | ${kinds.map((kind) => cell(outages[kind])).join(' | ')} | ${slowestEnd.toFixed(1)} s | ${[...new Set(kinds.flatMap((kind) => outages[kind].failures))].join(', ') || '–'} |`,
    ),
    '',
    '## What the books say',
    '',
    'Our database, the ledger of the simulated provider and the simulated carrier, after all of it:',
    '',
    '| Rule | Looked at | Broken |',
    '| --- | --- | --- |',
    ...run.findings.map(({ rule, looked, broken }) => `| ${rule} | ${looked} | ${broken.length} |`),
    '',
    run.problems.length === 0
      ? 'All of it holds.'
      : ['What does not hold:', '', ...run.problems.map((one) => `- ${one}`)].join('\n'),
    '',
  ];
  return lines.join('\n');
}

function cell({ failed, answered, seconds, isOpen }: Outage): string {
  if (failed === 0) return '–';
  return `${isOpen ? 'never' : `${seconds.toFixed(1)} s`} (${failed}/${failed + answered})`;
}
