import { writeFileSync } from 'node:fs';
import { failuresOf, resultFiles } from '../scripts/test-results.ts';
import { accountReads } from './account-reads.ts';
import { judge, readBaseline, writeBaseline } from './baseline.ts';
import { checkout } from './checkout.ts';
import { consoleSearch } from './console-search.ts';
import { firstLook } from './first-look.ts';
import { growth } from './growth.ts';
import { barOf, type Finding, isMet, shortly, spreadOf } from './finding.ts';
import type { Bench, Measurement, Part } from './measurement.ts';
import { planList } from './plan-list.ts';
import { movingTime } from './moving-time.ts';
import { openPostgresServer } from './postgres-server.ts';
import { publicPage } from './public-page.ts';
import { renewals } from './renewals.ts';
import { resultsOf, writeResults } from './results.ts';
import { openSetting, type Setting } from './setting.ts';
import { signIn } from './sign-in.ts';
import { startAndMemory } from './start-and-memory.ts';
import { twoProcesses } from './two-processes.ts';
import { watching } from './watching.ts';

/** `npm run bench`: docs/bench.md. */
const inQuick: readonly Measurement[] = [
  publicPage,
  planList,
  accountReads,
  checkout,
  signIn,
  startAndMemory,
];
const measurements: readonly Measurement[] = [
  ...inQuick,
  growth,
  consoleSearch,
  twoProcesses,
  renewals,
  movingTime,
  firstLook,
  watching,
];
const usualRounds = { count: 7, seconds: 1, warmUp: 2 };
const quickRounds = { count: 7, seconds: 0.25, warmUp: 1 };

const { quick, save, only } = readArguments(process.argv.slice(2));
const chosen = only
  ? measurements.filter(({ name }) => only.includes(name))
  : quick
    ? inQuick
    : measurements;
const server = await openPostgresServer();
console.log(server.about);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.stop();
    process.exit(1);
  });
}
let setting: Promise<Setting> | undefined;
const bench: Bench = {
  server,
  quick,
  rounds: quick ? quickRounds : usualRounds,
  setting: () => (setting ??= openSetting(server.url)),
};
const parts: Part[] = [];
try {
  for (const measurement of chosen) parts.push(await partOf(measurement));
} finally {
  await setting?.then((opened) => opened.close());
  server.stop();
}
writeResults(resultsOf(parts, server.about), { whole: !quick && !only });
const findings = parts.flatMap((part) => part.findings);
if (quick && save) writeBaseline(findings);
const judged = quick && !only ? judge(findings, readBaseline()) : [];
writeFileSync(resultFiles.bench, JSON.stringify(judged));
console.log(`\n${failuresOf(judged)}`);
const isWhole = parts.every(({ failure }) => failure === undefined);
process.exitCode = isWhole && judged.every(({ outcome }) => outcome === 'passed') ? 0 : 1;

/** One that breaks off does not take the others along. */
async function partOf(measurement: Measurement): Promise<Part> {
  const { name, title } = measurement;
  console.log(`\n── ${title}`);
  const began = performance.now();
  const part = await measurement.run(bench).then(
    (found) => ({ findings: found }),
    (error: unknown) => {
      console.error(error);
      return { findings: [], failure: String(error) };
    },
  );
  const seconds = (performance.now() - began) / 1000;
  part.findings.forEach(print);
  console.log(`   ${seconds.toFixed(0)} s`);
  return { name, title, seconds, ...part };
}

function print(finding: Finding): void {
  const met = isMet(finding);
  const { what, value, unit, note } = finding;
  const mark = met === undefined ? '      ' : met ? 'met   ' : 'MISSED';
  const spread = spreadOf(finding) && ` (${spreadOf(finding)})`;
  console.log(`${mark} ${what}: ${shortly(value)} ${unit}${spread} ${barOf(finding)}`);
  if (note) console.log(`       ${note}`);
}

function readArguments(args: readonly string[]) {
  const names = measurements.map(({ name }) => name);
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : (args[at + 1] ?? '').split(',');
  const flags = args.filter((_, place) => at < 0 || place < at || place > at + 1);
  const unknown = [
    ...flags.filter((flag) => flag !== '--quick' && flag !== '--save'),
    ...(only ?? []).filter((name) => !names.includes(name)),
  ];
  if (unknown.length > 0) {
    console.error(`Usage: npm run bench [-- --quick [--save]] [--only ${names.join(',')}]`);
    process.exit(2);
  }
  return { quick: flags.includes('--quick'), save: flags.includes('--save'), only };
}
